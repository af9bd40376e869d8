"""Sessions of any kind, written in each format and read again, are the same."""

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from polars.testing import assert_frame_equal
from result_files import needs_real_data, real_files, real_reading
from writers.round_trips import FORMS, Tables, assert_comes_back, cells_of, of_session, read_again, rows, sessions

from pipelines.intake.writers import Form


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@given(tables=sessions())
@settings(max_examples=by_night(15), deadline=None)
def test_a_session_comes_back_as_it_was(form: Form, tables: Tables) -> None:
    assert_comes_back(tables, form)


@given(tables=sessions())
@settings(max_examples=by_night(8), deadline=None)
def test_deals_points_and_standings_come_back_in_the_columns_for_official_ones(tables: Tables) -> None:
    again = read_again(tables, "json").tables
    points = ["line", "board", "official_ns_points", "official_ew_points", "official_centred"]
    for name, columns in (
        ("results", points),
        ("official_results", ["line", "entrant", "points", "score", "rank"]),
        ("deals", ["board", "lines", "dealer", "vulnerable", "deal"]),
    ):
        same: list[Any] = [rows[name].select(columns).sort(pl.all()) for rows in (again, tables)]
        assert_frame_equal(*same)
    in_pbn = read_again(tables, "pbn").tables["deals"]
    assert in_pbn.select("board", "deal").rows() == tables["deals"].select("board", "deal").rows()
    assert cells_of(again["sessions"]).height == 1


SPIREN = real_files("pbn/spiren/*")
ALIKE = [path for number, path in enumerate(SPIREN) if number % 8]
FILES = [
    *real_files("usebio/*.xml"),
    *real_files("bws/*.bws"),
    *real_files("pbn/bridgekam/*"),
    *(pytest.param(path, marks=pytest.mark.nightly) if path in ALIKE else path for path in SPIREN),
]
"""Every session; those of the club with many by night, but for every eighth."""


@pytest.mark.long
@needs_real_data
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_session_comes_back_as_it_was(path: Path, form: Form) -> None:
    tables = real_reading(path).tables
    sessions = tables["sessions"]["session_id"].to_list()
    assert sessions
    for session_id in sessions:
        assert_comes_back(of_session(tables, session_id), form)


@needs_real_data
def test_a_usual_evening_needs_no_remark() -> None:
    from pipelines.intake.writers import written

    for path in real_files("usebio/*howell.xml"):
        tables = real_reading(path).tables
        assert b"<?barometer" not in written(tables, "usebio")


@pytest.fixture(scope="module")
def evening() -> Tables:
    teams = (("1", "2", 5.0, 12.0), ("2", "1", -5.0, 8.0))
    of_all: dict[str, list[dict[str, Any]]] = {
        "sessions": [{"date": dt.date(2025, 9, 2), "kind": "teams", "winners": 1, "team_scoring": "imps"}],
        "players": [{"player_id": player, "name": f"Player {player}"} for player in "12345678"],
        "entries": [{"line": "A", "entrant": "12"[place // 4], "player_id": f"{place + 1}"} for place in range(8)],
        "official_results": [{"line": "A", "entrant": team, "points": vp, "rank": 1} for team, _, _, vp in teams],
        "matches": [
            {"line": "A", "round": 1, "team": team, "opponent": opponent, "boards": 12, "imps": imps, "vp": vp}
            for team, opponent, imps, vp in teams
        ],
    }
    return {name: rows(name, of_all.get(name, [])) for name in (*of_all, "results", "adjustments", "totals", "deals")}


@pytest.mark.parametrize("form", FORMS)
def test_matches_and_official_results_come_back(evening: Tables, form: Form) -> None:
    assert_comes_back(evening, form)
    reading = read_again(evening, form)
    assert reading.findings["code"].to_list() == (["usebio.doubtful"] if form == "usebio" else [])
    again = reading.tables["official_results"].sort("entrant")
    columns = ("entrant", "points", "rank")
    assert again.select(columns).rows() == evening["official_results"].select(columns).rows()
    assert again["session_id"].unique().to_list() == evening["sessions"]["session_id"].to_list()
    assert again["file_id"].n_unique() == 1


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("kind", "totals"),
    [
        ("pairs", [{"percentage": 58.337, "boards": 24}, {"percentage": 41.663, "boards": 21, "rank": 2}]),
        ("pairs", [{"points": 140.5, "maximum": 240.0, "percentage": 58.54, "boards": 24, "line": "B"}]),
        ("butler", [{"imps": 12.5, "boards": 24, "rank": 1}, {"imps": -12.5, "boards": 24, "rank": 2}]),
        ("teams", [{"vp": 31.25, "boards": 24, "rank": 1}, {"vp": 8.75, "boards": 24, "rank": 2}]),
    ],
)
def test_a_session_known_by_its_list_comes_back(form: Form, kind: str, totals: list[dict[str, Any]]) -> None:
    listed = [{"line": "A", "entrant": str(place), **row} for place, row in enumerate(totals, start=1)]
    who = [{"line": row["line"], "entrant": row["entrant"]} for row in listed]
    points = ("points", "imps", "vp")
    results = [{name: next(filter(None, map(row.get, points)), None) for name in ("points",)} for row in totals]
    of_all: dict[str, list[dict[str, Any]]] = {
        "sessions": [{"date": dt.date(2025, 9, 2), "kind": kind, "winners": 1, "title": "Cup"}],
        "players": [{"player_id": row["entrant"], "name": f"Player {row['entrant']}"} for row in who],
        "entries": [{**row, "player_id": row["entrant"]} for row in who],
        "official_results": [
            {**row, **points, "score": round(of["percentage"], 2) if "percentage" in of else None, "rank": place}
            for place, (row, points, of) in enumerate(zip(who, results, totals, strict=True), start=1)
        ],
        "totals": listed,
    }
    names = (*of_all, "results", "adjustments", "matches", "deals")
    assert_comes_back({name: rows(name, of_all.get(name, [])) for name in names}, form)
