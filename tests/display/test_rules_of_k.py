"""Where the K of a rating comes from, beside the number: half points among them."""

from typing import Any

from pipelines.display.rules_of_k import k_by_rules
from pipelines.settings.ratings import rating_systems


def rules(system: str) -> dict[str, Any]:
    return rating_systems()[system].model_dump()


def test_the_k_of_kndb_comes_to_a_half_by_its_rules_and_says_what_a_point_brings() -> None:
    assert k_by_rules(rules("kndb")) == (
        "By the rules K is 7.5 with up to 125 games before the season, and 5 for all others. It is 10 where the"
        " season’s performance is more than 100 from the rating before. A K of 7.5 raises a rating by 7.5 for a point"
        " above the norm, and by 15 for two; the rating that comes out is rounded to a whole number."
    )


def test_every_step_is_told_and_whole_ks_need_no_more() -> None:
    assert k_by_rules(rules("fide")) == (
        "By the rules K is 40 with up to 29 games before the season, 40 with a rating that never was 2300, for who"
        " turns 18 at most, 20 with a rating that never was 2400, and 10 for all others."
    )


def test_a_k_for_games_of_one_point_brings_half_of_it_a_point() -> None:
    none = {"games_to": None, "rating_below": None, "age_to": None}
    one = {"k_points": 1, "k_steps": [{**none, "k": 7.5}], "turbo_k": None, "turbo_deviation": 100}
    assert k_by_rules(one) == (
        "By the rules K is 7.5 for everybody. A K of 7.5 raises a rating by 3.75 for a point above the norm, and by 7.5"
        " for two; the rating that comes out is rounded to a whole number."
    )
