"""Ids as names of files: safe on every file system, and never two ids under one name."""

import hashlib
import re

_SAFE = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_HASHED = re.compile(r"-[0-9a-f]{10}$")
_TAKEN_BY_WINDOWS = re.compile(r"con|prn|aux|nul|com\d|lpt\d")

RATINGS = "ratings"
"""The folder of a competition's ratings, beside those of its seasons: the name of no id."""

FEDERATION_PAGE = "federation.html"
"""The list of all clubs, beside the first page and the folders of clubs, of which none has a point in its name."""
FEDERATION_CHART = "federation.svg"
FEDERATION_TABLES = ("federation.lists", "federation.points")


def page_name(identifier: str) -> str:
    """Name of the file or folder of a club, competition, season, session or player.

    An id of small letters, digits, `-` and `_` is its own name. Any other is cleaned and carries a hash
    of the id: no id reaches another folder, and ids that differ in case or in a sign stay apart.
    """
    is_taken = identifier == RATINGS or _TAKEN_BY_WINDOWS.fullmatch(identifier) or _HASHED.search(identifier)
    if _SAFE.fullmatch(identifier) and not is_taken:
        return identifier
    cleaned = re.sub(r"[^a-z0-9]+", "-", identifier.lower()).strip("-")[:40]
    return f"{cleaned or 'id'}-{hashlib.sha256(identifier.encode()).hexdigest()[:10]}"
