"""The balance of all sessions that were really played, computed for all of them at once.

The definitions are those of `quality.py` and `vacancy.py`, on the movements of `movement_played.py`. Where board sets
came to the tables unequally often, h is that of the set played least, and the field is marked `uneven`.
"""

import dataframely as dy
import polars as pl

from transforms.arithmetic.division import quotient
from transforms.arithmetic.sums import steady_mean, steady_sum
from transforms.balance.played.movement_played import Played, played
from transforms.tables import BoardScores, Frame, SessionBalance, Sessions
from transforms.tables.shared import in_shape

_TWO = ("place", "one", "other")
PORTION = 2_000_000
"""About the largest number of rows to work on at a time; every two seats of one board set are one row."""


def session_balance(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> dy.LazyFrame[SessionBalance]:
    """The balance of every field of every session; teams have none.

    Args:
        board_scores: `BoardScores`.
        sessions: `Sessions`, for the lines scored together.

    Returns:
        `SessionBalance`, sorted by key: each line has the numbers of the field in which it is scored.
    """
    of_sessions = played(board_scores, sessions)
    alike = movements_alike(of_sessions.seats)
    balance = pl.concat(
        [_of_movements(distinct) for distinct in in_portions(of_sessions, alike)] or [_of_movements(of_sessions)]
    )
    return in_shape(
        SessionBalance,
        of_sessions.fields.join(alike, on="place")
        .join(balance, left_on="movement", right_on="place")
        .lazy()
        .select(pl.col(name).cast(column.dtype) for name, column in SessionBalance.columns().items())
        .sort(SessionBalance.primary_key()),
    )


def movements_alike(seats: pl.DataFrame) -> pl.DataFrame:
    """(place, movement): `movement` is the first field with exactly the same movement, by the numbers of `entrant`.

    Clubs play the same movements week after week, so the balance of each is computed only once.
    """
    seat = pl.concat_str("nth_set", "nth_meeting", "side", "entrant", "weight", separator=" ")
    return (
        seats.sort("place", "board_set", "meeting", "side", "entrant")
        .with_columns(
            nth_set=pl.col("board_set").rle_id().over("place"), nth_meeting=pl.col("meeting").rle_id().over("place")
        )
        .group_by("place", maintain_order=True)
        .agg(seats=seat.str.join("\n"))
        .select("place", movement=pl.col("place").first().over("seats"))
    )


def in_portions(of_sessions: Played, alike: pl.DataFrame) -> list[Played]:
    """The different movements in portions, so that memory does not grow with their number."""
    first = alike.filter(pl.col("place") == pl.col("movement")).select("place")
    seats = of_sessions.seats.join(first, on="place", how="semi", maintain_order="left")
    sizes = (
        seats.group_by("place", "board_set")
        .agg(seats=pl.len().cast(pl.Int64))
        .group_by("place")
        .agg(size=pl.col("seats").pow(2).sum())
        .sort("place")
        .select("place", portion=pl.col("size").cum_sum() // PORTION)
    )
    portions = sizes.partition_by("portion", maintain_order=True)
    return [
        Played(
            of_sessions.fields.join(portion, on="place", how="semi").unique("place"),
            of_sessions.entrants.join(portion, on="place", how="semi"),
            seats.join(portion, on="place", how="semi"),
        )
        for portion in portions
    ]


def _of_movements(of_sessions: Played) -> pl.DataFrame:
    """(place, s, ss, qc, qf, qo, sd, s4, qf_absent_mean, qf_highest_absent), one row per place."""
    scores = field_scores(of_sessions)
    with_absent = _absent(of_sessions, scores)
    n, s, ss = pl.col("combinations"), pl.col("s"), pl.col("ss")
    sums = scores.group_by("place").agg(
        s=pl.col("score").sum(),
        ss=pl.col("score").pow(2).sum(),
        met=pl.col("meetings").sum(),
        met_squares=pl.col("meetings").pow(2).sum(),
        scored=pl.len().cast(pl.Int64),
    )
    balance = (
        of_sessions.fields.unique("place")
        .select("place", combinations=_combinations(pl.col("pairs")))
        .join(sums, on="place", how="left")
        .with_columns(pl.col("s", "ss", "met", "met_squares", "scored").fill_null(0))
        .with_columns(mean=quotient(s, n))
    )
    fourth = (
        scores.join(balance.select("place", "mean"), on="place")
        .group_by("place")
        .agg(fourth=steady_sum((pl.col("score") - pl.col("mean")).pow(4)))
    )
    return (
        balance.join(fourth, on="place", how="left")
        .join(with_absent, on="place", how="left")
        .select(
            "place",
            "s",
            "ss",
            qc=_factor(s * s, n * ss),
            qf=_factor(_least_squares(s, n), ss),
            qo=_factor(pl.col("met").pow(2), n * pl.col("met_squares")),
            sd=quotient((n * ss - s * s).sqrt(), n),
            s4=pl.col("fourth").fill_null(0.0) + (n - pl.col("scored")) * pl.col("mean").pow(4),
            qf_absent_mean="qf_absent_mean",
            qf_highest_absent="qf_highest_absent",
        )
    )


def field_scores(of_sessions: Played) -> pl.DataFrame:
    """The score of every two entrants who played a board of the same set; all others have a score of 0, and no row.

    Returns:
        (place, one, other, score, vacant, own_tops, meetings), sorted, with `one` before `other`. `vacant` is the score
        where every set is played once less. `own_tops` is the score with half a top of each set itself as h. `meetings`
        has the weights of the sets.
    """
    seats = of_sessions.seats.with_columns(h_of_set=half_top_of_set())
    weight = pl.col("weight")
    beside = pl.col("side") * pl.col("side_right")
    twos = (
        _beside(seats)
        .filter(pl.col("entrant") < pl.col("entrant_right"))
        .group_by("place", one="entrant", other="entrant_right")
        .agg(
            beside=(weight * beside).sum(),
            own_tops=(weight * (beside + (pl.col("h_of_set") + 1) * _at_one_table())).sum(),
            at_one_table=(weight * _at_one_table()).sum(),
            meetings=(weight * (_at_one_table() > 0)).sum(),
        )
    )
    h = of_sessions.fields.unique("place").select("place", "h")
    return (
        twos.join(h, on="place")
        .select(
            *_TWO,
            score=pl.col("beside") + (pl.col("h") + 1) * pl.col("at_one_table"),
            vacant=pl.col("beside") + _vacant_h(pl.col("h")) * pl.col("at_one_table"),
            own_tops="own_tops",
            meetings=pl.col("meetings").cast(pl.Int64),
        )
        .sort(_TWO)
    )


def half_top_of_set() -> pl.Expr:
    """Half a top of the board set of each seat: the number of meetings on it, minus 1. Int64."""
    return pl.col("meeting").n_unique().over("board_set").cast(pl.Int64) - 1


def _beside(seats: pl.DataFrame) -> pl.DataFrame:
    """Every seat combined with every seat of the same board set in the same field."""
    return seats.join(seats.select("place", "board_set", "meeting", "entrant", "side"), on=("place", "board_set"))


def _at_one_table() -> pl.Expr:
    """1 for opponents, -1 for partners, 0 for two at different tables: Int64."""
    together = pl.col("meeting") == pl.col("meeting_right")
    return pl.when(together).then(-pl.col("side") * pl.col("side_right")).otherwise(0)


def _vacant_h(h: pl.Expr) -> pl.Expr:
    """What a meeting adds to `beside`, where every set is played once less."""
    return pl.max_horizontal(h, pl.lit(1, dtype=pl.Int64))


def _absent(of_sessions: Played, scores: pl.DataFrame) -> pl.DataFrame:
    """(place, qf_absent_mean, qf_highest_absent): quality factors with each entrant absent in turn.

    The scores of a field without one entrant are those of the whole field, minus what comes from that entrant's tables.
    """
    fields = of_sessions.fields.unique("place").select("place", "pairs", "h")
    whole = scores.group_by("place").agg(sum=pl.col("vacant").sum(), squares=pl.col("vacant").pow(2).sum())
    own = (
        pl.concat(
            scores.select("place", absent=who, sum="vacant", squares=pl.col("vacant").pow(2))
            for who in ("one", "other")
        )
        .group_by("place", "absent")
        .agg(own_sum=pl.col("sum").sum(), own_squares=pl.col("squares").sum())
    )
    lost = _lost(of_sessions.seats, fields)
    changed = (
        lost.join(scores, on=_TWO)
        .group_by("place", "absent")
        .agg(
            lost_sum=pl.col("lost").sum(),
            lost_squares=(pl.col("vacant").pow(2) - (pl.col("vacant") - pl.col("lost")).pow(2)).sum(),
        )
    )
    n = _combinations(pl.col("pairs") - 1)
    factor = _factor(_least_squares(pl.col("sum"), n), pl.col("squares"))
    return (
        of_sessions.entrants.select("place", absent="entrant")
        .join(fields, on="place")
        .filter(pl.col("pairs") > 2)
        .join(whole, on="place", how="left")
        .join(own, on=("place", "absent"), how="left")
        .join(changed, on=("place", "absent"), how="left")
        .with_columns(pl.col("sum", "squares", "own_sum", "own_squares", "lost_sum", "lost_squares").fill_null(0))
        .with_columns(
            sum=pl.col("sum") - pl.col("own_sum") - pl.col("lost_sum"),
            squares=pl.col("squares") - pl.col("own_squares") - pl.col("lost_squares"),
        )
        .with_columns(qf=factor)
        .sort("place", "absent")
        .group_by("place")
        .agg(qf_absent_mean=steady_mean(pl.col("qf")), qf_highest_absent=pl.col("qf").last())
    )


def _lost(seats: pl.DataFrame, fields: pl.DataFrame) -> pl.DataFrame:
    """(place, absent, one, other, lost): the score of two others that comes from tables at which `absent` would sit."""
    at_table = seats.join(seats.select("board_set", "meeting", absent="entrant"), on=("board_set", "meeting")).filter(
        pl.col("entrant") != pl.col("absent")
    )
    sits_too = seats.select("board_set", "meeting", absent="entrant", gone=pl.lit(value=True))
    beside = (
        at_table.join(seats.drop("weight"), on=("place", "board_set"))
        .filter(pl.col("entrant_right") != pl.col("absent"), pl.col("entrant_right") != pl.col("entrant"))
        .join(
            sits_too,
            left_on=("board_set", "meeting_right", "absent"),
            right_on=("board_set", "meeting", "absent"),
            how="left",
        )
        .join(fields.select("place", "h"), on="place")
    )
    score = pl.col("side") * pl.col("side_right") + _vacant_h(pl.col("h")) * _at_one_table()
    # Where both seats are gone, the combination has two rows here, one from each side.
    twice = pl.when(pl.col("gone").is_null()).then(2).otherwise(1)
    return beside.group_by(
        "place",
        "absent",
        one=pl.min_horizontal("entrant", "entrant_right"),
        other=pl.max_horizontal("entrant", "entrant_right"),
    ).agg(lost=(pl.col("weight") * score * twice).sum() // 2)


def _combinations(entrants: pl.Expr) -> pl.Expr:
    """The number of combinations of two."""
    return entrants * (entrants - 1) // 2


def _least_squares(s: pl.Expr, combinations: pl.Expr) -> pl.Expr:
    """The least possible sum of squares of as many integers as there are combinations, with sum `s`."""
    each, over = s // combinations, s % combinations
    return combinations * each * each + (2 * each + 1) * over


def _factor(part: pl.Expr, of: pl.Expr) -> pl.Expr:
    """A quality factor in percent; null where `part` is 0."""
    return pl.when(part > 0).then(quotient(100 * part, of))
