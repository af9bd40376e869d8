"""What clubs of a federation have in common: people, the cards of an evening, and games between clubs."""

from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.simulate.dealing import Deals
from transforms.tables.phrases import phrase


class Together(NamedTuple):
    """What the clubs have in common. By default nothing, and all clubs are equally strong."""

    shared: float = 0.0
    """The share of a club's members who play in the next club too, at most a quarter. Clubs then differ in level."""
    renamed: float = 0.0
    """The share of these people who have the family name of their partner in the next club."""
    simultaneous: int = 0
    """The number of evenings that all clubs play on one day with the same deals; every second one has no name."""
    between: bool = False
    """Whether clubs play games against one another."""


_LEVELS = 0.5
"""The standard deviation of the levels of clubs. That of players in one club is 1."""
_NOT_SHARED = 4
"""The first places of each club are always its own: one of them improves in the ladder only."""


def levelled(players: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    """Make the players of each club stronger or weaker by the same amount, which is the new column `level`."""
    levels = pl.Series(random.normal(0, _LEVELS, players["club_number"].n_unique()))
    level = pl.lit(levels).gather(pl.col("club_number"))
    return players.with_columns(level=level, strength=pl.col("strength") + level)


def in_two_clubs(players: pl.DataFrame, together: Together, random: np.random.Generator) -> pl.DataFrame:
    """Let members of a club play in the next club too, in the place of the second player of a pair.

    They are as strong there, and have the same `person`: the number of their row in the first club. `elsewhere` marks
    the row in the second club.
    """
    drawn = (
        players.with_columns(lot=pl.Series(random.random(players.height)))
        .filter(pl.col("turn") < 2, pl.col("place") >= _NOT_SHARED)
        .with_columns(order=pl.col("lot").rank("ordinal").over("club_number", "turn"))
    )
    at_most = round(players.filter("member", club_number=0).height * together.shared)
    leave = drawn.filter(pl.col("turn") == 0, pl.col("order") <= at_most).select(
        *["order", "name", "nationality", "strength"],
        club_number=pl.col("club_number") + 1,
        person="player",
        renamed=pl.col("order") <= round(at_most * together.renamed),
    )
    partners = players.filter(turn=0).select("club_number", "partnership", partner="name")
    taken = players.select("club_number", "name")
    given, family = (pl.col(name).str.split(" ").list.get(place) for name, place in (("name", 0), ("partner", 1)))
    there = (
        drawn.filter(turn=1)
        .select("player", "club_number", "partnership", "order")
        .join(leave, on=["club_number", "order"])
        .join(partners, on=["club_number", "partnership"])
        .with_columns(name=pl.when("renamed").then(phrase("{} {}", given, family)).otherwise("name"))
        .join(taken, on=["club_number", "name"], how="anti")
        .filter(pl.struct("club_number", "name").is_unique())
        .select("player", "person", "strength", "name", "nationality")
    )
    came = players.join(there, on="player", how="left", suffix="_there", maintain_order="left")
    same = ("person", "strength", "name", "nationality")
    return came.with_columns(
        *(pl.coalesce(f"{name}_there", name).alias(name) for name in same),
        elsewhere=pl.col("person_there").is_not_null(),
    )


def common_evenings(sessions: int, count: int) -> pl.DataFrame:
    """Spread the simultaneous evenings over the season: evening (from 0), common (from 0), simultaneous (or null)."""
    number = pl.int_range(count)
    return pl.select(
        evening=(2 * number + 1) * sessions // (2 * max(count, 1)),
        common=number,
        simultaneous=pl.when(number % 2 == 0).then(phrase("Simultaneous {}", number + 1)),
    )


def with_common_deals(deals: Deals, evenings: pl.DataFrame, boards: int, common: Deals) -> Deals:
    """Put the deals of `common` on the boards of simultaneous evenings, in every club.

    `deals` and `common` have one deal for each of the `boards` boards of their evenings, in order. Columns of
    `evenings`: session and common.
    """
    at = evenings.drop_nulls("common").sort("session")
    if at.is_empty():
        return deals
    board = np.arange(boards)
    to = (at["session"].to_numpy()[:, None] * boards + board).ravel()
    source = (at["common"].to_numpy()[:, None] * boards + board).ravel()
    holdings, tricks = deals.holdings.copy(), deals.tricks.copy()
    holdings[to], tricks[to] = common.holdings[source], common.tricks[source]
    return Deals(holdings, tricks)
