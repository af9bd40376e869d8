"""The commands. `terminal.output.explained` prints errors that a user can fix: each `UnusableError` and `OSError`."""
