"""How the tests run, what the fast ones are (`pytest --fast`, `make test-fast`), and what the long ones.

`pytest` runs all. `make test` leaves out those marked `long`, `make test-long` runs no others; CI runs both. Both leave
out those marked `nightly`, which `make test-nightly` runs, with many examples of properties.
Tests that take 0.3 s of processor time and more are marked `slow`, and left out of the fast ones. So that
these stay fast, a test among them that takes more processor time than `MOST_SECONDS` fails, however busy the machine.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from longest import LONGEST

MOST_SECONDS = 15.0
"""Of processor time, for a test or what it is set up with: far above what tests are marked from, so that a slow machine
fails nothing, nor does the first compilation of a kernel, which took ten on a busy one."""

TESTS = Path(__file__).parent

STREAMED = {"awards", "championships", "official", "rankings", "ratings", "scoring"}
"""Folders of tests whose numbers are computed by the engine that streams, as those of a country are."""
ENGINE = "POLARS_ENGINE_AFFINITY"

# In CI the examples are the same each time: a red run is the doing of the change. At home they are new.
settings.register_profile("house", deadline=None, max_examples=20, derandomize="CI" in os.environ)
settings.register_profile("many", deadline=None, max_examples=300, derandomize=False)
settings.register_profile("fast", deadline=None, max_examples=10)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave slow tests out, and try fewer examples of properties")


def pytest_configure(config: pytest.Config) -> None:
    if gone := [name for name in LONGEST if not (TESTS / name).exists()]:
        raise pytest.UsageError(f"tests/longest.py: there is no {', '.join(gone)}")
    if config.getoption("fast"):
        settings.load_profile("fast")
    # Commands that are started speak English, whatever the machine speaks.
    for name in ("LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if config.getoption("fast") or hasattr(config, "workerinput"):
        # A process a core is enough for small frames; read when polars is imported, here and in workers.
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
    # As in builds of few clubs (pipelines/building/engine.py): a third of the processor's time of an evening's checks.
    os.environ.setdefault(ENGINE, "in-memory")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of the files of tests those without a long one need not be imported where long ones alone are asked for."""
    if config.option.markexpr not in ("long", "long and not nightly") or not collection_path.match("test_*.py"):
        return None
    return True if "mark.long" not in collection_path.read_text(encoding="utf-8") else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """What is long or nightly is slow."""
    if item.get_closest_marker("long") or item.get_closest_marker("nightly"):
        item.add_marker("slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("fast"):
        with_slow = {item.path for item in items if item.get_closest_marker("slow")}
        # Files go to workers whole: with the long ones first and the short ones last, none waits long for another.
        items.sort(key=lambda item: (-LONGEST.get(_file_of(item), 0), item.path not in with_slow))
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if not item.get_closest_marker("slow")]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    started = processor_seconds()
    yield
    stays_fast(item, processor_seconds() - started)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    started = processor_seconds()
    yield
    stays_fast(item, processor_seconds() - started)


def _file_of(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""


def processor_seconds() -> float:
    """Of this process and those it waited for."""
    return sum(os.times()[:4])


def stays_fast(item: pytest.Item, seconds: float) -> None:
    """Fail one of the fast tests that is not fast."""
    if item.config.getoption("fast") and seconds > MOST_SECONDS:
        pytest.fail(f"took {seconds:.1f} s of processor time; mark it slow: @pytest.mark.slow", pytrace=False)


@pytest.fixture(scope="module", autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """The engine of the folder of tests."""
    with pytest.MonkeyPatch.context() as patched:
        if not STREAMED.isdisjoint(request.path.relative_to(TESTS).parts):
            patched.setenv(ENGINE, "streaming")
        yield


@pytest.fixture(scope="module")
def charts_drawn_once() -> Iterator[None]:
    """Charts and workbooks that were drawn before in this process are not drawn again, for tests of something else.

    They are known by the digest by which a build keeps those of the build before; they are two thirds of its drawing.
    """
    from charts_once import drawn_once

    with drawn_once():
        yield


@pytest.fixture(autouse=True, scope="session")
def no_lines_of_progress() -> Iterator[None]:
    """On a busy machine a build takes longer than the ten seconds after which a command says how far it is."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipelines.words.progress_bar.BETWEEN_LINES", float("inf"))
        yield
