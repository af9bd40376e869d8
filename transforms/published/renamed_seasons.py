"""Published seasons that have another name now: the name is part of the addresses of their pages."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import IN_SETTINGS, warning_on
from transforms.tables.schemas import CLUB, COMPETITION, Findings


def renamed_seasons(published: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """(`COMPETITION`, was): seasons with nothing published, and the only published one whose days all lie in each.

    Args:
        published: (`COMPETITION`, date) of the sessions of which a result list stands published.
        competitions: `Competitions` now.
    """
    gone = (
        published.join(competitions, on=COMPETITION, how="anti")
        .group_by(*CLUB, was="season")
        .agg(first=pl.col("date").min(), last=pl.col("date").max())
    )
    new = competitions.join(published, on=COMPETITION, how="anti").select(*COMPETITION, "start", "end")
    return (
        new.join(gone, on=CLUB, maintain_order="left")
        .filter(pl.col("start") <= pl.col("first"), pl.col("last") <= pl.col("end"))
        .filter(pl.len().over(COMPETITION) == 1)
        .select(*COMPETITION, "was")
    )


def with_other_names(published: pl.DataFrame, competitions: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """A warning for each season of `renamed_seasons`, at the settings of its competition."""
    return warning_on(
        renamed_seasons(published, competitions).with_columns(**IN_SETTINGS).lazy(),
        "published.season_renamed",
        "season {was} is called {season} now, so its published pages get other addresses, and the old ones lead"
        " nowhere: give it its old name, {was}",
        field="season.name",
        value="season",
    )


def of_unpublished(findings: pl.DataFrame, results: pl.DataFrame) -> pl.DataFrame:
    """`Findings` without those of `with_other_names` about seasons that `PublishedResults` has under the new name."""
    season = [*CLUB, "value"]
    published = results.select(*CLUB, value="season").unique()
    ended = findings.filter(code="published.season_renamed").join(published, on=season, how="semi")
    return findings.join(ended, on=["code", *season], how="anti", maintain_order="left")
