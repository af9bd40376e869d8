"""What is wrong with the arguments of a command, without the words of the library that reads them."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.exceptions import TyperException

from pipelines.cli.terminal.help_texts import LANGUAGE, named_language
from pipelines.cli.terminal.options_elsewhere import (
    commands_with,
    has_option,
    nearest,
    option_behind,
    options_of,
    options_within,
    places_behind,
)
from pipelines.words.plain_text import between_quotes, typed
from transforms.messages import gettext

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
