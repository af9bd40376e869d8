"""Which federation points a competition awards: `[awards]` of competition.toml, as rows of `raw.award_choices`."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import polars as pl
from pydantic import AfterValidator, Field

from pipelines.settings.section import Section, each_once, in_known_letters, key
from transforms.awards.schemes import SCHEMES, nearest_scheme, why_not
from transforms.tables.messages import Message
from transforms.tables.rule_words import AwardedAs, Ties
from transforms.tables.schemas import AwardChoices
from transforms.tables.shared import types_of


def nearest_known_scheme(written: str) -> str:
    """Return the known scheme with the nearest name, such as `club_points` for `club points`, or else the text."""
    scheme = in_known_letters(written, list(SCHEMES))
    return scheme if scheme in SCHEMES else nearest_scheme(scheme, SCHEMES) or written


def _with_a_rule(name: str) -> str:
    scheme = in_known_letters(name, list(SCHEMES))
    if (why := why_not(scheme)) is not None:
        raise ValueError(why)
    return scheme


def _named(only: dict[str, list[str]]) -> dict[str, list[str]]:
    if any(not name.strip() for name in only):
        raise ValueError(Message("this name is empty: write the id of a session, or the name of an event"))
    return only


Computed = Annotated[str, AfterValidator(_with_a_rule)]
OnceEach = Annotated[list[Computed], AfterValidator(each_once)]


class Awards(Section):
    """The schemes that award points for the events of a competition (`transforms/awards/`)."""

    schemes: OnceEach = Field(default_factory=list[str])
    """The schemes that award points for every session or event (docs/awards.md)."""
    only: Annotated[dict[str, Annotated[OnceEach, Field(min_length=1)]], AfterValidator(_named)] = Field(
        default_factory=dict[str, list[str]]
    )
    """Schemes that replace `schemes` for one session (by its id) or one event (by its name)."""
    of: AwardedAs = key(AwardChoices, "of")
    whole_points: bool = key(AwardChoices, "whole_points")
    ties: Ties = key(AwardChoices, "ties")


def _chosen(awards: Awards) -> Iterator[tuple[str | None, str]]:
    yield from ((None, name) for name in awards.schemes)
    yield from ((only, name) for only, names in awards.only.items() for name in names)


def award_choices(club: str, competition: str, awards: Mapping[str, Awards]) -> pl.DataFrame:
    """Return the award choices of a competition, in the shape of `AwardChoices`; `awards` has those of each season."""
    rows = [
        {
            "club": club,
            "competition": competition,
            "season": season,
            "scheme": name,
            "of": own.of,
            "only": only,
            "whole_points": own.whole_points and SCHEMES[name].whole_points,
            "ties": own.ties,
        }
        for season, own in awards.items()
        for only, name in dict.fromkeys(_chosen(own))
    ]
    return pl.DataFrame(rows, schema=types_of(AwardChoices))
