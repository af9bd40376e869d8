"""An option that the command has not, but another, or the one that is named behind it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pipelines.display.plain_text import typed
from transforms.messages import gettext


class Behind(NamedTuple):
    """An option of a command, and how it is typed."""

    option: str
    meant: str


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that begins with this one, or else the most similar one."""
    from transforms.tables.nearest_words import nearest_words

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
    commands, at = getattr(group, "commands", {}), _place_of(option, words)
    place = command_behind(option, group, words)
    known = list(commands.values()) if place is None else [commands[words[place]]]
    near = nearest(option, dict.fromkeys(name for one in known for name in options_of(one)))
    if near is None:
        return None
    given = near + "".join(words[at : at + 1]).removeprefix(option)
    if place is None:  # any command that is written out may be another than was meant, and build or publish
        meant = [*map(typed, words[:at]), gettext("COMMAND"), *map(typed, [given, *words[at + 1 :]])]
    else:
        meant = [*map(typed, [*words[:at], words[place], *words[place + 1 :], given, *words[at + 1 : place]])]
    return Behind(near, " ".join(["barometer", *meant]))


def command_behind(option: str, group: Any, words: Sequence[str]) -> int | None:
    """The place of the command among the words, behind the option and its value; None where there is none.

    Args:
        option: typed before the command.
        group: the commands.
        words: all that was typed behind `barometer`.
    """
    commands = getattr(group, "commands", {})
    at = _place_of(option, words)
    first, second, *_ = [*(place for place, word in enumerate(words) if place > at and word in commands), None, None]
    if first is None or second is None or first > at + 1 or "=" in words[at]:
        return first
    return second if _takes_a_value(option, commands[words[second]]) else first


def _place_of(option: str, words: Sequence[str]) -> int:
    return next((place for place, word in enumerate(words) if word.partition("=")[0] == option), len(words))


def _takes_a_value(option: str, command: Any) -> bool:
    near = nearest(option, options_of(command))
    return any(near in one.opts and not getattr(one, "is_flag", False) for one in command.params)


def commands_with(option: str, group: Any) -> list[str]:
    """The commands of the group that have this very option."""
    return [name for name, one in getattr(group, "commands", {}).items() if option in options_of(one)]
