"""The scorecards of sessions: every board as each entrant saw it, and the totals of an entrant's boards."""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import PARTNERS
from transforms.tables.arithmetic.as_shown import shown, unnamed
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.report import SessionResultsShown
from transforms.tables.report_of_deals import Cards, CardTotals, PlayedLines
from transforms.tables.runs import starts_run
from transforms.tables.schemas import ENTRANT, FIELD, TEAM_SCORINGS

_COMPARED = 3
_MARKED = 3


def cards(lines: dy.DataFrame[PlayedLines], results: dy.DataFrame[SessionResultsShown]) -> dy.LazyFrame[Cards]:
    """Return every board of every entrant, in the order of the scorecard."""
    of_sides = pl.concat(_of_side(lines, own, other) for own, other in (("ns", "ew"), ("ew", "ns")))
    scorings = results.select(*ENTRANT, "scoring").unique()
    rows = of_sides.sort(*ENTRANT, _order(), pl.col("sat") != "NS", "board", "opponent", maintain_order=True).join(
        scorings, on=ENTRANT, how="left", maintain_order="left"
    )
    of_match = (*ENTRANT, "round", "opponent", "board")
    is_first = pl.col("exact").rank("ordinal", descending=True).over(of_match) == 1
    has_teams = rows["scoring"].is_in(TEAM_SCORINGS).any()
    top, points = pl.col("top"), pl.col("points")
    known = rows.with_columns(
        begins=starts_run([*ENTRANT, "opponent", "partner", "sat"]),
        counts=pl.col("exact").is_not_null() & (is_first | ~_of_teams() if has_teams else pl.lit(value=True)),
        worth=pl.when(top > 0).then(points / top).when(top.is_null()).then(points),
        is_compared=_is_compared(),
    )
    return shown(Cards, known.with_columns(mark=_mark(), **_of_rounds()))


def _of_side(lines: pl.DataFrame, own: str, other: str) -> pl.DataFrame:
    """Return the lines as one side sees them. Two single players each get the line; `again` is true for the second."""
    sign = 1 if own == "ns" else -1
    seen = lines.select(
        *(*FIELD, "line", "row", "round", "board", "top", "decimals", "known"),
        entrant=own,
        opponent=other,
        opponents=pl.coalesce(pl.col(f"{other}_names").replace("", None), unnamed(pl.col(other))),
        sat=pl.lit(own.upper()),
        score=sign * pl.col("score"),
        mean=sign * pl.col("mean"),
        points=f"{own}_points",
        other_points=f"{other}_points",
        exact=pl.col("exact").struct.field(f"{own}_points"),
        share=f"{own}_share",
        par=sign * pl.col("par_score"),
        two=f"{own}_two",
    )
    of_two, ids = pl.col("two").is_not_null(), pl.col("entrant").str.split(PARTNERS)
    alone = seen.filter(~of_two).with_columns(partner=pl.lit(None, pl.String), again=pl.lit(value=False))
    single = [
        seen.filter(of_two).with_columns(
            entrant=ids.list.get(one),
            partner=pl.col("two").list.get(1 - one).struct.field("name"),
            again=pl.lit(one == 1),
        )
        for one in (0, 1)
    ]
    return pl.concat([alone, *single]).drop("two")


def _order() -> pl.Expr:
    """Return the key by which boards are sorted: the board; for a team at two tables, the lowest board of the match."""
    at_two_tables = (pl.len().over(*ENTRANT, "board") > 1).any().over(ENTRANT)
    of_match = pl.col("board").min().over(*ENTRANT, "opponent")
    return pl.when(at_two_tables).then(of_match).otherwise("board")


def _of_teams() -> pl.Expr:
    return pl.col("scoring").is_in(TEAM_SCORINGS)


def _of_rounds() -> dict[str, pl.Expr]:
    """Return the points and tops of the boards in a row against the same opponents, and the most decimals of these."""
    in_round, counted = (*ENTRANT, pl.col("begins").cum_sum().over(ENTRANT)), pl.when("counts")
    return {
        "round_total": steady_sum(counted.then("exact").drop_nulls()).over(in_round),
        "round_tops": counted.then("top").sum().over(in_round),
        "round_decimals": pl.col("decimals").max().over(in_round),
    }


def _is_compared() -> pl.Expr:
    """Return whether enough entrants sat in the same direction, and not all with the same points; false for teams."""
    points, group = pl.col("points"), (*FIELD, "board", "sat")
    results = points.filter(~pl.col("again")).count().over(group)
    differs = points.max().over(group) > points.min().over(group)
    return (results >= _COMPARED) & differs & points.is_not_null() & ~_of_teams()


def _mark() -> pl.Expr:
    """Return `best` for a compared board above average that is one of the entrant's three best; `worst` likewise."""
    # Boards with equal points are either all marked or none of them is.
    worth = pl.when("is_compared").then("worth")
    average = pl.when(pl.col("top").is_null()).then(0.0).otherwise(0.5)
    return (
        pl.when((worth > average) & (worth.rank("min", descending=True).over(ENTRANT) <= _MARKED))
        .then(pl.lit("best"))
        .when((worth < average) & (worth.rank("min").over(ENTRANT) <= _MARKED))
        .then(pl.lit("worst"))
    )


def card_totals(cards: dy.DataFrame[Cards]) -> dy.LazyFrame[CardTotals]:
    """Return the totals of the boards on each scorecard."""
    above = pl.col("points") > pl.col("other_points")
    counted = pl.when("counts")
    totals = cards.group_by(ENTRANT, maintain_order=True).agg(
        above=above.sum(),
        compared=above.is_not_null().sum(),
        tops=counted.then("top").sum(),
        of_top=pl.col("top").first().is_not_null(),
        known=pl.col("known").first(),
        total=steady_sum(counted.then("exact")),
        decimals=pl.col("decimals").max(),
    )
    return shown(CardTotals, totals)
