"""Calls and cards of a board as lists, whatever the format: the result that they give, and the sections of PBN.

Source: PBN 2.1, sections 3.5 (Auction) and 3.6 (Play). A row of `Play` has the cards in the order of the seats, not in
the order in which they were played.
"""

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

import polars as pl

from transforms.bridge.cards import CARDS, RANKS
from transforms.bridge.contracts import PASSED_OUT
from transforms.intake.deals import dealer_of
from transforms.tables.schemas import SEATS

_NOTE = re.compile(r"=[0-9]+=|\$[0-9]+|[!?]+$")
_ENDS = ("*", "+", "-", "")


class Result(NamedTuple):
    """The result of a table, each part as text; None if unknown. `tricks` are those of declarer."""

    contract: str | None = None
    declarer: str | None = None
    tricks: str | None = None
    ruling: str | None = None

    def shown(self) -> str:
        """Return contract, declarer and tricks for a finding."""
        return " ".join(part for part in (self.contract, self.declarer, self.tricks) if part) or "-"


class Differing(NamedTuple):
    """A result line that differs from its auction and play, and both results for a finding."""

    line_no: int
    stated: str
    played: str


def result_of(auction: list[str], play: list[str], dealer: str, *, is_over: bool = False) -> Result:
    """Return what the auction says, and the tricks if all cards were played.

    The auction is over if three passes end it, if there is a play, or if `is_over`; else nothing is known.
    """
    calls = [call.rstrip("!") for call in auction]
    bids = [place for place, call in enumerate(calls) if call[0].isdigit()]
    if not bids:
        return Result(PASSED_OUT if calls == ["Pass"] * 4 else None)
    last = bids[-1]
    if not (is_over or play or calls[last + 1 :][-3:] == ["Pass"] * 3):
        return Result()
    first = next(place for place in bids if (last - place) % 2 == 0 and calls[place][1:] == calls[last][1:])
    doubling = [call for call in calls[last + 1 :] if call != "Pass"]
    contract = calls[last][:2] + (doubling[-1] if doubling else "")
    declarer = SEATS[(SEATS.index(dealer) + first) % 4]
    return Result(contract, declarer, _tricks(play, contract[1], declarer))


def _tricks(play: list[str], trump: str, declarer: str) -> str | None:
    """Return how many tricks declarer won, if all 52 cards were played."""
    if not len(play) == len(set(play)) == len(CARDS):
        return None
    by_side, won = SEATS.index(declarer), 0
    leader = by_side + 1
    for start in range(0, len(play), 4):
        leader += _winner(play[start : start + 4], trump)
        won += (leader - by_side) % 2 == 0
    return str(won)


def _winner(trick: list[str], trump: str) -> int:
    """Return the place of the card that wins a trick, with the cards in the order played; `trump` is `N` for none."""
    suit = trump if any(card[0] == trump for card in trick) else trick[0][0]
    return min((place for place, card in enumerate(trick) if card[0] == suit), key=lambda at: RANKS.index(trick[at][1]))


def differing(results: pl.DataFrame, deals: pl.DataFrame) -> list[Differing]:
    """Return the results of a file that differ from their auction and play; `results` and `deals` are typed tables."""
    known = results.filter(pl.any_horizontal(pl.col("auction", "play").is_not_null()), pl.col("ruling").is_null())
    dealers = deals.select("session_id", "board", "dealer").drop_nulls().unique(("session_id", "board"), keep="first")
    dealer = pl.coalesce("dealer", dealer_of(pl.col("board")))
    at_table = known.join(dealers, on=("session_id", "board"), how="left", maintain_order="left").with_columns(
        pl.col("tricks").cast(pl.String), pl.col("auction", "play").fill_null("").str.extract_all(r"\S+"), dealer=dealer
    )
    found: list[Differing] = []
    columns = ("line_no", "board", "dealer", "contract", "declarer", "tricks", "auction", "play")
    for line_no, board, by, *result, auction, play in at_table.select(columns).drop_nulls("contract").iter_rows():
        stated, of_play = Result(*result), result_of(auction, play, by)
        if not of_play.contract and stated.contract and stated.declarer:
            of_play = stated._replace(tricks=_tricks(play, stated.contract[1], stated.declarer))
        if any(one and other and one != other for one, other in zip(stated, of_play, strict=True)):
            found.append(Differing(line_no, f"board {board}: {stated.shown()}", of_play.shown()))
    return found


def calls_in_pbn(rows: Iterable[str]) -> str | None:
    """Return the calls below an `[Auction]`, without notes and marks; None if there are none."""
    calls: list[str] = []
    for word in _words(rows):
        if word.upper() == "AP":
            passed = len([*takewhile(lambda call: call.upper().startswith("P"), reversed(calls))])
            calls += ["Pass"] * ((3 if passed < len(calls) else 4) - passed)
        elif word in _ENDS:
            break
        else:
            calls.append(word)
    return " ".join(calls) or None


def cards_in_pbn(rows: Iterable[str], contract: str) -> str | None:
    """Return the cards below a `[Play]` in the order played, up to the first unknown one; None if there are none."""
    words = [word.upper() for word in _words(rows)]
    cards: list[str] = []
    leader = 0
    for start in range(0, len(words), 4):
        row = [*words[start : start + 4], *_ENDS][:4]
        played = [*takewhile(lambda word: word not in _ENDS, row[leader:] + row[:leader])]
        cards += played
        if len(played) < len(row) or not all(word[1:2] in RANKS for word in played):
            break
        leader = (leader + _winner(played, contract[1:2].upper())) % 4
    return " ".join(cards) or None


def _words(rows: Iterable[str]) -> Iterable[str]:
    return (bare for row in rows for word in row.split() if (bare := _NOTE.sub("", word)))
