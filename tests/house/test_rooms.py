"""The order of the rooms: what stands in one imports only rooms that stand below it."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

ROOMS = {
    "transforms": (
        "messages",
        "tables",
        "arithmetic",
        "privacy",
        "bridge",
        "intake",
        "scoring",
        "results",
        "official",
        "findings_of_seasons",
        "deals",
        "rankings",
        "championships",
        "what_if",
        "published",
        "ratings",
        "awards",
        "balance",
        "explanation",
        "simulate",
        "season",
    ),
    "pipelines": (
        "errors",
        "sizes",
        "page_marks",
        "environment",
        "paths",
        "machine",
        "languages",
        "display",
        "settings",
        "readers",
        "writers",
        "landing",
        "column_words",
        "questions",
        "question_words",
        "warehouse",
        "solving",
        "build_record",
        "trail",
        "reports",
        "checks",
        "building",
        "assets",
        "automation",
        "definitions",
        "commands",
        "cli_records",
        "cli_deals",
        "cli_start",
        "cli",
        "tools",
        "__main__",
    ),
}
"""Of each wing, from the ground up; docs/architecture.md draws them."""

MOST_LINES = 450


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


@pytest.mark.slow
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


def test_no_file_is_too_long_to_read() -> None:
    code = (path for folder in (*ROOMS, "tests", "bench", "notebooks") for path in (PROJECT / folder).rglob("*.py"))
    assert [
        str(path.relative_to(PROJECT)) for path in code if len(path.read_text("utf-8").split("\n")) > MOST_LINES
    ] == []
