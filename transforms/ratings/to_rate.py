"""What a competition rates: its players by their games, or its teams by their matches."""

import dataframely as dy
import polars as pl

from transforms.ratings.matches import match_games, teams
from transforms.tables.schemas import CLUB, Frame, Games, MatchResults, Players, RatingSeasons, Sessions


def to_rate(
    games: Frame[Games],
    players: Frame[Players],
    match_results: Frame[MatchResults],
    sessions: Frame[Sessions],
    *,
    seasons: Frame[RatingSeasons],
) -> tuple[dy.LazyFrame[Games], dy.LazyFrame[Players]]:
    """The games that are rated, and everybody who can be rated.

    Args:
        games: `Games`.
        players: `Players`.
        match_results: `MatchResults`, of all seasons.
        sessions: `Sessions`, of all seasons.
        seasons: `RatingSeasons`; `games_from` says whether games or matches are rated.

    Returns:
        `Games` and `Players` of the competitions with rating seasons; a team is a player, `team-1`.
    """
    by_games, by_matches = (
        seasons.lazy().filter(games_from=word).select(CLUB).unique() for word in ("games", "matches")
    )
    of_teams = Games.cast(match_games(match_results, sessions).join(by_matches, on=CLUB, how="semi")).collect()
    return (
        Games.cast(pl.concat([games.lazy().join(by_games, on=CLUB, how="semi"), of_teams.lazy()])),
        Players.cast(pl.concat([players.lazy().join(by_games, on=CLUB, how="semi"), teams(of_teams, players)])),
    )
