"""Slips of directors in tables that can be used all the same: each is told, with what was probably meant."""

import polars as pl
import pytest
from checks.alone import found
from factories import competitions, frame
from intake.evenings import FOUR, MADE, Row, assembled_by_kind, pairs, read

from transforms.intake.people.aliases import OF_CLUB
from transforms.tables.schemas import Files


def assembled(**rows: list[Row]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    files = frame(Files, *rows.pop("files", []))
    given = {"sessions": [{}], "entries": FOUR, "results": [MADE], **rows}
    return assembled_by_kind({**read(**given), "files": files}, competitions())


def told(code: str, **rows: list[Row]) -> list[str]:
    """The messages of the findings with this code."""
    _, findings = assembled(**rows)
    return findings.filter(code=code)["message"].to_list()


def amount(file_id: str, given: float) -> list[Row]:
    return [{"entrant": "1", "amount": given, "unit": "percent", "reason": "late", "file_id": file_id}]


@pytest.mark.parametrize(
    "file_id", ["penalties.csv", "2025/Straffen.csv", "pénalités.csv", "boetes najaar.xlsx", "straffer.csv"]
)
def test_points_given_in_a_file_of_penalties_are_told_and_count(file_id: str) -> None:
    tables, findings = assembled(adjustments=amount(file_id, 10.0))
    assert tables["adjustments"]["amount"].to_list() == [10.0]
    [message] = findings.filter(code="adjustments.doubtful/penalty_gives", severity="warning")["message"]
    assert message.startswith("this adds 10 (percent) to what number 1 has")
    assert "write -10 if it is to be taken away" in message


@pytest.mark.parametrize(
    ("file_id", "given"), [("penalties.csv", -10.0), ("adjustments.csv", 10.0), ("penalties/a.csv", 5.0)]
)
def test_what_takes_points_or_stands_in_another_file_is_not_told(file_id: str, given: float) -> None:
    assert told("adjustments.doubtful/penalty_gives", adjustments=amount(file_id, given)) == []


def evenings(*seats: list[Row]) -> dict[str, list[Row]]:
    """Evenings with these entries, a week apart."""
    names = [f"evening{number}" for number, _ in enumerate(seats)]
    entries = [
        {**row, "session_id": name, "file_id": row.get("file_id", name)}
        for name, rows in zip(names, seats, strict=True)
        for row in rows
    ]
    return {
        "sessions": [{"session_id": name, "file_id": name} for name in names],
        "entries": entries,
        "results": [{**MADE, "session_id": name, "file_id": name} for name in names],
    }


USUAL = pairs(("1", "ann"), ("1", "bob"), ("2", "cy"), ("2", "di"))
WITH_GUEST = pairs(("1", "ann"), ("1", "gus"), ("2", "cy"), ("2", "di"))


def stand_in(player: str, replaced: str) -> list[Row]:
    return [{"entrant": "1", "player_id": player, "substitutes_for": replaced, "file_id": "standins.csv"}]


def test_who_came_and_who_was_replaced_exchanged_is_told() -> None:
    slipped = evenings(USUAL, USUAL, [*WITH_GUEST, *stand_in("bob", "gus")])
    [message] = told("entries.replaced/exchanged", **slipped)
    assert message.startswith("gus sits for this pair, and plays less often than bob: if gus came for bob, exchange")


def test_so_it_is_where_only_the_partner_tells_them_apart() -> None:
    """Gus plays as often as bob, with others: for this pair bob is the regular one."""
    with_others = [*pairs(("1", "ann"), ("1", "bob")), *pairs(("2", "cy"), ("2", "gus"))]
    slipped = evenings(with_others, [*WITH_GUEST, *stand_in("bob", "gus")])
    [message] = told("entries.replaced/exchanged", **slipped)
    assert message.startswith("gus sits for this pair, where bob sits with ann in other sessions: if gus came for bob")
    for right in ([*WITH_GUEST, *stand_in("gus", "bob")], [*USUAL, *stand_in("gus", "bob")]):
        assert told("entries.replaced/exchanged", **evenings(with_others, right)) == []


def test_of_two_partners_beside_the_first_by_name_is_told_in_whatever_order_they_come() -> None:
    trio = [*pairs(("1", "eva"), ("1", "ann"), ("1", "bob")), *pairs(("2", "cy"), ("2", "gus"))]
    with_guest = pairs(("1", "eva"), ("1", "ann"), ("1", "gus"), ("2", "cy"), ("2", "di"))
    tables, _ = assembled(**evenings(trio, [*with_guest, *stand_in("bob", "gus")]))
    entries, sessions = (tables[name].lazy() for name in ("entries", "sessions"))
    for in_order in (entries, entries.reverse()):
        [message] = found("entries.replaced/exchanged", entries=in_order, sessions=sessions)["message"]
        assert "where bob sits with ann in other sessions" in message


@pytest.mark.parametrize(
    "last",
    [
        [*WITH_GUEST, *stand_in("gus", "bob")],  # the file names the guest
        [*USUAL, *stand_in("gus", "bob")],  # it still names the regular player
        WITH_GUEST,
    ],
)
def test_a_guest_who_came_for_a_regular_player_is_not_told(last: list[Row]) -> None:
    assert told("entries.replaced/exchanged", **evenings(USUAL, USUAL, last)) == []


NAMES = pairs(("1", "Lotte Akkerman"), ("1", "Burak Demir"), ("2", "Cy Cole"), ("2", "Di Dale"), ("3", "L. Akkerman"))


def line(alias: str, player_id: str, **given: str) -> list[Row]:
    return [{"alias": alias, "player_id": player_id, **given}]


@pytest.mark.parametrize("file_id", ["people.csv", f"{OF_CLUB}people.csv"])
def test_a_misspelt_person_of_people_is_told_with_the_nearest(file_id: str) -> None:
    [message] = told(
        "people.nobody/to_near", entries=NAMES, people=line("L. Akkerman", "Lote Akkerman", file_id=file_id)
    )
    assert message.endswith("so L. Akkerman becomes somebody new: did you mean Lotte Akkerman?")


@pytest.mark.parametrize(
    ("alias", "person"),
    [
        ("L. Akkerman", "Lotte Akkerman"),
        ("L. Akkerman", "Charlotte van Buren"),  # another name altogether may be the right one
        ("Lotte Akkerman", "Lotte Ackerman"),  # the alias itself, in the right spelling
    ],
)
def test_a_person_who_may_be_meant_is_not_told(alias: str, person: str) -> None:
    assert told("people.nobody/to_near", entries=NAMES, people=line(alias, person)) == []


def declared(*players: str) -> list[Row]:
    return [{"partnership_id": "first", "player_id": player} for player in players]


def test_a_misspelt_player_of_a_declared_pair_is_told_with_the_nearest() -> None:
    [message] = told("partnerships.nobody/near", entries=NAMES, partnerships=declared("Lote Akkerman", "Burak Demir"))
    assert message.endswith("so first lacks one: did you mean Lotte Akkerman?")


def test_a_player_of_a_declared_pair_whom_nobody_knows_is_told() -> None:
    [message] = told("partnerships.nobody", entries=NAMES, partnerships=declared("Zoe Zand", "Burak Demir"))
    assert "no other file names this player so far" in message


def test_players_of_declared_pairs_who_are_known_in_any_way_are_not_told() -> None:
    known = declared("burak  demir", "L. Akkerman", "Zoe Zand")
    tables = {
        "players": [{"player_id": "Zoe Zand", "name": "Zoe Zand"}],
        "people": line("L. Akkerman", "Lotte Akkerman"),
    }
    _, findings = assembled(entries=NAMES[:4], partnerships=known, **tables)
    assert not [code for code in findings["code"] if code.startswith("partnerships.nobody")]


BY_NUMBER = [
    {"player_id": "1027", "name": "Lotte Akkerman"},
    {"player_id": "1028", "name": "Vera Guidotti"},
    {"player_id": "1029", "name": "Jan Smit"},
    {"player_id": "1030", "name": "Jan Smit"},
]


def test_names_in_a_declared_pair_where_the_files_have_numbers_are_told_with_the_numbers() -> None:
    """Both of the pair: no other file names either of them, so the pair would stand there without an evening."""
    both = declared("Lotte Akkerman", "vera  guidotti")
    tables, findings = assembled(players=BY_NUMBER, partnerships=both)
    assert findings.select("code", "value", "message").rows() == [
        ("partnerships.nobody/name", name, told_of.format(number=number))
        for name, number in (("Lotte Akkerman", 1027), ("vera  guidotti", 1028))
        for told_of in [
            "this is the name of player {number}, and the files have numbers, so for this pair nothing counts: write"
            " {number}"
        ]
    ]
    assert tables["partnerships"]["player_id"].to_list() == ["Lotte Akkerman", "vera  guidotti"]
    assert told("partnerships.nobody/name", players=BY_NUMBER, partnerships=declared("1027", "1028")) == []
    assert told("partnerships.nobody/name", players=BY_NUMBER, partnerships=declared("1027", "Jan Smit")) == []


NUMBERED = [{**row, "file_id": "2025-09-02.pbn"} for row in BY_NUMBER]
OF_FILES = [{"file_id": "2025-09-02.pbn", "format": "pbn"}, {"file_id": "players.csv", "format": "csv"}]
SEATS = [{"entrant": row["entrant"], "player_id": str(1027 + number)} for number, row in enumerate(FOUR)]


@pytest.mark.parametrize("written", ["Lotte Akkerman", "lotte  akkerman"])
def test_a_name_in_a_table_of_players_where_the_files_have_numbers_is_the_number(written: str) -> None:
    """The name was a second person, who was told as hidden too, and whom a list of who is present meant."""
    row = {"player_id": written, "public": False, "file_id": "players.csv", "line_no": 2}
    tables, findings = assembled(players=[*NUMBERED, row], entries=SEATS, files=OF_FILES)
    assert findings.select("code", "value", "file_id", "line_no", "message").rows() == [
        (
            "players.of_nobody/name_for_number",
            written,
            "players.csv",
            2,
            "this is the name of player 1027, and the files have numbers, so the row counts for 1027: write 1027",
        )
    ]
    assert tables["players"].filter(~pl.col("public"))["player_id"].to_list() == ["1027"]
    assert tables["players"]["player_id"].to_list() == ["1027", "1028", "1029", "1030"]


@pytest.mark.parametrize(
    "beside",
    [
        {"entries": [{**SEATS[0], "player_id": "Lotte Akkerman"}, *SEATS[1:]]},
        {"people": [{"alias": "Lotte Akkerman", "player_id": "Lotte Akkerman"}]},
        {"players": [*NUMBERED, {"player_id": "Lotte Akkerman", "file_id": "2025-09-02.pbn"}]},
        {"players": [*NUMBERED, {"player_id": "Jan Smit", "file_id": "players.csv"}]},
    ],
)
def test_a_name_that_is_somebody_of_its_own_or_that_two_have_is_no_number(beside: dict[str, list[Row]]) -> None:
    row = {"player_id": "Lotte Akkerman", "file_id": "players.csv"}
    assert (
        told(
            "players.of_nobody/name_for_number",
            **{"players": [*NUMBERED, row], "entries": SEATS, "files": OF_FILES} | beside,
        )
        == []
    )


@pytest.mark.parametrize(("players", "is_told"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_declared_partnership_is_of_two_or_three(players: int, is_told: bool) -> None:
    rows = declared(*[row["player_id"] for row in (*BY_NUMBER,)][:players])
    messages = told("partnerships.nobody/odd_number", players=BY_NUMBER, partnerships=rows)
    assert messages == [message for message in messages if message.startswith(f"people under this number: {players};")]
    assert len(messages) == is_told


def test_entries_of_a_line_without_results_are_told_with_the_line_that_has_no_players() -> None:
    _, findings = assembled(entries=[{**row, "line": "B"} for row in FOUR])
    assert findings.select("code", "value", "message").rows() == [
        (
            "entries.no_such_pair/other_line",
            "B",
            "nobody has a result on line B of session 1, and line A has results and no players: mend the line, if it is"
            " mistyped (entries: 4)",
        )
    ]
    assert told("entries.no_such_pair/other_line", entries=FOUR) == []


@pytest.mark.parametrize(
    ("played", "code"), [("AB", "entries.no_such_pair/other_line"), ("A", "entries.no_such_pair/line")]
)
def test_entries_of_a_line_without_results_are_told_once(played: str, code: str) -> None:
    """Results on A and B, entries on A and C: one row had two findings."""
    entries = [{**row, "player_id": f"{row['player_id']}{line}", "line": line} for line in "AC" for row in FOUR]
    _, findings = assembled(entries=entries, results=[{**MADE, "line": line} for line in played])
    assert findings.select("code", "value").rows() == [(code, "C")]


def test_before_the_first_evening_no_declared_pair_is_told() -> None:
    _, findings = assembled_by_kind(read(partnerships=declared("Zoe Zand", "Burak Demir")), competitions())
    assert findings.is_empty()
