"""What is wrong with the arguments of a command, without the words of the library that reads them."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from typer.exceptions import TyperException

from pipelines.cli.terminal.help_texts import LANGUAGE, named_language
from pipelines.words.plain_text import between_quotes, typed
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


_EXAMPLE = "Example: "


def told(error: TyperException) -> str:
    """What is wrong, how to mend it, and whose help says more; empty where there is nothing to say."""
    message = error.format_message()
    if not message:
        return ""
    what = _in_plain_words(message, error)
    help_of = _help_of(getattr(error, "ctx", None))
    if what.endswith("?"):
        return gettext("{what} See {command}", what=what, command=help_of)
    return gettext("{what}; see {command}", what=what, command=help_of)


def _in_plain_words(message: str, error: TyperException) -> str:
    for words, of_command in _OF_A_COMMAND:
        if found := re.fullmatch(words, message, re.DOTALL):
            return of_command(error, **found.groupdict())
    return _said(_WORDS, message)


def _said(known: "_Plain", message: str) -> str:
    """A message of the library in the words that are known for it, or else as it is."""
    for words, plain in known:
        if found := re.fullmatch(words, message, re.DOTALL):
            return plain(**found.groupdict())
    return message.removeprefix("Invalid value: ").removeprefix("Value error, ").rstrip(".")


def _help_of(context: Any) -> str:
    """`barometer COMMAND --help` of the command that was typed."""
    return " ".join([*_command_of(context), "--help"])


def _command_of(context: Any) -> list[str]:
    """`barometer COMMAND`, as it was typed, in words."""
    words = list[str]()
    while context is not None and context.parent is not None:
        words, context = [context.info_name, *words], context.parent
    return ["barometer", *words]


def _no_option(error: TyperException, option: str) -> str:
    context: Any = getattr(error, "ctx", None)
    if context is None:
        return gettext("{option}: there is no such option", option=option)
    if context.parent is not None and option == LANGUAGE:
        named = named_language(sys.argv[1:]) or "nl"
        meant = " ".join(["barometer", LANGUAGE, named, *_command_of(context)[1:]])
        return gettext("{option} stands before the command: {meant}", option=option, meant=meant)
    command, others = _lacking(option, context)
    if others:
        return _of_others(option, command, others)
    own, behind = [*options_of(context.command), "--help"], option_behind(option, context.command, sys.argv[1:])
    near = nearest(option, [*own, *options_within(context.command)])
    if near in own:
        return gettext("{option}: there is no such option; did you mean {near}?", option=option, near=near)
    if behind and near == behind.option:
        return gettext("{option} stands behind the command: {meant}", option=behind.option, meant=behind.meant)
    none = gettext("{option}: there is no such option", option=option)
    return _of_others(near, command, commands_with(near, context.command)) if near else none


def _of_others(option: str, command: list[str], others: list[str]) -> str:
    return gettext(
        "{option}: {command} has no such option; it belongs to {others}",
        option=option,
        command=" ".join(command),
        others=", ".join(others),
    )


def _lacking(option: str, context: Any) -> tuple[list[str], list[str]]:
    """The command that was typed, in words, and those that have this option; none where it has it itself."""
    words = sys.argv[1:]
    behind = [words[place] for place in places_behind(option, context.command, words)]
    command = [*_command_of(context), *behind]
    if command == ["barometer"] or has_option(option, context.command, behind):
        return command, []
    return command, commands_with(option, context.find_root().command)


def _no_command(error: TyperException, command: str) -> str:
    context: Any = getattr(error, "ctx", None)
    near = None if context is None else nearest(command, getattr(context.command, "commands", ()))
    if near is None and context is not None and context.parent is None:
        near = _of_folder(command)
    if near is None:
        return gettext("{command}: there is no such command", command=command)
    return gettext("{command}: there is no such command; did you mean {near}?", command=command, near=near)


def _of_folder(word: str) -> str | None:
    """The command that takes this folder; None: there is no such folder."""
    folder = Path(word)
    try:
        if not folder.is_dir():
            return None
        is_known = any(True for depth in ("", "*/", "*/*/") for _ in folder.glob(f"{depth}competition.toml"))
    except OSError:  # longer than names may be, or in a folder that is closed
        return None
    return f"{'build' if is_known else 'new'} {typed(word)}"


def _missing(error: TyperException, name: str) -> str:
    context: Any = getattr(error, "ctx", None)
    epilog = "" if context is None else str(context.command.epilog or "")
    if epilog.startswith(_EXAMPLE):
        example = epilog.removeprefix(_EXAMPLE)
        return gettext("{name} is missing: write it, as in {example}", name=name, example=example)
    return gettext("{name} is missing", name=name)


def _too_many(error: TyperException, words: str) -> str:
    context: Any = getattr(error, "ctx", None)
    of_command: list[Any] = [] if context is None else context.command.params
    given = [context.params.get(one.name) for one in of_command if one.param_type_name == "argument"]
    before = [value for value in given if isinstance(value, str | Path)]
    if not before:
        return gettext("{words}: one word too many; put a path with blanks between quotes", words=words)
    if _session_meant(words) and any("--session" in one.opts for one in of_command):
        meant = " ".join([*_command_of(context), *map(typed, before), "--session", _session_meant(words)])
        return gettext("{words}: one word too many; did you mean {meant}?", words=words, meant=meant)
    *others, last = before
    if _is_there(last):
        return gettext("{words}: one word too many; put what has blanks in it between quotes, a name too", words=words)
    meant = " ".join([*_command_of(context), *map(typed, others), between_quotes(f"{last} {words}")])
    return gettext(
        "{words}: one word too many; what has blanks in it stands between quotes: {meant}", words=words, meant=meant
    )


def _is_there(path: str | Path) -> bool:
    try:
        return Path(path).exists()
    except OSError:  # longer than names may be, or in a folder that is closed
        return False


def _session_meant(words: str) -> str:
    """The id of a session that words say, a date as ids have it, perhaps with a letter; empty where they say none."""
    from pipelines.settings.toml_files import date_of

    return words if re.fullmatch(r"\d{4}-\d\d-\d\d-\w+", words) else date_of(words) or ""


def _no_value(option: str) -> str:
    return gettext("{option}: the value behind it is missing", option=option)


def _needless_value(option: str) -> str:
    return gettext("{option}: no value stands behind it; leave it out", option=option)


def _none() -> str:
    return gettext("the command is missing")


def _value(where: str, what: str) -> str:
    if where == "--tables" and what.startswith(_NO_INTEGER):
        return gettext(
            "{option}: write a whole number; with half a table write the pairs: --pairs NUMBER", option=where
        )
    return f"{where}: {_said(_VALUES, what)}"


def _no_choice(given: str, known: str) -> str:
    return gettext("there is no {given}; write one of {known}", given=given, known=known.replace("'", ""))


def _no_date(given: str) -> str:
    from pipelines.settings.toml_files import date_of

    if meant := date_of(given):
        return gettext("{given}: did you mean {meant}?", given=given, meant=meant)
    return gettext("{given}: write dates as {example}", given=given, example="2025-12-31")


def _least(least: str) -> str:
    return gettext("write a number from {least}", least=least)


def _most(most: str) -> str:
    return gettext("write a number to {most}", most=most)


_NO_INTEGER = "Input should be a valid integer"
_Plain = tuple[tuple[str, Callable[..., str]], ...]
"""What the library says -> what says the same for people, of the parts with a name."""

_OF_A_COMMAND: _Plain = (
    (r"No such option: (?P<option>\S+).*", _no_option),
    (r"No such command '(?P<command>.*?)'\..*", _no_command),
    (r"Missing (?:argument|option) '(?P<name>.*?)'.*", _missing),
    (r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.*)\)", _too_many),
)
"""What also depends on the command: the error comes first."""

_WORDS: _Plain = (
    (r"Missing command\.", _none),
    (r"Option '(?P<option>.*?)' requires .*", _no_value),
    (r"Option '(?P<option>.*?)' does not take a value\.", _needless_value),
    (r"Invalid value for '(?P<where>.*?)'(?: / '.*?')*: (?P<what>.*)", _value),
)

_VALUES: _Plain = (
    (r"(?:Value error, )?'(?P<given>.*)' is not one of (?P<known>.*?)\.?", _no_choice),
    (r"(?:Value error, )?'(?P<given>.*)' does not match the formats '%Y-%m-%d'\.?", _no_date),
    (rf"{_NO_INTEGER}.*", lambda: gettext("write a whole number")),
    (r"Input should be a valid number.*", lambda: gettext("write a number")),
    (r"Input should be greater than or equal to (?P<least>\S+)", _least),
    (r"Input should be less than or equal to (?P<most>\S+)", _most),
)
