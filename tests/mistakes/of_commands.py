"""Mistakes in what is typed, or where."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from mistakes.mistake import FOLDER, Mistakes, put, replaced

from pipelines.cli.app import run
from pipelines.cli.publish.publish import publish

EVENING = Path(FOLDER, "2025-09-02.pbn")
LISTED = Mistakes()
mistake, only_typed, added, made = LISTED.mistake, LISTED.only_typed, LISTED.added, LISTED.made


only_typed("Misspelt a command.", "buld club/tuesday")
only_typed("Misspelt an option.", "build club/tuesday --report pages")
only_typed("Copied an option from Word, which made its hyphens long.", "people –-format csv --warehouse built.duckdb")
only_typed("Left out what the command needs.", "explain")
only_typed("Typed a path with a blank without quotes.", "check my club/tuesday")
only_typed("Named a folder that is not there.", "build club/tusday")
only_typed("Named a file where a folder is wanted.", "build club/tuesday/2025-09-02.pbn")
only_typed("Asked for a format that there is not.", "findings --format excel --warehouse built.duckdb")
only_typed("Wrote a number in letters.", "movement --tables eleven")
only_typed("Misspelt a player.", "explain Fujikwa --warehouse built.duckdb")
only_typed("Misspelt the competition.", "lines tusday present.csv --lines 2 --warehouse built.duckdb")
only_typed("Misspelt the value of a rule.", "compare tuesday --set ranking.method=plaice --warehouse built.duckdb")
only_typed("Misspelt a setting to change.", f"set ranking.methd place {FOLDER}")
only_typed("Set a rule to a value that there is not.", f"set ranking.method plaice {FOLDER}")
only_typed("Set a number in letters.", f"set ranking.window six {FOLDER}")
only_typed("Misspelt a session.", "history 2025-09-20 --warehouse built.duckdb")
only_typed("Asked for more lines than there are pairs.", "lines tuesday present.csv --lines 9 --warehouse built.duckdb")
only_typed("Misspelt the file of those present.", "lines tuesday presents.csv --lines 1 --warehouse built.duckdb")
only_typed("Misspelt a scheme.", "awards ffbb results.csv")
only_typed("Looked at pages before anything was built.", "open --warehouse none.duckdb")
only_typed("Took the day after the month for a list.", "ratings --on 31-12-2025 --warehouse built.duckdb")
only_typed("Asked for pages in a language that there is not.", "--language de check club/tuesday")
only_typed("Named a season that there is not.", "build club/tuesday --season 2025/26 --warehouse w.duckdb --reports r")
made("Began in a folder without result files.", lambda: Path("empty").mkdir(), typed="new empty")
forgot = "Forgot to say what the folder is, with barometer new."
made(forgot, lambda: put("other/2025-09-02.pbn", EVENING.read_bytes()), "build other")
only_typed("Began anew in a folder that has settings.", f"new {FOLDER}")
LETTER = ("../../letters/dear-club.txt", "Dear club")
added("Chose a folder with letters in it for the demo.", *LETTER, "demo letters --no-open")
notes = ("../../notes.txt", "Not a warehouse. " * 1000)
added("Named a text file as the warehouse.", *notes, "findings --warehouse notes.txt")
added("Published into a folder that holds something else.", *LETTER, "publish letters --warehouse built.duckdb")


@mistake("Published into a folder without the right to write.", "publish shut --warehouse built.duckdb")
def no_right(patched: pytest.MonkeyPatch) -> None:
    Path("shut").mkdir()
    copied = shutil.copyfile

    def refused(source: Path, place: Path, **how: bool) -> Path:
        if Path(place).parts[0] == "shut":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
        return Path(copied(source, place, **how))

    patched.setattr("pipelines.cli.publish.site_copy.shutil.copyfile", refused)


@mistake("Built while the disk was full.", f"build {FOLDER} --warehouse new.duckdb --reports new")
def disk_full(patched: pytest.MonkeyPatch) -> None:
    def refused(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    patched.setattr("pipelines.machine.disks.tempfile.TemporaryFile", refused)
    patched.setattr("pipelines.machine.disks.shutil.disk_usage", Mock(return_value=SimpleNamespace(free=0)))


_others: list[subprocess.Popen[bytes]] = []


@mistake("Left the warehouse open in a notebook that writes.", "findings --warehouse built.duckdb")
def open_in_a_notebook(_: pytest.MonkeyPatch) -> None:
    opens = "import duckdb, sys; c = duckdb.connect('built.duckdb'); print('open', flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", opens], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    other.stdout.readline()
    _others.append(other)


def end_other() -> None:
    while _others:
        _others.pop().communicate()


for done, row in {
    "Wrote down a name for tonight that nobody has.": "Liv Aasgard,Burak Karaca",
    "Wrote down first names for tonight.": "Liv,Burak",
    "Wrote down somebody for tonight twice.": "1,2\n1,3",
}.items():
    tonight = "lines tuesday present.csv --lines 1 --warehouse built.duckdb"
    added(done, "../../present.csv", f"player_id,partner_id\n{row}\n", typed=tonight)
export = "export 2025-09-02 --format pbn --out club/tuesday/2025-09-02.pbn --warehouse built.duckdb"
only_typed("Exported over a file that was handed in.", export)


@mistake("Forgot where the pages of the other competition go.", "build club/friday --warehouse friday.duckdb")
def without_reports(patched: pytest.MonkeyPatch) -> None:
    for name in ("competition.toml", "2025-09-02.pbn"):
        put(f"club/friday/{name}", Path(FOLDER, name).read_bytes())
    patched.setattr("pipelines.machine.paths.PACKAGES", Path())


added(
    "Published another competition onto the site.",
    "../../site/.barometer-published",
    "index.html\nclub/friday/2025-26/sessions/2025-09-05.html\n",
    typed="publish site --warehouse built.duckdb",
)
address = "publish https://www.club.example/bridge --warehouse built.duckdb"
only_typed("Published to the address at which people read the site.", address)


BUILD_AGAIN = f"build {FOLDER} --warehouse built.duckdb --reports reports"


OTHERWISE = f"{FOLDER}/2025-09-02-evening.pbn"
made("Gave the file of an evening that was built another name.", lambda: EVENING.rename(OTHERWISE), BUILD_AGAIN)


def _once_published(done: str, make: Callable[[], object]) -> None:
    made(done, lambda: (publish(Path("built.duckdb")), make()), f"check {FOLDER} --warehouse built.duckdb")


_once_published("Gave the file of a published evening another name.", lambda: EVENING.rename(f"{FOLDER}/evening2.pbn"))


@mistake("Took away the file of a published evening, and published again.", "publish --warehouse built.duckdb")
def published_again(patched: pytest.MonkeyPatch) -> None:
    publish(Path("built.duckdb"))
    EVENING.unlink()
    patched.setattr("sys.argv", ["barometer", *BUILD_AGAIN.split()])
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        run()


_once_published("Took away the file of a published evening.", EVENING.unlink)
_once_published(
    "Gave a published season another name.", lambda: replaced(f"{FOLDER}/competition.toml", '"2025-26"', '"2025/26"')
)
