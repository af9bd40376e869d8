"""Events for tests, and their awards by one scheme."""

from collections.abc import Sequence

import polars as pl

from transforms.awards import SCHEMES, Rounding, awards

COMPUTED = [name for name, scheme in SCHEMES.items() if not scheme.imported]
EVENT = ["event"]


def event(scores: Sequence[float | None], name: str = "monday") -> pl.DataFrame:
    """Entrants named by number, with these scores."""
    return pl.DataFrame(
        {"event": name, "entrant": [f"{number:04}" for number in range(1, len(scores) + 1)], "score": scores},
        schema={"event": pl.String, "entrant": pl.String, "score": pl.Float64},
    )


def field(size: int, name: str | None = None) -> pl.DataFrame:
    """So many entrants without ties, the best first; half of them at or above the average."""
    return event([50 + (size // 2 - place) / size for place in range(1, size + 1)], name or f"{size:04}")


def points(scheme: str, entrants: pl.DataFrame, rounding: Rounding = "scheme") -> list[float]:
    """The points of one scheme, in the order of the rows."""
    return awards(entrants, [scheme], event=EVENT, rounding=rounding).collect()[scheme].to_list()
