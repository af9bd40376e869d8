"""Pages in a language in which every word is another: what stays in English was never a message."""

import re
import zipfile
from collections.abc import Iterator
from gettext import NullTranslations
from itertools import islice, pairwise
from pathlib import Path

import polars as pl
import pytest
from charts_once import drawn_anew
from factories import Tables
from page_files import root_of
from reports.federation import federation
from reports.whole_site import write_site

import pipelines.words.languages
from pipelines.cli.balance.schedules import LIBRARY
from pipelines.cli.movement import matter
from pipelines.machine.environment import LANGUAGE
from pipelines.reports import downloads
from pipelines.reports.downloads import to_download
from pipelines.reports.page_names import FEDERATION_TABLES
from pipelines.reports.pages.boards import numbered
from pipelines.reports.tables.columns import report_tables
from pipelines.settings.ratings import rating_systems
from pipelines.words.headings import TITLED, table_title
from pipelines.words.languages import speaking
from pipelines.words.words import rating_system, scheme_heading, scheme_name
from transforms.awards.schemes import FEDERATIONS, SCHEMES
from transforms.privacy.withheld import shown_to_all
from transforms.tables.schemas import WAREHOUSE

pytestmark = pytest.mark.long

_KEPT = re.compile(r"\{\w*\}|<[^>]*>")
_WORD = re.compile(r"[A-Za-z]{2,}")
_TO_READERS = ("aria-label", "alt", "title", "data-label", "data-none")
_OF_ALL_LANGUAGES = {
    "Barometer", "CSV", "Qf", "Qc", "Qo", "xlsx", "csv", "ratings", "report", "kndb", "svg", "barometer", "balance",
    "seat", "jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec", "januari", "februari",
    "maart", "april", "juni", "juli", "augustus", "september", "oktober", "november", "december", "Fonteintje",
}  # fmt: skip
"""Names of figures, formats, tables, commands and rules; and the months, which come from elsewhere."""


class Masked(NullTranslations):
    """A language in which every letter is a dot."""

    def gettext(self, message: str) -> str:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        return masked(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        return masked(msgid1 if n == 1 else msgid2)

    # Python 3.11 has no decorator to say that a method is that of a base.
    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as its base  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        return masked(message)


def masked_catalogue(_: str) -> Masked:
    return Masked()


def masked(message: str) -> str:
    pieces = [0, *(place for kept in _KEPT.finditer(message) for place in kept.span()), len(message)]
    parts = [message[start:end] for start, end in pairwise(pieces)]
    return "".join(part if number % 2 else re.sub(r"[^\W\d_]", "·", part) for number, part in enumerate(parts))


@pytest.fixture
def masked_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pipelines.words.languages, "translations", masked_catalogue)
    monkeypatch.setenv(LANGUAGE, "nl")
    downloads._of_table.cache_clear()
    with drawn_anew():
        yield
    downloads._of_table.cache_clear()


def read_aloud(file: Path) -> Iterator[str]:
    for element in root_of(file).iter("{*}*"):
        if str(element.tag).endswith(("style", "format", "code")):
            continue
        yield from (text for text in (element.text, element.tail) if text)
        yield from (element.attrib[name] for name in _TO_READERS if name in element.attrib)


def words_in(tables: Tables) -> set[str]:
    """The words of all data, and of the names of tables."""
    columns = (column for table in tables.values() for column in table.select(pl.col(pl.String)).get_columns())
    texts = [column.drop_nulls().unique().to_list() for column in columns]
    names = [*WAREHOUSE, "ratings.alphabetical"]
    titles = [name.title() for name in names]
    return {word for column in [*texts, names, titles] for text in column for word in _WORD.findall(text)}


def english_on(files: list[Path], known: set[str]) -> dict[str, set[str]]:
    """Word -> the files on which it stands, though nobody's data has it."""
    found: dict[str, set[str]] = {}
    for file in files:
        for text in read_aloud(file):
            for word in set(_WORD.findall(text)) - known - _OF_ALL_LANGUAGES:
                found.setdefault(word, set()).add(file.name)
    return found


def drawn(out: Path) -> list[Path]:
    return [file for kind in ("html", "svg") for file in sorted(out.rglob(f"*.{kind}"))]


def names(out: Path) -> set[str]:
    """The words in the names of tables to download, of federations, the schemes of their points, and their ratings."""
    packed = [name for file in out.rglob("*.zip") for name in zipfile.ZipFile(file).namelist()]
    tables = [word for name in packed for word in re.split(r"[._]", name)]
    schemes = [text for scheme in SCHEMES.values() for text in (scheme.points, scheme.awarded_by, scheme.heading)]
    systems = map(rating_system, rating_systems())
    texts = (*tables, *map(str.capitalize, tables), *schemes, *FEDERATIONS.values(), *systems)
    return {word for text in texts for word in _WORD.findall(text)}


@pytest.mark.usefixtures("masked_language")
def test_no_word_of_an_evening_is_left_in_english(season_with_hands: Tables, tmp_path: Path) -> None:
    out = write_site(season_with_hands, tmp_path / "out").parent
    files = drawn(out)
    assert {file.parent.name for file in files} >= {"boards", "charts", "players", "sessions"}
    assert any("hands" in file.as_posix() for file in files)
    assert english_on(files, words_in(season_with_hands) | names(out)) == {}


@pytest.mark.usefixtures("masked_language")
def test_no_word_of_ratings_is_left_in_english(tmp_path: Path) -> None:
    tables = federation()
    out = write_site(tables, tmp_path / "out").parent
    files = drawn(out)
    assert len(files) > 30
    assert english_on(files, words_in(tables) | names(out)) == {}


@pytest.mark.usefixtures("masked_language")
def test_no_word_of_the_book_of_movements_is_left_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every sixth movement, since all have the same words."""
    monkeypatch.setattr(matter, "entries", lambda entries=matter.entries: islice(entries(), 0, None, 6))
    pages = [file for file in matter.write_book(tmp_path) if file.suffix == ".html"]
    listed = {word for file in LIBRARY.glob("*.txt") for word in _WORD.findall(file.stem + file.read_text("utf-8"))}
    assert english_on(pages, listed) == {}


def test_every_table_that_is_offered_has_a_title_of_its_own(season: Tables) -> None:
    made = {f"report.{name}": table for name, table in report_tables(shown_to_all(season)).items()}
    titled = [name for name in TITLED if name.startswith("report.")]
    assert list(to_download(made)) == titled
    titles = {name: table_title(name) for name in (*titled, *FEDERATION_TABLES)}
    assert all(titles.values())
    assert len(set(titles.values())) == len(titles)


def test_the_points_of_a_scheme_are_translated_and_who_awards_them_is_not() -> None:
    assert scheme_name("ffb") == "Expert Points, FFB"
    assert (scheme_name("club_points"), scheme_heading("club_points")) == ("Club Points", "CP")
    with speaking("nl"):
        assert scheme_name("ffb") == "Expertpunten, FFB"
        assert (scheme_name("club_points"), scheme_heading("ffb")) == ("Clubpunten", "FFB")
    with speaking("nb"):
        assert scheme_heading("club_points") == "KP"


@pytest.mark.parametrize(("language", "ns", "ew"), [("en", "NS", "EW"), ("nl", "NZ", "OW"), ("fr", "NS", "EO")])
def test_a_direction_in_a_number_is_in_the_language_of_the_page(language: str, ns: str, ew: str) -> None:
    of_pairs = {"field": ["A EW", "A NS", "A", "A+B"], "line": [*"AAAB"], "entrant": ["3EW", "2NS", "7", "3EW"]}
    with speaking(language):
        shown = pl.DataFrame(of_pairs).select(shown=numbered("entrant"))["shown"].to_list()
    assert shown == [f"3{ew}", f"2{ns}", "7", f"B3{ew}"]
