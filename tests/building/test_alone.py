"""A club that fails is found, and costs itself alone."""

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.building.failures import each_alone
from pipelines.machine.errors import UnusableError

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


def test_no_club_is_blamed_for_a_full_disk() -> None:
    def make(_: list[str]) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/data")

    with pytest.raises(OSError, match="No space left"):
        each_alone(make, ["a", "b"], "its pages")
