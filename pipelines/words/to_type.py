"""Commands that a message tells people to type: whole, so that they can be copied."""

from pathlib import Path

from pipelines.machine.paths import Paths
from pipelines.words.plain_text import typed
from transforms.tables.messages import pgettext


def to_type(command: str, *words: object, **options: object) -> str:
    """`barometer history 2025-09-02 --warehouse other.duckdb`, without usual places and options that are None."""
    usual = Paths.from_environment()
    left_out = {"warehouse": usual.warehouse, "reports": usual.reports}
    named = {
        name: value
        for name, value in options.items()
        if value is not None and not (name in left_out and _is_same(value, left_out[name]))
    }
    return " ".join(
        ["barometer", command, *map(typed, words), *(f"--{name} {typed(value)}" for name, value in named.items())]
    )


def folder_word() -> str:
    """What stands in a command for the folder that whoever types it puts in its place."""
    return pgettext("in a command", "FOLDER")


def other_word() -> str:
    """What stands in a command for the name that whoever types it gives to something new."""
    return pgettext("in a command", "OTHER")


def _is_same(place: object, usual: object) -> bool:
    if isinstance(place, Path) and isinstance(usual, Path):
        return place.absolute() == usual.absolute()
    return str(place) == str(usual)
