"""Matches between teams as given: each with the values of its opponent, and what is wrong with it first of all."""

import polars as pl

from transforms.bridge.imps import MOST_IMPS
from transforms.bridge.sessions import POINT_A_BOARD, VICTORY_POINTS, scoring_of
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.schemas import DECIMALS, MATCH, SESSION

_TEAMS = (*SESSION, "line", "team", "opponent")


def matches_with_scoring(matches: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """`Matches` with the `kind` of their session, and its `scoring`, null where it is not of teams."""
    of_teams = pl.when(pl.col("kind") == "teams")
    scoring = of_teams.then(scoring_of(pl.col("kind"), pl.col("team_scoring")))
    return matches.join(sessions.select(*SESSION, "kind", scoring=scoring), on=SESSION, how="left")


def matches_compared(matches: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of teams, of `matches_with_scoring`, with those of their opponents, and `fault`.

    IMPs and points count only for a match without result lines, so only there they are compared; boards are compared
    with those of the lines. `is_first` is on one row of each match. Where the victory points of both teams are given,
    these count: other values then are no fault, but `contradicts`; `is_turned` is where the IMPs make another winner.
    """
    return _beside(matches, results).with_columns(
        _fault(),
        contradicts=_unlike_imps() | _unlike_boards() | _too_many_imps(),
        is_turned=_is_turned(),
        is_first=~pl.col("has_other") | (pl.col("team") <= pl.col("opponent")),
        one_team=pl.min_horizontal("team", "opponent"),
        other_team=pl.max_horizontal("team", "opponent"),
    )


def matches_stated(given: pl.DataFrame, kept: pl.DataFrame) -> pl.DataFrame:
    """Rows of `Stated`: how many `team_matches` a file gives, for each file of which some are left out."""
    in_file = (*SESSION, "file_id")
    two = pl.struct("line", "round", pl.min_horizontal("team", "opponent"), other=pl.max_horizontal("team", "opponent"))
    counted = given.group_by(in_file).agg(value=two.n_unique().cast(pl.Int32))
    first = given.join(kept, on=MATCH, how="anti").group_by(in_file).agg(pl.col("line_no").min())
    return counted.join(first, on=in_file).select(*SESSION, "file_id", "value", "line_no", what=pl.lit("team_matches"))


def _beside(rows: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of teams, each with the values of its opponent (`imps_other` ...), and whether the boards are here."""
    values = pl.col("boards", "imps", "vp", "points").name.suffix("_other")
    other = rows.select(*SESSION, "line", "round", values, team="opponent", opponent="team", has_other=True)
    met = results.drop_nulls(["ns", "ew"])
    played = pl.concat(
        met.select(*SESSION, "line", "round", "board", team=side, opponent=against)
        for side, against in (("ns", "ew"), ("ew", "ns"))
    )
    in_round = played.filter(pl.col("round").is_not_null()).group_by(MATCH).agg(in_round=pl.col("board").n_unique())
    in_any = played.filter(pl.col("round").is_null()).group_by(_TEAMS).agg(in_any=pl.col("board").n_unique())
    # Lines without rounds are of one match only where the teams meet once.
    of_this_match = pl.coalesce("in_round", pl.when(pl.len().over(_TEAMS) == 1).then("in_any"))
    return (
        rows.join(other, on=MATCH, how="left")
        .join(in_round, on=MATCH, how="left")
        .join(in_any, on=_TEAMS, how="left")
        .with_columns(
            pl.col("has_other").fill_null(value=False),
            has_lines=pl.any_horizontal(pl.col("in_round", "in_any").is_not_null()),
            line_boards=of_this_match,
            both_vp=pl.all_horizontal(pl.col("vp", "vp_other").is_not_null()) & (pl.col("scoring") == "imps"),
        )
    )


def _fault() -> pl.Expr:
    """The name of the first fault, the same for both rows of a match: String, null where there is none."""
    at_imps = pl.col("scoring") == "imps"
    own, other = (
        (at_imps & pl.col(f"vp{of}").is_not_null())
        | (~pl.col("has_lines") & pl.when(at_imps).then(f"imps{of}").otherwise(f"points{of}").is_not_null())
        for of in ("", "_other")
    )
    # The vp of one team alone are made whole by IMPs or boards of both.
    both_have = pl.col("has_lines") & pl.col("has_other")
    half = pl.when(pl.col("has_other")).then((own != other) & ~both_have).otherwise(own)
    outside = pl.any_horizontal(
        (pl.col(f"vp{of}") < -HAIR) | (pl.col(f"vp{of}") > VICTORY_POINTS + HAIR) for of in ("", "_other")
    )
    by_values = ~pl.col("both_vp")
    is_empty = ~own & ~other & ~pl.col("has_lines")
    has_wrong = pl.any_horizontal(
        pl.when(at_imps).then(f"points{of}").otherwise(pl.coalesce(f"imps{of}", f"vp{of}")).is_not_null()
        for of in ("", "_other")
    )
    no_boards = pl.any_horizontal(pl.col("boards", "boards_other").fill_null(0) == 0) & ~pl.col("has_lines")
    faults = {
        "itself": pl.col("team") == pl.col("opponent"),
        "half": half,
        "other_scoring": is_empty & has_wrong,
        "nothing": is_empty,
        "vp": at_imps & outside,
        "imps": by_values & _unlike_imps(),
        "no_boards": by_values & no_boards,
        "too_many_imps": by_values & _too_many_imps(),
        "points": _unlike_points(),
        "boards": by_values & _unlike_boards(),
    }
    return pl.coalesce(pl.when(is_so).then(pl.lit(fault)) for fault, is_so in faults.items()).alias("fault")


def _unlike_imps() -> pl.Expr:
    unlike = (pl.col("imps") + pl.col("imps_other")).abs() > HAIR
    return (~pl.col("has_lines") & (pl.col("scoring") == "imps") & unlike).fill_null(value=False)


def _unlike_points() -> pl.Expr:
    together = pl.col("points") + pl.col("points_other")
    unlike = (together - POINT_A_BOARD * pl.col("boards")).abs() > HAIR
    below = pl.min_horizontal("points", "points_other") < -HAIR
    at_points = pl.col("scoring") == "point_a_board"
    return (~pl.col("has_lines") & at_points & (unlike.fill_null(value=False) | below)).fill_null(value=False)


def _unlike_boards() -> pl.Expr:
    return (~pl.col("has_lines") & (pl.col("boards") != pl.col("boards_other"))).fill_null(value=False)


def _too_many_imps() -> pl.Expr:
    of_most = pl.max_horizontal(pl.col("imps", "imps_other").abs()) > MOST_IMPS * pl.max_horizontal(
        "boards", "boards_other"
    )
    return (~pl.col("has_lines") & (pl.col("scoring") == "imps") & of_most).fill_null(value=False)


def _is_turned() -> pl.Expr:
    """Whether the victory points have a winner and the IMPs have another, or none."""
    by_vp = (pl.col("vp") - pl.col("vp_other")).round(DECIMALS).sign()
    by_imps = pl.col("imps").round(DECIMALS).sign()
    return (~pl.col("has_lines") & (by_vp != 0) & (by_imps != by_vp)).fill_null(value=False)
