"""Double-dummy tables, and par: the result if both sides know all cards, bid their best, and play double dummy.

Each side may bid any contract above the last one; a contract that fails is doubled. A side bids on unless it would
score less, so the bids are valued from seven no trump downwards. The dealer's side may bid first, which matters if both
sides can make the same contract and nothing higher. A side bids as one player. If only one partner can make a contract,
an opponent might bid it first; that is ignored.
"""

import dataframely as dy
import numpy as np
import polars as pl
from numpy.typing import NDArray

from transforms.bridge.contracts import CONTRACTS, scores_of_declarers
from transforms.bridge.tricks_as_digits import can_be_right, tricks_in
from transforms.tables.deals import TABLE
from transforms.tables.schemas import COMPETITION, VULNERABLE, Deals, DoubleDummy, Frame, Par, Rows
from transforms.tables.shared import in_shape

_KEY = (*COMPETITION, "deal_id", "dealer", "vulnerable")
_STRAINS = "CDHSN"
_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in _STRAINS]
_SIDES = (("NS", "n", "s"), ("EW", "e", "w"))
_DECLARERS = dict(enumerate(("NS", "N", "S", "EW", "E", "W")))
_UNDOUBLED, _DOUBLED = (np.array([CONTRACTS.index(f"{bid}{doubling}") for bid in _BIDS]) for doubling in ("", "X"))
_LEVELS = np.array([int(bid[0]) for bid in _BIDS])
_TRICKS = 14
_AT_ONCE = 50_000

Numbers = NDArray[np.int32]


def par(deals: Frame[Deals], double_dummy: Frame[DoubleDummy]) -> dy.LazyFrame[Par]:
    """Return par of each deal with a double-dummy table, for each dealer and vulnerability with which it was played."""
    played = deals.lazy().select(_KEY).unique().sort(_KEY)
    known = played.join(double_dummy.lazy().drop("source"), on=_KEY[:4], maintain_order="left").collect()
    parts = [_par(known.slice(start, _AT_ONCE)) for start in range(0, max(1, known.height), _AT_ONCE)]
    return in_shape(Par, pl.concat(parts).lazy())


def _par(deals: pl.DataFrame) -> pl.DataFrame:
    scores = _scores(deals)
    dealt_by_ns = deals["dealer"].is_in(["N", "S"]).to_numpy()
    values, is_last = _values(scores, dealt_by_ns)
    at_par = (scores == values[:, None, None]) & is_last
    contracts = _contracts(deals, at_par).group_by("row", maintain_order=True).agg(pl.col("text").str.join("; "))
    best = [_best(deals, scores, side) for side in range(2)]
    rows = deals.select(_KEY).with_row_index("row").with_columns(par_score=pl.Series(values, dtype=pl.Int32))
    with_contracts = rows.join(contracts, on="row", how="left", maintain_order="left")
    for (name, _, _), of_side in zip(_SIDES, best, strict=True):
        renamed = of_side.rename({"text": f"{name.lower()}_best", "score": f"{name.lower()}_best_score"})
        with_contracts = with_contracts.join(renamed, on="row", how="left", maintain_order="left")
    # A side that can make a contract does not let the board be passed out.
    words = pl.when(pl.col("par_score") == 0).then(pl.lit("PASS")).otherwise("text")
    return with_contracts.with_columns(par_contracts=words).select(Par.column_names())


def _tricks(deals: pl.DataFrame) -> Numbers:
    """Return the tricks of each declarer: an array (deals, 5 strains as in `_STRAINS`, 2 sides, 2 seats)."""
    columns = [f"{seat}_{strain}" for strain in ("c", "d", "h", "s", "nt") for _, *two in _SIDES for seat in two]
    return deals.select(columns).to_numpy().astype(np.int32).reshape(-1, 5, 2, 2)


def _scores(deals: pl.DataFrame) -> Numbers:
    """Return North-South's score for the better declarer of a side, doubled if down: (deals, 35 contracts, 2 sides)."""
    tricks = np.tile(_tricks(deals).max(axis=3), (1, 7, 1))
    vulnerable = [deals["vulnerable"].is_in([name.lower(), VULNERABLE[3]]).to_numpy() for name, *_ in _SIDES]
    contract = np.where(tricks >= (_LEVELS + 6)[:, None], _UNDOUBLED[:, None], _DOUBLED[:, None])
    place = (2 * contract + np.stack(vulnerable, axis=1)[:, None].astype(np.int32)) * _TRICKS + tricks
    return scores_of_declarers().to_numpy()[place] * np.array([1, -1], dtype=np.int32)


def _values(scores: Numbers, dealt_by_ns: NDArray[np.bool_]) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return par for North-South, and whether the other side loses by bidding on: (deals, 35 contracts, 2 sides)."""
    is_last = np.empty(scores.shape, dtype=np.bool_)
    lowest, highest = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    by_ns, by_ew = np.full(len(scores), lowest), np.full(len(scores), highest)
    for bid in range(len(_BIDS) - 1, -1, -1):
        ns, ew = scores[:, bid, 0], scores[:, bid, 1]
        is_last[:, bid, 0], is_last[:, bid, 1] = ns < by_ew, ew > by_ns
        by_ns, by_ew = np.maximum(by_ns, np.minimum(ns, by_ew)), np.minimum(by_ew, np.maximum(ew, by_ns))
    ns_first = np.maximum(by_ns, np.minimum(by_ew, 0))
    ew_first = np.minimum(by_ew, np.maximum(by_ns, 0))
    return np.where(dealt_by_ns, ns_first, ew_first).astype(np.int32), is_last


def _contracts(deals: pl.DataFrame, chosen: NDArray[np.bool_]) -> pl.DataFrame:
    """Return the chosen contracts in words (`row`, `side` and `text`), only the lowest of each side and strain."""
    row, bid, side = np.nonzero(chosen)
    found = pl.DataFrame({"row": row, "bid": bid, "side": side})
    lowest = found.group_by("row", "side", strain=pl.col("bid") % 5).agg(pl.col("bid").min())
    first, second = _tricks(deals)[tuple(lowest[name].to_numpy() for name in ("row", "strain", "side"))].T
    more, less = pl.col("first") > pl.col("second"), pl.col("first") < pl.col("second")
    who = 3 * pl.col("side").cast(pl.Int64) + pl.when(more).then(1).when(less).then(2).otherwise(0)
    over = pl.max_horizontal("first", "second") - pl.col("bid") // 5 - 7
    made = pl.when(over < 0).then("X" + over.cast(pl.String)).when(over > 0).then("+" + over.cast(pl.String))
    words = pl.concat_str(
        who.replace_strict(_DECLARERS, return_dtype=pl.String),
        pl.lit(" "),
        pl.col("bid").cast(pl.Int64).replace_strict(dict(enumerate(_BIDS)), return_dtype=pl.String),
        made.otherwise(pl.lit("=")),
    )
    with_tricks = lowest.with_columns(first=pl.Series(first), second=pl.Series(second))
    return with_tricks.with_columns(text=words).sort("row", "side", "bid")


def _best(deals: pl.DataFrame, scores: Numbers, side: int) -> pl.DataFrame:
    """Return a side's best contract if the opponents stay silent: `row`, `text`, and `score` for that side."""
    own = scores[:, :, side] * (1 if side == 0 else -1)
    most = own.max(axis=1)
    chosen = np.zeros(scores.shape, dtype=np.bool_)
    chosen[:, :, side] = (own == most[:, None]) & (most[:, None] > 0)
    texts = _contracts(deals, chosen)
    once = texts.sort("row", "bid").unique("row", keep="first", maintain_order=True)
    known = pl.DataFrame({"row": np.arange(len(deals)), "score": most.astype(np.int32)})
    return once.select("row", "text").join(known, on="row").with_columns(pl.col("row").cast(pl.UInt32))


_DEAL = (*COMPETITION, "deal_id")


def double_dummy(deals: Frame[Deals], solved: Rows) -> dy.LazyFrame[DoubleDummy]:
    """Return the double-dummy table of every deal that has one: solved, or else the first plausible one in a file."""
    every = deals.lazy()
    known = every.select(_DEAL).unique().join(solved.lazy().select("deal_id", *TABLE), on="deal_id")
    of_files = (
        first_of_files(every)
        .join(known, on=_DEAL, how="anti")
        .select(*_DEAL, *tricks_in("double_dummy"), source=pl.lit("file"))
    )
    both = pl.concat([known.with_columns(source=pl.lit("solved")), of_files], how="vertical_relaxed")
    return in_shape(DoubleDummy, both.sort(_DEAL))


def first_of_files(deals: pl.LazyFrame) -> pl.LazyFrame:
    """Return one row of `Deals` for each deal: the row whose double-dummy table is used if the deal was not solved."""
    return (
        deals.filter(pl.col("double_dummy").is_not_null(), can_be_right(pl.col("double_dummy")))
        .sort(*_DEAL, "file_id", "line_no", "session_id", "board", nulls_last=True)
        .unique(_DEAL, keep="first", maintain_order=True)
    )
