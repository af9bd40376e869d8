"""Where favourites did worse, or better, than their ratings foretold, in a sentence."""

import math
from collections.abc import Sequence

from pipelines.reports.content import Row
from pipelines.words.words import counted, fixed
from transforms.tables.messages import gettext

_FEWEST = 3
_MOST = 0.75
"""A tendency takes so many classes, and this share of them on one side."""


def tendency(bands: Sequence[Row], least_games: int) -> str:
    """What holds from some class of games up to the highest: favourites fell short, or exceeded; "" where neither.

    Of all classes from which up three in four lie on one side, and the lowest too, and their games together further
    than luck alone goes, it starts at the lowest.

    Args:
        bands: rows of `calibration` of all seasons: what the favourite was expected to score, and scored, in percent.
        least_games: classes of fewer games are left out.
    """
    shown = sorted((row for row in bands if row["games"] >= least_games), key=lambda row: row["least"])
    for start in range(len(shown) - _FEWEST + 1):
        told = _told(shown[start:])
        if told:
            return told
    return ""


def _told(bands: Sequence[Row]) -> str:
    games = sum(row["games"] for row in bands)
    expected, scored = (sum(row[name] * row["games"] for row in bands) / games for name in ("expected", "scored"))
    is_less = scored < expected
    of_one_side = [row["scored"] != row["expected"] and (row["scored"] < row["expected"]) is is_less for row in bands]
    if not of_one_side[0] or sum(of_one_side) < _MOST * len(bands):
        return ""
    # As in the picture: a score in a game is from 0 to 100 %, so its variance is at most p(1 - p).
    variance = sum(row["games"] * row["expected"] * (100 - row["expected"]) for row in bands)
    luck = 2 * math.sqrt(variance) / games
    if abs(scored - expected) <= luck:
        return ""
    told = (
        gettext(
            "Where {least} % or more was expected of the favourite, favourites scored less than expected in {number} "
            "of the {bands} classes that have a dot: {scored} %, and {expected} % was expected, in {games}. Luck "
            "alone goes up to {luck} % either way there, 19 times in 20: it may explain a dot that lies inside its "
            "bar, but not all of them together."
        )
        if is_less
        else gettext(
            "Where {least} % or more was expected of the favourite, favourites scored more than expected in {number} "
            "of the {bands} classes that have a dot: {scored} %, and {expected} % was expected, in {games}. Luck "
            "alone goes up to {luck} % either way there, 19 times in 20: it may explain a dot that lies inside its "
            "bar, but not all of them together."
        )
    )
    return told.format(
        least=bands[0]["least"],
        number=sum(of_one_side),
        bands=len(bands),
        scored=fixed(scored, 1),
        expected=fixed(expected, 1),
        games=counted(games, "game"),
        luck=fixed(luck, 1),
    )
