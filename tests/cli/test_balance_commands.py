"""`barometer balance check` and `balance design`: a schedule file in, its balance out; a movement from nothing."""

import json
import re
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from balance.source import LAYOUT_8, MITCHELL_14, SCORES_14_TURNED, numbers
from commands import barometer
from typer.testing import Result

from pipelines.cli.balance.long_search import Pace
from pipelines.cli.balance.schedules import LIBRARY
from pipelines.words.languages import speaking
from transforms.balance.movement import EW, NS, TABLE, rounds_turned
from transforms.balance.quality import quality
from transforms.balance.schedule import parse_schedule, schedule_findings, write_schedule


def check(*arguments: str | Path) -> Result:
    return barometer("balance", "check", *arguments, columns=120)


@pytest.fixture
def layout_8(tmp_path: Path) -> Path:
    path = tmp_path / "8.asc"
    path.write_text(LAYOUT_8, encoding="utf-8")
    return path


UNUSABLE = {
    b"8 6\n": "8.asc: line 1: '8 6' should be 5 numbers",
    b"\xff\xfe\x00": "8.asc: this is not a text file in UTF-8",
    b"5000 1 1 5000 0\n1-2 A\n": "8.asc: 5000 pairs and 5000 board sets are too many to check",
    b"3000 1 1 1 0\n1-2 A\n": "with this number of board sets and 1 plays, give at most 768 pairs",
}


def test_what_is_unusable_is_one_line_on_standard_error(layout_8: Path, refused: Callable[..., str]) -> None:
    assert "--strong 9: give a number from 1 to 8" in refused("balance", "check", layout_8, "--strong", 9)
    assert "this is a device, not a file" in refused("balance", "check", "/dev/zero")
    with layout_8.open("wb") as endless:
        endless.truncate(10**12)
    many = "this file has more than 50000000 bytes, too many for this kind of file: schedule"
    assert many in refused("balance", "check", layout_8)
    for content, words in UNUSABLE.items():
        layout_8.write_bytes(content)
        assert words in refused("balance", "check", layout_8)


def test_the_factors_and_the_score_matrix_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "14.txt"
    path.write_text(write_schedule(rounds_turned(parse_schedule(MITCHELL_14), [1])), encoding="utf-8")
    done = check(path)
    assert (done.exit_code, done.stderr) == (0, "")
    found = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert found[0] == "14 pairs, 7 tables, 7 rounds, 7 board sets"
    assert any(line.startswith("Qf 92.00") for line in found)
    row = ["*" if place == 3 else str(score) for place, score in enumerate(numbers(SCORES_14_TURNED)[3])]
    assert " ".join(row) in found


def test_json_has_the_columns_of_the_session_balance_and_the_matrix(layout_8: Path) -> None:
    found = json.loads(check(layout_8, "--format", "json").stdout)
    columns = ("pairs", "rounds", "h", "s", "ss", "qc", "qf", "qo", "sd", "s4", "qf_absent_mean", "qf_highest_absent")
    assert list(found)[: len(columns)] == list(columns)
    assert found["h"] == 3
    assert (found["qf"], round(found["qf_highest_absent"], 2), round(found["qf_absent_pooled"], 2)) == (
        80,
        71.74,
        63.46,
    )
    assert found["scores"][0] == [None, 2, 4, 2, 4, 0, 4, 2]
    assert found["meetings"][0] == [None, 1, 1, 1, 0, 1, 1, 1]


def test_a_strong_pair_wins_and_the_others_differ(layout_8: Path) -> None:
    found = json.loads(check(layout_8, "--strong", "1", "--format", "json").stdout)
    assert found["results"][0] == 100
    assert round(sum(found["results"])) == 400
    assert "Scores if 1, 2 won every board" in check(layout_8, "--strong", "1", "--strong", "2").stdout


def test_an_individual_shows_who_partners_whom(layout_8: Path) -> None:
    layout_8.write_text("4 1 3 3 1\n1+2-3+4 A\n1+3-2+4 B\n1+4-2+3 C\n", encoding="utf-8")
    found = json.loads(check(layout_8, "--format", "json").stdout)
    assert found["partner_quality"] == found["qo"] == 100
    assert found["partners"][0] == [None, 1, 1, 1]
    assert any(line.split()[:2] == ["Qp", "100.00"] for line in check(layout_8).stdout.splitlines())


def test_what_cannot_be_played_is_reported_and_still_checked(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("4 2 2 2 0\n1-2 A 3-4 B\n1-3 A 2-4 B\n", encoding="utf-8")
    done = check(path)
    assert done.exit_code == 1
    assert "error: round 2: 1 plays set A 2 times (rounds 1, 2): give it another set" in done.stderr
    assert "Qf" in done.stdout
    with speaking("fr"):
        assert check(path).stderr.startswith("erreur : position 2 : ")


def test_a_movement_of_the_library_is_checked_by_its_name() -> None:
    named, file = (
        check(name, "--format", "json").stdout for name in ("12-pairs-6-rounds", LIBRARY / "12-pairs-6-rounds.txt")
    )
    assert json.loads(named) == json.loads(file)


def design(*arguments: str) -> Result:
    return barometer("balance", "design", *arguments, columns=120)


def quick(*arguments: str) -> Result:
    return design(*arguments, "--proposals", "10000", "--tries", "3")


@pytest.mark.nightly
def test_the_printed_file_says_how_good_it_is_and_how_to_find_it_again() -> None:
    done = quick("8", "7")
    assert (done.exit_code, done.stderr) == (
        0,
        "the library has a movement of this size: 8-pairs-7-rounds, Qf 100.00\n",
    )
    movement = parse_schedule(done.stdout)
    assert (movement.pairs, movement.rounds, schedule_findings(movement)) == (8, 7, [])
    assert quality(movement).qf == 100
    assert "# Qf: 100.00\n" in done.stdout
    assert "# proof: optimal: SS 252, and no movement of this size has less\n" in done.stdout
    again = re.search(r"^# found by: barometer balance design (.+)$", done.stdout, flags=re.MULTILINE)
    assert again is not None
    assert "--tries 1" in again[1]
    assert design(*again[1].split()).stdout == done.stdout


@pytest.mark.long
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
    "9 6 --lines 2": "PAIRS 9: lines scored together need an even number of pairs; add one pair",
    "8 6 --fixed-pair 9": "--fixed-pair 9: give a number from 1 to 8",
    "8 6 --fixed-pair 8 --boards-stay": (
        "--fixed-pair: this option cannot be combined with --boards-stay; leave out one of the two"
    ),
    "8 6 --symmetry 2": "--symmetry '2': write order x circles, such as 7x2 (7x2+1 has a set that never turns, 13x1-2",
    "10 6 --sets-a-round 2": "--sets-a-round 2: everybody must meet everybody else equally often, in sessions of equal",
    "6 5 --sets-a-round 2 --shared": (
        "--sets-a-round: this option cannot be combined with --shared; leave out one of the two"
    ),
    "14 39 --turning-runs 9": (
        "--turning-runs: this option needs a symmetric movement; add --symmetry, such as 13x1 or 13x1-2"
    ),
    "8 6 --symmetry 9x9": (
        '--symmetry 9x9: this symmetry does not fit 8 pairs and 6 rounds; write another symmetry, or the word "none"'
    ),
    "14 6 --tries 1 --proposals 100": ("no playable movement was found for 14 pairs and 6 rounds; try another --seed"),
    "10 6 --tries 1 --proposals 100": (
        "or --shared; the library has a movement of this size: 10-pairs-6-rounds, Qf 100.00"
    ),
}


def test_what_cannot_be_is_said_in_a_line(refused: Callable[..., str], tmp_path: Path) -> None:
    for arguments, words in REFUSED.items():
        assert words in refused("balance", "design", *arguments.split())
    nowhere = tmp_path / "nowhere" / "30.txt"
    found = refused("balance", "design", 30, 15, "--tries", 100_000, "--out", nowhere)  # before the search
    assert "No such file or directory" in found


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
