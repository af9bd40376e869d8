"""Put the raw tables of all competitions together, and check them across files."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import with_scoring
from transforms.checks.deals import checked_deals
from transforms.checks.games import checked_games, checked_lists
from transforms.checks.results import without_question
from transforms.checks.rows import once
from transforms.checks.schedule import Held, held_against
from transforms.intake.adjustments import entrants_there, numbered_adjustments, with_shares
from transforms.intake.check import DOUBTED, Judged, collected, judged
from transforms.intake.deals import one_line_each
from transforms.intake.entrants import ENTRY, as_intended, of_no_entrant, places_of_players, stand_ins, without_wrong
from transforms.intake.evenings.parts import seated_on
from transforms.intake.evenings.sessions import in_events, in_season
from transforms.intake.findings import PLACE, Checked, sorted_findings
from transforms.intake.matches import (
    lacking_victory_points,
    matches_compared,
    matches_stated,
    matches_with_scoring,
    rounds_of_teams,
    without_row,
    without_value,
)
from transforms.intake.people.people import Identified, given_people, identified
from transforms.intake.people.players import files_of_programs, known_players, players_of_games, result_files
from transforms.intake.result_lines import (
    as_given,
    ends_of_files,
    lines_of_meetings,
    phantoms,
    repeated,
    settled_results,
    without_phantoms,
)
from transforms.intake.totals import totals_with_scoring
from transforms.tables.raw import AwardChoices, Competitions, Files, Findings, Players, RatingSeasons, SessionSettings
from transforms.tables.schemas import CLUB, ENTRANT, LANDING, LINE, MATCH, PERSON, SEATED, SESSION, Frame, Rows, as_read
from transforms.tables.shared import types_of

_SETTINGS = {"session_settings": SessionSettings, "award_choices": AwardChoices}
_ONCE = {
    **{"official_results": (ENTRANT, "entrant"), "matches": (MATCH, "team")},
    **{"totals": (ENTRANT, "entrant"), "ranking_points": (SEATED, "player_id")},
}
"""For each table of sessions: the key that no two rows may share, and the column that a finding names."""
_MADE = {**LANDING, "players": Players, **_SETTINGS}


def assemble(
    tables: Mapping[str, Rows], competitions: Frame[Competitions], rating_seasons: Rows | None = None
) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """Put the raw tables of any number of competitions together, and check them across files.

    `tables` are the tables of `LANDING` as read, with club and competition but without season. Further tables are
    `files`, which shows which of two files is newer, and `session_settings` and `award_choices`, which refer to
    sessions. A missing table counts as empty.

    The first result is the raw tables by name, each in the shape of its schema and sorted by its key (results by line,
    board and place in the files). They have the session ids under which the sessions count. The second result is
    `Findings`: errors about rows left out or values that contradict each other, and warnings about rows that are kept.
    """
    if all(rows.lazy().limit(1).collect().is_empty() for rows in tables.values()):
        return {name: pl.DataFrame(schema=types_of(schema)) for name, schema in _MADE.items()}, pl.DataFrame(
            schema=types_of(Findings)
        )
    empty = {name: pl.LazyFrame(schema=as_read(name)) for name in LANDING}
    read = {name: tables[name].lazy().select(*as_read(name)) if name in tables else empty[name] for name in LANDING}
    read |= {name: _read_of(tables, name, schema) for name, schema in {"files": Files, **_SETTINGS}.items()}
    read["deals"] = one_line_each(read["deals"])
    placed = in_season(read, competitions.lazy())
    sessions, of_session = placed.sessions, placed.of_session
    who, on_people = checked_people(read | placed.people, sessions, of_session)
    settings = placed.settings["session_settings"].collect().lazy()
    first = {name: once(who.of_session[name], *of_rows, settings) for name, of_rows in _ONCE.items()}
    of_session = who.of_session | {name: one.rows for name, one in first.items()}
    read = {**who.read, "ranking_points": who.of_session["ranking_points"]}
    read["players"] = read["players"].collect().lazy()  # collected, because many checks read them
    entries, on_stand_ins = checked_stand_ins(of_session["entries"], read["players"], sessions)
    absent = phantoms(of_session["results"], entries, of_session["official_results"], sessions)
    played = without_phantoms(of_session["results"], absent)
    odd = of_no_entrant(entries, played, sessions).collect().lazy()  # collected, because several checks read them
    places = places_of_players(entries, who.merged)
    by_games = players_of_games(read)
    named = known_players(read, placed.of_files, by_games)
    in_tables = read["players"].join(result_files(read), on=[*CLUB, "file_id"], how="anti").collect().lazy()
    of_ratings = (RatingSeasons.create_empty() if rating_seasons is None else rating_seasons).lazy()
    lacking = lacking_victory_points(of_session["matches"], played).collect().lazy()
    decisive = of_session["matches"].join(lacking, on=SESSION, how="anti")
    sessions = with_scoring(sessions, decisive, competitions.lazy()).collect().lazy()
    met = rounds_of_teams(of_session["matches"], played, sessions).collect().lazy()
    results, held, of_lines, on_lines = checked_results(played, sessions, of_session["schedule"], settings)
    matches, stated_matches, of_matches, on_matches = checked_matches(of_session, sessions, met, lacking, settings)
    adjusted = checked_adjustments(of_session, sessions, read["files"], met, settings)
    unvalued = without_value(met, adjusted.rows, competitions.lazy()).collect().lazy()
    lines = played.select(*LINE, "round", "ns", "ew").unique().collect().lazy()
    lacking_rows = without_row(unvalued, met, lines, of_session["matches"]).collect().lazy()
    totals, on_totals = checked_totals(of_session, entries, sessions)
    earned, on_earned = checked_earned_points(of_session)
    planned = [*LINE, "round", "table", "board", "file_id"]
    checked = {
        "sessions": Checked(in_events(sessions), []),
        "official_results": Checked(first["official_results"].rows, []),
        "schedule": Checked(of_session["schedule"].unique(planned, keep="first", maintain_order=True), []),
        "adjustments": adjusted,
        "matches": Checked(matches, on_matches),
        "totals": Checked(totals, on_totals),
        "ranking_points": Checked(earned, on_earned),
        "deals": checked_deals(of_session["deals"], of_session["results"], read["files"]),
        "partnerships": once(read["partnerships"], (*CLUB, "partnership_id", "player_id"), "player_id"),
        "awards": Checked(of_session["awards"], []),
        "games": checked_games(read["games"], read["players"], read["ratings"], of_ratings),
        "ratings": checked_lists(read["ratings"], of_ratings),
        "entries": Checked(places.entries, on_stand_ins),
        "results": Checked(results.lazy(), on_lines),
        "people": Checked(read["people"], on_people),
        "players": Checked(named.players, []),
    }
    of_entries = {
        **{"entries": places.entries, "given": entries, "again": places.again, "odd": odd},
        "nameless": of_session["results"].select(SESSION).unique().join(entries, on=SESSION, how="anti"),
        "lines": lines,
        **{"sessions": sessions, "players": read["players"], "in_tables": in_tables},
    }
    of_stages = {
        "evenings": placed.tables,
        "sessions": {
            **of_session,
            **{"sessions": checked["sessions"].rows, "files": read["files"], "competitions": competitions.lazy()},
        },
        **{"places": of_entries, "entries": of_entries},
        "rounds": {"unvalued": unvalued, "lacking": lacking_rows},
        "partnerships": {"partnerships": checked["partnerships"].rows},
        "names": {
            **{"others": named.others, "named": named.named, "by_games": by_games, "in_tables": in_tables},
            **{
                "players": read["players"],
                "rated": read["ratings"].select(PERSON),
                "competitions": competitions.lazy(),
            },
        },
    }
    of_results = {
        **{"results": results, "phantoms": absent, "entries": places.entries, "sessions": sessions},
        "meetings": lines_of_meetings(results.lazy().filter(pl.col("off").is_null()), sessions),
        **{"unplayed": held.unplayed, "unlike": held.unlike, "held": held.results, "matches": matches},
        "official_results": checked["official_results"].rows,
        "ends": ends_of_files(read["results"], played),
        "competitions": competitions.lazy(),
        **{"settings": settings, "settled": settled_results(settings, results.lazy())},
        "named": pl.concat([entries.select(ENTRANT), as_intended(odd)]),
    }
    findings = [finding for table in [*first.values(), *checked.values()] for finding in table.findings]
    verdicts = [judged(stage, {**given, "settings": settings}) for stage, given in of_stages.items()]
    verdicts += _on_results(of_results, checked["deals"].rows)
    findings += [found for _, found in verdicts]
    doubted = [
        of_lines.with_columns(is_left_out=pl.lit(value=True)),
        *(one.doubted for one in (adjusted, *first.values())),
        *(of_matches, *(of[DOUBTED] for of, _ in verdicts)),
    ]
    checked["stated"] = Checked(_stated(of_session["stated"], stated_matches, doubted, sessions), [])
    plans = [_finished(checked[name].rows, name) for name in LANDING]
    further = {**placed.settings, "session_settings": settings}
    *made, found = pl.collect_all([*plans, *further.values(), sorted_findings(findings)])
    return dict(zip([*LANDING, *further], made, strict=True)), found


def _stated(
    given: pl.LazyFrame, of_matches: pl.LazyFrame, doubted: list[pl.DataFrame], sessions: pl.LazyFrame
) -> pl.LazyFrame:
    """Return all rows of `Stated`: rows from the files, each once, and rows from matches and checks."""
    key = [*SESSION, "what", "file_id"]
    value, is_missing = pl.col("value"), pl.col("what") == "missing"
    is_left_out = pl.col("is_left_out").fill_null(value=False)
    # Results are also missing where rows are left out, or contradict others.
    known = value.filter(pl.col("what").is_in(["schedule", "contradictions"])).sum().over(SESSION)
    doubts = pl.concat(doubted, how="diagonal_relaxed").lazy().join(sessions, on=SESSION, how="semi")
    of_checks = doubts.remove(is_missing & ~is_left_out & (value <= known))
    once_each = given.unique(key, keep="first", maintain_order=True).with_columns(is_left_out=is_missing)
    together = pl.concat([once_each, of_matches, of_checks], how="diagonal_relaxed")
    left_out, others = (value.filter(of).sum() for of in (is_left_out, ~is_left_out))
    both = pl.when(is_missing.first()).then(pl.max_horizontal(left_out, others)).otherwise(left_out + others)
    return together.group_by(key).agg(value=both, line_no=pl.col("line_no").min())


def _on_results(tables: Mapping[str, Rows], deals: pl.LazyFrame) -> list[Judged]:
    at_hand = dict(zip(tables, collected(tables.values()), strict=True))
    found = [judged(stage, at_hand) for stage in ("results", "schedule", "questions")]
    if at_hand["settled"].is_empty():
        return found
    # If the cards of a board are known, they may raise a question (`transforms/checks/deals.py`).
    asked = at_hand["results"].lazy().filter("asked")
    others = at_hand["settled"].lazy().join(asked, on=[*LINE, *PLACE], how="anti")
    without_cards = others.join(deals, on=[*SESSION, "board"], how="anti").collect()
    unasked = without_question(at_hand["results"], at_hand["meetings"], without_cards)
    return [*found, judged("unasked", at_hand | {"unasked": unasked})]


def checked_people(
    read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]
) -> tuple[Identified, list[dy.LazyFrame[Findings]]]:
    """Apply the usable lines of `people`: return the tables with the final ids of people, and `Findings`."""
    given = given_people(read, sessions, of_session)
    tables, impossible = judged("lines of people", {"lines": given.lines})
    people = tables["lines"].select(read["people"].collect_schema().names())
    who = identified(given, people, of_session)
    of_people = {
        **{"people": people, "ids": given.ids, "players": given.read["players"]},
        **{"merged": who.merged, "himself": who.himself, "unmet": who.unmet, "met": who.met},
        **{"named_for_numbers": given.named_for_numbers, "declared": given.read["partnerships"]},
    }
    return who, [impossible, judged("people", of_people)[1]]


def checked_stand_ins(
    entries: pl.LazyFrame, players: pl.LazyFrame, sessions: pl.LazyFrame
) -> tuple[pl.LazyFrame, list[dy.LazyFrame[Findings]]]:
    """Return the entries, with one entrant per player and without impossible stand-ins, and `Findings`."""
    tables, of_two = judged("entries given", {"entries": seated_on(entries)})
    given = tables["entries"].with_row_index(ENTRY)
    doubtful = stand_ins(given, players, sessions)
    tables, wrong = judged("stand-ins", {"stand_ins": doubtful})
    kept = without_wrong(given, doubtful, tables["stand_ins"]) if len(doubtful) else given
    return kept.drop(ENTRY).lazy(), [of_two, wrong]


def checked_adjustments(
    of_session: Mapping[str, pl.LazyFrame],
    sessions: pl.LazyFrame,
    files: pl.LazyFrame,
    met: pl.LazyFrame,
    settings: pl.LazyFrame,
) -> Checked:
    """Return the usable adjustments of entrants known in their sessions, `Findings`, and doubts about sessions."""
    adjustments = of_session["adjustments"].collect()
    if adjustments.is_empty():
        return Checked(of_session["adjustments"], [])
    tables, again = judged("adjustments once", {"adjustments": numbered_adjustments(adjustments.lazy(), sessions)})
    there = entrants_there(of_session, adjustments.lazy())
    of_rows = {"there": there, "of_programs": files_of_programs(files), "met": met, "settings": settings}
    tables, wrong = judged("adjustments", {**tables, **of_rows})
    shared = with_shares(tables["adjustments"], of_session, sessions)
    usable, too_much = judged("adjustments with shares", {"adjustments": shared})
    return Checked(usable["adjustments"].lazy(), [again, wrong, too_much], tables[DOUBTED])


def checked_matches(
    of_session: Mapping[str, pl.LazyFrame],
    sessions: pl.LazyFrame,
    met: pl.LazyFrame,
    lacking: pl.LazyFrame,
    settings: pl.LazyFrame,
) -> tuple[pl.LazyFrame, pl.LazyFrame, pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """Return the usable matches, `Stated` for files with unusable matches, doubts about sessions, and `Findings`."""
    matches = of_session["matches"].collect()
    if matches.is_empty():
        none = of_session["stated"].clear()
        return of_session["matches"], none, none.collect(), []
    given = {"entries": of_session["entries"], "met": met, "lacking": lacking}
    given["matches"] = matches_with_scoring(matches.lazy(), sessions)
    tables, no_teams = judged("matches of teams", given)
    of_teams = tables["matches"]
    compared = matches_compared(of_teams.lazy(), of_session["results"])
    tables, impossible = judged("matches", {**given, "matches": compared})
    counting, contradicting = judged("matches that count", {**given, **tables, "settings": settings})
    stated = matches_stated(of_teams, tables["matches"])
    findings = [no_teams, impossible, contradicting]
    return tables["matches"].lazy(), stated.lazy(), counting[DOUBTED], findings


def checked_totals(
    of_session: Mapping[str, pl.LazyFrame], entries: pl.LazyFrame, sessions: pl.LazyFrame
) -> tuple[pl.LazyFrame, list[dy.LazyFrame[Findings]]]:
    """Return the usable totals of sessions without result lines and matches, and `Findings`."""
    listed = of_session["totals"]
    tables, wrong = judged("totals", {"totals": totals_with_scoring(listed, sessions)})
    _, doubtful = judged("totals that count", {**tables, "entries": entries, "listed": listed})
    return tables["totals"].lazy(), [wrong, doubtful]


def checked_earned_points(of_session: Mapping[str, pl.LazyFrame]) -> tuple[pl.LazyFrame, list[dy.LazyFrame[Findings]]]:
    """Return the ranking points of sessions without any other results, and `Findings`."""
    known = pl.concat(of_session[name].select(SESSION) for name in ("results", "matches", "totals")).unique()
    tables, wrong = judged("ranking_points", {"ranking_points": of_session["ranking_points"], "known": known})
    return tables["ranking_points"].lazy(), [wrong]


def checked_results(
    results: pl.LazyFrame, sessions: pl.LazyFrame, schedule: pl.LazyFrame, settings: pl.LazyFrame
) -> tuple[pl.DataFrame, Held, pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """Return the usable lines, each once; the result of `held_against`; doubts about sessions; and `Findings`.

    In the result of `held_against`, `repeated` has marked the lines that are left out.
    """
    tables, unsound = judged("lines", {"results": as_given(results, sessions), "settings": settings})
    tables, of_matches = judged("lines of matches", tables)
    held = held_against(tables["results"], schedule, settings)
    held = held._replace(results=repeated(held.results))
    tables, twice = judged("lines once", {**tables, "results": held.results, "settings": settings})
    return tables["results"], held, tables[DOUBTED], [unsound, of_matches, twice]


def _read_of(tables: Mapping[str, Rows], name: str, schema: type[dy.Schema]) -> pl.LazyFrame:
    empty = pl.DataFrame(schema=types_of(schema))
    return pl.concat([empty, tables[name].lazy().collect()], how="diagonal").lazy() if name in tables else empty.lazy()


def _finished(rows: pl.LazyFrame, name: str) -> pl.LazyFrame:
    schema = _MADE[name]
    in_shape = rows.select(schema.column_names())
    is_sorted = name == "results"  # by `checked_results`
    return in_shape if is_sorted else in_shape.sort(schema.primary_key(), maintain_order=True)
