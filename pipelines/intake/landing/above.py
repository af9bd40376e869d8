"""Result files above the folder of a competition that is built by itself: one folder too high, and not read."""

from collections.abc import Iterable, Iterator, Sequence

from pipelines.intake.landing.walking import Found
from pipelines.intake.readers.reading import Finding, warning
from pipelines.machine.files import Contents, contents_of
from transforms.intake.findings import SETTINGS

_OF_PROGRAMS = (".pbn", ".bws")
"""Nothing else has these names; tables and other XML may be of anything."""
_USEBIO, _LOOKED_AT = b"<USEBIO", 2**12
CODES = ("landing.above", "landing.above_other")


def results_above(
    beside: Sequence[Found], inside: Sequence[Found], club: str, competition: str, most: int
) -> Iterator[Found]:
    """The result files among what lies beside the folder of a competition, each with where it belongs.

    Left out is what the competition has already, since it was copied; what cannot be read, which may be of anything;
    and all where these are the files of a competition themselves.

    Args:
        beside: what lies there.
        inside: what the competition has.
        club: its club, with which the ids of these files begin.
        competition: its id.
        most: how many bytes a file may have.
    """
    if any(found.path.name == SETTINGS and not found.is_folder for found in beside):
        return
    above = {
        found: contents
        for found in beside
        if not found.is_folder and not found.findings and _is_of_results(found)
        if (contents := _contents(found, most))
    }
    known = _checksums(inside, {contents.size for contents in above.values()}, most)
    names = {found.path.name for found in inside if _is_file(found)}
    for found, contents in above.items():
        if contents.sha256 not in known:
            told = _named_like_another(competition) if found.path.name in names else _above(competition)
            yield found._replace(file_id=f"{club}/{found.path.name}").with_finding(told)


def _above(competition: str) -> Finding:
    return warning(
        "landing.above",
        "the file lies above the folder {competition}, so it is not read: if it is of that competition, move it into"
        " that folder",
        competition=competition,
    )


def _named_like_another(competition: str) -> Finding:
    return warning(
        "landing.above_other",
        "the file lies above the folder {competition}, so it is not read, and there is another of this name in that"
        " folder, which is: see which of the two is right, and let that one lie in the folder",
        competition=competition,
    )


def _contents(found: Found, most: int) -> Contents | None:
    """What a file holds; None where it cannot be opened or has more than `most` bytes."""
    try:
        contents = contents_of(found.path, most)
    except OSError:
        return None
    return contents if contents.size <= most else None


def _checksums(inside: Iterable[Found], sizes: set[int], most: int) -> set[str]:
    """The sha256 of the files of these sizes; no other is opened, and none that a link out of the folder leads to."""
    alike = (found for found in inside if _is_file(found) and _size(found) in sizes) if sizes else ()
    return {contents.sha256 for found in alike if (contents := _contents(found, most))}


def _is_file(found: Found) -> bool:
    return not found.is_folder and not any(finding.severity == "error" for finding in found.findings)


def _size(found: Found) -> int | None:
    try:
        return found.path.stat().st_size
    except OSError:
        return None


def _is_of_results(found: Found) -> bool:
    suffix = found.path.suffix.lower()
    if suffix != ".xml":
        return suffix in _OF_PROGRAMS
    try:
        with found.path.open("rb") as file:
            return _USEBIO in file.read(_LOOKED_AT).upper()
    except OSError:
        return False
