"""Measure what the stages of a build would take if they only read their input and wrote their output.

Reading is bare polars and bare DuckDB: the landing files, and the rows of a batch of clubs from a finished warehouse,
as polars frames. Writing inserts frames from memory into tables without keys, one after the other, with DuckDB set as
in a build. Frames go in and out as Arrow streams, as in a build: with DuckDB's own ways for polars, an insert takes a
tenth longer. If a stage has several steps, the tables that one makes for another are not read.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

import duckdb
import polars as pl

from bench.taken import timed
from pipelines.warehouse.opening import WRITING
from pipelines.warehouse.statements import Stream, is_one_of, stored
from transforms import season
from transforms.tables.schemas import VIEWS, WAREHOUSE
from transforms.tables.steps import Step

READING, FEDERATION = "reading", "federation"


class StageTables(NamedTuple):
    """What a stage reads that other stages made, and what it makes."""

    read: list[str]
    made: list[str]


def stage_of(step: Step) -> str:
    """Return the stage of a step, by the tables that it makes. Steps of all clubs together are one stage."""
    return FEDERATION if step.of_all_clubs else step.makes[0].partition(".")[0]


def floors(landing: Path, warehouse: Path, out: Path, batches: Iterable[list[str]]) -> dict[str, float]:
    """Return the processor seconds that reading and writing takes in each stage, over all batches.

    Args:
        landing: the landing folder.
        warehouse: the warehouse built from it.
        out: a file that does not exist yet.
        batches: the clubs that are computed together.
    """
    seconds = dict[str, float]()
    raw = [name for name in WAREHOUSE if name.startswith("raw.") and name not in VIEWS]
    stages = _stages()
    of_all = stages.pop(FEDERATION)
    with duckdb.connect(out, config=dict(WRITING)) as copy:
        copy.execute(f"attach '{warehouse}' as finished (read_only); create schema stored")
        for name in WAREHOUSE:
            if name not in VIEWS:
                copy.execute(f"create table {stored(name)} as from finished.{stored(name)} limit 0")
        for clubs in batches:
            with timed(seconds, READING):
                for club in clubs:
                    _read_files(landing / club)
            _write(copy, raw, clubs, seconds, READING)
            for stage, tables in stages.items():
                with timed(seconds, stage):
                    for name in tables.read:
                        _rows(copy, name, clubs)
                _write(copy, tables.made, clubs, seconds, stage)
        with timed(seconds, FEDERATION):
            for name in of_all.read:
                _rows(copy, name)
        _write(copy, of_all.made, None, seconds, FEDERATION)
        with timed(seconds, "publishing"):
            copy.execute("checkpoint")
    return seconds


def _stages() -> dict[str, StageTables]:
    stages = dict[str, StageTables]()
    for step in season.STEPS:
        read, made = stages.setdefault(stage_of(step), StageTables([], []))
        made += [name for name in step.makes if name not in VIEWS]
        read += [name for name in step.tables_read if name not in (*made, *read, *VIEWS)]
    return stages


def _read_files(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.suffix == ".parquet":
            pl.read_parquet(path)
        elif path.suffix == ".csv":
            pl.read_csv(path, infer_schema=False)


def _rows(copy: duckdb.DuckDBPyConnection, name: str, clubs: Collection[str] | None = None) -> pl.DataFrame:
    rows = copy.table(f"finished.{stored(name)}")
    if clubs is not None and "club" in rows.columns:
        rows = rows.filter(is_one_of("club", clubs))
    return pl.DataFrame(rows)


def _write(
    copy: duckdb.DuckDBPyConnection,
    names: Iterable[str],
    clubs: Collection[str] | None,
    seconds: dict[str, float],
    stage: str,
) -> None:
    """Write tables. Their rows are fetched before the clock starts."""
    for name in names:
        rows = _rows(copy, name, clubs)
        with timed(seconds, stage):
            copy.register("incoming", Stream(rows))
            copy.execute(f"insert into {stored(name)} by name from incoming")
            copy.unregister("incoming")
