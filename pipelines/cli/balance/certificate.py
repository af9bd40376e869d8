"""Certificates as JSON: the proved facts about a movement, with everything needed to check the proof."""

import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, Field, ValidationError

from pipelines.cli.balance.schedules import CERTIFICATES as CERTIFICATES
from pipelines.cli.terminal.files import read_whole
from pipelines.machine.errors import UnusableError
from pipelines.words.terminal import console, table, text, titled
from pipelines.words.words import counted
from transforms.balance.movement import BOARD_SET, ROUND, Movement, meetings, partnerships, sets_a_round
from transforms.balance.proof.prove import Answer, Method, Proof, RuledOut, is_complete, parity_bound
from transforms.balance.quality import (
    Vacancy,
    partner_quality,
    quality,
    score_matrix,
    strong_pair_results,
    vacancy,
)
from transforms.balance.schedule import (
    ScheduleError,
    parse_schedule,
    schedule_findings,
    write_schedule,
)
from transforms.tables.arithmetic.as_text import in_decimals
from transforms.tables.messages import Message, gettext, gettext_noop

MOST_PLAYS = 2_000
"""The most plays of a movement that can be searched or proved: a hundred rounds of twenty tables."""

_Number = Annotated[int, Field(ge=-(10**12), le=10**12)]
_Multiplier = Annotated[int, Field(ge=-(10**6), le=10**6)]
"""A multiplier in a proof. Proofs need only hundreds; within these limits, no sum exceeds 64 bits."""
_Count = Annotated[int, Field(ge=0, le=1000)]


class Claims(NamedTuple):
    """The claims of a certificate. Every claim must follow from the rest of the certificate."""

    said: str
    holds_for: str
    optimal: bool


class _Multiset(BaseModel, extra="forbid"):
    """A multiset that Bound 1 (see transforms/balance/proof) does not rule out, with the fields of `RuledOut`."""

    counts: list[_Count]
    bound_1: _Number
    bound_2: _Number
    both: list[_Multiplier]
    each: list[_Multiplier]
    answer: Answer | None


class _Certificate(BaseModel, extra="forbid"):
    """The content of a certificate; see `Proof` and `Claims`. `made_with` and `solvers` are only information."""

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
    """Return the text of a certificate: a line per key, and a line per multiset that Bound 1 does not rule out."""
    heading: dict[str, Any] = {
        "certificate": "barometer balance certificate 1",
        "said": in_words(proof),
        "holds_for": scope(
            movement,
            of_every_complete=proof.method is Method.MULTISETS  # and no step is proved for this movement only
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
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in heading.items()]
    rows = ",\n".join(json.dumps(one._asdict(), separators=(",", ":")) for one in proof.beyond_bound_1)
    lines.append(f'"beyond_bound_1": [\n{rows}\n]' if rows else '"beyond_bound_1": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_certificate(path: Path) -> tuple[Movement, Proof, Claims]:
    """Return the movement, the proof and the claims of a certificate. Neither proof nor claims are checked."""
    try:
        read = _Certificate.model_validate_json(read_whole(path, Message("certificate")))
        movement = parse_schedule("\n".join(read.schedule))
    except ValidationError as error:
        wrong = {".".join(map(str, one["loc"])): one["msg"] for one in error.errors()}
        why = ": ".join(next(iter(wrong.items())))
        if not {"", "certificate"}.isdisjoint(wrong):
            why = gettext("this is not a certificate that Barometer wrote")
        raise UnusableError("{path}: {why}; name a file that `optimise --prove` wrote", path=path, why=why) from None
    except ScheduleError as error:
        raise UnusableError("{path}: schedule: {error}", path=path, error=error) from None
    check_size(movement, path)
    beyond = [RuledOut(**one.model_dump()) for one in read.beyond_bound_1]
    proof = Proof(read.ss, read.bound, read.method, read.considered, beyond, None)
    return movement, proof, Claims(read.said, read.holds_for, read.optimal)


def false_claims(claims: Claims, movement: Movement, proof: Proof, *, of_every_complete: bool) -> list[str]:
    """Return a sentence for each claim that does not follow from the movement and the proof."""
    true = Claims(in_words(proof), scope(movement, of_every_complete=of_every_complete), proof.optimal)
    return [
        f"{name} is {json.dumps(said)[:100]}, but this follows: {json.dumps(follows)}"
        for name, said, follows in zip(Claims._fields, claims, true, strict=True)
        if said != follows
    ]


def known_bound(movement: Movement) -> int:
    """Return the lower bound on SS that needs no search: from the project's certificates, or else from parity."""
    stored = CERTIFICATES / f"complete-{movement.board_sets}.json"
    bound = parity_bound(movement)
    if is_complete(movement) and stored.exists():
        return max(bound, read_certificate(stored)[1].bound)
    return bound


def check_size(movement: Movement, path: Path) -> None:
    """Raise UnusableError for a movement without plays, or one too large to be searched or proved."""
    if not 0 < len(movement.plays) <= MOST_PLAYS or movement.pairs > MOST_PLAYS or movement.board_sets > MOST_PLAYS:
        sentence = gettext_noop(
            "{path}: the schedule has {count} plays, {pairs} pairs and {board_sets} board sets; give one with "
            "1 to {most} of each"
        )
        size = {"count": len(movement.plays), "pairs": movement.pairs, "board_sets": movement.board_sets}
        raise UnusableError(sentence, path=path, most=MOST_PLAYS, **size)


def in_words(proof: Proof) -> str:
    """Describe the result of a proof in words."""
    if proof.optimal:
        return f"SS {proof.ss} is optimal: proved"
    return f"SS {proof.ss}; best bound known {proof.bound}, gap {proof.ss - proof.bound}"


def scope(movement: Movement, *, of_every_complete: bool) -> str:
    """Return in words to which movements the proved bound applies."""
    if of_every_complete:
        return f"every complete movement of Mitchell type with {movement.board_sets} tables, in whatever directions"
    return "this movement, in whatever directions"


def balance_row(movement: Movement) -> pl.DataFrame:
    """Return one row about a movement: the columns of `movements.session_balance`, and `qf_absent_pooled`."""
    return pl.DataFrame([_numbers(movement, vacancy(movement))], schema_overrides=dict.fromkeys(_FACTORS, pl.Float64))


def as_json(movement: Movement, strong: Sequence[int]) -> str:
    """Return as JSON the columns of `balance_row`, the scores and meetings of pairs, and Qf with each pair absent."""
    absent = vacancy(movement)
    whole: dict[str, Any] = {
        **_numbers(movement, absent),
        "qf_absent": absent.by_absent,
        "scores": _without_diagonal(score_matrix(movement)),
        "meetings": _without_diagonal(meetings(movement)),
        "findings": [finding._asdict() for finding in schedule_findings(movement)],
    }
    if movement.individual:
        whole["partners"] = _without_diagonal(partnerships(movement))
        whole["partner_quality"] = partner_quality(movement)
    if strong:
        whole |= {"strong": strong, "results": _results(movement, strong)}
    return json.dumps(whole, ensure_ascii=False)


_FACTORS = ("qc", "qf", "qo", "sd", "s4", "qf_absent_mean", "qf_highest_absent", "qf_absent_pooled")


def _numbers(movement: Movement, absent: Vacancy) -> dict[str, int | float | bool | None]:
    balance = quality(movement)
    return {
        **{"pairs": balance.pairs, "rounds": _rounds(movement)},
        **{name: getattr(balance, name) for name in ("h", "s", "ss", "qc", "qf", "qo", "sd", "s4")},
        **{"qf_absent_mean": absent.mean, "qf_highest_absent": absent.highest, "qf_absent_pooled": absent.pooled},
        "uneven": balance.uneven,
    }


def _rounds(movement: Movement) -> int:
    return movement.rounds // sets_a_round(movement)


def _results(movement: Movement, strong: Sequence[int]) -> list[float | None]:
    results = strong_pair_results(movement, [pair - 1 for pair in strong]).tolist()
    return [None if np.isnan(result) else result for result in results]


def _without_diagonal(matrix: NDArray[np.int64]) -> list[list[int | None]]:
    return [
        [None if row == column else value for column, value in enumerate(values)]
        for row, values in enumerate(matrix.tolist())
    ]


def print_checked(movement: Movement, strong: Sequence[int]) -> None:
    """Print the quality factors, the score of every two pairs, and each result if the `strong` win every board."""
    out, absent, what = console(), vacancy(movement), gettext("meaning of the value")

    def show(title: str, headings: list[str], rows: Iterable[tuple[str, ...]], words: Sequence[str] = ()) -> None:
        out.print(titled(title, table(headings, rows, words)), "")

    def by_number(values: Sequence[float | None]) -> list[tuple[str, str]]:
        return [(str(number), _shown(value)) for number, value in enumerate(values, 1)]

    show(_title(movement), ["", gettext("value"), what], _factors(movement, absent), ["", what])
    scores = _without_diagonal(score_matrix(movement))
    width = max(len(str(score)) for row in scores for score in row if score is not None) + 2
    matrix = text("\n".join("".join(f"{'*' if one is None else one:>{width}}" for one in row) for row in scores))
    out.print(titled(gettext("Score of every two entrants: in perfect balance, all are equal"), matrix), "")
    if absent.highest is not None:
        show(gettext("With one entrant absent"), [gettext("absent"), "Qf"], by_number(absent.by_absent))
    if strong:
        winners = ", ".join(map(str, strong))
        title = gettext("Scores if {winners} won every board, and all other results were average", winners=winners)
        show(title, ["", "%"], by_number(_results(movement, strong)))


def _title(movement: Movement) -> str:
    found, times = np.unique(movement.plays[:, [ROUND, BOARD_SET]], axis=0, return_counts=True)
    shared, rounds = len(np.unique(found[times > 1, 1])), _rounds(movement)
    said = [
        counted(movement.pairs, "player" if movement.individual else "pair"),
        gettext("{number} tables", number=movement.tables),
        gettext("{number} rounds", number=rounds)
        if rounds == movement.rounds
        else gettext("{number} rounds of {sets} sets each", number=rounds, sets=movement.rounds // rounds),
        gettext("{number} board sets", number=movement.board_sets),
    ]
    if shared:
        said.append(gettext("{number} of them shared by tables in some round", number=shared))
    return ", ".join(said)


def _factors(movement: Movement, absent: Vacancy) -> list[tuple[str, str, str]]:
    balance = quality(movement)
    pooled = gettext("Qf of the scores with each pair absent in turn, taken together as one set")
    of_s = gettext("sum of the scores; half a top, h = {h}", h=balance.h)
    if balance.uneven:
        of_s = gettext(
            "{what}; some board sets are played more often than others, and h is half a top of the set played "
            "least often",
            what=of_s,
        )
    perfect = gettext("quality factor, compared with the most even scores in whole numbers; 100 is perfect")
    rows: list[tuple[str, float | None, str]] = [
        ("Qf", balance.qf, perfect),
        ("Qc", balance.qc, gettext("quality factor, compared with scores that are all equal; 100 is perfect")),
        ("Qo", balance.qo, gettext("quality factor of the meetings alone")),
        ("sd", balance.sd, gettext("standard deviation of the scores")),
        ("S4", balance.s4, gettext("sum of the fourth powers of the differences from the mean score")),
        ("Qf1", absent.highest, gettext("Qf with the highest number absent")),
        (gettext("mean"), absent.mean, gettext("the mean of Qf over all choices of one absent pair")),
        (gettext("pooled"), absent.pooled, pooled),
    ]
    if movement.individual:
        rows.insert(3, ("Qp", partner_quality(movement), gettext("quality factor of the partnerships alone")))
    whole = [("S", str(balance.s), of_s), ("SS", str(balance.ss), gettext("sum of the squares of the scores"))]
    return [(name, _shown(value), words) for name, value, words in rows] + whole


def _shown(value: float | None) -> str:
    return "-" if value is None else in_decimals(value, 2)
