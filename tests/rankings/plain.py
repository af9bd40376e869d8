"""The club ranking step by step in plain Python: one competition, rows as dicts, fractions where they are exact."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Any

import polars as pl

Row = dict[str, Any]
Standing = dict[str, Row]

IN_SESSIONS = ("sessions", "session_results", "entries", "match_results")


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


class Rankings:
    """The rankings of players in one season, as they stand."""

    def __init__(self, rule: Row, players: dict[str, Row], handed_on: dict[str, float]) -> None:
        self.rule, self.players, self.handed_on = rule, players, handed_on
        self.points: dict[str, list[float]] = {}

    def counted(self, player: str) -> list[float]:
        return self.points.get(player, [])[-self.rule["window"] :]

    def of(self, player: str) -> float:
        own = self.players.get(player, {}).get("substitute_ranking")
        usual = self.rule["substitute_ranking"] if own is None else own
        points, window = self.counted(player), self.rule["window"]
        return (sum(points) + (window - len(points)) * self.handed_on.get(player, usual)) / window

    def mean(self, players: list[str]) -> float:
        return sum(map(self.of, players)) / len(players)


def season_after_season(competition: dict[str, pl.DataFrame]) -> list[Row]:
    """One row a player a session of one competition: what it earned, and the ranking before and after."""
    tables = {name: table.rows(named=True) for name, table in competition.items()}
    players = {player["player_id"]: player for player in tables["players"]}
    final: dict[str, float] = {}
    earned: list[Row] = []
    for rule in sorted(tables["competitions"], key=lambda rule: rule["start"]):
        rankings = Rankings(rule, players, final if rule["hand_on"] else {})
        of_season = {name: by(tables[name], "season")[rule["season"]] for name in IN_SESSIONS}
        of_sessions = {name: by(of_season[name], "session_id") for name in IN_SESSIONS}
        for session in in_time(of_season["sessions"]):
            results, entries, matches = (
                of_sessions[name][session["session_id"]] for name in ("session_results", "entries", "match_results")
            )
            sat = [entry for entry in entries if score_of(entry, results) is not None]
            if session["kind"] == "teams" and matches:
                worth = in_teams(sat, matches, rankings)
            elif session["kind"] == "teams" or rule["method"] == "dynamic":
                worth = dynamic(sat, results, session, rankings)
            else:
                points = static_points(results, session, rule)
                worth = {entry["player_id"]: float(points[entry["line"], entry["entrant"]]) for entry in sat}
            before = {player: rankings.of(player) for player in worth}
            for player, points in worth.items():
                rankings.points.setdefault(player, []).append(points)
            for entry in sat:
                if (player := entry["player_id"]) in worth:
                    made = {"points": worth[player], "ranking_before": before[player], "ranking": rankings.of(player)}
                    counted = len(rankings.counted(player))
                    earned.append({**entry, "date": session["date"], **made, "sessions_counted": counted})
        final = final | {player: rankings.of(player) for player in rankings.points}
    return earned


def ranking_now(earned: list[Row], player: str, rule: Row, players: dict[str, Row]) -> float:
    """The ranking after the last session of this season, or of an earlier one that handed on; or the substitute."""
    now = rule["season"]
    own = [row for row in earned if row["player_id"] == player]
    sessions = [row for row in own if row["season"] == now or (rule["hand_on"] and row["season"] < now)]
    return in_time(sessions)[-1]["ranking"] if sessions else Rankings(rule, players, {}).of(player)


def score_of(entry: Row, results: list[Row]) -> Any:
    of_entrant = (row for row in results if (row["line"], row["entrant"]) == (entry["line"], entry["entrant"]))
    return next((row["score"] for row in of_entrant), None)


def dynamic(sat: list[Row], results: list[Row], session: Row, rankings: Rankings) -> dict[str, float]:
    """Player -> points: around the mean ranking of the players in the line, or in its group."""
    average = {"pairs": 50, "teams": 10}.get(session["kind"], 0)
    top_score = rankings.rule[f"top_score_{session['kind'] if session['kind'] in ('pairs', 'teams') else 'butler'}"]
    worth = {}
    for entry in sat:
        group = next((group for group in (session["together"] or "").split(";") if entry["line"] in group), "")
        met = [other["player_id"] for other in sat if other["line"] in group or other["line"] == entry["line"]]
        above = (score_of(entry, results) - average) / (top_score - average) * rankings.rule["width"] / 2
        worth[entry["player_id"]] = rankings.mean(met) + above
    return worth


def in_teams(sat: list[Row], matches: list[Row], rankings: Rankings) -> dict[str, float]:
    """Player -> points: the mean strength of the teams met, and what the victory points are above average."""
    rule = rankings.rule
    worth = {}
    for entry in sat:
        strengths: list[float] = []
        above: list[float] = []
        for match in matches:
            if (match["line"], match["team"]) != (entry["line"], entry["entrant"]) or not sat_in(entry, match["round"]):
                continue
            score = match["vp"]
            if score is None and match["points"] is not None and match["boards"]:
                score = match["points"] / match["boards"] / 2 * 20
            if score is None:
                continue
            of_opponent = (one for one in sat if (one["line"], one["entrant"]) == (match["line"], match["opponent"]))
            opponents = [one["player_id"] for one in of_opponent if sat_in(one, match["round"])]
            strengths.append(rankings.mean(opponents) if opponents else rule["substitute_ranking"])
            above.append((score - 10) / (rule["top_score_teams"] - 10) * rule["width"] / 2)
        if above:
            worth[entry["player_id"]] = (sum(strengths) + sum(above)) / len(above)
    return worth


def sat_in(entry: Row, number: int) -> bool:
    return entry["rounds"] is None or str(number) in entry["rounds"].split("+")


def static_points(results: list[Row], session: Row, rule: Row) -> dict[tuple[str, str], Fraction]:
    """(Line, entrant) -> points, of one session, by a static method."""
    of_lines = spans({result["line"] for result in results if result["score"] is not None}, session["together"], rule)
    average = Fraction(50 if session["kind"] == "pairs" else 0)
    top_score = Fraction(rule["top_score_pairs" if session["kind"] == "pairs" else "top_score_butler"])
    points: dict[tuple[str, str], Fraction] = {}
    for result in results:
        if result["score"] is None:
            continue
        score = Fraction(result["score"])
        high, low = of_lines[result["line"]]
        of_field = (other["score"] for other in results if other["field"] == result["field"])
        field = [Fraction(score) for score in of_field if score is not None]
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


def without_worst(rows: list[Row], number: int) -> list[Row]:
    return sorted(rows, key=lambda row: (row["points"], row["date"], row["session_id"]))[max(number, 0) :]


def individual(earned: list[Row], players: dict[str, Row], rule: Row) -> Standing:
    standing: Standing = {}
    for player, rows in by(earned, "player_id").items():
        least = required(rule, "individual_min", earned)
        counting = without_worst(rows, min(rule["individual_drop"], len(rows) - least))
        may_win = len(rows) >= least and players.get(player, {}).get("member") is not False
        standing[player] = {
            **{"played": len(rows), "counted": len(counting), "dropped": len(rows) - len(counting)},
            **{"average": mean(counting), "eligible": may_win, "sessions_required": least},
            **{"evenings": evenings(earned), "sessions_needed": max(least - len(rows), 0)},
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
                    of_partners = [row for row in table if row["player_id"] in partners]
                    both += [{**one, "points": mean([one, two])} for one, two in combinations(of_partners, 2)]
                for row in table:
                    others = partners - {row["player_id"]}
                    met = (absent[one] for one in seated if one != row["player_id"])
                    if others != partners and any(one in others for one in met):
                        with_substitute.append(row)
            best = sorted(both or with_substitute, key=lambda row: row["points"])[-1:]
            (together if both else filling).extend(best)
        me = required(rule, "pairs_together", earned)
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
            **{"played": len(together), "with_substitute": len(filling), "counted": len(counting), "dropped": dropped},
            **{"average": mean(counting), "eligible": len(counting) >= me, "sessions_required": me},
            **{"evenings": evenings(earned), "sessions_needed": needed},
        }
    return ranked(standing)


def evenings(earned: list[Row]) -> int:
    return len({row["date"] for row in earned})


def required(rule: Row, of: str, earned: list[Row]) -> int:
    """A number, or the least whole number that is at least the share of the evenings."""
    share = rule[f"{of}_share"]
    if share is None:
        return int(rule[of])
    return max(1, next(number for number in range(10_000) if number >= Fraction(str(share)) * evenings(earned) / 100))


def mean(rows: list[Row]) -> float | None:
    return sum(row["points"] for row in rows) / len(rows) if rows else None


def ranked(standing: Standing) -> Standing:
    averages = [round(row["average"], 9) for row in standing.values() if row["eligible"]]
    for row in standing.values():
        better = row["eligible"] and sum(average > round(row["average"], 9) for average in averages)
        row["rank"] = 1 + better if row["eligible"] else None
    return standing
