"""Federation points on pages: those of a session, those of a season, and the list of everybody in all clubs."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.charts.awards import SIZES, spread_chart
from pipelines.reports.charts.drawing import Drawing, kept
from pipelines.reports.content import Row
from pipelines.reports.downloads import write_downloads
from pipelines.reports.files import Files
from pipelines.reports.page_names import FEDERATION_CHART, FEDERATION_PAGE, FEDERATION_TABLES, page_name
from pipelines.reports.tables.columns import each
from pipelines.words.words import awards_heading
from transforms.awards.shown import federation_lists
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION

_MOST_LISTED = 500


class AwardList(NamedTuple):
    """The awards of an event.

    `schemes` gives each scheme the number of its decimals; `rows` has each entrant with its points in each scheme.
    """

    schemes: dict[str, int]
    rows: list[tuple[Row, list[float | None]]]


def award_list(rows: Iterable[Row]) -> AwardList:
    """The awards of one event, one row per entrant with its points in all schemes.

    Args:
        rows: the rows of `award_points` of one event, in order of rank; the result keeps this order.
    """
    schemes: dict[str, None] = {}
    points: dict[tuple[Any, ...], tuple[Row, dict[str, float]]] = {}
    for row in rows:
        schemes[row["scheme"]] = None
        _, of_entrant = points.setdefault((row["line"], row["entrant"], row["names"]), (row, {}))
        of_entrant[row["scheme"]] = row["points"]
    decimals = {scheme: decimals_of(of[scheme] for _, of in points.values() if scheme in of) for scheme in schemes}
    return AwardList(decimals, [(row, [of.get(scheme) for scheme in schemes]) for row, of in points.values()])


def decimals_of(points: Iterable[float]) -> int:
    """How many decimals a column of points has: none where all are whole, two otherwise."""
    return 0 if all(float(each).is_integer() for each in points) else 2


def write_federation(awards: pl.DataFrame, players: pl.DataFrame, files: Files, club: str = "") -> None:
    """Write the lists of all competitions of all clubs, their chart and their downloads.

    Args:
        awards: `FederationAwards`.
        players: who has a page in which season, as `players_found` gives them; who is not among them has no link.
        files: of the folder of the first page.
        club: the name of the only club; "" where there are several.
    """
    lists = federation_lists(awards)
    downloads = write_downloads(dict(zip(FEDERATION_TABLES, (lists, awards), strict=True)), files)
    drawing = kept({FEDERATION_CHART: Drawing((), spread_chart)}, files, "")[FEDERATION_CHART]
    groups = [
        (
            str(season),
            str(scheme),
            decimals_of(rows["points"]),
            rows.head(_MOST_LISTED).to_dicts(),
            rows.height,
        )
        for (season, scheme), rows in _with_pages(lists, players).group_by("season", "scheme", maintain_order=True)
    ]
    files.page(
        FEDERATION_PAGE,
        "federation.html",
        root="",
        club=club,
        heading=awards_heading(awards["scheme"]),
        lists=groups,
        drawing=drawing,
        chart_file=FEDERATION_CHART,
        sizes=sorted(SIZES, reverse=True),
        downloads=downloads,
    )


def _with_pages(lists: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """The lists with `page`, that of the person in the season: of several clubs, the first by id; null without one."""
    pages = players.sort(*CLUB, "player_id").unique(["season", "person"], keep="first", maintain_order=True)
    parts = (pl.lit(each(pages[name], page_name)) for name in (*COMPETITION, "player_id"))
    addresses = pages.select("season", "person", page=phrase("{}/{}/{}/players/{}.html", *parts))
    return lists.join(addresses, on=["season", "person"], how="left", maintain_order="left")
