"""Decide who sits down in a session, who replaces whom, and in which line each pair plays."""

import numpy as np
import polars as pl

_PARTNERSHIP_STAYS_HOME = 0.08
_PLAYER_CANNOT_COME = 0.08
_GUEST_CAN_COME = 0.7
_SEEDING_ERROR = 0.25

_SEATED = ["session", "partnership"]


def seats(sessions: pl.DataFrame, players: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    """Return one row per seated player: session, partnership, player, instead_of (or null), strength.

    Columns of `sessions`: session, club_number, evening (its place in the season) and common (not null if another club
    plays that day). Columns of `players`: player, club_number, partnership (null for a guest), turn (place in the
    partnership, from 0), trio (Boolean), elsewhere (who then plays in that club) and strength.
    """
    expected = _expected(sessions, players, random)
    missing = expected.filter(~pl.col("can_come")).with_columns(call=pl.int_range(pl.len()).over("session"))
    substitutes = missing.join(_guests(sessions, players, random), on=["session", "call"], how="left").select(
        *_SEATED, player="guest", instead_of="player", strength="guest_strength"
    )
    partners = expected.filter("can_come").select(
        *_SEATED, "player", pl.lit(None, pl.Int64).alias("instead_of"), "strength"
    )
    return (
        pl.concat([partners, substitutes])
        .filter(pl.col("player").is_not_null().all().over(_SEATED))
        .sort(*_SEATED, pl.col("instead_of").fill_null(pl.col("player")))
    )


def pairs_in_lines(seats: pl.DataFrame, lines: int, random: np.random.Generator) -> pl.DataFrame:
    """Return one row per seated pair: session, partnership, line (from 0), pairs (in the line), number, strength.

    Line 0 has the strongest pairs, by an estimate. Only the last line may have an odd number of pairs. The numbers from
    1 are drawn by lot.
    """
    pairs = seats.group_by(_SEATED).agg(pl.col("strength").mean()).sort(_SEATED)
    seeding = pl.Series(random.normal(0, _SEEDING_ERROR, pairs.height))
    lot = pl.Series(random.random(pairs.height))
    in_order = pairs.with_columns(seeding=pl.col("strength") + seeding, lot=lot).with_columns(
        place=pl.col("seeding").rank("ordinal", descending=True).over("session").cast(pl.Int64) - 1,
        tables=(pl.len().over("session").cast(pl.Int64) + 1) // 2,
    )
    in_lines = in_order.with_columns(line=pl.col("place") // 2 * lines // pl.col("tables"))
    return in_lines.select(
        *_SEATED,
        "line",
        pl.len().over("session", "line").cast(pl.Int64).alias("pairs"),
        pl.col("lot").rank("ordinal").over("session", "line").cast(pl.Int64).alias("number"),
        "strength",
    ).sort("session", "line", "number")


def _expected(sessions: pl.DataFrame, players: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    members = (
        players.filter(pl.col("partnership").is_not_null())
        .join(sessions.select("session", "club_number", "evening", "common"), on="club_number")
        .sort("session", "partnership", "turn")
    )
    first_of_partnership = pl.col("turn") == 0
    drawn = members.with_columns(
        home=pl.Series(random.random(members.height) < _PARTNERSHIP_STAYS_HOME),
        can_come=pl.Series(random.random(members.height) >= _PLAYER_CANNOT_COME)
        & ~(pl.col("elsewhere") & pl.col("common").is_not_null()),
        rests=pl.col("trio") & ((pl.col("evening") + pl.col("turn")) % 3 == 0),
    ).filter(~pl.col("home").filter(first_of_partnership).first().over(_SEATED))
    return (
        drawn.sort(*_SEATED, pl.col("can_come").not_(), "rests", "turn")
        .filter(pl.int_range(pl.len()).over(_SEATED) < 2)
        .filter(pl.col("can_come").any().over(_SEATED))
        .sort(*_SEATED, "turn")
    )


def _guests(sessions: pl.DataFrame, players: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    guests = (
        players.filter(pl.col("partnership").is_null())
        .join(sessions.select("session", "club_number", "evening"), on="club_number")
        .sort("session", "player")
    )
    return (
        guests.with_columns(eagerness=pl.Series(random.random(guests.height)))
        .filter(pl.col("eagerness") < _GUEST_CAN_COME)
        .sort("session", "eagerness")
        .select(
            "session", pl.int_range(pl.len()).over("session").alias("call"), guest="player", guest_strength="strength"
        )
    )
