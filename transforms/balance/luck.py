"""What the movement of a session gave or took: an estimate, and the result under equal opposition and comparison.

The score of two entrants says how much a good result of the one hurts the other. An entrant whose score with strong
ones is high had a hard evening, and another an easy one. So what the movement gave is

    movement = - sum over the others of (score - mean score) x strength x (P - 1) / P / (half tops played)

where P counts the entrants and the mean is that of the entrant's own scores: in perfect balance all are equal and
nobody is given anything. Half a top is here that of each board set itself, so a result that is missing somewhere
changes nothing elsewhere.
Where one pair wins every board and all else is level, this is exactly what tells the others apart.

Strength is how far above the mean of the field an entrant was expected to end, in the unit of the score: the ranking
before the session above the mean of the field, times what a point of ranking was worth in the sessions of the
competition that are given (least squares, never below 0). It is an estimate from few sessions, of players who
have better and worse days: the movement explains a part of a result, and this is a guess at how much.

Source: the paper on movement balance, "Waarom nou juist gewichtsfactoren h en 1?" for the weights; the rest is ours.
"""

import polars as pl

from transforms.balance.played import Played, played
from transforms.balance.session_balance import field_scores, half_top_of_set, in_portions, movements_alike
from transforms.sums import steady_mean, steady_sum
from transforms.tables import COMPETITION, SESSION, Frame, Luck

_ENTRANT = (*SESSION, "line", "entrant")
_SCALE = (*COMPETITION, "scoring")


def luck(
    board_scores: Frame, sessions: Frame, *, session_results: Frame, entries: Frame, rankings: Frame
) -> pl.LazyFrame:
    """What the movement of each session gave each entrant, and the result without it; an estimate.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`.
        session_results: `SessionResults`.
        entries: `Entries`, for the players of an entrant.
        rankings: `PlayerRankings`, for those before the session.

    Returns:
        `Luck`, sorted by key: entrants with a score all of whose field have a ranking before the session.
    """
    of_sessions = played(board_scores, sessions)
    seated = (
        of_sessions.entrants.join(of_sessions.fields.select("place", "line", *SESSION), on=("place", "line"))
        .select("place", *SESSION, "line", number="entrant", entrant="name")
        .join(_expected(session_results, entries, rankings), on=_ENTRANT, how="left")
        .filter((pl.col("score").is_not_null() & pl.col("ranking").is_not_null()).all().over("place"))
        .with_columns(
            above=pl.col("ranking") - steady_mean(pl.col("ranking")).over("place"),
            better=pl.col("score") - steady_mean(pl.col("score")).over("place"),
        )
    )
    worth = seated.group_by(_SCALE).agg(
        covered=steady_sum(pl.col("above") * pl.col("better")), spread=steady_sum(pl.col("above").pow(2))
    )
    strengths = seated.join(worth, on=_SCALE).with_columns(
        strength=pl.when(pl.col("spread") > 0)
        .then(pl.col("above") * pl.max_horizontal(pl.col("covered") / pl.col("spread"), 0.0))
        .otherwise(0.0)
    )
    return (
        strengths.join(_given(of_sessions, strengths), on=("place", "number"))
        .lazy()
        .with_columns(level_score=pl.col("score") - pl.col("movement"))
        .select(pl.col(name).cast(column.dtype) for name, column in Luck.columns().items())
        .sort(Luck.primary_key())
    )


def _expected(session_results: Frame, entries: Frame, rankings: Frame) -> pl.DataFrame:
    """(of an entrant) score, scoring and the mean ranking of its players before the session."""
    before = rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    of_entrants = (
        entries.lazy()
        .join(before, on=(*SESSION, "player_id"), how="left")
        .group_by(_ENTRANT)
        .agg(ranking=pl.when(pl.col("ranking_before").is_not_null().all()).then(steady_mean(pl.col("ranking_before"))))
    )
    results = session_results.lazy().select(*_ENTRANT, "score", "scoring")
    return results.join(of_entrants, on=_ENTRANT, how="left").collect()


def _given(of_sessions: Played, strengths: pl.DataFrame) -> pl.DataFrame:
    """(place, number, movement): what the movement gave each entrant, in the unit of the score."""
    alike = movements_alike(of_sessions.seats)
    scores = pl.concat(
        [field_scores(portion) for portion in in_portions(of_sessions, alike)] or [field_scores(of_sessions)]
    )
    half_tops = (
        of_sessions.seats.with_columns(half_tops=pl.col("weight") * half_top_of_set())
        .group_by("place", number="entrant")
        .agg(pl.col("half_tops").sum())
    )
    pairs = of_sessions.fields.unique("place").select("place", "pairs")
    both_ways = pl.concat(
        scores.select(movement="place", number=one, other=other, with_other="own_tops")
        for one, other in (("one", "other"), ("other", "one"))
    )
    of_others = strengths.select("place", other="number", of_other="strength")
    weighed = (
        strengths.select("place", "number")
        .join(alike, on="place")
        .join(both_ways, on=("movement", "number"))
        .join(of_others, on=("place", "other"))
        .group_by("place", "number")
        .agg(
            felt=steady_sum(pl.col("with_other") * pl.col("of_other")),
            scores=pl.col("with_other").sum(),
        )
    )
    # The strengths of a field add up to 0, so those of the others to less one's own. Whoever is better by this much
    # ends further above the mean, since the others end below it: by pairs / (pairs - 1).
    evenly = -pl.col("strength") * pl.col("scores") / (pl.col("pairs") - 1)
    own = (pl.col("pairs") - 1) / pl.col("pairs")
    return (
        strengths.select("place", "number", "strength")
        .join(weighed, on=("place", "number"))
        .join(half_tops, on=("place", "number"))
        .join(pairs, on="place")
        .filter(pl.col("half_tops") > 0)
        .select("place", "number", movement=own * (evenly - pl.col("felt")) / pl.col("half_tops"))
    )
