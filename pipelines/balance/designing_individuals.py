"""What `barometer balance design --individual` does: a movement of single players, as a schedule file."""

from collections.abc import Callable

from pipelines.errors import UnusableError
from transforms.balance.design.whist import MOST_PLAYERS, can_be_whist, whist
from transforms.balance.directions import optimise
from transforms.balance.proof.parity import parity_bound
from transforms.balance.quality import quality
from transforms.balance.schedule import write_schedule


def individual_movement(
    players: int, rounds: int, *, seed: int, tries: int, stopped: Callable[[], bool] = lambda: False
) -> str:
    """The schedule file of a movement in which everybody partners everybody once, its tables turned for balance.

    Where it is stopped it has the directions that are the best so far.

    Raises:
        UnusableError: for players or rounds that such a movement does not have.
    """
    if not can_be_whist(players):
        raise UnusableError(f"{players} players: give a multiple of 4, at most {MOST_PLAYERS}")
    if rounds != players - 1:
        raise UnusableError(f"ROUNDS {rounds}: {players} players partner each other once in {players - 1}: give that")
    made = whist(players)
    if made is None:
        raise UnusableError(f"{players} players: found no movement along one circle: give another number")
    bound = parity_bound(made)
    found = optimise(made, seed=max(seed, 0), runs=tries, bound=bound, keep_going=lambda _: not stopped())
    runs = found.runs if stopped() else tries
    factor = quality(found.movement).qf
    proof = (
        f"directions optimal: SS {found.ss}, and no directions have less"
        if found.at_bound
        else f"none: SS {found.ss}; best bound known for its directions {bound}, gap {found.ss - bound}"
    )
    facts = {
        "rounds of each session": rounds,
        "Qf": "none" if factor is None else f"{factor:.2f}",
        "tables sharing a set": (made.tables - 1) * rounds,
        "proof": proof,
        "found by": f"barometer balance design {players} {rounds} --individual --seed {seed} --tries {runs}",
    }
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(found.movement)
