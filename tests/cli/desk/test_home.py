"""The inbox: the first file, the next one, files that wait, questions, and what is taken back."""

import os
import re
import time
from pathlib import Path

import pytest
from cli.desk.evenings import MEMBERS, STRANGERS, evening
from cli.desk.visitor import Visitor
from commands import barometer

from pipelines.cli.desk.inbox import file_name
from pipelines.machine.errors import UnusableError
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long


def folder(visitor: Visitor) -> Path:
    return visitor.desk.paths.landing / "harbour" / "thursday"


def waiting(page: str) -> str:
    found = re.search('name="file" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def test_the_first_file_makes_a_competition(begun: Visitor) -> None:
    assert sorted(path.name for path in folder(begun).iterdir()) == ["2025-09-04.pbn", "competition.toml"]
    assert 'competition = "Thursday"' in (folder(begun) / "competition.toml").read_text()


def test_a_first_file_without_results_leaves_nothing_behind(visitor: Visitor) -> None:
    page = visitor.posts("/files", files={"notes.txt": b"nothing"}, club="Harbour", name="Thursday")
    assert "none of its files has results" in page
    assert not folder(visitor).exists()


def test_the_next_file_joins_and_can_be_taken_out(begun: Visitor) -> None:
    page = begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    assert "Added: 2025-09-11.pbn" in page
    assert "11 September 2025 · Thursday pairs · 6 entrants · 2 boards" in page
    begun.waits_for_build()
    assert (folder(begun) / "2025-09-11.pbn").read_bytes() == evening("2025-09-11")
    page = begun.posts("/undo", entry=1)
    assert "Taken back: Added: 2025-09-11.pbn" in page
    assert not (folder(begun) / "2025-09-11.pbn").exists()


def test_another_clubs_file_waits(begun: Visitor) -> None:
    page = begun.posts("/files", files={"elsewhere.pbn": evening("2025-09-11", STRANGERS)})
    assert "Hardly anybody in this file has played here. Does it belong to Thursday?" in page
    assert not (folder(begun) / "elsewhere.pbn").exists()
    page = begun.posts("/waiting", file=waiting(page), choice="throw")
    assert "elsewhere.pbn was not added" in page
    assert "Hardly anybody" not in page


def test_a_correction_asks_before_it_replaces(begun: Visitor) -> None:
    corrected = evening("2025-09-04").replace(b"2H S 8", b"2H S 9")
    page = begun.posts("/files", files={"2025-09-04.pbn": corrected})
    assert "Is this one its correction?" in page
    begun.posts("/waiting", file=waiting(page), choice="add")
    begun.waits_for_build()
    assert (folder(begun) / "2025-09-04.pbn").read_bytes() == corrected
    begun.posts("/undo", entry=1)
    assert (folder(begun) / "2025-09-04.pbn").read_bytes() == evening("2025-09-04")


def test_the_same_file_twice_does_nothing(begun: Visitor) -> None:
    page = begun.posts("/files", files={"2025-09-04.pbn": evening("2025-09-04")})
    assert "is there already, with the same content" in page
    assert begun.desk.journal.entries() == []


def test_a_misspelt_name_is_asked_about_and_settled(begun: Visitor, tmp_path: Path) -> None:
    misspelt = tuple(pair.replace("Akkerman ", "Akkermann ") for pair in MEMBERS)
    next_week = evening("2025-09-11", misspelt).replace(b"2H S", b"3NT N")
    begun.posts("/files", files={"2025-09-11.pbn": next_week})
    page = begun.waits_for_build()
    assert "Lotte Akkermann and Lotte Akkerman: one person?" in page
    question = re.search('name="question" value="([0-9a-f]+)"', page)
    assert question is not None
    begun.posts("/answers", question=question[1], answer=0)
    assert "No questions." in begun.waits_for_build()
    people = folder(begun).parent / "people.csv"
    assert people.read_text() == "alias,player_id\nLotte Akkermann,Lotte Akkerman\n"
    assert same_tables(begun, tmp_path)


def same_tables(visitor: Visitor, folder: Path) -> bool:
    """Whether a build in the terminal, from the same files, makes the same tables."""
    other = folder / "other.duckdb"
    made = barometer("build", visitor.desk.paths.landing, "--warehouse", other, "--reports", folder / "others")
    assert made.exit_code in (0, 1), made.output
    names = ("scored.session_results", "rankings.player_rankings", "championships.individual", "raw.entries")
    with (
        Warehouse(visitor.desk.paths.file, read_only=True) as ours,
        Warehouse(other, read_only=True) as theirs,
    ):
        return all(ours.read(name).equals(theirs.read(name)) for name in names)


def test_an_old_question_writes_nothing(begun: Visitor) -> None:
    assert "no longer asked" in begun.posts("/answers", question="0" * 16, answer=0)
    assert begun.desk.journal.entries() == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../../evil.pbn", "evil.pbn"),
        ("..\\evil.pbn", "evil.pbn"),
        ("/etc/evil.pbn", "evil.pbn"),
        ("a\x00b\n.pbn", "a_b_.pbn"),
        ("C:evil.pbn", "C_evil.pbn"),
        ("x" * 300 + ".pbn", "x" * 100 + ".pbn"),
        (".hidden.pbn", "hidden.pbn"),
    ],
)
def test_the_name_of_a_dropped_file_is_no_path(name: str, kept: str) -> None:
    assert file_name(name) == kept


@pytest.mark.parametrize("name", ["competition.toml", "Competition.TOML", "club.toml", "...", "", "_"])
def test_a_dropped_file_never_replaces_settings(name: str) -> None:
    with pytest.raises(UnusableError, match="not the name of a result file"):
        file_name(name)


def test_names_are_never_markup(begun: Visitor) -> None:
    page = begun.posts("/files", files={"2025-09-11<b>x.pbn": b"nothing readable <script>"})
    assert "<b>x" not in page
    assert "<script>" not in page.replace('<script src="', "")


@pytest.mark.nightly
def test_a_file_that_comes_into_the_folder_by_itself_is_built_once_it_is_at_rest(begun: Visitor) -> None:
    begun.posts("/watch")
    begun.waits_for_build()
    path = folder(begun) / "2025-09-11.pbn"
    path.write_bytes(evening("2025-09-11"))
    begun.posts("/watch")
    assert not begun.desk.job.runs(), "it may still be being written"
    os.utime(path, (time.time() - 10, time.time() - 10))
    begun.posts("/watch")
    assert "New: 2025-09-11" in begun.waits_for_build()
    begun.posts("/watch")
    assert not begun.desk.job.runs(), "nothing has changed"
