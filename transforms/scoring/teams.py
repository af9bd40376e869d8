"""Teams of four: compare the scores of the two tables of a match on every board.

A board has two result lines; the two teams sit in opposite directions on them. At IMPs, the difference between the two
scores is converted to IMPs. At point-a-board, a team gets two points for the better score and one for an equal score.
Weighted scores are compared outcome by outcome (Law 12C1c); a split score gives each team its own result. Neither team
gets anything for a board if one of its lines is missing or was not played. The same holds for a board that was played
in the wrong direction at only one table, because both pairs of a team then held the same cards.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.imps import imps
from transforms.bridge.rulings import awarded_imps, awarded_percentage, is_reversed, outcomes
from transforms.bridge.sessions import POINT_A_BOARD
from transforms.scoring.result_lines import places_of, result_lines, with_own_averages
from transforms.tables.arithmetic.sums import steady_mean, steady_sum
from transforms.tables.schemas import DIRECTIONS, BoardScores, Competitions, Direction, Frame, Results, Sessions
from transforms.tables.shared import in_shape

_RULES = ("average_plus", "average_minus", "average_plus_imps", "average_minus_imps")
_TABLE = ("place", "round", "board", "subfield", "ns", "ew")
_OTHER_TABLE = ("place", "round", "board", "subfield", "ew", "ns")
_AT_POINT_A_BOARD = pl.col("scoring") == "point_a_board"


def team_scores(
    results: Frame[Results], sessions: Frame[Sessions], competitions: Frame[Competitions]
) -> dy.LazyFrame[BoardScores]:
    """Score every line of every session for teams; each side gets its team's points.

    A board of a match has two lines in the same round. The column `team_scoring` decides whether the board is scored at
    IMPs or point-a-board.
    """
    places = places_of(results, sessions, competitions, ("teams",), _RULES).collect()
    of_place = places.select("place", *_RULES, scoring=pl.col("team_scoring").fill_null("imps"))
    here = result_lines(results, places).join(of_place, on="place", maintain_order="left")
    other = here.select(*_OTHER_TABLE, other="number").rename(dict(zip(_OTHER_TABLE, _TABLE, strict=True)))
    lines = here.join(other, on=_TABLE, how="left", nulls_equal=True, maintain_order="left")
    won = _won(lines)
    compared = (
        lines.join(won.select("number", ns_points="won"), on="number", how="left", maintain_order="left")
        .join(won.select(other="number", ew_points="won"), on="other", how="left", maintain_order="left")
        .with_columns(top=pl.when(_AT_POINT_A_BOARD).then(float(POINT_A_BOARD)))
    )
    compared = with_own_averages(compared, compared, steady_mean(pl.col("points"))).with_columns(
        ns_award=_award("NS"), ew_award=_award("EW")
    )
    other_awards = compared.select(other="number", other_ns="ns_award", other_ew="ew_award")
    return in_shape(
        BoardScores,
        compared.join(other_awards, on="other", how="left", maintain_order="left")
        .lazy()
        .with_columns(
            # A team with an award at both tables gets the mean of the two awards.
            ns_points=pl.coalesce(pl.mean_horizontal("ns_award", "other_ew"), "ns_points"),
            ew_points=pl.coalesce(pl.mean_horizontal("ew_award", "other_ns"), "ew_points"),
            table_no="table",
            datum=pl.lit(None, pl.Float64),
        ),
    )


def _won(lines: pl.DataFrame) -> pl.DataFrame:
    scores = _scores(lines)
    here = scores.filter(pl.col("direction") == "NS").drop("direction")
    there = scores.filter(pl.col("direction") == "EW").select(other="number", there="score", weight_there="weight")
    both = (
        here.join(lines.select("number", "other", "scoring", "ruling"), on="number")
        .join(there, on="other")
        .join(lines.select(other="number", ruling_there="ruling"), on="other")
    )
    difference = pl.col("score") - pl.col("there")
    changes_sides, changes_sides_there = is_reversed(pl.col("ruling")), is_reversed(pl.col("ruling_there"))
    better = pl.when(changes_sides).then(-difference).otherwise(difference)
    worth = pl.when(_AT_POINT_A_BOARD).then(better.sign() + 1).otherwise(imps(better))
    return (
        both.filter(changes_sides == changes_sides_there)
        .group_by("number")
        .agg(won=steady_sum(worth * pl.col("weight") * pl.col("weight_there")))
    )


def _scores(lines: pl.DataFrame) -> pl.DataFrame:
    played = lines.filter(pl.col("compared_score").is_not_null())
    simply = [
        played.select("number", direction=pl.lit(direction), weight=pl.lit(1.0), score="compared_score")
        for direction in DIRECTIONS
    ]
    ruled = outcomes(lines.filter(pl.col("ruling").is_not_null()), ["number"])
    return pl.concat([*simply, ruled.select("number", "direction", "weight", "score")])


def _award(direction: Direction) -> pl.Expr:
    ruling, own = pl.col("ruling"), pl.col(f"{direction.lower()}_own")
    percentage = awarded_percentage(
        ruling, direction, 100 / POINT_A_BOARD * own, pl.col("average_plus"), pl.col("average_minus")
    )
    in_imps = awarded_imps(ruling, direction, own, pl.col("average_plus_imps"), pl.col("average_minus_imps"))
    return pl.when(_AT_POINT_A_BOARD).then(POINT_A_BOARD / 100 * percentage).otherwise(in_imps)
