"""Build a corpus with a checkout in a process of its own, and keep the build if the checkout has no changes."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import duckdb
import polars as pl

_SECONDS = 900
"""After how many seconds a build is ended."""


class Build(NamedTuple):
    """What a checkout made of a corpus, in a folder."""

    folder: Path
    status: int
    seconds: float
    kept: bool
    """Whether it is kept from an earlier run."""

    @property
    def said(self) -> str:
        """All that the command printed."""
        return (self.folder / "said.txt").read_text(encoding="utf-8", errors="replace")

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return the rows of all tables and views by name; nothing if no warehouse was written."""
        place = self.folder / "built.duckdb"
        if not place.is_file():
            return {}
        with duckdb.connect(str(place), read_only=True) as opened:
            names = opened.sql(
                "select table_schema, table_name from information_schema.tables"
                " where table_schema <> 'stored' order by all"
            ).fetchall()
            return {f"{schema}.{name}": opened.sql(f'from "{schema}"."{name}"').pl() for schema, name in names}

    def pages(self) -> dict[str, Path]:
        """Return the files of the site and of the desk by path."""
        return {
            str(file.relative_to(self.folder)): file
            for site in ("pages", "pages-private")
            for file in sorted((self.folder / site).rglob("*"))
            if file.is_file()
        }


def built(tree: Path, landing: Path, kept: Path) -> Build:
    """Build a landing folder with the code of a checkout.

    Args:
        tree: the checkout.
        landing: the landing folder.
        kept: the folder for builds that later runs use again.
    """
    folder = kept / _version(tree) / f"{landing.name}-{_digest(landing)}"
    record = folder / "build.json"
    if record.is_file() and not folder.parent.name.startswith("changed"):
        return Build(folder, **json.loads(record.read_text()), kept=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    start = time.perf_counter()
    places = ["--warehouse", str(folder / "built.duckdb"), "--reports", str(folder / "pages")]
    settings = {name: value for name, value in os.environ.items() if not name.startswith("BAROMETER_")}
    with (folder / "said.txt").open("wb") as said:
        status = subprocess.run(
            [sys.executable, "-m", "pipelines", "build", str(landing), *places],
            cwd=tree,
            env={**settings, "PYTHONPATH": str(tree), "COLUMNS": "100"},
            stdout=said,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        ).returncode
    made = {"status": status, "seconds": time.perf_counter() - start}
    record.write_text(json.dumps(made))
    return Build(folder, **made, kept=False)


def _version(tree: Path) -> str:
    """Return the last commit that changed the code of a checkout; if it has changes, a name of its own."""
    changes = _git(tree, "status", "--porcelain", "--untracked-files=all", "--", "pipelines", "transforms", "data")
    if changes is None or changes:
        return f"changed-{hashlib.sha256(str(tree).encode()).hexdigest()[:12]}"
    return str(_git(tree, "log", "-1", "--format=%H", "--", "pipelines", "transforms", "data"))


def _git(tree: Path, *words: str) -> str | None:
    done = subprocess.run(["git", "-C", str(tree), *words], capture_output=True, text=True, check=False)  # noqa: S607 - git
    return done.stdout.strip() if done.returncode == 0 else None


def _digest(landing: Path) -> str:
    """Return a hash of all files of a folder, with their paths."""
    sum_of_all = hashlib.sha256()
    for file in sorted(landing.rglob("*")):
        sum_of_all.update(f"{file.relative_to(landing)}\0".encode(errors="surrogateescape"))
        if file.is_file():
            sum_of_all.update(file.read_bytes())
    return sum_of_all.hexdigest()[:12]
