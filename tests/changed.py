"""Which files of tests a change reaches, for `make test-changed`: those that import what differs, however far away.

A file that is no module (a template, a catalogue) reaches the modules of the folder above it, and the tests that name
it; what all tests rest on (`EVERYTHING`) reaches them all. The tests of the house are always among them.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
MAIN = "origin/main"
PACKAGES = ("pipelines", "transforms", "bench")
EVERYTHING = ("data/", "pyproject.toml", "requirements.lock", "tests/conftest.py")
"""How paths begin whose change reaches all tests."""
ALWAYS = "tests/house/"
_NAMED = re.compile(rf"\b(?:{'|'.join(PACKAGES)})(?:\.\w+)+")
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([\w.]+)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_STARTED = re.compile(rf'-m"?,? "?{PACKAGES[0]}\b|"barometer"')
"""How a test starts the command."""


def main() -> None:
    """Print the paths that pytest is to run; the base is the first argument."""
    base = sys.argv[1] if len(sys.argv) > 1 else merge_base(PROJECT)
    print(*reached(differing(PROJECT, base), PROJECT))  # noqa: T201 - for make


def merge_base(project: Path) -> str:
    """The last commit that is on the main branch too, as far as a remote one is known; else the last one."""
    known = subprocess.run(
        ["git", "merge-base", "HEAD", MAIN], cwd=project, capture_output=True, text=True, check=False
    )
    return known.stdout.strip() or "HEAD"


def differing(project: Path, base: str) -> list[str]:
    """The paths that differ from a commit, with those that are new and not yet known to git."""
    commands = (["diff", "--name-only", base], ["ls-files", "--others", "--exclude-standard"])
    listed = (subprocess.check_output(["git", *command], cwd=project, text=True) for command in commands)
    return sorted({path for paths in listed for path in paths.splitlines()})


def reached(paths: Iterable[str], project: Path) -> list[str]:
    """The files of tests that these paths reach, and the folder of the house; `tests` where they reach all."""
    changed = set(paths)
    if any(path.startswith(EVERYTHING) for path in changed):
        return ["tests"]
    sources = {
        path.relative_to(project).as_posix(): path.read_text(encoding="utf-8")
        for folder in (*PACKAGES, "tests")
        for path in (project / folder).rglob("*.py")
    }
    sources.pop("tests/conftest.py", None)  # all tests have it, and few use what it imports
    importing: dict[str, set[str]] = {}
    for place, source in sources.items():
        for other in _imported(place, source, sources):
            importing.setdefault(other, set()).add(place)
    found = set[str]()
    waiting = {place for path in changed for place in _first_reached(path, sources)}
    while waiting:
        found |= waiting
        waiting = {place for one in waiting for place in importing.get(one, ())} - found
    return [ALWAYS, *sorted(place for place in found if _is_test(place) and not place.startswith(ALWAYS))]


def _first_reached(path: str, sources: dict[str, str]) -> Iterator[str]:
    """The modules that a path reaches by itself."""
    if path.endswith(".py"):
        yield path  # also one that is gone
        return
    yield from (place for place, source in sources.items() if _is_test(place) and Path(path).name in source)
    for folder in Path(path).parents[:-1]:
        if siblings := [place for place in sources if Path(place).parent == folder]:
            yield from siblings
            return


def _is_test(place: str) -> bool:
    return place.startswith("tests/") and Path(place).name.startswith("test_")


def _imported(place: str, source: str, sources: dict[str, str]) -> set[str]:
    """The files of the modules that a module imports, names in a text or is set up by."""
    found = {file for name in _names(source) for file in _files(name, sources)}
    if place.startswith("tests/"):
        found |= {file for file in (f"{PACKAGES[0]}/__main__.py",) if _STARTED.search(source)}
        found |= {file for folder in Path(place).parents if (file := f"{folder.as_posix()}/conftest.py") in sources}
    return found - {place}


def _names(source: str) -> Iterator[str]:
    """The dotted names that a module imports, wherever the import stands, or names in a text."""
    yield from _NAMED.findall(source)
    for module, names in _IMPORT.findall(source):
        yield from (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names)))


def _files(name: str, sources: dict[str, str]) -> Iterator[str]:
    """The files that are run where a dotted name is imported: of the packages on the way, and of the module."""
    parts = name.split(".")
    for root in ("", "tests/"):
        for many in range(1, len(parts) + 1):
            path = root + "/".join(parts[:many])
            yield from (file for file in (f"{path}.py", f"{path}/__init__.py") if file in sources)


if __name__ == "__main__":
    main()
