"""How Python asks Chromium: a script of this folder, run by node, with JSON in and JSON out."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from filelock import FileLock

HERE = Path(__file__).parent
INSTALLED = HERE.parents[1] / ".browser"
_NAMED_IN = ("package.json", "package-lock.json")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MOST_SECONDS_TO_INSTALL = 60
_OLDEST_NODE = 20


class NoBrowserError(Exception):
    """What is missing, and how to have it."""


def chromium() -> str:
    """The program: what BAROMETER_CHROMIUM names, else the first that is found.

    Raises:
        NoBrowserError: there is none.
    """
    named = os.environ.get("BAROMETER_CHROMIUM")
    found = [path for name in ((named,) if named else _NAMES) if (path := shutil.which(name))]
    if not found:
        raise NoBrowserError("Chromium is missing: install it, or name it in BAROMETER_CHROMIUM")
    return found[0]


def prepare() -> None:
    """Install what package-lock.json names into `.browser` of the project, once; it has hashes and no addresses.

    Raises:
        NoBrowserError: node, npm or Chromium is missing, or the packages cannot be had.
    """
    chromium()
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise NoBrowserError(f"node and npm are missing: install node {_OLDEST_NODE} or newer")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    if int(version.strip().lstrip("v").split(".")[0]) < _OLDEST_NODE:
        raise NoBrowserError(f"node is {version.strip()}: install node {_OLDEST_NODE} or newer")
    INSTALLED.mkdir(exist_ok=True)
    with FileLock(INSTALLED / "lock"):
        _install(npm)


def _install(npm: str) -> None:
    ready = INSTALLED / "ready"
    wanted = (HERE / "package-lock.json").read_text(encoding="utf-8")
    if ready.is_file() and ready.read_text(encoding="utf-8") == wanted:
        return
    for name in _NAMED_IN:
        shutil.copy(HERE / name, INSTALLED)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--fetch-retries=1"]
    try:
        subprocess.run(command, cwd=INSTALLED, capture_output=True, timeout=_MOST_SECONDS_TO_INSTALL, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoBrowserError("npm could not install the packages of tests/browser: is there a network?") from error
    ready.write_text(wanted, encoding="utf-8")


def asked(script: str, **question: Any) -> Any:
    """What a script of this folder answers; `chromium` is added to what it is asked.

    Raises:
        NoBrowserError: there is no Chromium.
        RuntimeError: the script failed, with what it said.
    """
    question["chromium"] = chromium()
    run = subprocess.run(
        ["node", HERE / script], input=json.dumps(question), capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise RuntimeError(f"{script}: {run.stderr}")
    return json.loads(run.stdout)


if __name__ == "__main__":
    try:
        prepare()
    except NoBrowserError as missing:
        sys.exit(str(missing))
