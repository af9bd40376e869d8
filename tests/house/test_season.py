"""The list of steps: whole, in order, and each step reads what its transform asks for."""

import polars as pl
import pytest
from steps import steps_with

from pipelines.settings.ratings import rating_table
from pipelines.warehouse.column_words import column_words
from transforms.results.control_sheet import boards
from transforms.season import CONDITIONS, MADE, SHOWN, STANDINGS, STEPS, Step, inputs, season_tables, step_of, steps_to
from transforms.tables.schemas import RECORDED, WAREHOUSE, Boards, Frame
from transforms.tables.shared import types_of
from transforms.tables.shown import REPORT

ALL = (*STEPS, *SHOWN)


def made_by(table: str) -> Step:
    (step,) = (step for step in ALL if table in step.makes)
    return step


def test_every_table_that_is_not_handed_in_or_remembered_is_made_once() -> None:
    elsewhere = {table for table in WAREHOUSE if table.startswith(("raw.", "operations."))} | set(RECORDED)
    assert sorted(MADE) == sorted(set(WAREHOUSE) - elsewhere)


def test_what_pages_show_has_the_shape_of_its_schema() -> None:
    given = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    for name, table in season_tables({**given, "rating_table": rating_table()}, REPORT).items():
        assert dict(table.schema) == types_of(REPORT[name]), name


def test_every_column_that_pages_show_says_what_it_is() -> None:
    missing = {name: set(schema.column_names()) - column_words(schema).keys() for name, schema in REPORT.items()}
    assert {name: columns for name, columns in missing.items() if columns} == {}
    assert all(schema.__doc__ for schema in REPORT.values())


def test_what_a_step_reads_is_there_before_it() -> None:
    there = {table for table in WAREHOUSE if table.startswith("raw.")} | set(RECORDED) | set(CONDITIONS)
    missing: dict[str, set[str]] = {}
    for step in ALL:
        missing[step.makes[0]] = set(step.reads.values()) - there
        there |= set(step.makes)
    assert {table: names for table, names in missing.items() if names} == {}


def test_the_types_of_a_transform_say_what_its_step_reads_and_makes() -> None:
    assert dict(step_of(boards).reads) == {
        "board_scores": "scored.board_scores",
        "sessions": "raw.sessions",
        "competitions": "raw.competitions",
    }
    assert made_by("deals.findings").makes == ("deals.findings",)

    def transform(_rows: pl.LazyFrame) -> Frame[Boards]:
        raise AssertionError

    with pytest.raises(TypeError, match=r"LazyFrame.* names no table"):
        step_of(transform)


def test_no_more_is_made_than_is_asked_for() -> None:
    assert [step.makes for step in steps_to(["scored.boards"])] == [("scored.board_scores",), ("scored.boards",)]
    assert [step.makes for step in steps_to(["scored.boards"], ["scored.board_scores"])] == [("scored.boards",)]
    assert steps_to(["scored.boards"], ["scored.boards"]) == []
    assert inputs(["scored.boards"]) == ["raw.competitions", "raw.results", "raw.sessions"]
    given = ["scored.board_scores"]
    assert inputs(["scored.boards"], given) == ["raw.competitions", "raw.sessions", *given]


def test_what_is_given_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(**_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("transforms.season.STEPS", steps_with("scored.board_scores", never))
    names = inputs(STANDINGS, ["scored.session_results", "scored.match_results"])
    assert set(STANDINGS) <= season_tables({name: WAREHOUSE[name].create_empty() for name in names}).keys()
