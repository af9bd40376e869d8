"""The rules for rankings and championships: `[ranking]` and `[championship.…]` of competition.toml."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from pipelines.settings.section import Section, key, section_of
from transforms.tables.messages import Message
from transforms.tables.raw import LARGEST_AMOUNT, MOST_SESSIONS
from transforms.tables.schemas import Competitions


class Ranking(section_of(Competitions, "method", "hand_on")):  # pyrefly: ignore - made of columns
    """The rules that turn results into ranking points and rankings (`transforms/rankings/ranking_points.py`)."""

    top: float = key(Competitions, "top", ge=-LARGEST_AMOUNT, le=LARGEST_AMOUNT)

    @model_validator(mode="before")
    @classmethod
    def _top_or_average(cls, given: Any) -> Any:
        if isinstance(given, dict) and {"top", "average_a"} <= given.keys():
            raise ValueError(Message("give either top or average_a, not both: each follows from the other"))
        return given

    @property
    def highest(self) -> float:
        """The upper end of the best line's range: `top`, or `average_a` plus half of `width`."""
        return self.top if self.average_a is None else self.average_a + self.width / 2


def _number_or_share(given: Any) -> Any:
    """Return a number of sessions, or a share of the evenings like `60%`, with blanks removed."""
    if type(given) is int and 1 <= given <= MOST_SESSIONS:
        return given
    if isinstance(given, str) and (share := _SHARE.fullmatch(given)) and 0 < float(share[1]) <= _WHOLE:
        return f"{share[1]}%"
    raise ValueError(
        Message(
            'write a number from 1 to {most}, or a share of evenings, above 0% and up to 100%, like "60%" or "62.5%"',
            most=MOST_SESSIONS,
        )
    )


_SHARE, _WHOLE = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*%\s*", re.ASCII), 100
NumberOrShare = Annotated[int | str, BeforeValidator(_number_or_share)]


class IndividualChampionship(Section):
    """How many sessions must count, how many more (the worst ones) may be dropped, and whether it is shown."""

    min: NumberOrShare = key(Competitions, "individual_min", ge=None, le=None)
    """The number of sessions that must count, or their share of the evenings: `"60%"`."""
    drop: int = key(Competitions, "individual_drop")
    show: bool = key(Competitions, "individual_show")


class PairsChampionship(Section):
    """How many own results must count, how many with a substitute fill them up, how many more may be dropped."""

    together: NumberOrShare = key(Competitions, "pairs_together", ge=None, le=None)
    """The number of sessions played together that must count, or their share of the evenings: `"60%"`."""
    substitutes: int = key(Competitions, "pairs_substitutes")
    drop: int = key(Competitions, "pairs_drop")
    show: bool = key(Competitions, "pairs_show")


class Championship(Section):
    """The rules of both championships (`transforms/rankings/championships.py`)."""

    individual: IndividualChampionship = IndividualChampionship()
    pairs: PairsChampionship = PairsChampionship()
