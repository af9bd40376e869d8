"""Translate what typer prints into the language of the user: help, and errors in the arguments of a command.

The commands define their help in English; it is translated just before typer prints it.
"""

import datetime as dt
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from pipelines.cli.terminal.output import explained
from pipelines.machine.errors import UnusableError
from pipelines.words.languages import make_usual
from pipelines.words.suggestions import nearest
from transforms.tables.messages import gettext, gettext_noop, pgettext, pgettext_noop

_LONG_DASH = re.compile(r"-?[‐‑‒–—―−]-?[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
LANGUAGE = "--language"
EXAMPLE = "Example: "
_NUMBER = pgettext_noop("kind of value", "number")
_TYPES: dict[object, tuple[str, str]] = {
    str: pgettext_noop("kind of value", "text"),
    int: _NUMBER,
    float: _NUMBER,
    Path: pgettext_noop("kind of value", "path"),
    dt.datetime: pgettext_noop("kind of value", "date"),
}
_OF_TYPER = {
    "ARGUMENTS_PANEL_TITLE": gettext_noop("Arguments"),
    "OPTIONS_PANEL_TITLE": gettext_noop("Options"),
    "COMMANDS_PANEL_TITLE": gettext_noop("Commands"),
    "DEFAULT_STRING": gettext_noop("[default: {text}]"),
    "REQUIRED_LONG_STRING": gettext_noop("[required]"),
}
"""Texts of `typer.rich_utils` to translate, by the name of the constant."""


class _Spoken:
    """The help of a command or a group, in the language of the user."""

    def format_help(self: Any, ctx: Any, formatter: Any) -> None:
        _translate(self, ctx)
        super().format_help(ctx, formatter)  # pyrefly: ignore[missing-attribute] - of the class it is mixed into

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the usage line of the command."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{gettext('Usage:')} ")


class SpokenCommand(_Spoken, TyperCommand):
    """A command with its help in the language of the user, which explains errors that the user can correct."""

    def invoke(self, ctx: Any) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Run the command, and explain errors that the user can correct."""
        with explained():
            return super().invoke(ctx)


class SpokenGroup(_Spoken, TyperGroup):
    """A group of commands with its help in the language of the user."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Set the language first, from anywhere on the command line, because help is printed during parsing."""
        if ctx.parent is None:
            named = re.search(rf"(?:^|\0){LANGUAGE}[=\0]([^\0]*)", "\0".join(args))
            with suppress(UnusableError):  # the command itself reports it
                make_usual(named and named[1])
            for word in filter(_LONG_DASH.fullmatch, args):
                raise typer.BadParameter(
                    gettext(
                        "{word}: this begins with a long dash, into which Word and mail programs change "
                        "hyphens; type hyphens instead",
                        word=word,
                    )
                )
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """A typer app that prints the help of its commands in the language of the user."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, cls=SpokenGroup)

    def command(self, name: str | None = None, **how: Any) -> Callable[[Any], Any]:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Declare a command like `typer.Typer.command`, but as a `SpokenCommand`."""
        return super().command(name, **how, cls=SpokenCommand)


def said_in_help(command: Any, place: str = "pipelines/cli/app.py") -> Iterator[tuple[str, str]]:
    """Yield each English help text of a command and its subcommands, with its source file, for the translations."""
    if command.callback is not None:
        place = f"{command.callback.__module__.replace('.', '/')}.py"
    yield from ((text, place) for text in _paragraphs(command.help))
    yield from ((param.help, place) for param in command.params if getattr(param, "help", None))
    for other in getattr(command, "commands", {}).values():
        yield from said_in_help(other, place)


def _paragraphs(help_text: str | None) -> list[str]:
    return [" ".join(text.split()) for text in inspect.cleandoc(help_text or "").split("\n\n") if text.strip()]


def _translate(command: Any, ctx: Any) -> None:
    """Translate the help of a command and its subcommands, and the words of typer in it."""
    from typer import rich_utils

    for name, words in _OF_TYPER.items():
        setattr(rich_utils, name, gettext(words, text="{}"))
    for one in (command, *getattr(command, "commands", {}).values()):
        one.help = "\n\n".join(map(gettext, _paragraphs(one.help)))
        one.options_metavar = gettext("[OPTIONS]")
        if one.epilog and one.epilog.startswith(EXAMPLE):
            one.epilog = gettext("Example: {command}", command=one.epilog.removeprefix(EXAMPLE))
    command.subcommand_metavar = gettext("COMMAND [ARGUMENTS]...")
    for param in command.get_params(ctx):
        is_help = "--help" in param.opts
        param.help = gettext(gettext_noop("Show this message and exit.") if is_help else param.help or "")
        kind = param.type_descriptor
        one = get_args(kind.annotation)[0] if kind.is_list else kind.annotation
        if not kind.is_choice:
            words = "" if getattr(param, "is_flag", False) else f"<{pgettext(*_TYPES[one])}>"
            param.display_type = partial("{}".format, words)  # whatever the context


def what_is_wrong(error: TyperException) -> str:
    """Return what is wrong, how to correct it, and where to find help; "" if the error has no message."""
    context: Any = getattr(error, "ctx", None)
    where, what = re.fullmatch(_MESSAGE, error.format_message(), re.DOTALL).groups()  # pyrefly: ignore - it fits all
    for form, words in _WORDS.items():
        if found := re.fullmatch(form, what, re.DOTALL):
            gaps = found.groupdict()
            what = gettext(words, **gaps) if isinstance(words, str) else words(context, gaps)
            break
    what = f"{where}: {what}" if where else what
    return what and gettext("{what}; see {command}", what=what, command=f"{_command_of(context)} --help")


def _command_of(context: Any) -> str:
    return "barometer" + (context.command_path.removeprefix(context.find_root().command_path) if context else "")


def _no_option(context: Any, gaps: dict[str, str]) -> str:
    option, of_commands = gaps["option"], _options("", context.find_root().command)
    if option in of_commands.pop(""):
        return gettext(
            "{option} must come before the command: {instead}", option=option, instead=f"barometer {option} …"
        )
    if others := [name for name, options in of_commands.items() if option in options]:
        return gettext(
            "{option}: {command} has no such option; it belongs to {others}",
            option=option,
            command=_command_of(context),
            others=", ".join(others),
        )
    known = {"--help"}.union(*_options("", context.command).values())
    return gettext("{option}: there is no such option{near}", option=option, near=nearest(option, known, 1))


def _options(name: str, command: Any) -> dict[str, list[str]]:
    """Return the long options of a command and of each subcommand, by name, such as `balance check`."""
    found = {name: [long for one in command.params for long in one.opts if long.startswith("--")]}
    for below, one in getattr(command, "commands", {}).items():
        found |= _options(f"{name} {below}".lstrip(), one)
    return found


def _no_date(_: Any, gaps: dict[str, str]) -> str:
    from pipelines.settings.toml_slips import date_of

    return gettext("{given}: write dates like {example}", **gaps, example=date_of(gaps["given"]) or "2025-12-31")


_MESSAGE = r"(?:Invalid value(?: for '(.*?)'(?: / '.*?')*)?: )?(?:Value error, )?(.*?)\.?"
"""The form of an error message of typer: the wrong argument, if named, and what is wrong with it."""
_WORDS: dict[str, str | Callable[[Any, dict[str, str]], str]] = {
    r"No such option: (?P<option>[^\s.]+).*": _no_option,
    r"No such command '(?P<command>.*?)'.*": lambda context, gaps: gettext(
        "{command}: there is no such command{near}",
        **gaps,
        near=nearest(gaps["command"], context.command.commands, 1),
    ),
    r"Missing (?:argument|option) '(?P<name>.*?)'.*": lambda context, gaps: gettext(
        "{name} is missing; add it, as in: {example}", **gaps, example=context.command.epilog.removeprefix(EXAMPLE)
    ),
    r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.*)\)": gettext_noop(
        "{words}: too many words; put a name with spaces between quotes"
    ),
    r"Missing command": gettext_noop("the command is missing"),
    r"Option '(?P<option>.*?)' requires .*": gettext_noop("the value of {option} is missing"),
    r"Option '(?P<option>.*?)' does not take a value": gettext_noop(
        "{option}: this option takes no value; leave out the value"
    ),
    r"'(?P<given>.*)' is not one of (?P<known>.*)": lambda _, gaps: gettext(
        "there is no {given}; write one of {known}", given=gaps["given"], known=gaps["known"].replace("'", "")
    ),
    r"'(?P<given>.*)' does not match the formats '%Y-%m-%d'": _no_date,
    r"Input should be a valid integer.*": gettext_noop("write a whole number"),
    r"Input should be a valid number.*": gettext_noop("write a number"),
    r"Input should be greater than or equal to (?P<least>\S+)": gettext_noop("write a number from {least}"),
    r"Input should be less than or equal to (?P<most>\S+)": gettext_noop("write a number up to {most}"),
}
"""Our wording of each error of typer, or a function that returns our wording, by a pattern for typer's wording.

The named groups of the pattern fill the placeholders of our wording.
"""
