"""Say in words which K the rules of a season give to which players."""

from collections.abc import Mapping
from typing import Any

from pipelines.words.words import short
from transforms.tables.messages import gettext, gettext_noop, one_behind_the_other


def k_by_rules(rules: Mapping[str, Any]) -> str:
    """Describe the K of players, from a row of `RatingSeasons`: `By the rules K is 7.5 with up to ...`."""
    return " ".join(filter(None, (_by_steps(rules), _after_a_far_season(rules), _capped(rules), _of_halves(rules))))


def _by_steps(rules: Mapping[str, Any]) -> str:
    *steps, last = rules["k_steps"]
    if not steps:
        return gettext("By the rules K is {k} for everybody.", k=short(last["k"]))
    return gettext(
        "By the rules K is {steps}; for all others it is {k}.",
        steps=one_behind_the_other(gettext("{k} {whom}", k=short(step["k"]), whom=_whom(step)) for step in steps),
        k=short(last["k"]),
    )


def _whom(step: Mapping[str, Any]) -> str:
    limits = {
        "games_to": gettext("with up to {number} games before the season", number=step["games_to"]),
        "age_to": gettext(
            "for anyone who is at most {number} at the end of the year in which the season starts",
            number=step["age_to"],
        ),
        "rating_below": gettext("with a rating that never reached {number}", number=step["rating_below"]),
    }
    first, *others = (words for limit, words in limits.items() if step[limit] is not None)
    for other in others:
        first = gettext("{limit} and also {other}", limit=first, other=other)
    return first


def _after_a_far_season(rules: Mapping[str, Any]) -> str:
    if rules["turbo_k"] is None:
        return ""
    gaps = {"k": short(rules["turbo_k"]), "apart": rules["turbo_deviation"]}
    if rules["turbo_min_games"] == 1:
        return gettext(
            "K is {k} for a season whose performance differs from the rating before by more than {apart}.", **gaps
        )
    sentence = gettext_noop(
        "K is {k} for a season of {games} games or more whose performance differs from the rating before by "
        "more than {apart}."
    )
    return gettext(sentence, games=rules["turbo_min_games"], **gaps)


def _capped(rules: Mapping[str, Any]) -> str:
    cap = rules["k_games_cap"]
    if cap is None:
        return ""
    whole = gettext_noop(
        "K × the games of the season may be {most} at most: if it is more, K is lowered to the largest "
        "whole number that keeps this limit."
    )
    or_half = gettext_noop(
        "K × the games of the season may be {most} at most: if it is more, K is lowered to the largest whole "
        "or half number that keeps this limit."
    )
    return gettext(whole if rules["k_points"] == 1 else or_half, most=short(cap / rules["k_points"]))


def _of_halves(rules: Mapping[str, Any]) -> str:
    every = [*(step["k"] for step in rules["k_steps"]), rules["turbo_k"] or 0]
    broken = next((k for k in every if k % 1), None)
    if broken is None:
        return ""
    return gettext(
        "A K of {k} raises a rating by {one} for one point above the norm, and by {two} for two points; the "
        "new rating is rounded to a whole number.",
        k=short(broken), one=short(broken * rules["k_points"] / 2), two=short(broken * rules["k_points"]),
    )  # fmt: skip
