"""Formulas with their numbers filled in, and what the numbers of a method say to a player, in sentences."""

import polars as pl
from explanation.working_out import hundredths, worked_out, wrong
from factories import Tables, close_to
from hypothesis import given
from hypothesis import strategies as st
from rankings.seasons import RANKED_FROM, federations, points_of, some_seasons

from transforms.explanation import formulas, words
from transforms.explanation.formulas import filled_in, number
from transforms.explanation.points import FORMULAS, explained_championship, explained_points, explained_rankings
from transforms.rankings.championships import individual, individual_sessions
from transforms.rankings.rankings import player_rankings
from transforms.tables.schemas import COMPETITION


def filled(formula: str, **columns: float | list[float]) -> str:
    rows = pl.DataFrame({name: [value] for name, value in columns.items()})
    rows = rows.with_columns(made=formulas.worked_out(rows, formula))
    return filled_in(rows, formula, "made").item()


def test_the_club_ranking_place_four_of_twelve() -> None:
    place = FORMULAS["place"]
    assert filled(place, high=100, low=60, entrants=12, place=4) == "100 - (100 - 60) / (12 - 1) × (4 - 1)"


def test_a_list_is_added_up() -> None:
    some = {"earned": [82.5, 77, 90.0], "missing": 3, "substitute": 70, "window": 6}
    assert filled("(earned + missing * substitute) / window", **some) == "(82.5 + 77 + 90 + 3 × 70) / 6"


def test_what_is_below_zero_is_taken_off() -> None:
    """A pair far below the lowest line earns less than nothing: nobody writes `167.59 + -17.59`."""
    taken_off = filled("(counting) / counted", counting=[152.16, 167.59, -17.59], counted=3)
    assert taken_off == "(152.16 + 167.59 - 17.59) / 3"
    assert filled("(counting) / counted", counting=[-2.5, -1.0], counted=2) == "(-2.5 - 1) / 2"
    assert filled("high - low", high=10, low=-5) == "10 + 5"


def test_as_many_decimals_as_lead_there() -> None:
    """A third of a percent between best and worst carries the rounding of the scores to the points."""
    close = filled(FORMULAS["proportional"], high=100, low=60, best=52.3333, worst=52.0, score=52.1234)
    assert close == "100 - (100 - 60) × (52.3333 - 52.1234) / (52.3333 - 52)"


@given(
    high=st.integers(50, 120),
    width=st.floats(5, 60),
    score=st.floats(30, 70),
    middle=st.floats(40, 90),
    method=st.sampled_from(["balanced", "dynamic"]),
)
def test_what_is_read_makes_the_result(high: int, width: float, score: float, middle: float, method: str) -> None:
    numbers = {"high": high, "low": high - width, "width": width, "middle": middle}
    numbers |= {"score": score, "average_score": 50, "top_score": 63.5}
    rows = pl.DataFrame({name: [float(value)] for name, value in numbers.items()})
    made = formulas.worked_out(rows, FORMULAS[method])
    read = worked_out(filled_in(rows.with_columns(made=made), FORMULAS[method], "made").item())
    assert hundredths(read) == hundredths(made.item()) or abs(float(read) - made.item()) < 0.0005


def test_a_number_has_as_few_decimals_as_say_it() -> None:
    for value, written in [
        *((12.0, "12"), (0.5, "0.5"), (11.825, "11.83"), (2.675, "2.68"), (-2.675, "-2.68")),
        *((-0.001, "0"), (-250.0, "-250")),
    ]:
        assert pl.select(number(pl.lit(value))).item() == written


LINE = {"field": "B", "high": 100.0, "low": 50.0, "middle": 75.0}
BALANCED = {"rule": "balanced", **LINE, "average_score": 50.0, "top_score": 63.5}


def test_balanced_says_what_the_score_earned_next_to_an_average_one() -> None:
    """11.01 below 50, of 13.5 that are worth 25: 20.39."""
    earned = 75 + (38.99 - 50) / 13.5 * 25
    assert words.points({**BALANCED, "score": 38.99, "before_rounding": earned}) == (
        "balanced: 50 on line B earns 75, the middle between 50 and 100; 63.5 earns 100; "
        "38.99 earns 20.39 less than an average score"
    )
    assert words.points({**BALANCED, "score": 50.0, "before_rounding": 75.0}).endswith("; 50 earns exactly that")


def test_balanced_says_why_a_score_may_pass_the_ends_of_the_line() -> None:
    above = words.points({**BALANCED, "score": 64.85, "before_rounding": 102.5})
    assert above.endswith("64.85 earns 27.5 more than an average score; anyone who scores more than 63.5 passes 100")
    below = words.points({**BALANCED, "score": 35.15, "before_rounding": 47.5})
    assert below.endswith("27.5 less than an average score; anyone who scores less than 36.5 drops below 50")
    at_the_end = words.points({**BALANCED, "score": 63.5, "before_rounding": 100.0})
    assert at_the_end.endswith("63.5 earns 25 more than an average score")


def test_the_other_methods_say_who_earns_what() -> None:
    place = {"rule": "place", **LINE, "place": 4.5, "entrants": 12}
    listed = "by place: the first of 12 earns 100, the last 50, the others evenly in between; here place 4.5"
    assert words.points(place) == listed
    proportional = {"rule": "proportional", **LINE, "best": 62.0, "worst": 40.5, "score": 50.25}
    listed = "in proportion: the best score, 62, earns 100, the worst, 40.5, earns 50; here 50.25"
    assert words.points(proportional) == listed
    dynamic = {**BALANCED, "rule": "dynamic", "middle": 71.25, "score": 60.8, "before_rounding": 91.25}
    assert words.points(dynamic) == (
        "dynamic: a score of 50 earns the strength of the field, 71.25; a score of 63.5 earns half the "
        "width of a line more; 60.8 earns 20 more than an average score"
    )


@some_seasons
@given(federations())
def test_what_is_explained_is_what_is_published(federation: Tables) -> None:
    results, entries, sessions, rules, players, matches = (federation[name] for name in RANKED_FROM)
    earned = points_of(federation)
    rankings = player_rankings(earned, players, rules).collect()
    points = explained_points(
        earned, results, sessions, rules, player_rankings=rankings, entries=entries, match_results=matches
    )
    assert points.height == earned.height
    by_place = points.filter(rule="place")
    assert (by_place["before_rounding"] + 0.5 + 1e-9).floor().equals(by_place["points"])
    others = points.filter(pl.col("rule") != "place")
    assert others["before_rounding"].to_list() == close_to(others["points"].to_list())
    assert not wrong(points["formula"], points["before_rounding"])
    from_rankings = points.filter(pl.col("method").is_in(["dynamic", "teams"]))
    assert not wrong(from_rankings["strength_formula"], from_rankings["middle"])

    explained = explained_rankings(earned, rankings, rules)
    last = rankings.group_by(*COMPETITION, "player_id", maintain_order=True).agg(
        published=pl.col("ranking").sort_by("date", "session_id").last(),
        before=pl.col("ranking_before").sort_by("date", "session_id").last(),
    )
    both = explained.join(last, on=(*COMPETITION, "player_id"))
    assert both.height == explained.height == last.height
    assert both["recomputed"].to_list() == close_to(both["published"].to_list())
    assert not wrong(both["formula"], both["published"])
    assert both["change"].to_list() == close_to((both["published"] - both["before"]).to_list())
    assert not wrong(both["change_formula"], both["change"])

    counting = individual_sessions(earned, rules).collect()
    standing = explained_championship(individual(counting, players, rules).collect(), counting, "player_id")
    assert not wrong(standing["formula"], standing["average"])
