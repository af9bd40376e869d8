"""Ids that a spreadsheet changed: `1.00203E+05`, `100180.0`, `7` for `007`. Which id is meant can be told, mostly."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.tables import CLUB, Findings

_CHANGED = r"^['’]?\d+(?:[.,]0+)?$"
_SCIENTIFIC = r"^\s*(\d)(?:[.,](\d+))?[Ee]\+?(\d{1,2})\s*$"
_PLAIN = r"^\d{1,15}$"
"""Of more digits a float does not hold each whole number."""
_OF = ["club", "competition", "alias"]
_MOST_APART = 3


class Mangled(NamedTuple):
    """What is told of such lines, and the lines (`Players`)."""

    findings: list[dy.LazyFrame[Findings]]
    lines: pl.DataFrame


def mangled_ids(players: pl.DataFrame, seen: pl.DataFrame) -> Mangled:
    """A warning for each line of a table of players whose id nobody has, and is somebody's number in another form.

    More than a few of one file are told once.

    Who is to be hidden by such a line is an error of its own (`leavers.py`). An id that nobody has and that is near
    nobody's is a member who has not played yet.

    Args:
        players: `Players`.
        seen: (club, player_id) of everybody in the files, once or more often.
    """
    known = seen.drop_nulls("player_id").select("club", "player_id").unique()
    unknown = (
        players.filter(pl.col("public").fill_null(value=True))
        .filter(pl.col("player_id").str.contains(_CHANGED) | pl.col("player_id").str.contains(_SCIENTIFIC))
        .join(known, on=["club", "player_id"], how="anti", maintain_order="left")
        .with_columns(alias="player_id")
        .sort(*CLUB, *PLACE, nulls_last=True, maintain_order=True)
    )
    of_competitions = unknown.select("club", "competition").unique().join(known, on="club")
    guessed = unknown.join(near_numbers(unknown, of_competitions), on=_OF, maintain_order="left")
    is_few = pl.len().over(*CLUB, "file_id") <= _MOST_APART
    together = (
        guessed.filter(~is_few)
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(pl.col("line_no", "player_id", "near").first(), lines=pl.len())
    )
    findings = [
        warning_on(
            guessed.filter(is_few).lazy(),
            "players.mangled_id",
            "nobody plays under this number, but somebody does under {near}: a spreadsheet takes zeros away and writes"
            " numbers otherwise, and what this row says counts for nobody; write the number the same in both, in a"
            " column of text",
            field="player_id",
        ),
        warning_on(
            together.lazy(),
            "players.mangled_ids",
            "nobody plays under this number, but somebody does under {near}, and so it is in {lines} rows of this file:"
            " a spreadsheet takes zeros away and writes numbers otherwise, and what these rows say counts for nobody;"
            " write the numbers the same in both, in a column of text",
            field="player_id",
        ),
    ]
    return Mangled(findings, guessed)


def near_numbers(unknown: pl.DataFrame, ids: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, alias, near): the numbers that an id holds as `1000.0`, `'1000`, `001000`, `1.000E+03`.

    Args:
        unknown: club, competition, alias.
        ids: (club, competition, player_id) of everybody.
    """
    numbers = ids.with_columns(number=_number(pl.col("player_id"))).filter(
        pl.col("player_id").str.contains(r"^\d+$"), pl.col("number") != ""
    )
    asked = unknown.select(_OF).unique()
    same = asked.with_columns(number=_number(pl.col("alias"))).join(numbers, on=["club", "competition", "number"])
    return (
        pl.concat([same.select(*_OF, "player_id"), _rounded(asked, numbers)])
        .sort("player_id")
        .group_by(_OF)
        .agg(near=pl.col("player_id").unique(maintain_order=True).head(3).str.join(", "))
    )


def _number(written: pl.Expr) -> pl.Expr:
    """The only digits of an id, without zeros before them; null where it has none, or several groups."""
    whole = written.str.replace(r"[.,]0+(\D|$)", "${1}")
    return whole.str.extract(r"^\D*(\d+)\D*$").str.strip_chars_start("0")


def _rounded(asked: pl.DataFrame, numbers: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, alias, player_id): the numbers that become the alias when written with a power of ten."""
    first, decimals, power = (pl.col("alias").str.extract(_SCIENTIFIC, group) for group in (1, 2, 3))
    written = asked.filter(pl.col("alias").str.contains(_SCIENTIFIC)).with_columns(
        power=power.cast(pl.Int64), decimals=decimals.fill_null("").str.len_chars().cast(pl.Int64)
    )
    value = (first + "." + decimals.fill_null("") + "0").cast(pl.Float64) * pl.lit(10.0).pow(pl.col("power"))
    half = pl.lit(10.0).pow(pl.col("power") - pl.col("decimals")) / 2
    number = numbers.filter(pl.col("number").str.contains(_PLAIN)).with_columns(value=pl.col("number").cast(pl.Float64))
    return (
        written.select(*_OF, least=value - half, most=value + half)
        .join(number, on=["club", "competition"])
        .filter(pl.col("value").is_between("least", "most"))
        .select(*_OF, "player_id")
    )
