"""What result lines that differ change of the sit-outs of their entrants, which may count at the own average."""

import polars as pl

from transforms.bridge.sessions import TEAMS, by_entrant, has_maximum
from transforms.results.sit_outs import with_sit_outs
from transforms.tables.arithmetic.sums import steady_sum
from transforms.tables.schemas import ENTRANT, SESSION, BoardScores, Competitions, Frame, Results, Sessions

_TOTAL = (*ENTRANT, "scoring", "boards", "points", "maximum")


def with_moved_sit_outs(
    by_lines: pl.LazyFrame,
    board_scores: Frame[BoardScores],
    results: Frame[Results],
    sessions: Frame[Sessions],
    competitions: Frame[Competitions],
) -> pl.LazyFrame:
    """Add what sit-outs then bring, by the rule `sit_out`, to `gain` and `gain_within` of `entrants.by_lines`."""
    played = _as_played(by_lines, board_scores)
    by_file = played.with_columns(
        boards=pl.col("boards") + pl.col("more_boards"),
        points=pl.col("points") + pl.col("gain"),
        maximum=pl.col("maximum") + pl.col("top_gain"),
    )
    at_most = by_file.with_columns(points=pl.col("points") + pl.col("gain_within"))
    ways = {"ours": played, "by_file": by_file, "at_most": at_most}
    totals = pl.concat(rows.select(*_TOTAL, way=pl.lit(way)) for way, rows in ways.items())
    points = (
        with_sit_outs(totals, results, board_scores, sessions, competitions)
        .group_by(ENTRANT)
        .agg(pl.col("points").filter(way=way).first().alias(way) for way in ways)
    )
    return (
        by_lines.join(points, on=ENTRANT, how="left")
        .with_columns(
            gain=pl.coalesce(pl.col("by_file") - pl.col("ours"), "gain"),
            gain_within=pl.coalesce(pl.col("at_most") - pl.col("by_file"), "gain_within"),
        )
        .drop(ways)
    )


def _as_played(by_lines: pl.LazyFrame, board_scores: Frame[BoardScores]) -> pl.LazyFrame:
    """`by_lines` of all but teams, with `scoring` and the boards, points and maximum of what each entrant played."""
    of_pairs = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS))
    boards = of_pairs.join(by_lines, on=SESSION, how="semi")
    sides = pl.concat(
        by_entrant(boards.select(*SESSION, "line", "scoring", "top", side, points=f"{side}_points"), side)
        for side in ("ns", "ew")
    )
    counts = pl.col("points").is_not_null()
    totals = sides.group_by(ENTRANT).agg(
        pl.col("scoring").first(),
        boards=counts.sum().cast(pl.Int64),
        points=steady_sum(pl.col("points").filter(counts)),
        maximum=pl.when(has_maximum(pl.col("scoring").first())).then(steady_sum(pl.col("top").filter(counts))),
    )
    return by_lines.join(totals, on=ENTRANT)
