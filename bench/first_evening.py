"""Time the commands of the guide, from uv and Python to the page of a first evening, in an empty home folder.

`python -m bench.first_evening [FILE ...]` makes the wheel, and puts the files of an evening into a folder; without
files, it makes up an evening. None of that is timed. Then it runs what the first chapter of the guide lets a director
type: install, `new` and `open`. uv is there, but without cache and tools, and the Python that runs this takes the place
of the one in the guide. On a machine that has neither, fetching both takes additional time. The time of the
installation is mostly that of the network.
"""

import html
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.pages import made_up
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import PERSON

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = "results/tuesday"
OTHERS = (
    *("BAROMETER_", "DAGSTER", "NUMBA_", "PYTHON", "UV_TOOL", "UV_PYTHON", "VIRTUAL_ENV"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XDG_"),
)
"""The beginnings of the names of environment variables that a new user does not have."""


def run(*command: str | Path, folder: Path = PROJECT, **own: str) -> float:
    """Return how many seconds a command takes. If variables are given, it gets no others.

    Raises:
        RuntimeError: the command failed; with what it printed.
    """
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=own or None, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - started


def wheel(uv: str, folder: Path) -> Path:
    """Make the project's wheel, which is what directors install."""
    run(uv, "build", "--wheel", "--out-dir", folder)
    (built,) = folder.glob("*.whl")
    return built


def evening(folder: Path) -> Path:
    """Make up an evening, as a file of a scoring program."""
    warehouse, file = made_up(folder, 1, 1), folder / "evening.pbn"
    with Warehouse(warehouse, read_only=True) as read:
        session = read.read("raw.sessions")["session_id"].item()
    export = ("export", session, "--format", "pbn", "--out", file, "--warehouse", warehouse)
    run(sys.executable, "-m", "pipelines", *export)
    return file


def pages_of_evenings(bridge: Path) -> list[Path]:
    """Return the pages of the evenings that were built.

    Raises:
        RuntimeError: there are none, or none of them names somebody who played.
    """
    pages = list(bridge.glob("barometer/reports/*/*/*/sessions/*.html"))
    text = html.unescape("".join(page.read_text(encoding="utf-8") for page in pages))
    with Warehouse(bridge / "barometer" / "warehouse.duckdb", read_only=True) as read:
        names = read.read("raw.players").join(read.read("raw.entries"), on=PERSON, how="semi")["name"].unique()
    missing = [name for name in names if name not in text]
    if missing or not pages:
        raise RuntimeError(f"{len(pages)} pages of evenings; on none of them: {missing}")
    return pages


def main(files: list[Path]) -> None:
    """Print each command with its seconds, and then the sum and the number of commands."""
    uv = shutil.which("uv") or str(PROJECT / ".venv" / "bootstrap" / "bin" / "uv")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        built, files = wheel(uv, folder / "dist"), files or [evening(folder / "made up")]
        home, bridge = folder / "home", folder / "home" / "bridge"
        (bridge / FOLDER).mkdir(parents=True)
        for file in files:
            shutil.copy(file, bridge / FOLDER)
        own = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
        own |= {"HOME": str(home), "UV_CACHE_DIR": str(home / ".cache" / "uv")}
        barometer = str(home / ".local" / "bin" / "barometer")
        commands = {
            f"uv tool install --python {sys.executable} {built.name}":
                (uv, "tool", "install", "--python", sys.executable, str(built)),
            f"barometer new {FOLDER}": (barometer, "new", FOLDER),
            "barometer open": (barometer, "open"),
        }  # fmt: skip
        seconds = {typed: run(*command, folder=bridge, **own) for typed, command in commands.items()}
        pages = pages_of_evenings(bridge)
    for typed, taken in seconds.items():
        print(f"{taken:6.1f} s  {typed}")
    print(f"{sum(seconds.values()):6.1f} s, {len(seconds)} commands, pages of evenings: {len(pages)}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
