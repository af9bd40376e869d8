"""No template has words that no catalogue knows."""

import pytest
from languages.bare_text import bare_text

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
