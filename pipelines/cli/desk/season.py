"""The screen of a club's season: what is doubtful, what would change, what was corrected, and who is hidden."""

from collections.abc import Mapping
from typing import Any

from pipelines.cli.desk.clubs import clubs
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.screen import Act, Fields, text_of
from pipelines.reports.desk import page_of_club
from pipelines.reports.page_names import page_name
from transforms.tables.messages import gettext_noop


class Season:
    """The page of the static desk, on the desk that is served."""

    path, name, template = "/season", gettext_noop("Season"), "desk_season.html"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def content(self, query: Fields) -> Mapping[str, Any]:
        """Return what `desk_of_club.html` shows of the club that the address names, or else of the first."""
        named = {one.club: one.club_name for one in self._desk.competitions()}
        wanted = text_of(query, "club")
        for club in clubs(self._desk, wanted if wanted in named else min(named, default=None)):
            content, _ = page_of_club(club.id, club.tables)
            folder = page_name(club.id)
            others = sorted(named.items()) if len(named) > 1 else []
            served = {"site": f"/site/{folder}", "lists": f"/private/{folder}/", "is_served": True}
            return {**content, **served, "others": others}
        return {"template": "desk_nothing.html"}

    def acts(self) -> Mapping[str, Act]:
        """Return nothing: the inbox asks the questions."""
        return {}
