"""How checks are declared and run, on checks made up for it."""

import json
from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

from pipelines.tools.list_checks import LISTED, listed
from transforms.checks.computed import STAGE as COMPUTED
from transforms.intake.check import CHECKS, MOST_APART, check, judged, says, which

PLACE = {"club": "c", "competition": "k", "file_id": "a.csv"}


@pytest.fixture(autouse=True)
def _declared() -> Iterator[None]:
    before = dict(CHECKS)
    yield
    CHECKS.clear()
    CHECKS.update(before)


def numbers(*values: int) -> pl.DataFrame:
    return pl.DataFrame([{**PLACE, "line_no": place, "n": value} for place, value in enumerate(values, 1)])


def below(most: int, code: str, **given: Any) -> None:
    @check(code, stage="tried", field="n", row="left out", **given)
    @says("{n} is too small: add to it")
    def too_small(numbers: pl.LazyFrame) -> pl.LazyFrame:
        return numbers.filter(pl.col("n") < most)


def test_a_row_that_is_left_out_is_charged_once_by_the_first_check() -> None:
    below(2, "tried.first")
    below(5, "tried.second")
    tables, found = judged("tried", {"numbers": numbers(1, 4, 9)})
    assert tables["numbers"]["n"].to_list() == [9]
    assert tables["numbers"].columns == numbers(1).columns
    findings = found.collect()
    assert findings.select("code", "line_no", "value", "severity").rows() == [
        ("tried.first", 1, "1", "error"),
        ("tried.second", 2, "4", "error"),
    ]
    assert findings["message"][0] == "1 is too small: add to it"


def test_without_rows_a_check_does_not_run() -> None:
    @check("tried.stops", stage="tried", field="n")
    @says("never: run")
    def stops(numbers: pl.LazyFrame) -> pl.LazyFrame:
        raise AssertionError(numbers)

    tables, found = judged("tried", {"numbers": numbers(1).clear()})
    assert found.collect().is_empty()
    assert tables["numbers"].is_empty()


@pytest.mark.parametrize(("rows", "findings"), [(MOST_APART, MOST_APART), (MOST_APART + 1, 1)])
def test_many_rows_of_a_file_are_one_finding_where_the_check_says_so(rows: int, findings: int) -> None:
    below(2, "tried.many", merged=True)
    tables, found = judged("tried", {"numbers": numbers(*[1] * rows)})
    assert tables["numbers"].is_empty()
    reported = found.collect()
    assert reported.height == findings
    if findings == 1:
        assert reported["message"].item() == f"1 is too small: add to it ({rows} such rows; the next: 2, 3, 4, 5, 6)"
        assert json.loads(reported["arguments"].item())["lines"] == str(rows)


def test_rows_that_agree_are_one_finding_and_each_falls() -> None:
    below(9, "tried.each", one_per=("n",))
    tables, found = judged("tried", {"numbers": numbers(1, 1, 2)})
    assert tables["numbers"].is_empty()
    assert found.collect().select("line_no", "value").rows() == [(1, "1"), (3, "2")]


def test_a_variant_has_its_sentence_field_and_value_and_is_an_argument() -> None:
    @check("tried.odd", stage="tried", field={"one": "line_no", "": "n"}, more=pl.lit(1))
    @says("{n} is odd: halve it", one="one: add {more}")
    def odd(numbers: pl.LazyFrame) -> pl.LazyFrame:
        return numbers.filter(pl.col("n") % 2 == 1).with_columns(which("", one=pl.col("n") == 1))

    tables, found = judged("tried", {"numbers": numbers(2, 1, 3)})
    assert tables["numbers"].height == 3
    findings = found.collect().sort("line_no")
    assert findings.select("field", "value", "message").rows() == [
        ("line_no", "2", "one: add 1"),
        ("n", "3", "3 is odd: halve it"),
    ]
    assert [json.loads(text) for text in findings["arguments"]] == [
        {"more": "1", "variant": "one"},
        {"n": "3", "more": "1"},
    ]
    assert CHECKS["tried.odd"].sentences == {"tried.odd": "{n} is odd: halve it", "tried.odd/one": "one: add {more}"}


def test_checks_of_a_family_share_a_code_and_have_sentences_of_their_own() -> None:
    below(2, "tried.family/first", merged=True)
    below(5, "tried.family/second")
    _, found = judged("tried", {"numbers": numbers(*[1] * (MOST_APART + 1), 4)})
    variants = found.collect()["arguments"].str.json_path_match("$.variant")
    assert (set(found.collect()["code"]), variants.to_list()) == ({"tried.family"}, ["first", "second"])
    with pytest.raises(ValueError, match=r"two checks have the code tried\.family"):
        below(2, "tried.family/second")


def test_every_check_says_how_to_fix_what_is_wrong() -> None:
    sentences = [(one.code, text) for one in CHECKS.values() if one.stage != COMPUTED for text in one.says.values()]
    assert len(sentences) > 50
    assert [code for code, text in sentences if ": " not in text] == []


def test_the_list_of_checks_is_up_to_date() -> None:
    assert LISTED.read_text(encoding="utf-8") == listed(), "make checks-listed"
