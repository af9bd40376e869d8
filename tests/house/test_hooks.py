"""What a commit has to pass once `make hooks` has been run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]

SOUND = '"""A module."""\n\nANSWER: int = 42\n'

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """A command in a new checkout with the project's settings, its environment and its hooks."""
    for name in (".gitignore", ".pre-commit-config.yaml", "pyproject.toml"):
        shutil.copy(PROJECT / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    for folder in ("pipelines", "transforms", "tests", "bench"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "module.py").write_text(SOUND, encoding="utf-8")
    names = {f"GIT_{role}_{what}": "somebody" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PREK_"))}
    environment = {**elsewhere, **names, "PREK_HOME": str(tmp_path / ".git" / "prek"), "NO_COLOR": "1"}

    def run_there(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)

    assert run_there("git", "init", "--quiet").returncode == 0
    assert run_there(".venv/bin/prek", "install").returncode == 0
    assert run_there("git", "add", ".").returncode == 0
    return run_there


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (SOUND + "import os\n", "F401"),
        ('"""A module."""\nANSWER: int = 42\n', "would be reformatted"),
        ('"""A module."""\n\nANSWER: int = "42"\n', "bad-assignment"),
    ],
    ids=["lint", "format", "types"],
)
def test_a_commit_that_is_not_sound_is_stopped(run: Run, tmp_path: Path, content: str, said: str) -> None:
    assert run("git", "commit", "--quiet", "--message", "sound").returncode == 0
    (tmp_path / "transforms" / "module.py").write_text(content, encoding="utf-8")
    stopped = run("git", "commit", "--all", "--message", "not sound")
    assert stopped.returncode != 0
    assert said in stopped.stdout + stopped.stderr
    assert run("git", "rev-list", "--count", "HEAD").stdout.strip() == "1"
