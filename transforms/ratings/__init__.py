"""Yearly Elo ratings as a federation computes them: all of a season's games at once, against frozen ratings.

Source: Jan Masselink, KNDB-rating (Het Damspel), for the rules of the KNDB; those of other systems differ in
numbers only. `intake` numbers players and seasons, `rules` makes whole numbers of the rules, `season` rates one
season, `unrated` solves for newcomers who met newcomers, `standing` keeps what the next season needs, `rows` makes
the table of it, `lists` prints.
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.ratings.intake import Intake
from transforms.ratings.lists import rating_lists
from transforms.ratings.rows import rows
from transforms.ratings.rules import Rules
from transforms.ratings.season import rated_season
from transforms.ratings.standing import Standing
from transforms.tables import Elo, Frame, Games, Players, Ratings, RatingSeasons
from transforms.tables.filling import filled

__all__ = ["elo", "rate", "rating_lists"]


def elo(games: Frame, ratings: Frame, players: Frame, seasons: Frame, table: pl.DataFrame) -> pl.LazyFrame:
    """Rate any number of seasons of any number of competitions, each season from the list before.

    Rated players with enough games at the start of a season are rated by norms: the old rating, and K for each
    point more than the ratings of the opponents made likely. The others are rated by performance, over all their
    games: the mean of the opponents' ratings, frozen when they met, and the difference that belongs to the
    percentage scored. An opponent who had no rating counts with the first that he gets; of this season, all of
    them are solved together.

    Args:
        games: `Games`, of 2 points each. Left out: games in no season, and of somebody not known.
        ratings: `Ratings`; of each player the last one up to the start of the first season counts.
        players: `Players`: everybody who can be rated, beside those of `ratings`.
        seasons: `RatingSeasons`.
        table: `RatingTable`.

    Returns:
        `Elo`, sorted by key: a row for everybody with a rating, and for those who played and have none.
    """
    intake = Intake.of(games, ratings, players, seasons)
    standing = Standing.before(intake.given)
    rules, lookup = Rules.of(intake.season_facts), lookups(table)
    lists = [rated_season(season, standing, intake.federation, rules, lookup) for season in intake.seasons]
    return rows(lists, intake) if lists else Elo.create_empty(lazy=True)


def rate(
    games: pl.DataFrame | pl.LazyFrame, ratings: Mapping[str, float], table: pl.DataFrame, **rules: object
) -> dy.DataFrame[Elo]:
    """Rate the players of one season by its games.

    Args:
        games: a row a game: `player_id`, `opponent_id` and `points` of the first (2 for a win, 1 for a draw).
        ratings: player -> rating at the start. Players without one get their first from these games.
        table: `RatingTable`, as `pipelines.settings.ratings.rating_table` reads it.
        rules: rules (columns of `RatingSeasons`) that differ from those of the KNDB.

    Returns:
        `Elo`: a row for everybody with a rating, and for those who played and have none.

    Raises:
        ValueError: a column or rule does not exist, is missing, or has a value that cannot be; the message names it.

    >>> import polars as pl
    >>> from pipelines.settings.ratings import rating_table
    >>> from transforms import ratings
    >>> games = pl.DataFrame({"player_id": ["ann", "ann"], "opponent_id": ["bob", "cy"], "points": [2, 1]})
    >>> found = ratings.rate(games, {"ann": 1200, "bob": 1200, "cy": 1300}, rating_table())
    >>> found.select("player_id", "points", "norm", "change", "rating").rows()[0]
    ('ann', 3.0, 1.72, 13, 1213)
    """
    played = games.lazy().with_row_index("game_id").collect()
    people = {*played["player_id"], *played["opponent_id"], *ratings}
    list_before = pl.DataFrame({"player_id": list(ratings), "rating": list(ratings.values())})
    return Elo.validate(
        elo(
            filled(Games, played, opponent_points=2 - pl.col("points")),
            filled(Ratings, list_before),
            filled(Players, pl.DataFrame({"player_id": sorted(people)})),
            filled(RatingSeasons, pl.DataFrame({"season": ["-"]}), **rules),
            table,
        ).collect()
    )
