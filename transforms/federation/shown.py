"""The lists of the federation as readers see them: ratings, levels of clubs, and results of simultaneous events."""

import polars as pl

from transforms.results.people_shown import named_lists
from transforms.tables.arithmetic.as_shown import lines_of_field, place
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.schemas import COMPETITION, ENTRANT, SESSION
from transforms.tables.shared import natural
from transforms.tables.strength import BAND

_FIELD = ("simultaneous", "field")


def rating_list_shown(lists: pl.DataFrame, ratings: pl.DataFrame, seasons: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the last list in `FederationRatingList`, with `method`, `flags`, `edition` and `place`.

    The ranking list and the alphabetical list are each in their order. The columns club and competition are empty.
    """
    last = lists.filter(pl.col("list_date") == pl.col("list_date").max())
    return (
        last.join(ratings.select("list_date", "person", "method", "flags"), on=("list_date", "person"), how="left")
        .join(seasons.select("list_date", "edition"), on="list_date", how="left")
        .with_columns(
            place=place(pl.col("position"), "list"),
            name=pl.coalesce("name", "person"),
            player_id="person",
            **dict.fromkeys(("club", "competition"), pl.lit("")),
        )
        .sort("list", "position", natural(pl.col("name")), "person", descending=[True, False, False, False])
    )


def levels_shown(levels: pl.DataFrame, competitions: pl.DataFrame) -> pl.DataFrame:
    """Return the clubs in `ClubLevels` by component, the highest level first, with the ends of their bands.

    `competitions` has club, club_name, competition, season and start; the columns of the club's last season are added.
    """
    latest = competitions.sort("start", "season").unique("club", keep="last").select(*COMPETITION, "club_name")
    off = BAND * pl.col("error")
    return (
        levels.join(latest, on="club")
        .with_columns(low=pl.col("level") - off, high=pl.col("level") + off)
        .sort("component", -pl.col("level"), "club_name", "club", nulls_last=True)
    )


def simultaneous_shown(
    results: pl.DataFrame,
    sessions: pl.DataFrame,
    entries: pl.DataFrame,
    players: pl.DataFrame,
    competitions: pl.DataFrame,
) -> pl.DataFrame:
    """Return the lists in `SimultaneousResults`, the last event first, with names, `club_name` and the event's days.

    `first` and `last` are the first and the last day on which a club played the event. Who is not ranked is left out.
    """
    clubs = competitions.select(*COMPETITION, "club_name")
    names = named_lists(entries, sessions, players)
    return (
        results.drop("players")
        .drop_nulls("rank")
        .join(sessions.select(*SESSION, "date"), on=SESSION)
        .join(clubs, on=COMPETITION)
        .join(names, on=ENTRANT, how="left")
        .with_columns(
            first=pl.col("date").min().over("simultaneous"),
            last=pl.col("date").max().over("simultaneous"),
            clubs=pl.col("club").n_unique().over("simultaneous"),
            place=place(pl.col("rank"), *_FIELD),
            score=to_decimals(pl.col("score")),
        )
        .sort(
            *("last", "simultaneous", lines_of_field(), pl.col("field").str.ends_with(" EW"), "rank", "club_name"),
            *ENTRANT,
            descending=[True] + [False] * (5 + len(ENTRANT)),
        )
    )
