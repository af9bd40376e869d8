"""Teams that are rated, whose ids and names may hold those of members who are not shown."""

import polars as pl
import pytest
from factories import frame
from privacy.test_privacy import title, withheld

from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import Withheld, shown_to_all
from transforms.tables import WAREHOUSE, Elo, Entries, Partnerships, People, Players, RatingList, Sessions


def test_a_team_that_is_rated_has_the_number_in_place_of_the_name_in_every_table() -> None:
    rows = {
        "ratings.lists": {"player_id": "team-ZwaluwKow", "name": "Team ZwaluwKow", "list": "alphabetical"},
        "ratings.games": {"game_id": "a/1/A1/2-zwaluwkow", "player_id": "team-2", "opponent_id": "team-ZwaluwKow"},
        "raw.ratings": {"player_id": "ZwaluwKow"},
        "published.corrections": {"kind": "ratings", "player_id": "team-ZwaluwKow"},
        "published.past_corrections": {"kind": "ratings", "player_id": "ZwaluwKow"},
        "published.ratings": {"player_id": "ZwaluwKow"},
        "raw.players": {"player_id": "team-ZwaluwKow", "name": "Zwaluw & Kow"},
    }
    players = frame(Players, {"player_id": "77", "name": "Kees Zwaluw", "public": False}, rows["raw.players"])
    rated = pl.DataFrame({"club": players["club"][0], "player_id": "ZwaluwKow"})
    hides = Withheld(players, frame(People), Partnerships.create_empty(), None, rated)
    for name, row in rows.items():
        shown = hides.shown(name, frame(WAREHOUSE[name], row))
        told = " ".join(str(shown[column].item()) for column in row)
        assert "member-1" in told, name
        assert "zwaluw" not in told.lower(), name


def test_a_team_that_is_not_shown_leaves_the_word_team_to_the_others() -> None:
    left = {"player_id": "team-Falcons", "public": False}
    assert title("Falcons win the cup of every team", left, {"player_id": "team-Herons"}) == (
        "member-1 win the cup of every team"
    )


def test_a_team_that_is_not_shown_is_found_by_its_whole_id_and_not_by_a_short_number() -> None:
    for name in ("Falcons2", "De Valken 2", "12345"):
        assert (
            title(f"Final, won by {name}", {"player_id": f"team-{name}", "public": False}) == "Final, won by member-1"
        )
    left = {"player_id": "team-A1", "public": False}
    assert title("Final A1, won by team-A1", left) == "Final A1, won by member-1"
    game = frame(WAREHOUSE["ratings.games"], {"game_id": "c/1/A1/2-5", "player_id": "team-5", "opponent_id": "team-A1"})
    shown = withheld(left).shown("ratings.games", game)
    assert shown.select("game_id", "player_id", "opponent_id").row(0) == ("c/1/A1/2-5", "team-5", "member-1")


@pytest.mark.parametrize("hidden", ["team-5", "77"])
def test_who_met_only_one_another_are_not_called_after_who_is_not_shown(hidden: str) -> None:
    rated = frame(Elo, {"player_id": hidden, "unlinked_group": hidden})
    shown = withheld({"player_id": hidden, "public": False}).shown("ratings.elo", rated)
    assert shown.select("player_id", "unlinked_group").row(0) == ("member-1", "member-1")


def test_two_teams_with_a_word_of_one_name_stay_two_in_every_table() -> None:
    ids = ["team-Elan", "team-Mia", "team-member-1", "team-Zed"]
    players = [{"player_id": "9", "name": "Mia Elan", "public": False}, *({"player_id": one} for one in ids)]
    hides = withheld(*players)
    names = ["team-member-1-2", "team-member-1-3", "team-member-1", "team-Zed"]
    for one, name in zip(ids, names, strict=True):
        row = {"player_id": one, "unlinked_group": one}
        shown = hides.shown("ratings.elo", frame(Elo, row))
        assert shown.select("player_id", "unlinked_group").row(0) == (name, name)
        game = frame(WAREHOUSE["ratings.games"], {"player_id": "team-Zed", "opponent_id": one})
        assert hides.shown("ratings.games", game)["opponent_id"].item() == name


def test_who_plays_is_no_team_where_teams_are_rated_now() -> None:
    hidden = {"player_id": "9", "name": "Mia Elan", "public": False}
    players = frame(
        Players, hidden, {"player_id": "12", "name": "Ann Elan"}, {"player_id": "Herons", "name": "Mia & Co"}
    )
    tables = {name: table.create_empty() for name, table in WAREHOUSE.items() if not name.startswith("operations.")}
    tables |= {
        "raw.players": players,
        "raw.rating_seasons": frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        "raw.ratings": frame(WAREHOUSE["raw.ratings"], {"player_id": "12"}, {"player_id": "Herons"}),
        "raw.entries": frame(Entries, {"player_id": "12"}),
        "raw.sessions": frame(Sessions, {"title": "Elan wins"}),
    }
    shown = shown_to_all(tables)
    assert set(shown["raw.players"]["name"]) == {A_MEMBER, "Ann Elan", "member-1 & Co"}
    assert shown["raw.sessions"]["title"].item() == "Elan wins"


def test_a_team_called_after_a_member_is_last_in_the_alphabet() -> None:
    of_list = {"list": "alphabetical", "rating": 1000}
    rows = [
        {**of_list, "position": place, "player_id": f"team-{word}", "name": f"Team {word}"}
        for place, word in enumerate(("Ann", "Elan", "Zed"), 1)
    ]
    left = {"player_id": "9", "name": "Mia Elan", "public": False}
    shown = withheld(left).shown("ratings.lists", frame(RatingList, *rows))
    assert shown.sort("position")["name"].to_list() == ["Team Ann", "Team Zed", "Team member-1"]
