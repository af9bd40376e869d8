"""Explain why a folder cannot be read (there is none, or it has pages but no results), and suggest the right folder."""

import os
from collections import defaultdict
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path

from pipelines.intake.landing.our_pages import is_made_of_pages, is_one_of_pages
from pipelines.intake.landing.walking import is_hidden
from pipelines.machine.errors import UnusableError
from pipelines.words.suggestions import either
from transforms.intake.findings import SETTINGS
from transforms.tables.nearest_words import nearest_words

OF_PROGRAMS = (".bws", ".pbn", ".xml")
"""The suffixes of result files that other programs write. No page of ours links to such a file."""
_LOOKED_INTO = 2000


class LandingError(UnusableError):
    """The landing folder as a whole cannot be used."""


def no_folder(landing: Path) -> LandingError:
    """Return the error for a path that is no folder, with the name of a similar folder."""
    if landing.exists():
        return LandingError(
            "{landing}: this is a file; name its folder, {folder}", landing=landing, folder=landing.parent
        )
    if near := _nearest_folders(landing):
        return LandingError(
            "{landing}: there is no such folder; did you mean {near}?",
            landing=landing,
            near=either(list(map(str, near))),
        )
    return LandingError("{landing}: there is no such folder; name the folder with your result files", landing=landing)


def refuse_pages(landing: Path) -> None:
    """Raise LandingError for a folder of pages that a build wrote, if it contains no competition."""
    pages = is_one_of_pages(landing)
    if pages is None or any(any(landing.glob(f"{floors}{SETTINGS}")) for floors in ("", "*/", "*/*/")):
        return
    if near := _competitions_below(pages.parent).get(landing.absolute().name.lower()):
        raise LandingError(
            "{landing}: these are pages that Barometer made, not results; did you mean {near}?",
            landing=landing,
            near=either(list(map(str, near))),
        )
    with suppress(OSError):
        if results := sorted(file.name for file in landing.iterdir() if file.suffix.lower() in OF_PROGRAMS):
            raise LandingError(
                "{landing}: this folder contains pages that Barometer made, and result files next to them, "
                "such as {file}; move the result files into a separate folder, and name that folder",
                landing=landing,
                file=results[0],
            )
    raise LandingError(
        "{landing}: these are pages that Barometer made, not results; name the folder with your result files",
        landing=landing,
    )


def _nearest_folders(wanted: Path) -> list[Path]:
    """Return the folder with the most similar path, or several if competitions have exactly this name.

    Each part of the path may be misspelt. Competitions with exactly this name come first, even if they lie deeper,
    because people leave out `results/`.
    """
    if wanted.is_dir():
        return [wanted]
    around = list[Path]() if wanted.parent == wanted else _nearest_folders(wanted.parent)
    if not around:
        return []
    name, below = wanted.name.lower(), _competitions_below(around[0])
    of_results = {place.name.lower(): [place] for place in _folders_in(around[0]) if not is_made_of_pages(place)}
    for known in (below if name in below else {}, of_results, below):
        if near := nearest_words(name, known):
            return known[near[0]]
    return []


def _competitions_below(around: Path) -> dict[str, list[Path]]:
    """Return the competitions two or three levels down, by lower-case name."""
    found: defaultdict[str, list[Path]] = defaultdict(list)
    above = [lower for folder in _folders_in(around) for lower in _folders_in(folder)]
    below = (lower for folder in above for lower in _folders_in(folder))
    for folder in islice(chain(above, below), _LOOKED_INTO):
        with suppress(OSError):  # folders that cannot be opened give no suggestion
            if (folder / SETTINGS).is_file():
                found[folder.name.lower()].append(folder)
    return dict(found)


def _folders_in(folder: Path) -> list[Path]:
    with suppress(OSError), os.scandir(folder) as entries:
        return sorted(folder / entry.name for entry in entries if not is_hidden(entry.name) and entry.is_dir())
    return []
