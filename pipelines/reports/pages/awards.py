"""The pages of federation points: of a session, of a season, and the list of the players of all clubs."""

from collections.abc import Iterable, Sequence

import polars as pl

from pipelines.reports.charts.awards import spread_chart
from pipelines.reports.charts.drawing import Drawing, kept
from pipelines.reports.content import Row, grouped
from pipelines.reports.downloads import write_downloads
from pipelines.reports.files import Files
from pipelines.reports.page_names import FEDERATION_CHART, FEDERATION_PAGE, FEDERATION_TABLES, page_name
from pipelines.reports.rows import joined, one_after_another, with_parts, written
from pipelines.reports.tables.columns import each
from pipelines.words.words import awards_heading, scheme_heading, scheme_in_full
from transforms.awards.schemes import CLUB_POINTS, SCHEMES
from transforms.awards.shown import federation_lists
from transforms.tables.messages import between_parts, labelled, one_behind_the_other
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, COMPETITION, ENTRANT, FIELD, SEATED, Tables

_MOST_LISTED = 500
_ROWS = "session_rows.html"


def award_list(rows: Sequence[Row]) -> Row:
    """Return the `schemes` of an event, with the decimals of each; and `rows`, each an entrant with its points."""
    decimals = {scheme: decimals_of(row["points"] for row in of) for scheme, of in grouped(rows, "scheme")}
    by_entrant = grouped(rows, "line", "entrant", "names")
    entrants = [(of[0], {row["scheme"]: row["points"] for row in of}) for _, of in by_entrant]
    points_of = [(first, [points.get(scheme) for scheme in decimals]) for first, points in entrants]
    return {"schemes": decimals, "rows": points_of}


def decimals_of(points: Iterable[float]) -> int:
    """Return how many decimals a column of points gets: none if all points are whole, otherwise two."""
    return 0 if all(float(each).is_integer() for each in points) else 2


def write_federation(awards: pl.DataFrame, players: pl.DataFrame, files: Files, club: str = "") -> None:
    """Write the page with the award lists of all clubs, its chart and its downloads."""
    lists = federation_lists(awards)
    downloads = write_downloads(dict(zip(FEDERATION_TABLES, (lists, awards), strict=True)), files)
    drawing = kept({FEDERATION_CHART: Drawing(spread_chart)}, files, "")[FEDERATION_CHART]
    pages = players.sort(*CLUB, "player_id").unique(["season", "person"], keep="first", maintain_order=True)
    parts = (pl.lit(each(pages[name], page_name)) for name in (*COMPETITION, "player_id"))
    listed = with_parts(lists, pages.select("season", "person", page=phrase("{}/{}/{}/players/{}.html", *parts)))
    groups = [
        (str(season), str(scheme), decimals_of(rows["points"]), rows.head(_MOST_LISTED).to_dicts(), rows.height)
        for (season, scheme), rows in listed.group_by("season", "scheme", maintain_order=True)
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
        downloads=downloads,
    )


def award_columns(report: Tables) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return two tables about result lists with awards: the headings of the award columns, and the cells.

    The first has `FIELD`; `award_headings`, as markup; `has_club_points`; `stands_for`, the meaning of each heading;
    and `without`, the schemes that give nothing to some entrants. The second has `ENTRANT`, `field`, and `awards`, as
    markup.
    """
    cells = report["award_cells"]
    schemes = cells.unique([*FIELD, "scheme"], keep="first", maintain_order=True)
    names = schemes["scheme"]
    named = schemes.select(heading=each(names, scheme_heading), title=each(names, scheme_in_full))
    nothing = pl.col("heading").filter("some_nothing").str.join(", ")
    headings = (
        pl.concat([schemes, named], how="horizontal")
        .with_columns(
            award_headings=written(_ROWS, "award_heading", named),
            meaning=phrase(labelled("{}", "{}"), "heading", "title"),
        )
        .group_by(FIELD, maintain_order=True)
        .agg(
            one_after_another(pl.col("award_headings")),
            has_club_points=(pl.col("scheme") == CLUB_POINTS.name).any(),
            stands_for=pl.col("meaning").str.join(between_parts()),
            without=pl.when(pl.col("some_nothing").any()).then(nothing),
        )
    )
    return headings, _in_columns(cells, [*ENTRANT, "field"], more=False)


def with_awards(sessions: pl.DataFrame, report: Tables) -> pl.DataFrame:
    """Add `awards` to `player_sessions`, as markup with a cell per scheme."""
    return with_parts(sessions, _in_columns(report["player_awards"], [*SEATED, "line", "entrant"], more=True))


def _in_columns(cells: pl.DataFrame, by: Sequence[str], *, more: bool) -> pl.DataFrame:
    """Return the columns `by`, and `awards` as markup; with `more`, a phone does not show them."""
    return joined(written(_ROWS, "award", cells.select(points="text"), more=more), cells, by, "awards")


def award_evenings(report: Tables) -> Row:
    """Return the `schemes` that award points for evenings of a season, and the meanings of their names."""
    order = {scheme: number for number, scheme in enumerate(SCHEMES)}
    made = set(report["award_points"].filter(of="session")["scheme"])
    schemes = sorted(made, key=lambda scheme: (order.get(scheme, len(order)), scheme))
    meanings = (labelled(scheme_heading(scheme), scheme_in_full(scheme)) for scheme in schemes)
    return {"schemes": schemes, "stands_for": one_behind_the_other(meanings)}
