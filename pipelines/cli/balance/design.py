"""What `barometer balance design` does: makes a movement from nothing, as a schedule file that says how good it is."""

import re
from collections.abc import Callable, Iterable
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
from transforms.balance.proof.parity import parity_bound
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


def better_or_equal(size: Size, designed: Movement, files: Iterable[Path] | None = None) -> str | None:
    """A sentence on the best movement of the library (`files`) that is at least as even; None: there is none."""
    worth = quality(designed).qf or 0.0
    best, name = _best(size, files)
    if best < worth:
        return None
    if best > worth:
        return gettext(
            "the library's {movement} is better: Qf {best}, this one {worth}",
            movement=name,
            best=in_decimals(best, 2),
            worth=in_decimals(worth, 2),
        )
    return gettext("the library's {movement} is as even: Qf {best}", movement=name, best=in_decimals(best, 2))


def instead(size: Size) -> str:
    """`; the library has NAME, Qf 84.00`, where nothing was found; empty where the library has nothing either."""
    best, name = _best(size)
    if not name:
        return ""
    return "; " + gettext("the library has {movement}, Qf {best}", movement=name, best=in_decimals(best, 2))


def _best(size: Size, files: Iterable[Path] | None = None) -> tuple[float, str]:
    """Qf and name of the best movement of this size; -1 and no name where the library has none."""
    library = sorted(LIBRARY.glob("*.txt")) if files is None else files
    fitting = [
        (quality(movement).qf or 0.0, file.stem) for file in library if (movement := _of_size(file, size)) is not None
    ]
    return max(fitting, default=(-1.0, ""))


def _of_size(file: Path, size: Size) -> Movement | None:
    if not file.stem.startswith(f"{size.pairs}-{'players' if size.individual else 'pairs'}-{sum(size.rounds)}-rounds"):
        return None
    told = _SESSIONS.search(file.read_text(encoding="utf-8"))
    if told is None or tuple(map(int, told[1].split())) != size.rounds:
        return None
    movement = read_schedule(file)
    in_round = {(play[ROUND], play[BOARD_SET]) for play in movement.plays.tolist()}
    return movement if size.shared or len(in_round) == len(movement.plays) else None


MOST_PAIRS, MOST_ROUNDS = 100, 100
_MOST_WORK = 10_000


class Wanted(NamedTuple):
    """What the command line asks for; `symmetry` None stands for any symmetry."""

    asked: Asked
    style: Style
    effort: Effort
    seed: int
    symmetry: Symmetry | None
    seconds: float | None


def designed(wanted: Wanted, stopped: Callable[[], bool] = lambda: False) -> Designed | None:
    """The best movement found; None where the search was stopped before it found one.

    Raises:
        UnusableError: the symmetry does not fit, or no movement was found; the message says what to try instead.
    """
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
        may_share = not wanted.style.shared and wanted.style.sets_a_round == 1
        mend = gettext("try another --seed, more --tries or --seconds")
        if may_share:
            mend = gettext("try another --seed, more --tries or --seconds, or --shared")
        raise UnusableError(
            "{pairs} pairs, {rounds} rounds: found no movement that can be played: {mend}{instead}",
            pairs=asked.pairs,
            rounds=_rounds_of(wanted),
            mend=mend,
            instead=instead(size_of(wanted)),
        )
    return found


def size_of(wanted: Wanted) -> Size:
    """What the library is asked for."""
    return Size(wanted.asked.pairs, tuple(rounds_of_sessions(wanted.asked)), wanted.style.shared)


def described(wanted: Wanted, found: Designed) -> str:
    """The schedule file, with comment lines that say how good the movement is and which command finds it at once."""
    worth, absent = quality(found.movement).qf, vacancy(found.movement).highest
    sets = wanted.style.sets_a_round
    of_rounds = {"board sets a round": f"{sets}, each on a line of its own"} if sets > 1 else {}
    facts = {
        "rounds of each session": " ".join(str(lines // sets) for lines in rounds_of_sessions(wanted.asked)),
        **of_rounds,
        "Qf": "none" if worth is None else in_decimals(worth, 2),
        "Qf1": "none" if absent is None else in_decimals(absent, 2),
        "tables sharing a set": str(found.shared),
        "proof": f"optimal: SS {found.ss}, and no movement of this size has less"
        if found.proved
        else f"none: SS {found.ss}; best bound known {found.least_ss}, gap {found.ss - found.least_ss}",
        "found by": command(wanted, found),
    }
    for session, numbers in enumerate([] if found.numbers is None else (found.numbers + 1).tolist(), start=1):
        facts[f"numbers in session {session}"] = " ".join(map(str, numbers))
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(found.movement)


def command(wanted: Wanted, found: Designed) -> str:
    """The command that finds the same movement again, with one try."""
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
    """The size asked for; PAIRS is the number in each line. Each of the sets of a round counts as a round.

    Raises:
        UnusableError: there can be no such movement; the message says which number to change.
    """
    for name, value, least, most in (
        ("PAIRS", pairs, 4, MOST_PAIRS),
        ("ROUNDS", rounds, 1, MOST_ROUNDS),
        ("--sessions", sessions, 1, rounds),
        ("--lines", lines, 1, MOST_PAIRS // pairs if pairs else 1),
        ("--sets-a-round", sets_a_round, 1, MOST_ROUNDS // rounds if rounds else 1),
        ("--fixed-pair", 1 if fixed_pair is None else fixed_pair, 1, pairs * lines),
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


def style_of(fixed_pair: int | None, *, shared: bool, boards_stay: bool, sets_a_round: int = 1) -> Style:
    """The layout of a movement; `fixed_pair` counts from 1.

    Raises:
        UnusableError: it has two things that do not go together.
    """
    if sets_a_round > 1 and (shared or boards_stay):
        option = "--shared" if shared else "--boards-stay"
        raise UnusableError(
            "--sets-a-round {sets_a_round}: does not go with {option}: leave out one of the two",
            sets_a_round=sets_a_round,
            option=option,
        )
    if fixed_pair is None:
        return Style(None, shared, boards_stay, sets_a_round)
    if boards_stay:
        raise UnusableError(
            "--fixed-pair {fixed_pair}: it plays every set at its own table, where with --boards-stay each"
            " set has another table: leave out one of the two",
            fixed_pair=fixed_pair,
        )
    return Style(fixed_pair - 1, shared, sets_a_round=sets_a_round)


def effort_of(tries: int, proposals: int, work: float, turning_runs: int = 0) -> Effort:
    """How long to search, as the command line says.

    Raises:
        UnusableError: a number is out of range.
    """
    if not 0 < work <= _MOST_WORK:
        raise UnusableError("--work {work}: give a number above 0, up to {most}", work=work, most=_MOST_WORK)
    in_range("--turning-runs", turning_runs, 0, _MOST_WORK)
    in_range("--tries", tries, 1)
    in_range("--proposals", proposals, 1)
    return Effort(tries, proposals, work, turning_runs)


def symmetry_of(text: str) -> Symmetry:
    """The symmetry written as `7x2`, `7x2+1` (with an unturned set), or `none`.

    Raises:
        UnusableError: the text is anything else.
    """
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

    Raises:
        UnusableError: there is no such movement for these players or rounds.
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
