"""Sessions: whether they are played as the settings say."""

import polars as pl

from transforms.bridge.sessions import field_of
from transforms.checks.check import check
from transforms.intake.findings import IN_SETTINGS
from transforms.tables import CLUB, COMPETITION, SESSION

_FEWEST = 2
"""Sessions with more lines: a single one may be the exception, for which the points of its lines move together."""


@check(
    "settings.more_lines",
    on="results",
    field="ranking.lines",
    value="lines",
    says="{number} of the {total} sessions of {season} have more lines than this, mostly {most}: the ranking points"
    " meant for {lines} are spread over all of them, so an average score earns other points than usual; write"
    " lines = {most} below [ranking], or leave it if that is meant",
)
def more_lines(results: pl.LazyFrame, sessions: pl.LazyFrame, competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Most sessions of a competition's last season have more lines than its `lines`.

    Such a session spreads the points of `lines` lines over those played (`line_spans`), which is meant for an
    exceptional evening. Where all lines are scored together they are one, since their span is that of one line; else
    each of them counts, as in `line_spans`. Nothing is said of fewer lines: a club that plays in one line leaves
    `lines` as it is.
    """
    field = field_of(pl.col("together"), pl.col("line"))
    rules = competitions.select(*COMPETITION, "start", "lines")
    of_last = (
        results.select(*SESSION, "line")
        .unique()
        .join(sessions.select(*SESSION, "together"), on=SESSION)
        .group_by(SESSION)
        .agg(played=pl.when(field.n_unique() > 1).then(pl.col("line").n_unique()).otherwise(1))
        .join(rules, on=COMPETITION)
        .filter(pl.col("start") == pl.col("start").max().over(CLUB))
    )
    is_more = pl.col("played") > pl.col("lines")
    return (
        of_last.group_by(*COMPETITION, "lines")
        .agg(
            number=is_more.sum(),
            total=pl.len(),
            most=pl.col("played").filter(is_more).mode().max(),
        )
        .filter(pl.col("number") >= _FEWEST, pl.col("number") * 2 > pl.col("total"))
        .sort(COMPETITION)
        .with_columns(**IN_SETTINGS)
    )


@check(
    "settings.one_name",
    on="competitions",
    field="competition",
    value="competition_name",
    says="the competition in the folder {first} has this name too, so that pages show two of one name in season"
    " {season}: give one of them a name of its own",
)
def one_name(competitions: pl.LazyFrame) -> pl.LazyFrame:
    """Competitions of a club of which another has the name and the season, as where competition.toml was copied.

    Of two it is at the one whose folder has another name, or no part of it, or else at the last. In the name of a
    folder blanks, `-` and `_` are one.
    """
    shown = ("club", "name", "season")
    named = competitions.with_columns(name=_in_words("competition_name", r"\s+"))
    folder, name = (_in_words(column, r"[\s_-]+") for column in ("competition", "name"))
    in_order = named.sort(*shown, folder != name, ~name.str.contains(folder, literal=True), "competition")
    return (
        in_order.with_columns(first=pl.col("competition").first().over(shown))
        .filter(pl.col("competition") != pl.col("first"))
        .unique(CLUB, keep="first", maintain_order=True)
        .with_columns(**IN_SETTINGS)
    )


def _in_words(column: str, between: str) -> pl.Expr:
    return pl.col(column).str.replace_all(between, " ").str.strip_chars().str.to_lowercase()
