"""Awards of whole seasons: choices, players, events of several sessions, imported awards, totals."""

from typing import Any

import polars as pl
import pytest
from awards.events import COMPUTED
from factories import competitions, frame

from transforms.awards import (
    AwardError,
    award_points,
    award_totals,
    checked_imports,
    choices_of_nothing,
    federation_awards,
    sessions_without_ranks,
)
from transforms.event_results import event_results
from transforms.intake.assembly import assemble
from transforms.intake.findings import sorted_findings
from transforms.season import season_tables
from transforms.simulate import simulate
from transforms.tables import (
    Adjustments,
    AwardChoices,
    AwardPoints,
    AwardTotals,
    Entries,
    FederationAwards,
    Findings,
    ImportedAwards,
    Matches,
    Players,
    SessionResults,
    Sessions,
)

Row = dict[str, Any]


def results(*scores: float | None, **facts: Any) -> list[Row]:
    """A result list: entrants 1, 2, 3 ... with these scores."""
    ranked = [each for each in scores if each is not None]
    return [
        {
            "entrant": str(number),
            "score": score,
            "points": score,
            "maximum": None if score is None else 100.0,
            "rank": None if score is None else 1 + sum(other > score for other in ranked),
            **facts,
        }
        for number, score in enumerate(scores, start=1)
    ]


def pairs(count: int, **facts: Any) -> list[Row]:
    """The players of so many pairs: 1n and 1s are entrant 1."""
    return [
        {"entrant": str(number), "player_id": f"{number}{seat}", **facts}
        for number in range(1, count + 1)
        for seat in "ns"
    ]


def choice(scheme: str, **facts: Any) -> Row:
    return {"scheme": scheme, "of": "session", "whole_points": False, **facts}


def made(
    listed: list[Row],
    entries: list[Row],
    choices: list[Row],
    sessions: list[Row] | None = None,
    imported: list[Row] | None = None,
) -> pl.DataFrame:
    in_sessions, seats = frame(SessionResults, *listed), frame(Entries, *entries)
    evenings = frame(Sessions, *(sessions or [{"session_id": each} for each in in_sessions["session_id"].unique()]))
    earned = award_points(
        in_sessions,
        seats,
        evenings,
        frame(AwardChoices, *choices),
        event_results=event_results(in_sessions, seats, evenings),
        imported=frame(ImportedAwards, *(imported or [])),
    ).collect()
    assert earned.equals(AwardPoints.validate(earned).sort(AwardPoints.primary_key()))
    return earned


def by_player(earned: pl.DataFrame, scheme: str = "ebl") -> dict[str, float]:
    return dict(earned.filter(scheme=scheme).select("player_id", "points").rows())


# --- sessions -----------------------------------------------------------------------------------


def test_every_player_of_an_entrant_gets_its_points() -> None:
    earned = made(results(60.0, 50.0, 40.0), pairs(3), [choice("ebl"), choice("aeb")])
    assert by_player(earned) == {"1n": 20, "1s": 20, "2n": 16, "2s": 16, "3n": 14, "3s": 14}
    assert by_player(earned, "aeb") == {"1n": 1, "1s": 1, "2n": 0.5, "2s": 0.5, "3n": 0, "3s": 0}
    assert earned.select("rank", "entrants", "line", "of").unique().sort("rank").rows() == [
        (1, 3, "A", "session"),
        (2, 3, "A", "session"),
        (3, 3, "A", "session"),
    ]


def test_an_entrant_without_a_rank_does_not_count() -> None:
    """Half of 4 are awarded, not of 5."""
    earned = made(results(60.0, 55.0, 50.0, 45.0, None), pairs(5), [choice("wbf_robot")])
    assert by_player(earned, "wbf_robot") == {
        **{"1n": 1500, "1s": 1500, "2n": 1200, "2s": 1200},
        **{"3n": 0, "3s": 0, "4n": 0, "4s": 0},
    }


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


def test_ranks_that_cannot_be_name_the_event() -> None:
    broken = [{**each, "rank": 3} for each in results(60.0, 40.0)]
    with pytest.raises(
        AwardError, match=r"^club club competition evening season 2025-26 of session session_id 1 field A:"
    ):
        made(broken, pairs(2), [choice("ebl")])


def test_whole_points_are_chosen_too() -> None:
    listed = results(60.0, 50.0, 40.0)
    exact, whole = (made(listed, pairs(3), [choice("ffb", whole_points=each)])["points"] for each in (False, True))
    assert exact.sum() == pytest.approx(2 * 250 / 3)
    assert whole.sum() == 2 * 83
    assert (whole % 1 == 0).all()


def test_any_number_of_competitions_is_each_apart() -> None:
    listed = [*results(60.0, 40.0), *results(55.0, 45.0, club="other"), *results(52.0, 48.0, season="2026-27")]
    seats = [*pairs(2), *pairs(2, club="other"), *pairs(2, season="2026-27")]
    choices = [choice("ebl"), choice("nbf", club="other"), choice("ebl", season="2026-27")]
    evenings: list[Row] = [{"session_id": "1"}, {"session_id": "1", "club": "other"}]
    evenings.append({"session_id": "1", "season": "2026-27"})
    together = made(listed, seats, choices, evenings)
    apart = [
        made(listed[2 * place : 2 * place + 2], seats[4 * place : 4 * place + 4], [choices[place]], [evenings[place]])
        for place in range(3)
    ]
    assert together.equals(pl.concat(apart).sort(AwardPoints.primary_key()))
    assert together.height == 12


def test_no_choices_no_awards() -> None:
    assert made(results(60.0, 40.0), pairs(2), []).is_empty()


def test_a_scheme_of_the_federation_itself_cannot_be_computed() -> None:
    with pytest.raises(AwardError, match="import its file"):
        made(results(60.0, 40.0), pairs(2), [choice("tbf")])


def test_club_points_are_those_of_the_result_list() -> None:
    """As `SessionResults.club_points` has them: see tests/scoring/test_session_results.py for the same ties."""
    listed = results(65.0, 60.0, 60.0, 50.0, 45.0, 40.0)
    assert by_player(made(listed, pairs(6), [choice("club_points")]), "club_points") == {
        **{"1n": 24, "1s": 24, "2n": 10, "2s": 10, "3n": 10, "3s": 10},
        **{f"{number}{seat}": 1 for number in (4, 5, 6) for seat in "ns"},
    }


def test_a_simulated_season_by_every_scheme() -> None:
    """Club points are those of the result lists; every ranked entrant has a row for each player and scheme."""
    raw = simulate(clubs=2, sessions=4, seed=7)
    absent = {"adjustments": Adjustments.create_empty(), "matches": Matches.create_empty()}
    rules = pl.concat(
        competitions(*names) for names in raw["sessions"].select("club", "competition").unique().sort("club").rows()
    )
    listed = season_tables({**raw, **absent, "competitions": rules})["scored.session_results"]
    chosen = rules.select("club", "competition", "season").join(
        frame(AwardChoices, *map(choice, COMPUTED)).drop("club", "competition", "season"), how="cross"
    )
    points = award_points(listed, raw["entries"], raw["sessions"], chosen).collect()
    assert points.height == raw["entries"].height * len(COMPUTED)
    assert points.equals(AwardPoints.validate(points).sort(AwardPoints.primary_key()))
    mixed = [
        table.sample(fraction=1, shuffle=True, seed=3) for table in (listed, raw["entries"], raw["sessions"], chosen)
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


# --- events of several sessions -----------------------------------------------------------------


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


def test_sessions_of_an_event_may_be_awarded_one_by_one() -> None:
    listed, seats, evenings = two_evenings()
    earned = made(listed, seats, [choice("ebl")], evenings)
    assert earned["session_id"].unique().sort().to_list() == ["1", "2", "3"]
    assert "x" in earned["player_id"]


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


# --- awards of the federation itself ------------------------------------------------------------


def award(points: float, **facts: Any) -> Row:
    return {"scheme": "acbl", "points": points, **facts}


def imports(
    *rows: Row, listed: list[Row] | None = None, seats: list[Row] | None = None
) -> tuple[pl.DataFrame, list[Row]]:
    """The sound rows, and the findings."""
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


@pytest.mark.parametrize(
    ("row", "field", "value", "says"),
    [
        (award(1, entrant="9"), "entrant", "9", "is not on the result list"),
        (award(1, player_id="9n"), "player_id", "9n", "did not sit there"),
        (award(1, player_id="1n", entrant="2"), "player_id", "1n", "did not sit there"),
        (award(1, player_id="1n", line="Z"), "line", "Z", "no such line in this session"),
        (award(1, entrant="1", line="Z"), "line", "Z", "no such line in this session"),
        (award(1), "entrant", None, "neither entrant nor player"),
        (award(-1, entrant="1"), "points", "-1.0", "0 or more"),
        (award(float("inf"), entrant="1"), "points", "inf", "0 or more"),
        (award(1, entrant="1", session_id="7"), "session_id", "7", "no result list of this session"),
        (award(1, entrant="1", scheme="ffb"), "scheme", "ffb", "arrive as a file, no others"),
        (award(1, entrant="1", scheme="acbI"), "scheme", "acbI", "no others (did you mean acbl?); the award"),
        (award(1, entrant="1", scheme="TBF"), "scheme", "TBF", "no others (did you mean tbf?); the award"),
        (award(1, entrant="1", scheme="Rbb"), "scheme", "Rbb", "no others (did you mean rbbf?); the award"),
        (award(1, entrant="1", scheme="?"), "scheme", "?", "no others; the award is left out"),
        (award(0.5, player_id="2n"), "player_id", "2n", "has an award of this scheme for this session already"),
    ],
)
def test_imported_awards_that_are_left_out(row: Row, field: str, value: str | None, says: str) -> None:
    """The others stay."""
    sound, (found,) = imports(award(0.5, entrant="2"), row)
    assert sound["entrant"].to_list() == ["2"]
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (2, "error", field, value)
    assert says in found["message"]


def test_an_entrant_on_two_lines_needs_the_line() -> None:
    listed = [*results(60.0, 50.0), *results(60.0, 50.0, line="B", field="B")]
    seats = [*pairs(2), *[{**each, "line": "B", "player_id": f"b{each['player_id']}"} for each in pairs(2)]]
    sound, (found,) = imports(
        award(1, entrant="1", line=None), award(2, entrant="1", line="B"), listed=listed, seats=seats
    )
    assert sound["points"].to_list() == [2]
    assert (found["field"], found["value"]) == ("entrant", "1")
    assert "more than one line" in found["message"]


def test_a_player_on_two_lines_needs_the_line() -> None:
    listed = [*results(60.0, 50.0), *results(60.0, 50.0, line="B", field="B")]
    seats = [*pairs(2), {"entrant": "2", "line": "B", "player_id": "1n"}]
    rows = (award(1, player_id="1n", line=None), award(2, player_id="1n", line="B"))
    sound, (found,) = imports(*rows, listed=listed, seats=seats)
    assert sound["points"].to_list() == [2]
    assert (found["field"], found["value"]) == ("player_id", "1n")
    assert "more than one line" in found["message"]


@pytest.mark.parametrize(
    ("named", "field", "says"),
    [
        ({"entrant": "2"}, "entrant", "is not on the result list"),
        ({"player_id": "1n"}, "player_id", "did not sit there"),
    ],
)
def test_on_another_line_of_the_session(named: Row, field: str, says: str) -> None:
    listed = [*results(60.0, 50.0), *results(60.0, line="B", field="B")]
    seats = [*pairs(2), {"entrant": "1", "line": "B", "player_id": "x"}]
    sound, (found,) = imports(award(1, line="B", **named), listed=listed, seats=seats)
    assert sound.is_empty()
    assert (found["field"], found["value"]) == (field, next(iter(named.values())))
    assert says in found["message"]


def test_more_points_for_a_worse_rank_stay_with_a_warning() -> None:
    sound, (found,) = imports(award(0.5, entrant="1"), award(0.4, entrant="2"), award(0.45, entrant="3"))
    assert sound.height == 3
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (3, "warning", "points", "0.45")
    assert "0.4 of an entrant ranked above 3" in found["message"]


def test_equal_ranks_may_have_different_awards() -> None:
    _, found = imports(award(0.5, entrant="1"), award(0.6, entrant="2"), listed=results(50.0, 50.0), seats=pairs(2))
    assert found == []


def test_the_total_told() -> None:
    told = [award(0.1, entrant="1", total=0.3), award(0.2, entrant="2", total=0.3)]
    told[1]["points"], told[0]["points"] = 0.1, 0.2
    assert imports(*told)[1] == []
    sound, (found,) = imports(told[0])
    assert sound.height == 1
    assert (found["severity"], found["field"], found["value"]) == ("warning", "total", "0.3")
    assert "add up to 0.2" in found["message"]


def test_totals_that_contradict_each_other_are_told_on_their_line() -> None:
    told = [award(3, entrant="1", total=5.0), award(1, entrant="2"), award(1, entrant="3", total=9.0)]
    sound, (found,) = imports(*told)
    assert sound.height == 3
    assert (found["line_no"], found["severity"], found["field"], found["value"]) == (3, "warning", "total", "9.0")
    assert "line 1 tells 5.0 of acbl for this session, and its awards add up to 5.0" in found["message"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_lines_of_a_file_in_any_order(order: tuple[int, ...]) -> None:
    """The line that is larger than one ranked above is told, wherever it stands in the file."""
    rows = [award(0.5, entrant="1"), award(0.4, entrant="2"), award(0.45, entrant="3")]
    sound, (found,) = imports(*(rows[place] for place in order))
    assert sound["entrant"].to_list() == [rows[place]["entrant"] for place in order]
    assert (found["line_no"], found["value"]) == (order.index(2) + 1, "0.45")


def test_of_two_awards_to_a_player_the_first_in_the_file_stays() -> None:
    sound, (found,) = imports(award(0.25, player_id="2n"), award(0.5, entrant="2"))
    assert sound["points"].to_list() == [0.25]
    assert (found["line_no"], found["field"], found["value"]) == (2, "player_id", "2n")


# --- added up -----------------------------------------------------------------------------------


def earned(*rows: Row) -> pl.DataFrame:
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


def test_the_same_session_id_in_two_clubs_is_two_events() -> None:
    points = earned({"player_id": "1", "club": "x", "points": 3.0}, {"player_id": "2", "club": "y", "points": 4.0})
    people = frame(Players, {"player_id": "1", "club": "x"}, {"player_id": "2", "club": "y"})
    made = federation_awards(points, people.with_columns(federation_id=pl.lit("F7"))).collect()
    assert made.select("person", "clubs", "events", "awarded", "points").rows() == [("F7", 2, 2, 2, 7)]


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
    same = people.with_columns(federation_id=pl.lit("F7"))
    together = FederationAwards.validate(federation_awards(points, same).collect())
    assert together.select("person", "name", "points", "clubs", "events", "rank").rows() == [
        ("F7", "Ann", 7, 2, 2, 1),
        ("x/2", None, 6, 1, 2, 2),
    ]
