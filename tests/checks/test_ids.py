"""Numbers and names that are nobody's, or somebody's in another form."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season

MEMBERS = ("1053", "1060", "1071", "1082")
NAMED = [{"player_id": one, "name": f"Name of {one}"} for one in MEMBERS]


def seated(*evenings: tuple[str, ...]) -> list[Row]:
    return [
        {"session_id": str(day), "entrant": str(place // 2 + 1), "player_id": player, "file_id": f"{day}.csv"}
        for day, players in enumerate(evenings, 1)
        for place, player in enumerate(players)
    ]


def told(*evenings: tuple[str, ...], players: list[Row] = NAMED) -> pl.DataFrame:
    given = season(entries=seated(*evenings), players=players)
    tables = {"entries": given["entries"], "players": given["players"], "in_tables": given["players"]}
    return pl.concat(found(name, **tables) for name in ("entries.not_in_players", "entries.not_in_players/by_name"))


def third(*players: str, **given: Any) -> list[tuple[str, Any]]:
    found_in = said(told(MEMBERS, MEMBERS, players, **given))
    return [(kind.removeprefix("entries.not_in_players"), value) for kind, value in found_in]


@pytest.mark.parametrize(
    ("players", "findings"),
    [
        *((((slip, *MEMBERS[1:]), [("/near_partner", slip)])) for slip in ("1503", "1054", "153", "10533", "0153")),
        (("1503", "1082", "1071", "1060"), [("/near", "1503")]),  # exchanged digits, with another partner
        (("1054", "1082", "1071", "1060"), [("", "1054")]),  # another digit, with another partner
        (("7777", *MEMBERS[1:]), [("", "7777")]),
        (("9", *MEMBERS[1:]), [("", "9")]),
        (("1503", "1053", "1071", "1082"), [("", "1503")]),  # the other is there
        (("Eva Dahl", *MEMBERS[1:]), []),
        (("name of  1053", *MEMBERS[1:]), [("/by_name", "name of  1053")]),
        (MEMBERS, []),
    ],
)  # fmt: skip
def test_a_number_that_no_table_knows_is_told_with_whom_it_may_be(
    players: tuple[str, ...], findings: list[tuple[str, Any]]
) -> None:
    assert third(*players) == findings
    assert third(*players, players=[]) == [], "without a table"


def test_a_table_of_a_few_players_says_nothing_of_the_others() -> None:
    assert third("1503", *MEMBERS[1:], players=NAMED[:1]) == []
    known = [*NAMED, {"player_id": "7777", "name": "A guest"}]
    assert third("7777", *MEMBERS[1:], players=known) == []


def test_a_slip_is_told_with_name_and_mend_and_who_plays_often_is_to_be_added() -> None:
    """She was taken out of players by mistake; the number of somebody else in her place gave her results away."""
    (message,) = told(MEMBERS, MEMBERS, ("1503", *MEMBERS[1:]))["message"]
    assert "1053 (Name of 1053), one slip away, sat with 1060 in other sessions and is absent here: mend" in message
    often = [("1054", *MEMBERS[1:])] * 3
    (message,) = told(*often, MEMBERS)["message"]
    assert "plays in more sessions than a slip would (3): add the player to players" in message
    assert "it was 1053 (Name of 1053) each time, one slip away and with 1060 in other sessions, mend" in message
    (message,) = told(*often, MEMBERS, ("1054", "1071", "1053", "1060"))["message"]
    assert "plays in more sessions than a slip would (4); pages show it in place of a name: add the player" in message
    assert "1053" not in message, "who sat in a session with her"


def test_many_are_told_once() -> None:
    guests = [f"{number:04}" for number in range(7001, 7025)]
    named = [{"player_id": f"{number}", "name": f"Name of {number}"} for number in range(9001, 9103)]
    members = [row["player_id"] for row in named]
    assert [value for _, value in said(told((*guests[:3], *members), players=named))] == guests[:3]
    (message,) = told((*guests, *members), players=named)["message"]
    assert "24 numbers of people who played" in message
    assert "7005, ...; this is the place of the first" in message
    by_name = told(tuple(row["name"] for row in named[:8]), players=named)
    assert said(by_name)[0][0] == "entries.not_in_players/several_by_name"
    assert "8 players stand in the entries by name" in by_name["message"].item()


NUMBERS = tuple(str(number) for number in range(1001, 1009))
NAMES = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit", "Siv Ask", "Per Bo")


def elsewhere(entries: list[Row], sessions: list[Row] | None = None) -> pl.DataFrame:
    given = season(entries=entries, sessions=sessions or [])
    return found("entries.of_other_competition", **{name: given[name] for name in ("entries", "players", "sessions")})


def test_an_evening_of_which_all_pairs_play_in_another_competition_is_told_with_its_name() -> None:
    tuesday = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn", "Gus Gray", "Hal Hess")
    evenings = [("tuesday", 7 * week, tuesday) for week in range(4)]
    evenings += [("thursday", 2 + 7 * week, NAMES) for week in range(3)]
    evenings.append(("tuesday", 30, NAMES))
    entries, sessions = list[Row](), list[Row]()
    for competition, days, people in evenings:
        date = dt.date(2025, 9, 2) + dt.timedelta(days=days)
        of_session = {"competition": competition, "session_id": f"{date}"}
        sessions.append({**of_session, "date": date})
        entries += [{**row, **of_session} for row in seated(people)]
    found_in = elsewhere(entries, sessions)
    assert found_in.select("competition", "value").rows() == [("tuesday", "2025-10-02")]
    assert "of the 4 pairs of this session 4 play in thursday too, and 0 in other" in found_in["message"].item()


@pytest.mark.parametrize(
    ("evenings", "message"),
    [
        ([NUMBERS] * 3 + [NAMES] * 2, "none of the 8 players of this session has a number, and in 3 other sessions"),
        ([NUMBERS] * 3 + [(*NUMBERS[:1], *NAMES[1:])], None),
        ([NUMBERS, NAMES], None),
        ([NUMBERS] * 2 + [NAMES] * 2, None),
        ([NUMBERS] * 3 + [NAMES[:6]], None),
    ],
    ids=["two evenings", "guests", "a season has begun", "which is usual, none knows", "a few"],
)
def test_an_evening_without_numbers_among_numbers_is_told_once(
    evenings: list[tuple[str, ...]], message: str | None
) -> None:
    messages = elsewhere(seated(*evenings))["message"].to_list()
    assert len(messages) == (message is not None)
    assert all(one.startswith(str(message)) and "(such sessions: 2)" in one for one in messages)


OTHERS = ("21", "22", "23", "24")


def numbered(*numbers: str) -> list[Row]:
    return [{"player_id": number} for number in numbers]


def whose_table(*lines: Row, sessions: int = 3, seats: int = 8, **of_all: Any) -> list[str]:
    """What is said of a table with these lines, where 501, 502, ... have played."""
    rows = [{"name": f"Name {n}", "file_id": "players.csv", "line_no": n} | of_all | one for n, one in enumerate(lines)]
    entries = seated(*[tuple(str(501 + seat) for seat in range(seats))] * sessions)
    given = season(players=rows, entries=entries)
    seen = given["entries"].select("club", "competition", "player_id")
    findings = found("players.of_nobody", players=given["players"], seen=seen, entries=given["entries"])
    kinds = [kind for kind, _ in said(findings)]
    return [message for kind, message in zip(kinds, findings["message"], strict=True) if kind.endswith("/table")]


@pytest.mark.parametrize(
    ("lines", "more", "is_told"),
    [
        (numbered(*OTHERS), {}, True),
        (numbered("501", *OTHERS), {}, False),
        ([*numbered(*OTHERS), {"player_id": "25", "name": "501"}], {}, True),
        ([{"player_id": number, "name": f"50{number[1]}"} for number in OTHERS], {}, False),
        (numbered(*OTHERS[:3]), {}, False),
        (numbered(*OTHERS), {"public": False}, False),
        ([*numbered(*OTHERS), {"player_id": "25", "public": False}], {}, False),
        (numbered(*OTHERS), {"federation_id": "9"}, False),
        (numbered(*OTHERS), {"seats": 9}, False),
        (numbered(*OTHERS), {"sessions": 2}, False),
        ([*numbered(*OTHERS), {"player_id": "501", "file_id": "members.csv"}], {}, False),
        ([*numbered(*OTHERS), *({"player_id": f"{n}", "file_id": "2024-09-03.pbn"} for n in range(31, 36))], {}, True),
        *((numbered(*OTHERS), {"file_id": name}, True) for name in ("MEMBERS.XLSX", "members.csv.txt", "members")),
        *((numbered(*OTHERS), {"file_id": name}, False) for name in ("2024-09-03.PBN.txt", "2024-09-03.html")),
        *((numbered(*(form.format(500 + n) for n in range(1, 6))), {}, False) for form in ("0{}", "{}.0", "'{}")),
    ],
)
def test_a_table_of_whom_nobody_plays_is_told_unless_it_may_hide_people(
    lines: list[Row], more: Row, is_told: bool
) -> None:
    messages = whose_table(*lines, **more)
    assert ["leave it if they have yet to play" in message for message in messages] == [True] * is_told
