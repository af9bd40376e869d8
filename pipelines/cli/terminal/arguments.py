"""What is wrong with the arguments of a command, without the words of the library that reads them."""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from typer.exceptions import TyperException

from pipelines.cli.terminal.help_texts import EXAMPLE, LANGUAGE, named_language
from pipelines.words.plain_text import between_quotes, typed
from transforms.tables.messages import gettext, gettext_noop


def told(error: TyperException) -> str:
    """What is wrong, how to fix it, and whose help says more; empty where there is nothing to say."""
    message, context = error.format_message(), getattr(error, "ctx", None)
    if not message:
        return ""
    what = _said(_WORDS, message, context)
    command = " ".join([*_command_of(context), "--help"])
    if what.endswith("?"):
        return gettext("{what} See {command}", what=what, command=command)
    return gettext("{what}; see {command}", what=what, command=command)


def _said(known: "_Plain", message: str, context: Any) -> str:
    for words, plain in known:
        if found := re.fullmatch(words, message, re.DOTALL):
            parts = found.groupdict()
            return gettext(plain, **parts) if isinstance(plain, str) else plain(context, **parts)
    return message.removeprefix("Invalid value: ").removeprefix("Value error, ").rstrip(".")


def _command_of(context: Any) -> list[str]:
    """`barometer COMMAND`, as it was typed, in words."""
    words = list[str]()
    while context is not None and context.parent is not None:
        words, context = [context.info_name, *words], context.parent
    return ["barometer", *words]


def _nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that begins with this one, or else the most similar one."""
    from transforms.tables.nearest_words import nearest_words

    known = list(known)
    longer = (one for one in known if one.startswith(word))
    return min(longer, key=len, default=None) or next(iter(nearest_words(word, known)), None)


# --- an option that the command has not, but another has, or the one that is named behind it -------


def _no_option(context: Any, option: str) -> str:
    words, group = sys.argv[1:], context.command
    if context.parent is not None and option == LANGUAGE:
        meant = ["barometer", LANGUAGE, named_language(words) or "nl", *_command_of(context)[1:]]
        return gettext("{option} stands before the command: {meant}", option=option, meant=" ".join(meant))
    at = next((place for place, word in enumerate(words) if word.partition("=")[0] == option), len(words))
    behind, command = _behind(option, at, group, words), group
    for place in behind:
        command = command.commands[words[place]]
    here, has = [*_command_of(context), *(words[place] for place in behind)], _options_within(command)
    if here != ["barometer"] and option not in has and (others := _with_option(option, context.find_root().command)):
        return _of_others(option, here, others)
    own = [*_options_of(group), "--help"]
    near = _nearest(option, [*own, *_options_within(group)])
    if near is None:
        return gettext("{option}: there is no such option", option=option)
    if near in own:
        return gettext("{option}: there is no such option; did you mean {near}?", option=option, near=near)
    if near != _nearest(option, has):
        return _of_others(near, here, _with_option(near, group))
    given = [near + "".join(words[at : at + 1]).removeprefix(option), *words[at + 1 : (behind or [len(words)])[0]]]
    value = [near, gettext("VALUE")] if given == [near] and _takes_a_value(near, command) else map(typed, given)
    named, rest = [words[place] for place in behind], words[behind[-1] + 1 :] if behind else []
    # Any command that is written out may be another than was meant, and build or publish.
    is_group = hasattr(command, "commands")
    if is_group and rest and not rest[0].startswith("-"):
        rest = rest[1:]  # it names no command of the group
    kept = map(typed, [*words[:at], *named, *rest])
    meant = ["barometer", *kept, *([gettext("COMMAND")] if is_group else []), *value]
    return gettext("{option} stands behind the command: {meant}", option=near, meant=" ".join(meant))


def _of_others(option: str, command: list[str], others: list[str]) -> str:
    return gettext(
        "{option}: {command} has no such option; it belongs to {others}",
        option=option,
        command=" ".join(command),
        others=", ".join(others),
    )


def _behind(option: str, at: int, group: Any, words: Sequence[str]) -> list[int]:
    """The places of the command among the words, behind an option at `at` and its value: two of `balance check`."""
    commands = getattr(group, "commands", {})
    first, second, *_ = [*(place for place, word in enumerate(words) if place > at and word in commands), None, None]
    if first is None:
        return []
    may_be_value = second is not None and first == at + 1 and "=" not in words[at]
    place = second if may_be_value and _takes_a_value(option, commands[words[second]]) else first
    below = getattr(commands[words[place]], "commands", {})
    return [place, place + 1] if words[place + 1 : place + 2] and words[place + 1] in below else [place]


def _commands_in(command: Any) -> dict[str, Any]:
    """Name -> command: of a group all in it, as `balance check`; of a command itself, under no name."""
    if not hasattr(command, "commands"):
        return {"": command}
    return {
        f"{name} {below}".rstrip(): one
        for name, of_group in command.commands.items()
        for below, one in _commands_in(of_group).items()
    }


def _options_of(command: Any) -> list[str]:
    return [name for one in command.params for name in one.opts if name.startswith("--")]


def _options_within(command: Any) -> list[str]:
    """The long names of the options of a command, or of all commands in a group, each once."""
    return [*dict.fromkeys(name for one in _commands_in(command).values() for name in _options_of(one))]


def _with_option(option: str, group: Any) -> list[str]:
    return [name for name, one in _commands_in(group).items() if name and option in _options_of(one)]


def _takes_a_value(option: str, command: Any) -> bool:
    """Whether the option of nearly this name does, of the command or of one in it."""
    near = _nearest(option, _options_within(command))
    of_commands = [param for one in _commands_in(command).values() for param in one.params]
    return any(near in param.opts and not getattr(param, "is_flag", False) for param in of_commands)


# --- everything else -------------------------------------------------------------------------------


def _no_command(context: Any, command: str) -> str:
    near = _nearest(command, getattr(context.command, "commands", ()))
    if near is None and context.parent is None:
        near = _of_folder(command)
    if near is None:
        return gettext("{command}: there is no such command", command=command)
    return gettext("{command}: there is no such command; did you mean {near}?", command=command, near=near)


def _of_folder(word: str) -> str | None:
    folder = Path(word)
    try:
        if not folder.is_dir():
            return None
        is_known = any(True for depth in ("", "*/", "*/*/") for _ in folder.glob(f"{depth}competition.toml"))
    except OSError:  # longer than names may be, or in a folder that is closed
        return None
    return f"{'build' if is_known else 'new'} {typed(word)}"


def _missing(context: Any, name: str) -> str:
    epilog = str(context.command.epilog or "")
    if epilog.startswith(EXAMPLE):
        example = epilog.removeprefix(EXAMPLE)
        return gettext("{name} is missing: write it, as in {example}", name=name, example=example)
    return gettext("{name} is missing", name=name)


def _too_many(context: Any, words: str) -> str:
    of_command: list[Any] = context.command.params
    given = [context.params.get(one.name) for one in of_command if one.param_type_name == "argument"]
    before = [value for value in given if isinstance(value, str | Path)]
    if not before:
        return gettext("{words}: one word too many; put a path with blanks between quotes", words=words)
    *others, last = before
    if (session := _session_meant(words)) and any("--session" in one.opts for one in of_command):
        meant = " ".join([*_command_of(context), *map(typed, before), "--session", session])
        return gettext("{words}: one word too many; did you mean {meant}?", words=words, meant=meant)
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


def _value(context: Any, where: str, what: str) -> str:
    if where == "--tables" and what.startswith(_NO_INTEGER):
        return gettext(
            "{option}: write a whole number; with half a table write the pairs: --pairs NUMBER", option=where
        )
    return f"{where}: {_said(_VALUES, what, context)}"


def _no_choice(_: Any, given: str, known: str) -> str:
    return gettext("there is no {given}; write one of {known}", given=given, known=known.replace("'", ""))


def _no_date(_: Any, given: str) -> str:
    from pipelines.settings.toml_files import date_of

    if meant := date_of(given):
        return gettext("{given}: did you mean {meant}?", given=given, meant=meant)
    return gettext("{given}: write dates as {example}", given=given, example="2025-12-31")


_NO_INTEGER = "Input should be a valid integer"
_Plain = tuple[tuple[str, str | Callable[..., str]], ...]
"""What the library says -> the same for people, or what says it; parts with a name stand in its gaps."""

_WORDS: _Plain = (
    (r"No such option: (?P<option>\S+).*", _no_option),
    (r"No such command '(?P<command>.*?)'\..*", _no_command),
    (r"Missing (?:argument|option) '(?P<name>.*?)'.*", _missing),
    (r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.*)\)", _too_many),
    (r"Missing command\.", gettext_noop("the command is missing")),
    (r"Option '(?P<option>.*?)' requires .*", gettext_noop("{option}: the value behind it is missing")),
    (
        r"Option '(?P<option>.*?)' does not take a value\.",
        gettext_noop("{option}: no value stands behind it; leave it out"),
    ),
    (r"Invalid value for '(?P<where>.*?)'(?: / '.*?')*: (?P<what>.*)", _value),
)

_VALUES: _Plain = (
    (r"(?:Value error, )?'(?P<given>.*)' is not one of (?P<known>.*?)\.?", _no_choice),
    (r"(?:Value error, )?'(?P<given>.*)' does not match the formats '%Y-%m-%d'\.?", _no_date),
    (rf"{_NO_INTEGER}.*", gettext_noop("write a whole number")),
    (r"Input should be a valid number.*", gettext_noop("write a number")),
    (r"Input should be greater than or equal to (?P<least>\S+)", gettext_noop("write a number from {least}")),
    (r"Input should be less than or equal to (?P<most>\S+)", gettext_noop("write a number to {most}")),
)
