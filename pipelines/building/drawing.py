"""The site of a club as a whole: drawn aside, and put in its place at once.

Aside stands, for every club that is drawn, the whole folder that the club is to have: what is new, and links to the
files that stay. Two folders are swapped at once where the system can do that, so the site of a club is the old one or
the new one.
"""

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pipelines.building.beside import replaced
from pipelines.building.exchange import exchanged
from pipelines.display.progress import Progress
from pipelines.reports.page_names import page_name
from pipelines.reports.site import draw_clubs as draw_pages
from transforms.tables import Tables

_TOKEN, _GONE = ".token", ".gone"
"""Beside the folders of clubs: the name of this build, and the folders of clubs that are gone."""
_FILES = ".files"
"""In such a folder, while its files are put one by one: all of them."""
_OF_BUILD = ".build"
"""In the folder of a club: the name of the build that put it there."""


def draw_clubs(tables: Tables, clubs: list[str], site: Path, aside: Path, progress: Progress) -> None:
    """Draw the pages of some clubs, whole folders, aside.

    Args:
        tables: all tables that pages show, with the rows of these clubs.
        clubs: their ids.
        site: what people read.
        aside: where to draw.
        progress: called as pages are drawn.
    """
    for club in clubs:
        drop(aside, club)
    draw_pages(tables, clubs, site, aside, progress)


def drop(aside: Path, club: str) -> None:
    """Forget what was drawn of a club."""
    with suppress(FileNotFoundError):
        shutil.rmtree(aside / page_name(club))


def pages_of_clubs(aside: Path, clubs: Iterable[str]) -> dict[str, int]:
    """Club -> how many pages it is to have, of those that were drawn."""
    folders = {club: aside / page_name(club) for club in clubs if club}
    return {club: sum(pages_in(folder)) for club, folder in folders.items() if folder.is_dir()}


def pages_in(folder: Path | str) -> Iterable[int]:
    """A 1 for each page below a folder."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            yield from pages_in(entry.path)
        elif entry.name.endswith(".html"):
            yield 1


def seal(aside: Path, token: str, gone: Iterable[str]) -> None:
    """Say what is to be put: the name of the build, in every folder too, and the clubs that are gone."""
    aside.mkdir(parents=True, exist_ok=True)
    for folder in _clubs(aside):
        (folder / _OF_BUILD).write_text(token, encoding="utf-8")
    (aside / _GONE).write_text(json.dumps([page_name(club) for club in gone]), encoding="utf-8")
    (aside / _TOKEN).write_text(token, encoding="utf-8")


def put(aside: Path, site: Path) -> None:
    """Put everything that was drawn in its place; where this was interrupted, go on from there."""
    if (aside / _TOKEN).exists():
        token = (aside / _TOKEN).read_text(encoding="utf-8")
        for folder in _clubs(aside):
            if not _is_from(site / folder.name, token):
                _put_club(folder, site / folder.name)
        for file in sorted(aside.iterdir()):
            if file.is_file() and not file.name.startswith("."):
                file.replace(site / file.name)
        for name in json.loads((aside / _GONE).read_text(encoding="utf-8")):
            if (site / name).is_dir():
                (site / name).rename(aside / f".gone-{name}")
        (aside / _TOKEN).unlink()  # first, so that what is left of the folder is never taken for something to put
    shutil.rmtree(aside)


def _put_club(folder: Path, place: Path) -> None:
    if not place.exists():
        folder.rename(place)
    elif not exchanged(folder, place):
        put_file_by_file(folder, place)


def put_file_by_file(folder: Path, place: Path) -> None:
    """Where folders cannot be swapped: each file by a rename, then files that are gone, then the name of the build."""
    listed = folder / _FILES
    if not listed.exists():
        new = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        listed.write_text(json.dumps(sorted(new)), encoding="utf-8")
    files = json.loads(listed.read_text(encoding="utf-8"))
    for file in sorted(files, key=lambda name: (name == _OF_BUILD, -name.count("/"))):
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        if file != _OF_BUILD and (folder / file).exists():
            replaced(folder / file, place / file)
    stays = {place / file for file in files}
    for path in sorted(place.rglob("*"), reverse=True):
        if path.is_file() and path not in stays:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    replaced(folder / _OF_BUILD, place / _OF_BUILD)


def _is_from(folder: Path, token: str) -> bool:
    try:
        return (folder / _OF_BUILD).read_text(encoding="utf-8") == token
    except OSError:
        return False


def _clubs(aside: Path) -> list[Path]:
    return sorted(path for path in aside.iterdir() if path.is_dir() and not path.name.startswith("."))
