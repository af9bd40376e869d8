"""Certificates: what is proved of a movement, with all that is needed to check it, as JSON."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.cli.balance.schedules import CERTIFICATES as CERTIFICATES
from pipelines.cli.terminal.files import read_at_most
from pipelines.machine.errors import UnusableError
from transforms.balance.movement import Movement
from transforms.balance.proof.meetings import Answer
from transforms.balance.proof.parity import parity_bound
from transforms.balance.proof.prove import Method, Proof, RuledOut
from transforms.balance.proof.row_types import Multipliers, is_complete
from transforms.balance.schedule import ScheduleError, parse_schedule, write_schedule
from transforms.tables.messages import Message, gettext

MOST_PLAYS = 2_000
"""The most plays of a movement that is searched or proved: a hundred rounds of twenty tables."""

_MOST_BYTES = 50_000_000
_SHOWN = 100
_FORMAT = "barometer balance certificate 1"
_Number = Annotated[int, Field(ge=-(10**12), le=10**12)]
_Multiplier = Annotated[int, Field(ge=-(10**6), le=10**6)]
"""Real multipliers are in the hundreds; up to these limits, no sum exceeds 64 bits."""
_Count = Annotated[int, Field(ge=0, le=1000)]


class Claims(NamedTuple):
    """What a certificate says in words for its reader; all of it must follow from the rest."""

    said: str
    holds_for: str
    optimal: bool


class _Multiset(BaseModel):
    """See `RuledOut`."""

    model_config = ConfigDict(extra="forbid")

    counts: list[_Count]
    bound_1: _Number
    bound_2: _Number
    both: list[_Multiplier]
    each: list[_Multiplier]
    answer: Answer | None


class _Certificate(BaseModel):
    """See `Proof` and `Claims`; `made_with` and `solvers` are for information only."""

    model_config = ConfigDict(extra="forbid")

    certificate: Literal["barometer balance certificate 1"]
    said: str
    holds_for: str
    ss: _Number
    bound: _Number
    optimal: bool
    method: Method
    considered: Annotated[int, Field(ge=0, le=10**12)]
    made_with: dict[str, str]
    solvers: str
    schedule: list[str]
    beyond_bound_1: list[_Multiset]


def certificate(movement: Movement, proof: Proof) -> str:
    """The text of a certificate: one line for each key, and one for each multiset that Bound 1 leaves open."""
    heading: dict[str, Any] = {
        "certificate": _FORMAT,
        "said": in_words(proof),
        "holds_for": scope(
            movement,
            of_every_complete=proof.method is Method.MULTISETS  # and no answer rests on the meetings of one movement
            and all(max(one.bound_1, one.bound_2) >= proof.bound for one in proof.beyond_bound_1),
        ),
        "ss": proof.ss,
        "bound": proof.bound,
        "optimal": proof.optimal,
        "method": proof.method,
        "considered": proof.considered,
        "made_with": {name: version(name) for name in ("barometer", "ortools", "numba", "numpy")},
        "solvers": "GLOP proposes multipliers, checked in integers; CP-SAT answers what they leave open",
        "schedule": write_schedule(movement).splitlines(),
    }
    multisets = [
        {
            "counts": one.counts,
            "bound_1": one.bound_1,
            "bound_2": one.bound_2,
            "both": one.multipliers.both,
            "each": one.multipliers.each,
            "answer": one.answer,
        }
        for one in proof.beyond_bound_1
    ]
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in heading.items()]
    rows = ",\n".join(json.dumps(one, separators=(",", ":")) for one in multisets)
    lines.append(f'"beyond_bound_1": [\n{rows}\n]' if rows else '"beyond_bound_1": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_certificate(path: Path) -> tuple[Movement, Proof]:
    """The movement of a certificate and what is claimed of it; `verify` checks whether the claims hold.

    Raises:
        UnusableError: the file is no certificate.
    """
    movement, proof, _ = read_claims(path)
    return movement, proof


def read_claims(path: Path) -> tuple[Movement, Proof, Claims]:
    """As `read_certificate`, with what the certificate says in words."""
    try:
        read = _Certificate.model_validate_json(read_at_most(_MOST_BYTES, path, Message("certificate")))
        movement = parse_schedule("\n".join(read.schedule))
    except ValidationError as error:
        wrong = {".".join(map(str, one["loc"])): one["msg"] for one in error.errors()}
        is_of_others = not {"", "certificate"}.isdisjoint(wrong)
        why = gettext("not a certificate of ours") if is_of_others else ": ".join(next(iter(wrong.items())))
        raise UnusableError("{path}: {why}: name a file that `optimise --prove` wrote", path=path, why=why) from None
    except ScheduleError as error:
        raise UnusableError("{path}: schedule: {error}", path=path, error=error) from None
    check_size(movement, path)
    beyond = [
        RuledOut(one.counts, one.bound_1, one.bound_2, Multipliers(one.both, one.each), one.answer)
        for one in read.beyond_bound_1
    ]
    proof = Proof(read.ss, read.bound, read.method, read.considered, beyond, None)
    return movement, proof, Claims(read.said, read.holds_for, read.optimal)


def false_claims(claims: Claims, movement: Movement, proof: Proof, *, of_every_complete: bool) -> list[str]:
    """The claims in words that do not follow from the rest of the certificate."""
    true = Claims(in_words(proof), scope(movement, of_every_complete=of_every_complete), proof.optimal)
    return [
        f"{name} is {json.dumps(said)[:_SHOWN]}, where it follows: {json.dumps(follows)}"
        for name, said, follows in zip(Claims._fields, claims, true, strict=True)
        if said != follows
    ]


def known_bound(movement: Movement) -> int:
    """The lower bound of SS that is known without a search: from the certificates of the project, or by parity."""
    stored = CERTIFICATES / f"complete-{movement.board_sets}.json"
    bound = parity_bound(movement)
    if is_complete(movement) and stored.exists():
        return max(bound, read_certificate(stored)[1].bound)
    return bound


def check_size(movement: Movement, path: Path) -> None:
    """Refuse a movement that is too large to search or to prove, or in which nothing is played."""
    if not 0 < len(movement.plays) <= MOST_PLAYS or movement.pairs > MOST_PLAYS or movement.board_sets > MOST_PLAYS:
        raise UnusableError(
            "{path}: {count} plays, {pairs} pairs, {board_sets} board sets: give a schedule with 1 to {most} of each",
            path=path,
            count=len(movement.plays),
            pairs=movement.pairs,
            board_sets=movement.board_sets,
            most=MOST_PLAYS,
        )


def in_words(proof: Proof) -> str:
    """What is proved, in words."""
    if proof.optimal:
        return f"SS {proof.ss} is optimal: proved"
    return f"SS {proof.ss}; best bound known {proof.bound}, gap {proof.ss - proof.bound}"


def scope(movement: Movement, *, of_every_complete: bool) -> str:
    """The movements for which the bound is proved, in words."""
    if of_every_complete:
        return f"every complete movement of Mitchell type with {movement.board_sets} tables, in whatever directions"
    return "this movement, in whatever directions"
