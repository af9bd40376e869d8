"""Result files above the folder of a competition that is built by itself: one folder too high, and not read."""

from collections.abc import Iterable, Iterator

from pipelines.landing.walking import Found
from pipelines.readers.reading import warning

_OF_PROGRAMS = (".pbn", ".bws")
"""Nothing else has these names; tables and other XML may be of anything."""
_USEBIO, _LOOKED_AT = b"<USEBIO", 2**12
CODE = "landing.above"


def results_above(beside: Iterable[Found], club: str, competition: str) -> Iterator[Found]:
    """The result files among what lies beside the folder of a competition, each with where it belongs."""
    for found in beside:
        if not found.is_folder and not found.findings and _is_of_results(found):
            yield found._replace(file_id=f"{club}/{found.path.name}").with_finding(
                warning(
                    CODE,
                    "the file lies above the folder {competition}, so it is not read: if it is of that competition,"
                    " move it into that folder",
                    competition=competition,
                )
            )


def _is_of_results(found: Found) -> bool:
    suffix = found.path.suffix.lower()
    if suffix != ".xml":
        return suffix in _OF_PROGRAMS
    try:
        with found.path.open("rb") as file:
            return _USEBIO in file.read(_LOOKED_AT).upper()
    except OSError:
        return False
