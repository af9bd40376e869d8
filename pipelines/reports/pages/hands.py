"""The pages of an evening with deals: its boards with diagrams and travellers, and the scorecards; two a field."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from markupsafe import Markup

from pipelines.reports.content import Season
from pipelines.reports.files import Files
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.boards import boards_of_fields, with_travellers
from pipelines.reports.pages.hand_places import stem
from pipelines.reports.pages.played_lines import lines_of_fields
from pipelines.reports.pages.scorecards import scorecards
from pipelines.reports.rows import by_key, joined
from transforms.tables import COMPETITION, FIELD, Tables

_PARTS = ("jumps", "boards_with_hands", "cards", "card_list")


def hand_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """What these pages hold, of all competitions, as markup: `FIELD`, markup; of the fields with a deal.

    `boards_with_hands` and `jumps` to them; `cards` and `card_list`, the entrants with links to theirs.
    """
    fields = report["hands"].select(FIELD).unique(maintain_order=True)
    lines = lines_of_fields(report, fields)
    boards = boards_of_fields(report, fields)
    return {
        "jumps": joined(boards.with_columns(markup="jump"), FIELD),
        "boards_with_hands": with_travellers(boards, lines),
        **scorecards(report, lines, fields),
    }


def write_hands(season: Season, files: Files, shared: Mapping[str, Mapping[str, Any]]) -> None:
    """Write the boards and the scorecards of every field with deals into `hands`, a folder a session.

    Args:
        season: its rows are those of `hand_rows`.
        files: those of the season.
        shared: session -> what templates know of it.
    """
    parts = {name: by_key(season.rows[name].drop(COMPETITION)) for name in _PARTS}
    fields: dict[str, list[str]] = {}
    for session, field in parts["jumps"]:
        fields.setdefault(session, []).append(field)
    solved = season.report["hands"].filter(pl.col("n_nt").is_not_null())
    known = set(solved.select("session_id", "field").iter_rows())
    for session, of_session in fields.items():
        for field in of_session:
            own = {name: part.get((session, field), Markup()) for name, part in parts.items()}
            content = {**shared[session], **own, "root": "../../../", "field": field, "several": len(of_session) > 1}
            content["known"] = (session, field) in known
            page = f"hands/{page_name(session)}/{stem(field)}"
            files.page(f"{page}.html", "hands.html", **content, cards_page=f"{stem(field)}-cards.html")
            files.page(f"{page}-cards.html", "cards.html", **content, boards_page=f"{stem(field)}.html")


def fields_with_hands(report: Tables) -> dict[str, dict[str, str]]:
    """Session -> its fields with a deal -> the address of their boards, seen from the folder `hands`."""
    found: dict[str, dict[str, str]] = {}
    for session, field in report["hands"].select("session_id", "field").unique(maintain_order=True).iter_rows():
        found.setdefault(session, {})[field] = f"{page_name(session)}/{stem(field)}"
    return found
