"""Events of several sessions and totals for a full set of boards: what adds up, and for whom."""

from fractions import Fraction
from typing import Any

import dataframely as dy
import polars as pl
from each import items
from examples import by_night
from factories import close_to, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from scoring.boards import result_list

from transforms.explanation.scores import explained_scores
from transforms.results.event_results import event_results
from transforms.tables.schemas import (
    Adjustments,
    BoardScores,
    Entries,
    EventResults,
    MatchResults,
    Results,
    SessionResults,
    Sessions,
)

Row = dict[str, Any]
NOBODY = frame(Entries)
USUAL = competitions()


def event(listed: list[Row], *sessions: Row, entries: dy.DataFrame[Entries] = NOBODY) -> dy.DataFrame[EventResults]:
    of_event = frame(Sessions, *({"event": "cup", **session} for session in sessions))
    return EventResults.validate(
        event_results(frame(SessionResults, *listed), entries, of_event, USUAL, frame(MatchResults)).collect()
    )


def evening(session: str, *points: float | None, maximum: float | None = 100, **others: Any) -> list[Row]:
    return [
        {"session_id": session, "entrant": str(entrant), "points": worth, "maximum": maximum, **others}
        for entrant, worth in enumerate(points, start=1)
    ]


TWO = ({"session_id": "1"}, {"session_id": "2"})


def test_points_over_the_maximum_of_both_sessions() -> None:
    added = event([*evening("1", 60, 40), *evening("2", 30, 170, maximum=200)], *TWO)
    assert added.select("entrant", "sessions", "boards", "points", "maximum", "score", "rank").rows() == [
        ("1", 2, 48, 90, 300, 30, 2),
        ("2", 2, 48, 210, 300, 70, 1),
    ]


def test_half_of_the_first_session_is_carried_forward() -> None:
    listed = [*evening("1", 60, 40), *evening("2", 40, 60)]
    added = event(listed, {"session_id": "1", "carry": 0.5}, {"session_id": "2"})
    assert added.select("points", "maximum", "score", "rank").rows() == [
        (70, 150, close_to(100 * 70 / 150), 2),
        (80, 150, close_to(100 * 80 / 150), 1),
    ]


def test_imps_per_board_of_both_sessions() -> None:
    imps = {"maximum": None, "scoring": "butler"}
    listed = [*evening("1", 30, -30, boards=20, **imps), *evening("2", -6, 6, boards=4, **imps)]
    added = event(listed, {"session_id": "1", "carry": 0.5, "kind": "butler"}, {"session_id": "2", "kind": "butler"})
    assert added.select("boards", "points", "maximum", "score").rows() == [
        (24, 9, None, close_to(9 / 14)),
        (24, -9, None, close_to(-9 / 14)),
    ]


def test_victory_points_per_match_of_both_sessions() -> None:
    in_vps = {"scoring": "imps", "boards": 24}
    listed = [*evening("1", 33, 27, maximum=60, **in_vps), *evening("2", 20, 0, maximum=20, **in_vps)]
    added = event(listed, {"session_id": "1", "kind": "teams"}, {"session_id": "2", "kind": "teams"})
    assert added["score"].to_list() == [53 / 4, 27 / 4]


def test_a_pair_is_known_by_its_players_and_a_substitute_as_the_player_replaced() -> None:
    seats = (("1", "1", "bob", None), ("1", "1", "ann", None), ("2", "2", "ann", None), ("2", "2", "cy", "bob"))
    columns = ("session_id", "entrant", "player_id", "substitutes_for")
    entries = frame(Entries, *(dict(zip(columns, seat, strict=True)) for seat in seats))
    added = event([*evening("1", 60), *evening("2", 45, 55)], *TWO, entries=entries)
    assert added.select("entrant", "sessions", "points").rows() == [("1", 1, 45), ("ann + bob", 2, 115)]


def test_a_team_is_known_by_its_number_whoever_plays() -> None:
    entries = frame(Entries, *({"session_id": one, "entrant": "1", "player_id": f"player {one}"} for one in "12"))
    teams = [{**session, "kind": "teams"} for session in TWO]
    added = event([*evening("1", 10, scoring="imps"), *evening("2", 12, scoring="imps")], *teams, entries=entries)
    assert added.select("entrant", "points").rows() == [("1", 22)]


def test_the_same_number_on_two_lines_is_two_entrants() -> None:
    listed = [*evening("1", 60), *evening("1", 40, line="B"), *evening("2", 55)]
    assert event(listed, *TWO).select("entrant", "points").rows() == [("A 1", 115), ("B 1", 40)]


def test_a_number_of_nobody_is_in_no_standing() -> None:
    slip = {"session_id": "1", "entrant": "19", "points": 5, "maximum": 10, "is_nobody": True}
    added = event([*evening("1", 60, 40), slip, *evening("2", 40, 60)], *TWO)
    assert added.select("entrant", "rank").rows() == [("1", 1), ("2", 1)]


PIANOLA = competitions(scoring={"profile": "pianola"})
CROSS_IMPS = frame(Sessions, {"kind": "cross_imp", "event": "cup"})


def played(*of_pairs: list[int]) -> pl.DataFrame:
    """Board scores in which pair 1, 2 ... sits North-South with these IMPs, each against a pair of its own."""
    return frame(
        BoardScores,
        *(
            {"board": board, "ns": str(pair), "ew": f"e{pair}", "scoring": "cross_imps"}
            | {"ns_points": float(imps), "ew_points": -float(imps)}
            for pair, of_pair in enumerate(of_pairs, start=1)
            for board, imps in enumerate(of_pair, start=1)
        ),
    )


def of_pair(pair: str, scores: pl.DataFrame, **others: Any) -> tuple[Any, ...]:
    listed = result_list(scores, **{"sessions": CROSS_IMPS, "competitions": PIANOLA, **others})
    return listed.filter(entrant=pair).select("boards", "points", "score").row(0)


MISSED_ONE = played([1, 2, 3, 6], [2, 4, 3])
PENALTY = {"entrant": "2", "amount": -4.0, "unit": "points"}


def test_the_total_of_a_pair_that_missed_a_board_is_taken_to_all_boards() -> None:
    assert of_pair("1", MISSED_ONE) == (4, 12, 3)
    assert of_pair("2", MISSED_ONE) == (3, 12, 3)
    assert of_pair("2", MISSED_ONE, competitions=USUAL) == (3, 9, 3)


def test_the_points_of_a_number_of_nobody_stay_as_played() -> None:
    is_slip = (pl.col("board") == 1) & (pl.col("ns") == "2")
    slip = played([1, 2, 3, 6], [5, 4, 3, 2]).with_columns(ns=pl.when(is_slip).then(pl.lit("19")).otherwise("ns"))
    named = [{"entrant": pair, "player_id": f"p{pair}"} for pair in ("1", "e1", "e2")]
    assert of_pair("19", slip, entries=frame(Entries, *named)) == (1, 5, None)
    assert of_pair("19", slip) == (1, 20, 5)


def test_an_event_adds_the_totals_for_a_full_set() -> None:
    listed = result_list(MISSED_ONE, sessions=CROSS_IMPS, competitions=PIANOLA)
    added = event_results(listed, frame(Entries), CROSS_IMPS, PIANOLA, frame(MatchResults)).collect()
    assert added.filter(entrant="2").select("boards", "points", "score").rows() == [(3, 12, 3)]


@settings(max_examples=by_night(30))
@given(st.lists(st.lists(st.integers(-24, 24), min_size=1, max_size=6), min_size=1, max_size=5))
def test_totals_by_the_definition(of_pairs: list[list[int]]) -> None:
    full = max(map(len, of_pairs))
    listed = result_list(played(*of_pairs), sessions=CROSS_IMPS, competitions=PIANOLA)
    for pair, imps in enumerate(of_pairs, start=1):
        mean = Fraction(sum(imps), len(imps))
        row = listed.filter(entrant=str(pair)).row(0, named=True)
        assert (row["points"], row["score"]) == (close_to(float(mean * full)), close_to(float(mean)))


@items(
    (PIANOLA, (), "12 / 4", "9 on the boards, scaled from 3 boards to 4"),
    (PIANOLA, (PENALTY,), "8 / 4", "9 on the boards, scaled from 3 boards to 4, -4 by the director"),
    (USUAL, (), "9 / 3", None),
    ids=["full set", "with a penalty", "as played"],
)
def test_a_full_set(rules: object, penalties: tuple[dict[str, Any], ...], formula: str, made_of: str | None) -> None:
    listed = result_list(
        MISSED_ONE, sessions=CROSS_IMPS, competitions=rules, adjustments=frame(Adjustments, *penalties)
    )
    explained = explained_scores(listed, BoardScores.cast(MISSED_ONE), frame(Results)).filter(entrant="2")
    assert explained.select("formula", "made_of").row(0) == (formula, made_of)
