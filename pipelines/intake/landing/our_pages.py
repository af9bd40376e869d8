"""Folders that a build wrote: they may lie next to those of clubs, or in the working folder."""

from pathlib import Path

from pipelines.intake.landing.walking import OWN
from pipelines.settings.toml_files import is_named_like_settings

GENERATOR = b'<meta name="generator" content="'
"""What stands before the name of the program in a page that names the program that made it."""
OF_BAROMETER = GENERATOR + b"Barometer"
OF_SITE = OF_BAROMETER + b'"/>'
OF_DESK = OF_BAROMETER + b', for the director"/>'

_PLACES = ("index.html", "reports/index.html")
"""In a folder of pages; and in one that a demo or an installed Barometer made, with its warehouse and its pages."""

_STYLE = "style.css"
"""Next to the pages of a build; a browser that saves a page puts it elsewhere."""

_FLOORS = 3
"""A folder of pages has those of clubs, which have those of competitions, which have those of seasons."""


def is_written_by_us(folder: Path) -> bool:
    """Whether this is a folder of pages, a copy of one, or one with a warehouse and its pages."""
    return any(_is_ours(folder / name) for name in _PLACES)


def is_made_of_pages(folder: Path) -> bool:
    """Whether this is a folder of pages itself, or a copy of one, and none in which somebody saved a page."""
    return _is_ours(folder / _PLACES[0]) and (folder / _STYLE).is_file()


def is_one_of_pages(folder: Path) -> Path | None:
    """The folder of pages to which this belongs, if any: this one, one around it, or that next to its warehouse."""
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
    """Whether this, in the folder of a club, is what a build wrote, and no competition in which a page was saved."""
    if folder.is_symlink() or not is_written_by_us(folder):
        return False
    try:
        return not any(map(is_named_like_settings, folder.iterdir()))
    except OSError:  # it is reported as a competition that is closed
        return False
