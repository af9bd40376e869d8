"""Queries call no Python, and threads enter no polars: each alone waits for what the other may hold, and for ever.

A query that calls Python waits for the interpreter's lock in a thread of polars. A thread that enters polars with that
lock held waits for a thread of polars.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
MODULES = {
    path.relative_to(PROJECT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for wing in ("transforms", "pipelines")
    for path in sorted((PROJECT / wing).rglob("*.py"))
}
CALLS_PYTHON = {
    *("map_batches", "map_elements", "map_groups", "map_rows", "map_columns", "rolling_map", "apply"),
    *("register_io_source", "pipe_with_schema", "scan_pyarrow_dataset", "scan_iceberg"),
}
"""Methods and functions of polars that call a function of Python while a query runs."""
OF_POLARS_ITSELF = {"defer", "fold", "reduce", "cum_fold", "cum_reduce"}
"""As above, where they are called as `pl.…`: others have functions of these names."""
THREADS = {
    "pipelines/building/drawer.py": "hands over bytes and counts lines",
    "pipelines/cli/balance/commands.py": "searches in arrays of numpy, and no query runs meanwhile",
    "pipelines/cli/balance/long_search.py": "solves with OR-Tools, and waits for Ctrl-C",
    "pipelines/cli/balance/optimise.py": "searches in arrays of numpy, and no query runs meanwhile",
    "pipelines/intake/landing/worker.py": "reads lines",
    "pipelines/intake/landing/worker_process.py": "looks at the time and the memory",
    "pipelines/intake/landing/workers.py": "receives bytes; `Reply.answer` makes tables of them where it is asked",
    "pipelines/machine/standstill.py": "waits for a byte",
    "pipelines/machine/stopping.py": "waits for a signal",
    "pipelines/machine/watcher.py": "reads lines",
    "pipelines/building/solving/solver.py": "talks with processes, and asks SQLite",
}
"""The modules that start threads, and what those do: none enters polars, nor pickles what may hold a table."""
STARTS_THREADS = {"Thread", "Timer", "ThreadPoolExecutor", "to_thread", "run_in_executor", "start_new_thread"}
ENTERS_POLARS = {"pl", "polars", "pickle", "collect", "collect_all", "read_ipc_stream", "serialize", "deserialize"}


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def python_in_queries(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            is_of_polars = name_of(node.func.value) in {"pl", "polars"}
            if node.func.attr in CALLS_PYTHON or (is_of_polars and node.func.attr in OF_POLARS_ITSELF):
                yield node.lineno


def run_in_threads(tree: ast.AST) -> Iterator[ast.AST]:
    """The functions of a module that its threads run, and those that these call by a name of the module."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    starts = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node.func) in STARTS_THREADS]
    given = [keyword.value for start in starts for keyword in start.keywords if keyword.arg == "target"]
    ahead = [name_of(target) for target in given]
    pools = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node.func) in {"map", "submit"}]
    ahead += [name_of(pool.args[0]) for pool in pools if pool.args]
    seen = set[str]()
    while ahead:
        name = ahead.pop()
        if name in functions and name not in seen:
            seen.add(name)
            yield functions[name]
            ahead += [name_of(node.func) for node in ast.walk(functions[name]) if isinstance(node, ast.Call)]


def enters_polars(tree: ast.AST) -> list[int]:
    """The lines of annotations do not count: they are not run."""
    return [
        node.lineno
        for function in run_in_threads(tree)
        for node in ast.walk(function)
        if isinstance(node, ast.Name | ast.Attribute) and name_of(node) in ENTERS_POLARS
    ]


def test_no_query_calls_python() -> None:
    found = {module: lines for module, tree in MODULES.items() if (lines := list(python_in_queries(tree)))}
    assert found == {}


def test_it_is_known_what_threads_do() -> None:
    starting = {
        module
        for module, tree in MODULES.items()
        if any(isinstance(node, ast.Call) and name_of(node.func) in STARTS_THREADS for node in ast.walk(tree))
    }
    assert starting == set(THREADS)


def test_no_thread_enters_polars() -> None:
    found = {module: lines for module in THREADS if (lines := enters_polars(MODULES[module]))}
    assert found == {}


def test_these_laws_can_be_broken() -> None:
    assert list(python_in_queries(ast.parse("pl.col('a').map_elements(f)\npl.defer(f)\nfunctools.reduce(f, a)"))) == [
        1,
        2,
    ]
    handed_over = (
        "class A:\n def go(s):\n  Thread(target=s._talk)\n def _talk(s):\n  s.say()\n def say(s):\n  pickle.dump(1, s)"
    )
    assert enters_polars(ast.parse(handed_over)) == [7]
    assert enters_polars(ast.parse("def read(a):\n return pl.read_ipc_stream(a)\nthreads.map(read, b)")) == [2, 2]
