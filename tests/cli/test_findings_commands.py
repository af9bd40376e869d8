"""`barometer check` and `barometer findings`: every finding can be seen, before a build and after it."""

import datetime as dt
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from commands import barometer
from factories import frame
from strangers.inputs import SETTINGS

from pipelines.cli import check, findings
from pipelines.cli.findings import at_a_glance, grouped
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import WAREHOUSE, Files, Findings

GAMES = "game_id,date,player_id,opponent_id,points,opponent_points\n"


def hand_in(landing: Path, club: str, games: str, settings: str = SETTINGS) -> None:
    folder = landing / club / "ladder"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(settings, encoding="utf-8")
    (folder / "players.csv").write_text("player_id,name\na,Ann\nb,Bob\n", encoding="utf-8")
    (folder / "games.csv").write_text(GAMES + games, encoding="utf-8")


def test_check_prints_the_same_words_once_with_every_place_and_builds_nothing(tmp_path: Path) -> None:
    lines = "".join(f"{number},some day,a,b,2,0\n" for number in range(30))
    hand_in(tmp_path / "landing", "harbour", lines)
    before = sorted(tmp_path.rglob("*"))
    done = barometer("check", tmp_path / "landing")
    assert done.exit_code == 1
    words = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert words == list(dict.fromkeys(words)), "no words twice"
    assert sum("(30 places)" in line for line in words) == 1
    for number in range(2, 32):
        assert f"  harbour/ladder/games.csv:{number}  date = 'some day'\n" in done.stdout
    assert "30 errors" in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.long
@pytest.mark.usefixtures("without_pages")
def test_check_and_build_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]) -> None:
    """It knows the usual warehouse, too, and says where a named one is none."""
    landing, named = tmp_path / "landing", tmp_path / "warehouse.duckdb"
    places = ("--warehouse", named, "--reports", tmp_path / "reports")
    hand_in(landing, "harbour", "1,2025-09-02,a,b,2,0\n")
    assert barometer("build", landing, *places).exit_code == 0
    (landing / "harbour" / "ladder" / "competition.toml").write_text(SETTINGS + "[[nothing\n", encoding="utf-8")
    assert "the files next to it are left out" in barometer("check", landing).stdout
    checked = barometer("check", landing, "--warehouse", named)
    assert checked.exit_code == 1
    assert "the settings count as they were before" in checked.stdout
    monkeypatch.setenv("BAROMETER_WAREHOUSE", str(named))
    assert barometer("check", landing).stdout == checked.stdout
    barometer("build", landing, *places)
    with Warehouse(named, read_only=True) as warehouse:
        assert checked.stdout.splitlines() == grouped(warehouse.read("raw.findings"))
    named.write_text("no warehouse", encoding="utf-8")
    assert "the files next to it are left out" in barometer("check", landing).stdout
    assert "barometer build did not make this file" in refused("check", landing, "--warehouse", named)


def test_a_club_that_cannot_be_checked_costs_itself_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_in(tmp_path / "landing", "harbour", "1,some day,a,b,2,0\n")
    hand_in(tmp_path / "landing", "odd", "1,2025-09-02,a,b,2,0\n")
    read = check.read_landing

    def breaking_off(*given: Any) -> dict[str, pl.DataFrame]:
        if any(folder.club == "odd" for folder in given[3]):
            raise ZeroDivisionError("broken off")
        return read(*given)

    monkeypatch.setattr(check, "read_landing", breaking_off)
    done = barometer("check", tmp_path / "landing")
    assert done.exit_code == 1
    assert "harbour/ladder/games.csv:2  date = 'some day'" in done.stdout
    assert "nothing of this club is published (step its findings: ZeroDivisionError: broken off)" in done.stdout


def rows(*messages: str, **others: str) -> pl.DataFrame:
    usual = {"club": "harbour", "competition": "ladder", "file_id": "games.csv", "severity": "error"}
    usual |= {"field": "date", "value": "=1+\x1b[31m1", "code": "some.code", **others}
    shown = [{**usual, "line_no": number, "message": message} for number, message in enumerate(messages)]
    return pl.DataFrame(shown, schema=Findings.create_empty().schema)


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("findings") / "warehouse.duckdb"
    with Warehouse(path) as tables:
        for name, schema in WAREHOUSE.items():
            tables.write(name, schema.create_empty())
        raw = pl.concat([rows(*["doubtful"] * 30, severity="warning"), rows("wrong", club="quay")])
        tables.write("raw.findings", Findings.cast(raw))
        tables.write("awards.findings", Findings.cast(rows("no such session")))
        day = dt.datetime(2025, 9, 2, tzinfo=dt.UTC)
        of = {"path": "games.csv", "format": "csv", "sha256": "", "rows": 0, "findings": 0, "ingested_at": day}
        clubs = ("harbour", "quay", "")  # the last is what stands outside any club
        tables.write("raw.files", frame(Files, *({"club": club, **of} for club in clubs)))
    return path


def test_all_findings_of_the_last_build_are_printed_errors_first(warehouse: Path) -> None:
    table = barometer("findings", "--warehouse", warehouse)
    assert table.exit_code == 0
    assert table.stdout.startswith("2 errors, 30 warnings")
    assert table.stdout.count("doubtful") == 30
    assert table.stdout.index("no such session") < table.stdout.index("doubtful")
    assert "\x1b" not in table.stdout
    listed = json.loads(barometer("findings", "--warehouse", warehouse, "--format", "json").stdout)
    assert len(listed) == 32
    assert {"club", "file_id", "line_no", "severity", "code", "arguments", "message"} <= listed[0].keys()
    assert len(barometer("findings", "--warehouse", warehouse, "--format", "csv").stdout.splitlines()) == 33


def test_the_findings_of_one_club(warehouse: Path, refused: Callable[..., str]) -> None:
    one = json.loads(barometer("findings", "--warehouse", warehouse, "--club", "Quay", "--format", "json").stdout)
    assert [(row["club"], row["message"]) for row in one] == [("quay", "wrong")]
    unknown = refused("findings", "--warehouse", warehouse, "--club", "harbor")
    assert "nothing has this name (the nearest: harbour). Choose one of these: harbour, quay." in unknown


def test_what_a_file_lacks_that_stops_in_the_middle_is_counted_and_not_printed() -> None:
    stops = rows("the file stops here", code="pbn.cut_off", file_id="cut.pbn")
    lacking = rows(*["boards lack"] * 30, code="official.boards", file_id="cut.pbn")
    whole = rows("boards lack", code="official.boards", file_id="whole.pbn")
    found = pl.concat([lacking, stops, whole])
    lines = grouped(found)
    assert [line for line in lines if "boards lack" in line or "whole.pbn" in line] == lines[-2:]
    assert lines[2] == "    Findings caused by this one, which disappear with it: 30"
    assert len(lines) == 5
    assert at_a_glance(found)["message"].to_list() == [
        "the file stops here (Findings caused by this one, which disappear with it: 30)",
        "boards lack",
    ]


def test_old_findings_are_counted_and_new_ones_fit_the_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = {
        "club": "c",
        "competition": "e",
        "file_id": "a.csv",
        "severity": "warning",
        "code": "a.b",
        "message": "m" * 300,
    }
    before = frame(Findings, *({**said, "value": str(n), "line_no": n} for n in range(4)))
    moved = before.with_columns(line_no=pl.col("line_no") + 7)
    new = frame(Findings, *({**said, "value": f"new {n}", "line_no": n} for n in range(30)))
    assert findings.say_first(pl.concat([moved, new]), "barometer findings", before) == 0
    shown = capsys.readouterr().err.splitlines()
    assert shown[0] == "0 errors, 30 warnings:"
    assert shown[-2:] == [
        "  … and 26 more: barometer findings shows all of them",
        "As before: 0 errors, 4 warnings (barometer findings shows them)",
    ]
    assert sum(len(line) // 80 + 1 for line in shown) < 30
    assert findings.say_first(before, "barometer findings", before) == 0
    assert len(capsys.readouterr().err.splitlines()) == 1
