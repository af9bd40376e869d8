"""The rating table and the systems, as data."""

import re
from pathlib import Path

import polars as pl
from ratings.federations import seasons

from pipelines.settings.ratings import RatingRules, rating_systems, rating_table
from transforms.ratings.arithmetic import lookups
from transforms.tables.schemas import RatingSeasons, RatingTable

ROOT = Path(__file__).resolve().parents[2]


def test_the_table_has_51_classes_that_leave_no_difference_out() -> None:
    table = RatingTable.validate(rating_table())
    assert table.height == 51
    assert table["least"].to_list() == [0, *(most + 1 for most in table["most"].to_list()[:-1])]
    assert (table["least"][-1], table["most"][-1]) == (736, None)
    assert (table["higher"] + table["lower"]).unique().to_list() == [100]
    assert table["higher"].to_list() == list(range(50, 101))
    assert table["difference"].null_count() == 1
    within = table.drop_nulls("difference")
    assert within["difference"].is_between(within["least"], within["most"]).all()


def test_the_table_written_out() -> None:
    expected, _, difference = lookups(rating_table())
    assert [expected[size] for size in (0, 3, 4, 191, 735, 736)] == [50, 50, 51, 75, 99, 100]
    assert [difference[percentage] for percentage in (1, 30, 35, 50, 70, 99)] == [-677, -149, -110, 0, 149, 677]


def test_the_systems() -> None:
    assert list(rating_systems()) == ["kndb", "fmjd", "fide"]
    kndb = rating_systems()["kndb"]
    assert [(step.games_to, step.k) for step in kndb.k_steps] == [(125, 7.5), (None, 5)]
    assert (kndb.max_gain_over_performance, kndb.k_games_cap) == (None, None)
    assert [step.k for step in rating_systems()["fide"].k_steps] == [40, 40, 20, 10]


def test_a_season_ends_on_its_list_day() -> None:
    both = RatingSeasons.validate(seasons(count=2))
    assert both["season"].to_list() == ["1996-97", "1997-98"]
    assert both["start"].cast(pl.String).to_list() == ["1996-07-01", "1997-07-01"]
    assert both["list_date"].cast(pl.String).to_list() == ["1997-06-30", "1998-06-30"]


def test_the_guide_gives_every_rule_of_every_system_as_the_data_have_it() -> None:
    text = (ROOT / "docs" / "ratings.md").read_text(encoding="utf-8")
    rows = [re.split(r" *\| *", line.strip("| ")) for line in text.splitlines() if line.startswith("| `")]
    written = {row[0].strip("`"): row[1:4] for row in rows}
    in_words = {"k_steps"}
    assert set(written) == set(RatingRules.model_fields)
    for number, system in enumerate(rating_systems().values()):
        for rule, value in system.model_dump(exclude=in_words).items():
            assert written[rule][number] == _in_the_guide(value), rule


def _in_the_guide(value: object) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
