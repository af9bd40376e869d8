"""Scores added up over a season, against those of its sessions (seat by seat: `test_two_scores`)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from balance.seasons import COMPETITION, board_scores, sessions
from balance.strategies import movements_of_any_kind
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_balance, season_scores
from transforms.balance.played.movement_played import played
from transforms.balance.played.shown import session_scores
from transforms.balance.played.two_scores import two_scores
from transforms.balance.quality import score_matrix
from transforms.balance.seating.season_so_far import balance_with, between, by_competitor, competitors
from transforms.balance.seating.seating import added, seated
from transforms.tables.schemas import BoardScores, Entries, SeasonPartnerships, SeasonScores, Sessions

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
    """(entrant, other) -> (sessions, meetings, score, fair), from what two brought each other in each session."""
    of_all = played(BoardScores.cast(scores), sessions(*scores["session_id"].unique()))
    session_of = {
        place: (session, unit) for place, session, unit in of_all.fields["place", "session_id", "unit"].rows()
    }
    name_of = {(place, number): name for place, name, number in of_all.entrants["place", "name", "entrant"].rows()}
    found: dict[tuple[str, str], list[int | Fraction]] = defaultdict(lambda: [0, 0, 0, Fraction(0)])
    for (place,), of_two in two_scores(of_all).group_by("place"):
        session, unit = session_of[int(str(place))]
        fair = Fraction(of_two["own_tops"].sum() * unit, of_two.height)
        for one, other, own_tops, meetings in of_two["one", "other", "own_tops", "meetings"].rows():
            two = [players.get((session, name_of[int(str(place)), number])) for number in (one, other)]
            for who, whom in (two, two[::-1]) if None not in two and two[0] != two[1] else ():
                row = found[str(who), str(whom)]
                found[str(who), str(whom)] = [row[0] + 1, row[1] + meetings, row[2] + own_tops * unit, row[3] + fair]
    return {two: (int(a), int(b), int(c), Fraction(d)) for two, (a, b, c, d) in found.items()}


@settings(max_examples=by_night(25))
@given(
    st.lists(movements_of_any_kind().filter(lambda one: len(one.plays) > 0), min_size=1, max_size=3),
    st.integers(1, 3),
    st.data(),
)
def test_a_season_is_what_its_sessions_bring_two_by_two(
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
    as_named = entries(numbered(movement, "s0", "s1"))
    instead = (pl.col("session_id") == "s1") & (pl.col("player_id") == "p02")
    substituted = as_named.with_columns(
        player_id=pl.when(instead).then(pl.lit("stranger")).otherwise("player_id"),
        substitutes_for=pl.when(instead).then("player_id"),
    )
    told = sessions("s0", "s1")
    plain, rows = (season_scores(scores, told, one).collect() for one in (as_named, Entries.cast(substituted)))
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


OF = ("club", "evening", "2025")
NO_PARTNERSHIPS = SeasonPartnerships.create_empty()


def pairs_of(order: list[int]) -> list[tuple[str, str]]:
    return [(f"b{pair:02}", f"a{pair:02}") for pair in order]


def seated_by(session: str, pairs: list[tuple[str, str]], numbers: list[int]) -> dy.DataFrame[Entries]:
    rows = [
        {**COMPETITION, "session_id": session, "entrant": str(number + 1), "player_id": player}
        for pair, number in zip(pairs, numbers, strict=True)
        for player in pair
    ]
    return frame(Entries, *rows)


@settings(max_examples=by_night(10), deadline=None)
@given(st.permutations(range(8)), st.integers(1, 4), st.booleans())
def test_the_season_with_tonight_is_the_season_in_which_tonight_was_played(
    order: list[int], boards: int, odd: bool
) -> None:
    last_week = board_scores(howell(8), 3, session="s1")
    of_last_week = seated_by("s1", pairs_of(list(range(8))), list(range(8)))
    before = season_scores(last_week, sessions("s1"), of_last_week).collect()
    pairs = pairs_of(order)[odd:]
    present = competitors(pairs, NO_PARTNERSHIPS)
    scores = by_competitor(before, NO_PARTNERSHIPS).collect()
    past = between(present, scores)
    movement = mitchell(4, 2)
    found = seated(movement, past, boards=boards, runs=2)
    played = movement._replace(plays=movement.plays[(movement.plays[:, 2:4] != found.absent).all(axis=1)])
    tonight = board_scores(played, boards, session="s2")
    after = season_scores(
        BoardScores.cast(pl.concat([last_week, tonight])),
        sessions("s1", "s2"),
        Entries.cast(pl.concat([of_last_week, seated_by("s2", pairs, found.numbers.tolist())])),
    ).collect()
    expected = between(present, by_competitor(after, NO_PARTNERSHIPS))
    computed = added(past, found.tonight)
    np.testing.assert_array_equal(computed.meetings, expected.meetings)
    np.testing.assert_array_equal(computed.scores, expected.scores)
    assert balance_with(scores, OF, present, found.tonight).equals(season_balance(after).collect())


def test_a_trio_carries_what_any_two_of_it_have_met() -> None:
    trio = [{"partnership_id": "trio", "player_id": player, "declared": True, "season": "2025"} for player in "abc"]
    partnerships = frame(SeasonPartnerships, *trio)
    of_two = (("a + b", "x + y", 1, 5), ("a + c", "x + y", 2, -3), ("a + x", "x + y", 4, 9), ("a + b", "a + c", 1, 1))
    scores = frame(
        SeasonScores,
        *(
            {"season": "2025", "sessions": 1, "fair": 1.0, "meetings": meetings, "score": score}
            | {"entrant": entrant, "other": other}
            for one, two, meetings, score in of_two
            for entrant, other in ((one, two), (two, one))
        ),
    )
    present = competitors([("c", "b"), ("y", "x"), ("x", "a")], partnerships)
    assert present == ["trio", "x + y", "a + x"]
    rows = by_competitor(scores, partnerships).collect()
    assert rows.filter(pl.col("entrant") < pl.col("other")).select("entrant", "other", "meetings", "score").rows() == [
        ("a + x", "x + y", 4, 9),
        ("trio", "x + y", 3, 2),
    ]
    found = between(present, rows)
    np.testing.assert_array_equal(found.meetings, [[0, 3, 0], [3, 0, 4], [0, 4, 0]])
    np.testing.assert_array_equal(found.scores, [[0, 2, 0], [2, 0, 9], [0, 9, 0]])
