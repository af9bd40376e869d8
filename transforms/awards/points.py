"""Awards of the players, for the result lists of any number of competitions, by the schemes that each chose."""

import dataframely as dy
import polars as pl

from transforms.awards.event_awards import Rounding, awards
from transforms.awards.imports import imported_points
from transforms.bridge.sessions import average_score
from transforms.intake.findings import sorted_findings, warning_on
from transforms.results.event_results import named_in_event
from transforms.tables.rule_words import Ties
from transforms.tables.runs import run_number
from transforms.tables.schemas import (
    COMPETITION,
    ENTRANT,
    SESSION,
    AwardChoices,
    AwardPoints,
    Entries,
    EventResults,
    Findings,
    Frame,
    ImportedAwards,
    SessionResults,
    Sessions,
)

_UNIT = (*COMPETITION, "of", "session_id")
_EVENT = (*_UNIT, "field")
_MADE = {"number": pl.get_index_type(), "points": pl.Float64, "scheme": pl.String}
_EVERY_LINE = ""
"""The value of `on_line` in an event of several sessions. In a session `on_line` is the line: entrants of different
lines may have the same number."""


def award_points(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    choices: Frame[AwardChoices],
    *,
    event_results: Frame[EventResults] | None = None,
    imported: Frame[ImportedAwards] | None = None,
) -> dy.LazyFrame[AwardPoints]:
    """The points of the players of every event, by every scheme chosen.

    An event is a field of a session (`SessionResults.field`): a line, lines scored together, or one direction. All
    players who sat down for an entrant get its points. In an event of several sessions, a substitute counts as the
    player he or she stands in for: that player gets the points.

    Args:
        session_results: `SessionResults`; an entrant without a rank has no award and does not count in the field.
        entries: `Entries`; an entrant without players has no rows in the result.
        sessions: `Sessions`, for the events of several sessions.
        choices: `AwardChoices`, of schemes that have a rule. For a session or event named there, only the choices that
            name it apply.
        event_results: `EventResults`, for choices with `of` = event.
        imported: the sound rows of `checked_imports`: what federations awarded themselves.

    Returns:
        `AwardPoints`, sorted by key.

    Raises:
        AwardError: there is no such scheme, or ranks are impossible; see `awards`.
    """
    chosen = _chosen(sessions, choices).collect()
    units = chosen.select(_UNIT).unique().with_row_index("unit")
    of_events = EventResults.create_empty() if event_results is None else event_results
    entrants = (
        pl.concat([_in_sessions(session_results), _in_events(of_events)])
        .join(units.lazy(), on=_UNIT)
        .sort(*_EVENT, "on_line", "entrant")
        .with_columns(entrants=pl.len().over("unit", "field"))
        .with_row_index("number")
        .collect()
    )
    seats = _seats(entrants, pl.concat([_of_sessions(entries), _of_events(session_results, entries, sessions)]))
    by_scheme = chosen.join(units, on=_UNIT).sort("scheme").partition_by("scheme", "whole_points", "ties", as_dict=True)
    made = [
        _by_scheme(
            entrants.join(of_these, on="unit", how="semi", maintain_order="left"),
            str(scheme),
            whole_points=bool(whole),
            ties="rank" if ties == "rank" else "mean",
        )
        for (scheme, whole, ties), of_these in by_scheme.items()
    ]
    columns = AwardPoints.column_names()
    computed = pl.concat([pl.LazyFrame(schema=_MADE), *made]).join(seats, on="number").sort("session", "scheme", "seat")
    if imported is None:
        return AwardPoints.cast(computed.select(columns))
    carried = imported_points(imported, session_results, entries)
    together = pl.concat([each.select(columns) for each in (computed, carried)], how="vertical_relaxed")
    return AwardPoints.cast(together.sort(AwardPoints.primary_key()))


def sessions_without_ranks(
    session_results: Frame[SessionResults], sessions: Frame[Sessions], choices: Frame[AwardChoices]
) -> dy.LazyFrame[Findings]:
    """A warning for each session that should be awarded by itself, but has no ranked entrant.

    Returns:
        `Findings`, sorted by file and line.
    """
    ranked = session_results.lazy().filter(pl.col("rank").is_not_null())
    chosen = _chosen(sessions, choices).filter(pl.col("of") == "session")
    empty = sessions.lazy().join(chosen, on=SESSION, how="semi").join(ranked, on=SESSION, how="anti")
    message = "nobody is ranked, so there are no federation points: add the results, or leave out the session"
    return sorted_findings([warning_on(empty, "awards.nobody_ranked", message, field="session_id")])


def _chosen(sessions: Frame[Sessions], choices: Frame[AwardChoices]) -> pl.LazyFrame:
    """One row per unit (a session, or an event of several sessions) and scheme chosen for it."""
    names_unit = pl.col("only").is_not_null()
    return (
        sessions.lazy()
        .select(*SESSION, "event")
        .join(choices.lazy(), on=COMPETITION)
        .with_columns(of=pl.when(pl.col("event").is_not_null()).then("of").otherwise(pl.lit("session")))
        .with_columns(session_id=pl.when(pl.col("of") == "event").then("event").otherwise("session_id"))
        .filter(pl.col("only").is_null() | (pl.col("only") == pl.col("session_id")))
        .filter(names_unit | ~names_unit.any().over(_UNIT))
        .select(*_UNIT, "scheme", "whole_points", "ties")
        .unique()
    )


def _in_sessions(session_results: Frame[SessionResults]) -> pl.LazyFrame:
    """The ranked entrants of sessions."""
    return _ranked(session_results.lazy().with_columns(of=pl.lit("session"), on_line="line"))


def _in_events(event_results: Frame[EventResults]) -> pl.LazyFrame:
    """The ranked entrants of events of several sessions: each event is one field."""
    return _ranked(
        event_results.lazy().with_columns(
            of=pl.lit("event"), session_id="event", field=pl.lit(""), on_line=pl.lit(_EVERY_LINE)
        )
    )


def _ranked(results: pl.LazyFrame) -> pl.LazyFrame:
    return results.filter(pl.col("rank").is_not_null()).select(
        *_EVENT, "on_line", "entrant", "rank", "score", average=average_score(pl.col("scoring"))
    )


def _of_sessions(entries: Frame[Entries]) -> pl.LazyFrame:
    """The players who get the points of an entrant of a session: those who sat down."""
    return (
        entries.lazy()
        .select(*COMPETITION, "session_id", "line", "entrant", "player_id", of=pl.lit("session"), on_line="line")
        .select(*_UNIT, "on_line", "entrant", "line", "player_id")
    )


def _of_events(
    session_results: Frame[SessionResults], entries: Frame[Entries], sessions: Frame[Sessions]
) -> pl.LazyFrame:
    """The players who get the points of an entrant of an event of several sessions; absent players for substitutes."""
    in_events = sessions.lazy().filter(pl.col("event").is_not_null()).select(*SESSION, "kind", "event")
    seats = session_results.lazy().select(*ENTRANT, number="entrant").join(in_events, on=SESSION)
    player = pl.coalesce("substitutes_for", "player_id")
    sat = entries.lazy().select(*ENTRANT, player_id=player).rename({"entrant": "number"})
    return (
        named_in_event(seats, entries)
        .join(sat, on=(*SESSION, "line", "number"))
        .group_by(*COMPETITION, "event", "entrant", "player_id")
        .agg(line=pl.col("line").unique().sort().str.join("+"))
        .select(
            *COMPETITION,
            pl.lit("event").alias("of"),
            pl.col("event").alias("session_id"),
            pl.lit(_EVERY_LINE).alias("on_line"),
            "entrant",
            "line",
            "player_id",
        )
    )


def _seats(entrants: pl.DataFrame, players: pl.LazyFrame) -> pl.LazyFrame:
    """The players of the entrants, sorted by key, with the `number` of the entrant.

    `session` and `seat` are numbers in that order: by them the awards of many schemes are sorted without their texts.
    """
    return (
        players.join(entrants.lazy().drop("unit", "field", "score", "average"), on=(*_UNIT, "on_line", "entrant"))
        .sort(*SESSION, "of", "line", "entrant", "player_id")
        .with_columns(session=run_number(SESSION))
        .with_row_index("seat")
        .collect()
        .lazy()
    )


def _by_scheme(entrants: pl.DataFrame, scheme: str, *, whole_points: bool, ties: Ties) -> pl.LazyFrame:
    """The points of these entrants by one scheme: number, points, scheme."""
    rounding: Rounding = "largest_remainder" if whole_points else "scheme"
    made = awards(entrants, [scheme], event=_EVENT, rounding=rounding, ties=ties).collect()
    return entrants.lazy().select("number", points=made[scheme], scheme=pl.lit(scheme))
