"""Sessions of any kind, written in each format and read again, are the same."""

import datetime as dt
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from examples import by_night
from hypothesis import given, settings
from lxml import etree
from polars.testing import assert_frame_equal
from result_files import needs_real_data, real_files, real_reading
from writers.round_trips import FORMS, Tables, assert_comes_back, cells_of, of_session, read_again, rows, sessions

from pipelines.cli.export import unknown_to_federation
from pipelines.intake.readers import read_bytes
from pipelines.intake.writers import Form, written


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


TWO_PAIRS = (
    '<USEBIO Version="1.3"><CLUB/><EVENT EVENT_TYPE="PAIRS"><DATE>02/09/2025</DATE><PARTICIPANTS>'
    + "".join(
        f"<PAIR><PAIR_NUMBER>{pair}</PAIR_NUMBER><PERCENTAGE>50</PERCENTAGE>"
        + "".join(
            f"<PLAYER><PLAYER_NAME>{who.upper()}</PLAYER_NAME><NATIONAL_ID_NUMBER>{who}</NATIONAL_ID_NUMBER></PLAYER>"
            for who in players
        )
        + "</PAIR>"
        for pair, players in ((1, "ab"), (2, "cd"))
    )
    + "</PARTICIPANTS><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
)

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


def test_a_file_for_the_ebu_has_its_numbers_and_master_points_and_comes_back() -> None:
    """A player whose number in the federation is unknown has none, rather than the number in the club."""
    tables = read_bytes(TWO_PAIRS.encode(), "evening.xml").tables
    known = pl.when(pl.col("player_id") != "d").then(pl.lit("00") + pl.col("player_id"))
    won = pl.DataFrame({"line": ["A"], "entrant": ["1"], "points": [12.0]})
    tables |= {"players": tables["players"].with_columns(federation_id=known), "master_points": won}
    data = written(tables, "usebio", {"charge": "10", "club_number": "1234"})
    root = etree.fromstring(data)
    of_event = ("CLUB/CLUB_ID_NUMBER", "EVENT/P2P_CHARGE_RATE", "EVENT/MPS_AWARDED_FLAG")
    assert [root.findtext(place) for place in of_event] == ["1234", "10", "Y"]
    pairs = {pair.findtext("PAIR_NUMBER"): pair for pair in root.iter("PAIR")}
    assert [pair.findtext("MASTER_POINTS/MASTER_POINTS_AWARDED") for pair in pairs.values()] == ["12", None]
    numbers = [player.findtext("NATIONAL_ID_NUMBER") for player in root.iter("PLAYER")]
    assert numbers == ["00a", "00b", "00c", None]
    assert str(unknown_to_federation({"evening.xml": data})).endswith(
        "(1): D; add their numbers to players.csv, and build again"
    )
    again = read_bytes(data, "evening.xml").tables
    assert_frame_equal(cells_of(again["results"]), cells_of(tables["results"]))
