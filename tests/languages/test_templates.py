"""No template has words that no catalogue knows, nor makes a sentence of parts."""

import re

import pytest
from languages.bare_text import bare_text
from languages.glue import glue

from pipelines.reports.html import TEMPLATES

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
