"""How a rating was computed, in words: the sum of a season, and what each flag means for the player.

What belongs here: sentences about one row of the table `seasons` of `rating_tables` (`tables/ratings.py`). The sums are
exact: points and norms are whole hundredths, and K is a multiple of a half.
"""

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pipelines.display.words import counted, fixed
from pipelines.reports.content import Row

_FLAGS = {
    "turbo": "Larger K",
    "estimated": "Estimated",
    "overshoot": "May have overshot",
    "gain_capped": "Held at the performance",
    "k_capped": "K lowered",
    "unlinked": "No rating",
    "one_game": "Larger K by one game",
    "few_games": "No rating yet",
}
_MEANINGS = {
    "overshoot": "With so many games at this K one season can carry a rating past the strength that it should find.",
    "one_game": "One game alone was far from the old rating, and brought the larger K: the rating jumps by it. "
    "A federation may ask for more games before that (turbo_min_games).",
    "gain_capped": "Nobody gains further beyond the performance of the season than the rules allow.",
    "k_capped": "K times the number of games is not to be larger than the rules allow.",
    "estimated": "A score of 100 or 0 % says that a player is far stronger or weaker than the opponents, not how far: "
    "the rating table has no difference there.",
}
WARNINGS = tuple(_MEANINGS)
"""The flags about which a list warns its readers, the most serious first."""

_MOST_TERMS = 6
"""Where more ratings than this stand in for missing ones, only their sum is shown."""


class Sum(NamedTuple):
    """How a rating was computed: the formula `1606 + 5 × (26 − 30) = 1586`, and a note on it."""

    formula: str
    note: str


def flag_name(flag: str) -> str:
    """The name of a flag for readers: `K lowered` for `k_capped`."""
    return _FLAGS[flag]


def flag_meaning(flag: str) -> str:
    """What a flag of `WARNINGS` says in general."""
    return _MEANINGS[flag]


def method_name(row: Row) -> str:
    """`norms`, `performance`, or "" for a player who did not get a new rating."""
    return {"norm": "norms", "performance": "performance", None: ""}[row["method"]]


def beyond_norm(row: Row) -> str:
    """Points beyond the norm, `+1.84`; "" where there is no norm."""
    if row["norm"] is None:
        return ""
    beyond = fixed(row["points"] - row["norm"])
    return beyond if beyond.startswith("−") else f"+{beyond}"


def worked_out(row: Row) -> Sum:
    """The sum of a season, up to the published rating."""
    if row["rating"] is None and "few_games" in (row["flags"] or ""):
        least = counted(row["first_rating_games"], "game")
        return Sum("", f"No rating yet: a first one takes {least} against opponents with a rating.")
    if row["rating"] is None:
        return Sum(
            "",
            "No rating: no opponent has one, nor anybody whom these played in turn, so there is nothing to measure by.",
        )
    if row["method"] == "norm":
        return _by_norms(row)
    if row["method"] == "performance":
        return _by_performance(row)
    if row["played"]:
        return Sum("", f"The rating stays: {counted(row['played'], 'game')}, all against players without a rating.")
    return Sum("", "The rating stays: no games.")


def performance(row: Row) -> str:
    """How the performance beside a rating by norms is computed; "" for a player who is not rated by norms."""
    if row["method"] != "norm" or row["opponents"] is None:
        return ""
    mean, adds = Fraction(row["opponents"], row["games"]), row["adds"]
    return (
        f"The mean rating of the opponents is {_close(mean)}; {_scored(row)}: "
        f"{_close(mean)} {_plus(adds)} = {_close(mean + adds)}"
    )


def flag_words(flag: str, row: Row) -> str:
    """What a flag means for this player, with the numbers that raised it."""
    k, games = row["k"], row["games"]
    if flag == "turbo":
        larger = "the larger K holds" if "k_capped" in row["flags"] else f"K is {number(k)}"
        return f"{larger}, since the performance of {_apart(row)}"
    if flag == "estimated":
        return (
            f"scored {row['percentage']} %, which the rating table gives no difference for: "
            f"{signed(row['adds'])} stands in for it"
        )
    if flag == "overshoot":
        per_two = Fraction(row["k"]) * row["k_points"] / 2
        return (
            f"K × games = {number(per_two)} × {games} = {number(per_two * games)}, beyond {row['overshoot_beyond']}: "
            f"from {_whole(row['rating_before'])} to {_whole(row['rating'])}, performance {_whole(row['performance'])}"
        )
    if flag in ("gain_capped", "one_game"):
        return _held(row) if flag == "gain_capped" else _by_one_game(row)
    if flag == "k_capped":
        scale = " for games of 1 point" if row["k_points"] == 2 else ""
        return f"K is {number(k)}: K{scale} × games may be {row['k_games_cap']} at most; {_k_by_cap(row)}"
    return "met nobody who has a rating, nor anybody who met somebody who has one"


def flags_in_words(row: Row) -> list[tuple[str, str]]:
    """(name, words) of every flag of the row except those of players without a rating, which `worked_out` explains."""
    flags = (row["flags"] or "").split(",")
    return [(flag_name(flag), flag_words(flag, row)) for flag in flags if flag not in ("", "unlinked", "few_games")]


def number(value: float | Fraction) -> str:
    """An exact number with no more decimals than it needs: `26`, `29.96`, `−3.5`."""
    exact = Fraction(value) if isinstance(value, Fraction | int) else Fraction(repr(value))
    text = f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


def signed(value: int) -> str:
    """`+57`, `−110`, `0`."""
    return f"{value:+d}".replace("-", "−") if value else "0"


# --- by norms -----------------------------------------------------------------------------------


def _by_norms(row: Row) -> Sum:
    """The old rating, and K for each point beyond the norm."""
    before, rating = row["rating_before"], row["rating"]
    points, norm = _hundredths(row["points"]), _hundredths(row["norm"])
    change = Fraction(repr(row["k"])) * row["k_points"] / 2 * (points - norm)
    half = "" if row["k_points"] == 2 else " ÷ 2"
    gained = f"{number(row['k'])} × ({number(points)} − {number(norm)}){half}"
    note = (
        f"The old rating, and K for every point beyond the norm of {counted(row['games'], 'game')}"
        f"{' against players with a rating' if row['played'] != row['games'] else ''}."
        f"{' K is stated for games of 1 point, so half of it counts here.' if half else ''}"
    )
    if row["rounded"] == "change":
        moved = _away(change)
        sum_ = f"{gained} = {_rounded(change, moved)}; {_whole(before)} {_plus(moved)} = {_whole(before + moved)}"
        by_norms = before + moved
    else:
        by_norms = _away(before + change)
        sum_ = f"{_whole(before)} + {gained} = {_rounded(before + change, by_norms)}"
    if by_norms == rating:
        return Sum(sum_, note)
    return Sum(
        f"{sum_}; at most {_whole(row['performance'])} + {row['max_gain_over_performance']} = "
        f"{_whole(row['performance'] + row['max_gain_over_performance'])}"
        + (f", and no lower than {_whole(before)}" if rating == before else "")
        + f": {_whole(rating)}",
        note,
    )


# --- by performance -----------------------------------------------------------------------------


def _by_performance(row: Row) -> Sum:
    """The mean of the opponents, and the difference that belongs to the percentage scored."""
    games, adds, rating = row["games"], row["adds"], row["rating"]
    new = row["rating_before"] is None
    why = "" if new else f"Rated by performance, with fewer than {counted(row['established_games'], 'game')} before. "
    so_far = "" if games == row["played"] else " of all seasons so far"
    if row["first_rating_games"]:
        so_far += " against opponents who had a rating"
    met = f"{why}The mean rating of the opponents in {counted(games, 'game')}{so_far} is"
    if row["opponents"] is None:
        return Sum("", f"{met} not told here: a list on which some of them have their first rating is missing.")
    mean = Fraction(row["opponents"], games)
    together = _mean_with_stand_ins(row, mean) if row["stand_ins"] else ""
    if _away(mean + adds) != rating:
        # This happens only where ratings that were computed together stand in: here they are rounded, in the sum not.
        return Sum(
            f"{_close(mean)} {_plus(adds)} = {_close(mean + adds)}, unrounded {_whole(rating)}",
            f"{met} {together or _close(mean)}; {_scored(row)}.",
        )
    rounded = "" if mean.denominator == 1 else f", rounded {_whole(rating)}"
    formula = f"{_close(mean)} {_plus(adds)} = {_close(mean + adds)}{rounded}"
    return Sum(formula, f"{met} {together or _close(mean)}; {_scored(row)}.")


def _mean_with_stand_ins(row: Row, mean: Fraction) -> str:
    """The mean rating of the opponents as a sum, with the ratings that were computed together with the player's own."""
    of_found = [(one["rating"], one["many"]) for one in row["stand_ins"]]
    found = sum(many for _, many in of_found)
    known = row["opponents"] - sum(rating * many for rating, many in of_found)
    terms = [f"{many} × {_whole(rating)}" if many > 1 else _whole(rating) for rating, many in of_found]
    if len(terms) > _MOST_TERMS:
        terms = [_whole(row["opponents"] - known)]
    summed = " + ".join([_whole(known), *terms] if found < row["games"] else terms)
    who = "1 of them" if found == 1 else f"{found} of them"
    return (
        f"({summed}) ÷ {row['games']} = {_close(mean)}; {who} had no rating yet, and the first rating, worked out "
        "together with this one, stands in, here as rounded on the list but unrounded in the rating"
    )


def _scored(row: Row) -> str:
    """The percentage scored, and the difference that belongs to it."""
    points, of = _hundredths(row["points"]), 2 * row["games"]
    exactly = "" if (100 * points / of).denominator == 1 else ", rounded"
    return (
        f"{number(points)} of {of} points is {row['percentage']} %{exactly}, "
        f"and to that belongs a difference of {signed(row['adds'])}"
    )


def _close(value: Fraction) -> str:
    """The value with two decimals, or with as many more as show which way it is rounded to a whole number."""
    decimals = 2
    while _away(_to(value, decimals)) != _away(value):
        decimals += 1
    return number(_to(value, decimals))


def _to(value: Fraction, decimals: int) -> Fraction:
    return Fraction(_away(value * 10**decimals), 10**decimals)


# --- numbers ------------------------------------------------------------------------------------


def _hundredths(value: float) -> Fraction:
    return Fraction(round(value * 100), 100)


def _away(value: Fraction) -> int:
    """The nearest whole number, halves away from zero."""
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def _rounded(value: Fraction, whole: int) -> str:
    return _whole(whole) if value == whole else f"{number(value)}, rounded {_whole(whole)}"


def _apart(row: Row) -> str:
    """`1600.4 is 100.4 above the old rating`, with as many decimals as the comparison needs."""
    before = row["rating_before"]
    found = Fraction(row["performance"])
    if row["turbo_performance"] == "exact" and row["opponents"] is not None:
        found = Fraction(row["opponents"], row["games"]) + row["adds"]
    apart = abs(found - before)
    decimals = 2
    while _to(apart, decimals) <= row["turbo_deviation"] < apart:
        decimals += 1
    return (
        f"{number(_to(found, decimals))} is {number(_to(apart, decimals))} "
        f"{'above' if found > before else 'below'} the old rating"
    )


def _held(row: Row) -> str:
    return (
        f"no further than the performance of {_whole(row['performance'])} and {row['max_gain_over_performance']} more"
    )


def _by_one_game(row: Row) -> str:
    return (
        f"one game alone brought the larger K, and moved the rating from {_whole(row['rating_before'])} to "
        f"{_whole(row['rating'])}; turbo_min_games of the rules may ask for more"
    )


def _k_by_cap(row: Row) -> str:
    """`300 ÷ 90 = 3.33, down to 3; half of it, 1.5`."""
    most, games = row["k_games_cap"], row["games"]
    down = most // games
    exactly = "" if most % games == 0 else f"{number(Fraction(100 * most // games, 100))}, down to "
    half = f"; half of it, {number(Fraction(down, 2))}" if row["k_points"] == 2 else ""
    return f"{most} ÷ {games} = {exactly}{down}{half}"


def _whole(value: int) -> str:
    return str(value).replace("-", "−")


def _plus(value: int) -> str:
    return f"− {-value}" if value < 0 else f"+ {value}"
