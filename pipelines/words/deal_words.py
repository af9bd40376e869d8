"""Describe deals in words: par, and what a player made of the cards. Readers need not know statistics."""

import re
from collections.abc import Mapping
from typing import Any

from pipelines.words.words import counted, dealer_and_vulnerable, fixed, side_name
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import gettext, gettext_noop, ngettext, one_behind_the_other, pgettext

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
DOUBLED = "x"
"""The sign after a doubled contract; written twice, it means redoubled. Players write it so in all our languages."""
TEXT_SIGN = "\N{VARIATION SELECTOR-15}"
"""An invisible character after a suit symbol. It makes phones show the symbol as text, not as a coloured picture."""

_CONTRACT = re.compile(r"^([NESW]{1,2}) ([1-7])([SHDCN])(X*)(=|[+-]\d+)$")
_AS_IN_FILES = re.compile(r"([1-7])([SHDCN])T?(X*)")
_VULNERABLE = {"ns": "N-S", "ew": "E-W", "both": "all"}
_TEN = "\N{THIN SPACE}10\N{THIN SPACE}"
"""The card of two digits, with space around it to set it apart from its neighbours."""
_CARDS = ("A", "K", "Q", "J", "T")
_NO_DIFFERENCE = 0.02
"""A difference in tricks per board that counts as none: one trick in fifty boards."""
_SELDOM = 0.75
"""If the difference in tricks per board is smaller than this, it is given as one trick in a number of boards."""
_BY_CHANCE = 2
"""The number of standard errors that chance may explain. In 19 of 20 cases, chance moves a mean no further."""


def dealt_as(dealer: str, vulnerable: str) -> str:
    """Return the dealer and the vulnerability of a deal in words: `dealer North, N-S vulnerable`."""
    return dealer_and_vulnerable(dealer, _VULNERABLE.get(vulnerable, vulnerable))


def contract_said(contract: str) -> str:
    """Return a contract as players write it: `4♠x` for `4SX` in a file. Other texts are unchanged."""
    if not (found := _AS_IN_FILES.fullmatch(contract)):
        return contract
    level, strain, doubled = found.groups()
    return f"{level}{SUITS[strain] + TEXT_SIGN if strain in SUITS else no_trump()}{DOUBLED * len(doubled)}"


def no_trump() -> str:
    """Return `NT` in the current language."""
    return pgettext("denomination", "NT")


def letters_of_cards() -> dict[str, str]:
    """Return how each honour is written in the current language, by its letter in a file. 10 is between thin spaces."""
    letters = pgettext("ace, king, queen and jack, with blanks between them", "A K Q J").split()
    return dict(zip(_CARDS, [*letters, _TEN], strict=True))


def par_in_words(contracts: str, score: int) -> str:
    """Return par in words, seen from North-South, with its contracts: `420 for North-South: 4♠ by North-South, made`.

    `contracts` is a text as in `deals.par`: `NS 4S=; EW 5DX-2`, or `PASS`.
    """
    if contracts == "PASS" and not score:
        return gettext("0: passed out, since nobody can make anything")
    words = gettext("; or ").join(_contract(contract) for contract in contracts.split("; "))
    if not score:
        return gettext("0: {contracts}", contracts=words)
    side = side_name("NS" if score > 0 else "EW")
    return gettext("{score} for {side}: {contracts}", score=abs(score), side=side, contracts=words)


def best_in_words(score: int, of_ns: tuple[str | None, int | None], of_ew: tuple[str | None, int | None]) -> str:
    """Say what each side can score if the others pass; "" if that is par itself.

    `score` is par, seen from North-South. `of_ns` and `of_ew` are each the best contract and its score in `deals.par`.
    """
    better = [
        gettext("{score} for {side}: {contracts}", score=best, side=side_name(side), contracts=_contract(contract))
        for side, par, (contract, best) in (("NS", score, of_ns), ("EW", -score, of_ew))
        if contract and best and best != par
    ]
    best = pgettext("between parts of a line", "; ").join(better)
    return gettext("If the others pass, at best {best}.", best=best) if better else ""


def _contract(contract: str) -> str:
    found = _CONTRACT.match(contract)
    if not found:
        return contract
    who, level, strain, doubled, result = found.groups()
    bid = f"{level}{SUITS[strain]}{TEXT_SIGN}" if strain in SUITS else f"{level}{no_trump()}"
    bid += doubled.replace("X", DOUBLED)
    if result == "=":
        return gettext("{bid} by {side}, made", bid=bid, side=side_name(who))
    return gettext("{bid} by {side}, {result}", bid=bid, side=side_name(who), result=result.replace("-", "−"))


# --- what a player made of the cards ------------------------------------------------------------


def at_the_table(row: Mapping[str, Any]) -> list[str]:
    """Return sentences about the boards that a player declared and defended, and about the bidding.

    `row` is a row of `report.at_the_table` with exact numbers, and with `of_all`: the sums of all players.
    """
    sentences = [
        *_of_tricks(row, gettext_noop("As declarer, on {boards}: {tricks}."), "declared", "declarer"),
        *_of_tricks(row, gettext_noop("In defence, on {boards}: {tricks}."), "defended", "defence"),
        _in_the_bidding(row),
    ]
    few = gettext("These are few boards: chance outweighs skill in all of this.") if row["few"] else ""
    return [sentence for sentence in (*sentences, few) if sentence]


def _in_the_bidding(row: Mapping[str, Any]) -> str:
    if not row["bid"]:
        return ""
    parts = {
        "reached": gettext_noop("the same on {number} ({share} %; all players {of_all} %)"),
        "over": gettext_noop("higher on {number} ({share} %; all players {of_all} %)"),
        "under": gettext_noop("lower on {number} ({share} %; all players {of_all} %)"),
    }
    levels = [
        gettext(part, number=row[name], share=_percent(row, name), of_all=_percent(row["of_all"], name))
        for name, part in parts.items()
        if row[name]
    ]
    compared = gettext(
        "In the bidding: {boards} would have given this side a plus score if both sides had bid and played "
        "perfectly. Compared with that, the level of the contract (part score, game, slam) was {levels}.",
        boards=counted(row["bid"], "board"),
        levels=one_behind_the_other(levels),
    )
    return compared if not row["under"] else f"{compared} {gettext('Lower includes boards left to the opponents.')}"


def _percent(row: Mapping[str, Any], name: str) -> str:
    return fixed(100 * row[name] / row["bid"], 0)


def _of_tricks(row: Mapping[str, Any], sentence: str, many: str, role: str) -> list[str]:
    """Compare the tricks of a player, and of all players, in this role with double dummy: two sentences in one text."""
    if not row[many]:
        return []
    gained, of_field = row[f"{role}_gained"], row[f"{role}_of_field"]
    own = gettext(sentence, boards=counted(row[many], "board"), tricks=tricks_in_words(gained))
    if of_field is None:
        return [own]
    tricks = tricks_in_words(of_field)
    all_players = (
        gettext("All players together: {tricks}; the difference may well be chance.", tricks=tricks)
        if may_be_chance(row, many, role)
        else gettext("All players together: {tricks}.", tricks=tricks)
    )
    return [f"{own} {all_players}"]


def tricks_in_words(gained: float) -> str:
    """Compare a number of tricks per board with double dummy: `about 1 trick more in every 8 boards`."""
    if abs(gained) < _NO_DIFFERENCE:
        return gettext("about as many tricks as double dummy")
    if abs(gained) >= _SELDOM:
        tricks = fixed(abs(gained), 1)
        if gained > 0:
            return gettext("about {tricks} tricks more on every board", tricks=tricks)
        return gettext("about {tricks} tricks fewer on every board", tricks=tricks)
    boards = int(in_decimals(1 / abs(gained), 0))
    if gained > 0:
        return ngettext("about 1 trick more per board", "about 1 trick more in every {number} boards", boards)
    return ngettext("about 1 trick fewer per board", "about 1 trick fewer in every {number} boards", boards)


def margin(row: Mapping[str, Any], many: str, role: str) -> float | None:
    """Return how far chance may have moved a mean of tricks; None for fewer than two boards."""
    sd = row[f"{role}_sd"]
    return None if sd is None or not row[many] else _BY_CHANCE * sd / row[many] ** 0.5


def may_be_chance(row: Mapping[str, Any], many: str, role: str) -> bool:
    """Return whether chance alone may explain the difference between a player's mean and that of all players."""
    off = margin(row, many, role)
    return off is None or abs(row[f"{role}_gained"] - row[f"{role}_of_field"]) <= off
