"""Text of a template that no catalogue knows: what a reader would see in English, whatever the language."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from jinja2 import nodes

from pipelines.reports.html import templates

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
