"""A made-up federation: clubs, people and a season of sessions, for demonstrations, tests and benchmarks."""

from transforms.simulate.federation import SEASON, SEASON_END, SEASON_START, parts
from transforms.simulate.together import Together

__all__ = ["SEASON", "SEASON_END", "SEASON_START", "Together", "parts"]
