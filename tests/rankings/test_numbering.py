"""Numbers of players: one for each player of a competition, the same in every frame."""

import gc
import weakref

import polars as pl

from transforms.rankings.numbering import in_order, person_numbers
from transforms.tables.schemas import PLAYER, SESSION

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
