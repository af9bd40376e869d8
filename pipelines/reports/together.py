"""Draw competitions together, so that they share queries. Pages with the same inputs as before are not drawn again."""

from collections.abc import Callable, Collection, Iterable, Mapping
from operator import itemgetter
from typing import Any

import polars as pl
import polars.selectors as cs

from pipelines.reports.bar import Bar, bar_pages
from pipelines.reports.content import Evening, Key, Row, Season
from pipelines.reports.downloads import csv_parts, to_download
from pipelines.reports.files import Files, hashes_of_rows
from pipelines.reports.looks import welcome, write_looks
from pipelines.reports.page_names import RATINGS, page_name
from pipelines.reports.pages.career import pages_of_careers, write_careers
from pipelines.reports.pages.ratings import Federation, latest_ratings, list_files, list_rows, write_ratings
from pipelines.reports.pages.season import season_rows, write_season
from pipelines.reports.pages.session import OF_EVENINGS, changed_evenings
from pipelines.reports.tables.columns import names_said, rating_tables, report_tables
from transforms.published.noted import noted
from transforms.rankings.championships import without_championships_not_shown
from transforms.tables.schemas import CLUB, COMPETITION, IN_RATING_SEASONS, SESSION, Tables

_OF_RATINGS = frozenset({"raw.games", "raw.ratings", *IN_RATING_SEASONS})  # downloaded with ratings, if any
_OF_NEXT = ("next_lines", "regular_lines", "untold_lines", "next_seating", "next_balance")


class Together:
    """Some competitions that are drawn together, each with a writer of its folder, by club and competition.

    `is_one` says whether the site has only one club, whose first page is that of the site.
    """

    def __init__(self, tables: Tables, files_of: Mapping[Key, Files], *, is_one: bool = True) -> None:
        warehouse = _only(tables, CLUB, files_of)
        # Equal results must give equal files, so the time when a file was read is left out. Public tables have no
        # settings.
        warehouse["raw.files"] = warehouse["raw.files"].drop("ingested_at", "settings")
        self._ratings = {name: table for name, table in warehouse.items() if name in _OF_RATINGS}
        named = names_said(warehouse)
        self._lists, self._report = rating_tables(named), report_tables(named)
        warehouse = without_championships_not_shown(warehouse)
        of_report = {f"report.{name}": table for name, table in self._report.items()}
        self._offered = to_download({**of_report, **warehouse})
        self._report["corrections"] = noted(warehouse)
        self._report_of = _by(COMPETITION, self._report)
        self._ratings_of, looks_of = _by(CLUB, self._lists), _by(CLUB, {"looks": warehouse["raw.looks"]})
        competitions = warehouse["raw.competitions"].sort(*CLUB, "start").partition_by(CLUB, as_dict=True)
        self._seasons = {owner: competitions[owner].rows(named=True) for owner in files_of}
        self._latest = {owner: latest_ratings(self._ratings_of(owner)) for owner in files_of}
        self._rated: dict[Key, str] = {}  # competitions whose ratings changed, with the inputs of their pages
        self._changed: dict[Key, str] = {}  # seasons that changed, with the inputs of their pages
        self._evenings: dict[Key, list[Evening]] = {}  # their sessions that changed
        self._welcome: dict[Key, list[str]] = {}
        self._within: dict[Key, dict[str, Files]] = {}  # the writers of the folders of a competition
        self._bars: dict[Key, Bar] = {}  # the bars of the last season of each competition
        careers = pages_of_careers(self._report, warehouse["raw.competitions"])
        self._people_of = _by(("club",), {"people": careers.people})
        self._careers_of = _by(COMPETITION, {"seasons": careers.seasons})
        for owner, files in files_of.items():
            looks = looks_of(owner)["looks"]
            bar = write_looks(looks, self._seasons[owner][-1]["club_name"], files, "../../")
            bar = bar if is_one else bar._replace(home=self._home_of(owner), clubs="../../")
            self._welcome[owner] = welcome(looks)
            files.on_every_page(bar=bar)
            self._within[owner] = self._with_bars(owner, bar, files)
        self._find_changed(files_of, _without(self._offered, of_report))
        self._make_rows()

    def _find_changed(self, files_of: Mapping[Key, Files], others: Tables) -> None:
        hash_of = _hashes(COMPETITION, {**self._report, **others})
        hash_of_ratings = _hashes(CLUB, {**self._lists, **self._ratings})
        hash_of_evening = _hashes(SESSION, {name: self._report[name] for name in OF_EVENINGS})
        for owner in files_of:
            seasons, latest = self._seasons[owner], self._latest[owner]
            names, folders = [season["season"] for season in seasons], self._within[owner]
            inputs = folders[RATINGS].inputs(seasons[-1], names, hash_of_ratings(owner))
            if latest and not folders[RATINGS].keeps_all(inputs):
                self._rated[owner] = inputs
            for competition, is_over in zip(seasons, self._are_over(owner), strict=True):
                key, within = _season(competition), folders[page_name(competition["season"])]
                careers = self._careers_of(key)["seasons"]["player_id"].to_list()
                inputs = within.inputs(competition, names, latest, careers, is_over, self._welcome[owner], hash_of(key))
                if not within.keeps_all(inputs):
                    self._changed[key] = inputs
                    self._evenings[key] = changed_evenings(self._report_of(key), competition, within, hash_of_evening)

    def _make_rows(self) -> None:
        """Make the markup and the texts of what changed."""
        report, offered = self._report, self._offered
        if len(self._changed) < sum(map(len, self._seasons.values())):
            report, offered = (_only(tables, COMPETITION, self._changed) for tables in (report, offered))
        ids = {(*key, id_) for key, evenings in self._evenings.items() for evening in evenings for id_ in evening.ids}
        of_evenings = _only({name: report[name] for name in OF_EVENINGS}, SESSION, ids) if ids else {}
        self._evenings_of = _by(COMPETITION, of_evenings)
        self._markup_of = _by(COMPETITION, season_rows(report, of_evenings) if self._changed else {})
        self._tables_of, self._texts_of = _by(COMPETITION, offered), _cut(COMPETITION, offered, csv_parts)
        lists, ratings = (_only(tables, CLUB, self._rated) for tables in (self._lists, self._ratings))
        self._rating_rows_of, self._rating_texts_of = _by(CLUB, ratings), _cut(CLUB, ratings, csv_parts)
        self._listed_of = _by(CLUB, {"rows": list_rows(lists["rows"])})
        self._list_texts_of = _cut((*CLUB, "list_date"), list_files(lists["rows"]), csv_parts)
        del self._report, self._offered  # they take much memory while pages are drawn

    def _with_bars(self, owner: Key, bar: Bar, files: Files) -> dict[str, Files]:
        """Return by name the writers of a competition's folders. Pages of ratings have the bar of the last season."""
        folders, last = dict[str, Files](), bar
        for season, is_over in zip(self._seasons[owner], self._are_over(owner), strict=True):
            pages = bar_pages(self._report_of(_season(season)), season, rated=self._latest[owner] is not None)
            name = page_name(season["season"])
            of_season = bar.of_season(season, name, pages, is_over=is_over)
            folders[name] = files.within(name)
            folders[name].on_every_page(bar=of_season)
            last = of_season if pages or not last.folder else last
        folders[RATINGS] = files.within(RATINGS)
        folders[RATINGS].on_every_page(bar=last)
        self._bars[owner] = last
        return folders

    def _home_of(self, owner: Key) -> str:
        """Return the folder of the first page of a competition: its last season with sessions, else the club's."""
        own = [season for season in self._seasons[owner] if self._has_sessions(season)]
        if not own:
            of_club = [season for of, seasons in self._seasons.items() if of[0] == owner[0] for season in seasons]
            own = [season for season in of_club if self._has_sessions(season)] or of_club
            own.sort(key=itemgetter("start", "competition"))
        last = own[-1]
        folder = f"{page_name(last['season'])}/"
        return folder if last["competition"] == owner[1] else f"../{page_name(last['competition'])}/{folder}"

    def _has_sessions(self, season: Row) -> bool:
        return self._report_of(_season(season))["sessions"].height > 0

    def draw(self, owner: Key) -> None:
        """Draw the pages of a competition that changed."""
        seasons, latest, folders = self._seasons[owner], self._latest[owner], self._within[owner]
        names = [season["season"] for season in seasons]
        if inputs := self._rated.get(owner):
            tables = (self._ratings_of(owner), self._rating_rows_of(owner), self._rating_texts_of(owner))
            listed = self._listed_of(owner)["rows"], inputs, self._list_texts_of
            write_ratings(Federation(seasons[-1], names, *tables, *listed), folders[RATINGS])
        for competition, is_over in zip(seasons, self._are_over(owner), strict=True):
            key = _season(competition)
            if key not in self._changed:
                continue
            passed = _OF_RATINGS if latest else frozenset[str]()
            tables, texts = (_without(parts(key), passed) for parts in (self._tables_of, self._texts_of))
            shown = self._report_of(key)
            if is_over:
                shown |= {name: shown[name].clear() for name in _OF_NEXT}
            changed = self._changed[key], self._evenings[key], self._evenings_of(key)
            rows, careers = self._markup_of(key), self._careers_of(key)["seasons"]["player_id"].to_list()
            season = Season(
                *(competition, names, shown, tables, texts, rows, *changed, latest, careers, is_over),
                self._welcome[owner],
            )
            write_season(season, folders[page_name(competition["season"])])

    def draw_careers(self, club: str, files: Files) -> None:
        """Draw the pages of people who played in several seasons or competitions of the club."""
        of_club = [owner for owner in self._seasons if owner[0] == club]
        latest = {owner[1]: (self._seasons[owner][-1], self._bars[owner]) for owner in of_club}
        write_careers(self._people_of((club,))["people"], latest, files)

    def _are_over(self, owner: Key) -> list[bool]:
        """Return for each season of a competition whether a later one has been played."""
        played = [self._report_of(_season(season))["sessions"].height > 0 for season in self._seasons[owner]]
        return [any(played[place:]) for place in range(1, len(played) + 1)]


def _season(competition: Mapping[str, Any]) -> Key:
    return tuple(competition[name] for name in COMPETITION)


def _only(tables: Tables, columns: tuple[str, ...], keys: Iterable[Key]) -> dict[str, pl.DataFrame]:
    """Return the rows that belong to these keys. Rows without a season belong to all seasons."""
    wanted = pl.DataFrame(list(keys), schema=dict.fromkeys(columns, pl.String), orient="row")
    parts = dict[str, pl.DataFrame]()
    for name, table in tables.items():
        own = [column for column in columns if column in table.columns]
        parts[name] = table if table.is_empty() else table.join(wanted, on=own, how="semi", maintain_order="left")
    return parts


def _hashes(columns: tuple[str, ...], tables: Tables) -> Callable[[Key], list[bytes]]:
    """Return a function from a key to hashes of its rows in all tables."""
    rows = {
        name: table.select(cs.by_name(*columns, require_all=False), rows=hashes_of_rows(table))
        for name, table in tables.items()
    }
    parts_of = _by(columns, rows)
    return lambda key: [part["rows"].to_numpy().tobytes() for part in parts_of(key).values()]


def _by(columns: tuple[str, ...], tables: Tables) -> Callable[[Key], dict[str, pl.DataFrame]]:
    """Return a function from a key to its rows of all tables. Rows without a season belong to all seasons."""

    def parts(table: pl.DataFrame, own: list[str]) -> dict[Key, pl.DataFrame]:
        # Does the same as `partition_by` with `as_dict`, but without a query for the key of each part.
        return {tuple(part[column][0] for column in own): part for part in table.partition_by(own)}

    parts_of = _cut(columns, tables, parts)
    empty = {name: table if table.is_empty() else table.clear() for name, table in tables.items()}
    return lambda key: {**empty, **parts_of(key)}


def _cut(
    columns: tuple[str, ...], tables: Tables, cut: Callable[[pl.DataFrame, list[str]], dict[Key, Any]]
) -> Callable[[Key], dict[str, Any]]:
    """Return a function from a key to its part of each table. `cut` splits a table by the `columns` that it has."""
    keys = {name: [column for column in columns if column in table.columns] for name, table in tables.items()}
    parts = {name: cut(table, keys[name]) for name, table in tables.items() if not table.is_empty()}

    def of(key: Key) -> dict[str, Any]:
        own = {name: of_table.get(key[: len(keys[name])]) for name, of_table in parts.items()}
        return {name: part for name, part in own.items() if part is not None}

    return of


def _without(parts: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if name not in names}
