"""Random movements, none of them tidy."""

import numpy as np
from hypothesis import strategies as st

from transforms.balance.movement import Movement


@st.composite
def movements(draw: st.DrawFn, individual: bool = False) -> Movement:
    """Rounds of random meetings on random sets, empty tables and sit-outs among them."""
    seats = 4 if individual else 2
    pairs = draw(st.integers(seats, 12))
    rounds, board_sets = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    rows = []
    for round_ in range(rounds):
        order = draw(st.permutations(range(pairs)))
        for table in range(draw(st.integers(0, pairs // seats))):
            board_set = draw(st.integers(0, board_sets - 1))
            rows.append([round_, table, *order[seats * table : seats * table + seats], board_set])
    plays = np.array(rows, dtype=np.int32).reshape(-1, seats + 3)
    return Movement(pairs, pairs // seats, rounds, board_sets, plays, individual)


def movements_of_any_kind() -> st.SearchStrategy[Movement]:
    return st.booleans().flatmap(lambda individual: movements(individual=individual))
