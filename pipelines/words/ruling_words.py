"""Write results of boards, rulings and result lines as players write them in the current language."""

import re

from pipelines.words.deal_words import DOUBLED, contract_said
from pipelines.words.languages.numbers import written
from pipelines.words.words import seat
from transforms.bridge.rulings import AVERAGE, NOT_PLAYED, REVERSED
from transforms.tables.messages import decimal_sign, gettext, pgettext, pgettext_noop

_SHARE = r"\d+(?:\.\d+)?|[+-]"
_AWARDED = re.compile(rf"a({_SHARE})_({_SHARE})")
_WEIGHTED = re.compile(r"w(\d[\d.:/-]*)")
_SPLIT = re.compile(rf"s(a(?:{_SHARE})|[\d.:/-]+)_(a(?:{_SHARE})|[\d.:/-]+)")
_AT_END = re.compile(r"(?<!\S)\S+$")
_PLAYED = re.compile(r"^(([1-7])[SHDCN]X{0,2})(?: ([NESW]))?(?: (0(?= -?\d)|[1-9]|1[0-3]))?(?!\S)")
"""Matches a contract with its declarer and tricks.

A number up to 13 is tricks, because no score but 0 is below 50; a 0 without a number after it is a score."""
_MINUS = re.compile(r"(?<!\S)-(?=\d+(?!\S))")
_PASS = re.compile(r"^PASS(?!\S)")


def ruling_in_words(ruling: str) -> str:
    """Return a ruling of a file in words. Other texts are unchanged."""
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
    """Return weighted scores in words, `30 % of 420, 70 % of −50`. A single score is unchanged."""
    return ", ".join(_outcome(*outcome.split(":")) for outcome in outcomes.split("/"))


def _outcome(*weight_and_score: str) -> str:
    *weight, score = (part.replace("-", "−") for part in weight_and_score)
    return gettext("{number} % of {score}", number=written(weight[0]), score=score) if weight else score


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
    """Return a result of `result_in_notation` in the current language, with its ruling."""
    return ruling_said(_BID.sub(_bid, result))


def ruling_said(words: str) -> str:
    """Translate the rulings of `ruling_in_words` within a text."""
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


def change_said(published: str | None, now: str | None) -> str:
    """Describe how a published result line differs from the present one. None means that there is no such line."""
    if published is None:
        return gettext("new, {now}", now=_said(now))
    if now is None:
        return gettext("{was}, now gone", was=_said(published))
    return gettext("{was}, now {now}", was=_said(published), now=_said(now))


def correction_said(published: str | None, now: str | None) -> str:
    """Describe how a result line was corrected when it was published again. None means that there is no such line."""
    if published is None:
        return gettext("added: {now}", now=_said(now))
    if now is None:
        return gettext("{was}, taken out", was=_said(published))
    return gettext("{was} became {now}", was=_said(published), now=_said(now))


def _said(line: str | None) -> str:
    return line_in_words(line or "") or gettext("no result")
