"""Matches between teams as games to rate."""

from typing import Any

import dataframely as dy
import pytest
from factories import frame

from transforms.ratings.to_rate import match_games, teams
from transforms.tables.schemas import Games, MatchResults, Players, Sessions


def rows(one: dict[str, Any], other: dict[str, Any], **both: Any) -> list[dict[str, Any]]:
    match = {"round": 1, "vp_given": False, **both}
    return [{**match, "team": "1", "opponent": "2", **one}, {**match, "team": "2", "opponent": "1", **other}]


WON, LOST = {"imps": 1.0}, {"imps": -1.0}


def rated(*results: dict[str, Any], **session: Any) -> dy.DataFrame[Games]:
    ids = sorted({(row.get("club", "club"), row.get("session_id", "1")) for row in results})
    held = frame(Sessions, *({"club": club, "session_id": id_, "kind": "teams", **session} for club, id_ in ids))
    return Games.validate(match_games(frame(MatchResults, *results), held).collect())


def points(*results: dict[str, Any]) -> list[tuple[Any, ...]]:
    return rated(*results).select("player_id", "opponent_id", "points", "opponent_points").rows()


@pytest.mark.parametrize(
    ("one", "other", "brought"),
    [
        ({"imps": 12.0, "vp": 15.0}, {"imps": -12.0, "vp": 5.0}, (2, 0)),
        ({"imps": -1.0, "vp": 10.0}, {"imps": 1.0, "vp": 10.0}, (0, 2)),
        ({"imps": 0.0, "vp": 10.0}, {"imps": 0.0, "vp": 10.0}, (1, 1)),
        ({"imps": 0.1 + 0.2, "vp": 10.0}, {"imps": 0.3, "vp": 10.0}, (1, 1)),
        ({"imps": -3.0, "vp": 11.0, "vp_given": True}, {"imps": 3.0, "vp": 9.0, "vp_given": True}, (2, 0)),
        ({"imps": 9.0, "vp": 12.0, "vp_given": True}, {"imps": -9.0, "vp": 12.0, "vp_given": True}, (1, 1)),
        ({"imps": -9.0, "vp": 12.0, "vp_given": True}, {"imps": 9.0, "vp": 14.0}, (2, 0)),
        ({"points": 9.0}, {"points": 7.0}, (2, 0)),
        ({"points": 8.0}, {"points": 8.0}, (1, 1)),
    ],
    ids=[
        *("won", "lost by an IMP though victory points are even", "drawn", "drawn but for binary fractions"),
        *("given victory points count before IMPs", "both an average plus", "given to one of the two"),
        *("point-a-board", "drawn at point-a-board"),
    ],
)
def test_a_match_is_a_game_of_two_points(
    one: dict[str, Any], other: dict[str, Any], brought: tuple[float, float]
) -> None:
    assert points(*rows(one, other, boards=8)) == [("team-1", "team-2", *brought)]


@pytest.mark.parametrize(
    "one", [{"imps": -2.0}, {"points": 7.0}, {"vp": 9.5, "vp_given": True}], ids=["IMPs", "points", "victory points"]
)
def test_of_one_team_alone_the_other_has_the_rest(one: dict[str, Any]) -> None:
    mine, theirs = rows(one, one, boards=8)
    assert points(mine) == [("team-1", "team-2", 0, 2)]
    assert points(theirs) == [("team-1", "team-2", 2, 0)]
    assert rated(*rows({}, {})).is_empty(), "without a result it is no game"


def test_a_game_knows_its_day_and_event() -> None:
    won = rows(WON, LOST)
    [game] = rated(*won, event="League", title="Evening 3", line_no=7).rows(named=True)
    assert (game["game_id"], game["event"], game["file_id"]) == ("2025-26/1/A1/1-2", "League", "file")
    assert (str(game["date"]), game["line_no"]) == ("2025-09-02", 7)
    assert rated(*won, title="Evening 3")["event"].to_list() == ["Evening 3"]


def test_teams_that_meet_again_have_another_game() -> None:
    again = [*rows(WON, LOST), *rows(LOST, WON, round=2), *rows(WON, LOST, session_id="2")]
    brought = {"2025-26/1/A1/1-2": 2, "2025-26/1/A2/1-2": 0, "2025-26/2/A1/1-2": 2}
    assert dict(rated(*again).select("game_id", "points").iter_rows()) == brought


def test_the_same_number_on_two_lines_is_two_teams() -> None:
    two_lines = [*rows(WON, LOST), *rows(WON, LOST, line="B"), *rows(WON, LOST, session_id="2")]
    found = rated(*two_lines, *rows(WON, LOST, club="other club"))
    assert found.select("club", "player_id", "opponent_id").rows() == [
        *(("club", f"team-{line}-1", f"team-{line}-2") for line in "ABA"),
        ("other club", "team-1", "team-2"),
    ]
    given = frame(Players, {"player_id": "team-B-1", "name": "Falcons"}, {"player_id": "7", "name": "Ann"})
    named = Players.validate(teams(found, given).collect())
    assert named.filter(player_id="team-B-1")["name"].to_list() == ["Falcons"]
    called = Players.validate(teams(found, given.clear()).collect())
    assert called.select("club", "player_id", "name").rows() == [
        *(("club", f"team-{line}-{number}", f"Team {line} {number}") for line in "AB" for number in (1, 2)),
        *(("other club", f"team-{number}", f"Team {number}") for number in (1, 2)),
    ]
