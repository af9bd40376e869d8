"""Result lists and events by victory points in plain Python: byes, half matches, missed sessions, ties; fractions."""

import datetime as dt
import random
from collections import defaultdict
from fractions import Fraction
from typing import Any

import polars as pl
from factories import Tables, competitions, frame

from transforms.results.event_results import event_results
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.tables import schemas

Row = dict[str, Any]
Points = dict[str, tuple[Any, ...]]
"""Entrant -> points, maximum, score, rank, and the tie-break that decided."""
Totals = dict[str, tuple[Any, Any]]
MATCH = 20
THREE = 3
TIES = ("match", "quotient", "opponents")


def event(draw: random.Random) -> Row:
    """An event of one to three sessions of teams or pairs: rounds of matches, a bye or a match of three, absences."""
    entrants = [str(number) for number in range(1, draw.randint(3, 9) + 1)]
    boards = draw.choice((2, 4, 8, 12))
    sessions: list[Row] = []
    late = draw.choice(entrants) if draw.random() < 0.2 else None
    for session in range(draw.randint(1, 3)):
        known_boards = draw.random() < 0.8
        present = entrants if draw.random() < 0.7 else entrants[: max(3, len(entrants) - 1)]
        rows: list[Row] = []
        for number in range(1, draw.randint(1, 4) + 1):
            order = draw.sample(present, len(present))
            if len(order) % 2 and len(order) > 3 and draw.random() < 0.5:
                of_three = order[:3]
                rows += _three(draw, number, of_three, boards // 2)
                order = order[3:]
            elif len(order) % 2:
                bye = {"opponent": "-", "boards": None, "vp": draw.choice((None, 12.0, _vp(draw)))}
                rows.append({"round": number, "team": order.pop(), **bye})
            for one, other in zip(order[::2], order[1::2], strict=True):
                rows += _match(draw, number, (one, other), boards)
        if late:
            first = draw.randint(1, max(row["round"] for row in rows))
            rows = [row for row in rows if row["round"] >= first or late not in {row["team"], row["opponent"]}]
        rows = [{**row, "boards": row["boards"] if known_boards else None} for row in rows]
        sessions.append({"session_id": str(session), "carry": draw.choice((None, 0.5, 1.0)), "rows": rows})
    rules: Row = {"bye": draw.choice((None, None, 10, 12)), "missed": draw.choice((None, 40, 45, 50))}
    kind = draw.choice(("teams", "pairs", "butler"))
    if kind == "pairs":  # at matchpoints
        sessions = [{**one, "rows": [{**row, "imps": None} for row in one["rows"]]} for one in sessions]
    rules["ties"] = draw.sample(TIES, draw.randint(0, 3))
    return {"kind": kind, "rules": rules, "sessions": sessions}


def _vp(draw: random.Random, most: int = MATCH) -> float:
    return draw.choice((most / 4, most / 2, most * 3 / 4, draw.randint(0, 4 * most) / 4))


def _match(draw: random.Random, number: int, two: tuple[str, str], boards: int, most: int = MATCH) -> list[Row]:
    one, other = two
    won = _vp(draw, most)
    lost = most - won if draw.random() < 0.9 else _vp(draw, int(most - won))  # a forfeit is not worth the whole
    imps = draw.randint(-3, 3)
    about = {"round": number, "boards": boards}
    sides = ((one, other, won, imps), (other, one, lost, -imps))
    return [{**about, "team": own, "opponent": met, "vp": vp, "imps": by} for own, met, vp, by in sides]


def _three(draw: random.Random, number: int, of_three: list[str], boards: int) -> list[Row]:
    a, b, c = of_three
    most = draw.choice((MATCH, MATCH // 2))
    return [row for two in ((a, b), (a, c), (b, c)) for row in _match(draw, number, two, boards, most)]


def list_of(rows: list[Row], rules: Row) -> Points:
    """The result list of one session; adds `worth` and `weight` to its matches."""
    worth: dict[str, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    byes: list[Row] = []
    all_rounds = {row["round"] for row in rows}
    fewest = min((many for number in all_rounds for many in _met(rows, number).values()), default=1)
    lacks_boards = any(row["boards"] is None for row in rows if row["opponent"] != "-")
    longest = max((row["boards"] or 0 for row in rows), default=0)
    for number in all_rounds:
        played = [row for row in rows if row["round"] == number and row["opponent"] != "-"]
        byes += [row for row in rows if row["round"] == number and row["opponent"] == "-"]
        met = _met(rows, number)
        for row in played:
            sizes = (met[row["team"]], met[row["opponent"]])
            three = _three_of(row["team"], played)
            many = [sum(one["team"] == team for one in rows) for team in three]
            is_part = lacks_boards and len(three) == THREE and max(many) > len(all_rounds)
            is_short = is_part or (row["boards"] is not None and row["boards"] < longest)
            weight = max(Fraction(fewest, size) for size in sizes) if is_short else Fraction(1)
            other = next(one for one in played if (one["team"], one["opponent"]) == (row["opponent"], row["team"]))
            are_halves = Fraction(row["vp"]) + Fraction(other["vp"]) == MATCH * weight
            row["worth"], row["weight"] = Fraction(row["vp"]) * (1 if are_halves else weight), weight
            worth[row["team"]].append((row["worth"], weight))
    for row in byes:
        own = [one for one in worth[row["team"]] if one[1]]
        vp = row["vp"] if row["vp"] is not None else rules["bye"]
        if vp is None and own:
            vp = sum(points for points, _ in own) / sum(weight for _, weight in own)
        row["worth"] = None if vp is None else Fraction(vp)
    for row in byes:
        if row["worth"] is not None:
            worth[row["team"]].append((row["worth"], Fraction(1)))
    totals = {team: (sum(p for p, _ in of), MATCH * sum(w for _, w in of)) for team, of in worth.items() if of}
    if rules["bye"] is not None:  # for rounds without a row
        for team, (points, maximum) in totals.items():
            without = max(Fraction(0), len(all_rounds) - _weights(team, rows))
            totals[team] = (points + Fraction(rules["bye"]) * without, maximum + MATCH * without)
        return ranked(totals, rows, rules["ties"])
    short = frozenset(team for team in totals if 2 * _weights(team, rows) < len(all_rounds))
    return ranked(totals, rows, rules["ties"], short)


def _met(rows: list[Row], number: int) -> dict[str, int]:
    """How many opponents each team has in this round."""
    played = [row["team"] for row in rows if row["round"] == number and row["opponent"] != "-"]
    return {team: played.count(team) for team in played}


def _three_of(team: str, played: list[Row]) -> set[str]:
    """The three teams of this round that all meet, and meet nobody else; empty if this team is not one of them."""
    opponents = {
        one: {row["opponent"] for row in played if row["team"] == one} for one in {row["team"] for row in played}
    }
    three = {team} | opponents[team]
    return three if len(three) == THREE and all(opponents[one] | {one} == three for one in three) else set()


def _weights(team: str, rows: list[Row]) -> Fraction:
    return sum((row.get("weight", Fraction(1)) for row in rows if row["team"] == team), Fraction(0))


def ranked(totals: Totals, rows: list[Row], ties: list[str], unranked: frozenset[str] = frozenset()) -> Points:
    """Add score and rank; equal scores share the best place unless a tie-break separates them."""
    scores = {one: Fraction(MATCH * points, maximum) for one, (points, maximum) in totals.items()}
    places: dict[str, tuple[int, str | None]] = dict.fromkeys(unranked, (0, None))
    rank = 1
    for score in sorted(set(scores.values()), reverse=True):
        tied = [one for one in scores if scores[one] == score and one not in unranked]
        for group, decided_by in separated(tied, ties, rows, totals):
            places |= dict.fromkeys(group, (rank, decided_by))
            rank += len(group)
    return {one: (*totals[one], scores[one], *places[one]) for one in totals}


def separated(
    tied: list[str], ties: list[str], rows: list[Row], totals: Totals, by: str | None = None
) -> list[tuple[list[str], str | None]]:
    """The tied in groups, the best first, each with the tie-break that made it."""
    if not ties:
        return [(tied, by)]
    values = {one: tie_break(ties[0], one, tied, rows, totals) for one in tied}
    if None in values.values() or len(set(values.values())) == 1:
        return separated(tied, ties[1:], rows, totals, by)
    groups = [[one for one in tied if values[one] == value] for value in sorted(set(values.values()), reverse=True)]
    return [each for group in groups for each in separated(group, ties[1:], rows, totals, ties[0])]


def tie_break(tie: str, one: str, tied: list[str], rows: list[Row], totals: Totals) -> Any:
    """What one of the tied has by a tie-break; None if it is not known."""
    own = [row for row in rows if row["team"] == one and row["opponent"] != "-"]
    if tie == "opponents":
        return sum(totals[row["opponent"]][0] * row["weight"] for row in own) if own else None
    if tie == "quotient":
        won, lost = (sum(max(sign * (row["imps"] or 0), 0) for row in own) for sign in (1, -1))
        return (lost == 0, Fraction(won, lost or 1) if lost else 0) if won + lost else None
    among = [row for row in own if row["opponent"] in tied]
    if {row["opponent"] for row in among} != set(tied) - {one} or not among:
        return None
    return sum(row["worth"] for row in among) / sum(row["weight"] for row in among)


def standing_of(given: Row) -> Points:
    """The standing of the event: who missed a session has no rank, or a share of the most that others could earn."""
    lists = {one["session_id"]: list_of(one["rows"], given["rules"]) for one in given["sessions"]}
    rows = [row for one in given["sessions"] for row in one["rows"]]
    carry = {one["session_id"]: Fraction(1 if one["carry"] is None else one["carry"]) for one in given["sessions"]}
    share = given["rules"]["missed"]
    there = {team: [name for name, of in lists.items() if team in of] for of in lists.values() for team in of}
    sat = {team: [name for name in names if lists[name][team][3]] for team, names in there.items()}
    most = max(map(len, sat.values()))
    totals: Totals = {}
    for team, names in sat.items():
        absent = [name for name in lists if name not in names]
        is_due = share is not None and len(names) < most
        counted = names if is_due else there[team]
        sums = [sum(lists[name][team][of] * carry[name] for name in counted) for of in (0, 1)]
        if is_due:
            full = sum(max(row[1] for row in lists[name].values()) * carry[name] for name in absent)
            due = full * Fraction(most - len(names), len(absent))
            sums = [sums[0] + due * Fraction(share, 100), sums[1] + due]
        totals[team] = (sums[0], sums[1])
    absent_from_it = frozenset(team for team, names in sat.items() if share is None and len(names) < most)
    return ranked(totals, rows, given["rules"]["ties"], absent_from_it)


def tables_of(events: list[Row]) -> Tables:
    """`SessionResults` and `EventResults` of the same events, each a competition, by the transforms."""
    rules = [competitions(competition=str(place), event=given["rules"]) for place, given in enumerate(events)]
    sessions: list[Row] = []
    matches: list[Row] = []
    for place, given in enumerate(events):
        of = {"competition": str(place)}
        for one in given["sessions"]:
            about = {"session_id": one["session_id"], "kind": given["kind"], "carry": one["carry"]}
            sessions.append({**of, **about, "event": "cup", "date": dt.date(2025, 9, 2)})
            matches += [{**of, "session_id": one["session_id"], **row} for row in one["rows"]]
    of_all = schemas.Competitions.cast(pl.concat(rules))
    evenings = frame(schemas.Sessions, *sessions)
    keys = schemas.Matches.column_names()
    given_matches = frame(schemas.Matches, *({name: row[name] for name in keys if name in row} for row in matches))
    scores, entries = schemas.BoardScores.create_empty(), schemas.Entries.create_empty()
    met = match_results(scores, given_matches, evenings, of_all).collect()
    listed = session_results(
        scores,
        entries,
        evenings,
        of_all,
        results=schemas.Results.create_empty(),
        adjustments=schemas.Adjustments.create_empty(),
        match_results=met,
        official_results=schemas.OfficialResults.create_empty(),
        totals=schemas.Totals.create_empty(),
    ).collect()
    standing = event_results(listed, entries, evenings, of_all, met).collect()
    return {"lists": listed, "standings": standing}


def differences(events: list[Row]) -> list[str]:
    """Where the transforms and this module disagree: in points, maximum, score (to nine decimals), rank, tie-break."""
    tables = tables_of(events)
    expected: dict[tuple[str, str, str], Any] = {}
    for place, given in enumerate(events):
        for one in given["sessions"]:
            for team, row in list_of(one["rows"], given["rules"]).items():
                expected[str(place), one["session_id"], team] = row
        for team, row in standing_of(given).items():
            expected[str(place), "event", team] = row
    columns = ("competition", "entrant", "points", "maximum", "score", "rank", "decided_by")
    standings = tables["standings"].select("competition", "entrant", *columns[2:], session_id=pl.lit("event"))
    both = pl.concat([tables["lists"].select(*columns, "session_id"), standings]).drop_nulls("points")
    found = {
        (competition, session, entrant): (*numbers, rank or 0, decided_by)
        for competition, entrant, *numbers, rank, decided_by, session in both.iter_rows()
    }
    wrong = [f"{key}: only in one of the two" for key in expected.keys() ^ found.keys()]
    for key in expected.keys() & found.keys():
        (*numbers, rank, by), (*others, other_rank, other_by) = expected[key], found[key]
        if (rank, by) != (other_rank, other_by) or any(
            abs(float(a) - b) > 1e-9 for a, b in zip(numbers, others, strict=True)
        ):
            wrong.append(f"{key}: {[float(one) for one in numbers]}, {rank}, {by} here, {found[key]}")
    return sorted(wrong)
