"""Rows that are filled by columns look as the templates would fill them one by one, and every value is escaped."""

from collections.abc import Callable, Iterator

import jinja2
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pipelines.reports import rows
from pipelines.reports.html import shortened
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


@given(st.lists(values, max_size=12))
def test_rows_by_columns_are_those_of_the_template(row: Macro, given: list[Cells]) -> None:
    by_columns = written("macros", "row", table(*given), asked=["title"], scale=1.5)
    one_by_one = [
        row(name=name or "", title=title or "", is_red=bool(is_red), inside=BOLD.format(text), scale=1.5)
        for name, title, is_red, text in given
    ]
    assert [*map(shortened, by_columns.struct.field("markup"))] == [*map(shortened, one_by_one)]


@pytest.mark.parametrize("macro", ["asks", "measures", "compares", "glues", "changes"])
def test_a_macro_that_does_more_than_put_a_text_somewhere_is_refused(macro: str) -> None:
    with pytest.raises(TypeError, match="name is a column of text"):
        written("macros", macro, pl.DataFrame({"name": ["a"]}))


def test_a_text_that_a_macro_calls_safe_is_escaped_all_the_same() -> None:
    (row,) = written("macros", "marks", pl.DataFrame({"name": ["<b>"]})).struct.field("markup")
    assert row == "&lt;b&gt;"


@pytest.mark.parametrize("column", [pl.Series("name", [1.5]), pl.Series("name", [{"text": "<b>"}])])
def test_what_is_no_text_is_refused(column: pl.Series) -> None:
    with pytest.raises(TypeError, match="name is"):
        written("macros", "asks", column.to_frame())


def test_an_argument_that_the_macro_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="other"):
        written("macros", "asks", pl.DataFrame({"other": ["a"]}))


def test_groups_keep_the_order_of_their_rows() -> None:
    cells = table(("b", "", True, ""), ("a", "", False, ""), ("c", "", False, "")).with_columns(is_red=False)
    markup = pl.DataFrame({"of": ["y", "x", "y"]}).with_columns(
        written("macros", "row", cells, asked=["title"], scale="")
    )
    found = by_key(joined(markup["markup"], markup, ["of"]))
    begins = [(key, text.count("<tr>"), text[text.index(">") :][:16]) for key, text in found.items()]
    assert begins == [("y", 2, '><td title="b">b'), ("x", 1, '><td title="a">a')]
    assert found["y"].index(">b<") < found["y"].index(">c<")
    assert all(isinstance(text, Markup) for text in found.values())
