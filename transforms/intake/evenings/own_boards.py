"""Renumber boards whose numbers start again in a later round, as in many barometers of Sweden, Norway and Iceland."""

from typing import NamedTuple

import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import PLACE
from transforms.tables.raw import HIGHEST_BOARD
from transforms.tables.runs import key_number
from transforms.tables.schemas import LINE, SESSION

_ROUND = (*LINE, "round")
_OF_DEAL = (*SESSION, "round")
_SEAT = ("of_line", "entrant", "board")
_KEY = (pl.col("of_line").cast(pl.UInt64) * 2**20 + pl.col("entrant")) * 2**17 + pl.col("board").cast(pl.UInt64)
"""One number per seat of a board, equal for equal values of the columns `_SEAT`: this makes finding duplicates several
times faster than three numbers would."""
_SYSTEMATIC = 3 / 4
"""If at least this share of a line's seats in a round repeat a board of an earlier round, its numbers start again. A
slip repeats one board of one table; a Mitchell without its skip repeats only East-West's boards, half of the seats."""
_WITH_OTHERS = 1 / 2
"""If the lines of a session together reach the share above in a round, the numbers start again on each line whose own
share is more than this. That includes a line of one table, which proves nothing by itself."""
_CYCLE = 16
"""Dealer and vulnerability are the same again after this number of boards (Law 2)."""


class OwnBoards(NamedTuple):
    """Result lines, deals and schedule, in which each board number stands for one board."""

    results: pl.LazyFrame
    deals: pl.LazyFrame
    schedule: pl.LazyFrame
    restarted: pl.DataFrame
    """(`SESSION`, file_id, line_no, rounds, round, board, own_board, deals): each session whose numbers start again,
    the rounds in which they do, the first row concerned, and how many deals are left out because they name no round."""


def with_own_boards(
    results: pl.LazyFrame, deals: pl.LazyFrame, schedule: pl.LazyFrame, sessions: pl.LazyFrame
) -> OwnBoards:
    """Renumber the boards whose numbers start again in a later round, so that they are unique, in all three tables.

    A number means one board as long as nobody on a line plays it twice; such rounds are a run. The numbers of each run
    are raised by the same multiple of 16, which keeps dealer and vulnerability. A deal gets the number of its board in
    the lines that played it in its round. Teams stay as they are, since their matches are of one round each.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(SESSION)
    kept = results.drop_nulls("round").select(*LINE, *PLACE, "round", "board", "ns", "ew")
    played = kept.join(of_pairs, on=SESSION, how="semi").collect()
    raised = _raised(played, deals)
    if raised.is_empty():
        return OwnBoards(results, deals, schedule, played.select(*SESSION, *PLACE).clear())
    by_round, concerned = raised.lazy(), raised.select(SESSION).unique().lazy()
    of_concerned = deals.join(concerned, on=SESSION, how="semi")
    played_as = played.lazy().join(by_round, on=_ROUND).select(*_OF_DEAL, "board", "raise").unique()
    if_not_played = by_round.group_by(_OF_DEAL).agg(at_most=pl.col("raise").max())
    of_round = (
        of_concerned.join(if_not_played, on=_OF_DEAL)
        .join(played_as, on=[*_OF_DEAL, "board"], how="left", maintain_order="left")
        .with_columns(pl.coalesce("raise", "at_most").alias("raise"))
    )
    left_out = of_concerned.join(by_round, on=_OF_DEAL, how="anti").group_by(SESSION).agg(deals=pl.len())
    first = (
        played.lazy()
        .join(by_round.filter(pl.col("raise") > 0), on=_ROUND)
        .sort("round", *PLACE, maintain_order=True)
        .group_by(SESSION, maintain_order=True)
        .agg(
            pl.col(*PLACE, "round", "board").first(),
            own_board=(pl.col("board") + pl.col("raise")).first(),
            rounds=pl.col("round").filter("starts").unique().sort().cast(pl.String).str.join(", "),
        )
        .join(left_out, on=SESSION, how="left", maintain_order="left")
    )
    others = deals.join(concerned, on=SESSION, how="anti")
    columns = deals.collect_schema().names()
    lines, planned = (
        rows.join(by_round, on=_ROUND, how="left", maintain_order="left")
        .with_columns(_own_board())
        .select(rows.collect_schema().names())
        for rows in (results, schedule)
    )
    return OwnBoards(
        lines, pl.concat([others, of_round.with_columns(_own_board()).select(columns)]), planned, first.collect()
    )


def _own_board() -> pl.Expr:
    return pl.col("board") + pl.col("raise").fill_null(0)


def _raised(played: pl.DataFrame, deals: pl.LazyFrame) -> pl.DataFrame:
    """Return (`LINE`, round, raise, starts) for the rounds of sessions in which the numbers of any line start again."""
    of_lines = played.with_columns(of_line=key_number(played, LINE))
    twice = _seats(of_lines).filter(_KEY.is_duplicated()).collect()
    again = twice.filter((pl.col("round") != pl.col("round").first()).any().over(_SEAT))
    if again.is_empty():
        return played.select(_ROUND).clear()
    asked = of_lines.filter(pl.col("of_line").is_in(again["of_line"].unique().implode())).select(SESSION).unique()
    numbered = of_lines.join(asked, on=SESSION, how="semi")
    numbered = numbered.with_columns(session=key_number(numbered, SESSION))
    rows, starts = numbered.lazy(), _starts(_seats(numbered, "session").unique().collect())
    keys = numbered.select("of_line", *_ROUND).unique()
    keys = keys.join(numbered.filter(pl.col("of_line").is_in(starts["of_line"].implode())), on=SESSION, how="semi")
    boards = pl.concat([rows.select(*SESSION, "board"), deals.select(*SESSION, "board")])
    most = boards.join(keys.lazy(), on=SESSION, how="semi").group_by(SESSION).agg(most=pl.col("board").max()).collect()
    is_later = pl.col("start") <= pl.col("round")
    raised = (
        keys.join(starts, on="of_line", how="left")
        .group_by(_ROUND)
        .agg(runs=is_later.sum().cast(pl.Int32), starts=(pl.col("start") == pl.col("round")).any())
        .join(most, on=SESSION)
        .with_columns((pl.col("runs") * ((pl.col("most") - 1) // _CYCLE + 1) * _CYCLE).alias("raise"))
    )
    fits = (pl.col("raise") + pl.col("most")).max().over(SESSION) <= HIGHEST_BOARD
    return raised.filter(fits).select(*_ROUND, "raise", "starts")


def _seats(rows: pl.DataFrame, *more: str) -> pl.LazyFrame:
    """Return (of_line, round, board, entrant, ...): a row for each entrant of each line; entrants are numbers."""
    kept = ("of_line", "round", "board", *more)
    sides = pl.concat(rows.lazy().select(*kept, side=side) for side in ("ns", "ew"))
    number = pl.col("entrant").cast(pl.Categorical).to_physical().cast(pl.UInt64)
    return by_entrant(sides.drop_nulls("side"), "side").with_columns(number)


def _starts(left: pl.DataFrame) -> pl.DataFrame:
    """Return (of_line, start): the rounds in which a line's board numbers start again; each pass finds one per line."""
    starts = [left.select("of_line", start="round").clear()]
    share, entrants, of_all = pl.col("is_again").mean(), pl.col("entrant").n_unique(), ["session", "round"]
    while not left.is_empty():
        seats = left.with_columns(is_again=pl.col("round") > pl.col("round").min().over(_SEAT))
        of_lines = seats.group_by("of_line", *of_all).agg(share=share, entrants=entrants)
        found = of_lines.join(seats.group_by(of_all).agg(in_all=share, of_session=entrants), on=of_all)
        alone = (pl.col("share") >= _SYSTEMATIC) & (pl.col("entrants") > 2)
        together = (pl.col("in_all") >= _SYSTEMATIC) & (pl.col("of_session") > 2) & (pl.col("share") > _WITH_OTHERS)
        starts.append(found.filter(alone | together).group_by("of_line").agg(start=pl.col("round").min()))
        left = left.join(starts[-1], on="of_line").filter(pl.col("round") >= pl.col("start")).drop("start")
    return pl.concat(starts)
