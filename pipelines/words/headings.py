"""Titles of tables, and headings of columns in a terminal. Tables for programs have column names instead."""

from pipelines.words.lists import texts
from transforms.tables.messages import gettext, pgettext

HEADING = "heading of a column"
"""The context of headings in the catalogues."""


def heading(column: str) -> str:
    """Return the heading of a column in the current language, or its name in words if there is no translation."""
    return pgettext(HEADING, column.replace("_", " "))


_TITLES = texts("title of a table")
_PAGES = texts("page")
"""The names of the pages, or kinds of pages, of a season, by page."""
_SHOWN_ON = {
    **dict.fromkeys(("player_ranking", "pair_ranking"), "standing"),
    **dict.fromkeys(("individual_championship", "pairs_championship"), "championships"),
    "sessions": "evenings",
    **dict.fromkeys(("session_results", "rounds", "matches", "session_balance", "session_scores", "luck"), "sessions"),
    **dict.fromkeys(("award_points", "doubts", "handicap_results", "forecasts"), "sessions"),
    "strengths": "strength",
    **dict.fromkeys(("boards", "frequencies", "hands"), "hands"),
    "control_sheet": "cards",
    **dict.fromkeys(("player_sessions", "partners", "opponents", "at_the_table", "strength_sessions"), "players"),
    **dict.fromkeys(("explained_rankings", "explained_points", "explained_championship"), "players"),
    **dict.fromkeys(("season_balance", "season_scores"), "meetings"),
    **dict.fromkeys(("next_lines", "regular_lines", "untold_lines", "next_seating", "next_balance"), "next"),
    **dict.fromkeys(("foretold", "methods", "champions", "other_lines"), "analysis"),
    "events": "events",
    "award_totals": "awards",
}
"""By table (without `report.`), the page that shows its numbers."""
_LEADS_TO = {"sessions": "evenings", "hands": "evenings", "cards": "evenings", "players": "players/index"}
_OF_A_LIST = texts("rating list")

TITLED = tuple(_TITLES)


def table_title(name: str) -> str:
    """Return the title of a table, such as `report.player_ranking` or a rating list; "" if no page shows it."""
    before, _, last = name.rpartition(".")
    title = _TITLES.get(name) or (_OF_A_LIST.get(last) if before[:1].isdigit() else None)
    return gettext(title) if title else ""


def shown_on(name: str) -> tuple[str, str]:
    """Return the page of a season that shows a table's numbers or leads to them, and the name of the page with them."""
    page = _SHOWN_ON.get(name.removeprefix("report.")) if name.startswith("report.") else None
    return (_LEADS_TO.get(page, page), gettext(_PAGES[page])) if page else ("", "")
