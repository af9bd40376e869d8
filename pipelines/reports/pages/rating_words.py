"""Explain in words the computation of a season's rating, exactly to hundredths, and the flags on ratings."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from pipelines.words.languages.numbers import written
from pipelines.words.lists import texts
from pipelines.words.words import counted, fixed
from transforms.tables.messages import gettext, gettext_noop, listed, ngettext, ngettext_noop

Row = dict[str, Any]

_OPPONENTS = {
    (False, False): gettext_noop("The average rating of the opponents in {games} is {mean}; {scored}."),
    (True, False): gettext_noop(
        "The average rating of the opponents in {games} of all seasons so far is {mean}; {scored}."
    ),
    (False, True): gettext_noop(
        "The average rating of the opponents in {games} against opponents who had a rating is {mean}; {scored}."
    ),
    (True, True): gettext_noop(
        "The average rating of the opponents in {games} of all seasons so far against opponents who had a rating is "
        "{mean}; {scored}."
    ),
}  # the sentence on the opponents, by two facts: games of earlier seasons count; unrated opponents do not count
_STAND_INS = ngettext_noop(
    (
        "{sum}; {number} of them had no rating yet, so the first rating is used. It is computed together with this"
        " rating, and counts unrounded, but is shown rounded here, as on the list"
    ),
    (
        "{sum}; {number} of them had no rating yet, so their first ratings are used. These are computed together with"
        " this rating, and count unrounded, but are shown rounded here, as on the list"
    ),
)
_APART = (-200, -100, 0, 100, 200)  # the rating differences for which a player's page states the expected score
_MOST_TERMS = 6  # if more ratings than this replace missing ones, only their sum is shown
_FEWEST = 3
_MOST = 0.75  # the share of classes on one side that makes a tendency


class Flag(NamedTuple):
    """A flag on a rating. If readers should beware of it, lists show its `mark` and explain its `meaning`."""

    title: str
    mark: str = ""
    meaning: str = ""


FLAGS = {
    name: Flag(title, texts("mark of a flag").get(name, ""), texts("meaning of a flag").get(name, ""))
    for name, title in texts("flag").items()
}  # the flags of players with a rating, the most serious first


class Sum(NamedTuple):
    """How a rating was computed: a formula such as `1606 + 5 × (26 − 30) = 1586`, and a note in words."""

    formula: str
    note: str


def method_name(row: Row) -> str:
    """Return the name of the method: `norms` or `performance`; "" if a player got no new rating."""
    return {"norm": gettext("norms"), "performance": gettext("performance")}.get(row["method"], "")


def why_not_listed(row: Row) -> str:
    """Say why a player is not on the ranking list."""
    if row["rating"] is None:
        return gettext("not on the list: no rating yet")
    if row["games_total"] < row["list_games"]:
        return ngettext(
            "not on the list: {played} of the {number} game required",
            "not on the list: {played} of the {number} games required",
            row["list_games"],
            played=row["games_total"],
        )
    if row["recent"] < row["list_recent_games"]:
        return ngettext(
            "not on the list: {played} of the {number} game required in this season and the one before",
            "not on the list: {played} of the {number} games required in this season and the one before",
            row["list_recent_games"],
            played=row["recent"],
        )
    return gettext("not on the list: only members and the country’s players are listed")


def beyond_norm(row: Row) -> str:
    """Return the points beyond the norm (the expected points), such as `+1.84`; "" without a norm."""
    if row["norm"] is None:
        return ""
    beyond = fixed(row["points"] - row["norm"])
    return beyond if beyond.startswith("−") else f"+{beyond}"


def worked_out(row: Row) -> Sum:
    """Return how the published rating follows from the games of a season."""
    if "below_floor" in (row["flags"] or ""):
        least = gettext("No rating: it would be below {floor}, the lowest one under these rules.", floor=row["floor"])
        return Sum("", least)
    if row["method"]:
        return _by_norms(row) if row["method"] == "norm" else _by_performance(row)
    if row["rating"] is not None and row["played"]:
        games = counted(row["played"], "game")
        note = gettext("The rating stays the same: {games}, all against opponents without a rating.", games=games)
    elif row["rating"] is not None:
        note = gettext("The rating stays the same: no games.")
    elif "few_games" in (row["flags"] or ""):
        least = counted(row["first_rating_games"], "game")
        note = gettext("No rating yet: a first rating requires {games} against opponents with a rating.", games=least)
    else:
        note = gettext(
            "No rating: neither the opponents nor anybody connected through other games has one, so there is "
            "nothing to compare with."
        )
    return Sum("", note)


def expected(rating: int | None, classes: Sequence[Row]) -> str:
    """Say what a player with this rating should score against others: `36 % against 1475`; "" without a rating."""
    if rating is None:
        return ""
    of_apart = ((apart, next(row for row in reversed(classes) if row["least"] <= abs(apart))) for apart in _APART)
    shares = ((rating + apart, row["higher" if apart < 0 else "lower"]) for apart, row in of_apart)
    said = gettext_noop("{percentage} % against {rating}")
    return listed(gettext(said, percentage=share, rating=number(other)) for other, share in shares)


def performance(row: Row) -> str:
    """Explain the performance that is shown next to a rating by norms; "" if the player is not rated by norms."""
    if row["method"] != "norm" or row["opponents"] is None:
        return ""
    mean, adds = Fraction(row["opponents"], row["games"]), row["adds"]
    said = gettext_noop("The average rating of the opponents is {mean}; {scored}: {sum}")
    return gettext(
        said, mean=_close(mean), scored=_scored(row), sum=f"{_close(mean)} {_plus(adds)} = {_close(mean + adds)}"
    )


def flag_words(flag: str, row: Row) -> str:
    """Explain a flag of `FLAGS`, with the numbers of this player that caused it."""
    gaps = {"before": number(row["rating_before"] or 0), "after": number(row["rating"])}
    match flag:
        case "turbo":
            return _turbo(row)
        case "k_capped":
            return _k_capped(row)
        case "estimated":
            sentence = gettext_noop(
                "scored {percentage} %, for which the rating table gives no difference; {difference} is used instead"
            )
            return gettext(sentence, percentage=row["percentage"], difference=signed(row["adds"]))
        case "gain_capped":
            said = gettext_noop("the rating may rise to at most {gain} above the performance of {performance}")
            return gettext(said, performance=number(row["performance"]), gain=row["max_gain_over_performance"])
        case "one_game":
            return gettext(
                "one game alone led to the larger K, and moved the rating from {before} to {after}; "
                "turbo_min_games of the rules may require more games",
                **gaps,
            )
        case _:  # overshoot
            games, per_two = row["games"], Fraction(row["k"]) * row["k_points"] / 2
            return gettext(
                "K × games = {product}, more than {most}: the rating went from {before} to {after}, with a "
                "performance of {performance}",
                product=f"{number(per_two)} × {games} = {number(per_two * games)}",
                most=row["overshoot_beyond"],
                **gaps,
                performance=number(row["performance"]),
            )


def flags_in_words(row: Row) -> list[tuple[str, str]]:
    """Return (title, explanation) for each flag of `FLAGS` in a row. `worked_out` explains all other flags."""
    flags = (row["flags"] or "").split(",")
    return [(gettext(FLAGS[flag].title), flag_words(flag, row)) for flag in flags if flag in FLAGS]


def number(value: float | Fraction) -> str:
    """Return an exact number as text with as few decimals as possible: `26`, `29.96`, `−3.5`."""
    exact = Fraction(value) if isinstance(value, Fraction | int) else Fraction(repr(value))
    text = f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"
    return written(text.rstrip("0").rstrip(".") if "." in text else text)


def signed(value: int) -> str:
    """Return a whole number as text with its sign: `+57`, `−110`, `0`."""
    return f"{value:+d}".replace("-", "−") if value else "0"


def _by_norms(row: Row) -> Sum:
    before, rating = row["rating_before"], row["rating"]
    product, change = gained(row)
    sentence = gettext_noop(
        "The old rating, plus K for every point above the norm (minus K for every point below it) of {games}."
    )
    if row["played"] != row["games"]:
        sentence = gettext_noop(
            "The old rating, plus K for every point above the norm (minus K for every point below it) of "
            "{games} against opponents with a rating."
        )
    note = gettext(sentence, games=counted(row["games"], "game"))
    if row["k_points"] != 2:
        note += " " + gettext("The rules give K for games of 1 point, so half of it counts here.")
    if row["rounded"] == "change":
        by_norms = before + _away(change)
        rounded = _rounded(change, _away(change))
        sum_ = f"{product} = {rounded}; {number(before)} {_plus(_away(change))} = {number(by_norms)}"
    else:
        by_norms = _away(before + change)
        sum_ = f"{number(before)} + {product} = {_rounded(before + change, by_norms)}"
    if by_norms != rating:
        performance, gain = row["performance"], row["max_gain_over_performance"]
        limit = f"{number(performance)} + {gain} = {number(performance + gain)}"
        form = gettext_noop("{sum}; at most {limit}: {rating}")
        if rating == before:
            form = gettext_noop("{sum}; at most {limit}, and no lower than {before}: {rating}")
        sum_ = gettext(form, sum=sum_, limit=limit, rating=number(rating), before=number(before))
    return Sum(sum_, note)


def gained(row: Row) -> tuple[str, Fraction]:
    """Return K times the points beyond the norm, as a formula such as `10 × (12 − 5.92)`, and as a number."""
    points, norm = _hundredths(row["points"]), _hundredths(row["norm"])
    half = "" if row["k_points"] == 2 else " ÷ 2"
    product = f"{number(row['k'])} × ({number(points)} − {number(norm)}){half}"
    return product, Fraction(repr(row["k"])) * row["k_points"] / 2 * (points - norm)


def _by_performance(row: Row) -> Sum:
    games, adds, rating = row["games"], row["adds"], row["rating"]
    new = row["rating_before"] is None
    established = counted(row["established_games"], "game")
    why = "" if new else gettext("Rated by performance, because of fewer than {games} before.", games=established)
    if row["opponents"] is None:
        missing = gettext(
            "The average rating of the opponents is not given here, because a list on which some of them have "
            "their first rating is missing."
        )
        return Sum("", f"{why} {missing}".strip())
    met = _OPPONENTS[games != row["played"], bool(row["first_rating_games"])]
    if draws := row["added_draws"] or 0:
        added = gettext_noop("These rules add {draws} draws against {rating}, which count below.")
        why = f"{why} {gettext(added, draws=draws, rating=row['added_draws_rating'])}".strip()
        opponents = row["opponents"] + draws * row["added_draws_rating"]
        row = {**row, "games": games + draws, "points": row["points"] + draws, "opponents": opponents}
    mean = Fraction(row["opponents"], row["games"])
    together = _mean_with_stand_ins(row, mean) if row["stand_ins"] else _close(mean)
    note = f"{why} {gettext(met, games=counted(games, 'game'), mean=together, scored=_scored(row))}".strip()
    gaps = {"sum": f"{_close(mean)} {_plus(adds)} = {_close(mean + adds)}", "rating": number(rating)}
    if rating == row["first_rating_at_most"] and rating < mean + adds:
        return Sum(gettext("{sum}, at most {rating}", **gaps), note)
    if _away(mean + adds) != rating:
        # Only with stand-in ratings that were computed together: they are shown rounded, but added unrounded.
        return Sum(gettext("{sum}, unrounded {rating}", **gaps), note)
    return Sum(gaps["sum"] if mean.denominator == 1 else gettext("{sum}, rounded to {rating}", **gaps), note)


def _mean_with_stand_ins(row: Row, mean: Fraction) -> str:
    of_found = [(one["rating"], one["many"]) for one in row["stand_ins"]]
    found = sum(many for _, many in of_found)
    in_all = sum(rating * many for rating, many in of_found)
    terms = [f"{many} × {number(rating)}" if many > 1 else number(rating) for rating, many in of_found]
    if len(terms) > _MOST_TERMS:
        terms = [number(in_all)]
    summed = " + ".join([number(row["opponents"] - in_all), *terms] if found < row["games"] else terms)
    return ngettext(*_STAND_INS, found, sum=f"({summed}) ÷ {row['games']} = {_close(mean)}")


def _scored(row: Row) -> str:
    points, of = _hundredths(row["points"]), 2 * row["games"]
    form = gettext_noop("{points} of {of} points is {percentage} %, which gives a rating difference of {difference}")
    if (100 * points / of).denominator != 1:
        form = gettext_noop(
            "{points} of {of} points is {percentage} %, rounded, which gives a rating difference of {difference}"
        )
    gaps = {"points": number(points), "percentage": row["percentage"], "difference": signed(row["adds"])}
    return gettext(form, of=of, **gaps)


def _close(value: Fraction) -> str:
    """Return the value with two decimals, or more if they are needed to show which whole number it is rounded to."""
    decimals = 2
    while _away(_to(value, decimals)) != _away(value):
        decimals += 1
    return number(_to(value, decimals))


def _to(value: Fraction, decimals: int) -> Fraction:
    return Fraction(_away(value * 10**decimals), 10**decimals)


def _hundredths(value: float) -> Fraction:
    return Fraction(round(value * 100), 100)


def _away(value: Fraction) -> int:
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def _rounded(value: Fraction, whole: int) -> str:
    if value == whole:
        return number(whole)
    return gettext("{sum}, rounded to {rating}", sum=number(value), rating=number(whole))


def _turbo(row: Row) -> str:
    before = row["rating_before"]
    found = Fraction(row["performance"])
    if row["turbo_performance"] == "exact" and row["opponents"] is not None:
        found = Fraction(row["opponents"], row["games"]) + row["adds"]
    apart = abs(found - before)
    decimals = 2
    while _to(apart, decimals) <= row["turbo_deviation"] < apart:
        decimals += 1
    form = gettext_noop("{larger}, because the performance of {performance} is {apart} above the old rating")
    if found <= before:
        form = gettext_noop("{larger}, because the performance of {performance} is {apart} below the old rating")
    is_capped = "k_capped" in row["flags"]
    larger = gettext("the larger K applies") if is_capped else gettext("K is {k}", k=number(row["k"]))
    gaps = {"performance": number(_to(found, decimals)), "apart": number(_to(apart, decimals))}
    return gettext(form, larger=larger, **gaps)


def _k_capped(row: Row) -> str:
    most, games = row["k_games_cap"], row["games"]
    down = most // games
    quotient = f"{most} ÷ {games} = {down}"
    if most % games:
        exactly = number(Fraction(100 * most // games, 100))
        quotient = gettext("{quotient}, rounded down to {whole}", quotient=f"{most} ÷ {games} = {exactly}", whole=down)
    gaps = {"k": number(row["k"]), "most": most, "quotient": quotient}
    if row["k_points"] == 2:
        said = gettext_noop(
            "K is {k}: K for games of 1 point × games may be at most {most}; {quotient}; half of that is {half}"
        )
        return gettext(said, half=number(Fraction(down, 2)), **gaps)
    return gettext("K is {k}: K × games may be at most {most}; {quotient}", **gaps)


def _plus(value: int) -> str:
    return f"− {-value}" if value < 0 else f"+ {value}"


def change_by_norms(row: Row) -> list[str]:
    """Return how a rating by norms changed, as in `10 × (12 − 5.92) = 60.8`, and how that change is rounded."""
    product, by_norms = gained(row)
    by_points = gettext(
        "K × (points − norm): {sum}; {points} points in {games}, where the ratings expected {norm}",
        sum=f"{product} = {number(by_norms)}",
        points=number(row["points"]),
        games=counted(row["games"], "game"),
        norm=number(row["norm"]),
    )
    if by_norms.denominator == 1 or "gain_capped" in (row["flags"] or ""):
        form = gettext_noop("Change {change}")
    elif row["rounded"] == "change":
        form = gettext_noop("Change {change}: the change is rounded to a whole number")
    else:
        form = gettext_noop("Change {change}: the new rating is rounded to a whole number")
    return [by_points, gettext(form, change=signed(row["change"]))]


def tendency(bands: Sequence[Row], least_games: int) -> str:
    """Say whether favourites scored less or more than expected in some class and all higher ones; "" if neither.

    Most of these classes must agree, and luck must not explain their sum. `bands` are the classes: rows
    of the table `calibration` over all seasons, in percent.
    """
    shown = sorted((row for row in bands if row["games"] >= least_games), key=lambda row: row["least"])
    for start in range(len(shown) - _FEWEST + 1):
        if sentence := _one_sided(shown[start:]):
            return sentence
    return ""


def _one_sided(bands: Sequence[Row]) -> str:
    games = sum(row["games"] for row in bands)
    expected, scored = (sum(row[name] * row["games"] for row in bands) / games for name in ("expected", "scored"))
    is_less = scored < expected
    of_one_side = [row["scored"] != row["expected"] and (row["scored"] < row["expected"]) is is_less for row in bands]
    # As in the chart: a game scores 0 to 100 %, so the variance of a score is at most p(1 - p).
    variance = sum(row["games"] * row["expected"] * (100 - row["expected"]) for row in bands)
    luck = 2 * math.sqrt(variance) / games
    if not of_one_side[0] or sum(of_one_side) < _MOST * len(bands) or abs(scored - expected) <= luck:
        return ""
    sentence = gettext_noop(
        "In games in which the favourite was expected to score {least} % or more, favourites scored more "
        "than expected in {number} of the {bands} classes that have a dot: {scored} % instead of "
        "{expected} %, in {games}. Luck alone explains up to {luck} % more or less, 19 times in 20. So "
        "luck may explain a single dot inside its bar, but not all of them together."
    )
    if is_less:
        sentence = gettext_noop(
            "In games in which the favourite was expected to score {least} % or more, favourites scored less "
            "than expected in {number} of the {bands} classes that have a dot: {scored} % instead of "
            "{expected} %, in {games}. Luck alone explains up to {luck} % more or less, 19 times in 20. So "
            "luck may explain a single dot inside its bar, but not all of them together."
        )
    percentages = {"scored": fixed(scored, 1), "expected": fixed(expected, 1), "luck": fixed(luck, 1)}
    least, many = bands[0]["least"], counted(games, "game")
    return gettext(sentence, least=least, number=sum(of_one_side), bands=len(bands), games=many, **percentages)
