"""Of files with the same bytes the one that no program named a copy is read, so that its id stays what it was."""

import pytest

from pipelines.intake.landing.gathered import originals


@pytest.mark.parametrize(
    "copy",
    [
        *("2025-09-02 (1).pbn", "2025-09-02 - Copy.pbn", "2025-09-02 - Copy (2).pbn", "2025-09-02 copy 2.pbn"),
        *("2025-09-02 - Kopie.pbn", "Kopie van 2025-09-02.pbn", "2025-09-02 - Copie.pbn", "2025-09-02 \u2013 kopi.pbn"),
        *("Copy of 2025-09-02.pbn", "a/2025-09-02 (1).pbn"),
    ],
)
def test_the_file_that_is_no_copy_by_its_name_is_read(copy: str) -> None:
    contents = {copy: "same", "2025-09-02.pbn": "same", "b.pbn": "other"}
    assert originals(contents) == {copy: "2025-09-02.pbn", "2025-09-02.pbn": "2025-09-02.pbn", "b.pbn": "b.pbn"}


@pytest.mark.parametrize("name", ["hardcopy.pbn", "Copyright.pbn", "2025-09-02 (extra).pbn", "(1).pbn", "Kopiec.pbn"])
def test_a_name_like_that_of_a_copy_is_none(name: str) -> None:
    assert originals({name: "same", "z.pbn": "same"}) == {name: name, "z.pbn": name}


def test_of_files_of_one_name_the_one_outside_a_backup_is_read() -> None:
    contents = {"backup/players.csv": "same", "players.csv": "same", "backup/gone.csv": "other"}
    assert originals(contents) == {
        "backup/players.csv": "players.csv",
        "players.csv": "players.csv",
        "backup/gone.csv": "backup/gone.csv",
    }


def test_of_two_copies_the_first_is_read_and_what_nobody_could_open_is_by_itself() -> None:
    contents = {"a (1).pbn": "same", "a (2).pbn": "same", "b.pbn": "", "c.pbn": ""}
    assert originals(contents) == {
        "a (1).pbn": "a (1).pbn",
        "a (2).pbn": "a (1).pbn",
        "b.pbn": "b.pbn",
        "c.pbn": "c.pbn",
    }
