"""Awards of one event worked out the long way: place by place, in fractions or many decimals."""

from collections.abc import Callable
from decimal import ROUND_CEILING, Decimal, localcontext
from fractions import Fraction
from math import ceil, floor, fsum, log, log10

Awards = list[Fraction]

DIGITS = 30
WHOLE = Decimal("1e-20")
"""What is so near a whole number is that number."""
EBL = {
    50: [20, 16, 14, 12, 10, 8, 6, 4, 2],
    100: [30, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2],
    10**9: [40, 36, 34, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2],
}
KEY = ["4", "3", "2", "1.6", "1.4", "1.2", "1", "0.8", "0.6"]


def funbridge(size: int) -> Awards:
    return [Fraction(2 * (size + 1 - rank) / log10(rank + 2)) for rank in range(1, size + 1)]


def ffb_total(size: int) -> Fraction:
    if size <= 25:
        coefficient = Fraction(100)
    elif size <= 50:
        coefficient = Fraction(8 * size, 5) + 60
    elif size < 100:
        coefficient = Fraction(2 * size, 5) + 120
    else:
        coefficient = Fraction(160)
    return coefficient * size * 5 / 18


def curve(size: int, total: Fraction, a: Fraction, power: float) -> Awards:
    if size > 50:
        power -= log(size / 4) / 60
    bases = [(size + a) / rank - a for rank in range(1, size + 1)]
    heights = [float(base) ** power if base > 0 else 0.0 for base in bases]
    multiplier = float(total) / fsum(heights)
    return [Fraction(multiplier * height) for height in heights]


def ffb(size: int) -> Awards:
    return curve(size, ffb_total(size), Fraction(3, 2), 0.5)


def fsb_total(size: int) -> Fraction:
    return Fraction(2 * size)


def fsb(size: int) -> Awards:
    return curve(size, fsb_total(size), Fraction(2), 1 / 1.9)


def ebu(size: int) -> Awards:
    awarded = ceil(size / 3)
    return filled([max(3 * (awarded - place + 1), 6) for place in range(1, awarded + 1)], size)


def nbf_printed(size: int) -> Awards:
    return nbf(size, -(-size // 3))


def nbf(size: int, last: int | None = None) -> Awards:
    with localcontext(prec=DIGITS):
        points = [Decimal(size) * 3 / 2]
        for rank in range(2, (size // 3 if last is None else last) + 1):
            before = points[-1]
            towards_four = ((4 / before).ln() / (Decimal(size) / 3 - rank + 1)).exp()
            points.append(before * min(Decimal(rank) / (rank + 1), max(Decimal(2) / 3, towards_four)))
        return filled([int((each / 2 - WHOLE).to_integral_value(ROUND_CEILING)) for each in points], size)


def wbf_robot(size: int) -> Awards:
    percents = [100, 80, 70, 60, *[55] * 15]
    for percent in (50, 45, 40, 35, 30, 25, 20, 15):
        percents += [percent] * 20
    percents += [10] * 21
    return filled([1500 * Fraction(percent, 100) for percent in percents[: size // 2]], size)


def ebl(size: int) -> Awards:
    return filled(next(table for below, table in EBL.items() if size < below)[:size], size)


def pzbs(size: int) -> Awards:
    awards = [Fraction(size, 40) + Fraction(bonus) for bonus in ("0.5", "0.3", "0.1", "-0.1")]
    while len(awards) < size:
        awards.append(awards[-1] - Fraction("0.05"))
    last = next((place for place, award in enumerate(awards) if award <= Fraction("0.10")), size)
    return filled([*awards[:last], Fraction("0.10")][:size], size)


def club_points(size: int) -> Awards:
    """Not yet rounded."""
    rewarded = [Fraction(key) * size for key in KEY[: size // 3]]
    return rewarded + [Fraction(1)] * (size - len(rewarded))


def aeb(above: int, size: int) -> Awards:
    return filled([Fraction(above - place, 2) for place in range(above)], size)


def filled(awards: list[int] | list[Fraction], size: int) -> Awards:
    return [*map(Fraction, awards), *[Fraction(0)] * (size - len(awards))]


def mean(awards: Awards) -> Fraction:
    return sum(awards, Fraction(0)) / len(awards)


def ebu_mean(awards: Awards) -> Fraction:
    return Fraction(max(3 * ceil(mean(awards) / 3), 6)) if any(awards) else Fraction(0)


def half_up(awards: Awards) -> Fraction:
    return Fraction(floor(mean(awards) + Fraction(1, 2)))


RULES: dict[str, tuple[Callable[[int], Awards], Callable[[Awards], Fraction]]] = {
    "funbridge": (funbridge, mean),
    "ffb": (ffb, mean),
    "fsb": (fsb, mean),
    "ebu": (ebu, ebu_mean),
    "nbf": (nbf, mean),
    "nbf_printed": (nbf_printed, mean),
    "wbf_robot": (wbf_robot, mean),
    "ebl": (ebl, mean),
    "pzbs": (pzbs, mean),
    "club_points": (club_points, half_up),
}


def awarded(scheme: str, scores: list[float]) -> list[float]:
    size = len(scores)
    if scheme == "aeb":
        of_places, shared = aeb(sum(score >= 50 for score in scores), size), mean
    else:
        places, shared = RULES[scheme]
        of_places = places(size)
    points = []
    for score in scores:
        rank = 1 + sum(other > score for other in scores)
        points.append(float(shared(of_places[rank - 1 : rank - 1 + scores.count(score)])))
    return points
