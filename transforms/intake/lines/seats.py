"""Seats that cannot be: partners who sit in one seat, or a seat that is not of the pair's direction."""

from typing import Final

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import NOBODY
from transforms.intake.findings import PLACE, warning_on
from transforms.tables import ENTRANT, SESSION, Findings

_NORTH_OR_EAST: Final = ("N", "E")
_NORTH_SOUTH: Final = ("N", "S")


def impossible_seats(
    entries: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame
) -> list[dy.LazyFrame[Findings]]:
    """A warning for each pair whose players have one seat, and for each seat of another direction than the pair's.

    A pair that changes direction changes between North and East, and between South and West: partners have one seat,
    too, where one is North and the other East. A substitute may have the seat of whom he replaces. The
    direction is that of the entry, or, where a session has two winners, the one in which the pair always sat.

    Args:
        entries: `Entries`, each player once in a session.
        results: `Results` that count.
        sessions: `Sessions`.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(*SESSION, "winners")
    seated = entries.filter(pl.col("seat").is_not_null()).join(of_pairs, on=SESSION)
    return [_in_one_seat(seated), _of_other_direction(seated, results)]


def _in_one_seat(seated: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    shared = (
        seated.with_columns(
            is_first=pl.col("seat").is_in(_NORTH_OR_EAST), regular=pl.coalesce("substitutes_for", "player_id")
        )
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .group_by(*ENTRANT, "is_first", maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            regulars=pl.col("regular").n_unique(),
            seats=pl.col("seat").str.join(", "),
            named=pl.col("player_id").str.join(", "),
        )
        .filter(pl.col("regulars") > 1)
    )
    return warning_on(
        shared,
        "entries.one_seat",
        "players {named} of pair {entrant} on line {line} have one seat ({seats}), so it is not known which of them"
        " declared: of two partners one is N or E, and the other S or W",
        field="seat",
        value="seats",
    )


def _of_other_direction(seated: pl.LazyFrame, results: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    of_two_winners = seated.filter(pl.col("winners") == 2, pl.col("direction").is_null()).select(SESSION).unique()
    lines = results.join(of_two_winners, on=SESSION, how="semi")
    sides = pl.concat(
        lines.select(*SESSION, "line", entrant=side, sat=pl.lit(direction))
        for side, direction in (("ns", "NS"), ("ew", "EW"))
    )
    always = (
        sides.filter(pl.col("entrant").is_not_null(), pl.col("entrant") != NOBODY)
        .group_by(ENTRANT)
        .agg(pl.col("sat").min(), directions=pl.col("sat").n_unique())
        .filter(directions=1)
    )
    known = seated.join(always, on=ENTRANT, how="left").with_columns(of_pair=pl.coalesce("direction", "sat"))
    of_seat = pl.when(pl.col("seat").is_in(_NORTH_SOUTH)).then(pl.lit("NS")).otherwise(pl.lit("EW"))
    return warning_on(
        known.filter(pl.col("of_pair") != of_seat).sort(*PLACE, nulls_last=True, maintain_order=True),
        "entries.seat_of_other_direction",
        "player {player} has seat {seat}, but pair {entrant} on line {line} sat {direction}; here N counts as E and S"
        " as W, and the other way round: mend the seat or the direction",
        field="seat",
        player="player_id",
        direction="of_pair",
    )
