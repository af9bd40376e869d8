"""The commands of Barometer.

Every error that a user can fix is an `UnusableError`, whose message says what is wrong, where, and how to fix it. If a
file cannot be read or written, the error is an `OSError`. `terminal.output.explained` prints both.
"""
