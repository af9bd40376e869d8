"""Yearly Elo ratings as a federation computes them: all of a season's games at once, against frozen ratings.

Source: Jan Masselink, KNDB-rating (Het Damspel), for the rules of the KNDB; those of other systems differ in
numbers only. `intake` numbers players and seasons, `rules` makes whole numbers of the rules, `season` rates one
season, `unrated` solves for newcomers who met newcomers, `standing` keeps what the next season needs, `rows` makes
the table of it, `lists` prints.
"""

import polars as pl

from transforms.ratings.arithmetic import lookups
from transforms.ratings.intake import Intake
from transforms.ratings.lists import rating_lists
from transforms.ratings.rows import rows
from transforms.ratings.rules import Rules
from transforms.ratings.season import rated_season
from transforms.ratings.standing import Standing
from transforms.tables import Elo, Frame

__all__ = ["elo", "rating_lists"]


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
