"""Ranking points of a session: the worked examples of the source, and every method against plain fractions."""

import pytest
from factories import close_to, competitions, frame
from hypothesis import given
from ranking import plain
from ranking.plain import Row
from ranking.seasons import Tables, federations, some_seasons

from transforms.ranking_points import ranking_points
from transforms.tables import Entries, MatchResults, Players, RankingPoints, SessionResults, Sessions

TWELVE = [100, 96, 93, 89, 85, 82, 78, 75, 71, 67, 64, 60]
FOURTEEN = [100, 97, 94, 91, 88, 85, 82, 78, 75, 72, 69, 66, 63, 60]


RANKED_FROM = ("session_results", "entries", "sessions", "competitions", "players", "match_results")


def points(
    *scores: float | None,
    session: dict[str, str] | None = None,
    line: str = "A",
    lines: str = "ABC",
    field: str | None = None,
    **ranking: str | float,
) -> dict[int, float]:
    """What each score of a line earns, in a session of some lines of which the others have one pair each."""
    entrants: list[Row] = [
        {"line": line, "entrant": str(number), "score": score, "field": field or line}
        for number, score in enumerate(scores)
    ]
    others: list[Row] = [
        {"line": other, "entrant": "0", "score": 50.0, "field": other} for other in lines if other != line
    ]
    entries = [{key: row[key] for key in ("line", "entrant")} for row in (*entrants, *others)]
    players = [{**entry, "player_id": entry["line"] + entry["entrant"].zfill(3)} for entry in entries]
    earned = ranking_points(
        frame(SessionResults, *entrants, *others),
        frame(Entries, *players),
        frame(Sessions, session or {}),
        competitions(ranking=ranking),
        players=frame(Players),
        match_results=frame(MatchResults),
    )
    rows = RankingPoints.validate(earned.collect()).rows(named=True)
    return {int(row["entrant"]): row["points"] for row in rows if row["line"] == line}


def descending(count: int) -> list[float]:
    return [70.0 - number for number in range(count)]


@pytest.mark.parametrize("expected", [TWELVE, FOURTEEN], ids=["12 pairs", "14 pairs"])
def test_place(expected: list[int]) -> None:
    assert list(points(*descending(len(expected)), method="place").values()) == expected


def test_place_rounds_halves_up() -> None:
    """17 pairs, place 4: 100 - 40/16 * 3 = 92.5."""
    assert points(*descending(17), method="place")[3] == 93


def test_place_shared_takes_the_mean_of_the_places() -> None:
    """5 pairs, steps of 10; places 2 and 3 shared: 85; the last three share 70."""
    assert list(points(60.0, 55.0, 55.0, 50.0, 45.0, method="place").values()) == [100, 85, 85, 70, 60]
    assert list(points(60.0, 55.0, 50.0, 50.0, 50.0, method="place").values()) == [100, 90, 70, 70, 70]


def test_scores_that_differ_by_rounding_only_are_equal() -> None:
    assert list(points(60.0, 0.1 + 0.2 + 49.7, 50.0, 40.0, method="place").values()) == [100, 80, 80, 60]


def test_proportional() -> None:
    assert list(points(60.0, 57.0, 45.0, 40.0, method="proportional").values()) == close_to([100, 94, 70, 60])


def test_balanced() -> None:
    earned = points(63.5, 50.0, 36.5, 70.25, 29.75)
    assert list(earned.values()) == close_to([100, 80, 60, 110, 50])


def test_balanced_butler() -> None:
    earned = points(2.0, 0.0, -2.0, 1.0, session={"kind": "butler"})
    assert list(earned.values()) == close_to([100, 80, 60, 90])


@pytest.mark.parametrize(("line", "above"), [("A", 14), ("B", 7), ("C", 0)])
def test_deviating_award_follows_the_percentages(line: str, above: int) -> None:
    scores = [64.0, 57.3, 50.0, 41.25]
    earned = points(*scores, line=line, average_a=64.0, width=28.0, step=7.0, top_score_pairs=64.0)
    assert list(earned.values()) == close_to([score + above for score in scores])


def test_balanced_in_a_group_uses_the_width_of_the_group() -> None:
    earned = points(63.5, 50.0, session={"together": "A+B"}, field="A+B")
    assert list(earned.values()) == close_to([100, 75])


@pytest.mark.parametrize("method", ["place", "proportional"])
def test_one_pair_in_a_line_earns_the_middle(method: str) -> None:
    assert points(57.0, method=method) == {0: 80}
    assert points(57.0, method=method, lines="A", width=41.0, step=0.0) == {0: 79.5}


def test_proportional_of_equal_scores_earns_the_middle() -> None:
    assert points(50.0, 50.0, method="proportional", line="B") == {0: 70, 1: 70}


@pytest.mark.parametrize("method", ["place", "proportional", "balanced"])
def test_no_score_earns_nothing_and_takes_no_place(method: str) -> None:
    earned = points(60.0, None, 40.0, method=method, top_score_pairs=60.0)
    assert earned == close_to({0: 100, 2: 60})


def test_directions_are_fields_of_their_own_with_the_span_of_the_line() -> None:
    results = [
        {"entrant": f"{pair}{side}", "field": f"A {side}", "score": score}
        for side, scores in (("NS", (60.0, 40.0)), ("EW", (52.0, 51.0, 47.0)))
        for pair, score in enumerate(scores)
    ]
    earned = ranking_points(
        frame(SessionResults, *results),
        frame(Entries, *({"entrant": row["entrant"], "player_id": row["entrant"]} for row in results)),
        frame(Sessions, {"winners": 2}),
        competitions(ranking={"method": "place", "lines": 1}),
        players=frame(Players),
        match_results=frame(MatchResults),
    ).collect()
    by_player = dict(earned.select("player_id", "points").rows())
    assert by_player == {"0NS": 100, "1NS": 60, "0EW": 100, "1EW": 80, "2EW": 60}


def test_teams_wait_for_rankings() -> None:
    assert points(60.0, session={"kind": "teams"}) == {}


@some_seasons
@given(federations())
def test_every_method_against_plain_fractions(federation: Tables) -> None:
    earned = ranking_points(**{of: federation[of] for of in RANKED_FROM})
    found = RankingPoints.validate(earned.collect()).rows(named=True)
    rules = {rule["club"]: rule for rule in federation["competitions"].rows(named=True)}
    expected = {}
    for session in federation["sessions"].rows(named=True):
        at = (session["club"], session["session_id"])
        results = [
            row for row in federation["session_results"].rows(named=True) if (row["club"], row["session_id"]) == at
        ]
        for entrant, worth in plain.ranking_points(results, session, rules[session["club"]]).items():
            expected[*at, *entrant] = float(worth)
    assert {(row["club"], row["session_id"], row["line"], row["entrant"]): row["points"] for row in found} == close_to(
        expected
    )
    played = [
        (row["club"], row["session_id"], row["player_id"])
        for row in federation["entries"].rows(named=True)
        if (row["club"], row["session_id"], row["line"], row["entrant"]) in expected
    ]
    assert sorted(played) == [(row["club"], row["session_id"], row["player_id"]) for row in found]
