"""What `--help` says, in the language that is spoken: it stands in English where the commands are defined.

The help of a command is that of typer, of texts that are put into the language just before. `said_in_help` gives these
texts to the catalogues.
"""

import datetime as dt
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from pipelines.cli.terminal.output import explained
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import PACKAGES
from pipelines.words.languages import make_usual
from transforms.tables.messages import gettext, gettext_noop, pgettext, pgettext_noop

_LONG_DASH = re.compile(r"-?[‐‑‒–—―−]-?[A-Za-z][\w-]*(?:=.*)?", re.DOTALL)
LANGUAGE = "--language"
EXAMPLE = "Example: "
_TYPES: dict[object, tuple[str, str]] = {
    str: pgettext_noop("kind of value", "text"),
    int: pgettext_noop("kind of value", "number"),
    float: pgettext_noop("kind of value", "number"),
    Path: pgettext_noop("kind of value", "path"),
    dt.datetime: pgettext_noop("kind of value", "date"),
}


class _Spoken:
    """The help of a command, or of a group of them, in the language that is spoken."""

    def format_help(self: Any, ctx: Any, formatter: Any) -> None:
        """Print the help."""
        _translate(self, ctx)
        super().format_help(ctx, formatter)  # pyrefly: ignore[missing-attribute]

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write how the command is typed."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{gettext('Usage:')} ")


class SpokenCommand(_Spoken, TyperCommand):
    """A command whose help is in the language that is spoken, and whose errors are explained."""

    def invoke(self, ctx: Any) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Run the command."""
        with explained():
            return super().invoke(ctx)


class SpokenGroup(_Spoken, TyperGroup):
    """Commands whose help is in the language that is spoken."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Speak the language that is named anywhere in what was typed: help is printed before the rest is read."""
        if ctx.parent is None:
            named = re.search(rf"(?:^|\0){LANGUAGE}[=\0]([^\0]*)", "\0".join(args))
            with suppress(UnusableError):  # the command itself reports it
                make_usual(named and named[1])
            for word in filter(_LONG_DASH.fullmatch, args):
                raise typer.BadParameter(
                    gettext("{word}: begins with a long dash, as Word and mails make it; type hyphens", word=word)
                )
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """Commands with a help in the language that is spoken."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, cls=SpokenGroup)

    def command(self, name: str | None = None, **how: Any) -> Callable[[Any], Any]:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """As that of typer."""
        return super().command(name, **how, cls=SpokenCommand)


def said_in_help(command: Any, place: str = "pipelines/cli/app.py") -> Iterator[tuple[str, str]]:
    """Every text of the help of a command and of all commands below it, in English, with the file it stands in."""
    if command.callback is not None:
        source = Path(inspect.unwrap(command.callback).__code__.co_filename)
        place = source.relative_to(PACKAGES).as_posix() if source.is_relative_to(PACKAGES) else place
    yield from ((text, place) for text in _paragraphs(command.help))
    yield from ((param.help, place) for param in command.params if getattr(param, "help", None))
    for other in getattr(command, "commands", {}).values():
        yield from said_in_help(other, place)


def _paragraphs(help_text: str | None) -> list[str]:
    return [" ".join(text.split()) for text in inspect.cleandoc(help_text or "").split("\n\n") if text.strip()]


def _translate(command: Any, ctx: Any) -> None:
    """Put a command, those below it and the words of the library into the language that is spoken."""
    from typer import rich_utils

    for one in (command, *getattr(command, "commands", {}).values()):
        one.help = "\n\n".join(map(gettext, _paragraphs(one.help)))
        one.options_metavar = gettext("[OPTIONS]")
        one.rich_help_panel = gettext("Commands")
        if one.epilog and one.epilog.startswith(EXAMPLE):
            one.epilog = gettext("Example: {command}", command=one.epilog.removeprefix(EXAMPLE))
    command.subcommand_metavar = gettext("COMMAND [ARGUMENTS]...")
    for param in command.get_params(ctx):
        param.help = gettext(
            gettext_noop("Show this message, and stop.") if "--help" in param.opts else param.help or ""
        )
        kind = _type_of(param)
        if isinstance(param, TyperArgument):
            param.rich_help_panel = gettext("Arguments")
            if kind is not None:
                vars(param)["display_type"] = lambda _, kind=kind: kind
        elif isinstance(param, TyperOption):
            param.rich_help_panel = gettext("Options")
            param.metavar = kind if param.metavar is None else param.metavar
    rich_utils.DEFAULT_STRING = gettext("[{text} if not given]", text="{}")
    rich_utils.REQUIRED_LONG_STRING = gettext("[needed]")


def _type_of(param: Any) -> str | None:
    """What kind of value stands there, in words; None where the choices say it."""
    if getattr(param, "is_flag", False):
        return ""
    kind = param.type_descriptor
    one = next(iter(get_args(kind.annotation)), kind.annotation) if kind.is_list else kind.annotation
    return None if kind.is_choice or one not in _TYPES else f"<{pgettext(*_TYPES[one])}>"
