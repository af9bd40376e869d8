"""Deals, results, rulings, formulas and published changes, as players write them in the current language.

The texts need no knowledge of statistics.
"""

import re
from collections.abc import Mapping
from typing import Any

from pipelines.words.languages.numbers import written
from pipelines.words.words import counted, dealer_and_vulnerable, fixed, seat, side_name
from transforms.bridge.rulings import AVERAGE, NOT_PLAYED, REVERSED
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import (
    decimal_sign,
    gettext,
    gettext_noop,
    ngettext,
    one_behind_the_other,
    pgettext,
    pgettext_noop,
)

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
DOUBLED = "x"
"""The sign after a doubled contract; a redoubled contract has it twice. Players use it in all our languages."""
TEXT_SIGN = "\N{VARIATION SELECTOR-15}"
"""An invisible character after a suit symbol. It makes phones show the symbol as text, not as a coloured picture."""

_CONTRACT = re.compile(r"^([NESW]{1,2}) ([1-7])([SHDCN])(X*)(=|[+-]\d+)$")
_AS_IN_FILES = re.compile(r"([1-7])([SHDCN])T?(X*)")
_VULNERABLE = {"ns": "N-S", "ew": "E-W", "both": "all"}
_TEN = "\N{THIN SPACE}10\N{THIN SPACE}"
_CARDS = ("A", "K", "Q", "J", "T")
_NO_DIFFERENCE = 0.02
"""The smallest difference in tricks per board that is worth a mention: one trick in fifty boards."""
_SELDOM = 0.75
"""A smaller difference in tricks per board is stated as one trick in a number of boards."""
_BY_CHANCE = 2
"""How many standard errors chance may explain: in 19 of 20 cases, chance moves a mean no further."""


def dealt_as(dealer: str, vulnerable: str) -> str:
    """Return the dealer and the vulnerability of a deal: `dealer North, N-S vulnerable`."""
    return dealer_and_vulnerable(dealer, _VULNERABLE.get(vulnerable, vulnerable))


def contract_said(contract: str) -> str:
    """Return a contract as players write it: `4♠x` for `4SX` in a file. Other texts stay as they are."""
    if not (found := _AS_IN_FILES.fullmatch(contract)):
        return contract
    level, strain, doubled = found.groups()
    return f"{level}{SUITS[strain] + TEXT_SIGN if strain in SUITS else no_trump()}{DOUBLED * len(doubled)}"


def card_said(card: str) -> str:
    """Return a card as players write it: `♦10` for `DT` in a file. Other texts stay as they are."""
    if not (card[:1] in SUITS and card[1:]):
        return card
    return f"{SUITS[card[0]]}{TEXT_SIGN}{card[1:].replace('T', '10')}"


def no_trump() -> str:
    """Return `NT` in the current language."""
    return pgettext("denomination", "NT")


def letters_of_cards() -> dict[str, str]:
    """Return each honour as the current language writes it, by its letter in files. 10 has thin spaces around it."""
    letters = pgettext("ace, king, queen and jack, with blanks between them", "A K Q J").split()
    return dict(zip(_CARDS, [*letters, _TEN], strict=True))


def par_in_words(contracts: str, score: int) -> str:
    """Return par from the side of North-South, with its contracts: `420 for North-South: 4♠ by North-South, made`.

    `contracts` is a text such as `NS 4S=; EW 5DX-2` or `PASS`, as in the table `deals.par`.
    """
    if contracts == "PASS" and not score:
        return gettext("0: passed out, since nobody can make anything")
    words = gettext("; or ").join(_contract(contract) for contract in contracts.split("; "))
    if not score:
        return gettext("0: {contracts}", contracts=words)
    side = side_name("NS" if score > 0 else "EW")
    return gettext("{score} for {side}: {contracts}", score=abs(score), side=side, contracts=words)


def best_in_words(score: int, of_ns: tuple[str | None, int | None], of_ew: tuple[str | None, int | None]) -> str:
    """Say what each side can score if the opponents pass throughout; "" if that equals par.

    `score` is par for North-South. `of_ns` and `of_ew` are the best contract of each side, with its score.
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


def at_the_table(row: Mapping[str, Any]) -> list[str]:
    """Return sentences about the boards on which a player was declarer or defender, and about the bidding.

    `row` is a row of `report.at_the_table` with exact numbers, and with `of_all`, the sums over all players.
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
    sentence = gettext_noop(
        "In the bidding: {boards} would have given this side a plus score if both sides had bid and played "
        "perfectly. Compared with that, the level of the contract (part score, game, slam) was {levels}."
    )
    compared = gettext(sentence, boards=counted(row["bid"], "board"), levels=one_behind_the_other(levels))
    return (
        compared
        if not row["under"]
        else f"{compared} {gettext('“Lower” includes boards on which this side let the opponents play.')}"
    )


def _percent(row: Mapping[str, Any], name: str) -> str:
    return fixed(100 * row[name] / row["bid"], 0)


def _of_tricks(row: Mapping[str, Any], sentence: str, many: str, role: str) -> list[str]:
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
    """Say how a number of tricks per board differs from double dummy: `about 1 trick more in every 8 boards`."""
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
    """Return how far chance may have moved a mean number of tricks; None for fewer than two boards."""
    sd = row[f"{role}_sd"]
    return None if sd is None or not row[many] else _BY_CHANCE * sd / row[many] ** 0.5


def may_be_chance(row: Mapping[str, Any], many: str, role: str) -> bool:
    """Return whether chance alone may explain how a player's mean differs from the mean of all players."""
    off = margin(row, many, role)
    return off is None or abs(row[f"{role}_gained"] - row[f"{role}_of_field"]) <= off


# --- rulings, and result lines as files have them --------------------------------------------------------------------

_SHARE = r"\d+(?:\.\d+)?|[+-]"
_AWARDED = re.compile(rf"a({_SHARE})_({_SHARE})")
_WEIGHTED = re.compile(r"w(\d[\d.:/-]*)")
_SPLIT = re.compile(rf"s(a(?:{_SHARE})|[\d.:/-]+)_(a(?:{_SHARE})|[\d.:/-]+)")
_AT_END = re.compile(r"(?<!\S)\S+$")
_PLAYED = re.compile(r"^(([1-7])[SHDCN]X{0,2})(?: ([NESW]))?(?: (0(?= -?\d)|[1-9]|1[0-3]))?(?!\S)")
"""Matches a contract, and any declarer and tricks. A number up to 13 is tricks, but a 0 at the end is a score."""
_MINUS = re.compile(r"(?<!\S)-(?=\d+(?!\S))")
_PASS = re.compile(r"^PASS(?!\S)")


def ruling_in_words(ruling: str) -> str:
    """Return a ruling of a file in words. Other texts stay as they are."""
    if found := _AWARDED.fullmatch(ruling):
        return f"{_share(found[1])} – {_share(found[2])}"
    if found := _WEIGHTED.fullmatch(ruling):
        return _outcomes(found[1])
    if found := _SPLIT.fullmatch(ruling):
        return gettext("NS {ns}, EW {ew}", ns=_of_side(found[1]), ew=_of_side(found[2]))
    words = {AVERAGE: gettext("average"), NOT_PLAYED: gettext("not played"), REVERSED: gettext("reversed")}
    return words.get(ruling, ruling)


def line_in_words(result: str) -> str:
    """Return a result line as pages show it: `4♥ E +1 −450` for `4H E 11 -450`. Its last word may be a ruling."""
    played = _PASS.sub(gettext("PASS"), _PLAYED.sub(_played, result))
    return _MINUS.sub("−", _AT_END.sub(lambda last: ruling_in_words(last[0]), played))


def _played(found: re.Match[str]) -> str:
    contract, level, declarer, tricks = found.groups()
    words = [contract_said(contract), *([seat(declarer)] if declarer else [])]
    if tricks:
        over = int(tricks) - int(level) - 6
        words.append(f"{over:+d}".replace("-", "−") if over else "=")
    return " ".join(words)


def _share(share: str) -> str:
    if share in "+-":
        return gettext("average plus") if share == "+" else gettext("average minus")
    return f"{written(share)} %"


def _of_side(outcome: str) -> str:
    return _share(outcome.removeprefix("a")) if outcome.startswith("a") else _outcomes(outcome)


def _outcomes(outcomes: str) -> str:
    return ", ".join(_outcome(*outcome.split(":")) for outcome in outcomes.split("/"))


def _outcome(*weight_and_score: str) -> str:
    *weight, score = (part.replace("-", "−") for part in weight_and_score)
    return gettext("{number} % of {score}", number=written(weight[0]), score=score) if weight else score


# --- results in notation, and formulas -------------------------------------------------------------------------------

_BID = re.compile(r"^([NESW]?)([1-7])([CDHSN])(!*)(?==|[+-]|$| )")
_STRAINS = {
    "C": pgettext_noop("suit", "C"),
    "D": pgettext_noop("suit", "D"),
    "H": pgettext_noop("suit", "H"),
    "S": pgettext_noop("suit", "S"),
    "N": pgettext_noop("denomination", "NT"),
}
_RULING = re.compile(r"\b(average|not played|reversed|PASS)\b|\b(NS|EW)(?= [-A\d])")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def result_said(result: str) -> str:
    """Return a result of `result_in_notation` in the current language, with its ruling in words."""
    return ruling_said(_BID.sub(_bid, result))


def ruling_said(words: str) -> str:
    """Translate rulings in a text that `ruling_in_words` has put into English words."""
    return _RULING.sub(lambda found: gettext(found[0]), words)


def direction_said(direction: str) -> str:
    """Return the direction in the current language: `NS` or `EW`; in Dutch `NZ` or `OW`."""
    return gettext(direction)


def formula_said(formula: str) -> str:
    """Return a formula with its numbers as the current language writes them."""
    return _POINT.sub(decimal_sign(), formula)


def _bid(found: re.Match[str]) -> str:
    declarer = seat(found[1]) if found[1] else ""
    return f"{declarer}{found[2]}{pgettext(*_STRAINS[found[3]])}{DOUBLED * len(found[4])}"


# --- changes of what was published -----------------------------------------------------------------------------------


def change_said(published: str | None, now: str | None) -> str:
    """Say how a result line differs from the published line. None means that there is no such line."""
    if published is None:
        return gettext("new, {now}", now=_said(now))
    if now is None:
        return gettext("{was}, now gone", was=_said(published))
    return gettext("{was}, now {now}", was=_said(published), now=_said(now))


def correction_said(published: str | None, now: str | None) -> str:
    """Say how a published result line was corrected by a later publication. None means that there is no such line."""
    if published is None:
        return gettext("added: {now}", now=_said(now))
    if now is None:
        return gettext("{was}, taken out", was=_said(published))
    return gettext("{was} became {now}", was=_said(published), now=_said(now))


def _said(line: str | None) -> str:
    return line_in_words(line or "") or gettext("no result")
