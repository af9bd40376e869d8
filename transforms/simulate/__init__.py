"""A made-up federation: clubs, people and a season of sessions, for demonstrations, tests and benchmarks.

`attendance` decides who sits down, `play` decides the contracts and results, and `ladder` makes up two-player games
over several years. `federation` makes up the people and puts everything together.
"""

from transforms.simulate.federation import SEASON, SEASON_END, SEASON_START, parts

__all__ = ["SEASON", "SEASON_END", "SEASON_START", "parts"]
