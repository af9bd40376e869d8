"""What `barometer balance design` does: a movement from nothing, as a schedule file that says how good it is."""

import re
from collections.abc import Callable
from typing import NamedTuple

from pipelines.commands.balance.long_search import Pace, progress
from pipelines.errors import UnusableError
from transforms.arithmetic.as_text import in_decimals
from transforms.balance.design.plan import NONE, Asked, Symmetry, plan, rounds_of_sessions
from transforms.balance.design.search import Designed, Effort, Style, design
from transforms.balance.design.whist import MOST_PLAYERS, can_be_whist, whist
from transforms.balance.directions import optimise
from transforms.balance.proof.parity import parity_bound
from transforms.balance.quality import quality
from transforms.balance.schedule import write_schedule
from transforms.balance.vacancy import vacancy

MOST_PAIRS, MOST_ROUNDS = 100, 100


class Wanted(NamedTuple):
    """What the command line asks for; `symmetry` as in 7x2, or none."""

    asked: Asked
    style: Style
    effort: Effort
    seed: int
    symmetry: Symmetry | None
    seconds: float | None


def designed(wanted: Wanted, stopped: Callable[[], bool] = lambda: False) -> Designed | None:
    """The best movement found; None where it was stopped before there was one.

    Raises:
        UnusableError: where none was found, with what to try instead.
    """
    asked = wanted.asked
    if wanted.symmetry is not None and plan(asked, wanted.symmetry) is None:
        size = f"{asked.pairs} pairs, {asked.rounds} rounds"
        raise UnusableError(f"--symmetry {wanted.symmetry}: does not go with {size}: name another, or none")
    with progress() as told:
        pace = Pace(wanted.seconds, stopped, told)
        try:
            found = design(
                wanted.asked,
                wanted.style,
                seed=wanted.seed,
                effort=wanted.effort,
                symmetry=wanted.symmetry,
                going=pace.going,
                solve=pace.solve,
            )
        except KeyboardInterrupt:
            return None
    if found is None and not stopped():
        mend = "try another --seed, more --tries or --seconds" + ("" if wanted.style.shared else ", or --shared")
        raise UnusableError(f"{asked.pairs} pairs, {asked.rounds} rounds: found no movement that can be played: {mend}")
    return found


def described(wanted: Wanted, found: Designed) -> str:
    """The schedule file, with comment lines that say how good the movement is and which command finds it at once."""
    worth, absent = quality(found.movement).qf, vacancy(found.movement).highest
    facts = {
        "rounds of each session": " ".join(map(str, rounds_of_sessions(wanted.asked))),
        "Qf": "none" if worth is None else in_decimals(worth, 2),
        "Qf1": "none" if absent is None else in_decimals(absent, 2),
        "tables sharing a set": str(found.shared),
        "proof": _proof(found),
        "found by": command(wanted, found),
    }
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(found.movement)


def command(wanted: Wanted, found: Designed) -> str:
    """The command that finds a movement again, with one try."""
    asked, style, usual = wanted.asked, wanted.style, Effort()
    options = {
        "--sessions": asked.sessions if asked.sessions > 1 else None,
        "--lines": asked.lines if asked.lines > 1 else None,
        "--fixed-pair": None if style.fixed_pair is None else style.fixed_pair + 1,
        "--symmetry": found.symmetry,
        "--seed": found.seed,
        "--tries": 1,
        "--proposals": wanted.effort.proposals if wanted.effort.proposals != usual.proposals else None,
    }
    flags = [name for name, holds in {"--shared": style.shared, "--boards-stay": style.boards_stay}.items() if holds]
    given = [f"{name} {value}" for name, value in options.items() if value is not None]
    return " ".join(["barometer balance design", str(asked.pairs // asked.lines), str(asked.rounds), *flags, *given])


def _proof(found: Designed) -> str:
    if found.proved:
        return f"optimal: SS {found.ss}, and no movement of this size has less"
    return f"none: SS {found.ss}; best bound known {found.least_ss}, gap {found.ss - found.least_ss}"


def asked_for(pairs: int, rounds: int, sessions: int, lines: int, fixed_pair: int | None) -> Asked:
    """The size asked for, if there can be such a movement."""
    for name, value, least, most in (
        ("PAIRS", pairs, 4, MOST_PAIRS),
        ("ROUNDS", rounds, 1, MOST_ROUNDS),
        ("--sessions", sessions, 1, rounds),
        ("--lines", lines, 1, MOST_PAIRS // pairs if pairs else 1),
        ("--fixed-pair", 1 if fixed_pair is None else fixed_pair, 1, pairs * lines),
    ):
        if not least <= value <= most:
            raise UnusableError(f"{name} {value}: give a number from {least} to {most}")
    if lines > 1 and pairs % 2:
        raise UnusableError(f"PAIRS {pairs}: lines scored together need an even number of pairs each: give one more")
    return Asked(pairs * lines, rounds, sessions, lines, fixed=fixed_pair is not None)


def style_of(fixed_pair: int | None, *, shared: bool, boards_stay: bool) -> Style:
    """How the movement is laid out, if it can be; the pair counts from 1."""
    if fixed_pair is None:
        return Style(None, shared, boards_stay)
    if boards_stay:
        raise UnusableError(
            f"--fixed-pair {fixed_pair}: it plays every set at its own table, where with --boards-stay each set has "
            "another table: leave out one of the two"
        )
    return Style(fixed_pair - 1, shared)


def at_least_one(name: str, value: int) -> int:
    """The value of an option that counts something; UnusableError where it counts nothing."""
    if value < 1:
        raise UnusableError(f"{name} {value}: give a number from 1")
    return value


def symmetry_of(text: str) -> Symmetry:
    """The symmetry written as 7x2, or none; UnusableError for anything else."""
    if text == "none":
        return NONE
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if match is None or min(map(int, match.groups())) < 1:
        raise UnusableError(f"--symmetry {text!r}: write order x circles, as in 7x2, or none")
    return Symmetry(int(match[1]), int(match[2]))


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
        "Qf": "none" if factor is None else in_decimals(factor, 2),
        "tables sharing a set": (made.tables - 1) * rounds,
        "proof": proof,
        "found by": f"barometer balance design {players} {rounds} --individual --seed {seed} --tries {runs}",
    }
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(found.movement)
