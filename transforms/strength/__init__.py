"""Strength: how good a player is, how sure that is, and what may be expected of a pair tonight (docs/strength.md)."""

from collections.abc import Sequence

import polars as pl

from transforms.strength.contest_measures import RUN_IN
from transforms.strength.contest_step import contested
from transforms.strength.evenings import evenings
from transforms.tables import schemas
from transforms.tables.arithmetic.sums import steady_means
from transforms.tables.filling import AnyFrame, face, filled, handed_in
from transforms.tables.schemas import COMPETITION, ENTRANT, SESSION

__all__ = ["contest"]

_NEEDED = ("session_id", "date", "entrant", "player_id", "score")
_BOARDS = 24
"""The boards of an evening for which none are given."""


@face
def contest(results: AnyFrame, entered: Sequence[str] = (), *, run_in: int = RUN_IN) -> pl.DataFrame:
    """Return how well rating systems predict the results of pairs, each evening from those before it.

    Args:
        results: one row per player and session: `session_id`, `date`, `entrant`, `player_id`, and the entrant's `score`
            in percent. Optional are `club`, `competition` and `season`, `line` (else A), `field` (the entrants who are
            compared; else each line) and `boards` (else 24).
        entered: columns of `results` that are indices of your own, in any unit, known before the session. An entrant
            has the mean of its players.
        run_in: how many evenings are not judged.

    Returns:
        The columns of `strength.contest` from `system` on, over all evenings after the run-in (docs/contest.md).

    Raises:
        ValueError: a column is missing, unknown or has an impossible value; the message names it.
    """
    rows = handed_in(results, (*_NEEDED, *entered), (*COMPETITION, "line", "field", "boards"))
    usual = {**{name: pl.lit("-") for name in COMPETITION}, "line": pl.lit("A"), "boards": pl.lit(_BOARDS)}
    rows = rows.with_columns(**{name: value for name, value in usual.items() if name not in rows.columns})
    rows = rows if "field" in rows.columns else rows.with_columns(field="line")
    played = evenings(
        filled(
            schemas.SessionResults,
            rows.select(*ENTRANT, "field", "boards", "score").unique(maintain_order=True),
            scoring="matchpoints",
        ),
        filled(schemas.Entries, rows.select(*ENTRANT, "player_id").drop_nulls()),
        filled(schemas.Sessions, rows.select(*SESSION, "date").unique()),
    ).collect()
    indices = {
        name: steady_means(rows.lazy().drop_nulls(name).cast({name: pl.Float64}), ENTRANT, name)
        .rename({name: "index"})
        .collect()
        for name in entered
    }
    return contested(played, indices, None, run_in).measured()
