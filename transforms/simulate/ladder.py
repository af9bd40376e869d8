"""Two-player games for the yearly ratings: a ladder next to the evenings, games between clubs, and the first lists."""

import datetime as dt

import numpy as np
import polars as pl

from transforms.tables.phrases import phrase

FIRST_LIST = dt.date(2022, 6, 30)
SEASONS = 4

_PLAYERS = 24
_JOIN_LATER = 6
_HAS_COME_ON = 3
_ROUNDS = 16
_FIRST_ROUND_AFTER, _DAYS_BETWEEN = 77, 14
"""The number of days from the rating list to the first round, and between rounds."""
_PRESENT = 0.75
_DRAWN = 0.15
_GAMES_OF_GUESTS = 3
_TEAM = 8
INTERCLUB_ROUNDS = 4
"""How many other clubs a club meets in a year, if there are as many."""
_FEDERATION = "federation"
"""The club of the games between clubs."""

_MEAN, _POINTS_A_STRENGTH, _COME_ON = 1400, 130, 450
_LIST_ERROR = 40
_FEWEST_GAMES, _MOST_GAMES = 25, 200
_LOGISTIC = 400 / np.log(10)


def ladder(players: pl.DataFrame, random: np.random.Generator) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make up the games of a ladder for every club, and the rating list before them; members are taken by `place`."""
    strength = _as_rating()
    members = (
        players.filter(pl.col("place") < _PLAYERS)
        .sort("club_number", "place")
        .with_columns(joins=((pl.col("place") - (_PLAYERS - _JOIN_LATER)) // 2 + 1).clip(0))
        .with_columns(
            listed=strength, true=strength + pl.when(pl.col("place") == _HAS_COME_ON).then(_COME_ON).otherwise(0)
        )
    )
    guests = players.filter(~pl.col("member")).sort("club_number", "place").group_by("club_number", maintain_order=True)
    of_guests = (
        guests.head(2)
        .join(pl.DataFrame({"round": range(_GAMES_OF_GUESTS)}), how="cross", maintain_order="left_right")
        .with_columns(true=strength, year=pl.lit(SEASONS - 1, pl.Int64), table=pl.lit(_PLAYERS, pl.Int64))
    )
    games = _with_results(pl.concat([_meetings(members, random), _side_by_side(of_guests)]), random)
    listed = members.filter(joins=0)
    ratings = listed.with_columns(
        list_date=pl.lit(FIRST_LIST),
        rating=pl.col("listed") + pl.Series(random.normal(0, _LIST_ERROR, listed.height)).round(),
        games=pl.Series(random.integers(_FEWEST_GAMES, _MOST_GAMES, listed.height)),
    )
    return games, ratings


def between_clubs(
    players: pl.DataFrame, meetings: pl.DataFrame, competition: str, random: np.random.Generator
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Make up matches between the teams of clubs: the players and games of a competition of the federation.

    A team has the first members of a club who are on its first rating list; who plays in two clubs plays for the first.
    Ids of players are federation ids. Columns of `meetings`: round and table (from 1), ns and ew, the clubs (from 1);
    ew is null for a club without an opponent.
    """
    teams = (
        players.filter(pl.col("place") < _PLAYERS - _JOIN_LATER, ~pl.col("elsewhere"))
        .sort("club_number", "place")
        .with_columns(board=pl.int_range(pl.len()).over("club_number"))
        .filter(pl.col("board") < _TEAM)
        .with_columns(
            club=pl.lit(_FEDERATION),
            competition=pl.lit(competition),
            player_id=pl.col("federation_id"),
            true=_as_rating(),
        )
    )
    sides = meetings.drop_nulls("ew").unpivot(["ns", "ew"], index=["round", "table"], value_name="club_number")
    seated = (
        sides.with_columns(pl.col("club_number").cast(pl.Int64) - 1)
        .join(pl.DataFrame({"year": range(SEASONS)}), how="cross")
        .join(teams, on="club_number")
        .with_columns(
            club_number=pl.lit(0, pl.Int64),
            place=pl.col("club_number"),
            round=pl.col("round").cast(pl.Int64) - 1,
            table=(pl.col("table") - 1).cast(pl.Int64) * _TEAM + pl.col("board") + 1,
        )
    )
    games = _with_results(_side_by_side(seated), random)
    return teams, games.with_columns(event=phrase("Interclub {}", pl.col("event").str.tail(7)))


def _as_rating() -> pl.Expr:
    return (_MEAN + _POINTS_A_STRENGTH * pl.col("strength")).round()


def _meetings(members: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    rounds = pl.DataFrame({"year": range(SEASONS)}).join(pl.DataFrame({"round": range(_ROUNDS)}), how="cross")
    entered = members.join(rounds, how="cross", maintain_order="left_right")
    drawn = entered.with_columns(
        lot=pl.Series(random.random(entered.height)), present=pl.Series(random.random(entered.height) < _PRESENT)
    ).filter(pl.col("present"), pl.col("joins") <= pl.col("year"))
    in_round = ["club_number", "year", "round"]
    return _side_by_side(
        drawn.with_columns(place=pl.col("lot").rank("ordinal").over(in_round).cast(pl.Int64) - 1).with_columns(
            table=pl.col("place") // 2 + 1
        )
    )


def _side_by_side(seated: pl.DataFrame) -> pl.DataFrame:
    at_table = ["club_number", "year", "round", "table"]
    ids = ["club", "competition"]
    return (
        seated.sort(*at_table, "place")
        .group_by(at_table, maintain_order=True)
        .agg(
            pl.col(ids).first(),
            pl.len().alias("seats"),
            player_id=pl.col("player_id").first(),
            opponent_id=pl.col("player_id").last(),
            ahead=pl.col("true").first() - pl.col("true").last(),
        )
        .filter(pl.col("seats") == 2)
        .drop("seats")
    )


def _with_results(met: pl.DataFrame, random: np.random.Generator) -> pl.DataFrame:
    in_order = met.sort("club_number", "year", "round", "table")
    wins = 1 / (1 + np.exp(-in_order["ahead"].to_numpy() / _LOGISTIC))
    draws = random.random(in_order.height) < _DRAWN
    points = np.where(draws, 1, 2 * (random.random(in_order.height) < wins))
    first_year = FIRST_LIST.year
    season = phrase("{}-{}", pl.col("year") + first_year, (pl.col("year") + first_year + 1).cast(pl.String).str.tail(2))
    date = pl.date(pl.col("year") + first_year, FIRST_LIST.month, FIRST_LIST.day) + pl.duration(
        days=_FIRST_ROUND_AFTER + (pl.col("round") - 1) * _DAYS_BETWEEN
    )
    number = (pl.col(name).cast(pl.String).str.zfill(2) for name in ("round", "table"))
    return in_order.with_columns(pl.col("round") + 1).with_columns(
        date=date,
        game_id=phrase("{}.{}.{}", season, *number),
        event=phrase("Ladder {}", season),
        points=pl.Series(points),
        opponent_points=pl.Series(2 - points),
    )
