"""Find numbers that belong to nobody: slips in pair numbers, found in results but in no entry or list of a file."""

import polars as pl

from transforms.bridge.sessions import NOBODY, TEAMS, by_entrant
from transforms.tables import schemas
from transforms.tables.schemas import ENTRANT, LINE, SESSION, Frame

_FEWEST = 1 / 2  # of the most boards on the line; an entrant with at least this share did play, but nobody is named
_OTHER = ("line_other", "entrant_other")


def with_nobody(
    totals: pl.LazyFrame,
    entries: Frame[schemas.Entries],
    official_results: Frame[schemas.OfficialResults],
    board_scores: Frame[schemas.BoardScores],
) -> pl.LazyFrame:
    """Add `is_nobody` (Boolean): whether an entrant is only a slip in a pair number (docs/scoring_rules.md)."""
    # A slip has no players, although other entrants on its line have. It is not in the result list of the file. It
    # played fewer than half as many boards as the others. And either another entrant lacks just these boards, or the
    # opponents of the slip have each of them twice (`_slips`).
    known = entries.lazy().select(ENTRANT).unique()
    slips = _slips(board_scores, known, official_results.lazy()).with_columns(is_slip=pl.lit(value=True))
    has_players, is_slip = (pl.col(name).fill_null(value=False) for name in ("has_players", "is_slip"))
    played = pl.col("boards").fill_null(0)
    usual = played.filter(has_players & (played > 0)).median().over(LINE)
    few = (played > 0) & (played < _FEWEST * usual)
    return (
        totals.join(known.with_columns(has_players=pl.lit(value=True)), on=ENTRANT, how="left")
        .join(slips, on=ENTRANT, how="left")
        .with_columns(is_nobody=is_slip & few.fill_null(value=False))
        .drop("has_players", "is_slip")
    )


def _slips(board_scores: Frame[schemas.BoardScores], known: pl.LazyFrame, listed: pl.LazyFrame) -> pl.LazyFrame:
    scores = board_scores.lazy().filter(~pl.col("scoring").is_in(TEAMS))
    numbers = by_entrant(pl.concat(scores.select(*LINE, side=side).unique() for side in ("ns", "ew")), "side").unique()
    unnamed = numbers.join(known, on=ENTRANT, how="anti").join(listed, on=ENTRANT, how="anti")
    found = unnamed.join(known, on=LINE, how="semi").collect()
    if found.is_empty():  # as in most clubs; others have few such numbers
        return found.lazy()
    unnamed = found.lazy()
    seats = _seats(scores.join(unnamed, on=SESSION, how="semi")).collect().lazy()  # many queries read it
    sizes = seats.group_by(ENTRANT).agg(pl.col("is_twice").all(), boards=pl.col("board").n_unique())
    is_few = pl.col("boards") < _FEWEST * pl.col("boards").max().over(LINE)
    few = sizes.filter(is_few).join(unnamed, on=ENTRANT, how="semi")
    return pl.concat([_lacked(seats, sizes, few), few.filter("is_twice").select(ENTRANT)]).unique()


def _seats(scores: pl.LazyFrame) -> pl.LazyFrame:
    """Return (`ENTRANT`, board, ns, ew, round, against, is_twice): one row for each side of a result line."""
    # `round` is null unless rounds are known for the whole line. `is_twice`: the opponent has the board twice.
    sides = pl.concat(
        scores.select(*LINE, "board", "ns", "ew", "round", side=side, against=against)
        for side, against in (("ns", "ew"), ("ew", "ns"))
    ).with_columns(is_twice=(pl.col("against") != NOBODY) & (pl.len().over(*LINE, "board", "against") > 1))
    is_round = (pl.col("round").is_not_null().all() & (pl.col("met").median() == 1)).over(LINE)
    return (
        by_entrant(sides, "side")
        .with_columns(met=pl.col("against").n_unique().over(*ENTRANT, "round"))
        .with_columns(round=pl.when(is_round).then("round"))
        .drop("met")
    )


def _lacked(seats: pl.LazyFrame, sizes: pl.LazyFrame, few: pl.LazyFrame) -> pl.LazyFrame:
    """Return numbers in `few` that may be part of another entrant on their line, or of the same number elsewhere."""
    # The other entrant played none of these boards and sat at no other table in their rounds. Its boards and these
    # together must be no more than the highest number of boards on its line. That number omits results against numbers
    # of `few`, because opponents of guests may have more than a whole evening.
    row = [*LINE, "board", "ns", "ew"]
    without = seats.join(seats.join(few, on=ENTRANT, how="semi"), on=row, how="anti")
    most = without.group_by(ENTRANT).agg(most=pl.col("board").n_unique()).group_by(LINE).agg(pl.col("most").max())
    others = sizes.join(few, on=ENTRANT, how="anti").join(most, on=LINE)
    is_same_number, is_same_line = (pl.col(name) == pl.col(f"{name}_other") for name in ("entrant", "line"))
    pairs = (
        few.join(others, on=SESSION, suffix="_other")
        .filter(is_same_number ^ is_same_line, pl.col("boards") + pl.col("boards_other") <= pl.col("most"))
        .select(*ENTRANT, *_OTHER)
    )
    of_other = seats.rename({"line": "line_other", "entrant": "entrant_other"})
    is_elsewhere = (pl.col("round") == pl.col("round_other")) & (pl.col("against") != pl.col("against_other"))
    played = (
        pairs.join(seats, on=ENTRANT)
        .join(of_other, on=[*SESSION, *_OTHER], suffix="_other")
        .filter((pl.col("board") == pl.col("board_other")) | is_elsewhere.fill_null(value=False))
    )
    return pairs.join(played, on=[*ENTRANT, *_OTHER], how="anti").select(ENTRANT)
