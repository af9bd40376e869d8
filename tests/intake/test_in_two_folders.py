"""A file with results that two competitions have is told; copies that are meant are not."""

from factories import frame

from transforms.intake.evenings.in_two_folders import in_two_folders
from transforms.tables import Files, Results


def told(*files: tuple[str, str, str], without_results: str = "") -> list[tuple[str, str, str]]:
    """(competition, file, the other one) of the warnings on these (competition, file, bytes)."""
    of = [{"competition": competition, "file_id": file} for competition, file, _ in files]
    rows = [row | {"path": "/".join(row.values()), "format": "pbn", "sha256": files[n][2]} for n, row in enumerate(of)]
    results = [row | {"board": 1, "score": 420} for row in of if row["file_id"] != without_results]
    found = in_two_folders(frame(Files, *rows), frame(Results, *results)).collect()
    others = found["arguments"].str.json_path_match("$.first")
    return found.select("competition", "file_id").with_columns(others.alias("other")).rows()


OWN = [("tuesday", "2.pbn", "b"), ("tuesday", "16.pbn", "c"), ("friday", "5.pbn", "d"), ("friday", "12.pbn", "e")]


def test_a_file_in_two_folders_is_told_with_the_other() -> None:
    """Both counted without a word, and were published."""
    both = [("tuesday", "9.pbn", "a"), ("friday", "9.pbn", "a")]
    assert told(*OWN, *both) == told(*both) == [("tuesday", "9.pbn", "friday/9.pbn")]
    assert told(*OWN, ("tuesday", "9.pbn", "a"), ("tuesday", "10.pbn", "a")) == []


def test_tables_of_people_may_be_the_same_and_so_may_most_evenings_of_a_competition() -> None:
    both = [("tuesday", "players.csv", "a"), ("friday", "players.csv", "a")]
    assert told(*OWN, *both, without_results="players.csv") == []
    ladder = [("ladder", "2.pbn", "b"), ("ladder", "16.pbn", "c")]
    assert told(*OWN, *ladder) == []
