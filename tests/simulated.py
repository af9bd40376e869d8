"""The made-up federation, dealt from the store that comes with the code."""

from functools import partial
from typing import Any

import polars as pl

from pipelines.cli.simulate import NAMES, stored_deals
from transforms import simulate as made_up

parts = partial(made_up.parts, store=stored_deals(), names=pl.read_csv(NAMES))


def simulate(clubs: int = 1, *arguments: int, **named: Any) -> dict[str, pl.DataFrame]:
    """All its clubs together."""
    [made] = parts(clubs, *arguments, at_once=max(clubs, 1), **named)
    return made
