"""Whoever waits sees that the work goes on, and how far it is."""

import io
from types import SimpleNamespace

import pytest

from pipelines.words import progress as shown
from pipelines.words.languages import speaking
from pipelines.words.progress import progress_bar


def test_off_a_terminal_a_line_is_written_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([100.0, 101.0, 109.9, 110.0, 119.0, 121.0])
    monkeypatch.setattr(shown, "BETWEEN_LINES", 10.0)
    monkeypatch.setattr(shown, "time", SimpleNamespace(monotonic=lambda: next(times)))
    with progress_bar() as progress, speaking("nl"):
        for done in range(1, 6):
            progress("bestanden lezen", done, 9)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "bestanden lezen: 3 van 9, 10 s\nbestanden lezen: 5 van 9, 21 s\n"


def test_on_a_terminal_a_bar_shows_what_is_done_with_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("searching") as progress:
        begun = screen.getvalue()
        progress("drawing the pages", 1, 3)
    assert "searching" in begun
    assert "drawing the pages" in screen.getvalue()
    assert "1/3" in screen.getvalue()
    assert "0:00:0" in screen.getvalue()
