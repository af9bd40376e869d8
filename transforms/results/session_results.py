"""The result list of a session: points, score, rank and club points of every entrant, and its points by round.

If only totals of a session are known, its list consists of these. Numbers that belong to nobody are found in
`nobodys_number`.

Source: 't Fonteintje, Puntentelling in parentornooi, section 4 (points by round: `31d`).
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
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import half_up, half_up_to, quotient
from transforms.tables.arithmetic.sums import steady_sum, sums_of_lists
from transforms.tables.runs import key_number
from transforms.tables.schemas import COMPETITION, DECIMALS, ENTRANT, EVENT, FIELD, LINE, SESSION, Frame

# Club points of places 1, 2, 3 ... in the first third of a field, in tenths for each entrant in the field.
CLUB_POINT_TENTHS = (40, 30, 20, 16, 14, 12, 10, 8, 6)


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

    Boards, points and maximum count the boards that earned points, or the matches. The maximum is 20 per
    match at victory points, 2 per board at point-a-board, and null at IMPs. Adjustments change the points, but never
    the maximum, unless they are the result of rounds without a match. docs/scoring_rules.md has the rules of ties,
    byes, late joiners and numbers that belong to nobody.
    """
    has_vp = match_results.lazy().filter(pl.col("vp").is_not_null()).select(SESSION).unique()
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").join(has_vp, on=SESSION, how="semi")
    by_vp = of_pairs.select(*SESSION, by=pl.lit("vp"))
    scoring = pl.coalesce("by", scoring_of(pl.col("kind"), pl.col("team_scoring")))
    with_by = sessions.lazy().join(by_vp, on=SESSION, how="left")
    kinds = with_by.select(*SESSION, "together", "winners", "event", scoring=scoring)
    on_boards = _on_boards(board_scores).join(by_vp, on=SESSION, how="anti")
    in_matches = _in_matches(match_results, kinds)
    # Collected, as later parts read it several times, and planning those parts takes longer than computing them.
    played = with_totals(pl.concat([on_boards, in_matches], how="diagonal"), totals, kinds).collect().lazy()
    everyone = pl.concat([played.select(ENTRANT), entries.lazy().select(ENTRANT), present_alone(results)]).unique()
    counts = pl.when(pl.coalesce("matches", "boards") > 0)
    maximum = pl.when(has_maximum(pl.col("scoring")) | pl.col("scoring").is_in(IN_VICTORY_POINTS)).then("maximum")
    summed = (
        everyone.join(kinds, on=SESSION)
        .join(played, on=ENTRANT, how="left")
        .with_columns(pl.col("boards").fill_null(0), points=counts.then("points"), maximum=counts.then(maximum))
    )
    with_nobodies = with_nobody(summed, entries, official_results, board_scores)
    with_all = with_sit_outs(with_nobodies, results, board_scores, sessions, competitions).collect().lazy()
    score = score_of(pl.col("scoring"), pl.col("points"), pl.col("maximum"), pl.col("counted"))
    # The direction in the entries; null if they give none.
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


def _numbered(board_scores: Frame[schemas.BoardScores], *columns: str) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Return the results of all but teams, with the number of their line (`place`), and the lines by number."""
    # Grouping by one number is much faster than by five texts.
    needed = (*LINE, *columns, "ns", "ew", "ns_points", "ew_points", "top")
    scored = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS)).select(needed).collect()
    numbered = scored.with_columns(place=key_number(scored, LINE))
    return numbered.lazy(), numbered.select("place", *LINE).unique("place").lazy()


def _on_boards(board_scores: Frame[schemas.BoardScores]) -> pl.LazyFrame:
    numbered, places = _numbered(board_scores)
    sides = pl.concat(
        numbered.select(
            "place",
            side=side,
            points=f"{side}_points",
            top=pl.when(pl.col(f"{side}_points").is_not_null()).then("top"),
            north_south=pl.lit(value=side == "ns"),
        )
        for side in ("ns", "ew")
    )
    # Sides are added up first, because they are far fewer than boards; then a side of two players is split.
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
    # Points for less than a draw in each round are not a result, but a bonus.
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
    """Return the field. With two winners, add the direction: as entered, or else the only one that was played."""
    field = field_of(pl.col("together"), pl.col("line"))
    sat = pl.when("always_ns").then(pl.lit("NS")).when(~pl.col("ever_ns")).then(pl.lit("EW"))
    by_direction = pl.concat_str(field, pl.coalesce("direction", sat), separator=" ")
    return pl.when(pl.col("winners") == 2).then(pl.coalesce(by_direction, field)).otherwise(field)


def _club_points() -> pl.Expr:
    """Return club points: for places in the first third, `CLUB_POINT_TENTHS` times the number of entrants; else 1."""
    # Tied entrants have the mean of their points, with halves rounded up.
    place, entrants = pl.col("place"), pl.col("entrants")
    key = place.replace_strict(dict(enumerate(CLUB_POINT_TENTHS, start=1)), default=None, return_dtype=pl.Int64)
    tenths = pl.when(place <= entrants // 3).then(key * entrants).fill_null(10)
    tied = (*FIELD, "rank")
    return pl.when(pl.col("rank").is_not_null()).then(
        (2 * tenths.sum().over(tied) + 10 * pl.len().over(tied)) // (20 * pl.len().over(tied))
    )


# --- points by round -------------------------------------------------------------------------------------------------

_ENTRANT = ("place", "entrant")
_MEETING = (*_ENTRANT, "round", "opponent", "direction")


def session_rounds(board_scores: Frame[schemas.BoardScores]) -> dy.LazyFrame[schemas.SessionRounds]:
    """Return the points of each entrant that is not a team, by round, opponent and direction; sorted by key."""
    # If the round of any board of a line is not known, a new round starts when the opponent changes, in the order of
    # the boards. Meetings without points are left out. The rounds add up to the points before sit-outs and adjustments.
    numbered, places = _numbered(board_scores, "board", "round")
    rounds_known = pl.col("round").is_not_null().all().over("place")
    sides = pl.concat(
        numbered.select(
            *("place", "board", "top"),
            side=side,
            opponent=opponent,
            direction=pl.lit(side.upper()),
            points=f"{side}_points",
            round=pl.when(rounds_known).then("round"),
        )
        for side, opponent in (("ns", "ew"), ("ew", "ns"))
    )
    boards = by_entrant(sides, "side")
    in_order = boards.filter(pl.col("round").is_null()).sort(*_ENTRANT, "board", "opponent", "direction")
    changes = (pl.col("opponent") != pl.col("opponent").shift(1)).over(_ENTRANT).fill_null(value=True)
    counted = in_order.with_columns(changes=changes).with_columns(
        round=pl.col("changes").cum_sum().over(_ENTRANT).cast(pl.Int32)
    )
    meetings = (
        pl.concat([boards.filter(pl.col("round").is_not_null()), counted.drop("changes")])
        .group_by(_MEETING)
        .agg(
            first_board=pl.col("board").min(),
            boards=pl.col("points").count(),
            points=pl.col("points").drop_nulls(),
            has_top=pl.col("top").count() > 0,
            maximum=pl.col("top").filter(pl.col("points").is_not_null()).drop_nulls(),
        )
        .filter(pl.col("boards") > 0)
        .with_columns(sums_of_lists("points", "maximum"))
        .with_columns(maximum=pl.when("has_top").then("maximum"))
        .sort(_MEETING)
        .join(places, on="place", maintain_order="left")
    )
    return schemas.SessionRounds.cast(meetings)


# --- sessions with totals --------------------------------------------------------------------------------------------


def with_totals(played: pl.LazyFrame, totals: Frame[schemas.Totals], kinds: pl.LazyFrame) -> pl.LazyFrame:
    """Add the entrants of sessions with totals, marked by `is_listed`, to the entrants with boards or matches."""
    # Points and maximum are those of the list if it gives both. If the list gives only percentages, each board has the
    # mean top of the boards in the other sessions of the event, so that all boards of an event count alike; if no
    # session gives a top, it is 2. If the list gives victory points without a maximum, the maximum is 20 for each
    # match. The number of matches is then derived from the mean of the line, because the two teams of a match share 20
    # points. `kinds` is (`SESSION`, event, scoring).
    of_session = kinds.select(*SESSION, "event", "scoring")
    listed = totals.lazy().join(of_session, on=SESSION)
    tops = (
        pl.concat(
            [rows.select(*SESSION, "boards", "maximum") for rows in (played, totals.lazy())], how="vertical_relaxed"
        )
        .join(of_session.drop_nulls("event").filter(has_maximum(pl.col("scoring"))), on=SESSION)
        .filter(pl.col("maximum") > 0)
        .group_by(EVENT)
        .agg(top=quotient(steady_sum(pl.col("maximum")), pl.col("boards").sum()))
    )
    of_percentage, of_matches = has_maximum(pl.col("scoring")), pl.col("scoring") == "imps"
    matches = half_up(quotient(2 * pl.col("vp").mean().over(LINE), VICTORY_POINTS)).clip(lower_bound=1)
    maximum = (
        pl.when(of_percentage)
        .then(pl.coalesce("maximum", pl.col("boards") * pl.col("top").fill_null(POINT_A_BOARD)))
        .when(of_matches)
        .then(pl.coalesce("maximum", VICTORY_POINTS * matches))
    )
    of_maximum = quotient(pl.col("percentage") * pl.col("maximum"), 100)
    has_both = pl.col("points").is_not_null() & pl.col("has_maximum")
    points = (
        pl.when(of_percentage)
        .then(pl.when(has_both).then("points").otherwise(of_maximum))
        .otherwise(pl.when(of_matches).then("vp").otherwise("imps"))
    )
    brought = (
        listed.join(tops, on=EVENT, how="left")
        .with_columns(has_maximum=pl.col("maximum").is_not_null())
        .with_columns(maximum=maximum)
        .select(
            *ENTRANT,
            pl.col("boards").cast(pl.Int64),
            points=points,
            maximum="maximum",
            board_top=pl.when(of_percentage).then(quotient(pl.col("maximum"), pl.col("boards"))),
            without=pl.lit(0.0),
            is_listed=pl.lit(value=True),
        )
    )
    return pl.concat([played, brought], how="diagonal")
