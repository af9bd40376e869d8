"""`barometer balance design`: make a new movement, as a schedule file that states how good the movement is."""

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
from transforms.balance.design.search import Designed, Effort, Style, design, whole
from transforms.balance.directions import optimise
from transforms.balance.generators import can_be_whist, whist
from transforms.balance.movement import BOARD_SET, ROUND, Movement, MovementError
from transforms.balance.proof.prove import parity_bound
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import write_schedule
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext, gettext_noop

_SESSIONS = re.compile(r"^# rounds of each session:((?: \d+)+)$", re.MULTILINE)
_MOST = 100
"""The largest number of pairs, and the largest number of rounds."""


class Wanted(NamedTuple):
    """The options on the command line. `pairs` is the number of pairs in a line."""

    pairs: int
    rounds: int
    shared: bool = False
    boards_stay: bool = False
    turns_apart: bool = False
    individual: bool = False
    sets_a_round: int = 1
    sessions: int = 1
    lines: int = 1
    fixed_pair: int | None = None
    symmetry: str | None = None
    seed: int = 1
    tries: int = 200
    proposals: int = 200_000
    turning_runs: int = 0
    work: float = 5.0
    absent_runs: int = 0
    seconds: float | None = None

    @property
    def asked(self) -> Asked:
        """The size of the movement. If a round has several board sets, each counts as a round here."""
        rounds, is_fixed = self.rounds * self.sets_a_round, self.fixed_pair is not None
        return Asked(self.pairs * self.lines, rounds, self.sessions, self.lines, is_fixed, self.turns_apart)

    @property
    def command(self) -> str:
        """The command that makes the same movement again."""
        said = ["barometer balance design", str(self.pairs), str(self.rounds)]
        for name, value in self._asdict().items():
            if name in ("seed", "tries") or value != self._field_defaults.get(name, value):
                said.append(f"--{name.replace('_', '-')}" + ("" if value is True else f" {value}"))
        return " ".join(said)


def better_or_equal(wanted: Wanted, designed: Movement | None = None) -> str:
    """Return a sentence on the most even library movement if it is at least as even as `designed`; otherwise ""."""
    fitting = ((file.stem, _fits(file, wanted)) for file in LIBRARY.glob("*.txt"))
    best, name = max(((quality(found).qf or 0.0, name) for name, found in fitting if found), default=(-1.0, ""))
    if best < (0.0 if designed is None else quality(designed).qf or 0.0):
        return ""
    sentence = gettext_noop("the library has a movement of this size: {movement}, Qf {best}")
    return gettext(sentence, movement=name, best=in_decimals(best, 2))


def _fits(file: Path, wanted: Wanted) -> Movement | None:
    of = f"{wanted.asked.pairs}-{'players' if wanted.individual else 'pairs'}-{wanted.asked.rounds}-rounds"
    rounds = _SESSIONS.search(file.read_text(encoding="utf-8")) if file.stem.startswith(of) else None
    if rounds is None or [int(number) for number in rounds[1].split()] != rounds_of_sessions(wanted.asked):
        return None
    movement = read_schedule(file)
    in_round = {(play[ROUND], play[BOARD_SET]) for play in movement.plays.tolist()}
    return movement if wanted.shared or wanted.individual or len(in_round) == len(movement.plays) else None


def designed(wanted: Wanted, stopped: Callable[[], bool]) -> str | None:
    """Return the best movement found, as a schedule file; None if the search was stopped before it found one."""
    _check(wanted)
    turns = None if wanted.symmetry is None else _symmetry_of(wanted)
    fixed = None if wanted.fixed_pair is None else wanted.fixed_pair - 1
    with progress_bar(gettext("searching")) as report:
        pace = Pace(wanted.seconds, stopped, report)
        style = Style(fixed, wanted.shared, wanted.boards_stay, wanted.sets_a_round)
        effort = Effort(wanted.tries, wanted.proposals, wanted.work, wanted.absent_runs, wanted.turning_runs)
        try:
            found = design(
                wanted.asked, style, seed=wanted.seed, effort=effort, symmetry=turns, going=pace.going, solve=pace.solve
            )
        except KeyboardInterrupt:
            return None
    if found is not None:
        return _described(wanted, found)
    if stopped():
        return None
    advice = gettext("try another --seed, more --tries or --seconds")
    if not wanted.shared and wanted.sets_a_round == 1:
        advice = gettext("try another --seed, more --tries or --seconds, or --shared")
    advice = "; ".join(filter(None, (advice, better_or_equal(wanted))))
    sentence = gettext_noop("no playable movement was found for {pairs} pairs and {rounds} rounds; {advice}")
    raise UnusableError(sentence, pairs=wanted.asked.pairs, rounds=wanted.rounds, advice=advice)


def _described(wanted: Wanted, found: Designed) -> str:
    sets, gap = wanted.sets_a_round, found.ss - found.least_ss
    again = wanted._replace(symmetry=str(found.symmetry), seed=found.seed, tries=1, seconds=None)
    facts = {
        "rounds of each session": " ".join(str(lines // sets) for lines in rounds_of_sessions(wanted.asked)),
        **({"board sets a round": f"{sets}, each on a line of its own"} if sets > 1 else {}),
        **how_even(found.movement),
        "tables sharing a set": str(found.shared),
        "proof": f"optimal: SS {found.ss}, and no movement of this size has less"
        if found.proved
        else f"none: SS {found.ss}; best bound known {found.least_ss}, gap {gap}",
        "found by": again.command,
        **({} if found.numbers is None else numbers_of_sessions((found.numbers + 1).tolist())),
    }
    return with_facts(found.movement, facts)


def _check(wanted: Wanted) -> None:
    pairs, rounds, sets, lines = wanted.pairs, wanted.rounds, wanted.sets_a_round, wanted.lines
    in_range("PAIRS", pairs, 4, _MOST)
    in_range("ROUNDS", rounds, 1, _MOST)
    in_range("--sessions", wanted.sessions, 1, rounds)
    in_range("--lines", lines, 1, _MOST // pairs)
    in_range("--sets-a-round", sets, 1, _MOST // rounds)
    in_range("--fixed-pair", wanted.fixed_pair, 1, pairs * lines)
    if lines > 1 and pairs % 2:
        raise UnusableError(
            "PAIRS {pairs}: lines scored together need an even number of pairs; add one pair", pairs=pairs
        )
    opponents = pairs - 1 + pairs % 2
    if sets > 1 and (rounds % opponents or rounds % wanted.sessions):
        sentence = gettext_noop(
            "--sets-a-round {sets_a_round}: everybody must meet everybody else equally often, in sessions of "
            "equal length; for ROUNDS, give a multiple of {opponents} and of the number of sessions"
        )
        raise UnusableError(sentence, sets_a_round=sets, opponents=opponents)
    given = {"--sets-a-round": sets > 1, "--fixed-pair": wanted.fixed_pair is not None}
    against = {"--shared": wanted.shared and sets > 1, "--boards-stay": wanted.boards_stay}
    for option, other in ((one, other) for one in given for other in against if given[one] and against[other]):
        sentence = gettext_noop("{option}: this option cannot be combined with {other}; leave out one of the two")
        raise UnusableError(sentence, option=option, other=other)
    if wanted.turning_runs and wanted.symmetry is None:
        raise UnusableError(
            "--turning-runs: this option needs a symmetric movement; add --symmetry, such as 13x1 or 13x1-2"
        )


def _symmetry_of(wanted: Wanted) -> Symmetry:
    """Read a symmetry: `7x2`, `7x2+1` (one set never turns), `13x1-2` (two sets are left out) or `none`."""
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})(?:\+(\d{1,3})|-(\d{1,3}))?", wanted.symmetry or "")
    if wanted.symmetry == "none":
        symmetry = NONE
    elif match is None or min(int(number) for number in match.groups() if number) < 1:
        raise UnusableError(
            "--symmetry {text!r}: write order x circles, such as 7x2 (7x2+1 has a set that never turns, 13x1-2 "
            'leaves out two sets), or the word "none"',
            text=wanted.symmetry,
        )
    else:
        symmetry = Symmetry(*(int(number or 0) for number in match.groups()))
    fits = whole if wanted.turning_runs else plan
    if fits(wanted.asked, symmetry) is None:
        sentence = gettext_noop(
            "--symmetry {symmetry}: this symmetry does not fit {pairs} pairs and {rounds} rounds; write another "
            'symmetry, or the word "none"'
        )
        raise UnusableError(sentence, symmetry=symmetry, pairs=wanted.asked.pairs, rounds=wanted.rounds)
    return symmetry


def individual_movement(wanted: Wanted, stopped: Callable[[], bool]) -> str:
    """Return a whist movement as a schedule file, with the best directions found until the search is stopped."""
    players, rounds, seed, tries = wanted.pairs, wanted.rounds, wanted.seed, wanted.tries
    own = Wanted(players, rounds, wanted.shared, individual=True, seed=seed, tries=tries)
    if wanted[:11] != own[:11]:  # the fields that affect a movement
        raise UnusableError(
            "--individual: this option can only be combined with --seed, --tries and --out; leave out the other options"
        )
    if rounds != players - 1 and can_be_whist(players):
        sentence = gettext_noop(
            "ROUNDS {rounds}: {players} players need {rounds_needed} rounds to partner each other once; give "
            "that number"
        )
        raise UnusableError(sentence, rounds=rounds, players=players, rounds_needed=players - 1)
    try:
        made = whist(players)
    except MovementError as error:
        raise UnusableError(*error.args) from None
    if made is None:
        raise UnusableError(
            "no movement along one circle was found for {players} players; give another number of players",
            players=players,
        )
    bound = parity_bound(made)
    found = optimise(made, seed=max(seed, 0), runs=tries, bound=bound, keep_going=lambda *_: not stopped())
    facts = {
        "rounds of each session": str(rounds),
        "Qf": how_even(found.movement)["Qf"],
        "tables sharing a set": str((made.tables - 1) * rounds),
        "proof": f"directions optimal: SS {found.ss}, and no directions have less"
        if found.at_bound
        else f"none: SS {found.ss}; best bound known for its directions {bound}, gap {found.ss - bound}",
        "found by": own._replace(shared=False, tries=found.runs if stopped() else tries).command,
    }
    return with_facts(found.movement, facts)


def how_even(movement: Movement) -> dict[str, str]:
    """Return Qf and Qf1 of a movement, as comments for its schedule file."""
    factors = {"Qf": quality(movement).qf, "Qf1": vacancy(movement).highest}
    return {name: "none" if factor is None else in_decimals(factor, 2) for name, factor in factors.items()}


def numbers_of_sessions(numbers: Iterable[Iterable[int]]) -> dict[str, str]:
    """Return the numbers of the pairs in each session, as named comments for a schedule file."""
    return {f"numbers in session {session}": " ".join(map(str, of)) for session, of in enumerate(numbers, start=1)}


def with_facts(movement: Movement, facts: Mapping[str, str]) -> str:
    """Return the text of a schedule file that begins with these facts as comments."""
    return "".join(f"# {what}: {value}\n" for what, value in facts.items()) + write_schedule(movement)
