"""Builds of the tests here draw each chart once a process; and no browser is opened."""

import webbrowser
from collections.abc import Iterator

import first_builds
import pytest


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
