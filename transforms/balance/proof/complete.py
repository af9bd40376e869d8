"""Complete movements of Mitchell type, and what their sum of squares is made of.

r tables' worth of play, r rounds, r board sets and 2r pairs in two fields: every pair of the one meets every pair of
the other once, and everyone plays every set once; tables may share sets. Of set b, k_b plays are switched, that is:
the second field sits North-South; turning a whole set changes nothing, so k_b is at most r / 2. With o_bb' the number
of pairs switched on both b and b',

    SS = r^4 + r^3 - 2r sum_b (r - 2 k_b)^2 + sum_{b<b'} 4 u_bb'^2,    u_bb' = r - 2 (k_b + k_b') + 2 o_bb',

and the sum of all o is that of C(a, 2) over the 2r pairs, where a is the number of sets on which a pair is switched.
"""

import numpy as np

from transforms.balance.movement import Movement, directions, meetings


def is_complete(movement: Movement) -> bool:
    """Whether the formula holds for a movement."""
    if movement.individual or movement.pairs < 4 or movement.pairs != 2 * movement.board_sets:
        return False
    met = meetings(movement)
    other_field = met[0] > 0
    across = other_field[:, None] != other_field
    plays_all_once = len(movement.plays) == movement.board_sets**2 and bool((np.abs(directions(movement)) == 1).all())
    return plays_all_once and int(other_field.sum()) == movement.board_sets and bool((met == across).all())


def known_part(r: int, counts: list[int]) -> int:
    """The part of SS that does not depend on which pairs are switched.

    Args:
        r: tables.
        counts: how many board sets have k = 0, 1, 2 ... plays switched.
    """
    return r**4 + r**3 - 2 * r * sum(sets * (r - 2 * k) ** 2 for k, sets in enumerate(counts))
