"""What a user names to select some of what was built."""

import polars as pl
import pytest

from pipelines.commands.terminal.selection import one_club
from pipelines.errors import UnusableError

RULES = pl.DataFrame({"club": ["harbour", "mill"], "club_name": ["Harbour Bridge Club", "The Mill"]})


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("mill", "mill"), ("MILL", "mill"), ("harbour bridge club", "harbour"), ("closed", "closed")],
)
def test_a_club_is_named_by_its_id_or_its_name(wanted: str, found: str) -> None:
    assert one_club(RULES, wanted, ["closed"]) == found


def test_a_club_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(UnusableError, match=r"--club Mil: there is no such club.*mill.*there are harbour, mill"):
        one_club(RULES, "Mil")
