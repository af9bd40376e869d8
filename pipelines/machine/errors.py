"""Errors that a user can mend: each is shown in one line, without a traceback."""


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what is wrong, where, and how to mend it.

    It holds a `Message` of `transforms/messages.py`, which is said in the language that is spoken where it is shown.

    Where several things are wrong at once, `args` holds one message for each.
    """


class MachineError(UnusableError):
    """The machine fails, whatever is read or computed: so no club and no file is to blame, and nothing goes on."""
