"""The landing folder as a whole."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from pipelines.commands.simulate import simulate_landing
from pipelines.landing.raw_tables import read_landing
from transforms.tables import WAREHOUSE

NOTHING_KEPT = {
    name.removeprefix("raw."): schema.create_empty() for name, schema in WAREHOUSE.items() if name.startswith("raw.")
}


@pytest.mark.slow
def test_a_copy_of_a_whole_evening_is_not_read_twice(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=2, seed=1)
    before = read_landing(tmp_path, NOTHING_KEPT)
    evening = min(path for path in tmp_path.glob("*/*/*") if path.is_dir())
    shutil.copytree(evening, evening.with_name(f"{evening.name} (copy)"))
    after = read_landing(tmp_path, NOTHING_KEPT)

    for name in ("sessions", "entries", "results", "players"):
        assert after[name].equals(before[name]), name
    copies = sorted(path.name for path in evening.iterdir())
    assert after["findings"].select("file_id", "severity").rows() == [
        (f"{evening.name} (copy)/{copy}", "warning") for copy in copies
    ]
    assert f"as {evening.name}/{copies[0]};" in after["findings"]["message"][0]
    assert after["files"].filter(pl.col("format") == "not read").height == len(copies)


def test_a_session_of_an_unknown_kind_spoils_no_table_and_no_other_competition(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=2, sessions=1, seed=1)
    first, second = sorted(path.parent for path in tmp_path.rglob("competition.toml"))
    sessions = "session_id,date,kind,winners\nodd,2025-09-02,paris,1\nhalf,2025-09-02,pairs,3\n"
    (first / "odd.csv").write_text(sessions, encoding="utf-8")
    raw = read_landing(tmp_path, NOTHING_KEPT)

    for name, rows in raw.items():
        WAREHOUSE[f"raw.{name}"].validate(rows)
    assert set(raw["sessions"]["club"]) == {first.parent.name, second.parent.name}
    assert raw["findings"].select("club", "file_id", "line_no", "field", "value").rows() == [
        (first.parent.name, "odd.csv", 2, "kind", "paris"),
        (first.parent.name, "odd.csv", 3, "winners", "3"),
    ]
