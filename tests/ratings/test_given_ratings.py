"""Ratings as they are handed in: what no rating can be is told where it stands, and the rest is read."""

from pathlib import Path

import pytest

from pipelines.intake.readers import read_file


@pytest.mark.parametrize(
    ("row", "field", "value", "read"),
    [
        ("3000000000,10", "rating", "3000000000", None),
        ("2147483600,10", "rating", "2147483600", None),
        ("-100000.5,10", "rating", "-100000.5", None),
        ("1500,2147483647", "games", "2147483647", (1500, None)),
        ("1500,-5", "games", "-5", (1500, None)),
        ("1500,100001", "games", "100001", (1500, None)),
    ],
)
def test_a_cell_beyond_any_rating_is_told_at_its_line(
    tmp_path: Path, row: str, field: str, value: str, read: tuple[float, int | None] | None
) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(f"list_date,player_id,rating,games\n2001-06-30,1,1400,0\n2001-06-30,2,{row}\n", encoding="utf-8")
    found = read_file(path, path.name)
    rows = found.tables["ratings"].select("rating", "games").rows()
    assert rows == [(1400, 0), *([read] if read else [])]
    assert found.findings.select("line_no", "severity", "field", "value").rows() == [(3, "error", field, value)]
    assert "100000" in found.findings["message"][0]
