"""Entrants: the numbers of those who play on a line, entries for one that there is not, and pairs of one player."""

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import ENTRANT, LINE, SESSION

_NAMED = 20
"""Entrants of a line where they are not numbered from one to another."""


def entrants_of_lines(there: pl.LazyFrame) -> pl.LazyFrame:
    """(`LINE`, entrants): who is on each line, of (`ENTRANT`), in words: `1–8`, or one by one."""
    number = pl.col("entrant").cast(pl.Int64, strict=False)
    lowest, highest = number.min(), number.max()
    is_run = (number.n_unique() == pl.len()) & (highest - lowest + 1 == pl.len()) & (pl.len() > 1)
    are_all = is_run & (number.null_count() == 0) & (number.cast(pl.String) == pl.col("entrant")).all()
    named = some(pl.col("entrant").sort_by(number, "entrant", nulls_last=True), ", ", _NAMED)
    run = pl.when(are_all).then(phrase("{}–{}", lowest, highest))
    return there.unique().group_by(LINE).agg(entrants=pl.coalesce(run, named))


def of_no_entrant(entries: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """The entries of pairs for what no result of their line has: `A4` or `4NS` where it is `4`, or a name.

    With `entrants`, who has results on that line, and `meant`, the number in the entrant where one of these has it and
    nobody else is named for it. A line without results says nothing, and a pair may have stayed away: a number, or one
    written as others but for its digits (`3EW` where `1EW` is), where all of these have players.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams")
    named = entries.filter(~pl.col("entrant").str.contains(r"^\d+$"))
    odd = named.join(of_pairs, on=SESSION, how="semi").collect().lazy()
    there = who_played(results, odd)
    form = pl.col("entrant").str.replace_all(r"\d+", "0").alias("form")
    free = there.join(entries, on=ENTRANT, how="anti").select(*LINE, meant="entrant", entrant="entrant")
    alike = [*LINE, "form"]
    stayed_away = (
        odd.with_columns(form)
        .join(there.with_columns(form), on=alike, how="semi")
        .join(free.with_columns(form), on=alike, how="anti")
    )
    within = pl.col("entrant").str.extract(r"^\D*([0-9]+)\D*$")
    return (
        odd.join(pl.concat([there, stayed_away.select(ENTRANT)]), on=ENTRANT, how="anti")
        .join(entrants_of_lines(there), on=LINE, maintain_order="left")
        .with_columns(within=within)
        .join(free, left_on=[*LINE, "within"], right_on=ENTRANT, how="left", maintain_order="left")
        .with_columns(meant=pl.when(pl.col("entrant").n_unique().over(*LINE, "within") == 1).then("meant"))
        .drop("within")
    )


def who_played(results: pl.LazyFrame, of: pl.LazyFrame) -> pl.LazyFrame:
    """(`ENTRANT`) of who has a result on the lines of these rows."""
    lines = results.join(of.select(LINE).unique(), on=LINE, how="semi")
    sides = pl.concat([lines.select(*LINE, side=side) for side in ("ns", "ew")])
    return by_entrant(sides.filter(pl.col("side").is_not_null()).unique(), "side").select(ENTRANT).unique()


def as_meant(odd: pl.LazyFrame) -> pl.LazyFrame:
    """(`ENTRANT`) of those who are meant by entries of `of_no_entrant`: that they lack players is told there."""
    return odd.filter(pl.col("meant").is_not_null()).select(*LINE, entrant="meant").unique()


def are_of_pairs(players: pl.Expr) -> pl.Expr:
    """Whether an entrant is of a session of pairs: at least half of its entrants, a row each, have two `players`."""
    return (players == 2).mean().over(SESSION) >= 0.5


def lone_players(entries: pl.DataFrame, sessions: pl.DataFrame) -> pl.DataFrame:
    """`ENTRANT` of each pair with one player alone, in order: not of teams, nor of players who are each an entrant."""
    return (
        entries.join(sessions.filter(pl.col("kind") != "teams"), on=SESSION, how="semi")
        .group_by(ENTRANT)
        .agg(players=pl.len())
        .filter(are_of_pairs(pl.col("players")), players=1)
        .select(ENTRANT)
        .sort(ENTRANT)
    )
