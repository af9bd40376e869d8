"""Alerts arrive where BAROMETER_TELL says: by mail, at an address on the web, or in a command; if not, they wait."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import Mock

import pytest
from sinks import Sink, mail_sink, web_sink

from pipelines.building.alerts import Known, Ran, Trouble, _of_runs, deliver
from pipelines.cli.alerts import send_alerts
from pipelines.machine.environment import MESSAGE_COMMAND
from pipelines.machine.sending import NotSentError, send

TEXT = "season_end failed. Søndag"


@pytest.mark.parametrize("sink", [mail_sink, web_sink])
def test_a_message_that_does_not_arrive_waits_and_arrives_once(
    sink: Callable[[], AbstractContextManager[Sink]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with sink() as there:
        monkeypatch.setenv(MESSAGE_COMMAND, there.address)
        known = Known(waiting=["one", TEXT])
        there.is_down = True
        assert MESSAGE_COMMAND in (deliver(known) or "")
        there.is_down = False
        assert deliver(Known.from_text(known.as_text())) is None
        assert deliver(known) is None
        assert deliver(known) is None
    assert [text.strip() for text in there.texts] == [f"one\n\n{TEXT}"] * 2
    assert known.waiting == []


def test_a_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MESSAGE_COMMAND, "smtp://me:secret@127.0.0.1:1/me@club.example")
    with pytest.raises(NotSentError) as wrong:
        send("Barometer", TEXT)
    assert "secret" not in str(wrong.value)


def test_no_shell_sees_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, script = tmp_path / "heard; touch not-a-shell", tmp_path / "alert.py"
    script.write_text(f"import sys, pathlib; pathlib.Path({str(heard)!r}).write_text(sys.stdin.read())", "utf-8")
    monkeypatch.setenv(MESSAGE_COMMAND, f"{sys.executable} {script}")
    send("Barometer", "run 7 failed; $(touch x)")
    assert heard.read_text(encoding="utf-8") == "run 7 failed; $(touch x)"
    for command in ("", f"{tmp_path}/no such program", "mail -s 'no end"):
        monkeypatch.setenv(MESSAGE_COMMAND, command)
        with pytest.raises(NotSentError, match=MESSAGE_COMMAND):
            send("Barometer", "run 7 failed")


def test_on_windows_the_command_keeps_its_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock()
    monkeypatch.setattr("pipelines.machine.sending.subprocess.run", asked)
    monkeypatch.setattr("pipelines.machine.sending.sys.platform", "win32")
    monkeypatch.setenv(MESSAGE_COMMAND, r'"C:\Program Files\mail.exe" me@club.example')
    send("Barometer", "søndag")
    assert asked.call_args.args == (r'"C:\Program Files\mail.exe" me@club.example',)
    assert asked.call_args.kwargs["input"] == "søndag".encode()


def test_a_run_is_said_once_with_its_tries_and_that_it_is_well_again() -> None:
    known = Known()
    failed = Ran("build_group of a-club", is_well=False, why="the disk is full", times=3)
    (said,) = _of_runs(known, [failed, failed])
    assert said == "build_group of a-club failed, although it was begun 3 times. the disk is full"
    (well,) = _of_runs(known, [Ran("build_group of a-club", is_well=True)])
    assert well.startswith("build_group of a-club is well again. Failures since ")
    assert well.endswith(": 6.")
    assert list(_of_runs(known, [Ran("build_group of a-club", is_well=True)])) == []
    assert known.troubles == {}


def test_what_is_known_of_another_version_is_left_out() -> None:
    assert Known.from_text('{"of": "another"}') == Known.from_text("{") == Known.from_text(None) == Known()
    known = Known({"run x": Trouble("x failed", "2026-09-01 12:15", 2)}, ["said"], "7 2026-09-01", "2026-09-01")
    assert Known.from_text(known.as_text()) == known


def test_a_unit_that_failed_is_an_alert_and_so_is_that_it_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "warehouse.duckdb"
    monkeypatch.setenv("MONITOR_UNIT", "barometer-build.service")
    with web_sink() as there:
        monkeypatch.setenv(MESSAGE_COMMAND, there.address)
        for result, is_down, is_well in (
            ("exit-code", True, False),
            ("exit-code", False, True),
            ("success", False, True),
            ("success", False, True),
        ):
            monkeypatch.setenv("MONITOR_SERVICE_RESULT", result)
            there.is_down = is_down
            assert send_alerts(place).is_well == is_well
    first, second = there.texts
    assert "barometer-build.service failed. Result: exit-code" in first
    assert first.count("failed") == 1
    assert "barometer-build.service is well again. Failures since" in second
