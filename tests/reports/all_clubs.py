"""The lists of all clubs of a season: ratings, levels, and an event that two clubs played at the same time."""

import datetime as dt

import polars as pl
from factories import Tables, frame

from transforms.tables.schemas import (
    SESSION,
    ClubLevels,
    FederationRatingList,
    FederationRatings,
    Simultaneous,
    SimultaneousResults,
)

EVENT = "Autumn simultaneous"
_OF_LIST = {"season": "2024-25", "system": "kndb", "list_date": dt.date(2025, 6, 30)}
RATINGS = (1612, 1500, 1500, 1387)


def with_lists(season: Tables) -> Tables:
    """The season with lists of its first people; strengths are public, and the last club has no level."""
    people = season["awards.federation"].unique("person").sort("person").head(len(RATINGS)).select("person", "name")
    rated = [{**_OF_LIST, **row, "rating": rating} for row, rating in zip(people.to_dicts(), RATINGS, strict=True)]
    places = {"ranking": (1, 2, 2, 4), "alphabetical": (1, 2, 3, 4)}
    listed = [
        {**row, "list": name, "position": place, "change": 12, "games_total": 40}
        for name, of in places.items()
        for row, place in zip(rated, of, strict=True)
    ]
    numbers = {"played": 8, "recent": 8, "games_total": 40}
    known = ("rating", "person", *_OF_LIST)
    clubs = season["raw.competitions"]["club"].unique().sort().to_list()
    levels = [
        {"club": club, "level": 1.5 - place, "error": 0.6, "shared": 3, "people": 40, "component": 1}
        for place, club in enumerate(clubs[:-1])
    ]
    without = {"club": clubs[-1], "shared": 0, "people": 40, "reason": "nobody_shared"}
    return season | {
        "raw.competitions": season["raw.competitions"].with_columns(strength_public=True),
        "federation.ratings": frame(
            FederationRatings, *({**numbers, **{name: row[name] for name in known}} for row in rated)
        ),
        "federation.rating_list": frame(FederationRatingList, *listed),
        "federation.levels": frame(ClubLevels, *levels, without),
        **_simultaneous(season),
    }


def _simultaneous(season: Tables) -> Tables:
    first = season["raw.sessions"].sort("date").unique("club", keep="first", maintain_order=True).select(SESSION)
    results = season["scored.session_results"].join(first, on=SESSION, how="semi")
    rank = pl.col("score").rank("min", descending=True).cast(pl.Int32)
    event = {"simultaneous": pl.lit(EVENT)}
    in_one = results.with_columns(field=pl.lit("A"), rank=rank, players=pl.lit(None, pl.String), **event)
    sessions = first.with_columns(**event, by=pl.lit("named"), boards=pl.lit(24, pl.Int32))
    return {
        "federation.simultaneous": Simultaneous.cast(sessions),
        "federation.simultaneous_results": SimultaneousResults.cast(in_one),
    }
