"""Titles of tables, and headings of columns in a terminal. Tables for programs have column names instead."""

from transforms.tables.messages import gettext, gettext_noop, pgettext

HEADING = "heading of a column"
HEADINGS = (
    *("club", "kind", "other name", "name", "why", "place", "pair", "ranking", "alias", "player id", "since", "until"),
    *("at", "build", "what", "who", "event", "files", "severity", "where", "message"),
    *("value", "official", "ours", "reason", "equal"),
    *("date", "against", "rating", "expected", "points", "counts", "line of file"),
    *("no", "movement", "boards", "balance", "shared", "turned", "leave empty"),
)
"""All headings of columns, listed so that the catalogues contain them."""


def heading(column: str) -> str:
    """Return the heading of a column in the current language, or its name in words if there is no translation."""
    return pgettext(HEADING, column.replace("_", " "))


_TITLES = {
    "report.player_ranking": gettext_noop("Player ranking"),
    "report.pair_ranking": gettext_noop("Pair ranking"),
    "report.individual_championship": gettext_noop("Individual championship"),
    "report.pairs_championship": gettext_noop("Pairs championship"),
    "report.sessions": gettext_noop("Sessions"),
    "report.session_results": gettext_noop("Result lists"),
    "report.player_sessions": gettext_noop("Sessions of every player"),
    "report.partners": gettext_noop("Partners"),
    "report.opponents": gettext_noop("Opponents"),
    "report.rounds": gettext_noop("Round by round"),
    "report.matches": gettext_noop("Matches of teams"),
    "report.control_sheet": gettext_noop("Results of every board"),
    "report.boards": gettext_noop("Boards"),
    "report.frequencies": gettext_noop("How often each score was made"),
    "report.hands": gettext_noop("Hands"),
    "report.at_the_table": gettext_noop("Declarer and defence"),
    "report.explained_rankings": gettext_noop("Where rankings come from"),
    "report.explained_points": gettext_noop("Where ranking points come from"),
    "report.explained_championship": gettext_noop("Where championship averages come from"),
    "report.session_balance": gettext_noop("How even each session was"),
    "report.session_scores": gettext_noop("Who was compared with whom"),
    "report.luck": gettext_noop("Luck of the movement"),
    "report.season_balance": gettext_noop("How even the season was"),
    "report.season_scores": gettext_noop("Who met whom"),
    "report.next_seating": gettext_noop("Numbers for the next session"),
    "report.next_balance": gettext_noop("What these numbers do to the season"),
    "report.foretold": gettext_noop("How well rankings predict results"),
    "report.methods": gettext_noop("Places by method"),
    "report.champions": gettext_noop("Champions by method"),
    "report.other_lines": gettext_noop("Lines by method"),
    "report.next_lines": gettext_noop("Lines for the next session"),
    "report.regular_lines": gettext_noop("Lines if all who had a substitute come themselves"),
    "report.untold_lines": gettext_noop("Players whose line cannot be predicted"),
    "report.events": gettext_noop("Events"),
    "report.award_points": gettext_noop("Federation points of every session"),
    "report.award_totals": gettext_noop("Federation points"),
    "report.doubts": gettext_noop("Results that differ from their files"),
    "raw.games": gettext_noop("Games"),
    "raw.ratings": gettext_noop("Ratings from elsewhere"),
    "raw.rating_seasons": gettext_noop("Rules of every season"),
    "ratings.elo": gettext_noop("How each rating is computed"),
    "ratings.lists": gettext_noop("All lists"),
    "ratings.games": gettext_noop("Games with their norms"),
    "ratings.calibration": gettext_noop("Expected and scored"),
    "ratings.foretelling": gettext_noop("How well ratings predict results"),
    "ratings.corrections": gettext_noop("Corrections of published lists"),
    "federation.lists": gettext_noop("Lists of all clubs"),
    "federation.points": gettext_noop("Points of everybody"),
}
_PAGES = {
    "standing": gettext_noop("Ranking"),
    "championships": gettext_noop("Championships"),
    "evenings": gettext_noop("Sessions"),
    "sessions": gettext_noop("the page of each session"),
    "hands": gettext_noop("hands and results of each session"),
    "cards": gettext_noop("scorecards of each session"),
    "players": gettext_noop("the page of each player"),
    "meetings": gettext_noop("Who met whom"),
    "next": gettext_noop("Next session"),
    "analysis": gettext_noop("Analysis"),
    "events": gettext_noop("Events"),
    "awards": gettext_noop("Federation points"),
}
"""The names of the pages of a season, or of kinds of its pages."""
_SHOWN_ON = {
    **dict.fromkeys(("player_ranking", "pair_ranking"), "standing"),
    **dict.fromkeys(("individual_championship", "pairs_championship"), "championships"),
    "sessions": "evenings",
    **dict.fromkeys(("session_results", "rounds", "matches", "session_balance", "session_scores", "luck"), "sessions"),
    **dict.fromkeys(("award_points", "doubts"), "sessions"),
    **dict.fromkeys(("boards", "frequencies", "hands"), "hands"),
    "control_sheet": "cards",
    **dict.fromkeys(("player_sessions", "partners", "opponents", "at_the_table"), "players"),
    **dict.fromkeys(("explained_rankings", "explained_points", "explained_championship"), "players"),
    **dict.fromkeys(("season_balance", "season_scores"), "meetings"),
    **dict.fromkeys(("next_lines", "regular_lines", "untold_lines", "next_seating", "next_balance"), "next"),
    **dict.fromkeys(("foretold", "methods", "champions", "other_lines"), "analysis"),
    "events": "events",
    "award_totals": "awards",
}
"""By table (without `report.`), the page that shows its numbers."""
_LEADS_TO = {"sessions": "evenings", "hands": "evenings", "cards": "evenings", "players": "standing"}
_OF_A_LIST = {"ranking": gettext_noop("Rating list"), "alphabetical": gettext_noop("Alphabetical list")}

TITLED = tuple(_TITLES)


def table_title(name: str) -> str:
    """Return the title of a table, such as `report.player_ranking` or a rating list; "" if no page shows it."""
    before, _, last = name.rpartition(".")
    title = _TITLES.get(name) or (_OF_A_LIST.get(last) if before[:1].isdigit() else None)
    return gettext(title) if title else ""


def shown_on(name: str) -> tuple[str, str]:
    """Return the page of a season that shows a table's numbers or leads to them, and the name of what shows them."""
    page = _SHOWN_ON.get(name.removeprefix("report.")) if name.startswith("report.") else None
    return (_LEADS_TO.get(page, page), gettext(_PAGES[page])) if page else ("", "")
