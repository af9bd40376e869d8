"""What to expect of an evening that is still to be played, from all evenings before it."""

import datetime as dt

import numpy as np
import polars as pl

from transforms.strength.evenings import RULES, weight
from transforms.strength.filter import CONSTANTS, Asked, Played, filtered
from transforms.tables.runs import first_rows
from transforms.tables.schemas import CLUB
from transforms.tables.strength import BAND

_USUAL_BOARDS = 24


def tonight(
    before: pl.DataFrame, rules: pl.DataFrame, pairs: pl.DataFrame, day: dt.date, boards: int | None = None
) -> pl.DataFrame:
    """Return what to expect of pairs, from `evenings_with_rules`, in the order of their numbers.

    Args:
        before: the rows of `evenings_with_rules`.
        rules: the row of the season in `Competitions`.
        pairs: number (of the pair, from 0), line, and players (a list of two ids, or of a trio, of whom any two play);
            each line is a field. Whoever played on no evening before is a newcomer.
        day: the date of the evening.
        boards: how many boards a pair plays; by default as many as on the last evening.

    Returns:
        `expected`, `low` and `high` (the band of nine in ten) in percent, and `chance`, from 0 to 1, to win the line.
    """
    last = before.tail(1)
    usual = last["boards"][0] if before.height else _USUAL_BOARDS
    rows = (
        pairs.sort("line", "number")
        .select(
            *(pl.lit(rules[name][0]).alias(name) for name in CLUB),
            *("line", "number"),
            entrant=pl.col("number").cast(pl.String),
            player_id="players",
            date=pl.lit(day),
            evening=pl.lit(last["evening"][0] + 1 if before.height else 1, pl.Int32),
            field="line",
            weight=weight(pl.col("players").list.len()),
            boards=pl.lit(boards or usual, before.schema["boards"]),
            score=pl.lit(50.0),
            **{name: pl.lit(rules[rule][0]) for rule, name in RULES.items()},
        )
        .explode("player_id")
    )
    both = pl.concat([before, rows.drop("number")], how="diagonal").rechunk()
    played = Played.of(both)
    night = first_rows(both, (*CLUB, "evening"))
    nothing = np.zeros(0, np.int64)
    constants = {name: both[name].gather(night).to_numpy() for name in CONSTANTS}
    found, _ = filtered(played, constants, Asked(nothing, nothing, nothing))
    numbers = rows["number"].unique(maintain_order=True)
    of_tonight = slice(len(played.score) - len(numbers), None)
    sd = np.sqrt(found.variance[of_tonight])
    forecast = pl.DataFrame(
        {"number": numbers, "expected": found.expected[of_tonight], "chance": found.chance[of_tonight]}
    )
    return (
        forecast.with_columns(low=pl.col("expected") - BAND * sd, high=pl.col("expected") + BAND * sd)
        .sort("number")
        .select("expected", "low", "high", "chance")
    )
