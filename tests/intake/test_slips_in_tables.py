"""A name in a table of players where the files have numbers is the number, and is told."""

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import FOUR, MADE, Row, assembled_by_kind, read

from transforms.tables.schemas import Files


def assembled(**rows: list[Row]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    files = frame(Files, *rows.pop("files", []))
    given = {"sessions": [{}], "entries": FOUR, "results": [MADE], **rows}
    return assembled_by_kind({**read(**given), "files": files}, competitions())


BY_NUMBER = [
    {"player_id": "1027", "name": "Lotte Akkerman"},
    {"player_id": "1028", "name": "Vera Guidotti"},
    {"player_id": "1029", "name": "Jan Smit"},
    {"player_id": "1030", "name": "Jan Smit"},
]


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
    tables = {"players": [*NUMBERED, row], "entries": SEATS, "files": OF_FILES}
    codes = assembled(**tables | beside)[1]["code"].to_list()
    assert "players.of_nobody/name_for_number" not in codes
