"""The commands of Barometer.

Everything a user can fix is an `UnusableError`, whose message says what is wrong, where, and how to fix it. A file that
cannot be read or written is an `OSError`. `terminal.output.explained` prints both.
"""
