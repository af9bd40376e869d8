"""Calls and cards of a board as lists, whatever the format: who wins a trick, and the sections of PBN.

Source: PBN 2.1, sections 3.5 (Auction) and 3.6 (Play). A row of `Play` has the cards in the order of the seats, not in
the order in which they were played.
"""

import re
from collections.abc import Iterable
from itertools import takewhile

from transforms.bridge.cards import RANKS

_NOTE = re.compile(r"=[0-9]+=|\$[0-9]+|[!?]+$")
_ENDS = ("*", "+", "-", "")


def winner(trick: list[str], trump: str) -> int:
    """Return the place of the card that wins a trick, with the cards in the order played; `trump` is `N` for none."""
    suit = trump if any(card[0] == trump for card in trick) else trick[0][0]
    return min((place for place, card in enumerate(trick) if card[0] == suit), key=lambda at: RANKS.index(trick[at][1]))


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
        leader = (leader + winner(played, contract[1:2].upper())) % 4
    return " ".join(cards) or None


def _words(rows: Iterable[str]) -> Iterable[str]:
    return (bare for row in rows for word in row.split() if (bare := _NOTE.sub("", word)))
