"""Certificates: what is proved of a movement, with all that is needed to check it, as JSON."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipelines.errors import UnusableError
from pipelines.paths import PROJECT
from transforms.balance.movement import Movement
from transforms.balance.proof.complete import is_complete
from transforms.balance.proof.meetings import Answer
from transforms.balance.proof.parity import parity_bound
from transforms.balance.proof.prove import Method, Proof, RuledOut
from transforms.balance.proof.row_types import Multipliers
from transforms.balance.schedule import ScheduleError, parse_schedule, write_schedule

CERTIFICATES = PROJECT / "data" / "movements" / "certificates"
"""Those that come with the project: `complete-<tables>.json`."""

MOST_PLAYS = 2_000
"""Of a movement that is searched or proved: a hundred rounds of twenty tables."""

_MOST_BYTES = 50_000_000
_FORMAT = "barometer balance certificate 1"
_Number = Annotated[int, Field(ge=-(10**12), le=10**12)]
_Count = Annotated[int, Field(ge=0, le=1000)]


class _Multiset(BaseModel):
    """See `RuledOut`."""

    model_config = ConfigDict(extra="forbid")

    counts: list[_Count]
    bound_1: _Number
    bound_2: _Number
    both: list[_Number]
    each: list[_Number]
    answer: Answer | None


class _Certificate(BaseModel):
    """See `Proof`; what is only said for the reader is not read back."""

    certificate: Literal["barometer balance certificate 1"]
    ss: _Number
    bound: _Number
    method: Method
    considered: int
    schedule: list[str]
    beyond_bound_1: list[_Multiset]


def certificate(movement: Movement, proof: Proof) -> str:
    """The text of a certificate: a line for each key, and one for each multiset that Bound 1 leaves open."""
    heading: dict[str, Any] = {
        "certificate": _FORMAT,
        "said": in_words(proof),
        "holds_for": scope(movement, proof),
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
    """The movement of a certificate and what is claimed of it; whether it holds is for `verify` to say.

    Raises:
        UnusableError: for a file that is no certificate.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise UnusableError(f"{path}: larger than any certificate ({_MOST_BYTES} bytes): name a certificate")
    try:
        read = _Certificate.model_validate_json(path.read_bytes())
        movement = parse_schedule("\n".join(read.schedule))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise UnusableError(f"{path}: {where}: {first['msg']}: name a file that `optimise --prove` wrote") from None
    except ScheduleError as error:
        raise UnusableError(f"{path}: schedule: {error}") from None
    check_size(movement, path)
    beyond = [
        RuledOut(one.counts, one.bound_1, one.bound_2, Multipliers(one.both, one.each), one.answer)
        for one in read.beyond_bound_1
    ]
    return movement, Proof(read.ss, read.bound, read.method, read.considered, beyond, None)


def known_bound(movement: Movement) -> int:
    """What SS is known to be at least, without a search: from the certificates of the project, or by parity."""
    stored = CERTIFICATES / f"complete-{movement.board_sets}.json"
    bound = parity_bound(movement)
    if is_complete(movement) and stored.exists():
        return max(bound, read_certificate(stored)[1].bound)
    return bound


def check_size(movement: Movement, path: Path) -> None:
    """Refuse a movement that is too large to search or to prove, or of which nothing is played.

    Raises:
        UnusableError: for such a movement.
    """
    if not 0 < len(movement.plays) <= MOST_PLAYS or movement.pairs > MOST_PLAYS or movement.board_sets > MOST_PLAYS:
        raise UnusableError(
            f"{path}: {len(movement.plays)} plays, {movement.pairs} pairs, {movement.board_sets} board sets: "
            f"give a schedule with 1 to {MOST_PLAYS} of each"
        )


def in_words(proof: Proof) -> str:
    """What is proved."""
    if proof.optimal:
        return f"SS {proof.ss} is optimal: proved"
    return f"SS {proof.ss}; best bound known {proof.bound}, gap {proof.ss - proof.bound}"


def scope(movement: Movement, proof: Proof) -> str:
    """Of which movements the bound is proved."""
    if proof.method is Method.MULTISETS and all(one.answer is None for one in proof.beyond_bound_1):
        return f"every complete movement of Mitchell type with {movement.board_sets} tables, in whatever directions"
    return "this movement, in whatever directions"
