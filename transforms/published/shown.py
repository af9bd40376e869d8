"""The rows that people see now, in the form in which they are published."""

import datetime as dt
from collections.abc import Callable, Mapping

import polars as pl

from transforms.published.differences import differences
from transforms.published.kinds import AWARDS, CHAMPIONSHIPS, RANKINGS, RATINGS, RESULTS, Kind
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    DECIMALS,
    ENTRANT,
    EVENT,
    PARTNERSHIP,
    PLAYER,
    RATING_LIST,
    SESSION,
    Rows,
    Tables,
)
from transforms.tables.shared import IN_TURN

AND = " + "
"""The separator of player ids in one text."""
_OF_SESSIONS = ("sessions", "entries", "results", "official_results", "matches", "adjustments")
"""Raw tables whose rows make up a session."""


def shown(kind: Kind, tables: Tables) -> pl.LazyFrame:
    """Return the rows of a kind as they would be published now: the columns `kind.rows`, with exact values."""
    return _SHOWN[kind.name](tables).select(kind.rows)


def session_files(tables: Tables) -> pl.LazyFrame:
    """Return (`SESSION`, file_id): the files of each session, sorted."""
    rows = [tables[f"raw.{name}"].lazy().select(*SESSION, "file_id") for name in _OF_SESSIONS]
    return pl.concat(rows).unique().sort(*SESSION, "file_id")


def _results(tables: Tables) -> pl.LazyFrame:
    dates = tables["raw.sessions"].lazy().select(*SESSION, "date")
    players = _together(tables["raw.entries"].lazy(), ENTRANT)
    results = tables["scored.session_results"].lazy()
    return results.join(dates, on=SESSION, how="left").join(players, on=ENTRANT, how="left")


def _rankings(tables: Tables) -> pl.LazyFrame:
    ranked, partnerships = (tables[f"rankings.{name}"].lazy() for name in ("player_rankings", "partnerships"))
    players = ranked.select(
        *SESSION, "date", "ranking", list=pl.lit("players"), entrant="player_id", players="player_id"
    )
    with_ranking = partnerships.join(ranked, on=PLAYER, how="semi").select(PARTNERSHIP).unique()
    pairs = (
        tables["rankings.pair_rankings"]
        .lazy()
        .join(with_ranking, on=PARTNERSHIP, how="semi")
        .join(_last(ranked, COMPETITION), on=COMPETITION)
        .join(_together(partnerships, PARTNERSHIP), on=PARTNERSHIP, how="left")
        .select(*SESSION, "date", "ranking", "players", list=pl.lit("pairs"), entrant="partnership_id")
    )
    now = ranked.sort(*PLAYER, *IN_TURN).group_by(PLAYER, maintain_order=True).last().drop("session_id", "date")
    place = pl.col("ranking").round(DECIMALS).rank("min", descending=True).over(COMPETITION)
    player_places = now.join(_last(ranked, COMPETITION), on=COMPETITION).select(
        *SESSION, "date", rank=place, list=pl.lit("player_places"), entrant="player_id", players="player_id"
    )
    pair_places = pairs.with_columns(rank=place, list=pl.lit("pair_places"), ranking=None)
    return pl.concat([players, pairs, player_places, pair_places], how="diagonal_relaxed")


def _championships(tables: Tables) -> pl.LazyFrame:
    together = _together(tables["rankings.partnerships"].lazy(), PARTNERSHIP)
    individual = tables["championships.individual"].lazy().with_columns(players="player_id", entrant="player_id")
    pairs = tables["championships.pairs"].lazy().join(together, on=PARTNERSHIP, how="left")
    pairs = pairs.with_columns(entrant="partnership_id")
    standings = {"individual": (individual, "individual_sessions"), "pairs": (pairs, "pair_sessions")}
    return pl.concat(
        rows.join(_last(tables[f"championships.{sessions}"].lazy(), COMPETITION), on=COMPETITION)
        .join(tables["raw.competitions"].lazy().filter(f"{name}_show"), on=COMPETITION, how="semi")
        .select(*SESSION, "date", "players", "played", "average", "rank", "entrant", list=pl.lit(name))
        for name, (rows, sessions) in standings.items()
    )


def _awards(tables: Tables) -> pl.LazyFrame:
    sessions = tables["raw.sessions"].lazy()
    alone = sessions.select(*SESSION, "date", of=pl.lit("session"), after="session_id")
    events = _last(sessions.filter(pl.col("event").is_not_null()), EVENT).select(
        *COMPETITION, "date", session_id="event", of=pl.lit("event"), after="session_id"
    )
    # A session may have the name of an event, so the key of both includes the kind.
    last = pl.concat([alone, events], how="diagonal")
    return (
        tables["awards.points"]
        .lazy()
        .join(last, on=[*SESSION, "of"], how="left")
        .with_columns(pl.coalesce("after", "session_id").alias("after"))
    )


_SHOWN: Mapping[str, Callable[[Tables], pl.LazyFrame]] = {
    RESULTS.name: _results,
    RANKINGS.name: _rankings,
    CHAMPIONSHIPS.name: _championships,
    AWARDS.name: _awards,
    RATINGS.name: lambda tables: tables["ratings.elo"].lazy(),
}


def _together(players: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    """Return (`key`, players): the player ids of each key, sorted and joined in one text."""
    return players.group_by(key).agg(players=pl.col("player_id").unique().sort().str.join(AND))


def _last(sessions: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    """Return (`key`, session_id, date): the last session of each key; of several on one day, the last by id."""
    days = sessions.select(*key, pl.col("date"), pl.col("session_id")).unique()
    return days.sort(*key, *IN_TURN).group_by(key, maintain_order=True).last()


def latest_lists(elo: Rows, published: Rows) -> pl.LazyFrame:
    """Return the last list of each competition in `Elo`, unless `PublishedLists` already has that list."""
    is_last = pl.col("list_date") == pl.col("list_date").max().over(CLUB)
    return elo.lazy().filter(is_last).join(published.lazy(), on=RATING_LIST, how="anti")


def lists_to_publish(elo: Rows, published: Rows) -> pl.LazyFrame:
    """Return the rows of `Elo` to publish now: lists published before, and the last list of each competition."""
    was_recorded = published.lazy().drop_nulls("published_at")
    again = elo.lazy().join(was_recorded, on=RATING_LIST, how="semi")
    return pl.concat([again, latest_lists(elo, published)])


def recorded(
    before: Rows, now: Rows, kind: Kind, published_at: dt.datetime | pl.Expr, build: int | None
) -> pl.LazyFrame:
    """Return the rows of `kind.table` after `now` (`shown.shown`) is published at this UTC time, sorted by key.

    A list or standing that looks the same as `before` keeps the time and build of its first publication. Rows that are
    no longer shown are dropped, or kept if `kind.is_kept`.
    """
    before, now = before.lazy(), now.lazy()
    others = differences(before, now, kind).select(kind.thing).unique()
    same = before.select(kind.thing).unique().join(others, on=kind.thing, how="anti")
    stays = [before.join(now, on=kind.thing, how="semi").join(same, on=kind.thing, how="semi")]
    if kind.is_kept:
        stays.append(before.join(now, on=kind.thing, how="anti"))
    new = (
        now.join(same, on=kind.thing, how="anti")
        .filter(pl.any_horizontal(pl.col(name).is_not_null() for name in kind.values))
        .with_columns(to_decimals(pl.col(name), decimals) for name, decimals in kind.values.items() if decimals)
        .with_columns(
            published_at=published_at if isinstance(published_at, pl.Expr) else pl.lit(published_at),
            build=pl.lit(build, pl.Int64),
        )
    )
    return pl.concat([kind.schema.cast(rows) for rows in (*stays, new)]).sort(kind.schema.primary_key())
