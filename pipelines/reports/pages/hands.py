"""The pages of an evening with deals: its boards with diagrams and travellers, and the scorecards of each field."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from pipelines.reports.content import Season
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.boards import boards_of_sessions, with_travellers
from pipelines.reports.pages.hand_places import stem
from pipelines.reports.pages.played_lines import lines_of_fields
from pipelines.reports.pages.scorecards import scorecards
from pipelines.reports.rows import by_key, joined
from transforms.tables import COMPETITION, FIELD, SESSION, Tables

_OF_EVENING, _OF_FIELD = ("jumps", "boards_with_hands"), ("cards", "card_list")


def hand_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """What these pages hold, of all competitions, as markup, of the fields with a deal.

    `boards_with_hands` and `jumps` to them: `SESSION`, markup; `cards` and `card_list`, the entrants with links to
    theirs: `FIELD`, markup.
    """
    fields = report["hands"].select(FIELD).unique(maintain_order=True)
    lines = lines_of_fields(report, fields)
    boards = boards_of_sessions(report, fields)
    return {
        "jumps": joined(boards.with_columns(markup="jump"), SESSION),
        "boards_with_hands": with_travellers(boards, lines, report),
        **scorecards(report, lines, fields),
    }


def write_hands(season: Season, files: Files, shared: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the boards and the scorecards of every field with deals into `hands`, a folder a session.

    Args:
        season: its rows are those of `hand_rows`.
        files: those of the season.
        shared: session -> what templates know of it.
    """
    of_evening = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_EVENING}
    of_field = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _OF_FIELD}
    fields = fields_with_hands(season.report)
    solved = set(season.report["hands"].filter(pl.col("n_nt").is_not_null())["session_id"])
    for session, cards in fields.items():
        content = {
            **shared[session],
            **{name: part.get(session, Markup()) for name, part in of_evening.items()},
            "root": "../../../",
            "of_fields": cards,
            "known": session in solved,
        }
        folder = f"hands/{page_name(session)}"
        files.page(f"{folder}/boards.html", "hands.html", **content)
        for field, cards_page in cards.items():
            own = {name: part.get((session, field), Markup()) for name, part in of_field.items()}
            files.page(f"{folder}/{cards_page}", "cards.html", **content, **own, field=field)


def fields_with_hands(report: Tables) -> dict[str, dict[str, str]]:
    """Session -> its fields with a deal -> the page of their scorecards, in the folder of the session in `hands`."""
    found: dict[str, dict[str, str]] = {}
    for session, field in report["hands"].select("session_id", "field").unique(maintain_order=True).iter_rows():
        found.setdefault(session, {})[field] = f"{stem(field)}-cards.html"
    return found
