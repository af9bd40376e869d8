"""Recognise the format of a file by its content, never by its name. A new format is a new row of `_FORMATS`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pipelines.readers import bws, landing_tables, pbn, pgn_pdn, usebio
from pipelines.readers.access_file import is_access
from pipelines.readers.decoding import decoded
from pipelines.readers.reading import Finding, Reading, Sheets, reading


def read_file(path: Path, file_id: str) -> Reading:
    """Read one result file of any supported format: `read_bytes` of what is in it.

    Raises:
        OSError: the file itself cannot be opened.
    """
    return read_bytes(path.read_bytes(), file_id)


def read_bytes(data: bytes, file_id: str) -> Reading:
    """Read what is in one result file of any supported format.

    Args:
        data: all of it.
        file_id: how the file is named in the tables: its path from the competition folder. A file that is one
            session has this as its session id, without the suffix.

    Content that cannot be used becomes a finding, never an error that is raised.
    """
    file = _File(data, *decoded(data), file_id)
    known = next(known for known in _FORMATS if known.recognises(file))
    return reading(known.name, known.read(file), file_id)


@dataclass(frozen=True)
class _File:
    data: bytes
    text: str
    odd_letters: list[Finding]
    id: str

    @property
    def session_id(self) -> str:
        return PurePosixPath(self.id).with_suffix("").as_posix()


def _of_text(file: _File, found: Sheets) -> Sheets:
    return Sheets(found.sheets, [*file.odd_letters, *found.findings])


def _unread(message: str) -> Callable[[_File], Sheets]:
    return lambda _: Sheets({}, [Finding(None, "error", None, None, message)])


@dataclass(frozen=True)
class _Format:
    name: str
    suffix: str | None
    """Of the names that such files usually have, in small letters; null where they have none."""
    recognises: Callable[[_File], bool]
    read: Callable[[_File], Sheets]


_FORMATS = (
    _Format(
        "xlsx",
        ".xlsx",
        lambda file: landing_tables.is_workbook(file.data),
        lambda file: landing_tables.read_workbook(file.data),
    ),
    _Format(
        "usebio",
        ".xml",
        lambda file: usebio.is_usebio(file.data),
        lambda file: usebio.read(file.data, file.session_id),
    ),
    _Format(
        "bws",
        ".bws",
        lambda file: is_access(file.data),
        lambda file: bws.read(file.data, file.session_id),
    ),
    _Format(
        "pdn",
        ".pdn",
        lambda file: pgn_pdn.is_pdn(file.text),
        lambda file: _of_text(file, pgn_pdn.read(file.text, file.id)),
    ),
    _Format(
        "pgn",
        ".pgn",
        lambda file: pgn_pdn.is_pgn(file.text),
        lambda file: _of_text(file, pgn_pdn.read(file.text, file.id)),
    ),
    _Format(
        "pbn",
        ".pbn",
        lambda file: pbn.is_pbn(file.text),
        lambda file: _of_text(file, pbn.read(file.text, file.session_id)),
    ),
    _Format(
        "csv",
        ".csv",
        lambda file: landing_tables.is_landing_table(file.text),
        lambda file: _of_text(file, landing_tables.read_csv(file.text)),
    ),
    _Format(
        "unknown",
        None,
        lambda file: not file.text.strip(),
        _unread("the file is empty: export it again, fill it in, or take it away"),
    ),
    _Format(
        "unknown",
        None,
        lambda _: True,
        _unread(
            "neither PBN, USEBIO XML, a Bridgemate file, PGN, PDN, a workbook nor a landing table: export it as one of"
            " those, or move it away"
        ),
    ),
)
"""The first format that recognises a file reads it."""

RESULT_SUFFIXES = frozenset(known.suffix for known in _FORMATS if known.suffix)
"""The suffixes of result files. They decide only where no file is opened: outside the folders of competitions."""
