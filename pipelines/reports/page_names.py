"""Ids as names of files: safe on every file system, and different for different ids."""

import base64
import hashlib
import re
from collections.abc import Iterator
from itertools import product

from transforms.privacy.names_in_texts import in_plain_letters

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HASHED = re.compile(r"-([a-z2-7]{32}|[0-9a-f]{10})$")
"""The end of a name with a hash: 160 bits in base 32. Names once had ten hexadecimal digits, and two ids with one
address were found in six seconds. No id gets such a name now, so an old address never leads to somebody else."""
_READABLE = re.compile(r"(?<![^/])[^/]*-(?=(?:[a-z2-7]{32}|[0-9a-f]{10})(?![^./]))")
_BYTES = 20
_ONCE = 10
_MOST_READABLE = 24  # before the hash: five such folders stay under the 260 that Windows allows a path
_TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|com\d|lpt\d")

RATINGS = "ratings"  # the folder of a competition's ratings, next to those of its seasons; no id gets this name

FEDERATION_PAGE = "federation.html"  # the list of all clubs, next to the folders of clubs, whose names have no point
FEDERATION_CHART = "federation.svg"
FEDERATION_TABLES = ("federation.lists", "federation.points")


def page_name(identifier: str) -> str:
    """Name of the file or folder of a club, competition, season, session or player, without a suffix.

    A plain id of at most 60 characters is its own name, unless `RATINGS`, Windows or names with a hash take it. Any
    other is cleaned and gets a hash too long for two ids of one name.
    """
    is_taken = identifier == RATINGS or _TAKEN_BY_WINDOWS.fullmatch(identifier) or _HASHED.search(identifier)
    if _SAFE.fullmatch(identifier) and not is_taken:
        return identifier
    cleaned = re.sub(r"[^a-z0-9]+", "-", in_plain_letters(identifier))[:_MOST_READABLE].strip("-")
    return f"{cleaned or 'id'}-{base64.b32encode(_digest(identifier)).decode().lower()}"


def names_ever(identifier: str) -> Iterator[str]:
    """The lasting part of the name of this id, and of its earlier name; no other id has them now."""
    name = page_name(identifier)
    yield lasting(name)
    if name != identifier:
        yield f"-{_digest(identifier).hex()[:_ONCE]}"


def places_ever(club: str, competition: str) -> set[str]:
    """The lasting part of the folder of a competition in a site, and of its earlier folders."""
    return {"/".join(names) for names in product(names_ever(club), names_ever(competition))}


def has_form_of_a_name(folder: str) -> bool:
    """Whether a folder may be that of an id."""
    return _SAFE.fullmatch(folder) is not None


def lasting(path: str) -> str:
    """An address without the letters before the hashes of its names, which another version may write otherwise."""
    return _READABLE.sub("-", path)


def _digest(identifier: str) -> bytes:
    # A file name may hold bytes that are no UTF-8; they stay apart from each other too.
    return hashlib.sha256(identifier.encode(errors="surrogatepass")).digest()[:_BYTES]
