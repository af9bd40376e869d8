"""The club ranking step by step in plain Python: one competition, rows as dicts, exact fractions."""

from collections import defaultdict
from fractions import Fraction
from math import floor
from typing import Any

Row = dict[str, Any]
Standing = dict[str, Row]


def spans(lines: set[str], together: str | None, rule: Row) -> dict[str, tuple[Fraction, Fraction]]:
    """Line -> (high, low)."""
    top, width, step = (Fraction(rule[name]) for name in ("top", "width", "step"))
    stretch = ((rule["lines"] - 1) * step + width) / ((len(lines) - 1) * step + width)
    width, step = width * stretch, step * stretch
    groups = [set(group.split("+")) & lines for group in together.split(";")] if together else []
    groups += [{line} for line in lines if not any(line in group for group in groups)]
    found: dict[str, tuple[Fraction, Fraction]] = {}
    high = top
    for group in sorted(filter(None, groups), key=min):
        for line in group:
            found[line] = (high, high - width - (len(group) - 1) * step)
        high -= len(group) * step
    return found


def ranking_points(results: list[Row], session: Row, rule: Row) -> dict[tuple[str, str], Fraction]:
    """(Line, entrant) -> points, of one session."""
    of_lines = spans({result["line"] for result in results if result["score"] is not None}, session["together"], rule)
    average = Fraction(50 if session["kind"] == "pairs" else 0)
    top_score = Fraction(rule["top_score_pairs" if session["kind"] == "pairs" else "top_score_butler"])
    points: dict[tuple[str, str], Fraction] = {}
    for result in results:
        if result["score"] is None:
            continue
        score = Fraction(result["score"])
        high, low = of_lines[result["line"]]
        field = [
            Fraction(other["score"])
            for other in results
            if other["field"] == result["field"] and other["score"] is not None
        ]
        match rule["method"]:
            case "place" if len(field) > 1:
                better, equal = sum(other > score for other in field), field.count(score)
                place = 1 + better + Fraction(equal - 1, 2)
                exact = high - (high - low) / (len(field) - 1) * (place - 1)
                earned = Fraction(floor(exact + Fraction(1, 2)))
            case "proportional" if max(field) > min(field):
                earned = high - (high - low) * (max(field) - score) / (max(field) - min(field))
            case "balanced":
                earned = (high + low) / 2 + (score - average) / (top_score - average) * (high - low) / 2
            case _:
                earned = (high + low) / 2
        points[result["line"], result["entrant"]] = earned
    return points


def in_time(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row["date"], row["session_id"]))


def by(rows: list[Row], key: str) -> dict[str, list[Row]]:
    """Rows apart by the value of a column."""
    apart: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        apart[row[key]].append(row)
    return apart


def player_rankings(earned: list[Row], players: dict[str, Row], rule: Row) -> dict[tuple[str, str], tuple[float, int]]:
    """(Session, player) -> (ranking, sessions counted)."""
    window = rule["window"]
    rankings: dict[tuple[str, str], tuple[float, int]] = {}
    for player, rows in by(earned, "player_id").items():
        own = players.get(player, {}).get("substitute_ranking")
        substitute = rule["substitute_ranking"] if own is None else own
        points: list[float] = []
        for row in in_time(rows):
            points = [*points, row["points"]][-window:]
            ranking = (sum(points) + (window - len(points)) * substitute) / window
            rankings[row["session_id"], player] = (ranking, len(points))
    return rankings


def without_worst(rows: list[Row], number: int) -> list[Row]:
    return sorted(rows, key=lambda row: (row["points"], row["date"], row["session_id"]))[max(number, 0) :]


def individual(earned: list[Row], players: dict[str, Row], rule: Row) -> Standing:
    standing: Standing = {}
    for player, rows in by(earned, "player_id").items():
        least = rule["individual_min"]
        counting = without_worst(rows, min(rule["individual_drop"], len(rows) - least))
        standing[player] = {
            "played": len(rows),
            "counted": len(counting),
            "dropped": len(rows) - len(counting),
            "average": mean(counting),
            "eligible": len(rows) >= least and players.get(player, {}).get("member") is not False,
            "sessions_needed": max(least - len(rows), 0),
        }
    return ranked(standing)


def pairs(
    earned: list[Row], substitutes: dict[tuple[str, str], str], members: dict[str, set[str]], rule: Row
) -> Standing:
    """Partnership -> standing; `substitutes`: (session, player) -> absent player."""
    standing: Standing = {}
    for partnership, partners in members.items():
        together: list[Row] = []
        filling: list[Row] = []
        for session, rows in by(earned, "session_id").items():
            both: list[Row] = []
            with_substitute: list[Row] = []
            for table in by(rows, "entrant").values():
                seated = [row["player_id"] for row in table]
                absent = {player: substitutes.get((session, player)) for player in seated}
                if len(partners.intersection(seated)) >= 2:
                    both += table[:1]
                elif any(
                    absent[other] in partners - {player}
                    for player in partners.intersection(seated)
                    for other in seated
                    if other != player
                ):
                    with_substitute += table[:1]
            best = sorted(both or with_substitute, key=lambda row: row["points"])[-1:]
            (together if both else filling).extend(best)
        me = rule["pairs_together"]
        if len(together) >= me:
            counting = without_worst(together, min(rule["pairs_drop"], len(together) - me))
            dropped = len(together) - len(counting)
        else:
            wanted = min(rule["pairs_substitutes"], me - len(together))
            counting = together + without_worst(filling, len(filling) - wanted)
            dropped = 0
        needed = next(
            more for more in range(me + 1) if len(together) + more + min(len(filling), rule["pairs_substitutes"]) >= me
        )
        standing[partnership] = {
            "played": len(together),
            "with_substitute": len(filling),
            "counted": len(counting),
            "dropped": dropped,
            "average": mean(counting),
            "eligible": len(counting) >= me,
            "sessions_needed": needed,
        }
    return ranked(standing)


def mean(rows: list[Row]) -> float | None:
    return sum(row["points"] for row in rows) / len(rows) if rows else None


def ranked(standing: Standing) -> Standing:
    averages = [round(row["average"], 9) for row in standing.values() if row["eligible"]]
    for row in standing.values():
        better = row["eligible"] and sum(average > round(row["average"], 9) for average in averages)
        row["rank"] = 1 + better if row["eligible"] else None
    return standing
