"""Spoil some files of a simulated federation in known ways, and list what was done."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.simulate import SEASON

_PLAYERS = ["player_id", "name", "federation_id"]


class _Club(NamedTuple):
    folder: Path  # of its competition
    people: pl.DataFrame
    """The players of all clubs: club, and the columns `_PLAYERS`."""
    random: np.random.Generator

    def own(self) -> pl.DataFrame:
        return self.people.filter(club=self.folder.parent.name)

    def draw(self, rows: pl.DataFrame) -> dict[str, str]:
        return rows.row(int(self.random.integers(rows.height)), named=True)

    def strangers(self, rows: pl.DataFrame, name: str) -> pl.DataFrame:
        """Return the rows of people whose names have no word in common with this name."""
        words = pl.col("name").str.split(" ")
        return rows.filter(words.list.set_intersection(pl.lit(name.split(" "))).list.len() == 0)


def dirty(landing: Path, share: float, seed: int) -> pl.DataFrame:
    """Spoil this share of the clubs, and of the files of results, in each of the ways below, but at least one of each.

    Ways that need people of two clubs are left out if there are none. Returns one row per fault: kind, club, file (path
    in the landing folder) and what was changed.
    """
    random = np.random.default_rng([seed, _OF_DIRT])
    folders = sorted(path.parent for path in landing.glob("*/*/sessions.csv"))
    people = pl.concat(
        _read(path).select(pl.lit(path.parent.parent.name).alias("club"), *_PLAYERS)
        for path in sorted(landing.glob("*/*/players.csv"))
    )
    results = sorted(landing.glob("*/*/*/results.csv"))
    rows = []
    for ways, places in ((_OF_CLUBS, folders), (_OF_RESULTS, results)):
        times = max(1, round(share * len(places)))
        order = np.resize(random.permutation(len(places)), times * len(ways))
        kinds = [kind for kind in ways for _ in range(times)]
        for kind, number in zip(kinds, order, strict=True):
            place = places[number]
            folder = place if place.is_dir() else place.parent.parent
            changed = ways[kind](place, _Club(folder, people, random))
            if changed:
                rows.append((kind, folder.parent.name, place.relative_to(landing).as_posix(), changed))
    return pl.DataFrame(rows, ["kind", "club", "file", "changed"], orient="row")


def _season_renamed(folder: Path, _: _Club) -> str:
    path, other = folder / "competition.toml", SEASON.replace("-", "/")
    path.write_text(path.read_text(encoding="utf-8").replace(f'"{SEASON}"', f'"{other}"'), encoding="utf-8")
    return f"{SEASON} -> {other}"


def _number_twice(folder: Path, club: _Club) -> str | None:
    once = club.own().filter(pl.col("federation_id").is_in(_in_one_club(club.people).implode()))
    elsewhere = club.people.filter(pl.col("club") != folder.parent.name)
    if once.is_empty() or elsewhere.is_empty():
        return None
    who = club.draw(once)
    owner = club.draw(club.strangers(elsewhere, who["name"]))
    return _renumber(folder, {who["player_id"]: owner["federation_id"]})


def _numbers_exchanged(folder: Path, club: _Club) -> str | None:
    own = club.own()
    of_two_clubs = own.filter(~pl.col("federation_id").is_in(_in_one_club(club.people).implode()))
    if of_two_clubs.is_empty():
        return None
    one = club.draw(of_two_clubs)
    other = club.draw(club.strangers(own, one["name"]))
    numbers = {one["player_id"]: other["federation_id"], other["player_id"]: one["federation_id"]}
    return _renumber(folder, numbers)


def _numbers_as_ids(folder: Path, club: _Club) -> str:
    numbers = dict(club.own().select("player_id", "federation_id").rows())
    for path in (*folder.glob("*.csv"), *folder.glob("*/*.csv")):
        rows = _read(path)
        ids = [name for name in rows.columns if name in _IDS_OF_PLAYERS]
        if ids:
            emptied = [pl.lit(None, pl.String).alias("federation_id")] if "federation_id" in rows.columns else []
            rows.with_columns(pl.col(ids).replace(numbers), *emptied).write_csv(path)
    return "player_id = federation_id"


def _cut_off(path: Path, _: _Club) -> str:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    return f"{len(whole)} -> {len(whole) // 2} bytes"


def _emptied(path: Path, _: _Club) -> str:
    path.write_bytes(b"")
    return "0 bytes"


def _twice(path: Path, _: _Club) -> str:
    copy = path.with_name("results (1).csv")
    shutil.copyfile(path, copy)
    return copy.name


def _wrong_score(path: Path, club: _Club) -> str:
    rows = _read(path).with_row_index("line_no", offset=2)
    wrong = club.draw(rows.filter(pl.col("score").cast(pl.Int64) != 0))
    other = str(-int(wrong["score"]))
    here = pl.col("line_no") == wrong["line_no"]
    rows.with_columns(score=pl.when(here).then(pl.lit(other)).otherwise("score")).drop("line_no").write_csv(path)
    return f"line {wrong['line_no']}: {wrong['score']} -> {other}"


_OF_DIRT = 6
# Where few clubs or files get several faults, those that leave nothing to read come last.
_OF_CLUBS: dict[str, Callable[[Path, _Club], str | None]] = {
    "season_renamed": _season_renamed,
    "number_twice": _number_twice,
    "numbers_exchanged": _numbers_exchanged,
    "numbers_as_ids": _numbers_as_ids,
}
_OF_RESULTS: dict[str, Callable[[Path, _Club], str | None]] = {
    "wrong_score": _wrong_score,
    "twice": _twice,
    "cut_off": _cut_off,
    "emptied": _emptied,
}
_IDS_OF_PLAYERS = ("player_id", "opponent_id", "substitutes_for")


def _read(path: Path) -> pl.DataFrame:
    return pl.read_csv(path, infer_schema=False)


def _in_one_club(people: pl.DataFrame) -> pl.Series:
    """Return the federation ids of people of a single club, who are not in the games between clubs either."""
    return people.filter(pl.len().over("federation_id") == 1)["federation_id"]


def _renumber(folder: Path, numbers: dict[str, str]) -> str:
    path = folder / "players.csv"
    rows = _read(path)
    number = pl.col("player_id").replace_strict(numbers, default=pl.col("federation_id"), return_dtype=pl.String)
    rows.with_columns(federation_id=number).write_csv(path)
    old = dict(rows.select("player_id", "federation_id").rows())
    return "; ".join(f"{player}: {old[player]} -> {new}" for player, new in numbers.items())
