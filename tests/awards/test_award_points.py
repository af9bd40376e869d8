"""Federation points of players by event, and their totals."""

from typing import Any

import dataframely as dy
import polars as pl
import pytest
from awards.events import COMPUTED, Row, by_player, choice, made, pairs, results
from factories import competitions, frame, in_warehouse
from hypothesis import given
from hypothesis import strategies as st
from simulated import simulate

from transforms.awards import award_points, award_totals, choices_of_nothing, federation_awards, sessions_without_ranks
from transforms.checks.assembly import assemble
from transforms.season import season_tables
from transforms.tables.raw import (
    Adjustments,
    AwardChoices,
    Entries,
    Findings,
    Matches,
    OfficialResults,
    Players,
    Sessions,
)
from transforms.tables.schemas import AwardPoints, AwardTotals, FederationAwards, SessionResults


def test_every_player_of_an_entrant_gets_its_points() -> None:
    earned = made(results(60.0, 50.0, 40.0), pairs(3), [choice("ebl"), choice("aeb")])
    assert by_player(earned) == {"1n": 20, "1s": 20, "2n": 16, "2s": 16, "3n": 14, "3s": 14}
    assert by_player(earned, "aeb") == {"1n": 1, "1s": 1, "2n": 0.5, "2s": 0.5, "3n": 0, "3s": 0}
    assert earned.select("rank", "entrants", "line", "of").unique().sort("rank").rows() == [
        (1, 3, "A", "session"),
        (2, 3, "A", "session"),
        (3, 3, "A", "session"),
    ]


def test_fields_are_events_by_themselves_and_lines_together_are_one() -> None:
    """Both lines have an entrant 1: together they are one field of four, or two of two."""
    two_lines = [*results(60.0, 40.0, line="A"), *results(56.0, 44.0, line="B")]
    seats = [*pairs(2), *[{**each, "line": "B", "player_id": f"b{each['player_id']}"} for each in pairs(2)]]
    apart = made([{**each, "field": each["line"]} for each in two_lines], seats, [choice("club_points")])
    ranks = {60.0: 1, 56.0: 2, 44.0: 3, 40.0: 4}
    together = made(
        [{**each, "field": "A+B", "rank": ranks[each["score"]]} for each in two_lines], seats, [choice("club_points")]
    )
    assert by_player(apart, "club_points") == dict.fromkeys(["1n", "1s", "2n", "2s", "b1n", "b1s", "b2n", "b2s"], 1)
    assert by_player(together, "club_points")["1n"] == 16
    assert by_player(together, "club_points")["b1n"] == 1


@pytest.mark.parametrize(
    ("scoring", "average"), [("butler", 0.0), ("cross_imps", 0.0), ("imps", 10.0), ("matchpoints", 50.0)]
)
def test_the_average_is_that_of_the_scoring(scoring: str, average: float) -> None:
    listed = results(average + 1, average, average - 1, scoring=scoring)
    assert [by_player(made(listed, pairs(3), [choice("aeb")]), "aeb")[f"{number}n"] for number in (1, 2, 3)] == [
        1,
        0.5,
        0,
    ]


def test_choices_of_a_competition_and_of_one_session() -> None:
    """A session that is named has its own schemes, instead of those of all."""
    listed = [*results(60.0, 40.0, session_id="1"), *results(60.0, 40.0, session_id="2")]
    seats = [*pairs(2, session_id="1"), *pairs(2, session_id="2")]
    earned = made(listed, seats, [choice("ebl"), choice("ffb", only="2"), choice("nbf", only="2")])
    assert earned.select("session_id", "scheme").unique().sort("session_id", "scheme").rows() == [
        ("1", "ebl"),
        ("2", "ffb"),
        ("2", "nbf"),
    ]


def test_whole_points_are_chosen_too() -> None:
    listed = results(60.0, 50.0, 40.0)
    exact, whole = (made(listed, pairs(3), [choice("ffb", whole_points=each)])["points"] for each in (False, True))
    assert exact.sum() == pytest.approx(2 * 250 / 3)
    assert whole.sum() == 2 * 83
    assert (whole % 1 == 0).all()


def test_who_ties_has_the_mean_or_what_the_rank_is_worth() -> None:
    listed = results(60.0, 50.0, 50.0, 40.0)
    by_mean, by_rank = (
        made(listed, pairs(4), [choice("ebl", ties=ties)])["points"].unique(maintain_order=True).to_list()
        for ties in ("mean", "rank")
    )
    assert by_mean == [20, 15, 12]
    assert by_rank == [20, 16, 12]


def test_a_simulated_season_by_every_scheme() -> None:
    """Club points are those of the result lists; every ranked entrant has a row for each player and scheme."""
    raw = simulate(clubs=2, sessions=4, seed=7)
    absent = {
        "adjustments": Adjustments.create_empty(),
        "matches": Matches.create_empty(),
        "official_results": OfficialResults.create_empty(),
    }
    rules = pl.concat(
        competitions(*names) for names in raw["sessions"].select("club", "competition").unique().sort("club").rows()
    )
    made_up = in_warehouse({**raw, **absent, "competitions": rules})
    listed = SessionResults.cast(season_tables(made_up, ["scored.session_results"])["scored.session_results"])
    chosen = rules.select("club", "competition", "season").join(
        frame(AwardChoices, *map(choice, COMPUTED)).drop("club", "competition", "season"), how="cross"
    )
    entries, sessions, choices = Entries.cast(raw["entries"]), Sessions.cast(raw["sessions"]), AwardChoices.cast(chosen)
    points = award_points(listed, entries, sessions, choices).collect()
    assert points.height == raw["entries"].height * len(COMPUTED)
    assert points.equals(AwardPoints.validate(points).sort(AwardPoints.primary_key()))
    mixed: list[Any] = [
        table.sample(fraction=1, shuffle=True, seed=3) for table in (listed, entries, sessions, choices)
    ]
    assert award_points(*mixed).collect().equals(points)
    entrant = ["club", "session_id", "line", "entrant"]
    printed = listed.select(*entrant, "rank", "club_points").join(
        points.filter(scheme="club_points").select(*entrant, "rank", "points"), on=entrant
    )
    assert printed.height == raw["entries"].height
    assert printed.filter(
        (pl.col("club_points") != pl.col("points")) | (pl.col("rank") != pl.col("rank_right"))
    ).is_empty()


def test_the_id_of_the_federation_comes_in_with_the_players() -> None:
    raw, _ = assemble({"players": frame(Players, {"player_id": "1", "federation_id": "F7"})}, competitions())
    assert raw["players"]["federation_id"].to_list() == ["F7"]


def test_choices_that_name_nothing_are_told_and_a_session_of_an_event_with_its_event() -> None:
    evenings = frame(Sessions, {"session_id": "1", "event": "cup"}, {"session_id": "2", "event": "cup"})
    named = [choice("ebl", of="event", only=name) for name in ("cup", "1", "7")]
    found = choices_of_nothing(frame(AwardChoices, *named), evenings).collect().sort("value")
    assert found.select("field", "value").rows() == [("awards.only", "1"), ("awards.only", "7")]
    assert "belongs to the event cup, which is awarded as a whole" in found["message"][0]
    assert "there is no such event" in found["message"][1]
    by_session = [choice("ebl", only=name) for name in ("cup", "1")]
    (other,) = choices_of_nothing(frame(AwardChoices, *by_session), evenings).collect().rows(named=True)
    assert other["value"] == "cup"
    assert "there is no such session" in other["message"]


def test_sessions_where_nobody_is_ranked_are_told() -> None:
    evenings = frame(Sessions, {"session_id": "1"}, {"session_id": "2"}, {"session_id": "3", "club": "other"})
    listed = frame(SessionResults, *results(60.0, 40.0), *results(None, session_id="2"))
    found = sessions_without_ranks(listed, evenings, frame(AwardChoices, choice("ebl"), choice("ffb"))).collect()
    assert Findings.validate(found).select("severity", "value", "line_no").rows() == [("warning", "2", 2)]


def two_evenings() -> tuple[list[Row], list[Row], list[Row]]:
    """Two pairs on two evenings of an event, with other numbers and a substitute on the second; one evening more."""
    evenings: list[Row] = [
        {"session_id": "1", "event": "cup"},
        {"session_id": "2", "event": "cup"},
        {"session_id": "3"},
    ]
    listed = [
        *results(60.0, 40.0, session_id="1"),
        *results(45.0, 55.0, session_id="2", line="B"),
        *results(60.0, 40.0, session_id="3"),
    ]
    second = [
        {"entrant": "2", "player_id": "1n"},
        {"entrant": "2", "player_id": "x", "substitutes_for": "1s"},
        {"entrant": "1", "player_id": "2n"},
        {"entrant": "1", "player_id": "2s"},
    ]
    seats = [
        *pairs(2, session_id="1"),
        *[{**each, "session_id": "2", "line": "B"} for each in second],
        *pairs(2, session_id="3"),
    ]
    return listed, seats, evenings


def test_an_event_of_several_sessions_is_awarded_once() -> None:
    listed, seats, evenings = two_evenings()
    earned = made(listed, seats, [choice("ebl", of="event")], evenings)
    cup = earned.filter(of="event").select("session_id", "line", "entrant", "player_id", "rank", "points")
    assert cup.rows() == [
        ("cup", "A+B", "1n + 1s", "1n", 1, 20),
        ("cup", "A+B", "1n + 1s", "1s", 1, 20),
        ("cup", "A+B", "2n + 2s", "2n", 2, 16),
        ("cup", "A+B", "2n + 2s", "2s", 2, 16),
    ]
    assert earned.filter(of="session")["session_id"].unique().to_list() == ["3"]


def test_a_team_is_awarded_with_all_who_played_for_it() -> None:
    listed = [*results(12.0, 8.0, session_id="1", scoring="imps"), *results(12.0, 8.0, session_id="2", scoring="imps")]
    seats = [
        *pairs(2, session_id="1"),
        *pairs(2, session_id="2"),
        {"session_id": "2", "entrant": "1", "player_id": "y"},
    ]
    evenings: list[Row] = [{"session_id": each, "event": "cup", "kind": "teams"} for each in "12"]
    earned = made(listed, seats, [choice("ebl", of="event")], evenings)
    assert by_player(earned) == {"1n": 20, "1s": 20, "y": 20, "2n": 16, "2s": 16}


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
