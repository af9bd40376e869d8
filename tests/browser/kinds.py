"""The kinds of pages there are: a line a template, with a page that it fills."""

from reports.all_clubs import EVENT

from pipelines.reports.html import TEMPLATES
from pipelines.reports.page_names import page_name

SEASON = "club/alderhaven/tuesday-evening/2025-26"
RATINGS = "rated/club/evening/ratings"

PAGES = {
    "analysis": f"{SEASON}/analysis.html",
    "awards": f"{SEASON}/awards.html",
    "board": f"{SEASON}/hands/2025-09-02/board-1.html",
    "card": f"{SEASON}/hands/2025-09-02/card-a-1.html",
    "career": "seasons/alderhaven/players/1001.html",
    "cards": f"{SEASON}/hands/2025-09-02/a-cards.html",
    "championships": f"{SEASON}/championships.html",
    "columns": f"{SEASON}/columns.html",
    "comparison": "comparison.html",
    "contest": "contest.html",
    "desk": "desk/index.html",
    "desk_club": "desk/club/index.html",
    "downloads": f"{SEASON}/downloads.html",
    "evenings": f"{SEASON}/evenings.html",
    "events": f"{SEASON}/events.html",
    "federation": "club/federation.html",
    "federation_levels": "together/federation-levels.html",
    "federation_ratings": "together/federation-ratings.html",
    "hands": f"{SEASON}/hands/2025-09-02/boards.html",
    "index": "club/index.html",
    "lines": "lines.html",
    "live": "live.html",
    "meetings": f"{SEASON}/meetings.html",
    "movement": "book/10-pairs-7-rounds.html",
    "movements": "book/index.html",
    "next": f"{SEASON}/next.html",
    "player": f"{SEASON}/players/1001.html",
    "players": f"{SEASON}/players/index.html",
    "rating_alphabetical": f"{RATINGS}/alphabetical.html",
    "rating_calibration": f"{RATINGS}/calibration.html",
    "rating_list": f"{RATINGS}/index.html",
    "rating_part": f"{RATINGS}/ranking-2.html",
    "rating_player": f"{RATINGS}/players/p001.html",
    "rating_table": f"{RATINGS}/table.html",
    "reading": f"{SEASON}/reading.html",
    "season": f"{SEASON}/index.html",
    "session": f"{SEASON}/sessions/2025-09-23.html",
    "simultaneous": f"together/simultaneous-{page_name(EVENT)}.html",
    "standing": f"{SEASON}/standing.html",
    "strength": f"{SEASON}/strength.html",
}
"""Template -> a page of its kind, from the folder that `built` makes."""

LAYOUTS = {"alone", "base", "of_season"}  # what other templates extend, and no page is made from
PASSED_BY = {"last", "leads_on", "moved"}  # addresses that lead on before anybody sees the page


def templates_of_pages() -> set[str]:
    """The templates that are whole pages, by name."""
    whole = (path for path in TEMPLATES.glob("*.html") if "{% block " in path.read_text(encoding="utf-8"))
    served = {path.stem for path in TEMPLATES.glob("desk_*.html")} - {"desk_club"}  # see test_desk.py
    return {path.stem for path in whole} - LAYOUTS - PASSED_BY - served
