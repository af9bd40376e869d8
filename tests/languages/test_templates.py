"""No template has words that no catalogue knows, nor makes a sentence of parts: of punctuation next to a message."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from jinja2 import nodes

from pipelines.reports.html import TEMPLATES, templates

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

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # pyrefly: ignore[missing-override-decorator]
        self._within.append(tag)
        for name, value in attrs:
            if name in _TO_READERS:
                self._look_at(value or "")

    def handle_endtag(self, tag: str) -> None:  # pyrefly: ignore[missing-override-decorator]
        if tag in self._within:
            while self._within.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:  # pyrefly: ignore[missing-override-decorator]
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


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Bare</p>", ["Bare"]),
        ("<p>{{ _('Said') }}, 12 × {% trans %}said, too{% endtrans %}</p>", []),
        ('<svg aria-label="Bare"></svg>', ["Bare"]),
        ('{{ "one thing" if a else "Another" }}', ["one thing", "Another"]),
        ('{{ _("Said {what}", what=b) }}{{ rows|map(attribute="name")|join(", ") }}', []),
        ("<style>p { color: red }</style>", []),
        ('{% if a == "name" %}<b>{{ a }}</b>{% endif %}', []),
    ],
)
def test_bare_words_are_found(source: str, words: list[str]) -> None:
    assert bare_text(source) == words


def test_no_sentence_is_made_of_parts() -> None:
    assert {template: parts for template, source in SOURCES.items() if (parts := glue(source))} == {}


@pytest.mark.parametrize(
    ("source", "many"),
    [
        ("{% trans %}Rank {{ rank }}{% endtrans %}{% if gap %}; {% trans %}{{ gap }} away{% endtrans %}{% endif %}", 1),
        ("<b>{{ above }}</b>. <a href='a.html'>{{ _('More') }}</a>", 1),
        ("{{ file }}{% if line %}, {% trans %}line {{ line }}{% endtrans %}{% endif %}", 1),
        ("{{ _('Known:') }} <i>{{ known }}</i> · {{ _('and more.') }}", 0),
        ("{{ _('Two sentences.') }} {% trans %}One after the other.{% endtrans %}", 0),
        ('<p>{% trans named=two|join("; ") %}Seldom met: {{ named }}.{% endtrans %}</p>', 0),
        ("{# Said. #}{{ _('Said') }}", 0),
    ],
)
def test_glue_is_found(source: str, many: int) -> None:
    assert len(glue(source)) == many


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
