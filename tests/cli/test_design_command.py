"""`barometer balance design`: a movement from nothing, as a schedule file."""

import gc
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from ortools.sat.python import cp_model
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.balance.design import Size, better_or_equal
from pipelines.cli.balance.long_search import Pace
from pipelines.cli.balance.schedules import movement_named
from pipelines.words import progress as progress_bar
from transforms.balance.generators import mitchell
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
    assert (done.exit_code, done.stderr) == (0, "the library's 8-pairs-7-rounds is as even: Qf 100.00\n")
    movement = parse_schedule(done.stdout)
    assert (movement.pairs, movement.rounds, schedule_findings(movement)) == (8, 7, [])
    assert quality(movement).qf == 100
    assert "# Qf: 100.00\n" in done.stdout
    assert "# proof: optimal: SS 252, and no movement of this size has less\n" in done.stdout
    again = re.search(r"^# found by: barometer balance design (.+)$", done.stdout, flags=re.MULTILINE)
    assert again is not None
    assert "--tries 1" in again[1]
    assert design(*again[1].split()).stdout == done.stdout


def test_without_a_proof_the_gap_is_told() -> None:
    done = quick("10", "7", "--symmetry", "2x4")
    said = re.search(r"# proof: none: SS (\d+); best bound known (\d+), gap (\d+)", done.stdout)
    assert said is not None
    ss, bound, gap = map(int, said.groups())
    assert ss == quality(parse_schedule(done.stdout)).ss
    assert ss - bound == gap > 0


def test_what_the_library_has_is_told() -> None:
    plain = mitchell(6, 3)
    worse = better_or_equal(Size(12, (6,), shared=False), plain)
    assert worse is not None
    assert worse.startswith("the library's 12-pairs-6-rounds is better: Qf 84.00, this one ")
    # With boards shared there may be a better one, in more sessions there is another.
    assert "12-pairs-7-rounds-shared is better: Qf 89.92" in (better_or_equal(Size(12, (7,), shared=True), plain) or "")
    assert "12-pairs-7-rounds is better: Qf 88.05" in (better_or_equal(Size(12, (7,), shared=False), plain) or "")
    assert "12-players-11-rounds-shared" in (
        better_or_equal(Size(12, (11,), shared=True, individual=True), plain) or ""
    )
    assert "12-pairs-11-rounds-2-sessions-shared" in (better_or_equal(Size(12, (6, 5), shared=True), plain) or "")
    assert better_or_equal(Size(12, (6, 5), shared=False), plain) is None
    assert better_or_equal(Size(12, (3,), shared=False), plain) is None
    library = movement_named("12-pairs-6-rounds")
    assert (
        better_or_equal(Size(12, (6,), shared=False), library) == "the library's 12-pairs-6-rounds is as even: Qf 84.00"
    )
    assert better_or_equal(Size(12, (6,), shared=False), movement_named("8-pairs-7-rounds")) is None


def test_a_pair_that_stays_keeps_its_number(tmp_path: Path) -> None:
    path = tmp_path / "10.txt"
    done = quick("10", "6", "--fixed-pair", "10", "--shared", "--out", str(path))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    plays = parse_schedule(path.read_text(encoding="utf-8")).plays
    his = plays[(plays[:, [NS, EW]] == 9).any(axis=1)]
    assert (his[:, NS] == 9).all()
    assert (his[:, TABLE] == 0).all()


def test_sessions_and_lines_are_told() -> None:
    assert "# rounds of each session: 5 4\n" in quick("10", "9", "--sessions", "2", "--shared").stdout
    assert parse_schedule(quick("8", "6", "--lines", "2", "--shared").stdout).pairs == 16


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["3", "6"], "PAIRS 3: give a number from 4 to 100"),
        (["8", "0"], "ROUNDS 0: give a number from 1 to 100"),
        (["8", "6", "--sessions", "7"], "--sessions 7: give a number from 1 to 6"),
        (["8", "6", "--lines", "0"], "--lines 0: give a number from 1 to 12"),
        (["9", "6", "--lines", "2"], "PAIRS 9: lines scored together need an even number of pairs each: give one more"),
        (["8", "6", "--fixed-pair", "9"], "--fixed-pair 9: give a number from 1 to 8"),
        (
            ["8", "6", "--fixed-pair", "8", "--boards-stay"],
            "--fixed-pair 8: it plays every set at its own table, where with --boards-stay each set has another table:"
            " leave out one of the two",
        ),
        (
            ["8", "6", "--symmetry", "2"],
            "--symmetry '2': write order x circles, as in 7x2 (7x2+1 with a set that never turns, 13x1-2 with two sets"
            " left out), or none",
        ),
        (
            ["10", "6", "--sets-a-round", "2"],
            "--sets-a-round 2: everybody has to meet everybody equally often, in sessions of equal length: give ROUNDS"
            " as a multiple of 9 and of the sessions",
        ),
        (
            ["6", "5", "--sets-a-round", "2", "--shared"],
            "--sets-a-round 2: does not go with --shared: leave out one of the two",
        ),
        (
            ["14", "39", "--turning-runs", "9"],
            "--turning-runs: needs a symmetric movement: give --symmetry, as in 13x1 or 13x1-2",
        ),
        (["8", "6", "--work", "0"], "--work 0.0: give a number above 0, up to 10000"),
        (["8", "6", "--symmetry", "9x9"], "--symmetry 9x9: does not go with 8 pairs, 6 rounds: name another, or none"),
        (["8", "6", "--tries", "0"], "--tries 0: give a number from 1"),
        (
            ["14", "6", "--tries", "1", "--proposals", "100"],
            "14 pairs, 6 rounds: found no movement that can be played: try another --seed, more --tries or --seconds,"
            " or --shared",
        ),
        (
            ["10", "6", "--tries", "1", "--proposals", "100"],
            "10 pairs, 6 rounds: found no movement that can be played: try another --seed, more --tries or --seconds,"
            " or --shared; the library has 10-pairs-6-rounds, Qf 100.00",
        ),
    ],
)
def test_what_cannot_be_is_said_in_a_line(arguments: list[str], words: str) -> None:
    done = design(*arguments)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", f"barometer: {words}\n")


def test_two_board_sets_a_round_are_two_lines_of_the_schedule() -> None:
    done = quick("6", "5", "--sets-a-round", "2", "--symmetry", "5x1")
    assert (done.exit_code, done.stderr) == (0, "")
    assert (
        "# rounds of each session: 5\n# board sets a round: 2, each on a line of its own\n# Qf: 100.00\n" in done.stdout
    )
    assert "# found by: barometer balance design 6 5 --sets-a-round 2 " in done.stdout
    movement = parse_schedule(done.stdout)
    assert (movement.rounds, schedule_findings(movement)) == (10, [])


def test_tables_of_howells_are_turned_freely_and_the_last_sets_left_out() -> None:
    arguments = ["8", "12", "--shared", "--sessions", "2", "--symmetry", "7x1-2", "--turning-runs", "4"]
    done = quick(*arguments)
    assert (done.exit_code, done.stderr) == (0, "")
    movement = parse_schedule(done.stdout)
    assert (movement.rounds, schedule_findings(movement)) == (12, [])
    again = re.search(r"^# found by: barometer balance design (.+)$", done.stdout, flags=re.MULTILINE)
    assert again is not None
    assert design(*again[1].split()).stdout == done.stdout


# What Ctrl-C raises within a callback of the interpreter is lost, and told as this; the command raises it again.
may_be_lost = pytest.mark.filterwarnings(
    r"ignore:(?s)Exception ignored in.*\nKeyboardInterrupt:pytest.PytestUnraisableExceptionWarning"
)


@contextmanager
def interrupted(after: float) -> Iterator[None]:
    """Ctrl-C so many seconds after the command has begun to listen to it; loops are compiled before.

    What hypothesis has called at each collection of garbage is taken away meanwhile: what is raised there is lost.
    """
    quick("8", "6", "--shared")
    at_collections = gc.callbacks.copy()
    gc.callbacks.clear()
    usual, over = signal.getsignal(signal.SIGINT), Event()

    def press() -> None:
        while signal.getsignal(signal.SIGINT) is usual and not over.wait(0.01):
            pass
        if not over.wait(after):
            signal.raise_signal(signal.SIGINT)

    pressing = Thread(target=press)
    pressing.start()
    try:
        yield
    finally:
        over.set()
        pressing.join()
        gc.callbacks.extend(at_collections)


@may_be_lost
def test_ctrl_c_writes_the_best_so_far(tmp_path: Path) -> None:
    path = tmp_path / "8.txt"
    with interrupted(1.0):
        start = time.monotonic()
        done = design("8", "7", "--tries", "1000000", "--proposals", "10000", "--out", str(path))
    assert (done.exit_code, done.stdout) == (130, "")
    assert done.stderr.endswith("stopped: this is the best so far\n")
    assert time.monotonic() - start < 60
    assert parse_schedule(path.read_text(encoding="utf-8")).rounds == 7


@may_be_lost
def test_ctrl_c_within_one_annealing_says_that_there_is_nothing_yet(tmp_path: Path) -> None:
    path = tmp_path / "30.txt"
    with interrupted(0.5):
        start = time.monotonic()
        done = design("30", "15", "--symmetry", "none", "--proposals", "1000000000", "--out", str(path))
    assert (done.exit_code, done.stderr) == (130, "stopped: no movement yet, so nothing is written\n")
    assert time.monotonic() - start < 60
    assert not path.exists()


def test_a_solver_at_work_is_ended() -> None:
    """Forty into thirty-nine places: no solver answers it soon when each place says so by itself."""
    model = cp_model.CpModel()
    places = [[model.new_bool_var("") for _ in range(39)] for _ in range(40)]
    for one in places:
        model.add_bool_or(one)
    for place in zip(*places, strict=True):
        for number, one in enumerate(place):
            for other in place[:number]:
                model.add_bool_or(one.negated(), other.negated())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    pace = Pace(0.5, lambda: False, lambda _what, _done, _of: None)
    start = time.monotonic()
    assert pace.solve(solver, model) == cp_model.UNKNOWN
    assert 0.3 < time.monotonic() - start < 60
    assert pace.solve(solver, model) == cp_model.UNKNOWN


def test_off_a_terminal_lines_tell_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar, "BETWEEN_LINES", 0.0)
    lines = quick("8", "6", "--shared").stderr.splitlines()
    assert re.fullmatch(r"matchings: 0 of 3, 0 s", lines[0])
    assert any(line.startswith("rounds: 0 of ") for line in lines)


def test_a_place_that_cannot_be_written_is_told_before_the_search(tmp_path: Path) -> None:
    done = design("30", "15", "--tries", "100000", "--out", str(tmp_path / "nowhere" / "30.txt"))
    assert done.exit_code == 2
    assert "No such file or directory" in done.stderr
