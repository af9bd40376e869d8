"""What is no file, or somebody else's database, in place of a file of ours."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from each import items

from bench.tiny_clubs import make_club
from pipelines.cli.build import build
from pipelines.cli.terminal.files import read_whole
from pipelines.cli.tidy import tidy
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from transforms.tables.messages import Message

NO_FILES = [
    ("folder", "a folder"),
    *([] if sys.platform == "win32" else [("pipe", "a pipe"), ("/dev/zero", "a device")]),
]


@items(*NO_FILES)
def test_only_files_are_opened(tmp_path: Path, place: str, kind: str) -> None:
    if place == "pipe":
        os.mkfifo(tmp_path / place)
    (tmp_path / "folder").mkdir()
    with pytest.raises(UnusableError, match=f"this is {kind}, not a file"):
        read_whole(tmp_path / place, Message("schedule"))


def test_the_database_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    make_club(tmp_path / "landing", "club")
    own = tmp_path / "own.duckdb"
    with duckdb.connect(own) as connection:
        connection.execute("create schema raw; create table raw.sessions as select 7 as seven")
    before = own.read_bytes()
    with pytest.raises(UnusableError, match=r"own.duckdb: this database is not from Barometer \(it has raw.sessions\)"):
        build(Paths(tmp_path / "landing", own, tmp_path / "site"))
    with pytest.raises(UnusableError, match=r"own.duckdb: this database is not from Barometer \(it has raw.sessions\)"):
        tidy(own, 7)
    assert own.read_bytes() == before
    assert not (tmp_path / "site").exists()


@pytest.mark.long
def test_an_empty_database_may_be_built_into(tmp_path: Path) -> None:
    make_club(tmp_path / "landing", "club")
    duckdb.connect(tmp_path / "own.duckdb").close()
    build(Paths(tmp_path / "landing", tmp_path / "own.duckdb", tmp_path / "site"))
    assert (tmp_path / "site" / "index.html").exists()


def test_a_package_of_others_in_the_place_of_ours_is_named(tmp_path: Path) -> None:
    (tmp_path / "transforms").mkdir()
    (tmp_path / "transforms" / "__init__.py").touch()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])}
    command = [sys.executable, "-P", "-m", "pipelines", "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{tmp_path}/transforms/__init__.py is a package of another program" in done.stderr
