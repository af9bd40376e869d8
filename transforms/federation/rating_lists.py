"""The rating list of the federation: the games of several competitions together, by person.

The rows of the competitions are relabelled as rows of one, so that the transforms of yearly ratings rate them, and the
list equals that of one competition with all these games.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any, NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.ratings.rated_season import elo
from transforms.ratings.seasons import Played, Rated, rating_years
from transforms.ratings.yearly import rating_lists, with_list
from transforms.tables.arithmetic.as_shown import in_short
from transforms.tables.federation import Federation, FederationPeople, Identities
from transforms.tables.federation_lists import FederationRatingList, FederationRatings, FederationRatingSeasons
from transforms.tables.phrases import phrase
from transforms.tables.schemas import (
    CLUB,
    Competitions,
    Findings,
    Frame,
    Games,
    Players,
    Ratings,
    RatingSeasons,
    Sessions,
)
from transforms.tables.shared import in_shape

ALL = "federation"
"""The club and the competition of relabelled rows."""
_ONESELF = (
    "this id and {player_id} belong to one person, so the game does not count in the list of the federation: correct "
    "an id; or, if they are different people, write both below [[person]] in federation.toml: "
    'distinct = ["CLUB/ID", ...]'
)
_TWICE = (
    "{first} has a game with the same day, people and points, and both count in the list of the federation: if they "
    "are the same game, delete it from one of the two"
)
_TWO_RATINGS = (
    "{first} gives this person {rating_there} on the same day (such people in this file: {people}), and the list of "
    "the federation starts from that: correct one of them"
)
_ONE = {name: pl.lit(ALL) for name in CLUB}


class FederationLists(NamedTuple):
    """The rating seasons of the federation up to now, and the ratings and lists of those that are over."""

    seasons: dy.LazyFrame[FederationRatingSeasons]
    ratings: dy.LazyFrame[FederationRatings]
    lists: dy.LazyFrame[FederationRatingList]


class Together(NamedTuple):
    """What the federation rates, as rows of one competition with people as players."""

    games: dy.DataFrame[Games]
    ratings: dy.DataFrame[Ratings]
    players: dy.DataFrame[Players]

    def seasons(self, rating: Mapping[str, Any], today: dt.date) -> dy.DataFrame[RatingSeasons]:
        """Return the seasons from the first game up to the current one, with these rules of `[rating]`."""
        others = [of.create_empty() for of in (Sessions, Competitions)]
        rated = Rated(ALL, ALL, {**rating, "games": "games"})
        return in_shape(RatingSeasons, rating_years([rated], Played(self.games, self.ratings, *others), today))


def federation_ratings(
    games: Frame[Games],
    ratings: Frame[Ratings],
    players: Frame[Players],
    rating_seasons: Frame[RatingSeasons],
    *,
    identities: Frame[Identities],
    people: Frame[FederationPeople],
    federation: Federation,
    rating_table: pl.DataFrame,
    today: dt.date,
) -> FederationLists:
    """Rate all people by the games of the competitions that say `of = "federation"`, by `[rating]` of federation.toml.

    Without `[rating]` in federation.toml there is no list.
    """
    if federation.rating is None:
        return FederationLists(
            FederationRatingSeasons.create_empty(lazy=True),
            FederationRatings.create_empty(lazy=True),
            FederationRatingList.create_empty(lazy=True),
        )
    one = together(games, ratings, players, rating_seasons, identities=identities, people=people)
    seasons = one.seasons(federation.rating, today)
    made = elo(one.games, one.ratings, one.players, with_list(seasons, today), rating_table).collect()
    person = {"player_id": "person"}
    return FederationLists(
        in_shape(FederationRatingSeasons, seasons.lazy()),
        in_shape(FederationRatings, made.lazy().rename(person)),
        in_shape(FederationRatingList, rating_lists(made, one.players, seasons).rename(person)),
    )


def together(
    games: Frame[Games],
    ratings: Frame[Ratings],
    players: Frame[Players],
    rating_seasons: Frame[RatingSeasons],
    *,
    identities: Frame[Identities],
    people: Frame[FederationPeople],
) -> Together:
    """Return the games that count for the federation, the ratings to start from, and everybody who may be rated.

    A game of a person with himself, under two ids, is left out. Of two ratings of one person on one day, that of the
    first club and competition in alphabetical order counts.
    """
    counts, person = _that_count(rating_seasons), identities.lazy().select("club", "player_id", "person")
    of_games = _by_person(_by_person(games.lazy().join(counts, on=CLUB, how="semi"), person), person, "opponent_id")
    played = (
        of_games.filter(pl.col("player_id") != pl.col("opponent_id"))
        .with_columns(game_id=phrase("{}/{}/{}", *CLUB, "game_id"), **_ONE)
        .sort("game_id")
    )
    given = (
        _by_person(ratings.lazy().join(counts, on=CLUB, how="semi").sort(*CLUB, "list_date", "player_id"), person)
        .unique(["list_date", "player_id"], keep="first", maintain_order=True)
        .with_columns(**_ONE)
    )
    facts = ("member", "nationality", "birth_year")
    about = (
        _by_person(players.lazy().join(counts, on=CLUB, how="semi").sort(*CLUB, "player_id"), person)
        .group_by("player_id")
        .agg(pl.col("member").max(), *(pl.col(name).drop_nulls().first() for name in facts[1:]))
    )
    in_games = [played.select(player_id=side) for side in ("player_id", "opponent_id")]
    everybody = (
        pl.concat([*in_games, given.select("player_id"), about.select("player_id")])
        .unique()
        .join(about, on="player_id", how="left")
        .join(people.lazy().select("name", player_id="person"), on="player_id", how="left")
        .with_columns(**_ONE)
        .sort("player_id")
    )
    no_rows = Players.create_empty(lazy=True)
    of_one, start_from, known = pl.collect_all(
        [in_shape(Games, played), in_shape(Ratings, given), pl.concat([no_rows, everybody], how="diagonal")]
    )
    return Together(in_shape(Games, of_one), in_shape(Ratings, start_from), in_shape(Players, known))


def rating_doubts(
    games: Frame[Games], ratings: Frame[Ratings], rating_seasons: Frame[RatingSeasons], identities: Frame[Identities]
) -> list[dy.LazyFrame[Findings]]:
    """Return the findings about games and ratings that count for the federation, each at its file and line."""
    counts, person = _that_count(rating_seasons), identities.lazy().select("club", "player_id", "person")
    rows = games.lazy().join(counts, on=CLUB, how="semi").with_columns(one="player_id", other="opponent_id")
    played = _by_person(_by_person(rows, person, "one"), person, "other")
    in_order = pl.col("one") < pl.col("other")
    game = ("date", "lower", "higher", "points_of_lower")
    place = phrase("{}/{}", *CLUB)
    sided = played.with_columns(
        place=place,
        lower=pl.min_horizontal("one", "other"),
        higher=pl.max_horizontal("one", "other"),
        points_of_lower=pl.when(in_order).then("points").otherwise("opponent_points"),
    ).with_columns(first=pl.col("place").min().over(game))
    given = _by_person(ratings.lazy().join(counts, on=CLUB, how="semi").with_columns(one="player_id"), person, "one")
    of_day = ("list_date", "one")
    first = pl.col("rating").sort_by("place", "player_id").first().over(of_day)
    listed = given.with_columns(place=place).with_columns(
        first=pl.col("place").min().over(of_day), rating_there=in_short(first), differs=pl.col("rating") != first
    )
    of_file = (*CLUB, "file_id", "first")
    differing = listed.filter("differs").sort(*CLUB, "file_id", "line_no").with_columns(people=pl.len().over(of_file))
    return [
        warning_on(
            played.filter(pl.col("one") == pl.col("other")), "federation.oneself", _ONESELF, field="opponent_id"
        ),
        warning_on(sided.filter(pl.col("place") != pl.col("first")), "federation.game_twice", _TWICE, field="game_id"),
        warning_on(
            differing.unique(of_file, keep="first", maintain_order=True),
            "federation.two_ratings",
            _TWO_RATINGS,
            field="rating",
        ),
    ]


def _that_count(rating_seasons: Frame[RatingSeasons]) -> pl.LazyFrame:
    return rating_seasons.lazy().filter(rated_in="federation").select(CLUB).unique()


def _by_person(rows: pl.LazyFrame, person: pl.LazyFrame, column: str = "player_id") -> pl.LazyFrame:
    """Return rows with the person in place of an id; an id that nobody has stays, with its club in front."""
    named = person.rename({"player_id": column})
    unknown = phrase("{}/{}", "club", column)
    return (
        rows.join(named, on=("club", column), how="left", maintain_order="left")
        .with_columns(pl.coalesce("person", unknown).alias(column))
        .drop("person")
    )
