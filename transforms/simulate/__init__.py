"""A made-up federation: clubs, people and a season of sessions, for demonstrations, tests and benchmarks.

`names` makes up people and places, `attendance` decides who sits down, `movements` who meets whom on which boards,
`play` what is bid and made, and `ladder` who plays games of two over the years. `federation` puts it all together.
"""

from transforms.simulate.federation import SEASON, SEASON_END, SEASON_START, parts, simulate

__all__ = ["SEASON", "SEASON_END", "SEASON_START", "parts", "simulate"]
