"""The tables of a competition from the text of its files: for tests that go from landing folder to result list."""

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from factories import NOTHING_KEPT, Tables, in_warehouse

from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.scoring import profile_table
from transforms.season import season_tables

_SETTINGS = """\
[[season]]
name = "2025-26"
start = 2025-09-01
end = 2026-08-31
"""


def tables_of(files: Mapping[str, str | bytes], settings: str = "", wanted: tuple[str, ...] = ()) -> Tables:
    """Every raw table, and the wanted ones with all that they need, by name.

    Args:
        files: name -> content; a CSV file may be written with blanks around its commas.
        settings: sections of competition.toml, after a season from September 2025 to August 2026.
        wanted: tables of `transforms.season`.
    """
    with TemporaryDirectory() as place:
        folder = Path(place) / "club" / "evening"
        folder.mkdir(parents=True)
        (folder / "competition.toml").write_text(_SETTINGS + dedent(settings), encoding="utf-8")
        for name, content in files.items():
            text = content if isinstance(content, bytes) else _as_written(content).encode()
            (folder / name).write_bytes(text)
        raw = in_warehouse(read_landing(Path(place), NOTHING_KEPT))
    return raw | season_tables({**raw, "profiles": profile_table()}, wanted)


def _as_written(content: str) -> str:
    return re.sub(r" *, *", ",", dedent(content).lstrip())
