"""Which folder was meant, where the one that is named is not there, or holds pages in place of results."""

from pathlib import Path

from pipelines.errors import UnusableError
from pipelines.landing.our_pages import is_made_of_pages
from transforms.intake.findings import SETTINGS
from transforms.messages import Message
from transforms.tables.nearest_words import nearest_words


class LandingError(UnusableError):
    """The landing folder as a whole cannot be used."""


def no_folder(landing: Path) -> LandingError:
    """Why what is named as a folder is none."""
    if landing.exists():
        return LandingError(
            Message(
                "{landing}: this is a file; name the folder in which it lies, {folder}",
                landing=landing,
                folder=landing.parent,
            )
        )
    if near := _nearest_folder(landing):
        return LandingError(
            Message("{landing}: there is no such folder; did you mean {near}?", landing=landing, near=near)
        )
    return LandingError(
        Message("{landing}: there is no such folder; name the one in which your result files lie", landing=landing)
    )


def refuse_pages(landing: Path) -> None:
    """Refuse a folder of pages, which a build writes and does not read.

    Raises:
        LandingError: Barometer wrote this folder, and nobody put a competition into it.
    """
    if not is_made_of_pages(landing) or any(any(landing.glob(f"{floors}{SETTINGS}")) for floors in ("", "*/", "*/*/")):
        return
    if meant := _competitions_below(landing.absolute().parent).get(landing.absolute().name.lower()):
        raise LandingError(
            Message(
                "{landing}: these are pages that Barometer made, not results; did you mean {near}?",
                landing=landing,
                near=meant,
            )
        )
    raise LandingError(
        Message(
            "{landing}: these are pages that Barometer made, not results; name the folder in which your result files"
            " lie",
            landing=landing,
        )
    )


def _nearest_folder(wanted: Path) -> Path | None:
    """The folder of nearly this path, each part of which may be misspelt; None where there is none.

    A competition of this very name that lies deeper comes first, as it does for whoever leaves `results/` out.
    """
    if wanted.is_dir():
        return wanted
    around = wanted.parent if wanted.parent == wanted else _nearest_folder(wanted.parent)
    if around is None:
        return None
    name, below = wanted.name.lower(), _competitions_below(around)
    beside = {place.name.lower(): place for place in sorted(around.glob("*")) if place.is_dir()}
    of_results = {known: place for known, place in beside.items() if not is_made_of_pages(place)}
    for known in (below if name in below else {}, of_results, below):
        if near := nearest_words(name, known):
            return known[near[0]]
    return None


def _competitions_below(around: Path) -> dict[str, Path]:
    """The folders of competitions one or two floors below the folders that lie here, by their names."""
    settings = [file for floors in ("*/*", "*/*/*") for file in sorted(around.glob(f"{floors}/{SETTINGS}"))]
    return {file.parent.name.lower(): file.parent for file in reversed(settings)}
