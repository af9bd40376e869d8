"""The deals of sessions, what they allow, and what players made of them, in the form that pages show."""

import dataframely as dy
import polars as pl

from transforms.deals.lines import DEAL
from transforms.tables.arithmetic.as_shown import shown
from transforms.tables.report import BoardsShown, PeopleShown
from transforms.tables.report_of_deals import (
    AtTheTableShown,
    AuctionsShown,
    EveningBoards,
    EveningDeals,
    HandsShown,
    LineBoards,
    NotSolved,
)
from transforms.tables.schemas import Auctions, ControlSheet, DealPlayers, Deals, DoubleDummy, Par
from transforms.tables.shared import BOARD, COMPETITION, FIELD, PLAYER, SESSION

_COLUMN_OF = {"W": 0, "N": 1, "E": 2, "S": 3}  # the order in which an auction is read
_ROLES = {"declarer": "declared", "defence": "defended"}


def hands(
    control_sheet: dy.DataFrame[ControlSheet],
    deals: dy.DataFrame[Deals],
    double_dummy: dy.DataFrame[DoubleDummy],
    par: dy.DataFrame[Par],
) -> dy.LazyFrame[HandsShown]:
    """Return every deal of every board of a field, with the `lines` that played it, and its table and par if known."""
    dealt = deals.select(*SESSION, "board", "deal_id", "dealer", "vulnerable", "deal", of="lines")
    is_of_line = pl.col("of").is_null() | pl.col("of").str.split("+").list.contains(pl.col("line"))
    known = (
        control_sheet.select(*BOARD, "line")
        .unique()
        .join(dealt, on=(*SESSION, "board"))
        .filter(is_of_line)
        .group_by(*BOARD, "deal_id")
        .agg(pl.col("dealer", "vulnerable", "deal").first(), lines=pl.col("line").unique().sort().str.join("+"))
        .join(double_dummy, on=DEAL, how="left")
        .join(par, on=[*DEAL, "dealer", "vulnerable"], how="left")
    )
    return shown(HandsShown, known.sort(*BOARD, "lines"))


def evening_deals(hands: dy.DataFrame[HandsShown]) -> dy.LazyFrame[EveningDeals]:
    """Return every deal of every board of a session, with all lines that played it."""
    board = [*SESSION, "board"]
    others = [name for name in hands.columns if name not in (*board, "field", "lines", "deal")]
    lines = pl.col("lines").str.split("+").explode(empty_as_null=False, keep_nulls=False).unique().sort().str.join("+")
    deals = hands.group_by(*board, "deal", maintain_order=True).agg(lines, pl.col(others).first())
    several = pl.len().over(board) > 1
    return shown(EveningDeals, deals.sort(*board, "lines", maintain_order=True).with_columns(several=several))


def auctions_shown(auctions: dy.DataFrame[Auctions]) -> dy.LazyFrame[AuctionsShown]:
    """Return the rounds of every known auction, in the order of the boards of a session."""
    line = (*SESSION, "line", "board", "ns", "ew", "file_id", "line_no")
    before = pl.col("seat").sort_by("call_no").first().over(line).replace_strict(_COLUMN_OF, return_dtype=pl.Int32)
    of_round = auctions.group_by(*line, round_no=(before + pl.col("call_no") - 1) // 4 + 1)
    calls = {seat.lower(): pl.col("call").filter(seat=seat).first() for seat in _COLUMN_OF}
    return shown(AuctionsShown, of_round.agg(**calls).sort(*line, "round_no"))


def evening_boards(boards: dy.DataFrame[BoardsShown], deals: dy.DataFrame[EveningDeals]) -> dy.LazyFrame[EveningBoards]:
    """Return the boards of a session, each once."""
    board = [*SESSION, "board"]
    first = deals.unique(board, keep="first", maintain_order=True).select(*board, "dealer", "vulnerable")
    dealt = boards.select(board).unique().sort(board).join(first, on=board, how="left", maintain_order="left")
    number = pl.col("board")
    return shown(
        EveningBoards, dealt.with_columns(before=number.shift(1).over(SESSION), after=number.shift(-1).over(SESSION))
    )


def line_boards(control_sheet: dy.DataFrame[ControlSheet], hands: dy.DataFrame[HandsShown]) -> dy.LazyFrame[LineBoards]:
    """Return every board that a line played, and whether its double-dummy table is known."""
    key = [*FIELD, "line", "board"]
    dealt = hands.select(*BOARD, "deal", solved=pl.col("n_nt").is_not_null(), line=pl.col("lines").str.split("+"))
    dealt = dealt.explode("line", empty_as_null=False, keep_nulls=False)
    boards = control_sheet.select(key).unique().sort(key).join(dealt, on=key, how="left", maintain_order="left")
    return shown(LineBoards, boards.with_columns(pl.col("solved").fill_null(value=False)))


def not_solved(boards: dy.DataFrame[LineBoards]) -> dy.LazyFrame[NotSolved]:
    """Return the boards of each line that have no double-dummy table, if other boards of the session have one."""
    is_open, is_dealt = ~pl.col("solved"), pl.col("deal").is_not_null()
    lacking = (
        boards.filter(pl.col("solved").any().over(SESSION))
        .group_by(*FIELD, "line", maintain_order=True)
        .agg(
            without_hands=pl.col("board").filter(is_open & ~is_dealt),
            to_be_solved=pl.col("board").filter(is_open & is_dealt),
        )
    )
    return shown(NotSolved, lacking)


def at_the_table(
    players: dy.DataFrame[DealPlayers], people: dy.DataFrame[PeopleShown]
) -> dy.LazyFrame[AtTheTableShown]:
    """Return how every player did on the deals of a season, next to the mean over all boards of all players."""
    made = [f"{role}_{what}" for role in _ROLES for what in ("gained", "of_field", "sd")]
    named = players.with_columns(_of_field(role).alias(f"{role}_of_field") for role in _ROLES).join(
        people.select(*PLAYER, "name"), on=PLAYER, how="left"
    )
    return shown(AtTheTableShown, named.sort(PLAYER).with_columns(exact=pl.struct(made)))


def _of_field(role: str) -> pl.Expr:
    many = pl.col(_ROLES[role])
    boards, gained = many.sum().over(COMPETITION), (pl.col(f"{role}_gained") * many).sum().over(COMPETITION)
    return pl.when(boards > 0).then(gained / boards)
