"""A club that fails is found, and costs itself alone."""

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.building.failures import each_alone
from pipelines.machine.errors import MachineError, UnusableError

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


def test_what_a_user_can_mend_is_said_as_it_is() -> None:
    def make(_: list[str]) -> None:
        raise UnusableError("club/x.csv: mend that")

    _, (failure,) = each_alone(make, ["a"], "raw")
    assert failure == ("a", "raw", "club/x.csv: mend that")


@pytest.mark.parametrize(
    "wrong",
    [
        OSError(errno.ENOSPC, "No space left on device", "/data"),
        RuntimeError("No space left on device (os error 28)"),
        MachineError("no process can be started"),
    ],
    ids=repr,
)
def test_no_club_is_blamed_for_the_machine(wrong: Exception) -> None:
    def make(_: list[str]) -> None:
        raise wrong

    with pytest.raises(type(wrong)):
        each_alone(make, ["a", "b"], "its pages")


def test_a_panic_of_polars_costs_its_club_alone() -> None:
    class PanicException(BaseException):
        pass

    def make(clubs: list[str]) -> None:
        if "b" in clubs:
            raise PanicException("index out of bounds")

    made, failures = each_alone(make, "abc", "scored.boards")
    assert [clubs for clubs, _ in made] == [["a"], ["c"]]
    assert [failure.club for failure in failures] == ["b"]
