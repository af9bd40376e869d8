"""Files that are no result files are named for what they are; text in other encodings is read."""

import codecs
import io
import zipfile

import pytest
from result_files import Read


def packed(**parts: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "code", "mend"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "unread.other_kind", "save it as XLSX"),
        (b"%PDF-1.7\n", "unread.other_kind", "export them anew"),
        (b"\x1f\x8b\x08\0", "unread.other_kind", "unpack it"),
        (b"7z\xbc\xaf\x27\x1c\0", "unread.other_kind", "unpack it"),
        (b"Rar!\x1a\x07", "unread.other_kind", "unpack it"),
        (b"\x89PNG\r\n", "unread.other_kind", "export them anew"),
        (b"\xff\xd8\xff\xe0", "unread.other_kind", "export them anew"),
        (b"{\\rtf1 1,2}", "unread.other_kind", "export them anew"),
        (b"L\0\0\0\1\x14\2\0" + bytes(70), "unread.other_kind", "put the file itself here"),
        (b"[InternetShortcut]\r\nURL=https://example.org/\r\n", "unread.other_kind", "put the file itself here"),
        (bytes(100), "unread.other_kind", "copy or export it again"),
        (b"  <!DOCTYPE HTML><html></html>", "unread.other_kind", "export them anew"),
        (b'<?xml version="1.0"?>\n<html xmlns="x"></html>', "unread.other_kind", "export them anew"),
        (packed(mimetype="application/vnd.oasis.opendocument.spreadsheet"), "unread.other_kind", "save it as XLSX"),
        (packed(mimetype="application/vnd.oasis.opendocument.text"), "unread.other_kind", "export them anew"),
        (packed(word__document_xml="<x/>"), "unread.other_kind", "export them anew"),
        (packed(xl__workbook_bin="x"), "unread.other_kind", "save it as XLSX"),
        (packed(evening_pbn="% PBN 2.1"), "unread.other_kind", "unpack it"),
        (packed(evening_zip=packed(evening_pbn="% PBN").decode("latin-1")), "unread.other_kind", "unpack it"),
    ],
)
def test_each_is_named_for_what_it_is(read: Read, content: bytes, code: str, mend: str) -> None:
    reading = read(content, "of-others.dat")
    assert reading.format == "unknown"
    assert reading.findings.select("severity", "code").rows() == [("error", code)]
    assert mend in reading.findings["message"].item()


@pytest.mark.parametrize("name", ["entries.csv", "evening.PBN"])
def test_formatted_text_under_the_name_of_plain_text_is_told_how_to_be_saved(read: Read, name: str) -> None:
    found = read("{\\rtf1\\ansi session_id,line}", name).findings
    assert found["code"].to_list() == ["unread.other_kind"]
    assert "choose Format, Make Plain Text" in found["message"].item()


SETTINGS = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


@pytest.mark.parametrize(
    "name", ["competition.toml.txt", "Competition.toml", "competition (1).toml", "COMPETITION.TOML.TXT", "settings.txt"]
)
def test_settings_under_another_name_are_told(read: Read, name: str) -> None:
    reading = read(SETTINGS, name)
    assert reading.findings["code"].to_list() == ["unread.other_kind"]
    assert "name it competition.toml" in reading.findings["message"].item()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("club.toml", '[page]\nname = "Harbour"\n'),
        ("club.toml", 'name = "Harbour"\n'),
        ("Club.toml.txt", ""),
        ("pages.toml", '[page]\ncolour = "#17624a"\n'),
    ],
)
def test_the_settings_of_a_club_belong_one_folder_up(read: Read, name: str, content: str) -> None:
    found = read(content, name).findings
    assert found["code"].to_list() == ["unread.other_kind"]
    assert "move it one folder up" in found["message"].item()


def test_settings_with_seasons_are_of_a_competition_whatever_they_are_called(read: Read) -> None:
    assert read(SETTINGS, "club.toml").findings["code"].to_list() == ["unread.other_kind"]


def test_results_that_are_called_like_settings_are_read(read: Read) -> None:
    assert read("player_id,name\n1,Ann\n", "competition.csv").format == "csv"


@pytest.mark.parametrize(
    ("encoding", "mark"),
    [
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-le", b""),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-be", b""),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", b""),
        ("cp1252", b""),
    ],
)
def test_a_table_in_any_encoding_of_a_spreadsheet(read: Read, encoding: str, mark: bytes) -> None:
    reading = read(mark + "player_id\tname\r\n1\tZoë O’Hara – Žan\r\n".encode(encoding))
    assert reading.findings.is_empty()
    assert reading.tables["players"]["name"].to_list() == ["Zoë O’Hara – Žan"]


def test_a_damaged_letter_is_told(read: Read) -> None:
    reading = read(codecs.BOM_UTF16_LE + "player_id\tname\n1\tAnn".encode("utf-16-le") + b"\x00\xd8")
    assert reading.findings.select("code", "line_no").rows() == [("decoding.letters", 2)]


def test_zero_bytes_are_told_and_passed_over(read: Read) -> None:
    reading = read("player_id,name\n1,Ann\n2,B\0o\n" + "3,Cy\n" * 20)
    assert reading.tables["players"]["name"].to_list()[:2] == ["Ann", "Bo"]
    assert reading.findings.select("code", "severity", "line_no", "value").rows() == [
        ("decoding.letters", "warning", 3, "2,Bo")
    ]
