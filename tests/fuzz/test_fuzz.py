"""No file, however spoiled, stops a reader, takes it for ever, fills the memory, or loses a row without a word."""

import random
from pathlib import Path

import pytest

from bench.fuzz import builds
from bench.fuzz.corpus_files import FORMATS, corpus_of, seeds_of, sound_files
from bench.fuzz.growing import GROWING, grown
from bench.fuzz.mutations import mutated
from bench.fuzz.running import fuzzed
from bench.fuzz.trial import tried
from pipelines.intake.readers import read_bytes

CORPUS = [(file_format, path) for file_format in FORMATS for path in corpus_of(file_format)]
SECONDS = 1
"""For each reader, of the processor."""
SEED = 13
FEW = 25

SMALL = 2**15
"""Bytes of files in which one thing grows; `make fuzz` reads larger ones."""


@pytest.mark.parametrize(("file_format", "path"), CORPUS, ids=[f"{name}-{path.stem}" for name, path in CORPUS])
def test_every_file_of_the_corpus_is_read_without_a_fault(file_format: str, path: Path) -> None:
    trial = tried(path.read_bytes(), f"fuzz.{file_format}")
    assert trial.fault is None, trial.what


@pytest.mark.parametrize("file_format", FORMATS)
def test_the_corpus_has_files_of_each_format(file_format: str) -> None:
    assert {read_bytes(data, "a").format for data in sound_files(file_format)} == {file_format}


@pytest.mark.nightly
@pytest.mark.parametrize("file_format", FORMATS)
def test_spoiled_files_are_read_without_a_fault(file_format: str) -> None:
    """A short run with the same files each time; `make fuzz` runs longer, with any seed."""
    report = fuzzed(file_format, SECONDS, SEED)
    assert report.kept == []
    assert report.executions > 10


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_few_spoiled_files_are_read_without_a_fault(file_format: str) -> None:
    chance, seeds = random.Random(SEED), seeds_of(file_format)  # noqa: S311 - the same files each time
    for data in (mutated(chance, seeds, file_format) for _ in range(FEW)):
        trial = tried(data, f"fuzz.{file_format}")
        assert trial.fault is None, (trial.what, data)


@pytest.mark.nightly
@pytest.mark.parametrize("file_format", GROWING)
def test_files_in_which_one_thing_grows_are_read_without_a_fault(file_format: str) -> None:
    for what in GROWING[file_format]:
        trial = tried(grown(file_format, what, SMALL), f"fuzz.{file_format}")
        assert trial.fault is None, (what, trial.what)


@pytest.mark.parametrize("file_format", GROWING)
def test_growing_files_are_of_their_format(file_format: str) -> None:
    """A file that its reader does not recognise would show nothing of it."""
    formats = {what: read_bytes(grown(file_format, what, 2000), "a").format for what in GROWING[file_format]}
    assert {what: found for what, found in formats.items() if found != file_format} == {}


@pytest.mark.long
@pytest.mark.nightly
def test_a_club_next_to_spoiled_files_stays_as_it_is() -> None:
    """A short run with the same files each time; `python -m bench.fuzz.builds` runs longer, with any seed."""
    costs = builds.fuzzed(30, SEED)
    assert [cost.fault for cost in costs if cost.fault] == []
    assert len(costs) > 3
