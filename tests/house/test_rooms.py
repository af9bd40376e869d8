"""The laws of the code: which room imports which, who opens files and databases, and what queries and threads do.

Queries call no Python, and threads enter no polars: each waits for what the other may hold, and for ever. A query that
calls Python waits for the interpreter's lock in a thread of polars. A thread that enters polars with that lock held
waits for a thread of polars.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PROJECT = Path(__file__).resolve().parents[2]


class Limits(NamedTuple):
    """What a wing may have at the most."""

    rooms: int
    """Entries at its top."""
    arrows: int
    """Pairs of rooms in which one imports the other."""
    floors: int
    """Rooms on top of one another."""


ROOMS = {
    "transforms": (
        *("tables", "privacy", "bridge", "intake", "scoring", "results", "official", "deals", "rankings", "published"),
        *("ratings", "strength", "awards", "federation", "balance", "explanation", "simulate", "checks", "season"),
    ),
    "pipelines": (
        *("machine", "words", "settings", "intake", "warehouse", "reports", "building", "assets", "definitions"),
        *("cli", "tools", "__main__"),
    ),
}
"""Of each wing, from the ground up; docs/architecture.md draws them."""
MOST = {"transforms": Limits(rooms=19, arrows=74, floors=7), "pipelines": Limits(rooms=12, arrows=45, floors=8)}
MOST_JOINS_IN_REPORTS = 39
"""The lines of `pipelines/reports` that may join tables or texts, or group rows."""
NOT_FOR_TRANSFORMS = {"dagster", "duckdb", "pipelines", "pathlib", "os", "io", "time", "random", "tempfile", "requests"}
OPENING = {"open", "read_csv", "read_parquet", "scan_csv", "scan_parquet", "write_csv", "sink_parquet", "now"}
CALLS_PYTHON = {
    *("map_batches", "map_elements", "map_groups", "map_rows", "map_columns", "rolling_map", "apply"),
    *("register_io_source", "pipe_with_schema", "scan_pyarrow_dataset", "scan_iceberg"),
}
"""Methods and functions of polars that call a function of Python while a query runs."""
OF_POLARS_ITSELF = {"defer", "fold", "reduce", "cum_fold", "cum_reduce"}
"""As above, where they are called as `pl.…`: others have functions of these names."""
THREADS = {
    "pipelines/building/drawer.py": "waits for a byte",
    "pipelines/cli/balance/long_search.py": "solves with OR-Tools, and waits for Ctrl-C",
    "pipelines/cli/balance/commands.py": "searches in arrays of numpy, and no query runs meanwhile",
    "pipelines/intake/landing/worker.py": "reads lines",
    "pipelines/intake/landing/workers.py": (
        "receives bytes, and looks at time and memory; `Reply.answer` makes tables of them where it is asked"
    ),
    "pipelines/machine/stopping.py": "waits for a signal, and for a byte",
    "pipelines/machine/watcher.py": "reads lines",
    "pipelines/building/solving/solver.py": "talks with processes, and asks SQLite",
}
"""The modules that start threads, and what those do: none enters polars, nor pickles what may hold a table."""
STARTS_THREADS = {"Thread", "Timer", "ThreadPoolExecutor", "to_thread", "run_in_executor", "start_new_thread"}
ENTERS_POLARS = {"pl", "polars", "pickle", "collect", "collect_all", "read_ipc_stream", "serialize", "deserialize"}


class Module:
    """What the laws ask of a module."""

    def __init__(self, source: str) -> None:
        nodes = list(ast.walk(ast.parse(source)))
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
        self.imports = [
            name
            for node in nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
            for name in [alias.name if isinstance(node, ast.Import) else f"{node.module}.{alias.name}"]
        ]

    def called(self) -> Iterator[tuple[int, str, str]]:
        for call in self.calls:
            yield call.lineno, name_of(getattr(call.func, "value", call.func)), name_of(call.func)


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def modules() -> dict[str, Module]:
    return {
        path.relative_to(PROJECT).as_posix(): Module(path.read_text(encoding="utf-8"))
        for wing in ROOMS
        for path in sorted((PROJECT / wing).rglob("*.py"))
    }


def room_of(file: str) -> str:
    return file.split("/")[1].removesuffix(".py")


def graph_of(wing: str) -> dict[str, set[str]]:
    """Room -> the other rooms of its wing that it imports."""
    found: dict[str, set[str]] = {room: set() for room in ROOMS[wing]}
    for file, module in modules().items():
        if file.startswith(f"{wing}/") and (room := room_of(file)) in found:
            found[room] |= {name.split(".")[1] for name in module.imports if name.startswith(f"{wing}.")} - {room}
    return {room: imported & found.keys() for room, imported in found.items()}


@pytest.mark.long
@pytest.mark.parametrize("wing", ROOMS)
def test_every_room_has_its_place_and_imports_only_those_below_it(wing: str) -> None:
    assert {room_of(file) for file in modules() if file.startswith(f"{wing}/")} - {"__init__"} == set(ROOMS[wing])
    height = {room: floor for floor, room in enumerate(ROOMS[wing])}
    graph, heights = graph_of(wing), dict[str, int]()
    assert [(room, below) for room in graph for below in graph[room] if height[room] < height[below]] == []
    for room in TopologicalSorter(graph).static_order():
        heights[room] = 1 + max((heights[below] for below in graph[room]), default=0)
    counted = Limits(len(graph), sum(map(len, graph.values())), max(heights.values()))
    assert all(number <= most for number, most in zip(counted, MOST[wing], strict=True)), counted


def test_no_files_import_each_other_in_a_circle() -> None:
    named = {file.removesuffix(".py").removesuffix("/__init__").replace("/", "."): file for file in modules()}
    graph = {
        name: {read if read in named else read.rpartition(".")[0] for read in modules()[file].imports} & named.keys()
        for name, file in named.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(named)


def broken(law: Callable[[Module], object], *wings: str) -> dict[str, object]:
    words = {file: law(module) for file, module in modules().items() if file.startswith(wings)}
    return {file: said for file, said in words.items() if said}


def test_transforms_know_no_dagster_no_database_no_clock_and_no_files() -> None:
    def known(module: Module) -> set[str]:
        imported = {name.split(".")[0] for name in module.imports}
        return imported & NOT_FOR_TRANSFORMS | {name for *_, name in module.called()} & OPENING

    assert broken(known, "transforms/") == {}


def test_no_transform_rounds_halves_to_even() -> None:
    """`Expr.round` does, and on binary fractions: `arithmetic/rounding.py` rounds as rules and readers mean it."""

    def rounding(module: Module) -> list[int]:
        of_expressions = (call for call in module.calls if isinstance(call.func, ast.Attribute))
        return [
            call.lineno
            for call in of_expressions
            if name_of(call.func) == "round" and any(isinstance(given, ast.Constant) for given in call.args)
        ]

    assert broken(rounding, "transforms/") == {}


def test_only_the_warehouse_speaks_duckdb() -> None:
    speaking = broken(lambda module: {name.split(".")[0] for name in module.imports} & {"duckdb"}, "pipelines/")
    assert {room_of(file) for file in speaking} == {"warehouse"}


def test_pages_only_draw() -> None:
    joining = re.compile(r"\.(?:join|group_by|over)\(")
    code = [path.read_text("utf-8") for path in (PROJECT / "pipelines" / "reports").rglob("*.py")]
    assert sum(bool(joining.search(line)) for text in code for line in text.split("\n")) <= MOST_JOINS_IN_REPORTS


def python_in_queries(module: Module) -> list[int]:
    return [
        line
        for line, of, name in module.called()
        if of != name and (name in CALLS_PYTHON or (of in {"pl", "polars"} and name in OF_POLARS_ITSELF))
    ]


def starts_threads(module: Module) -> bool:
    return any(name in STARTS_THREADS for *_, name in module.called())


def enters_polars(module: Module) -> list[int]:
    """The lines of the functions that its threads run, and those that these call by a name of the module."""
    ahead = [
        name_of(given)
        for call in module.calls
        for given in [
            *(keyword.value for keyword in call.keywords if keyword.arg == "target"),
            *(call.args[:1] if name_of(call.func) in {"map", "submit"} else ()),
        ]
    ]
    seen, lines = set[str](), list[int]()
    while ahead:
        name = ahead.pop()
        if name in module.functions and name not in seen:
            seen.add(name)
            nodes = list(ast.walk(module.functions[name]))
            ahead += [name_of(node.func) for node in nodes if isinstance(node, ast.Call)]
            read = (node for node in nodes if isinstance(node, ast.Name | ast.Attribute))
            lines += [node.lineno for node in read if name_of(node) in ENTERS_POLARS]
    return lines


def test_no_query_calls_python_and_no_thread_enters_polars() -> None:
    assert broken(python_in_queries, "transforms/", "pipelines/") == {}
    assert set(broken(starts_threads, "transforms/", "pipelines/")) == set(THREADS)
    assert {file: lines for file in THREADS if (lines := enters_polars(modules()[file]))} == {}


OF_THE_PROJECT = re.compile(r"(?<![\w/.-])(?:transforms|pipelines|tests)/[\w./*<>{}-]*")


def files(ending: str) -> Iterator[Path]:
    for folder in ("bench", "docs", "notebooks", "pipelines", "tests", "transforms"):
        yield from (PROJECT / folder).rglob(f"*.{ending}")
    yield from PROJECT.glob(f"*.{ending}")


def words_of(path: Path) -> str:
    """The whole of a document; of a program, only what is said in comments and in texts under a definition."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py" or not OF_THE_PROJECT.search(text):
        return text
    said = [
        token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT
    ]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            said.append(node.value.value)
    return "\n".join(said)


def named_in(text: str) -> set[str]:
    return {found.rstrip(".") for found in OF_THE_PROJECT.findall(text)}


def is_there(name: str) -> bool:
    pattern = re.sub(r"<[^>]*>|\{[^}]*\}", "*", name)
    return any(PROJECT.glob(pattern)) if "*" in pattern else (PROJECT / pattern).exists()


def test_every_path_named_in_words_exists() -> None:
    documents = [path for path in files("md") if path.name != "CHANGELOG.md"]
    reference = list((PROJECT / "data" / "reference").glob("*.toml"))
    stale = {
        (str(path.relative_to(PROJECT)), name)
        for path in [*documents, *files("py"), *reference]
        for name in named_in(words_of(path))
        if not is_there(name)
    }
    assert stale == set()


TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`((?:, `::test_\w+`)*)")


def named_tests(text: str) -> set[tuple[str, str]]:
    """(file, test) of every test that a document names; `::test_two` after another is in the same file."""
    return {
        (file, test) for file, first, others in TEST.findall(text) for test in (first, *re.findall(r"test_\w+", others))
    }


def test_every_test_named_in_documents_exists() -> None:
    assert named_tests("`tests/a.py::test_b`, `::test_c`") == {("tests/a.py", "test_b"), ("tests/a.py", "test_c")}
    stale = {
        (path.name, file, test)
        for path in (PROJECT / "docs").rglob("*.md")
        for file, test in named_tests(path.read_text(encoding="utf-8"))
        if not re.search(rf"^(?:async )?def {test}\b", (PROJECT / file).read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert stale == set()
