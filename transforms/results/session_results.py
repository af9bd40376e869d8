"""The result list of a session: points, score, rank and club points of every entrant.

Source: 't Fonteintje, Puntentelling in parentornooi, section 4. `sit_outs.py` adds the points for sit-outs;
`transforms/bridge/sessions.py` defines the score for each way of scoring.
"""

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import (
    IN_VICTORY_POINTS,
    POINT_A_BOARD,
    TEAMS,
    VICTORY_POINTS,
    by_entrant,
    field_of,
    has_maximum,
    score_of,
    scoring_of,
)
from transforms.results.nobodys_number import with_nobody
from transforms.results.sit_outs import in_full_set, present_alone, with_sit_outs
from transforms.results.ties import matches_met, with_ranks
from transforms.results.totals import with_totals
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import half_up_to
from transforms.tables.arithmetic.sums import steady_sum, sums_of_lists
from transforms.tables.runs import key_number
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, FIELD, LINE, SESSION, Frame

_OF_BOARDS = (*LINE, "ns", "ew", "ns_points", "ew_points", "top")
CLUB_POINT_TENTHS = (40, 30, 20, 16, 14, 12, 10, 8, 6)
"""The club points of places 1, 2, 3 and so on in the first third of a field, in tenths of a point for each entrant in
the field."""


def session_results(
    board_scores: Frame[schemas.BoardScores],
    entries: Frame[schemas.Entries],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
    *,
    results: Frame[schemas.Results],
    adjustments: Frame[schemas.Adjustments],
    match_results: Frame[schemas.MatchResults],
    official_results: Frame[schemas.OfficialResults],
    totals: Frame[schemas.Totals],
) -> dy.LazyFrame[schemas.SessionResults]:
    """Return the result list of every session, by key: all entrants with an entry, a result line, a match or a total.

    Boards, points and maximum are those of the boards that earned points, or of the matches. The maximum is 20 per
    match at victory points, 2 per board at point-a-board, and null at IMPs. Adjustments change the points, but never
    the maximum, except that victory points given to a team without a match in some rounds are its result in these
    rounds. An entrant has no points if no board or match earned any. A number that belongs to nobody (`with_nobody`)
    has no score. Entrants are ranked by score in their field, and then by the tie-breaks `ties` (`with_ranks`). Where
    matches count, an entrant with fewer than half of them is not ranked, unless an adjustment or the rule `bye` says
    what the other rounds are worth.
    """
    has_vp = match_results.lazy().filter(pl.col("vp").is_not_null()).select(SESSION).unique()
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").join(has_vp, on=SESSION, how="semi")
    by_vp = of_pairs.select(*SESSION, by=pl.lit("vp"))
    scoring = pl.coalesce("by", scoring_of(pl.col("kind"), pl.col("team_scoring")))
    with_by = sessions.lazy().join(by_vp, on=SESSION, how="left")
    kinds = with_by.select(*SESSION, "together", "winners", "event", scoring=scoring)
    on_boards = _on_boards(board_scores).join(by_vp, on=SESSION, how="anti")
    in_matches = _in_matches(match_results, kinds)
    played = with_totals(pl.concat([on_boards, in_matches], how="diagonal"), totals, kinds)
    everyone = pl.concat([played.select(ENTRANT), entries.lazy().select(ENTRANT), present_alone(results)]).unique()
    counts = pl.when(pl.coalesce("matches", "boards") > 0)
    maximum = pl.when(has_maximum(pl.col("scoring")) | pl.col("scoring").is_in(IN_VICTORY_POINTS)).then("maximum")
    summed = (
        everyone.join(kinds, on=SESSION)
        .join(played, on=ENTRANT, how="left")
        .with_columns(pl.col("boards").fill_null(0), points=counts.then("points"), maximum=counts.then(maximum))
    )
    with_nobodies = with_nobody(summed, entries, official_results, board_scores)
    with_all = with_sit_outs(with_nobodies, results, board_scores, sessions, competitions)
    score = score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("counted"))
    # As entered; null if not entered.
    directions = entries.lazy().group_by(ENTRANT).agg(pl.col("direction").drop_nulls().min())
    rules = competitions.lazy().select(*COMPETITION, "line_decimals", "rounded", "ties")
    is_rounded = (pl.col("rounded") == "totals") & (pl.col("scoring") == "matchpoints") & pl.col("is_listed").is_null()
    decimals = pl.when(is_rounded).then("line_decimals")
    listed = (
        _adjusted(in_full_set(with_all, competitions), adjustments, competitions)
        .join(rules, on=COMPETITION, how="left")
        .with_columns(half_up_to(pl.col("points"), decimals))
        .join(directions, on=ENTRANT, how="left")
        .with_columns(field=_ranked_together(), score=pl.when(~pl.col("is_nobody")).then(score))
        # Scores that are equal in exact arithmetic must tie.
        .with_columns(compared=pl.when(~pl.col("is_short")).then(pl.col("score").round(DECIMALS)))
        .pipe(with_ranks, matches_met(match_results), ENTRANT, FIELD)
        .with_columns(
            place=pl.col("rank").rank("ordinal").over(FIELD).cast(pl.Int64),
            entrants=pl.col("rank").count().over(FIELD).cast(pl.Int64),
        )
        .with_columns(club_points=_club_points())
        .sort(ENTRANT)
    )
    return schemas.SessionResults.cast(listed)


def _on_boards(board_scores: Frame[schemas.BoardScores]) -> pl.LazyFrame:
    scored = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS)).select(_OF_BOARDS).collect()
    # One number for each line of a session, since grouping by one number is much faster than by five texts.
    numbered = scored.with_columns(place=key_number(scored, LINE))
    places = numbered.select("place", *LINE).unique("place").lazy()
    sides = pl.concat(
        numbered.lazy().select(
            "place",
            side=side,
            points=f"{side}_points",
            top=pl.when(pl.col(f"{side}_points").is_not_null()).then("top"),
            north_south=pl.lit(value=side == "ns"),
        )
        for side in ("ns", "ew")
    )
    # Sides are added up first, since there are many fewer of them than boards; then a side of two players is split.
    by_side = (
        sides.group_by("place", "side")
        .agg(
            boards=pl.col("points").count().cast(pl.Int64),
            points=pl.col("points").drop_nulls(),
            maximum=pl.col("top").drop_nulls(),
            board_top=pl.col("top").max(),
            always_ns=pl.col("north_south").all(),
            ever_ns=pl.col("north_south").any(),
        )
        .with_columns(sums_of_lists("points", "maximum"))
        .join(places, on="place")
        .drop("place")
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


def _in_matches(match_results: Frame[schemas.MatchResults], kinds: pl.LazyFrame) -> pl.LazyFrame:
    by_boards = pl.col("scoring") == "point_a_board"
    of_match = pl.when(by_boards).then("points").otherwise("vp")
    most = pl.when(by_boards).then(POINT_A_BOARD * pl.col("boards")).otherwise(VICTORY_POINTS * pl.col("weight"))
    counts = pl.col("of_match").is_not_null()
    return (
        match_results.lazy()
        .select(*SESSION, "line", "round", "weight", "boards", "points", "vp", entrant="team")
        .join(kinds.select(*SESSION, "scoring"), on=SESSION)
        .with_columns(of_match=of_match, most=most.cast(pl.Float64), rounds=pl.col("round").n_unique().over(LINE))
        .group_by(ENTRANT)
        .agg(
            pl.col("boards").filter(counts).sum().cast(pl.Int64),
            points=steady_sum(pl.col("of_match")),
            maximum=steady_sum(pl.col("most").filter(counts)),
            board_top=pl.when(by_boards.any()).then(float(POINT_A_BOARD)),
            matches=counts.sum().cast(pl.Int64),
            rounds=pl.col("rounds").first(),
            without=(pl.col("rounds").first() - pl.col("weight").sum()).clip(0),
        )
    )


def _adjusted(
    totals: pl.LazyFrame, adjustments: Frame[schemas.Adjustments], competitions: Frame[schemas.Competitions]
) -> pl.LazyFrame:
    unit, amount = pl.col("unit"), pl.col("amount")
    board_top = pl.col("board_top").max().over(*SESSION, field_of(pl.col("together"), pl.col("line")))
    of_whole = pl.when(unit == "percent_of_top").then("top_of_field").otherwise("maximum")
    in_points = pl.when(unit.is_in(["percent_of_top", "percent"])).then(amount * 0.01 * of_whole).otherwise(amount)
    won = pl.when(pl.col("scoring").is_in(IN_VICTORY_POINTS), unit == "points", amount > 0).then(amount)
    given = (
        adjustments.lazy()
        .select(*ENTRANT, "amount", "unit")
        .join(totals.select(*ENTRANT, "maximum", "scoring", top_of_field=board_top), on=ENTRANT)
        .with_columns(in_points=in_points)
        .filter(pl.col("in_points").is_not_null())
        .group_by(ENTRANT)
        .agg(adjustment=steady_sum(pl.col("in_points")), given=steady_sum(won.drop_nulls()))
    )
    of_rounds = pl.when(pl.col("scoring").is_in(IN_VICTORY_POINTS)).then(VICTORY_POINTS * pl.col("without"))
    # Less than a draw in each round is no result, but a bonus.
    is_given = (pl.col("given") * 2 >= of_rounds).fill_null(value=False)
    by_rule = pl.when(~is_given & of_rounds.is_not_null()).then(pl.col("bye") * pl.col("without")).fill_null(0)
    byes = pl.when(is_given | pl.col("bye").is_not_null()).then(of_rounds).fill_null(0)
    is_short = (pl.col("without") * 2 > pl.col("rounds")) & ~is_given & (of_rounds.is_null() | pl.col("bye").is_null())
    return (
        totals.join(given, on=ENTRANT, how="left")
        .join(competitions.lazy().select(*COMPETITION, "bye"), on=COMPETITION, how="left")
        .with_columns(points=pl.col("points") + pl.col("adjustment").fill_null(0) + by_rule)
        .with_columns(maximum=pl.col("maximum") + byes, is_short=is_short.fill_null(value=False))
        .drop("bye")
    )


def _ranked_together() -> pl.Expr:
    """Return the name of the field, followed by the direction if there are two winners.

    The direction is as entered, or else the only direction in which the entrant played.
    """
    field = field_of(pl.col("together"), pl.col("line"))
    sat = pl.when("always_ns").then(pl.lit("NS")).when(~pl.col("ever_ns")).then(pl.lit("EW"))
    by_direction = pl.concat_str(field, pl.coalesce("direction", sat), separator=" ")
    return pl.when(pl.col("winners") == 2).then(pl.coalesce(by_direction, field)).otherwise(field)


def _club_points() -> pl.Expr:
    """Return the club points of each entrant: for the first places of a field, `CLUB_POINT_TENTHS` times its entrants.

    These places must be in the first third of the field. All others get one point. Tied entrants have the mean of their
    points, with halves rounded up.
    """
    place, entrants = pl.col("place"), pl.col("entrants")
    key = place.replace_strict(dict(enumerate(CLUB_POINT_TENTHS, start=1)), default=None, return_dtype=pl.Int64)
    tenths = pl.when(place <= entrants // 3).then(key * entrants).fill_null(10)
    tied = (*FIELD, "rank")
    return pl.when(pl.col("rank").is_not_null()).then(
        (2 * tenths.sum().over(tied) + 10 * pl.len().over(tied)) // (20 * pl.len().over(tied))
    )
