"""An asset for every step of a season. What the steps do is described in `transforms/season.py`, and only there."""

from collections.abc import Callable, Iterator

import dagster as dg
import polars as pl

from pipelines import clock
from pipelines.assets.table_asset import asset_key, described, read_from
from pipelines.settings.ratings import rating_table
from transforms import season
from transforms.season import Step

_GROUPS = {"scored": "scoring"}
"""Prefix of tables -> the stage of the asset graph, where the two have different names."""


def season_assets() -> list[dg.AssetsDefinition]:
    """One asset per step, in the order of the steps."""
    return [_asset(step) for step in season.STEPS]


def _asset(step: Step) -> dg.AssetsDefinition:
    outputs = {_name(table): table for table in step.makes}
    purpose = (step.transform.__doc__ or "").partition("\n\n")[0] if len(step.makes) == 1 else None

    @dg.multi_asset(
        name=_name(step.makes[0]),
        ins={_name(table): read_from(table, all_seasons=step.all_seasons) for table in step.tables_read},
        outs={
            name: dg.AssetOut(key=asset_key(table), group_name=_group(table), **described(table, purpose))
            for name, table in outputs.items()
        },
    )
    def compute(**tables: pl.DataFrame) -> Iterator[dg.Output[pl.LazyFrame]]:
        given = {table: tables[_name(table)] for table in step.tables_read}
        for table, rows in step.run({**given, **_conditions(step)}).items():
            yield dg.Output(rows, output_name=_name(table))

    return compute


def _conditions(step: Step) -> dict[str, object]:
    """The inputs of the step that are not tables (rating table, today), with their present values."""
    known: dict[str, Callable[[], object]] = {"rating_table": rating_table, "today": clock.today}
    return {name: now() for name, now in known.items() if name in step.reads}


def _name(table: str) -> str:
    """`scored.boards` -> scored__boards: a name that Dagster allows."""
    return table.replace(".", "__")


def _group(table: str) -> str:
    stage = table.partition(".")[0]
    return _GROUPS.get(stage, stage)
