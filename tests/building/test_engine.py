"""Few clubs are computed in memory, many in a stream: the numbers are the same, and the environment goes before."""

import os
from typing import Literal

import polars as pl
import pytest
from published.seasons import NOTHING, TODAY, handed_in

from pipelines.building.clubs_run import engine_for
from pipelines.building.solving.store import solved_tables
from pipelines.settings.ratings import rating_table
from transforms.season import MADE, season_tables
from transforms.tables.schemas import WAREHOUSE

CHOSEN = "POLARS_ENGINE_AFFINITY"
NOTHING_BUILT = {name.removeprefix("raw."): WAREHOUSE[name].create_empty() for name in WAREHOUSE if "raw." in name}


def test_small_files_are_computed_in_memory_unless_the_environment_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(CHOSEN, raising=False)
    with engine_for(1_000):
        assert os.environ[CHOSEN] == "in-memory"
    with engine_for(10**9):
        assert CHOSEN not in os.environ
    assert CHOSEN not in os.environ
    monkeypatch.setenv(CHOSEN, "streaming")
    with engine_for(1_000):
        assert os.environ[CHOSEN] == "streaming"


def test_both_engines_give_the_same_to_the_last_bit() -> None:
    given = {**handed_in(), "rating_table": rating_table(), "today": TODAY, "solved": solved_tables(None, ())}
    wanted = [name for name in MADE if name != "ratings.corrections"]

    def made(engine: Literal["in-memory", "streaming"]) -> dict[str, pl.DataFrame]:
        with pl.Config(engine_affinity=engine):
            return season_tables({**given, **NOTHING}, wanted)

    in_memory, streamed = made("in-memory"), made("streaming")
    assert [name for name, rows in in_memory.items() if not rows.equals(streamed[name])] == []
