"""Rankings as systems of a contest: by each method, over each number of sessions, in one computation."""

from collections.abc import Iterable
from itertools import product

import polars as pl

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.rankings.what_if.side_by_side import apart, under_each
from transforms.strength.contest_step import of_entrants
from transforms.tables import schemas
from transforms.tables.schemas import METHODS, Frame


def by_methods(
    session_results: Frame[schemas.SessionResults],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    players: Frame[schemas.Players],
    match_results: Frame[schemas.MatchResults],
    earned: Frame[schemas.EarnedPoints],
    windows: Iterable[int] = (),
) -> dict[str, pl.DataFrame]:
    """Return the index of each entrant (`of_entrants`) by each method, under names such as `place`.

    With `windows`, return it by each method over each of these numbers of sessions, under names such as `place 6`.
    """
    named = [(method, method, None) for method in METHODS]
    if asked := list(windows):
        named = [(f"{method} {window}", method, window) for method, window in product(METHODS, asked)]
    copies = pl.LazyFrame(named, schema=["copy", "method", "window"], orient="row")
    copies = (
        copies.with_columns(pl.col("window").cast(schemas.Competitions.window.dtype))
        if asked
        else copies.drop("window")
    )
    seated = under_each(copies, schemas.Entries, entries)
    people = under_each(copies, schemas.Players, players)
    rules = under_each(copies, schemas.Competitions, competitions)
    points = ranking_points(
        under_each(copies, schemas.SessionResults, session_results),
        seated,
        under_each(copies, schemas.Sessions, sessions),
        rules,
        players=people,
        match_results=under_each(copies, schemas.MatchResults, match_results),
        earned=under_each(copies, schemas.EarnedPoints, earned),
    ).collect()
    found = apart(of_entrants(player_rankings(points, people, rules), seated).lazy()).collect()
    of_each = found.partition_by("copy", as_dict=True, include_key=False)
    return {name: of_each[(name,)] for name, *_ in named if (name,) in of_each}
