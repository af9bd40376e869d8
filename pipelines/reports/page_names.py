"""Turn ids into names of files: safe on every file system, and different for different ids."""

import base64
import hashlib
import re
from collections.abc import Iterator
from itertools import product

from transforms.privacy.names_in_texts import in_plain_letters

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HASHED = re.compile(r"-([a-z2-7]{32}|[0-9a-f]{10})$")
"""The end of a name with a hash: 160 bits in base 32. Names once ended in ten hexadecimal digits, but a search found
two ids with the same name in six seconds. No id gets such a name now, so old addresses never lead to somebody else."""
_READABLE = re.compile(r"(?<![^/])[^/]*-(?=(?:[a-z2-7]{32}|[0-9a-f]{10})(?![^./]))")
_BYTES = 20
_ONCE = 10
_MOST_READABLE = 24  # letters before the hash; five such folders stay below the 260 letters of a Windows path
_TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|com\d|lpt\d")

RATINGS = "ratings"  # the folder of a competition's ratings, next to those of its seasons; no id gets this name

FEDERATION_PAGE = "federation.html"  # the list of all clubs, next to the folders of clubs, whose names have no point
FEDERATION_CHART = "federation.svg"
FEDERATION_TABLES = ("federation.lists", "federation.points")


def page_name(identifier: str) -> str:
    """Name of the file or folder of a club, competition, season, session or player, without a suffix.

    A plain id of at most 60 characters is its own name, unless that is `RATINGS`, a reserved name of Windows or a name
    with a hash. Any other id is cleaned and gets a hash, so long that no two ids share a name.
    """
    is_taken = identifier == RATINGS or _TAKEN_BY_WINDOWS.fullmatch(identifier) or _HASHED.search(identifier)
    if _SAFE.fullmatch(identifier) and not is_taken:
        return identifier
    cleaned = re.sub(r"[^a-z0-9]+", "-", in_plain_letters(identifier))[:_MOST_READABLE].strip("-")
    return f"{cleaned or 'id'}-{base64.b32encode(_digest(identifier)).decode().lower()}"


def names_ever(identifier: str) -> Iterator[str]:
    """Yield the lasting parts of this id's name and of its earlier name. No other id has these names now."""
    name = page_name(identifier)
    yield lasting(name)
    if name != identifier:
        yield f"-{_digest(identifier).hex()[:_ONCE]}"


def places_ever(club: str, competition: str) -> set[str]:
    """Return the lasting parts of a competition's folder in a site, and of its earlier folders."""
    return {"/".join(names) for names in product(names_ever(club), names_ever(competition))}


def has_form_of_a_name(folder: str) -> bool:
    """Whether a folder has a name that an id may have."""
    return _SAFE.fullmatch(folder) is not None


def lasting(path: str) -> str:
    """Return an address without the letters before its hashes, because other versions may write these differently."""
    return _READABLE.sub("-", path)


def _digest(identifier: str) -> bytes:
    # A file name may hold bytes that are not UTF-8; such names stay different too.
    return hashlib.sha256(identifier.encode(errors="surrogatepass")).digest()[:_BYTES]
