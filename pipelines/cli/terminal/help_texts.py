"""Translate the output of typer into the language of the user: help, and errors in the arguments of a command.

The commands define their help in English; it is translated just before typer prints it.
"""

import csv
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
from pipelines.words.lists import texts
from pipelines.words.suggestions import nearest
from transforms.tables.messages import gettext, gettext_noop, pgettext, pgettext_noop

_LONG_DASH = re.compile(r"-?[‐‑‒–—―−]-?[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
_LANGUAGE = re.compile(r"(?:^|\0)--language[=\0]([^\0]*)")
"""Matches the option in the words of a command, which are separated by null characters."""
_EXAMPLE = "Example: "
_NUMBER = pgettext_noop("kind of value", "number")
_TYPES: dict[object, tuple[str, str]] = {
    str: pgettext_noop("kind of value", "text"),
    int: _NUMBER,
    float: _NUMBER,
    Path: pgettext_noop("kind of value", "path"),
    dt.datetime: pgettext_noop("kind of value", "date"),
}
_OF_TYPER = texts("word of typer")
with Path(__file__).parents[1].joinpath("help.csv").open(encoding="utf-8", newline="") as _table:
    _HELP = {(row["command"], row["argument"]): row["help"] for row in csv.DictReader(_table)}
"""The English help of arguments that belong to one command, by function and parameter."""


class _Spoken:
    def format_help(self: Any, ctx: Any, formatter: Any) -> None:
        _translate(self, ctx)
        super().format_help(ctx, formatter)  # pyrefly: ignore[missing-attribute] - the other base class has it

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{gettext('Usage:')} ")


class _Command(_Spoken, TyperCommand):
    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        params: list[Any] = self.params
        for param in params:
            param.help = getattr(param, "help", None) or _HELP.get((getattr(self.callback, "__name__", ""), param.name))

    def invoke(self, ctx: Any) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        with explained():
            return super().invoke(ctx)


class _Group(_Spoken, TyperGroup):
    def parse_args(self, ctx: Any, args: list[str]) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        if ctx.parent is None:
            named = _LANGUAGE.search("\0".join(args))  # first of all, because help is printed during parsing
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
    """A typer app that prints help in the language of the user, and explains errors that the user can correct."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, cls=_Group)

    def command(self, name: str | None = None, **how: Any) -> Callable[[Any], Any]:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Declare a command like `typer.Typer.command`."""
        return super().command(name, **how, cls=_Command)


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
    from rich.markup import escape
    from typer import rich_utils

    for name, words in _OF_TYPER.items():
        setattr(rich_utils, name, gettext(words, text="{}"))
    for one in (command, *getattr(command, "commands", {}).values()):
        one.help = "\n\n".join(map(gettext, _paragraphs(one.help)))
        one.options_metavar = gettext("[OPTIONS]")
        if one.epilog and one.epilog.startswith(_EXAMPLE):
            one.epilog = gettext("Example: {command}", command=one.epilog.removeprefix(_EXAMPLE))
    command.subcommand_metavar = gettext("COMMAND [ARGUMENTS]...")
    for param in command.get_params(ctx):
        is_help = "--help" in param.opts
        param.help = escape(gettext(gettext_noop("Show this message and exit.") if is_help else param.help or ""))
        kind = param.type_descriptor
        if not kind.is_choice:
            one = get_args(kind.annotation)[0] if kind.is_list else kind.annotation
            words = "" if getattr(param, "is_flag", False) else f"<{pgettext(*_TYPES[one])}>"
            param.display_type = partial("{}".format, words)  # whatever the context


def what_is_wrong(error: TyperException) -> str:
    """Return what is wrong, how to correct it, and where to find help; "" if the error has no message."""
    context: Any = getattr(error, "ctx", None)
    where, what = re.fullmatch(_MESSAGE, error.format_message(), re.DOTALL).groups()  # pyrefly: ignore - it fits all
    for form, words in _WORDS.items():
        if found := re.fullmatch(form, what, re.DOTALL):
            what = gettext(words, **_gaps(context, **found.groupdict()))
            break
    if option := re.match(r"No such option: ([^\s.]+)", what):
        what = _no_option(context, option[1])
    what = f"{where}: {what}" if where else what
    return what and gettext("{what}; see {command}", what=what, command=f"{_command_of(context)} --help")


def _gaps(context: Any, **given: str) -> dict[str, str]:
    if "command" in given:
        given["near"] = nearest(given["command"], context.command.commands, 1)
    if "name" in given:
        given["example"] = context.command.epilog.removeprefix(_EXAMPLE)
    if "known" in given:
        given["known"] = given["known"].replace("'", "")
    elif "given" in given:
        from pipelines.settings.toml_slips import date_of

        given["example"] = date_of(given["given"]) or "2025-12-31"
    return given


def _no_option(context: Any, option: str) -> str:
    of_commands = _options("", context.find_root().command)
    if option in of_commands.pop(""):
        instead = f"barometer {option} …"
        return gettext("{option} must come before the command: {instead}", option=option, instead=instead)
    if others := ", ".join(name for name, options in of_commands.items() if option in options):
        sentence = gettext_noop("{option}: {command} has no such option; it belongs to {others}")
        return gettext(sentence, option=option, command=_command_of(context), others=others)
    known = {"--help"}.union(*_options("", context.command).values())
    return gettext("{option}: there is no such option{near}", option=option, near=nearest(option, known, 1))


def _command_of(context: Any) -> str:
    return "barometer" + (context.command_path.removeprefix(context.find_root().command_path) if context else "")


def _options(name: str, command: Any) -> dict[str, list[str]]:
    found = {name: [long for one in command.params for long in one.opts if long.startswith("--")]}
    for below, one in getattr(command, "commands", {}).items():
        found |= _options(f"{name} {below}".lstrip(), one)
    return found


_MESSAGE = r"(?:Invalid value(?: for '(.*?)'(?: / '.*?')*)?: )?(?:Value error, )?(.*?)\.?"
"""The form of an error message of typer: the wrong argument, if named, and what is wrong with it."""
_WORDS = texts("error of typer")
"""Our wording of typer's errors, by a pattern for typer's wording. Its named groups fill the placeholders."""
