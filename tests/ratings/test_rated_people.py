"""Who is named on the pages of ratings, and how."""

import polars as pl
from factories import frame
from ratings.federations import given
from reports.federation import CLUB, EVENING, warehouse

from pipelines.reports.tables.columns import rating_tables
from transforms.tables.ratings import Corrections
from transforms.tables.schemas import Players

TEAMS = ("team-1", "team-2", "team-3")


def test_a_team_that_is_rated_no_more_is_called_as_others_where_its_published_rating_was_another() -> None:
    made = warehouse([(0, "team-1", "team-2", 1.0)], given(CLUB, **dict.fromkeys(TEAMS[:2], (1500, 126))), names={})
    of_list = {"club": CLUB, "competition": EVENING, "recomputed": None}
    rated = made["raw.rating_seasons"].with_columns(games_from=pl.lit("matches"))
    corrected = frame(Corrections, *({**of_list, "player_id": team} for team in (*TEAMS, "team-5")))
    named = frame(Players, {"club": CLUB, "competition": EVENING, "player_id": "team-5", "name": "Falcons"})
    asked = {"raw.rating_seasons": rated, "ratings.corrections": corrected, "raw.players": named}
    shown = rating_tables(made | asked)["corrections"].sort("player_id")
    assert shown.select("name", "linked").rows() == [
        ("Team 1", True),
        ("Team 2", True),
        ("Team 3", False),
        ("Falcons", False),
    ]
