"""A season beside the season under other rules: the same rules move nobody, and both sides may change places."""

from dataclasses import fields
from itertools import combinations

import polars as pl
import pytest
from factories import Tables, close_to, competitions, frame, in_warehouse
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from rankings.seasons import MANY, NOTHING_EARNED, RANKED_FROM, federations, few_seasons

from transforms.rankings.what_if.backtest import rank_correlation
from transforms.rankings.what_if.side_by_side import (
    SideBySide,
    every_method,
    final_rankings,
    other_lines,
    side_by_side,
)
from transforms.season import season_tables
from transforms.tables.schemas import (
    COMPETITION,
    METHODS,
    EarnedPoints,
    Entries,
    MatchResults,
    Partnerships,
    Players,
    SessionResults,
    Sessions,
)

OTHER = {name: f"other_{name}" for name in ("champions", "ranking", "average", "rank", "line", "share")}


def under(federation: Tables, **rules: object) -> Tables:
    """The season under its rules, but for those given."""
    changed = federation["competitions"].with_columns(**{name: pl.lit(value) for name, value in rules.items()})
    given = in_warehouse({**federation, "competitions": changed})
    return given | season_tables(given)


@few_seasons
@given(federations(MANY), st.sampled_from(METHODS), st.sampled_from(METHODS), st.integers(1, 5))
def test_the_other_way_round_is_the_mirror_image(federation: Tables, one: str, other: str, lines: int) -> None:
    rules = {"method": other, "lines": lines}
    today, then = under(federation, method=one), under(federation, **rules)
    today["raw.competitions"] = today["raw.competitions"].cast(then["raw.competitions"].schema)
    there, back = side_by_side(today, then), side_by_side(then, today)
    both_ways = {"promoted": "demoted", "demoted": "promoted"}
    swapped = {**OTHER, **{other: name for name, other in OTHER.items()}}
    for part in fields(SideBySide):
        rows: pl.DataFrame = getattr(back, part.name)
        mirrored = rows.rename({name: new for name, new in swapped.items() if name in rows.columns})
        if "moved" in mirrored.columns and part.name == "players":
            mirrored = mirrored.with_columns(moved=-pl.col("moved"))
        if "change" in mirrored.columns:
            mirrored = mirrored.with_columns(pl.col("change").replace(both_ways))
        if "difference" in mirrored.columns:
            mirrored = mirrored.with_columns(difference=-pl.col("difference"))
        if "promoted" in mirrored.columns:
            mirrored = mirrored.rename(both_ways)
        expected: pl.DataFrame = getattr(there, part.name)
        assert_frame_equal(mirrored.select(expected.columns), expected, check_exact=True)


@pytest.mark.nightly
@few_seasons
@given(federations(MANY))
def test_every_method_as_if_it_were_the_competitions_own(federation: Tables) -> None:
    found = every_method(
        **{name: federation[name] for name in RANKED_FROM}, earned=NOTHING_EARNED
    ).other_methods.collect()
    for method in METHODS:
        tables = under(federation, method=method)
        standing = tables["championships.individual"].select(
            *COMPETITION, "player_id", "average", championship_rank="rank"
        )
        expected = final_rankings(tables["rankings.player_rankings"]).collect()
        assert_frame_equal(
            found.filter(method=method).drop("method"),
            expected.join(standing, on=(*COMPETITION, "player_id")),
            check_row_order=False,
            check_column_order=False,
            rel_tol=0,
            abs_tol=1e-9,
        )


@pytest.mark.long
@few_seasons
@given(federations(MANY), st.booleans(), st.integers(1, 4))
def test_lines_and_predictions_by_every_method_are_those_of_the_season_under_it(
    federation: Tables, hand_on: bool, lines: int
) -> None:
    rules = federation["competitions"].with_columns(
        hand_on=pl.lit(hand_on), lines=pl.lit(lines, dtype=federation["competitions"].schema["lines"])
    )
    raw = federation | {"competitions": rules}
    today = under(raw)
    by_method = every_method(**{name: raw[name] for name in RANKED_FROM}, earned=NOTHING_EARNED)
    found = other_lines(
        by_method.other_methods,
        today["rankings.partnerships"],
        today["championships.pairs"],
        raw["players"],
        rules,
    ).collect()
    for method in METHODS:
        both = side_by_side(today, under(raw, method=method))
        words = found.filter(method=method).select(*COMPETITION, "partnership_id", "line_today", "ranking", "line")
        of_lines = {"line_today": "line", "ranking": "other_ranking", "line": "other_line"}
        expected = both.lines.select(*COMPETITION, "partnership_id", **of_lines)
        assert_frame_equal(words, expected, rel_tol=0, abs_tol=1e-9)
        foretold = by_method.backtest.filter(method=method).collect()
        predicted = both.foretold.select(*COMPETITION, "compared", share="other_share")
        assert_frame_equal(predicted, foretold.select(predicted.columns), rel_tol=0, abs_tol=1e-9)


def four_pairs(rankings: dict[str, float]) -> Tables:
    """Declared pairs `ab`, `cd`, ...: each of two players, who have not played but for their substitute rankings."""
    of_pairs = [(pair, player, ranking) for pair, ranking in rankings.items() for player in pair]
    partnerships = ({"partnership_id": pair, "player_id": player} for pair, player, _ in of_pairs)
    players = ({"player_id": player, "substitute_ranking": ranking} for _, player, ranking in of_pairs)
    raw = {
        "competitions": competitions(ranking={"lines": 2}),
        "players": frame(Players, *players),
        "partnerships": frame(Partnerships, *partnerships),
    }
    none = {"sessions": Sessions, "entries": Entries, "session_results": SessionResults, "match_results": MatchResults}
    none |= {"ranking_points": EarnedPoints}
    given = in_warehouse(raw | {name: frame(schema) for name, schema in none.items()})
    return given | season_tables(given)


def test_promoted_and_demoted_by_hand() -> None:
    """Five pairs over two lines: the odd one is in the higher line."""
    today = four_pairs({"ab": 90, "cd": 80, "ef": 70, "gh": 60, "ij": 50})
    then = four_pairs({"ab": 90, "cd": 80, "ef": 40, "gh": 60, "ij": 50})
    lines = side_by_side(today, then).lines
    assert lines["line"].to_list() == ["A", "A", "A", "B", "B"]
    assert lines["other_line"].to_list() == ["A", "A", "B", "A", "B"]
    assert lines["change"].to_list() == [None, None, "demoted", "promoted", None]
    assert lines["ranking"].to_list() == close_to([180, 160, 140, 120, 100])


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=12))
def test_correlation_against_all_pairs_in_plain_python(points: list[tuple[int, int]]) -> None:
    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    def place(values: list[int], value: int) -> float:
        return 1 + sum(other < value for other in values) + (values.count(value) - 1) / 2

    pairs = [(sign(a[0] - b[0]), sign(a[1] - b[1])) for a, b in combinations(points, 2)]
    distinguished = sum(abs(x) for x, _ in pairs) * sum(abs(y) for _, y in pairs)
    xs, ys = ([place([p[side] for p in points], p[side]) for p in points] for side in (0, 1))
    middle = (len(points) + 1) / 2
    together = sum((x - middle) * (y - middle) for x, y in zip(xs, ys, strict=True))
    spread = sum((x - middle) ** 2 for x in xs) * sum((y - middle) ** 2 for y in ys)
    rows = pl.DataFrame(points, schema=["one", "other"], orient="row").with_columns(evening=1)
    found = rank_correlation(rows, "one", "other", ["evening"]).collect().row(0, named=True)
    if distinguished:
        assert found["kendall"] == close_to(sum(x * y for x, y in pairs) / distinguished**0.5)
        assert found["spearman"] == close_to(together / spread**0.5)
    else:
        assert found["kendall"] is found["spearman"] is None
