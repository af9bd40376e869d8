"""The book of movements as a data set: JSON with every movement, its figures, and what is proved about it.

`docs/movements.schema.json` describes the format. `unlike` computes every figure again.
"""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationError

from pipelines.cli.balance.schedules import CERTIFICATES, LIBRARY
from pipelines.cli.movement.fitting import turned_webs
from pipelines.cli.movement.matter import Entry, entries
from transforms.balance.book.mitchell_offers import webs
from transforms.balance.book.offers import Offer, judged
from transforms.balance.mitchells import webs_of
from transforms.balance.movement import meetings, sets_a_round
from transforms.balance.proof.prove import parity_bound
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import ScheduleError, parse_schedule, schedule_findings, write_schedule

FORMAT, VERSION = "barometer-movements", 1
_DECIMALS = 2
_MOST_TABLES = 40
_COMMENT = re.compile(r"^# ([^:\n]+): (.+)$", re.MULTILINE)
_BOUND = re.compile(r"bound known ([0-9]+)")

_Count = Annotated[int, Field(ge=0, le=10_000)]
_Sum = Annotated[int, Field(ge=0, le=10**9)]
_Percent = Annotated[float, Field(ge=0, le=100)]


class Figures(BaseModel, extra="forbid", use_attribute_docstrings=True):
    """What follows from the schedule of a movement."""

    pairs: _Count
    """Pairs; players if `individual`."""
    tables: _Count
    rounds: _Count
    """Lines of the schedule; players count `sets_a_round` lines as one round."""
    board_sets: _Count
    """The groups of boards that a table plays in one line of the schedule."""
    sets_a_round: _Count
    individual: bool
    h: _Count
    """Half a top of the set that is played at the fewest tables."""
    uneven: bool
    """Whether some sets are played more often than others."""
    s: _Sum
    """The sum of the scores of every two pairs."""
    ss: _Sum
    """The sum of their squares."""
    qf: _Percent | None
    qc: _Percent | None
    qo: _Percent | None
    qf_absent: list[_Percent | None]
    """Qf with each pair absent in turn."""
    shared: _Count
    """How often a table shares its boards, if there are `copies` of each."""
    most_meetings: _Count
    """How often the two pairs meet that meet most."""


class Listed(Figures):
    """A movement of the data set: its figures, and what was said when it was found."""

    name: str
    kind: Literal["library", "proved", "howell", "web"]
    sessions: list[_Count]
    """The rounds of each session, as players count them."""
    copies: _Count
    """Identical sets of boards in play."""
    bound: _Sum
    """The least `ss` that is known to be necessary, for the directions or for all movements of this size."""
    optimal: bool
    """Whether it is proved that `ss` cannot be less."""
    proof: str
    found_by: str
    schedule: list[str]
    """The lines of a schedule file (docs/balance.md)."""


class DataSet(BaseModel, extra="forbid"):
    """The data set."""

    format: Literal["barometer-movements"]
    version: Literal[1]
    program: str
    movements: list[Listed]


def schema() -> str:
    """Return the JSON Schema of the data set: docs/movements.schema.json."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return json.dumps(head | DataSet.model_json_schema(), indent=2) + "\n"


def data_set() -> str:
    """Return the data set as JSON, with a line for each movement."""
    movements = [one.model_dump() for one in _listed()]
    head = {"format": FORMAT, "version": VERSION, "program": f"barometer {version('barometer')}"}
    fields = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items())
    rows = ",\n".join(json.dumps(one, ensure_ascii=False) for one in movements)
    return f'{{\n{fields},\n"movements": [\n{rows}\n]\n}}\n'


def unlike(text: str) -> list[str]:
    """Return what is wrong with a data set: where it breaks the format, and each figure that does not follow."""
    try:
        read = DataSet.model_validate_json(text)
    except ValidationError as error:
        return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    found: list[str] = []
    seen = set[str]()
    for one in read.movements:
        if one.name in seen:
            found.append(f"{one.name}: this name comes twice")
        seen.add(one.name)
        found += [f"{one.name}: {what}" for what in _wrong(one)]
    return found


def _wrong(one: Listed) -> Iterator[str]:
    try:
        movement = parse_schedule("\n".join(one.schedule))
    except ScheduleError as error:
        yield str(error)
        return
    for finding in schedule_findings(movement):
        if finding.severity == "error":
            yield f"round {finding.round}: {finding.value} {finding.message}"
    follows = _figures(Offer(one.name, "", movement, copies=one.copies)).model_dump()
    for key, value in follows.items():
        if getattr(one, key) != value:
            yield f"{key} is {json.dumps(getattr(one, key))}, but this follows: {json.dumps(value)}"
    if one.ss < one.bound:
        yield f"bound is {one.bound}, but ss is {one.ss}"
    if one.optimal and one.ss != one.bound:
        yield f"optimal, but ss is {one.ss} and bound {one.bound}"
    if sum(one.sessions) * one.sets_a_round != one.rounds:
        yield f"sessions are {one.sessions}, but there are {one.rounds} lines of {one.sets_a_round} a round"


def _figures(offer: Offer) -> Figures:
    movement = offer.movement
    balance = quality(movement)
    factors = {name: _rounded(getattr(balance, name)) for name in ("qf", "qc", "qo")}
    return Figures(
        pairs=movement.pairs,
        tables=movement.tables,
        rounds=movement.rounds,
        board_sets=movement.board_sets,
        sets_a_round=sets_a_round(movement),
        individual=movement.individual,
        h=balance.h,
        uneven=balance.uneven,
        s=balance.s,
        ss=balance.ss,
        **factors,
        qf_absent=[_rounded(qf) for qf in vacancy(movement).by_absent],
        shared=judged(offer._replace(winners=1)).shared,
        most_meetings=int(meetings(movement).max()),
    )


def _rounded(factor: float | None) -> float | None:
    return None if factor is None else round(factor, _DECIMALS)


def _listed() -> Iterator[Listed]:
    for entry in entries():
        yield _of_entry(entry)
    for tables in range(2, _MOST_TABLES + 1):
        for offer in webs(tables, webs_of(tables), turned_webs(tables)):
            if offer.winners == 1:
                name = f"web-{tables}-tables-{offer.movement.rounds}-rounds-turned"
                yield _row(offer, name=name, kind="web", found_by="barometer balance webs")


def _of_entry(entry: Entry) -> Listed:
    file = LIBRARY / f"{entry.name}.txt"
    if file.exists():
        said = dict(_COMMENT.findall(file.read_text(encoding="utf-8")))
        stated = _BOUND.search(said["proof"])
        facts = {"proof": said["proof"], "bound": int(stated[1]) if stated else None}
        return _row(
            entry.offer,
            name=entry.name, kind="library", sessions=entry.sessions, found_by=said["found by"],
            optimal=said["proof"].startswith("optimal"), **facts,
        )  # fmt: skip
    if entry.name.startswith("mitchell-"):
        proof = f"certificates/complete-{entry.offer.movement.tables}.json"
        proved = json.loads((CERTIFICATES / Path(proof).name).read_text(encoding="utf-8"))
        return _row(
            entry.offer,
            name=entry.name, kind="proved", sessions=entry.sessions, found_by="barometer balance optimise --prove",
            optimal=bool(proved["optimal"]), bound=int(proved["bound"]), proof=proof,
        )  # fmt: skip
    return _row(
        entry.offer, name=entry.name, kind="howell", sessions=entry.sessions, found_by="barometer balance howells"
    )


def _row(offer: Offer, *, bound: int | None = None, optimal: bool = False, proof: str = "", **facts: object) -> Listed:
    movement, figures = offer.movement, _figures(offer)
    if bound is None:
        bound = figures.ss if optimal else parity_bound(movement)
    row: dict[str, object] = {
        **figures.model_dump(),
        "sessions": [movement.rounds // figures.sets_a_round],
        "copies": offer.copies,
        "bound": bound,
        "optimal": optimal or bound == figures.ss,
        "proof": proof or "the bound is that of odd and even scores",
        "schedule": write_schedule(movement).splitlines(),
        **facts,
    }
    return Listed.model_validate(row)
