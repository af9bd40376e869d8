"""`barometer new` a second time: what changed since the last build, and with which days."""

import datetime as dt
from pathlib import Path

import pytest
from cli.evenings_of_a_club import usebio
from cli.test_new_command import FIRST, SECOND, folder, run

__all__ = ["folder"]


@pytest.mark.usefixtures("opened")
def test_a_second_time_it_says_what_changed_since_the_last_build(folder: Path, tmp_path: Path) -> None:
    first, gone = usebio(folder, FIRST), usebio(folder, SECOND)
    places = ("--warehouse", tmp_path / "w.duckdb", "--reports", tmp_path / "reports")
    assert run(folder, *places)[0] == 0
    (same,) = told_last(folder, 2, *places)[:1]
    assert same == f"Nothing changed since the last build; to see its pages: barometer open --warehouse {places[1]}"
    usebio(folder, dt.date(2025, 9, 16)).rename(folder / "third.xml")
    first.write_bytes(first.read_bytes() + b"\n")
    gone.unlink()
    assert told_last(folder, 4, *places) == [
        "New since the last build: third.xml (2025-09-16)",
        f"Changed since the last build: {first.name}",
        f"Not there any more since the last build: {gone.name}",
        f"To build it: barometer build {folder} --warehouse {places[1]} --reports {places[3]}",
    ]


def test_a_second_time_evenings_have_the_days_that_settings_give_them(folder: Path, tmp_path: Path) -> None:
    usebio(folder, FIRST)
    file = usebio(folder, SECOND)
    season = '[[season]]\nname = "1"\nstart = 2025-09-01\nend = 2026-08-31\n'
    given = f'[[session]]\nfiles = ["{file.name}"]\ndate = 2025-10-14\n'
    (folder / "competition.toml").write_text(season + given, encoding="utf-8")
    status, printed, _ = run(folder, "--warehouse", tmp_path / "w.duckdb")
    assert (status, printed.splitlines()[1]) == (0, "2 evenings, from 2025-09-02 to 2025-10-14")


def told_last(folder: Path, lines: int, *places: object) -> list[str]:
    status, printed, _ = run(folder, *places)
    assert status == 0
    return printed.splitlines()[-lines:]
