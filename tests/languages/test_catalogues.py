"""Every message is in every catalogue, with its gaps and markup, in the words that players of a country use."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from jinja2 import nodes

import pipelines
from pipelines.reports.html import TEMPLATES, templates
from pipelines.tools.finding_messages import sentences
from pipelines.tools.gather_messages import Said, as_text, catalogue, messages, messages_of_code, updated
from pipelines.words.languages import ENGLISH, LANGUAGES, catalogue_file, is_checked, speaking
from transforms.tables.messages import between_parts, labelled

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
_GAP, _TAG = re.compile(r"\{(\w*(?:!r)?(?::[^{}]*)?)\}"), re.compile(r"<[^>]+>")

_DOUBTS = "transforms/official/doubts.py"
_PLURAL = re.compile(
    r"(?<!\+)\{(?:lines|rows|matches|participants|entries|references|elements|sheets|weeks|tricks|only_there|differing"
    r"|stated|lost)\}\s(?!of |in all|van |sur |av |more|de plus|til|keer)[^\W\d]"
)
MORE_THAN_ONE = {
    *("limits.size/rows", "bws.table/too_many_rows", "workbook.too_large/sheets"),
    *("results.left_out/more_than_two_tables", "entries.seated_twice/in_pair_twice many"),
    *("results.seen_before/many", "players.of_nobody/several"),
    *("results.score_of_contract/many", "results.score_of_contract/turned many"),
    *("evenings.both_count/set_apart", "evenings.both_count/overlapping", "evenings.both_count/two_dates"),
    *("evenings.twice/part", "evenings.twice", "evenings.lines_lost", "usebio.doubtful/boards"),
    *("totals.impossible/many", "adjustments.left_out/line", "entries.no_such_pair/line", "settings.more_lines"),
}
"""Codes of findings that count at least two, or whose gap has the names of lines or a setting."""


@cache
def everything_said() -> list[Said]:
    return list(messages())


BY_DAY = [name if is_checked(name) else pytest.param(name, marks=pytest.mark.nightly) for name in OTHERS]
"""A language that nobody checked may lag behind until a release: what is new is in English there."""


@pytest.mark.long
@pytest.mark.parametrize("language", BY_DAY)
def test_make_messages_has_nothing_to_do(language: str) -> None:
    had = catalogue(catalogue_file(language), language)
    assert as_text(updated(had, everything_said())) == catalogue_file(language).read_bytes(), "make messages"


@pytest.mark.parametrize("language", BY_DAY)
def test_every_message_is_translated(language: str) -> None:
    empty = [message.id for message in in_catalogue(language) if not all(forms(message.string))]
    assert empty == []
    assert [message.id for message in in_catalogue(language) if message.fuzzy] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_gaps_and_the_markup_of_its_message(language: str) -> None:
    for message in (one for one in in_catalogue(language) if all(forms(one.string))):
        gaps = {gap for form in forms(message.id) for gap in _GAP.findall(form)}
        tags = {tag for form in forms(message.id) for tag in _TAG.findall(form)}
        for form in forms(message.string):
            assert set(_GAP.findall(form)) <= gaps, form
            assert set(_TAG.findall(form)) == tags, form
        assert {gap for form in forms(message.string) for gap in _GAP.findall(form)} == gaps, message.id


def test_a_message_that_is_glued_or_computed_is_refused() -> None:
    written_out = messages_of_code(ast.parse("gettext('a' 'b'); ngettext('one', '{number}', n)"), "x")
    assert [said.message for said in written_out] == ["ab", ("one", "{number}")]
    for glued in ("gettext('a' + b)", "gettext(f'{a} b')", "ngettext('one', many, n)"):
        with pytest.raises(ValueError, match=r"x:1: the message of n?gettext is not written out"):
            list(messages_of_code(ast.parse(glued), "x"))


def test_what_is_not_said_any_more_goes_and_what_is_new_comes_empty() -> None:
    had = catalogue(catalogue_file("nl"), "nl")
    now = updated(had, [Said("Points", None, "x"), Said("nobody says so", None, "x")])
    kept = [(message.id, message.string) for message in now if message.id]
    assert kept == [("Points", "Punten"), ("nobody says so", None)]


def test_no_french_line_begins_with_a_sign() -> None:
    had = Catalog(locale="fr")
    had.add("{what}: really?", "{what} : vraiment ?")
    kept = updated(had, [Said("{what}: really?", None, "a.py")])
    assert [message.string for message in kept if message.id] == ["{what}\u00a0: vraiment\u00a0?"]
    breaking = [
        form for message in in_catalogue("fr") for form in forms(message.string) if re.search(" [:;!?%»]", form)
    ]
    assert breaking == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_finding_may_be_one(language: str) -> None:
    """A finding has one sentence for every number, so that the word for what is counted does not follow it."""
    of_findings = {sentence.code for sentence in sentences()}
    said = [
        (message.context, message.id if language == ENGLISH else message.string)
        for message in in_catalogue("nl" if language == ENGLISH else language)
        if message.context in of_findings or (not message.context and _DOUBTS in str(message.locations))
    ]
    assert [text for code, text in said if code not in MORE_THAN_ONE and _PLURAL.search(str(text))] == []


REPORTS = Path(pipelines.__file__).parent / "reports"
INSTEAD = {
    "fr": {
        r"\w'\w": "’",
        r"feuilles? de score": "feuille de route",
        r"\bligne \{line\} \{gain\}|paires d’une ligne": "section: a ligne is a direction, or a row of a file",
        r"(?<!guéridon )\b(section|et), (l’)?étui": "donne: an étui is carried from table to table",
        r"(?<!à son )(?<!tour à )\b[Tt]ours?\b(?! à tour)": "position",
        r"leurs? directions?, `A NS`": "ligne",
        r"^\{number\} (remplacés par|qui n’y sont|autres qu)": "words that do for one too",
        r"\bqualifiée?\s: .*\{sessions\}": "qualification: a pair stands there too, which is qualifiée",
    },
    "nb": {
        r"\b[Ss]esjon": "økt",
        r"[Rr]ankingpoeng": "rangeringspoeng",
        r"[Ss]eierspoeng": "vinnerpoeng",
        r"^\{number\} (nye|andre enn før)$": "words that do for one too",
        r"[Oo]ppsettet": "turneringsplanen",
        r"\blinje \{line\} \{gain\}|parene i en linje\b": "pulje",
        r"parets nivå": "nivået til parscoren: paret is the pair",
        r"[Tt]jener(en)?\b(?! seg)": "server",
    },
    "nl": {r"GEBRUIKER": "NAAM", r"twee van dezelfde naam": "met dezelfde naam"},
}
"""Language -> what is not said, and what is said in its place."""


def colons_of_ours(source: str) -> Iterator[str]:
    """Where Python puts `: ` between two things that are filled in."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            for before, text in zip(node.values, node.values[1:], strict=False):
                if (
                    isinstance(text, ast.Constant)
                    and re.fullmatch(r":\s", str(text.value))
                    and "__name__" not in ast.unparse(before)
                ):
                    yield ast.unparse(node)
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func) == "phrase"
            and re.search(r"\{\}:\s", str(getattr(node.args[0], "value", "")))
        ):
            yield ast.unparse(node)


@pytest.mark.parametrize("language", sorted(INSTEAD))
def test_one_thing_has_one_word(language: str) -> None:
    said = [form for message in in_catalogue(language) for form in forms(message.string)]
    assert {(wrong, form) for wrong in INSTEAD[language] for form in said if re.search(wrong, form)} == set()


def test_a_french_sign_of_two_parts_has_a_space_before_it() -> None:
    said = [re.sub(r"`[^`]*`", "", form) for message in in_catalogue("fr") for form in forms(message.string)]
    assert [form for form in said if re.search(r"[^\s:;!?][:;!?](?=\s|<|$)", form)] == []


def test_a_label_and_what_it_says_are_joined_as_the_language_does() -> None:
    assert labelled("FFB", 2) == "FFB: 2"
    with speaking("fr"):
        assert labelled("FFB", 2) == "FFB\N{NO-BREAK SPACE}: 2"
        assert between_parts() == "\N{NO-BREAK SPACE}; "


def test_no_page_joins_two_things_by_a_colon_of_its_own() -> None:
    colons = {file: list(colons_of_ours(file.read_text(encoding="utf-8"))) for file in sorted(REPORTS.rglob("*.py"))}
    assert {str(file): found for file, found in colons.items() if found} == {}


def in_catalogue(language: str) -> list[Message]:
    return [message for message in catalogue(catalogue_file(language), language) if message.id]


def forms(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A message or translation as a list: one text, or one for each form of the plural."""
    return [texts or ""] if texts is None or isinstance(texts, str) else list(texts)


_SAID = re.compile(r"\{% ?-?\s*trans\b.*?endtrans\s*-?%\}", re.DOTALL)
_NOT_READ = re.compile(r"\{% block (?:generator|policy|robots) %\}.*?\{% endblock %\}", re.DOTALL)
_CODE = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{2,}")
_TO_READERS = ("aria-label", "alt", "title", "placeholder")
_NOT_TRANSLATED = {
    "Qf", "Qc", "Qo", "CSV", "Barometer", "utf",
    "barometer", "balance", "seat", "ratings", "xlsx", "report",
}  # fmt: skip
"""Names of figures, formats, commands and tables: the same in every language."""
_SAYING = ("_", "gettext", "ngettext", "pgettext")
_OF_READERS = re.compile(r"[A-Z]?[a-z]+( [a-z]+)+|[A-Z][a-z]+")


def bare_text(source: str) -> list[str]:
    """Words that stand in a template outside of any message."""
    reader = _Reader()
    reader.feed(_CODE.sub("", _SAID.sub("", _NOT_READ.sub("", source))))
    reader.close()
    return [*reader.found, *_in_expressions(source)]


class _Reader(HTMLParser):
    """Gathers words between tags, and in attributes that are read aloud or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        self._within.append(tag)
        for name, value in attrs:
            if name in _TO_READERS:
                self._look_at(value or "")

    def handle_endtag(self, tag: str) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        if tag in self._within:
            while self._within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        if not {"style", "script", "code"} & set(self._within):
            self._look_at(data)

    def _look_at(self, text: str) -> None:
        if set(_WORD.findall(text)) - _NOT_TRANSLATED:
            self.found.append(" ".join(text.split()))


def _in_expressions(source: str) -> Iterator[str]:
    """Texts in what is put out by an expression, and in what macros are called with."""
    tree = templates().parse(source)
    said = {id(one) for call in tree.find_all(nodes.Call) if _says(call) for one in call.find_all(nodes.Const)}
    for output in tree.find_all(nodes.Output):
        for constant in output.find_all(nodes.Const):
            text = constant.value
            if isinstance(text, str) and id(constant) not in said and _OF_READERS.fullmatch(text.strip()):
                yield text


def _says(call: nodes.Call) -> bool:
    return isinstance(call.node, nodes.Name) and call.node.name in _SAYING


_ANY_MESSAGE = re.compile(
    r"\{% ?-?\s*trans\b.*?endtrans\s*-?%\}|\{\{-?\s*n?p?gettext\(.*?\)\s*-?\}\}|\{\{-?\s*_\(.*?\)\s*-?\}\}", re.DOTALL
)
_TITLE = re.compile(r"\{% block title %\}.*?\{% endblock %\}", re.DOTALL)
_BETWEEN = r"(?:<[^>]*>|\{%[^%]*%\}|\s)*"
_MESSAGE = "\N{OBJECT REPLACEMENT CHARACTER}"
_GLUE = re.compile(rf"{_MESSAGE}{_BETWEEN}[.,;:](?!\w)|(?<![\w&])[.,;:]{_BETWEEN}{_MESSAGE}")


def glue(source: str) -> list[str]:
    """The places of a template where a sign of a sentence joins a message to something else."""
    text = _ANY_MESSAGE.sub(_MESSAGE, _TITLE.sub("", re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)))
    return [found[0] for found in _GLUE.finditer(text)]


SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(TEMPLATES.glob("*.html"))}
"""Template -> its text."""


def test_every_word_of_a_template_is_a_message() -> None:
    assert len(SOURCES) > 30
    assert {template: words for template, source in SOURCES.items() if (words := bare_text(source))} == {}


def test_no_sentence_is_made_of_parts() -> None:
    assert {template: parts for template, source in SOURCES.items() if (parts := glue(source))} == {}


def test_what_a_plural_counts_is_its_first_gap() -> None:
    """The form is that of the first, whatever its name is; English takes what is no number for many."""
    first_gaps = [
        (template, gaps.split("=")[0].strip())
        for template, source in SOURCES.items()
        for gaps, message in re.findall(r"\{%-? trans ([^%]*)%\}(.*?)\{%-? endtrans", source, re.DOTALL)
        if "pluralize" in message
    ]
    assert len(first_gaps) > 5
    assert [(template, gap) for template, gap in first_gaps if gap != "number"] == []
