"""Federation points as a reader sees them."""

import datetime as dt

import polars as pl
from awards.events import choice, pairs, results
from factories import Tables, competitions, frame, in_warehouse

from pipelines.reports.tables.columns import report_tables
from transforms.awards.shown import federation_lists
from transforms.season import season_tables
from transforms.tables.raw import AwardChoices, Entries, ImportedAwards, Players, Sessions
from transforms.tables.schemas import WAREHOUSE, FederationAwards, SessionResults

EVENINGS = [
    {"session_id": str(number), "event": "cup", "date": dt.date(2025, 9, number), "kind": "pairs"} for number in (1, 2)
]


def report() -> Tables:
    """Three pairs on two evenings of an event, by two schemes; a federation gave the points of one player itself."""
    listed = [each for evening in "12" for each in results(60.0, 50.0, 50.0, session_id=evening)]
    seats = [each for evening in "12" for each in pairs(3, session_id=evening)]
    choices = [choice("club_points"), choice("ffb"), choice("ebu", of="event")]
    given: Tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    given |= in_warehouse(
        {
            "competitions": competitions(),
            "sessions": frame(Sessions, *EVENINGS),
            "entries": frame(Entries, *seats),
            "players": frame(Players, *({"player_id": f"1{seat}", "name": name} for seat, name in ("nA", "sB"))),
            "award_choices": frame(AwardChoices, *choices),
            "awards": frame(ImportedAwards, {"session_id": "1", "player_id": "1s", "scheme": "tbf", "points": 1.25}),
        }
    )
    given["scored.session_results"] = frame(SessionResults, *listed)
    for name in ("scored.event_results", "awards.points", "awards.totals"):
        del given[name]
    return report_tables(given | season_tables(given, ("awards.points", "awards.totals", "scored.event_results")))


def test_each_entrant_has_a_row_a_scheme_as_the_result_list_names_it() -> None:
    """By list, schemes in the order of the documentation and entrants by rank; what a player got alone has a row."""
    awarded = report()["award_points"].select("session_id", "field", "scheme", "rank", "names", "points")
    assert awarded.filter(pl.col("session_id") != "2").rows() == [
        ("cup", "", "ebu", "1", "A & B", 6.0),
        ("cup", "", "ebu", "2=", "2n & 2s", 0.0),
        ("cup", "", "ebu", "2=", "3n & 3s", 0.0),
        ("1", "A", "ffb", "1", "A & B", 55.56),
        ("1", "A", "ffb", "2=", "2n & 2s", 13.89),
        ("1", "A", "ffb", "2=", "3n & 3s", 13.89),
        ("1", "A", "club_points", "1", "A & B", 12.0),
        ("1", "A", "club_points", "2=", "2n & 2s", 1.0),
        ("1", "A", "club_points", "2=", "3n & 3s", 1.0),
        ("1", "A", "tbf", "1", "B", 1.25),
    ]


def test_totals_are_ranked_and_add_up_what_players_have() -> None:
    totals = report()["award_totals"].filter(scheme="ffb")
    assert totals["linked"].all()
    assert totals.select("rank", "name", "points").rows() == [
        *(("1=", name, 111.11) for name in "AB"),
        *(("3=", name, 27.78) for name in ("2n", "2s", "3n", "3s")),
    ]


def test_the_list_of_all_clubs_holds_everybody_by_season_scheme_and_rank() -> None:
    """Who has no name is listed by club and player."""
    facts = {"clubs": 1, "events": 1, "awarded": 1}
    rows = [
        {"season": season, "scheme": scheme, "person": person, "points": points, "rank": rank, **facts}
        for season, scheme, person, points, rank in (
            ("2024-25", "ffb", "x/1", 4.0, 1),
            ("2025-26", "club_points", "x/1", 3.0, 1),
            ("2025-26", "ffb", "x/2", 1.005, 2),
            ("2025-26", "ffb", "F7", 1.005, 2),
            ("2025-26", "ffb", "x/1", 2.0, 1),
        )
    ]
    people = frame(FederationAwards, *rows).with_columns(name=pl.when(person="F7").then(pl.lit("Ann")))
    assert federation_lists(people).select("season", "scheme", "rank", "name", "points").rows() == [
        ("2025-26", "ffb", "1", "x/1", 2.0),
        ("2025-26", "ffb", "2=", "x/2", 1.01),
        ("2025-26", "ffb", "2=", "Ann", 1.01),
        ("2025-26", "club_points", "1", "x/1", 3.0),
        ("2024-25", "ffb", "1", "x/1", 4.0),
    ]
