"""Individual movements: who partners whom, who meets whom, and how evenly.

The scores of players, and so every quality factor, are those of `quality.py`: an opponent counts +h, a partner -h. An
individual movement has one more aim: everybody partners everybody equally often, and meets everybody twice as often.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transforms.balance.movement import Movement, meetings, partnerships
from transforms.balance.quality import of_combinations, qc_exact
from transforms.tables.messages import Message


class Company(NamedTuple):
    """How often every two players are partners and opponents, and how evenly.

    `partners` and `opponents` are players x players. The factors run from 0 to 100, where 100 means equally often for
    all; they are None where nobody plays. `never` lists every two players who are neither partners nor opponents,
    numbered from 0.
    """

    partners: NDArray[np.int64]
    opponents: NDArray[np.int64]
    partner_quality: float | None
    opponent_quality: float | None
    never: list[tuple[int, int]]


def company(movement: Movement) -> Company:
    """Who partners and who meets whom in an individual movement.

    Raises:
        ValueError: the movement is of pairs, so nobody changes partners.
    """
    if not movement.individual:
        raise ValueError(Message("a movement of pairs, in which partners never change: give one of single players"))
    partners, opponents = partnerships(movement), meetings(movement)
    strangers = np.triu(partners + opponents == 0, k=1)
    return Company(
        partners,
        opponents,
        _evenness(partners),
        _evenness(opponents),
        [(one, other) for one, other in np.argwhere(strangers).tolist()],
    )


def _evenness(times: NDArray[np.int64]) -> float | None:
    """The factor of `Quality.qo` for any such matrix: 100 where every two players come together equally often."""
    of_two = of_combinations(times)
    factor = qc_exact(sum(of_two), sum(count * count for count in of_two), len(of_two))
    return None if factor is None else float(100 * factor)
