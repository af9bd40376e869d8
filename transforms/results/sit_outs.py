"""Sit-outs: the boards on which an entrant had no opponents, and the points for them.

The rule `sit_out` of the competition decides. In 't Fonteintje, section 2.3, a sit-out adds neither points nor maximum.
The program Ruter counts such a board at the entrant's own average, so that the percentage stays the same.
"""

import polars as pl

from transforms.bridge.rulings import has_one_side, has_result
from transforms.bridge.sessions import by_entrant, field_of, has_maximum
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import BY_MATCHES, COMPETITION, ENTRANT, SESSION, Frame

_BOARD = (*SESSION, "scored_field", "board")
_RULES = ("sit_out", "average_plus", "average_plus_imps")
_SCORED_FIELD = field_of(pl.col("together"), pl.col("line")).alias("scored_field")
_OF_THE_TOP = has_maximum(pl.col("scoring"))


def present_alone(results: Frame[schemas.Results]) -> pl.LazyFrame:
    """Return the entrants (`ENTRANT`) of lines with only one side, whether they sat out or have a result."""
    lines = results.lazy().filter(has_one_side())
    return by_entrant(lines.select(*SESSION, "line", side=pl.coalesce("ns", "ew")), "side").select(ENTRANT)


def sat_out(results: Frame[schemas.Results]) -> pl.LazyFrame:
    """Return the boards that each entrant sat out, one row each: the key of the session, line, board, entrant."""
    one_side = results.lazy().filter(has_one_side() & ~has_result())
    return by_entrant(one_side.select(*SESSION, "line", "board", side=pl.coalesce("ns", "ew")), "side")


def with_sit_outs(
    totals: pl.LazyFrame,
    results: Frame[schemas.Results],
    board_scores: Frame[schemas.BoardScores],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> pl.LazyFrame:
    """Add the points for sit-outs to the totals of entrants, by the rule `sit_out` (docs/scoring_rules.md)."""
    kinds = sessions.lazy().filter(pl.col("kind") != "teams").select(*SESSION, "together")
    rules = competitions.lazy().select(*COMPETITION, *_RULES).filter(pl.col("sit_out") != "nothing")
    boards = sat_out(results).join(kinds, on=SESSION).join(rules, on=COMPETITION).with_columns(_SCORED_FIELD)
    sat = boards.collect().lazy()
    tops = (
        board_scores.lazy()
        .join(sat.select(SESSION).unique(), on=SESSION, how="semi")
        .filter(pl.col("ns_points").is_not_null() | pl.col("ew_points").is_not_null())
        .join(kinds, on=SESSION)
        .with_columns(_SCORED_FIELD)
        .group_by(_BOARD)
        .agg(pl.col("top").max())
    )
    sitting = (
        sat.join(tops, on=_BOARD)
        .group_by(ENTRANT)
        .agg(pl.col(_RULES).first(), sat_out=pl.len().cast(pl.Int64), sat_out_top=steady_sum(pl.col("top")))
    )
    given = _share() * pl.when(_OF_THE_TOP).then("sat_out_top").otherwise("sat_out")
    earns = pl.when(pl.col("given").is_not_null(), ~pl.col("scoring").is_in(BY_MATCHES))
    maximum = pl.when(_OF_THE_TOP).then(pl.col("maximum").fill_null(0) + pl.col("sat_out_top"))
    return (
        totals.join(sitting, on=ENTRANT, how="left")
        .with_columns(given=given)
        .with_columns(
            boards=earns.then(pl.col("boards") + pl.col("sat_out")).otherwise("boards"),
            points=earns.then(pl.col("points").fill_null(0) + pl.col("given")).otherwise("points"),
            maximum=earns.then(maximum).otherwise("maximum"),
        )
        .select(totals.collect_schema().names())
    )


def _share() -> pl.Expr:
    played = pl.when(_OF_THE_TOP).then("maximum").otherwise("boards")
    own = pl.when(played > 0).then(quotient(pl.col("points"), played))
    average = pl.when(_OF_THE_TOP).then(0.5).otherwise(0.0)
    average_plus = pl.when(_OF_THE_TOP).then(pl.col("average_plus") * 0.01).otherwise("average_plus_imps")
    shares = {"own_average": own, "average": average, "average_plus": pl.max_horizontal(average_plus, own)}
    return pl.coalesce(pl.when(sit_out=rule).then(share) for rule, share in shares.items())


def with_boards_counted(rows: pl.LazyFrame, competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """Add `counted` (Int64): the number of boards to which the points of each entrant correspond."""
    rules = competitions.lazy().select(*COMPETITION, "cross_imp_totals")
    is_full = (pl.col("cross_imp_totals") == "full_set") & (pl.col("scoring") == "cross_imps") & (pl.col("boards") > 0)
    most = pl.col("boards").max().over(*SESSION, field_of(pl.col("together"), pl.col("line")))
    counted = pl.when(is_full.fill_null(value=False)).then(most).otherwise("boards").cast(pl.Int64)
    return rows.join(rules, on=COMPETITION, how="left").with_columns(counted=counted).drop("cross_imp_totals")


def in_full_set(totals: pl.LazyFrame, competitions: Frame[schemas.Competitions]) -> pl.LazyFrame:
    """Add `counted`, and scale points to that number of boards, except in rows with `is_nobody` or `is_listed`."""
    is_short = pl.col("counted") > pl.col("boards")
    share = pl.when(is_short, ~pl.col("is_nobody"), pl.col("is_listed").is_null()).then(
        quotient(pl.col("points") * pl.col("counted"), pl.col("boards"))
    )
    return with_boards_counted(totals, competitions).with_columns(points=pl.coalesce(share, "points"))
