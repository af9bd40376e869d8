"""Ratings and calibration in words: every sum makes the published rating, and every flag says what raised it."""

import math
from fractions import Fraction
from typing import Any

import polars as pl
from each import cases
from examples import by_night
from explanation.working_out import worked_out as calculated
from factories import Tables
from hypothesis import given as drawn
from hypothesis import settings
from ratings.federations import federations, given, listed
from reports.federation import CLUB, Meeting, warehouse
from reports.reading import warehouse as warehouse_of

from pipelines.reports.pages.rating_words import (
    Sum,
    change_by_norms,
    flags_in_words,
    number,
    performance,
    tendency,
    worked_out,
)
from pipelines.reports.tables.columns import rating_tables
from pipelines.settings.ratings import rating_table
from transforms.ratings import rating_lists
from transforms.ratings.games import rated_games


def scored(one: str, other: str, points: float, games: int, year: int = 0) -> list[Meeting]:
    """So many games in which the first scores so much: won as long as it lasts, then drawn, then lost."""
    left = [min(2.0, max(0.0, points - 2 * number)) for number in range(games)]
    return [(year, one, other, each) for each in left]


def row_of(player: str, meetings: list[Meeting], years: int = 1, /, **options: Any) -> dict[str, Any]:
    """The last season of a player. Options with a tuple are ratings from before, all others rules."""
    before = {who: value for who, value in options.items() if isinstance(value, tuple)}
    rules = {name: value for name, value in options.items() if name not in before}
    made = rating_tables(warehouse(meetings, given(CLUB, **before), names={}, years=years, **rules))
    return made["seasons"].filter(player_id=player).row(-1, named=True)


def test_kndb_rekenvoorbeeld_a() -> None:
    meetings = scored("strong", "weak", 26, 20)
    before = {"strong": (1606, 126), "weak": (1415, 126)}
    assert worked_out(row_of("strong", meetings, turbo_k=None, **before)) == Sum(
        "1606 + 5 × (26 − 30) = 1586",
        ("The old rating, plus K for every point above the norm (minus K for every point below it) of 20 games."),
    )
    assert worked_out(row_of("weak", meetings, turbo_k=None, **before)).formula == "1415 + 5 × (14 − 10) = 1435"


@cases((14, 35, "1606 − 110 = 1496"), (12, 30, "1606 − 149 = 1457"))
def test_kndb_rekenvoorbeeld_b(points: int, percentage: int, formula: str) -> None:
    row = row_of("new", scored("new", "old", points, 20), old=(1606, 126))
    made = worked_out(row)
    assert made.formula == formula
    assert made.note.startswith("The average rating of the opponents in 20 games is 1606;")
    assert f"{points} of 40 points is {percentage} %," in made.note


def test_opponents_worked_out_together_are_shown_with_their_numbers() -> None:
    meetings = [*scored("new", "old", 1, 1), *scored("new", "newer", 1, 1)]
    made = worked_out(row_of("new", meetings, old=(1500, 126)))
    assert made.formula == "1500 + 0 = 1500"
    assert "is (1500 + 1500) ÷ 2 = 1500; 1 of them had no rating yet" in made.note
    newer = worked_out(row_of("newer", meetings, old=(1500, 126)))
    assert "is (1500) ÷ 1 = 1500; 1 of them" in newer.note
    assert "about" not in newer.note + made.note


def test_a_sum_of_rounded_stand_ins_that_ends_elsewhere_is_reported_as_unrounded() -> None:
    row = row_of("new", [*scored("new", "old", 1, 1), *scored("new", "newer", 1, 1)], old=(1500, 126))
    made = worked_out({**row, "rating": 1501})
    assert made.formula == "1500 + 0 = 1500, unrounded 1501"
    assert "counts unrounded, but is shown rounded here, as on the list" in made.note


def test_a_change_by_norms_is_the_product_and_then_its_rounding() -> None:
    """Worked by hand: 100 apart make a norm of 1.28; a rating moves by 4 where the product is 3.6."""
    met = {"one": (1500, 126), "other": (1400, 126)}
    one = row_of("one", [(0, "one", "other", 2.0)], turbo_k=None, **met)
    words = "K × (points − norm): {}; 2 points in 1 game, where the ratings expected {}"
    assert change_by_norms(one) == [
        words.format("5 × (2 − 1.28) = 3.6", "1.28"),
        "Change +4: the new rating is rounded to a whole number",
    ]
    fide = row_of("one", [(0, "one", "other", 2.0)], system="fide", **met)
    assert change_by_norms(fide) == [
        words.format("20 × (2 − 1.28) ÷ 2 = 7.2", "1.28"),
        "Change +7: the change is rounded to a whole number",
    ]
    whole = row_of("one", [(0, "one", "other", 2.0)], one=(1500, 126), other=(1500, 126), turbo_k=None)
    assert change_by_norms(whole) == [words.format("5 × (2 − 1) = 5", "1"), "Change +5"]
    held = row_of("one", scored("one", "other", 82, 60), max_gain_over_performance=30,
                  one=(1500, 126), other=(1500, 126))  # fmt: skip
    assert change_by_norms(held)[-1] == "Change +163"


def test_flags_say_what_raised_them() -> None:
    row = row_of("one", scored("one", "other", 80, 40), one=(1500, 126), other=(1500, 126))
    assert flags_in_words(row) == [
        ("Larger K", "K is 10, because the performance of 2236 is 736 above the old rating"),
        ("Estimated", "scored 100 %, for which the rating table gives no difference; +736 is used instead"),
        (
            "May have overshot",
            ("K × games = 10 × 40 = 400, more than 350: the rating went from 1500 to 1900, with a performance of 2236"),
        ),
    ]


def test_a_gain_is_held_at_the_performance_in_the_sum_and_in_words() -> None:
    meetings = scored("one", "other", 82, 60)
    row = row_of("one", meetings, one=(1500, 126), other=(1500, 126), max_gain_over_performance=30)
    assert row["flags"] == "turbo,overshoot,gain_capped"
    assert worked_out(row).formula == "1500 + 10 × (82 − 60) = 1720; at most 1633 + 30 = 1663: 1663"
    assert dict(flags_in_words(row))["Limited by the performance"] == (
        "the rating may rise to at most 30 above the performance of 1633"
    )


def test_a_k_is_lowered_for_many_games_and_a_newcomer_is_reported_what_a_first_rating_takes() -> None:
    row = row_of("one", scored("one", "other", 60, 50), one=(1500, 126), other=(1500, 126), system="fide")
    assert row["flags"] == "k_capped"
    assert dict(flags_in_words(row)) == {"K lowered": "K is 14: K × games may be at most 700; 700 ÷ 50 = 14"}
    row = row_of("new", [(0, "new", "bob", 1)], bob=(1700, 126), first_rating_games=5)
    assert worked_out(row) == Sum(
        "", ("No rating yet: a first rating requires 5 games against opponents with a rating.")
    )
    assert flags_in_words(row) == []


def test_added_draws_the_highest_first_rating_and_the_floor_are_in_the_words() -> None:
    """Case 19: a newcomer who beats five of 1500 has 1895 with two draws against 1800."""
    won: list[Meeting] = [(0, "new", f"old{number}", 2) for number in range(5)]
    others = {f"old{number}": (1500, 126) for number in range(5)}
    draws = {"first_rating_games": 5, "added_draws": 2, "added_draws_rating": 1800}
    made = worked_out(row_of("new", won, **others, **draws))
    assert made.formula == "1585.71 + 309 = 1894.71, rounded to 1895"
    assert made.note.startswith("These rules add 2 draws against 1800,")
    assert "12 of 14 points is 86 %" in made.note
    limited = row_of("new", won, **others, **draws, first_rating_at_most=1800)
    assert (limited["rating"], worked_out(limited).formula) == (1800, "1585.71 + 309 = 1894.71, at most 1800")
    low = row_of("new", won, **others, **draws, floor=1896)
    assert (low["rating"], low["flags"]) == (None, "below_floor")
    assert worked_out(low) == Sum("", "No rating: it would be below 1896, the lowest one under these rules.")


@cases((26.0, "26"), (29.96, "29.96"), (-3.5, "−3.5"), (Fraction(1, 400), "0.0025"), (0, "0"), (100, "100"))
def test_numbers_are_exact(value: float | Fraction, text: str) -> None:
    assert number(value) == text


@settings(deadline=None, max_examples=by_night(20))
@drawn(federations())
def test_every_sum_makes_the_published_rating(drawn_tables: Tables) -> None:
    """A formula for whoever got a new rating; by performance from the opponents, where all had a rating."""
    rows = seasons_of(drawn_tables)
    for row in rows.to_dicts():
        formula = worked_out(row).formula
        assert bool(formula) == (row["method"] is not None)
        if formula:
            assert final(formula) == row["rating"], formula
    of_opponents = rows.filter(method="performance")
    for row in of_opponents.to_dicts():
        exact = Fraction(row["opponents"], row["games"]) + row["adds"]
        assert abs(row["rating"] - exact) <= (1 if row["stand_ins"] else Fraction(1, 2))
    by_norms = rows.filter(method="norm").to_dicts()
    for row in by_norms:
        assert abs(row["performance"] - Fraction(row["opponents"], row["games"]) - row["adds"]) <= Fraction(1, 2)
        assert performance(row)


def final(formula: str) -> int:
    """What a formula ends on; every step of it is worked out on the way."""
    end = 0
    for step in formula.replace("−", "-").replace("÷", "/").removeprefix("at most ").split("; "):
        sum_, _, made = step.removeprefix("at most ").partition(" = ")
        made, _, last = made.partition(": ")
        value, _, with_norms = made.partition(", ")
        assert abs(calculated(sum_) - calculated(value)) < (1 if "." in sum_ else 1e-9)
        end = int(last or with_norms.removeprefix("un").removeprefix("rounded ").removeprefix("to ") or value)
    return end


def seasons_of(tables: Tables) -> pl.DataFrame:
    rated = listed(tables)
    made = warehouse_of(
        raw_players=tables["players"],
        raw_rating_seasons=tables["seasons"],
        ratings_elo=rated,
        ratings_lists=rating_lists(rated, tables["players"], tables["seasons"]).collect(),
        ratings_games=rated_games(tables["games"], rated, tables["seasons"], rating_table()).collect(),
    )
    return rating_tables(made)["seasons"]


def bands(*differences: float, games: int = 2_000) -> list[dict[str, float]]:
    """A class of five percent each, from 51 up, with these differences between scored and expected."""
    lows = range(51, 51 + 5 * len(differences), 5)
    return [
        {"least": low, "most": low + 4, "expected": low + 2.0, "scored": low + 2.0 + difference, "games": games}
        for low, difference in zip(lows, differences, strict=True)
    ]


@cases(
    ((3, 2, 1, 4, -10, -5, -1, -8, -16), "71 % less 5 of the 5"),
    ((-3, -2, 1, -2, -10), "51 % less 4 of the 5"),
    ((-1, 2, 3, 1, 4), "56 % more 4 of the 4"),
    *((none, "") for none in ((1, -1, 1, -1, 1), (-1, -2), (0, 0, 0), (-1, -1, -1, 30), ())),
)
def test_a_tendency_holds_in_most_classes_from_some_percentage_up(differences: tuple[float, ...], words: str) -> None:
    sentence = tendency(bands(*differences), 3)
    if not words:
        assert sentence == ""
        return
    least, _, way, count = words.split(" ", 3)
    assert sentence.startswith(
        f"In games in which the favourite was expected to score {least} % or more, favourites scored {way} than"
    )
    assert f"in {count} classes that have a dot" in sentence
    assert sentence.endswith("So luck may explain a single dot inside its bar, but not all of them together.")


def test_what_luck_alone_may_do_is_no_tendency_and_a_class_without_a_dot_says_nothing() -> None:
    assert tendency(bands(-2, -4, -6, games=20), 3) == ""
    few = [{**row, "games": 2} for row in bands(-1, -2, -3)]
    assert tendency(few, 3) == ""
    assert "in 3 of the 3" in tendency([*few[:1], *bands(9, -2, -3, -4)[1:]], 3)


def test_the_numbers_are_of_all_games_of_these_classes() -> None:
    rows = bands(-2, -4, -6, games=180)
    rows[2] |= {"games": 540}
    expected = (53 * 180 + 58 * 180 + 63 * 540) / 900
    luck = 2 * math.sqrt(180 * 53 * 47 + 180 * 58 * 42 + 540 * 63 * 37) / 900
    assert f": {expected - 4.8:.1f} % instead of {expected:.1f} %, in 900 games." in tendency(rows, 3)
    assert f"Luck alone explains up to {luck:.1f} % more or less, 19 times in 20." in tendency(rows, 3)
