"""Turn ids into file names that every file system accepts. Different ids get different names."""

import base64
import hashlib
import os
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from transforms.privacy.names_in_texts import in_plain_letters

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HASHED = re.compile(r"-([a-z2-7]{32}|[0-9a-f]{10})$")  # ten digits: earlier versions, where names could collide
_READABLE = re.compile(r"(?<![^/])[^/]*-(?=(?:[a-z2-7]{32}|[0-9a-f]{10})(?![^./]))")
_BYTES = 20
_ONCE = 10
_MOST_READABLE = 24  # letters before the hash: with five such folders, a Windows path stays below 260 letters
_TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|com\d|lpt\d")

RATINGS = "ratings"  # the folder of a competition's ratings, next to those of its seasons
CAREERS = "players"  # the folder of people with several seasons, next to a club's competitions
INDEX = "index"  # the list in the folder of a season's players
_TAKEN = (RATINGS, CAREERS, INDEX)  # no id gets one of these names

FEDERATION_PAGE = "federation.html"  # the list of all clubs, next to the clubs' folders, whose names have no point
FEDERATION_CHART = "federation.svg"
FEDERATION_RATINGS, FEDERATION_LEVELS = "federation-ratings.html", "federation-levels.html"
FEDERATION_TABLES = ("federation.lists", "federation.points")


def page_name(identifier: str) -> str:
    """Return the name, without suffix, of the file or folder of a club, competition, season, session or player.

    An id of at most 60 lower-case letters, digits, `-` and `_` is its own name, except those that are `_TAKEN`, names
    that Windows reserves, and names that look hashed. Any other id is cleaned and gets a hash, which makes its name
    unique.
    """
    is_taken = identifier in _TAKEN or _TAKEN_BY_WINDOWS.fullmatch(identifier) or _HASHED.search(identifier)
    if _SAFE.fullmatch(identifier) and not is_taken:
        return identifier
    cleaned = re.sub(r"[^a-z0-9]+", "-", in_plain_letters(identifier))[:_MOST_READABLE].strip("-")
    return f"{cleaned or 'id'}-{base64.b32encode(_digest(identifier)).decode().lower()}"


def names_ever(identifier: str) -> Iterator[str]:
    """Yield the lasting part of this id's name, as this and earlier versions form it. No other id has it now."""
    name = page_name(identifier)
    yield lasting(name)
    if name != identifier:
        yield f"-{_digest(identifier).hex()[:_ONCE]}"


def places_ever(club: str, competition: str) -> set[str]:
    """Return the lasting parts (see `lasting`) of a competition's folder in a site, by this and earlier versions."""
    return {"/".join(names) for names in product(names_ever(club), names_ever(competition))}


def has_form_of_a_name(folder: str) -> bool:
    """Return whether this folder may have been named after an id."""
    return _SAFE.fullmatch(folder) is not None


def lasting(path: str) -> str:
    """Return a path without the readable letters before hashes, which other versions may have written differently."""
    return _READABLE.sub("-", path)


def _digest(identifier: str) -> bytes:
    # A name may hold bytes that are not UTF-8. Different names must then get different hashes, too.
    return hashlib.sha256(identifier.encode(errors="surrogatepass")).digest()[:_BYTES]


def pages_in(folder: Path | str) -> int:
    """Count the pages below a folder."""
    pages, folders = 0, [os.fspath(folder)]
    while folders:
        with os.scandir(folders.pop()) as inside:
            for entry in inside:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                elif entry.name.endswith(".html"):
                    pages += 1
    return pages
