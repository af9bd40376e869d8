"""From session results to rankings: ranking points, rolling rankings, pairs, and lines.

In a notebook, call `rank`. A build makes its tables with the modules of this folder.
"""

import dataframely as dy
import polars as pl

from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.tables import (
    CLUB,
    COMPETITION,
    SESSION,
    Competitions,
    Entries,
    MatchResults,
    Players,
    SessionResults,
    Sessions,
)
from transforms.tables.filling import filled, handed_in, with_rules

__all__ = ["rank"]

_NEEDED = ("session_id", "date", "entrant", "player_id", "score")
_OF_SESSIONS = ("kind", "date", "together")
_OF_ENTRANTS = ("line", "field", "entrant", "score")


def rank(results: pl.DataFrame | pl.LazyFrame, players: pl.DataFrame | None = None, **rules: object) -> pl.DataFrame:
    """Ranking points and rolling rankings of every player, session by session.

    Args:
        results: one row per player and session: `session_id`, `date`, `entrant`, `player_id`, and the entrant's `score`
            (a percentage; IMPs per board where `kind` is butler or cross_imp). Without a column `line`, all play in
            line A. Without `field` (the entrants ranked together), each line is a field.
        players: `player_id` and `substitute_ranking` of the players who do not start from the usual one.
        rules: rules of the ranking (columns of `Competitions`) that differ from the usual ones, such as `method`,
            `lines` or `window`.

    Returns:
        One row per player and session, sorted by competition, date, session and player: `session_id`, `date`,
        `player_id`, `points`, `ranking` after the session, and `sessions_counted`.

    Raises:
        ValueError: a column or rule does not exist or is missing, or its value is impossible; the message names it.

    >>> import datetime as dt
    >>> import polars as pl
    >>> from transforms import rankings
    >>> players, scores = ["ann", "bob", "cy"], [63.5, 50, 36.5]
    >>> evening = pl.DataFrame({"entrant": ["1", "2", "3"], "player_id": players, "score": scores})
    >>> evening = evening.with_columns(session_id=pl.lit("1"), date=dt.date(2025, 9, 2))
    >>> rankings.rank(evening, window=2, lines=1).select("player_id", "points", "ranking").rows()
    [('ann', 100.0, 85.0), ('bob', 80.0, 75.0), ('cy', 60.0, 65.0)]
    """
    rows = handed_in(results, _NEEDED, (*COMPETITION, *_OF_SESSIONS, *_OF_ENTRANTS))
    if "kind" in rows.columns and (rows["kind"] == "teams").any():
        raise ValueError("kind = teams: a team is ranked by its matches, in a build; leave these rows out")
    keys = {name: pl.lit("-") for name in COMPETITION if name not in rows.columns}
    lines = {} if "line" in rows.columns else {"line": pl.lit("A")}
    fields = {} if "field" in rows.columns else {"field": pl.col("line")}
    rows = rows.with_columns(**keys, **lines).with_columns(**fields)
    evenings = rows.select(*SESSION, *(name for name in _OF_SESSIONS if name in rows.columns)).unique()
    entrants = rows.select(*SESSION, *_OF_ENTRANTS).unique(maintain_order=True)
    competitions = with_rules(Competitions, rows.select(COMPETITION).unique(), rules)
    people = Players.create_empty() if players is None else _people(players, rows)
    points = ranking_points(
        filled(SessionResults, entrants, boards=1, scoring="matchpoints"),
        filled(Entries, rows.select(*SESSION, "line", "entrant", "player_id")),
        filled(Sessions, evenings),
        competitions,
        players=people,
        match_results=MatchResults.create_empty(),
    ).collect()
    ranked = player_rankings(points, people, competitions).collect()
    key = (*SESSION, "player_id")
    return (
        ranked.join(points.select(*key, "points"), on=key)
        .sort(*COMPETITION, "date", "session_id", "player_id")
        .select("session_id", "date", "player_id", "points", "ranking", "sessions_counted")
    )


def _people(players: pl.DataFrame, rows: pl.DataFrame) -> dy.DataFrame[Players]:
    """The players, in the competition of the results where they do not name one themselves."""
    given = handed_in(players, ("player_id",), Players.column_names())
    competitions = rows.select(CLUB).unique()
    if competitions.height == 1:
        ids = competitions.row(0, named=True)
        return filled(Players, given.with_columns(**{name: pl.lit(value) for name, value in ids.items()}))
    if not set(CLUB) <= set(given.columns):
        raise ValueError("the results are of several competitions: give the players club and competition too")
    return filled(Players, given)
