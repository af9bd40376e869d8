"""Builds of the tests here draw each chart once a process; and no browser is opened."""

import webbrowser

import pytest


@pytest.fixture(autouse=True, scope="module")
def _charts_drawn_once(charts_drawn_once: None) -> None: ...


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
