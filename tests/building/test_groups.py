"""Which clubs are computed together, and which group of Dagster a club belongs to."""

import errno
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from factories import frame
from hypothesis import given
from hypothesis import strategies as st

from pipelines.building.changes import _renamed
from pipelines.building.failures import each_alone
from pipelines.building.groups import assigned, batches
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import Groups, Sessions

SIZES = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.integers(0, 400_000), max_size=20)


@given(SIZES, st.integers(1, 100_000_000))
def test_only_a_club_alone_exceeds_the_budget(sizes: dict[str, int], budget: int) -> None:
    made = list(batches(sizes, budget))
    assert [club for batch in made for club in batch] == list(sizes)
    for batch in made:
        assert len(batch) == 1 or sum(1_000_000 + 100 * sizes[club] for club in batch) <= budget


@given(SIZES, SIZES, st.integers(0, 20))
def test_a_club_stays_in_its_group(before: dict[str, int], after: dict[str, int], alone: int) -> None:
    first = assigned(Groups.create_empty(), before, alone, most=500_000)
    then = assigned(first, after, alone, most=500_000)
    was, now = (dict(groups.select("club", "group_name").iter_rows()) for groups in (first, then))
    assert set(now) == set(after)
    assert all(now[club] == was[club] for club in set(was) & set(now))


def groups_of(before: pl.DataFrame, sizes: dict[str, int], alone: int = 0) -> tuple[pl.DataFrame, dict[str, str]]:
    now = assigned(before, sizes, alone, most=100)
    return now, dict(now.select("club", "group_name").iter_rows())


def test_a_new_club_joins_the_lightest_group_that_has_room_and_no_group_gets_another_name() -> None:
    at_first, in_groups = groups_of(Groups.create_empty(), {"b": 60, "c": 50, "d": 30})
    assert in_groups == {"b": "from b", "c": "c to d", "d": "c to d"}
    _, with_more = groups_of(at_first, {"b": 60, "c": 50, "d": 30, "a": 35, "e": 300, "f": 70, "g": 25})
    assert with_more == in_groups | {"a": "from b", "e": "from e", "f": "f to g", "g": "f to g"}


def test_of_few_clubs_each_is_a_group_of_its_own_and_stays_so_when_there_are_many() -> None:
    numbered = frame(Groups, *({"club": club, "group_name": "group-001"} for club in ("a", "x...y")))
    few, in_groups = groups_of(numbered, {"a": 1, "x...y": 1, "x…y": 1}, alone=3)
    assert in_groups == {"a": "a", "x...y": "x…y", "x…y": "x…y (2)"}
    _, many = groups_of(few, {"a": 1, "x...y": 1, "x…y": 1, "b": 1, "c": 1}, alone=3)
    assert many == in_groups | {"b": "b to c", "c": "b to c"}


def test_of_two_copies_that_are_gone_one_was_renamed(tmp_path: Path) -> None:
    """Else a new file would count for both, and one file fewer than none be new."""
    with Warehouse(tmp_path / "w.duckdb") as warehouse:
        gone = [{"session_id": name, "file_id": f"{name}.csv"} for name in ("a", "b")]
        warehouse.write("raw.sessions", frame(Sessions, *gone))
        club, competition = warehouse.read("raw.sessions").select("club", "competition").row(0)
        before = {(club, competition, f"{name}.csv"): ("same",) for name in ("a", "b")}
        assert len(_renamed(before, {(club, competition, "c.csv"): ("same",)}, warehouse)) == 1


CLUBS = st.sets(st.sampled_from("abcdefghijklm"))


@given(CLUBS, CLUBS)
def test_those_that_fail_are_found_and_all_others_are_made(clubs: set[str], failing: set[str]) -> None:
    def make(some: list[str]) -> str:
        if found := failing.intersection(some):
            raise ValueError(", ".join(sorted(found)))
        return "".join(some)

    made, failures = each_alone(make, clubs, "scored.boards")
    assert {failure.club for failure in failures} == clubs & failing
    assert all(failure.why == f"ValueError: {failure.club}" for failure in failures)
    assert sorted("".join(text for _, text in made)) == sorted(clubs - failing)
    assert ["".join(some) for some, _ in made] == [text for _, text in made]


def raising(wrong: BaseException) -> Callable[[list[str]], None]:
    """A function that fails where `b` is among the clubs."""

    def make(clubs: list[str]) -> None:
        if "b" in clubs:
            raise wrong

    return make


class PanicException(BaseException):
    """As polars raises it."""


def test_a_slip_or_a_panic_costs_its_club_alone_and_no_club_is_blamed_for_the_machine() -> None:
    _, (failure,) = each_alone(raising(UnusableError("club/x.csv: correct that")), ["b"], "raw")
    assert failure == ("b", "raw", "club/x.csv: correct that")
    made, (failure,) = each_alone(raising(PanicException("index out of bounds")), "abc", "scored.boards")
    assert ([clubs for clubs, _ in made], failure.club) == ([["a"], ["c"]], "b")
    for wrong in (
        OSError(errno.ENOSPC, "No space left on device", "/data"),
        RuntimeError("No space left on device (os error 28)"),
        MachineError("no process can be started"),
    ):
        with pytest.raises(type(wrong)):
            each_alone(raising(wrong), ["a", "b"], "its pages")
