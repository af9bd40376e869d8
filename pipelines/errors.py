"""What a user can mend: said in one line, without a traceback."""


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what, where, and how to mend it.

    Where several things are wrong at once, each has a message, which is an argument of the error.
    """
