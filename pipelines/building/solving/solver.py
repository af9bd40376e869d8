"""Solve deals on all cores, and keep each batch as soon as it is solved.

Each worker is a process of its own, so that one that dies of a deal, or is ended, costs its batch alone. Two solvers at
once share the work: the second begins at the other end, and neither solves what is there by then.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, Queue
from typing import NamedTuple

from pipelines.building.solving.store import Solved, StoreError, alone, fault_of, store_of, without_table
from pipelines.machine import stopping
from pipelines.machine.another_python import end_python, start_python
from pipelines.machine.cores import cores
from pipelines.machine.environment import DEALS
from pipelines.machine.errors import MachineError
from pipelines.machine.paths import Place
from pipelines.machine.system_errors import why
from pipelines.warehouse import Warehouse
from pipelines.words.progress import Progress
from transforms.tables.messages import Message, gettext

BATCH = 16
"""Deals that a worker gets at a time: a tenth faster than one by one, and done in seconds."""
_START = "from pipelines.building.solving.worker import serve; serve()"
_LOOKED_AT_EVERY = 0.2


def solve(
    deal_ids: Sequence[str],
    store: Solved,
    workers: int,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
) -> int:
    """Solve those of these deals that are not solved yet; returns how many are solved by then.

    Args:
        deal_ids: the deals, the most wanted first.
        store: where they are kept.
        workers: how many processes solve.
        progress: called as batches are kept.
        say: called with a line on deals that a worker died of.

    Raises:
        DiskError, StoreError: a batch cannot be kept.
        MachineError: no worker can be started.
    """
    before = store.known(deal_ids)
    wanted = [deal_id for deal_id in deal_ids if deal_id not in before]
    with alone(store.path) as is_alone:
        batches = _Batches(wanted if is_alone else wanted[::-1], store)
        done = 0
        progress(gettext("solving deals"), done, len(wanted))
        with _running(batches, min(workers, max(1, -(-len(wanted) // BATCH)))) as answers:
            while True:
                answer = answers()
                if answer is None:
                    break
                solved, asked = answer
                if solved:
                    store.keep(solved)
                done += asked
                progress(gettext("solving deals"), min(done, len(wanted)), len(wanted))
    for deal_id in batches.unsolved:
        say(gettext("a deal that the solver does not come through is left out: {deal}", deal=deal_id))
    return len(store.known(deal_ids))


class _Batches:
    """What is still to be solved; used by several threads."""

    def __init__(self, deal_ids: Sequence[str], store: Solved) -> None:
        self._left = list(deal_ids)[::-1]
        self._store = store
        self._lock = threading.Lock()
        self.unsolved: list[str] = []

    def next(self) -> tuple[list[str], int]:
        """Deals that nobody has solved by now, and how many of those that are left these stand for."""
        with self._lock:
            taken = 0
            while self._left:
                batch = [self._left.pop() for _ in range(min(BATCH, len(self._left)))]
                taken += len(batch)
                known = self._store.known(batch)
                if fresh := [deal_id for deal_id in batch if deal_id not in known]:
                    return fresh, taken
            return [], taken


@contextmanager
def _running(batches: _Batches, workers: int) -> Iterator[Callable[[], tuple[dict[str, str], int] | None]]:
    """Threads with a worker each; the function gives what they solve, and None at the end."""
    answers: Queue[tuple[dict[str, str], int] | BaseException] = Queue()
    ended = threading.Event()
    threads = [
        threading.Thread(target=_work, args=(batches, answers, ended), name="solving", daemon=True)
        for _ in range(workers)
    ]

    def next_answer() -> tuple[dict[str, str], int] | None:
        while True:
            stopping.raise_if_asked()
            is_over = not any(thread.is_alive() for thread in threads)
            with suppress(Empty):
                answer = answers.get(timeout=0 if is_over else _LOOKED_AT_EVERY)
                if isinstance(answer, BaseException):
                    raise answer
                return answer
            if is_over:
                return None

    for thread in threads:
        thread.start()
    try:
        yield next_answer
    finally:
        ended.set()


def _work(
    batches: _Batches, answers: "Queue[tuple[dict[str, str], int] | BaseException]", ended: threading.Event
) -> None:
    try:
        worker: _Worker | None = None
        while not ended.is_set():
            batch, stands_for = batches.next()
            if not batch:
                answers.put(({}, stands_for))
                break
            worker = worker or _Worker(ended)
            solved = worker.solve(batch)
            if solved is None:
                worker = None
                solved = _one_by_one(batches, batch, ended)
            answers.put((solved, stands_for))
        if worker is not None:
            worker.end()
    except BaseException as wrong:
        answers.put(wrong)


def _one_by_one(batches: _Batches, batch: list[str], ended: threading.Event) -> dict[str, str]:
    """The deals of a batch of which a worker died; a deal of which another dies too is left out."""
    solved: dict[str, str] = {}
    for deal_id in batch:
        if ended.is_set():
            break
        worker = _Worker(ended)
        alone = worker.solve([deal_id])
        worker.end()
        if alone is None and not ended.is_set():
            batches.unsolved.append(deal_id)
        solved |= alone or {}
    return solved


class _Worker:
    def __init__(self, ended: threading.Event) -> None:
        try:
            self._process = start_python(_START)
        except OSError as wrong:
            raise MachineError(
                Message("no process can be started to solve deals in ({strerror})", strerror=why(wrong))
            ) from wrong
        threading.Thread(target=self._end_when, args=(ended,), daemon=True).start()

    def _end_when(self, ended: threading.Event) -> None:
        while self._process.poll() is None:
            if ended.wait(_LOOKED_AT_EVERY):
                self._process.kill()
                return

    def solve(self, batch: list[str]) -> dict[str, str] | None:
        """The tables of these deals; None where the process died."""
        given, taken = self._process.stdin, self._process.stdout
        if given is None or taken is None:
            return None
        try:
            given.write((" ".join(batch) + "\n").encode())
            given.flush()
            tables = taken.readline().decode().split()
        except (OSError, ValueError):
            tables = list[str]()
        if len(tables) != len(batch):
            self.end()
            return None
        return dict(zip(batch, tables, strict=True))

    def end(self) -> None:
        """End the process, which has nothing to lose."""
        end_python(self._process)


class SolvedNow(NamedTuple):
    """What came of it."""

    wanted: int
    """How many deals had no table in the last build, or one that was to be verified."""
    known: int
    """How many of these are solved by now."""
    here: int
    """How many of those were not, before."""


def solve_deals(
    warehouse: Place,
    workers: int | None = None,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    *,
    verify: bool = False,
) -> SolvedNow:
    """Solve the deals of the last build that have no table.

    Args:
        warehouse: that of the build.
        workers: how many processes; None: one a core.
        progress: called as they are solved.
        say: called with a line on what cannot be solved.
        verify: also those whose table is that of a file; the next build tells where the two differ.

    Raises:
        WarehouseError: there is no build to read.
        StoreError, DiskError: what is solved cannot be kept.
    """
    path = store_of(warehouse)
    if path is None:
        raise StoreError(
            Message(
                "there is no place for solved deals beside {warehouse}; name a file with {variable}",
                warehouse=warehouse,
                variable=DEALS,
            )
        )
    with Warehouse(warehouse, read_only=True) as tables:
        wanted = without_table(tables, verify=verify)
    store = Solved(path)
    before = len(store.known(wanted))
    if fault := fault_of(path):
        say(fault)
    known = solve(wanted, store, workers or cores(), progress, say) if before < len(wanted) else before
    return SolvedNow(len(wanted), known, known - before)
