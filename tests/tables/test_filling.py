"""Frames of a few columns, filled up to whole tables."""

import datetime as dt

import polars as pl
import pytest

from pipelines.settings.competition import Settings
from pipelines.settings.ratings import rating_systems
from pipelines.settings.season_rows import competitions_frame
from transforms.tables.filling import filled
from transforms.tables.schemas import Competitions, RatingSeasons, Results

FOUR_COLUMNS = pl.DataFrame({"board": [1, 1], "ns": ["1", "2"], "ew": ["3", "4"], "score": [420, -50]})


def test_what_is_missing_has_its_usual_value_or_none_and_what_is_given_stays() -> None:
    lines = filled(Results, FOUR_COLUMNS)
    assert lines.columns == Results.column_names()
    assert lines.select("session_id", "line", "line_no", "ruling").rows() == [("1", "A", 1, None), ("1", "A", 2, None)]
    lines = filled(Results, FOUR_COLUMNS.lazy(), line="B")
    assert lines["line"].to_list() == ["B", "B"]


def test_usual_rules_are_those_of_a_competition_that_says_nothing_and_of_the_kndb() -> None:
    season = {"name": "-", "start": dt.date.min, "end": dt.date.max}
    settings = Settings.model_validate({"season": [season], "club": "-", "competition": "-"})
    usual = filled(Competitions, pl.DataFrame({"season": ["-"]}))
    assert usual.rows() == competitions_frame("-", "-", settings).rows()
    usual = filled(RatingSeasons, pl.DataFrame({"season": ["-"]})).row(0, named=True)
    rules = rating_systems()["kndb"].model_dump(exclude={"list_day"})
    assert {name: usual[name] for name in rules} == rules


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (FOUR_COLUMNS.drop("board"), "Results needs the column board; it has ns, ew, score"),
        (FOUR_COLUMNS.rename({"score": "scor"}), r"Results has no column scor \(did you mean score\?\); it has club"),
        (FOUR_COLUMNS.with_columns(score=pl.lit("4S")), "Results: conversion from `str` to `i32` failed"),
        (FOUR_COLUMNS.with_columns(score=420.5), r"Results: score = 420\.5: give a whole number"),
        (FOUR_COLUMNS.with_columns(board=0), r"Results: board = 0 cannot be \(min, 2 rows\)"),
    ],
)
def test_what_cannot_be_is_named(rows: pl.DataFrame, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        filled(Results, rows)
