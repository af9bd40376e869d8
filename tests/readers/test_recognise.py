"""Files are known by their content, also those that are no result files, and no content makes a reader fail."""

import codecs
import io
import zipfile

import pytest
from each import cases
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import Read, rows

from pipelines.intake.readers import Reading
from pipelines.intake.readers.reading import shape
from transforms.tables.schemas import LANDING

STARTS = [
    *(b"", b"% PBN 2.1\n", b'[Event "x"]\n[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n'),
    *(b"<USEBIO><EVENT><BOARD><TRAVELLER_LINE>", b"PK\x03\x04", b"\0\1\0\0Standard Jet DB\0\0"),
    *(b"\0\1\0\0Standard ACE DB\0\2", b"session_id,date\n1,2025-09-02\n", b'player_id;name\n"1'),
    b"session_id,line,board,ns,ew,score\n1,A,1,1,2,",
]


def is_whole(reading: Reading) -> bool:
    in_shape = all(dict(reading.tables[name].schema) == dict(shape(name)) for name in LANDING)
    has_rows = any(table.height for table in reading.tables.values())
    return in_shape and (has_rows or not reading.findings.is_empty())


@given(start=st.sampled_from(STARTS), rest=st.binary(max_size=300))
@settings(max_examples=by_night(300))
def test_no_content_makes_a_reader_fail(read: Read, start: bytes, rest: bytes) -> None:
    assert is_whole(read(start + rest))


@cases(
    (b"", "export it again"),
    (b" \r\n\n", "export it again"),
    (bytes(range(256)) * 20, "move it away"),
    (b"hello, world\n", "move it away"),
    (b"<html><body>not bridge</body></html>", "move it away"),
)
def test_what_is_no_result_file_is_reported(read: Read, content: bytes, remedy: str) -> None:
    reading = read(content)
    assert reading.format == "unknown"
    assert reading.findings["severity"].to_list() == ["error"]
    assert remedy in reading.findings["message"].item()


def packed(**parts: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return content.getvalue()


@cases(
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "unread.other_kind", "save it here"),
    (b"%PDF-1.7\n", "unread.other_kind", "export its results"),
    (b"\x1f\x8b\x08\0", "unread.other_kind", "unpack it"),
    (b"7z\xbc\xaf\x27\x1c\0", "unread.other_kind", "unpack it"),
    (b"Rar!\x1a\x07", "unread.other_kind", "unpack it"),
    (b"\x89PNG\r\n", "unread.other_kind", "export its results"),
    (b"\xff\xd8\xff\xe0", "unread.other_kind", "export its results"),
    (b"{\\rtf1 1,2}", "unread.other_kind", "export its results"),
    (b"L\0\0\0\1\x14\2\0" + bytes(70), "unread.other_kind", "put the file itself here"),
    (b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "unread.other_kind", "put the file itself here"),
    (bytes(100), "unread.other_kind", "copy or export it again"),
    (b"  <!DOCTYPE HTML><html></html>", "unread.other_kind", "export its results"),
    (b'<?xml version="1.0"?>\n<html xmlns="x"></html>', "unread.other_kind", "export its results"),
    (packed(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "unread.other_kind", "save it here"),
    (packed(mimetype="application/vnd.oasis.opendocument.text"), "unread.other_kind", "export its results"),
    (packed(word__document_xml="<x/>"), "unread.other_kind", "export its results"),
    (packed(xl__workbook_bin="x"), "unread.other_kind", "save it here"),
    (packed(evening_pbn="% PBN 2.1"), "unread.other_kind", "unpack it"),
    (packed(evening_zip=packed(evening_pbn="% PBN").decode("latin-1")), "unread.other_kind", "unpack it"),
)
def test_each_is_named_for_what_it_is(read: Read, content: bytes, code: str, remedy: str) -> None:
    reading = read(content, "of-others.dat")
    assert reading.format == "unknown"
    assert rows(reading, "findings", "severity", "code") == [("error", code)]
    assert remedy in reading.findings["message"].item()


@pytest.mark.parametrize(
    ("name", "codes"), [("README", []), ("old/readme.txt", []), ("notes.md", []), ("list.txt", ["unread.unknown"])]
)
def test_a_text_about_the_files_is_no_result_file(read: Read, name: str, codes: list[str]) -> None:
    assert read("These are our Mondays.\n", name).findings["code"].to_list() == codes


SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
MISNAMED = (
    *("competition.toml.txt", "Competition.toml", "competition (1).toml", "COMPETITION.TOML.TXT", "settings.txt"),
    "club.toml",
)


@cases(
    *(
        ("{\\rtf1\\ansi session_id,line}", name, "choose Format, Make Plain Text")
        for name in ("entries.csv", "evening.PBN")
    ),
    *((SETTINGS, name, "name it competition.toml") for name in MISNAMED),
    ('[page]\nname = "Harbour"\n', "club.toml", "move it to the folder above as club.toml"),
    ('name = "Harbour"\n', "club.toml", "move it to the folder above as club.toml"),
    ("", "Club.toml.txt", "move it to the folder above as club.toml"),
    ('[page]\ncolour = "#17624a"\n', "pages.toml", "move it to the folder above as club.toml"),
)
def test_a_misplaced_or_misnamed_file_is_reported(read: Read, content: str, name: str, remedy: str) -> None:
    found = read(content, name).findings
    assert found["code"].to_list() == ["unread.other_kind"]
    assert remedy in found["message"].item()


@pytest.mark.parametrize("name", ["competition.csv", "evening.pbn"])
def test_the_name_of_a_file_says_nothing(read: Read, name: str) -> None:
    assert read("player_id,name\n1,Ann\n", name).format == "csv"


@cases(
    *(("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-le", b""), ("utf-16-be", codecs.BOM_UTF16_BE)),
    *(("utf-16-be", b""), ("utf-32-le", codecs.BOM_UTF32_LE), ("utf-32-be", b""), ("cp1252", b"")),
)
def test_a_table_in_any_encoding_of_a_spreadsheet(read: Read, encoding: str, mark: bytes) -> None:
    reading = read(mark + "player_id\tname\r\n1\tZoë O’Hara – Žan\r\n".encode(encoding))
    assert reading.findings.is_empty()
    assert reading.tables["players"]["name"].to_list() == ["Zoë O’Hara – Žan"]


@cases(
    (
        codecs.BOM_UTF16_LE + "player_id\tname\n1\tAnn".encode("utf-16-le") + b"\x00\xd8",
        (2, "1\tAnn\N{REPLACEMENT CHARACTER}"),
        "Ann\N{REPLACEMENT CHARACTER}",
    ),
    (b"player_id,name\n1,Ann\n2,B\0o\n" + b"3,Cy\n" * 20, (3, "2,Bo"), "Ann"),
)
def test_a_damaged_letter_is_reported(read: Read, content: bytes, expected: tuple[int, str], name: str) -> None:
    reading = read(content)
    assert reading.tables["players"]["name"][0] == name
    assert rows(reading, "findings", "code", "severity", "line_no", "value") == [
        ("decoding.letters", "warning", *expected)
    ]
