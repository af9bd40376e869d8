"""What a season brings every player, in a competition and in all clubs."""

import dataframely as dy
import polars as pl
import pytest
from awards.events import Row, choice, made, pairs, results
from factories import frame
from hypothesis import given
from hypothesis import strategies as st

from transforms.awards import award_totals, federation_awards
from transforms.tables.schemas import AwardPoints, AwardTotals, FederationAwards, Players


def earned(*rows: Row) -> dy.DataFrame[AwardPoints]:
    return frame(
        AwardPoints,
        *({"scheme": "ffb", "of": "session", "entrant": "1", "rank": 1, "entrants": 9, **row} for row in rows),
    )


def test_totals_of_a_season() -> None:
    points = earned(
        {"player_id": "a", "session_id": "1", "points": 0.1},
        {"player_id": "a", "session_id": "2", "points": 0.2},
        {"player_id": "b", "session_id": "1", "points": 0.3},
        {"player_id": "c", "session_id": "1", "points": 0.0},
        {"player_id": "c", "session_id": "2", "points": 0.2},
        {"player_id": "a", "session_id": "1", "points": 5.0, "scheme": "nbf"},
        {"player_id": "a", "session_id": "1", "points": 7.0, "club": "other"},
    )
    totals = AwardTotals.validate(award_totals(points).collect())
    assert totals.filter(club="club", scheme="ffb").select("player_id", "events", "awarded", "rank").rows() == [
        ("a", 2, 2, 1),
        ("b", 1, 1, 1),
        ("c", 2, 1, 3),
    ]
    assert totals.filter(player_id="a")["points"].to_list() == pytest.approx([0.3, 5, 7])


def test_an_event_of_two_entrants_of_one_player_is_one_event() -> None:
    points = earned(
        {"player_id": "a", "session_id": "1", "points": 3.0},
        {"player_id": "a", "session_id": "1", "points": 0.0, "entrant": "2"},
        {"player_id": "a", "session_id": "1", "points": 1.0, "entrant": "3", "line": "B"},
        {"player_id": "a", "session_id": "2", "points": 0.0},
        {"player_id": "a", "session_id": "2", "points": 2.0, "of": "event"},
    )
    totals = award_totals(points).collect()
    assert totals.select("events", "awarded", "points").rows() == [(3, 2, 6)]
    federation = federation_awards(points, frame(Players, {"player_id": "a"})).collect()
    assert federation.select("events", "awarded", "points").rows() == [(3, 2, 6)]


def test_two_clubs_from_result_lists_to_one_list() -> None:
    """Ann is a member of both, the federation knows her; the two others with the same id are two people."""
    listed = [*results(60.0, 40.0), *results(40.0, 60.0, club="other")]
    seats = [*pairs(2), *pairs(2, club="other")]
    evenings: list[Row] = [{"session_id": "1"}, {"session_id": "1", "club": "other"}]
    points = made(listed, seats, [choice("ebl"), choice("ebl", club="other")], evenings)
    people = frame(
        Players,
        {"player_id": "1n", "name": "Ann", "federation_id": "F1"},
        {"player_id": "1n", "club": "other", "name": "Zed", "federation_id": "F9"},
        {"player_id": "2n", "club": "other", "name": "Ann", "federation_id": "F1"},
        {"player_id": "2n", "name": "Bob"},
    )
    rows = federation_awards(points, people).collect().select("person", "points", "clubs", "events", "rank").rows()
    assert rows == [
        ("F1", 40, 2, 2, 1),
        ("F9", 16, 1, 1, 4),
        ("club/1s", 20, 1, 1, 2),
        ("club/2n", 16, 1, 1, 4),
        ("club/2s", 16, 1, 1, 4),
        ("other/1s", 16, 1, 1, 4),
        ("other/2s", 20, 1, 1, 2),
    ]


def test_a_person_of_two_clubs_only_where_a_column_says_so() -> None:
    points = earned(
        {"player_id": "1", "club": "x", "points": 3.0},
        {"player_id": "2", "club": "y", "points": 4.0},
        {"player_id": "2", "club": "x", "points": 5.0},
        {"player_id": "2", "club": "x", "competition": "other", "points": 1.0},
    )
    people = frame(Players, {"player_id": "1", "club": "x", "name": "Ann"}, {"player_id": "2", "club": "y"})
    apart = FederationAwards.validate(federation_awards(points, people).collect())
    assert apart.select("person", "name", "points", "clubs", "events", "rank").rows() == [
        ("x/1", "Ann", 3, 1, 1, 3),
        ("x/2", None, 6, 1, 2, 1),
        ("y/2", None, 4, 1, 1, 2),
    ]
    same = Players.cast(people.with_columns(federation_id=pl.lit("F7")))
    together = FederationAwards.validate(federation_awards(points, same).collect())
    assert together.select("person", "name", "points", "clubs", "events", "rank").rows() == [
        ("F7", "Ann", 7, 2, 2, 1),
        ("x/2", None, 6, 1, 2, 2),
    ]


@given(
    st.lists(
        st.tuples(st.sampled_from("uvwx"), st.sampled_from("1234"), st.integers(1, 3), st.floats(0, 9)), min_size=1
    ),
    st.dictionaries(st.tuples(st.sampled_from("uvwx"), st.sampled_from("1234")), st.sampled_from(["F1", "F2"])),
)
def test_some_clubs_at_a_time_are_as_all_together(
    rows: list[tuple[str, str, int, float]], known: dict[tuple[str, str], str]
) -> None:
    points = earned(
        *(
            {"club": club, "player_id": player, "session_id": str(session), "points": won, "entrant": str(number)}
            for number, (club, player, session, won) in enumerate(rows)
        )
    )
    people = frame(
        Players, *({"club": club, "player_id": player, "federation_id": of} for (club, player), of in known.items())
    )
    together = federation_awards(points, people).collect()
    parts = [AwardPoints.cast(part) for part in points.partition_by("club")]
    assert together.equals(federation_awards(iter(parts), people).collect())
