"""A desk as a director opens it, with the files of his evenings: 24 pairs of the sample, who play three lines."""

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.desk.evenings import STRANGERS, evening

from pipelines.machine.paths import SAMPLE

PROJECT = Path(__file__).parents[2]
CLUB, COMPETITION = "Alderhaven", "Tuesday evening"
GUEST = "Guest Newcomer"


def command(home: Path, *options: str) -> subprocess.Popen[str]:
    """Start `barometer desk` for the landing folder, warehouse and pages in a home folder."""
    places = ("--warehouse", home / "warehouse.duckdb", "--reports", home / "reports")
    words = (sys.executable, "-m", "pipelines", "desk", home / "results", "--no-open", *places, *options)
    own = os.environ | {"PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(words, cwd=PROJECT, env=own, stderr=subprocess.PIPE, text=True)


@contextmanager
def opened(home: Path, *options: str) -> Iterator[str]:
    """Serve a desk, and yield the address that it prints; it is closed at the end."""
    with command(home, *options) as desk:
        assert desk.stderr is not None
        try:
            yield "http://" + desk.stderr.readline().strip().partition("http://")[2]
        finally:
            desk.terminate()


def pairs() -> list[str]:
    """The names of 24 pairs of the sample."""
    with (SAMPLE / "alderhaven/tuesday-evening/players.csv").open(encoding="utf-8", newline="") as file:
        names = [row["name"] for row in csv.DictReader(file)]
    return [" & ".join(sorted(pair)) for pair in zip(names[::2], names[1::2], strict=False)][:24]


def evenings(folder: Path) -> dict[str, Any]:
    """Write the files of the evenings, and return what `desk_evenings.mjs` asks for, but the desk's address.

    On the second evening, the first letter of somebody's name is written twice.
    """
    names, first = pairs(), "2025-09-04"
    second = evening("2025-09-11", [names[0][0] + names[0][0].lower() + names[0][1:], *names[1:]])
    files = {
        "first": ("2025-09-04.pbn", evening(first, names)),
        "second": ("2025-09-11.pbn", second.replace(b"2H S", b"3NT N")),
        "foreign": ("elsewhere.pbn", evening("2025-09-12", STRANGERS)),
        "corrected": ("2025-09-04.pbn", evening(first, names).replace(b"2H S 8", b"2H S 9")),
        "third": ("2025-09-18.pbn", evening("2025-09-18", names).replace(b"2H S", b"4S W")),
    }
    paths = {}
    for which, (name, content) in files.items():
        path = folder / which / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        paths[which] = str(path)
    return {
        "width": 1280, "height": 900, "files": paths, "club": CLUB, "competition": COMPETITION, "guest": GUEST,
        "absent": names[5:7], "comes": names[5].partition(" & ")[0],
        "name": names[0].partition(" & ")[0], "target": str(folder / "web"),
    }  # fmt: skip
