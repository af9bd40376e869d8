"""The result list of a session: points, score, rank and club points of every entrant.

Source: 't Fonteintje, Puntentelling in parentornooi, section 4. Sit-outs: `sit_outs.py`; what a score is in each way of
scoring: `transforms/bridge/sessions.py`.
"""

import polars as pl

from transforms.arithmetic.rounding import half_up_to
from transforms.arithmetic.sums import steady_sum
from transforms.bridge.sessions import (
    POINT_A_BOARD,
    TEAMS,
    VICTORY_POINTS,
    by_entrant,
    field_of,
    has_maximum,
    score_of,
    scoring_of,
)
from transforms.results.sit_outs import sat_out, with_sit_outs
from transforms.tables import COMPETITION, DECIMALS, ENTRANT, FIELD, SESSION, Frame, SessionResults

CLUB_POINT_TENTHS = (40, 30, 20, 16, 14, 12, 10, 8, 6)
"""The key by which the first third of a field shares club points, in tenths per pair in the field."""


def session_results(
    board_scores: Frame,
    entries: Frame,
    sessions: Frame,
    competitions: Frame,
    *,
    results: Frame,
    adjustments: Frame,
    match_results: Frame,
) -> pl.LazyFrame:
    """Make the result list of every session.

    Args:
        board_scores: `BoardScores`.
        entries: `Entries`: those who sat down; `direction` matters where a session has two winners.
        sessions: `Sessions`; lines scored together are ranked together.
        competitions: `Competitions`; rule `sit_out` says what a sit-out brings, `line_decimals` and `rounded`
            whether the total of matchpoints is rounded.
        results: `Results`, for the sit-outs.
        adjustments: `Adjustments`: what the director gave or took; one without a meaning in its scoring (percent,
            where there is no maximum) changes nothing.
        match_results: `MatchResults`, which make the result of a team.

    Returns:
        `SessionResults`, sorted by key, with everyone who has an entry, a result line or a match. Boards, points
        and maximum are those of the boards that brought points (at teams: of the matches), so a board not played
        weighs nothing; the maximum is 20 a match at victory points, 2 a board at point-a-board, and null at IMPs.
        Adjustments change the points, never the maximum. An entrant without such a board has no points.

    Entrants are ranked by score: where all played as much, that is the order of their points.
    """
    kinds = sessions.lazy().select(
        *SESSION, "together", "winners", scoring=scoring_of(pl.col("kind"), pl.col("team_scoring"))
    )
    on_boards = _on_boards(board_scores)
    in_matches = _in_matches(match_results, kinds)
    played = pl.concat([on_boards, in_matches], how="diagonal")
    everyone = pl.concat(
        [played.select(ENTRANT), entries.lazy().select(ENTRANT), sat_out(results).select(ENTRANT)]
    ).unique()
    totals = everyone.join(kinds, on=SESSION).join(played, on=ENTRANT, how="left").with_columns(_nothing_yet())
    with_all = with_sit_outs(totals, results, board_scores, sessions, competitions)
    listed = (
        _rounded(_adjusted(with_all, adjustments), competitions)
        .join(_directions(entries), on=ENTRANT, how="left")
        .with_columns(
            field=_ranked_together(),
            score=score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("boards")),
        )
        # Scores that are equal in exact arithmetic are a tie.
        .with_columns(compared=pl.col("score").round(DECIMALS))
        .with_columns(
            rank=pl.col("compared").rank("min", descending=True).over(FIELD),
            place=pl.col("compared").rank("ordinal", descending=True).over(FIELD).cast(pl.Int64),
            entrants=pl.col("compared").count().over(FIELD).cast(pl.Int64),
        )
        .with_columns(club_points=_club_points())
        .sort(ENTRANT)
    )
    return SessionResults.cast(listed)


def _on_boards(board_scores: Frame) -> pl.LazyFrame:
    """What the boards brought to every entrant that does not play in a team, over both directions.

    `board_top` is the most that one board could bring, `always_ns` and `ever_ns` say where the entrant sat.
    """
    scored = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS))
    sides = pl.concat(
        scored.select(
            *SESSION,
            "line",
            side=side,
            points=f"{side}_points",
            top=pl.when(pl.col(f"{side}_points").is_not_null()).then("top"),
            north_south=pl.lit(value=side == "ns"),
        )
        for side in ("ns", "ew")
    )
    # Sides first, since they are many fewer than boards: only then are two single players told apart.
    by_side = sides.group_by(*SESSION, "line", "side").agg(
        boards=pl.col("points").count().cast(pl.Int64),
        points=steady_sum(pl.col("points")),
        maximum=steady_sum(pl.col("top")),
        board_top=pl.col("top").max(),
        always_ns=pl.col("north_south").all(),
        ever_ns=pl.col("north_south").any(),
    )
    return (
        by_entrant(by_side, "side")
        .group_by(ENTRANT)
        .agg(
            pl.col("boards").sum(),
            steady_sum(pl.col("points")),
            steady_sum(pl.col("maximum")),
            pl.col("board_top").max(),
            pl.col("always_ns").all(),
            pl.col("ever_ns").any(),
        )
    )


def _in_matches(match_results: Frame, kinds: pl.LazyFrame) -> pl.LazyFrame:
    """What its matches brought to every team: victory points, or the points of the boards."""
    by_boards = pl.col("scoring") == "point_a_board"
    of_match = pl.when(by_boards).then("points").otherwise("vp")
    most = pl.when(by_boards).then(POINT_A_BOARD * pl.col("boards")).otherwise(VICTORY_POINTS)
    counts = pl.col("of_match").is_not_null()
    return (
        match_results.lazy()
        .select(*SESSION, "line", "boards", "points", "vp", entrant="team")
        .join(kinds.select(*SESSION, "scoring"), on=SESSION)
        .with_columns(of_match=of_match, most=most.cast(pl.Float64))
        .group_by(ENTRANT)
        .agg(
            pl.col("boards").filter(counts).sum().cast(pl.Int64),
            points=steady_sum(pl.col("of_match")),
            maximum=steady_sum(pl.col("most").filter(counts)),
            board_top=pl.when(by_boards.any()).then(float(POINT_A_BOARD)),
            matches=counts.sum().cast(pl.Int64),
        )
    )


def _nothing_yet() -> list[pl.Expr]:
    """Points and maximum are null where there were no boards and no matches that brought any."""
    counts = pl.when(pl.coalesce("matches", "boards") > 0)
    return [
        pl.col("boards").fill_null(0),
        counts.then("points").alias("points"),
        counts.then(pl.when(has_maximum(pl.col("scoring")) | (pl.col("scoring") == "imps")).then("maximum")).alias(
            "maximum"
        ),
    ]


def _adjusted(totals: pl.LazyFrame, adjustments: Frame) -> pl.LazyFrame:
    """The totals with what was given or taken: `adjustment`, which is in the points."""
    unit, amount = pl.col("unit"), pl.col("amount")
    board_top = pl.col("board_top").max().over(*SESSION, field_of(pl.col("together"), pl.col("line")))
    in_points = (
        pl.when(unit == "percent_of_top")
        .then(amount * 0.01 * pl.col("top_of_field"))
        .when(unit == "percent")
        .then(amount * 0.01 * pl.col("maximum"))
        .otherwise(amount)
    )
    given = (
        adjustments.lazy()
        .select(*ENTRANT, "amount", "unit")
        .join(totals.select(*ENTRANT, "maximum", top_of_field=board_top), on=ENTRANT)
        .with_columns(in_points=in_points)
        .filter(pl.col("in_points").is_not_null())
        .group_by(ENTRANT)
        .agg(adjustment=steady_sum(pl.col("in_points")))
    )
    return totals.join(given, on=ENTRANT, how="left").with_columns(
        points=pl.col("points") + pl.col("adjustment").fill_null(0)
    )


def _rounded(totals: pl.LazyFrame, competitions: Frame) -> pl.LazyFrame:
    """The totals, with the points rounded once where the rules say so; the score follows from what they become."""
    rules = competitions.lazy().select(*COMPETITION, "line_decimals", "rounded")
    is_rounded = (pl.col("rounded") == "totals") & (pl.col("scoring") == "matchpoints")
    decimals = pl.when(is_rounded).then("line_decimals")
    return totals.join(rules, on=COMPETITION, how="left").with_columns(half_up_to(pl.col("points"), decimals))


def _directions(entries: Frame) -> pl.LazyFrame:
    return entries.lazy().group_by(ENTRANT).agg(pl.col("direction").drop_nulls().min())


def _ranked_together() -> pl.Expr:
    """The name of the field; of two winners with the direction: as entered, or else where the entrant always sat."""
    field = field_of(pl.col("together"), pl.col("line"))
    sat = pl.when("always_ns").then(pl.lit("NS")).when(~pl.col("ever_ns")).then(pl.lit("EW"))
    by_direction = pl.concat_str(field, pl.coalesce("direction", sat), separator=" ")
    return pl.when(pl.col("winners") == 2).then(pl.coalesce(by_direction, field)).otherwise(field)


def _club_points() -> pl.Expr:
    """The first third of a field gets the key times the number of entrants, the others one point.

    Entrants with equal scores share the mean of what their places bring; halves round up. Whole
    tenths all the way, so that nothing is lost before the rounding.
    """
    place, entrants = pl.col("place"), pl.col("entrants")
    key = place.replace_strict(dict(enumerate(CLUB_POINT_TENTHS, start=1)), default=None, return_dtype=pl.Int64)
    tenths = pl.when(place <= entrants // 3).then(key * entrants).fill_null(10)
    tied = (*FIELD, "rank")
    return pl.when(pl.col("rank").is_not_null()).then(
        (2 * tenths.sum().over(tied) + 10 * pl.len().over(tied)) // (20 * pl.len().over(tied))
    )
