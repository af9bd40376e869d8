"""The rows of a file in another order say the same of who sat there."""

import polars as pl
import pytest
from intake.evenings import read

from transforms.intake.evenings.belonging import REFERENCE
from transforms.intake.evenings.handed_in_twice import compared

TWO_NAMES = ("Jan Smit", "Jan Smid")


@pytest.mark.parametrize("names", [TWO_NAMES, TWO_NAMES[::-1]])
def test_an_id_that_one_file_names_in_two_ways_is_one_person(names: tuple[str, str]) -> None:
    tables = read(
        players=[{"player_id": "12", "name": name} for name in names],
        entries=[{"entrant": "1", "player_id": "12"}],
        results=[{"board": 1, "ns": "1", "ew": "2", "score": 420}],
        matches=[],
    )
    handed_in = {name: rows.lazy() for name, rows in tables.items()}
    meant = tables["entries"].select(*REFERENCE, evening=pl.lit(0), whole=pl.lit(0))
    _, people = compared(pl.DataFrame({"evening": [0]}), handed_in, meant)
    assert people["person"].to_list() == ["jan smid"]
