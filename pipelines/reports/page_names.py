"""Ids as names of files: safe on every file system, and different for different ids."""

import hashlib
import re

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HASHED = re.compile(r"-[0-9a-f]{10}$")
_TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|com\d|lpt\d")

RATINGS = "ratings"
"""The folder of a competition's ratings, beside the folders of its seasons; no id gets this name."""

FEDERATION_PAGE = "federation.html"
"""The list of all clubs, beside the first page and the folders of clubs, whose names have no point."""
FEDERATION_CHART = "federation.svg"
FEDERATION_TABLES = ("federation.lists", "federation.points")


def page_name(identifier: str) -> str:
    """Name of the file or folder of a club, competition, season, session or player, without a suffix.

    An id of at most 60 small letters, digits, `-` and `_` is its own name, unless the name is taken by `RATINGS`, by
    Windows, or by the form of names with a hash. Any other id is cleaned and gets a hash of the id at its end: so no id
    leads to another folder, and ids that differ only in case or in one character have different names.
    """
    is_taken = identifier == RATINGS or _TAKEN_BY_WINDOWS.fullmatch(identifier) or _HASHED.search(identifier)
    if _SAFE.fullmatch(identifier) and not is_taken:
        return identifier
    cleaned = re.sub(r"[^a-z0-9]+", "-", identifier.lower()).strip("-")[:40]
    return f"{cleaned or 'id'}-{hashlib.sha256(identifier.encode()).hexdigest()[:10]}"
