"""The rules of a competition, or of a single season: the sections that become columns of `raw.competitions`."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from pipelines.settings.scoring import Scoring
from pipelines.settings.section import Section, each_once, key, section_of
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.raw import LARGEST_AMOUNT, MOST_SESSIONS
from transforms.tables.rule_words import TieBreak
from transforms.tables.schemas import Competitions

_SHARE, _WHOLE = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*%\s*", re.ASCII), 100
EITHER_OR = {"top": "average_a", "average_a": "top"}  # only one of these two keys may be given: the other follows


def _number_or(word: str) -> BeforeValidator:
    """Return a validator that takes a number or this word. The word stands for null, which TOML does not have."""

    def null_for_the_word(given: Any) -> Any:
        if isinstance(given, str) and given.strip().casefold() != word:
            raise ValueError(Message('write a number, or "{word}"', word=word))
        return None if isinstance(given, str) else given

    return BeforeValidator(null_for_the_word)


class EventRules(Section):
    """The rules for rounds and events."""

    by: Literal["vp"] | None = key(Competitions, "by")
    """`"vp"`: pairs are ranked by victory points per match, not by the points of their boards."""
    bye: Annotated[float | None, _number_or("average")] = key(Competitions, "bye")
    """Victory points for a round without an opponent. `"average"` means the mean of the entrant's own matches."""
    missed: Annotated[float | None, _number_or("unranked")] = key(Competitions, "missed")
    """The percentage for a missed session of an event. `"unranked"` means that entrants who missed one have no rank."""
    ties: Annotated[list[TieBreak], AfterValidator(each_once)] = key(Competitions, "ties")
    """What separates entrants with equal scores where matches count, in this order: `"match"` (the matches they played
    against each other), `"quotient"` (IMPs won by IMPs lost), `"opponents"` (the opponents' victory points)."""


class Ranking(section_of(Competitions, "method", "hand_on")):  # pyrefly: ignore - made from columns
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
        """Where the range of the best line ends: at `top`, or at `average_a` plus half of `width`."""
        return self.top if self.average_a is None else self.average_a + self.width / 2


def _number_or_share(given: Any) -> Any:
    """Return a number of sessions as it is, or a share of the evenings such as `60%`, without blanks."""
    if type(given) is int and 1 <= given <= MOST_SESSIONS:
        return given
    if isinstance(given, str) and (share := _SHARE.fullmatch(given)) and 0 < float(share[1]) <= _WHOLE:
        return f"{share[1]}%"
    said = gettext_noop(
        'write a number from 1 to {most}, or a share of evenings, above 0% and up to 100%, like "60%" or "62.5%"'
    )
    raise ValueError(Message(said, most=MOST_SESSIONS))


NumberOrShare = Annotated[int | str, BeforeValidator(_number_or_share)]


class IndividualChampionship(Section):
    """How many sessions must count, how many of the worst may be dropped, and whether the championship is shown."""

    min: NumberOrShare = key(Competitions, "individual_min", ge=None, le=None)
    """The number of sessions that must count, or their share of the evenings: `"60%"`."""
    drop: int = key(Competitions, "individual_drop")
    show: bool = key(Competitions, "individual_show")


class PairsChampionship(Section):
    """How many results of a pair must count, how many with a substitute may fill gaps, and how many may be dropped."""

    together: NumberOrShare = key(Competitions, "pairs_together", ge=None, le=None)
    """The number of sessions played together that must count, or their share of the evenings: `"60%"`."""
    substitutes: int = key(Competitions, "pairs_substitutes")
    drop: int = key(Competitions, "pairs_drop")
    show: bool = key(Competitions, "pairs_show")


class Championship(Section):
    """The rules of both championships (`transforms/rankings/championships.py`)."""

    individual: IndividualChampionship = IndividualChampionship()
    pairs: PairsChampionship = PairsChampionship()


class Strength(Section):
    """Whether strength is public, and the constants of its model (`transforms/strength/filter.py`)."""

    public: bool = key(Competitions, "strength_public")
    spread: float = key(Competitions, "strength_spread")
    partner: float = key(Competitions, "strength_partner")
    form: float = key(Competitions, "strength_form")
    board: float = key(Competitions, "strength_board")
    drift: float = key(Competitions, "strength_drift")


class Rules(Section):
    """Sections whose keys become columns of `Competitions`, which has a row per season."""

    scoring: Scoring = Field(default_factory=Scoring)
    event: EventRules = Field(default_factory=EventRules)
    ranking: Ranking = Field(default_factory=Ranking)
    championship: Championship = Field(default_factory=Championship)
    strength: Strength = Field(default_factory=Strength)


def with_own(rules: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return parsed rules, overridden by a season's own. A section with its own `profile` drops all other rules."""
    stay = {} if "profile" in own else {name: value for name, value in rules.items() if EITHER_OR.get(name) not in own}
    return stay | {
        name: with_own(stay.get(name, {}), value) if isinstance(value, dict) else value for name, value in own.items()
    }
