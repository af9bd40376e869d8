"""Recognise folders that a build wrote. They may lie next to the folders of clubs, or in the working folder."""

from pathlib import Path, PurePath

from pipelines.intake.readers.recognise import RESULT_SUFFIXES
from pipelines.settings.toml_files import is_named_like_settings

GENERATOR = b'<meta name="generator" content="'
"""The text in a page that comes just before the name of the program that made the page."""
OF_BAROMETER = GENERATOR + b"Barometer"
OF_SITE = OF_BAROMETER + b'"/>'
OF_DESK = OF_BAROMETER + b', for the director"/>'

OWN = "warehouse.duckdb"
"""The name of the warehouse file. A build or a demo wrote the folder that contains it, so it has no result files."""

_PLACES = ("index.html", "reports/index.html")
"""The home page in a folder of pages, and in a folder with a warehouse and pages, as a demo or a wheel makes it."""

_FLOORS = 3


def is_written_by_us(folder: Path) -> bool:
    """Return whether this is a folder of pages, a copy of one, or a folder with a warehouse and its pages."""
    return any(_is_ours(folder / name) for name in _PLACES)


def is_made_of_pages(folder: Path) -> bool:
    """Return whether this is a folder of pages or a copy of one, and not a folder where somebody saved a page."""
    # A browser that saves a page puts its style elsewhere.
    return _is_ours(folder / _PLACES[0]) and (folder / "style.css").is_file()


def is_left_out(folder: Path, names: set[str]) -> bool:
    """Return whether a build wrote this folder, whose entries have these `names`, and no result is read from it."""
    # Pages next to results do not hide the results.
    has_results = any(PurePath(name).suffix.lower() in RESULT_SUFFIXES for name in names)
    return OWN in names or (_PLACES[0] in names and not has_results and _is_ours(folder / _PLACES[0]))


def is_one_of_pages(folder: Path) -> Path | None:
    """Return the folder of pages to which a folder belongs.

    It is the folder itself, a folder that contains it, or `reports` next to a warehouse.
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
    """Return whether a build wrote this folder in a club's folder, so that it is no competition with a saved page."""
    if folder.is_symlink() or not is_written_by_us(folder):
        return False
    try:
        return not any(map(is_named_like_settings, folder.iterdir()))
    except OSError:  # reported as a closed competition
        return False
