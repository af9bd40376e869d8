"""What the desk works on: the places, the competitions there, the build that runs, and what the desk wrote."""

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pipelines.cli.desk.club_tables import ClubTables
from pipelines.cli.desk.job import Job, Program
from pipelines.cli.desk.journal import Journal
from pipelines.intake.landing.folders import SETTINGS, LandingError, folders_in
from pipelines.machine.paths import Paths, next_to
from pipelines.settings.club import CLUB_SETTINGS, read_club_settings
from pipelines.settings.competition import read_settings
from pipelines.settings.problems import SettingsError
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.build_record import last_number
from pipelines.words.at_desk import without_commands

_FOLDER = ".{}.desk"


class Competition(NamedTuple):
    """A competition in the landing folder: its ids, its folder, and the names that its settings give."""

    club: str
    competition: str
    folder: Path
    club_name: str
    name: str

    @property
    def id(self) -> str:
        """The two ids, as commands write them."""
        return f"{self.club}/{self.competition}"


class Desk:
    """One desk. Its folder, next to the warehouse, is private to the director."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.folder = folder_of(paths)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lock = Lock()
        """Held by the act that a button asks for, so that acts come one after the other."""
        self.journal = Journal(self.folder, paths.landing, self.say)
        self.job, self.live = Job(paths, self.folder), Program(self.folder / "live.txt")
        self.tables = ClubTables(paths.warehouse)
        self._said: list[str] = []

    def close(self) -> None:
        """End the commands that the desk runs."""
        for program in (programs := (self.job.program, self.job.publication, self.live)):
            program.ask_to_end()
        for program in programs:
            program.stop()

    @cached_property
    def landing(self) -> Path:
        """The landing folder, as an absolute path."""
        return self.paths.landing.absolute()

    def competitions(self) -> list[Competition]:
        """Return the competitions in the landing folder; none before the first file."""
        with suppress(LandingError):
            return [
                _competition(self.landing, folder.club, folder.competition)
                for folder in folders_in(self.landing)
                if folder.competition and SETTINGS in folder.files
            ]
        return []

    def competition(self, wanted: str | None) -> Competition | None:
        """Return the competition with this id, or else the only one."""
        known = self.competitions()
        return next((one for one in known if one.id == wanted), known[0] if len(known) == 1 else None)

    def build_number(self) -> int:
        """Return the number of the last build; 0 before the first."""
        if not exists(self.paths.warehouse):
            return 0
        with Warehouse(self.paths.warehouse, read_only=True) as warehouse:
            return last_number(warehouse)

    def say(self, *words: str) -> None:
        """Note words for the page that follows an act."""
        self._said += map(without_commands, words)

    def heard(self) -> list[str]:
        """Return what was said since the last act, and forget it."""
        said, self._said = self._said, list[str]()
        return [*dict.fromkeys(said)]


def folder_of(paths: Paths) -> Path:
    """Return the folder in which the desk keeps its notes."""
    return (next_to(paths.warehouse, _FOLDER) or paths.landing / _FOLDER.format("")).absolute()


def _competition(landing: Path, club: str, competition: str) -> Competition:
    folder = landing if (landing / SETTINGS).is_file() else landing / club / competition
    club_name, name = None, None
    with suppress(SettingsError):
        settings = read_settings(folder / SETTINGS)
        club_name, name = settings.club, settings.competition
    with suppress(SettingsError, OSError):
        if folder != landing:
            club_name = read_club_settings(folder.parent / CLUB_SETTINGS).page.name or club_name
    return Competition(club, competition, folder, club_name or club, name or competition)
