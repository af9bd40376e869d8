"""The tables that compare the methods of ranking points, and the table of the lines of the next session.

What belongs here: joins, order and rounding, for all competitions at once.
"""

import polars as pl

from transforms.rankings.trios import without_thirds_elsewhere
from transforms.tables import (
    COMPETITION,
    METHODS,
    PARTNERSHIP,
    PLAYER,
    Tables,
)
from transforms.tables.arithmetic.as_shown import named
from transforms.tables.arithmetic.rounding import to_decimals

_PLACES = [f"{method}_place" for method in METHODS]


def method_tables(tables: Tables, people: pl.DataFrame, partnerships: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """`foretold`, `methods`, `champions`, `other_lines`, `next_lines`, `regular_lines` and `untold_lines`.

    Args:
        tables: those of the warehouse.
        people: the names, one row per player and season.
        partnerships: the names, one row per pair or trio and season.
    """
    own = tables["raw.competitions"].select(*COMPETITION, own="method")
    same_lines = _same_lines(tables["rankings.next_lines"])
    return {
        "foretold": _foretold(tables, own),
        "methods": _methods(tables, own, people),
        "champions": _champions(tables, own, people),
        "other_lines": _other_lines(tables, partnerships),
        "next_lines": _named_lines(tables["rankings.next_lines"], people, same_lines),
        "regular_lines": _named_lines(tables["rankings.regular_lines"], people, same_lines),
        "untold_lines": tables["rankings.untold_lines"],
    }


def _foretold(tables: Tables, own: pl.DataFrame) -> pl.DataFrame:
    """How well the rankings by each method predicted results; shares, differences and errors are in percent."""
    return (
        tables["rankings.backtest"]
        .join(own, on=COMPETITION)
        .with_columns(own=pl.col("method") == pl.col("own"))
        .sort(*COMPETITION, _in_order("method"))
        .select(
            *COMPETITION,
            "method",
            "own",
            "sessions",
            "compared",
            to_decimals(pl.col("right"), 1),
            to_decimals(100 * pl.col("share")).alias("share"),
            to_decimals(100 * pl.col("share_error"), 1).alias("share_error"),
            to_decimals(100 * pl.col("difference")).alias("difference"),
            to_decimals(100 * pl.col("difference_error")).alias("difference_error"),
            to_decimals(pl.col("tau"), 3),
        )
    )


def _methods(tables: Tables, own: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """Place and ranking of every player by every method, and how far apart the places are."""
    others = tables["rankings.other_methods"]
    wide = [
        others.filter(method=method).select(
            *PLAYER,
            pl.col("place").alias(f"{method}_place"),
            to_decimals(pl.col("ranking")).alias(f"{method}_ranking"),
        )
        for method in METHODS
    ]
    rows = others.select(PLAYER).unique()
    for of_method in wide:
        rows = rows.join(of_method, on=PLAYER, how="left")
    own_place = pl.coalesce(
        pl.when(pl.col("own") == method).then(place) for method, place in zip(METHODS, _PLACES, strict=True)
    )
    return (
        rows.join(own, on=COMPETITION)
        .join(people.select(*PLAYER, "name"), on=PLAYER, how="left")
        .with_columns(own_place=own_place, moves=pl.max_horizontal(_PLACES) - pl.min_horizontal(_PLACES))
        .sort(*COMPETITION, "own_place", "name", "player_id")
        .select(
            *COMPETITION,
            "player_id",
            "name",
            "own_place",
            *(f"{method}_{what}" for method in METHODS for what in ("place", "ranking")),
            "moves",
        )
    )


def _champions(tables: Tables, own: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """Who would be individual champion by each method, where that is shown; null where nobody is eligible."""
    by_method = (*COMPETITION, "method")
    shown = tables["raw.competitions"].filter("individual_show")
    standing = tables["rankings.other_methods"].join(shown, on=COMPETITION, how="semi", maintain_order="left")
    best = standing.filter(rank=1).join(people, on=PLAYER, how="left").sort(*by_method, "name", "player_id")
    averages = best.group_by(by_method).agg(pl.col("average").first())
    return (
        standing.select(by_method)
        .unique()
        .join(own, on=COMPETITION)
        .join(named(best, by_method), on=by_method, how="left")
        .join(averages, on=by_method, how="left")
        .with_columns(own=pl.col("method") == pl.col("own"))
        .sort(*COMPETITION, _in_order("method"))
        .select(*by_method, "own", "names", "players", to_decimals(pl.col("average")))
    )


def _other_lines(tables: Tables, partnerships: pl.DataFrame) -> pl.DataFrame:
    """The pairs that at least one method would put in another line than today's, with their line by each method."""
    lines = tables["rankings.other_lines"]
    differs = lines.filter(pl.col("line") != pl.col("line_today"))
    of_methods = [pl.col("line").filter(method=method).first().alias(f"{method}_line") for method in METHODS]
    return (
        lines.join(differs, on=PARTNERSHIP, how="semi")
        .group_by(PARTNERSHIP)
        .agg(pl.col("line_today").first(), *of_methods)
        .join(partnerships, on=PARTNERSHIP, how="left")
        .sort(*COMPETITION, "line_today", "names", "partnership_id")
        .select(*PARTNERSHIP, "names", "players", "line_today", *(f"{method}_line" for method in METHODS))
    )


def _same_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """The seasons that plan the lines of the last session again, so that a pair can go up or down."""
    planned, played = (pl.col(column).unique().sort().str.join() for column in ("line", "played_in"))
    return lines.group_by(COMPETITION).agg(same=planned == played).filter("same").select(COMPETITION)


def _named_lines(lines: pl.DataFrame, people: pl.DataFrame, same_lines: pl.DataFrame) -> pl.DataFrame:
    """The pairs and trios of `LineAssignment` with their names, the strongest first.

    `came_from` is null where they stay in their line, or the lines of the last session were others than those planned.
    """
    pair = (*COMPETITION, "place")
    seated = without_thirds_elsewhere(lines)
    players = pl.concat(
        seated.select(*pair, pl.col(column).alias("player_id"), order=pl.lit(order))
        for order, column in enumerate(("player_id", "partner_id", "third_id"))
    ).drop_nulls("player_id")
    names = named(players.join(people, on=PLAYER, how="left").sort(*pair, "order"), pair)
    comparable = same_lines.with_columns(is_told=pl.lit(value=True))
    return (
        lines.join(names, on=pair)
        .join(comparable, on=COMPETITION, how="left")
        .with_columns(came_from=pl.when("is_told", pl.col("played_in") != pl.col("line")).then("played_in"))
        .sort(pair)
        .select(*COMPETITION, "line", "place", "names", "players", to_decimals(pl.col("ranking")), "came_from")
    )


def _in_order(column: str) -> pl.Expr:
    return pl.col(column).replace_strict({method: number for number, method in enumerate(METHODS)}, default=None)
