"""What the movement of a session gave or took: an estimate, and the result under equal opposition and comparison.

The score of two entrants says how much a good result of the one hurts the other. An entrant whose score with strong
ones is high had a hard evening, and another an easy one. So what the movement gave is

    movement = - sum over the others of (score - mean score) x strength x (P - 1) / P / (half tops played)

where P counts the entrants and the mean is that of the entrant's own scores: in perfect balance all are equal and
nobody is given anything. Half a top is here that of each board set itself, so a result that is missing somewhere
changes nothing elsewhere.
Where one pair wins every board and all else is level, this is exactly what tells the others apart.

Strength is how far above the mean of the field an entrant was expected to end, in the unit of the score: the ranking
before the session above the mean of the field, times what a point of ranking was worth in the sessions before of the
same season (least squares, never below 0). Where these have too few results there is no estimate. It comes from few
sessions, of players who have better and worse days: the movement explains a part of a result, and this is a guess at
how much.

Source: the paper on movement balance, "Waarom nou juist gewichtsfactoren h en 1?" for the weights; the rest is ours.
"""

import polars as pl

from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.balance.played.movement_played import Played, played
from transforms.balance.played.session_balance import field_scores, half_top_of_set, in_portions, movements_alike
from transforms.tables import COMPETITION, ENTRANT, SEATED, SESSION, Frame, Luck

_SCALE = (*COMPETITION, "scoring")
FEWEST_RESULTS = 20
"""In sessions before, from which the worth of a point of ranking is taken; a choice of ours."""


def luck(
    board_scores: Frame, sessions: Frame, *, session_results: Frame, entries: Frame, rankings: Frame
) -> pl.LazyFrame:
    """What the movement of each session gave each entrant, and the result without it; an estimate.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for their order too: by date, then by id.
        session_results: `SessionResults`.
        entries: `Entries`, for the players of an entrant.
        rankings: `PlayerRankings`, for those before the session.

    Returns:
        `Luck`, sorted by key: entrants with a score all of whose field have a ranking before the session. Without a
        worth of a point of ranking strength, movement and level score are null.
    """
    of_sessions = played(board_scores, sessions)
    seated = (
        of_sessions.entrants.join(of_sessions.fields.select("place", "line", *SESSION), on=("place", "line"))
        .select("place", *SESSION, "line", number="entrant", entrant="name")
        .join(_expected(session_results, entries, rankings), on=ENTRANT, how="left")
        .filter((pl.col("score").is_not_null() & pl.col("ranking").is_not_null()).all().over("place"))
        .with_columns(
            ranking_above_mean=pl.col("ranking") - steady_mean(pl.col("ranking")).over("place"),
            better=pl.col("score") - steady_mean(pl.col("score")).over("place"),
        )
    )
    strengths = seated.join(_worth_before(seated, sessions), on=(*_SCALE, "session_id"), how="left").with_columns(
        strength=pl.col("ranking_above_mean") * pl.col("worth_of_a_point")
    )
    return (
        strengths.join(_given(of_sessions, strengths), on=("place", "number"))
        .lazy()
        .with_columns(level_score=pl.col("score") - pl.col("movement"))
        .select(pl.col(name).cast(column.dtype) for name, column in Luck.columns().items())
        .sort(Luck.primary_key())
    )


def _worth_before(seated: pl.DataFrame, sessions: Frame) -> pl.DataFrame:
    """(of a scale and session) worth_of_a_point: of ranking, in the sessions before it; null from too few results."""
    product, square = pl.col("ranking_above_mean") * pl.col("better"), pl.col("ranking_above_mean").pow(2)
    brought = (
        seated.group_by(*_SCALE, "session_id")
        .agg(together=steady_sum(product), spread=steady_sum(square), results=pl.len().cast(pl.Int64))
        .join(sessions.lazy().select(*SESSION, "date").collect(), on=SESSION)
        .sort(*_SCALE, "date", "session_id")
        .with_columns(pl.col("together", "spread", "results").cum_sum().shift(1, fill_value=0).over(_SCALE))
    )
    enough = (pl.col("results") >= FEWEST_RESULTS) & (pl.col("spread") > 0)
    worth = pl.max_horizontal(pl.col("together") / pl.col("spread"), 0.0)
    return brought.select(*_SCALE, "session_id", worth_of_a_point=pl.when(enough).then(worth))


def _expected(session_results: Frame, entries: Frame, rankings: Frame) -> pl.DataFrame:
    """(of an entrant) score, scoring and the mean ranking of its players before the session."""
    before = rankings.lazy().select(*SESSION, "player_id", "ranking_before")
    of_entrants = (
        entries.lazy()
        .join(before, on=SEATED, how="left")
        .group_by(ENTRANT)
        .agg(ranking=pl.when(pl.col("ranking_before").is_not_null().all()).then(steady_mean(pl.col("ranking_before"))))
    )
    results = session_results.lazy().select(*ENTRANT, "score", "scoring")
    return results.join(of_entrants, on=ENTRANT, how="left").collect()


def _given(of_sessions: Played, strengths: pl.DataFrame) -> pl.DataFrame:
    """(place, number, half_tops, movement): what the movement gave each entrant, in the unit of the score.

    Null where there are no strengths.
    """
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
            felt=pl.when(pl.col("of_other").is_not_null().all()).then(
                steady_sum(pl.col("with_other") * pl.col("of_other"))
            ),
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
        .select("place", "number", "half_tops", movement=own * (evenly - pl.col("felt")) / pl.col("half_tops"))
    )
