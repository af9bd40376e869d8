"""A table in a narrow terminal: no column goes without a word, whatever the width."""

from collections import Counter

import polars as pl
import pytest

from pipelines.words.terminal import print_table

ROWS = pl.DataFrame(
    {
        "at": ["2026-11-26 01:19", "2026-11-26 01:20"],
        "build": [1, 2],
        "what": ["results 2025-26 2025-09-09", None],
        "event": ["points 90 became 91; score 62.5 became 63.19", "published: 23 rows"],
        "files": ["2025-09-09/results.csv", None],
    }
)


def printed(width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    print_table(ROWS, "A title")
    return capsys.readouterr().out.splitlines()


def test_every_letter_of_every_cell_is_printed_and_no_line_is_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Counter("".join(value for row in ROWS.iter_rows() for value in map(str, row) if value != "None"))
    del said[" "]
    for width in range(40, 131):
        lines = printed(width, capsys, monkeypatch)
        assert max(map(len, lines)) <= width
        assert said - Counter("".join(lines[1:])) == {}, width
        assert "files" in " ".join(lines), width
