"""The rows that people are shown now, in the shape in which they are published."""

from collections.abc import Callable, Mapping

import polars as pl

from transforms.published.kinds import AWARDS, CHAMPIONSHIPS, RANKINGS, RATINGS, RESULTS, Kind
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, EVENT, PARTNERSHIP, PLAYER, SESSION, Tables
from transforms.tables.shared import IN_TURN

AND = " + "
"""Between ids of players in one text."""
_OF_SESSIONS = ("sessions", "entries", "results", "official_results", "matches", "adjustments")
"""Raw tables whose rows make up a session."""

FILES_READ = tuple(f"raw.{name}" for name in _OF_SESSIONS)


def shown(kind: Kind, tables: Tables) -> pl.LazyFrame:
    """The rows of a kind as they would be published now: the columns `kind.rows`, exact.

    Args:
        kind: what is published.
        tables: the tables `kind.reads`, by name.
    """
    return _SHOWN[kind.name](tables).select(kind.rows)


def session_files(tables: Tables) -> pl.LazyFrame:
    """The files of each session: (club, competition, season, session_id, file_id), sorted.

    Args:
        tables: the tables `FILES_READ`, by name.
    """
    rows = [tables[name].lazy().select(*SESSION, "file_id") for name in FILES_READ]
    return pl.concat(rows).unique().sort(*SESSION, "file_id")


def _results(tables: Tables) -> pl.LazyFrame:
    dates = tables["raw.sessions"].lazy().select(*SESSION, "date")
    players = _together(tables["raw.entries"].lazy(), ENTRANT)
    return (
        tables["scored.session_results"]
        .lazy()
        .join(dates, on=SESSION, how="left")
        .join(players, on=ENTRANT, how="left")
    )


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
    now = ranked.sort(*PLAYER, *IN_TURN).group_by(PLAYER, maintain_order=True).last()
    player_places = (
        now.join(_last(ranked, COMPETITION), on=COMPETITION, suffix="_of_all")
        .with_columns(session_id="session_id_of_all", date="date_of_all")
        .select(
            *(*SESSION, "date", _place_of("ranking")),
            list=pl.lit("player_places"),
            entrant="player_id",
            players="player_id",
        )
    )
    pair_places = pairs.with_columns(_place_of("ranking"), list=pl.lit("pair_places"), ranking=None)
    return pl.concat([players, pairs, player_places, pair_places], how="diagonal_relaxed")


def _championships(tables: Tables) -> pl.LazyFrame:
    individual, individual_sessions, pairs, pair_sessions = (
        tables[f"championships.{name}"].lazy()
        for name in ("individual", "individual_sessions", "pairs", "pair_sessions")
    )
    together = _together(tables["rankings.partnerships"].lazy(), PARTNERSHIP)
    columns = (*SESSION, "date", "players", "played", "average", "rank")
    rules = tables["raw.competitions"].lazy()
    is_shown = [
        rules.filter(f"{name}_show").select(*COMPETITION, list=pl.lit(name)) for name in ("individual", "pairs")
    ]
    standings = pl.concat(
        [
            individual.join(_last(individual_sessions, COMPETITION), on=COMPETITION)
            .with_columns(players="player_id")
            .select(*columns, list=pl.lit("individual"), entrant="player_id"),
            pairs.join(_last(pair_sessions, COMPETITION), on=COMPETITION)
            .join(together, on=PARTNERSHIP, how="left")
            .select(*columns, list=pl.lit("pairs"), entrant="partnership_id"),
        ]
    )
    return standings.join(pl.concat(is_shown), on=[*COMPETITION, "list"], how="semi")


def _awards(tables: Tables) -> pl.LazyFrame:
    sessions = tables["raw.sessions"].lazy()
    alone = sessions.select(*SESSION, "date", of=pl.lit("session"), after="session_id")
    events = _last(sessions.filter(pl.col("event").is_not_null()), EVENT).select(
        *COMPETITION, "date", session_id="event", of=pl.lit("event"), after="session_id"
    )
    # A session may have the name of an event, so both are known by what they are too.
    last = pl.concat([alone, events], how="diagonal")
    return (
        tables["awards.points"]
        .lazy()
        .join(last, on=[*SESSION, "of"], how="left")
        .with_columns(pl.coalesce("after", "session_id").alias("after"))
    )


def _ratings(tables: Tables) -> pl.LazyFrame:
    return tables["ratings.elo"].lazy()


_SHOWN: Mapping[str, Callable[[Tables], pl.LazyFrame]] = {
    RESULTS.name: _results,
    RANKINGS.name: _rankings,
    CHAMPIONSHIPS.name: _championships,
    AWARDS.name: _awards,
    RATINGS.name: _ratings,
}


def _place_of(number: str) -> pl.Expr:
    """`rank`: the place, the highest number first; equal ones share it."""
    return pl.col(number).round(DECIMALS).rank("min", descending=True).over(COMPETITION).alias("rank")


def _together(players: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    """One row per key: `players`, the ids in order."""
    return players.group_by(key).agg(players=pl.col("player_id").unique().sort().str.join(AND))


def _last(sessions: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    """One row per key: the session with the last date, the higher id of several on one day, and this date."""
    days = sessions.select(*key, pl.col("date"), pl.col("session_id")).unique()
    return days.sort(*key, *IN_TURN).group_by(key, maintain_order=True).last()
