"""Bytes to letters, whatever they were saved as."""

import polars as pl
import pytest
from each import cases
from hypothesis import given
from hypothesis import strategies as st
from result_files import Read

from pipelines.intake.readers.decoding import decoded
from pipelines.intake.readers.untrusted_xml import parsed_xml


@given(text=st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\x1a")))
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf_8_reads_as_it_was_written(text: str, encoding: str) -> None:
    written = text.removeprefix("\ufeff")
    assert decoded(written.encode(encoding)) == (written.replace("\r\n", "\n").replace("\r", "\n"), [])


def test_one_latin_1_line_leaves_the_others_as_they_are() -> None:
    """Latin-1 throughout is no reason to warn."""
    assert decoded("René\r\nZoë\nBo".encode("latin-1")) == ("René\nZoë\nBo", [])
    text, findings = decoded("Zoë\nBo\n".encode() + "René\n".encode("latin-1") + "Jürgen\n".encode())
    assert text == "Zoë\nBo\nRené\nJürgen\n"
    assert [finding[:4] for finding in findings] == [(3, "warning", None, "René")]


@cases(
    ("player_id,name\n1,Zoë\n2,", "\n"),
    (
        '% PBN 2.0\n[Event "Zoë"]\n[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n'
        '[TotalScoreTable "PairId;Names"]\n1 "Bo - ',
        '"\n',
    ),
    (
        "<USEBIO><EVENT EVENT_TYPE='PAIRS'><DATE>02/09/2025</DATE>\n<TITLE>Zoë</TITLE><PARTICIPANTS><PAIR>"
        "<PAIR_NUMBER>1</PAIR_NUMBER><PLAYER>\n<PLAYER_NAME>",
        "</PLAYER_NAME></PLAYER></PAIR></PARTICIPANTS></EVENT></USEBIO>",
    ),
)
def test_every_format_reports_a_line_in_other_letters(read: Read, before: str, after: str) -> None:
    reading = read(before.encode() + "René".encode("latin-1") + after.encode())
    assert "René" in reading.tables["players"]["name"]
    [line_no] = reading.findings.filter(pl.col("message").str.contains("Latin-1"))["line_no"]
    assert line_no == before.count("\n") + 1


@cases(
    ("Łukasz Wałęsa", "cp1250", "£ukasz Wa³êsa"),
    ("Zażółć", "cp1250", "Za¿ó³æ"),
    ("Jürgen Groß", "cp850", "J\N{REPLACEMENT CHARACTER}rgen Groá"),
    ("Märta", "cp850", "M„rta"),
    ("François", "cp437", "Fran‡ois"),
    ("Иван Петров", "cp1251", "Èâàí Ïåòðîâ"),
    ("Иван Петров", "koi8-r", "é×ÁÎ ðÅÔÒÏ×"),
    ("Νίκος Παππάς", "cp1253", "Íßêïò ÐáððÜò"),
)
def test_names_in_another_code_page_than_western_windows_are_reported(name: str, code_page: str, shown: str) -> None:
    _, findings = decoded(f"player_id,name\r\n1,{name}\r\n2,Ann\r\n".encode(code_page))
    assert [finding[:4] for finding in findings] == [(2, "warning", None, f"1,{shown}")]
    assert findings[0].code == "decoding.code_page"
    assert f"as in {shown} (rows: 1)" in findings[0].message


@cases(
    *(
        *("¿Qué tal? 5 £, £5, m², 1½ h", "D´Artagnan O’Neill", "Mª Jesús, 1ª, col·lecció", "Ann–Bo “top” 20 €"),
        "Œuvre Žižka Šimon",
    ),
    *("Renée d’Été … §3 ©Club ±2", "Bjørn Ås Þór Ægir Ñandú", "Jäääär ÞÓRÐUR ÉÈÊ"),
)
def test_signs_of_western_windows_that_belong_there_are_silent(text: str) -> None:
    assert decoded(text.encode("cp1252")) == (text, [])


@pytest.mark.parametrize("end", ["\x1a", "\x1a\x1a", "\r\n\x1a", "\x1a" + "\0" * 99, "\x1a \r\n\0\x1a"])
@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("a.pbn", '[Board "1"]\r\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\r\n1 2 50\r\n3 4 100\r\n', 2),
        ("results.csv", "session_id,line,board,ns,ew,score\r\na,A,1,1,2,50\r\na,A,1,3,4,100\r\n", 2),
    ],
)
def test_the_end_mark_of_dos_is_no_row(read: Read, name: str, text: str, wanted: int, end: str) -> None:
    plain, marked = (read((text + each).encode(), name) for each in ("", end))
    assert marked.tables["results"].height == wanted
    assert marked.findings.equals(plain.findings)


def test_an_end_mark_between_lines_is_kept() -> None:
    assert decoded(b"1\x1a\r\n2") == ("1\x1a\n2", [])


OF_XML = "<?xml version='1.0' encoding='{}'?><USEBIO><EVENT><TITLE>Été {}</TITLE></EVENT></USEBIO>"


@cases(
    *((declared, "utf-8", "Łukasz Иван", []) for declared in ("ISO-8859-1", "windows-1252", "iso-8859-2")),
    ("ISO-8859-1", "latin-1", "René", []),
    ("windows-1252", "cp1252", "Žižka", []),
    ("utf-8", "latin-1", "René", []),
    ("ISO-8859-2", "iso-8859-2", "Łukasz", []),
    ("ISO-8859-1", "cp850", "Jürgen", ["decoding.code_page"]),
)
def test_xml_has_the_encoding_that_it_declares(declared: str, encoding: str, name: str, codes: list[str]) -> None:
    root, findings = parsed_xml(OF_XML.format(declared, name).encode(encoding))
    assert [finding.code for finding in findings] == codes
    assert root is not None
    assert ((root.findtext(".//TITLE") or "").removeprefix("Été ") == name) is not bool(codes)
