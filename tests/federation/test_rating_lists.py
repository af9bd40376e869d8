"""One rating list of several competitions equals that of one competition that has all their games."""

import datetime as dt
from pathlib import Path
from typing import Any, NamedTuple

import dataframely as dy
import polars as pl
from factories import Tables, frame
from hypothesis import given
from ratings.federations import FIRST_LIST, federations, listed, rules, seasons
from ratings.federations import given as ratings_of

from pipelines.cli import ratings as yearly
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from transforms.federation.rating_lists import federation_ratings, rating_doubts
from transforms.ratings import rating_lists
from transforms.ratings.yearly import with_list
from transforms.tables.federation import Federation, FederationPeople, Identities
from transforms.tables.federation_lists import FederationRatingList, FederationRatings, FederationRatingSeasons
from transforms.tables.schemas import Findings, Games, Players, Ratings, RatingSeasons

CLUBS = ("harbour", "lake", "cups")


class Made(NamedTuple):
    seasons: pl.DataFrame
    ratings: pl.DataFrame
    lists: pl.DataFrame


def made(tables: Tables, rating: dict[str, Any] | None, today: dt.date) -> Made:
    given = {name: tables[name] for name in ("games", "ratings", "players", "identities", "people")}
    found = federation_ratings(
        rating_seasons=tables["seasons"],
        federation=Federation(rating=rating),
        rating_table=rating_table(),
        today=today,
        **given,
    )
    collected = pl.collect_all(found)
    for schema, rows in zip((FederationRatingSeasons, FederationRatings, FederationRatingList), collected, strict=True):
        schema.validate(rows)
    return Made(*collected)


def apart(one: Tables) -> Tables:
    """The games of a competition handed out to clubs, of which each has ids of its own; all say `of = "federation"`."""
    people = one["players"]["player_id"].unique().sort().to_list()
    club = pl.Series([CLUBS[number % len(CLUBS)] for number in range(one["games"].height)], dtype=pl.String)
    own = {side: pl.lit(club).str.head(1) + pl.col(side) for side in ("player_id", "opponent_id")}
    named = ({"club": club, "player_id": f"{club[0]}{who}", "person": who} for who in people for club in CLUBS)
    in_club = {"club": pl.lit(CLUBS[0]), "player_id": CLUBS[0][0] + pl.col("player_id")}
    return {
        "games": Games.cast(one["games"].with_columns(club=club, **own)),
        "ratings": Ratings.cast(one["ratings"].with_columns(**in_club)),
        "players": Players.cast(one["players"].with_columns(**in_club)),
        "seasons": RatingSeasons.cast(
            pl.concat(one["seasons"].with_columns(club=pl.lit(club), rated_in=pl.lit("federation")) for club in CLUBS)
        ),
        "identities": frame(Identities, *({**one, "why": "number"} for one in named)),
        "people": frame(FederationPeople, *({"person": who, "clubs": 3, "ids": "-", "why": "id"} for who in people)),
    }


TODAY = dt.date(FIRST_LIST + 2, 9, 1)
_NO_RULES = ("club", "competition", "season", "system", "start", "list_date", "games_from", "rated_in")


def rating_of(of: dy.DataFrame[RatingSeasons]) -> dict[str, Any]:
    """`[rating]` of federation.toml with the rules of these seasons."""
    row = of.row(0, named=True)
    kept = {name: value for name, value in row.items() if name not in _NO_RULES}
    return {"system": row["system"], "rules": {"list_day": "06-30", **kept}}


@given(federations(most=1))
def test_the_list_equals_that_of_one_competition_with_all_games(one: Tables) -> None:
    found = made(apart(one), rating_of(one["seasons"]), TODAY)
    if found.seasons.is_empty():
        assert one["games"].filter(pl.col("date") <= TODAY).is_empty()
        return
    of_one = {"club": one["seasons"]["club"][0], "competition": "evening", "rated_in": "competition"}
    of = RatingSeasons.cast(found.seasons.with_columns(**{name: pl.lit(word) for name, word in of_one.items()}))
    alone = listed({**one, "seasons": with_list(of, TODAY)})
    assert found.ratings.equals(alone.rename({"player_id": "person"}).select(found.ratings.columns))
    printed = rating_lists(alone, one["players"], of).collect()
    assert found.lists.equals(printed.rename({"player_id": "person"}).select(found.lists.columns))


def played(*rows: tuple[str, str, str, float]) -> Tables:
    """Games of ladders in clubs. The ids `h1` of harbour and `l1` of lake are one person."""
    games = [
        {"club": club, "game_id": f"{number}", "date": dt.date(FIRST_LIST + 1, 2, 1)}
        | {"player_id": one, "opponent_id": other, "points": points, "opponent_points": 2 - points}
        for number, (club, one, other, points) in enumerate(rows)
    ]
    ids = sorted({(club, who) for club, *both, _ in rows for who in both})
    of_clubs = [
        seasons(club=club).with_columns(rated_in=pl.lit("competition" if club == "inland" else "federation"))
        for club in ("harbour", "lake", "inland")
    ]
    person = {"l1": "h1"}
    return {
        "games": frame(Games, *games),
        "ratings": ratings_of("harbour", h1=(1400, 126), h2=(1500, 126)),
        "players": frame(Players, *({"club": club, "player_id": who} for club, who in ids)),
        "seasons": RatingSeasons.cast(pl.concat(of_clubs)),
        "identities": frame(
            Identities,
            *({"club": c, "player_id": who, "person": person.get(who, who), "why": "club"} for c, who in ids),
        ),
        "people": frame(FederationPeople, {"person": "h1", "name": "Ann", "clubs": 2, "ids": "-", "why": "number"}),
    }


KNDB = {"system": "kndb", "rules": rules().model_dump()}


def test_games_of_other_competitions_and_of_a_person_with_himself_are_left_out() -> None:
    tables = played(
        ("harbour", "h1", "h2", 2.0), ("lake", "l1", "l2", 2.0), ("lake", "l1", "h1", 2.0), ("inland", "i1", "i2", 2.0)
    )
    tables["identities"] = pl.concat([tables["identities"].remove(player_id="h1"), hers("harbour"), hers("lake")])
    found = made(tables, KNDB, TODAY)
    assert dict(found.ratings.filter(season="1996-97").select("person", "played").iter_rows()) == {
        "h1": 2,
        "h2": 1,
        "l2": 1,
    }
    assert found.seasons["season"].to_list() == ["1996-97", "1997-98", "1998-99"]
    assert found.ratings["season"].unique().sort().to_list() == ["1996-97", "1997-98"]
    assert found.lists.filter(person="h1")["name"].unique().to_list() == ["Ann"]
    assert made(tables, None, TODAY).seasons.is_empty()
    assert doubts(tables) == [("federation.oneself", "h1")]


def doubts(tables: Tables) -> list[tuple[str, str]]:
    """The findings about its games and ratings: code and value."""
    found = pl.concat(
        rating_doubts(tables["games"], tables["ratings"], tables["seasons"], tables["identities"])
    ).collect()
    return Findings.validate(found).select("code", "value").rows()


def hers(club: str) -> dy.DataFrame[Identities]:
    return frame(Identities, {"club": club, "player_id": "h1", "person": "h1", "why": "club"})


def test_of_two_ratings_of_a_person_that_of_the_first_club_counts() -> None:
    tables = played(("harbour", "h1", "h2", 1.0), ("lake", "l1", "l2", 1.0))
    both = pl.concat([ratings_of("lake", l1=(1300, 126)), tables["ratings"]])
    found = made(tables | {"ratings": Ratings.cast(both)}, KNDB, TODAY)
    assert found.ratings.filter(person="h1")["rating_before"][0] == 1400
    assert doubts(tables | {"ratings": Ratings.cast(both)}) == [("federation.two_ratings", "1300.0")]


def test_a_game_in_two_competitions_is_reported_where_it_is_the_second_time() -> None:
    tables = played(("harbour", "h1", "h2", 2.0), ("lake", "l3", "l1", 0.0), ("lake", "l1", "l3", 0.0))
    same = pl.when(player_id="l3").then(pl.lit("h2")).otherwise("person")
    tables["identities"] = Identities.cast(tables["identities"].with_columns(person=same))
    assert doubts(tables) == [("federation.game_twice", "1")]


def test_ratings_without_a_competition_are_those_of_the_federation(tmp_path: Path) -> None:
    tables = played(("harbour", "h1", "h2", 2.0), ("lake", "l1", "l2", 2.0))
    found = made(tables, KNDB, TODAY)
    stored = {"raw.games": tables["games"], "raw.ratings": tables["ratings"], "raw.rating_seasons": tables["seasons"]}
    stored |= {f"federation.{name}": tables[name] for name in ("identities", "people")}
    stored |= dict(
        zip(("federation.rating_seasons", "federation.ratings", "federation.rating_list"), found, strict=True)
    )
    with Warehouse(tmp_path / "warehouse.duckdb") as warehouse:
        for name, rows in {**stored, "raw.players": tables["players"]}.items():
            warehouse.write(name, rows)
    last = yearly.ratings(tmp_path / "warehouse.duckdb", None, None, "alphabetical")
    assert last.rows.select("person", "interim").rows() == [(who, False) for who in ("h1", "h2", "l2")]
    autumn = yearly.ratings(tmp_path / "warehouse.duckdb", None, dt.date(FIRST_LIST + 1, 2, 2), "alphabetical")
    assert autumn.rows.select("person", "interim").rows() == [(who, True) for who in ("h1", "h2", "l2")]
