"""Random seasons: a few competitions with rules of their own, pairs and teams, unequal lines, absences, substitutes."""

import datetime as dt
from itertools import combinations
from random import Random

import dataframely as dy
import polars as pl
from examples import by_night
from factories import Tables, competitions, frame
from hypothesis import settings
from hypothesis import strategies as st
from rankings.plain import Row

from transforms.rankings.ranking_points import ranking_points
from transforms.tables import schemas
from transforms.tables.schemas import METHODS

IN_SESSIONS: dict[str, type[dy.Schema]] = {
    "sessions": schemas.Sessions,
    "entries": schemas.Entries,
    "session_results": schemas.SessionResults,
    "match_results": schemas.MatchResults,
}
RANKED_FROM = ("session_results", "entries", "sessions", "competitions", "players", "match_results")
NOTHING_EARNED = frame(schemas.EarnedPoints)
"""Nobody brings ranking points from another program."""

some_seasons = settings(max_examples=by_night(10))
"""A frame of many competitions takes no longer than that of one: few frames, of many cases each."""
MANY = 14
few_seasons = settings(max_examples=by_night(6))
"""For whole seasons, whose frames take longest to make: with `MANY` competitions at most they are as many cases."""


@st.composite
def federations(draw: st.DrawFn, most: int = 8) -> Tables:
    """The raw tables, session results and match results of one to some competitions, two of them a club."""
    random = draw(st.randoms(use_true_random=False))
    competitions = [
        competition_tables(random, {"club": f"club {number // 2}", "competition": f"evening {number % 2}"})
        for number in range(draw(st.integers(1, most)))
    ]
    return together(competitions)


def apart(federation: Tables) -> list[Tables]:
    """The tables of each competition by itself."""
    owners = federation["competitions"].select("club", "competition").unique(maintain_order=True)
    return [
        {name: table.filter(**owner) for name, table in federation.items()} for owner in owners.iter_rows(named=True)
    ]


def together(competitions: list[Tables]) -> Tables:
    """One frame of each of their tables."""
    return {name: pl.concat(of[name] for of in competitions) for name in competitions[0]}


def points_of(federation: Tables) -> dy.DataFrame[schemas.RankingPoints]:
    """The ranking points of its sessions."""
    return ranking_points(**{name: federation[name] for name in RANKED_FROM}, earned=NOTHING_EARNED).collect()


def ranked(**rankings: float) -> dy.DataFrame[schemas.PlayerRankings]:
    """Players with these rankings, after one session."""
    after_one = {"ranking_before": 0.0, "sessions_counted": 1}
    rows = ({"player_id": player, "ranking": ranking, **after_one} for player, ranking in rankings.items())
    return frame(schemas.PlayerRankings, *rows)


def partnerships(*names: str) -> dy.DataFrame[schemas.SeasonPartnerships]:
    """Each named by its players, a letter each."""
    rows = ({"partnership_id": name, "player_id": one, "declared": True} for name in names for one in name)
    return frame(schemas.SeasonPartnerships, *rows)


def competition_tables(random: Random, owner: Row) -> Tables:
    members = [f"p{number}" for number in range(random.randint(2, 14))]
    seasons = random.randint(1, 3)
    evenings = [
        evening(random, {**owner, "season": f"{2025 + season}", "session_id": f"s{number}"}, members, 2025 + season)
        for season in range(seasons)
        for number in range(random.randint(1, 7))
    ]
    members_are, own = [True, True, False, None], [None, 55.5]
    people = [
        {**owner, "player_id": player, "member": random.choice(members_are), "substitute_ranking": random.choice(own)}
        for player in members[: random.randint(0, len(members))]
    ]
    in_sessions = {
        name: frame(schema, *(row for of_evening in evenings for row in of_evening[name]))
        for name, schema in IN_SESSIONS.items()
    }
    return in_sessions | {
        "competitions": rules(random, owner, seasons),
        "players": frame(schemas.Players, *people),
        "partnerships": frame(schemas.Partnerships, *declared(random, owner, members)),
        "ranking_points": frame(schemas.EarnedPoints),
    }


def evening(random: Random, at: Row, members: list[str], year: int) -> dict[str, list[Row]]:
    """One session: some of the members in pairs, or in teams, and whoever they replace."""
    kind = random.choice(["pairs", "pairs", "butler", "cross_imp", "teams"])
    together = random.choice([None, "B+M", "D+M", "B+D+M"])
    present = random.sample(members, random.randint(2, len(members)))
    sizes = [4, 4, 5, 6] if kind == "teams" else [2, 2, 2, 2, 3]
    entrants: dict[str, list[str]] = {}
    while len(present) >= 2:
        size = random.choice(sizes)
        entrants[str(len(entrants))] = present[:size]
        present = present[size:]
    lines: dict[str, str] = {entrant: random.choice(["B", "D", "M"]) for entrant in entrants}
    entries = [
        {
            **at,
            "line": lines[entrant],
            "entrant": entrant,
            "player_id": player,
            "substitutes_for": random.choice([None, None, *(other for other in members if other != player)]),
            "rounds": random.choice([None, None, "1", "1+3", "2+3"]) if kind == "teams" else None,
        }
        for entrant, players in entrants.items()
        for player in players
    ]
    matches = random_matches(random, at, lines) if kind == "teams" else []
    results = []
    for entrant, line in lines.items():
        score = random.choice([None, *(eighths / 8 for eighths in range(-12, 13, 3))])
        if score is not None and kind == "pairs":
            score = 50 + 4 * score
        if kind == "teams":
            score = 10.0 if any(match["team"] == entrant for match in matches) else score
        field = together if together and line in together else line
        results.append({**at, "line": line, "entrant": entrant, "field": field, "score": score})
    day = dt.date(year, 9, 1) + dt.timedelta(days=random.randint(0, 6))
    session = {**at, "date": day, "together": together, "kind": kind}
    return {"sessions": [session], "entries": entries, "session_results": results, "match_results": matches}


def random_matches(random: Random, at: Row, lines: dict[str, str]) -> list[Row]:
    """Up to three rounds: in each line two by two, a bye or a visiting team for who is over, or a three-way match."""
    matches: list[Row] = []
    for number in range(1, random.randint(1, 3) + 1):
        for line in sorted(set(lines.values())):
            teams = random.sample([team for team in lines if lines[team] == line], list(lines.values()).count(line))
            if len(teams) % 2 and random.choice([True, False]):
                teams.append("visitors")
            meetings = list(zip(teams[::2], teams[1::2], strict=False))
            if len(teams) == 3:
                meetings = random.choice([meetings, list(combinations(teams, 2))])
            for one, other in meetings:
                matches += match(random, {**at, "line": line, "round": number}, one, other)
    return matches


def match(random: Random, at: Row, one: str, other: str) -> list[Row]:
    """Two rows: victory points, or points a board, or none since the match was not played."""
    boards = random.choice([None, 0, 6, 8])
    vp = random.choice([None, 0.0, 6.25, 10.0, 17.5, 20.0])
    points = random.choice([None, 0.0, 5.0, 8.0]) if vp is None else None
    theirs = {"vp": None if vp is None else 20 - vp, "points": None if points is None else 2 * (boards or 0) - points}
    both = {**at, "boards": boards, "vp_given": True}
    return [
        {**both, "team": one, "opponent": other, "vp": vp, "points": points},
        {**both, "team": other, "opponent": one, **theirs},
    ]


def rules(random: Random, owner: Row, seasons: int) -> dy.DataFrame[schemas.Competitions]:
    of_first = competitions(
        **owner,
        ranking={
            "method": random.choice(METHODS),
            "lines": random.randint(1, 4),
            "width": random.choice([40.0, 27.5]),
            "step": random.choice([10.0, 7.0, 0.0]),
            "window": random.choice([1, 2, 3, 4, 5, 6, 7, 9, 17]),
            "hand_on": random.choice([True, False]),
        },
        championship={
            "individual": {"min": number_or_share(random), "drop": random.randint(0, 3)},
            "pairs": {"together": number_or_share(random)}
            | {"substitutes": random.randint(0, 3), "drop": random.randint(0, 2)},
        },
    )
    every = pl.concat(
        of_first.with_columns(season=pl.lit(f"{year}"), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31))
        for year in range(2025, 2025 + seasons)
    )
    return schemas.Competitions.cast(every)


def number_or_share(random: Random) -> int | str:
    """How many sessions must count: a few, or a share of the evenings."""
    return random.choice([random.randint(1, 5), f"{random.choice(['60', '100', '33.33', '12.5', '0.01'])}%"])


def declared(random: Random, owner: Row, members: list[str]) -> list[Row]:
    """No partnerships, or some pairs and trios; a player may be in more than one."""
    return [
        {**owner, "partnership_id": f"partnership {number}", "player_id": player}
        for number in range(random.randint(0, 3))
        for player in random.sample(members, min(random.choice([2, 2, 3]), len(members)))
    ]
