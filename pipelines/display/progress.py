"""The progress of long work, as it is reported to the user who waits."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with (what is being done, how many are done, how many there are)."""
