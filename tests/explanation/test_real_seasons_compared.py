"""Two real seasons under all four methods: each beside each, and back-tested."""

import polars as pl
import pytest
from factories import Tables, in_warehouse
from rankings.seasons import RANKED_FROM
from result_files import needs_real_data

from transforms.rankings.what_if.side_by_side import EveryMethod, every_method, side_by_side
from transforms.tables.schemas import METHODS, Backtest, OtherMethods

pytestmark = [needs_real_data, pytest.mark.long]


def by_every_method(tables: Tables) -> EveryMethod:
    names = {name: next(iter(in_warehouse({name: None}))) for name in RANKED_FROM}
    return every_method(**{name: tables[table] for name, table in names.items()})


def of_competition(tables: Tables, method: str) -> Tables:
    """The season by a method, as if it were that of the competition `wednesday`."""
    return {
        name: table.filter(competition=method).with_columns(competition=pl.lit("wednesday"))
        for name, table in tables.items()
        if "competition" in table.columns
    }


@pytest.mark.parametrize("one", METHODS)
@pytest.mark.parametrize("other", METHODS)
def test_methods_side_by_side(real_seasons: Tables, one: str, other: str) -> None:
    both = side_by_side(of_competition(real_seasons, one), of_competition(real_seasons, other))
    assert both.summary["season"].to_list() == ["2015-16", "2016-17"]
    assert both.summary["compared"].sum() == both.players.height == 346
    assert both.players.null_count().sum_horizontal().item() == 0
    for row in both.summary.iter_rows(named=True):
        if one == other:
            assert (row["spearman"], row["kendall"], row["moved"]) == (1, 1, 0)
            assert row["promoted"] == row["demoted"] == 0
        else:
            assert 0.5 < row["spearman"] < 1
            assert 0.4 < row["kendall"] < row["spearman"]
            assert row["moved"] > 50
            assert min(row["promoted"], row["demoted"]) > 0


def test_other_methods_are_those_of_the_competitions_that_have_them(real_seasons: Tables) -> None:
    found = OtherMethods.validate(by_every_method(real_seasons).other_methods.collect())
    assert found.height == 4 * 4 * 346
    of_itself = found.filter(pl.col("method") == pl.col("competition"))
    key = ["method", "season", "player_id"]
    for competition in METHODS:
        same = found.filter(competition=competition).drop("competition").sort(key)
        assert same.equals(of_itself.drop("competition").sort(key)), competition


def test_every_method_foretells_better_than_a_coin(real_seasons: Tables) -> None:
    found = Backtest.validate(by_every_method(real_seasons).backtest.collect())
    assert found.height == 2 * 4 * 4
    assert (found["share"] > 0.5).all()
    assert (found["tau"] > 0).all()
