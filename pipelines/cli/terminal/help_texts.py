"""What `--help` says, in the language that is spoken: it stands in English where the commands are defined.

The help of a command is that of typer, of texts that are put into the language just before. `said_in_help` gives these
texts to the catalogues.
"""

import datetime as dt
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, get_args

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from pipelines.cli.terminal.output import explained
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import PACKAGES
from pipelines.words.languages import make_usual
from transforms.tables.messages import gettext, gettext_noop, pgettext, pgettext_noop

_LONG = "‐‑‒–—―−"
_OPTION = re.compile(rf"-?[{_LONG}][-{_LONG}]*(?P<name>[A-Za-z][\w-]*)(?P<value>=.*)?", re.DOTALL)


def with_long_dash(words: Iterable[str]) -> tuple[str, str] | None:
    """The first of some words that is meant as an option and begins with a long dash, and how it is typed."""
    for word in words:
        if word == "--":
            return None
        if found := _OPTION.fullmatch(word):
            name = found["name"]
            return word, f"{'-' if len(name) == 1 else '--'}{name}{found['value'] or ''}"
    return None


LANGUAGE = "--language"
EXAMPLE = "Example: "
_HELP_OF_HELP = gettext_noop("Show this message, and stop.")
_TYPES: dict[object, tuple[str, str]] = {
    str: pgettext_noop("kind of value", "text"),
    int: pgettext_noop("kind of value", "number"),
    float: pgettext_noop("kind of value", "number"),
    Path: pgettext_noop("kind of value", "path"),
    dt.datetime: pgettext_noop("kind of value", "date"),
}


class SpokenCommand(TyperCommand):
    """A command whose help is in the language that is spoken, and whose errors are explained."""

    def invoke(self, ctx: Any) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Run the command."""
        with explained():
            return super().invoke(ctx)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Print the help."""
        _speak(self)
        _of_params(self.get_params(ctx))
        with _library_speaks():
            super().format_help(ctx, formatter)

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Write how the command is typed."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=_usage())


class SpokenGroup(TyperGroup):
    """Commands whose help is in the language that is spoken."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Speak the language that is named anywhere in what was typed: help is printed before the rest is read."""
        if ctx.parent is None:
            with suppress(UnusableError):  # told by the command itself
                make_usual(named_language(args))
            if long := with_long_dash(args):
                word, meant = long
                raise typer.BadParameter(
                    gettext(
                        "{word}: begins with a long dash, as Word and mails make it; type {meant}",
                        word=word,
                        meant=meant,
                    )
                )
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Print the help."""
        _speak(self)
        for command in self.commands.values():
            _speak(command)
        self.subcommand_metavar = gettext("COMMAND [ARGUMENTS]...")
        _of_params(self.get_params(ctx))
        with _library_speaks():
            super().format_help(ctx, formatter)

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Write how the commands are typed."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=_usage())


class Commands(typer.Typer):
    """Commands with a help in the language that is spoken."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how, cls=SpokenGroup)

    def command(self, name: str | None = None, **how: Any) -> Callable[[Any], Any]:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """As that of typer."""
        return super().command(name, **how, cls=SpokenCommand)


class InHelp(NamedTuple):
    """A text of a help, in English, and the file in which it stands."""

    text: str
    place: str


def said_in_help(command: Any, place: str = "pipelines/cli/app.py") -> Iterator[InHelp]:
    """Every text of the help of a command, and of all commands below it."""
    if command.callback is not None:
        source = Path(inspect.unwrap(command.callback).__code__.co_filename)
        place = source.relative_to(PACKAGES).as_posix() if source.is_relative_to(PACKAGES) else place
    yield from (InHelp(text, place) for text in _paragraphs(command.help))
    yield from (InHelp(param.help, place) for param in command.params if getattr(param, "help", None))
    for other in getattr(command, "commands", {}).values():
        yield from said_in_help(other, place)


def _paragraphs(help_text: str | None) -> list[str]:
    return [" ".join(text.split()) for text in inspect.cleandoc(help_text or "").split("\n\n") if text.strip()]


def _speak(command: Any) -> None:
    command.help = "\n\n".join(map(gettext, _paragraphs(command.help)))
    command.options_metavar = gettext("[OPTIONS]")
    command.rich_help_panel = gettext("Commands")
    if command.epilog and command.epilog.startswith(EXAMPLE):
        command.epilog = gettext("Example: {command}", command=command.epilog.removeprefix(EXAMPLE))


def _of_params(params: list[Any]) -> None:
    for param in params:
        if "--help" in param.opts:
            param.help = _HELP_OF_HELP
        param.help = gettext(param.help or "")
        if isinstance(param, TyperArgument):
            param.rich_help_panel = gettext("Arguments")
            kind = _type_of(param)
            if kind is not None:
                vars(param)["display_type"] = partial(_as_told, kind)
        elif isinstance(param, TyperOption):
            param.rich_help_panel = gettext("Options")
            param.metavar = _type_of(param) if param.metavar is None else param.metavar


def _as_told(kind: str, _: object) -> str:
    return kind


def _type_of(param: Any) -> str | None:
    """What kind of value stands there, in words; None where the choices say it."""
    if getattr(param, "is_flag", False):
        return ""
    kind = param.type_descriptor
    if kind.is_choice:
        return None
    one = next(iter(get_args(kind.annotation)), kind.annotation) if kind.is_list else kind.annotation
    named = _TYPES.get(one)
    return None if named is None else f"<{pgettext(*named)}>"


@contextmanager
def _library_speaks() -> Iterator[None]:
    """Have the library say its own words in the language that is spoken."""
    from typer import rich_utils

    before = rich_utils.DEFAULT_STRING, rich_utils.REQUIRED_LONG_STRING
    rich_utils.DEFAULT_STRING = gettext("[{text} if not given]", text="{}")
    rich_utils.REQUIRED_LONG_STRING = gettext("[needed]")
    try:
        yield
    finally:
        rich_utils.DEFAULT_STRING, rich_utils.REQUIRED_LONG_STRING = before


def _usage() -> str:
    return f"{gettext('Usage:')} "


def named_language(args: list[str]) -> str | None:
    """What stands behind `--language`, wherever that is."""
    for place, word in enumerate(args):
        if word == LANGUAGE and place + 1 < len(args):
            return args[place + 1]
        if word.startswith(f"{LANGUAGE}="):
            return word.partition("=")[2]
    return None
