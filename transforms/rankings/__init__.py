"""Compute rankings, pairs and lines from session results. `rank` is for notebooks, the modules here for builds."""

import polars as pl

from transforms.bridge.sessions import kind_of
from transforms.rankings.ranking_points import ranking_points
from transforms.rankings.rankings import player_rankings
from transforms.tables import schemas
from transforms.tables.filling import AnyFrame, face, filled, handed_in, people_of, with_rules
from transforms.tables.schemas import COMPETITION, SESSION
from transforms.tables.shared import IN_TURN

__all__ = ["RULES", "rank"]

RULES = (  # that `rank` applies
    *("method", "lines", "top", "width", "step", "top_score_pairs", "top_score_butler", "top_score_teams"),
    *("window", "substitute_ranking", "round_stretch", "hand_on"),
)
_NEEDED = ("session_id", "date", "entrant", "player_id", "score")
_OF_SESSIONS = ("kind", "date", "together")
_OF_ENTRANTS = ("line", "field", "entrant", "score")
# columns of a result list that do not affect a ranking directly
_ONLY_LISTED = ("boards", "points", "maximum", "rank", "club_points", "adjustment")


@face
def rank(results: AnyFrame, players: AnyFrame | None = None, **rules: object) -> pl.DataFrame:
    """Return ranking points and rolling rankings of every player, session by session.

    Args:
        results: one row per player and session: `session_id`, `date`, `entrant`, `player_id`, and the entrant's
            `score`. The score is a percentage, IMPs per board if `kind` or `scoring` is butler or cross-IMPs, or
            victory points per match if `scoring` is vp. Without a column `line`, everybody plays in line A. Without a
            column `field` (the entrants ranked together), each line is a field. Lines with a field in common, `A+B`,
            share one span of ranking points. The column `together` of `raw.sessions` may give such lines instead. The
            other columns of a result list are allowed and have no effect.
        players: `player_id` and `substitute_ranking` of the players who do not start from the default ranking.
        rules: rules of the ranking that differ from the defaults: any of `RULES`. The scores already include rules of
            scoring profiles.

    Returns:
        One row per player and session, sorted by competition, date, session and player: `club`, `competition` and
            `season` if they are given, `session_id`, `date`, `player_id`, `points`, `ranking` after the session, and
            `sessions_counted`.

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
    listed = handed_in(
        results, _NEEDED, (*COMPETITION, *_OF_SESSIONS, *_OF_ENTRANTS, *schemas.SessionResults.column_names())
    )
    has_kind = "kind" in listed.columns or "scoring" not in listed.columns
    kind = {} if has_kind else {"kind": kind_of(pl.col("scoring"))}
    rows = listed.with_columns(**kind).drop(*_ONLY_LISTED, strict=False)
    if "kind" in rows.columns and (rows["kind"] == "teams").any():
        raise ValueError("kind = teams: a team is ranked by its matches, in a build; leave these rows out")
    scoring = pl.col("scoring") if "scoring" in rows.columns else pl.lit("matchpoints")
    rows = rows.with_columns(scoring=pl.when(scoring == "vp").then(scoring).otherwise(pl.lit("matchpoints")))
    given = [name for name in COMPETITION if name in rows.columns]
    keys = {name: pl.lit("-") for name in COMPETITION if name not in given}
    lines = {} if "line" in rows.columns else {"line": pl.lit("A")}
    fields = {} if "field" in rows.columns else {"field": pl.col("line")}
    rows = rows.with_columns(**keys, **lines).with_columns(**fields)
    if "together" not in rows.columns:
        rows = rows.join(_together(rows), on=SESSION, how="left", maintain_order="left")
    evenings = rows.select(*SESSION, *(name for name in _OF_SESSIONS if name in rows.columns)).unique()
    entrants = rows.select(*SESSION, *_OF_ENTRANTS, "scoring").unique(maintain_order=True)
    competitions = with_rules(schemas.Competitions, rows.select(COMPETITION).unique(), rules, RULES)
    people = people_of(players, rows)
    points = ranking_points(
        filled(schemas.SessionResults, entrants, boards=1),
        filled(schemas.Entries, rows.select(*SESSION, "line", "entrant", "player_id")),
        filled(schemas.Sessions, evenings),
        competitions,
        players=people,
        match_results=schemas.MatchResults.create_empty(),
        earned=schemas.EarnedPoints.create_empty(),
    ).collect()
    ranked = player_rankings(points, people, competitions).collect()
    key = (*SESSION, "player_id")
    return (
        ranked.join(points.select(*key, "points"), on=key)
        .sort(*COMPETITION, *IN_TURN, "player_id")
        .select(*given, "session_id", "date", "player_id", "points", "ranking", "sessions_counted")
    )


def _together(rows: pl.DataFrame) -> pl.DataFrame:
    """Return (`SESSION`, together): lines that share a field, as `A+B`. A line in two groups raises ValueError."""
    groups = (
        rows.group_by(*SESSION, "field")
        .agg(pl.col("line").unique().sort())
        .filter(pl.col("line").list.len() > 1)
        .with_columns(group=pl.col("line").list.join("+"))
        .unique([*SESSION, "group"])
        .sort(*SESSION, "group")
    )
    groups_of = groups.explode("line", empty_as_null=False, keep_nulls=False).group_by(*SESSION, "line").agg("group")
    torn = groups_of.filter(pl.col("group").list.len() > 1).sort(*SESSION, "line").to_dicts()
    if torn:
        where, line, named = torn[0]["session_id"], torn[0]["line"], " and as ".join(torn[0]["group"])
        raise ValueError(f"field: line {line} of session {where} is ranked together as {named}; give one of the two")
    return groups.group_by(SESSION).agg(together=pl.col("group").sort().str.join(";"))
