"""Real evenings, handed in twice or with a section of the same boards and numbers."""

from collections.abc import Callable

import polars as pl
import pytest
from factories import competitions
from result_files import needs_real_data, real_files, real_reading

from transforms.checks import assemble
from transforms.tables.schemas import LANDING, Competitions

pytestmark = [needs_real_data, pytest.mark.long]

_FIRST_BOARDS = 12


@pytest.fixture(scope="module")
def evenings() -> dict[str, pl.DataFrame]:
    """Every evening of the club with the most files, each as a competition of its own."""
    readings = [(path, real_reading(path)) for path in real_files("pbn/spiren/*.pbn")]
    return {
        name: pl.concat(
            reading.tables[name].with_columns(
                club=pl.lit("club"), competition=pl.lit(path.stem), **_in_place(reading.tables[name])
            )
            for path, reading in readings
        )
        for name in LANDING
    }


def _in_place(table: pl.DataFrame) -> dict[str, pl.Expr]:
    first = {"file_id": "first.pbn", "session_id": "first"}
    return {name: pl.lit(value) for name, value in first.items() if name in table.columns}


def _again(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    other = {"file_id": pl.lit("second.pbn")}
    return {
        name: table.with_columns(**other, **({"session_id": pl.lit("second")} if "session_id" in table.columns else {}))
        for name, table in tables.items()
    }


def _reported(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> tuple[int, int, int]:
    """How many competitions there are, how many sessions count, and how many are reported to be there twice."""
    seasons = pl.concat(
        competitions(competition=name).with_columns(start=pl.date(2000, 1, 1), end=pl.date(2030, 1, 1))
        for name in one["sessions"]["competition"]
    )
    both = {name: pl.concat([one[name], other[name]]) for name in one}
    tables, findings = assemble(both, Competitions.cast(seasons))
    twice = findings["code"].is_in(["evenings.twice", "evenings.lines_lost"]).sum()
    return seasons.height, tables["sessions"].height, int(twice)


_TENTH = (pl.int_range(pl.len()) % 10 == 0) & pl.col("score").is_not_null()
_CHANGES: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "a corrected copy": lambda results: results.with_columns(
        score=pl.when(_TENTH).then(-pl.col("score")).otherwise("score")
    ),
    "the first boards": lambda results: results.filter(pl.col("board") <= _FIRST_BOARDS),
}


@pytest.mark.parametrize("change", _CHANGES)
def test_every_copy_is_found(evenings: dict[str, pl.DataFrame], change: str) -> None:
    again = _again(evenings)
    number, count, twice = _reported(evenings, again | {"results": _CHANGES[change](again["results"])})
    assert (count, twice) == (number, number)


def test_no_section_of_the_same_boards_and_numbers_is_taken_for_the_other(evenings: dict[str, pl.DataFrame]) -> None:
    """The results of each board are dealt anew to its tables, and other people sit there."""
    again = _again(evenings)
    dealt = ["contract", "declarer", "tricks", "score", "ruling"]
    results = again["results"].with_row_index("place")
    order = results.sample(fraction=1, shuffle=True, seed=13).sort("competition", "board", maintain_order=True)
    in_order = results.sort("competition", "board", "place", maintain_order=True)
    again["results"] = in_order.with_columns(order.select(dealt)).sort("place").drop("place")
    again["entries"] = again["entries"].with_columns(player_id=pl.lit("other ") + pl.col("player_id"))
    again["players"] = again["players"].with_columns(
        player_id=pl.lit("other ") + pl.col("player_id"), name=pl.lit("other ") + pl.col("name")
    )
    number, count, twice = _reported(evenings, again)
    assert (count, twice) == (2 * number, 0)
