"""A mistyped number in entries is told with the number that is likely meant; a guest is not."""

from typing import Any

import pytest
from factories import competitions
from intake.evenings import assembled_by_kind, read

MEMBERS = ("1053", "1060", "1071", "1082")
EVENINGS = ("1", "2", "3")


def told(third: tuple[str, ...], begins: str = "entries.not_in_players/near", **given: Any) -> list[tuple[str, ...]]:
    """Code, value and near number of the findings, where these sit in the third session; members sit in the others."""
    seated = [*[(session, MEMBERS) for session in EVENINGS[:2]], (EVENINGS[2], third)]
    rows = [
        {"session_id": session, "entrant": str(place // 2 + 1), "player_id": player, "file_id": f"{session}.csv"}
        for session, players in seated
        for place, player in enumerate(players)
    ]
    players = given.get("players", [{"player_id": one, "name": f"Name of {one}"} for one in MEMBERS])
    sessions = [{"session_id": session, "file_id": "sessions.csv"} for session in EVENINGS]
    _, findings = assembled_by_kind(read(sessions=sessions, entries=rows, players=players), competitions())
    found = findings.filter(findings["code"].str.starts_with(begins))
    return [(row["code"], row["value"], row["message"]) for row in found.iter_rows(named=True)]


@pytest.mark.parametrize("slip", ["1503", "1054", "153", "10533", "0153"])
def test_one_slip_from_the_usual_partner_who_is_absent(slip: str) -> None:
    (found,) = told((slip, *MEMBERS[1:]))
    assert found[:2] == ("entries.not_in_players/near_partner", slip)
    assert "1053 (Name of 1053), one slip away, sat with 1060" in found[2]


def test_exchanged_digits_are_told_without_a_partner_too() -> None:
    (found,) = told(("1503", "1082", "1071", "1060"))
    assert found[:2] == ("entries.not_in_players/near", "1503")
    assert "1053 (Name of 1053) has the same digits" in found[2]


@pytest.mark.parametrize(
    "third",
    [
        ("1054", "1082", "1071", "1060"),  # one digit off, and with another partner
        ("7777", *MEMBERS[1:]),  # far from everybody
        ("1503", "1053", "1071", "1082"),  # the other is there
        ("Ann Berg", *MEMBERS[1:]),
        MEMBERS,
    ],
)
def test_guests_are_not_told(third: tuple[str, ...]) -> None:
    assert told(third) == []


def often(number: str, beside: tuple[str, ...] = MEMBERS) -> list[tuple[str, ...]]:
    """The findings where this number sits with 1060 in three sessions, members in one, and these people in another."""
    seated = [*[(str(session), (number, *MEMBERS[1:])) for session in range(3)], ("3", MEMBERS), ("4", beside)]
    rows = [
        {"session_id": session, "entrant": str(place // 2 + 1), "player_id": player, "file_id": f"{session}.csv"}
        for session, players in seated
        for place, player in enumerate(players)
    ]
    sessions = [{"session_id": session, "file_id": "sessions.csv"} for session, _ in seated]
    players = [{"player_id": one, "name": f"Name of {one}"} for one in MEMBERS]
    _, findings = assembled_by_kind(read(sessions=sessions, entries=rows, players=players), competitions())
    return findings.select("code", "value", "message").rows()


def test_a_number_that_plays_more_often_than_a_slip_is_first_to_be_added_to_players() -> None:
    """She was taken out of players by mistake; the number of somebody else in her place gave her results away."""
    ((code, value, message),) = often("1054")
    assert (code, value) == ("entries.not_in_players/near_often", "1054")
    assert "plays in more sessions than a slip would (3): add the player to players" in message
    assert message.index("add the player") < message.index("1053 (Name of 1053)") < message.index("mend the number")
    ((code, value, message),) = often("1054", beside=("1054", "1071", "1053", "1060"))
    assert (code, value) == ("entries.not_in_players/often", "1054"), "1053 sat in a session with her"
    assert "1053" not in message
    ((code, value, message),) = often("7777")
    assert (code, value) == ("entries.not_in_players/often", "7777")
    assert "plays in more sessions than a slip would (3)" in message


def test_a_table_of_a_few_players_says_nothing_of_the_others() -> None:
    assert told(("1503", *MEMBERS[1:]), players=[{"player_id": "1053", "public": False}]) == []
    assert told(("1503", *MEMBERS[1:]), players=[]) == []


def test_a_number_that_no_table_knows_where_one_has_everybody_is_told_once() -> None:
    for nobody in ("7777", "9"):
        ((code, value, message),) = told((nobody, *MEMBERS[1:]), "entries.not_in_players")
        assert (code, value) == ("entries.not_in_players", nobody)
        assert "pages show it in place of a name: mend the number, or add the player to players" in message
    named = [{"player_id": one, "name": f"Name of {one}"} for one in (*MEMBERS, "7777")]
    assert told(("7777", *MEMBERS[1:]), "entries.not_in_players", players=named) == []
    assert told(("7777", *MEMBERS[1:]), "entries.not_in_players", players=[]) == []
    assert told(("7777", *MEMBERS[1:]), "entries.not_in_players", players=named[:2]) == []
    assert told(("Ann Berg", *MEMBERS[1:]), "entries.not_in_players") == []
    (one,) = told(("1503", *MEMBERS[1:]), "entries.not_in_players")
    assert one[0] == "entries.not_in_players/near_partner", "told as one that is mistyped, and once"


def test_many_numbers_of_nobody_are_told_once() -> None:
    guests = [f"{number:04}" for number in range(7001, 7025)]
    named = [{"player_id": one, "name": f"Name of {one}"} for one in (*MEMBERS, *(str(n) for n in range(9001, 9100)))]
    members = [row["player_id"] for row in named]
    three = told((*guests[:3], *members), "entries.", players=named)
    assert [found[:2] for found in three if "not_in_players" in found[0]] == [
        ("entries.not_in_players", guest) for guest in guests[:3]
    ]
    many = told((*guests, *members), "entries.not_in_players/several", players=named)
    assert [found[:2] for found in many] == [
        ("entries.not_in_players/several", "7001, 7002, 7003, 7004, 7005"),
    ]
    assert "24 numbers of people who played" in many[0][2]
    assert "7005, ...; this is the place of the first" in many[0][2]


def test_the_name_of_somebody_with_a_number_is_told_with_it() -> None:
    """It was a second person of that name, and nothing was said."""
    players = [
        {"player_id": one, "name": name} for one, name in zip(MEMBERS, ("Ann Berg", "Bo", "Cy", "Di"), strict=True)
    ]
    ((code, value, message),) = told(("ann berg", *MEMBERS[1:]), "entries.", players=players)
    assert (code, value) == ("entries.not_in_players/by_name", "ann berg")
    assert message.endswith("so pages show two people: write 1053")
    assert told(("Eva Dahl", *MEMBERS[1:]), "entries.", players=players) == []


def test_entries_wholly_in_names_are_told_once() -> None:
    """Nothing was said: nobody in the entries was in the table, which was taken for no list of all."""
    names = dict(zip(MEMBERS, ("Ann Berg", "Bo Ek", "Cy Dahl", "Di Lind"), strict=True))
    rows = [
        {"session_id": session, "entrant": str(place // 2 + 1), "player_id": name, "file_id": "entries.csv"}
        for session in EVENINGS
        for place, name in enumerate(names.values())
    ]
    players = [{"player_id": one, "name": name, "file_id": "players.csv"} for one, name in names.items()]
    sessions = [{"session_id": session, "file_id": "sessions.csv"} for session in EVENINGS]
    _, findings = assembled_by_kind(read(sessions=sessions, entries=rows, players=players), competitions())
    assert findings.select("code", "value").rows() == [("entries.not_in_players/several_by_name", "Ann Berg")]
    message = findings["message"].item()
    assert message.startswith("4 players stand in the entries by name, and in the table players by number (Ann Berg (")
    assert "Ann Berg (1053), Bo Ek (1060), Cy Dahl (1071), Di Lind (1082); this" in message
