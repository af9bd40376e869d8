"""The examples in docstrings and in docs/python.md do what they say."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

FACES = ("scoring", "results", "rankings", "rankings.championships", "awards", "balance")
"""Rooms of `transforms` with a function for notebooks. That of `ratings` needs a file: its example is in the guide."""


@pytest.mark.parametrize("room", FACES)
def test_the_examples_of_a_room_hold(room: str) -> None:
    outcome = doctest.testmod(import_module(f"transforms.{room}"))
    assert outcome.attempted
    assert not outcome.failed


def test_the_examples_of_the_guide_hold() -> None:
    outcome = doctest.testfile(str(PROJECT / "docs" / "python.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted
    assert not outcome.failed
