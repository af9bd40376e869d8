"""A file that gives one thing without end: its rows are left out with a finding, and the club next to it stays."""

from pathlib import Path

import polars as pl
import pytest

from bench.hostile import CASES
from bench.tiny_clubs import make_club
from pipelines.intake.landing.bounds import BOUNDS
from pipelines.intake.landing.gathered import RAW
from pipelines.intake.landing.raw_tables import read_landing
from transforms.tables.schemas import WAREHOUSE

_SHARES = {
    **{"10,000 names in a pair": 0.01, "1,000 entries of one person": 0.1, "100,000 partnerships": 0.06},
    **{"50,000 sessions on a day": 0.02, "100,000 games on a day": 0.01, "100,000 matches of a team": 0.02},
    "50,000 results of a pair": 0.03,
    "20,000 results of a board": 0.3,
}
"""For each case, the share of its rows that exceeds a bound."""


def _read(landing: Path) -> dict[str, pl.DataFrame]:
    tables = read_landing(landing, {name: WAREHOUSE[f"raw.{name}"].create_empty() for name in RAW})
    return {name: rows.drop(pl.selectors.datetime()) for name, rows in tables.items()}


@pytest.mark.parametrize("name", _SHARES)
def test_what_exceeds_a_bound_is_left_out(name: str, tmp_path: Path) -> None:
    make_club(tmp_path, "healthy")
    alone = _read(tmp_path)
    CASES[name].write(tmp_path, _SHARES[name])
    both = _read(tmp_path)
    found = both["findings"].filter(club="hostile", code="limits.too_many")
    assert found["file_id"].unique().to_list() == [CASES[name].file]
    left = pl.concat([rows.filter(club="hostile").select("file_id") for rows in both.values() if "file_id" in rows])
    assert left.filter(file_id=CASES[name].file).height <= 2 + both["findings"].filter(club="hostile").height
    for table, rows in alone.items():
        assert rows.equals(both[table].filter(club="healthy")), table


def test_a_game_given_many_times_counts_once_and_is_one_finding(tmp_path: Path) -> None:
    CASES["a game 100,000 times"].write(tmp_path, 400 / 100_000)
    read = _read(tmp_path)
    assert (read["games"].height, read["findings"].filter(code="rows.given_before").height) == (1, 1)


def test_as_much_as_is_allowed_stays(tmp_path: Path) -> None:
    allowed = next(bound.most for bound in BOUNDS if bound.tables == ("entries",))
    for more, stays in ((allowed - 2, True), (allowed - 1, False)):
        CASES["10,000 names in a pair"].write(tmp_path, more / 10_000)  # next to the two players of the pair
        read = _read(tmp_path)
        assert ("limits.too_many" not in read["findings"]["code"].to_list()) == stays


def test_empty_files_are_reported_together(tmp_path: Path) -> None:
    make_club(tmp_path, "hostile")
    for number in range(300):
        (tmp_path / "hostile" / "evenings" / f"{number:03}.pbn").touch()
    found = _read(tmp_path)["findings"].filter(pl.col("file_id").str.ends_with(".pbn"))
    assert found.select("file_id", "code").rows() == [
        ("000.pbn", "unread.other_kind"),
        ("001.pbn", "landing.same_file"),
    ]
    assert "299 such files" in found["message"][1]
