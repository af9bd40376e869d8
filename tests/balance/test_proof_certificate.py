"""`barometer balance optimise` and `verify`: what they write and refuse, and the certificates that come along."""

import errno
import json
import os
import signal
import time
from importlib import import_module
from pathlib import Path

import pytest
from balance.source import LEAST
from typer.testing import CliRunner, Result

from pipelines.cli.app import app
from pipelines.cli.balance.certificate import CERTIFICATES, known_bound, read_certificate
from pipelines.cli.balance.long_search import stopped_gently
from pipelines.cli.balance.schedules import read_schedule
from transforms.balance.directions import sum_of_squares
from transforms.balance.generators import mitchell
from transforms.balance.movement import Movement
from transforms.balance.proof.prove import Method
from transforms.balance.proof.recheck import objections
from transforms.balance.schedule import parse_schedule, write_schedule


def run(*arguments: str | int | Path) -> Result:
    return CliRunner().invoke(app, ["balance", *map(str, arguments)])


def written(folder: Path, movement: Movement) -> Path:
    path = folder / "schedule.txt"
    path.write_text(write_schedule(movement), encoding="utf-8")
    return path


def test_optimised_proved_written_and_verified(tmp_path: Path) -> None:
    schedule, out = written(tmp_path, mitchell(7)), tmp_path / "better.txt"
    result = run("optimise", schedule, "-s", 20, "--prove", "--out", out)
    assert result.exit_code == 0, result.output
    assert "Qf 92.00" in result.stderr
    assert "SS 1050 is optimal: proved" in result.stderr
    assert sum_of_squares(read_schedule(out)) == 1050
    certificate = tmp_path / "better.certificate.json"
    assert json.loads(certificate.read_text(encoding="utf-8"))["bound"] == 1050
    verified = run("verify", certificate)
    assert verified.exit_code == 0
    assert verified.stdout.startswith("holds: SS 1050 is optimal: proved; for every complete movement")


def test_what_stays_as_it_is(tmp_path: Path) -> None:
    movement = mitchell(7)
    schedule, out = written(tmp_path, movement), tmp_path / "better.txt"
    options: list[str | int | Path] = ["-s", 5, "-r", 1, "-r", 3, "-t", 2, "-f", 9, "--out", out]
    assert run("optimise", schedule, *options).exit_code == 0
    round_, table = movement.plays[:, 0], movement.plays[:, 1]
    stays = (round_ == 0) | (round_ == 2) | (table == 1) | (round_ * 7 + table < 9)
    assert (read_schedule(out).plays[stays] == movement.plays[stays]).all()
    assert sum_of_squares(read_schedule(out)) < sum_of_squares(movement)


def test_best_bound_known_and_the_gap(tmp_path: Path) -> None:
    schedule, out = written(tmp_path, mitchell(13, 9)), tmp_path / "better.txt"
    result = run("optimise", schedule, "-s", 16, "--prove", "--out", out)
    assert "best bound known" in result.stderr
    assert ", gap " in result.stderr
    assert run("verify", tmp_path / "better.certificate.json").exit_code == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-r", "8"], "-r 8: give a number from 1 to 7"),
        (["-t", "0"], "-t 0: give a number from 1 to 7"),
        (["-f", "99999"], "-f 99999: give a number from 0 to 49"),
        (["-f", "-1"], "-f -1: give a number from 0 to 49"),
        (["--seconds", "-1"], "--seconds -1.0: give a number from 0 to"),
        (["--seconds", "nan"], "--seconds nan: give a number from 0 to"),
        (["--seconds", "inf"], "--seconds inf: give a number from 0 to"),
    ],
)
def test_refused(options: list[str], says: str, tmp_path: Path) -> None:
    result = run("optimise", written(tmp_path, mitchell(7)), *options)
    assert result.exit_code == 2
    assert says in result.stderr


def test_a_set_played_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "schedule.txt"
    path.write_text("4 2 2 1 0\n1-2 A 0-0 0\n1-3 A 0-0 0\n", encoding="utf-8")
    result = run("optimise", path)
    assert result.exit_code == 2
    assert "plays a board set twice" in result.stderr


@pytest.mark.parametrize("option", ["--out", "--certificate"])
def test_a_place_that_cannot_be_written_is_told_before_the_search(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("transforms.balance.directions.optimise", never)
    result = run("optimise", written(tmp_path, mitchell(7)), "--prove", option, tmp_path / "none" / "here")
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["schedule.txt"]


def never(*_: object, **__: object) -> None:
    raise AssertionError


def test_a_schedule_that_cannot_be_written_after_all_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.cli.balance.optimise.put_whole", full)
    result = run("optimise", written(tmp_path, mitchell(7)), "-s", 2, "--out", tmp_path / "better.txt")
    assert result.exit_code == 2
    assert "better.txt: No space left on device: the schedule is printed instead" in result.stderr
    assert sum_of_squares(parse_schedule(result.stdout)) < sum_of_squares(mitchell(7))


def full(path: Path, _: str) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


@pytest.mark.parametrize(
    "where", ["pipelines.cli.balance.optimise._found_in_words", "transforms.balance.proof.prove.bound_1"]
)
def test_stopped_in_the_search_or_the_proof_with_the_best_so_far(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, name = where.rsplit(".", 1)
    usual = getattr(import_module(module), name)

    def interrupted(*arguments: object) -> object:
        signal.raise_signal(signal.SIGINT)
        return usual(*arguments)

    monkeypatch.setattr(where, interrupted)
    out = tmp_path / "better.txt"
    result = run("optimise", written(tmp_path, mitchell(7)), "-s", 16, "--prove", "--out", out)
    assert result.exit_code == 130
    assert "stopped: this is the best so far" in result.stderr
    assert sum_of_squares(read_schedule(out)) == 1050
    assert not (tmp_path / "better.certificate.json").exists()


def test_a_second_interrupt_ends_at_once() -> None:
    before = signal.getsignal(signal.SIGINT)
    with stopped_gently() as stopped:
        assert not stopped()
        signal.raise_signal(signal.SIGINT)
        assert stopped()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_what_does_not_end_in_time_is_ended() -> None:
    start = time.monotonic()
    with stopped_gently(within=0.2):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            time.sleep(600)
    assert time.monotonic() - start < 60


MULTISET = {"counts": [1], "bound_1": 0, "bound_2": 0, "both": [0], "each": [0], "answer": None}


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"said": "SS 1 is optimal: proved"}, 1, 'said is "SS 1 is optimal: proved", where it follows: "SS 4584'),
        ({"holds_for": "everything"}, 1, 'holds_for is "everything", where it follows: "every complete movement'),
        ({"optimal": False}, 1, "optimal is false, where it follows: true"),
        ({"considered": 1}, 1, "multisets, not 1"),
        ({"beyond_bound_1": []}, 1, "is not ruled out"),
        ({"more": 1}, 2, "more: Extra inputs are not permitted"),
        ({"considered": -1}, 2, "considered: Input should be greater than or equal to 0"),
        (
            {"beyond_bound_1": [MULTISET | {"both": [10**12]}]},
            2,
            "beyond_bound_1.0.both.0: Input should be less than or equal to",
        ),
    ],
)
def test_what_does_not_follow_is_caught(change: dict[str, object], status: int, says: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    claims = json.loads((CERTIFICATES / "complete-10.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps(claims | change), encoding="utf-8")
    result = run("verify", path)
    assert result.exit_code == status
    assert says in result.stderr


def test_a_certificate_without_end() -> None:
    result = run("verify", "/dev/zero")
    assert result.exit_code == 2
    assert "larger than any certificate" in result.stderr


NOT_OURS = "not a certificate of ours"
OURS = '{"certificate": "barometer balance certificate 1"}'


@pytest.mark.parametrize(
    ("text", "why"),
    [*((text, NOT_OURS) for text in ("", "[]", '{"certificate": "another"}', "\x00")), (OURS, "said: Field required")],
)
def test_no_certificate(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(text, encoding="utf-8")
    result = run("verify", path)
    told = f"barometer: {path}: {why}: name a file that `optimise --prove` wrote\n"
    assert (result.exit_code, result.stderr) == (2, told)


@pytest.mark.parametrize("tables", LEAST)
def test_certificates_that_come_along(tables: int) -> None:
    """Those of 13 tables and more are checked by `barometer balance verify`: that takes some seconds each."""
    movement, proof = read_certificate(CERTIFICATES / f"complete-{tables}.json")
    assert proof.method is Method.MULTISETS
    assert proof.ss == proof.bound == LEAST[tables] == sum_of_squares(movement) == known_bound(movement)
    assert all(one.answer is None and one.bound_1 < proof.bound <= one.bound_2 for one in proof.beyond_bound_1)
    assert sum_of_squares(read_schedule(CERTIFICATES / f"complete-{tables}.txt")) == proof.ss
    if tables <= 12:
        assert objections(movement, proof) == []
