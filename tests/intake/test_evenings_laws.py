"""What holds of evenings however they are handed in: any order, any number of competitions, no row lost."""

import datetime as dt
import json
from collections import Counter
from typing import Any

import dataframely as dy
import polars as pl
from factories import Tables, competitions
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import Row
from intake.handed_in import EVENING, entries, folder, lines
from intake.handed_in import settings as session_settings
from polars.testing import assert_frame_equal

from transforms.checks import assemble
from transforms.tables.schemas import LANDING, Competitions

FILES = ("x.pbn", "x (1).pbn", "y.xml", "part/x.pbn")
PEOPLE = ("abcdefgh", "ijklmnop")
DATES = (EVENING, EVENING, dt.date(2025, 9, 9), dt.date(1999, 1, 1), None)

ONE = st.fixed_dictionaries(
    {
        "file": st.sampled_from(FILES),
        "session": st.sampled_from("123"),
        "date": st.sampled_from(DATES),
        "people": st.sampled_from(PEOPLE),
        "line": st.sampled_from("AB"),
        "scores": st.sampled_from((0, 0, 7)),
    }
)
SETTING = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from([None, "1", "9"]),
        "files": st.lists(st.sampled_from(FILES), max_size=3),
        "date": st.sampled_from([None, EVENING]),
        "supersedes": st.lists(st.sampled_from([*FILES, "2", "3"]), max_size=2),
        "keep_both": st.booleans(),
    }
)
HANDED_IN = st.tuples(st.lists(ONE, min_size=1, max_size=5), st.lists(SETTING, max_size=2))
FOLDERS = st.lists(HANDED_IN, min_size=4, max_size=12)
NAMED = ("sessions", "entries", "results")
few = settings(max_examples=4)
"""Each example is a case for every one of its clubs."""
MINUTES = st.fixed_dictionaries({name: st.sampled_from([None, 1, 2]) for name in FILES})


def handed_in(folder_of: Any, minutes: dict[str, int | None], club: str = "club") -> Tables:
    """The tables of a competition; every row has a line of its own in its file."""
    evenings, told = folder_of
    rows: dict[str, list[Row]] = {"sessions": [], "entries": [], "results": []}
    for number, one in enumerate(evenings):
        of = {"session_id": one["session"], "file_id": one["file"], "line": one["line"]}
        shift: dict[tuple[int, str], int] = (
            {(board, ns): 10 * board + one["scores"] for board in range(1, 9) for ns in "13"} if one["scores"] else {}
        )
        rows["sessions"].append({**of, "date": one["date"], "line_no": 1000 * number + 1})
        for name, given_rows in (("entries", entries(one["people"])), ("results", lines(shift))):
            start = 1000 * number + 100 * len(name)
            rows[name] += [{**row, **of, "line_no": start + place} for place, row in enumerate(given_rows)]
    rows["sessions"] = [{key: value for key, value in row.items() if key != "line"} for row in rows["sessions"]]
    noon = dt.datetime(2025, 9, 3, 12, tzinfo=dt.UTC)
    files = [
        {"file_id": name, "modified_at": None if minute is None else noon + dt.timedelta(minutes=minute)}
        for name, minute in minutes.items()
    ]
    listed = pl.DataFrame(files, schema={"file_id": pl.String, "modified_at": pl.Datetime("us", "UTC")}).select(
        pl.lit("club").alias("club"), pl.lit("evening").alias("competition"), "file_id", "modified_at"
    )
    named = [row if row["files"] or row["session_id"] else {**row, "session_id": "1"} for row in told]
    tables = folder(rows) | {"files": listed} | ({"session_settings": session_settings(*named)} if named else {})
    return {name: table.with_columns(club=pl.lit(club)) for name, table in tables.items()}


def of_clubs(folders: list[Any], minutes: dict[str, int | None], first: int = 0) -> Tables:
    """The tables of as many clubs; all but the club is named alike. To assemble them takes no longer than one."""
    clubs = [handed_in(one, minutes, club=f"club {number:02}") for number, one in enumerate(folders, start=first)]
    names = {name: None for club in clubs for name in club}
    return {name: pl.concat(club[name] for club in clubs if name in club) for name in names}


def rules(folders: list[Any]) -> dy.DataFrame[Competitions]:
    return Competitions.cast(pl.concat(competitions(club=f"club {number:02}") for number in range(len(folders))))


@given(folders=FOLDERS, minutes=MINUTES, order=st.randoms(use_true_random=False), data=st.data())
@few
def test_neither_the_order_of_files_and_rows_nor_other_competitions_matter(
    folders: list[Any], minutes: dict[str, int | None], order: Any, data: st.DataObject
) -> None:
    """On whichever side of the cut a club is, those on the other side change nothing for it."""
    cut = data.draw(st.integers(1, len(folders) - 1))
    parts = of_clubs(folders[:cut], minutes), of_clubs(folders[cut:], minutes, first=cut)
    both = {name: pl.concat([raw[name] for raw in parts if name in raw]) for name in {*parts[0], *parts[1]}}
    seed = order.randrange(1000)
    mixed = {name: table.sample(fraction=1, shuffle=True, seed=seed) for name, table in both.items()}
    apart = [assemble(raw, rules(folders)) for raw in parts]
    together, found = assemble(mixed, rules(folders))
    for name in LANDING:
        assert_frame_equal(together[name], pl.concat([tables[name] for tables, _ in apart]))
    assert_frame_equal(found, pl.concat([findings for _, findings in apart]))


@given(folders=FOLDERS, minutes=MINUTES)
@few
def test_every_row_is_in_or_named_or_its_session_is(folders: list[Any], minutes: dict[str, int | None]) -> None:
    """A row that is not in the tables has a finding of its own, or its session or file has one, or is superseded."""
    raw = of_clubs(folders, minutes)
    tables, findings = assemble(raw, rules(folders))
    for name in LANDING:
        schema = LANDING[name]
        schema.validate(tables[name])
    for number, one in enumerate(folders):
        club = pl.col("club") == f"club {number:02}"
        given_rows, kept = ({name: of[name].filter(club) for name in NAMED} for of in (raw, tables))
        no_row_is_lost(one, given_rows, kept, findings.filter(club))


def no_row_is_lost(folder_of: Any, raw: Tables, tables: Tables, findings: pl.DataFrame) -> None:
    superseded = {name for row in folder_of[1] for name in row["supersedes"]}
    told_lines = set(findings.select("file_id", "line_no").iter_rows())
    told_sessions = set(findings.filter(field="session_id").select("file_id", "value").iter_rows())
    undated = set(findings.filter(field="date").select("file_id", "line_no").iter_rows())
    without_date = {
        (file, session)
        for file, session, line_no in raw["sessions"].select("file_id", "session_id", "line_no").iter_rows()
        if (file, line_no) in undated
    }
    # A fault that many lines of a file share is one finding, which says how many they are.
    counted = Counter[str]()
    for file, arguments in (
        findings.filter(pl.col("code").str.ends_with("_lines")).select("file_id", "arguments").rows()
    ):
        counted[file] += int(json.loads(arguments)["lines"])
    joined = {file for row in folder_of[1] for file in row["files"]}
    seats = set(tables["entries"].select("entrant", "player_id").iter_rows())
    # Who plays on in a second half is said again in its file, and stands in the table once.
    said_again = {
        (file, line_no)
        for file, line_no, *seat in raw["entries"].select("file_id", "line_no", "entrant", "player_id").iter_rows()
        if file in joined and tuple(seat) in seats
    }
    for name in NAMED:
        kept = set(tables[name].select("file_id", "line_no").iter_rows())
        parts = {file for row in folder_of[1] for file in row["files"]} if name == "sessions" else set()
        for file, line_no, session in raw[name].select("file_id", "line_no", "session_id").iter_rows():
            named = (file, line_no) in told_lines or (file, session) in told_sessions | without_date
            settled = file in superseded or session in superseded or file in parts
            # What is told of a part of an evening bears the id of the evening, and the file of the part.
            named |= file in joined and any(file == told for told, _ in told_sessions)
            settled |= name == "entries" and (file, line_no) in said_again
            if not ((file, line_no) in kept or named or settled):
                counted[file] -= 1
                assert counted[file] >= 0, (name, file, line_no, session)
