"""The search on home pages. Its data is a script, because a page opened from disk may load no other kind of data."""

import datetime as dt
import json
from collections.abc import Iterable

import polars as pl

from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import is_shown
from pipelines.words.words import short_date, spoken_date
from transforms.tables.schemas import Tables

SEARCH_INDEX = "search-index.js"

Entry = tuple[str, ...]  # the text to find, its page, relative to the search's page, and maybe other words to find

MOST_RATED = 4000  # players in the search of a rating list; of more, the script is too long


def search_index(places: Iterable[Entry]) -> bytes:
    """Return the script with the data: `var barometerPlaces = [["Ann", "players/1.html"], ...];`."""
    listed = ",\n".join(json.dumps(place, ensure_ascii=False, separators=(",", ":")) for place in places)
    # For older browsers these two characters end a line, even within a text.
    listed = listed.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"var barometerPlaces = [\n{listed}\n];\n".encode()


def of_season(report: Tables) -> list[Entry]:
    """Return the search entries of a season: its players who may be shown, by name, then its evenings, latest first."""
    players = (
        report["player_sessions"]
        .select("name", "player_id")
        .unique()
        .filter(is_shown(pl.col("name")))
        .sort("name", "player_id")
    )
    named = [(name, f"players/{page_name(player)}.html") for name, player in players.iter_rows()]
    rows = report["sessions"].reverse().select("session_id", "date", "title").iter_rows()
    evenings = [evening(date, title, f"sessions/{page_name(session)}.html") for session, date, title in rows]
    return [*named, *evenings]


def evening(date: dt.date, title: str | None, page: str) -> Entry:
    """Return the search entry for a session, which is found by its full or short date and by its title."""
    short = f"{short_date(date)} {date.day}-{date.month}-{date.year} {date:%d-%m-%Y} {date.isoformat()}"
    return f"{spoken_date(date)} {title or ''}".strip(), page, short


def of_ratings(seasons: pl.DataFrame) -> list[Entry]:
    """Return the search entries of the rated players, in order of names; none if there are more than `MOST_RATED`."""
    players = seasons.select("player_id", "name").unique("player_id", keep="last", maintain_order=True)
    if players.height > MOST_RATED:
        return []
    shown = players.filter(is_shown(pl.col("name"))).iter_rows()
    return sorted((name, f"players/{page_name(player)}.html") for player, name in shown)
