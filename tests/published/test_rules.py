"""A season that is over and published, and whose rules change."""

import datetime as dt
import tomllib
from typing import Any

import polars as pl
from each import cases
from factories import competitions

from pipelines.settings.competition import keys_of_columns
from transforms.published.rules import changed_since, rules_of_seasons

RULES: dict[str, dict[str, Any]] = {
    "ranking": {"lines": 3},
    "event": {"ties": ["quotient", "match"]},
    "scoring": {"profile": "ebu"},
    "championship": {"individual": {"min": "60%"}},
}


def test_the_old_value_is_written_as_toml() -> None:
    name = 'our "best" scale\\2.csv'
    published, now = (
        competitions("club", "evening").with_columns(vp_table=pl.lit(table, pl.String)) for table in (name, "b.csv")
    )
    found = changed_since(rules_of_seasons(published).collect(), now, keys_of_columns(), dt.date(2030, 1, 1)).collect()
    line = found["message"].item().partition("write [season.scoring] and ")[2].partition(" below its")[0]
    assert tomllib.loads(line) == {"vp_table": name}


@cases(
    ({}, []),
    ({"ranking": {"lines": 2}}, [("ranking.lines", "2", "write [season.ranking] and lines = 3 below")]),
    ({"ranking": {"lines": 3, "top": 90.0}}, [("ranking.top", "90.0", "top = 100.0 below")]),
    ({"event": {"ties": ["match"]}}, [("event.ties", '["match"]', 'ties = ["quotient", "match"] below')]),
    ({"scoring": {"profile": "ruter"}}, [("scoring.profile", "ruter", '[season.scoring] and profile = "ebu" below')]),
    (
        {"championship": {"individual": {"min": 20}}},
        [("championship.individual.min", None, '[season.championship.individual] and min = "60%" below')],
    ),
)
def test_a_rule_that_changes_a_season_that_is_over_is_named_with_its_old_value(
    changed: dict[str, dict[str, Any]], said: list[tuple[str, str | None, str]]
) -> None:
    published = rules_of_seasons(competitions("club", "evening", **RULES)).collect()
    now = competitions("club", "evening", **(RULES | changed))
    keys, last_day = keys_of_columns(), now["end"][0]
    assert changed_since(published, now, keys, last_day).collect().is_empty(), "the season is not over yet"
    found = changed_since(published, now, keys, last_day + dt.timedelta(1)).collect()
    assert found.select("field", "value").rows() == [(key, value) for key, value, _ in said]
    assert all(words in message for message, (*_, words) in zip(found["message"], said, strict=True))
