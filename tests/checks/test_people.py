"""Who is who: misspelt persons of the table `people`, names where the files have numbers, declared partnerships."""

import datetime as dt
from itertools import permutations
from typing import Any

import polars as pl
import pytest
from checks.alone import Row, found, said, season

NAMES = ("Lotte Akkerman", "Burak Demir", "Cy Cole", "Di Dale", "L. Akkerman")


def nobody(alias: str, player_id: str, file_id: str = "people.csv") -> list[str]:
    rows = season(
        people=[{"alias": alias, "player_id": player_id, "file_id": file_id}],
        entries=[{"entrant": str(number), "player_id": name} for number, name in enumerate(NAMES)],
    )
    ids = rows["entries"].select("club", "competition", "player_id")
    return found("people.nobody", people=rows["people"], ids=ids, players=rows["players"])["message"].to_list()


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


@pytest.mark.parametrize(
    ("players", "told"),
    [
        (("Lote Akkerman", "Burak Demir"), [("partnerships.nobody/near", "Lote Akkerman")]),
        (("Zoe Zand", "Burak Demir"), [("partnerships.nobody", "Zoe Zand")]),
        (("Zoe Zand", "Yan Yates"), []),
        (("Burak Demir", "Cy Cole"), []),
    ],
)
def test_a_player_of_a_declared_pair_whom_nobody_knows_is_told(
    players: tuple[str, ...], told: list[tuple[str, Any]]
) -> None:
    assert declared(*players) == told
    assert declared(*players, known=()) == [], "before the first evening"


def test_names_in_a_declared_pair_where_the_files_have_numbers_are_told_with_the_numbers() -> None:
    """Both of the pair: no other file names either of them, so the pair would stand there without an evening."""
    numbers = ("1027", "1028")
    both = declared("Lotte Akkerman", "vera  guidotti", known=numbers, listed=NUMBERED)
    assert both == [("partnerships.nobody/name", "Lotte Akkerman"), ("partnerships.nobody/name", "vera  guidotti")]
    assert declared(*numbers, known=numbers, listed=NUMBERED) == []
    of_two = declared("1027", "Jan Smit", known=numbers, listed=NUMBERED)
    assert "partnerships.nobody/name" not in dict(of_two), "two have that name"


@pytest.mark.parametrize(("players", "is_told"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_declared_partnership_is_of_two_or_three(players: int, is_told: bool) -> None:
    rows = season(partnerships=[{"partnership_id": "first", "player_id": f"{n}"} for n in range(players)])
    messages = found("partnerships.nobody/odd_number", partnerships=rows["partnerships"])["message"].to_list()
    assert [one.startswith(f"people under this number: {players};") for one in messages] == [True] * is_told


def of_zoe(*evenings: str) -> list[tuple[str, str]]:
    """Kind and message of what is told where each of a to l is Zoe by a row of its own, and these sit down."""
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


@pytest.mark.parametrize(
    ("evenings", "told"),
    [
        (
            ("a zoe", "a b", "b a", "c", "d"),
            [
                (ALONE, "both a and zoe sit down in session 1 (such sessions: 1)"),
                (TOGETHER, "each of these is zoe: a, b; they sit down in one session, 2 (such sessions: 2)"),
            ],
        ),
        (
            ("b a", "c d", "a"),
            [
                (TOGETHER, "(file, line 3) each of these is zoe: a, b; they sit down in one session, 1"),
                (TOGETHER, "(file, line 5) each of these is zoe: c, d; they sit down in one session, 2"),
            ],
        ),
        (
            ("a b", "a c", "b a"),
            [
                (TOGETHER, "is zoe: a, b; they sit down in one session, 1 (such sessions: 2)"),
                (TOGETHER, "is zoe: a, c; they sit down in one session, 2 (such sessions: 1)"),
            ],
        ),
        (("c a b", "d"), [(TOGETHER, "(file, line 3; file, line 4) each of these is zoe: a, b, c;")]),
        (("a b zoe", "c"), [(ALONE, "both a and zoe"), (ALONE, "both b and zoe")]),
        (("a b c d e f g h i j",), [(TOGETHER, "is zoe: a, b, c, d, e, f, g, h, i, j; they sit")]),
        (
            ("a b c d e f g h i j k l",),
            [(TOGETHER, "file, line 12; …) each of these is zoe: a, b, c, d, e, f, g, h, i, j, …; they sit")],
        ),
    ],
)
def test_aliases_of_one_person_who_sit_in_one_session_are_told_together(
    evenings: tuple[str, ...], told: list[tuple[str, str]]
) -> None:
    findings = of_zoe(*evenings)
    assert [kind for kind, _ in findings] == [kind for kind, _ in told]
    assert all(part in message for (_, message), (_, part) in zip(findings, told, strict=True))
