"""Every scheme by name."""

from collections.abc import Callable, Collection

from transforms.awards import ffb, fsb
from transforms.awards.aeb import AEB
from transforms.awards.club_points import CLUB_POINTS
from transforms.awards.ebl import EBL
from transforms.awards.ebu import EBU
from transforms.awards.ffb import FFB
from transforms.awards.fsb import FSB
from transforms.awards.funbridge import FUNBRIDGE
from transforms.awards.imported import ACBL, CBS, FPB, RBBF, TBF
from transforms.awards.nbf import NBF
from transforms.awards.pzbs import PZBS
from transforms.awards.scheme import AwardError, Floats, Integers, Scheme
from transforms.awards.wbf_robot import WBF_ROBOT
from transforms.tables.messages import Message
from transforms.tables.nearest_words import nearest_words

SCHEMES: dict[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        FUNBRIDGE,
        FFB,
        FSB,
        EBU,
        NBF,
        WBF_ROBOT,
        EBL,
        AEB,
        PZBS,
        CLUB_POINTS,
        TBF,
        FPB,
        RBBF,
        CBS,
        ACBL,
    )
}

CURVED: dict[str, Callable[[Integers], Floats]] = {ffb.FFB.name: ffb.total, fsb.FSB.name: fsb.total}
"""The schemes whose awards add up to a total that is known beforehand: name -> the total, by the sizes of fields."""

COMPUTED = [name for name, scheme in SCHEMES.items() if not scheme.imported]
"""The schemes with a rule; for the others federations send the awards themselves."""


FEDERATIONS = {
    "FFB": "Fédération française de bridge",
    "FSB": "Fédération suisse de bridge",
    "EBU": "English Bridge Union",
    "NBF": "Norsk Bridgeforbund",
    "WBF": "World Bridge Federation",
    "EBL": "European Bridge League",
    "AEB": "Asociación Española de Bridge",
    "PZBS": "Polski Związek Brydża Sportowego",
    "TBF": "Türkiye Briç Federasyonu",
    "FPB": "Federação Portuguesa de Bridge",
    "RBBF": "Royal Belgian Bridge Federation",
    "ČBS": "Český bridžový svaz",
    "ACBL": "American Contract Bridge League",
}
"""Federation -> its name in full, in its own language."""


_OTHERS = frozenset(("nbb", "dbv", "figb", "sbf", "dbf", "abf", "nzb"))
"""Federations, in small letters, of which there is no scheme: of the Netherlands, Germany, Italy, Sweden, Denmark,
Australia and New Zealand. None of them means another one."""


def _with_federation(name: str) -> str:
    """`ffb (Fédération française de bridge)`; the name of the scheme alone where that says whose it is."""
    full = FEDERATIONS.get(SCHEMES[name].federation)
    return name if full is None else f"{name} ({full})"


def nearest_scheme(name: str, among: Collection[str]) -> str | None:
    """The scheme that `name` may mean, in capitals or not: one that begins with it, or has a similar spelling."""
    lowered = name.lower()
    if lowered in _OTHERS:
        return None
    begins = [known for known in among if name and known.startswith(lowered)]
    return next(iter(begins or nearest_words(lowered, among)), None)


def computed_scheme(name: str) -> Scheme:
    """The scheme of this name, which has a rule.

    Raises:
        AwardError: there is no such scheme (the message names the nearest), or the federation awards the points itself.
    """
    if (why := why_not(name)) is not None:
        raise AwardError(Message("scheme {name!r}: {why}", name=name, why=why))
    return SCHEMES[name]


def why_not(name: str) -> Message | None:
    """Why no awards can be computed by a scheme of this name; None where they can."""
    if name in SCHEMES:
        scheme = SCHEMES[name]
        if not scheme.imported:
            return None
        return Message(
            "{federation} awards its {points} itself: import its file of awards",
            federation=scheme.federation,
            points=scheme.points,
        )
    near, known = nearest_scheme(name, SCHEMES), ", ".join(map(_with_federation, COMPUTED))
    if near is None:
        return Message("there is no such scheme; write one of {known}", known=known)
    return Message("there is no such scheme, did you mean {near}? Write one of {known}", near=near, known=known)
