"""The pages of all clubs together, except those of awards: ratings, levels of clubs, and simultaneous events."""

import polars as pl

from pipelines.reports.content import Row, by
from pipelines.reports.files import Files
from pipelines.reports.page_names import FEDERATION_LEVELS, FEDERATION_RATINGS, page_name
from pipelines.reports.pages.ratings import list_rows
from pipelines.reports.tables.columns import each, said_names
from pipelines.words.for_programs import as_csv
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, SESSION, Tables

_MOST_LISTED = 1000  # rows of a list on its page; the file to download has all
_LINKED = 12  # simultaneous events that the first page links to, the last ones; each leads to those before it
_OF_FILE = (
    *("season", "system", "list_date", "list", "position", "person", "name", "rating_before", "games", "points"),
    *("norm", "performance", "k", "rating", "change", "games_total", "method", "flags"),
)
_OF_EVENT = (
    *("simultaneous", "field", "rank", "club", "club_name", "line", "entrant", "names", "boards", "score", "scoring"),
)
_PLACE = ("club", "competition", "list", "list_date")  # what stands before the cells in `list_rows`


def write_lists(first: Tables, files: Files) -> list[Row]:
    """Write the pages of those lists in `first` that have rows; return the links to them, each `page` with `what`.

    `first` has the content of `draw_first`; it may lack `rating_list`, `levels` and `simultaneous`.
    """
    return [
        *_write_ratings(first.get("rating_list"), files),
        *_write_levels(first.get("levels"), files),
        *_write_simultaneous(first.get("simultaneous"), files),
    ]


def _write_ratings(rows: pl.DataFrame | None, files: Files) -> list[Row]:
    if rows is None or rows.is_empty():
        return []
    rows = rows.with_columns(said_names(pl.col("name")))
    listed = list_rows(rows).with_columns(page=pl.lit(""))
    lists = {str(name): of.drop(_PLACE) for (name,), of in listed.partition_by("list", as_dict=True).items()}
    this = {**rows.row(0, named=True), "rated": rows.filter(list="alphabetical").height, "of_teams": False}
    csv = FEDERATION_RATINGS.replace(".html", ".csv")
    files.write(csv, as_csv(rows.select(_OF_FILE)).encode())
    files.page(
        FEDERATION_RATINGS,
        "federation_ratings.html",
        root="",
        this=this,
        lists={name: of.head(_MOST_LISTED).rows() for name, of in lists.items()},
        many={name: of.height for name, of in lists.items()},
        csv=csv,
    )
    return [{"page": FEDERATION_RATINGS, "what": gettext("Rating list"), "date": this["list_date"]}]


def _write_levels(rows: pl.DataFrame | None, files: Files) -> list[Row]:
    if rows is None or rows["level"].count() == 0:
        return []
    parts = (pl.lit(each(rows[name], page_name)) for name in COMPETITION)
    linked = rows.with_columns(page=phrase("{}/{}/{}/index.html", *parts))
    known = linked.filter(pl.col("level").is_not_null())
    files.page(
        FEDERATION_LEVELS,
        "federation_levels.html",
        root="",
        groups=by(known, "component"),
        without=by(linked.filter(pl.col("level").is_null()).sort("reason", "club_name", "club"), "reason"),
    )
    return [{"page": FEDERATION_LEVELS, "what": gettext("Levels of the clubs"), "date": None}]


def _write_simultaneous(rows: pl.DataFrame | None, files: Files) -> list[Row]:
    if rows is None or rows.is_empty():
        return []
    parts = (pl.lit(each(rows[name], page_name)) for name in SESSION)
    linked = rows.with_columns(page=phrase("{}/{}/{}/sessions/{}.html", *parts))
    events = linked.partition_by("simultaneous", maintain_order=True)
    firsts = [of.row(0, named=True) for of in events]
    stems = [f"simultaneous-{page_name(first['simultaneous'])}" for first in firsts]
    links = [
        {"page": f"{stem}.html", "what": first["simultaneous"], "date": first["last"]}
        for stem, first in zip(stems, firsts, strict=True)
    ]
    for place, of in enumerate(events):
        lists = of.partition_by("field", maintain_order=True)
        files.write(f"{stems[place]}.csv", as_csv(of.select(_OF_EVENT)).encode())
        files.page(
            links[place]["page"],
            "simultaneous.html",
            root="",
            this=firsts[place],
            lists=[(rows["field"][0], rows.head(_MOST_LISTED).to_dicts(), rows.height) for rows in lists],
            csv=f"{stems[place]}.csv",
            later=links[place - 1] if place else None,
            earlier=links[place + 1] if place + 1 < len(links) else None,
        )
    return links[:_LINKED]
