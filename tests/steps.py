"""The steps of a season with another transform; apart from `factories`, since a season rests on all transforms."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from transforms.season import STEPS
from transforms.tables.steps import Step


def steps_with(table: str, transform: Callable[..., Any]) -> tuple[Step, ...]:
    """The steps of a season, the one that makes this table with another transform."""
    return tuple(
        step._replace(transform=wraps(step.transform)(transform)) if table in step.makes else step for step in STEPS
    )
