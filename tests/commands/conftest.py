"""Builds of the tests here draw each chart once a process."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def _charts_drawn_once(charts_drawn_once: None) -> None: ...
