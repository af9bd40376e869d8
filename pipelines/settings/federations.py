"""The rules of federations about movements: data/reference/federations.toml."""

import tomllib
from functools import cache
from typing import NamedTuple

from pipelines.machine.paths import DATA


class Federation(NamedTuple):
    """A federation, and the part of the boards in use (in percent) for which it wants each pair to be scheduled."""

    name: str
    least_share: int
    source: str


@cache
def federations() -> dict[str, Federation]:
    """Return the federations whose rule is known, by the word that competition.toml uses."""
    read = tomllib.loads((DATA / "reference" / "federations.toml").read_text(encoding="utf-8"))
    return {word: Federation(of["name"], of["least_share"], of["source"]) for word, of in read.items()}
