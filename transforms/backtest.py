"""How well the rankings before a session foretell the order in it: what a method of ranking points is worth.

In every field the entrants are compared two by two: the one whose players had the higher mean ranking before
the session should have the better score. Kendall's tau-b weighs the orders right against those wrong, and
leaves aside what was tied on either side.
"""

import polars as pl

from transforms.sums import steady_mean
from transforms.tables import DECIMALS, SESSION, Frame

_ENTRANT = (*SESSION, "line", "entrant")


def foretold(session_results: Frame, entries: Frame, player_rankings: Frame) -> pl.LazyFrame:
    """Compare the rankings before each session with the order in it.

    Args:
        session_results: `SessionResults`.
        entries: `Entries`.
        player_rankings: `PlayerRankings`, by the method that is tried.

    Returns:
        One row a session: its key, `compared` (pairs of entrants of one field with different scores), `right`
        (ordered as their rankings foretold; equal rankings count half), `share` (right / compared) and `tau`
        (Kendall's tau-b over all fields of the session); null where nothing can be compared. Sorted by key.
    """
    ranked = entries.lazy().join(player_rankings.lazy(), on=(*SESSION, "player_id"))
    strength = ranked.group_by(_ENTRANT).agg(strength=steady_mean(pl.col("ranking_before")).round(DECIMALS))
    fields = (
        session_results.lazy()
        .filter(pl.col("score").is_not_null())
        .select(*_ENTRANT, "field", score=pl.col("score").round(DECIMALS))
        .join(strength, on=_ENTRANT)
        .sort(_ENTRANT)
        .with_row_index("number")
    )
    field = (*SESSION, "field")
    others = fields.select(*field, other="number", other_score="score", other_strength="strength")
    by_score = (pl.col("score") - pl.col("other_score")).sign()
    by_strength = (pl.col("strength") - pl.col("other_strength")).sign()
    agree = by_score * by_strength
    return (
        fields.join(others, on=field)
        .filter(pl.col("number") < pl.col("other"))
        .group_by(SESSION)
        .agg(
            compared=(by_score != 0).sum(),
            told_apart=(by_strength != 0).sum(),
            right=(agree > 0).sum() + (by_score != 0).and_(by_strength == 0).sum() / 2,
            balance=agree.sum(),
        )
        .with_columns(
            share=pl.when(pl.col("compared") > 0).then(pl.col("right") / pl.col("compared")),
            tau=pl.when(pl.col("compared") * pl.col("told_apart") > 0).then(
                pl.col("balance") / (pl.col("compared").cast(pl.Float64) * pl.col("told_apart")).sqrt()
            ),
        )
        .select(*SESSION, "compared", "right", "share", "tau")
        .sort(SESSION)
    )
