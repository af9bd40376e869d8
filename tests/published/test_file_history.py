"""Every content that a file had: what a build adds, what it ends, and what it leaves alone."""

import datetime as dt

import dataframely as dy
import polars as pl
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.published.file_history import changed_in, file_history
from transforms.tables.schemas import FileHistory, Files

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


def told(*builds: dict[str, str]) -> list[tuple[object, ...]]:
    columns = ("file_id", "sha256", "first_build", "until_build", "superseded_by")
    rows = history(*builds)
    assert rows["superseded_at"].is_null().equals(rows["until_build"].is_null())
    return rows.select(columns).rows()


def test_a_file_is_known_from_the_first_build_with_it_until_the_first_without() -> None:
    assert told({"a": "x"}, {"a": "x", "b": "x"}, {"b": "x"}) == [("a", "x", 1, 3, None), ("b", "x", 2, None, None)]


def test_another_content_supersedes_the_one_before() -> None:
    assert told({"a": "x"}, {"a": "y"}) == [("a", "x", 1, 2, "y"), ("a", "y", 2, None, None)]


def test_a_file_that_is_put_back_has_a_row_of_its_own() -> None:
    assert told({"a": "x"}, {"a": "y"}, {"a": "x"}, {}, {"a": "x"}) == [
        ("a", "x", 1, 2, "y"),
        ("a", "y", 2, 3, "x"),
        ("a", "x", 3, 4, None),
        ("a", "x", 5, None, None),
    ]


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
