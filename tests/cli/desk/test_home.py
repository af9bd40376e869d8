"""The inbox: the first file, the next one, files that wait, questions, and what is taken back."""

import os
import re
import time
from pathlib import Path

import pytest
from cli.desk.evenings import STRANGERS, evening
from cli.desk.visitor import Visitor

from pipelines.cli.desk.file_names import file_name
from pipelines.machine.errors import UnusableError

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


def test_a_first_file_without_results_leaves_nothing_but_the_names_that_were_typed(visitor: Visitor) -> None:
    page = visitor.posts("/files", files={"notes.txt": b"nothing"}, club="Harbour", name="Thursday")
    assert "notes.txt: this is not PBN, USEBIO XML" in page
    assert 'value="Harbour"' in page
    assert 'value="Thursday"' in page
    assert not folder(visitor).exists()


@pytest.mark.parametrize(
    ("choice", "given", "season"),
    [pytest.param(0, "", "2004-05", marks=pytest.mark.nightly), (1, "2025-09-04", "2025-26")],
)
def test_a_first_file_of_long_ago_is_asked_about(
    visitor: Visitor, started: list[tuple[object, ...]], choice: int, given: str, season: str
) -> None:
    page = visitor.posts("/files", files={"1.pbn": evening("2005-05-09")}, club="Harbour", name="Thursday")
    assert "The file says that this evening was played on 9 May 2005. Is that right?" in page
    assert 'name="club"' not in page, "what was typed is not asked for again"
    assert "No questions." not in page
    assert not folder(visitor).exists()
    assert not started
    assert "write a day" in visitor.posts("/waiting", file=waiting(page), choice=1, given="soon")
    visitor.posts("/waiting", file=waiting(page), choice=choice, given=given)
    assert f'name = "{season}"' in (folder(visitor) / "competition.toml").read_text()
    assert visitor.desk.job.status is None
    assert len(started) == 1


def test_a_club_begins_a_second_competition(begun: Visitor) -> None:
    page = begun.posts("/files", files={"1.pbn": evening("2025-09-05", STRANGERS)}, club="HARBOUR", name="Friday night")
    assert "5 September 2025 · Thursday pairs · 6 pairs" in page
    assert [one.id for one in begun.desk.competitions()] == ["harbour/friday-night", "harbour/thursday"]
    page = begun.posts("/files", files={"x.pbn": evening("2025-09-06")}, club="Harbour", name="Thursday")
    assert "Harbour has a competition with this name already: Thursday" in page


@pytest.mark.parametrize(
    ("choice", "given", "writes"),
    [
        (0, "", 'name = "2026-27"'),
        pytest.param(1, "", "date = 2025-09-10", marks=pytest.mark.nightly),
        (2, "2025-09-11", "date = 2025-09-11"),
    ],
)
def test_the_first_evening_of_another_season_is_asked_about_at_once(
    begun: Visitor, choice: int, given: str, writes: str
) -> None:
    page = begun.posts("/files", files={"late.pbn": evening("2026-09-10")})
    assert "10 September 2026 is in no season of this competition" in page
    assert "begin season 2026-27, from 1 September 2026 to 31 August 2027" in page
    assert "competition.toml" not in page
    assert not (folder(begun) / "late.pbn").exists()
    before = (folder(begun) / "competition.toml").read_text()
    begun.posts("/waiting", file=waiting(page), choice=choice, given=given)
    assert writes in (folder(begun) / "competition.toml").read_text()
    assert (folder(begun) / "late.pbn").exists()
    (added, *_) = begun.desk.journal.entries()
    begun.posts("/undo", entry=added.number)
    assert not (folder(begun) / "late.pbn").exists()
    after = (folder(begun) / "competition.toml").read_text()
    assert after.rstrip() == before.rstrip() or (choice == 0 and writes in after)


def test_what_is_no_result_file_is_not_asked_about(begun: Visitor) -> None:
    page = begun.posts("/files", files={"x.pdf": b"%PDF-1.4"})
    assert "x.pdf: this is a PDF" in page
    assert "Do not add it" not in page


def test_the_next_file_joins_and_can_be_taken_out(begun: Visitor, started: list[tuple[object, ...]]) -> None:
    page = begun.posts("/files", files={"2025-09-11.pbn": evening("2025-09-11")})
    assert "Added: 2025-09-11.pbn" in page
    assert "11 September 2025 · Thursday pairs · 6 pairs · 2 boards" in page
    assert started[0][0] == "build"
    assert (folder(begun) / "2025-09-11.pbn").read_bytes() == evening("2025-09-11")
    page = begun.posts("/undo", entry=1)
    assert "Taken back: Added: 2025-09-11.pbn" in page
    assert not (folder(begun) / "2025-09-11.pbn").exists()


def test_another_clubs_file_waits(begun: Visitor) -> None:
    page = begun.posts("/files", files={"elsewhere.pbn": evening("2025-09-11", STRANGERS)})
    assert "Hardly anybody in this file has played here. Does it belong to Thursday?" in page
    assert not (folder(begun) / "elsewhere.pbn").exists()
    page = begun.posts("/waiting", file=waiting(page), choice="")
    assert "elsewhere.pbn was not added" in page
    assert "Hardly anybody" not in page


@pytest.mark.parametrize("name", [pytest.param("2025-09-04.pbn", marks=pytest.mark.nightly), "2025-09-04 (1).pbn"])
def test_a_correction_asks_before_it_replaces(begun: Visitor, name: str) -> None:
    corrected = evening("2025-09-04").replace(b"2H S 8", b"2H S 9")
    page = begun.posts("/files", files={name: corrected})
    assert "Is this file its correction?" in page
    begun.posts("/waiting", file=waiting(page), choice=0)
    assert (folder(begun) / "2025-09-04.pbn").read_bytes() == corrected
    begun.posts("/undo", entry=1)
    assert (folder(begun) / "2025-09-04.pbn").read_bytes() == evening("2025-09-04")


@pytest.mark.parametrize("name", [pytest.param("2025-09-04.pbn", marks=pytest.mark.nightly), "2025-09-04 (1).pbn"])
def test_the_same_file_twice_does_nothing(begun: Visitor, name: str) -> None:
    page = begun.posts("/files", files={name: evening("2025-09-04")})
    assert "is there already, with the same content" in page
    assert begun.desk.journal.entries() == []


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


def test_a_file_that_comes_into_the_folder_by_itself_is_built_once_it_is_at_rest(
    begun: Visitor, started: list[tuple[object, ...]]
) -> None:
    begun.posts("/watch")
    assert len(started) == 1, "the desk was opened"
    path = folder(begun) / "2025-09-11.pbn"
    path.write_bytes(evening("2025-09-11"))
    begun.posts("/watch")
    assert len(started) == 1, "it may still be being written"
    os.utime(path, (time.time() - 10, time.time() - 10))
    begun.posts("/watch")
    assert len(started) == 2
    begun.posts("/watch")
    assert len(started) == 2, "nothing has changed"
