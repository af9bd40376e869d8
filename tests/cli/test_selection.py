"""What a user names to select some of what was built."""

import polars as pl
import pytest

from pipelines.cli.terminal.selection import nearest_sessions, one_club, one_player, session_meant
from pipelines.machine.errors import UnusableError

RULES = pl.DataFrame({"club": ["harbour", "mill"], "club_name": ["Harbour Bridge Club", "The Mill"]})


@pytest.mark.parametrize(
    ("wanted", "found"), [("mill", "mill"), ("MILL", "mill"), ("harbour bridge club", "harbour"), ("closed", "closed")]
)
def test_a_club_is_named_by_its_id_or_its_name(wanted: str, found: str) -> None:
    assert one_club(RULES, wanted, ["closed"]) == found


@pytest.mark.parametrize(
    ("wanted", "known", "meant"),
    [
        ("02-09-2025", ["2025-09-02", "2025-09-09"], "2025-09-02"),
        ("2/9/2025", ["2025-09-02-thursday"], "2025-09-02-thursday"),
        ("2025/9/2", ["2025-02-09", "2025-09-02"], "2025-09-02"),
        ("2-9-2025", ["2025-02-09", "2025-09-02"], "2-9-2025"),
        ("9-30-2025", ["2025-09-30"], "2025-09-30"),
        ("2-9-2025", ["2025-02-09"], "2-9-2025"),
        ("2-9-2025", ["2025-09-02", "2025-09-02-2"], "2-9-2025"),
        ("2-9-2025", ["2-9-2025", "2025-09-02"], "2-9-2025"),
        ("cup", ["2025-09-02"], "cup"),
    ],
)
def test_a_day_that_is_written_otherwise_is_its_only_session(wanted: str, known: list[str], meant: str) -> None:
    assert session_meant(wanted, known) == meant


@pytest.mark.parametrize("wanted", ["Akkerman", "lotte", "Lotte Akkerman", "akker lot", "Akkerman, Lotte"])
def test_where_ids_are_names_a_part_of_one_is_enough(wanted: str) -> None:
    """As in tables of a club's own, in which players have no numbers."""
    players = {"player_id": ["Lotte Akkerman", "12"], "name": [None, "Vera Guidotti"]}
    people = pl.DataFrame({"club": ["club"] * 2, **players})
    assert one_player(people, wanted) == ("club", "Lotte Akkerman")
    with pytest.raises(UnusableError, match="there is no such player"):
        one_player(people, "2")


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("7-10-2025", " (the nearest: 2025-10-07, 2025-10-07-2)"),
        ("5-10-2025", " (the nearest: 2025-10-07, 2025-10-07-2, 2025-09-30)"),
        ("1999-01-01", " (the nearest: 2025-09-30, 2025-10-07, 2025-10-07-2)"),
        ("cub", " (the nearest: cup)"),
        ("nothing like it", ""),
    ],
)
def test_the_sessions_of_the_day_or_those_around_it_or_the_most_similar_ids_are_named(wanted: str, near: str) -> None:
    sessions = pl.DataFrame({"session_id": ["2025-09-30", "2025-10-07", "2025-10-07-2", "2026-10-08", "cup"]})
    assert nearest_sessions(wanted, sessions) == near
