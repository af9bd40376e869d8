"""A file with results that two competitions have is told; copies that are meant are not."""

import pytest
from factories import frame
from intake.evenings import Row

from transforms.intake.evenings.in_two_folders import in_two_folders
from transforms.tables.schemas import Files, Matches, OfficialResults, Results

_HELD: dict[str, Row] = {
    "results": {"board": 1, "score": 420},
    "official_results": {"entrant": "1"},
    "matches": {"team": "1", "opponent": "2"},
}


def told(*files: tuple[str, str, str], without_results: str = "", kind: str = "results") -> list[tuple[str, str, str]]:
    """(competition, file, the other one) of the warnings on these (competition, file, bytes), which hold this kind."""
    of = [{"competition": competition, "file_id": file} for competition, file, _ in files]
    rows = [row | {"path": "/".join(row.values()), "format": "pbn", "sha256": files[n][2]} for n, row in enumerate(of)]
    held = {kind: [row | _HELD[kind] for row in of if row["file_id"] != without_results]}
    results = frame(Results, *held.get("results", []))
    official_results = frame(OfficialResults, *held.get("official_results", []))
    matches = frame(Matches, *held.get("matches", []))
    found = in_two_folders(frame(Files, *rows), results, official_results, matches).collect()
    others = found["arguments"].str.json_path_match("$.first")
    return found.select("competition", "file_id").with_columns(others.alias("other")).rows()


OWN = [("tuesday", "2.pbn", "b"), ("tuesday", "16.pbn", "c"), ("friday", "5.pbn", "d"), ("friday", "12.pbn", "e")]


def test_a_file_in_two_folders_is_told_with_the_other() -> None:
    """Both counted without a word, and were published."""
    both = [("tuesday", "9.pbn", "a"), ("friday", "9.pbn", "a")]
    assert told(*OWN, *both) == told(*both) == [("tuesday", "9.pbn", "friday/9.pbn")]
    assert told(*OWN, ("tuesday", "9.pbn", "a"), ("tuesday", "10.pbn", "a")) == []


@pytest.mark.parametrize("kind", ["official_results", "matches"])
def test_so_is_a_file_of_matches_or_of_an_official_list_alone(kind: str) -> None:
    both = [("tuesday", "9.csv", "a"), ("friday", "9.csv", "a")]
    assert told(*both, kind=kind) == [("tuesday", "9.csv", "friday/9.csv")]


def test_tables_of_people_may_be_the_same_and_so_may_most_evenings_of_a_competition() -> None:
    both = [("tuesday", "players.csv", "a"), ("friday", "players.csv", "a")]
    assert told(*OWN, *both, without_results="players.csv") == []
    ladder = [("ladder", "2.pbn", "b"), ("ladder", "16.pbn", "c")]
    assert told(*OWN, *ladder) == []
