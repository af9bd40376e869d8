"""The score that lifts a ranking next time, by the spans of the lines as they are scored."""

import datetime as dt
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import polars as pl
import pytest

from pipelines.reports.content import Season
from pipelines.reports.pages.needed import behind_the_first, lifting_next, needed_next

RULES = {"lines": 3, "top": 90.0, "width": 20.0, "step": 10.0, "round_stretch": False}
CHAMPIONSHIP = {"individual_min": 20, "individual_min_share": None, "individual_drop": 5}
NOT_LIFTED = pl.DataFrame(schema={"player_id": pl.String, "lifts": pl.Float64})
"""Nobody has a result in the championship, so that nothing is told of it."""
COMPETITION = {"club": "c", "competition": "t", "season": "s", **RULES, **CHAMPIONSHIP}
ALONE = {"D": (90.0, 70.0), "G": (80.0, 60.0), "X": (70.0, 50.0)}
Spans = dict[str, tuple[float, float]]
PLAYERS = pl.List(pl.Struct({"player_id": pl.String}))
NEXT_LINES = {"line": pl.String, "ranking": pl.Float64, "players": PLAYERS}
PAIR_RANKING = {"players": PLAYERS, "ranking": pl.Float64, "together": pl.Int32}
NO_PAIRS = {"pair_ranking": pl.DataFrame(schema=PAIR_RANKING), "regular_lines": pl.DataFrame(schema=NEXT_LINES)}
TOGETHER = {"D": (90.0, 60.0), "G": (90.0, 60.0), "X": (70.0, 50.0)}
PLANNED = (("A", 160.0, "v"), ("A", 149.0, "w"), ("B", 140.0, "x"), ("C", 120.0, "y"))


def needed(
    spans: dict[str, tuple[float, float]], planned: str = "ABC", before: Sequence[Spans] = (), **scale: Any
) -> dict[str, Any]:
    """What each of `spans` needs who played in that line, earned 75 points, and is a point behind the next one.

    Args:
        spans: of the last session.
        planned: the lines of the next one.
        before: the spans of sessions before the last.
        scale: what else is known of what was earned.
    """
    played = [
        {"date": dt.date(2026, 1, day), "session_id": f"{day}", "player_id": line, "line": line}
        | {"high": high, "low": low}
        | {"rule": "balanced", "scoring": "matchpoints", "average_score": 50.0, "top_score": 75.0}
        | {"in_window": True, "points": 75.0, **scale}
        for day, session in enumerate([*before, spans], start=1)
        for line, (high, low) in session.items()
    ]
    ranked = [{"player_id": line, "missing": 0, "substitute_ranking": 70.0, "window": 6} for line in spans]
    pairs = [[{"player_id": player}] for player in spans]
    lines = {"line": list(planned), "ranking": [None] * len(planned), "players": pairs[: len(planned)]}
    report = NO_PAIRS | {
        "explained_points": pl.DataFrame(played),
        "explained_rankings": pl.DataFrame(ranked),
        "player_ranking": pl.DataFrame(
            {"player_id": list(spans), "behind": [1.0] * len(spans), "ranking": [60.0] * len(spans)}
        ),
        "next_lines": pl.DataFrame(lines, schema=NEXT_LINES),
    }
    season = cast("Season", SimpleNamespace(report=report, competition=COMPETITION))
    return needed_next(season, NOT_LIFTED)


def _of_pairs(*rows: tuple[str, float, str]) -> pl.DataFrame:
    """Lines of pairs, and their rankings; players are letters."""
    told = [(line, ranking, [{"player_id": player} for player in pair]) for line, ranking, pair in rows]
    return pl.DataFrame(told, schema=NEXT_LINES, orient="row")


def _of_line_a(ranking: dict[str, Any]) -> Season:
    """A season of one session, in which everybody earned 75 points in line A."""
    players = ranking["player_id"]
    earned = {
        "date": dt.date(2026, 1, 1),
        "session_id": "1",
        "line": "A",
        "high": 90.0,
        "low": 70.0,
        "rule": "balanced",
    }
    scale = {"scoring": "matchpoints", "average_score": 50.0, "top_score": 100.0, "in_window": True, "points": 75.0}
    of_window = {"missing": 0, "substitute_ranking": 70.0, "window": 6}
    report = NO_PAIRS | {
        "explained_points": pl.DataFrame([{**earned, **scale, "player_id": player} for player in players]),
        "explained_rankings": pl.DataFrame([{"player_id": player, **of_window} for player in players]),
        "player_ranking": pl.DataFrame(ranking),
        "next_lines": _of_pairs(("A", 160.0, "1")),
    }
    return cast("Season", SimpleNamespace(report=report, competition={**COMPETITION, "lines": 1}))


@pytest.mark.parametrize(
    ("spans", "first", "second"),
    [(ALONE, ("37.5", "52.5"), ("62.5", "77.5")), (TOGETHER, ("50.0", "60.0"), ("50.0", "60.0"))],
)
def test_lines_that_shared_a_span_share_one_again(
    spans: dict[str, tuple[float, float]], first: tuple[str, str], second: tuple[str, str]
) -> None:
    told = needed(spans)
    assert {line: told[line].line for line in told} == {"D": "A", "G": "B", "X": "C"}
    for line, (rises, passes) in (("D", first), ("G", second)):
        assert (told[line].rises, told[line].passes) == (f"{rises}\N{NO-BREAK SPACE}%", f"{passes}\N{NO-BREAK SPACE}%")


def _away(
    *pairs: tuple[str, float, int], planned: Sequence[tuple[str, float, str]] = PLANNED
) -> dict[str, tuple[str, str]]:
    """Player -> line and `by`; all played in line A, and of these pairs the next session has none."""
    players = sorted({player for pair, _, _ in pairs for player in pair})
    season = _of_line_a({"player_id": players, "behind": [1.0] * len(players), "ranking": [60.0] * len(players)})
    ranked = [([{"player_id": player} for player in pair], ranking, together) for pair, ranking, together in pairs]
    report = {
        **season.report,
        "explained_points": season.report["explained_points"].with_columns(points=70.0, top_score=75.0),
        "pair_ranking": pl.DataFrame(ranked, schema=PAIR_RANKING, orient="row"),
        "next_lines": _of_pairs(*planned),
        "regular_lines": _of_pairs(("C", 130.0, "r")),
    }
    of_three = cast("Season", SimpleNamespace(report=report, competition=COMPETITION))
    told = needed_next(of_three, NOT_LIFTED)
    return {player: (one.line, one.by) for player, one in told.items()}


@pytest.mark.parametrize(
    ("ranking", "line"), [(170.0, "A"), (149.0, "A"), (148.9, "B"), (140.0, "B"), (139.9, "C"), (90.0, "C")]
)
def test_a_pair_that_was_not_there_plays_in_the_line_of_its_ranking(ranking: float, line: str) -> None:
    """Among the pairs of the next session: with the strongest of them that is no stronger."""
    assert _away(("ab", ranking, 4)) == dict.fromkeys("ab", (line, "ranking"))


def test_as_strong_as_the_last_of_a_line_is_in_that_line() -> None:
    """Where the last of A and the first of B are as strong."""
    planned = (("A", 160.0, "v"), ("A", 140.0, "w"), ("B", 140.0, "x"))
    told = _away(("ab", 140.0, 4), ("cd", 150.0, 4), planned=planned)
    assert told == dict.fromkeys("abcd", ("A", "ranking"))


def test_of_several_partners_it_is_the_one_of_most_sessions() -> None:
    told = _away(("ab", 150.0, 2), ("ac", 125.0, 9))
    assert told == {"a": ("C", "ranking"), "b": ("A", "ranking"), "c": ("C", "ranking")}


def test_who_was_replaced_plays_in_the_line_of_those_who_come_themselves() -> None:
    assert _away(("rs", 170.0, 4)) == {"r": ("C", "next"), "s": ("A", "ranking")}


def test_who_is_in_no_pair_plays_where_the_last_session_was() -> None:
    alone = _of_line_a({"player_id": ["1", "2"], "behind": [1.0, 1.0], "ranking": [60.0, 60.0]})
    told = needed_next(alone, NOT_LIFTED)
    assert (told["1"].by, told["2"].line, told["2"].by) == ("next", "A", "played")


def test_where_no_pair_is_in_the_next_session_each_plays_where_the_last_session_was() -> None:
    """The pages of such a season could not be drawn."""
    season = _of_line_a({"player_id": ["1", "2"], "behind": [1.0, 1.0], "ranking": [60.0, 60.0]})
    ranked = pl.DataFrame([([{"player_id": "1"}, {"player_id": "2"}], 120.0, 1)], schema=PAIR_RANKING, orient="row")
    report = {**season.report, "next_lines": _of_pairs(), "pair_ranking": ranked}
    told = needed_next(cast("Season", SimpleNamespace(report=report, competition=season.competition)), NOT_LIFTED)
    assert [(one.line, one.by) for one in told.values()] == [("A", "played")] * 2


@pytest.mark.parametrize(
    ("before", "as_in"), [([ALONE, ALONE], ALONE), ([TOGETHER], TOGETHER), ([ALONE], ALONE), ([TOGETHER] * 2, TOGETHER)]
)
def test_lines_share_a_span_where_they_did_in_most_sessions(before: list[Spans], as_in: Spans) -> None:
    """Where they are taken apart though they shared one in some, that is said."""
    told = needed(TOGETHER, before=before)
    assert {player: one._replace(alone=False) for player, one in told.items()} == needed(as_in)
    assert {one.alone for one in told.values()} == {as_in is ALONE}


def test_a_score_is_rounded_and_not_cut() -> None:
    """75.3 points of a line from 70 to 90 with a top of 74.5 are 38.485 %, and 75.35 are 38.6075 %."""
    told = [needed(ALONE, points=points, top_score=74.5)["D"].rises for points in (75.3, 75.35, 75.33)]
    assert told == [f"{score}\N{NO-BREAK SPACE}%" for score in ("38.5", "38.6", "38.6")]


def test_where_lines_shared_a_span_and_their_number_changes_nothing_is_told() -> None:
    assert needed(TOGETHER, "AB") == {}
    assert needed(ALONE, "AB").keys() == {"D", "G"}


def test_no_score_is_told_that_nobody_can_have() -> None:
    assert needed(ALONE, points=100.0) == {}, "100 % in line A, and more than that in the others"
    butler = needed(ALONE, points=77.0, scoring="butler", average_score=0.0, top_score=20.0)
    assert butler["G"].rises.startswith("+14.00")
    assert butler["G"].passes is None, "26 IMPs on every board"


def test_the_score_for_the_first_ten_is_told_to_those_who_are_near_them() -> None:
    """Of 25 players a point apart, in line A, where 50 % earns 80 points and 100 % earns 90."""
    players = [f"{number}" for number in range(1, 26)]
    ranking = [100.0 - number for number in range(25)]
    table = {"player_id": players, "behind": [None, *[1.0] * 24], "ranking": ranking}
    lower = dict(behind_the_first(pl.DataFrame(table)).select("player_id", "to_first").iter_rows())
    assert lower["10"] == 0
    assert (lower["11"], lower["20"], lower["21"]) == (1, 10, None)
    near = needed_next(_of_line_a(table), NOT_LIFTED)
    assert (near["10"].first, near["11"].first) == (None, None), "there already; and just below, which is told already"
    assert near["12"].first == "85.0\N{NO-BREAK SPACE}%", "two points behind: 87 points, in a window of six"
    assert not near["12"].out_of_reach
    assert (near["20"].first, near["20"].out_of_reach) == (None, True)
    assert not near["21"].out_of_reach, "farther below nothing is told"


def test_fewer_than_ten_have_no_first_ten() -> None:
    table = {"player_id": list("abc"), "behind": [None, 1.0, 1.0], "ranking": [80.0, 79.0, 70.0]}
    assert {one.first for one in needed_next(_of_line_a(table), NOT_LIFTED).values()} == {None}


def test_the_result_that_drops_out_is_the_lowest_before_rounding() -> None:
    """Both are 80.00 on the page, and the second is the lower one, whose place the next result takes."""
    days = [dt.date(2026, 1, day) for day in (1, 2)]
    sessions = pl.DataFrame({"player_id": "1", "date": days, "points": [80.004, 80.001], "counts": True})
    rules = {**COMPETITION, "individual_min": 2, "individual_drop": 1}
    tables = {"championships.individual_sessions": sessions}
    season = cast("Season", SimpleNamespace(tables=tables, competition=rules))
    assert lifting_next(season).rows() == [("1", 80.001, days[1])]
