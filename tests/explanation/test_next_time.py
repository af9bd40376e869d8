"""What the next result must bring: the score that lifts a ranking, and the points that lift a championship."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest
from each import cases
from examples import by_night
from factories import Tables, competitions
from hypothesis import example, given, settings
from hypothesis import strategies as st

from transforms.rankings import championships
from transforms.season import season_tables

RULES = competitions("c", "t").with_columns(
    lines=pl.lit(3, pl.Int32), top=90.0, width=20.0, step=10.0, round_stretch=False
)
KEY = {name: RULES[name][0] for name in ("club", "competition", "season")}
ALONE = {"D": (90.0, 70.0), "G": (80.0, 60.0), "X": (70.0, 50.0)}
TOGETHER = {"D": (90.0, 60.0), "G": (90.0, 60.0), "X": (70.0, 50.0)}
Spans = dict[str, tuple[float, float]]
PLAYERS = pl.List(pl.Struct({"player_id": pl.String}))
OF_KEY = dict.fromkeys(KEY, pl.String)
LINES = OF_KEY | {"line": pl.String, "ranking": pl.Float64, "players": PLAYERS}
PAIRS = OF_KEY | {"players": PLAYERS, "ranking": pl.Float64, "together": pl.Int32}
LIFTING = OF_KEY | {"player_id": pl.String, "lifts": pl.Float64}
PLANNED = (("A", 160.0, "v"), ("A", 149.0, "w"), ("B", 140.0, "x"), ("C", 120.0, "y"))
EARNED = {
    **{"rule": "balanced", "scoring": "matchpoints", "average_score": 50.0, "top_score": 75.0},
    **{"in_window": True, "points": 75.0, "high": 90.0, "low": 70.0, "line": "A"},
}


def needed(
    earned: list[dict[str, Any]],
    planned: pl.DataFrame,
    ranking: Sequence[tuple[str, float | None, float]],
    *,
    pairs: pl.DataFrame | None = None,
    regular: pl.DataFrame | None = None,
    rules: pl.DataFrame = RULES,
) -> dict[str, dict[str, Any]]:
    """Player -> the row of what is needed.

    `earned`: the points of players in sessions, where they differ from `EARNED`; `planned`: the lines of the next
    session; `ranking`: (player, how far behind the next one, ranking), the highest first; `regular`: the lines of
    those who were replaced.
    """
    points = pl.DataFrame([{**KEY, **EARNED, "date": dt.date(2026, 1, 1), "session_id": "1", **row} for row in earned])
    standing = pl.DataFrame(
        [
            {**KEY, "rank": f"{place}", "player_id": player, "name": player, "behind": behind, "ranking": ranked}
            for place, (player, behind, ranked) in enumerate(ranking, start=1)
        ]
    ).with_columns(places=pl.lit(0))
    usual = {"missing": 0, "substitute_ranking": 70.0, "window": 6}
    rankings = pl.DataFrame([{**KEY, "player_id": player, **usual} for player, _, _ in ranking])
    given_tables = {
        "report.explained_points": points,
        "report.explained_rankings": rankings,
        "report.player_ranking": standing,
        "report.pair_ranking": pl.DataFrame(schema=PAIRS) if pairs is None else pairs,
        "report.next_lines": planned,
        "report.regular_lines": pl.DataFrame(schema=LINES) if regular is None else regular,
        "report.lifting": pl.DataFrame(schema=LIFTING),
        "raw.competitions": rules,
    }
    return {row["player_id"]: row for row in made("report.needed", given_tables).to_dicts()}


def made(table: str, given_tables: Tables) -> pl.DataFrame:
    return season_tables(given_tables, [table])[table]


def of_pairs(*rows: tuple[str, float, str]) -> pl.DataFrame:
    """Lines of pairs, and their rankings; players are letters."""
    pairs = [(*KEY.values(), line, ranking, [{"player_id": one} for one in pair]) for line, ranking, pair in rows]
    return pl.DataFrame(pairs, schema=LINES, orient="row")


def of_spans(spans: Spans, **scale: Any) -> dict[str, Any]:
    """What each of `spans` needs who played in that line, earned 75 points, and is a point behind the next one."""
    earned = [
        {"player_id": line, "line": line, "high": high, "low": low, **scale} for line, (high, low) in spans.items()
    ]
    lines = of_pairs(*((line, 100.0, player) for line, player in zip("ABC", spans, strict=True)))
    return needed(earned, lines, [(line, 1.0, 60.0) for line in spans])


def in_line_a(
    ranking: Sequence[tuple[str, float | None, float]],
    planned: pl.DataFrame | None = None,
    lines: int = 1,
    pairs: pl.DataFrame | None = None,
    regular: pl.DataFrame | None = None,
    **scale: Any,
) -> dict[str, Any]:
    """What each of these needs who earned 75 points in line A, the only session."""
    earned = [{"player_id": player, "top_score": 100.0, **scale} for player, _, _ in ranking]
    rules = RULES.with_columns(lines=pl.lit(lines, dtype=pl.Int32))
    next_lines = of_pairs(("A", 160.0, "1")) if planned is None else planned
    return needed(earned, next_lines, ranking, pairs=pairs, regular=regular, rules=rules)


@cases((ALONE, (37.5, 52.5), (62.5, 77.5)), (TOGETHER, (50.0, 60.0), (50.0, 60.0)))
def test_shared_spans_are_shared_again(spans: Spans, first: tuple[float, float], second: tuple[float, float]) -> None:
    found = of_spans(spans)
    assert {line: row["line"] for line, row in found.items()} == {"D": "A", "G": "B", "X": "C"}
    for line, scores in (("D", first), ("G", second)):
        assert (found[line]["rises"], found[line]["passes"]) == scores


def away(*pairs: tuple[str, float, int]) -> dict[str, tuple[str, str]]:
    """Player -> line and `by`; all played in line A, and of these pairs the next session has none."""
    ranking = [(player, 1.0, 60.0) for player in sorted({player for pair, _, _ in pairs for player in pair})]
    ranked = [(*KEY.values(), [{"player_id": one} for one in pair], number, many) for pair, number, many in pairs]
    rows = pl.DataFrame(ranked, schema=PAIRS, orient="row")
    found = in_line_a(
        ranking, of_pairs(*PLANNED), 3, pairs=rows, regular=of_pairs(("C", 130.0, "r")), points=70.0, top_score=75.0
    )
    return {player: (row["line"], row["by"]) for player, row in found.items()}


@cases((170.0, "A"), (149.0, "A"), (148.9, "B"), (140.0, "B"), (139.9, "C"), (90.0, "C"))
def test_a_pair_that_was_not_there_plays_in_the_line_of_its_ranking(ranking: float, line: str) -> None:
    """Among the pairs of the next session: with the strongest of them that is no stronger."""
    assert away(("ab", ranking, 4)) == dict.fromkeys("ab", (line, "ranking"))


def test_no_score_is_reported_that_nobody_can_have() -> None:
    assert of_spans(ALONE, points=100.0) == {}, "100 % in line A, and more than that in the others"
    butler = of_spans(ALONE, points=77.0, scoring="butler", average_score=0.0, top_score=20.0)
    assert butler["G"]["rises"] == 14
    assert butler["G"]["passes"] is None, "26 IMPs on every board"


def test_the_score_for_the_first_ten_is_shown_to_those_who_are_near_them() -> None:
    """Of 25 players a point apart, in line A, where 50 % earns 80 points and 100 % earns 90."""
    ranking = [(f"{number}", 1.0 if number > 1 else None, 101.0 - number) for number in range(1, 26)]
    near = in_line_a(ranking)
    assert (near["10"]["first"], near["11"]["first"]) == (None, None), "there already; and just below"
    assert near["12"]["first"] == 85, "two points behind: 87 points, in a window of six"
    assert not near["12"]["out_of_reach"]
    assert (near["20"]["first"], near["20"]["out_of_reach"]) == (None, True)
    assert not near["21"]["out_of_reach"], "farther below nothing is told"


POINTS = st.lists(st.integers(30, 100), min_size=1, max_size=8)


def rules(required: int, drop: int) -> pl.DataFrame:
    numbers = {"individual_min": pl.lit(required, pl.Int32), "individual_drop": pl.lit(drop, pl.Int32)}
    return RULES.with_columns(**numbers, individual_min_share=pl.lit(None, pl.Float64))


def played(points: Sequence[float], counts: Sequence[bool] | bool = True) -> pl.DataFrame:
    """The sessions of a player, one a day."""
    days = [dt.date(2026, 1, 1 + number) for number in range(len(points))]
    rows = {"player_id": "ann", "session_id": [f"{day}" for day in days], "date": days, "points": points}
    return pl.DataFrame({**KEY, **rows, "counts": counts}, schema_overrides={"points": pl.Float64})


def lifting(sessions: pl.DataFrame, of: pl.DataFrame) -> pl.DataFrame:
    return made("report.lifting", {"championships.individual_sessions": sessions, "raw.competitions": of})


def average(points: list[float], required: int, drop: int) -> float:
    sessions = [str(number) for number in range(len(points))]
    rows = pl.DataFrame({"session_id": sessions, "player_id": ["ann"] * len(points), "points": points})
    found: float = championships.standing(rows, individual_min=required, individual_drop=drop)["average"].item()
    return found


def words(points: list[float], required: int, drop: int) -> dict[str, object]:
    left_out = min(drop, max(0, len(points) - required))
    order = sorted(range(len(points)), key=lambda place: (points[place], place))
    counts = [place not in order[:left_out] for place in range(len(points))]
    (row,) = lifting(played(points, counts), rules(required, drop)).drop(KEY).to_dicts()
    return row


@settings(deadline=None, max_examples=by_night(40))
@given(POINTS, st.integers(1, 6), st.integers(0, 3))
@example([30, 30], 1, 1)
def test_more_than_that_lifts_the_average_and_less_does_not(points: list[int], required: int, drop: int) -> None:
    """Less lowers it, but where a result that is left out now is as high as the average, and counts then."""
    known = [float(number) for number in points]
    row = words(known, required, drop)
    now, lifts = average(known, required, drop), float(str(row["lifts"]))
    more, less = (average([*known, lifts + step], required, drop) for step in (0.5, -0.5))
    assert more > now
    left_out = sorted(known)[: min(drop, max(0, len(known) - required))]
    if row["lowest_on"] is None and left_out[-1:] != [now]:
        assert less < now
    else:
        assert less == pytest.approx(now)


def test_nothing_is_said_where_a_share_of_the_evenings_must_count() -> None:
    share = rules(2, 1).with_columns(individual_min_share=pl.lit(0.5))
    assert lifting(played([80.0, 70.0]), share).is_empty()
