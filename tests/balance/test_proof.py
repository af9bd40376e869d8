"""Bounds are bounds, the best values of the source are the best there are, and a false proof is caught."""

from itertools import product

import numpy as np
import pytest
from balance.source import LEAST
from examples import by_night
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance.directions import optimise, sum_of_squares
from transforms.balance.generators import double_weave, howell, mitchell, relay_mitchell, scheveningen
from transforms.balance.movement import BOARD_SET, Movement, directions, turned
from transforms.balance.proof.meetings import Answer, parity_bound, settled
from transforms.balance.proof.prove import Method, Proof, bound_1, number_of_multisets, prove
from transforms.balance.proof.recheck import objections, rechecked
from transforms.balance.proof.row_types import Multipliers, bound_2, bound_of, is_complete
from transforms.balance.schedule import parse_schedule


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


@pytest.mark.parametrize("tables", range(5, 13))
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


def test_which_movements_are_complete() -> None:
    assert is_complete(relay_mitchell(6))
    assert is_complete(switched(scheveningen(6), 1, 0.4))
    assert is_complete(optimise(double_weave(8), runs=1).movement)
    assert not is_complete(howell(8))
    assert not is_complete(mitchell(7, 6))
    assert not is_complete(mitchell(7)._replace(individual=True))


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
    assert objections(again, claim) == ["2 plays set 1 4 times: mend the schedule first"]


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
    assert objections(movement, proof) == ["64 choices are to be considered, not 1"]
    assert objections(movement, proof._replace(method=Method.PARITY)) == ["0 choices are to be considered, not 1"]


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
