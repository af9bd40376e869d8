"""The points of each entrant by round. Source: 't Fonteintje, Puntentelling in parentornooi, section 4 (`31d`)."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import TEAMS, by_entrant
from transforms.tables.arithmetic.sums import sums_of_lists
from transforms.tables.runs import key_number
from transforms.tables.schemas import LINE, BoardScores, Frame, SessionRounds

_OF_BOARDS = (*LINE, "board", "round", "ns", "ew", "ns_points", "ew_points", "top")
_ENTRANT = ("place", "entrant")
_MEETING = (*_ENTRANT, "round", "opponent", "direction")


def session_rounds(board_scores: Frame[BoardScores]) -> dy.LazyFrame[SessionRounds]:
    """Return each entrant's points by round, opponent and direction, sorted by key. Lines between teams are left out.

    If the round of any board of a line is not known, a new round starts when the opponent changes, in the order of the
    boards. Meetings without points are left out. The rounds add up to the points before sit-outs and adjustments.
    """
    scored = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS)).select(_OF_BOARDS).collect()
    # One number for each line of a session, since grouping by one number is much faster than by five texts.
    numbered = scored.with_columns(place=key_number(scored, LINE))
    places = numbered.select("place", *LINE).unique("place").lazy()
    rounds_known = pl.col("round").is_not_null().all().over("place")
    sides = pl.concat(
        numbered.lazy().select(
            *("place", "board", "top"),
            side=side,
            opponent=opponent,
            direction=pl.lit(side.upper()),
            points=f"{side}_points",
            round=pl.when(rounds_known).then("round"),
        )
        for side, opponent in (("ns", "ew"), ("ew", "ns"))
    )
    boards = by_entrant(sides, "side")
    in_order = boards.filter(pl.col("round").is_null()).sort(*_ENTRANT, "board", "opponent", "direction")
    changes = (pl.col("opponent") != pl.col("opponent").shift(1)).over(_ENTRANT).fill_null(value=True)
    counted = in_order.with_columns(changes=changes).with_columns(
        round=pl.col("changes").cum_sum().over(_ENTRANT).cast(pl.Int32)
    )
    meetings = (
        pl.concat([boards.filter(pl.col("round").is_not_null()), counted.drop("changes")])
        .group_by(_MEETING)
        .agg(
            first_board=pl.col("board").min(),
            boards=pl.col("points").count(),
            points=pl.col("points").drop_nulls(),
            has_top=pl.col("top").count() > 0,
            maximum=pl.col("top").filter(pl.col("points").is_not_null()).drop_nulls(),
        )
        .filter(pl.col("boards") > 0)
        .with_columns(sums_of_lists("points", "maximum"))
        .with_columns(maximum=pl.when("has_top").then("maximum"))
        .sort(_MEETING)
        .join(places, on="place", maintain_order="left")
    )
    return SessionRounds.cast(meetings)
