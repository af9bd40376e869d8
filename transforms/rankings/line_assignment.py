"""Which pair plays in which line next: the strongest of the pairs present play in the highest line.

Source: the club ranking's chapter on rankings of pairs.
"""

from collections.abc import Sequence
from string import ascii_uppercase

import dataframely as dy
import polars as pl

from transforms.rankings.rankings import current_rankings
from transforms.tables import (
    COMPETITION,
    DECIMALS,
    ENTRANT,
    SESSION,
    Competitions,
    Entries,
    Frame,
    LineAssignment,
    PlayerRankings,
    Players,
    Rows,
    Sessions,
)
from transforms.tables.shared import in_shape


def line_assignment(
    attendance: Rows,
    player_rankings: Frame[PlayerRankings],
    players: Frame[Players],
    competitions: Frame[Competitions],
    *,
    sizes: Sequence[int] | None = None,
) -> dy.LazyFrame[LineAssignment]:
    """The line of every pair present, in the shape of `LineAssignment`, sorted by competition and place.

    The strength of a pair is the sum of the rankings of its two players, whether they play together often or only
    this once. Two players of a trio count as the pair they form tonight. A player who has not played yet counts with
    the substitute ranking. Equally strong pairs are ordered by the ids of their players.

    Args:
        attendance: one row per pair: (club, competition, season, player_id, partner_id); nobody is in two pairs of
            one competition.
        player_rankings: `PlayerRankings`.
        players: `Players`.
        competitions: `Competitions`, for the nominal number of lines.
        sizes: how many pairs each line takes, from the highest line down; there are as many lines as sizes. By
            default there are as many lines as the competition has; their sizes are equal, or the higher lines have
            one pair more.

    Raises:
        ValueError: the sum of `sizes` is not the number of pairs present in each competition; or a size is below 1,
            or there are more than 26.
    """
    pairs = attendance.lazy().select(*COMPETITION, "player_id", "partner_id")
    ordered = (
        _with_rankings(pairs, player_rankings, players, competitions)
        .join(competitions.lazy().select(*COMPETITION, "lines"), on=COMPETITION)
        .pipe(strongest_first, ("player_id", "partner_id"))
        .collect()
    )
    if sizes is None:
        line = even_lines(pl.col("place"), pl.col("present"), pl.col("lines").cast(pl.Int64))
    else:
        _check(sizes, ordered["present"])
        letters = [letter for letter, size in zip(ascii_uppercase, sizes, strict=False) for _ in range(size)]
        line = pl.lit(pl.Series(letters, dtype=pl.String)).gather("place")
    return in_shape(
        LineAssignment,
        ordered.lazy()
        .with_columns(place=pl.col("place") + 1, line=line)
        .select(LineAssignment.column_names())
        .cast({"place": pl.Int32}),
    )


def strongest_first(present: pl.LazyFrame, ids: Sequence[str]) -> pl.LazyFrame:
    """The pairs (or players) present, in the order in which lines are filled; equally strong ones sorted by their ids.

    Args:
        present: one row for each, with (club, competition, season), `ranking` and the ids. Rankings are compared to
            nine decimals.
        ids: the columns that identify a row within its competition.

    Returns:
        The rows sorted, with two more columns: `place` in the competition (Int64, from 0), and `present` (Int64), the
        number of rows of the competition.
    """
    downwards = [*(False for _ in COMPETITION), True, *(False for _ in ids)]
    return present.sort(*COMPETITION, pl.col("ranking").round(DECIMALS), *ids, descending=downwards).with_columns(
        place=pl.int_range(pl.len()).over(COMPETITION), present=pl.len().over(COMPETITION).cast(pl.Int64)
    )


def even_lines(place: pl.Expr, present: pl.Expr, lines: pl.Expr) -> pl.Expr:
    """The letter of the line in which a place falls: lines of equal size, or the first ones larger by one.

    All three are Int64: the place (from 0), how many are present, and the number of lines.
    """
    size, left_over = present // lines, present % lines
    in_larger_lines = left_over * (size + 1)
    line = (
        pl.when(place < in_larger_lines)
        .then(place // (size + 1))
        .otherwise(left_over + (place - in_larger_lines) // size)
    )
    return line.replace_strict(dict(enumerate(ascii_uppercase)), return_dtype=pl.String)


def _with_rankings(
    pairs: pl.LazyFrame,
    player_rankings: Frame[PlayerRankings],
    players: Frame[Players],
    competitions: Frame[Competitions],
) -> pl.LazyFrame:
    """The pairs, with `ranking`: the sum of the rankings of their two players."""
    one = current_rankings(pairs, player_rankings, players, competitions)
    other = current_rankings(
        pairs.select(*COMPETITION, player_id="partner_id"), player_rankings, players, competitions
    ).select(*COMPETITION, partner_id="player_id", partner_ranking="ranking")
    return one.join(other, on=[*COMPETITION, "partner_id"]).with_columns(
        ranking=pl.col("ranking") + pl.col("partner_ranking")
    )


def _check(sizes: Sequence[int], present: pl.Series) -> None:
    misfits = present.filter(present != sum(sizes))
    if len(sizes) > len(ascii_uppercase) or any(size < 1 for size in sizes):
        raise ValueError(f"lines of {', '.join(map(str, sizes))} pairs: a line takes a pair or more, A to Z at most")
    if len(misfits):
        raise ValueError(f"lines of {', '.join(map(str, sizes))} pairs take {sum(sizes)}: {misfits[0]} are present")


def next_lines(
    entries: Frame[Entries],
    sessions: Frame[Sessions],
    player_rankings: Frame[PlayerRankings],
    players: Frame[Players],
    competitions: Frame[Competitions],
) -> dy.LazyFrame[LineAssignment]:
    """The pairs of the last session in the lines of the next, in the shape of `LineAssignment`, for every season.

    A substitute counts as himself or herself, not as the absent player: the substitute is expected to come again.
    """
    return line_assignment(last_pairs(entries, sessions), player_rankings, players, competitions)


def last_pairs(entries: Frame[Entries], sessions: Frame[Sessions]) -> pl.LazyFrame:
    """The pairs of the last session of each season in which pairs sat down.

    Sessions of teams are passed over: nothing says which players of a team form a pair.

    Returns:
        (club, competition, season, player_id, partner_id), sorted.
    """
    of_pairs = sessions.lazy().filter(pl.col("kind") != "teams").select(*SESSION, "date")
    from_the_last = pl.struct("date", "session_id").rank("dense", descending=True).over(COMPETITION)
    return (
        entries.lazy()
        .join(of_pairs, on=SESSION)
        .group_by(*ENTRANT, "date")
        .agg(pl.len(), pl.col("player_id").min(), partner_id=pl.col("player_id").max())
        .filter(pl.col("len") == 2)
        .filter(from_the_last == 1)
        .select(*COMPETITION, "player_id", "partner_id")
        .sort(*COMPETITION, "player_id")
    )
