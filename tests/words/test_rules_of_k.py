"""Where the K of a rating comes from, beside the number: half points among them."""

from typing import Any

from pipelines.settings.ratings import rating_systems
from pipelines.words.rules_of_k import k_by_rules


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
