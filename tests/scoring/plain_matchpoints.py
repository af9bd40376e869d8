"""Matchpoints of a session step by step in plain Python: every line against every other, in exact fractions."""

from fractions import Fraction
from statistics import multimode
from typing import Any, NamedTuple

Rules = dict[str, Any]
HALF = Fraction(1, 2)
AVERAGE = "average"


class Line(NamedTuple):
    """A line of the one field of a session."""

    board: int
    form: str | None
    ns: str
    ew: str
    score: int | None
    ruling: str | None


class Place(NamedTuple):
    """Where a director placed a line, in percent of the top, seen from North-South."""

    percentage: Fraction


Standing = list[tuple[Fraction, int | str | Place]]
"""What stands on a board for a line: so much of it at a score, as an average, or in its place."""
Share = Fraction | str
Points = Fraction | None


def session_points(lines: list[Line], rules: Rules) -> list[tuple[Points, Points]]:
    compared = [
        {side: _compared(line, side, lines, rules) for side in ("NS", "EW")}
        if line.ruling != "reversed"
        else {"NS": _compared(line, "EW", lines, rules), "EW": _compared(line, "NS", lines, rules)}
        for line in lines
    ]
    tops = [2 * (_expected(line, lines, rules) - 1) for line in lines]
    by_player: dict[str, list[tuple[Fraction, int]]] = {}
    for line, points, top in zip(lines, compared, tops, strict=True):
        for side, player in (("NS", line.ns), ("EW", line.ew)):
            if points[side] is not None and top > 0:
                by_player.setdefault(player, []).append((points[side] or Fraction(0), top))
    own = {
        player: 100 * sum((points for points, _ in earned), Fraction(0)) / sum(top for _, top in earned)
        for player, earned in by_player.items()
    }

    def either(line: Line, points: dict[str, Points], top: int, side: str) -> Points:
        share = _shares(line)[side]
        if share is None:
            return points[side]
        average = own.get(line.ns if side == "NS" else line.ew)
        known = [] if average is None else [average]
        if share == "+":
            percentage = max([Fraction(rules["average_plus"]), *known])
        elif share == "-":
            percentage = min([Fraction(rules["average_minus"]), *known])
        else:
            percentage = Fraction(share)
        return top * percentage / 100

    return [
        (either(line, points, top, "NS"), either(line, points, top, "EW"))
        for line, points, top in zip(lines, compared, tops, strict=True)
    ]


def _compared(line: Line, side: str, lines: list[Line], rules: Rules) -> Points:
    outcomes = _outcomes(line)[side]
    if not outcomes:
        return None
    others = [other for other in lines if (other.board, other.form) == (line.board, line.form) and other is not line]
    standing = [stands for other in others for stands in _standing(other, side, rules)]
    counted = 1 + sum((weight for weight, _ in standing), Fraction(0))
    expected = _expected(line, lines, rules)
    return sum(
        (weight * _worth(_matchpoints(score, standing, side), counted, expected, rules) for weight, score in outcomes),
        Fraction(0),
    )


def _matchpoints(score: int, standing: Standing, side: str) -> Fraction:
    scores = [(weight, other) for weight, other in standing if isinstance(other, int)]
    results = 1 + sum((weight for weight, _ in scores), Fraction(0))
    above = sum((weight * (1 + _sign(score - other)) for weight, other in scores), Fraction(0))
    for weight, other in standing:
        if other == AVERAGE:
            above += weight
        elif isinstance(other, Place):
            # Among all of them, this score would have one point more if it tied with that line.
            beaten = sum((weight * (1 + _sign(score - of)) for weight, of in scores), Fraction(0))
            above += weight * (1 + _sign(beaten + 1 - other.percentage / 100 * 2 * results))
    everything = 2 * sum((weight for weight, _ in standing), Fraction(0))
    return above if side == "NS" else everything - above


def _worth(matchpoints: Fraction, counted: Fraction, expected: int, rules: Rules) -> Fraction:
    few = counted <= 1 or (counted <= 3 and 3 * counted <= expected)
    if rules["few_results"] == "bonus" and few:
        percentage = 60 + (matchpoints - (counted - 1)) * 5
        return percentage / 100 * 2 * (expected - 1)
    return Fraction(expected) / counted * (matchpoints + 1) - 1


def _expected(line: Line, lines: list[Line], rules: Rules) -> int:
    boards = {board: [other for other in lines if other.board == board] for board in {each.board for each in lines}}
    there = {board: len(played) for board, played in boards.items()}
    here = [*_standing_alone(boards[line.board], rules)]
    if rules["average"] == "as_played" and len(here) < sum(_has_result(other) for other in boards[line.board]):
        return max(1, len(here))
    if rules["not_played"] == "as_played":
        return max(1, sum(_has_result(other) for other in boards[line.board]))
    match rules["expected"]:
        case "per_session":
            return max(there.values())
        case "modal":
            return max(there[line.board], *multimode(there.values()))
        case _:
            return there[line.board]


def _has_result(line: Line) -> bool:
    return line.score is not None if line.ruling in (None, "reversed") else line.ruling != "not_played"


def _standing_alone(lines: list[Line], rules: Rules) -> list[Line]:
    """The lines with a result of their own, which is more than an average."""
    return [
        line
        for line in lines
        if _has_result(line) and (_outcomes(line)["NS"] or _outcomes(line)["EW"] or _placed(line, rules))
    ]


def _placed(line: Line, rules: Rules) -> bool:
    ns, ew = _shares(line).values()
    return rules["assigned"] == "in_place" and ns is not None and ew is not None and _place(ns, ew) is not None


def _standing(line: Line, chart: str, rules: Rules) -> Standing:
    outcomes, shares = _outcomes(line), _shares(line)
    if shares["NS"] is not None and shares["EW"] is not None:
        place = _place(shares["NS"], shares["EW"]) if rules["assigned"] == "in_place" else None
        whole: Standing = [(Fraction(1), Place(place))] if place is not None else [(Fraction(1), AVERAGE)]
    else:
        sides: dict[str, Standing] = {
            side: [*outcomes[side]] if shares[side] is None else [(Fraction(1), AVERAGE)] for side in ("NS", "EW")
        }
        if rules["split"] == "apart":
            whole = sides[chart]
        else:
            whole = [(weight * HALF, stands) for side in sides.values() for weight, stands in side]
    return [each for each in whole if each[1] != AVERAGE or rules["average"] == "tie"]


def _place(ns: Share, ew: Share) -> Fraction | None:
    known_ns = None if ns in ("+", "-", Fraction(50)) else Fraction(ns)
    known_ew = None if ew in ("+", "-", Fraction(50)) else Fraction(ew)
    if known_ns is None:
        return None if known_ew is None else 100 - known_ew
    return known_ns if known_ew is None or known_ns + known_ew == 100 else None


def _outcomes(line: Line) -> dict[str, list[tuple[Fraction, int]]]:
    ruling = line.ruling
    if ruling is None or ruling == "reversed":
        played = [] if line.score is None else [(Fraction(1), line.score)]
        return {"NS": played, "EW": played}
    if ruling.startswith("w"):
        return {"NS": _weighted(ruling[1:]), "EW": _weighted(ruling[1:])}
    if ruling.startswith("s"):
        ns, ew = ruling[1:].split("_")
        return {"NS": _weighted(ns), "EW": _weighted(ew)}
    return {"NS": [], "EW": []}


def _weighted(text: str) -> list[tuple[Fraction, int]]:
    if text.startswith("a"):
        return []
    parts = [part.split(":") if ":" in part else ["100", part] for part in text.split("/")]
    whole = sum(Fraction(weight) for weight, _ in parts)
    return [(Fraction(weight) / whole, int(score)) for weight, score in parts]


def _shares(line: Line) -> dict[str, Share | None]:
    ruling = line.ruling or ""
    if ruling == "average":
        return {"NS": Fraction(50), "EW": Fraction(50)}
    if ruling.startswith("a"):
        ns, ew = ruling[1:].split("_")
        return {"NS": _share(ns), "EW": _share(ew)}
    if ruling.startswith("s"):
        ns, ew = ruling[1:].split("_")
        return {
            "NS": _share(ns[1:]) if ns.startswith("a") else None,
            "EW": _share(ew[1:]) if ew.startswith("a") else None,
        }
    return {"NS": None, "EW": None}


def _share(text: str) -> Share:
    return text if text in "+-" else Fraction(text)


def _sign(number: Fraction | int) -> int:
    return (number > 0) - (number < 0)
