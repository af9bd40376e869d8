"""Errors that a user can fix: each is shown in one line, without a traceback."""

from transforms.tables.messages import Message


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what is wrong, where, and how to fix it.

    A text, with what stands in its gaps, is taken for a `Message`, in the language that is spoken where it is shown;
    where several things are wrong at once, there is one for each.
    """

    def __init__(self, *said: object, **gaps: object) -> None:
        super().__init__(*(Message(one, **gaps) if isinstance(one, str) else one for one in said))


class MachineError(UnusableError):
    """The machine fails, whatever is read or computed: no club and no file is to blame, and nothing goes on."""
