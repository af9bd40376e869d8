"""Scores added up over a season, against board by board and two by two."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations, product

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from balance.seasons import COMPETITION, board_scores, met_in_rounds, sessions
from balance.strategies import movements_of_any_kind
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_balance, season_scores
from transforms.balance.played.shown import session_scores
from transforms.balance.quality import score_matrix
from transforms.tables.schemas import BoardScores, Entries, SeasonScores, Sessions

Players = Mapping[tuple[str, str], str]
"""(session, number) -> entrant."""


def entries(players: Players) -> dy.DataFrame[Entries]:
    return frame(
        Entries,
        *(
            {**COMPETITION, "session_id": session, "entrant": number, "player_id": player}
            for (session, number), entrant in players.items()
            for player in entrant.split(" + ")
        ),
    )


def of_season(
    scores: pl.DataFrame, players: Players, told: dy.DataFrame[Sessions] | None = None
) -> dy.DataFrame[SeasonScores]:
    ids = scores["session_id"].unique().to_list()
    rows = season_scores(BoardScores.cast(scores), sessions(*ids) if told is None else told, entries(players)).collect()
    return SeasonScores.validate(rows)


def plainly(scores: pl.DataFrame, players: Players) -> dict[tuple[str, str], tuple[int, int, int, Fraction]]:
    """(entrant, other) -> (sessions, meetings, score, fair), by every two results of a board."""
    in_rounds = met_in_rounds(scores)
    boards: dict[tuple[str, int], set[tuple[str, str]]] = defaultdict(set)
    for session, board, ns, ew in scores.select("session_id", "board", "ns", "ew").iter_rows():
        boards[session, board].add((ns, ew))
    found: dict[tuple[str, str], list[int | Fraction]] = defaultdict(lambda: [0, 0, 0, Fraction(0)])
    for session in {session for session, _ in boards}:
        met = {one for (of, _), results in boards.items() if of == session for one in results}
        seated = sorted({name for one in met for side in one for name in side.split("+")})
        score: dict[tuple[str, str], int] = defaultdict(int)
        for (of, _), results in boards.items():
            if of != session:
                continue
            seats = [(one, sign, name) for one in results for side, sign in sides(one) for name in side.split("+")]
            for (one, sign, name), (another, other_sign, other) in product(seats, seats):
                if name != other:
                    weight = -(len(results) - 1) if one == another else 1
                    score[name, other] += weight * sign * other_sign
        fair = Fraction(sum(score.values()), len(seated) * (len(seated) - 1))
        for name, other in product(seated, seated):
            two = (players.get((session, name)), players.get((session, other)))
            if two[0] is None or two[1] is None or two[0] == two[1]:
                continue
            opponents = sum(
                any(are_opponents(name, other, *two_sides) for two_sides in together)
                for together in in_rounds[session].values()
            )
            row = found[two[0], two[1]]
            found[two[0], two[1]] = [row[0] + 1, row[1] + opponents, row[2] + score[name, other], row[3] + fair]
    return {two: (int(a), int(b), int(c), Fraction(d)) for two, (a, b, c, d) in found.items()}


def are_opponents(name: str, other: str, one: str, another: str) -> bool:
    return any(name in mine.split("+") and other in yours.split("+") for mine, yours in permutations((one, another)))


def sides(one: tuple[str, str]) -> list[tuple[str, int]]:
    return list(zip(one, (1, -1), strict=True))


@settings(max_examples=by_night(25))
@given(
    st.lists(movements_of_any_kind().filter(lambda one: len(one.plays) > 0), min_size=1, max_size=3),
    st.integers(1, 3),
    st.data(),
)
def test_a_season_is_what_its_boards_bring_two_by_two(
    movements: list[Movement], boards: int, data: st.DataObject
) -> None:
    whole = pl.concat([board_scores(one, boards, session=f"s{number}") for number, one in enumerate(movements)])
    kept = data.draw(st.lists(st.booleans(), min_size=whole.height, max_size=whole.height))
    scores = whole.filter(pl.Series(kept))
    names = ["Ann + Bob", "Cat + Dan", "Eve + Fay", *(str(number) for number in range(100, 140))]
    players = {
        (f"s{session}", str(number + 1)): name
        for session, movement in enumerate(movements)
        for number, name in enumerate(data.draw(st.permutations(names))[: movement.pairs])
        if name != "105"
    }
    rows = of_season(scores, players)
    computed = {
        (entrant, other): values for *_, entrant, other, s, m, v, f in rows.iter_rows() for values in [(s, m, v, f)]
    }
    expected = plainly(scores, players)
    assert {two: values[:3] for two, values in computed.items()} == {
        two: values[:3] for two, values in expected.items()
    }
    assert [computed[two][3] for two in expected] == pytest.approx([float(values[3]) for values in expected.values()])


def numbered(movement: Movement, *ids: str) -> dict[tuple[str, str], str]:
    return {(session, str(number)): f"p{number:02}" for session in ids for number in range(1, movement.pairs + 1)}


def test_a_session_has_the_score_matrix_of_its_movement() -> None:
    movement = mitchell(5)
    rows = session_scores(board_scores(movement, 3), sessions("first"))
    matrix = score_matrix(movement)
    assert rows["score"].to_list() == [matrix[two] for two in zip(*np.triu_indices(10, 1), strict=True)]
    assert rows.select("entrant", "other").rows()[:2] == [("1", "2"), ("1", "3")]
    assert rows["meetings"].sum() == 25


def test_a_substitute_counts_as_who_is_stood_in_for() -> None:
    movement = howell(4)
    scores = BoardScores.cast(pl.concat([board_scores(movement, session=session) for session in ("s0", "s1")]))
    played = entries(numbered(movement, "s0", "s1"))
    instead = (pl.col("session_id") == "s1") & (pl.col("player_id") == "p02")
    substituted = played.with_columns(
        player_id=pl.when(instead).then(pl.lit("stranger")).otherwise("player_id"),
        substitutes_for=pl.when(instead).then("player_id"),
    )
    told = sessions("s0", "s1")
    plain, rows = (season_scores(scores, told, one).collect() for one in (played, Entries.cast(substituted)))
    assert rows.equals(plain)
    assert set(rows["sessions"]) == {2}


def test_a_season_of_perfect_sessions_is_perfect() -> None:
    movement = howell(8)
    scores = pl.concat([board_scores(movement, boards, session=f"s{boards}") for boards in (2, 3)])
    rows = of_season(scores, numbered(movement, "s2", "s3"))
    [season] = season_balance(rows).collect().to_dicts()
    assert season == {
        **COMPETITION,
        "entrants": 8,
        "combinations": 28,
        "unmet": 0,
        "qc": pytest.approx(100),
        "qo": pytest.approx(100),
    }
    assert rows["score"].to_list() == pytest.approx(rows["fair"].to_list())
