"""Movements from nothing: what is found can be played, is as good as is said, and is found again."""

import re
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from balance.strategies import movements
from each import cases
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from typer.testing import CliRunner

from pipelines.cli.app import app
from transforms.balance.design.bounds import least_ss
from transforms.balance.design.matchings import Matchings, anneal, plays_of
from transforms.balance.design.plan import NONE, Asked, Plan, Symmetry, plan, rounds_of_sessions, symmetries
from transforms.balance.design.search import USUAL_STYLE, Designed, Effort, Style, design
from transforms.balance.generators import whist
from transforms.balance.movement import BOARD_SET, EW, NS, ROUND, TABLE, Movement, meetings, partnerships
from transforms.balance.quality import absent_sums, partner_quality, quality
from transforms.balance.schedule import parse_schedule, schedule_findings

QUICK = Effort(tries=6, proposals=15_000, work=0.5)


def found(asked: Asked, style: Style = USUAL_STYLE, symmetry: Symmetry | None = None) -> Designed:
    designed = design(asked, style, effort=QUICK, symmetry=symmetry)
    assert designed is not None
    return designed


def movement_of(made: Plan, matchings: Matchings) -> Movement:
    """Every set in a round of its own, every play at a table of its own."""
    plays = plays_of(made, matchings)
    columns = np.column_stack([plays[:, 2], np.arange(len(plays)), plays]).astype(np.int32)
    return Movement(made.pairs, len(plays), made.board_sets, made.board_sets, columns)


def tables_too_many(movement: Movement, lines: int) -> int:
    line = movement.plays[:, NS] // (movement.pairs // lines)
    places = np.column_stack([line, movement.plays[:, [ROUND, BOARD_SET]]])
    together = np.unique(places, axis=0, return_counts=True)[1]
    return int((together - 1).sum())


@cases(
    (Asked(8, 6), Style(), NONE),
    (Asked(12, 8), Style(), Symmetry(4, 3)),
    (Asked(9, 7), Style(), None),
    (Asked(10, 8, fixed=True), Style(fixed_pair=0), None),
    (Asked(8, 6), Style(boards_stay=True), None),
    (Asked(16, 6, lines=2), Style(shared=True), None),
    (Asked(10, 18, sessions=2), Style(), Symmetry(9, 1)),
    (Asked(12, 11, sessions=3), Style(shared=True), Symmetry(11, 1)),
)
@pytest.mark.nightly
def test_can_be_played_as_said(asked: Asked, style: Style, symmetry: Symmetry | None) -> None:
    designed = found(asked, style, symmetry)
    movement = designed.movement
    assert movement[:1] + movement[2:4] == (asked.pairs, asked.rounds, asked.rounds)
    assert schedule_findings(movement) == []
    assert quality(movement).ss == designed.ss >= designed.least_ss
    assert tables_too_many(movement, asked.lines) == designed.shared
    assert style.shared or designed.shared == 0
    assert not style.boards_stay or (movement.plays[:, TABLE] == movement.plays[:, BOARD_SET]).all()
    assert asked.lines == 1 or not meetings(movement)[:8, 8:].any()
    # Every set is played by all, and so is every round, but for the one that sits out.
    assert np.bincount(movement.plays[:, BOARD_SET]).tolist() == [asked.pairs // 2] * asked.rounds
    assert np.bincount(movement.plays[:, ROUND]).sum() == asked.pairs // 2 * asked.rounds
    met = meetings(movement)[~np.eye(asked.pairs, dtype=bool)]
    assert met.max() <= -(-asked.rounds // (asked.pairs // asked.lines - 1 + asked.pairs % 2))
    # One play a table in a round, and sessions have their own sets.
    assert len(np.unique(movement.plays[:, [ROUND, TABLE]], axis=0)) == len(movement.plays)
    session_of = np.repeat(np.arange(asked.sessions), rounds_of_sessions(asked))
    assert (session_of[movement.plays[:, ROUND]] == session_of[movement.plays[:, BOARD_SET]]).all()


def test_a_search_that_is_stopped_at_once_finds_nothing() -> None:
    assert design(Asked(8, 6), effort=QUICK, going=lambda _stage, _done, _all: False) is None


def test_sessions_that_are_turns_of_one_another_are_one_movement_renumbered() -> None:
    designed = found(Asked(8, 42, sessions=7), symmetry=Symmetry(7, 1))
    assert designed.numbers is not None
    plays = designed.movement.plays.reshape(7, 6, 4, 5)
    for session, takes in enumerate(designed.numbers):
        assert (takes[plays[session, ..., [NS, EW]]] == plays[0, ..., [NS, EW]]).all()
        assert (plays[session, ..., BOARD_SET] == plays[0, ..., BOARD_SET] + 6 * session).all()
    assert quality(designed.movement).qf == 100


def test_among_equals_less_is_lost_with_a_pair_absent_and_then_the_fourth_moment_is_less() -> None:
    """Everything that the same tries find with this SS is worse, by these two, than what is chosen."""
    asked, effort = Asked(8, 8), Effort(tries=8, proposals=4_000, work=0.5)
    chosen = design(asked, Style(shared=True), effort=effort, symmetry=Symmetry(2, 3))
    assert chosen is not None
    worths = {}
    for seed in range(1, 9):
        made = plan(asked, Symmetry(2, 3))
        assert made is not None
        matchings = anneal(made, seed=seed, proposals=4_000, floor_ss=least_ss(asked))
        movement = movement_of(made, matchings)
        if not matchings.fines:
            worths[seed] = (matchings.ss, sum(absent_sums(movement)[1]), quality(movement).s4)
    assert len(set(worths.values())) > 1
    assert worths[chosen.seed] == min(worths.values())


@settings(deadline=None, max_examples=by_night(25))
@given(st.integers(4, 12), st.integers(2, 9), st.integers(0, 10**9), st.data())
def test_ss_is_kept_up_to_date(pairs: int, rounds: int, seed: int, data: st.DataObject) -> None:
    """What the kernel carries along is what the movement itself says."""
    asked = Asked(pairs, rounds)
    made = plan(asked, data.draw(st.sampled_from(symmetries(asked))))
    assert made is not None
    matchings = anneal(made, seed=seed, proposals=400)
    movement = movement_of(made, matchings)
    assert quality(movement).ss == matchings.ss
    met = meetings(movement)[np.triu_indices(made.pairs, k=1)]
    least, rest = divmod(rounds, made.seats - 1)
    assert matchings.fines or least <= met.min() + bool(pairs % 2) <= least + bool(rest) + 1
    assert matchings.fines or met.max() <= least + bool(rest)


def every_set(line: int, lines: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """(directions, meetings) of every choice of opponents and directions on a set, for lines of four pairs."""
    ways = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    sets = []
    for chosen, turned in product(product(ways, repeat=lines), product((1, -1), repeat=2 * lines)):
        column, met = np.zeros(line * lines, dtype=np.int64), np.zeros((line * lines, line * lines), dtype=np.int64)
        tables = [(line * place + one, line * place + other) for place, way in enumerate(chosen) for one, other in way]
        for (one, other), way in zip(tables, turned, strict=True):
            column[[one, other]] = way, -way
            met[one, other] = met[other, one] = 1
        sets.append((column, met))
    return sets


@pytest.mark.parametrize(("rounds", "lines"), [(1, 1), (2, 1), (3, 1), (2, 2)])
def test_the_bound_is_below_every_movement_of_lines_of_four_pairs(rounds: int, lines: int) -> None:
    """All choices of opponents, of whom nobody meets one twice, and of directions."""
    above = np.triu_indices(4 * lines, k=1)
    least = min(
        int((sum((np.outer(column, column) for column, _ in sets), 2 * lines * met)[above] ** 2).sum())
        for sets in product(every_set(4, lines), repeat=rounds)
        if (met := np.sum([meetings for _, meetings in sets], axis=0)).max() == 1
    )
    assert least >= least_ss(Asked(4 * lines, rounds, lines=lines))


@pytest.mark.parametrize(("asked", "least"), [(Asked(8, 6, lines=2), 432), (Asked(16, 6, lines=2), 2016)])
def test_lines_reach_their_bound(asked: Asked, least: int) -> None:
    made = plan(asked)
    assert made is not None
    assert least_ss(asked) == least
    assert min(anneal(made, seed=seed, proposals=60_000, floor_ss=least).ss for seed in range(1, 9)) == least


@given(movements(individual=True))
def test_partners_and_opponents_as_counted_by_hand(movement: Movement) -> None:
    together, against = partnerships(movement), meetings(movement)
    sides = [(set(row[2:4]), set(row[4:6])) for row in movement.plays.tolist()]
    for one, other in combinations(range(movement.pairs), 2):
        assert together[one, other] == sum({one, other} in at_table for at_table in sides)
        apart = [(one in ns and other in ew) or (other in ns and one in ew) for ns, ew in sides]
        assert against[one, other] == against[other, one] == sum(apart)


def test_partnerships_of_some_only_are_less_than_even() -> None:
    movement = parse_schedule("8 2 1 1 1\n1+2-3+4 A 5+6-7+8 A")
    assert partner_quality(movement) == pytest.approx(100 * 4 / 28)
    assert quality(movement).qo == pytest.approx(100 * 8 / 28)


def assert_everybody_partners_once_and_opposes_twice(movement: Movement) -> None:
    every_two = 1 - np.eye(movement.pairs, dtype=int)
    assert partnerships(movement).tolist() == every_two.tolist()
    assert meetings(movement).tolist() == (2 * every_two).tolist()
    assert (partner_quality(movement), quality(movement).qo) == (100, 100)
    assert schedule_findings(movement) == []
    seated = np.sort(movement.plays[:, 2:6].reshape(movement.rounds, movement.pairs), axis=1)
    assert seated.tolist() == [list(range(movement.pairs))] * movement.rounds


@pytest.mark.parametrize("players", [3, 6, 20])
def test_players_who_do_not_fill_tables_or_are_too_many(players: int) -> None:
    with pytest.raises(ValueError, match="give a multiple of 4, at most 16"):
        whist(players)


LIBRARY = sorted((Path(__file__).resolve().parents[2] / "data" / "movements").glob("*-players-*.txt"))


@pytest.mark.parametrize("path", LIBRARY, ids=[path.stem for path in LIBRARY])
def test_of_the_library(path: Path) -> None:
    """Everybody partners everybody once and meets everybody twice; the command writes the same file again."""
    text = path.read_text(encoding="utf-8")
    movement = parse_schedule(text)
    assert_everybody_partners_once_and_opposes_twice(movement)
    assert f"# Qf: {quality(movement).qf:.2f}\n" in text
    command = re.search(r"^# found by: barometer (.+)$", text, flags=re.MULTILINE)
    assert command is not None
    assert CliRunner().invoke(app, command[1].split()).stdout == text


@cases(
    (
        "8",
        "7 --sessions 2",
        ("--individual: this option can only be combined with --seed, --tries and --out; leave out the other options"),
    ),
    ("10", "9", "10 players: give a multiple of 4, at most 16"),
    ("8", "6", "ROUNDS 6: 8 players need 7 rounds to partner each other once; give that number"),
)
def test_what_cannot_be_is_said_in_a_line(players: str, rounds: str, words: str) -> None:
    done = CliRunner().invoke(app, ["balance", "design", players, *rounds.split(), "--individual"])
    assert (done.exit_code, done.stderr) == (2, f"barometer: {words}\n")
