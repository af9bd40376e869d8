"""Which files a correction comes from, which result lines changed, and which contents files had."""

import datetime as dt
import itertools

import dataframely as dy
import polars as pl
from each import cases
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st
from published.seasons import NOTHING

from transforms.published.kinds import RESULTS
from transforms.published.trail import CHANGED, SOURCES, When, causes, changed_results, file_history
from transforms.tables.schemas import (
    WAREHOUSE,
    FileHistory,
    Files,
    PublishedCorrections,
    PublishedFiles,
    PublishedResults,
    Results,
    Sessions,
)

OF = ("club", "competition", "season")
EMPTY = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}


def files_of(new: pl.DataFrame, came: pl.DataFrame, changed: pl.DataFrame) -> list[list[str]]:
    """The files behind each of these corrections, of sessions (with their days) that came from these files."""
    before = NOTHING | {SOURCES: came, RESULTS.table: came}
    found = causes(new.with_row_index("place").lazy(), before, EMPTY, changed.lazy()).collect()
    return found.sort("place")["files"].to_list()


def test_each_of_many_corrections_comes_from_the_file_of_its_own_session() -> None:
    sessions = [f"{number:04}" for number in range(3_000)]
    one = {"kind": "results", "field": "score", "published": "50", "now": "51"}
    new = frame(PublishedCorrections, one).drop("session_id").join(pl.DataFrame({"session_id": sessions}), how="cross")
    came = new.select(*OF, "session_id", "date", file_id=pl.col("session_id") + ".csv")
    changed = came.select("club", "competition", "file_id")
    assert files_of(new, came, changed) == [[f"{session}.csv"] for session in sessions]


def test_a_standing_comes_from_no_file_of_a_later_session() -> None:
    """A file of sessions before and after it may change it, and so may one that is of no session: names, settings."""
    one = {"kind": "rankings", "list": "players", "field": "ranking", "published": "71.46", "now": "71.2"}
    found = frame(PublishedCorrections, one | {"date": dt.date(2026, 3, 24)})
    named = ["17.csv", "24.csv", "31.csv", "both.xml", "both.xml", "gone.csv"]
    days = [17, 24, 31, 17, 31, None]
    sessions = {"session_id": ["17", "24", "31", "17", "31", "10"], "date": [d and dt.date(2026, 3, d) for d in days]}
    files = found.select(OF).join(pl.DataFrame({"file_id": named, **sessions}), how="cross")
    changed = found.select(OF).join(pl.DataFrame({"file_id": sorted({*named, "players.csv"})}), how="cross")
    assert files_of(found, files, changed) == [["17.csv", "24.csv", "both.xml", "gone.csv", "players.csv"]]


START = dt.datetime(2025, 9, 2, 23, tzinfo=dt.UTC)


def files(contents: dict[str, str]) -> dy.DataFrame[Files]:
    usual = {"format": "csv", "ingested_at": START, "rows": 3, "findings": 0}
    return frame(Files, *({**usual, "file_id": name, "path": name, "sha256": sha} for name, sha in contents.items()))


def history(*builds: dict[str, str]) -> dy.DataFrame[FileHistory]:
    """After builds 1, 2 and so on, an hour apart, each with these contents."""
    known = FileHistory.create_empty()
    for number, contents in enumerate(builds, start=1):
        at = START + dt.timedelta(hours=number)
        known = FileHistory.validate(file_history(known, files(contents), When(at, number)).collect())
    return known


def test_every_content_of_a_file_has_a_row() -> None:
    known = history({"a": "x"}, {"a": "y"}, {"a": "x"}, {}, {"a": "x"})
    assert known["superseded_at"].is_null().equals(known["until_build"].is_null())
    assert known.select("file_id", "sha256", "first_build", "until_build", "superseded_by").rows() == [
        *(("a", "x", 1, 2, "y"), ("a", "y", 2, 3, "x"), ("a", "x", 3, 4, None), ("a", "x", 5, None, None))
    ]


CONTENTS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz"))


@settings(max_examples=by_night(30))
@given(st.lists(CONTENTS, min_size=1, max_size=6))
def test_the_contents_of_every_build_are_known(builds: list[dict[str, str]]) -> None:
    rows = history(*builds)
    for number, contents in enumerate(builds, start=1):
        began = pl.col("first_build") <= number
        counted = rows.filter(began, pl.col("until_build").is_null() | (pl.col("until_build") > number))
        assert dict(counted.select("file_id", "sha256").iter_rows()) == contents
    at = START + dt.timedelta(hours=len(builds) + 1)
    mixed = rows.sample(fraction=1, shuffle=True, seed=1)
    assert file_history(mixed, files(builds[-1]), When(at, 99)).collect().equals(rows)


ONE: dict[str, object] = {"line": "A", "board": 1, "ns": "6", "ew": "5", "contract": None, "declarer": None}
FIRST = {**ONE, "tricks": None, "score": 50, "file_id": "a.csv", "line_no": 2}
OTHER = {**FIRST, "board": 2, "score": 420, "contract": "4S", "declarer": "S", "tricks": 10, "line_no": 3}


def lines(*lines: dict[str, object]) -> dict[str, pl.DataFrame]:
    return {"raw.results": frame(Results, *lines), "raw.sessions": frame(Sessions, {})}


KNOWN = {SOURCES: frame(PublishedFiles, {"file_id": "a.csv"}), RESULTS.table: frame(PublishedResults, {"entrant": "1"})}


def after(
    *builds: dict[str, pl.DataFrame], file: str = "a.csv", listed: pl.DataFrame = KNOWN[RESULTS.table]
) -> list[tuple[object, ...]]:
    """The lines that changed since the first of these builds was published; this file changes in each later one."""
    known = NOTHING | KNOWN | {RESULTS.table: listed}
    changed = KNOWN[SOURCES].select("club", "competition", file_id=pl.lit(file))
    for number, (was, now) in enumerate(itertools.pairwise(builds), start=2):
        known |= {CHANGED: changed_results(known, lambda name, _, was=was: was[name], now, changed, number)}
    return known[CHANGED].select("board", "ns", "ew", "published", "now", "since_build").rows()


PUBLISHED = lines(FIRST, OTHER)
WRONG, WORSE = (lines({**FIRST, "score": score}, OTHER) for score in (-110, -100))


@cases(
    ((PUBLISHED, WRONG), [(1, "6", "5", "50", "-110", 2)]),
    ((PUBLISHED, WRONG, WORSE), [(1, "6", "5", "50", "-100", 2)]),
    ((PUBLISHED, WRONG, WORSE, WORSE), [(1, "6", "5", "50", "-100", 2)]),
    ((PUBLISHED, PUBLISHED), []),
    ((PUBLISHED, WRONG, PUBLISHED), []),
    ((PUBLISHED, lines(OTHER), PUBLISHED), []),
    ((PUBLISHED, lines(FIRST)), [(2, "6", "5", "4S S 10 420", None, 2)]),
    ((lines(FIRST), PUBLISHED), [(2, "6", "5", None, "4S S 10 420", 2)]),
)
def test_a_changed_line_is_known_as_it_was_published_and_as_it_is(
    builds: tuple[dict[str, pl.DataFrame], ...], expected: list[tuple[object, ...]]
) -> None:
    assert after(*builds) == expected


def test_only_sessions_with_a_published_list_whose_files_changed_are_compared() -> None:
    assert after(PUBLISHED, WRONG, file="b.csv") == []
    assert after(PUBLISHED, WRONG, listed=KNOWN[RESULTS.table].clear()) == []
