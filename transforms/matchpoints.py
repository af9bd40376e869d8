"""Matchpoints: what each result line was worth against the others on the same board.

Two points for every result beaten, one for every result equalled; the top is 2 * (results - 1), and
North-South and East-West together always have the top. Source: 't Fonteintje, Puntentelling in
parentornooi, sections 2 and 3. Where programs differ, the competition's scoring rules decide
(docs/scoring_rules.md); they are columns here, so any number of competitions is scored at once.
"""

import polars as pl

from transforms.comparison import matchpoints
from transforms.result_lines import places_of, result_lines
from transforms.rulings import (
    Direction,
    assigned_percentage,
    awarded_percentage,
    is_awarded,
    needs_own_average,
)
from transforms.sums import steady_sum
from transforms.tables import BoardScores, Frame

_RULES = ("not_played", "average", "assigned", "expected", "line_decimals", "average_plus", "average_minus")


def matchpoint_scores(results: Frame, sessions: Frame, competitions: Frame) -> pl.LazyFrame:
    """Score every result line of every pairs session by matchpoints.

    Args:
        results: `Results`; sit-outs (a side null) are left out. A score that is missing follows from the
            contract; a line with neither counts as not played.
        sessions: `Sessions`; `together` names the lines scored as one field.
        competitions: `Competitions`, for the scoring rules.

    Returns:
        `BoardScores`, points on a scale from 0 to `top`, sorted by key.
    """
    places = places_of(sessions, competitions, ("pairs",), _RULES).collect()
    lines = result_lines(results, places)
    awards = _awards(lines, places)
    boards = _boards(lines, awards, places)

    compared = _compared(lines, boards, awards)
    awarded = _awarded(awards, compared)
    return (
        compared.join(awarded, on="number", how="left", maintain_order="left")
        .lazy()
        .with_columns(
            ns_points=pl.coalesce("ns_award", "ns_points"),
            ew_points=pl.coalesce("ew_award", "ew_points"),
            table_no="table",
            datum=pl.lit(None, pl.Float64),
            scoring=pl.lit("matchpoints"),
        )
        .select(BoardScores.column_names())
    )


def _awards(lines: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """The lines on which a director gave shares of the top, with the rules in force.

    `rank_at` is the percentage at which such a line is compared with the others, where the rules say so
    (`assigned = "in_place"`); null for a line that counts as an average.
    """
    ruling = pl.col("ruling")
    rank_at = pl.when(pl.col("assigned") == "in_place").then(assigned_percentage(ruling))
    return (
        lines.filter(ruling.is_not_null())
        .filter(is_awarded(ruling))
        .select("number", "place", "board_no", "ns", "ew", "ruling")
        .join(places.select("place", *_RULES), on="place")
        .with_columns(rank_at=rank_at)
    )


def _boards(lines: pl.DataFrame, awards: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """One row a board of a field: what happened there, and the number of results expected.

    `tied` are the averages that the others are taken to have tied with; `counted` the results from which
    the matchpoints of a played line come.
    """
    there, averages, ranked = pl.col("there"), pl.col("averages"), pl.col("played") + pl.col("in_place")
    awarded = awards.group_by("board_no").agg(
        averages=pl.col("rank_at").null_count(), in_place=pl.col("rank_at").count()
    )
    expected = (
        pl.when(pl.col("not_played") == "as_played")
        .then(pl.max_horizontal(ranked + averages, 1))
        .when(pl.col("expected") == "per_session")
        .then(there.max().over("field_no"))
        .when(pl.col("expected") == "modal")
        .then(pl.max_horizontal(there, there.mode().max().over("field_no")))
        .otherwise(there)
    )
    return (
        lines.group_by("board_no")
        .agg(played=pl.col("compared_score").count(), field_no=pl.col("field_no").first(), there=pl.len())
        .join(awarded, on="board_no", how="left")
        .with_columns(
            pl.col("played", "there").cast(pl.Int64), pl.col("averages", "in_place").fill_null(0).cast(pl.Int64)
        )
        .join(places.select(*_RULES, field_no="place"), on="field_no")
        .with_columns(expected=expected, tied=pl.when(pl.col("average") == "tie").then(averages).otherwise(0))
        .select("board_no", "played", "expected", "tied", "line_decimals", counted=ranked + pl.col("tied"))
    )


def _compared(lines: pl.DataFrame, boards: pl.DataFrame, awards: pl.DataFrame) -> pl.DataFrame:
    """The lines with the top of their board, and the points of those that were played.

    With M the matchpoints among the n results counted and N expected, a line is worth
    N / n * (M + 1) - 1 (Neuberg), which is M where n = N.
    """
    expected, counted, top = pl.col("expected"), pl.col("counted"), pl.col("top")
    earned = pl.col("among_played") + pl.col("tied") + pl.col("above_assigned").fill_null(0)
    neuberg = (expected * (earned + 1) - counted) / counted
    is_reversed = (pl.col("ruling") == "reversed").fill_null(False)
    for_ns = pl.when(is_reversed).then(top - neuberg).otherwise(neuberg)
    ranked = lines.join(boards, on="board_no", how="left", maintain_order="left").with_columns(
        among_played=matchpoints(lines["board_no"], lines["compared_score"]),
        top=2.0 * (expected - 1),
    )
    return (
        ranked.join(_above_assigned(ranked, awards), on="number", how="left", maintain_order="left")
        .with_columns(ns_points=for_ns, ew_points=top - for_ns)
        .with_columns(_half_up(pl.col("ns_points", "ew_points"), pl.col("line_decimals")))
    )


def _above_assigned(ranked: pl.DataFrame, awards: pl.DataFrame) -> pl.DataFrame:
    """(number, points) of the played lines that beat a line to which a director assigned its place.

    With n lines played, that place is so many percent of 2 * n, the top there would be with it among them.
    """
    place = pl.col("rank_at") / 100 * 2 * pl.col("played")
    return (
        awards.filter(pl.col("rank_at").is_not_null())
        .select("board_no", "rank_at")
        .join(ranked.select("number", "board_no", "played", "among_played"), on="board_no")
        .filter(pl.col("among_played") >= place)
        .group_by("number")
        .agg(above_assigned=2 * pl.len())
    )


def _awarded(awards: pl.DataFrame, compared: pl.DataFrame) -> pl.DataFrame:
    """(number, points for each side) of the lines on which a director gave shares of the top."""
    own_averages = _own_averages(awards, compared)
    tops = compared.select("number", "top")
    shares = awards.join(tops, on="number")
    for side in ("ns", "ew"):
        own = own_averages.select("place", pl.col("entrant").alias(side), pl.col("average").alias(f"{side}_average"))
        shares = shares.join(own, on=("place", side), how="left")
    return shares.select("number", ns_award=_award("NS"), ew_award=_award("EW"))


def _award(direction: Direction) -> pl.Expr:
    own_average = pl.col(f"{direction.lower()}_average")
    percentage = awarded_percentage(
        pl.col("ruling"), direction, own_average, pl.col("average_plus"), pl.col("average_minus")
    )
    return _half_up(pl.col("top") * percentage / 100, pl.col("line_decimals"))


def _own_averages(awards: pl.DataFrame, compared: pl.DataFrame) -> pl.DataFrame:
    """(place, entrant) -> percentage over the boards played, where a ruling asks for it."""
    asked = awards.filter(needs_own_average(pl.col("ruling"))).select("place").unique()
    of_these = compared.select("place", "ns", "ew", "ns_points", "ew_points", "top").join(asked, on="place", how="semi")
    played = of_these.filter(pl.col("ns_points").is_not_null())
    sides = pl.concat(played.select("place", "top", entrant=side, points=f"{side}_points") for side in ("ns", "ew"))
    percentage = 100 * steady_sum(pl.col("points")) / steady_sum(pl.col("top"))
    return sides.filter(pl.col("top") > 0).group_by("place", "entrant").agg(average=percentage)


def _half_up(points: pl.Expr, decimals: pl.Expr) -> pl.Expr:
    """Rounded to so many decimals, halves up; as it is where `decimals` is null."""
    unit = pl.lit(10.0).pow(decimals)
    # A half that binary floats put a hair below itself still goes up.
    return pl.when(decimals.is_null()).then(points).otherwise((points * unit + 0.5 + 1e-9).floor() / unit)
