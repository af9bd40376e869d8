"""The pages of a session: its result lists, with the results of every round."""

from typing import Any

import polars as pl

from pipelines.reports.content import Row, Season, by, grouped, sessions_in_doubt
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_list
from pipelines.reports.pages.balance import luck_rows, session_balances
from pipelines.reports.pages.hands import fields_with_boards, hand_rows, write_hands
from pipelines.reports.pages.result_lists import result_lists
from pipelines.reports.rows import with_markup
from pipelines.words.words import doubt_in_words, entrant_kind
from transforms.tables.phrases import phrase
from transforms.tables.schemas import SESSION, Tables

_LACKING = ("cut_off", "no_match", "missing")
_CONTRADICTING = ("schedule", "contradictions")


def session_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the contents of all sessions' pages as markup, by name.

    Each table starts with the report's key columns.
    """
    return {"result_lists": result_lists(report), **hand_rows(report), "luck": luck_rows(report["luck"])}


def write_session_pages(season: Season, files: Files) -> None:
    """Write the page of every session into `sessions`, and its boards and scorecards into `hands`."""
    report = season.report
    sessions = report["sessions"].to_dicts()
    lists = dict(grouped(with_markup(season.rows["result_lists"]), "session_id"))
    balances = session_balances(season)
    cards = fields_with_boards(report)
    dealt = set(report["hands"]["session_id"])
    of_sessions: dict[str, dict[str, Any]] = {}
    asked = boards_asked_about(report)
    in_doubt = {row["session_id"] for row in sessions_in_doubt(report)}
    doubts = dict(by(report["doubts"], "session_id"))
    events = dict(by(report["events"], "event"))
    awarded_events = dict(by(report["award_points"].filter(of="event"), "session_id"))
    for before, session, after in zip([None, *sessions], sessions, [*sessions[1:], None], strict=False):
        identifier, file = session["session_id"], f"{page_name(session['session_id'])}.html"
        shared = {"root": "../../", "competition": season.competition, "session": session, "file": file}
        shared |= {"dealt": identifier in dealt, "in_doubt": [session] if identifier in in_doubt else []}
        of_sessions[identifier] = shared
        own_lists = lists.get(identifier, [])
        files.page(
            f"sessions/{file}",
            "session.html",
            **shared,
            before=before,
            after=after,
            lists=own_lists,
            several_lines=len(own_lists) > 1 or any("+" in one["field"] for one in own_lists),
            kind=_entrant_kind(session, own_lists),
            cards=cards.get(identifier, {}),
            **_doubts(doubts.get(identifier, []), session["scoring"]),
            asked=asked.get(identifier, []),
            balances=balances.get(identifier, []),
            event=events.get(session["event"], []),
            event_awards=award_list(awarded_events.get(session["event"], [])),
        )
    write_hands(season, files, of_sessions)


def _entrant_kind(session: Row, lists: list[Row]) -> str:
    if session["kind"] == "teams":
        return "team"
    sizes = [row["size"] for row in lists] or [-(-session["players"] // max(session["pairs"], 1))]
    return entrant_kind(session["scoring"], sizes)


def boards_asked_about(report: Tables) -> dict[str, list[tuple[str, str]]]:
    """Return the boards that the director is asked to check, by session, with their anchors on the page."""
    named = pl.when("several").then(phrase("{} ({})", "board", "field")).otherwise(pl.col("board").cast(pl.String))
    boards = report["boards"].filter("in_question").sort(*SESSION, "board", "field").with_columns(named=named)
    return {session: [(row["named"], row["anchor"]) for row in rows] for session, rows in by(boards, "session_id")}


def _doubts(doubts: list[Row], scoring: str | None) -> dict[str, Any]:
    known = [doubt for doubt in doubts if doubt["accepted"] is not None]
    others = [doubt for doubt in doubts if doubt["accepted"] is None]
    return {
        "doubts": [doubt_in_words(doubt, scoring) for doubt in others],
        "known": [doubt_in_words(doubt, scoring) for doubt in known],
        "differs": _heading(others),
        "known_differs": _heading(known),
        "accepted": known[0]["accepted"] if known else None,
    }


def _heading(doubts: list[Row]) -> str:
    kinds = {doubt["what"] for doubt in doubts} - set(_LACKING)
    return "breaks_off" if not kinds else "contradicts" if kinds <= set(_CONTRADICTING) else "differs"
