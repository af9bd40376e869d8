"""The tables of pages: their order, places, rounding, and who came."""

import polars as pl
import pytest
from each import cases
from factories import Tables, frame
from reports.reading import report

from pipelines.reports.downloads import to_download
from pipelines.reports.pages.session import OF_EVENINGS
from pipelines.reports.tables.columns import evening_tables, report_tables
from transforms.explanation import words
from transforms.tables import schemas
from transforms.tables.schemas import OF_ALL_CLUBS, MatchResults, SessionResults


def rankings(*rows: tuple[str, str, float]) -> pl.DataFrame:
    after = ({"player_id": p, "session_id": s, "ranking": r, "sessions_counted": 1} for p, s, r in rows)
    return frame(schemas.PlayerRankings, *after)


def test_players_stand_in_order_of_their_last_ranking_and_share_places() -> None:
    rows = [("ann", "1", 80.0), ("bob", "1", 90.0), ("bob", "2", 85.0), ("cas", "2", 85.0), ("dee", "1", 99.9)]
    standing = report(rankings_player_rankings=rankings(*rows))["player_ranking"]
    assert standing.select("rank", "player_id", "ranking", "change", "sessions").rows() == [
        ("1", "dee", 99.9, None, 1),
        ("2=", "bob", 85.0, -5.0, 2),
        ("2=", "cas", 85.0, None, 1),
        ("4", "ann", 80.0, None, 1),
    ]


def test_places_are_gained_and_lost_by_the_last_session_also_by_those_who_were_not_there() -> None:
    rows = [("ann", "1", 80.0), ("bob", "1", 70.0), ("dee", "1", 60.0), ("bob", "2", 90.0), ("cas", "2", 75.0)]
    standing = report(rankings_player_rankings=rankings(*rows))["player_ranking"]
    assert standing.select("rank", "player_id", "places", "change", "in_last").rows() == [
        ("1", "bob", 1, 20.0, True),
        ("2", "ann", -1, None, False),
        ("3", "cas", None, None, True),
        ("4", "dee", -1, None, False),
    ]


def test_who_is_not_eligible_stands_below_the_nearest_first() -> None:
    players = {"ann": (90.0, None, 2), "bob": (60.0, 2, 0), "cas": (70.0, 1, 0), "dee": (50.0, None, 1)}
    rows = (
        {"player_id": who, "played": 5 - needed, "average": average, "eligible": not needed, "rank": rank}
        | {"sessions_needed": needed, "counted": 0, "dropped": 0}
        for who, (average, rank, needed) in (players | {"eve": (95.0, None, 2)}).items()
    )
    shown = report(championships_individual=frame(schemas.IndividualChampionship, *rows))["individual_championship"]
    in_order = [("1", "cas"), ("2", "bob"), *((None, who) for who in ("dee", "eve", "ann"))]
    assert shown.select("rank", "player_id").rows() == in_order


def all_tables(warehouse: Tables) -> Tables:
    report = report_tables(warehouse)
    return {**report, **evening_tables(report)}


def test_one_competition_at_a_time_gives_the_same_as_all_at_once(season: Tables) -> None:
    together = all_tables(season)
    for (club,), _ in season["raw.competitions"].group_by("club"):
        of_club = {
            name: table.filter(club=club)
            for name, table in season.items()
            if name not in OF_ALL_CLUBS and "club" in table.columns
        }
        apart = all_tables(of_club)
        for name, table in together.items():
            assert table.filter(pl.col("club") == club).equals(apart[name]), name


def test_a_session_at_a_time_gives_the_same_as_all_at_once(season_with_hands: Tables) -> None:
    report = report_tables(season_with_hands)
    together = evening_tables(report)
    for session in report["sessions"]["session_id"].unique().sort().gather_every(7):
        apart = evening_tables(
            {name: report[name].filter(session_id=session) for name in OF_EVENINGS if name in report}
        )
        for name, table in together.items():
            assert table.filter(session_id=session).equals(apart[name]), name
        assert not apart["lines"].is_empty()


@pytest.mark.parametrize("shuffled", [1, 2])
def test_the_order_of_the_rows_makes_no_difference(season: Tables, shuffled: int) -> None:
    expected = all_tables(season)
    mixed = {name: table.sample(fraction=1, shuffle=True, seed=shuffled) for name, table in season.items()}
    for name, table in all_tables(mixed).items():
        assert table.equals(expected[name]), name


@cases(
    (1 / 3, 6.0, 5.6, 94.4),  # 5.56 and 94.44; of 0.33 and 5.67 it would be 5.5 and 94.5
    (47 / 3, 18.0, 87.0, 13.0),  # 87.04 and 12.96; of 15.67 it would be 87.1
    (0.5, 8.0, 6.3, 93.8),  # halves away from zero: 6.25 and 93.75,
)
def test_the_share_of_a_board(points: float, top: float, ns: float, ew: float) -> None:
    line = {"board": 1, "ns": "1", "ew": "2", "ns_points": points, "ew_points": top - points}
    sheet = frame(schemas.ControlSheet, line)
    board = frame(schemas.Boards, {"board": 1, "results": 1, "top": top, "balanced": True})
    shown = report(scored_control_sheet=sheet, scored_boards=board)["control_sheet"]
    assert shown.select("ns_share", "ew_share").row(0) == (ns, ew)


def test_explained_points_have_two_decimals_and_their_sentences_the_exact_ones() -> None:
    """80 less 63.335, shown as 63.34, is 16.67 (halves away from zero); of the rounded number it would be 16.66."""
    earned = {"player_id": "ann", "entrant": "1", "points": 63.335, "score": 38.751125, "high": 100.0, "low": 60.0}
    played = frame(schemas.RankingPoints, {**earned, "middle": 80.0})
    results = frame(schemas.SessionResults, {"entrant": "1", "score": 38.751125, "rank": 1})
    tables = report(
        rankings_ranking_points=played, scored_session_results=results, raw_sessions=frame(schemas.Sessions, {}),
        raw_entries=frame(schemas.Entries, {"player_id": "ann", "entrant": "1"}),
    )  # fmt: skip
    [row] = tables["explained_points"].to_dicts()
    assert [row[name] for name in ("score", "best", "worst")] == [38.75, 38.75, 38.75]
    assert "16.67 less" in words.points({**row, **row["exact"]})


def test_columns_for_pages_are_in_no_download() -> None:
    tables = {f"report.{name}": table for name, table in report().items()}
    only_pages = {"exact_score", "ns_share", "ew_share", "of_fair", "exact"}
    assert only_pages <= {column for table in tables.values() for column in table.columns}
    assert not only_pages & {column for table in to_download(tables).values() for column in table.columns}


def test_who_has_no_result_where_others_of_the_line_have_one_did_not_come() -> None:
    of_pairs = [
        {"entrant": "1", "boards": 8, "points": 9.0},
        {"entrant": "2", "boards": 0},
        {"entrant": "3", "boards": 0, "points": 15.0},
        {"entrant": "4", "boards": 2, "points": 1.0, "is_nobody": True},
        *({"line": "B", "field": "B", "entrant": entrant, "boards": 0} for entrant in "12"),
    ]
    shown = report(scored_session_results=frame(SessionResults, *of_pairs))["session_results"]
    came = {(row["line"], row["entrant"]): row["came"] for row in shown.to_dicts()}
    assert {who for who in came if came[who]} == {("A", "1"), ("A", "3"), ("B", "1"), ("B", "2")}


def test_a_match_without_known_boards_was_played() -> None:
    teams = frame(SessionResults, *({"entrant": team, "boards": 0, "scoring": "imps"} for team in "123"))
    match = frame(MatchResults, *({"team": one, "opponent": other} for one, other in ("12", "21")))
    shown = report(scored_session_results=teams, scored_match_results=match)["session_results"]
    assert dict(shown.select("entrant", "came").iter_rows()) == {"1": True, "2": True, "3": False}
