"""Totals of awards: by player over a season, and by person over all clubs."""

from collections.abc import Iterable

import dataframely as dy
import polars as pl

from transforms.tables.arithmetic.sums import steady_sum, steady_sums
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, DECIMALS, AwardPoints, AwardTotals, FederationAwards, Frame, Players

_EVENT = (*COMPETITION, "scheme", "of", "session_id")
_PERSON = ("scheme", "season", "person")
_COUNTS = {
    "events": pl.len(),
    "awarded": (pl.col("points") > 0).sum(),
    "points": steady_sum(pl.col("points")),
}
"""Computed from one row per event."""


def award_totals(points: Frame[AwardPoints]) -> dy.LazyFrame[AwardTotals]:
    """Add up the awards of every player over a season of a competition.

    Returns:
        `AwardTotals`, sorted by key. Ranked by points, to nine decimals; ties share the best rank. If a player played
        for two entrants of an event, the event counts once, with the points of both.
    """
    added = _by_event(points.lazy(), "player_id").group_by(*COMPETITION, "scheme", "player_id").agg(**_COUNTS)
    ranked = added.with_columns(rank=_rank().over(*COMPETITION, "scheme"))
    return AwardTotals.cast(ranked.sort(AwardTotals.primary_key()))


def federation_awards(
    points: Frame[AwardPoints] | Iterable[Frame[AwardPoints]], players: Frame[Players]
) -> dy.LazyFrame[FederationAwards]:
    """Add up the awards of every person over the seasons of the same name in all clubs.

    Players of different clubs are one person only if they have the same `federation_id`. Within a club, the same player
    id in two competitions is one person.

    Args:
        points: `AwardPoints`; or some of them at a time, each club whole, so that not all are in memory together.
        players: `Players`. The first `federation_id` given for a player of a club, with competitions in order of their
            ids, holds for all competitions of the club.

    Returns:
        `FederationAwards`, sorted by key. Ranked by points, to nine decimals; ties share the best rank. Events are
        counted as by `award_totals`.
    """
    people = (
        players.lazy()
        .sort("club", "player_id", "competition")
        .group_by("club", "player_id")
        .agg(pl.col("federation_id", "name").drop_nulls().first())
        .collect()
    )
    of_several = people.drop_nulls("federation_id").group_by("federation_id").agg(clubs=pl.col("club").n_unique())
    elsewhere = of_several.filter(pl.col("clubs") > 1).select(person="federation_id")
    parts = [points] if isinstance(points, pl.DataFrame | pl.LazyFrame) else points
    whole, events, about = zip(*(_part(part, people, elsewhere) for part in parts), strict=True)
    names = pl.concat(about).lazy().group_by(_PERSON).agg(pl.col("federation_id", "name").min(), pl.col("clubs").sum())
    in_several = pl.concat(events).lazy().group_by(_PERSON).agg(**_COUNTS).join(names, on=_PERSON)
    added = pl.concat([pl.concat(whole).lazy(), in_several], how="diagonal")
    ranked = added.with_columns(rank=_rank().over("scheme", "season"))
    return FederationAwards.cast(ranked.sort(FederationAwards.primary_key()))


def _part(
    points: Frame[AwardPoints], people: pl.DataFrame, elsewhere: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Of some clubs: who is in one club, added up; of the others their events, and what is known of them there."""
    in_club = phrase("{}/{}", "club", "player_id")
    earned = (
        points.lazy()
        .join(people.lazy(), on=["club", "player_id"], how="left")
        .with_columns(person=pl.coalesce("federation_id", in_club))
    )
    events = _by_event(earned, "person")
    about = earned.group_by(_PERSON).agg(pl.col("federation_id", "name").min(), clubs=pl.col("club").n_unique())
    by_event, known = pl.collect_all([events, about])
    here, named = (rows.lazy().join(elsewhere.lazy(), on="person", how="anti") for rows in (by_event, known))
    whole = here.group_by(_PERSON).agg(**_COUNTS).join(named, on=_PERSON).collect()
    events_there, known_there = (rows.join(elsewhere, on="person", how="semi") for rows in (by_event, known))
    return whole, events_there, known_there


def _by_event(points: pl.LazyFrame, *person: str) -> pl.LazyFrame:
    """The points of each person in each event, added up over the entrants for which he or she played."""
    return steady_sums(points, [*_EVENT, *person], "points")


def _rank() -> pl.Expr:
    return pl.col("points").round(DECIMALS).rank("min", descending=True)
