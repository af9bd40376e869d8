"""Words of pages: scores, balances, fields, numbers, and where the K of a rating comes from."""

import tomllib
from collections.abc import Callable
from typing import Any

from pipelines.machine.source import REFERENCE
from pipelines.settings.ratings import rating_systems
from pipelines.words import words
from pipelines.words.desk_words import balance_mark
from pipelines.words.rules_of_k import k_by_rules

SOUND, AS_RULED = {"balanced": True, "as_ruled": False}, {"balanced": True, "as_ruled": True}
FAILS = {"balanced": False, "as_ruled": False}
BALANCES = {
    (42.0, 42.0, 12.0): (SOUND, "NS 42 + EW 42 = 7 × 12"),
    (42.0, 44.4, 12.0): (AS_RULED, "NS 42 + EW 44.4 = 86.4, as ruled"),
    (42.0, 42.1, 12.0): (SOUND, "NS 42 + EW 42.1 = 84.1, as rounded"),
    (42.0, 43.0, 12.0): (FAILS, "Does not balance: NS 42 + EW 43 = 85; 7 × 12 = 84"),
    (11.5, -11.5, None): (SOUND, "NS 11.5 and EW −11.5 cancel out"),
    (5.0, 3.0, None): (AS_RULED, "NS 5 and EW 3 make 8, as ruled"),
    (5.0, -4.0, None): (FAILS, "Does not balance: NS 5 and EW −4 make 1"),
    (None, None, 12.0): (SOUND, "Nobody earned points"),
}
"""Points North-South and East-West, and the top -> the state of the board, and what is said of it."""
BOARDS = [
    ([SOUND], "1 board, and it balances"),
    ([SOUND] * 14, "14 boards, all of them balance"),
    ([SOUND] * 11 + [AS_RULED] * 3, "14 boards: 11 balance, 3 as ruled"),
    ([SOUND, AS_RULED, FAILS], "3 boards: 1 balances, 1 as ruled, 1 does not balance"),
]
VULNERABLE = "neither N-S E-W both N-S E-W both neither E-W both neither N-S both neither N-S E-W"
SAID: dict[Callable[..., str], dict[Any, str]] = {
    words.won: {
        (0.5, "butler"): "+0.50",
        (-0.5, "cross_imps"): "−0.50",
        (0.0, "butler"): "0.00",
        (61.2, "matchpoints"): "61.20",
        (None, "butler"): "",
        (None, None): "",
    },
    words.field_name: {
        ("A",): "Line A",
        ("A+C",): "Lines A + C",
        ("A NS",): "Line A, North-South",
        ("A+B EW",): "Lines A + B, East-West",
    },
    words.fixed: {(61.5,): "61.50", (-0.5,): "−0.50", (0.0,): "0.00", (-1e-15,): "0.00"},
    words.short: {(432.0,): "432", (11.83,): "11.83", (-0.5,): "−0.5", (100.0,): "100", (0.0,): "0", (-1e-15,): "0"},
    words.change: {(4.66,): "+4.66", (-2.0,): "−2.00", (0.0,): "="},
    balance_mark: {
        **{(100.0,): "excellent", (90.0,): "excellent", (89.99,): "good", (80.0,): "good", (None,): ""},
        **dict.fromkeys([(79.99,), (60.01,)], "between moderate and good"),
        **dict.fromkeys([(60.0,), (0.0,)], "moderate to poor"),
    },
}


def test_numbers_fields_and_marks_in_words() -> None:
    for function, cases in SAID.items():
        assert {given: function(*given) for given in cases} == cases


def test_every_profile_of_scoring_has_a_name() -> None:
    profiles = tomllib.loads((REFERENCE / "scoring_profiles.toml").read_text("utf-8"))
    assert not [profile for profile in profiles if words.profile_name(profile) == profile]


def test_entrants_stand_in_order_of_number() -> None:
    assert sorted(["10", "2", "B", "1EW", "1NS", "A"], key=words.in_number_order) == ["1EW", "1NS", "2", "10", "A", "B"]


def test_a_balance_is_said_with_its_sums_and_boards_are_counted() -> None:
    for (ns, ew, top), (state, said) in BALANCES.items():
        assert words.balance({"results": 7, "ns_points": ns, "ew_points": ew, "top": top, **state}) == said
    for boards, said in BOARDS:
        assert words.balances(boards) == said


def test_dealer_and_vulnerability_are_those_of_law_2() -> None:
    for board in range(1, 33):
        dealer = ["North", "East", "South", "West"][(board - 1) % 4]
        assert words.dealt(board) == f"dealer {dealer}, {VULNERABLE.split()[(board - 1) % 16]} vulnerable"


def test_where_a_k_comes_from_is_said_with_all_limits_and_what_many_games_do() -> None:
    kndb, fide = (rating_systems()[system].model_dump() for system in ("kndb", "fide"))
    for_all = fide | {"k_steps": [fide["k_steps"][-1] | {"k": 7.5}], "k_games_cap": None}
    assert k_by_rules(kndb) == (
        "By the rules K is 7.5 with up to 125 games before the season; for all others it is 5. K is 10 "
        "for a season whose performance differs from the rating before by more than 100. A K of 7.5 "
        "raises a rating by 7.5 for one point above the norm, and by 15 for two points; the new rating "
        "is rounded to a whole number."
    )
    assert k_by_rules(fide) == (
        "By the rules K is 40 with up to 29 games before the season; 40 for anyone who is at most 18 at "
        "the end of the year in which the season starts and also with a rating that never reached 2300; 20 "
        "with a rating that never reached 2400; for all others it is 10. K × the games of the season may "
        "be 700 at most: if it is more, K is lowered to the largest whole number that keeps this limit."
    )
    assert k_by_rules(for_all) == (
        "By the rules K is 7.5 for everybody. A K of 7.5 raises a rating by 3.75 for one point above "
        "the norm, and by 7.5 for two points; the new rating is rounded to a whole number."
    )
