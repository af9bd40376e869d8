"""No file, however spoiled, stops a reader, takes it for ever, fills the memory, or loses a row without a word."""

import random
from pathlib import Path

import pytest
from fuzz import faulty_readers
from fuzz.corpus_files import FORMATS, corpus_of, seeds_of, sound_files
from fuzz.growing import GROWING, grown
from fuzz.mutations import mutated
from fuzz.running import fuzzed
from fuzz.trial import tried

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


def test_a_reader_that_raises_is_noticed() -> None:
    trial = tried(b"a", "a.pbn", faulty_readers.raises)
    assert (trial.fault, trial.what) == ("crash", "IndexError: place 7")


LOST = [
    *(("pbn", "results"), ("pbn", "official_results"), ("usebio", "results"), ("csv", "entries"), ("bws", "results")),
    *(("xlsx", "results"), ("xlsx", "entries"), ("parquet", "results"), ("pgn", "games"), ("pdn", "games")),
    *(("json", "results"), ("json", "entries"), ("acbl", "results")),
]


@pytest.mark.parametrize(("file_format", "table"), LOST)
def test_a_reader_that_loses_one_row_is_noticed(file_format: str, table: str) -> None:
    files = sound_files(file_format)
    having = next(data for data in files if read_bytes(data, "a").tables[table].height > 1)
    trial = tried(having, "a", faulty_readers.loses_a_row(table))
    assert (trial.fault, trial.what) == ("loss", "1 rows without a word")


SPOILT = [
    ("usebio", b"</TRAVELLER_LINE>", b"</TRAVELLER>"),
    ("usebio", b"TRAVELLER_LINE", b"TRAVELER_LINE"),
    ("pbn", b"[ScoreTable", b"[ScorTable"),
    ("pbn", b"[TotalScoreTable", b"[RankingTable"),
    ("pbn", b'[Contract "4S"]\n[Result "11"]\n[Score "NS 400"]', b'[Contrakt "4S"]\n[Result "11"]'),
    ("pgn", b'[White "', b'[White ""]\n[Whit "'),
]


@pytest.mark.parametrize(("file_format", "old", "new"), SPOILT)
def test_a_reader_that_says_nothing_of_what_it_leaves_out_is_noticed(file_format: str, old: bytes, new: bytes) -> None:
    # Of our own exports the reader keeps the row of a tag that is spoilt: nothing is lost there.
    sound = next(data for data in sound_files(file_format) if old in data and b"Barometer" not in data)
    start = sound.rindex(b"<" + old if file_format == "usebio" and old[:1] != b"<" else old)
    spoilt = sound[:start] + sound[start:].replace(old, new)
    assert tried(spoilt, "a").fault is None
    assert tried(spoilt, "a", faulty_readers.says_nothing).fault == "loss"


@pytest.mark.nightly
def test_a_process_that_dies_is_noticed_and_its_file_kept(tmp_path: Path) -> None:
    report = fuzzed("csv", 0.5, SEED, tmp_path, read=faulty_readers.dies)
    assert set(report.faults) == {"crash"}
    assert report.executions == report.faults["crash"] == len(report.kept)
    assert {path.name.rsplit("-", 1)[0] for path in tmp_path.iterdir()} == {"csv-crash"}
