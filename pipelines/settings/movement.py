"""The movements that a competition names: `[movement]` of competition.toml, as rows of `raw.movements`."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, NamedTuple

import polars as pl
from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, ValidationInfo

from pipelines.machine.paths import DATA
from pipelines.settings.federations import federations
from pipelines.settings.section import Section, each_once, text_next_to
from transforms.balance.movement import Movement
from transforms.balance.schedule import ScheduleError, parse_schedule, schedule_findings
from transforms.tables.messages import Message, gettext_noop
from transforms.tables.nearest_words import nearest_words
from transforms.tables.schemas import NamedMovements
from transforms.tables.shared import types_of

_LIBRARY = DATA / "movements"
_MOST_BYTES = 1_000_000
_MOST_PAIRS, _MOST_NAMED = 100, 20  # the time to assign numbers grows with the cube of the number of pairs
_FILE = re.compile(r"[^/\\:]+\.txt", re.IGNORECASE)
_LONGEST_NAME = 200
_SEVERAL_SESSIONS = "-sessions"
_WRITE = gettext_noop(
    'write the name of a movement between quotes, like "12-pairs-6-rounds", or several names between [ and ]'
)
_NOT_FOUND = gettext_noop(
    "there is no such movement; write a name from the library, such as {near}, or the name of a schedule file (.txt) "
    "next to this one, made by barometer movement --choose"
)


class Named(NamedTuple):
    """A movement, with its name."""

    name: str
    movement: Movement


def _one_or_more(given: Any, info: ValidationInfo) -> Any:
    if given == []:
        raise ValueError(Message("no movement is named: name one, or remove [movement]"))
    return given if isinstance(given, list) else [_found(given, info)]


def _found(name: Any, info: ValidationInfo) -> Named:
    """Return the movement of this name, from the library or a file next to competition.toml. Or raise ValueError."""
    if isinstance(name, Named):
        return name
    if not isinstance(name, str):
        raise ValueError(Message(_WRITE))
    folder = (info.context or {}).get("folder")
    known = {file.stem for file in _LIBRARY.glob("*-pairs-*.txt") if _SEVERAL_SESSIONS not in file.stem}
    if name in known:
        return Named(name, parse_schedule((_LIBRARY / f"{name}.txt").read_text(encoding="utf-8")))
    if folder is None or not _FILE.fullmatch(name[:_LONGEST_NAME]):
        near = [*nearest_words(name[:_LONGEST_NAME], sorted(known)), "12-pairs-6-rounds"]
        raise ValueError(Message(_NOT_FOUND, near=near[0]))
    try:
        movement = parse_schedule(text_next_to(folder, name, _MOST_BYTES))
    except ScheduleError as wrong:
        raise ValueError(Message("not a schedule: {why}", why=wrong)) from None
    if movement.individual:
        raise ValueError(Message("the movement is for single players; name one for pairs"))
    if not len(movement.plays) or movement.pairs > _MOST_PAIRS:
        said = gettext_noop(
            "this movement is for {pairs} pairs; name one for at most {most} pairs, with at least one table in play"
        )
        raise ValueError(Message(said, pairs=movement.pairs, most=_MOST_PAIRS))
    for wrong in schedule_findings(movement):
        where = f"round {wrong.round}: " if wrong.round else ""
        what = f"{where}{wrong.value} {wrong.message}"
        raise ValueError(Message("the movement cannot be played as intended: {what}", what=what))
    return Named(name, movement)


def _known(federation: str | None) -> str | None:
    known = ", ".join(sorted(federations()))
    if federation is not None and federation not in federations():
        raise ValueError(
            Message("no rule about movements is known of this federation; write one of {known}", known=known)
        )
    return federation


class MovementNamed(Section):
    """The movement for the next session. If there are several, the first that fits the number of pairs is used."""

    name: Annotated[
        list[Annotated[Named, PlainValidator(_found)]],
        BeforeValidator(_one_or_more),
        AfterValidator(each_once),
        Field(max_length=_MOST_NAMED),
    ] = Field(default_factory=list[Named])
    """Movements for the next session (docs/balance.md): one name, or several.

    Each is in the library, or is a file next to this one."""

    federation: Annotated[str | None, AfterValidator(_known)] = None
    """The federation whose rule the desk checks when it offers movements (ebu)."""

    @property
    def named(self) -> list[Named]:
        """The movements, which validation has put in place of their names."""
        return self.name


def named_movements(club: str, competition: str, movement: MovementNamed, seasons: Iterable[str]) -> pl.DataFrame:
    """Return the movements of a competition in the shape of `NamedMovements`. All its seasons share them."""
    shape = types_of(NamedMovements)
    columns = ("round", "table_no", "ns", "ew", "board_set")
    tables = [
        pl.DataFrame(one.movement.plays + 1, schema=dict.fromkeys(columns, pl.Int32)).select(
            *columns,
            club=pl.lit(club),
            competition=pl.lit(competition),
            season=pl.lit(season),
            place=pl.lit(place, dtype=pl.Int32),
            movement=pl.lit(one.name),
        )
        for season in seasons
        for place, one in enumerate(movement.named, start=1)
    ]
    return pl.concat([pl.DataFrame(schema=shape), *(table.select(list(shape)) for table in tables)])
