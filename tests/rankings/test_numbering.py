"""Numbers of players: one for each player of a competition, the same in every frame."""

import gc

import polars as pl

from transforms.rankings.numbering import in_order, person_numbers
from transforms.tables import PLAYER

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
