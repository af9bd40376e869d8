"""What the numbers of a method say to a player: the reader's own numbers, in sentences."""

from transforms.explanation import words

LINE = {"field": "B", "high": 100.0, "low": 50.0, "middle": 75.0}
BALANCED = {"rule": "balanced", **LINE, "average_score": 50.0, "top_score": 63.5}


def test_balanced_says_what_the_score_earned_beside_an_average_one() -> None:
    """11.01 below 50, of 13.5 that are worth 25: 20.39."""
    earned = 75 + (38.99 - 50) / 13.5 * 25
    assert words.points({**BALANCED, "score": 38.99, "before_rounding": earned}) == (
        "balanced: 50 on line B earns 75, the middle between 50 and 100; 63.5 earns 100; "
        "38.99 earns 20.39 less than an average score"
    )
    assert words.points({**BALANCED, "score": 50.0, "before_rounding": 75.0}).endswith("; 50 earns just that")


def test_balanced_says_why_a_score_may_pass_the_ends_of_the_line() -> None:
    above = words.points({**BALANCED, "score": 64.85, "before_rounding": 102.5})
    assert above.endswith("64.85 earns 27.5 more than an average score; whoever scores more than 63.5 passes 100")
    below = words.points({**BALANCED, "score": 35.15, "before_rounding": 47.5})
    assert below.endswith("27.5 less than an average score; whoever scores less than 36.5 drops below 50")
    at_the_end = words.points({**BALANCED, "score": 63.5, "before_rounding": 100.0})
    assert at_the_end.endswith("63.5 earns 25 more than an average score")


def test_the_other_methods_say_who_earns_what() -> None:
    place = {"rule": "place", **LINE, "place": 4.5, "entrants": 12}
    assert words.points(place) == (
        "by place: the first of 12 earns 100, the last 50, the others evenly in between; here place 4.5"
    )
    proportional = {"rule": "proportional", **LINE, "best": 62.0, "worst": 40.5, "score": 50.25}
    assert words.points(proportional) == (
        "in proportion: the best score, 62, earns 100, the worst, 40.5, earns 50; here 50.25"
    )
    dynamic = {**BALANCED, "rule": "dynamic", "middle": 71.25, "score": 60.8, "before_rounding": 91.25}
    assert words.points(dynamic) == (
        "dynamic: a score of 50 earns the strength of the field, 71.25; 63.5 earns half the width of a line more; "
        "60.8 earns 20 more than an average score"
    )
