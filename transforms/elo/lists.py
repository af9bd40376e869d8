"""The two lists that a federation prints: the ranking list of active members, and the alphabetical one of everybody.

Source: KNDB-rating, chapter "KNDB-rating".
"""

import polars as pl

from transforms.tables import COMPETITION, Frame, RatingList

_SEASON = (*COMPETITION, "system", "list_date")
_OF_PLAYERS = ("club", "competition", "player_id")


def rating_lists(elo: Frame, players: Frame, seasons: Frame) -> pl.LazyFrame:
    """Both lists of every season.

    On the ranking list stand those with a rating who (a) are members or of the country, (b) have played
    `list_games` in all and (c) `list_recent_games` in this season and the one before. Of somebody of whom neither
    membership nor country is told, (a) is taken to hold.

    Args:
        elo: `Elo`.
        players: `Players`, for names, membership and nationality.
        seasons: `RatingSeasons`.

    Returns:
        `RatingList`, sorted by key. On the ranking list, players with the same rating share the best position.
    """
    rated = (
        elo.lazy()
        .pipe(_with_recent, seasons)
        .filter(pl.col("rating").is_not_null())
        .join(players.lazy().select(*_OF_PLAYERS, "name", "member", "nationality"), on=_OF_PLAYERS, how="left")
        .with_columns(printed=pl.coalesce("name", "player_id").str.to_lowercase())
    )
    everybody = rated.with_columns(list=pl.lit("alphabetical"))
    active = rated.filter(
        _belongs(),
        pl.col("games_total") >= pl.col("list_games"),
        pl.col("recent") >= pl.col("list_recent_games"),
    ).with_columns(list=pl.lit("ranking"))
    in_order = pl.int_range(1, pl.len() + 1).over(_SEASON, order_by=["printed", "player_id"])
    best = pl.col("rating").rank("min", descending=True).over(_SEASON)
    return (
        pl.concat([everybody.with_columns(position=in_order), active.with_columns(position=best.cast(pl.Int64))])
        .select(pl.col(name).cast(kind) for name, kind in RatingList.create_empty().schema.items())
        .sort(RatingList.primary_key())
    )


def _with_recent(elo: pl.LazyFrame, seasons: Frame) -> pl.LazyFrame:
    """Beside each row the rules of its list, and `recent`: games in its season and the one before."""
    numbered = (
        seasons.lazy()
        .with_columns(turn=pl.int_range(pl.len()).over("club", "competition", order_by="list_date"))
        .select(*COMPETITION, "turn", "nationalities", "list_games", "list_recent_games")
    )
    in_turn = elo.join(numbered, on=COMPETITION)
    before = in_turn.select(*_OF_PLAYERS, pl.col("turn") + 1, before="played")
    return in_turn.join(before, on=[*_OF_PLAYERS, "turn"], how="left").with_columns(
        recent=pl.col("played") + pl.col("before").fill_null(0)
    )


def _belongs() -> pl.Expr:
    """Whether somebody is a member, or of the country; true where the system asks for neither or nobody has told."""
    of_country = pl.col("nationality").is_in(pl.col("nationalities"))
    told = pl.col("member").is_not_null() | pl.col("nationality").is_not_null()
    return pl.col("nationalities").is_null() | (pl.col("member") | of_country).fill_null(~told)
