"""A file with results that two competitions have is reported; copies that are meant are not."""

from checks.alone import found
from factories import frame

from transforms.tables.schemas import Files


def told(*files: tuple[str, str, str], without_results: str = "") -> list[tuple[str, str, str]]:
    rows = [
        {
            "competition": competition,
            "file_id": file,
            "path": f"{competition}/{file}",
            "format": "pbn",
            "sha256": content,
        }
        for competition, file, content in files
    ]
    given = frame(Files, *rows)
    holding = given.filter(given["file_id"] != without_results)["club", "competition", "file_id"]
    warnings = found("landing.in_two_folders", files=given, holding=holding)
    others = warnings["arguments"].str.json_path_match("$.first")
    return warnings.select("competition", "file_id").with_columns(others.alias("other")).rows()


OWN = [("tuesday", "2.pbn", "b"), ("tuesday", "16.pbn", "c"), ("friday", "5.pbn", "d"), ("friday", "12.pbn", "e")]


def test_a_file_in_two_folders_is_told_with_the_other() -> None:
    """Both counted without a word, and were published."""
    both = [("tuesday", "9.pbn", "a"), ("friday", "9.pbn", "a")]
    assert told(*OWN, *both) == told(*both) == [("tuesday", "9.pbn", "friday/9.pbn")]
    assert told(*OWN, ("tuesday", "9.pbn", "a"), ("tuesday", "10.pbn", "a")) == []


def test_tables_of_people_may_be_the_same_and_so_may_most_evenings_of_a_competition() -> None:
    both = [("tuesday", "players.csv", "a"), ("friday", "players.csv", "a")]
    assert told(*OWN, *both, without_results="players.csv") == []
    assert told(*OWN, ("ladder", "2.pbn", "b"), ("ladder", "16.pbn", "c")) == []
