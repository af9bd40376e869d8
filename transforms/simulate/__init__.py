"""A made-up federation: clubs, people and a season of sessions, for demonstrations, tests and benchmarks.

`attendance` decides who sits down, `play` what is bid and made, and `ladder` who plays two-player games over years;
`federation` makes up the people, and combines all parts.
"""

from transforms.simulate.federation import SEASON, SEASON_END, SEASON_START, parts

__all__ = ["SEASON", "SEASON_END", "SEASON_START", "parts"]
