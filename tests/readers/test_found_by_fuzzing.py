"""What fuzzing found in files that their readers took in, in part, without a word, or for far too long."""

import io
import json
import zipfile

import pytest
from result_files import Read
from workbooks import workbook

from pipelines.intake.readers import Reading

TWO_SHEETS = workbook(
    {
        "players": [["player_id", "name"], ["1", "Ann"]],
        "entries": [["session_id", "entrant", "player_id"], ["1", "1", "1"], ["1", "2", "2"]],
    }
)
SCORES = '[Board "1"]\n[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Names_NS;Score_NS"'


def _said(reading: Reading, code: str) -> dict[str, str]:
    said = json.loads(reading.findings.filter(code=code)["arguments"].item())
    return {name: text for name, text in said.items() if name != "variant"}


def _with_part_changed(part: str, old: bytes, new: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(TWO_SHEETS)) as sound, zipfile.ZipFile(made, "w") as changed:
        for name in sound.namelist():
            content = sound.read(name)
            assert name != part or old in content
            changed.writestr(name, content.replace(old, new) if name == part else content)
    return made.getvalue()


def test_a_sheet_whose_cells_are_not_found_is_reported_and_so_are_cells_without_a_sheet(read: Read) -> None:
    reading = read(_with_part_changed("xl/_rels/workbook.xml.rels", b"worksheets/sheet2.xml", b"worksheets/gone.xml"))
    assert reading.tables["players"].height == 1
    assert reading.tables["entries"].is_empty()
    expected = [json.loads(arguments) for arguments in reading.findings.filter(code="workbook.sheet")["arguments"]]
    assert expected == [
        {"sheet": "entries", "variant": "missing"},
        {"sheets": "1", "parts": "xl/worksheets/sheet2.xml", "variant": "not_listed"},
    ]


def test_a_second_table_is_reported_with_the_number_of_its_lines(read: Read) -> None:
    players = [["player_id", "name"], ["1", "Ann"]]
    reading = read(workbook({"one": players, "two": [*players, ["2", "Bo"], ["3", "Cy"]]}))
    assert _said(reading, "tables.second")["lines"] == "3"


def test_a_header_without_its_end_takes_in_no_rows(read: Read) -> None:
    """The end of the tag is found two lines below, where a name ends as a tag does."""
    reading = read(f'% PBN\n{SCORES}\n1 2 3NT "Ann" 400\n3 4 3NT "Bob"]\n5 6 3NT "Cy" 400\n')
    assert reading.tables["results"].is_empty()
    assert _said(reading, "pbn.left_out")["rows"] == "3"


@pytest.mark.parametrize("end", ["</EVENT></USEBIO>", ""], ids=["sound", "breaks off"])
def test_attributes_without_end_are_passed_over_and_reported(read: Read, end: str) -> None:
    attributes = " ".join(f'a{number}="1"' for number in range(101))
    reading = read(f'<USEBIO><EVENT EVENT_TYPE="PAIRS"><BOARD {attributes}></BOARD>{end}')
    assert _said(reading, "xml.left_out") == {"attributes": "101"}


def test_lines_of_tags_in_a_comment_are_counted(read: Read) -> None:
    game = '[Date "2015.06.27"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 '
    reading = read(f'{game}{{\n[White "C"]\n[Black "D]\n}} 1-0\n')
    assert reading.tables["games"].height == 1
    assert _said(reading, "games.passed_over") == {"lines": "2"}
