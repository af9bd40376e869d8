"""Awards of players by the schemes of each competition and by federations, and their totals."""

from collections.abc import Iterable
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.awards.event_awards import Rounding, awards
from transforms.awards.imports import checked_imports, imported_points
from transforms.bridge.sessions import average_score
from transforms.intake.findings import sorted_findings, warning_on
from transforms.results.event_results import named_in_event
from transforms.tables.arithmetic.sums import steady_sum, steady_sums
from transforms.tables.federation import Federation, FederationPeople, FederationSeasons, Identities
from transforms.tables.phrases import phrase
from transforms.tables.raw import AwardChoices, EarnedPoints, Entries, Findings, ImportedAwards, Sessions
from transforms.tables.rule_words import Ties
from transforms.tables.runs import run_number
from transforms.tables.schemas import AwardPoints, AwardTotals, EventResults, FederationAwards, SessionResults
from transforms.tables.shared import COMPETITION, DECIMALS, ENTRANT, SESSION, Frame, in_shape

_UNIT = (*COMPETITION, "of", "session_id")
_EVENT = (*_UNIT, "field")
_MADE = {"number": pl.get_index_type(), "points": pl.Float64, "scheme": pl.String}
# The `on_line` of events of several sessions. Single sessions have the line there: two lines may share a number.
_EVERY_LINE = ""

_OF_TOTALS = (*COMPETITION, "scheme", "of", "session_id")
_PERSON = ("scheme", "season", "person")
_COUNTS = {"events": pl.len(), "awarded": (pl.col("points") > 0).sum(), "points": steady_sum(pl.col("points"))}


def award_points(
    session_results: Frame[SessionResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    choices: Frame[AwardChoices],
    *,
    event_results: Frame[EventResults] | None = None,
    imported: Frame[ImportedAwards] | None = None,
) -> dy.LazyFrame[AwardPoints]:
    """Return the points of the players of every event, by every scheme that was chosen; sorted by key (docs/awards.md).

    An event is a field of a session: a line, lines scored together, or one direction. All players who sat down for an
    entrant get its points; in an event of several sessions, a substitute's points go to the replaced player. `imported`
    are sound rows of `checked_imports`. AwardError is raised in the same cases as in `awards`.
    """
    chosen = _chosen(sessions, choices).collect()
    units = chosen.select(_UNIT).unique().with_row_index("unit")
    of_events = EventResults.create_empty() if event_results is None else event_results
    in_events = of_events.lazy().with_columns(
        of=pl.lit("event"), session_id="event", field=pl.lit(""), on_line=pl.lit(_EVERY_LINE)
    )
    entrants = (
        pl.concat(
            [_ranked(session_results.lazy().with_columns(of=pl.lit("session"), on_line="line")), _ranked(in_events)]
        )
        .join(units.lazy(), on=_UNIT)
        .sort(*_EVENT, "on_line", "entrant")
        .with_columns(entrants=pl.len().over("unit", "field"))
        .with_row_index("number")
        .collect()
    )
    in_sessions = entries.lazy().with_columns(of=pl.lit("session"), on_line="line")
    seated = _of_events(session_results, entries, sessions)
    seats = _seats(entrants, pl.concat([in_sessions.select(seated.collect_schema().names()), seated]))
    by_scheme = chosen.join(units, on=_UNIT).sort("scheme").partition_by("scheme", "whole_points", "ties", as_dict=True)
    made = [
        _by_scheme(
            entrants.join(of_these, on="unit", how="semi", maintain_order="left"),
            str(scheme),
            "largest_remainder" if whole else "scheme",
            "rank" if ties == "rank" else "mean",
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
    session_results: Frame[SessionResults],
    sessions: Frame[Sessions],
    choices: Frame[AwardChoices],
    earned: Frame[EarnedPoints],
) -> dy.LazyFrame[Findings]:
    """Return a warning for each session to be awarded alone that has neither ranked entrants nor earned points."""
    of_lists = session_results.lazy().filter(pl.col("rank").is_not_null())
    ranked = pl.concat(rows.select(SESSION) for rows in (of_lists, earned.lazy()))
    chosen = _chosen(sessions, choices).filter(pl.col("of") == "session")
    empty = sessions.lazy().join(chosen, on=SESSION, how="semi").join(ranked, on=SESSION, how="anti")
    message = "nobody is ranked, so there are no federation points: add the results, or leave out the session"
    return sorted_findings([warning_on(empty, "awards.nobody_ranked", message, field="session_id")])


def _chosen(sessions: Frame[Sessions], choices: Frame[AwardChoices]) -> pl.LazyFrame:
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


def _ranked(results: pl.LazyFrame) -> pl.LazyFrame:
    return results.filter(pl.col("rank").is_not_null()).select(
        *_EVENT, "on_line", "entrant", "rank", "score", average=average_score(pl.col("scoring"))
    )


def _of_events(
    session_results: Frame[SessionResults], entries: Frame[Entries], sessions: Frame[Sessions]
) -> pl.LazyFrame:
    in_events = sessions.lazy().filter(pl.col("event").is_not_null()).select(*SESSION, "kind", "event")
    seats = session_results.lazy().select(*ENTRANT, number="entrant").join(in_events, on=SESSION)
    player = pl.coalesce("substitutes_for", "player_id")
    sat = entries.lazy().select(*ENTRANT, player_id=player).rename({"entrant": "number"})
    return (
        named_in_event(seats, entries)
        .join(sat, on=(*SESSION, "line", "number"))
        .group_by(*COMPETITION, "event", "entrant", "player_id")
        .agg(line=pl.col("line").unique().sort().str.join("+"))
        .with_columns(of=pl.lit("event"), session_id="event", on_line=pl.lit(_EVERY_LINE))
        .select(*_UNIT, "on_line", "entrant", "line", "player_id")
    )


def _seats(entrants: pl.DataFrame, players: pl.LazyFrame) -> pl.LazyFrame:
    """Return the players sorted by key, with their entrant's `number`, and with `session` and `seat` as numbers."""
    return (
        players.join(entrants.lazy().drop("unit", "field", "score", "average"), on=(*_UNIT, "on_line", "entrant"))
        .sort(*SESSION, "of", "line", "entrant", "player_id")
        .with_columns(session=run_number(SESSION))
        .with_row_index("seat")
        .collect()
        .lazy()
    )


def _by_scheme(entrants: pl.DataFrame, scheme: str, rounding: Rounding, ties: Ties) -> pl.LazyFrame:
    made = awards(entrants, [scheme], event=_EVENT, rounding=rounding, ties=ties).collect()
    return entrants.lazy().select("number", points=made[scheme], scheme=pl.lit(scheme))


class SeasonAwards(NamedTuple):
    """Awards, and findings about what could not be awarded."""

    points: dy.LazyFrame[AwardPoints]
    findings: dy.LazyFrame[Findings]  # faults in the awards of federations, and sessions that cannot be awarded


def season_awards(
    session_results: Frame[SessionResults],
    event_results: Frame[EventResults],
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    *,
    choices: Frame[AwardChoices],
    imported: Frame[ImportedAwards],
    earned: Frame[EarnedPoints],
) -> SeasonAwards:
    """Return the awards by every scheme that a competition chose, and the sound awards that federations gave."""
    checked = checked_imports(imported, session_results, entries)
    sound, *findings = pl.collect_all([checked.rows, *checked.findings])
    sound = in_shape(ImportedAwards, sound)
    points = award_points(session_results, entries, sessions, choices, event_results=event_results, imported=sound)
    found = [in_shape(Findings, rows.lazy()) for rows in findings]
    unranked = sessions_without_ranks(session_results, sessions, choices, earned)
    return SeasonAwards(points, sorted_findings([*found, unranked]))


def award_totals(points: Frame[AwardPoints]) -> dy.LazyFrame[AwardTotals]:
    """Add up and rank each player's awards by scheme over a season. An event played for two entrants counts once."""
    added = _by_event(points.lazy(), "player_id").group_by(*COMPETITION, "scheme", "player_id").agg(**_COUNTS)
    ranked = added.with_columns(rank=_rank().over(*COMPETITION, "scheme"))
    return AwardTotals.cast(ranked.sort(AwardTotals.primary_key()))


def federation_awards(
    points: Frame[AwardPoints] | Iterable[Frame[AwardPoints]],
    seasons: Frame[FederationSeasons],
    identities: Frame[Identities],
    people: Frame[FederationPeople],
    federation: Federation,
) -> dy.LazyFrame[FederationAwards]:
    """Add up and rank each person's awards by each scheme over all clubs, for each season of the federation."""
    # Events and ranks are counted as in `award_totals`. To save memory, `points` may be an iterable of parts, each of
    # one or more whole clubs.
    of_seasons = seasons.lazy().select(*COMPETITION, "federation_season").collect()
    ids = identities.lazy().select("club", "player_id", "person").collect()
    elsewhere = people.lazy().filter(pl.col("clubs") > 1).select("person").collect()
    parts = [points] if isinstance(points, pl.DataFrame | pl.LazyFrame) else points
    whole, events, about = zip(*(_part(part, of_seasons, ids, elsewhere) for part in parts), strict=True)
    clubs = pl.concat(about).lazy().group_by(_PERSON).agg(pl.col("clubs").sum())
    in_several = pl.concat(events).lazy().group_by(_PERSON).agg(**_COUNTS).join(clubs, on=_PERSON)
    chosen = federation.seasons.lazy().explode("schemes", empty_as_null=False).select(season="name", scheme="schemes")
    added = (
        pl.concat([pl.concat(whole).lazy(), in_several], how="diagonal")
        .join(chosen.select("season", restricted=True).unique(), on="season", how="left")
        .join(chosen.with_columns(counts=True), on=["season", "scheme"], how="left")
        .filter(pl.col("restricted").is_null() | pl.col("counts"))
        .join(people.lazy().select("person", "federation_id", "name"), on="person", how="left")
    )
    ranked = added.with_columns(rank=_rank().over("scheme", "season"))
    return FederationAwards.cast(ranked.sort(FederationAwards.primary_key()))


def _part(
    points: Frame[AwardPoints], seasons: pl.DataFrame, ids: pl.DataFrame, elsewhere: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    earned = (
        points.lazy()
        .join(ids.lazy(), on=["club", "player_id"], how="left")
        .join(seasons.lazy(), on=COMPETITION, how="left")
        .with_columns(person=pl.coalesce("person", phrase("{}/{}", "club", "player_id")), own_season="season")
        .with_columns(season=pl.coalesce("federation_season", "season"))
    )
    events = steady_sums(earned, [*_OF_TOTALS, "own_season", "person"], "points")
    about = earned.group_by(_PERSON).agg(clubs=pl.col("club").n_unique())
    by_event, known = pl.collect_all([events, about])
    here, clubs = (rows.lazy().join(elsewhere.lazy(), on="person", how="anti") for rows in (by_event, known))
    whole = here.group_by(_PERSON).agg(**_COUNTS).join(clubs, on=_PERSON).collect()
    events_there, clubs_there = (rows.join(elsewhere, on="person", how="semi") for rows in (by_event, known))
    return whole, events_there, clubs_there


def _by_event(points: pl.LazyFrame, *person: str) -> pl.LazyFrame:
    return steady_sums(points, [*_OF_TOTALS, *person], "points")


def _rank() -> pl.Expr:
    return pl.col("points").round(DECIMALS).rank("min", descending=True)
