"""No template has words that no catalogue knows, nor makes a sentence of parts."""

import re

import pytest
from languages.bare_text import bare_text
from languages.glue import glue

from pipelines.reports.html import TEMPLATES


@pytest.mark.parametrize("template", sorted({path.name for path in TEMPLATES.glob("*.html")}))
def test_every_word_of_a_template_is_a_message(template: str) -> None:
    assert bare_text((TEMPLATES / template).read_text(encoding="utf-8")) == []


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


@pytest.mark.parametrize("template", sorted({path.name for path in TEMPLATES.glob("*.html")}))
def test_no_sentence_is_made_of_parts(template: str) -> None:
    assert glue((TEMPLATES / template).read_text(encoding="utf-8")) == []


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


@pytest.mark.parametrize("template", sorted({path.name for path in TEMPLATES.glob("*.html")}))
def test_what_a_plural_counts_is_its_first_gap(template: str) -> None:
    """The form is that of the first, whatever its name is; English takes what is no number for many."""
    source = (TEMPLATES / template).read_text(encoding="utf-8")
    for gaps, message in re.findall(r"\{%-? trans ([^%]*)%\}(.*?)\{%-? endtrans", source, re.DOTALL):
        if "pluralize" in message:
            assert gaps.split("=")[0].strip() == "number"
