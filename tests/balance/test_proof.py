"""Bounds are bounds, the best values of the source are the best there are, and a false proof is caught."""

import errno
import json
import os
import signal
import time
from importlib import import_module
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from balance.source import LEAST
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.balance.certificate import CERTIFICATES, known_bound, read_certificate
from pipelines.cli.balance.long_search import stopped_gently
from pipelines.cli.balance.schedules import read_schedule
from transforms.balance.directions import optimise, sum_of_squares
from transforms.balance.generators import double_weave, howell, mitchell, relay_mitchell
from transforms.balance.movement import BOARD_SET, Movement, directions, turned
from transforms.balance.proof.prove import (
    Answer,
    Method,
    Multipliers,
    Proof,
    bound_1,
    bound_2,
    bound_of,
    number_of_multisets,
    parity_bound,
    prove,
    settled,
)
from transforms.balance.proof.recheck import rechecked
from transforms.balance.schedule import parse_schedule, write_schedule


def complete(tables: int) -> Movement:
    if tables % 4 == 0:
        return double_weave(tables)
    return mitchell(tables) if tables % 2 else relay_mitchell(tables)


def switched(movement: Movement, seed: int, share: float) -> Movement:
    """Some tables turned, at most half of each set."""
    at = np.random.default_rng(seed).random(len(movement.plays)) < share
    sets = movement.plays[:, BOARD_SET]
    return turned(movement, at ^ (2 * np.bincount(sets[at], minlength=sets.max() + 1) > np.bincount(sets))[sets])


def counts_of(movement: Movement) -> list[int]:
    """How many sets have k = 0, 1, 2 ... plays on which the field of pair 1 sits East-West."""
    r = movement.board_sets
    field = (directions(complete(r)) == 1).all(axis=1)
    k = (directions(movement)[field] == -1).sum(axis=0)
    return np.bincount(k, minlength=r // 2 + 1).tolist()


@pytest.mark.parametrize("tables", [*range(5, 11), *(pytest.param(n, marks=pytest.mark.nightly) for n in (11, 12))])
def test_best_values_of_the_source_are_the_best_there_are(tables: int) -> None:
    found = optimise(complete(tables), runs=160, bound=LEAST[tables])
    proof = prove(found.movement)
    assert (proof.ss, proof.bound, proof.optimal) == (LEAST[tables], LEAST[tables], True)
    assert proof.considered == number_of_multisets(tables)
    assert rechecked(found.movement, proof) == ([], True)


def test_relay_mitchell_of_eight_tables_cannot_reach_what_others_of_its_size_do() -> None:
    """The source: 91.38, where a Double Weave Mitchell has 94.64."""
    found = optimise(relay_mitchell(8), runs=32)
    proof = prove(found.movement)
    assert (proof.ss, proof.bound) == (1856, 1856)
    assert [(one.counts, one.bound_1, one.answer) for one in proof.beyond_bound_1] == [
        ([0, 8, 0, 0, 0], 1792, Answer.IMPOSSIBLE)
    ]
    assert rechecked(found.movement, proof) == ([], False)


@given(st.sampled_from([4, 5, 6, 7]), st.integers(0, 10**6), st.floats(0, 0.5))
@settings(max_examples=by_night(40), deadline=None)
def test_no_directions_are_below_any_bound(tables: int, seed: int, share: float) -> None:
    movement = switched(complete(tables), seed, share)
    counts, ss = counts_of(movement), sum_of_squares(movement)
    assert bound_1(tables, np.array([counts]))[0] <= ss
    assert bound_2(tables, counts, ss + 1)[0] <= ss
    assert parity_bound(movement) <= ss
    some = np.random.default_rng(seed).integers(-300, 300, size=100).tolist()
    classes = sum(1 for sets in counts[1:] if sets)
    twos = classes * (classes + 1) // 2
    assert bound_of(tables, counts, Multipliers(some[:twos], some[twos : twos + classes])) <= ss


@pytest.mark.parametrize("movement", [mitchell(7, 3), mitchell(5, 4)], ids=["7/3", "5/4"])
def test_every_choice_of_a_small_movement(movement: Movement) -> None:
    found = optimise(movement, runs=20)
    proof = prove(found.movement)
    assert proof.optimal
    assert objections(found.movement, proof) == []
    if proof.method is Method.EVERY_CHOICE:
        assert prove(movement).bound == found.ss
        better = prove(movement).better
        assert better is None or sum_of_squares(better) == found.ss
        wrong = proof._replace(bound=proof.bound + 4)
        assert any("directions with an SS below" in words for words in objections(found.movement, wrong))


def test_a_perfect_movement_needs_no_search() -> None:
    proof = prove(howell(8))
    assert (proof.method, proof.optimal, proof.bound) == (Method.PARITY, True, proof.ss)
    assert objections(howell(8), proof) == []


def test_a_large_movement_has_a_bound_and_a_gap() -> None:
    movement = mitchell(13, 9)
    proof = prove(movement)
    assert (proof.method, proof.optimal) == (Method.PARITY, False)
    assert 0 < proof.bound < optimise(movement, runs=16).ss < proof.ss
    assert objections(movement, proof) == []
    assert objections(movement, proof._replace(bound=proof.bound + 8)) != []


def test_what_is_possible_is_found() -> None:
    answer, at = settled(relay_mitchell(6), [1, 5, 0, 0], 601)
    assert answer is Answer.FOUND
    assert at is not None
    assert sum_of_squares(turned(relay_mitchell(6), at)) == 600


def test_a_claim_too_large_to_check_is_no_proof() -> None:
    large = Proof(sum_of_squares(mitchell(17)), 1, Method.MULTISETS, 1, [], None)
    assert "more multisets" in objections(mitchell(17), large)[0]
    assert "more choices" in objections(mitchell(17), large._replace(method=Method.EVERY_CHOICE))[0]


@pytest.mark.parametrize("method", Method)
def test_nothing_is_proved_where_somebody_plays_a_set_twice(method: Method) -> None:
    again = parse_schedule("3 1 5 1 0\n2-3 A\n3-1 A\n2-1 A\n3-2 A\n2-1 A")
    claim = Proof(164, 164, method, 0, [], None)
    assert objections(again, claim) == ["2 plays set 1 4 times: correct the schedule first"]


def one_set(tables: int, rounds: int = 1) -> Movement:
    """Each round a set of its own, played by all, in whatever directions."""
    shuffled = np.random.default_rng(tables).permuted(np.tile(np.arange(2 * tables), (rounds, 1)), axis=1)
    round_, table = np.repeat(np.arange(rounds), tables), np.tile(np.arange(tables), rounds)
    two = shuffled.reshape(-1, 2)
    plays = np.column_stack([round_, table, two, round_]).astype(np.int32)
    return Movement(2 * tables, tables, rounds, rounds, plays)


def test_every_choice_is_claimed_only_where_it_can_be_checked_again() -> None:
    follows, too_many = one_set(12, 2), one_set(13, 2)
    proof = prove(follows)
    assert (proof.method, proof.considered) == (Method.EVERY_CHOICE, 1 << 22)
    assert objections(follows, proof) == []
    assert prove(too_many).method is Method.PARITY
    claim = proof._replace(ss=sum_of_squares(too_many), considered=1 << 24)
    assert "24 tables to turn, 12 of one set" in objections(too_many, claim)[0]


@given(st.integers(2, 5), st.integers(2, 4), st.integers(0, 10**6))
@settings(max_examples=by_night(30), deadline=None)
def test_checked_again_whatever_sets_are_taken_together(tables: int, rounds: int, seed: int) -> None:
    movement = switched(one_set(tables, rounds), seed, 0.5)
    least = (
        min(
            sum_of_squares(turned(movement, np.array(at)))
            for at in product(*[[False] if first else [False, True] for first in movement.plays[:, 1] == 0])
        )
        if tables * rounds <= 10
        else optimise(movement, runs=20).ss
    )
    for together in (1, 8, 1024):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("transforms.balance.proof.recheck._WAYS_TOGETHER", together)
            claim = Proof(sum_of_squares(movement), least, Method.EVERY_CHOICE, 1 << (tables - 1) * rounds, [], None)
            assert objections(movement, claim) == []
            higher = claim._replace(bound=least + 1)
            assert any("SS below" in words for words in objections(movement, higher))


def test_what_is_considered_is_what_there_is() -> None:
    movement = one_set(4, 2)
    proof = prove(movement)._replace(method=Method.EVERY_CHOICE, bound=0, considered=1)
    assert objections(movement, proof) == ["64 choices must be considered, not 1"]
    assert objections(movement, proof._replace(method=Method.PARITY)) == ["0 choices must be considered, not 1"]


@pytest.fixture(scope="module")
def eleven() -> tuple[Movement, Proof]:
    movement = optimise(mitchell(11), runs=160, bound=6830).movement
    return movement, prove(movement)


def test_a_false_proof_is_caught(eleven: tuple[Movement, Proof]) -> None:
    movement, proof = eleven
    first, *rest = proof.beyond_bound_1
    bent = first._replace(both=[0] * len(first.both))
    assert "not ruled out" in objections(movement, proof._replace(beyond_bound_1=rest))[0]
    assert "not ruled out" in objections(movement, proof._replace(beyond_bound_1=[bent, *rest]))[0]
    short = first._replace(both=[], each=[])
    assert "not ruled out" in objections(movement, proof._replace(beyond_bound_1=[short, *rest]))[0]
    assert "multisets, not" in objections(movement, proof._replace(considered=1))[0]
    assert "listed twice" in objections(movement, proof._replace(beyond_bound_1=[first, first, *rest]))[0]
    assert (
        "do not exist" in objections(movement, proof._replace(beyond_bound_1=[first._replace(counts=[99]), *rest]))[0]
    )
    for bent, says in [
        (first._replace(bound_1=1), "has the bounds"),
        (first._replace(bound_2=10**9), "has the bounds"),
        (first._replace(answer=Answer.IMPOSSIBLE), "needs no answer, and has impossible"),
    ]:
        assert says in objections(movement, proof._replace(beyond_bound_1=[bent, *rest]))[0]
    assert "has SS" in objections(mitchell(11), proof)[0]
    assert "above the SS" in objections(movement, proof._replace(bound=6831))[0]
    assert "not complete" in objections(mitchell(11, 10), proof)[-1]


def run(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(app, ["balance", *map(str, arguments)])


def written(folder: Path, movement: Movement) -> Path:
    path = folder / "schedule.txt"
    path.write_text(write_schedule(movement), encoding="utf-8")
    return path


def test_optimised_proved_written_and_verified(tmp_path: Path) -> None:
    schedule, out = written(tmp_path, mitchell(7)), tmp_path / "better.txt"
    result = run("optimise", schedule, "-s", 20, "--prove", "--out", out)
    assert result.exit_code == 0, result.output
    assert "Qf 92.00" in result.stderr
    assert "SS 1050 is optimal: proved" in result.stderr
    assert sum_of_squares(read_schedule(out)) == 1050
    certificate = tmp_path / "better.certificate.json"
    assert json.loads(certificate.read_text(encoding="utf-8"))["bound"] == 1050
    verified = run("verify", certificate)
    assert verified.exit_code == 0
    assert verified.stdout.startswith("the certificate holds for every complete movement")
    assert verified.stdout.endswith(": SS 1050 is optimal: proved\n")


def test_what_stays_as_it_is(tmp_path: Path) -> None:
    movement = mitchell(7)
    schedule, out = written(tmp_path, movement), tmp_path / "better.txt"
    options: list[str | int | Path] = ["-s", 5, "-r", 1, "-r", 3, "-t", 2, "-f", 9, "--out", out]
    assert run("optimise", schedule, *options).exit_code == 0
    round_, table = movement.plays[:, 0], movement.plays[:, 1]
    stays = (round_ == 0) | (round_ == 2) | (table == 1) | (round_ * 7 + table < 9)
    assert (read_schedule(out).plays[stays] == movement.plays[stays]).all()
    assert sum_of_squares(read_schedule(out)) < sum_of_squares(movement)


def test_best_bound_known_and_the_gap(tmp_path: Path) -> None:
    schedule, out = written(tmp_path, mitchell(13, 9)), tmp_path / "better.txt"
    result = run("optimise", schedule, "-s", 16, "--prove", "--out", out)
    assert "best bound known" in result.stderr
    assert ", gap " in result.stderr
    assert run("verify", tmp_path / "better.certificate.json").exit_code == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-r", "8"], "-r 8: give a number from 1 to 7"),
        (["-f", "99999"], "-f 99999: give a number from 0 to 49"),
        (["--seconds", "-1"], "--seconds -1.0: give a number from 0 to"),
        (["--seconds", "nan"], "--seconds nan: give a number from 0 to"),
    ],
)
def test_refused(options: list[str], says: str, tmp_path: Path) -> None:
    result = run("optimise", written(tmp_path, mitchell(7)), *options)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_set_played_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "schedule.txt"
    path.write_text("4 2 2 1 0\n1-2 A 0-0 0\n1-3 A 0-0 0\n", encoding="utf-8")
    result = run("optimise", path)
    assert result.exit_code == 2
    assert "plays a board set twice" in result.stderr


@pytest.mark.parametrize("option", ["--out", "--certificate"])
def test_a_closed_place_is_reported_first(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transforms.balance.directions.optimise", never)
    result = run("optimise", written(tmp_path, mitchell(7)), "--prove", option, tmp_path / "none" / "here")
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["schedule.txt"]


def never(*_: object, **__: object) -> None:
    raise AssertionError


def test_a_schedule_that_cannot_be_written_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipelines.cli.balance.commands.put_whole", full)
    result = run("optimise", written(tmp_path, mitchell(7)), "-s", 2, "--out", tmp_path / "better.txt")
    assert result.exit_code == 2
    assert (
        "better.txt: this file cannot be written (No space left on device); the schedule is printed instead"
        in result.stderr
    )
    assert sum_of_squares(parse_schedule(result.stdout)) < sum_of_squares(mitchell(7))


def full(path: Path, _: str) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


@pytest.mark.parametrize(
    "where", ["pipelines.cli.balance.commands._found_in_words", "transforms.balance.proof.prove.bound_1"]
)
def test_stopped_with_the_best_so_far(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name = where.rsplit(".", 1)
    usual = getattr(import_module(module), name)

    def interrupted(*arguments: object) -> object:
        signal.raise_signal(signal.SIGINT)
        return usual(*arguments)

    monkeypatch.setattr(where, interrupted)
    out = tmp_path / "better.txt"
    result = run("optimise", written(tmp_path, mitchell(7)), "-s", 16, "--prove", "--out", out)
    assert result.exit_code == 130
    assert "stopped: this is the best so far" in result.stderr
    assert sum_of_squares(read_schedule(out)) == 1050
    assert not (tmp_path / "better.certificate.json").exists()


def test_a_second_interrupt_ends_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopped_gently() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_what_does_not_end_in_time_is_ended() -> None:
    start = time.monotonic()
    with stopped_gently(within=0.2):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            time.sleep(600)
    assert time.monotonic() - start < 60


MULTISET = {"counts": [1], "bound_1": 0, "bound_2": 0, "both": [0], "each": [0], "answer": None}


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"said": "SS 1 is optimal: proved"}, 1, 'said is "SS 1 is optimal: proved", but this follows: "SS 4584'),
        ({"holds_for": "everything"}, 1, 'holds_for is "everything", but this follows: "every complete movement'),
        ({"optimal": False}, 1, "optimal is false, but this follows: true"),
        ({"more": 1}, 2, "more: Extra inputs are not permitted"),
        ({"considered": -1}, 2, "considered: Input should be greater than or equal to 0"),
        (
            {"beyond_bound_1": [MULTISET | {"both": [10**12]}]},
            2,
            "beyond_bound_1.0.both.0: Input should be less than or equal to",
        ),
    ],
)
def test_what_does_not_follow_is_caught(change: dict[str, object], status: int, says: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    claims = json.loads((CERTIFICATES / "complete-10.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps(claims | change), encoding="utf-8")
    result = run("verify", path)
    assert result.exit_code == status
    assert says in result.stderr


def test_a_certificate_without_end(tmp_path: Path) -> None:
    with (tmp_path / "endless").open("wb") as file:
        file.truncate(10**12)
    result = run("verify", str(tmp_path / "endless"))
    assert result.exit_code == 2
    assert "bytes, too many for this kind of file: certificate" in result.stderr


NOT_OURS = "this is not a certificate that Barometer wrote"
OURS = '{"certificate": "barometer balance certificate 1"}'


@pytest.mark.parametrize(
    ("text", "why"),
    [*((text, NOT_OURS) for text in ("", "[]", '{"certificate": "another"}', "\x00")), (OURS, "said: Field required")],
)
def test_no_certificate(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(text, encoding="utf-8")
    result = run("verify", path)
    expected = f"barometer: {path}: {why}; name a file that `optimise --prove` wrote\n"
    assert (result.exit_code, result.stderr) == (2, expected)


@pytest.mark.parametrize("tables", LEAST)
def test_certificates_that_come_along(tables: int) -> None:
    """Those of 13 tables and more are checked by `barometer balance verify`: that takes some seconds each."""
    movement, proof, _ = read_certificate(CERTIFICATES / f"complete-{tables}.json")
    assert proof.method is Method.MULTISETS
    assert proof.ss == proof.bound == LEAST[tables] == sum_of_squares(movement) == known_bound(movement)
    assert all(one.answer is None and one.bound_1 < proof.bound <= one.bound_2 for one in proof.beyond_bound_1)
    assert sum_of_squares(read_schedule(CERTIFICATES / f"complete-{tables}.txt")) == proof.ss
    if tables <= 12:
        assert objections(movement, proof) == []


def objections(movement: Movement, proof: Proof) -> list[str]:
    return rechecked(movement, proof).objections
