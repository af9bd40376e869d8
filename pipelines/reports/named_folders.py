"""The folders of clubs and competitions in a site by their ids: those of now, and any that an older version named."""

from collections import defaultdict
from functools import cache
from pathlib import Path

from pipelines.reports.files import is_of_competition
from pipelines.reports.page_names import has_form_of_a_name, lasting, names_ever


class NamedFolders:
    """The folders in a folder, by what lasts of their names; it is listed once, when this is made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._named = defaultdict[str, list[Path]](list)
        for inside in sorted(folder.glob("*/")):
            if has_form_of_a_name(inside.name):
                self._named[lasting(inside.name)].append(inside)
        self._within = cache(NamedFolders)

    def of(self, identifier: str) -> list[Path]:
        """Those of an id, whichever version named them."""
        return sorted(folder for name in names_ever(identifier) for folder in self._named.get(name, ()))

    def competitions_of(self, club: str, competition: str | None = None) -> list[Path]:
        """The folders of a club's competitions, or of one of them, from this folder on."""
        found = (
            inside
            for folder in self.of(club)
            for inside in (folder.glob("*/") if competition is None else self._within(folder).of(competition))
        )
        return sorted(inside.relative_to(self._folder) for inside in found if is_of_competition(inside))
