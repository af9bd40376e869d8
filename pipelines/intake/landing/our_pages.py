"""Recognise folders that a build wrote: they may be next to those of clubs, or in the working folder."""

from pathlib import Path

from pipelines.intake.landing.walking import OWN
from pipelines.settings.toml_files import is_named_like_settings

GENERATOR = b'<meta name="generator" content="'
"""The text before the name of the program in a page that names the program that made it."""
OF_BAROMETER = GENERATOR + b"Barometer"
OF_SITE = OF_BAROMETER + b'"/>'
OF_DESK = OF_BAROMETER + b', for the director"/>'

_PLACES = ("index.html", "reports/index.html")
"""Pages in a folder of pages, and in a folder of a demo or installed Barometer, with warehouse and pages."""

_STYLE = "style.css"
"""A file next to the pages of a build; a browser that saves a page puts it elsewhere."""

_FLOORS = 3
"""A folder of pages contains folders of clubs, then of competitions, then of seasons."""


def is_written_by_us(folder: Path) -> bool:
    """Return whether this is a folder of pages, a copy, or a folder with a warehouse and its pages."""
    return any(_is_ours(folder / name) for name in _PLACES)


def is_made_of_pages(folder: Path) -> bool:
    """Return whether this is a folder of pages or a copy, and not a folder where somebody saved a page."""
    return _is_ours(folder / _PLACES[0]) and (folder / _STYLE).is_file()


def is_one_of_pages(folder: Path) -> Path | None:
    """Return the folder of pages that this belongs to: this one, one around it, or the one next to its warehouse."""
    here = folder.absolute()
    if _is_ours(here / _PLACES[0]):
        return next(filter(is_made_of_pages, (here, *here.parents[:_FLOORS])), None)
    pages = here / "reports"
    return pages if (here / OWN).is_file() and is_made_of_pages(pages) else None


def _is_ours(page: Path) -> bool:
    try:
        return page.is_file() and OF_BAROMETER in page.read_bytes()
    except OSError:
        return False


def is_no_competition(folder: Path) -> bool:
    """Return whether this folder of a club was written by a build, and is not a competition with a saved page."""
    if folder.is_symlink() or not is_written_by_us(folder):
        return False
    try:
        return not any(map(is_named_like_settings, folder.iterdir()))
    except OSError:  # reported as a closed competition
        return False
