"""What differs between two builds is seen: a number, a finding that is lost or has another code, and a page."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from bench.same_everywhere.builds import Build
from bench.same_everywhere.comparing import compared

_FINDING = "'club', 'tuesday', 'results.csv', {}, 'error', 'score', '{}', '{}', '', ''"


def _build(folder: Path, *, score: str = "420", findings: tuple[tuple[int, str, str], ...], page: str = "one") -> Build:
    (folder / "pages").mkdir(parents=True)
    (folder / "pages" / "index.html").write_text(f"<p>\n{page}</p>", encoding="utf-8")
    names = "club, competition, file_id, line_no, severity, field, value, code, arguments, message"
    rows = ", ".join(f"({_FINDING.format(*each)})" for each in findings)
    with duckdb.connect(str(folder / "built.duckdb")) as made:
        made.sql("create schema raw")
        made.sql(f"create table raw.findings as select * from (values {rows}) as found({names})")  # noqa: S608 - our own words
        made.sql(
            "create table raw.results as select 'club' as club, 'tuesday' as competition, 'results.csv' as file_id, "
            f"4 as line_no, cast({score} as double) as score"
        )
    return Build(folder, 0, 0.0, kept=False)


_FOUND = ((2, "x", "cells.odd"), (3, "y", "cells.odd"))


@pytest.mark.parametrize(
    ("changed", "same", "said"),
    [
        ({}, True, ""),
        ({"score": "420.0000000000001"}, False, "table raw.results: 1 rows before, 1 after; 1 gone, 1 new in score"),
        ({"page": "two"}, False, "page pages/index.html: line 2"),
        ({"findings": _FOUND[:1]}, False, "lost: 1 findings"),
        ({"findings": (*_FOUND, (4, "z", "cells.odd"))}, True, "new: 1 findings"),
        ({"findings": ((2, "x", "cells.strange"), _FOUND[1])}, True, "cells.odd -> cells.strange, 1"),
        ({"findings": ((4, "x", "cells.odd"), _FOUND[1])}, False, "line_no=2"),
    ],
)
def test_what_differs_is_seen(tmp_path: Path, changed: dict[str, Any], same: bool, said: str) -> None:
    usual: dict[str, Any] = {"findings": _FOUND}
    before, after = _build(tmp_path / "one", **usual), _build(tmp_path / "other", **usual | changed)
    is_same, lines, _ = compared(before, after, with_pages=True, most=9)
    assert is_same is same
    assert said in "\n".join(lines)
    assert bool(lines) is bool(changed)
