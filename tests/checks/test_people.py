"""Who is who: misspelt persons, numbers and names that are nobody's or of another form, other names of a person."""

import datetime as dt
from itertools import permutations
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season
from each import cases, items
from factories import frame

from transforms.intake.people.players import known_players, players_of_games
from transforms.tables.schemas import Files

NAMES = ("Lotte Akkerman", "Burak Demir", "Cy Cole", "Di Dale", "L. Akkerman")


NUMBERED = [
    {"player_id": "1027", "name": "Lotte Akkerman"},
    {"player_id": "1028", "name": "Vera Guidotti"},
    {"player_id": "1029", "name": "Jan Smit"},
    {"player_id": "1030", "name": "Jan Smit"},
]


def declared(
    *players: str, known: tuple[str, ...] = NAMES[:4], listed: list[Row] | None = None
) -> list[tuple[str, Any]]:
    rows = season(
        partnerships=[{"partnership_id": "first", "player_id": player} for player in players],
        entries=[{"entrant": str(number), "player_id": name} for number, name in enumerate(known)],
        players=listed or [],
    )
    met = rows["entries"].select("club", "competition", "player_id")
    key = ["club", "competition", "player_id"]
    unmet = rows["partnerships"].select(key).unique().join(met, on=key, how="anti")
    tables = {"declared": rows["partnerships"], "unmet": unmet, "met": met, "players": rows["players"]}
    return said(found("partnerships.nobody", **tables))


@cases(
    (("Lote Akkerman", "Burak Demir"), [("partnerships.nobody/near", "Lote Akkerman")]),
    (("Zoe Zand", "Burak Demir"), [("partnerships.nobody", "Zoe Zand")]),
    (("Zoe Zand", "Yan Yates"), []),
    (("Burak Demir", "Cy Cole"), []),
)
def test_an_unknown_player_of_a_declared_pair(players: tuple[str, ...], reported: list[tuple[str, Any]]) -> None:
    assert declared(*players) == reported
    assert declared(*players, known=()) == [], "before the first evening"


NUMBERS_OF_FILES = ("1027", "1028")


@items(
    (("Lotte Akkerman", "vera  guidotti"), 2),
    (NUMBERS_OF_FILES, 0),
    (("1027", "Jan Smit"), 0),
    ids=["both by name", "both by number", "two have that name"],
)
def test_names_in_a_declared_pair_are_reported_among_numbers(players: tuple[str, ...], by_name: int) -> None:
    reported = declared(*players, known=NUMBERS_OF_FILES, listed=NUMBERED)
    assert [name for kind, name in reported if kind.endswith("/name")] == [*players][:by_name]


@pytest.mark.parametrize(("players", "is_reported"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_declared_partnership_is_of_two_or_three(players: int, is_reported: bool) -> None:
    rows = season(partnerships=[{"partnership_id": "first", "player_id": f"{n}"} for n in range(players)])
    messages = found("partnerships.nobody/odd_number", partnerships=rows["partnerships"])["message"].to_list()
    assert [one.startswith(f"this number has {players} people, ") for one in messages] == [True] * is_reported


def of_zoe(*evenings: str) -> list[tuple[str, str]]:
    lines = [{"alias": alias, "player_id": "zoe", "line_no": number} for number, alias in enumerate("abcdefghijkl", 2)]
    of_season = {"club": "club", "competition": "evening", "season": "2025-26", "player_id": "zoe"}
    merged = pl.DataFrame(
        {**of_season, "session_id": str(number), "day": dt.date(2025, 9, 2), "alias": alias, "other": other}
        for number, seated in enumerate(evenings, 1)
        for alias, other in permutations(sorted(seated.split()), 2)
        if alias != "zoe"
    )
    findings = found("people.both_sit", people=season(people=lines)["people"], merged=merged)
    return list(zip((kind for kind, _ in said(findings)), findings["message"], strict=True))


ALONE, TOGETHER = "people.both_sit", "people.both_sit/together"


@cases(
    (
        ("a zoe", "a b", "b a", "c", "d"),
        [
            (ALONE, "both a and zoe sit in session 1 (such sessions: 1)"),
            (TOGETHER, "make all of these one person, zoe: a, b; but they sit in one session, 2 (such sessions: 2)"),
        ],
    ),
    (
        ("b a", "c d", "a"),
        [
            (
                TOGETHER,
                "rows (file, line 3) make all of these one person, zoe: a, b; but they sit in one session, 1",
            ),
            (
                TOGETHER,
                "rows (file, line 5) make all of these one person, zoe: c, d; but they sit in one session, 2",
            ),
        ],
    ),
    (
        ("a b", "a c", "b a"),
        [
            (TOGETHER, "one person, zoe: a, b; but they sit in one session, 1 (such sessions: 2)"),
            (TOGETHER, "one person, zoe: a, c; but they sit in one session, 2 (such sessions: 1)"),
        ],
    ),
    (
        ("c a b", "d"),
        [(TOGETHER, "(file, line 3; file, line 4) make all of these one person, zoe: a, b, c;")],
    ),
    (("a b zoe", "c"), [(ALONE, "both a and zoe"), (ALONE, "both b and zoe")]),
    (("a b c d e f g h i j",), [(TOGETHER, "one person, zoe: a, b, c, d, e, f, g, h, i, j; but they sit")]),
    (
        ("a b c d e f g h i j k l",),
        [(TOGETHER, "line 12; …) make all of these one person, zoe: a, b, c, d, e, f, g, h, i, j, …; but")],
    ),
)
def test_aliases_in_one_session_are_one_finding(evenings: tuple[str, ...], reported: list[tuple[str, str]]) -> None:
    findings = of_zoe(*evenings)
    assert [kind for kind, _ in findings] == [kind for kind, _ in reported]
    assert all(part in message for (_, message), (_, part) in zip(findings, reported, strict=True))


MEMBERS = ("1053", "1060", "1071", "1082")
NAMED = [{"player_id": one, "name": f"Name of {one}"} for one in MEMBERS]


def seated(*evenings: tuple[str, ...]) -> list[Row]:
    return [
        {"session_id": str(day), "entrant": str(place // 2 + 1), "player_id": player, "file_id": f"{day}.csv"}
        for day, players in enumerate(evenings, 1)
        for place, player in enumerate(players)
    ]


def reported_of_ids(*evenings: tuple[str, ...], players: list[Row] = NAMED) -> pl.DataFrame:
    given = season(entries=seated(*evenings), players=players)
    tables = {"entries": given["entries"], "players": given["players"], "in_tables": given["players"]}
    return pl.concat(found(name, **tables) for name in ("entries.not_in_players", "entries.not_in_players/by_name"))


def third(*players: str, **given: Any) -> list[tuple[str, Any]]:
    found_in = said(reported_of_ids(MEMBERS, MEMBERS, players, **given))
    return [(kind.removeprefix("entries.not_in_players"), value) for kind, value in found_in]


@cases(
        (("1503", *MEMBERS[1:]), [("", "1503")]),
        (("7777", *MEMBERS[1:]), [("", "7777")]),
        (("9", *MEMBERS[1:]), [("", "9")]),
        (("Eva Dahl", *MEMBERS[1:]), []),
        (("name of  1053", *MEMBERS[1:]), [("/by_name", "name of  1053")]),
        (MEMBERS, []),
)  # fmt: skip
def test_a_number_that_no_table_knows_is_reported(players: tuple[str, ...], findings: list[tuple[str, Any]]) -> None:
    assert third(*players) == findings
    assert third(*players, players=[]) == [], "without a table"


def test_a_table_of_a_few_players_says_nothing_of_the_others() -> None:
    assert third("1503", *MEMBERS[1:], players=NAMED[:1]) == []
    known = [*NAMED, {"player_id": "7777", "name": "A guest"}]
    assert third("7777", *MEMBERS[1:], players=known) == []


def test_many_are_reported_once() -> None:
    guests = [f"{number:04}" for number in range(7001, 7025)]
    named = [{"player_id": f"{number}", "name": f"Name of {number}"} for number in range(9001, 9103)]
    members = [row["player_id"] for row in named]
    assert [value for _, value in said(reported_of_ids((*guests[:3], *members), players=named))] == guests[:3]
    (message,) = reported_of_ids((*guests, *members), players=named)["message"]
    assert "24 numbers of people who played" in message
    assert "7005, ...; the first is here" in message
    by_name = reported_of_ids(tuple(row["name"] for row in named[:8]), players=named)
    assert said(by_name)[0][0] == "entries.not_in_players/several_by_name"
    assert "the entries name 8 players whom the table players lists by number" in by_name["message"].item()


NUMBERS = tuple(str(number) for number in range(1001, 1009))
UNNUMBERED = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit", "Siv Ask", "Per Bo")


def elsewhere(entries: list[Row], sessions: list[Row] | None = None) -> pl.DataFrame:
    given = season(entries=entries, sessions=sessions or [])
    tables = {name: given[name] for name in ("entries", "players", "sessions")}
    return found("entries.of_other_competition", **tables, in_tables=given["players"])


def test_an_evening_whose_pairs_all_play_in_another_competition_is_reported_with_its_name() -> None:
    tuesday = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn", "Gus Gray", "Hal Hess")
    evenings = [("tuesday", 7 * week, tuesday) for week in range(4)]
    evenings += [("thursday", 2 + 7 * week, UNNUMBERED) for week in range(3)]
    evenings.append(("tuesday", 30, UNNUMBERED))
    entries, sessions = list[Row](), list[Row]()
    for competition, days, people in evenings:
        date = dt.date(2025, 9, 2) + dt.timedelta(days=days)
        of_session = {"competition": competition, "session_id": f"{date}"}
        sessions.append({**of_session, "date": date})
        entries += [{**row, **of_session} for row in seated(people)]
    found_in = elsewhere(entries, sessions)
    assert found_in.select("competition", "value").rows() == [("tuesday", "2025-10-02")]
    assert "of the 4 pairs of this session, 4 also play in thursday, but only 0 in other" in found_in["message"].item()


@items(
    (
        [NUMBERS] * 3 + [UNNUMBERED] * 2,
        "none of the 8 players of this session has a number, although the players of 3 other sessions",
    ),
    ([NUMBERS] * 3 + [(*NUMBERS[:1], *UNNUMBERED[1:])], None),
    ([NUMBERS, UNNUMBERED], None),
    ([NUMBERS] * 2 + [UNNUMBERED] * 2, None),
    ([NUMBERS] * 3 + [UNNUMBERED[:6]], None),
    ids=["two evenings", "guests", "a season has begun", "which is usual, none knows", "a few"],
)
def test_an_evening_without_numbers_is_reported_once(evenings: list[tuple[str, ...]], message: str | None) -> None:
    messages = elsewhere(seated(*evenings))["message"].to_list()
    assert len(messages) == (message is not None)
    assert all(one.startswith(str(message)) and "(sessions without numbers: 2)" in one for one in messages)


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


@cases(
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
)
def test_a_table_of_players_who_never_play_is_reported(lines: list[Row], more: Row, is_reported: bool) -> None:
    messages = whose_table(*lines, **more)
    assert ["if these people have yet to play, ignore this warning" in message for message in messages] == [
        True
    ] * is_reported


FIRST = dt.date(2025, 9, 2)
OURS = ("Ann Ames", "Bob Burr", "Cy Cole", "Di Dunn", "Ed Eads", "Flo Finn")
THEIRS = ("Ole Lie", "Ida Moe", "Nils Vik", "Eva Dahl", "Jan Kok", "Pia Smit")
THIRD = ("Siv Ask", "Per Bo", "Kari Lund", "Gro Moen", "Lars Ness", "Tor Rud")
SWAPPED = (OURS[1], OURS[0], *OURS[2:])
Names = tuple[str | None, ...]


def findings(*evenings: Names, table: Names = OURS, more: Row | None = None) -> pl.DataFrame:
    files = [f"{number}.pbn" for number, _ in enumerate(evenings)]
    named = [
        {"player_id": str(player), "name": name, "file_id": file, "line_no": player}
        for file, names in zip((*files, "players.csv"), (*evenings, table), strict=True)
        for player, name in enumerate(names, 1)
    ]
    dates = [FIRST + dt.timedelta(weeks=week) for week, _ in enumerate(files)]
    sessions = [{"session_id": file, "file_id": file, "date": date} for file, date in zip(files, dates, strict=True)]
    read = season(
        sessions=sessions,
        official_results=[{"session_id": file, "entrant": "1", "file_id": file} for file in files],
        players=[*named, *([more] if more else [])],
    )
    read["players"] = read["players"].with_columns(renamed=pl.lit(value=False))
    read["files"] = frame(Files).lazy()
    known = known_players(read, read["sessions"], players_of_games(read))
    return found("players.other_name", others=known.others, named=known.named).sort("file_id", "line_no")


def reported_of_names(*evenings: Names, **given: Any) -> list[tuple[str, ...]]:
    rows = findings(*evenings, **given)
    kinds = [kind.removeprefix("players.other_name") for kind, _ in said(rows)]
    return list(zip(kinds, rows["file_id"], rows["value"], strict=True))


@items(
        ((OURS, THEIRS, OURS), OURS, [("/of_others", "1.pbn", "Ole Lie")]),
        ((OURS, OURS, OURS), THEIRS, [("/of_others", "0.pbn", "Ann Ames")]),
        ((OURS, THEIRS, THIRD), (), [("/of_others", "0.pbn", "Ann Ames")]),
        ((OURS, (*THEIRS[:3], *OURS[3:])), OURS, [("", "1.pbn", name) for name in THEIRS[:3]]),
        ((OURS, SWAPPED), OURS, [("/exchanged", "1.pbn", OURS[1])]),
        ((OURS, OURS, SWAPPED, (OURS[0], None, *OURS[2:])), (), [("/exchanged", "2.pbn", OURS[1])]),
        ((OURS, OURS, (OURS[1], None, *OURS[2:]), SWAPPED), OURS, [("/exchanged", "3.pbn", OURS[1])]),
    ids=["an evening of others", "a table of others", "numbers given anew", "a few", "exchanged",
         "one missed the last evening", "one missed the first with it"],
)  # fmt: skip
def test_names_of_others_reported(evenings: tuple[Names, ...], table: Names, expected: list[tuple[str, ...]]) -> None:
    assert reported_of_names(*evenings, table=table)[: len(expected)] == expected


def test_three_names_in_a_circle_and_two_in_no_one_file_are_separate_findings() -> None:
    assert reported_of_names((OURS[1], OURS[2], OURS[0], *OURS[3:]))[0][0] == "", "three are in no pair"
    apart = reported_of_names(OURS, OURS, (OURS[1], None, *OURS[2:]), (None, OURS[0], *OURS[2:]))
    assert [kind for kind, *_ in apart] == ["", ""], "no file has both"
    third = {"player_id": "1", "name": "Ole Lie", "file_id": "0.pbn", "line_no": 9}
    assert [kind for kind, *_ in reported_of_names(SWAPPED, more=third)] == ["/exchanged", ""]


@pytest.mark.parametrize(
    "written",
    [
        ("A. Ames", "B. Burr", "C. Cole", "D. Dunn", "E. Eads", "F. Finn"),  # initials
        ("Ann Lie", "Bob Moe", "Cy Vik", "Di Dahl", "Ed Kok", "Flo Smit"),  # married
        ("A", "B", "C", "D", "E", "F"),
        ("Puck", "Bobbie", "Koos", "Dirkje", "Teddy", "Floor"),  # call names
        ("Анна", "Боб", "Сай", "Ди", "Эд", "Фло"),
        ("Speler 1", "Speler 2", "Speler 3", "Speler 4", "Speler 5", "Speler 6"),
    ],
)
def test_the_same_people_written_otherwise_are_no_strangers(written: Names) -> None:
    kinds = {kind for kind, *_ in (*reported_of_names(OURS, OURS, table=written), *reported_of_names(OURS, written))}
    assert "/of_others" not in kinds


def test_what_is_reported_of_others_takes_nothing_away_and_names_the_person_of_the_line() -> None:
    (row,) = findings(OURS, (*OURS[:1], *THEIRS[1:]), OURS).rows(named=True)
    assert (row["line_no"], row["value"]) == (2, THEIRS[1])
    assert f"2: {THEIRS[1]} here, but {OURS[1]} in players.csv:2 (such files: 1)" in row["message"]
    assert "take" not in row["message"]
    (exchanged,) = findings(OURS, SWAPPED, table=())["message"]
    assert "in the file that is wrong, exchange" in exchanged


def of_files(*files: tuple[str, str, str], without_results: str = "") -> list[tuple[str, str, str]]:
    rows = [
        {"competition": of, "file_id": file, "path": f"{of}/{file}", "format": "pbn", "sha256": content}
        for of, file, content in files
    ]
    given = frame(Files, *rows)
    holding = given.filter(given["file_id"] != without_results)["club", "competition", "file_id"]
    warnings = found("landing.in_two_folders", files=given, holding=holding)
    others = warnings["arguments"].str.json_path_match("$.first")
    return warnings.select("competition", "file_id").with_columns(others.alias("other")).rows()


OWN = [("tuesday", "2.pbn", "b"), ("tuesday", "16.pbn", "c"), ("friday", "5.pbn", "d"), ("friday", "12.pbn", "e")]


def test_a_file_in_two_folders_is_reported_unless_it_is_of_people_or_most_evenings_are_there() -> None:
    both = [("tuesday", "9.pbn", "a"), ("friday", "9.pbn", "a")]
    assert of_files(*OWN, *both) == of_files(*both) == [("tuesday", "9.pbn", "friday/9.pbn")]
    assert of_files(*OWN, ("tuesday", "9.pbn", "a"), ("tuesday", "10.pbn", "a")) == []
    both = [("tuesday", "players.csv", "a"), ("friday", "players.csv", "a")]
    assert of_files(*OWN, *both, without_results="players.csv") == []
    assert of_files(*OWN, ("ladder", "2.pbn", "b"), ("ladder", "16.pbn", "c")) == []
