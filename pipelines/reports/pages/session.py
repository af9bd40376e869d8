"""The pages of a session: its result lists, its boards with deals and all results, and its scorecards."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import polars as pl
from markupsafe import Markup

from pipelines.reports.content import Row, Season, by, grouped, sessions_in_doubt
from pipelines.reports.files import Files
from pipelines.reports.html import asset
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import award_list
from pipelines.reports.pages.balance import luck_rows, session_balances
from pipelines.reports.pages.boards import boards_of_sessions, control_sheets, drawn_lines, scorecards, with_results
from pipelines.reports.pages.hand_places import stem
from pipelines.reports.pages.result_lists import result_lists
from pipelines.reports.rows import by_key, joined, with_markup
from pipelines.words.words import doubt_in_words, entrant_kind
from transforms.tables.arithmetic.as_shown import lines_of_field
from transforms.tables.messages import gettext, listed, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import COMPETITION, SESSION, Tables

_OF_EVENING, _OF_FIELD = ("jumps", "results_of_boards"), ("cards", "card_list", "marks")
_TO = "–\N{WORD JOINER}"
_Lacking = tuple[set[int], set[int]]  # boards without hands, and those still to be solved


def session_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the contents of all sessions' pages, by name and by the report's key columns."""
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
        "breaks_off": all(doubt["what"] in ("cut_off", "no_match") for doubt in others),
        "known_breaks_off": all(doubt["what"] in ("cut_off", "no_match") for doubt in known),
        "contradicts": all(doubt["what"] == "schedule" for doubt in others),
        "known_contradicts": all(doubt["what"] == "schedule" for doubt in known),
        "accepted": known[0]["accepted"] if known else None,
    }


def hand_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """Return the contents of these pages as markup: by `SESSION`, and those of scorecards by `FIELD`."""
    lines = drawn_lines(report["lines"])
    boards = boards_of_sessions(report)
    return {
        "jumps": joined(boards["jump"], boards, SESSION),
        "results_of_boards": with_results(boards, lines, report),
        **scorecards(report, lines),
    }


def write_hands(season: Season, files: Files, shared: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the boards and scorecards of every session into `hands`; pages in the old `boards` lead there."""
    of_evening = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_EVENING}
    of_field = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_FIELD}
    fields, sheets = fields_with_boards(season.report), control_sheets(season)
    not_solved = boards_not_solved(season.report)
    known = set(season.report["hands"].drop_nulls("par_score").select("session_id", "field").iter_rows())
    known_of = {session for session, _ in known}
    if fields:
        files.write("boards/moved.js", asset("moved.js"))
    for session, cards in fields.items():
        content = {
            **shared[session],
            **{name: part.get(session, Markup()) for name, part in of_evening.items()},
            "root": "../../../",
            "of_fields": cards,
            "known": session in known_of,
            "not_solved": not_solved.get((session, None), []),
        }
        folder = f"hands/{page_name(session)}"
        files.page(f"{folder}/boards.html", "hands.html", **content, sheet=sheets[session])
        files.page(f"boards/{page_name(session)}.html", "moved.html", **shared[session])
        for field, cards_page in cards.items():
            if cards_page is None:
                continue
            own = {name: part.get((session, field), Markup()) for name, part in of_field.items()}
            content |= {"known": (session, field) in known, "not_solved": not_solved.get((session, field), [])}
            files.page(f"{folder}/{cards_page}", "cards.html", **content, **own, field=field)


def fields_with_boards(report: Tables) -> dict[str, dict[str, str | None]]:
    """Return the fields with boards by session: each with its page of scorecards, or None if nobody is listed."""
    has_cards = set(report["list_rows"].filter("has_card").select("session_id", lines_of_field()).iter_rows())
    found: dict[str, dict[str, str | None]] = {}
    for session, field in report["boards"].select("session_id", "field").unique(maintain_order=True).iter_rows():
        page = f"{stem(field)}-cards.html" if (session, field) in has_cards else None
        found.setdefault(session, {})[field] = page
    return found


def boards_not_solved(report: Tables) -> dict[tuple[str, str | None], list[str]]:
    """Return sentences about boards without a double-dummy result, by (session, field), or None for all its fields."""
    found: dict[tuple[str, str | None], dict[str, _Lacking]] = {}
    lacking = report["not_solved"].select("session_id", "field", "line", "without_hands", "to_be_solved")
    for session, field, line, *boards in lacking.iter_rows():
        for place in ((session, None), (session, field)):
            # A line may have boards in two fields.
            of_line = found.setdefault(place, {}).setdefault(line, (set(), set()))
            for known, more in zip(of_line, boards, strict=True):
                known.update(more)
    return {place: sentences for place, of_place in found.items() if (sentences := _by_line(of_place))}


def season_not_solved(report: Tables) -> str:
    """Return a sentence on how many deals of a season are solved; "" if all or none are."""
    boards = report["line_boards"].unique(["session_id", "board", "deal"])
    solved = boards["solved"].sum()
    if solved in (0, boards.height):
        return ""
    return gettext(
        "Only boards whose hands are in a file and have been worked out double dummy are counted: {known} of the "
        "{all} of this season.",
        known=solved, all=boards.height,
    )  # fmt: skip


def _by_line(of_lines: dict[str, _Lacking]) -> list[str]:
    first, *others = of_lines.values()
    if all(lacking == first for lacking in others):
        return _sentences(*first)
    return [
        gettext("Line {line}: {sentence}", line=line, sentence=sentence)
        for line, lacking in of_lines.items()
        for sentence in _sentences(*lacking)
    ]


def _sentences(without_hands: set[int], to_be_solved: set[int]) -> list[str]:
    lacking = (
        ngettext(
            "No file has the hands of board {boards}, so it is not known what can be made on it.",
            "No file has the hands of boards {boards}, so it is not known what can be made on them.",
            len(without_hands),
            boards=_ranges(without_hands),
        ),
        ngettext(
            "What can be made on board {boards} has not been worked out yet.",
            "What can be made on boards {boards} has not been worked out yet.",
            len(to_be_solved),
            boards=_ranges(to_be_solved),
        ),
    )
    return [sentence for sentence, boards in zip(lacking, (without_hands, to_be_solved), strict=True) if boards]


def _ranges(boards: set[int]) -> str:
    """Return board numbers as text with ranges: `3, 5–8` for 3, 5, 6, 7, 8."""
    runs = groupby(enumerate(sorted(boards)), lambda numbered: numbered[1] - numbered[0])
    boards_of = ([board for _, board in together] for _, together in runs)
    return listed(str(run[0]) if len(run) == 1 else f"{run[0]}{_TO}{run[-1]}" for run in boards_of)
