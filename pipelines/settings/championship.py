"""The championships of a competition: `[championship.individual]` and `[championship.pairs]` of competition.toml."""

import re
from functools import partial
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from pipelines.settings.section import MOST_SESSIONS, Section
from transforms.messages import Message
from transforms.tables import Competitions
from transforms.tables.shared import usual_value

_usual = partial(usual_value, Competitions)


def _number_or_share(given: Any) -> Any:
    """A number of sessions, or a share of the evenings, `60%`, without blanks."""
    if type(given) is int and 1 <= given <= MOST_SESSIONS:
        return given
    if isinstance(given, str) and (share := _SHARE.fullmatch(given)) and 0 < float(share[1]) <= _WHOLE:
        return f"{share[1]}%"
    raise ValueError(
        Message(
            'write a number from 1 to {most}, or a share of the evenings as "60%" or "62.5%", above 0% and to 100%',
            most=MOST_SESSIONS,
        )
    )


_SHARE, _WHOLE = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*%\s*", re.ASCII), 100
NumberOrShare = Annotated[int | str, BeforeValidator(_number_or_share)]


class IndividualChampionship(Section):
    """How many sessions must count, how many of the worst beyond them may be dropped, and whether it is shown."""

    min: NumberOrShare = _usual("individual_min")
    drop: int = Field(_usual("individual_drop"), ge=0, le=MOST_SESSIONS)
    show: bool = _usual("individual_show")


class PairsChampionship(Section):
    """How many results together must count, how many with a substitute may fill up, how many may be dropped."""

    together: NumberOrShare = _usual("pairs_together")
    substitutes: int = Field(_usual("pairs_substitutes"), ge=0, le=MOST_SESSIONS)
    drop: int = Field(_usual("pairs_drop"), ge=0, le=MOST_SESSIONS)
    show: bool = _usual("pairs_show")


class Championship(Section):
    """Both championships (`transforms/rankings/championships.py`)."""

    individual: IndividualChampionship = IndividualChampionship()
    pairs: PairsChampionship = PairsChampionship()
