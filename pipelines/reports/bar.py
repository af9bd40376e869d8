"""The bar on every page: a link home, and the main pages of a season."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.page_names import INDEX

LAST, STANDING, CHAMPIONSHIPS, PLAYERS, CALENDAR = "last", "standing", "championships", f"players/{INDEX}", "evenings"
_WITHIN = {"players": PLAYERS, "sessions": CALENDAR, "hands": CALENDAR, "boards": CALENDAR}
"""By folder of a season, the page of the bar to which its pages belong."""
_PAGE, _WITHIN_PAGE = "page", "true"  # the values of `aria-current`


class Bar(NamedTuple):
    """What the bar shows. Paths start at the folder of the style sheet, the `root` of a page.

    The bar links to `last.html`, which forwards to the last session: with that session's own address in it, every page
    would change after every session.
    """

    club: str
    home: str = ""  # the folder of the first page
    mark: str | None = None
    season: str = ""  # in words
    folder: str = ""
    pages: tuple[str, ...] = ()  # those that the season has
    clubs: str = ""  # the folder of the list of all clubs, if there are several
    past: str = ""  # the name of a season after which another one was played, so that nobody takes it for the present

    def of_season(
        self, competition: Mapping[str, Any], folder: str, pages: tuple[str, ...], *, is_over: bool = False
    ) -> "Bar":
        """Return the bar for a season in this folder; `is_over`: a later one has been played."""
        season = f"{competition['competition_name']} {competition['season']}"
        past = competition["season"] if is_over else ""
        return self._replace(season=season, folder=f"{folder}/", pages=pages, past=past)

    def own(self, at: str, root: str) -> str:
        """Return the folder of the season, relative to the page `at`."""
        if not at.startswith(self.folder):
            return f"{root}{self.folder}"
        return "../" * at.removeprefix(self.folder).count("/")

    def here(self, at: str, *, is_last: bool) -> dict[str, str]:
        """Return the value of `aria-current` by page of the bar, for the page `at`; it may be of the last session."""
        if not at.startswith(self.folder):
            return {}
        page = at.removeprefix(self.folder).removesuffix(".html")
        folder = page.partition("/")[0]
        if page in self.pages:
            return {page: _PAGE}
        if is_last:
            return {LAST: _PAGE if folder == "sessions" else _WITHIN_PAGE}
        return {_WITHIN[folder]: _WITHIN_PAGE} if folder in _WITHIN else {}


def pages_of(*, sessions: bool, players: bool, championships: bool, others: bool) -> tuple[str, ...]:
    """Return the pages of the bar that a season has. `others` says whether it has pages even without a session."""
    there = {LAST: sessions, STANDING: others, CHAMPIONSHIPS: others and championships, PLAYERS: players}
    return tuple(page for page, is_there in {**there, CALENDAR: others}.items() if is_there)


def bar_pages(report: Mapping[str, pl.DataFrame], competition: Mapping[str, Any], *, rated: bool) -> tuple[str, ...]:
    """Return the pages of the bar that a season has, from its tables; `rated` says whether it has ratings."""
    has_sessions = report["sessions"].height > 0
    return pages_of(
        sessions=has_sessions,
        players=report["player_sessions"].height > 0,
        championships=competition["individual_show"] or competition["pairs_show"],
        others=has_sessions or report["player_ranking"].height > 0 or not rated,
    )
