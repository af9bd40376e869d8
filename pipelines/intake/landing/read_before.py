"""The contents of files when last read. A file is read again only if its bytes, the readers or a limit changed.

Each competition has one file, in a folder next to the warehouse. It can be deleted at any time: the next build then
reads all files.
"""

from collections import defaultdict
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import astuple
from pathlib import Path
from shutil import rmtree

import polars as pl

from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.one_file import NOT_READ, Answer, BrokenAnswerError, packed, received
from pipelines.intake.landing.workers import Job, read_all
from pipelines.intake.readers.reading import Reading, shape
from pipelines.machine.files import put_whole
from pipelines.machine.source import code_of, versions_of
from transforms.tables.schemas import LANDING

READINGS = ".{}.readings"
"""The name of the folder for `next_to`. If it is in a landing folder, the dot keeps it from being read."""
_MOST_ROWS = 1_000_000
"""The answers of a competition with more rows than this are not kept, because they would take too much room."""
_UNUSABLE = (OSError, BrokenAnswerError, ValueError, KeyError, TypeError, AttributeError, pl.exceptions.PolarsError)


class ReadBefore:
    """The answers of earlier builds about the files of competitions, in a folder; without a folder, there are none."""

    def __init__(self, folder: Path | None = None, clubs: Collection[str] = ()) -> None:
        """Only files of `clubs` may count as read before; those of other clubs are read again."""
        self._folder, self._clubs = folder, clubs

    def read_all(self, jobs: Sequence[Job], limits: Limits) -> Generator[Answer, None, None]:
        """Yield the answers in the order of the jobs, as `workers.read_all` does, and keep them for the next time.

        Raises:
            WorkerError: no worker can be started.
        """
        of_code = " ".join([code_of("pipelines.intake.readers"), versions_of("polars"), *map(str, astuple(limits))])
        known = {owner: self._answers(owner, of_code) for owner in {job.owner for job in jobs}}
        same = [
            (before := known[job.owner].get(job.file_id)) is not None and before.sha256 == job.sha256 for job in jobs
        ]
        answers = read_all([job for job, is_same in zip(jobs, same, strict=True) if not is_same], limits)
        now = defaultdict[str, dict[str, Answer]](dict)
        with closing(answers):
            for job, is_same in zip(jobs, same, strict=True):
                answer = known[job.owner][job.file_id] if is_same else next(answers)
                now[job.owner][job.file_id] = answer
                yield answer
            next(answers, None)  # the generator ends there, and keeps a worker
        changed = {job.owner for job, is_same in zip(jobs, same, strict=True) if not is_same}
        for owner, of_files in now.items():
            if owner in changed or known[owner].keys() != of_files.keys():
                self._keep(owner, of_files, of_code)

    def forget(self, club: str, but: Collection[str] = ()) -> None:
        """Delete the kept answers of a club, except for the competitions in `but`."""
        if self._folder is not None and club:
            with suppress(OSError):
                for place in (self._folder / club).iterdir():
                    if place.name not in but:
                        place.unlink()
            if not but:
                rmtree(self._folder / club, ignore_errors=True)

    def _answers(self, owner: str, of_code: str) -> dict[str, Answer]:
        if self._folder is None or owner.partition("/")[0] not in self._clubs:
            return {}
        try:
            with (self._folder / owner).open("rb") as file:
                header, streams = received(file)
            if header["code"] != of_code:
                return {}
            frames = {
                name: pl.read_ipc_stream(data).partition_by("file_id", as_dict=True, maintain_order=True)
                for name, data in streams.items()
            }
            empty = {name: pl.DataFrame(schema=shape(name)) for name in LANDING}
            nothing = pl.read_ipc_stream(streams[""]).clear()
            return {
                file_id: Answer(
                    Reading(
                        file_format,
                        frozenset(given),
                        {name: frames.get(name, {}).get((file_id,), rows) for name, rows in empty.items()},
                        frames[""].get((file_id,), nothing),
                    ),
                    sha256,
                )
                for file_id, (sha256, file_format, given) in header["files"].items()
            }
        except _UNUSABLE:
            return {}

    def _keep(self, owner: str, answers: Mapping[str, Answer], of_code: str) -> None:
        whole = {file_id: one for file_id, one in answers.items() if not one.fault and one.reading.format != NOT_READ}
        readings = [one.reading for one in whole.values()]
        given = {name: [one.tables[name] for one in readings if one.tables[name].height] for name in LANDING}
        rows = sum(len(part) for parts in given.values() for part in parts)
        if self._folder is None:
            return
        place = self._folder / owner
        if not whole or rows > _MOST_ROWS:
            place.unlink(missing_ok=True)
            return
        frames = {"": pl.concat(one.findings for one in readings)}
        frames |= {name: pl.concat(parts) for name, parts in given.items() if parts}
        files = {file_id: (one.sha256, one.reading.format, sorted(one.reading.given)) for file_id, one in whole.items()}
        with suppress(OSError):  # without this file, the next build reads all files
            place.parent.mkdir(parents=True, exist_ok=True)
            put_whole(place, packed({"code": of_code, "files": files}, frames))
