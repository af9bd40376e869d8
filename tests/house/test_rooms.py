"""The order of the rooms: what stands in one imports only rooms that stand below it."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from pipelines.tools.finding_messages import sentences
from transforms.checks import CHECKS

PROJECT = Path(__file__).resolve().parents[2]


class Limits(NamedTuple):
    """What a wing may have at the most."""

    rooms: int
    """Entries at its top."""
    arrows: int
    """Pairs of rooms of which one imports the other."""
    floors: int
    """Rooms on top of one another."""


ROOMS = {
    "transforms": (
        "tables",
        "privacy",
        "bridge",
        "intake",
        "scoring",
        "results",
        "official",
        "deals",
        "rankings",
        "published",
        "ratings",
        "awards",
        "balance",
        "explanation",
        "simulate",
        "checks",
        "season",
    ),
    "pipelines": (
        "machine",
        "words",
        "settings",
        "intake",
        "warehouse",
        "reports",
        "building",
        "assets",
        "definitions",
        "cli",
        "tools",
        "__main__",
    ),
}
"""Of each wing, from the ground up; docs/architecture.md draws them."""

MOST_KINDS, MOST_JOINS_IN_REPORTS = 301, 81
"""The codes that findings may have; the lines of `pipelines/reports` that may join tables or texts, or group rows."""
MOST = {"transforms": Limits(rooms=17, arrows=60, floors=7), "pipelines": Limits(rooms=12, arrows=45, floors=8)}


def rooms_in(wing: str) -> set[str]:
    folder = PROJECT / wing
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


def imports(module: Path) -> Iterator[tuple[int, str]]:
    """The line and the full name of everything that is imported, a module's names one by one."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def upwards(wing: str) -> list[str]:
    """Every import of a room by one that stands below it."""
    height = {room: floor for floor, room in enumerate(ROOMS[wing])}
    return [
        f"{module.relative_to(PROJECT)}:{line}: {name}"
        for module in sorted((PROJECT / wing).rglob("*.py"))
        for line, name in imports(module)
        if name.startswith(f"{wing}.") and height[room_of(module, wing)] < height[name.split(".")[1]]
    ]


def room_of(module: Path, wing: str) -> str:
    return module.relative_to(PROJECT / wing).parts[0].removesuffix(".py")


@pytest.mark.parametrize("wing", ROOMS)
def test_every_room_has_its_place(wing: str) -> None:
    assert rooms_in(wing) == set(ROOMS[wing])


@pytest.mark.parametrize("wing", ROOMS)
def test_nothing_imports_upwards(wing: str) -> None:
    assert upwards(wing) == []


def test_no_files_import_each_other_in_a_circle() -> None:
    modules = {dotted(path): path for wing in ROOMS for path in (PROJECT / wing).rglob("*.py")}
    graph = {
        module: {name if name in modules else name.rpartition(".")[0] for _, name in imports(path)} & modules.keys()
        for module, path in modules.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(modules)


def dotted(module: Path) -> str:
    """`transforms/rankings/seats.py` -> transforms.rankings.seats; a folder's `__init__` has the folder's name."""
    return ".".join(module.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def arrows(wing: str) -> dict[str, set[str]]:
    """Room -> the other rooms of its wing that it imports."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS[wing]}
    for module in sorted((PROJECT / wing).glob("*/**/*.py")) + sorted((PROJECT / wing).glob("[!_]*.py")):
        room = room_of(module, wing)
        imported = {name.split(".")[1] for _, name in imports(module) if name.startswith(f"{wing}.")}
        found[room] |= (imported & set(ROOMS[wing])) - {room}
    return found


def floors(graph: dict[str, set[str]]) -> int:
    """How many rooms stand on top of one another at the most."""
    heights: dict[str, int] = {}
    for room in TopologicalSorter(graph).static_order():
        heights[room] = 1 + max((heights[below] for below in graph[room]), default=0)
    return max(heights.values())


def test_floors_are_counted() -> None:
    assert floors({"roof": {"wall"}, "wall": {"ground"}, "ground": set(), "shed": {"ground"}}) == 3


@pytest.mark.parametrize("wing", ROOMS)
def test_the_house_stays_simple(wing: str) -> None:
    graph, most = arrows(wing), MOST[wing]
    assert len(graph) <= most.rooms
    assert sum(map(len, graph.values())) <= most.arrows
    assert floors(graph) <= most.floors


def test_findings_are_few_kinds() -> None:
    """Variants of a sentence are an argument of its code."""
    codes = {str(sentence.code).partition("/")[0] for sentence in sentences()} | {one.code for one in CHECKS.values()}
    assert 100 < len(codes) <= MOST_KINDS


def test_pages_only_draw() -> None:
    joining = re.compile(r"\.(?:join|group_by|over)\(")
    code = [path.read_text("utf-8") for path in (PROJECT / "pipelines" / "reports").rglob("*.py")]
    lines = [line for text in code for line in text.split("\n") if joining.search(line)]
    assert len(lines) <= MOST_JOINS_IN_REPORTS
