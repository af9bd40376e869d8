"""The competition and the season that are named on the command line."""

import polars as pl

from pipelines.display.suggestions import some
from pipelines.errors import UnusableError
from transforms.tables import COMPETITION


def one_competition(rules: pl.DataFrame, wanted: str) -> pl.DataFrame:
    """The rows of one competition, one per season, in order of time.

    Args:
        rules: `Competitions`.
        wanted: its id, its name, or `club/competition`; upper and lower case are the same.

    Raises:
        UnusableError: there is no such competition, or several have this name.
    """
    full = pl.format("{}/{}", "club", "competition")
    names = [pl.col("competition"), pl.col("competition_name"), full]
    fits = pl.any_horizontal(name.str.to_lowercase() == wanted.lower() for name in names)
    found = rules.filter(fits).sort("start", "season")
    fitting = found.select(full).to_series().unique().sort().to_list()
    if not fitting:
        known = rules.select(full).to_series().unique().sort().to_list()
        raise UnusableError(f"{wanted}: there is no such competition; there are {some(known)}")
    if len(fitting) > 1:
        raise UnusableError(f"{wanted}: that may be {some(fitting)}; name one of these")
    return found


def one_season(rules: pl.DataFrame, wanted: str | None) -> tuple[str, str, str]:
    """(club, competition, season) of the season that is named, or else of the latest one.

    Args:
        rules: `Competitions`: the rows of one competition, in order of time.
        wanted: its name; None: the latest.

    Raises:
        UnusableError: there is no such season.
    """
    found = rules if wanted is None else rules.filter(season=wanted)
    if found.is_empty():
        raise UnusableError(f"--season {wanted}: there is no such season; there are {some(rules['season'].to_list())}")
    club, competition, season = found.select(COMPETITION).row(-1)
    return club, competition, season
