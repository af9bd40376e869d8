"""The book of movements as a data set: JSON with every movement, its figures, and what is proved about it.

`docs/movements.schema.json` describes the format. `unlike` computes all figures again.
"""

import json
from collections.abc import Iterator
from importlib.metadata import version
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, Field, ValidationError

from pipelines.cli.balance.certificate import known_bound
from pipelines.cli.movement.fitting import turned_webs
from pipelines.cli.movement.matter import entries
from transforms.balance.book.mitchell_offers import webs
from transforms.balance.book.offers import Offer, judged
from transforms.balance.design.bounds import least_ss
from transforms.balance.design.plan import Asked
from transforms.balance.generators import cyclic
from transforms.balance.mitchells import copies_of_web, web_mitchell, webs_of
from transforms.balance.movement import BOARD_SET, EW, NS, ROUND, Movement, directions, meetings, sets_a_round
from transforms.balance.proof.prove import is_complete, parity_bound
from transforms.balance.quality import of_combinations, quality, vacancy
from transforms.balance.schedule import ScheduleError, parse_schedule, schedule_findings, write_schedule

FORMAT, VERSION = "barometer-movements", 2
_DECIMALS = 2
_MOST_TABLES = 40

_Count = Annotated[int, Field(ge=0, le=10_000)]
_Sum = Annotated[int, Field(ge=0, le=10**9)]
_Percent = Annotated[float, Field(ge=0, le=100)]
_Kind = Literal["howell", "mitchell", "web", "other"]
_Proof = Literal["parity", "certificate", "size"]


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
    kind: _Kind
    """web: a Web Mitchell. mitchell: two fields whose pairs all meet once. howell: pairs and boards move up by one
    each round."""
    copies: _Count
    """Identical sets of boards in play."""
    bound: _Sum
    """The least `ss` that is known to be possible if the same pairs meet on the same boards, in any directions."""
    proof: _Proof
    """What proves `bound`. parity: which scores are odd. certificate: one for all mitchells of as many tables
    (docs/balance.md). size: no movement with as many pairs and rounds has less."""
    optimal: bool
    """Whether `ss` is `bound`: no directions are better."""


class Listed(Figures):
    """A movement of the data set: its figures, and where it is from."""

    name: str
    sessions: list[_Count]
    """The rounds of each session, as players count them."""
    found_by: str
    schedule: list[str]
    """The lines of a schedule file (docs/balance.md)."""


class DataSet(BaseModel, extra="forbid"):
    """The data set."""

    format: Literal["barometer-movements"]
    version: Literal[2]
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


def unlike(text: str) -> tuple[list[str], int]:
    """Return what is wrong with a data set, and how many movements it has.

    Wrong is where it breaks the format, and each figure that does not follow from its movement.
    """
    try:
        read = DataSet.model_validate_json(text)
    except ValidationError as error:
        return [": ".join(filter(None, (".".join(map(str, one["loc"])), one["msg"]))) for one in error.errors()], 0
    found: list[str] = []
    seen = set[str]()
    for one in read.movements:
        if one.name in seen:
            found.append(f"{one.name}: this name comes twice")
        seen.add(one.name)
        found += [f"{one.name}: {what}" for what in _wrong(one)]
    return found, len(read.movements)


def _wrong(one: Listed) -> Iterator[str]:
    try:
        movement = parse_schedule("\n".join(one.schedule))
    except ScheduleError as error:
        yield str(error)
        return
    for finding in schedule_findings(movement):
        if finding.severity == "error":
            yield f"round {finding.round}: {finding.value} {finding.message}"
    follows = _figures(movement).model_dump()
    for key, value in follows.items():
        if getattr(one, key) != value:
            yield f"{key} is {json.dumps(getattr(one, key))}, but this follows: {json.dumps(value)}"
    if sum(one.sessions) * one.sets_a_round != one.rounds:
        yield f"sessions are {one.sessions}, but there are {one.rounds} lines of {one.sets_a_round} a round"


def _figures(movement: Movement) -> Figures:
    balance, kind = quality(movement), _kind(movement)
    copies = copies_of_web(movement.tables, movement.rounds) if kind == "web" else 1
    bound, proof = _bound(movement, kind)
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
        shared=judged(Offer("", "", movement, copies=copies)).shared,
        most_meetings=int(meetings(movement).max()),
        kind=kind,
        copies=copies,
        bound=bound,
        proof=proof,
        optimal=bound == balance.ss,
    )


def _kind(movement: Movement) -> _Kind:
    if movement.individual:
        return "other"
    if movement.rounds in webs_of(movement.tables):
        web = web_mitchell(movement.tables, movement.rounds)
        if web.plays.shape == movement.plays.shape and (_undirected(web) == _undirected(movement)).all():
            return "web"
    if is_complete(movement):
        return "mitchell"
    first = movement.plays[movement.plays[:, ROUND] == 0][:, [NS, EW, BOARD_SET]].tolist()
    if len(first) * 2 == movement.pairs > movement.rounds == movement.board_sets:
        turning = cyclic(movement.pairs, movement.rounds, first)
        return "howell" if np.array_equal(turning.plays, movement.plays) else "other"
    return "other"


def _undirected(movement: Movement) -> np.ndarray:
    plays = movement.plays.copy()
    plays[:, [NS, EW]] = np.sort(plays[:, [NS, EW]])
    return plays


def _bound(movement: Movement, kind: _Kind) -> tuple[int, _Proof]:
    parity = parity_bound(movement)
    if kind == "mitchell":
        known = known_bound(movement)
        return (known, "certificate") if known > parity else (parity, "parity")
    met = of_combinations(meetings(movement))
    play_all_once = bool((np.abs(directions(movement)) == 1).all()) and movement.rounds == movement.board_sets
    if kind == "other" and not movement.individual and play_all_once and max(met) - min(met) <= 1:
        of_size = least_ss(Asked(movement.pairs, movement.rounds))
        return (of_size, "size") if of_size >= parity else (parity, "parity")
    return parity, "parity"


def _rounded(factor: float | None) -> float | None:
    return None if factor is None else round(factor, _DECIMALS)


def _listed() -> Iterator[Listed]:
    for entry in entries():
        yield _row(entry.offer.movement, name=entry.name, sessions=entry.sessions, found_by=entry.found_by)
    for tables in range(2, _MOST_TABLES + 1):
        for offer in webs(tables, webs_of(tables), turned_webs(tables)):
            if offer.winners == 1:
                name = f"web-{tables}-tables-{offer.movement.rounds}-rounds-turned"
                rounds = [offer.movement.rounds]
                yield _row(offer.movement, name=name, sessions=rounds, found_by="barometer balance webs")


def _row(movement: Movement, *, name: str, sessions: list[int], found_by: str) -> Listed:
    schedule = write_schedule(movement).splitlines()
    figures = _figures(movement).model_dump()
    return Listed(**figures, name=name, sessions=sessions, found_by=found_by, schedule=schedule)
