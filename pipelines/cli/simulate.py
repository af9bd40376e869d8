"""Write a simulated federation as a landing folder; as a script, make the sample again (data/sample/README.md)."""

import json
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import polars as pl

from pipelines.cli.dirt import dirty
from pipelines.cli.terminal.options import TableFormat
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import DATA, INSTALLED, SAMPLE
from transforms.simulate import SEASON, SEASON_END, SEASON_START, Together, parts
from transforms.simulate.dealing import Deals, read_deals

SAMPLE_SIZE = {"clubs": 1, "sessions": 30, "seed": 2025}

STORE = DATA / "reference" / "solved_deals.parquet"
"""The file of solved deals for simulated evenings: `deal` and `double_dummy`, as in the table `deals`."""
NAMES = DATA / "reference" / "simulated_names.csv"
"""The file of made-up names: given names and family names, by nationality."""

_COLUMNS: dict[str, list[str]] = {
    "players": ["player_id", "name", "member", "nationality", "substitute_ranking", "federation_id"],
    "partnerships": ["partnership_id", "player_id"],
    "sessions": ["session_id", "date", "kind", "together", "title"],
    "entries": ["session_id", "line", "entrant", "player_id", "substitutes_for", "seat"],
    "results": [
        *["session_id", "line", "round", "table", "board", "ns", "ew"],
        *["contract", "declarer", "tricks", "score", "ruling"],
    ],
    "deals": ["session_id", "board", "dealer", "vulnerable", "deal", "double_dummy"],
    "games": ["game_id", "date", "event", "player_id", "opponent_id", "points", "opponent_points"],
    "ratings": ["list_date", "player_id", "rating", "games"],
}
_TEMPLATE = DATA / "reference" / "competition.toml.template"
_FEDERATION = """# What all clubs have in common.
name = "Federation of simulated clubs"

[rating]                   # the rules of the list of all games in competitions with [rating] of = "federation"
system = "kndb"
"""
_NAMED = """
[[session]]
session = "{session}"
simultaneous = "{name}"
"""
_A_FILE_A_SESSION = ("entries", "results", "deals")
"""Tables that get a CSV file per session. As Parquet, they get one file for the whole season."""


def simulate_landing(
    out: Path,
    clubs: int = 1,
    sessions: int = 30,
    seed: int = 1,
    *,
    pairs: int = 28,
    boards: int = 24,
    file_format: TableFormat = "csv",
    together: Together | None = None,
    dirt: float = 0.0,
) -> Path:
    """Write a simulated federation to a new or empty folder. Each club has this number of sessions and pairs.

    `together` is what the clubs have in common; then there is a `federation.toml`. `dirt` is the share of clubs and
    files that are spoiled; they are listed next to the folder, in `OUT.dirt.csv`.
    """
    if dirt and file_format != "csv":
        raise UnusableError("files can be spoiled in the format csv only: leave out --dirt, or take --format csv")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UnusableError("{out}: this folder is not empty; name a new or an empty folder", out=out)
    try:
        names = pl.read_csv(NAMES)
        sizes = {"pairs": pairs, "boards": boards, "together": together}
        for tables in parts(clubs, sessions, seed, **sizes, store=stored_deals(), names=names):
            _write(tables, out, file_format, rated_together=bool(together and together.between))
    except ValueError as error:
        raise UnusableError(*error.args) from None
    if together and any(together):
        (out / "federation.toml").write_text(_FEDERATION, encoding="utf-8", newline="\n")
    if dirt:
        dirty(out, dirt, seed).write_csv(dirt_of(out))
    return out


def dirt_of(out: Path) -> Path:
    """Return the list of what was spoiled in a folder. It lies outside, since it is no file of a club."""
    whole = out.resolve()
    return whole.with_name(f"{whole.name}.dirt.csv")


@cache
def stored_deals() -> Deals:
    """Return the solved deals of `STORE`."""
    return read_deals(pl.read_parquet(STORE))


def _write(tables: Mapping[str, pl.DataFrame], out: Path, file_format: TableFormat, *, rated_together: bool) -> None:
    is_csv = file_format == "csv"
    sessions_of = dict(_parts(tables["sessions"], "club", "competition"))
    names_of = dict(_parts(tables["simultaneous"], "club", "competition"))
    for ids, _ in _parts(tables["players"], "club", "competition"):
        club, competition = ids
        folder = out / club / competition
        folder.mkdir(parents=True)
        sessions = sessions_of.get(ids, tables["sessions"].clear())
        settings = _competition_toml(club, competition, SEASON, sessions.height)
        settings += 'of = "federation"\n' if rated_together else ""
        if ids in names_of:
            named = names_of[ids].select("session_id", "simultaneous").rows()
            settings += "".join(_NAMED.format(session=session, name=name) for session, name in named)
        (folder / "competition.toml").write_text(settings, encoding="utf-8", newline="\n")
        for session_id in sessions["session_id"] if is_csv else ():
            (folder / session_id).mkdir()
    for table, columns in _COLUMNS.items():
        keys = ["club", "competition", *(["session_id"] if is_csv and table in _A_FILE_A_SESSION else [])]
        for folders, rows in _parts(tables[table], *keys):
            given = rows.select(columns)
            (given.write_csv if is_csv else given.write_parquet)(out.joinpath(*folders, f"{table}.{file_format}"))


def remake_sample(sample: Path) -> None:
    """Make the clubs of the sample again. Other files in its folder stay."""
    with tempfile.TemporaryDirectory() as folder:
        for club in simulate_landing(Path(folder), **SAMPLE_SIZE).iterdir():
            shutil.rmtree(sample / club.name, ignore_errors=True)
            shutil.copytree(club, sample / club.name)


def _parts(table: pl.DataFrame, *keys: str) -> list[tuple[tuple[str, ...], pl.DataFrame]]:
    parts = table.partition_by(keys, as_dict=True, maintain_order=True)
    return [(tuple(str(value) for value in values), rows) for values, rows in parts.items()]


def _competition_toml(club: str, competition: str, season: str, sessions: int) -> str:
    """Return a competition.toml with comments. A champion must have played three fifths of the sessions."""
    needed = max(1, -(-sessions * 3 // 5))
    titles = (name.replace("-", " ").capitalize() for name in (club, competition))
    club, competition, season = (json.dumps(text, ensure_ascii=False) for text in (*titles, season))
    return _TEMPLATE.read_text(encoding="utf-8").format(
        club=club.replace('"', '"Bridge Club ', 1),
        competition=competition,
        season=season,
        start=SEASON_START,
        end=SEASON_END,
        individual_min=needed,
        individual_drop=min(5, sessions // 6),
        together=needed,
        substitutes=sessions // 6,
        pairs_drop=sessions // 10,
    )


if __name__ == "__main__":
    if INSTALLED:
        raise SystemExit("the sample is made again in a checkout: make sample")
    remake_sample(SAMPLE)
