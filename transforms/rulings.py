"""What a director may write beside a result line, and what it means for the points.

| ruling | meaning |
|---|---|
| (null) | played: the score counts |
| `reversed` | played in the wrong direction: scored as it stands, then North-South and East-West change places |
| `not_played` | no result: the line earns nothing and asks nothing of either side |
| `average` | both sides half of the top |
| `a60_40`, `a62.5_50` | so many percent of the top for North-South and for East-West |
| `a+_-`, `a50_+` | `+` is average plus, `-` is average minus, for that side |

Average plus is the competition's `average_plus` or the entrant's own average over the boards it played,
whichever is higher; average minus is `average_minus` or that own average, whichever is lower (Law 12C2).
Expressions in, expressions out.
"""

from typing import Literal

import polars as pl

Direction = Literal["NS", "EW"]

_SHARE = r"(\+|-|100(?:\.0+)?|\d{1,2}(?:\.\d+)?)"
_AWARDED = f"^a{_SHARE}_{_SHARE}$"
_SIDE: dict[Direction, int] = {"NS": 1, "EW": 2}


def is_ruling(ruling: pl.Expr) -> pl.Expr:
    """Whether this is a ruling at all: Boolean, null for a line simply played."""
    return ruling.is_in(["reversed", "not_played", "average"]) | ruling.str.contains(_AWARDED)


def is_played(ruling: pl.Expr) -> pl.Expr:
    """Whether the score of the line is compared with the others: Boolean."""
    return ruling.is_null() | (ruling == "reversed")


def is_awarded(ruling: pl.Expr) -> pl.Expr:
    """Whether the sides get a share of the top instead of a comparison: Boolean."""
    return ((ruling == "average") | ruling.str.contains(_AWARDED)).fill_null(False)


def awarded_percentage(
    ruling: pl.Expr, direction: Direction, own_average: pl.Expr, average_plus: pl.Expr, average_minus: pl.Expr
) -> pl.Expr:
    """The percentage of the top given to one side: Float64, null where nothing was awarded.

    `own_average` is that side's percentage over the boards it played, null when it played none.
    """
    share = ruling.str.extract(_AWARDED, _SIDE[direction])
    return (
        pl.when(ruling == "average")
        .then(50.0)
        .when(share == "+")
        .then(pl.max_horizontal(average_plus, own_average))
        .when(share == "-")
        .then(pl.min_horizontal(average_minus, own_average))
        .otherwise(share.cast(pl.Float64, strict=False))
    )


def needs_own_average(ruling: pl.Expr) -> pl.Expr:
    """Whether either side was given average plus or average minus: Boolean."""
    return ruling.str.contains(r"^a.*[+-]").fill_null(False)


def assigned_percentage(ruling: pl.Expr) -> pl.Expr:
    """The percentage at which a director placed a line, seen from North-South: Float64.

    Null where no such place follows: both sides have an average, plus or minus, or shares that contradict
    one another as places (60 and 60).
    """
    shares = (ruling.str.extract(_AWARDED, side).cast(pl.Float64, strict=False) for side in _SIDE.values())
    ns, ew = (pl.when(share != 50).then(share) for share in shares)
    return pl.when(ew.is_null() | (ns + ew == 100)).then(ns).when(ns.is_null()).then(100 - ew)
