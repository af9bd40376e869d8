"""Fill templates and write pages. Only this module and `rows` turn values into markup, and both escape every value."""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from jinja2.bccache import Bucket

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.machine.files import put_whole
from pipelines.reports.page_names import page_name
from pipelines.reports.tables.columns import formula_said
from pipelines.words import desk_words, words
from pipelines.words.at_desk import at_desk
from pipelines.words.deal_words import change_said, correction_said, ruling_in_words
from pipelines.words.desk_words import balance_mark
from pipelines.words.finding_texts import said, severity_name, value_said
from pipelines.words.languages import in_templates, numbers
from pipelines.words.rules_of_k import k_by_rules

_HERE = Path(__file__).parent
TEMPLATES = _HERE / "templates"
_CONTROL = bytes({*range(0x20), 0x7F} - {*b"\t\n\r"})
_ENDS_LEFT_OUT = re.compile(
    "</(?:td|th|tr|thead|tbody|li|dt|dd)>"
    r"|</p>(?=\s*</?(?:details|div|dl|figure|footer|h2|h3|header|main|nav|ol|p|section|table|ul)\b)"
)  # the tag that follows ends these elements anyway
_NEEDLESS_QUOTES = re.compile(r'(=)"([^\s"\'`=<>]+)(?<!/)"(?=[ >])')  # of one word; a look-behind takes twice as long
_BARE_AND = re.compile(r"&amp;(?= |</|\w=)")  # an ampersand that HTML accepts unescaped, because of what follows
_NEEDLESS_BREAK = re.compile(
    r"\n+(?=</?(?:tr|li|p|div|h[123]|table|tbody|thead|section|details|header|main|footer|nav)\b)"
)
_NEEDLESS_ISOLATION = re.compile("<bdi(?: dir=ltr)?>([ -;=-\u0589\u1e00-\u1fff\u2010-\u2027]*)</bdi>")
"""Text in letters that run from left to right, as all our pages do: no word next to it can change its order."""
_IN_ONE_LINE = re.compile(r" (?=%|(?:IMPs?|imps|VPs?|PV)\b)(?<=[\d>] )(?![^<]*(?:>|</code>))")
"""The space before a unit, where no line may break. In a tag or in code, it may belong to a path or a command."""
_RANGE = re.compile(r" (?<=\d )(to|tot|à|til) (?=[−\d])(?![^<]*(?:>|</code>))")  # "to" in each language, unbroken
_AND = re.compile(r" (?=&amp;[ <])(?![^<]*(?:>|</code>))")
_OF_DICTIONARIES = frozenset(dir(dict))  # these names mean methods, even if a row has such a key (`items`)
_NO_BREAK = "\N{NO-BREAK SPACE}"
_OF_DESK = OF_DESK.decode()
_NO_CHARACTERS = tuple(character.encode() for character in "\ufffe\uffff")


def write_page(page: Path, template: str, **content: Any) -> None:
    """Fill a template as `filled` does, and write it to `page`. If that fails (OSError), the old page stays."""
    put_whole(page, as_file(filled(template, content)))


def filled(template: str, content: Mapping[str, Any]) -> str:
    """Return a filled template. Except on the desk, "12 IMPs", "3 to 5" and "Ann &" stay on one line."""
    text = templates().get_template(template).render(content)
    return text if _OF_DESK in text else unbroken(text)


def unbroken(text: str) -> str:
    """Return markup in which "12 IMPs", "3 to 5" and "Ann &" stay on one line."""
    together = _AND.sub(_NO_BREAK, _IN_ONE_LINE.sub(_NO_BREAK, text))
    return _RANGE.sub(rf"{_NO_BREAK}\1{_NO_BREAK}", together)


def macro_of(template: str, name: str) -> Callable[..., str]:
    """Return a macro of a template that consists only of macros. The macro escapes its arguments."""
    macro: Callable[..., str] = getattr(templates().get_template(template).module, name)
    return macro


def as_page(text: str) -> bytes:
    """Return a filled template as a page of the site, without characters that HTML does not need (an eighth)."""
    head, body, content = text.partition("<body>")
    content = _NEEDLESS_BREAK.sub("", _BARE_AND.sub("&", _NEEDLESS_ISOLATION.sub(r"\1", shortened(content))))
    return as_file(head + body + content)


def shortened(markup: str) -> str:
    """Return markup without needless quotes, and without end tags of cells, rows, items and terms."""
    # `split` drops the needless quotes and keeps the groups, which is faster than `sub`.
    return "".join(_NEEDLESS_QUOTES.split(_ENDS_LEFT_OUT.sub("", markup)))


def assets() -> dict[str, bytes]:
    """Return by name the style sheet and the scripts that all pages of a folder use."""
    return {name: asset(name) for name in ("style.css", "sort.js", "search.js", "mine.js")}


@cache
def asset(name: str) -> bytes:
    """Return the content of a style sheet or script in this folder."""
    return (_HERE / name).read_bytes()


def as_file(text: str) -> bytes:
    """Return a text as UTF-8, without the control characters that HTML and SVG do not allow."""
    content = text.encode().translate(None, _CONTROL)
    for none in _NO_CHARACTERS:
        content = content.replace(none, b"")
    return content


class _Environment(jinja2.Environment):
    """A Jinja environment where `row.name` means the key of a dictionary, unless dictionaries have a method `name`."""

    def getattr(self, obj: Any, attribute: str) -> Any:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        is_value = type(obj) is dict and attribute in obj and attribute not in _OF_DICTIONARIES
        return obj[attribute] if is_value else super().getattr(obj, attribute)


class _Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates, kept with our compiled modules if that folder can be written to.

    They are compiled again when the template, Jinja, this module or `in_templates` changes.
    """

    def __init__(self) -> None:
        super().__init__(str(_HERE / "__pycache__"))
        here, messages = (Path(module).read_text(encoding="utf-8") for module in (__file__, in_templates.__file__))
        self._compiler = f"{jinja2.__version__}{here}{messages}"

    def get_source_checksum(self, source: str) -> str:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Return a checksum of the template and of the code that compiles it."""
        return super().get_source_checksum(self._compiler + source)

    def dump_bytecode(self, bucket: Bucket) -> None:  # pyrefly: ignore[missing-override-decorator] - it came with Python 3.12
        """Keep a compiled template, unless the folder cannot be written to."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def templates() -> jinja2.Environment:
    """Return the Jinja environment. A template is filled in the language that is active at that time."""
    environment = _Environment(
        bytecode_cache=None if sys.dont_write_bytecode else _Compiled(),
        loader=jinja2.FileSystemLoader([TEMPLATES, _HERE]),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=[in_templates.Messages],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.filters.update(_filters())
    return environment


def _filters() -> dict[str, Callable[..., Any]]:
    spoken = (
        words.fixed, words.short, words.change, words.moved, numbers.spoken_date, numbers.short_date,
        words.counted, words.entrants, words.field_name, words.dealt, words.scoring_name, words.unit, words.points_name,
        words.won, words.entrant_kind, words.entrant_heading, words.signed, words.scheme_name, words.scheme_in_full,
        words.scheme_heading, words.awards_heading, words.rating_system, words.estimate, words.estimated, balance_mark,
        words.place_said, words.decided_said, words.entrants_heading, words.method_name, words.profile_name,
        words.differing, desk_words.number_said, numbers.name_of_day,
        desk_words.value_name, desk_words.reason, desk_words.place_of_doubt, desk_words.compared,
        formula_said, k_by_rules, ruling_in_words, change_said, correction_said,
    )  # fmt: skip
    by_name = {word.__name__: word for word in (said, value_said, at_desk, *spoken)}
    return {**by_name, "page": cache(page_name), "element": _element, "severity": severity_name}


def _element(drawing: str) -> str:
    return drawing[drawing.index("<svg") :]
