"""Federation points on pages: those of a session, of a season, and the list of everybody in all clubs."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.award_charts import SIZES, spread_chart
from pipelines.reports.award_tables import federation_lists
from pipelines.reports.downloads import write_downloads
from pipelines.reports.html import save, write_page
from pipelines.reports.page_names import FEDERATION_PAGE
from pipelines.reports.season import Row
from pipelines.reports.words import scheme_name

_CHART = "federation.svg"
_MOST_LISTED = 500


class AwardList(NamedTuple):
    """The awards of an event: a column a scheme, a row an entrant with the points of each."""

    schemes: list[str]
    rows: list[tuple[Row, list[float | None]]]


def award_list(rows: Iterable[Row]) -> AwardList:
    """Rows of `award_points` of one event beside one another; in order of rank, as they come."""
    schemes: dict[str, None] = {}
    points: dict[tuple[Any, ...], tuple[Row, dict[str, float]]] = {}
    for row in rows:
        schemes[row["scheme"]] = None
        _, of_entrant = points.setdefault((row["line"], row["entrant"], row["names"]), (row, {}))
        of_entrant[row["scheme"]] = row["points"]
    return AwardList(list(schemes), [(row, [of.get(scheme) for scheme in schemes]) for row, of in points.values()])


def write_federation(awards: pl.DataFrame, out: Path) -> Row | None:
    """Write the lists of all clubs beside the first page; returns what that says of them, where there are any.

    Args:
        awards: `FederationAwards`.
        out: the folder of the first page.
    """
    if awards.is_empty():
        return None
    lists = federation_lists(awards)
    downloads = write_downloads({"federation.lists": lists, "federation.points": awards}, out)
    drawing = spread_chart()
    save(out / _CHART, drawing.svg)
    groups = [
        (str(season), scheme_name(str(scheme)), rows.head(_MOST_LISTED).to_dicts(), rows.height)
        for (season, scheme), rows in lists.group_by("season", "scheme", maintain_order=True)
    ]
    write_page(
        out / FEDERATION_PAGE,
        "federation.html",
        root="",
        lists=groups,
        drawing=drawing,
        chart_file=_CHART,
        sizes=list(SIZES),
        downloads=downloads,
    )
    return {"page": FEDERATION_PAGE, "people": awards["person"].n_unique(), "seasons": awards["season"].n_unique()}
