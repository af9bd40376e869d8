"""What the evenings of a player brought in federation points: cells of the sessions on the player's page."""

from typing import NamedTuple

import polars as pl

from pipelines.reports.pages.award_columns import in_order, text_of_points, told
from pipelines.reports.rows import joined, written
from pipelines.reports.tables.columns import each
from pipelines.words.words import scheme_heading, scheme_in_full
from transforms.messages import labelled, one_behind_the_other
from transforms.tables import COMPETITION, ENTRANT, Tables

_ROWS = "session_rows.html"
_SEAT = [*ENTRANT, "player_id"]


class AwardEvenings(NamedTuple):
    """The schemes by which evenings of a season are awarded, and what their abbreviations stand for."""

    schemes: list[str]
    meant: str


def award_evenings(report: Tables) -> AwardEvenings:
    """The columns of one season."""
    schemes = _schemes(report)["scheme"].to_list()
    return AwardEvenings(
        schemes, one_behind_the_other(labelled(scheme_heading(one), scheme_in_full(one)) for one in schemes)
    )


def with_awards(sessions: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """`player_sessions` with what each brought.

    `awards` is a cell of points for each scheme of the season, as markup; `in_awards` the same as a text, a line for
    each, without what is nothing.
    """
    schemes = _schemes(report)
    named = schemes.with_columns(heading=each(schemes["scheme"], scheme_heading))
    grid = sessions.select(_SEAT).join(named, on=COMPETITION, maintain_order="left_right")
    filled = grid.join(_points(report), on=[*_SEAT, "scheme"], how="left", maintain_order="left")
    cells = filled.select(_SEAT).with_columns(written(_ROWS, "award", filled.select(points="text")).alias("awards"))
    return sessions.join(joined(cells, _SEAT, "awards"), on=_SEAT, how="left", maintain_order="left").join(
        told(filled, _SEAT, labelled("{}", "{}"), "\n"), on=_SEAT, how="left", maintain_order="left"
    )


def _schemes(report: Tables) -> pl.DataFrame:
    return in_order(report["award_points"].filter(of="session"), COMPETITION)


def _points(report: Tables) -> pl.DataFrame:
    """`_SEAT`, scheme, the points as a `text`, and `is_nothing`, of every player of every evening."""
    made = report["award_points"].filter(of="session").explode("players", empty_as_null=False, keep_nulls=False)
    return made.select(
        *ENTRANT,
        "scheme",
        player_id=pl.col("players").struct.field("player_id"),
        text=text_of_points(COMPETITION),
        is_nothing=pl.col("points") == 0,
    ).unique([*_SEAT, "scheme"], keep="first", maintain_order=True)
