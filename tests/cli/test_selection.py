"""What a user names to select some of what was built."""

import polars as pl
import pytest

from pipelines.cli.terminal.selection import nearest_sessions, one_club, one_player, session_meant
from pipelines.machine.errors import UnusableError

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


SESSIONS = pl.DataFrame({"session_id": ["2025-09-30", "2025-10-07", "2025-10-07-2", "2026-10-08", "cup"]})


@pytest.mark.parametrize("wanted", ["2025-10-05", "5-10-2025"])
def test_for_a_day_without_a_session_those_of_the_days_around_it_are_named(wanted: str) -> None:
    assert nearest_sessions(wanted, SESSIONS) == " (the nearest: 2025-09-30, 2025-10-07, 2025-10-07-2)"


@pytest.mark.parametrize("wanted", ["07-10-2025", "7/10/2025", "7.10.2025", "2025/10/7"])
def test_a_day_that_is_written_otherwise_is_told_with_its_sessions(wanted: str) -> None:
    meant = " (did you mean 2025-10-07, 2025-10-07-2? a day is written year-month-day)"
    assert nearest_sessions(wanted, SESSIONS) == meant
    later = SESSIONS.filter(pl.col("session_id") != "2025-10-07")
    assert nearest_sessions("2025-10-07", later) == " (the nearest: 2025-10-07-2)"


def test_for_another_word_the_most_similar_ids_are_named() -> None:
    assert nearest_sessions("cub", SESSIONS) == " (the nearest: cup)"
    assert nearest_sessions("2025-13-45", SESSIONS.filter(session_id="cup")) == ""


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
    people = pl.DataFrame(
        {"club": ["club"] * 2, "player_id": ["Lotte Akkerman", "12"], "name": [None, "Vera Guidotti"]}
    )
    assert one_player(people, wanted) == ("club", "Lotte Akkerman")
    with pytest.raises(UnusableError, match="there is no such player"):
        one_player(people, "2")


def test_a_comma_is_no_part_of_a_name() -> None:
    people = pl.DataFrame({"club": ["mill"], "player_id": ["1"], "name": ["Ann Lid"]})
    with pytest.raises(UnusableError, match="give an id or a part of a name"):
        one_player(people, " , ")


def test_of_several_players_the_club_is_said_only_where_there_are_several() -> None:
    people = pl.DataFrame(
        {"club": ["results"] * 2, "player_id": ["1025", "Łucja Sikora"], "name": ["Agata Sikora", None]}
    )
    with pytest.raises(UnusableError, match=r"that may be Agata Sikora \(1025\) or Łucja Sikora; name one by id$"):
        one_player(people, "sikora")
    of_two = people.with_columns(club=pl.Series(["harbour", "mill"]))
    with pytest.raises(UnusableError, match=r"Agata Sikora \(1025, harbour\) or Łucja Sikora \(.*, mill\); "):
        one_player(of_two, "sikora")


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("9 september", "(did you mean 2025-09-09? a day is written year-month-day)"),
        ("9 febr", "(did you mean 2026-02-09? a day is written year-month-day)"),
        ("9 fevr.", "(did you mean 2026-02-09? a day is written year-month-day)"),
        ("9 sept. 2025", "(did you mean 2025-09-09? a day is written year-month-day)"),
        ("September 9th, 2025", "(did you mean 2025-09-09? a day is written year-month-day)"),
        ("1er juillet", "(did you mean 2026-07-01? a day is written year-month-day)"),
        ("9. juni", "(a day is written year-month-day)"),
        ("9 september 2024", "(a day is written year-month-day)"),
    ],
)
def test_a_day_in_words_is_told_as_it_is_written(wanted: str, near: str) -> None:
    sessions = pl.DataFrame({"session_id": ["2025-09-09", "2026-02-09", "2026-07-01", "cup"]})
    assert nearest_sessions(wanted, sessions) == f" {near}"


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("mardi 4", " (the nearest: mardi 3, mardi 2, mardi 1)"),
        ("Mardi 3", " (the nearest: mardi 3, mardi 2, mardi 1)"),
        ("maandag 3", " (the nearest: mardi 3)"),
        ("marathon 2", ""),
        ("mai 5", " (the nearest: mai 4, mardi 3, mardi 2)"),
        ("jun 3", " (a day is written year-month-day)"),
    ],
)
def test_a_word_that_only_begins_like_a_month_is_no_day(wanted: str, near: str) -> None:
    """And one that is a month is a name, where no session has its day and some are named so."""
    sessions = pl.DataFrame({"session_id": ["2025-03-03", "mai 4", "mardi 1", "mardi 2", "mardi 3"]})
    assert nearest_sessions(wanted, sessions) == near
