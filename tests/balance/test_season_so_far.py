"""What the pairs of tonight carry with them, against the boards of the whole season."""

import dataframely as dy
import numpy as np
import polars as pl
from balance.seasons import COMPETITION, board_scores, sessions
from examples import by_night
from factories import frame
from hypothesis import given, settings
from hypothesis import strategies as st

from transforms.balance.generators import howell, mitchell
from transforms.balance.played.balances import season_balance, season_scores
from transforms.balance.seating.season_so_far import balance_with, between, by_competitor, competitors
from transforms.balance.seating.seating import added, seated
from transforms.tables.schemas import BoardScores, Entries, SeasonPartnerships, SeasonScores

OF = ("club", "evening", "2025")
NO_PARTNERSHIPS = SeasonPartnerships.create_empty()


def players(order: list[int]) -> list[tuple[str, str]]:
    return [(f"b{pair:02}", f"a{pair:02}") for pair in order]


def entries(session: str, pairs: list[tuple[str, str]], numbers: list[int]) -> dy.DataFrame[Entries]:
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
    of_last_week = entries("s1", players(list(range(8))), list(range(8)))
    before = season_scores(last_week, sessions("s1"), of_last_week).collect()
    pairs = players(order)[odd:]
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
        Entries.cast(pl.concat([of_last_week, entries("s2", pairs, found.numbers.tolist())])),
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
