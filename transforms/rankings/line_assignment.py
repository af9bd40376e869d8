"""Who plays in which line next: the pairs present, the strongest in the highest line.

Source: the club ranking's chapter on rankings of pairs.
"""

from collections.abc import Sequence
from string import ascii_uppercase

import polars as pl

from transforms.rankings.rankings import current_rankings
from transforms.tables import COMPETITION, DECIMALS, ENTRANT, SESSION, Frame, LineAssignment


def line_assignment(
    attendance: Frame,
    player_rankings: Frame,
    players: Frame,
    competitions: Frame,
    *,
    sizes: Sequence[int] | None = None,
) -> pl.LazyFrame:
    """The line of every pair present, in the shape of `LineAssignment`, sorted by competition and place.

    A pair is as strong as the rankings of its two players together, whether they play together often or for
    once; two of a trio count as the pair they are tonight. Who has not played yet stands in with the substitute
    ranking. Equally strong pairs go by the ids of their players.

    Args:
        attendance: a row a pair: (club, competition, season, player_id, partner_id); nobody is in two pairs of
            one competition.
        player_rankings: `PlayerRankings`.
        players: `Players`.
        competitions: `Competitions`, for the nominal number of lines.
        sizes: how many pairs each line takes, from the highest down, and as many lines as there are sizes. By
            default as many lines as the competition has, their sizes equal, or one more in the higher lines.

    Raises:
        ValueError: `sizes` do not take exactly the pairs present in each competition.
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
    return (
        ordered.lazy()
        .with_columns(place=pl.col("place") + 1, line=line)
        .select(LineAssignment.column_names())
        .cast({"place": pl.Int32})
    )


def strongest_first(present: pl.LazyFrame, ids: Sequence[str]) -> pl.LazyFrame:
    """Those present in the order in which lines are filled; equally strong ones go by their ids.

    Args:
        present: a row each, with (club, competition, season), `ranking` and its ids. Rankings are compared to nine
            decimals.
        ids: the columns that tell them apart.

    Returns:
        The rows sorted, with `place` in the competition (Int64, from 0) and `present` (Int64), how many are there.
    """
    downwards = [*(False for _ in COMPETITION), True, *(False for _ in ids)]
    return present.sort(*COMPETITION, pl.col("ranking").round(DECIMALS), *ids, descending=downwards).with_columns(
        place=pl.int_range(pl.len()).over(COMPETITION), present=pl.len().over(COMPETITION).cast(pl.Int64)
    )


def even_lines(place: pl.Expr, present: pl.Expr, lines: pl.Expr) -> pl.Expr:
    """The letter of the line of a place, from 0: where an even split leaves some over, the first lines have one more.

    All three are Int64: the place, how many there are to place, and the number of lines.
    """
    size, left_over = present // lines, present % lines
    in_larger_lines = left_over * (size + 1)
    line = (
        pl.when(place < in_larger_lines)
        .then(place // (size + 1))
        .otherwise(left_over + (place - in_larger_lines) // size)
    )
    return line.replace_strict(dict(enumerate(ascii_uppercase)), return_dtype=pl.String)


def _with_rankings(pairs: pl.LazyFrame, player_rankings: Frame, players: Frame, competitions: Frame) -> pl.LazyFrame:
    """The pairs, and the rankings of their two players together."""
    one = current_rankings(pairs, player_rankings, players, competitions)
    other = current_rankings(
        pairs.select(*COMPETITION, player_id="partner_id"), player_rankings, players, competitions
    ).select(*COMPETITION, partner_id="player_id", partner_ranking="ranking")
    return one.join(other, on=[*COMPETITION, "partner_id"]).with_columns(
        ranking=pl.col("ranking") + pl.col("partner_ranking")
    )


def _check(sizes: Sequence[int], present: pl.Series) -> None:
    lacking = present.filter(present != sum(sizes))
    if len(sizes) > len(ascii_uppercase) or any(size < 1 for size in sizes):
        raise ValueError(f"lines of {', '.join(map(str, sizes))} pairs: a line takes a pair or more, A to Z at most")
    if len(lacking):
        raise ValueError(f"lines of {', '.join(map(str, sizes))} pairs take {sum(sizes)}: {lacking[0]} are present")


def next_lines(
    entries: Frame, sessions: Frame, player_rankings: Frame, players: Frame, competitions: Frame
) -> pl.LazyFrame:
    """The pairs of the last session in the lines of the next, in the shape of `LineAssignment`, for every season.

    Args:
        entries: `Entries`: substitutes stand for themselves, as they would if they came again.
        sessions: `Sessions`.
        player_rankings: `PlayerRankings`.
        players: `Players`.
        competitions: `Competitions`.
    """
    return line_assignment(last_pairs(entries, sessions), player_rankings, players, competitions)


def last_pairs(entries: Frame, sessions: Frame) -> pl.LazyFrame:
    """Those who sat down in twos in the last session of each season in which anybody did.

    Teams are passed over: who of a team makes a pair, nothing says.

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
