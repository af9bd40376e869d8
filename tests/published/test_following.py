"""Which files a correction comes from."""

import datetime as dt
import itertools

import dataframely as dy
import polars as pl
import pytest
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.published.changed_results import changed_results, changed_sessions, changed_since
from transforms.published.trail import When, changed_in, file_history, followed
from transforms.tables.schemas import (
    ChangedResults,
    FileHistory,
    Files,
    PublishedCorrections,
    PublishedFiles,
    Results,
    Sessions,
)

NOW = When(dt.datetime(2026, 4, 8, tzinfo=dt.UTC), 2)
Frame = pl.DataFrame
AT = {"published_at": NOW.at, "published_build": 1}
OF = ("club", "competition", "season")
SESSIONS = [f"{number:04}" for number in range(3_000)]


@pytest.mark.parametrize("known", [0, 1_500])
def test_each_of_many_corrections_comes_from_the_file_of_its_own_session(known: int) -> None:
    one = {"kind": "results", "field": "score", "published": "50", "now": "51"} | AT
    many = frame(PublishedCorrections, one).drop("session_id").join(pl.DataFrame({"session_id": SESSIONS}), how="cross")
    found = PublishedCorrections.cast(many)
    before = found.head(known).with_columns(since_build=pl.lit(1, pl.Int64), files=pl.concat_list(pl.lit("old.csv")))
    files = found.select(*OF, "session_id", "date", file_id=pl.col("session_id") + ".csv")
    stand = now_following(PublishedCorrections.cast(before), found, files, files)
    own = ["old.csv" if place < known else f"{session}.csv" for place, session in enumerate(SESSIONS)]
    assert dict(zip(stand["session_id"], stand["files"].list.join(";"), strict=True)) == dict(
        zip(SESSIONS, own, strict=True)
    )


def now_following(
    before: pl.DataFrame, found: pl.DataFrame, changed: pl.DataFrame, files: pl.DataFrame
) -> pl.DataFrame:
    new = found.drop("since_at", "since_build", "files").lazy()
    of_changed = changed.select("club", "competition", "file_id").lazy()
    return followed(PublishedCorrections.cast(before), new, NOW, changed=of_changed, files=files.lazy())[0].collect()


def test_a_standing_comes_from_no_file_of_a_later_session() -> None:
    """A file of sessions before and after it may change it, and so may one that is of no session: names, settings."""
    one = {"kind": "rankings", "list": "players", "field": "ranking", "published": "71.46", "now": "71.2"} | AT
    found = frame(PublishedCorrections, one | {"date": dt.date(2026, 3, 24)})
    named = ["17.csv", "24.csv", "31.csv", "both.xml", "both.xml", "gone.csv"]
    days = [17, 24, 31, 17, 31, None]
    sessions = {"session_id": ["17", "24", "31", "17", "31", "10"], "date": [d and dt.date(2026, 3, d) for d in days]}
    files = found.select(OF).join(pl.DataFrame({"file_id": named, **sessions}), how="cross")
    changed = found.select(OF).join(pl.DataFrame({"file_id": sorted({*named, "players.csv"})}), how="cross")
    stand = now_following(PublishedCorrections.create_empty(), found, changed, files)
    assert stand["files"].to_list() == [["17.csv", "24.csv", "both.xml", "gone.csv", "players.csv"]]


START = dt.datetime(2025, 9, 2, 23, tzinfo=dt.UTC)


def files(contents: dict[str, str]) -> dy.DataFrame[Files]:
    usual = {"format": "csv", "ingested_at": START, "rows": 3, "findings": 0}
    return frame(Files, *({**usual, "file_id": name, "path": name, "sha256": sha} for name, sha in contents.items()))


def history(*builds: dict[str, str]) -> dy.DataFrame[FileHistory]:
    """After builds 1, 2 and so on, an hour apart, each with these contents."""
    known = FileHistory.create_empty()
    for number, contents in enumerate(builds, start=1):
        at = START + dt.timedelta(hours=number)
        known = FileHistory.validate(file_history(known, files(contents), number, at).collect())
    return known


@pytest.mark.parametrize(
    ("builds", "rows"),
    [
        # A file is known from the first build with it until the first without.
        (({"a": "x"}, {"a": "x", "b": "x"}, {"b": "x"}), [("a", "x", 1, 3, None), ("b", "x", 2, None, None)]),
        (({"a": "x"}, {"a": "y"}), [("a", "x", 1, 2, "y"), ("a", "y", 2, None, None)]),
        (
            ({"a": "x"}, {"a": "y"}, {"a": "x"}, {}, {"a": "x"}),
            [("a", "x", 1, 2, "y"), ("a", "y", 2, 3, "x"), ("a", "x", 3, 4, None), ("a", "x", 5, None, None)],
        ),
    ],
    ids=["come and gone", "superseded", "put back"],
)
def test_every_content_of_a_file_has_a_row(builds: tuple[dict[str, str], ...], rows: list[tuple[object, ...]]) -> None:
    known = history(*builds)
    assert known["superseded_at"].is_null().equals(known["until_build"].is_null())
    assert known.select("file_id", "sha256", "first_build", "until_build", "superseded_by").rows() == rows


def test_what_a_build_changed_is_new_other_or_gone() -> None:
    rows = history({"a": "x", "b": "x", "c": "x", "same": "x"}, {"a": "y", "c": "x", "d": "x", "same": "x"})
    assert sorted(changed_in(rows, 2).collect()["file_id"]) == ["a", "b", "d"]
    assert changed_in(rows, 3).collect().is_empty()
    assert changed_in(rows, None).collect().is_empty()


CONTENTS = st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz"))


@settings(max_examples=by_night(30))
@given(st.lists(CONTENTS, min_size=1, max_size=6))
def test_the_contents_of_every_build_can_be_told(builds: list[dict[str, str]]) -> None:
    rows = history(*builds)
    for number, contents in enumerate(builds, start=1):
        began = pl.col("first_build") <= number
        counted = rows.filter(began, pl.col("until_build").is_null() | (pl.col("until_build") > number))
        assert dict(counted.select("file_id", "sha256").iter_rows()) == contents
    at = START + dt.timedelta(hours=len(builds) + 1)
    assert file_history(rows.sample(fraction=1, shuffle=True, seed=1), files(builds[-1]), 99, at).collect().equals(rows)  # pyrefly: ignore - a frame that was shuffled has lost its schema


ONE: dict[str, object] = {"line": "A", "board": 1, "ns": "6", "ew": "5", "contract": None, "declarer": None}
FIRST = {**ONE, "tricks": None, "score": 50, "file_id": "a.csv", "line_no": 2}
OTHER = {**FIRST, "board": 2, "score": 420, "contract": "4S", "declarer": "S", "tricks": 10, "line_no": 3}


def of(*lines: dict[str, object]) -> dict[str, pl.DataFrame]:
    return {"raw.results": frame(Results, *lines), "raw.sessions": frame(Sessions, {})}


def lines_told(*builds: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    """What is told after these, one after the other, of which the first was published."""
    known: pl.DataFrame = frame(ChangedResults).clear()
    for number, (was, now) in enumerate(itertools.pairwise(builds), start=2):
        known = changed_results(known, was, now, number)
    return known.select("board", "ns", "ew", "published", "now", "since_build").rows()


PUBLISHED = of(FIRST, OTHER)
WRONG, WORSE = (of({**FIRST, "score": score}, OTHER) for score in (-110, -100))


@pytest.mark.parametrize(
    ("builds", "told"),
    [
        ((PUBLISHED, WRONG), [(1, "6", "5", "50", "-110", 2)]),
        ((PUBLISHED, WRONG, WORSE), [(1, "6", "5", "50", "-100", 2)]),
        ((PUBLISHED, WRONG, WORSE, WORSE), [(1, "6", "5", "50", "-100", 2)]),
        ((PUBLISHED, PUBLISHED), []),
        ((PUBLISHED, WRONG, PUBLISHED), []),
        ((PUBLISHED, of(OTHER), PUBLISHED), []),
        ((PUBLISHED, of(FIRST)), [(2, "6", "5", "4S S 10 420", None, 2)]),
        ((of(FIRST), PUBLISHED), [(2, "6", "5", None, "4S S 10 420", 2)]),
    ],
)
def test_a_line_is_told_as_it_was_published_and_as_it_is(
    builds: tuple[dict[str, pl.DataFrame], ...], told: list[tuple[object, ...]]
) -> None:
    assert lines_told(*builds) == told


def test_only_published_sessions_whose_files_changed_are_compared() -> None:
    before = frame(Files, *({"file_id": f"{id}.csv", "sha256": 64 * "1"} for id in "abc"))
    after = frame(Files, *({"file_id": f"{id}.csv", "sha256": 64 * ("2" if id == "b" else "1")} for id in "abcd"))
    sources = frame(PublishedFiles, *({"session_id": id, "file_id": f"{id}.csv"} for id in "abc"))
    assert changed_sessions(before, after, sources)["session_id"].to_list() == ["b"]
    assert changed_sessions(before, before, sources).is_empty()
    gone = before.filter(pl.col("file_id") != "c.csv")
    assert changed_sessions(before, gone, sources)["session_id"].to_list() == ["c"]


def test_what_changed_again_while_pages_were_sent_is_told_against_the_pages() -> None:
    """Published; another in build 2, which is sent; then once more another, or as at first, or another line is."""
    shown, sent = of(FIRST, OTHER), of({**FIRST, "score": -110}, OTHER)
    known: pl.DataFrame = frame(ChangedResults).clear()
    then = changed_results(known, shown, sent, 2)

    def after(*builds: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
        now = then
        for number, (was, made) in enumerate(itertools.pairwise((sent, *builds)), start=3):
            now = changed_results(now, was, made, number)
        found = ChangedResults.validate(changed_since(then, now, 1 + len((sent, *builds))))
        return found.select("board", "ns", "ew", "published", "now", "since_build").rows()

    assert after() == []
    assert after(of({**FIRST, "score": -100}, OTHER)) == [(1, "6", "5", "-110", "-100", 3)]
    assert after(shown) == [(1, "6", "5", "-110", "50", 3)]
    assert after(of({**FIRST, "score": -110})) == [(2, "6", "5", "4S S 10 420", None, 3)]
    assert after(shown, sent) == []
