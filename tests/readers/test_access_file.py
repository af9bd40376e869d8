"""Tables of Microsoft Access files, of both versions that Bridgemates write."""

import datetime as dt
from typing import Literal

import pytest
from access_files import access_file
from each import items
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import needs_real_data, real_files

from pipelines.intake.readers.access_file import AccessFile, UnsoundError, is_access

VERSIONS = pytest.mark.parametrize("jet_3", [True, False], ids=["Jet 3", "Jet 4"])
ROW = {
    **{"ID": 1, "Erased": False, "Contract": "3 H", "DateLog": dt.datetime(2025, 9, 2, 19, 30), "Remarks": "-"},
    "Name": "Åse",
}


@VERSIONS
def test_every_kind_of_column(jet_3: bool) -> None:
    rows = [ROW, {**ROW, "ID": -2, "Erased": True, "Contract": None, "Name": "Zoë O'Hara"}]
    data = access_file({"T": rows}, jet_3=jet_3)
    assert is_access(data)
    assert AccessFile(data).rows("T") == rows


@VERSIONS
def test_a_table_over_many_pages_and_long_texts(jet_3: bool) -> None:
    rows = [{**ROW, "ID": number, "Contract": "x" * (number * 7 % 300 + 1)} for number in range(1, 200)]
    assert AccessFile(access_file({"T": rows}, jet_3=jet_3)).rows("T") == rows


@VERSIONS
@pytest.mark.parametrize("had", range(1, 6))
def test_rows_older_than_a_column_lack_it(jet_3: bool, had: int) -> None:
    data = access_file({"T": [ROW, {**ROW, "ID": 2}]}, jet_3=jet_3, shorter={"T": had})
    known = set(list(ROW)[:had])
    assert AccessFile(data).rows("T") == [
        {name: value if name in known else None for name, value in {**ROW, "ID": number}.items()} for number in (1, 2)
    ]


def test_letters_of_one_and_of_two_bytes_in_one_text() -> None:
    data = access_file({"T": [{"Name": "abcd"}]})
    # 6 bytes of text: the letter a, then Ł as two bytes between zeros, as Access writes it.
    mixed = data.replace(b"\xff\xfeabcd", b"\xff\xfea\0\x41\x01")
    assert AccessFile(mixed).rows("T") == [{"Name": "aŁ"}]


@VERSIONS
def test_a_lost_page_is_noticed(jet_3: bool) -> None:
    size = 2048 if jet_3 else 4096
    data = access_file({"T": [{**ROW, "Contract": "x" * 250}] * 40}, jet_3=jet_3)
    with pytest.raises(UnsoundError, match="rows found where it says it has 40"):
        AccessFile(data[: 5 * size] + bytes(size) + data[6 * size :]).rows("T")
    for pages in range(len(data) // size):
        with pytest.raises((UnsoundError, KeyError)):
            AccessFile(data[: pages * size]).rows("T")


@VERSIONS
@pytest.mark.parametrize("maps", ["short", "long"])
def test_the_pages_in_use_count_whatever_the_number_of_rows_says(jet_3: bool, maps: Literal["short", "long"]) -> None:
    rows = [{**ROW, "ID": number} for number in range(1, 200)]
    content = access_file({"T": rows, "Empty": [ROW]}, jet_3=jet_3, maps=maps)
    size, at = (2048, 12) if jet_3 else (4096, 16)
    definition = 3 * size
    first = definition + (3 if maps == "long" else 2) * size
    page = content[first : first + size]
    assert page[4] == 3
    released = content + page  # still has its rows and its table, but is in no map
    old = released[: definition + at] + bytes(4) + released[definition + at + 4 :]
    for data in (released, old):
        assert AccessFile(data).rows("T") == rows
    lost = old[:first] + bytes(size) + old[first + size :]
    with pytest.raises(UnsoundError, match="where it says it has 0"):
        AccessFile(lost).rows("T")


@VERSIONS
@items((4, 4, b"\x03", "circle"), (25, 45, (60_000).to_bytes(2, "little"), "60000 columns"))
def test_endless_definitions(jet_3: bool, of_jet_3: int, of_jet_4: int, written: bytes, expected: str) -> None:
    data = bytearray(access_file({"T": [ROW]}, jet_3=jet_3))
    at = 3 * 2048 + of_jet_3 if jet_3 else 3 * 4096 + of_jet_4
    data[at : at + len(written)] = written
    with pytest.raises(UnsoundError, match=expected):
        AccessFile(bytes(data)).rows("T")


WHOLE = {
    jet_3: access_file({"T": [{**ROW, "ID": number} for number in range(30)]}, jet_3=jet_3) for jet_3 in (True, False)
}


@VERSIONS
@given(data=st.data())
@settings(max_examples=by_night(150))
def test_damage_is_read_or_noticed_but_never_fails(jet_3: bool, data: st.DataObject) -> None:
    content = bytearray(WHOLE[jet_3])
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(20, len(content) - 1), st.integers(0, 255)), max_size=40)
    ):
        content[place] = value
    try:
        file = AccessFile(bytes(content[: data.draw(st.integers(0, len(content)))]))
        read = file.rows("T") if "T" in file else []
    except UnsoundError:
        return
    assert len(read) in (0, 30)


@needs_real_data
def test_the_tables_of_the_real_file() -> None:
    """As many rows as mdb-export gives, and a few of the values."""
    [path] = real_files("bws/*.bws")
    file = AccessFile(path.read_bytes())
    counts = {"Clients": 2, "Section": 1, "Tables": 12, "RoundData": 144, "ReceivedData": 288, "PlayerNumbers": 48}
    assert {name: len(file.rows(name)) for name in counts} == counts
    assert file.rows("Section") == [{"ID": 1, "Letter": "A", "Tables": 12, "MissingPair": 0, "EWMoveBeforePlay": 0}]
    first = file.rows("ReceivedData")[0]
    assert (first["PairNS"], first["PairEW"], first["NS/EW"], first["Contract"], first["Result"]) == (
        *(4, 16),
        *("S", "3 H", "-1"),
    )
    assert first["DateLog"] == dt.datetime(2005, 5, 9)
    assert {row["Direction"] for row in file.rows("PlayerNumbers")} == {"N", "E", "S", "W"}
