"""Calls and cards in rows of their own: all of a legal table; of others, those before the first that does not fit."""

from typing import Any

import dataframely as dy
import polars as pl
from each import cases
from factories import frame
from lin_match import SEATS, Table, match

from transforms.checks.deals import deal_findings
from transforms.deals.bid_and_played import BidAndPlayed, bid_and_played
from transforms.tables.schemas import DealLines, Deals, DoubleDummy, Results, SessionSettings

TABLES = match(40)
_WHOLE = next(table for table in TABLES if len(table.play) == 52)


def made(*tables: tuple[Table, dict[str, Any]]) -> tuple[BidAndPlayed, dy.DataFrame[Results], dy.DataFrame[Deals]]:
    results = frame(
        Results,
        *(
            {
                "board": table.board, "ns": "1", "ew": "2", "contract": table.contract, "tricks": table.tricks,
                "declarer": table.declarer or None, "auction": " ".join(table.auction),
                "play": " ".join(card for _, card in table.play) or None, **given,
            }
            for table, given in tables
        ),
    )  # fmt: skip
    deals = {
        table.board: {
            "board": table.board, "dealer": SEATS[(table.board - 1) % 4], "vulnerable": "none",
            "deal": "N:" + " ".join(
                ".".join("".join(card[1] for card in table.hands[seat] if card[0] == suit) for suit in "SHDC")
                for seat in SEATS
            ),
            "deal_id": f"{table.board:026x}",
        }
        for table, _ in tables
    }  # fmt: skip
    dealt = frame(Deals, *deals.values())
    found = bid_and_played(results, dealt)
    return BidAndPlayed(found.auctions.collect().lazy(), found.play.collect().lazy()), results, dealt


def test_every_call_and_card_of_legal_tables_has_its_seat() -> None:
    found, _, _ = made(*((table, {}) for table in TABLES))
    calls, cards = found.auctions.collect(), found.play.collect()
    expected = [
        (no, at + 1, SEATS[(table.board - 1 + at) % 4], call)
        for no, table in enumerate(TABLES, 1)
        for at, call in enumerate(table.auction)
    ]
    assert calls.select("line_no", "call_no", "seat", "call").rows() == expected
    played = [(no, at // 4 + 1, *of) for no, table in enumerate(TABLES, 1) for at, of in enumerate(table.play)]
    assert cards.select("line_no", "trick", "seat", "card").rows() == played
    for no, table in enumerate(TABLES, 1):
        won = cards.filter(pl.col("line_no") == no, "won")
        assert won.height == len(table.play) // 4
        if len(table.play) == 52:
            side = "NS" if table.declarer in "NS" else "EW"
            assert won["seat"].is_in(list(side)).sum() == table.tricks


def _first(play: list[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(card for _, card in play)


def _revoked() -> tuple[str, int]:
    """The play with a revoke, and the number of cards before it: the seat still has a card of the suit led."""
    cards = list(_first(_WHOLE.play))
    for at in range(1, 40):
        led = cards[at // 4 * 4][0]
        later = [to for to in range(at + 1, 52) if _WHOLE.play[to][0] == _WHOLE.play[at][0] and cards[to][0] != led]
        if at % 4 and cards[at][0] == led and later:
            cards[at], cards[later[0]] = cards[later[0]], cards[at]
            return " ".join(cards), at
    raise AssertionError


@cases(
    ("1H 1D Pass", 1),
    ("Pass Pass Pass Pass Pass", 4),
    ("Pass Pass Pass 1C X XX Pass Pass Pass Pass", 9),
    ("1H Pass X", 2),
    ("X", 0),
    ("1H X X", 2),
    ("1H X Pass XX", 3),
    ("1H Pass Pass XX", 3),
    ("1H! X XX 2H 1NT", 4),
)
def test_an_auction_ends_before_the_first_call_that_is_not_allowed(auction: str, fitting: int) -> None:
    found, results, deals = made((_WHOLE, {"auction": auction}))
    assert found.auctions.collect()["call"].to_list() == auction.replace("!", "").split()[:fitting]
    assert reported(found, results, deals) == [("deals.cut_off", auction.split()[fitting])]
    assert found.auctions.collect()["alerted"].to_list() == [call[-1] == "!" for call in auction.split()[:fitting]]


def reported(found: BidAndPlayed, results: Any, deals: Any) -> list[tuple[str, str]]:
    none: Any = (frame(DealLines), frame(DoubleDummy), frame(SessionSettings))
    about = deal_findings(*none[:2], deals, results, none[2], auctions=found.auctions, play=found.play)  # pyrefly: ignore
    return about.collect().select("code", "value").rows()


def test_a_play_ends_before_the_first_card_that_does_not_fit() -> None:
    cards = list(_first(_WHOLE.play))
    revoked, at = _revoked()
    for play, fitting in (
        (" ".join([*cards[:5], cards[0], *cards[6:]]), 5),
        (" ".join([*cards[:1], cards[2], cards[1], *cards[3:]]), 1),
        (revoked, at),
        (" ".join(cards[1:]), 0),
    ):
        found, results, deals = made((_WHOLE, {"play": play}))
        assert found.play.collect()["card"].to_list() == play.split()[:fitting]
        assert reported(found, results, deals) == [("deals.cut_off", play.split()[fitting])]


def test_a_wrong_lead_is_reported_once() -> None:
    cards = list(_first(_WHOLE.play))
    found, results, deals = made((_WHOLE, {"play": " ".join(cards[1:]), "lead": cards[1]}))
    assert reported(found, results, deals) == [("deals.unlikely", cards[1])]
    assert found.play.collect().is_empty()
