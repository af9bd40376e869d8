"""Sessions that belong to another competition: its pairs play there, or nobody has a number where all others do."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.names import bare_words, is_name
from transforms.tables import CLUB, ENTRANT, PERSON, SESSION, Findings

_FEWEST_PAIRS = 4
_FEWEST_OTHERS = 3
"""Before, nobody has a place where he usually plays."""
_AT_MOST_HERE = 0.1
_MOST_THERE = 0.5
_FEWEST_NAMED = 8
_FEWEST_NUMBERED = 2
_NUMBERED = 0.9


def of_other_competitions(
    entries: pl.LazyFrame, players: pl.LazyFrame, sessions: pl.LazyFrame
) -> list[dy.LazyFrame[Findings]]:
    """A warning for each session whose pairs play in another competition, and for those of names among numbers.

    Args:
        entries: `Entries`, each player once in a session.
        players: the names of persons, with the key of each, any number of times.
        sessions: `Sessions`.
    """
    seats = entries.select(*ENTRANT, "player_id", *PLACE).collect()
    elsewhere = _of_pairs_elsewhere(seats, players, sessions)
    without = _without_numbers(seats)
    if elsewhere is not None:
        without = without.join(elsewhere, on=SESSION, how="anti", maintain_order="left")
    once = without.with_columns(evenings=pl.len().over(CLUB)).unique(CLUB, keep="first", maintain_order=True)
    named = warning_on(
        once.lazy(),
        "entries.names_among_numbers",
        "none of the {players} players of this session has a number, and in {others} other sessions of this competition"
        " they have one (such sessions: {evenings}): if it is of another competition, put its file into the folder of"
        " that; else export it with numbers, since whoever has one there counts as another person here",
        field="session_id",
    )
    if elsewhere is None:
        return [named]
    return [
        named,
        warning_on(
            elsewhere.lazy(),
            "entries.of_other_competition",
            "of the {pairs} pairs of this session {there} play in {other} too, and {here} in other sessions of this"
            " competition: if it is a session of {other}, put its file into the folder of {other}; if it is one of this"
            " competition, leave it",
            field="session_id",
        ),
    ]


def _of_pairs_elsewhere(seats: pl.DataFrame, players: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.DataFrame | None:
    """The sessions whose pairs play in one other competition of the club, and not here; None if no club has two.

    Nothing is told where pairs do not come again. A session of which the other competition has the day, too, was put
    into both, or both have the same people.
    """
    several = seats.select(CLUB).unique().filter(pl.len().over("club") > 1).select("club").unique()
    if several.is_empty():
        return None
    days = sessions.select(*SESSION, "date", together=pl.coalesce("event", "session_id")).collect()
    names = players.group_by(PERSON).agg(pl.col("name").min()).collect()
    words = pl.coalesce(bare_words(pl.col("name")), bare_words(pl.col("player_id")))
    pairs = (
        seats.join(several, on="club", how="semi", maintain_order="left")
        .join(names, on=PERSON, how="left", maintain_order="left")
        .with_columns(words=words)
        .group_by(ENTRANT, maintain_order=True)
        .agg(pl.col(PLACE).first(), pair=pl.col("words").sort().str.join("|"), players=pl.len())
        .filter(pl.col("players") == 2)
        .join(days, on=SESSION, maintain_order="left")
    )
    met = pairs.select(*CLUB, "pair", "date", "together").unique()
    here = pairs.join(met, on=[*CLUB, "pair"], suffix="_other").filter(pl.col("together") != pl.col("together_other"))
    there = (
        pairs.join(met.rename({"competition": "other"}), on=["club", "pair"], suffix="_other")
        .filter(pl.col("competition") != pl.col("other"))
        .select(*ENTRANT, "date", "other")
        .unique()
    )
    on_day = met.select("club", "date", other="competition").unique()
    most = (
        there.join(on_day, on=["club", "date", "other"], how="anti")
        .group_by(*SESSION, "other")
        .agg(there=pl.len())
        .sort(*SESSION, "there", "other", descending=[*[False] * len(SESSION), True, False])
        .unique(SESSION, keep="first", maintain_order=True)
    )
    come_again = here.select(ENTRANT).unique().group_by(SESSION).agg(here=pl.len())
    counted = (
        pairs.group_by(SESSION, maintain_order=True)
        .agg(pl.col(PLACE).first(), pairs=pl.len())
        .join(come_again, on=SESSION, how="left", maintain_order="left")
        .with_columns(pl.col("here").fill_null(0))
        .with_columns(usual=(pl.col("here") / pl.col("pairs")).median().over(CLUB), others=pl.len().over(CLUB) - 1)
        .join(most, on=SESSION, maintain_order="left")
    )
    return counted.filter(
        pl.col("pairs") >= _FEWEST_PAIRS,
        pl.col("others") >= _FEWEST_OTHERS,
        pl.col("usual") >= _MOST_THERE,
        pl.col("here") <= _AT_MOST_HERE * pl.col("pairs"),
        pl.col("there") >= _MOST_THERE * pl.col("pairs"),
    )


def _without_numbers(seats: pl.DataFrame) -> pl.DataFrame:
    """The sessions in which everybody is known by name alone, where in most others nearly everybody has a number."""
    of_sessions = (
        seats.sort(*SESSION, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(SESSION, maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            players=pl.len(),
            named=is_name(pl.col("player_id")).mean(),
        )
        .with_columns(is_numbered=pl.col("named") <= 1 - _NUMBERED)
        .with_columns(others=pl.col("is_numbered").sum().over(CLUB), all=pl.len().over(CLUB))
    )
    return of_sessions.filter(
        pl.col("named") == 1,
        pl.col("players") >= _FEWEST_NAMED,
        pl.col("others") >= _FEWEST_NUMBERED,
        pl.col("others") * 2 > pl.col("all"),
    )
