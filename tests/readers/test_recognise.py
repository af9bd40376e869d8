"""Files are known by their content, and no content makes a reader fail."""

import pytest
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import Read

from pipelines.intake.readers import Reading
from pipelines.intake.readers.reading import shape
from transforms.tables.schemas import LANDING

STARTS = [
    b"",
    b"% PBN 2.1\n",
    b'[Event "x"]\n[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n',
    b"<USEBIO><EVENT><BOARD><TRAVELLER_LINE>",
    b"PK\x03\x04",
    b"\0\1\0\0Standard Jet DB\0\0",
    b"\0\1\0\0Standard ACE DB\0\2",
    b"session_id,date\n1,2025-09-02\n",
    b'player_id;name\n"1',
    b"session_id,line,board,ns,ew,score\n1,A,1,1,2,",
]


def is_whole(reading: Reading) -> bool:
    """Every table in its shape, and nothing lost without a word."""
    in_shape = all(dict(reading.tables[name].schema) == dict(shape(name)) for name in LANDING)
    has_rows = any(table.height for table in reading.tables.values())
    return in_shape and (has_rows or not reading.findings.is_empty())


@given(start=st.sampled_from(STARTS), rest=st.binary(max_size=300))
@settings(max_examples=by_night(300))
def test_no_content_makes_a_reader_fail(read: Read, start: bytes, rest: bytes) -> None:
    assert is_whole(read(start + rest))


@pytest.mark.parametrize(
    ("content", "mend"),
    [
        (b"", "export it again"),
        (b" \r\n\n", "export it again"),
        (bytes(range(256)) * 20, "move it away"),
        (b"hello, world\n", "move it away"),
        (b"<html><body>not bridge</body></html>", "move it out of this folder"),
    ],
)
def test_what_is_no_result_file_is_told(read: Read, content: bytes, mend: str) -> None:
    reading = read(content)
    assert reading.format == "unknown"
    assert reading.findings["severity"].to_list() == ["error"]
    assert mend in reading.findings["message"].item()


def test_the_name_of_a_file_tells_nothing(read: Read) -> None:
    assert read("player_id,name\n1,Ann\n", "evening.pbn").format == "csv"
