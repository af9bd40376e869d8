"""A file that did not change is not read again, and gives the same tables and findings as if it were read."""

from collections.abc import Generator, Sequence
from pathlib import Path

import polars as pl
import pytest
from factories import NOTHING_KEPT
from polars.testing import assert_frame_equal

from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing import read_before
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.one_file import DIED, Answer, died, failed
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.intake.landing.read_before import ReadBefore
from pipelines.intake.landing.workers import Job, read_all


class Reads:
    """A landing folder of one club, and the names of the files that reading it has opened."""

    def __init__(self, folder: Path) -> None:
        simulate_landing(folder / "landing", clubs=1, sessions=3, seed=1, pairs=14, boards=6)
        self.landing, self.kept = folder / "landing", folder / "readings"
        self.club = next(path.name for path in self.landing.iterdir() if path.is_dir())
        self.opened: list[str] = []
        self.fails_at = ""

    def evening(self, number: int) -> Path:
        return sorted(self.landing.glob("*/*/20*"))[number]

    def tables(self, *clubs: str) -> dict[str, pl.DataFrame]:
        self.opened.clear()
        return read_landing(self.landing, NOTHING_KEPT, last=LastBuild(read=ReadBefore(self.kept, clubs)))

    def check(self, opened: set[str], as_read: dict[str, pl.DataFrame] | None = None) -> None:
        """Read the folder again; `as_read` has the tables of a first reading, where the folder is as it was then."""
        now, of_now = self.tables(self.club), {*self.opened}
        assert of_now == opened
        for name, rows in (as_read or self.tables()).items():
            own = [column for column in rows.columns if column != "ingested_at"]
            assert_frame_equal(now[name].select(own), rows.select(own))


@pytest.fixture
def reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reads:
    of_folder = Reads(tmp_path)

    def listed(jobs: Sequence[Job], limits: Limits) -> Generator[Answer, None, None]:
        of_folder.opened += [job.file_id for job in jobs]
        for job, answer in zip(jobs, read_all(jobs, limits), strict=True):
            yield failed(job.file_id, died("test")) if job.file_id == of_folder.fails_at else answer

    monkeypatch.setattr(read_before, "read_all", listed)
    return of_folder


@pytest.mark.long
def test_only_files_that_changed_are_read(reads: Reads) -> None:
    later = reads.evening(-1).rename(reads.landing.parent / "later")
    of_evening = {f"2025-09-16/{file.name}" for file in later.iterdir()}
    reads.tables()
    reads.check(opened=set())
    later.rename(reads.evening(-1).with_name("2025-09-16"))
    reads.check(opened=of_evening)

    results = next(reads.evening(0).glob("results*"))
    results.write_text(results.read_text("utf-8") + "nonsense\n", "utf-8")
    reads.check(opened={f"{results.parent.name}/{results.name}"})
    reads.check(opened=set())
    results.unlink()
    reads.check(opened=set())


@pytest.mark.nightly
def test_readings_that_are_damaged_or_of_another_version_are_read_again(
    reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_read = reads.tables()
    files, kept = {*reads.opened}, next((reads.kept / reads.club).iterdir())
    whole = kept.read_bytes()
    for spoiled in (b"", whole[:-9], bytes(len(whole))):
        kept.write_bytes(spoiled)
        reads.check(files, as_read)
    monkeypatch.setattr(read_before, "versions_of", "{}=0".format)
    reads.check(files, as_read)
    monkeypatch.setenv("BAROMETER_READ_ROWS", "100000")
    reads.check(files, as_read)


@pytest.mark.long
def test_a_file_whose_reader_failed_is_tried_again(reads: Reads) -> None:
    reads.fails_at = "2025-09-02/results.csv"
    assert DIED in reads.tables()["findings"]["code"]
    reads.fails_at = ""
    reads.check(opened={"2025-09-02/results.csv"})
    reads.check(opened=set())


def test_nothing_is_kept_of_a_competition_or_club_that_is_gone(reads: Reads) -> None:
    reads.tables()
    before, competition = ReadBefore(reads.kept), next(reads.landing.glob("*/*/")).name
    before.forget(reads.club, {competition})
    assert [place.name for place in reads.kept.glob("*/*")] == [competition]
    before.forget(reads.club, {"another"})
    assert not [*reads.kept.glob("*/*")]
    before.forget(reads.club)
    assert not [*reads.kept.iterdir()]
