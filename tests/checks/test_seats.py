"""Where players sat: what is told of seats that cannot be, and that the entries stay."""

import pytest
from factories import competitions
from intake.evenings import FOUR, MADE, Row, kinds, read

from pipelines.intake.readers.recognise import read_bytes
from transforms.checks import assemble

Told = list[tuple[str, str | None]]


ONE_SEAT, OTHER_DIRECTION = (f"entries.impossible_seat/{variant}" for variant in ("one_seat", "other_direction"))


def seated(*seats: str | None, **of_entries: str) -> list[Row]:
    """The entries of two pairs, 1 and 2, with these seats."""
    return [{**entry, "seat": seat, **of_entries} for entry, seat in zip(FOUR, seats, strict=True)]


def of(entries: list[Row], results: list[Row] | None = None, **session: object) -> Told:
    """What is told of seats, by code and value; all entries stay, with their seats."""
    tables, findings = assemble(
        read(
            sessions=[session], entries=entries, results=results or [MADE, {**MADE, "board": 2, "ns": "2", "ew": "1"}]
        ),
        competitions(),
    )
    seats = dict(tables["entries"].select("player_id", "seat").iter_rows())
    assert seats == {entry["player_id"]: entry.get("seat") for entry in entries}
    of_seats = findings.filter(field="seat")
    return list(zip(kinds(of_seats), of_seats["value"], strict=True))


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        (("N", "S", "E", "W"), []),
        (("N", "W", None, "W"), []),
        (("N", "N", "E", "W"), [(ONE_SEAT, "N, N")]),
        (("N", "S", "W", "S"), [(ONE_SEAT, "W, S")]),
        (
            ("N", "E", "S", "W"),
            [(ONE_SEAT, "N, E"), (ONE_SEAT, "S, W")],
        ),
    ],
)
def test_partners_sit_opposite_each_other(seats: tuple[str | None, ...], told: Told) -> None:
    assert of(seated(*seats)) == told
    assert of(seated(*seats), kind="teams") == []


def test_it_says_who_and_how_to_mend_it() -> None:
    _, findings = assemble(read(sessions=[{}], entries=seated("N", "E", "E", "W"), results=[MADE]), competitions())
    assert findings.select("severity", "line_no", "message").rows() == [
        (
            "warning",
            1,
            "players ann, bob of pair 1 on line A have one seat (N, E), so it is not known which of them declared: of"
            " two partners one is N or E, and the other S or W",
        )
    ]


def test_a_substitute_may_have_the_seat_of_whom_he_came_for() -> None:
    entries = seated("N", "S", "E", "W")
    late = {"entrant": "1", "player_id": "eve", "substitutes_for": "ann", "seat": "N"}
    assert of([*entries, late]) == []
    assert of([*entries, {**late, "seat": "S"}]) == [(ONE_SEAT, "S, S")]
    instead = [{**entries[0], "substitutes_for": "eve"}, {**entries[1], "seat": "N"}, *entries[2:]]
    assert of(instead) == [(ONE_SEAT, "N, N")]


WRONG = OTHER_DIRECTION


def test_a_seat_is_of_the_direction_that_was_entered() -> None:
    assert of(seated("N", "S", "N", "S", direction="NS"), winners=2) == []
    assert of(seated("N", "S", "E", "S", direction="NS"), winners=2) == [(WRONG, "E")]


def test_with_two_winners_it_is_the_direction_in_which_the_pair_always_sat() -> None:
    apart = [MADE, {**MADE, "board": 2}]
    assert of(seated("N", "S", "E", "W"), apart, winners=2) == []
    assert of(seated("E", "W", "E", "S"), apart, winners=2) == [(WRONG, "E"), (WRONG, "W"), (WRONG, "S")]
    assert of(seated("E", "W", "E", "S"), apart, winners=1) == []
    assert of(seated("E", "W", "E", "W"), winners=2) == []


def test_what_is_no_seat_is_told_and_the_entry_stays() -> None:
    table = "session_id,line,entrant,player_id,seat\n1,A,1,ann,north\n1,A,1,bob,up\n1,A,2,cy,Oost\n1,A,2,di,\n"
    reading = read_bytes(table.encode(), "entries.csv")
    assert reading.tables["entries"]["seat"].to_list() == ["N", None, None, None]
    told = reading.findings.select("line_no", "severity", "field", "value").rows()
    assert told == [(3, "error", "seat", "up"), (4, "error", "seat", "Oost")]
