"""A session of teams of which only the matches are known, written in each format and read again."""

import datetime as dt

import polars as pl
import pytest
from writers.round_trips import FORMS, Tables, assert_comes_back, read_again
from writers.sessions_of_any_kind import rows

from pipelines.intake.writers import Form

MATCHES = (("1", "2", 5.0, 12.0), ("2", "1", -5.0, 8.0), ("3", "4", 0.0, 10.0), ("4", "3", 0.0, 10.0))


@pytest.fixture(scope="module")
def evening() -> Tables:
    session = {"date": dt.date(2025, 9, 2), "kind": "teams", "winners": 1, "team_scoring": "imps"}
    listed = [{"line": "A", "entrant": team, "points": vp, "score": vp, "rank": 1} for team, _, _, vp in MATCHES]
    played = [
        {"line": "A", "round": 1, "team": team, "opponent": opponent, "boards": 12, "imps": imps, "vp": vp}
        for team, opponent, imps, vp in MATCHES
    ]
    return {
        "sessions": rows("sessions", [session]),
        "players": rows("players", [{"player_id": str(number), "name": f"Player {number}"} for number in range(1, 17)]),
        "entries": rows(
            "entries",
            [
                {"line": "A", "entrant": team, "player_id": str(place * 4 + seat)}
                for place, (team, *_) in enumerate(MATCHES)
                for seat in range(1, 5)
            ],
        ),
        "official_results": rows("official_results", listed),
        "matches": rows("matches", played),
        **{name: rows(name, []) for name in ("results", "adjustments", "deals")},
    }


@pytest.mark.parametrize("form", FORMS)
def test_it_comes_back_without_an_error(evening: Tables, form: Form) -> None:
    assert_comes_back(evening, form)
    told = read_again(evening, form).findings["code"].to_list()
    assert told == (["usebio.doubtful"] if form == "usebio" else [])


@pytest.mark.parametrize("form", FORMS)
def test_so_do_its_official_results(evening: Tables, form: Form) -> None:
    again = read_again(evening, form).tables["official_results"].sort("entrant")
    assert again.select("entrant", "points", "rank").rows() == (
        evening["official_results"].select("entrant", "points", "rank").rows()
    )
    assert again["session_id"].unique().to_list() == evening["sessions"]["session_id"].to_list()
    assert again.select(pl.col("file_id").n_unique()).item() == 1
