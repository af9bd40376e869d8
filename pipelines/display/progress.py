"""How far long work is, as it is said to whoever waits."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Told (what is being done, how many are done, how many there are)."""
