"""Solve the deals of a warehouse that have no double-dummy table, on all cores. Each finished batch is stored at once.

Each worker is a process: if it crashes or is ended, only its batch is lost. If two solvers run at once, the second
begins at the other end, and neither solves a deal that the other has solved.
"""

import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import NamedTuple

from pipelines.building.solving.store import Solved, StoreError, alone, fault_of, store_of, without_table
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.cores import cores
from pipelines.machine.environment import DEALS
from pipelines.machine.errors import MachineError, why
from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse
from pipelines.words.progress import Progress
from transforms.tables.messages import gettext

BATCH = 16
"""How many deals a worker gets at a time: a tenth faster than one by one, and a batch takes only seconds."""
_START = "from pipelines.building.solving.worker import serve; serve()"


class SolvedNow(NamedTuple):
    """Numbers of deals: to solve or verify (`wanted`), solved by now (`known`), and solved during this run (`here`)."""

    wanted: int
    known: int
    here: int


def solve_deals(
    warehouse: Place,
    workers: int | None = None,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    *,
    verify: bool = False,
) -> SolvedNow:
    """Solve the deals of the last build that have no table, in `workers` processes; None means one per core.

    `say` gets a line about each deal that cannot be solved, and about a damaged file of solved deals. With `verify`,
    deals with a table in a results file are solved too; the next build reports where the two tables differ.
    """
    path = store_of(warehouse)
    if path is None:
        raise StoreError(
            "solved deals cannot be stored next to {warehouse}; name a file for them with the environment "
            "variable {variable}",
            warehouse=warehouse,
            variable=DEALS,
        )
    with Warehouse(warehouse, read_only=True) as tables:
        wanted = without_table(tables, verify=verify)
    store = Solved(path)
    before = len(store.known(wanted))
    if fault := fault_of(path):
        say(fault)
    known = solve(wanted, store, workers or cores(), progress, say) if before < len(wanted) else before
    return SolvedNow(len(wanted), known, known - before)


def solve(
    deal_ids: Sequence[str],
    store: Solved,
    workers: int,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
) -> int:
    """Solve the deals in this order, or in reverse if another solver runs; return how many are then solved."""
    before = store.known(deal_ids)
    wanted = [deal_id for deal_id in deal_ids if deal_id not in before]
    if wanted and find_spec("endplay") is None:
        raise MachineError(
            "endplay, which solves deals, is not installed; run pip install 'barometer[deals]' with Python "
            "3.11, 3.12 or 3.13 (endplay has no build for Python 3.14 yet)"
        )
    with alone(store.path) as is_alone:
        in_turn = wanted if is_alone else wanted[::-1]
        batches = [in_turn[start : start + BATCH] for start in range(0, len(wanted), BATCH)]
        solving, threads = _Solving(store), ThreadPoolExecutor(max(1, min(workers, len(batches))), "solving")
        done = 0
        progress(gettext("solving deals"), done, len(wanted))
        try:
            for asked in threads.map(solving.solve, batches):
                done += asked
                progress(gettext("solving deals"), done, len(wanted))
        finally:
            solving.end()
            threads.shutdown(cancel_futures=True)
    for deal_id in solving.unsolved:
        say(gettext("the solver cannot solve this deal, so it is left out: {deal}", deal=deal_id))
    return len(store.known(deal_ids))


class _Solving:
    """The workers, one process per thread. A thread whose process dies gets a new one."""

    def __init__(self, store: Solved) -> None:
        self.unsolved: list[str] = []
        self._store, self._own, self._is_over = store, threading.local(), False
        self._started: list[subprocess.Popen[bytes]] = []

    def solve(self, batch: list[str]) -> int:
        """Solve and store the deals of a batch that are still unsolved; give up a deal that kills two workers."""
        known = self._store.known(batch)
        fresh = [deal_id for deal_id in batch if deal_id not in known]
        solved = self._asked(fresh) if fresh else {}
        if solved is None:
            solved = dict[str, str]()
            for deal_id in fresh:
                alone = self._asked([deal_id])
                if alone is None and not self._is_over:
                    self.unsolved.append(deal_id)
                solved |= alone or {}
        if solved:
            self._store.keep(solved)
        return len(batch)

    def end(self) -> None:
        self._is_over = True
        for process in self._started:
            end_python(process)

    def _asked(self, batch: list[str]) -> dict[str, str] | None:
        """Return a worker's tables of these deals; None if the worker died."""
        if self._is_over:
            return None
        process = self._process()
        given, taken = process.stdin, process.stdout
        if given is None or taken is None:
            return None
        try:
            given.write((" ".join(batch) + "\n").encode())
            given.flush()
            tables = taken.readline().decode().split()
        except (OSError, ValueError):
            tables = list[str]()
        if len(tables) != len(batch):
            self._own.process = None
            return None
        return dict(zip(batch, tables, strict=True))

    def _process(self) -> "subprocess.Popen[bytes]":
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is None:
            try:
                process = start_python(_START)
            except OSError as wrong:
                raise MachineError(
                    "no process can be started to solve deals ({strerror})", strerror=why(wrong)
                ) from wrong
            self._own.process = process
            self._started.append(process)
            if self._is_over:
                process.kill()
        return process
