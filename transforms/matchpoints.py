"""Matchpoints: what each result line was worth against the others on the same board.

Two points for every result beaten, one for every result equalled; the top is 2 * (results - 1), and
North-South and East-West together always have the top. Source: 't Fonteintje, Puntentelling in
parentornooi, sections 2 and 3. Where programs differ, the competition's scoring rules decide
(docs/scoring_rules.md); they are columns here, so any number of competitions is scored at once.
"""

import string

import polars as pl

from transforms.contracts import contract_score
from transforms.fields import field_of
from transforms.rulings import awarded_percentage, is_awarded, is_played, needs_own_average
from transforms.tables import COMPETITION, SESSION, BoardScores, Frame

_RULES = ("not_played", "average", "expected", "line_decimals", "average_plus", "average_minus")
_BOARD = ("field_no", "board")


def board_scores(results: Frame, sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """Score every result line of every pairs session.

    Args:
        results: `Results`; sit-outs (a side null) are left out. A score that is missing follows from the
            contract; a line with neither counts as not played.
        sessions: `Sessions`; `together` names the lines scored as one field.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, points on a scale from 0 to `top`, sorted by key.
    """
    places = _places(sessions, competitions)
    lines = _lines(results, places)
    played = _played(lines, _boards(lines, places))
    return (
        _awarded(played)
        .sort("place", "board", "ns", "ew")
        .with_columns(table_no="table", scoring=pl.lit("matchpoints"))
        .select(BoardScores.column_names())
    )


def _places(sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """One row a line (A to Z) of a pairs session, numbered in order: its field, and the rules in force."""
    letters = pl.LazyFrame({"line": list(string.ascii_uppercase)})
    return (
        sessions.lazy()
        .filter(pl.col("kind") == "pairs")
        .select(*SESSION, "together")
        .join(competitions.lazy().select(*COMPETITION, *_RULES), on=COMPETITION)
        .join(letters, how="cross")
        .sort(*SESSION, "line")
        .with_row_index("place")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .with_columns(
            field_no=pl.col("place").min().over(*SESSION, "field"),
        )
    )


def _lines(results: Frame, places: pl.LazyFrame) -> pl.LazyFrame:
    """The result lines between two pairs, each with a score or the reason why it has none."""
    ruling = pl.col("ruling")
    score_of_contract = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    return (
        results.lazy()
        .filter(pl.col("ns").is_not_null() & pl.col("ew").is_not_null())
        .join(places.select(*SESSION, "line", "place", "field_no"), on=(*SESSION, "line"))
        .with_columns(score=pl.coalesce("score", score_of_contract))
        .with_columns(
            compared_score=pl.when(is_played(ruling)).then("score"),
            awarded=is_awarded(ruling),
        )
    )


def _boards(lines: pl.LazyFrame, places: pl.LazyFrame) -> pl.LazyFrame:
    """One row a board of a field: results there, results counted, results expected, and the rules in force.

    `counted` are the results that the matchpoints of a played line come from: those played, and with rule
    `average = tie` also the averages, each of which ties with everyone.
    """
    counted = pl.col("played") + pl.when(pl.col("average") == "tie").then("awards").otherwise(0)
    expected = (
        pl.when(pl.col("not_played") == "as_played")
        .then(pl.col("played") + pl.col("awards"))
        .when(pl.col("expected") == "per_session")
        .then(pl.col("lines").max().over("field_no"))
        .when(pl.col("expected") == "modal")
        .then(pl.max_horizontal("lines", pl.col("lines").mode().max().over("field_no")))
        .otherwise("lines")
    )
    return (
        lines.group_by(_BOARD)
        .agg(played=pl.col("compared_score").count(), awards=pl.col("awarded").sum(), lines=pl.len())
        .join(places.filter(pl.col("place") == pl.col("field_no")).select("field_no", *_RULES), on="field_no")
        .with_columns(counted=counted, expected=expected)
    )


def _played(lines: pl.LazyFrame, boards: pl.LazyFrame) -> pl.LazyFrame:
    """The points of every line that was played, null for the others.

    With M the matchpoints among the n results counted and N expected, a line is worth
    N / n * (M + 1) - 1 (Neuberg), which is M where n = N.
    """
    beaten_and_equalled = 2 * pl.col("compared_score").rank("average").over(_BOARD) - 2
    matchpoints = beaten_and_equalled + (pl.col("counted") - pl.col("played"))
    neuberg = (pl.col("expected") * (matchpoints + 1) - pl.col("counted")) / pl.col("counted")
    ns_points = _half_up(neuberg, pl.col("line_decimals"))
    ew_points = pl.col("top") - ns_points
    is_reversed = (pl.col("ruling") == "reversed").fill_null(False)
    return (
        lines.join(boards, on=_BOARD)
        .with_columns(top=2.0 * (pl.col("expected") - 1))
        .with_columns(
            ns_points=pl.when(is_reversed).then(ew_points).otherwise(ns_points),
            ew_points=pl.when(is_reversed).then(ns_points).otherwise(ew_points),
        )
    )


def _awarded(lines: pl.LazyFrame) -> pl.LazyFrame:
    """Give the lines with an average their share of the top; the others stay as they are."""
    own_averages = _own_averages(lines)
    ruling, top = pl.col("ruling"), pl.col("top")
    plus_and_minus = pl.col("average_plus"), pl.col("average_minus")
    ns_percentage = awarded_percentage(ruling, "NS", pl.col("ns_average"), *plus_and_minus)
    ew_percentage = awarded_percentage(ruling, "EW", pl.col("ew_average"), *plus_and_minus)
    for_ns = _half_up(top * ns_percentage / 100, pl.col("line_decimals"))
    for_ew = _half_up(top * ew_percentage / 100, pl.col("line_decimals"))
    return (
        lines.join(own_averages.rename({"entrant": "ns", "own_average": "ns_average"}), on=("place", "ns"), how="left")
        .join(own_averages.rename({"entrant": "ew", "own_average": "ew_average"}), on=("place", "ew"), how="left")
        .with_columns(
            ns_points=pl.when("awarded").then(for_ns).otherwise("ns_points"),
            ew_points=pl.when("awarded").then(for_ew).otherwise("ew_points"),
        )
    )


def _own_averages(lines: pl.LazyFrame) -> pl.LazyFrame:
    """(place, entrant) -> percentage over the boards played, where a ruling in that line of play asks for it."""
    asked = lines.filter(needs_own_average(pl.col("ruling"))).select("place").unique()
    played = lines.filter(pl.col("ns_points").is_not_null()).join(asked, on="place", how="semi")
    sides = pl.concat(
        [
            played.select("place", "top", entrant="ns", points="ns_points"),
            played.select("place", "top", entrant="ew", points="ew_points"),
        ]
    )
    return sides.group_by("place", "entrant").agg(own_average=100 * pl.sum("points") / pl.sum("top"))


def _half_up(points: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Rounded to so many decimals, halves up; as it is where `decimals` is null."""
    unit = pl.lit(10.0).pow(decimals)
    # A half that binary floats put a hair below itself still goes up.
    rounded = (points * unit + 0.5 + 1e-9).floor() / unit
    return pl.when(decimals.is_null()).then(points).otherwise(rounded)
