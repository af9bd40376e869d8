"""Solving: equal to endplay called by hand, whatever becomes of a worker or of the whole."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from solving.solver_there import needs_endplay

from pipelines.building.solving import solver
from pipelines.building.solving.solver import solve
from pipelines.building.solving.store import Solved
from pipelines.building.solving.worker import tables_of
from transforms.bridge.cards import cards_of, deal_of, ids_of

pytestmark = [pytest.mark.long, needs_endplay]

DEALS = (
    "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632",
    "N:T742.AKQ732.K9.6 AQJ86.J6.52.AQ72 9.T8.A8643.K9843 K53.954.QJT7.JT5",
    "N:Q95.K2.T7642.J97 JT632.AT764.8.84 A87.9.AQ93.AKQ32 K4.QJ853.KJ5.T65",
)


@pytest.fixture(scope="module")
def ids() -> list[str]:
    import polars as pl

    return ids_of(cards_of(pl.Series(DEALS)))["deal_id"].to_list()


def by_hand(deal_id: str) -> str:
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    table = calc_dd_table(Deal(deal_of(deal_id)))
    strains = (Denom.nt, Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs)
    return "".join(f"{table[player, strain]:x}" for player in Player.iter_order("NESW") for strain in strains)


def test_tables_are_those_of_endplay_called_by_hand(ids: list[str]) -> None:
    assert tables_of(ids) == [by_hand(deal_id) for deal_id in ids]
    assert tables_of(ids[:1]) == [by_hand(ids[0])]


def test_what_is_solved_is_kept_and_not_solved_again(ids: list[str], tmp_path: Path) -> None:
    store = Solved(tmp_path / "deals.sqlite")
    store.keep({ids[0]: "7" * 20})
    reports: list[tuple[int, int]] = []
    assert solve(ids, store, workers=2, progress=lambda _, done, of: reports.append((done, of))) == 3
    assert store.tables(ids[:1])["n_nt"].to_list() == [7]
    assert reports[0] == (0, 2)
    assert reports[-1] == (2, 2)
    again: list[tuple[int, int]] = []
    assert solve(ids, store, workers=2, progress=lambda _, done, of: again.append((done, of))) == 3
    assert set(again) == {(0, 0)}


def test_a_dead_worker_costs_its_deal_alone(ids: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dying = (
        "import os\nfrom pipelines.building.solving import worker\nsolve = worker.tables_of\n"
        f"worker.tables_of = lambda ids: os._exit(9) if {ids[1]!r} in ids else solve(ids)\nworker.serve()"
    )
    monkeypatch.setattr(solver, "_START", dying)
    store, said = Solved(tmp_path / "deals.sqlite"), list[str]()
    assert solve(ids, store, workers=1, say=said.append) == 2
    assert store.known(ids) == {ids[0], ids[2]}
    assert said == [f"the solver cannot solve this deal, so it is left out: {ids[1]}"]


def test_a_solver_that_is_killed_leaves_what_it_kept(ids: list[str], tmp_path: Path) -> None:
    path = tmp_path / "deals.sqlite"
    program = (
        "import sys; from pathlib import Path; from pipelines.building.solving import solver\n"
        "from pipelines.building.solving.store import Solved\nsolver.BATCH = 1\n"
        "solver.solve(sys.argv[2:], Solved(Path(sys.argv[1])), 1)\n"
    )
    running = subprocess.Popen([sys.executable, "-c", program, str(path), *ids])
    store, until = Solved(path), time.monotonic() + 120
    while not store.known(ids) and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    kept = store.known(ids)
    assert kept
    assert solve(ids, store, workers=1) == 3
    assert [store.tables([deal_id]).height for deal_id in ids] == [1, 1, 1]


def test_a_worker_whose_solver_is_gone_ends_without_a_word(ids: list[str]) -> None:
    """As after a kill of the solver, which leaves it a pipe that nobody reads."""
    worker = subprocess.Popen(
        [sys.executable, "-c", solver._START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert worker.stdout is not None
    worker.stdout.close()
    worker.stdout = None
    _, printed = worker.communicate(f"{ids[0]}\n".encode(), timeout=120)
    assert printed == b""


def test_ctrl_c_says_what_becomes_of_the_deals(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # which a shell ignores in the background
        "from pipelines.building.solving import solver\n"
        "solver.solve_deals = lambda *_, **__: os.kill(os.getpid(), signal.SIGINT) or time.sleep(60)\n"
        f"sys.argv = ['barometer', 'deals', 'solve', '--warehouse', {str(tmp_path / 'w.duckdb')!r}]\n"
        "from pipelines.cli.app import main; main()\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 128 + signal.SIGINT
    assert "stopped by SIGINT; the deals solved so far are kept" in run.stderr
    assert "build" not in run.stderr
