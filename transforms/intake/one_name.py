"""Two competitions of a club with one name in one season, as where competition.toml was copied."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import IN_SETTINGS, warning_on
from transforms.tables import CLUB, Competitions, Findings, Frame

_SHOWN = ("club", "name", "season")
_BETWEEN_WORDS = r"[\s_-]+"
"""In the name of a folder these are one."""


def of_one_name(competitions: Frame[Competitions]) -> dy.LazyFrame[Findings]:
    """A warning for each competition of which another has the name and the season, so that pages show them alike.

    Of two it is at the one whose folder has another name, or no part of it, or else at the last.
    """
    named = competitions.lazy().with_columns(name=_in_words("competition_name", r"\s+"))
    folder, name = (_in_words(column, _BETWEEN_WORDS) for column in ("competition", "name"))
    in_order = named.sort(*_SHOWN, folder != name, ~name.str.contains(folder, literal=True), "competition")
    first = pl.col("competition").first().over(_SHOWN)
    again = (
        in_order.with_columns(first=first)
        .filter(pl.col("competition") != pl.col("first"))
        .group_by(CLUB, maintain_order=True)
        .agg(pl.col("competition_name", "season", "first").first())
        .with_columns(**IN_SETTINGS)
    )
    return warning_on(
        again,
        "settings.one_name",
        "the competition in the folder {first} has this name too, so that pages show two of one name in season"
        " {season}: give one of them a name of its own",
        field="competition",
        value="competition_name",
    )


def _in_words(column: str, between: str) -> pl.Expr:
    return pl.col(column).str.replace_all(between, " ").str.strip_chars().str.to_lowercase()
