"""An option that the command has not, but another, or the one that is named behind it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pipelines.display.plain_text import typed
from transforms.tables.nearest_words import nearest_words


class Behind(NamedTuple):
    """An option of a command, and how it is typed."""

    option: str
    meant: str


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that begins with this one, or else the most similar one."""
    known = list(known)
    longer = (one for one in known if one.startswith(word))
    return min(longer, key=len, default=None) or next(iter(nearest_words(word, known)), None)


def options_of(command: Any) -> list[str]:
    """The long names of its options."""
    return [name for one in command.params for name in one.opts if name.startswith("--")]


def option_behind(option: str, group: Any, words: Sequence[str]) -> Behind | None:
    """The option where a command of the group has it, or one with nearly this name, and how it is typed.

    Args:
        option: typed before the command.
        group: the commands.
        words: all that was typed behind `barometer`.
    """
    commands = getattr(group, "commands", {})
    at = next((place for place, word in enumerate(words) if word.partition("=")[0] == option), len(words))
    place = next((place for place, word in enumerate(words) if place > at and word in commands), None)
    if place is not None:
        near = nearest(option, options_of(commands[words[place]]))
        if near is None:
            return None
        moved = [near + words[at].removeprefix(option), *words[at + 1 : place]]
        meant = [*words[:at], words[place], *words[place + 1 :], *moved]
        return Behind(near, " ".join(["barometer", *map(typed, meant)]))
    near = nearest(option, dict.fromkeys(name for one in commands.values() for name in options_of(one)))
    if near is None:
        return None
    first = next(name for name, one in commands.items() if near in options_of(one))
    behind = [*words[:at], first, near, *words[at + 1 :]]
    return Behind(near, " ".join(["barometer", *map(typed, behind)]))


def commands_with(option: str, context: Any) -> list[str]:
    """The commands beside that of the context that have this very option."""
    beside: dict[str, Any] = {} if context.parent is None else getattr(context.parent.command, "commands", {})
    return [name for name, one in beside.items() if option in options_of(one)]
