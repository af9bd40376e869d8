"""Tables and lists as they are exported, handed in again: the same values, and no finding."""

import datetime as dt
from typing import Any

import dataframely as dy
import polars as pl
import pytest
from factories import frame
from polars.testing import assert_frame_equal
from ratings.federations import games, given, listed, players_of, seasons

from pipelines.intake.readers import read_bytes
from pipelines.intake.readers.landing_tables import _columns
from pipelines.reports.downloads import to_download, workbook
from pipelines.reports.pages.ratings import list_files
from pipelines.words.for_programs import as_csv
from transforms.ratings import rating_lists
from transforms.tables import schemas

DAY = dt.date(2025, 9, 2)
DEAL = "N:AQ64.AQ5.A9765.4 KJ932.83.Q3.KQ86 T875.K92.KJ.AJ72 .JT764.T842.T953"
ROWS: dict[str, list[dict[str, Any]]] = {
    "sessions": [{"date": DAY, "kind": "butler", "winners": 2, "title": "Cup, 1", "event": "Cup", "carry": 0.5}],
    "entries": [{"entrant": "3NS", "player_id": "007", "substitutes_for": "8", "seat": "N", "rounds": "1+3"}],
    "results": [
        {
            "board": 1,
            "ns": "1",
            "ew": "2",
            "contract": "4HXX",
            "declarer": "S",
            "tricks": 9,
            "score": -200,
            "lead": "HT",
            "auction": "Pass Pass 1H Pass 4H X XX Pass! Pass Pass",
            "play": "HT HJ HQ H2",
        },
        {"board": 2, "ns": "1", "ew": "2", "contract": "PASS", "score": 0, "round": 1, "table": "1"},
        {"board": 3, "ns": "1", "ew": "2", "ruling": "w30:420/70:-50", "subfield": "a"},
    ],
    "adjustments": [{"entrant": "1", "amount": -2.5, "unit": "percent_of_top", "reason": "late; twice"}],
    "matches": [{"round": 1, "team": "1", "opponent": "2", "boards": 12, "imps": -5.5, "vp": 8.25}],
    "totals": [
        {"entrant": "1", "boards": 24, "percentage": 200 / 3, "points": 32.5, "maximum": 48.0, "rank": 1},
        {"entrant": "2", "boards": 24, "imps": -12.25},
    ],
    "ranking_points": [{"player_id": "7", "points": 81.625}],
    "deals": [{"board": 1, "lines": "A", "dealer": "N", "vulnerable": "none", "deal": DEAL, "deal_id": "1"}],
    "partnerships": [{"partnership_id": "1-2", "player_id": "1"}],
    "people": [{"alias": "An Kok", "player_id": "7", "since": DAY, "why": "married"}],
    "players": [{"player_id": "007", "name": "Ærø Ünal", "member": False, "substitute_ranking": 45.5, "public": True}],
    "games": [{"game_id": "1", "date": DAY, "player_id": "1", "opponent_id": "2", "points": 2, "opponent_points": 0}],
    "ratings": [{"list_date": DAY, "player_id": "7", "rating": 1500.25, "games": 126}],
    "awards": [{"scheme": "tbf", "player_id": "7", "points": 12.5, "total": 120.0}],
}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("name", ROWS)
def test_a_table_comes_back(name: str, form: str) -> None:
    rows = to_download({f"raw.{name}": frame(schemas.LANDING[name], *ROWS[name])})[f"raw.{name}"]
    reading = read_bytes(as_csv(rows).encode() if form == "csv" else workbook({name: rows}), f"x.{form}")
    assert reading.given == {name}
    not_read = reading.findings.filter(~pl.col("field").fill_null("").str.starts_with("official_"))
    assert not_read["message"].to_list() == []
    columns = [column for column in _columns(name) if column in rows.columns]
    assert_frame_equal(reading.tables[name].select(columns), rows.select(columns), rel_tol=0, abs_tol=0)


COMPUTED: tuple[tuple[type[dy.Schema], str, dict[str, Any], dict[str, Any]], ...] = (
    *(
        (
            schemas.SessionResults,
            "totals",
            {"entrant": "1", "points": 33.1, "maximum": 48.0, "score": 68.958, "rank": 1, "scoring": scoring},
            {"boards": 24, "percentage": None, "imps": None, "vp": None, "points": None, "rank": 1} | result,
        )
        for scoring, result in (
            *(("matchpoints", {"percentage": 68.958, "points": 33.1, "maximum": 48.0}), ("butler", {"imps": 33.1})),
            *(("imps", {"vp": 33.1, "maximum": 48.0}), ("point_a_board", {"percentage": 68.958, "points": 33.1})),
        )
    ),
    (
        schemas.RankingPoints,
        "ranking_points",
        {"date": DAY, "entrant": "3", "player_id": "7", "points": 81.625, "score": 50.0},
        {"session_id": "1", "player_id": "7", "points": 81.625},
    ),
    (
        schemas.AwardPoints,
        "awards",
        {"scheme": "tbf", "of": "session", "entrant": "3", "player_id": "7", "points": 12.5},
        {"scheme": "tbf", "line": "A", "entrant": "3", "player_id": "7", "points": 12.5},
    ),
)


@pytest.mark.parametrize(("schema", "table", "row", "read"), COMPUTED)
def test_a_list_is_a_table(schema: type[dy.Schema], table: str, row: dict[str, Any], read: dict[str, Any]) -> None:
    reading = read_bytes(as_csv(frame(schema, row)).encode(), "x.csv")
    assert (reading.given, reading.findings["message"].to_list()) == ({table}, [])
    assert reading.tables[table].select(list(read)).row(0, named=True) == read


def ratings_lists(made: dy.DataFrame[schemas.Elo], **of: Any) -> dict[str, pl.DataFrame]:
    """Every form in which a list of all with a rating is exported."""
    everybody = rating_lists(made, of["players"], of["seasons"]).collect().filter(list="alphabetical")
    key = [*schemas.RATING_LIST, "player_id"]
    rows = everybody.join(made.select(*key, "method", "flags"), on=key, maintain_order="left")
    return {"printed": everybody, "download": list_files(rows)["alphabetical"], "elo": made}


@pytest.mark.parametrize("form", ["printed", "download", "elo"])
def test_a_list_handed_back_makes_the_same_next_list(form: str) -> None:
    played = games([("ann", "bob", 1)] * 6 + [("cor", "bob", 1)] * 2, [("ann", "bob", 1)] * 4 + [("cor", "ann", 1)] * 2)
    first, players, of = given(ann=(1450, 120), bob=(1400, 119), cor=(1450, 300)), players_of(played), seasons(count=2)
    made = listed({"games": played, "ratings": first, "players": players, "seasons": of})
    days = made["list_date"].unique().sort()
    exported = ratings_lists(made, players=players, seasons=of)[form].filter(list_date=days[0])
    reading = read_bytes(as_csv(exported).encode(), "1997-06-30.alphabetical.csv")
    assert reading.findings["message"].to_list() == []
    back = frame(schemas.Ratings, *reading.tables["ratings"].to_dicts())
    assert back.select("player_id", "games").rows() == [("ann", 126), ("bob", 127), ("cor", 302)]
    again = listed({"games": played, "ratings": back, "players": players, "seasons": of.filter(list_date=days[1])})
    assert again["k"].to_list() == [5, 5, 5]
    assert_frame_equal(again.drop("recent"), made.filter(list_date=days[1]).drop("recent"))


def test_games_next_to_norms_are_those_of_a_season() -> None:
    reading = read_bytes(b"list_date,player_id,rating,games,points,norm\n1997-06-30,ann,1500,6,9,7.68\n", "x.csv")
    assert reading.tables["ratings"].select("rating", "games").rows() == [(1500, None)]
    of_season = reading.findings.filter(field="games")
    assert of_season["severity"].to_list() == ["warning"]
    assert "this column gives the games of one season" in of_season["message"].item()
