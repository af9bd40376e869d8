"""Deals in words: par, and what a player made of the cards, for who plays bridge and knows no statistics."""

import re
from collections.abc import Mapping
from typing import Any

from pipelines.display.words import counted

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
TEXT_SIGN = "\N{VARIATION SELECTOR-15}"
"""It makes a phone show suits as text, not as coloured pictures."""

_SIDES = {"N": "North", "E": "East", "S": "South", "W": "West", "NS": "North-South", "EW": "East-West"}
_CONTRACT = re.compile(r"^([NESW]{1,2}) ([1-7])([SHDCN])(X*)(=|[+-]\d+)$")
_DOUBLED = {"": "", "X": " doubled", "XX": " redoubled"}
_NO_DIFFERENCE = 0.02
"""Tricks a board that nobody can tell: one in fifty boards."""
_SELDOM = 0.75
"""Fewer tricks a board are told as one in so many boards."""
_BY_CHANCE = 2
"""A mean within so many standard errors of another may be so by chance: that is so in 19 of 20 cases."""


def dealt_as(dealer: str, vulnerable: str) -> str:
    """`dealer N, vulnerable N-S`, of a deal."""
    return f"dealer {dealer}, vulnerable {({'ns': 'N-S', 'ew': 'E-W', 'both': 'all'}).get(vulnerable, vulnerable)}"


def par_in_words(contracts: str, score: int) -> str:
    """Par with what leads to it: `+420 for North-South: 4♠ by North-South, made`.

    Args:
        contracts: as `deals.par` has them: `NS 4S=; EW 5DX-2`, or `PASS`.
        score: seen from North-South.
    """
    if not score:
        return f"0: {'passed out, since nobody can make anything' if contracts == 'PASS' else _told(contracts)}"
    return f"{abs(score)} for {_SIDES['NS' if score > 0 else 'EW']}: {_told(contracts)}"


def _told(contracts: str) -> str:
    return "; or ".join(_contract(contract) for contract in contracts.split("; "))


def _contract(contract: str) -> str:
    found = _CONTRACT.match(contract)
    if not found:
        return contract
    who, level, strain, doubled, result = found.groups()
    sign = f"{SUITS[strain]}{TEXT_SIGN}" if strain in SUITS else "NT"
    made = "made" if result == "=" else f"{result[1:]} down" if result[0] == "-" else f"made with {result[1:]} over"
    return f"{level}{sign}{_DOUBLED[doubled]} by {_SIDES[who]}, {made}"


# --- what a player made of the cards ------------------------------------------------------------


def at_the_table(row: Mapping[str, Any]) -> list[str]:
    """Sentences on the boards that a player declared and defended, and on what was bid.

    Args:
        row: of the report's table `at_the_table`.
    """
    told = [
        _sentence(row, "As declarer", "declared", "declarer"),
        _sentence(row, "In defence", "defended", "defence"),
        _in_the_bidding(row),
    ]
    few = "These are few boards: chance outweighs skill in all of this." if row["few"] else ""
    return [sentence for sentence in (*told, few) if sentence]


def _in_the_bidding(row: Mapping[str, Any]) -> str:
    if not row["bid"]:
        return ""
    parts = [
        (row["reached"], "was the best one"),
        (row["over"], "was higher"),
        (row["under"], "was lower, or the opponents played for less"),
    ]
    told = ", ".join(f"on {many} it {what}" for many, what in parts if many)
    return (
        f"In the bidding: on {counted(row['bid'], 'board')} the cards were with this side. Looking at all hands, the "
        f"level (part score, game, slam): {told}."
    )


def _sentence(row: Mapping[str, Any], start: str, many: str, role: str) -> str:
    if not row[many]:
        return ""
    gained, of_field = row[f"{role}_gained"], row[f"{role}_of_field"]
    told = f"{start}, on {counted(row[many], 'board')}: {tricks_in_words(gained)}"
    if of_field is None:
        return f"{told}."
    said = f"{told}. All players together: {tricks_in_words(of_field)}"
    return f"{said}; the difference may well be chance." if may_be_chance(row, many, role) else f"{said}."


def tricks_in_words(gained: float) -> str:
    """Tricks a board against double dummy: `about 1 trick more in every 8 boards`."""
    if abs(gained) < _NO_DIFFERENCE:
        return "just as many tricks as with all hands open"
    how = "more" if gained > 0 else "fewer"
    if abs(gained) >= _SELDOM:
        return f"about {abs(gained):.1f} tricks {how} on every board"
    boards = round(1 / abs(gained))
    return f"about 1 trick {how} in every {counted(boards, 'board')}" if boards > 1 else f"about 1 trick {how} a board"


def margin(row: Mapping[str, Any], many: str, role: str) -> float | None:
    """How far a mean of tricks may be off by chance; None for fewer than two boards."""
    sd = row[f"{role}_sd"]
    return None if sd is None or not row[many] else _BY_CHANCE * sd / row[many] ** 0.5


def may_be_chance(row: Mapping[str, Any], many: str, role: str) -> bool:
    """Whether a player's mean is as near to that of all players as chance may bring it."""
    off = margin(row, many, role)
    return off is None or abs(row[f"{role}_gained"] - row[f"{role}_of_field"]) <= off
