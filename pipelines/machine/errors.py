"""Errors that a user can fix, shown in one line without a traceback; and system errors in the user's language."""

import sys
from typing import cast

from transforms.tables.messages import Message, gettext_noop


class UnusableError(Exception):
    """Input or arguments that cannot be used: what is wrong, where, and how to fix it, in one or more messages."""

    def __init__(self, *said: object, **gaps: object) -> None:
        super().__init__(*(Message(one, **gaps) if isinstance(one, str) else one for one in said))


class MachineError(UnusableError):
    """A failure of the machine itself, such as a full disk. No club or file is at fault, and the command ends."""


SAID = (
    gettext_noop("No such file or directory"),
    gettext_noop("Permission denied"),
    gettext_noop("Operation not permitted"),
    gettext_noop("Is a directory"),
    gettext_noop("Not a directory"),
    gettext_noop("Directory not empty"),
    gettext_noop("File exists"),
    gettext_noop("File name too long"),
    gettext_noop("Read-only file system"),
    gettext_noop("Device or resource busy"),
    gettext_noop("Input/output error"),
    gettext_noop("Too many open files"),
)
"""Error messages of Linux, macOS and the C library of Windows, for translation. Windows translates its own messages."""


def why(error: OSError) -> Message:
    """Return the reason for a system error in the user's language; without a translation, the system's own words."""
    return Message(error.strerror or str(error) or type(error).__name__)


_FOR_OTHERS = ("sqlalchemy", "pyarrow.dataset")
"""Modules whose import we prevent; this saves two thirds of a second. Dataframely imports `sqlalchemy` if Dagster has
installed it. DuckDB imports `pyarrow.dataset`, and thereby pandas, to filter Arrow streams, but we insert whole
streams."""


def leave_out_what_is_for_others() -> None:
    """Prevent the import of the modules `_FOR_OTHERS`. Only a process that never imports Dagster may call this."""
    cast("dict[str, object]", sys.modules).update(dict.fromkeys(_FOR_OTHERS))
