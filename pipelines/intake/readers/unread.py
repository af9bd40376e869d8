"""Files of other kinds that often lie among result files. A finding says what each one is, and what to do with it."""

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from pipelines.intake.readers.reading import Finding, error
from pipelines.intake.readers.workbook import Archive, ArchiveError
from pipelines.machine.formatted_text import MARK, WHAT_TO_DO
from transforms.intake.findings import SETTINGS
from transforms.tables.messages import gettext_noop


class _Kind(NamedTuple):
    remedy: str
    what: str


_SHORTCUT = _Kind("elsewhere", gettext_noop("a shortcut, which leads to a file or a page but does not contain it"))
_TIFF = _Kind("export", gettext_noop("a picture (TIFF)"))
_OLD_OFFICE = _Kind("save_as_xlsx", gettext_noop("an old Office file (.xls, .doc), or a workbook with a password"))
_STARTS = {
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": _OLD_OFFICE,
    b"L\0\0\0\1\x14\2\0": _SHORTCUT,
    b"[InternetShortcut]": _SHORTCUT,
    b"%PDF": _Kind("export", gettext_noop("a PDF, which shows results but does not contain them as data")),
    b"\x1f\x8b": _Kind("unpack", gettext_noop("a packed file (gzip)")),
    b"7z\xbc\xaf\x27\x1c": _Kind("unpack", gettext_noop("a packed file (7z)")),
    b"Rar!": _Kind("unpack", gettext_noop("a packed file (RAR)")),
    b"BZh": _Kind("unpack", gettext_noop("a packed file (bzip2)")),
    b"\xfd7zXZ": _Kind("unpack", gettext_noop("a packed file (xz)")),
    b"\x89PNG": _Kind("export", gettext_noop("a picture (PNG)")),
    b"\xff\xd8\xff": _Kind("export", gettext_noop("a picture (JPEG)")),
    b"GIF8": _Kind("export", gettext_noop("a picture (GIF)")),
    b"II*\0": _TIFF,
    b"MM\0*": _TIFF,
    b"From: <Saved by ": _Kind("page", gettext_noop("a web page in one file (MHTML)")),
    b"bplist00": _Kind("page", gettext_noop("a web archive of Safari")),
    MARK: _Kind("export", gettext_noop("a text document (RTF)")),
    b"PARE": _Kind("export", gettext_noop("an encrypted Parquet file")),
    b"SQLite format 3\0": _Kind("export", gettext_noop("a database (SQLite)")),
}
_PLAIN_NAMES = (".csv", ".tsv", ".txt", ".pbn", ".xml", ".json")
_IN_ARCHIVE = {
    "xl/workbook.bin": _Kind("save_as_xlsx", gettext_noop("a binary workbook (.xlsb)")),
    "word/document.xml": _Kind("export", gettext_noop("a text document (.docx)")),
    "ppt/presentation.xml": _Kind("export", gettext_noop("a presentation (.pptx)")),
}
_OF_LIBREOFFICE = {
    b"application/vnd.oasis.opendocument.spreadsheet": _Kind(
        "save_as_xlsx", gettext_noop("a workbook of LibreOffice (.ods)")
    ),
    b"application/vnd.oasis.opendocument": _Kind("export", gettext_noop("a document of LibreOffice")),
}
_ZIP = _Kind("unpack", gettext_noop("a packed file (zip)"))
_ZEROS = _Kind("again", gettext_noop("a file of nothing but zeros, as an interrupted copy leaves behind"))
_HALF = _Kind("again", gettext_noop("an incomplete download, judging by its name"))
_WEB_PAGE = _Kind("export", gettext_noop("a web page"))
_OF_COMPETITION = _Kind(
    "settings", gettext_noop("the settings of a competition under another name or in another folder")
)
_OF_CLUB = _Kind("club_settings", gettext_noop("the settings of a club"))
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_SETTINGS_NAME = re.compile(r"competition\b.*\.toml\b.*|.*\.toml(?:\.txt)?", re.IGNORECASE)
_SETTINGS = re.compile(r"^[ \t]*\[\[[ \t]*season[ \t]*\]\]", re.MULTILINE)
_CLUB_NAME = re.compile(r"club\.toml(?:\.txt)?", re.IGNORECASE)
_PAGE = re.compile(r"^[ \t]*\[[ \t]*page[ \t]*\]", re.MULTILINE)
_HALF_NAME = re.compile(r".*\.(?:crdownload|part|partial|opdownload|download)", re.IGNORECASE)
_ABOUT_NAME = re.compile(r"(?:read.?me|lees.?mij|lies.?mich|lisez.?moi|les.?meg)\b.*|.*\.md", re.IGNORECASE)
_LOOKED_AT = 2**16


def is_zip(data: bytes) -> bool:
    """Return whether this is a zip archive, as every XLSX workbook is."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def what_is_packed(data: bytes) -> Finding | None:
    """Return the finding on a zip archive; None if it is an XLSX workbook, even a damaged one."""
    try:
        archive = Archive(data)
    except ArchiveError:
        return None
    names = archive.names()
    if "xl/workbook.xml" in names:
        return None
    try:
        mimetype = next(archive.pieces("mimetype"), b"")
    except ArchiveError:
        mimetype = b""
    of_part = (kind for part, kind in _IN_ARCHIVE.items() if part in names)
    of_type = (kind for start, kind in _OF_LIBREOFFICE.items() if mimetype.startswith(start))
    return _other_kind(next(of_part, None) or next(of_type, _ZIP))


def what_it_is(data: bytes, path: str) -> Finding | None:
    """Return the finding on a file of another known kind, judged by its first bytes or its path; None if unknown."""
    name = PurePosixPath(path)
    for start, kind in _STARTS.items():
        if data.startswith(start):
            is_plain_by_name = start == MARK and name.suffix.lower() in _PLAIN_NAMES
            return error("unread.other_kind/rtf", WHAT_TO_DO) if is_plain_by_name else _other_kind(kind)
    if _HALF_NAME.fullmatch(name.name):
        return _other_kind(_HALF)
    if data.startswith(b"\0") and not data.strip(b"\0"):
        return _other_kind(_ZEROS)
    if _HTML.match(data[:_LOOKED_AT]):
        return _other_kind(_WEB_PAGE)
    if _SETTINGS_NAME.fullmatch(name.name) and name.name != SETTINGS:
        text = data[:_LOOKED_AT].decode(errors="replace")
        is_of_club = not is_settings(text) and (_CLUB_NAME.fullmatch(name.name) or _PAGE.search(text))
        return _other_kind(_OF_CLUB if is_of_club else _OF_COMPETITION)
    return None


def is_about_others(path: str) -> bool:
    """Return whether the name of a file says that it describes the files around it, as README.txt does."""
    return _ABOUT_NAME.fullmatch(PurePosixPath(path).name) is not None


def is_settings(text: str) -> bool:
    """Return whether this text is a competition.toml."""
    return _SETTINGS.search(text, 0, _LOOKED_AT) is not None


def of_settings() -> Finding:
    """Return the finding on a settings file with the wrong name."""
    return _other_kind(_OF_COMPETITION)


def _other_kind(kind: _Kind) -> Finding:
    code = f"unread.other_kind/{kind.remedy}"
    return error(code, kind_of_file=kind.what)
