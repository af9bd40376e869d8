"""Who holds a lock, for whoever waits: in a file beside a warehouse, or in the name that a session of Postgres has."""

import datetime as dt
import getpass
import json
import os
import platform
import re
import time
from typing import NamedTuple, Self

from pipelines.warehouse.lake_lock import LONGEST_NAME
from transforms.tables.messages import gettext

_BETWEEN = "|"
_LONGEST_WHAT = 27
"""As long as `barometer ratings --publish`."""
_NOT_KEPT = re.compile(rf"[^ -~]|['\\{_BETWEEN}]")
"""Postgres keeps no other letters in a name, and the address of a server has quotes round it."""


class Holder(NamedTuple):
    """A process that holds a lock."""

    what: str
    """What it does: `barometer build`."""
    process: int
    since: int
    """Seconds since 1970."""
    user: str
    host: str

    @classmethod
    def this_process(cls, what: str) -> Self:
        """The one that runs here, from now on."""
        try:
            user = getpass.getuser()
        except (OSError, KeyError):
            user = "?"
        return cls(what, os.getpid(), int(time.time()), user, platform.node())

    def __str__(self) -> str:
        """In the language that is spoken, with the time of this machine."""
        since = dt.datetime.fromtimestamp(self.since).astimezone().strftime("%Y-%m-%d %H:%M")
        said = self._asdict() | {"since": since}
        return gettext("{what} (process {process} of {user} on {host}, since {since})", **said)

    def as_json(self) -> str:
        """As it stands in a file."""
        return json.dumps(self._asdict())

    def as_name(self) -> str:
        """As Postgres keeps it: what is too long of the user or the host is cut, and nothing else."""
        what, user, host = (_NOT_KEPT.sub("?", text) for text in (self.what, self.user, self.host))
        begins = _BETWEEN.join([what[:_LONGEST_WHAT], str(self.process), str(self.since), ""])
        room = LONGEST_NAME - len(begins) - len(_BETWEEN)
        user = user[: max(room // 2, room - len(host))]
        return f"{begins}{user}{_BETWEEN}{host[: room - len(user)]}"


def holder_of_json(text: str) -> str | None:
    """Who stands in a file, in words; None where that cannot be read."""
    try:
        return str(Holder(**json.loads(text)))
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def holder_of_name(name: str | None) -> str | None:
    """Whose name this is, in words; None where it is not one of ours."""
    try:
        what, process, since, user, host = (name or "").split(_BETWEEN)
        return str(Holder(what, int(process), int(since), user, host))
    except (ValueError, OverflowError, OSError):
        return None
