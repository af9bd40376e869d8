"""Files that are no result files but often lie among them: each is named for what it is, with what to do instead."""

import re
from pathlib import PurePosixPath
from typing import NamedTuple

from pipelines.intake.readers.archive import Archive, ArchiveError
from pipelines.intake.readers.reading import Finding, error
from pipelines.machine.formatted_text import MARK, WHAT_TO_DO
from transforms.intake.findings import SETTINGS
from transforms.tables.messages import gettext_noop


class _Kind(NamedTuple):
    code: str
    what: str
    mend: str


_MENDS = {
    "save_as_xlsx": gettext_noop(
        "this is {kind_of_file}, which is not read: open it, save it as XLSX without a password, or as CSV, in the same"
        " folder, and take this one away"
    ),
    "export": gettext_noop(
        "this is {kind_of_file}, so it is not read: move it out of this folder; if there are results in it, export them"
        " anew from your scoring program, as PBN, USEBIO XML, XLSX or CSV"
    ),
    "unpack": gettext_noop(
        "this is {kind_of_file}, so it is not read: unpack it, put the files that are in it into this folder, and move"
        " this one out of it"
    ),
    "page": gettext_noop(
        "this is {kind_of_file}, which is not read: open the page in the browser again, and save it as a web page, HTML"
        " only"
    ),
    "lies_elsewhere": gettext_noop(
        "this is {kind_of_file}, so there is nothing to read in it: put the file itself here, and take this one away"
    ),
    "again": gettext_noop("this is {kind_of_file}, so it is not read: copy or export it again, or take it away"),
    "settings": gettext_noop(
        "this holds {kind_of_file}, so they are not used: name it competition.toml, in the folder of the competition"
        " itself, or move it away if there is one already"
    ),
    "club_settings": gettext_noop(
        "this holds {kind_of_file}, so they are not used: move it one folder up, beside the folder of this competition,"
        " with the name club.toml; if there is one already, write in that one what is in here"
    ),
}
_SHORTCUT = _Kind(
    "shortcut", gettext_noop("a shortcut, which leads to a file or a page but does not hold it"), "lies_elsewhere"
)
_STARTS = (
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        _Kind(
            "old_office", gettext_noop("an old Office file (.xls, .doc), or a workbook with a password"), "save_as_xlsx"
        ),
    ),
    (b"L\0\0\0\1\x14\2\0", _SHORTCUT),
    (b"[InternetShortcut]", _SHORTCUT),
    (b"%PDF", _Kind("pdf", gettext_noop("a PDF, which shows results but does not hold them"), "export")),
    (b"\x1f\x8b", _Kind("gzip", gettext_noop("a packed file (gzip)"), "unpack")),
    (b"7z\xbc\xaf\x27\x1c", _Kind("7z", gettext_noop("a packed file (7z)"), "unpack")),
    (b"Rar!", _Kind("rar", gettext_noop("a packed file (RAR)"), "unpack")),
    (b"BZh", _Kind("bzip2", gettext_noop("a packed file (bzip2)"), "unpack")),
    (b"\xfd7zXZ", _Kind("xz", gettext_noop("a packed file (xz)"), "unpack")),
    (b"\x89PNG", _Kind("png", gettext_noop("a picture (PNG)"), "export")),
    (b"\xff\xd8\xff", _Kind("jpeg", gettext_noop("a picture (JPEG)"), "export")),
    (b"GIF8", _Kind("gif", gettext_noop("a picture (GIF)"), "export")),
    (b"II*\0", _Kind("tiff", gettext_noop("a picture (TIFF)"), "export")),
    (b"MM\0*", _Kind("tiff", gettext_noop("a picture (TIFF)"), "export")),
    (b"From: <Saved by ", _Kind("mhtml", gettext_noop("a web page in one file (MHTML)"), "page")),
    (b"bplist00", _Kind("webarchive", gettext_noop("a web archive of Safari"), "page")),
    (MARK, _Kind("rtf", gettext_noop("a text document (RTF)"), "export")),
    (b"PARE", _Kind("parquet_encrypted", gettext_noop("an encrypted Parquet file"), "export")),
    (b"SQLite format 3\0", _Kind("sqlite", gettext_noop("a database (SQLite)"), "export")),
)
"""How such files begin, and what they are."""
_PLAIN_NAMES = (".csv", ".tsv", ".txt", ".pbn", ".xml", ".json")
_IN_ARCHIVE = (
    ("xl/workbook.bin", _Kind("xlsb", gettext_noop("a binary workbook (.xlsb)"), "save_as_xlsx")),
    ("word/document.xml", _Kind("docx", gettext_noop("a text document (.docx)"), "export")),
    ("ppt/presentation.xml", _Kind("pptx", gettext_noop("a presentation (.pptx)"), "export")),
)
_ODS = _Kind("ods", gettext_noop("a workbook of LibreOffice (.ods)"), "save_as_xlsx")
_ODF = _Kind("odf", gettext_noop("a document of LibreOffice"), "export")
_ZIP = _Kind("zip", gettext_noop("a packed file (zip)"), "unpack")
_ZEROS = _Kind("zeros", gettext_noop("nothing but zeros, as a copy that broke off leaves behind"), "again")
_HALF = _Kind("half", gettext_noop("a download that is not whole, by the end of its name"), "again")
_WEB_PAGE = _Kind("html", gettext_noop("a web page"), "export")
_OF_COMPETITION = _Kind(
    "settings", gettext_noop("the settings of a competition under another name or in another folder"), "settings"
)
_OF_CLUB = _Kind("club_settings", gettext_noop("the settings of a club"), "club_settings")
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_SETTINGS_NAME = re.compile(r"competition\b.*\.toml\b.*|.*\.toml(?:\.txt)?", re.IGNORECASE)
_SETTINGS = re.compile(r"^[ \t]*\[\[[ \t]*season[ \t]*\]\]", re.MULTILINE)
_CLUB_NAME = re.compile(r"club\.toml(?:\.txt)?", re.IGNORECASE)
_PAGE = re.compile(r"^[ \t]*\[[ \t]*page[ \t]*\]", re.MULTILINE)
_HALF_NAME = re.compile(r".*\.(?:crdownload|part|partial|opdownload|download)", re.IGNORECASE)
"""Names that browsers give to a file while it comes in."""
_LOOKED_AT = 2**16


def is_zip(data: bytes) -> bool:
    """Whether this is a zip archive, as every XLSX workbook is."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def what_is_packed(archive: Archive) -> Finding | None:
    """The finding on a zip archive that is no XLSX workbook; None for a workbook."""
    names = archive.names()
    if "xl/workbook.xml" in names:
        return None
    for part, packed in _IN_ARCHIVE:
        if part in names:
            return _told(packed)
    try:
        kind = archive.start("mimetype", 100)
    except ArchiveError:
        kind = b""
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return _told(_ODS)
    if kind.startswith(b"application/vnd.oasis.opendocument"):
        return _told(_ODF)
    return _told(_ZIP)


def what_it_is(data: bytes, name: str) -> Finding | None:
    """The finding on a file that begins like one of another kind; None where it does not.

    Args:
        data: all bytes of it.
        name: its path.
    """
    for start, kind in _STARTS:
        if data.startswith(start):
            is_plain_by_name = start == MARK and PurePosixPath(name).suffix.lower() in _PLAIN_NAMES
            return error("unread.rtf_as_text", WHAT_TO_DO) if is_plain_by_name else _told(kind)
    if _HALF_NAME.fullmatch(PurePosixPath(name).name):
        return _told(_HALF)
    if data.startswith(b"\0") and not data.strip(b"\0"):
        return _told(_ZEROS)
    if _HTML.match(data[:_LOOKED_AT]):
        return _told(_WEB_PAGE)
    if _SETTINGS_NAME.fullmatch(PurePosixPath(name).name) and PurePosixPath(name).name != SETTINGS:
        return _told(_OF_CLUB if _is_of_club(data, PurePosixPath(name).name) else _OF_COMPETITION)
    return None


def _is_of_club(data: bytes, name: str) -> bool:
    """Whether settings are what stands in a club.toml."""
    text = data[:_LOOKED_AT].decode(errors="replace")
    return not is_settings(text) and bool(_CLUB_NAME.fullmatch(name) or _PAGE.search(text))


def is_settings(text: str) -> bool:
    """Whether this is what stands in a competition.toml."""
    return _SETTINGS.search(text, 0, _LOOKED_AT) is not None


def of_settings() -> Finding:
    """The finding on settings under another name."""
    return _told(_OF_COMPETITION)


def _told(kind: _Kind) -> Finding:
    sentence = _MENDS[kind.mend]
    return error(f"unread.{kind.code}", sentence, kind_of_file=kind.what, sentence=sentence)
