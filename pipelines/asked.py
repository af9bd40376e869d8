"""What a word on the command line stands for: a competition by id or name, and the nearest of what there is."""

import difflib
from collections.abc import Iterable, Sequence

import polars as pl

from pipelines.errors import UnusableError
from transforms.tables import COMPETITION

_NAMED_AT_MOST = 12


def one_competition(rules: pl.DataFrame, wanted: str) -> pl.DataFrame:
    """The seasons of a competition, in order of time.

    Args:
        rules: `Competitions`.
        wanted: its id, its name, or `club/competition`; capitals do not matter.

    Raises:
        UnusableError: there is none, or there are several.
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
    """Club, competition and season: the one asked for, or the latest.

    Args:
        rules: the seasons of one competition, in order of time.
        wanted: its name; None: the latest.

    Raises:
        UnusableError: there is no such season.
    """
    found = rules if wanted is None else rules.filter(season=wanted)
    if found.is_empty():
        raise UnusableError(f"--season {wanted}: there is no such season; there are {some(rules['season'].to_list())}")
    club, competition, season = found.select(COMPETITION).row(-1)
    return club, competition, season


def nearest(wanted: str, words: Iterable[str]) -> str:
    """` (the nearest: …)` with the words that look most like it; nothing where none does."""
    known = {word.lower(): word for word in sorted(words)}
    near = difflib.get_close_matches(wanted.lower(), known, n=3, cutoff=0.6)
    return f" (the nearest: {', '.join(known[word] for word in near)})" if near else ""


def some(words: Sequence[str]) -> str:
    """The words, or the first of them and how many more there are."""
    more = len(words) - _NAMED_AT_MOST
    return (", ".join(words[:_NAMED_AT_MOST]) or "none") + (f" and {more} more" if more > 0 else "")
