"""The beginning of a competition: its folder and its settings, made for its first file."""

import datetime as dt
import shutil
from pathlib import Path

from pipelines.cli.desk.changes import Settings
from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.file_names import folder_name
from pipelines.cli.new import new
from pipelines.cli.new.proposing import Choice, Sure, seasons_of
from pipelines.intake.landing.folders import SETTINGS
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.words.at_desk import without_commands
from transforms.tables.messages import gettext

_LONG_AGO = dt.timedelta(days=2 * 365)
"""If a first evening is longer ago, or still to come, the clock of the computer that wrote the file may be wrong."""


class DoubtfulDayError(UnusableError):
    """The first evening of a competition has a doubtful `day`."""

    def __init__(self, day: dt.date) -> None:
        super().__init__("the date of this file, {day}, is doubtful", day=day)
        self.day = day


def folder_of(desk: Desk, club: str, competition: str) -> Path:
    """Return the folder for a new competition, within that of its club. UnusableError: it has no place."""
    if not (club.strip() and competition.strip()):
        raise UnusableError("write the names of the club and of the competition")
    if (desk.landing / SETTINGS).is_file():
        sentence = "{folder} is the folder of one competition: open the desk in another folder to begin a second one"
        raise UnusableError(sentence, folder=desk.landing)
    clubs = {one.club_name.casefold(): one.club for one in desk.competitions()}
    return desk.landing / clubs.get(club.strip().casefold(), folder_name(club)) / folder_name(competition)


def begin(
    desk: Desk,
    name: str,
    content: bytes,
    club: str,
    competition: str,
    *,
    day: dt.date | None = None,
    is_right: bool = False,
) -> str:
    """Make a competition with its first file, and build. Return its id.

    `day` is the day of the evening if the file has another; `is_right` if the director has confirmed that of the file.

    Raises:
        UnusableError: a name is missing, there is such a competition, or the file has no results.
        DoubtfulDayError: the date in the file is far from today. Then nothing is written.
    """
    folder = folder_of(desk, club, competition)
    if (folder / SETTINGS).exists():
        raise UnusableError("{club} has a competition with this name already: {name}", club=club, name=competition)
    was_there = folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    put_whole(folder / name, content)
    try:
        found = new.look_and_propose(folder, lambda *_: None)
        _refuse_without_results(name, found)
        days = found.seen.dates
        if day is None and not is_right and days and not clock.today() - _LONG_AGO < days[-1] <= clock.today():
            raise DoubtfulDayError(days[-1])
        names = [Choice(one.strip(), Sure.SURE, gettext("written on the desk")) for one in (club, competition)]
        proposal = found.proposal._replace(club=names[0], competition=names[1])
        if day is not None:
            seasons, why = seasons_of([day], clock.today())
            proposal = proposal._replace(seasons=seasons, why_seasons=why)
        new.write(found._replace(proposal=proposal))
    except UnusableError:
        (folder / name).unlink()
        if not was_there:
            shutil.rmtree(folder)
        raise
    to = desk.competition(f"{folder.parent.name}/{folder.name}")
    if day is not None and to is not None:
        dated = Settings(to, ((f"session.{name}.date", f"{day}"),))
        put_whole(dated.path, dated.content())
    desk.job.start()
    return f"{folder.parent.name}/{folder.name}"


def _refuse_without_results(name: str, found: new.Found) -> None:
    seen = found.seen
    if seen.of_results.is_empty():
        why = seen.files["first_error"].drop_nulls()
        words = without_commands(why[0]) if len(why) else gettext("this file has no results of an evening")
        raise UnusableError("{name}: {why}", name=name, why=words)
