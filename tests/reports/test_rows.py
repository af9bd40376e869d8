"""Rows that are filled by columns look as the templates would fill them one by one, and every value is escaped."""

from collections.abc import Callable, Iterator
from pathlib import Path

import jinja2
import polars as pl
import pytest
from each import cases
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pipelines.intake.landing.our_pages import OF_DESK
from pipelines.reports import rows
from pipelines.reports.html import _Compiled, as_page, filled, shortened, templates
from pipelines.reports.rows import MARKUP, by_key, joined, written

MACROS = """
{% macro row(name, title, is_red, inside, scale) %}
<tr{% if is_red %} class="red"{% endif %}><td title="{{ name }}">{{ name }}</td>{#
#}{% if title %}<td>{{ title }}</td>{% endif %}{{ inside }}{{ scale }}</tr>
{% endmacro %}
{% macro asks(name) %}{% if name %}{{ name }}{% endif %}{% endmacro %}
{% macro measures(name) %}{{ name|length }}{% endmacro %}
{% macro compares(name) %}{{ name == "a" }}{% endmacro %}
{% macro glues(name) %}{{ name ~ "a" }}{% endmacro %}
{% macro changes(name) %}{{ name|replace("a", "b") }}{% endmacro %}
{% macro marks(name) %}{{ name|safe }}{% endmacro %}
"""
DOING_MORE = ("measures", "compares", "glues", "changes")
"""Macros that do more with a text than to put it somewhere, or to ask whether there is any."""
BOLD = Markup("<b>{}</b>")

texts = st.text(st.sampled_from("&<>\"'; aé\u202e\x07\x00#3") | st.characters(exclude_categories=("Cs",)), max_size=8)
Cells = tuple[str | None, str | None, bool | None, str]
values = st.tuples(texts | st.none(), texts | st.none(), st.booleans() | st.none(), texts)


Macro = Callable[..., str]


@pytest.fixture(scope="module", autouse=True)
def row() -> Iterator[Macro]:
    """The macro `row`, as a template calls it."""
    loader = jinja2.DictLoader({"macros": MACROS})
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, undefined=jinja2.StrictUndefined)
    module = environment.get_template("macros").module

    def macro_of(_: str, name: str) -> Macro:
        macro: Macro = getattr(module, name)
        return macro

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "macro_of", macro_of)
        yield macro_of("macros", "row")


def table(*given: Cells) -> pl.DataFrame:
    schema = {"name": pl.String, "title": pl.String, "is_red": pl.Boolean, "inside": pl.String}
    texts = pl.DataFrame(list(given), schema=schema, orient="row")
    inside = [{"markup": str(BOLD.format(text))} for *_, text in given]
    return texts.with_columns(inside=pl.Series(inside, dtype=MARKUP))


def test_only_what_may_run_from_right_to_left_stands_apart_on_a_page() -> None:
    names = '<bdi>Zoë &amp; Łucja</bdi> <bdi>דנה</bdi> <bdi dir="ltr">Ann 2–3</bdi> <bdi>دانا 2</bdi>'
    assert as_page(f"<body>{names}").decode() == "<body>Zoë & Łucja <bdi>דנה</bdi> Ann 2–3 <bdi>دانا 2</bdi>"


@given(st.lists(values, max_size=12))
def test_rows_by_columns_are_those_of_the_template(row: Macro, given: list[Cells]) -> None:
    by_columns = written("macros", "row", table(*given), scale=1.5)
    one_by_one = [
        row(name=name or "", title=title or "", is_red=bool(is_red), inside=BOLD.format(text), scale=1.5)
        for name, title, is_red, text in given
    ]
    assert [*map(shortened, by_columns.struct.field("markup"))] == [*map(shortened, one_by_one)]


@cases(
    *((macro, pl.Series("name", ["a"]), "name is a column of text") for macro in DOING_MORE),
    *(("asks", pl.Series("name", [odd]), "name is") for odd in (1.5, {"text": "<b>"})),
    ("asks", pl.Series("other", ["a"]), "other"),
)
def test_what_cannot_be_filled_by_columns_is_refused(macro: str, column: pl.Series, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        written("macros", macro, column.to_frame())


def test_a_text_that_a_macro_calls_safe_is_escaped_all_the_same() -> None:
    (row,) = written("macros", "marks", pl.DataFrame({"name": ["<b>"]})).struct.field("markup")
    assert row == "&lt;b&gt;"


def test_groups_keep_the_order_of_their_rows() -> None:
    cells = table(("b", "", True, ""), ("a", "", False, ""), ("c", "", False, "")).with_columns(is_red=False)
    markup = pl.DataFrame({"of": ["y", "x", "y"]}).with_columns(written("macros", "row", cells, scale=""))
    found = by_key(joined(markup["markup"], markup, ["of"]))
    begins = [(key, text.count("<tr>"), text[text.index(">") :][:16]) for key, text in found.items()]
    assert begins == [("y", 2, '><td title="b">b'), ("x", 1, '><td title="a">a')]
    assert found["y"].index(">b<") < found["y"].index(">c<")
    assert all(isinstance(text, Markup) for text in found.values())


NO_BREAK = "\N{NO-BREAK SPACE}"
ON_THE_DESK = OF_DESK.decode()


def test_a_club_called_as_its_competition_is_named_once() -> None:
    head = '{% from "macros.html" import of_club %}{{ of_club(competition, competition.competition_name) }}'
    same = {"club_name": "Harbour", "competition_name": "Harbour"}
    assert templates().from_string(head).render(competition=same) == "<bdi>Harbour</bdi>"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("won by 3 VP", f"won by 3{NO_BREAK}VP"),
        ("<b>3</b> IMPs,", f"<b>3</b>{NO_BREAK}IMPs,"),
        ('<a href="Tuesday 2 IMPs.bws">55 %</a>', f'<a href="Tuesday 2 IMPs.bws">55{NO_BREAK}%</a>'),
        ("<code>results/Tuesday 2 IMPs.bws</code> 5 %", f"<code>results/Tuesday 2 IMPs.bws</code> 5{NO_BREAK}%"),
        ("3 IMPuls", "3 IMPuls"),
        ("60,4 til 61,3 % er riktige", f"60,4{NO_BREAK}til{NO_BREAK}61,3{NO_BREAK}% er riktige"),
        ("de 60,4 à 61,3, 3 to −4", f"de 60,4{NO_BREAK}à{NO_BREAK}61,3, 3{NO_BREAK}to{NO_BREAK}−4"),
        ("go 2 to Ann, tot 3", "go 2 to Ann, tot 3"),
        ('<a href="3 to 4.html">', '<a href="3 to 4.html">'),
        ("Ann &amp; Bo, <i>Cas</i><b> &amp;</b>", f"Ann{NO_BREAK}&amp; Bo, <i>Cas</i><b>{NO_BREAK}&amp;</b>"),
        ('<a title="Ann &amp; Bo"><code>a &amp; b</code>', '<a title="Ann &amp; Bo"><code>a &amp; b</code>'),
        (f"{ON_THE_DESK}Tuesday 2 IMPs.bws: 5 %", f"{ON_THE_DESK}Tuesday 2 IMPs.bws: 5 %"),
    ],
)
def test_spaces_in_paths_and_code_stay(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = jinja2.Environment(loader=jinja2.DictLoader({"page": text}), autoescape=True)
    monkeypatch.setattr("pipelines.reports.html.templates", lambda: page)
    assert filled("page", {}) == shown


def test_a_kept_template_is_compiled_again_if_it_changed_or_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.reports.html._HERE", tmp_path)

    def shown(text: str) -> str:
        loader = jinja2.DictLoader({"page": text})
        return (
            jinja2.Environment(loader=loader, autoescape=True, bytecode_cache=_Compiled()).get_template("page").render()
        )

    assert shown("one") == "one"  # the folder cannot be written to: it does not exist
    (tmp_path / "__pycache__").mkdir()
    assert (shown("one"), shown("two"), shown("two")) == ("one", "two", "two")
    (kept,) = (tmp_path / "__pycache__").iterdir()
    kept.write_bytes(kept.read_bytes()[:-20])
    assert shown("two") == "two"


@pytest.mark.parametrize("word", ["items", "get", "values", "keys", "pop"])
def test_a_dictionary_with_such_a_key_keeps_its_methods(word: str) -> None:
    filled = templates().from_string("{{ rows.get('a') }} {{ rows.items()|length }} {{ rows.name }}")
    assert filled.render(rows={word: 1, "a": 2, "name": 3}) == "2 3 3"


PAGE = jinja2.Environment(autoescape=True).from_string(
    '<title>{{ shared }}</title><b id="{{ name }}">{{ name }}</b>{{ body }}'
)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=4), st.sampled_from(["&", "\0body\0", "a\0b", "\0*\0"]))
def test_a_page_per_row_looks_as_the_template_would_fill_it(contents: list[tuple[str, str]], title: str) -> None:
    names, bodies = zip(*contents, strict=True)
    marked = [BOLD.format(body) for body in bodies]
    body = pl.DataFrame({"markup": list(map(str, marked))}).to_struct("body")
    table = pl.DataFrame({"name": names}).with_columns(body)

    def filled(_: str, content: dict[str, object]) -> str:
        return PAGE.render(content)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "filled", filled)
        made = rows.pages("page.html", {"shared": title}, table)
    assert made == [PAGE.render(shared=title, name=name, body=of) for name, of in zip(names, marked, strict=True)]
