"""Compute results of matches between teams or pairs: IMPs or points, from boards or as given, and victory points."""

import dataframely as dy
import polars as pl

from transforms.bridge.imps import MOST_BOARDS, victory_point_scales
from transforms.bridge.sessions import (
    IN_VICTORY_POINTS,
    NOBODY,
    VICTORY_POINTS,
    by_entrant,
    of_percentages,
    with_scoring,
    with_weights,
)
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import half_up, quotient, to_decimals
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import BY_MATCHES, COMPETITION, DECIMALS, MATCH, SESSION, Frame
from transforms.tables.shared import is_empty

_TEAMS = (*SESSION, "line", "team", "opponent")


def match_results(
    board_scores: Frame[schemas.BoardScores],
    matches: Frame[schemas.Matches],
    sessions: Frame[schemas.Sessions],
    competitions: Frame[schemas.Competitions],
) -> dy.LazyFrame[schemas.MatchResults]:
    """Return the results of every match between teams or pairs, sorted by key: two rows per match, one per bye."""
    # docs/scoring_rules.md has the rules of matches, Swiss pairs and byes. `weight` is the share of a match
    # (`with_weights`), and the victory points of a match are multiplied by it. If a file gives no rounds, the boards of
    # two teams belong to the only round in which `matches` has these teams, or else count as one match, numbered in the
    # order of first boards.
    given, rules = matches.lazy(), competitions.lazy()
    evenings = with_scoring(sessions.lazy(), given, rules).filter(pl.col("scoring").is_in(BY_MATCHES))
    if is_empty(evenings):
        return schemas.MatchResults.create_empty(lazy=True)
    kinds = evenings.select(
        *SESSION, "scoring", of_percentage=(pl.col("scoring") == "vp") & (pl.col("kind") == "pairs")
    )
    boards, brought = _with_rounds(_boards(board_scores, kinds), given), pl.col("points").count()
    won, tops = (steady_sum(pl.col(name).filter(pl.col("points").is_not_null())) for name in ("points", "top"))
    from_boards = boards.group_by(MATCH).agg(
        boards=brought.cast(pl.Int32),
        won=pl.when(brought > 0).then(won),
        tops=tops,
        gained=pl.when(brought > 0).then(steady_sum(pl.col("points").filter(pl.col("points") > 0))),
    )
    at_imps, of_percentage = pl.col("scoring").is_in(IN_VICTORY_POINTS), pl.col("of_percentage")
    of_boards = pl.when(of_percentage).then(quotient(100 * pl.col("won"), pl.col("tops")) - 50).otherwise("won")
    own_table = pl.when(of_percentages(pl.col("vp_table")) == of_percentage).then("vp_table")
    everything = (
        from_boards.join(given, on=MATCH, how="full", coalesce=True, suffix="_given")
        .join(kinds, on=SESSION)
        .join(rules.select(*COMPETITION, "victory_points", "vp_table", "bye"), on=COMPETITION)
        .with_columns(
            boards=pl.coalesce("boards", "boards_given"),
            won=pl.coalesce(of_boards, pl.when(~at_imps).then("points").when(~of_percentage).then("imps")),
            scale=pl.coalesce(own_table, pl.when(~of_percentage).then("victory_points")),
        )
        .with_columns(
            margin=pl.when(of_percentage)
            .then(pl.col("won").abs())
            .otherwise(half_up(pl.col("won").abs()))
            .round(DECIMALS),
            can_have_vp=at_imps & pl.col("won").is_not_null() & pl.col("boards").is_between(1, MOST_BOARDS),
        )
        .collect()
    )
    scales = victory_point_scales(everything.filter("can_have_vp"))
    of_winner = pl.col("vp_of_scale")
    vp_of_scale = pl.when(pl.col("won") < 0).then(VICTORY_POINTS - of_winner).otherwise(of_winner)
    # Find out whether the victory points of the two teams already add up to those of a part of a match.
    two = (*SESSION, "line", "round", pl.min_horizontal("team", "opponent"), pl.max_horizontal("team", "opponent"))
    together = pl.when(pl.col("vp").count().over(two) == 2).then(pl.col("vp").sum().over(two))
    are_in_parts = (together - VICTORY_POINTS * pl.col("weight")).abs() < HAIR
    scored = (
        everything.lazy()
        .sort("margin")
        .join_asof(
            scales.lazy().sort("margin"),
            on="margin",
            by=("scale", "boards"),
            suffix="_of_scale",
            check_sortedness=False,
        )
        .with_columns(vp_of_match=pl.when("can_have_vp").then(to_decimals(vp_of_scale)))
        .pipe(with_weights)
        .with_columns(
            imps=pl.when(at_imps & ~of_percentage).then("won"),
            imps_won=pl.when(at_imps & ~of_percentage).then(pl.coalesce("gained", pl.col("won").clip(0))),
            points=pl.when(~at_imps).then("won"),
            vp=pl.when(at_imps).then(pl.coalesce("vp", "vp_of_match")),
            vp_given=at_imps & pl.col("vp").is_not_null(),
        )
        .with_columns(vp=pl.col("vp") * pl.when(~are_in_parts).then("weight").otherwise(1.0))
    )
    return schemas.MatchResults.cast(_with_byes(scored).sort(MATCH))


def _boards(board_scores: Frame[schemas.BoardScores], kinds: pl.LazyFrame) -> pl.LazyFrame:
    scored = board_scores.lazy().join(kinds.select(SESSION), on=SESSION, how="semi")
    sides = pl.concat(
        by_entrant(
            scored.select(*SESSION, "line", "round", "board", "top", side, opponent=other, points=f"{side}_points"),
            side,
        )
        for side, other in (("ns", "ew"), ("ew", "ns"))
    )
    met = sides.filter(pl.col("opponent") != NOBODY).rename({"entrant": "team"})
    return met.group_by(*MATCH, "board").agg(pl.col("points", "top").max())


def _with_rounds(boards: pl.LazyFrame, given: pl.LazyFrame) -> pl.LazyFrame:
    only = given.group_by(_TEAMS).agg(only_round=pl.when(pl.col("round").n_unique() == 1).then(pl.col("round").first()))
    first_board = pl.col("board").min().over(*_TEAMS, "round")
    in_order = first_board.rank("dense").over(*SESSION, "line").cast(pl.Int32)
    return boards.join(only, on=_TEAMS, how="left").with_columns(round=pl.coalesce("round", "only_round", in_order))


def _with_byes(matches: pl.LazyFrame) -> pl.LazyFrame:
    team = (*SESSION, "line", "team")
    own = (
        matches.filter(pl.col("opponent") != NOBODY, pl.col("vp").is_not_null())
        .group_by(team)
        .agg(own=quotient(steady_sum(pl.col("vp")), pl.col("weight").sum()))
    )
    is_open = (pl.col("opponent") == NOBODY) & pl.col("scoring").is_in(IN_VICTORY_POINTS) & pl.col("vp").is_null()
    vp = pl.when(is_open).then(pl.coalesce("bye", "own")).otherwise("vp")
    return matches.join(own, on=team, how="left").with_columns(vp=vp)
