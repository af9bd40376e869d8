"""Who partners and meets whom in an individual."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from balance.strategies import movements
from hypothesis import given
from typer.testing import CliRunner

from pipelines.cli.app import app
from transforms.balance.design.whist import whist
from transforms.balance.movement import Movement, meetings, partnerships
from transforms.balance.quality import partner_quality, quality
from transforms.balance.schedule import parse_schedule, schedule_findings


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


@pytest.mark.parametrize("players", [4, 8, 12, 16])
def test_a_whist_tournament_is_complete(players: int) -> None:
    movement = whist(players)
    assert movement is not None
    assert_everybody_partners_once_and_opposes_twice(movement)
    seated = np.sort(movement.plays[:, 2:6].reshape(players - 1, players), axis=1)
    assert seated.tolist() == [list(range(players))] * (players - 1)


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


@pytest.mark.parametrize(
    ("players", "rounds", "words"),
    [
        ("8", "7 --sessions 2", "--individual: goes with --seed, --tries and --out only: leave out the others"),
        ("10", "9", "10 players: give a multiple of 4, at most 16"),
        ("8", "6", "ROUNDS 6: 8 players partner each other once in 7: give that"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(players: str, rounds: str, words: str) -> None:
    done = CliRunner().invoke(app, ["balance", "design", players, *rounds.split(), "--individual"])
    assert (done.exit_code, done.stderr) == (2, f"barometer: {words}\n")
