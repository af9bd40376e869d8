"""From which ranking each player starts a season, and where that is from.

Source: the club ranking's chapters on the season ("meestal gebaseerd op de slotstand van het afgelopen seizoen") and on
rankings of players: the substitute ranking stands in for sessions not yet played. A club takes it from the final
standing of the season before, or estimates it.
"""

import dataframely as dy
import polars as pl

from transforms.rankings.rankings import last_rankings
from transforms.rankings.rolling import substitute_rankings
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    PLAYER,
    Competitions,
    Frame,
    PlayerRankings,
    Players,
    StartingRankings,
)
from transforms.tables.shared import in_shape


def starting_rankings(
    player_rankings: Frame[PlayerRankings], players: Frame[Players], competitions: Frame[Competitions]
) -> dy.LazyFrame[StartingRankings]:
    """The substitute ranking of every player in every season played, in the shape of `StartingRankings`.

    Where seasons hand their rankings on (`hand_on`), it is the player's final ranking of the last season that he or she
    played: of an earlier one, then, for who stayed away for a season. Only who has none starts from the own number in
    the table of players, or else from that of the competition: the table of players knows no seasons, so a number there
    may be older than any ranking.
    """
    last = last_rankings(player_rankings)
    with_season = last.join(competitions.lazy().select(*COMPETITION, "start"), on=COMPETITION)
    before = {
        name: pl.col(column).shift(1).over(*CLUB, "player_id", order_by="start")
        for name, column in (("season_before", "season"), ("handed_on", "ranking"))
    }
    heirs = with_season.select(*PLAYER, **before)
    own = players.lazy().select(*CLUB, "player_id", own="substitute_ranking")
    is_heir = pl.col("hand_on") & pl.col("season_before").is_not_null()
    return in_shape(
        StartingRankings,
        substitute_rankings(heirs, players, competitions)
        .join(own, on=[*CLUB, "player_id"], how="left")
        .with_columns(
            origin=pl.when(is_heir)
            .then(pl.lit("season"))
            .when(pl.col("own").is_not_null())
            .then(pl.lit("player"))
            .otherwise(pl.lit("competition")),
            substitute_ranking=pl.when(is_heir).then("handed_on").otherwise("substitute_ranking"),
            season_before=pl.when(is_heir).then("season_before"),
        )
        .sort(PLAYER),
    )
