"""The boards of an evening, with what every table made of them and their deals, and the scorecards of each field."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from pipelines.reports.content import Season
from pipelines.reports.files import Files
from pipelines.reports.html import asset
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.boards import boards_of_sessions, with_results
from pipelines.reports.pages.control_sheet import control_sheets
from pipelines.reports.pages.hand_places import stem
from pipelines.reports.pages.not_solved import boards_not_solved
from pipelines.reports.pages.played_lines import drawn_lines
from pipelines.reports.pages.scorecards import scorecards
from pipelines.reports.rows import by_key, joined
from transforms.tables.arithmetic.as_shown import lines_of_field
from transforms.tables.schemas import COMPETITION, SESSION, Tables

_OF_EVENING, _OF_FIELD = ("jumps", "results_of_boards"), ("cards", "card_list", "marks")


def hand_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """What these pages hold, of all competitions, as markup.

    `results_of_boards` and `jumps` to them: `SESSION`, markup; `cards`, `card_list`, the entrants with links to
    theirs, and `marks`, what the marks beside boards say, where any stand: `FIELD`, markup.
    """
    lines = drawn_lines(report["lines"])
    boards = boards_of_sessions(report)
    return {
        "jumps": joined(boards.with_columns(markup="jump"), SESSION),
        "results_of_boards": with_results(boards, lines, report),
        **scorecards(report, lines),
    }


def write_hands(season: Season, files: Files, shared: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the boards and the scorecards of every session into `hands`, a folder a session.

    In `boards`, where control sheets once stood, a page of each session leads to its boards.

    Args:
        season: its rows are those of `hand_rows`.
        files: those of the season.
        shared: session -> what templates know of it.
    """
    of_evening = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_EVENING}
    of_field = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_FIELD}
    fields, sheets = fields_with_boards(season.report), control_sheets(season)
    not_solved = boards_not_solved(season.report)
    known = _fields_with_par(season.report)
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


def _fields_with_par(report: Tables) -> set[tuple[str, str]]:
    """Session and field of those with a board of which is known what it allows, so that its scorecards tell it."""
    return set(report["hands"].drop_nulls("par_score").select("session_id", "field").iter_rows())


def fields_with_boards(report: Tables) -> dict[str, dict[str, str | None]]:
    """Session -> its fields of which boards are known -> the page of their scorecards, in its folder in `hands`.

    None where nobody who sat there is in a result list.
    """
    has_cards = set(report["list_rows"].filter("has_card").select("session_id", lines_of_field()).iter_rows())
    found: dict[str, dict[str, str | None]] = {}
    for session, field in report["boards"].select("session_id", "field").unique(maintain_order=True).iter_rows():
        page = f"{stem(field)}-cards.html" if (session, field) in has_cards else None
        found.setdefault(session, {})[field] = page
    return found
