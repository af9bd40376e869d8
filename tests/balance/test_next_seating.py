"""Numbers for the next session: those of the pairs of the last one, where the competition names its movement."""

from typing import Any

import dataframely as dy
import polars as pl
import pytest
from balance.seasons import COMPETITION, board_scores
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from pipelines.cli.balance.schedules import movement_named
from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_scores
from transforms.balance.seating.next_seating import NextSeatings, next_seating
from transforms.tables import schemas as t

PLAYED = mitchell(4, 2)
NAMED = movement_named("8-pairs-6-rounds")
SHAPES: dict[str, type[dy.Schema]] = {
    "movements": t.NamedMovements,
    "next_lines": t.LineAssignment,
    "season_scores": t.SeasonScores,
    "partnerships": t.SeasonPartnerships,
    "board_scores": t.BoardScores,
    "sessions": t.Sessions,
}


def named(movement: Movement, place: int = 1, name: str = "ours") -> pl.DataFrame:
    rows = (movement.plays + 1).tolist()
    columns = ("round", "table_no", "ns", "ew", "board_set")
    return frame(
        t.NamedMovements,
        *({**COMPETITION, "place": place, "movement": name, **dict(zip(columns, row, strict=True))} for row in rows),
    )


def given_season(*movements: pl.DataFrame, present: int = 8, boards: int = 3, club: str = "club") -> dict[str, Any]:
    """Eight pairs of whom 1 to 4 sat North-South in the last session, two rounds; `present` are expected."""
    scores, of_sessions = (
        board_scores(PLAYED, boards, session="s1"),
        frame(t.Sessions, {**COMPETITION, "session_id": "s1"}),
    )
    seats = [(str(pair), f"{pair}{player}") for pair in range(1, 9) for player in "ab"]
    as_entered = [{**COMPETITION, "session_id": "s1", "entrant": pair, "player_id": player} for pair, player in seats]
    entries = frame(t.Entries, *as_entered)
    pairs = [
        {"player_id": f"{pair}a", "partner_id": f"{pair}b", "rank": pair, "ranking": 1.0, "line": "A"}
        for pair in range(1, present + 1)
    ]
    lines = frame(t.LineAssignment, *({**COMPETITION, **pair} for pair in pairs))
    tables = {
        "movements": pl.concat([t.NamedMovements.create_empty(), *movements]),
        "next_lines": lines,
        "season_scores": season_scores(scores, of_sessions, entries).collect(),
        "partnerships": t.SeasonPartnerships.create_empty(),
        "board_scores": scores,
        "sessions": of_sessions,
    }
    return {name: SHAPES[name].cast(table.with_columns(club=pl.lit(club))) for name, table in tables.items()}


def numbers(tables: dict[str, Any]) -> tuple[pl.DataFrame, pl.DataFrame]:
    found: NextSeatings = next_seating(**tables)
    return t.NextSeating.validate(found.seating.collect()), t.NextBalance.validate(found.balance.collect())


@pytest.mark.nightly
def test_those_who_met_in_the_last_session_do_not_meet_again() -> None:
    seating, balance = numbers(given_season(named(NAMED)))
    assert seating["number"].to_list() == list(range(1, 9))
    assert set(seating["entrant"]) == {f"{pair}a + {pair}b" for pair in range(1, 9)}
    # Each has met two of the seven others, and meets the five that are left in the six rounds to come.
    assert set(seating["unmet_before"]) == {5}
    (row,) = balance.rows(named=True)
    assert (row["line"], row["pairs"], row["movement"], row["absent"]) == ("A", 8, "ours", None)
    assert (row["combinations"], row["unmet_before"], row["unmet_after"]) == (28, 20, 0)
    assert (row["most_meetings_before"], row["most_meetings_after"]) == (1, 2)
    assert row["qc_after"] > row["qc_before"]


def test_with_an_odd_number_of_pairs_a_number_stays_away() -> None:
    seating, balance = numbers(given_season(named(NAMED), present=7))
    (absent,) = set(range(1, 9)) - set(seating["number"])
    assert balance.select("pairs", "absent", "combinations").row(0) == (7, absent, 21)


def test_the_first_movement_that_fits_is_taken() -> None:
    six, eight = (movement_named(f"{pairs}-pairs-6-rounds") for pairs in (6, 8))
    others = named(six, 1, "six"), named(eight, 2, "eight"), named(movement_named("8-pairs-7-rounds"), 3, "seven")
    assert numbers(given_season(*others))[1]["movement"].to_list() == ["eight"]
    assert numbers(given_season(*others, present=6))[1]["movement"].to_list() == ["six"]


def test_where_none_fits_a_row_says_so() -> None:
    seating, balance = numbers(given_season(named(movement_named("12-pairs-6-rounds"))))
    assert seating.is_empty()
    (row,) = balance.rows(named=True)
    assert (row["pairs"], row["movement"], row["unmet_before"], row["qc_after"]) == (8, None, None, None)


def test_where_no_movement_is_named_nothing_is_read() -> None:
    class Unread:
        def __getattr__(self, name: str) -> None:
            raise AssertionError(name)

    unread: Any = Unread()
    found = next_seating(
        t.NamedMovements.create_empty(), unread, unread, partnerships=unread, board_scores=unread, sessions=unread
    )
    assert [table.collect().height for table in found] == [0, 0]


def test_the_players_of_a_trio_are_one_but_not_where_two_pairs_of_it_sit() -> None:
    tables = given_season(named(NAMED))
    trio = [{**COMPETITION, "partnership_id": "trio", "player_id": player} for player in ("1a", "1b", "2a")]
    tables["partnerships"] = frame(t.SeasonPartnerships, *trio)
    assert numbers(tables)[1]["combinations"].item() == 28
    swapped = tables["next_lines"].with_columns(
        partner_id=pl.col("partner_id").replace({"1b": "2a"}), player_id=pl.col("player_id").replace({"2a": "1b"})
    )
    tables["next_lines"] = t.LineAssignment.cast(swapped)
    # 1a and 2a sit together now; the trio met nobody of itself, and what 1a and 1b played is theirs.
    seating, _ = numbers(tables)
    assert dict(seating.select("entrant", "unmet_before").iter_rows())["1a + 2a"] == 5


@settings(max_examples=by_night(4), deadline=None)
@given(random=st.randoms(use_true_random=False), present=st.sampled_from([7, 8]))
def test_one_frame_of_many_is_each_apart_in_any_order(random: Any, present: int) -> None:
    clubs = [given_season(named(NAMED), present=present, club="one"), given_season(named(NAMED), club="two")]
    apart = [numbers(club) for club in clubs]
    together = {}
    for name, shape in SHAPES.items():
        rows = pl.concat([club[name] for club in clubs])
        order = list(range(rows.height))
        random.shuffle(order)
        together[name] = shape.cast(rows[order])
    for found, *each in zip(numbers(together), *apart, strict=True):
        assert_frame_equal(found, pl.concat(each), check_exact=True)
