"""What a user can mend: said in one line, without a traceback."""


class UnusableError(Exception):
    """Input or arguments that cannot be used; the message says what, where, and how to mend it."""
