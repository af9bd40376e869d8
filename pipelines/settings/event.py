"""The section `[event]`: what decides, and what counts for a round without an opponent or a missed session."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from pipelines.settings.section import Section, each_once, key
from transforms.tables.messages import Message
from transforms.tables.rule_words import TieBreak
from transforms.tables.schemas import Competitions


def _number_or(word: str) -> BeforeValidator:
    """Return a validator that takes a number, or this word for null, because TOML has no null."""

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
