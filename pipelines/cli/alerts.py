"""Send alerts after a unit of systemd, or by hand, with the same code as the sensor of Dagster."""

import os
from pathlib import Path
from typing import NamedTuple

from pipelines.building.alerts import Known, Ran, deliver, look
from pipelines.cli.terminal.which_landing import last_folders
from pipelines.machine.environment import MESSAGE_COMMAND
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import Paths, Place, next_to
from pipelines.machine.sending import has_receiver
from transforms.tables.messages import gettext, gettext_noop

_KNOWN = ".{}.alerts.json"
_SEASON_END = "season-end"


class Sent(NamedTuple):
    """What `send_alerts` did, in words, and whether every message arrived."""

    said: list[str]
    is_well: bool


def send_alerts(place: Place) -> Sent:
    """Send what changed since the last call, and what did not arrive then.

    If systemd runs this after another unit (`OnSuccess=`, `OnFailure=`), its MONITOR_… variables say how that ended.
    """
    if (file := next_to(place, _KNOWN)) is None:
        raise UnusableError("{warehouse}: it has no place for the alerts that were sent; use Dagster", warehouse=place)
    known = Known.from_text(file.read_text(encoding="utf-8") if file.exists() else None)
    folders = last_folders(place)
    look(Paths(folders.get("landing", Path()), place, folders.get("reports", Path())), known, _ran())
    if not known.waiting:
        said, is_well = [gettext("Nothing new is wrong, or well again.")], True
    elif not has_receiver():
        sentence = gettext_noop("{variable} is not set, so these alerts are only printed:")
        said, is_well = [gettext(sentence, variable=MESSAGE_COMMAND), *known.waiting], True
        known.waiting = []
    elif why := deliver(known):
        sentence = gettext_noop("Not sent, and kept for the next time ({number}). {why}")
        said, is_well = [gettext(sentence, number=len(known.waiting), why=why)], False
    else:
        said, is_well = [gettext("The alerts were sent.")], True
    put_whole(file, known.as_text())
    return Sent(said, is_well)


def _ran() -> list[Ran]:
    unit, result = os.environ.get("MONITOR_UNIT"), os.environ.get("MONITOR_SERVICE_RESULT")
    if not unit or not result:
        return []
    status = os.environ.get("MONITOR_EXIT_STATUS", "")
    sentence = gettext_noop("Result: {result} ({status}). See: journalctl -u {unit}")
    why = gettext(sentence, result=result, status=status, unit=unit)
    return [Ran(unit, result == "success", why, is_season_end=_SEASON_END in unit)]
