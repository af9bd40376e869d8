"""Builds of the tests here draw each chart once a process; and no browser is opened."""

import webbrowser
from collections.abc import Callable, Iterator

import first_builds
import pytest

from pipelines.cli.app import main


@pytest.fixture(autouse=True, scope="module")
def _charts_drawn_once(charts_drawn_once: None) -> None: ...


@pytest.fixture
def without_pages() -> Iterator[None]:
    """Nothing of clubs is drawn, for tests that look at tables alone."""
    with first_builds.without_pages():
        yield


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to open."""
    addresses: list[str] = []

    def opens(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opens)
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    return addresses


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command says that ends with status 2: one line on standard error, and nothing else."""

    def line_on_standard_error(*words: object) -> str:
        monkeypatch.setattr("sys.argv", ["barometer", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == 2
        said = capsys.readouterr()
        assert not said.out
        assert said.err.count("\n") == 1
        return said.err

    return line_on_standard_error
