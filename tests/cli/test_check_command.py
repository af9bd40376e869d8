"""`barometer balance check`: a schedule file in, its balance out."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from balance.source import LAYOUT_8, MITCHELL_14, SCORES_14_TURNED, numbers
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.balance.schedules import LIBRARY
from pipelines.words.languages import speaking
from transforms.balance.movement import rounds_turned
from transforms.balance.schedule import parse_schedule, write_schedule


def check(*arguments: str | Path) -> Result:
    return CliRunner(env={"COLUMNS": "120"}).invoke(app, ["balance", "check", *map(str, arguments)])


@pytest.fixture
def layout_8(tmp_path: Path) -> Path:
    path = tmp_path / "8.asc"
    path.write_text(LAYOUT_8, encoding="utf-8")
    return path


UNUSABLE = {
    b"8 6\n": "8.asc: line 1: '8 6' should be 5 numbers",
    b"\xff\xfe\x00": "8.asc: not a text file in UTF-8",
    b"5000 1 1 5000 0\n1-2 A\n": "8.asc: 5000 pairs, 5000 board sets: more than can be checked",
    b"3000 1 1 1 0\n1-2 A\n": "with so many board sets and 1 plays give at most 768 pairs",
    b"#" * 20_000_001: "8.asc: larger than any schedule (20000000 bytes)",
}


def test_what_is_unusable_is_one_line_on_standard_error(layout_8: Path, refused: Callable[..., str]) -> None:
    assert "--strong 9: give a number from 1 to 8" in refused("balance", "check", layout_8, "--strong", 9)
    for content, told in UNUSABLE.items():
        layout_8.write_bytes(content)
        assert told in refused("balance", "check", layout_8)


def test_the_factors_and_the_score_matrix_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "14.txt"
    path.write_text(write_schedule(rounds_turned(parse_schedule(MITCHELL_14), [1])), encoding="utf-8")
    done = check(path)
    assert (done.exit_code, done.stderr) == (0, "")
    printed = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert printed[0] == "14 pairs, 7 tables, 7 rounds, 7 board sets"
    assert any(line.startswith("Qf 92.00") for line in printed)
    row = ["*" if place == 3 else str(score) for place, score in enumerate(numbers(SCORES_14_TURNED)[3])]
    assert " ".join(row) in printed


def test_json_has_the_columns_of_the_session_balance_and_the_matrix(layout_8: Path) -> None:
    told = json.loads(check(layout_8, "--format", "json").stdout)
    columns = ("pairs", "rounds", "h", "s", "ss", "qc", "qf", "qo", "sd", "s4", "qf_absent_mean", "qf_highest_absent")
    assert list(told)[: len(columns)] == list(columns)
    assert told["h"] == 3
    assert (told["qf"], round(told["qf_highest_absent"], 2), round(told["qf_absent_pooled"], 2)) == (80, 71.74, 63.46)
    assert told["scores"][0] == [None, 2, 4, 2, 4, 0, 4, 2]
    assert told["meetings"][0] == [None, 1, 1, 1, 0, 1, 1, 1]


def test_a_strong_pair_wins_and_the_others_differ(layout_8: Path) -> None:
    told = json.loads(check(layout_8, "--strong", "1", "--format", "json").stdout)
    assert told["results"][0] == 100
    assert round(sum(told["results"])) == 400
    assert "If 1, 2 won every board" in check(layout_8, "--strong", "1", "--strong", "2").stdout


def test_an_individual_tells_who_partners_whom(layout_8: Path) -> None:
    layout_8.write_text("4 1 3 3 1\n1+2-3+4 A\n1+3-2+4 B\n1+4-2+3 C\n", encoding="utf-8")
    told = json.loads(check(layout_8, "--format", "json").stdout)
    assert told["partner_quality"] == told["qo"] == 100
    assert told["partners"][0] == [None, 1, 1, 1]
    assert any(line.split()[:2] == ["Qp", "100.00"] for line in check(layout_8).stdout.splitlines())


def test_what_cannot_be_played_is_told_and_still_checked(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("4 2 2 2 0\n1-2 A 3-4 B\n1-3 A 2-4 B\n", encoding="utf-8")
    done = check(path)
    assert done.exit_code == 1
    assert "error: round 2: 1 plays set A 2 times (rounds 1, 2): give it another set" in done.stderr
    assert "Qf" in done.stdout
    with speaking("fr"):
        assert check(path).stderr.startswith("erreur : position 2 : ")


def test_a_movement_of_the_library_is_checked_by_its_name() -> None:
    named, file = (
        check(name, "--format", "json").stdout for name in ("12-pairs-6-rounds", LIBRARY / "12-pairs-6-rounds.txt")
    )
    assert json.loads(named) == json.loads(file)
