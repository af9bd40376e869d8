"""An option that the command has not, but another, or the one that is named behind it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pipelines.words.plain_text import typed
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


def options_within(command: Any) -> list[str]:
    """The long names of its options, or of those of all commands in it, where it is a group, each once."""
    return [*dict.fromkeys(name for one in _commands_in(command).values() for name in options_of(one))]


def option_behind(option: str, group: Any, words: Sequence[str]) -> Behind | None:
    """The option where a command of the group has it, or one with nearly this name, and how it is typed.

    Args:
        option: typed before the command.
        group: the commands.
        words: all that was typed behind `barometer`.
    """
    at, places = _place_of(option, words), places_behind(option, group, words)
    command = _named(group, [words[place] for place in places])
    near = _nearest_in(command, option)
    if near is None:
        return None
    given = near + "".join(words[at : at + 1]).removeprefix(option)
    behind = places[0] if places else len(words)
    value = [*map(typed, [given, *words[at + 1 : behind]])]
    if value == [near] and _takes_a_value(near, command):
        value = [near, gettext("VALUE")]
    # Any command that is written out may be another than was meant, and build or publish.
    unnamed = [gettext("COMMAND")] if _is_group(command) else []
    beyond = places[-1] + 1 if places else len(words)
    rest = words[beyond:]
    if unnamed and rest and not rest[0].startswith("-"):
        rest = rest[1:]  # it names no command of the group
    kept = [*words[behind:beyond], *rest]
    meant = [*map(typed, words[:at]), *map(typed, kept), *unnamed, *value]
    return Behind(near, " ".join(["barometer", *meant]))


def places_behind(option: str, group: Any, words: Sequence[str]) -> list[int]:
    """The places of the command among the words, behind the option and its value: of `balance check` there are two.

    Args:
        option: typed before the command.
        group: the commands.
        words: all that was typed behind `barometer`.
    """
    at, commands = _place_of(option, words), getattr(group, "commands", {})
    first, second, *_ = [*(place for place, word in enumerate(words) if place > at and word in commands), None, None]
    if first is None:
        return []
    may_be_value = second is not None and first == at + 1 and "=" not in words[at]
    place = second if may_be_value and _takes_a_value(option, commands[words[second]]) else first
    below = getattr(commands[words[place]], "commands", {})
    return [place, place + 1] if words[place + 1 : place + 2] and words[place + 1] in below else [place]


def commands_with(option: str, group: Any) -> list[str]:
    """The commands of the group, and of groups in it, that have this very option."""
    return [name for name, one in _commands_in(group).items() if name and option in options_of(one)]


def has_option(option: str, group: Any, names: Sequence[str]) -> bool:
    """Whether this command of the group has this very option, or one of its commands has, where it is a group."""
    return any(option in options_of(one) for one in _commands_in(_named(group, names)).values())


def _place_of(option: str, words: Sequence[str]) -> int:
    return next((place for place, word in enumerate(words) if word.partition("=")[0] == option), len(words))


def _named(group: Any, names: Sequence[str]) -> Any:
    for name in names:
        group = group.commands[name]
    return group


def _is_group(command: Any) -> bool:
    return hasattr(command, "commands")


def _commands_in(command: Any) -> dict[str, Any]:
    """Name -> command: of a group all in it, as `balance check`; of a command itself, under no name."""
    if not _is_group(command):
        return {"": command}
    return {
        f"{name} {below}".rstrip(): one
        for name, of_group in command.commands.items()
        for below, one in _commands_in(of_group).items()
    }


def _nearest_in(command: Any, option: str) -> str | None:
    return nearest(option, options_within(command))


def _takes_a_value(option: str, command: Any) -> bool:
    """Whether the option of nearly this name does, of the command or of one in it."""
    near = _nearest_in(command, option)
    of_commands = [param for one in _commands_in(command).values() for param in one.params]
    return any(near in param.opts and not getattr(param, "is_flag", False) for param in of_commands)
