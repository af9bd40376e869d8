"""Findings are kept in English, with what stands in their gaps, and said in the language that is spoken."""

import ast
import json
import re
from functools import cache
from typing import Any

import polars as pl
import pytest

from pipelines.cli.findings import at_a_glance, grouped
from pipelines.tools.finding_messages import CODE, Sentence, parsed, sentences
from pipelines.words.finding_texts import said, said_away_from_desk
from pipelines.words.languages import speaking
from pipelines.words.plain_text import finding_in_words
from transforms.checks import CHECKS
from transforms.tables.messages import gettext
from transforms.tables.schemas import Findings


@cache
def by_code() -> dict[str, Sentence]:
    return {sentence.code: sentence for sentence in sentences()}


def finding(code: str, message: str, **arguments: str) -> dict[str, Any]:
    place = {"club": "harbour", "competition": "tuesday", "file_id": "a.csv", "line_no": 3}
    return place | {
        "severity": "warning",
        "field": None,
        "value": None,
        "code": code,
        "arguments": json.dumps(arguments) if arguments else None,
        "message": message,
    }


def findings_of(*rows: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=Findings.create_empty().schema)


DESK_HAS_IT = "{finding} (the director's desk has the entry to copy)"
SAME = finding("landing.same_file", "the same, byte for byte, as b.csv; ...", first="b.csv")


@pytest.mark.parametrize("language", ["en", "nl", "fr", "nb"])
def test_the_desk_does_not_point_to_itself_and_all_else_points_to_it(language: str) -> None:
    ends_here = "say it with settled in competition.toml"
    asking = {code: sentence.text for code, sentence in by_code().items() if sentence.text.endswith(ends_here)}
    assert len(asking) > 5
    with speaking(language):
        for code, text in asking.items():
            gaps = dict.fromkeys(re.findall(r"{(\w+)}", text), "1")
            row = finding(code, text.format_map(gaps), **gaps)
            told = said(row)
            assert told.endswith("competition.toml"), code
            assert said_away_from_desk(row) == gettext(DESK_HAS_IT, finding=told)
            assert gettext(DESK_HAS_IT, finding="") in finding_in_words(row)
            assert gettext(DESK_HAS_IT, finding="") in grouped(findings_of(row))[0]
            assert at_a_glance(findings_of(row))["message"].item() == said_away_from_desk(row)


CODES_AT = {**dict.fromkeys(("error", "warning", "on_lines", "problem"), 0), "error_on": 1, "warning_on": 1}
"""Function that makes findings -> where its code stands among its arguments."""
MAKING = ("pipelines/intake/", "transforms/intake/", "transforms/awards/")
"""Where codes stand in tables, too."""
NO_CODES = re.compile(r"page\..*|awards\.only|.*\.(csv|css|html|duckdb|toml)")


def test_every_code_has_a_sentence_that_is_written_out_or_given_along() -> None:
    codes = {sentence.code for sentence in sentences()} | {check.code for check in CHECKS.values()}
    known = codes | {code.partition("/")[0] for code in codes}
    missing = list[tuple[str, object]]()
    for place, tree in parsed().items():
        for node in ast.walk(tree):
            if place.startswith(MAKING) and isinstance(node, ast.Constant) and CODE.fullmatch(str(node.value)):
                missing += [] if node.value in known or NO_CODES.fullmatch(str(node.value)) else [(place, node.value)]
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or len(node.args) <= CODES_AT.get(name, 99):
                continue
            code = node.args[CODES_AT[name]]
            if isinstance(code, ast.JoinedStr | ast.BinOp) and all(one.arg != "sentence" for one in node.keywords):
                missing.append((place, ast.unparse(code)))
            elif name == "problem" and isinstance(code, ast.Constant) and f"settings.{code.value}" not in known:
                missing.append((place, code.value))
    assert missing == []


def test_a_finding_is_said_in_the_language_that_is_spoken() -> None:
    assert said(SAME) == "the same, byte for byte, as b.csv; ..."
    with speaking("nl"):
        assert said(SAME).startswith("een kopie, byte voor byte, van b.csv,")
        assert finding_in_words(SAME).startswith("harbour/tuesday/a.csv:3: een kopie, byte voor byte, van b.csv,")


@pytest.mark.parametrize(
    ("code", "gap", "word", "in_dutch"),
    [
        ("pbn.scoring", "how", "at matchpoints", "gescoord als matchpunten:"),
        ("results.one_side/counts", "absent", "East-West", "de punten van oost-west zijn"),
        ("landing.no_file", "is_what", "a folder", "dit is een map, geen bestand"),
    ],
)
def test_words_in_gaps_are_translated_too(code: str, gap: str, word: str, in_dutch: str) -> None:
    with speaking("nl"):
        assert in_dutch in said(
            finding(code.split("/")[0], "in English", board="7", variant=code.partition("/")[2], **{gap: word})
        )


@pytest.mark.parametrize(
    ("gap", "there", "in_dutch"),
    [
        (
            "met_at",
            "A, round 9, board 26: 7 - 1; A, board 4 / 5: 7 - 1",
            "A, ronde 9, spel 26: 7 - 1; A, spel 4 / 5: 7 - 1",
        ),
        (
            "met_at",
            "board 7, 8 of 3 - 4 (line B, round 2, beside row 12); board 9 of 5 - 6 (line B, round 2)",
            "spel 7, 8 van 3 - 4 (lijn B, ronde 2, bij regel 12); spel 9 van 5 - 6 (lijn B, ronde 2)",
        ),
        ("met_at", "A, board 7, 3 - 4: 4S N 10 / – (row 12)", "A, spel 7, 3 - 4: 4S N 10 / – (regel 12)"),
        ("others", "line 7, line 9", "regel 7, regel 9"),
        ("others", "pair 3 on board 4 in line 7", "paar 3 op spel 4 in regel 7"),
        ("others", "7, 9", "7, 9"),
        ("others", "board 7.csv, round 1.csv", "board 7.csv, round 1.csv"),
        ("contract", "4SXX", "4♠\N{VARIATION SELECTOR-15}xx"),
        ("contract", "3NT", "3SA"),
        ("contract", "4 spades", "4 spades"),
        ("declarer", "E", "O"),
        ("usual", "-4.5", "−4,5"),
    ],
)
def test_meetings_rows_and_contracts_are_said_as_the_language_writes_them(gap: str, there: str, in_dutch: str) -> None:
    with speaking("nl"):
        told = finding("a.code", "in English", sentence="{" + gap + "}", **{gap: there})
        assert said(told) == in_dutch


@pytest.mark.parametrize(
    "odd",
    [
        finding("landing.same_file", "in English"),
        finding("nobody.knows", "in English", first="b.csv"),
        finding("nobody.knows", "in English", lines="3", others="4, 5"),
    ],
)
def test_what_cannot_be_said_stays_english(odd: dict[str, Any]) -> None:
    with speaking("nl"):
        assert said(odd) == "in English"


def test_who_is_hidden_stays_hidden() -> None:
    message = "this concerns a member who is not shown: the warehouse has the whole finding"
    hidden = finding("players.other_name", message)
    with speaking("nl"):
        assert said(hidden).startswith("dit gaat over een lid dat niet getoond wordt")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("scores -50; the", "scores −50; the"),
        ("of 1: 5, and of the other: -6.5, not (-3)", "of 1: 5, and of the other: −6.5, not (−3)"),
        ("is 1 - 2 of 2025-09-01 in week -2.pbn as w30:420/70:-50", None),
    ],
)
def test_a_number_below_zero_has_one_sign_on_pages_and_one_in_a_terminal(text: str, shown: str | None) -> None:
    row = finding("results.impossible_score", text)
    assert (said(row), said_away_from_desk(row)) == (shown or text, text)
    assert said(row | {"code": "settings.no_number"}) == text, "a file of settings knows no minus sign"
