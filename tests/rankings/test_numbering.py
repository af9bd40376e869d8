"""Numbers of players: one for each player of a competition, the same in every frame."""

import gc
import weakref
from collections.abc import Callable
from random import Random
from typing import Any

import polars as pl
import pytest
from factories import in_warehouse
from rankings.seasons import competition_tables

from transforms.rankings import numbering
from transforms.rankings.numbering import in_order, person_numbers
from transforms.season import STANDINGS, season_tables
from transforms.tables.schemas import PLAYER, SESSION

IN_PLACE = ("__setitem__", "_replace", "drop_in_place", "extend", "hstack", "insert_column", "replace_column", "vstack")
"""What may change a frame in place; `shrink_to_fit` changes no value."""

SEATED = pl.DataFrame(
    {"club": ["x", "x", "y", "x 1"], "competition": ["1 a", "a", "a", "a"], "season": "s", "session_id": "1"}
).join(pl.DataFrame({"player_id": ["cy", "ann", "bob"]}), how="cross")


def test_a_player_has_the_same_number_in_every_frame_and_nobody_else_has_it() -> None:
    players = SEATED.select(PLAYER)
    numbers = person_numbers(players)
    assert numbers.n_unique() == len(players)
    gc.collect()
    backwards = players.reverse()
    assert person_numbers(backwards).to_list() == numbers.to_list()[::-1]
    told = in_order(SEATED).join(players.with_columns(again=numbers), on=PLAYER)
    assert told["player"].to_list() == told["again"].to_list()


def evenings(number: int) -> pl.DataFrame:
    """As many sessions of each competition, the last first."""
    numbers = pl.DataFrame({"session_id": [f"{session:02}" for session in range(number)]})
    return SEATED.drop("session_id").join(numbers, how="cross").reverse()


def test_each_table_has_numbers_of_its_own_also_where_one_stood_that_is_gone() -> None:
    for number in range(1, 40):
        table = evenings(number)
        for told in (in_order(table), in_order(table)):
            assert told.select(*SESSION, "player_id").equals(table.select(told.columns[:5]).sort(*SESSION, "player_id"))
            assert told["session"].to_list() == [session for session in range(4 * number) for _ in range(3)]


def test_a_table_does_not_stay_in_memory_for_its_numbers() -> None:
    tables = [evenings(3)]
    in_order(tables[0])
    known = weakref.ref(tables[0])
    tables.clear()
    gc.collect()
    assert known() is None


@pytest.fixture
def numbered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that were numbered; from here on none of them may be changed in place."""
    tables: list[int] = []

    def of_other_tables(name: str) -> Callable[..., Any]:
        whole = getattr(pl.DataFrame, name)

        def change(self: pl.DataFrame, *given: Any, **named: Any) -> Any:
            is_in_place = named.get("in_place", not name.endswith("stack"))
            assert not is_in_place or id(self) not in numbering._NUMBERED
            return whole(self, *given, **named)

        return change

    def numbers(table: pl.DataFrame, of: tuple[str, ...]) -> Any:
        tables.append(len(table))
        return as_they_are(table, of)

    as_they_are = numbering._numbers
    monkeypatch.setattr(numbering, "_numbers", numbers)
    for name in IN_PLACE:
        monkeypatch.setattr(pl.DataFrame, name, of_other_tables(name))
    return tables


def test_no_step_changes_a_table_in_place_that_was_numbered(numbered: list[int]) -> None:
    raw = competition_tables(Random(1), {"club": "club", "competition": "evening"})  # noqa: S311 - no secret
    season_tables(in_warehouse(raw), (*STANDINGS, "rankings.backtest", "rankings.other_lines"))
    assert max(numbered) > 10


def test_a_table_is_numbered_once_however_often_tables_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    given = in_warehouse(competition_tables(Random(1), {"club": "club", "competition": "evening"}))  # noqa: S311 - no secret
    points = season_tables(given, ["rankings.ranking_points"])
    given |= {name: table.rechunk() for name, table in points.items()}
    tables: list[int] = []

    def numbers(table: pl.DataFrame, of: tuple[str, ...]) -> Any:
        tables.append(len(table))
        return as_they_are(table, of)

    as_they_are = numbering._new_numbers
    monkeypatch.setattr(numbering, "_new_numbers", numbers)
    season_tables(given, ["rankings.player_rankings"])
    once = len(tables)
    season_tables(given, ["rankings.player_rankings"])
    assert len(tables) == once > 0


@pytest.mark.usefixtures("numbered")
def test_a_change_in_place_would_be_seen() -> None:
    table = evenings(3)
    table[0, "player_id"] = "dee"
    in_order(table)
    more = table.hstack([table["player_id"].alias("again")])
    more[0, "player_id"] = "eve"
    with pytest.raises(AssertionError):
        table[0, "player_id"] = "eve"
    with pytest.raises(AssertionError):
        table.vstack(table, in_place=True)
