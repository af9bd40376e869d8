"""Words of pages: scores, balances, fields, numbers, and where the K of a rating comes from."""

import tomllib
from typing import Any

import pytest
from each import each

from pipelines.machine.source import REFERENCE
from pipelines.settings.ratings import rating_systems
from pipelines.words import words
from pipelines.words.desk_words import balance_mark
from pipelines.words.rules_of_k import k_by_rules

STATES = {
    "balances": {"balanced": True, "as_ruled": False},
    "as ruled": {"balanced": True, "as_ruled": True},
    "fails": {"balanced": False, "as_ruled": False},
}
VULNERABLE = "neither N-S E-W both N-S E-W both neither E-W both neither N-S both neither N-S E-W"


def test_every_profile_of_scoring_has_a_name() -> None:
    profiles = tomllib.loads((REFERENCE / "scoring_profiles.toml").read_text("utf-8"))
    assert not [profile for profile in profiles if words.profile_name(profile) == profile]


@pytest.mark.parametrize(
    ("value", "scoring", "said"),
    [
        (0.5, "butler", "+0.50"),
        (-0.5, "cross_imps", "−0.50"),
        (0.0, "butler", "0.00"),
        (61.2, "matchpoints", "61.20"),
        (None, "butler", ""),
        (None, None, ""),
    ],
)
def test_what_may_be_won_or_lost_has_a_sign(value: float | None, scoring: str | None, said: str) -> None:
    assert words.won(value, scoring) == said


def test_entrants_stand_in_order_of_number() -> None:
    assert sorted(["10", "2", "B", "1EW", "1NS", "A"], key=words.in_number_order) == ["1EW", "1NS", "2", "10", "A", "B"]


@pytest.mark.parametrize(
    ("ns", "ew", "top", "state", "said"),
    [
        (42.0, 42.0, 12.0, "balances", "NS 42 + EW 42 = 7 × 12"),
        (42.0, 44.4, 12.0, "as ruled", "NS 42 + EW 44.4 = 86.4, as ruled"),
        (42.0, 42.1, 12.0, "balances", "NS 42 + EW 42.1 = 84.1, as rounded"),
        (42.0, 43.0, 12.0, "fails", "Does not balance: NS 42 + EW 43 = 85; 7 × 12 = 84"),
        (11.5, -11.5, None, "balances", "NS 11.5 and EW −11.5 cancel out"),
        (5.0, 3.0, None, "as ruled", "NS 5 and EW 3 make 8, as ruled"),
        (5.0, -4.0, None, "fails", "Does not balance: NS 5 and EW −4 make 1"),
        (None, None, 12.0, "balances", "Nobody earned points"),
    ],
)
def test_a_balance_is_said_with_its_sums(
    ns: float | None, ew: float | None, top: float | None, state: str, said: str
) -> None:
    board = {"results": 7, "ns_points": ns, "ew_points": ew, "top": top, **STATES[state]}
    assert words.balance(board) == said


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (["balances"], "1 board, and it balances"),
        (["balances"] * 14, "14 boards, all of them balance"),
        (["balances"] * 11 + ["as ruled"] * 3, "14 boards: 11 balance, 3 as ruled"),
        (["balances", "as ruled", "fails"], "3 boards: 1 balances, 1 as ruled, 1 does not balance"),
    ],
)
def test_boards_that_balance_are_counted_apart_from_those_as_ruled(states: list[str], said: str) -> None:
    assert words.balances([STATES[state] for state in states]) == said


@each(range(1, 33))
def test_dealer_and_vulnerability_are_those_of_law_2(board: int) -> None:
    dealer = ["North", "East", "South", "West"][(board - 1) % 4]
    assert words.dealt(board) == f"dealer {dealer}, {VULNERABLE.split()[(board - 1) % 16]} vulnerable"


@pytest.mark.parametrize(
    ("field", "name"),
    [("A", "Line A"), ("A+C", "Lines A + C"), ("A NS", "Line A, North-South"), ("A+B EW", "Lines A + B, East-West")],
)
def test_a_field_is_named_by_its_lines_and_direction(field: str, name: str) -> None:
    assert words.field_name(field) == name


def test_numbers_have_the_decimals_they_need_and_a_minus_sign() -> None:
    assert [words.fixed(value) for value in (61.5, -0.5, 0.0)] == ["61.50", "−0.50", "0.00"]
    assert [words.short(value) for value in (432.0, 11.83, -0.5, 100.0, 0.0)] == ["432", "11.83", "−0.5", "100", "0"]
    assert [words.short(-1e-15), words.fixed(-1e-15)] == ["0", "0.00"]
    assert [words.change(value) for value in (4.66, -2.0, 0.0)] == ["+4.66", "−2.00", "="]


def test_a_balance_has_the_mark_of_its_source() -> None:
    marks = [balance_mark(balance) for balance in (100.0, 90.0, 89.99, 80.0, 79.99, 60.01, 60.0, 0.0, None)]
    middle = "between moderate and good"
    assert marks == ["excellent", "excellent", "good", "good", middle, middle, *["moderate to poor"] * 2, ""]


def rules(system: str) -> dict[str, Any]:
    return rating_systems()[system].model_dump()


def test_the_k_of_kndb_comes_to_a_half_by_its_rules_and_says_what_a_point_brings() -> None:
    assert k_by_rules(rules("kndb")) == (
        "By the rules K is 7.5 with up to 125 games before the season; for all others it is 5. It is 10 where the"
        " season’s performance is more than 100 from the rating before. A K of 7.5 raises a rating by 7.5 for a point"
        " above the norm, and by 15 for two; the rating that comes out is rounded to a whole number."
    )


def test_every_step_is_told_with_all_its_limits_and_what_many_games_do() -> None:
    assert k_by_rules(rules("fide")) == (
        "By the rules K is 40 with up to 29 games before the season; 40 for anyone who turns 18 at most and also"
        " with a rating that never was 2300; 20 with a rating that never was 2400; for all others it is 10."
        " K × the games of the season may be 700 at most: where it would be more, K is lowered to the largest whole"
        " number that fits."
    )


def test_a_k_for_games_of_one_point_brings_half_of_it_a_point() -> None:
    fide = rules("fide")
    one = fide | {"k_steps": [fide["k_steps"][-1] | {"k": 7.5}], "k_games_cap": None}
    assert k_by_rules(one) == (
        "By the rules K is 7.5 for everybody. A K of 7.5 raises a rating by 3.75 for a point above the norm, and by 7.5"
        " for two; the rating that comes out is rounded to a whole number."
    )
