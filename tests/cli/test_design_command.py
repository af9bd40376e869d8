"""`barometer balance design`: a movement from nothing, as a schedule file."""

import re
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.balance.long_search import Pace
from transforms.balance.movement import EW, NS, TABLE
from transforms.balance.quality import quality
from transforms.balance.schedule import parse_schedule, schedule_findings


def design(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(app, ["balance", "design", *arguments])


def quick(*arguments: str) -> Result:
    return design(*arguments, "--proposals", "10000", "--tries", "3")


@pytest.mark.long
def test_the_printed_file_says_how_good_it_is_and_how_to_find_it_again() -> None:
    done = quick("8", "7")
    assert (done.exit_code, done.stderr) == (0, "the library has 8-pairs-7-rounds, Qf 100.00\n")
    movement = parse_schedule(done.stdout)
    assert (movement.pairs, movement.rounds, schedule_findings(movement)) == (8, 7, [])
    assert quality(movement).qf == 100
    assert "# Qf: 100.00\n" in done.stdout
    assert "# proof: optimal: SS 252, and no movement of this size has less\n" in done.stdout
    again = re.search(r"^# found by: barometer balance design (.+)$", done.stdout, flags=re.MULTILINE)
    assert again is not None
    assert "--tries 1" in again[1]
    assert design(*again[1].split()).stdout == done.stdout


def test_a_pair_that_stays_keeps_its_number(tmp_path: Path) -> None:
    path = tmp_path / "10.txt"
    done = quick("10", "6", "--fixed-pair", "10", "--shared", "--out", str(path))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    plays = parse_schedule(path.read_text(encoding="utf-8")).plays
    his = plays[(plays[:, [NS, EW]] == 9).any(axis=1)]
    assert (his[:, NS] == 9).all()
    assert (his[:, TABLE] == 0).all()


REFUSED = {
    "3 6": "PAIRS 3: give a number from 4 to 100",
    "8 0": "ROUNDS 0: give a number from 1 to 100",
    "8 6 --sessions 7": "--sessions 7: give a number from 1 to 6",
    "8 6 --lines 0": "--lines 0: give a number from 1 to 12",
    "9 6 --lines 2": "PAIRS 9: lines scored together need an even number of pairs each: give one more",
    "8 6 --fixed-pair 9": "--fixed-pair 9: give a number from 1 to 8",
    "8 6 --fixed-pair 8 --boards-stay": "--fixed-pair: does not go with --boards-stay: leave out one of the two",
    "8 6 --symmetry 2": "--symmetry '2': write order x circles, as in 7x2 (7x2+1 with a set that never turns, 13x1-2",
    "10 6 --sets-a-round 2": "--sets-a-round 2: everybody has to meet everybody equally often, in sessions of equal",
    "6 5 --sets-a-round 2 --shared": "--sets-a-round: does not go with --shared: leave out one of the two",
    "14 39 --turning-runs 9": "--turning-runs: needs a symmetric movement: give --symmetry, as in 13x1 or 13x1-2",
    "8 6 --symmetry 9x9": "--symmetry 9x9: does not go with 8 pairs, 6 rounds: name another, or none",
    "14 6 --tries 1 --proposals 100": "14 pairs, 6 rounds: found no movement that can be played: try another --seed",
    "10 6 --tries 1 --proposals 100": "or --shared; the library has 10-pairs-6-rounds, Qf 100.00",
}


def test_what_cannot_be_is_said_in_a_line(refused: Callable[..., str], tmp_path: Path) -> None:
    for arguments, words in REFUSED.items():
        assert words in refused("balance", "design", *arguments.split())
    nowhere = tmp_path / "nowhere" / "30.txt"
    told = refused("balance", "design", 30, 15, "--tries", 100_000, "--out", nowhere)  # before the search
    assert "No such file or directory" in told


def test_two_board_sets_a_round_are_two_lines_of_the_schedule() -> None:
    done = quick("6", "5", "--sets-a-round", "2", "--symmetry", "5x1")
    assert (done.exit_code, done.stderr) == (0, "")
    assert (
        "# rounds of each session: 5\n# board sets a round: 2, each on a line of its own\n# Qf: 100.00\n" in done.stdout
    )
    assert "# found by: barometer balance design 6 5 --sets-a-round 2 " in done.stdout
    movement = parse_schedule(done.stdout)
    assert (movement.rounds, schedule_findings(movement)) == (10, [])


def test_ctrl_c_writes_the_best_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, going, times = tmp_path / "8.txt", Pace.going, count()

    def interrupted(pace: Pace, stage: str, done: int, of_all: int) -> bool:
        if next(times) == 40:
            signal.raise_signal(signal.SIGINT)
        return going(pace, stage, done, of_all)

    monkeypatch.setattr(Pace, "going", interrupted)
    done = design("8", "7", "--tries", "1000000", "--proposals", "10000", "--out", str(path))
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.endswith("stopped: this is the best so far\n")
    assert parse_schedule(path.read_text(encoding="utf-8")).rounds == 7
