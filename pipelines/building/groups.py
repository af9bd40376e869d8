"""Choose the clubs to compute together within a memory budget, and assign each club to a Dagster group."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count

import polars as pl

from pipelines.intake.landing.folders import Folder
from pipelines.machine.environment import GROUP_BYTES, number_in
from pipelines.machine.paths import Lake, Place
from transforms.tables.schemas import Groups
from transforms.tables.shared import in_shape, types_of

BUDGET = 2_000_000_000
"""The memory in bytes for clubs that are computed together, unless a command sets another number."""
_OF_A_CLUB, _OF_A_BYTE = 1_000_000, 180
"""The memory that all processes together need, in bytes: per club, and per byte of the club's files.

Measured by `bench.federation`."""
_MOST_IN_A_GROUP = 10_600_000
"""The usual limit on the total size in bytes of a group's files, so that its clubs fit the memory budget together."""
_ALONE = 60
_NUMBERED = r"^group-\d{3,}$"


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


def most_alone(place: Place) -> int:
    """Return up to how many clubs each is a group of its own. In a lake, a run may take long to start, so none is."""
    return 0 if isinstance(place, Lake) else _ALONE


def assigned(before: pl.DataFrame, sizes: Mapping[str, int], alone: int, most: int | None = None) -> pl.DataFrame:
    """Return `Groups`. A club stays in its group, and no group ever gets another name.

    Of up to `alone` clubs, a new club becomes a group of its own, with its name. Of more clubs, it joins the smallest
    group of several, or a new group if that one would exceed `most` bytes. A new group is named by its first and last
    club. Clubs in numbered groups, which older versions made, are assigned anew.
    """
    most = most or most_in_a_group()
    known = before.filter(~pl.col("group_name").str.contains(_NUMBERED)).select("club", "group_name")
    group_of = {club: group for club, group in known.iter_rows() if club in sizes}
    weights: dict[str, int] = {group: 0 for club, group in known.iter_rows() if not _is_own(group, club)}
    for club, group in group_of.items():
        if group in weights:
            weights[group] += sizes[club]
    taken, together = {*known["group_name"]}, list[list[str]]()
    for club in sorted(set(sizes) - set(group_of)):
        smallest = min(weights, key=lambda name: (weights[name], name), default=None)
        if len(sizes) <= alone:
            group_of[club] = _free(_as_name(club), taken)
        elif smallest is not None and weights[smallest] + sizes[club] <= most:
            group_of[club] = smallest
            weights[smallest] += sizes[club]
        elif together and sum(sizes[one] for one in together[-1]) + sizes[club] <= most:
            together[-1].append(club)
        else:
            together.append([club])
    for clubs in together:
        first, last = _as_name(clubs[0]), _as_name(clubs[-1])
        group_of |= dict.fromkeys(clubs, _free(f"from {first}" if first == last else f"{first} to {last}", taken))
    rows = [{"club": club, "group_name": group_of[club], "bytes": sizes[club]} for club in sorted(group_of)]
    return in_shape(Groups, pl.DataFrame(rows, schema=types_of(Groups)))


def _as_name(club: str) -> str:
    """Return the name of a club as Dagster takes it, without control characters and "..."."""
    return "".join(sign if sign.isprintable() else " " for sign in club.replace("...", "…"))


def _is_own(group: str, club: str) -> bool:
    return re.fullmatch(rf"{re.escape(_as_name(club))}( \(\d+\))?", group) is not None


def _free(name: str, taken: set[str]) -> str:
    """Return a name that is not taken yet, and add it to those that are."""
    others = (f"{name} ({number})" for number in count(2))
    free = next(one for one in chain([name], others) if one not in taken)
    taken.add(free)
    return free
