"""From uv and Python to the page of a first evening: the commands of the guide, counted and timed, on an empty home.

`python -m bench.first_evening [FILE ...]` makes the wheel and, where no file of an evening is named, one of a made-up
evening, and puts the file into its folder; none of that is counted. Then it does what the first chapter of the guide
has a director type: install, `new` and `open`. uv is there, without a cache or a tool, and the Python that runs this in
place of the one that the guide names: where a machine has neither, fetching both comes on top. What installing takes is
mostly the network's.
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
"""Starts of the variables that a new user has not."""


def run(*command: str | Path, folder: Path = PROJECT, **own: str) -> float:
    """How many seconds a command takes; with variables of its own it has no others than these.

    Raises:
        RuntimeError: it failed; with what it said.
    """
    started = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=own or None, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - started


def wheel(uv: str, folder: Path) -> Path:
    """The project as directors get it."""
    run(uv, "build", "--wheel", "--out-dir", folder)
    (built,) = folder.glob("*.whl")
    return built


def evening(folder: Path) -> Path:
    """A made-up evening, as a file of a scoring program."""
    warehouse, file = made_up(folder, 1, 1), folder / "evening.pbn"
    with Warehouse(warehouse, read_only=True) as read:
        session = read.read("raw.sessions")["session_id"].item()
    export = ("export", session, "--format", "pbn", "--out", file, "--warehouse", warehouse)
    run(sys.executable, "-m", "pipelines", *export)
    return file


def pages_of_evenings(bridge: Path) -> list[Path]:
    """The pages of the evenings that were built.

    Raises:
        RuntimeError: there are none, or somebody who played stands on none of them.
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
    """Print each command with its seconds, and how many there were."""
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
