"""Who partners and meets whom in an individual."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from balance.source import mitchell_14
from balance.strategies import movements
from hypothesis import given
from typer.testing import CliRunner

from pipelines.cli.app import app
from transforms.balance.design.whist import whist
from transforms.balance.movement import Movement
from transforms.balance.quality import company, quality
from transforms.balance.schedule import parse_schedule, schedule_findings

WHIST_4 = "4 1 3 3 1\n1+2-3+4 A\n1+3-2+4 B\n1+4-2+3 C\n"


def test_everybody_with_everybody_once_and_against_everybody_twice() -> None:
    found = company(parse_schedule(WHIST_4))
    off_diagonal = 1 - np.eye(4, dtype=int)
    assert found.partners.tolist() == off_diagonal.tolist()
    assert found.opponents.tolist() == (2 * off_diagonal).tolist()
    assert (found.partner_quality, found.opponent_quality, found.never) == (100, 100, [])


def test_strangers_are_named() -> None:
    found = company(parse_schedule("8 2 1 1 1\n1+2-3+4 A 5+6-7+8 A"))
    assert found.never == [(one, other) for one in range(4) for other in range(4, 8)]
    assert found.partner_quality == pytest.approx(100 * 4 / 28)
    assert found.opponent_quality == pytest.approx(100 * 8 / 28)


@given(movements(individual=True))
def test_as_counted_by_hand(movement: Movement) -> None:
    found = company(movement)
    for one, other in combinations(range(movement.pairs), 2):
        sides = [(set(row[2:4]), set(row[4:6])) for row in movement.plays.tolist()]
        assert found.partners[one, other] == sum({one, other} in at_table for at_table in sides)
        apart = [(one in ns and other in ew) or (other in ns and one in ew) for ns, ew in sides]
        assert found.opponents[one, other] == found.opponents[other, one] == sum(apart)


def test_pairs_have_no_company() -> None:
    with pytest.raises(ValueError, match="single players"):
        company(mitchell_14)


@pytest.mark.parametrize("players", [4, 8, 12, 16])
def test_a_whist_tournament_is_complete(players: int) -> None:
    movement = whist(players)
    assert movement is not None
    found = company(movement)
    off_diagonal = 1 - np.eye(players, dtype=int)
    assert found.partners.tolist() == off_diagonal.tolist()
    assert found.opponents.tolist() == (2 * off_diagonal).tolist()
    seated = np.sort(movement.plays[:, 2:6].reshape(players - 1, players), axis=1)
    assert seated.tolist() == [list(range(players))] * (players - 1)
    assert schedule_findings(movement) == []


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
    found = company(movement)
    assert (found.partner_quality, found.opponent_quality, found.never) == (100, 100, [])
    assert schedule_findings(movement) == []
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
