"""What `barometer balance design` does: makes a movement from nothing, as a schedule file that says how good it is."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pipelines.cli.balance.long_search import Pace
from pipelines.cli.balance.schedules import LIBRARY, read_schedule
from pipelines.cli.terminal.options import in_range
from pipelines.machine.errors import UnusableError
from pipelines.words.progress import progress_bar
from transforms.balance.design.plan import NONE, Asked, Symmetry, plan, rounds_of_sessions
from transforms.balance.design.search import Designed, Effort, Style, design
from transforms.balance.design.turning import whole
from transforms.balance.design.whist import MOST_PLAYERS, can_be_whist, whist
from transforms.balance.directions import optimise
from transforms.balance.movement import BOARD_SET, ROUND, Movement
from transforms.balance.proof.meetings import parity_bound
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import write_schedule
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext

_SESSIONS = re.compile(r"^# rounds of each session:((?: \d+)+)$", re.MULTILINE)


class Size(NamedTuple):
    """What is asked for: how many pairs (or single players), the rounds of each session, whether tables may share."""

    pairs: int
    rounds: tuple[int, ...]
    shared: bool
    individual: bool = False


def better_or_equal(size: Size, designed: Movement | None = None) -> str:
    """A sentence on the best movement of the library, where it is at least as even as one designed; else empty."""
    fitting = [(quality(found).qf or 0.0, file.stem) for file in LIBRARY.glob("*.txt") if (found := _fits(file, size))]
    best, name = max(fitting, default=(-1.0, ""))
    least = 0.0 if designed is None else quality(designed).qf or 0.0
    if best < least:
        return ""
    return gettext("the library has {movement}, Qf {best}", movement=name, best=in_decimals(best, 2))


def _fits(file: Path, size: Size) -> Movement | None:
    if not file.stem.startswith(f"{size.pairs}-{'players' if size.individual else 'pairs'}-{sum(size.rounds)}-rounds"):
        return None
    rounds = _SESSIONS.search(file.read_text(encoding="utf-8"))
    if rounds is None or tuple(map(int, rounds[1].split())) != size.rounds:
        return None
    movement = read_schedule(file)
    in_round = {(play[ROUND], play[BOARD_SET]) for play in movement.plays.tolist()}
    return movement if size.shared or len(in_round) == len(movement.plays) else None


_MOST = 100
"""Pairs, and rounds."""


class Wanted(NamedTuple):
    """What the command line asks for; `symmetry` None stands for any symmetry."""

    asked: Asked
    style: Style
    effort: Effort
    seed: int
    symmetry: Symmetry | None
    seconds: float | None


def designed(wanted: Wanted, stopped: Callable[[], bool] = lambda: False) -> Designed | None:
    """The best movement found; None where the search was stopped before it found one."""
    asked = wanted.asked
    if wanted.effort.turning_runs and wanted.symmetry is None:
        raise UnusableError("--turning-runs: needs a symmetric movement: give --symmetry, as in 13x1 or 13x1-2")
    fits = whole if wanted.effort.turning_runs else plan
    if wanted.symmetry is not None and fits(asked, wanted.symmetry) is None:
        raise UnusableError(
            "--symmetry {symmetry}: does not go with {pairs} pairs, {rounds} rounds: name another, or none",
            symmetry=wanted.symmetry,
            pairs=asked.pairs,
            rounds=_rounds_of(wanted),
        )
    with progress_bar(gettext("searching")) as report:
        pace = Pace(wanted.seconds, stopped, report)
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
        mend = gettext("try another --seed, more --tries or --seconds")
        if not wanted.style.shared and wanted.style.sets_a_round == 1:
            mend = gettext("try another --seed, more --tries or --seconds, or --shared")
        raise UnusableError(
            "{pairs} pairs, {rounds} rounds: found no movement that can be played: {mend}",
            pairs=asked.pairs,
            rounds=_rounds_of(wanted),
            mend="; ".join(filter(None, (mend, better_or_equal(size_of(wanted))))),
        )
    return found


def size_of(wanted: Wanted) -> Size:
    """What the library is asked for."""
    return Size(wanted.asked.pairs, tuple(rounds_of_sessions(wanted.asked)), wanted.style.shared)


def described(wanted: Wanted, found: Designed) -> str:
    """The schedule file, with comment lines that say how good the movement is and which command finds it at once."""
    sets, gap = wanted.style.sets_a_round, found.ss - found.least_ss
    facts = {
        "rounds of each session": " ".join(str(lines // sets) for lines in rounds_of_sessions(wanted.asked)),
        **({"board sets a round": f"{sets}, each on a line of its own"} if sets > 1 else {}),
        **how_even(found.movement),
        "tables sharing a set": str(found.shared),
        "proof": f"optimal: SS {found.ss}, and no movement of this size has less"
        if found.proved
        else f"none: SS {found.ss}; best bound known {found.least_ss}, gap {gap}",
        "found by": _command(wanted, found),
        **({} if found.numbers is None else numbers_of_sessions((found.numbers + 1).tolist())),
    }
    return with_facts(found.movement, facts)


def _command(wanted: Wanted, found: Designed) -> str:
    asked, style, usual = wanted.asked, wanted.style, Effort()
    options = {
        "--sets-a-round": style.sets_a_round if style.sets_a_round > 1 else None,
        "--sessions": asked.sessions if asked.sessions > 1 else None,
        "--lines": asked.lines if asked.lines > 1 else None,
        "--fixed-pair": None if style.fixed_pair is None else style.fixed_pair + 1,
        "--symmetry": found.symmetry,
        "--seed": found.seed,
        "--tries": 1,
        "--proposals": wanted.effort.proposals if wanted.effort.proposals != usual.proposals else None,
        "--turning-runs": wanted.effort.turning_runs or None,
        "--work": wanted.effort.work if wanted.effort.work != usual.work else None,
    }
    given_or_not = {"--shared": style.shared, "--boards-stay": style.boards_stay, "--turns-apart": asked.turns_apart}
    flags = [name for name, holds in given_or_not.items() if holds]
    given = [f"{name} {value}" for name, value in options.items() if value is not None]
    size = str(asked.pairs // asked.lines), str(_rounds_of(wanted))
    return " ".join(["barometer balance design", *size, *flags, *given])


def _rounds_of(wanted: Wanted) -> int:
    return wanted.asked.rounds // wanted.style.sets_a_round


def asked_for(
    pairs: int,
    rounds: int,
    sessions: int,
    lines: int,
    fixed_pair: int | None,
    *,
    sets_a_round: int = 1,
    turns_apart: bool = False,
) -> Asked:
    """The size asked for; `pairs` is the number in each line, and each of the sets of a round counts as a round."""
    for name, value, least, most in (
        ("PAIRS", pairs, 4, _MOST),
        ("ROUNDS", rounds, 1, _MOST),
        ("--sessions", sessions, 1, rounds),
        ("--lines", lines, 1, _MOST // pairs if pairs else 1),
        ("--sets-a-round", sets_a_round, 1, _MOST // rounds if rounds else 1),
        ("--fixed-pair", fixed_pair, 1, pairs * lines),
    ):
        in_range(name, value, least, most)
    if lines > 1 and pairs % 2:
        raise UnusableError(
            "PAIRS {pairs}: lines scored together need an even number of pairs each: give one more", pairs=pairs
        )
    opponents = pairs - 1 + pairs % 2
    if sets_a_round > 1 and (rounds % opponents or rounds % sessions):
        raise UnusableError(
            "--sets-a-round {sets_a_round}: everybody has to meet everybody equally often, in sessions of"
            " equal length: give ROUNDS as a multiple of {opponents} and of the sessions",
            sets_a_round=sets_a_round,
            opponents=opponents,
        )
    return Asked(
        pairs * lines, rounds * sets_a_round, sessions, lines, fixed=fixed_pair is not None, turns_apart=turns_apart
    )


def style_of(fixed_pair: int | None, *, shared: bool, boards_stay: bool, sets_a_round: int) -> Style:
    """The layout of a movement; `fixed_pair` counts from 1."""
    given = {"--sets-a-round": sets_a_round > 1, "--fixed-pair": fixed_pair is not None}
    against = {"--shared": shared and sets_a_round > 1, "--boards-stay": boards_stay}
    for option, other in ((one, other) for one in given for other in against if given[one] and against[other]):
        raise UnusableError("{option}: does not go with {other}: leave out one of the two", option=option, other=other)
    return Style(None if fixed_pair is None else fixed_pair - 1, shared, boards_stay, sets_a_round)


def symmetry_of(text: str) -> Symmetry:
    """The symmetry written as `7x2`, `7x2+1` (with an unturned set), or `none`."""
    if text == "none":
        return NONE
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})(?:\+(\d{1,3})|-(\d{1,3}))?", text)
    if match is None or min(int(number) for number in match.groups() if number) < 1:
        raise UnusableError(
            "--symmetry {text!r}: write order x circles, as in 7x2 (7x2+1 with a set that never turns, 13x1-2"
            " with two sets left out), or none",
            text=text,
        )
    return Symmetry(int(match[1]), int(match[2]), int(match[3] or 0), int(match[4] or 0))


def individual_movement(
    players: int, rounds: int, *, seed: int, tries: int, stopped: Callable[[], bool] = lambda: False
) -> str:
    """The schedule file of a movement in which everybody partners everybody once, its tables turned for balance.

    Where the search is stopped, the movement has the best directions so far.
    """
    if not can_be_whist(players):
        raise UnusableError(
            "{players} players: give a multiple of 4, at most {most}", players=players, most=MOST_PLAYERS
        )
    if rounds != players - 1:
        raise UnusableError(
            "ROUNDS {rounds}: {players} players partner each other once in {rounds_needed}: give that",
            rounds=rounds,
            players=players,
            rounds_needed=players - 1,
        )
    made = whist(players)
    if made is None:
        raise UnusableError(
            "{players} players: found no movement along one circle: give another number", players=players
        )
    bound = parity_bound(made)
    found = optimise(made, seed=max(seed, 0), runs=tries, bound=bound, keep_going=lambda _: not stopped())
    runs = found.runs if stopped() else tries
    facts = {
        "rounds of each session": str(rounds),
        "Qf": how_even(found.movement)["Qf"],
        "tables sharing a set": str((made.tables - 1) * rounds),
        "proof": f"directions optimal: SS {found.ss}, and no directions have less"
        if found.at_bound
        else f"none: SS {found.ss}; best bound known for its directions {bound}, gap {found.ss - bound}",
        "found by": f"barometer balance design {players} {rounds} --individual --seed {seed} --tries {runs}",
    }
    return with_facts(found.movement, facts)


def how_even(movement: Movement) -> dict[str, str]:
    """Qf and Qf1 of a movement, as facts of its schedule file."""
    factors = {"Qf": quality(movement).qf, "Qf1": vacancy(movement).highest}
    return {name: "none" if factor is None else in_decimals(factor, 2) for name, factor in factors.items()}


def numbers_of_sessions(numbers: Iterable[Iterable[int]]) -> dict[str, str]:
    """The numbers that pairs take in each session, as facts of a schedule file."""
    return {f"numbers in session {session}": " ".join(map(str, of)) for session, of in enumerate(numbers, start=1)}


def with_facts(movement: Movement, facts: Mapping[str, str]) -> str:
    """The text of a schedule file, with facts as comment lines above it."""
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(movement)
