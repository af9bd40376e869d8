"""Who is who in one file."""

import polars as pl
import pytest

from pipelines.readers.people import SCHEMA, with_player_ids


def identified(*people: tuple[str | None, str | None]) -> list[str]:
    rows = [{"entrant": "1", "name": name, "member_number": number, "line_no": "7"} for name, number in people]
    return with_player_ids(pl.DataFrame(rows, schema=SCHEMA))[0]["player_id"].to_list()


@pytest.mark.parametrize("lent", ["+", "+0", "+50", " +50 "])
def test_a_number_lent_for_the_evening_is_none(lent: str) -> None:
    assert identified(("Ann Lid", lent), ("Bo By", "17")) == ["Ann Lid", "17"]


def test_a_number_of_two_names_is_neithers() -> None:
    assert identified(("Ann Lid", "17"), ("Bo By", "17"), ("Cy Moe", "18")) == ["Ann Lid", "Bo By", "18"]


def test_case_and_blanks_make_no_second_person() -> None:
    assert identified(("Ann Lid", "17"), ("ANN  LID", "17")) == ["17", "17"]


def test_a_row_without_a_name_does_not_take_the_number_away() -> None:
    assert identified(("Ann Lid", "17"), (None, "17")) == ["17", "17"]


def test_nobody_is_told() -> None:
    rows = [{"entrant": "4", "name": None, "member_number": "+", "line_no": "7"}]
    people, [finding] = with_player_ids(pl.DataFrame(rows, schema=SCHEMA))
    assert people.is_empty()
    assert (finding.code, finding.severity, finding.line_no, finding.value) == ("players.nobody", "error", 7, "pair 4")
