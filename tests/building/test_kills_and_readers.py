"""Short forms of the benches about killed builds and about readers, which say what they check."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.nightly
PROJECT = Path(__file__).resolve().parents[2]


def said_by(bench: str, *numbers: int) -> str:
    command = [sys.executable, "-m", f"bench.{bench}", *map(str, numbers)]
    # With one thread, polars computes some things in another order than on the machines of users.
    environment = os.environ | {"POLARS_MAX_THREADS": "2"}
    run = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_builds_killed_at_random_points_leave_the_old_or_the_new() -> None:
    assert said_by("kills", 3, 5).endswith("3 kills, 0 wrong\n")


def test_publications_killed_at_random_points_leave_the_old_or_the_new() -> None:
    assert said_by("publication_kills", 3, 5).endswith("3 kills, 0 wrong\n")


def test_builds_while_others_read_harm_nobody() -> None:
    assert said_by("readers", 1).endswith("1 builds, 0 failed; 0 of 3 readers failed\n")
