"""Entrants: the numbers of those who play on a line, entries for one that there is not, and pairs of one player."""

from typing import NamedTuple

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import ENTRANT, LINE, PERSON, SEATED, SESSION

_NAMED = 20


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
    """The entries of pairs for an entrant that no result of their line has: `A4` or `4NS` where it is `4`, or a name.

    Added are `entrants`, who has results on that line, and `intended`, the number in the entrant, if it has results and
    nobody else is named for it. A line without results says nothing. A pair may have stayed away: one with a number, or
    written as others but for its digits, where all of these have players.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams")
    named = entries.filter(~pl.col("entrant").str.contains(r"^\d+$"))
    odd = named.join(of_pairs, on=SESSION, how="semi").collect().lazy()
    there = who_played(results, odd)
    form = pl.col("entrant").str.replace_all(r"\d+", "0").alias("form")
    free = there.join(entries, on=ENTRANT, how="anti").select(*LINE, intended="entrant", entrant="entrant")
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
        .with_columns(intended=pl.when(pl.col("entrant").n_unique().over(*LINE, "within") == 1).then("intended"))
        .drop("within")
    )


def who_played(results: pl.LazyFrame, of: pl.LazyFrame) -> pl.LazyFrame:
    """(`ENTRANT`) of who has a result on the lines of these rows."""
    lines = results.join(of.select(LINE).unique(), on=LINE, how="semi")
    sides = pl.concat([lines.select(*LINE, side=side) for side in ("ns", "ew")])
    return by_entrant(sides.filter(pl.col("side").is_not_null()).unique(), "side").select(ENTRANT).unique()


def as_intended(odd: pl.LazyFrame) -> pl.LazyFrame:
    """(`ENTRANT`) whom entries of `of_no_entrant` are intended for: those entries report that they lack players."""
    return odd.filter(pl.col("intended").is_not_null()).select(*LINE, entrant="intended").unique()


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


class Places(NamedTuple):
    """`Entries` with the first place of each player in each session, and those with another place."""

    entries: pl.LazyFrame
    again: pl.LazyFrame
    """With `first_entrant`, `first_line` and `first_file_id`: the place that counts."""


def places_of_players(entries: pl.LazyFrame, merged: pl.DataFrame) -> Places:
    """The entries by player, those of a session in order of file and line; `merged` places are reported already.

    An entry that another file gives without `substitutes_for` says for whom that one came, and is no second one.
    """
    given = _with_who_was_replaced(entries.sort(*SESSION, "player_id", *PLACE, nulls_last=True, maintain_order=True))
    in_order = given.with_columns(place=pl.int_range(pl.len()).over(SEATED)).collect().lazy()
    several = in_order.filter(pl.len().over(SEATED) > 1)
    first = pl.col("entrant", "line", "file_id").first().over(SEATED).name.prefix("first_")
    again = several.with_columns(first).filter(pl.col("place") > 0).drop("place")
    again = again.join(merged.lazy(), on=SEATED, how="anti", maintain_order="left")
    return Places(in_order.filter(place=0).drop("place").collect().lazy(), again)


def _with_who_was_replaced(entries: pl.LazyFrame) -> pl.LazyFrame:
    """The entries that say nothing of who was replaced, with what the first other file says of the seat."""
    seat = (*SEATED, "line", "entrant")
    given = pl.col("substitutes_for")
    is_in_another = given.is_null().any().over(seat) & (pl.col("file_id").n_unique().over(seat) > 1)
    return (
        entries.with_columns(says=given.is_not_null() & is_in_another)
        .with_columns(says=pl.col("says") & (pl.col("says").cum_sum().over(seat) == 1))
        .with_columns(substitutes_for=pl.coalesce(given, given.filter(pl.col("says")).first().over(seat)))
        .filter(~pl.col("says"))
        .drop("says")
    )


def names_of(players: pl.LazyFrame) -> pl.LazyFrame:
    """(`PERSON`, name, shown): of several names of one id always the same; `shown` is `Ann Ames (12)`, or the id."""
    is_named = pl.col("name") != pl.col("player_id")
    shown = pl.when(is_named).then(phrase("{} ({})", "name", "player_id")).otherwise("player_id")
    return players.group_by(PERSON).agg(pl.col("name").min()).with_columns(shown=shown)
