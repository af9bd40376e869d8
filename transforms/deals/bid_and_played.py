"""The calls and cards of result lines, each in a row of its own, as far as they fit the laws and the deal.

A call that is not allowed (an insufficient bid, a double of partner's bid, a call after the end) and a card that cannot
be played (by a seat that does not hold it, out of turn, or a revoke) end the rows of their line: what comes after it
has no certain seat. The checks of deals report such lines.
"""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.bridge.cards import RANKS, SUITS
from transforms.deals.lines import DEAL, with_deals
from transforms.intake.deals import dealer_of
from transforms.tables.schemas import Auctions, Deals, Play, Results
from transforms.tables.shared import SEATS, SESSION, Frame, in_shape

OF_RESULT = (*SESSION, "file_id", "line_no")
_COLUMNS = (*SESSION, "line", "board", "ns", "ew", "file_id", "line_no")
_PLACE_OF = {seat: place for place, seat in enumerate(SEATS)}
_BIDS = {f"{level}{strain}": 5 * level + place for level in range(1, 8) for place, strain in enumerate("CDHSN")}
_ALL_PASS = 4  # passes that end an auction without a bid; after a bid, three passes end it


class BidAndPlayed(NamedTuple):
    """The rows of calls and of cards."""

    auctions: dy.LazyFrame[Auctions]
    play: dy.LazyFrame[Play]


def bid_and_played(results: Frame[Results], deals: Frame[Deals]) -> BidAndPlayed:
    """Return a row for each call and each card of the result lines that have an auction or a play."""
    known = with_auction_or_play(results)
    if known.is_empty():
        return BidAndPlayed(Auctions.create_empty(lazy=True), Play.create_empty(lazy=True))
    return BidAndPlayed(_auctions(known.lazy(), deals), _play(known.lazy(), deals))


def with_auction_or_play(results: Frame[Results]) -> pl.DataFrame:
    """Return the result lines (`Results`) that have an auction or a play; most seasons have none."""
    return results.lazy().filter(pl.any_horizontal(pl.col("auction", "play").is_not_null())).collect()


def _auctions(results: pl.LazyFrame, deals: Frame[Deals]) -> dy.LazyFrame[Auctions]:
    bid = results.filter(pl.col("auction").is_not_null()).select(*_COLUMNS, "auction")
    dealers = with_deals(bid, deals).select(*OF_RESULT, "dealer")
    known = bid.join(dealers, on=OF_RESULT, how="left", maintain_order="left").sort(OF_RESULT)
    dealer = pl.coalesce("dealer", dealer_of(pl.col("board")))
    calls = _one_row_each(known.with_columns(dealer=dealer), "auction", "call")
    alerted = calls.with_columns(call=pl.col("call").str.strip_suffix("!"), alerted=pl.col("call").str.ends_with("!"))
    bids = pl.col("call").str.head(2).replace_strict(_BIDS, default=None, return_dtype=pl.Int32)
    last = pl.when(pl.col("call") != "Pass").then("at").forward_fill().shift(1).over("row")
    with_last = alerted.with_columns(bid=bids, last=last, is_bid=bids.is_not_null()).with_columns(
        highest=pl.col("bid").forward_fill().shift(1).over("row").fill_null(0),
        before=pl.when(pl.col("call") != "Pass").then("call").forward_fill().shift(1).over("row"),
        since=pl.col("at") - pl.col("last").fill_null(-1),
    )
    by_opponents = pl.col("since") % 2 == 1
    is_over = pl.col("since") > pl.when(pl.col("last").is_null()).then(_ALL_PASS).otherwise(_ALL_PASS - 1)
    is_doubled = pl.col("before").is_in(["X", "XX"])
    fits = (
        pl.when("is_bid")
        .then(pl.col("bid") > pl.col("highest"))
        .when(call="X")
        .then(pl.col("last").is_not_null() & ~is_doubled & by_opponents)
        .when(call="XX")
        .then((pl.col("before") == "X") & by_opponents)
        .otherwise(pl.lit(value=True))
    )
    seat = (pl.col("dealer").replace_strict(_PLACE_OF, return_dtype=pl.Int32) + pl.col("at")) % 4
    allowed = with_last.filter((fits & ~is_over).fill_null(value=False).cum_min().over("row"))
    rows = allowed.with_columns(seat=_seat(seat), call_no=(pl.col("at") + 1).cast(pl.Int16))
    return in_shape(Auctions, rows)


def _play(results: pl.LazyFrame, deals: Frame[Deals]) -> dy.LazyFrame[Play]:
    played = results.filter(pl.col("play").is_not_null()).drop_nulls(["declarer", "contract"])
    known = with_deals(played.select(*_COLUMNS, "play", "declarer", "contract"), deals)
    hands = deals.lazy().select(*DEAL, hands=pl.col("deal").str.strip_prefix("N:").str.split(" ")).unique(DEAL)
    dealt = known.join(hands, on=DEAL).sort(OF_RESULT).drop("deal_id", "dealer", "vulnerable")
    cards = _one_row_each(dealt, "play", "card").with_columns(
        trick=pl.col("at") // 4 + 1,
        suit=pl.col("card").str.head(1),
        owner=pl.coalesce(pl.when(_holds(place)).then(place) for place in range(4)),
    )
    led = pl.col("suit").first().over("row", "trick")
    by_rank = pl.col("card").str.tail(1).replace_strict(_in_turn(RANKS[::-1]), return_dtype=pl.Int32)
    is_trump = pl.col("suit") == pl.col("contract").str.slice(1, 1)
    strength = pl.when(is_trump).then(by_rank + len(RANKS)).when(pl.col("suit") == led).then(by_rank).otherwise(-1)
    declarer = pl.col("declarer").replace_strict(_PLACE_OF, return_dtype=pl.Int32)
    before = {f"played_{suit}": (pl.col("suit") == suit).cum_sum().over("row", "owner") for suit in SUITS}
    in_tricks = cards.with_columns(led=led, strength=strength, declarer=declarer, **before).with_columns(
        is_best=pl.col("strength") == pl.col("strength").max().over("row", "trick")
    )
    winner = pl.col("owner").filter("is_best").first().over("row", "trick")
    leader = pl.coalesce(winner.shift(4).over("row"), pl.col("declarer") + 1)
    has = pl.coalesce(pl.when(led=suit).then(pl.col(f"played_{suit}")) for suit in SUITS)
    held = _hand(pl.col("owner"), pl.col("led").replace_strict(_in_turn(SUITS), return_dtype=pl.Int32)).str.len_chars()
    fits = (
        (pl.col("owner") == (pl.col("leader") + pl.col("at") % 4) % 4)
        & ((pl.col("suit") == pl.col("led")) | (pl.col("held") == pl.col("has")))
        & (pl.int_range(pl.len()).over("row", "card") == 0)
    )
    judged = in_tricks.with_columns(leader=leader, has=has, held=held)
    allowed = judged.filter(fits.fill_null(value=False).cum_min().over("row"))
    is_whole = pl.len().over("row", "trick") == 4
    rows = allowed.with_columns(
        seat=_seat(pl.col("owner")),
        card_no=(pl.col("at") + 1).cast(pl.Int16),
        trick=pl.col("trick").cast(pl.Int8),
        won=pl.when(is_whole).then("is_best"),
    )
    return in_shape(Play, rows)


def _one_row_each(lines: pl.LazyFrame, column: str, name: str) -> pl.LazyFrame:
    """Return a row per word of a column: `row` (the number of the line), `at` (from 0) and the word as `name`."""
    words = lines.with_row_index("row").with_columns(pl.col(column).str.split(" ").alias(name)).drop(column)
    one_each = words.explode(name, empty_as_null=False, keep_nulls=False)
    return one_each.with_columns(at=pl.int_range(pl.len(), dtype=pl.Int32).over("row"))


def _in_turn(words: str) -> dict[str, int]:
    return {word: place for place, word in enumerate(words)}


def _hand(seat: pl.Expr | int, suit: pl.Expr) -> pl.Expr:
    return pl.col("hands").list.get(seat).str.split(".").list.get(suit)


def _holds(seat: int) -> pl.Expr:
    suit = pl.col("card").str.head(1).replace_strict(_in_turn(SUITS), return_dtype=pl.Int32)
    return _hand(seat, suit).str.contains(pl.col("card").str.tail(1), literal=True)


def _seat(place: pl.Expr) -> pl.Expr:
    return place.replace_strict(dict(enumerate(SEATS)), return_dtype=pl.String)
