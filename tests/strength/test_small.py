"""Strength of clubs that hardly play pairs: nothing at all, one pair without others, one evening, or only Butler."""

import datetime as dt

import polars as pl
import pytest
from factories import Tables, competitions, frame
from strength.test_strengths import SCORES, TABLES, season

from transforms.season import season_tables
from transforms.strength import contest, shown
from transforms.strength.evenings import evenings_with_rules
from transforms.strength.handicap_shown import handicap_results_shown
from transforms.strength.tonight import tonight
from transforms.tables.report import EntrantsShown, PeopleShown, SessionResultsShown
from transforms.tables.schemas import PlayerRankings, Players, SessionResults

ALL = (*TABLES, "strength.contest", "strength.handicap_results")
ONE_PAIR: dict[str, tuple[float, ...]] = {"1": (60.0,)}
ONE_EVENING: dict[str, tuple[float, ...]] = {"1": (58.0, 42.0)}


def small(scores: dict[str, tuple[float, ...]], scoring: str = "matchpoints") -> Tables:
    made: Tables = season(scores)
    results = made["scored.session_results"].with_columns(scoring=pl.lit(scoring))
    return {
        **made,
        "raw.competitions": competitions(handicap={"system": "strength"}),
        "raw.players": frame(Players),
        "rankings.player_rankings": frame(PlayerRankings),
        "scored.session_results": SessionResults.cast(results),
    }


@pytest.mark.parametrize(
    ("tables", "known"),
    [
        (small({}), 0),
        (small(ONE_PAIR), 0),
        (small(SCORES, scoring="butler"), 0),
        (small(ONE_EVENING), 4),
    ],
    ids=["nothing", "one pair", "butler", "one evening"],
)
def test_every_step_works_on_hardly_anything(tables: Tables, known: int) -> None:
    made: Tables = season_tables(tables, ALL)
    assert made["strength.players"].height == made["strength.sessions"].height == known
    assert made["strength.contest"].is_empty()
    results, entries, sessions, rules = (
        tables[name] for name in ("scored.session_results", "raw.entries", "raw.sessions", "raw.competitions")
    )
    before = evenings_with_rules(results, entries, sessions, rules)
    pairs = pl.DataFrame({"number": [0, 1], "line": ["A", "A"], "players": [["new", "newer"], ["cas", "dee"]]})
    found = tonight(before, rules, pairs, dt.date(2025, 9, 30))
    assert found["chance"].sum() == pytest.approx(1)
    partnerships, people = tables["rankings.partnerships"], frame(PeopleShown)
    players, forecasts = made["strength.players"], made["strength.forecasts"]
    of_pages = (
        shown.strengths_shown(players, made["strength.pairs"], partnerships, people),
        shown.strength_sessions_shown(made["strength.sessions"], forecasts, entries),
        shown.forecasts_shown(forecasts, frame(SessionResultsShown)),
        handicap_results_shown(made["strength.handicap_results"], frame(EntrantsShown)),
    )
    lists = tables["scored.session_results"].filter(scoring="matchpoints")
    assert [table.collect().height for table in of_pages] == [0, known, 0, lists.height]


@pytest.mark.parametrize("rows", [0, 2], ids=["nothing", "one pair"])
def test_a_contest_without_comparisons_has_no_rows(rows: int) -> None:
    one = {"session_id": "1", "date": dt.date(2025, 9, 2), "entrant": "1", "score": 60.0}
    pair = pl.DataFrame([{**one, "player_id": player} for player in ("ann", "bob")])
    assert contest(pair.head(rows), run_in=0).is_empty()
