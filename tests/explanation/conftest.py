"""Two seasons that a club really played, computed under every method, one beside the other."""

import shutil

import polars as pl
import pytest
from factories import Tables, in_warehouse
from result_files import REAL_DATA

from pipelines.intake.landing.raw_tables import read_landing
from transforms.season import STANDINGS, season_tables
from transforms.tables.schemas import METHODS, WAREHOUSE

_SETTINGS = """
[[season]]
name = "2015-16"
start = 2015-06-01
end = 2016-08-31
[[season]]
name = "2016-17"
start = 2016-09-01
end = 2017-08-31
[scoring]
profile = "ruter"
[ranking]
hand_on = true
"""


NOTHING: Tables = {name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items()}


def built(raw: Tables) -> Tables:
    """Every table that an explanation reads, from the raw ones of which there are any."""
    given = in_warehouse(NOTHING | raw)
    return given | season_tables(given, (*STANDINGS, "rankings.starting_rankings", "scored.event_results"))


@pytest.fixture(scope="session")
def real_seasons(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Every table of the two seasons; a competition for each method, named after it."""
    landing = tmp_path_factory.mktemp("landing")
    folder = landing / "spiren" / "wednesday"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(_SETTINGS, encoding="utf-8")
    for file in sorted((REAL_DATA / "pbn" / "spiren").glob("*.pbn")):
        shutil.copyfile(file, folder / file.name)
    raw = {
        name: pl.concat(table.with_columns(competition=pl.lit(method)) for method in METHODS)
        for name, table in read_landing(landing, NOTHING).items()
    }
    raw["competitions"] = raw["competitions"].with_columns(method="competition")
    return built(raw)
