"""The commands of Barometer.

Whatever a user can mend is an `UnusableError`, whose message says what is wrong, where, and how to mend it; a file that
cannot be read or written is an `OSError`. `terminal.output.explained` prints both.
"""
