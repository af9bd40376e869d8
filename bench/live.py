"""How soon a result of an evening is on the page of `barometer live`, and whether any result is lost.

`python -m bench.live [--speed 20] [--source bws|folder|connector]` plays an evening of 24 boards at eight tables, 20
times faster than people do: with corrections, erasures and double reports, a source that is half-written for a moment
and then dead for a while, and a restart. It prints the delay between the time when a result stands in the source and
the time when the page has it, without the time in which the source is dead; the results that never were on the page;
and whether the last page has the same result list as a build of the same file. Exit status 1: a result was lost, or the
lists differ. The connector is an emulated one.
"""

import argparse
import re
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

from pipelines.cli.live.live import Following, end
from pipelines.machine import waits
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

if TYPE_CHECKING:
    from played import Event, Meeting, Result

_DEAD, _TORN, _RESTART = (0.45, 0.50), 0.25, 0.7
"""When the source is dead, half-written, and when following is interrupted, as shares of the evening."""


class Outcome(NamedTuple):
    """The seconds to the page of everything that happened, how much never came there, and whether the lists agree."""

    delays: list[float]
    lost: int
    is_same: bool
    turns: list[float]
    processor: float


class Evening:
    """An evening that is played in a thread, while another one follows it."""

    def __init__(self, source: str, folder: Path, events: "list[Event]", plan: "list[Meeting]", speed: float) -> None:
        from played import SESSIONS, Connector, as_bws, as_csv

        self.events, self._speed, self._length = events, speed, events[-1].at
        self._stands: list[tuple[float, Event]] = []
        self._lock, self.is_over, self._died, self._dead_for = threading.Lock(), False, 0.0, 0.0
        self._connector, self._running = Connector(), ExitStack()
        file = folder / "tonight.bws"
        self.source = str(file)
        self._write: Callable[[list[Event]], object] = lambda events: file.write_bytes(as_bws(events, plan))
        self._tear: Callable[[], object] = lambda: file.write_bytes(file.read_bytes()[:-3000])
        self._die: Callable[[], object] = lambda: file.rename(file.with_suffix(".gone"))
        if source == "folder":
            results = folder / "tonight" / "results.csv"
            self.source, content = str(results.parent), SESSIONS
            results.parent.mkdir()
            (results.parent / "sessions.csv").write_text(content, encoding="utf-8")
            self._write = lambda events: results.write_text(as_csv(events), encoding="utf-8")
            self._tear = lambda: results.write_bytes(results.read_bytes()[:-300])
            self._die = lambda: results.parent.rename(results.parent.with_name("gone"))
        if source == "connector":
            self.source = self._running.enter_context(self._connector.running())
            reported: list[Event] = []

            def report(events: "list[Event]") -> None:
                self._connector.report(events[len(reported) :])
                reported[:] = events

            self._write, self._tear, self._die = report, lambda: None, self._running.close
        self._back: Callable[[], object] = {
            "bws": lambda: None,
            "folder": lambda: results.parent.with_name("gone").rename(results.parent),
            "connector": lambda: self._running.enter_context(self._connector.running()),
        }[source]
        self._write([])

    def play(self) -> None:
        """Let everything happen in its time, and note when it stands in the source."""
        began, dead, torn = time.monotonic(), False, False
        for number, event in enumerate(self.events, 1):
            time.sleep(max(0.0, began + event.at / self._speed - time.monotonic()))
            part = event.at / self._length
            if not torn and part > _TORN:
                torn = True
                self._tear()
                time.sleep(min(1.5, 1500 / self._speed))
            if _DEAD[0] < part < _DEAD[1]:
                if not dead:
                    dead, self._died = True, time.monotonic()
                    self._die()
                continue
            if dead:
                dead, self._dead_for = False, time.monotonic() - self._died
                self._back()
            self._write(self.events[:number])
            with self._lock:
                done, now = len(self._stands), time.monotonic()
                self._stands += [(now, event) for event in self.events[done:number]]
        self.is_over = True

    def stop(self) -> None:
        """Stop what answers as a source; at the end of the process it would wait for ever."""
        self._running.close()

    def delay(self, since: float, shown: float) -> float:
        """Return the seconds between two times, without those in which the source was dead."""
        return shown - since - (self._dead_for if since < self._died < shown else 0.0)

    def stands(self) -> "list[tuple[float, Event]]":
        """What stands in the source, with the time since when it does."""
        with self._lock:
            return list(self._stands)


class Shown:
    """When what happened was on the page."""

    def __init__(self) -> None:
        self.at: dict[int, float] = {}

    def look(self, stands: "list[tuple[float, Event]]", results: pl.DataFrame | None, now: float) -> None:
        """Note everything as shown whose result, or a later one of the same board at the same table, is on the page."""
        columns = ("round", "table", "board", "contract", "declarer", "tricks")
        rows = () if results is None else results.select(columns).iter_rows()
        on_page = {(number, int(table or 0), board): tuple(result) for number, table, board, *result in rows}
        of_boards: dict[Any, list[tuple[int, Result | None]]] = defaultdict(list)
        for place, (_, event) in enumerate(stands):
            of_boards[event.meeting[:3]].append((place, event.result))
        for board, history in of_boards.items():
            shown = [n for n, (_, one) in enumerate(history) if (one.read if one else None) == on_page.get(board)]
            for place, _ in history[: max(shown, default=-1) + 1]:
                self.at.setdefault(place, now)


def lists_on(page: Path) -> list[tuple[str, ...]]:
    """The result list on a page: rank, entrant, score, boards."""
    name, score = r'<th scope="row"><span class="entrant">(.*?)</span>.*?', r'<td class="strong">(.*?)</td>'
    return re.findall(rf"<tr><td>(.*?)</td>{name}{score}<td>(.*?)</td>", page.read_text(encoding="utf-8"))


def lists_in(warehouse: Path) -> list[tuple[str, ...]]:
    """The result list of a build, in the same way."""
    with Warehouse(warehouse, read_only=True) as read:
        results = read.read("scored.session_results")
    is_second, number = pl.col("field").str.ends_with(" EW"), pl.col("entrant").str.extract(r"(\d+)").cast(pl.Int64)
    rows = results.sort(is_second, "rank", number).with_columns(tie=pl.struct("field", "rank").is_duplicated())
    values = rows.select("rank", "tie", "entrant", "score", "boards").iter_rows()
    return [
        (f"{rank}{'=' if tie else ''}", entrant, f"{score:.2f}", f"{boards}")
        for rank, tie, entrant, score, boards in values
    ]


def followed(source: str, speed: float, tables: int = 8, rounds: int = 8, boards: int = 24) -> Outcome:
    """Play an evening, follow it to its end, and compare."""
    from played import competition_in, evening, movement

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder, events = Path(place), evening(tables, rounds, boards)
        competition = competition_in(folder / "landing")
        paths = Paths(competition, folder / "w.duckdb", folder / "reports")
        played = Evening(source, folder, events, movement(tables, rounds, boards), speed)
        thread, was_stopped = threading.Thread(target=played.play, daemon=True), False
        shown, turns, work = Shown(), list[float](), list[float]()
        following = Following(competition, played.source, None, paths)
        thread.start()
        while len(shown.at) < len(events):
            before, began, worked = played.stands(), time.monotonic(), time.process_time()
            following.turn(lambda _: None)
            now = time.monotonic()
            shown.look(before, None if following.known is None else following.known.results, now)
            turns.append(now - began)
            work.append(time.process_time() - worked)
            if not was_stopped and len(before) > _RESTART * len(events):
                was_stopped, following = True, Following(competition, None, None, paths)
            if played.is_over and now > played.stands()[-1][0] + 30:
                break
            time.sleep(waits.LOOK_AT_SOURCE)
        thread.join()
        page = lists_on(following.page)
        end(competition, None, paths, lambda *_: None, lambda _: None)
        played.stop()
        stands = enumerate(played.stands())
        delays = [played.delay(at, shown.at[place]) for place, (at, _) in stands if place in shown.at]
        built = lists_in(folder / "w.duckdb")
        return Outcome(delays, len(events) - len(delays), page == built and len(page) == 2 * tables, turns, max(work))


def main() -> None:
    """Print the delays, the lost results, and whether the lists agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", type=float, default=20.0, help="times as fast as an evening is played")
    parser.add_argument("--source", choices=("bws", "folder", "connector"), default="bws")
    arguments = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    found = followed(arguments.source, arguments.speed)
    half, most = np.percentile(found.delays, (50, 99))
    print(f"{arguments.source}, {arguments.speed:g} times as fast, {len(found.delays) + found.lost} reports")
    print(f"to the page: median {half:.1f} s, 99 % {most:.1f} s, longest {max(found.delays):.1f} s")
    longest = f"{max(found.turns):.2f} s at most (at most {found.processor:.2f} s of the processor)"
    print(f"a look with its page: {np.mean(found.turns):.2f} s on average, {longest}")
    print(f"lost: {found.lost}; the last page has the result list of the build: {'yes' if found.is_same else 'no'}")
    sys.exit(found.lost > 0 or not found.is_same)


if __name__ == "__main__":
    main()
