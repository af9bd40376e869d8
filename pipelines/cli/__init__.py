"""The commands. What a user can fix is an `UnusableError` or an `OSError`; `terminal.output.explained` prints both."""
