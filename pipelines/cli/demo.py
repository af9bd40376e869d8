"""The sample as a club of one's own to play with, and where the pages of a build are."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipelines.cli.build import Outcome, build
from pipelines.cli.terminal.which_landing import last_landing, last_reports
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently
from pipelines.machine.paths import SAMPLE, Paths, Place
from pipelines.words.progress import Progress

_ASIDE = ".copying"


def build_demo(folder: Path, progress: Progress, say: Callable[[str], None]) -> Outcome:
    """Copy the sample into a folder, and build it there; the files of an earlier demo stay as they were changed."""
    places = places_of_demo(folder)
    if not places.landing.is_dir():
        if folder.is_file() or (folder.is_dir() and {path.name for path in folder.iterdir()} - {_ASIDE}):
            raise UnusableError(
                "{folder}: holds something else; name a new or an empty folder: barometer demo FOLDER", folder=folder
            )
        aside = folder / _ASIDE  # what was copied in part is copied anew
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(SAMPLE, aside)
        patiently(partial(aside.rename, places.landing), aside)
    return build(places, None, progress, say=say)


def places_of_demo(folder: Path) -> Paths:
    """Where the files, the warehouse and the pages of a demo in a folder are."""
    return Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")


def page_of_last_build(place: Place) -> Path:
    """The first page that the last build of a warehouse wrote."""
    if (pages := last_reports(place)) is not None:
        return first_page(pages)
    raise UnusableError(
        "{place}: nothing was built here; if you built before, go to that folder first (cd FOLDER), else begin with"
        " barometer new FOLDER",
        place=place,
    )


def page_of(folder: Path, place: Place) -> Path:
    """The first page in a folder of pages, or of those of the last build, where it read this folder."""
    before = None
    with suppress(UnusableError):  # a folder of pages can be seen without the warehouse
        before = last_landing(replace(Paths.from_environment(), warehouse=place))
    return page_of_last_build(place) if before == folder.resolve() else first_page(folder)


def first_page(folder: Path) -> Path:
    """The first page in a folder of pages, or in one that `build_demo` made."""
    for page in (folder / "index.html", folder / "reports" / "index.html"):
        if page.is_file():
            return page
    raise UnusableError(
        "{folder}: there are no pages in it; name the folder of the pages, as build prints it (Report:), or none"
        " for those of the last build; make them with: barometer build",
        folder=folder,
    )
