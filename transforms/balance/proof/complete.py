"""Complete movements of Mitchell type, and the parts of their sum of squares.

Such a movement has 2r pairs in two fields, r board sets and r rounds with r plays each. Every pair of one field meets
every pair of the other field once, and everyone plays every set once; tables may share sets. On set b, k_b plays are
switched: there the second field sits North-South. Turning a whole set changes nothing, so k_b is at most r / 2. With
o_bb' the number of pairs that are switched on both b and b',

    SS = r^4 + r^3 - 2r sum_b (r - 2 k_b)^2 + sum_{b<b'} 4 u_bb'^2,    u_bb' = r - 2 (k_b + k_b') + 2 o_bb'.

The sum of all o equals the sum of C(a, 2) over the 2r pairs, where a is the number of sets on which a pair is switched.
"""

import numpy as np

from transforms.balance.movement import Movement, directions, meetings


def is_complete(movement: Movement) -> bool:
    """Whether a movement is complete, so that the formula for SS holds."""
    if movement.individual or movement.pairs < 4 or movement.pairs != 2 * movement.board_sets:
        return False
    met = meetings(movement)
    other_field = met[0] > 0
    across = other_field[:, None] != other_field
    plays_all_once = len(movement.plays) == movement.board_sets**2 and bool((np.abs(directions(movement)) == 1).all())
    return plays_all_once and int(other_field.sum()) == movement.board_sets and bool((met == across).all())


def known_part(r: int, counts: list[int]) -> int:
    """The part of SS that does not depend on which pairs are switched; `counts` as in `settled`."""
    return r**4 + r**3 - 2 * r * sum(sets * (r - 2 * k) ** 2 for k, sets in enumerate(counts))
