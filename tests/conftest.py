"""How the tests run, and which of them a command leaves out: `long` ones and `nightly` ones, by tests/README.md."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from examples import NIGHT
from hypothesis import settings
from longest import LONGEST

TESTS = Path(__file__).parent

STREAMED = {"awards", "championships", "official", "rankings", "ratings", "scoring"}
"""Folders of tests whose numbers are computed by the engine that streams, as those of a country are."""
ENGINE = "POLARS_ENGINE_AFFINITY"

# In CI the examples are the same each time: a red run is the doing of the change. At home they are new.
settings.register_profile("house", deadline=None, max_examples=NIGHT // 50, derandomize="CI" in os.environ)
settings.register_profile("many", deadline=None, max_examples=NIGHT, derandomize=False)
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    if gone := [name for name in LONGEST if not (TESTS / name).exists()]:
        raise pytest.UsageError(f"tests/longest.py: there is no {', '.join(gone)}")
    # Commands that are started speak English, whatever the machine speaks.
    for name in ("LC_ALL", "LC_MESSAGES"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if hasattr(config, "workerinput"):
        # A process a core is enough for small frames; read when polars is imported.
        os.environ.setdefault("POLARS_MAX_THREADS", "1")
    # As in builds of few clubs (pipelines/building/clubs_run.py): it takes a third less of the processor.
    os.environ.setdefault(ENGINE, "in-memory")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported for all tests stays: nobody looks for rubbish in it, which takes a second or two each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Of the files of tests those without a long one need not be imported where long ones alone are asked for."""
    if config.option.markexpr not in ("long", "long and not nightly") or not collection_path.match("test_*.py"):
        return None
    return True if "mark.long" not in collection_path.read_text(encoding="utf-8") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files go to workers whole: with the longest first, none waits long for another."""
    items.sort(key=lambda item: -LONGEST.get(_file_of(item), 0))


def _file_of(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""


@pytest.fixture(scope="module", autouse=True)
def engine(request: pytest.FixtureRequest) -> Iterator[None]:
    """The engine of the folder of tests."""
    with pytest.MonkeyPatch.context() as patched:
        if not STREAMED.isdisjoint(request.path.relative_to(TESTS).parts):
            patched.setenv(ENGINE, "streaming")
        yield


@pytest.fixture(autouse=True, scope="session")
def charts_drawn_once() -> Iterator[None]:
    """Charts and workbooks that were drawn before in this process are not drawn again."""
    from charts_once import drawn_once

    with drawn_once():
        yield


@pytest.fixture(autouse=True, scope="session")
def no_lines_of_progress() -> Iterator[None]:
    """On a busy machine a build takes longer than the ten seconds after which a command says how far it is."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pipelines.machine.waits.BETWEEN_LINES", float("inf"))
        yield
