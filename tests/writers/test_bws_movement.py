"""A file for Bridgemate with a movement, read back by our reader and, at night, by mdbtools."""

import csv
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.movement.fitting import Evening, fitting
from pipelines.intake.readers.access_file import AccessFile
from pipelines.intake.writers.access_file import Column, Table, Type, access_file

COLUMNS = ("Section", "Table", "Round", "NSPair", "EWPair", "LowBoard", "HighBoard")


ASKED = Evening(14, 24, 12, lacks_a_pair=True)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bws")
    asked = ["movement", "--pairs", "27", "--rounds", "12", "--choose", "1"]
    done = CliRunner().invoke(app, [*asked, "--bws", str(folder / "evening.bws")])
    assert done.exit_code == 0, done.output
    return folder


def planned() -> list[tuple[int, ...]]:
    rows = (fitting(ASKED)[0].movement.plays + 1).tolist()
    return sorted((1, table, round_, ns, ew, 2 * of - 1, 2 * of) for round_, table, ns, ew, of in rows)


def test_the_movement_reads_back(evening: Path) -> None:
    file = AccessFile((evening / "evening.bws").read_bytes())
    assert sorted(tuple(row[name] for name in COLUMNS) for row in file.rows("RoundData")) == planned()
    (section,) = file.rows("Section")
    assert (section["Letter"], section["Tables"], section["Winners"]) == ("A", 14, 1)
    assert 1 <= section["MissingPair"] <= 28
    assert [row["Table"] for row in file.rows("Tables")] == list(range(1, 15))
    assert file.rows("ReceivedData") == []


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("mdb-export") is None, reason="mdbtools is not installed")
def test_another_reader_gives_the_same_rows(evening: Path) -> None:
    for table in ("RoundData", "Section", "Tables", "Settings"):
        said = subprocess.run(
            ["mdb-export", str(evening / "evening.bws"), table],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        theirs = list(csv.DictReader(said.stdout.splitlines()))
        ours = AccessFile((evening / "evening.bws").read_bytes()).rows(table)
        as_theirs = [
            {
                name: str(int(value)) if isinstance(value, bool) else "" if value is None else str(value)
                for name, value in row.items()
            }
            for row in ours
        ]
        assert theirs == as_theirs
        assert theirs


def test_values_read_back() -> None:
    columns = [Column("one", Type.LONG), Column("is", Type.TRUTH), Column("said", Type.TEXT, 20)]
    rows = [
        {"one": -70_000, "is": True, "said": "Zoë"},
        {"one": None, "is": False, "said": None},
        {"one": 1, "is": True, "said": "Łódź"},
    ]
    many = [{"one": number, "is": number % 3 == 0, "said": "x" * (number % 20)} for number in range(2_000)]
    file = AccessFile(access_file({"few": Table(columns, rows), "many": Table(columns, many)}))
    assert file.rows("few") == rows
    assert [(row["one"], row["is"], row["said"] or "") for row in file.rows("many")] == [
        (row["one"], row["is"], row["said"]) for row in many
    ]
