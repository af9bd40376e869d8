"""Draw the site, with a folder per competition. Only files that differ from the site's go into a separate folder."""

import logging
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextvars import copy_context
from functools import partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from pipelines.reports.content import Key, Row
from pipelines.reports.files import FORWARDS, Files
from pipelines.reports.first_page import SEARCH_INDEX, bar_of, filling, in_all_clubs, places, search_index
from pipelines.reports.html import asset
from pipelines.reports.looks import welcome, write_looks
from pipelines.reports.manifests import NamedFolders, competitions_in, forget, mark_as_gone
from pipelines.reports.page_names import CAREERS, lasting, page_name
from pipelines.reports.tables.columns import names_said
from pipelines.words.languages import LANGUAGES, speaking, usual_language
from pipelines.words.progress import Progress, drawing_pages
from transforms.privacy.withheld import shown_to_all
from transforms.tables.messages import listed
from transforms.tables.schemas import CLUB, OF_ALL_CLUBS, WAREHOUSE, Tables

if TYPE_CHECKING:
    from pipelines.reports.together import Together

_LOG = logging.getLogger(__name__)
_FEDERATION = "awards.federation"
_LISTS = ("rating_list", "levels", "simultaneous")
_LINES_AT_ONCE = 50_000  # results whose pages are made at a time: about 110 MB of pages and tables


class DrawingError(Exception):
    """The pages of `club` cannot be drawn, for the reason `why`. The clubs in `drawn` are complete."""

    def __init__(self, club: str, why: str, drawn: Collection[str] = ()) -> None:
        super().__init__(f"{club}: its pages cannot be drawn ({why})")
        self.club, self.why, self.drawn = club, why, tuple(drawn)


def draw_clubs(
    tables: Tables,
    clubs: Collection[str],
    site: Path,
    aside: Path,
    progress: Progress = lambda *_: None,
    *,
    is_one: bool = True,
) -> None:
    """Draw the pages of these clubs into `aside`, on the disk of `site`, but only files that differ from the site's.

    Each competition gets a manifest; one that no longer exists, or whose club has no rows, gets an empty manifest.
    `tables` are those of `WAREHOUSE` that belong to competitions, with all rows of these clubs. People who asked not to
    be shown are left out. `is_one` says whether the site has no other clubs. After a `DrawingError`, `aside` contains
    no file of that club.
    """
    everything = shown_to_all({name: table for name, table in tables.items() if name != _FEDERATION})
    shown = {name: table for name, table in everything.items() if name not in OF_ALL_CLUBS}
    owners = sorted(shown["raw.competitions"].filter(pl.col("club").is_in(list(clubs))).select(CLUB).unique().rows())
    forget(aside, clubs)
    named = NamedFolders(site)
    _draw(shown, owners, (site, aside), named, progress, is_one=is_one)
    kept = _folders(owners, named)
    for folder in (folder for club in clubs for folder in named.competitions_of(club) if folder not in kept):
        mark_as_gone(aside / folder)


def draw_first(first: Tables, site: Path, aside: Path, *, is_all: bool = True) -> None:
    """Draw the home page, the award list of all clubs and shared files into `aside`, as `draw_clubs` does.

    `first` has small tables without hidden people (see `shown_to_all`): `competitions`, `evenings`, `standing`,
    `players`, `sessions`, `looks` and `awards.federation`, and perhaps `rating_list`, `levels` and `simultaneous`, as
    `transforms.federation.shown` returns them. `competitions` has one row per season with club_name,
    competition_name, start, end, championships (whether it shows any), sessions, players, last (day of the last
    session), last_session, list_date, rated, games_from, and the columns of `with_doubts`: in_doubt and last_in_doubt.
    If `is_all`, the folders of competitions that are not among these are marked for removal.
    """
    files = Files(aside, site)
    of_one = first["competitions"].unique("club", keep="last", maintain_order=True)
    is_one = of_one.height == 1
    looks = first["looks"].head(is_one)
    bar = write_looks(looks, of_one["club_name"][0] if is_one else "", files)
    files.on_every_page(bar=bar_of(bar, first["competitions"]))
    awards = names_said(first)[_FEDERATION].sort(WAREHOUSE[_FEDERATION].primary_key(), maintain_order=True)
    in_all = in_all_clubs(awards, first["competitions"])
    if in_all:
        # Imported here, because this loads a drawing library.
        from pipelines.reports.pages.awards import write_federation

        write_federation(awards, first["players"], files, of_one["club_name"][0] if is_one else "")
    lists: list[Row] = []
    if any(name in first and first[name].height for name in _LISTS):
        from pipelines.reports.pages.federation import write_lists

        lists = write_lists(first, files)
    files.write(SEARCH_INDEX, search_index(places(first)))
    content = {"federation": in_all, "lists": lists, "welcome": welcome(looks), **filling(first)}
    files.page("index.html", "index.html", root="", **content)
    files.finish()
    if is_all:
        kept = _folders(first["competitions"].select(CLUB).unique().iter_rows(), NamedFolders(site))
        for folder in (folder for folder in competitions_in(site) if folder not in kept):
            mark_as_gone(aside / folder)


def _draw(
    tables: Tables,
    owners: Collection[Key],
    between: tuple[Path, Path],
    named: NamedFolders,
    progress: Progress,
    *,
    is_one: bool,
) -> None:
    """Draw competitions of many clubs at once. If that fails, draw club by club, and report the one that fails."""
    if not owners:
        return
    site, aside = between
    of_club = {club: [owner for owner in owners if owner[0] == club] for club, _ in owners}
    drawn: list[str] = []
    drawing = drawing_pages()
    progress = partial(copy_context().run, progress)  # in the user's language, not in that of the pages
    progress(drawing, 0, len(of_club))

    def files_in(folder: Path) -> Files:
        return Files(aside / folder, site / folder, each=lambda: progress(drawing, len(drawn), len(of_club)))

    for language, of_language in _by_language(tables, of_club):
        for clubs in _at_once(tables, of_language):
            together: Together | None = None
            why_not = ""
            files_of = {owner: files_in(Path(*map(page_name, owner))) for club in clubs for owner in of_club[club]}
            try:
                with speaking(language):
                    together = _drawing(tables, files_of, is_one=is_one)
            except Exception as wrong:
                why_not = f"{type(wrong).__name__}: {wrong}"
            for club in clubs:
                try:
                    with speaking(language):
                        own = {owner: files_of[owner] for owner in of_club[club]}
                        pages = together or _drawing(tables, own, is_one=is_one)
                        for owner, files in own.items():
                            pages.draw(owner)
                            _lead_on(owner, files, between, named.competitions_of(*owner))
                            files.finish()
                        careers = files_in(Path(page_name(club), CAREERS))
                        pages.draw_careers(club, careers)
                        if careers.before or careers.now:
                            careers.finish()
                except (OSError, MemoryError):
                    raise
                except Exception as error:
                    forget(aside, [club])
                    raise DrawingError(club, f"{type(error).__name__}: {error}", drawn) from error
                drawn.append(club)
                progress(drawing, len(drawn), len(of_club))
            if why_not:
                _LOG.warning("%s: drawn one by one, which takes longer; together: %s", listed(clubs), why_not)


def _drawing(tables: Tables, files_of: Mapping[Key, Files], *, is_one: bool) -> "Together":
    # Imported here, because the pages take a while to load, even if nothing is drawn.
    from pipelines.reports.together import Together

    return Together(tables, files_of, is_one=is_one)


def _lead_on(owner: tuple[str, str], files: Files, between: tuple[Path, Path], named: Iterable[Path]) -> None:
    """If the site has a page under an older version's name, draw there a page that forwards to the new name."""
    site, aside = between
    folder = Path(*map(page_name, owner))
    pages = [folder / page for page in files.now if page.endswith(".html")]
    there = {lasting(page.as_posix()): page for page in pages}
    left = {folder: files} | {before: Files(aside / before, site / before) for before in named if before != folder}
    leads_on = False
    for before, of_before in left.items():
        for name in sorted(of_before.before.keys() - of_before.now.keys()):
            if page := there.get(lasting((before / name).as_posix())):
                leads_on = True
                root, to = (Path(os.path.relpath(place, (before / name).parent)).as_posix() for place in (folder, page))
                of_before.page(name, "leads_on.html", root=f"{root}/", page=to)
        if of_before is not files:
            of_before.finish()
    if leads_on:
        files.write(FORWARDS, asset(FORWARDS))


def _by_language(tables: Tables, clubs: Iterable[str]) -> list[tuple[str, list[str]]]:
    named = dict(tables["raw.competitions"].drop_nulls("language").select("club", "language").iter_rows())
    languages = {club: named.get(club) or usual_language() for club in clubs}
    in_order = sorted(languages, key=lambda club: LANGUAGES.index(languages[club]))
    return [(language, list(own)) for language, own in groupby(in_order, key=languages.__getitem__)]


def _at_once(tables: Tables, clubs: list[str]) -> Iterator[list[str]]:
    lines = pl.concat(tables[name].select("club") for name in ("raw.results", "raw.games")).group_by("club").len()
    sizes = dict(lines.iter_rows())
    before = dict(zip(clubs, accumulate((sizes.get(club, 0) for club in clubs), initial=0), strict=False))
    for _, together in groupby(clubs, key=lambda club: before[club] // _LINES_AT_ONCE):
        yield [*together]


def _folders(owners: Iterable[Key], named: NamedFolders) -> set[Path]:
    owners = list(owners)
    of_clubs = {Path(page_name(club), CAREERS) for club, _ in owners}
    folders = {folder for owner in owners for folder in (Path(*map(page_name, owner)), *named.competitions_of(*owner))}
    return of_clubs | folders


def language_of_all(competitions: pl.DataFrame) -> str:
    """Return the language of the pages of all clubs: the language of the clubs, or the default if they have several."""
    languages = competitions["language"].unique().to_list()
    return languages[0] if len(languages) == 1 and languages[0] else usual_language()
