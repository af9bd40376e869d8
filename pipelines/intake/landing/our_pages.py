"""Recognise folders that a build wrote. They may lie among the folders of clubs, or in the working folder."""

from pathlib import Path, PurePath

from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.settings.toml_files import is_named_like_settings

GENERATOR = b'<meta name="generator" content="'
"""The text in our pages that comes just before the name of the program that made the page."""
OF_BAROMETER = GENERATOR + b"Barometer"
OF_SITE = OF_BAROMETER + b'"/>'
OF_DESK = OF_BAROMETER + b', for the director"/>'

OWN = "warehouse.duckdb"
"""The name of a warehouse file. A folder that contains it was written by a build or a demo, and has no result files."""

_PLACES = ("index.html", "reports/index.html")
"""The home page in a folder of pages; or in a folder with a warehouse and its pages, as made by a demo or a wheel."""

_FLOORS = 3


def is_written_by_us(folder: Path) -> bool:
    """Return whether this folder has pages of ours (or a copy), or a warehouse and its pages."""
    return any(_is_ours(folder / name) for name in _PLACES)


def is_made_of_pages(folder: Path) -> bool:
    """Return whether this is a folder of our pages or a copy of one, not a folder where somebody saved a page."""
    # A browser that saves a page puts the styles elsewhere.
    return _is_ours(folder / _PLACES[0]) and (folder / "style.css").is_file()


def is_left_out(folder: Path, names: set[str]) -> bool:
    """Return whether a build wrote this folder, with entries of these `names`, and it contains no results."""
    # Results that lie next to pages are still read.
    has_results = any(PurePath(name).suffix.lower() in RESULT_SUFFIXES for name in names)
    return OWN in names or (_PLACES[0] in names and not has_results and _is_ours(folder / _PLACES[0]))


def is_one_of_pages(folder: Path) -> Path | None:
    """Return the folder of pages to which a folder belongs, or None.

    It is the folder itself, a folder around it, or the folder `reports` next to a warehouse.
    """
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
    """Return whether a build wrote this folder. A competition does not count, even if a page is saved in it."""
    if folder.is_symlink() or not is_written_by_us(folder):
        return False
    try:
        return not any(map(is_named_like_settings, folder.iterdir()))
    except OSError:  # reported as a competition that cannot be opened
        return False
