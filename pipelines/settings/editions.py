"""Named sets of rules in data/reference, in editions: each has its source, and the day from which it is valid.

In a file, `[NAME]` is a set of rules that has not changed, and `[[NAME]]` an edition of it: `edition` (its own word,
such as `2024-03`), `since` (its first day; the first edition has none, and covers all days before), and the rules that
differ from the edition before. `NAME` means the edition that is valid on the day in question, and `NAME-EDITION` always
that one.
"""

import datetime as dt
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from pipelines.settings.section import REFERENCE

_ABOUT = ("source", "edition", "since", "programs")


class Edition(NamedTuple):
    """A set of rules as it is valid in one period."""

    of: str
    name: str
    """`of`, or `of` and the word of the edition."""
    since: dt.date | None
    until: dt.date | None
    source: str
    programs: list[str]
    """How programs that work by these rules begin the name that they write into their files."""
    rules: dict[str, Any]
    changed: dict[str, Any]
    """The rules that differ from the edition before; of the first edition, none."""


@cache
def editions(file: str) -> dict[str, tuple[Edition, ...]]:
    """Return the editions of each set of rules in a file of data/reference, the first one first."""
    written = tomllib.loads((REFERENCE / file).read_text(encoding="utf-8"))
    return {name: tuple(_in_time(name, one if isinstance(one, list) else [one])) for name, one in written.items()}


def _in_time(of: str, written: list[dict[str, Any]]) -> Iterable[Edition]:
    rules: dict[str, Any] = {}
    ends = [later["since"] - dt.timedelta(days=1) for _, later in pairwise(written)]
    for place, (one, until) in enumerate(zip(written, [*ends, None], strict=True)):
        own = {rule: value for rule, value in one.items() if rule not in _ABOUT}
        before, rules = rules, rules | own
        name = f"{of}-{one['edition']}" if "edition" in one else of
        changed = {rule: value for rule, value in own.items() if place and before.get(rule) != value}
        yield Edition(of, name, one.get("since"), until, one["source"], one.get("programs", []), rules, changed)


def named(name: str, file: str) -> tuple[Edition, ...]:
    """Return the editions that a name means: all of a set of rules, or the one named; none if nothing has this name."""
    known = editions(file)
    return known.get(name) or tuple(one for every in known.values() for one in every if one.name == name)


def names(file: str) -> list[str]:
    """Return every name: of each set of rules, and of each edition of those that have several."""
    each = editions(file).items()
    return [name for of, every in each for name in dict.fromkeys((of, *(one.name for one in every)))]


def valid_on(day: dt.date, of: Iterable[Edition]) -> Edition:
    """Return the edition of a day. Before the first edition it is the first."""
    first, *later = of
    return next((one for one in reversed(later) if one.since is not None and one.since <= day), first)
