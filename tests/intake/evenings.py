"""An evening as files give it, made up for the tests of what is checked across files."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from each import Together
from factories import Tables, competitions, frame
from polars.testing import assert_frame_equal

from transforms.checks import assemble
from transforms.intake.check import judged
from transforms.intake.deals import one_line_each
from transforms.intake.evenings.sessions import in_season
from transforms.tables.schemas import LANDING, WAREHOUSE, AwardChoices, Competitions, Files, Frame, SessionSettings

Row = dict[str, Any]
Placed = tuple[Tables, pl.DataFrame]


def read(**rows: list[Row]) -> Tables:
    """Rows of landing tables as their readers return them; a player without a season has none."""
    given = {name: [{"season": None, **row} if name == "players" else row for row in of] for name, of in rows.items()}
    return {name: frame(LANDING[name], *of).drop(by_date(name)) for name, of in given.items()}


def by_date(name: str) -> list[str]:
    """The columns that files do not have: the season, which follows from the date; a table of players gives it."""
    return ["season"] if name != "players" and "season" in LANDING[name].column_names() else []


def reported(findings: pl.DataFrame) -> list[tuple[str, int | None, str, str | None, str | None]]:
    return findings.select("file_id", "line_no", "severity", "field", "value").rows()


def with_kinds(findings: pl.DataFrame) -> pl.DataFrame:
    variant = pl.col("arguments").str.json_path_match("$.variant")
    return findings.with_columns(code=pl.concat_str("code", variant, separator="/", ignore_nulls=True))


def kinds(findings: pl.DataFrame) -> list[str]:
    return with_kinds(findings)["code"].to_list()


def assembled_by_kind(raw: Tables, of: Frame[Competitions]) -> tuple[Tables, pl.DataFrame]:
    return _ASSEMBLED(raw, of)


def _assembled_each(asked: Sequence[tuple[Tables, Frame[Competitions]]]) -> list[Placed]:
    raw, of = asked[0]
    if len(asked) > 1:
        raw = as_one([raw for raw, _ in asked])
        (of,) = as_one([{"of": of} for _, of in asked]).values()
    tables, found = assemble(raw, of)
    findings = with_kinds(found)
    return [({**tables}, findings)] if len(asked) == 1 else _apart(tables, findings, len(asked))


_ASSEMBLED = Together(_assembled_each)


def _apart(tables: Tables, findings: pl.DataFrame, clubs: int) -> list[Placed]:
    """The rows of each club of `as_one`, under the name that it had."""
    of_each = [
        {name: rows.filter(club=f"club {number:02}") for name, rows in {**tables, "found": findings}.items()}
        for number in range(clubs)
    ]
    renamed = [{name: rows.with_columns(club=pl.lit("club")) for name, rows in of.items()} for of in of_each]
    return [(of, of.pop("found")) for of in renamed]


def pairs(*players: tuple[str, str]) -> list[Row]:
    return [{"entrant": entrant, "player_id": player} for entrant, player in players]


FOUR = pairs(("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di"))

MADE = {"board": 1, "ns": "1", "ew": "2", "contract": "3N", "declarer": "N", "tricks": 9, "score": 400}


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
    empty: Row = {**dict.fromkeys(("session_id", "date", "kind", "winners")), "files": [], "supersedes": []}
    empty["keep_both"] = False
    return frame(SessionSettings, *({**empty, "place": place, **row} for place, row in enumerate(given, start=1)))


def modified(minutes: Mapping[str, int | None], suffix: str = ".pbn") -> pl.DataFrame:
    """`raw.files` of files by their names without suffix, changed so many minutes after noon."""
    noon = dt.datetime(2025, 9, 3, 12, tzinfo=dt.UTC)
    at = [None if minute is None else noon + dt.timedelta(minutes=minute) for minute in minutes.values()]
    columns = {"file_id": [f"{name}{suffix}" for name in minutes], "modified_at": at}
    files = pl.DataFrame(columns, schema={"file_id": pl.String, "modified_at": pl.Datetime("us", "UTC")})
    return files.select(pl.lit("club").alias("club"), pl.lit("evening").alias("competition"), pl.all())


def assembled(raw: Tables, *settled: Row) -> Placed:
    tables, findings = assemble(raw | {"session_settings": settings(*settled)}, competitions())
    return tables, with_kinds(findings.filter(pl.col("field") != "score"))


def placed(
    raw: Tables, *settled: Row, of: Frame[Competitions] | None = None, minutes: Mapping[str, int | None] | None = None
) -> Placed:
    """The tables of sessions, and what the checks of evenings say, with variants; `minutes` are as for `modified`."""
    files_next_to = {"session_settings": settings(*settled)} if settled else {}
    files = {"files": modified(minutes)} if minutes else {}
    return _PLACED(files_next_to | raw | files, competitions() if of is None else of)


def _placed_each(asked: Sequence[tuple[Tables, Frame[Competitions]]]) -> list[Placed]:
    """Folders as clubs of one frame."""
    given = as_one([raw for raw, _ in asked])
    (of,) = as_one([{"of": of} for _, of in asked]).values()
    empty = {name: schema.create_empty().drop(by_date(name)) for name, schema in LANDING.items()}
    others = {"files": Files, "session_settings": SessionSettings, "award_choices": AwardChoices}
    empty |= {name: schema.create_empty() for name, schema in others.items()}
    read = {
        name: pl.concat([rows, given[name]], how="diagonal") if name in given else rows for name, rows in empty.items()
    }
    read["deals"] = one_line_each(read["deals"].lazy()).collect()
    made = in_season({name: rows.lazy() for name, rows in read.items()}, of.lazy())
    frames = {"sessions": made.sessions} | made.of_session | made.settings | {"players": made.people["players"]}
    tables = dict(zip(frames, pl.collect_all(frames.values()), strict=True))
    key = ["season", "session_id", "file_id", "line_no"]
    in_order = {name: rows.sort(key) if {*key} <= {*rows.columns} else rows for name, rows in tables.items()}
    findings = with_kinds(judged("evenings", made.tables)[1].collect())
    return _apart(in_order, findings, len(asked))


_PLACED = Together(_placed_each)


def sessions(tables: Tables) -> list[tuple[str, str]]:
    return tables["sessions"].select("session_id", "file_id").rows()


def codes(findings: pl.DataFrame) -> list[str]:
    return findings["code"].to_list()


def rules(clubs: int) -> Frame[Competitions]:
    return Competitions.cast(pl.concat(competitions(club=f"club {number:02}") for number in range(clubs)))


def as_one(clubs: list[Tables], first: int = 0) -> Tables:
    """Their tables in one frame each, which takes no longer to assemble than one of them."""
    named = [
        {name: table.with_columns(club=pl.lit(f"club {number:02}")) for name, table in club.items()}
        for number, club in enumerate(clubs, start=first)
    ]
    names = {name: None for club in named for name in club}
    return {name: pl.concat(club[name] for club in named if name in club) for name in names}


def same_in_any_order_and_apart(clubs: list[Tables], cut: int, seed: int) -> None:
    """On whichever side of the cut a club is, those on the other side change nothing for it."""
    of_all, cut = rules(len(clubs)), 1 + cut % (len(clubs) - 1)
    mixed = {name: table.sample(fraction=1, shuffle=True, seed=seed).lazy() for name, table in as_one(clubs).items()}
    together, findings = assemble(mixed, of_all.lazy())
    apart = [assemble(as_one(part, first), of_all) for first, part in ((0, clubs[:cut]), (cut, clubs[cut:]))]
    for name in LANDING:
        WAREHOUSE[f"raw.{name}"].validate(together[name])
        assert_frame_equal(together[name], pl.concat(tables[name] for tables, _ in apart))
    assert_frame_equal(findings, pl.concat(set_apart for _, set_apart in apart))
