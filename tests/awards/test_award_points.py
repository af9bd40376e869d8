"""Federation points by event: computed, imported, added up, and as a reader sees them."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from awards.events import Row, by_player, choice, made, pairs, results
from each import cases
from factories import Tables, competitions, frame, in_warehouse
from hypothesis import given
from hypothesis import strategies as st

from pipelines.reports.tables.columns import report_tables
from transforms.awards.event_awards import TieGroups, points_of_groups
from transforms.awards.imports import checked_imports, choices_of_nothing
from transforms.awards.points import award_totals, federation_awards, sessions_without_ranks
from transforms.awards.schemes import computed_scheme
from transforms.awards.shown import federation_lists
from transforms.federation.people import federation_people
from transforms.intake.findings import sorted_findings
from transforms.season import season_tables
from transforms.tables.federation import NO_SETTINGS, FederationSeasons
from transforms.tables.raw import AwardChoices, EarnedPoints, Entries, Findings, ImportedAwards, Players, Sessions
from transforms.tables.schemas import WAREHOUSE, AwardPoints, AwardTotals, FederationAwards, SessionResults
from transforms.tables.shared import Frame


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


@cases(("butler", 0.0), ("cross_imps", 0.0), ("imps", 10.0), ("matchpoints", 50.0))
def test_the_average_is_that_of_the_scoring(scoring: str, average: float) -> None:
    listed = results(average + 1, average, average - 1, scoring=scoring)
    assert [by_player(made(listed, pairs(3), [choice("aeb")]), "aeb")[f"{number}n"] for number in (1, 2, 3)] == [
        1,
        0.5,
        0,
    ]


def test_choices_of_a_competition_and_of_one_session() -> None:
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


def test_choices_that_name_nothing_are_reported_and_a_session_of_an_event_with_its_event() -> None:
    evenings = frame(Sessions, {"session_id": "1", "event": "cup"}, {"session_id": "2", "event": "cup"})
    named = [choice("ebl", of="event", only=name) for name in ("cup", "1", "7")]
    found = choices_of_nothing(frame(AwardChoices, *named), evenings).collect().sort("value")
    assert found.select("field", "value").rows() == [("awards.only", "1"), ("awards.only", "7")]
    assert "belongs to the event cup, which is awarded as a whole" in found["message"][0]
    assert "neither that of an event nor that of a session outside an event" in found["message"][1]
    by_session = [choice("ebl", only=name) for name in ("cup", "1")]
    (other,) = choices_of_nothing(frame(AwardChoices, *by_session), evenings).collect().rows(named=True)
    assert other["value"] == "cup"
    assert "there is no such session" in other["message"]


def test_sessions_where_nobody_is_ranked_are_reported() -> None:
    evenings = frame(
        Sessions, {"session_id": "1"}, {"session_id": "2"}, {"session_id": "3", "club": "other"}, {"session_id": "4"}
    )
    listed = frame(SessionResults, *results(60.0, 40.0), *results(None, session_id="2"))
    given = frame(EarnedPoints, {"session_id": "4", "player_id": "1", "points": 70.0})
    found = sessions_without_ranks(listed, evenings, frame(AwardChoices, choice("ebl"), choice("ffb")), given).collect()
    assert Findings.validate(found).select("severity", "value", "line_no").rows() == [("warning", "2", 2)]


def test_an_event_of_several_sessions_is_awarded_once() -> None:
    """With other numbers and a substitute on the second evening, and one evening more."""
    evenings: list[Row] = [*({"session_id": each, "event": "cup"} for each in "12"), {"session_id": "3"}]
    listed = [row for each in "13" for row in results(60.0, 40.0, session_id=each)]
    seats = [row for each in "13" for row in pairs(2, session_id=each)]
    of_second = {"session_id": "2", "line": "B"}
    for entrant, player, absent in (("2", "1n", None), ("2", "x", "1s"), ("1", "2n", None), ("1", "2s", None)):
        seats.append({**of_second, "entrant": entrant, "player_id": player, "substitutes_for": absent})
    listed += results(45.0, 55.0, **of_second)
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
    federation = of_federation(points, frame(Players, {"player_id": "a"})).collect()
    assert federation.select("events", "awarded", "points").rows() == [(3, 2, 6)]


def of_federation(
    points: Frame[AwardPoints] | Iterable[Frame[AwardPoints]], players: dy.DataFrame[Players]
) -> dy.LazyFrame[FederationAwards]:
    identities, people = federation_people(players, NO_SETTINGS)
    return federation_awards(points, frame(FederationSeasons), identities, people, NO_SETTINGS)


def test_a_person_of_two_clubs_only_where_a_column_says_so() -> None:
    points = earned(
        {"player_id": "1", "club": "x", "points": 3.0},
        {"player_id": "2", "club": "y", "points": 4.0},
        {"player_id": "2", "club": "x", "points": 5.0},
        {"player_id": "2", "club": "x", "competition": "other", "points": 1.0},
    )
    people = frame(Players, {"player_id": "1", "club": "x", "name": "Ann"}, {"player_id": "2", "club": "y"})
    apart = FederationAwards.validate(of_federation(points, people).collect())
    assert apart.select("person", "name", "points", "clubs", "events", "rank").rows() == [
        ("x/1", "Ann", 3, 1, 1, 3),
        ("x/2", None, 6, 1, 2, 1),
        ("y/2", None, 4, 1, 1, 2),
    ]
    same = Players.cast(people.with_columns(federation_id=pl.lit("F7")))
    together = FederationAwards.validate(of_federation(points, same).collect())
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
def test_clubs_apart_as_together(rows: list[tuple[str, str, int, float]], known: dict[tuple[str, str], str]) -> None:
    points = earned(
        *(
            {"club": club, "player_id": player, "session_id": str(session), "points": won, "entrant": str(number)}
            for number, (club, player, session, won) in enumerate(rows)
        )
    )
    people = frame(
        Players, *({"club": club, "player_id": player, "federation_id": of} for (club, player), of in known.items())
    )
    together = of_federation(points, people).collect()
    parts = [AwardPoints.cast(part) for part in points.partition_by("club")]
    assert together.equals(of_federation(iter(parts), people).collect())


EVENINGS = [
    {"session_id": str(number), "event": "cup", "date": dt.date(2025, 9, number), "kind": "pairs"} for number in (1, 2)
]


def report() -> Tables:
    """Three pairs on two evenings of an event, by two schemes; a federation gave the points of one player itself."""
    listed = [each for evening in "12" for each in results(60.0, 50.0, 50.0, session_id=evening)]
    seats = [each for evening in "12" for each in pairs(3, session_id=evening)]
    choices = [choice("club_points"), choice("ffb"), choice("ebu", of="event")]
    given: Tables = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    given |= in_warehouse(
        {
            "competitions": competitions(),
            "sessions": frame(Sessions, *EVENINGS),
            "entries": frame(Entries, *seats),
            "players": frame(Players, *({"player_id": f"1{seat}", "name": name} for seat, name in ("nA", "sB"))),
            "award_choices": frame(AwardChoices, *choices),
            "awards": frame(ImportedAwards, {"session_id": "1", "player_id": "1s", "scheme": "tbf", "points": 1.25}),
        }
    )
    given["scored.session_results"] = frame(SessionResults, *listed)
    for name in ("scored.event_results", "awards.points", "awards.totals"):
        del given[name]
    return report_tables(given | season_tables(given, ("awards.points", "awards.totals", "scored.event_results")))


def test_each_entrant_has_a_row_a_scheme_as_the_result_list_names_it() -> None:
    awarded = report()["award_points"].select("session_id", "field", "scheme", "rank", "names", "points")
    assert awarded.filter(pl.col("session_id") != "2").rows() == [
        ("cup", "", "ebu", "1", "A & B", 6.0),
        ("cup", "", "ebu", "2=", "2n & 2s", 0.0),
        ("cup", "", "ebu", "2=", "3n & 3s", 0.0),
        ("1", "A", "ffb", "1", "A & B", 55.56),
        ("1", "A", "ffb", "2=", "2n & 2s", 13.89),
        ("1", "A", "ffb", "2=", "3n & 3s", 13.89),
        ("1", "A", "club_points", "1", "A & B", 12.0),
        ("1", "A", "club_points", "2=", "2n & 2s", 1.0),
        ("1", "A", "club_points", "2=", "3n & 3s", 1.0),
        ("1", "A", "tbf", "1", "B", 1.25),
    ]


def test_totals_are_ranked_and_add_up_what_players_have() -> None:
    totals = report()["award_totals"].filter(scheme="ffb")
    assert totals["linked"].all()
    assert totals.select("rank", "name", "points").rows() == [
        *(("1=", name, 111.11) for name in "AB"),
        *(("3=", name, 27.78) for name in ("2n", "2s", "3n", "3s")),
    ]


def test_the_list_of_all_clubs_holds_everybody_by_season_scheme_and_rank() -> None:
    facts = {"clubs": 1, "events": 1, "awarded": 1}
    rows = [
        {"season": season, "scheme": scheme, "person": person, "points": points, "rank": rank, **facts}
        for season, scheme, person, points, rank in (
            ("2024-25", "ffb", "x/1", 4.0, 1),
            ("2025-26", "club_points", "x/1", 3.0, 1),
            ("2025-26", "ffb", "x/2", 1.005, 2),
            ("2025-26", "ffb", "F7", 1.005, 2),
            ("2025-26", "ffb", "x/1", 2.0, 1),
        )
    ]
    people = frame(FederationAwards, *rows).with_columns(name=pl.when(person="F7").then(pl.lit("Ann")))
    assert federation_lists(people).select("season", "scheme", "rank", "name", "points").rows() == [
        ("2025-26", "ffb", "1", "x/1", 2.0),
        ("2025-26", "ffb", "2=", "x/2", 1.01),
        ("2025-26", "ffb", "2=", "Ann", 1.01),
        ("2025-26", "club_points", "1", "x/1", 3.0),
        ("2024-25", "ffb", "1", "x/1", 4.0),
    ]


def award(points: float, **facts: Any) -> Row:
    return {"scheme": "acbl", "points": points, **facts}


def imports(
    *rows: Row, listed: list[Row] | None = None, seats: list[Row] | None = None
) -> tuple[pl.DataFrame, list[Row]]:
    checked = checked_imports(
        frame(ImportedAwards, *rows),
        frame(SessionResults, *(listed or results(60.0, 50.0, 40.0))),
        frame(Entries, *(seats or pairs(3))),
    )
    sound, found = pl.collect_all([checked.rows, sorted_findings(checked.findings)])
    return ImportedAwards.validate(sound), Findings.validate(found).rows(named=True)


def test_imported_awards_go_to_the_players() -> None:
    rows = [award(0.5, entrant="1"), award(0.25, player_id="2s"), award(0.2, player_id="2n", entrant="2", line="A")]
    sound, found = imports(*rows)
    assert (sound.height, found) == (3, [])
    earned = made(results(60.0, 50.0, 40.0), pairs(3), [choice("ebl")], imported=rows)
    assert by_player(earned, "acbl") == {"1n": 0.5, "1s": 0.5, "2s": 0.25, "2n": 0.2}
    assert earned.filter(player_id="2s", scheme="acbl").select("entrant", "rank", "entrants").row(0) == ("2", 2, 3)
    assert by_player(earned)["3n"] == 14


@cases(
    (award(1, entrant="9"), "entrant", "9", "is not on the result list"),
    (award(1, player_id="9n"), "player_id", "9n", "did not sit there"),
    (award(1, player_id="1n", entrant="2"), "player_id", "1n", "did not sit there"),
    (award(1, player_id="1n", line="Z"), "line", "Z", "no such line in this session"),
    (award(1, entrant="1", line="Z"), "line", "Z", "no such line in this session"),
    (award(1), "entrant", None, "neither entrant nor player"),
    (award(-1, entrant="1"), "points", "-1.0", "0 or more"),
    (award(float("inf"), entrant="1"), "points", "inf", "0 or more"),
    (award(1, entrant="1", session_id="7"), "session_id", "7", "this session has no result list"),
    (award(1, entrant="1", scheme="ffb"), "scheme", "ffb", "are imported from files"),
    (award(1, entrant="1", scheme="acbI"), "scheme", "acbI", "from files (did you mean acbl?); the award"),
    (award(1, entrant="1", scheme="?"), "scheme", "?", "from files; the award is left out"),
    (award(0.5, player_id="2n"), "player_id", "2n", "already has an award of this scheme for this session"),
)
def test_imported_awards_that_are_left_out(row: Row, field: str, value: str | None, says: str) -> None:
    sound, (found,) = imports(award(0.5, entrant="2"), row)
    assert sound["entrant"].to_list() == ["2"]
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (2, "error", field, value)
    assert says in found["message"]


@cases(
    ({"entrant": "1", "line": None}, "entrant", "more than one line", 1),
    ({"player_id": "1n", "line": None}, "player_id", "more than one line", 1),
    ({"entrant": "2", "line": "B"}, "entrant", "is not on the result list", 0),
    ({"player_id": "2n", "line": "B"}, "player_id", "did not sit there", 0),
)
def test_an_award_needs_the_line_of_an_entrant_on_two(named: Row, field: str, says: str, counts: int) -> None:
    listed = [*results(60.0, 50.0), *results(60.0, line="B", field="B")]
    seats = [*pairs(2), *({"entrant": "1", "line": "B", "player_id": player} for player in ("1n", "x"))]
    rows = [award(1, **named), award(2, **named | {"line": "B"})][: 1 + counts]
    sound, (found,) = imports(*rows, listed=listed, seats=seats)
    assert sound["points"].to_list() == [2] * counts
    assert (found["field"], found["value"]) == (field, named[field])
    assert says in found["message"]


def test_the_total_reported() -> None:
    reported = [award(0.1, entrant="1", total=0.3), award(0.2, entrant="2", total=0.3)]
    reported[1]["points"], reported[0]["points"] = 0.1, 0.2
    assert imports(*reported)[1] == []
    sound, (found,) = imports(reported[0])
    assert sound.height == 1
    assert (found["severity"], found["field"], found["value"]) == ("warning", "total", "0.3")
    assert "add up to 0.2" in found["message"]


def test_totals_that_contradict_each_other_are_said_on_their_line() -> None:
    reported = [award(3, entrant="1", total=5.0), award(1, entrant="2"), award(1, entrant="3", total=9.0)]
    sound, (found,) = imports(*reported)
    assert sound.height == 3
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (3, "warning", "total", "9.0")
    assert "line 1 gives 5.0 as the total of acbl for this session, but the awards add up to 5.0" in found["message"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_lines_of_a_file_in_any_order(order: tuple[int, ...]) -> None:
    rows = [award(0.5, entrant="1"), award(0.4, entrant="2"), award(0.45, entrant="3")]
    sound, (found,) = imports(*(rows[place] for place in order))
    assert sound["entrant"].to_list() == [rows[place]["entrant"] for place in order]
    assert (found["line_no"], found["value"]) == (order.index(2) + 1, "0.45")


@pytest.mark.parametrize("ranks", [[1, 2, 3, 4, 5, 6], [1, 2, 2, 4, 4, 4], [1, 1, 1, 1, 1, 1]])
def test_many_events_of_one_kind_have_the_points_of_each_alone(ranks: list[int]) -> None:
    """Few kinds of groups are counted, many are sorted: see `_each_once`."""
    scheme, size = computed_scheme("ffb"), len(ranks)

    def points(events: int) -> list[float]:
        event = np.repeat(np.arange(events), size)
        groups = TieGroups.of(event, np.tile(np.array(ranks), events), np.full(events, size))
        cases, places = groups.cases(np.full(events, size))
        return points_of_groups(scheme, cases, places)[cases.of_row[groups.of_row]].tolist()

    assert points(500) == points(1) * 500
