"""Where the K of a rating comes from, in words: which players have which, by the rules of a season."""

from collections.abc import Mapping
from typing import Any

from pipelines.display.words import short
from transforms.messages import gettext

_BETWEEN = ", "


def k_by_rules(rules: Mapping[str, Any]) -> str:
    """`By the rules K is 7.5 with up to 125 games before the season, and 5 for all others. ...`.

    Args:
        rules: `k_points`, `k_steps`, `turbo_k` and `turbo_deviation` of `RatingSeasons`.
    """
    *steps, last = rules["k_steps"]
    told = (
        gettext("By the rules K is {k} for everybody.", k=short(last["k"]))
        if not steps
        else gettext(
            "By the rules K is {steps}, and {k} for all others.",
            steps=_BETWEEN.join(gettext("{k} {whom}", k=short(step["k"]), whom=_whom(step)) for step in steps),
            k=short(last["k"]),
        )
    )
    larger = (
        gettext(
            "It is {k} where the season’s performance is more than {apart} from the rating before.",
            k=short(rules["turbo_k"]), apart=rules["turbo_deviation"],
        )
        if rules["turbo_k"] is not None
        else ""
    )  # fmt: skip
    return " ".join(filter(None, (told, larger, _of_halves(rules))))


def _whom(step: Mapping[str, Any]) -> str:
    """Which players a step is for."""
    limits = {
        "games_to": gettext("with up to {number} games before the season", number=step["games_to"]),
        "rating_below": gettext("with a rating that never was {number}", number=step["rating_below"]),
        "age_to": gettext("for who turns {number} at most", number=step["age_to"]),
    }
    return _BETWEEN.join(words for limit, words in limits.items() if step[limit] is not None)


def _of_halves(rules: Mapping[str, Any]) -> str:
    """What a K that is no whole number does."""
    every = [*(step["k"] for step in rules["k_steps"]), rules["turbo_k"] or 0]
    broken = next((k for k in every if k % 1), None)
    if broken is None:
        return ""
    return gettext(
        "A K of {k} raises a rating by {one} for a point above the norm, and by {two} for two; the rating that comes "
        "out is rounded to a whole number.",
        k=short(broken), one=short(broken * rules["k_points"] / 2), two=short(broken * rules["k_points"]),
    )  # fmt: skip
