"""Every content that a file had: which build saw it first, and which first without it."""

import datetime as dt

import dataframely as dy
import polars as pl

from transforms.tables.schemas import FileHistory, Files, Frame, Rows

_FILE = ("club", "competition", "file_id")


def file_history(
    before: Frame[FileHistory], files: Frame[Files], build: int, at: dt.datetime
) -> dy.LazyFrame[FileHistory]:
    """`FileHistory` after a build, sorted by key: another content ends the row of the one before and has its own.

    Args:
        before: `FileHistory`, after the build before.
        files: `Files`: those that count now.
        build: the number of this build, higher than that of any before.
        at: its time, in UTC.
    """
    before, files = before.lazy(), files.lazy()
    counting = before.filter(pl.col("until_build").is_null())
    same = [*_FILE, "sha256"]
    ended = (
        counting.join(files, on=same, how="anti")
        .drop("superseded_by")
        .join(files.select(*_FILE, superseded_by="sha256"), on=_FILE, how="left")
        .with_columns(until_build=pl.lit(build, pl.Int64), superseded_at=pl.lit(at))
    )
    new = files.join(counting, on=same, how="anti").select(
        *same, "rows", "format", first_build=pl.lit(build, pl.Int64), first_seen_at=pl.lit(at)
    )
    kept = before.join(ended.select(FileHistory.primary_key()), on=FileHistory.primary_key(), how="anti")
    rows = pl.concat([kept, ended, new], how="diagonal_relaxed").sort(FileHistory.primary_key())
    return FileHistory.cast(rows)


def changed_in(history: Rows, build: int | None) -> pl.LazyFrame:
    """(club, competition, file_id) of the files that are new, changed or gone in this build; none without a number."""
    of_build = (pl.col("first_build") == pl.lit(build)) | (pl.col("until_build") == pl.lit(build))
    return history.lazy().filter(of_build.fill_null(value=False)).select(_FILE).unique()
