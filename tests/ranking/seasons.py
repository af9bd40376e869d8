"""Random seasons: a few competitions with rules of their own, unequal lines, absences and substitutes."""

import datetime as dt
from random import Random
from typing import Any

import polars as pl
from factories import competitions, frame
from hypothesis import settings
from hypothesis import strategies as st

from transforms.tables import Entries, Partnerships, Players, SessionResults, Sessions

Tables = dict[str, pl.DataFrame]

some_seasons = settings(max_examples=25)
"""A season is many cases in one, and slow beside them: few seasons do."""


@st.composite
def federations(draw: st.DrawFn, most: int = 3) -> Tables:
    """The raw tables, and session results, of one to some competitions."""
    random = draw(st.randoms(use_true_random=False))
    clubs = [competition_tables(random, f"club {number}") for number in range(draw(st.integers(1, most)))]
    return {name: pl.concat(club[name] for club in clubs) for name in clubs[0]}


def competition_tables(random: Random, club: str) -> Tables:
    members = [f"p{number}" for number in range(random.randint(2, 9))]
    sessions: list[dict[str, Any]] = []
    entries: list[dict[str, Any]] = []
    results: list[dict[str, Any]] = []
    for number in range(random.randint(1, 9)):
        at = {"club": club, "session_id": f"s{number}"}
        day = dt.date(2025, 9, 1) + dt.timedelta(days=random.randint(0, 6))
        seated = random.sample(members, 2 * random.randint(1, len(members) // 2))
        lines = {str(pair): random.choice("BDM") for pair in range(len(seated) // 2)}
        together = random.choice([None, "B+M", "D+M", "B+D+M"])
        kind = random.choice(["pairs", "pairs", "butler"])
        sessions.append({**at, "date": day, "together": together, "kind": kind})
        for seat, player in enumerate(seated):
            absent = random.choice([None, None, *members])
            pair = str(seat // 2)
            substitutes_for = absent if absent != player else None
            entries.append(
                {**at, "line": lines[pair], "entrant": pair, "player_id": player, "substitutes_for": substitutes_for}
            )
        for pair, line in lines.items():
            field = together if together and line in together else line
            score = random.choice([None, *(eighths / 8 for eighths in range(-12, 13, 3))])
            if score is not None and kind == "pairs":
                score = 50 + 4 * score
            results.append({**at, "line": line, "entrant": pair, "field": field, "score": score})
    people = [
        {
            "club": club,
            "player_id": player,
            "member": random.choice([True, True, False, None]),
            "substitute_ranking": random.choice([None, 55.5]),
        }
        for player in members[: random.randint(0, len(members))]
    ]
    return {
        "competitions": rules(random, club),
        "sessions": frame(Sessions, *sessions),
        "entries": frame(Entries, *entries),
        "session_results": frame(SessionResults, *results),
        "players": frame(Players, *people),
        "partnerships": frame(Partnerships, *declared(random, club, members)),
    }


def rules(random: Random, club: str) -> pl.DataFrame:
    return competitions(
        club,
        ranking={
            "method": random.choice(["place", "proportional", "balanced"]),
            "lines": random.randint(1, 4),
            "width": random.choice([40.0, 27.5]),
            "step": random.choice([10.0, 7.0, 0.0]),
            "window": random.randint(1, 7),
        },
        championship={
            "individual": {"min": random.randint(1, 5), "drop": random.randint(0, 3)},
            "pairs": {
                "together": random.randint(1, 4),
                "substitutes": random.randint(0, 3),
                "drop": random.randint(0, 2),
            },
        },
    )


def declared(random: Random, club: str, members: list[str]) -> list[dict[str, str]]:
    """No partnerships, or some pairs and trios; a player may be in more than one."""
    return [
        {"club": club, "partnership_id": f"partnership {number}", "player_id": player}
        for number in range(random.randint(0, 3))
        for player in random.sample(members, min(random.choice([2, 2, 3]), len(members)))
    ]
