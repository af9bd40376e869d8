"""Evenings made up for tests, as they are handed in: files, what a director settles, and what comes of them."""

import datetime as dt
from typing import Any

import polars as pl
from factories import Tables, competitions, frame
from intake.evenings import Row, read, with_kinds

from transforms.checks import assemble
from transforms.tables.schemas import Files, SessionSettings

EVENING = dt.date(2025, 9, 2)
SCORES = (420, -50, 620, 140, -100, 400, 170, -620)
"""Of board 1 at table 1, and so on; two tables, eight boards a table."""

OTHER: dict[tuple[int, str], int] = {(board, ns): 90 + board for board in range(1, 9) for ns in "13"}
"""Changes for `lines`: the scores of another evening."""


def lines(change: dict[tuple[int, str], int] | None = None, boards: range = range(1, 9), **given: Any) -> list[Row]:
    """Result lines of pairs 1 against 2 and 3 against 4, with other scores where `change` has board and pair."""
    return [
        {"board": board, "ns": ns, "ew": ew, "score": (change or {}).get((board, ns), score + shift), **given}
        for ns, ew, shift in (("1", "2", 0), ("3", "4", 30))
        for board, score in zip(range(1, 9), SCORES, strict=True)
        if board in boards
    ]


def entries(people: str, **given: Any) -> list[Row]:
    """Eight persons, two for each of the pairs 1 to 4, each named by a letter."""
    return [{"entrant": str(place // 2 + 1), "player_id": person, **given} for place, person in enumerate(people)]


def evening(file: str, session: str | None = None, people: str = "abcdefgh", **given: Any) -> dict[str, list[Row]]:
    """A file with one session: two tables of eight boards."""
    of = {"session_id": session or file.rsplit(".", 1)[0], "file_id": file}
    on_line = {"line": given.pop("line", "A")}
    results = given.pop("results", lines())
    return {
        "sessions": [{**of, "line_no": 1, **given}],
        "entries": [{**row, **on_line, **of} for row in entries(people)],
        "results": [{**row, **on_line, **of} for row in results],
    }


def folder(*evenings: dict[str, list[Row]], **others: list[Row]) -> Tables:
    names = {name for one in evenings for name in one}
    return read(**{name: [row for one in evenings for row in one.get(name, [])] for name in names}, **others)


def settings(*given: Row) -> pl.DataFrame:
    empty: Row = {"session_id": None, "date": None, "files": [], "supersedes": [], "keep_both": False}
    return frame(SessionSettings, *({**empty, "place": place, **row} for place, row in enumerate(given, start=1)))


def modified(**minutes: int | None) -> pl.DataFrame:
    """`raw.files` of files by their names without suffix, changed so many minutes after noon."""
    noon = dt.datetime(2025, 9, 3, 12, tzinfo=dt.UTC)
    rows = [
        {
            "club": "club",
            "competition": "evening",
            "file_id": f"{name}.pbn",
            "modified_at": None if minute is None else noon + dt.timedelta(minutes=minute),
        }
        for name, minute in minutes.items()
    ]
    return pl.DataFrame(rows, schema_overrides={"modified_at": Files.create_empty().schema["modified_at"]})


def assembled(raw: Tables, *settled: Row, **minutes: int | None) -> tuple[Tables, pl.DataFrame]:
    """The tables, and the findings about sessions, with variants: the scores here are such as no contract brings."""
    beside = {"session_settings": settings(*settled)} if settled else {}
    files = {"files": modified(**minutes)} if minutes else {}
    return about_sessions(assemble(raw | beside | files, competitions()))


def about_sessions(assembled: tuple[dict[str, pl.DataFrame], pl.DataFrame]) -> tuple[Tables, pl.DataFrame]:
    tables, findings = assembled
    return tables, with_kinds(findings.filter(pl.col("field") != "score"))


def sessions(tables: Tables) -> list[tuple[str, str]]:
    return tables["sessions"].select("session_id", "file_id").rows()


def codes(findings: pl.DataFrame) -> list[str]:
    return findings["code"].to_list()
