"""Which results count for a strength, and in which order."""

import datetime as dt

from factories import frame

from transforms.strength.evenings import evenings
from transforms.tables.schemas import Entries, SessionResults, Sessions

NIGHTS = {"10": dt.date(2025, 9, 9), "9": dt.date(2025, 9, 9), "old": dt.date(2025, 5, 6), "teams": dt.date(2025, 9, 2)}


def test_results_of_pairs_by_percentages_count_in_the_order_of_their_evenings() -> None:
    of_season = {"old": "2024-25"}
    sessions = frame(
        Sessions,
        *(
            {"session_id": night, "date": date, "season": of_season.get(night, "2025-26"), "kind": kind}
            for night, date in NIGHTS.items()
            for kind in ["teams" if night == "teams" else "pairs"]
        ),
    )
    score = {"entrant": "1", "score": 55.0, "boards": 24}
    results = frame(
        SessionResults,
        *(
            {**score, "session_id": night, "season": of_season.get(night, "2025-26"), "entrant": entrant}
            for night in NIGHTS
            for entrant in ("1", "2")
        ),
        {**score, "session_id": "9", "field": "B", "line": "B"},
        {**score, "session_id": "9", "entrant": "3", "score": None},
        {**score, "session_id": "9", "entrant": "4", "field": "C", "line": "C", "scoring": "butler"},
        {**score, "session_id": "9", "entrant": "5", "field": "C", "line": "C", "scoring": "butler"},
    )
    seats = {"9": {"1": ["ann", "bob", "cy"]}, "10": {"1": ["dee"]}, "old": {"1": ["bob", "ann"]}}
    entries = frame(
        Entries,
        *(
            {"session_id": night, "season": of_season.get(night, "2025-26"), "entrant": entrant, "player_id": player}
            for night, seated in seats.items()
            for entrant, players in seated.items()
            for player in players
        ),
    )
    found = evenings(results, entries, sessions).select("evening", "session_id", "entrant", "player_id", "weight")
    third = 2 / 3
    assert found.collect().rows() == [
        (1, "old", "1", "ann", 1.0),
        (1, "old", "1", "bob", 1.0),
        (1, "old", "2", None, 0.0),
        (2, "9", "1", "ann", third),
        (2, "9", "1", "bob", third),
        (2, "9", "1", "cy", third),
        (2, "9", "2", None, 0.0),
        (3, "10", "1", "dee", 1.0),
        (3, "10", "2", None, 0.0),
    ]
