"""Of files with the same bytes the one that no program named a copy is read, so that its id stays what it was."""

import pytest

from pipelines.intake.landing.gathered import originals

COPIES = (
    *("2025-09-02 (1).pbn", "2025-09-02 - Copy.pbn", "2025-09-02 - Copy (2).pbn", "2025-09-02 copy 2.pbn"),
    *("2025-09-02 - Kopie.pbn", "Kopie van 2025-09-02.pbn", "2025-09-02 - Copie.pbn", "2025-09-02 \u2013 kopi.pbn"),
    *("Copy of 2025-09-02.pbn", "a/2025-09-02 (1).pbn"),
)
NO_COPIES = ("hardcopy.pbn", "Copyright.pbn", "2025-09-02 (extra).pbn", "(1).pbn", "Kopiec.pbn")


@pytest.mark.parametrize(
    ("same", "read"),
    [
        *(((copy, "2025-09-02.pbn"), "2025-09-02.pbn") for copy in COPIES),
        *(((name, "z.pbn"), name) for name in NO_COPIES),
        (("backup/players.csv", "players.csv"), "players.csv"),
        (("a (1).pbn", "a (2).pbn"), "a (1).pbn"),
    ],
)
def test_of_files_with_the_same_bytes_one_is_read(same: tuple[str, ...], read: str) -> None:
    others = {"backup/gone.csv": "other", "nobody could open.pbn": "", "nor this.pbn": ""}
    expected = dict.fromkeys(same, read) | {name: name for name in others}
    assert originals(dict.fromkeys(same, "same") | others) == expected
