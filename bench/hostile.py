"""A club with a file that repeats one thing without end, next to a healthy club: what the file costs them.

    python -m bench.hostile [CASE ...]

Each build is compared with that of the healthy club alone. It must end with a finding on the hostile club, keep the
healthy club's tables, and take at most 2 s of the processor and 300 MB more.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import polars as pl

from bench.memory import MostTogether
from bench.tiny_clubs import make_club
from pipelines.warehouse import as_it_is
from transforms.tables.schemas import WAREHOUSE

_SECONDS, _BYTES = 2.0, 300_000_000
_HEALTHY, _HOSTILE = "healthy", "hostile"
_DAY = "2025-09-01"


class Case(NamedTuple):
    """A table, as a file of the hostile club: its header, a row with gaps for numbers, and how many rows there are."""

    file: str
    header: str
    row: str
    rows: int

    def write(self, landing: Path, share: float = 1) -> None:
        """Write the hostile club, with this share of the rows of its case."""
        make_club(landing, _HOSTILE)
        rows = "".join(f"{self.row.format(**_filled(number))}\n" for number in range(round(self.rows * share)))
        (landing / _HOSTILE / "evenings" / self.file).write_text(f"{self.header}\n{rows}", encoding="utf-8")


def _filled(number: int) -> dict[str, int | str]:
    line = chr(ord("A") + number % 26)
    return {"n": number, "half": number // 2, "line": line, "in_line": number // 26 + 1, "other": number % 390 + 2}


_ENTRIES = "session_id,line,entrant,player_id"
_RESULTS = "session_id,line,board,ns,ew,score"
_GAMES = "game_id,date,player_id,opponent_id,points,opponent_points"
_NAMES = f"{_DAY},A,1,Person {{n}}"
CASES = {
    "300 names in a pair": Case("more.csv", _ENTRIES, _NAMES, 300),
    "1,000 names in a pair": Case("more.csv", _ENTRIES, _NAMES, 1_000),
    "10,000 names in a pair": Case("more.csv", _ENTRIES, _NAMES, 10_000),
    "1,000 entries of one person": Case("more.csv", _ENTRIES, f"{_DAY},{{line}},{{in_line}},Ann Ames", 1_000),
    "100,000 partnerships": Case("partnerships.csv", "partnership_id,player_id", "{half},{other}", 200_000),
    "50,000 sessions on a day": Case("more.csv", "session_id,date,kind", f"{_DAY} {{n}},{_DAY},pairs", 50_000),
    "a game 100,000 times": Case("games.csv", _GAMES, f"1,{_DAY},1,2,2,0", 100_000),
    "100,000 games on a day": Case("games.csv", _GAMES, f"{{n}},{_DAY},1,2,2,0", 100_000),
    "100,000 matches of a team": Case(
        "matches.csv", "session_id,line,round,team,opponent,boards,vp", f"{_DAY},A,{{half}},1,{{other}},8,10", 100_000
    ),
    "50,000 results of a pair": Case("more.csv", _RESULTS, f"{_DAY},A,{{n}},1,{{other}},420", 50_000),
    "20,000 results of a board": Case("more.csv", _RESULTS, f"{_DAY},{{line}},1,1,{{other}},420", 20_000),
}


class Built(NamedTuple):
    """A build: its seconds of the processor, the most bytes of all its processes together, and its warehouse."""

    seconds: float
    bytes: int
    warehouse: Path

    def of(self, club: str) -> dict[str, pl.DataFrame]:
        """The tables of a club, without the columns that hold times of builds."""
        times = pl.selectors.datetime() | pl.selectors.by_name("build", require_all=False)
        with as_it_is(self.warehouse) as warehouse:
            names = [name for name, schema in WAREHOUSE.items() if "club" in schema.column_names()]
            return {name: warehouse.read(name, [club]).drop(times) for name in names}


def built(landing: Path, into: Path) -> Built:
    """Build a landing folder for the first time, in a process of its own."""
    warehouse, before = into / "warehouse.duckdb", _seconds_of_children()
    places = ["--warehouse", str(warehouse), "--reports", str(into / "site")]
    command, nowhere = [sys.executable, "-m", "pipelines", "build", str(landing), *places], subprocess.DEVNULL
    with subprocess.Popen(command, stdout=nowhere, stderr=nowhere) as process, MostTogether(process.pid) as most:
        process.wait()
    return Built(_seconds_of_children() - before, most.bytes, warehouse)


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def differing(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> list[str]:
    """The names of the tables that are not equal."""
    return [name for name, rows in one.items() if not rows.equals(other[name])]


def main(names: Iterable[str] = CASES) -> int:
    """Print a line for each case; the exit status says whether all of them are within the limits."""
    is_sound = True
    with tempfile.TemporaryDirectory() as folder:
        landing = Path(folder, "landing")
        make_club(landing, _HEALTHY)
        alone = min((built(landing, Path(folder, f"alone{number}")) for number in range(3)), key=lambda one: one[0])
        expected = alone.of(_HEALTHY)
        make_club(landing, _HOSTILE)
        usual = built(landing, Path(folder, "usual")).of(_HOSTILE)["raw.findings"].height
        print(f"the healthy club alone: {alone.seconds:.1f} s, {alone.bytes / 1e6:.0f} MB")
        for number, name in enumerate(names):
            CASES[name].write(landing)
            made = built(landing, Path(folder, str(number)))
            seconds, memory = made.seconds - alone.seconds, made.bytes - alone.bytes
            found = made.of(_HOSTILE)["raw.findings"].height - usual
            differ = differing(expected, made.of(_HEALTHY))
            within = seconds < _SECONDS and memory < _BYTES and found > 0 and not differ
            is_sound &= within
            said = f"{seconds:+.1f} s, {memory / 1e6:+.0f} MB, {found} findings, neighbour: {differ or 'equal'}"
            print(f"{'' if within else 'BEYOND: '}{name}: {said}", flush=True)
    return int(not is_sound)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or CASES))
