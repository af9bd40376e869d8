"""Errors that a user can fix, shown in one line without a traceback, and those of the system."""

import sys
from typing import cast

from transforms.tables.messages import Message, gettext_noop


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what is wrong, where, and how to fix it.

    A text with gaps is a `Message`, shown in the language that is spoken there; several things that are wrong at once
    have one each.
    """

    def __init__(self, *said: object, **gaps: object) -> None:
        super().__init__(*(Message(one, **gaps) if isinstance(one, str) else one for one in said))


class MachineError(UnusableError):
    """The machine fails, whatever is read or computed: no club and no file is to blame, and the command ends."""


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
"""Messages of Linux, macOS and the C library of Windows; Windows itself speaks its own language."""


def why(error: OSError) -> Message:
    """The reason in the language that is spoken, or in the system's own words where nobody translated them."""
    return Message(error.strerror or str(error) or type(error).__name__)


_FOR_OTHERS = ("sqlalchemy", "pyarrow.dataset")
"""Dataframely imports the first, which is there for Dagster. DuckDB imports the second, and pandas with it, to look
through streams of Arrow that we insert whole. Both take two thirds of a second."""


def leave_out_what_is_for_others() -> None:
    """Let our libraries do without these modules, in a process that will never import Dagster."""
    cast("dict[str, object]", sys.modules).update(dict.fromkeys(_FOR_OTHERS))
