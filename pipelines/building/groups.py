"""Choose the clubs to compute together within a memory budget, and assign each club to a Dagster group."""

from collections.abc import Iterable, Iterator, Mapping

import polars as pl

from pipelines.intake.landing.folders import Folder
from pipelines.machine.environment import GROUP_BYTES, number_in
from transforms.tables.schemas import Groups
from transforms.tables.shared import in_shape, types_of

BUDGET = 2_000_000_000
"""The memory in bytes for clubs that are computed together, unless a command sets another number."""
_OF_A_CLUB, _OF_A_BYTE = 1_000_000, 180
"""The memory that all processes together need, in bytes: per club, and per byte of the club's files.

Measured by `bench.federation`."""
_MOST_IN_A_GROUP = 10_600_000
"""The usual limit on the total size in bytes of a group's files, so that its clubs fit the memory budget together."""


def bytes_of(folders: Iterable[Folder]) -> int:
    """Return the size of a club's files in bytes."""
    return sum(listed.size for folder in folders for listed in folder.files.values())


def batches(sizes: Mapping[str, int], budget: int = BUDGET) -> Iterator[list[str]]:
    """Yield the clubs in order, in batches within the memory budget; `sizes` has the bytes of each club's files."""
    batch, taken = list[str](), 0
    for club, size in sizes.items():
        needs = _OF_A_CLUB + _OF_A_BYTE * size
        if batch and taken + needs > budget:
            yield batch
            batch, taken = list[str](), 0
        batch.append(club)
        taken += needs
    if batch:
        yield batch


def most_in_a_group() -> int:
    """Return the limit on the total size of the files of a group's clubs, in bytes."""
    return number_in(GROUP_BYTES) or _MOST_IN_A_GROUP


def assigned(before: pl.DataFrame, sizes: Mapping[str, int], most: int | None = None) -> pl.DataFrame:
    """Return `Groups`. A new club joins the smallest group, or a new group if that one would exceed `most` bytes."""
    most = most or most_in_a_group()
    group_of = {club: group for club, group in before.select("club", "group_name").iter_rows() if club in sizes}
    weights: dict[str, int] = dict.fromkeys(before["group_name"], 0)
    for club, group in group_of.items():
        weights[group] += sizes[club]
    for club in sorted(set(sizes) - set(group_of)):
        lightest = min(weights, key=lambda name: (weights[name], name), default=None)
        if lightest is None or (weights[lightest] and weights[lightest] + sizes[club] > most):
            last = max((int(name.rpartition("-")[2]) for name in weights), default=0)
            lightest = f"group-{last + 1:03}"
        group_of[club] = lightest
        weights[lightest] = weights.get(lightest, 0) + sizes[club]
    rows = [{"club": club, "group_name": group_of[club], "bytes": sizes[club]} for club in sorted(group_of)]
    return in_shape(Groups, pl.DataFrame(rows, schema=types_of(Groups)))
