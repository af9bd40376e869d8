"""A file that is cut off, or changed by hand, never names a winner without a word of doubt."""

from pathlib import Path

import polars as pl
import pytest
from official.pbn_evenings import evening
from result_files import needs_real_data, real_files

from pipelines.cli.score import quick_score
from pipelines.cli.terminal.options import Part

SHARES = (0.3, 0.6, 0.95, 0.99)


def doubts(file: Path, content: bytes, profile: str | None = None) -> pl.DataFrame:
    file.write_bytes(content)
    return quick_score(file, profile).findings.filter(pl.col("code").str.starts_with("official."))


def test_a_whole_evening_has_no_doubts(tmp_path: Path) -> None:
    file = tmp_path / "evening.pbn"
    file.write_text(evening())
    scored = quick_score(file)
    assert scored.findings.is_empty()
    assert scored.table(Part.RESULTS).height == 8


@pytest.mark.parametrize("share", SHARES)
def test_cut_off(share: float, tmp_path: Path) -> None:
    whole = evening().encode()
    found = doubts(tmp_path / "evening.pbn", whole[: int(len(whole) * share)])
    assert "official.differs" in set(found["code"])
    assert "error" in set(found["severity"])


@pytest.mark.long
@needs_real_data
def test_a_real_evening_cut_off(tmp_path: Path) -> None:
    for real in real_files("pbn/spiren/2016-0[26]-*.pbn")[:2]:
        whole = real.read_bytes()
        assert doubts(tmp_path / real.name, whole, "ruter").is_empty()
        for share in (0.3, 0.6, 0.95):
            found = doubts(tmp_path / real.name, whole[: int(len(whole) * share)], "ruter")
            assert "official.differs" in set(found["code"]), (real.name, share)


@needs_real_data
def test_a_real_file_edited_by_hand(tmp_path: Path) -> None:
    (real,) = real_files("usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    found = doubts(tmp_path / real.name, real.read_bytes(), "compscore")
    assert found["code"].to_list() == ["official.differs"]
    assert "and no known rule says why: 2 of 567 (" in found["message"][0]
