"""Which of several files with the same bytes is read: one that no name calls a copy, in the outer folder."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

_OF_A_COPY = re.compile(
    r".* \(\d+\)|.*[ _–-](?:copy|kopie|copie|kopi)(?: ?\(?\d+\)?)?|(?:copy of|kopie van|copie de|kopi av) .*",
    re.IGNORECASE,
)
"""Names, without the end, that Windows, macOS and browsers give to a copy, in the languages of the pages."""


def originals(contents: Mapping[str, str]) -> dict[str, str]:
    """File id -> the id of the file with the same bytes that is read, which may be itself.

    Of several, none of which is a copy by its name, it is the one nearest to the folder of the competition: a folder in
    it may hold a backup.

    Args:
        contents: file id -> sha256, in the order in which files are read; empty: nobody knows the bytes.
    """
    read: dict[str, str] = {}
    for file_id in sorted(contents, key=_comes_last):
        read.setdefault(contents[file_id] or file_id, file_id)
    return {file_id: read[sha256 or file_id] for file_id, sha256 in contents.items()}


def _comes_last(file_id: str) -> tuple[bool, int]:
    path = PurePosixPath(file_id)
    return _OF_A_COPY.fullmatch(path.stem) is not None, len(path.parts)
