"""Teams that are rated, whose ids and names may hold those of members who are not shown."""

import datetime as dt

import polars as pl
import pytest
from factories import frame
from privacy.test_privacy import shown, title, withheld

from transforms.privacy.hidden_people import A_MEMBER
from transforms.privacy.withheld import Withheld
from transforms.tables.schemas import (
    WAREHOUSE,
    Elo,
    Entries,
    EventResults,
    MatchResults,
    Partnerships,
    People,
    Players,
    RatingList,
    Sessions,
)


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
    rated = players.head(1).select("club", "competition", player_id=pl.lit("ZwaluwKow"))
    hides = Withheld(players, frame(People), Partnerships.create_empty(), teams=rated)
    for name, row in rows.items():
        shown = hides.shown(name, frame(WAREHOUSE[name], row))
        text = " ".join(str(shown[column].item()) for column in row)
        assert "member-1" in text, name
        assert "zwaluw" not in text.lower(), name


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
    names = ["team-member-1b", "team-member-1c", "team-member-1", "team-Zed"]
    for one, name in zip(ids, names, strict=True):
        row = {"player_id": one, "unlinked_group": one}
        shown = hides.shown("ratings.elo", frame(Elo, row))
        assert shown.select("player_id", "unlinked_group").row(0) == (name, name)
        game = frame(WAREHOUSE["ratings.games"], {"player_id": "team-Zed", "opponent_id": one})
        assert hides.shown("ratings.games", game)["opponent_id"].item() == name


@pytest.mark.parametrize("turned", [False, True])
def test_two_teams_with_a_word_of_one_name_stay_two_in_sessions_and_ratings(turned: bool) -> None:
    """Zwaluw stands first in the files, whatever the order of the rows."""
    seated = [
        {"player_id": player, "entrant": team, "line_no": line}
        for line, (player, team) in enumerate([("1", "Zwaluw"), ("2", "Zwaluw"), ("3", "Kees"), ("4", "Jan")])
    ]
    rated = [{"player_id": f"team-{team}", "name": f"Team {team}", "list": "ranking"} for team in ("Kees", "Zwaluw")]
    given = {
        "raw_players": frame(Players, {"player_id": "9", "name": "Kees Zwaluw", "public": False}),
        "raw_entries": frame(Entries, *seated),
        "raw_rating_seasons": frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        "scored_match_results": frame(MatchResults, {"team": "Kees", "opponent": "Zwaluw"}),
        "scored_event_results": frame(EventResults, {"entrant": "Kees"}, {"entrant": "Zwaluw"}),
        "scored_doubts": frame(WAREHOUSE["scored.doubts"], {"first": "Zwaluw"}, {"first": "board 7: Kees - Zwaluw"}),
        "rankings_untold_lines": frame(WAREHOUSE["rankings.untold_lines"], {"entrants": "Jan, Kees, Zwaluw"}),
        "raw_results": frame(WAREHOUSE["raw.results"], {"ns": "Kees+Jan", "ew": "Zwaluw+5"}),
        "ratings_elo": frame(Elo, *({"player_id": row["player_id"]} for row in rated)),
        "ratings_lists": frame(RatingList, *rated),
    }
    tables = shown(**({name: table.reverse() for name, table in given.items()} if turned else given))
    of_entries = dict(tables["raw.entries"].select("player_id", "entrant").iter_rows())
    assert of_entries == {"1": "member-1", "2": "member-1", "3": "member-1b", "4": "Jan"}
    assert tables["scored.match_results"].select("team", "opponent").row(0) == ("member-1b", "member-1")
    assert set(tables["scored.event_results"]["entrant"]) == {"member-1", "member-1b"}
    assert set(tables["scored.doubts"]["first"]) == {"member-1", "board 7: member-1b - member-1"}
    assert tables["rankings.untold_lines"]["entrants"].item() == "Jan, member-1b, member-1"
    assert tables["raw.results"].select("ns", "ew").row(0) == ("member-1b+Jan", "member-1+5")
    assert set(tables["ratings.elo"]["player_id"]) == {"team-member-1", "team-member-1b"}
    assert set(tables["ratings.lists"].select("player_id", "name").iter_rows()) == {
        ("team-member-1", "Team member-1"),
        ("team-member-1b", "Team member-1b"),
    }


def test_the_order_of_the_rows_does_not_say_which_team_comes_first() -> None:
    players = [
        {"player_id": "9", "name": "Kees Zwaluw", "public": False, "line_no": 1},
        {"player_id": "team-Zwaluw", "line_no": 2},
        {"player_id": "team-Kees", "line_no": 3},
    ]
    row = frame(Elo, {"player_id": "team-Kees"})
    ways = [withheld(*rows).shown("ratings.elo", row)["player_id"].item() for rows in (players, players[::-1])]
    assert ways == ["team-member-1b"] * 2


def test_a_team_that_is_not_shown_leaves_another_order_of_its_words_alone() -> None:
    left = {"player_id": "team-A", "public": False}
    assert title("Line A, team 3; won by team A", left) == "Line A, team 3; won by member-1"


def test_an_old_player_is_no_team_where_teams_are_rated_now() -> None:
    """Nor is one in the games that were rated before; a team with the number of a player elsewhere is one."""
    players = [
        {"player_id": "9", "name": "Mia Elan", "public": False},
        {"player_id": "12", "name": "Ann Elan"},
        {"player_id": "13", "name": "Bob Elan"},
        {"player_id": "5", "name": "Mia & Co"},
        {"player_id": "5", "name": "Cor Bos", "competition": "elsewhere"},
    ]
    lists = WAREHOUSE["published.ratings"]
    before, now = dt.date(2024, 6, 30), dt.date(2025, 6, 30)
    tables = shown(
        raw_players=frame(Players, *players),
        raw_rating_seasons=frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        raw_entries=frame(Entries, {"player_id": "5", "competition": "elsewhere"}),
        raw_games=frame(WAREHOUSE["raw.games"], {"player_id": "13", "opponent_id": "12"}),
        raw_sessions=frame(Sessions, {"title": "Elan wins"}),
        published_ratings=frame(
            lists,
            {"player_id": "12", "list_date": before},
            *({"player_id": one, "list_date": now} for one in ("5", "13", "team-1")),
        ),
    )
    assert set(tables["raw.players"]["name"]) == {A_MEMBER, "Ann Elan", "Bob Elan", "member-1 & Co", "Cor Bos"}
    assert tables["raw.sessions"]["title"].item() == "Elan wins"


def test_a_team_on_a_list_without_ids_of_teams_gives_away_no_hidden_name() -> None:
    before, now = dt.date(2024, 6, 30), dt.date(2025, 6, 30)
    places = [(before, "ZwaluwKow"), (before, "Valken"), (now, "ZwaluwKow"), (now, "team-Zed")]
    tables = shown(
        raw_players=frame(
            Players,
            {"player_id": "9", "name": "Kees Zwaluw", "public": False},
            {"player_id": "7", "name": "Zwaluw en Kow"},
        ),
        raw_rating_seasons=frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        raw_ratings=frame(WAREHOUSE["raw.ratings"], {"player_id": "7"}),
        published_ratings=frame(
            WAREHOUSE["published.ratings"], *({"player_id": one, "list_date": day} for day, one in places)
        ),
    )
    assert sorted(tables["published.ratings"]["player_id"]) == ["Valken", "member-1Kow", "member-1Kow", "team-Zed"]
    assert "Zwaluw" not in str(tables["raw.players"]["name"].to_list())


def test_who_plays_is_no_team_where_teams_are_rated_now() -> None:
    hidden = {"player_id": "9", "name": "Mia Elan", "public": False}
    others = {"player_id": "12", "name": "Ann Elan"}, {"player_id": "Herons", "name": "Mia & Co"}
    tables = shown(
        raw_players=frame(Players, hidden, *others),
        raw_rating_seasons=frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        raw_ratings=frame(WAREHOUSE["raw.ratings"], *({"player_id": one} for one in ("12", "Herons", "team-1"))),
        raw_entries=frame(Entries, {"player_id": "12"}),
        raw_sessions=frame(Sessions, {"title": "Elan wins"}),
    )
    assert set(tables["raw.players"]["name"]) == {A_MEMBER, "Ann Elan", "member-1 & Co"}
    assert tables["raw.sessions"]["title"].item() == "Elan wins"


def test_a_team_called_after_a_member_is_last_in_the_alphabet() -> None:
    of_list = {"list": "alphabetical", "rating": 1000}
    rows = [
        {**of_list, "position": place, "player_id": f"team-{word}", "name": f"Team {word}"}
        for place, word in enumerate(("Ann", "Elan", "Zed"), 1)
    ]
    left = {"player_id": "9", "name": "Mia Elan", "public": False}
    shown = withheld(left).shown("ratings.lists", frame(RatingList, *rows))
    assert shown.sort("position")["name"].to_list() == ["Team Ann", "Team Zed", "Team member-1"]


@pytest.mark.parametrize("between", [" - ", ", ", "+", " & "])
def test_entrants_of_two_names_stay_two(between: str) -> None:
    teams = [f"{name}{between}Kow" for name in ("Kees", "Zwaluw")]
    tables = shown(
        raw_players=frame(Players, {"player_id": "9", "name": "Kees Zwaluw", "public": False}),
        raw_entries=frame(
            Entries, *({"player_id": str(line), "entrant": team, "line_no": line} for line, team in enumerate(teams))
        ),
        scored_match_results=frame(MatchResults, {"team": teams[0], "opponent": teams[1]}),
    )
    names = tables["raw.entries"].sort("line_no")["entrant"].to_list()
    assert len(set(names)) == 2
    assert tables["scored.match_results"].select("team", "opponent").row(0) == tuple(names)
    assert not any(name in text for name in ("Kees", "Zwaluw") for text in names)


def test_a_team_whose_id_begins_as_that_of_a_player_does_not_become_a_member() -> None:
    tables = shown(
        raw_players=frame(Players, {"player_id": "9", "name": "Kees Zwaluw", "public": False}),
        raw_rating_seasons=frame(WAREHOUSE["raw.rating_seasons"], {"games_from": "matches"}),
        raw_ratings=frame(WAREHOUSE["raw.ratings"], {"player_id": "Zwaluw"}, {"player_id": "9"}),
    )
    assert sorted(tables["raw.ratings"]["player_id"]) == ["member-1", "member-1b"]
