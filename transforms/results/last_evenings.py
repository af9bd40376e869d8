"""What the first page shows of all clubs, of a few rows of each: who was first, who played, and the sessions."""

import polars as pl

from transforms.results.people_shown import named_entrants, with_names
from transforms.tables.arithmetic.as_shown import lines_of_field, place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, ENTRANT, SESSION
from transforms.tables.shared import IN_TURN

_PLACES = 3


def first_three(
    sessions: pl.DataFrame, results: pl.DataFrame, entries: pl.DataFrame, players: pl.DataFrame
) -> pl.DataFrame:
    """The first three of each list of these sessions: `ENTRANT`, date, title, field, names, players, rank, score."""
    first = results.join(sessions.select(*SESSION, "date", "title"), on=SESSION).filter(pl.col("rank") <= _PLACES)
    seated = (
        entries.join(first, on=SESSION, how="semi")
        .pipe(with_names, players)
        .sort(*ENTRANT, "file_id", "line_no", "player_id")
        .with_columns(instead_of=pl.lit(None, pl.String), linked=pl.lit(value=True))
    )
    return (
        first.join(named_entrants(seated, sessions), on=ENTRANT, how="left")
        .sort(*SESSION, lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "line", "entrant")
        .with_columns(rank=place(pl.col("rank"), *SESSION, "field"), score=to_decimals(pl.col("score")))
        .select(*ENTRANT, "date", "title", "field", "names", "players", "rank", "score", "scoring")
    )


def seated_people(entries: pl.DataFrame, players: pl.DataFrame) -> pl.DataFrame:
    """Who sat down in each season, by name: `COMPETITION`, player_id, name, person (as in `FederationAwards`)."""
    # Of each player of a club the first federation id that is given counts.
    by_competition = players.sort("club", "player_id", "competition")
    federation_ids = by_competition.group_by("club", "player_id").agg(pl.col("federation_id").drop_nulls().first())
    return (
        entries.select(*COMPETITION, "player_id")
        .unique()
        .pipe(with_names, players)
        .join(federation_ids, on=["club", "player_id"], how="left")
        .with_columns(person=pl.coalesce("federation_id", phrase("{}/{}", "club", "player_id")))
        .sort(*COMPETITION, "name", "player_id")
        .select(*COMPETITION, "player_id", "name", "person")
    )


def sessions_found(sessions: pl.DataFrame) -> pl.DataFrame:
    """`SESSION`, date and title of `Sessions`, the last one first."""
    title = pl.col("title").str.strip_chars().replace("", None)
    return sessions.sort(*IN_TURN, *COMPETITION).reverse().select(*SESSION, "date", title)
