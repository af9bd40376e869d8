"""`make messages`: gather the messages of pages, findings and the terminal from the code into the catalogues.

Existing translations stay. Messages that are no longer in the code are removed. docs/translating.md is for translators.
"""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from pipelines.cli.app import app
from pipelines.cli.desk.rule_fields import words_of_keys
from pipelines.cli.new.as_toml import words_shown
from pipelines.cli.terminal.help_texts import said_in_help
from pipelines.machine.paths import PACKAGES
from pipelines.reports.downloads import OF_COLUMN, column_list, to_download
from pipelines.reports.html import TEMPLATES, templates
from pipelines.reports.tables.columns import report_tables
from pipelines.tools.finding_messages import parsed, sentences
from pipelines.words.languages import ENGLISH, LANGUAGES, catalogue_file, is_checked, speaking
from pipelines.words.lists import ENTRIES
from transforms.tables.schemas import WAREHOUSE

SAYING = {
    "Message": 1, "gettext": 1, "gettext_noop": 1, "_": 1, "UnusableError": 1, "LandingError": 1, "MachineError": 1,
    "DiskError": 1, "WarehouseError": 1, "BrokenOffError": 1, "AnotherWriterError": 1, "LockedError": 1,
    "NoServerError": 1, "StoreError": 1, "MovementError": 1, "ScheduleError": 1,
    "ngettext": 2, "ngettext_noop": 2, "pgettext": 2, "pgettext_noop": 2,
}  # fmt: skip
"""By name of a function, how many of its first arguments are texts (message, plural, context)."""
_HEADERS = {"MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
_SPACES = {"fr": re.compile(" (?=[:;!?%»])")}
"""By language, the spaces that become no-break spaces, so that no line begins with a punctuation mark."""


class Said(NamedTuple):
    """A message in the code."""

    message: str | tuple[str, str]
    context: str | None
    place: str


def main() -> None:
    """Update the catalogues that a native speaker has checked; with `--all`, used before a release, all catalogues."""
    said = list(messages())
    for language in LANGUAGES:
        path = catalogue_file(language)
        if language != ENGLISH and ("--all" in sys.argv or not path.exists() or is_checked(language)):
            path.write_bytes(as_text(updated(catalogue(path, language), said)))


def messages() -> Iterator[Said]:
    """Yield the messages of the code and of the templates, as often as they occur."""
    for place, tree in parsed().items():
        yield from messages_of_code(tree, place)
    for sentence in sentences():
        yield Said(sentence.text, sentence.code, sentence.place)
    for text, place in said_in_help(get_command(app)):
        yield Said(text, None, place)
    for texts, context, place in (
        (words_of_columns(), OF_COLUMN, "pipelines/reports/downloads.py"),
        (words_of_keys(), OF_COLUMN, "pipelines/cli/desk/rule_fields.py"),
        (words_shown(), OF_COLUMN, "pipelines/cli/new/as_toml.py"),
    ):
        yield from (Said(text, context, place) for text in texts)
    for entry in ENTRIES:
        message = (entry.text, entry.plural) if entry.plural else entry.text
        yield Said(message, entry.context or None, "pipelines/words/lists.csv")
    for path in sorted(TEMPLATES.glob("*.html")):
        yield from messages_of_template(path.read_text(encoding="utf-8"), path.relative_to(PACKAGES).as_posix())


def words_of_columns() -> list[str]:
    """Return types, descriptions and units of the columns in the tables that pages show and offer for download."""
    warehouse: dict[str, pl.DataFrame] = {name: schema.create_empty() for name, schema in WAREHOUSE.items()}
    shown = to_download({f"report.{name}": table for name, table in report_tables(warehouse).items()})
    with speaking(ENGLISH):
        said = column_list(shown).select(pl.concat_list("type", "words", "unit").explode().drop_nulls().unique())
    return said.to_series().to_list()


def messages_of_code(tree: ast.Module, place: str) -> Iterator[Said]:
    """Yield the messages of a Python file. ValueError: a message is not a literal text."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        given = call.args[: SAYING.get(name, 0)]
        if not given or not any(isinstance(argument, ast.Constant | ast.JoinedStr | ast.BinOp) for argument in given):
            continue  # the message was marked where it is written out
        texts = [argument.value for argument in given if isinstance(argument, ast.Constant)]
        if len(texts) != SAYING[name]:
            raise ValueError(f"{place}:{call.lineno}: the message of {name} is not written out")
        yield _said(name, [str(text) for text in texts], place)


def messages_of_template(source: str, place: str) -> Iterator[Said]:
    """Yield the messages of a template. ValueError: a message is not a literal text."""
    for line, name, found in templates().extract_translations(source):  # pyrefly: ignore
        texts = [found] if isinstance(found, str) else list(found)
        if not all(isinstance(text, str) for text in texts[: SAYING[name]]):
            raise ValueError(f"{place}:{line}: the message of {name} is not written out")
        yield _said(name, texts[: SAYING[name]], place)


def catalogue(path: Path, language: str) -> Catalog:
    """Return the catalogue in a file; an empty one if there is no such file."""
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as text:
        return read_po(text, locale=language)


def updated(had: Catalog, said: list[Said]) -> Catalog:
    """Return a catalogue with just these messages. Those that `had` contains keep their translation and notes."""
    now = Catalog(locale=had.locale, header_comment=had.header_comment, fuzzy=False)
    for message, context, place in sorted(said, key=lambda one: (one.place, str(one.message))):
        before = had.get(message if isinstance(message, str) else message[0], context)
        now.add(
            message,
            _spaced(before.string, str(had.locale)) if before and isinstance(before.id, type(message)) else None,
            locations=[(place, 0)],
            flags=before.flags & {"fuzzy"} if before else (),
            user_comments=before.user_comments if before else (),
            context=context,
        )
    return now


def as_text(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file, without headers that say when, by whom or with which program it was written."""
    text = BytesIO()
    headers = {"Language": catalogue.locale, "Plural-Forms": catalogue.plural_forms, **_HEADERS}
    headers["X-Checked"] = "yes" if is_checked(str(catalogue.locale)) else "no"
    written = "".join(f'"{name}: {value}\\n"\n' for name, value in headers.items())
    text.write(f'{catalogue.header_comment}\nmsgid ""\nmsgstr ""\n{written}\n'.encode())
    write_po(text, catalogue, width=120, include_lineno=False, omit_header=True)
    return text.getvalue()


def _said(name: str, texts: list[str], place: str) -> Said:
    if name.startswith("n"):
        return Said((texts[0], texts[1]), None, place)
    if name.startswith("p"):
        return Said(texts[1], texts[0], place)
    return Said(texts[0], None, place)


def _spaced(translated: Any, language: str) -> Any:
    if not translated or language not in _SPACES:
        return translated
    if isinstance(translated, str):
        return _SPACES[language].sub("\N{NO-BREAK SPACE}", translated)
    return tuple(_spaced(form, language) for form in translated)


if __name__ == "__main__":
    main()
