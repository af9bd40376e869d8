"""What is wrong with the arguments of a command, in the language that is spoken."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from typer.exceptions import TyperException

from pipelines.cli.terminal.help_texts import EXAMPLE
from transforms.tables.messages import gettext, gettext_noop


def what_is_wrong(error: TyperException) -> str:
    """What is wrong, how to fix it, and whose help says more; empty where there is nothing to say."""
    message, context = error.format_message(), getattr(error, "ctx", None)
    if not message:
        return ""
    what, command = _in_words(_WORDS, message, context), f"{_command_of(context)} --help"
    if what.endswith("?"):
        return gettext("{what} See {command}", what=what, command=command)
    return gettext("{what}; see {command}", what=what, command=command)


def _in_words(known: "_Plain", message: str, context: Any) -> str:
    for words, plain in known:
        if found := re.fullmatch(words, message, re.DOTALL):
            parts = found.groupdict()
            return gettext(plain, **parts) if isinstance(plain, str) else plain(context, **parts)
    return message.removeprefix("Invalid value: ").removeprefix("Value error, ").rstrip(".")


def _command_of(context: Any) -> str:
    words = list[str]()
    while context is not None and context.parent is not None:
        words, context = [context.info_name, *words], context.parent
    return " ".join(["barometer", *words])


def _nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that begins with this one, or else the most similar one."""
    from transforms.tables.nearest_words import nearest_words

    known = list(known)
    longer = (one for one in known if one.startswith(word))
    return min(longer, key=len, default=None) or next(iter(nearest_words(word, known)), None)


def _no_option(context: Any, option: str) -> str:
    of_commands = _options("", context.find_root().command)
    here = _command_of(context)
    if option in of_commands.pop(""):
        return gettext("{option} stands before the command: {meant}", option=option, meant=f"barometer {option} …")
    if others := [name for name, options in of_commands.items() if option in options]:
        return gettext(
            "{option}: {command} has no such option; it belongs to {others}",
            option=option,
            command=here,
            others=", ".join(others),
        )
    known = {name for options in _options("", context.command).values() for name in options}
    if near := _nearest(option, sorted({*known, "--help"})):
        return gettext("{option}: there is no such option; did you mean {near}?", option=option, near=near)
    return gettext("{option}: there is no such option", option=option)


def _options(name: str, command: Any) -> dict[str, list[str]]:
    """Name of a command, and of each below it, as `balance check` -> its long options."""
    found = {name: [long for one in command.params for long in one.opts if long.startswith("--")]}
    for below, one in getattr(command, "commands", {}).items():
        found |= _options(f"{name} {below}".lstrip(), one)
    return found


def _no_command(context: Any, command: str) -> str:
    near = _nearest(command, context.command.commands)
    if near is None:
        return gettext("{command}: there is no such command", command=command)
    return gettext("{command}: there is no such command; did you mean {near}?", command=command, near=near)


def _missing(context: Any, name: str) -> str:
    epilog = str(context.command.epilog or "")
    if epilog.startswith(EXAMPLE):
        example = epilog.removeprefix(EXAMPLE)
        return gettext("{name} is missing: write it, as in {example}", name=name, example=example)
    return gettext("{name} is missing", name=name)


def _no_date(_: Any, given: str) -> str:
    from pipelines.settings.toml_slips import date_of

    if meant := date_of(given):
        return gettext("{given}: did you mean {meant}?", given=given, meant=meant)
    return gettext("{given}: write dates as {example}", given=given, example="2025-12-31")


def _no_choice(_: Any, given: str, known: str) -> str:
    return gettext("there is no {given}; write one of {known}", given=given, known=known.replace("'", ""))


def _no_value(context: Any, where: str, what: str) -> str:
    return f"{where}: {_in_words(_VALUES, what, context)}"


_Plain = tuple[tuple[str, str | Callable[..., str]], ...]
"""What the library says -> the same for people, or what says it; parts with a name stand in its gaps."""

_VALUES: _Plain = (
    (r"(?:Value error, )?'(?P<given>.*)' is not one of (?P<known>.*?)\.?", _no_choice),
    (r"(?:Value error, )?'(?P<given>.*)' does not match the formats '%Y-%m-%d'\.?", _no_date),
    (r"Input should be a valid integer.*", gettext_noop("write a whole number")),
    (r"Input should be a valid number.*", gettext_noop("write a number")),
    (r"Input should be greater than or equal to (?P<least>\S+)", gettext_noop("write a number from {least}")),
    (r"Input should be less than or equal to (?P<most>\S+)", gettext_noop("write a number to {most}")),
)
_WORDS: _Plain = (
    (r"No such option: (?P<option>\S+).*", _no_option),
    (r"No such command '(?P<command>.*?)'\..*", _no_command),
    (r"Missing (?:argument|option) '(?P<name>.*?)'.*", _missing),
    (
        r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.*)\)",
        gettext_noop("{words}: one word too many; put what has blanks in it between quotes"),
    ),
    (r"Missing command\.", gettext_noop("the command is missing")),
    (r"Option '(?P<option>.*?)' requires .*", gettext_noop("{option}: the value behind it is missing")),
    (
        r"Option '(?P<option>.*?)' does not take a value\.",
        gettext_noop("{option}: no value stands behind it; leave it out"),
    ),
    (r"Invalid value for '(?P<where>.*?)'(?: / '.*?')*: (?P<what>.*)", _no_value),
)
