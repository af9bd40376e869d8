"""Zip archives from unknown sources: unpacked piece by piece and counted, whatever they say of their size."""

import io
import zipfile
import zlib
from collections.abc import Iterator

from pipelines.intake.readers.reading import Finding, error

LARGEST = 32 * 2**20
"""The most bytes that the parts of an archive that are read may take when unpacked: more than the season of a club."""
_MOST_PARTS = 2000
_PIECE = 2**16
_READ = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 1
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, KeyError, IndexError),
    *(RuntimeError, NotImplementedError, OverflowError),
)
"""What the zip library raises where an archive is damaged or made by hand."""
_DAMAGED = "not readable as an XLSX workbook, since it is damaged or cut off: save it again as XLSX or CSV"


class ArchiveError(Exception):
    """The archive cannot be used; `finding` says why, and how to mend it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def damaged() -> ArchiveError:
    """The error for an archive that is not sound."""
    return ArchiveError(error("workbook.not_read", _DAMAGED))


def is_damage(fault: ArchiveError) -> bool:
    """Whether this is the error of `damaged`."""
    return fault.finding.message == _DAMAGED


class Archive:
    """The parts of a zip archive, by name.

    Raises:
        ArchiveError: it is damaged, or has too many parts.
    """

    def __init__(self, data: bytes) -> None:
        self._left = LARGEST
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._parts = {part.filename.lstrip("/").lower(): part for part in self._zip.infolist()}
        except _DAMAGE as fault:
            raise damaged() from fault
        if len(self._parts) > _MOST_PARTS:
            sentence = "a packed file with {parts} parts, more than the {most} allowed: save the tables as CSV"
            raise ArchiveError(error("workbook.too_large/parts", sentence, parts=len(self._parts), most=_MOST_PARTS))

    def names(self) -> list[str]:
        """The names of all parts, in small letters."""
        return list(self._parts)

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, piece by piece; nothing where there is no such part.

        Raises:
            ArchiveError: it is damaged, protected or packed in an unknown way, or all parts take more than `LARGEST`.
        """
        part = self._parts.get(name.lower())
        if part is None:
            return
        if part.flag_bits & _ENCRYPTED:
            sentence = "this workbook is protected by a password, so it is not read: save it without one"
            raise ArchiveError(error("workbook.not_read/password", sentence, field=name))
        if part.compress_type not in _READ:
            sentence = "this workbook is packed in an unusual way, so it is not read: save it again as XLSX or CSV"
            raise ArchiveError(error("workbook.not_read/packed", sentence, field=name, value=str(part.compress_type)))
        try:
            with self._zip.open(part) as file:
                while piece := file.read(_PIECE):
                    self._left -= len(piece)
                    if self._left < 0:
                        sentence = (
                            "the workbook would unpack to more than the {most} MB allowed: save the tables as CSV"
                        )
                        raise ArchiveError(error("workbook.too_large", sentence, most=LARGEST // 2**20))
                    yield piece
        except _DAMAGE as fault:
            raise damaged() from fault

    def start(self, name: str, size: int) -> bytes:
        """The first bytes of a part."""
        return next(self.pieces(name), b"")[:size]
