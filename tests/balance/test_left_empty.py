"""Which number is best left empty where a pair is missing, and how it is said."""

import io
import json
from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from each import cases, items
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.movement.fitting import Evening, fitting
from pipelines.cli.movement.matter import printed_matter
from transforms.balance.book.offers import LeftEmpty, Offer
from transforms.balance.movement import EW, NS
from transforms.balance.quality import vacancy

SIX_ROUNDS = Evening(4, 24, rounds=6)
ONE_EMPTY = "Library: 8-pairs-6-rounds-last-empty"


def asked(*options: str) -> Result:
    return CliRunner().invoke(app, ["movement", *options], env={"COLUMNS": "100"})


@pytest.mark.parametrize("absent", [None, 3])
@pytest.mark.parametrize("tables", [2, 3, 6, pytest.param(9, marks=pytest.mark.nightly)])
def test_no_other_number_is_better_left_empty(tables: int, absent: int | None) -> None:
    for offer in fitting(Evening(tables, 24, absent=absent)):
        factors = [qf for qf in without_each(offer) if qf is not None]
        if not factors:
            assert offer.left_empty is None
            continue
        number, qf, least = offer.left_empty or LeftEmpty(0, 0, 0)
        assert (qf, least) == (pytest.approx(max(factors), abs=0.005), min(factors))
        assert without_each(offer)[number - 1] == qf
        if absent is not None:
            assert offer.qf == without_each(offer)[absent - 1]


def without_each(offer: Offer) -> list[float | None]:
    """Qf with each number left empty: of two winners worked out anew from the movement without that pair."""
    movement = offer.movement
    if offer.winners == 1:
        return vacancy(movement).by_absent
    factors: list[float | None] = []
    for absent in range(movement.pairs):
        plays = movement.plays[(movement.plays[:, NS : EW + 1] != absent).all(axis=1)]
        scores, squares, twos = 0, 0, 0
        for side in (NS, EW):
            field = sorted({*movement.plays[:, side].tolist()} - {absent})
            sets = [{int(play[-1]) for play in plays if pair in play[NS : EW + 1]} for pair in field]
            for place, one in enumerate(sets):
                for other in sets[:place]:
                    scores, squares, twos = scores + len(one & other), squares + len(one & other) ** 2, twos + 1
        each, rest = divmod(scores, twos)
        factors.append(100 * (twos * each * each + (2 * each + 1) * rest) / squares if scores else None)
    return factors


def named(evening: Evening, name: str) -> Offer:
    (offer,) = [offer for offer in fitting(evening) if offer.name == name]
    return offer


def test_perfecte_schemas_six_pairs_in_five_rounds_are_perfect_with_any_pair_absent() -> None:
    """Movement balance: Qf1av = 100, which `balans` finds "in no time"."""
    offer = named(Evening(3, 24, rounds=5), "Library: 6-pairs-5-rounds-2-sets")
    assert offer.left_empty == (6, 100, 100)
    assert vacancy(offer.movement).by_absent == [100.0] * 6


def test_eight_pairs_in_six_rounds_may_leave_the_last_number_empty() -> None:
    """One movement loses least on average over all numbers, the other with the last number empty."""
    offer = named(SIX_ROUNDS, ONE_EMPTY)
    assert offer.left_empty == (8, pytest.approx(91.67, abs=0.005), pytest.approx(45.83, abs=0.005))
    said = (
        "If a pair is missing, leave number 8 empty; the balance is then excellent, 91.7 of 100. With "
        "the worst number empty it is moderate to poor, 45.8 of 100."
    )
    assert printed_matter(offer, 4, None).sentences[2:4] == ["Balance: good, 80.0 of 100.", said]
    assert (vacancy(named(SIX_ROUNDS, "Library: 8-pairs-6-rounds").movement).pooled or 0) == pytest.approx(66)


@cases(
    (
        3,
        "Library: 8-pairs-6-rounds",
        "between moderate and good, 63.5 of 100.",
        "With number 8 empty, the balance would be between moderate and good, 68.8 of 100.",
    ),
    (8, ONE_EMPTY, "excellent, 91.7 of 100.", "No other empty number gives a better balance."),
)
def test_the_cards_say_whether_another_number_is_better(absent: int, name: str, balance: str, said: str) -> None:
    printed = printed_matter(named(SIX_ROUNDS._replace(absent=absent), name), 4, absent).sentences
    assert printed[2:4] == [f"Balance, without pair {absent}: {balance}", said]


def test_where_all_numbers_are_as_good_any_may_stay_empty() -> None:
    plain = next(one for one in fitting(Evening(7, 24, rounds=7)) if one.winners == 2)
    assert (plain.left_empty or LeftEmpty(0, 0, 1)).is_any
    assert printed_matter(plain, 3, None).sentences[3].startswith("If a pair is missing, any number may stay empty; ")
    assert "any: 97.62" in asked("--tables", "7", "--rounds", "7").stdout


def test_the_list_says_it_in_numbers_and_for_programs() -> None:
    assert "8: 91.67 (45.83)" in asked("--tables", "4", "--rounds", "6").stdout
    printed = json.loads(asked("--tables", "4", "--rounds", "6", "--format", "json").stdout)
    columns = ("leave_empty", "qf_left_empty", "qf_left_empty_least")
    assert [tuple(row[name] for name in columns) for row in printed] == [(8, 68.75, 63.46), (8, 91.67, 45.83)]
    rows = pl.read_csv(io.StringIO(asked("--tables", "2", "--absent", "3", "--format", "csv").stdout))
    assert rows.select(pl.col(columns).null_count()).row(0) == (rows.height,) * 3


@items(
    (9, "--rounds 8", 10, "the best number here"),
    (5, "--rounds 3", 6, "all numbers are equally good here"),
    (7, "--rounds 1 --boards 4", 8, "the best number is not known here"),
)
def test_an_odd_field_leaves_the_best_empty(tmp_path: Path, pairs: int, options: str, number: int, why: str) -> None:
    chosen = (*options.split(), "--choose", "1")
    done = asked("--pairs", str(pairs), *chosen, "--out", str(tmp_path / "odd"))
    words = f"With {pairs} pairs, number {number} stays empty ({why}), and its opponents sit out."
    assert words in " ".join(done.stderr.split())
    of_all = ("--tables", str((pairs + 1) // 2), *chosen, "--absent", str(number))
    assert "stays empty" not in asked(*of_all, "--out", str(tmp_path / "said")).stderr
    odd, said = ((tmp_path / name / "movement.html").read_text(encoding="utf-8") for name in ("odd", "said"))
    assert f"The opponents of pair {number} sit out." in odd
    assert odd == said


def test_of_an_odd_number_of_pairs_the_same_fits_in_the_order_of_how_even_it_is_then() -> None:
    full, odd = (
        json.loads(asked(*many, "--boards", "28", "--format", "json").stdout)
        for many in (("--tables", "5"), ("--pairs", "9"))
    )
    assert full[0]["movement"] == "Library: 10-pairs-6-rounds"
    assert [row["movement"] for row in odd[:2]] == ["Library: 10-pairs-8-rounds-last-empty", "Three-quarter Howell"]
    same, other = (Counter((row["movement"], row["qf_left_empty"]) for row in rows) for rows in (full, odd))
    assert same == other
    assert [row["qf"] for row in odd] == [row["qf_left_empty"] for row in odd]
    for winners in (1, 2):
        of_kind = [row["qf"] for row in odd if row["winners"] == winners and not row["shared"]]
        assert of_kind == sorted(of_kind, reverse=True)
        assert len(of_kind) > 1


def test_whoever_gave_a_number_reads_that_another_may_be_better() -> None:
    printed = "You chose which number stays empty"
    assert printed in asked("--tables", "3", "--rounds", "5", "--absent", "3").stderr
    assert printed not in asked("--tables", "3", "--rounds", "5").stderr
