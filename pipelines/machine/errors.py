"""Errors that a user can fix, shown in one line without a traceback, and errors of the system."""

import sys
from typing import cast

from transforms.tables.messages import Message, gettext_noop


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what is wrong, where, and how to fix it.

    A text with gaps is a `Message`, shown in the user's language. If several things are wrong at once, each has a
    message.
    """

    def __init__(self, *said: object, **gaps: object) -> None:
        super().__init__(*(Message(one, **gaps) if isinstance(one, str) else one for one in said))


class MachineError(UnusableError):
    """The machine fails, whatever is read or computed: no club or file is to blame, and the command ends."""


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
"""Messages of Linux, macOS and the C library of Windows; Windows itself uses its own language."""


def why(error: OSError) -> Message:
    """Return the reason in the user's language, or in the system's words if there is no translation."""
    return Message(error.strerror or str(error) or type(error).__name__)


_FOR_OTHERS = ("sqlalchemy", "pyarrow.dataset")
"""Modules to leave out; importing both takes two thirds of a second.

Dataframely imports the first, which is installed for Dagster. DuckDB imports the second, and pandas with it, to look
through Arrow streams that we insert whole.
"""


def leave_out_what_is_for_others() -> None:
    """Make our libraries do without these modules, in a process that never imports Dagster."""
    cast("dict[str, object]", sys.modules).update(dict.fromkeys(_FOR_OTHERS))
