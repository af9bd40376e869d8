"""What tables hold in English, findings, settings and reasons, is said in the language that is spoken."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import polars as pl
import pytest
from each import each

from pipelines.cli.balance.schedules import LIBRARY
from pipelines.cli.findings import at_a_glance, grouped
from pipelines.intake.readers.cells import kind_of
from pipelines.intake.readers.reading import PROVENANCE, shape
from pipelines.intake.readers.unread import what_it_is
from pipelines.machine.paths import PACKAGES
from pipelines.settings.competition import checked
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import parsed as parsed_toml
from pipelines.tools.finding_messages import CODE, Sentence, parsed, sentences, written_out
from pipelines.words.desk_words import proof, reason
from pipelines.words.finding_texts import _SAID, said, said_away_from_desk
from pipelines.words.languages import speaking
from pipelines.words.plain_text import finding_in_words
from transforms.checks import CHECKS
from transforms.official.lines import BY_THE_DIRECTOR, CONTRADICTS
from transforms.tables import schemas as tables
from transforms.tables.messages import gettext
from transforms.tables.schemas import Findings


@cache
def by_code() -> dict[str, Sentence]:
    return {sentence.code: sentence for sentence in sentences()}


def finding(code: str, message: str, **arguments: str) -> dict[str, Any]:
    place = {"club": "harbour", "competition": "tuesday", "file_id": "a.csv", "line_no": 3, "severity": "warning"}
    given = json.dumps(arguments) if arguments else None
    return place | {"field": None, "value": None, "code": code, "arguments": given, "message": message}


def findings_of(*rows: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=Findings.create_empty().schema)


DESK_HAS_IT = "{finding} (the director's desk has the entry to copy)"
SAME = finding("landing.same_file", "exactly the same as b.csv; ...", first="b.csv")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "nl", "fr", "nb"])
def test_the_desk_does_not_point_to_itself_and_all_else_points_to_it(language: str) -> None:
    ends_here = "confirm it with settled in competition.toml"
    asking = {code: sentence.text for code, sentence in by_code().items() if sentence.text.endswith(ends_here)}
    assert len(asking) > 5
    with speaking(language):
        for code, text in asking.items():
            gaps = dict.fromkeys(re.findall(r"{(\w+)}", text), "1")
            row = finding(code, text.format_map(gaps), **gaps)
            words = said(row)
            assert words.endswith("competition.toml"), code
            assert said_away_from_desk(row) == gettext(DESK_HAS_IT, finding=words)
            assert gettext(DESK_HAS_IT, finding="") in finding_in_words(row)
            assert gettext(DESK_HAS_IT, finding="") in grouped(findings_of(row))[0]
            assert at_a_glance(findings_of(row))["message"].item() == said_away_from_desk(row)


CODES_AT = {**dict.fromkeys(("error", "warning", "on_lines", "problem"), 0), "error_on": 1, "warning_on": 1}
"""Function that makes findings -> where its code stands among its arguments."""
MAKING = ("pipelines/intake/", "transforms/intake/", "transforms/awards/")
"""Where codes stand in tables, too."""
NO_CODES = re.compile(r"page\..*|awards\.only|.*\.(csv|css|html|duckdb|toml|com)")


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
                if ast.unparse(node.args[1]).startswith("Message("):
                    continue
                missing.append((place, code.value))
    assert missing == []


IN_DUTCH = {
    ("pbn.scoring", "how"): {"at matchpoints": "gescoord als matchpunten:"},
    ("results.one_side/counts", "absent"): {"East-West": "de punten van oost-west zijn"},
    ("landing.no_file", "is_what"): {"a folder": "dit is een map, geen bestand"},
    ("results.out_of_place/two_tables", "entrant"): {
        "3EW": "paar 3OW van lijn A",
        "3EW (Ann, Bob)": "paar 3OW (Ann, Bob) van lijn A",
    },
    ("players.nameless/places", "places"): {"A 3EW, B 2NS": "(paren A 3OW, B 2NZ)"},
    ("landing.same_file", "first"): {"week 3EW": "van week 3EW,", "b.csv": "een kopie, byte voor byte, van b.csv,"},
    ("a.code", "met_at"): {
        "A, round 9, board 26: 7 - 1; A, board 4 / 5: 7 - 1": "A, ronde 9, spel 26: 7 - 1; A, spel 4 / 5: 7 - 1",
        "board 7, 8 of 3 - 4 (line B, round 2, next to row 12); board 9 of 5 - 6 (line B, round 2)": (
            "spel 7, 8 van 3 - 4 (lijn B, ronde 2, bij regel 12); spel 9 van 5 - 6 (lijn B, ronde 2)"
        ),
        "A, board 7, 3 - 4: 4S N 10 / – (row 12)": "A, spel 7, 3 - 4: 4S N 10 / – (regel 12)",
    },
    ("a.code", "others"): {
        "line 7, line 9": "regel 7, regel 9",
        "pair 3 on board 4 in line 7": "paar 3 op spel 4 in regel 7",
        "7, 9": "7, 9",
        "board 7.csv, round 1.csv": "board 7.csv, round 1.csv",
    },
    ("a.code", "contract"): {"4SXX": "4♠\N{VARIATION SELECTOR-15}xx", "3NT": "3SA", "4 spades": "4 spades"},
    ("a.code", "declarer"): {"E": "O"},
    ("a.code", "usual"): {"-4.5": "−4,5"},
}
"""Code of a finding and a gap in it -> the text in the gap, and what is said of it in Dutch."""


def test_what_stands_in_gaps_is_said_as_the_language_writes_it() -> None:
    usual = {"line": "A", "tables": "1, 2", "table": "1", "round": "2", "times": "1", "board": "7"}
    with speaking("nl"):
        for (code, gap), cases in IN_DUTCH.items():
            name, _, variant = code.partition("/")
            arguments = {"sentence": f"{{{gap}}}"} if name == "a.code" else usual | {"variant": variant}
            for there, in_dutch in cases.items():
                row = finding(name, "in English", **arguments | {gap: there})
                assert in_dutch in said(row)
                assert name != "a.code" or said(row) == in_dutch
    assert said(SAME) == "exactly the same as b.csv; ..."


def test_what_cannot_be_said_stays_english_and_hidden_people_stay_hidden() -> None:
    hidden = "this concerns a member who is not shown; the warehouse has the whole finding"
    with speaking("nl"):
        assert said(finding("landing.same_file", "in English")) == "in English"
        assert said(finding("nobody.knows", "in English", first="b.csv")) == "in English"
        assert said(finding("nobody.knows", "in English", lines="3", others="4, 5")) == "in English"
        assert said(finding("players.other_name", hidden)).startswith("dit gaat over een lid dat niet getoond wordt")


def test_a_number_below_zero_has_one_sign_on_pages_and_one_in_a_terminal() -> None:
    for text, shown in {
        "scores -50; the": "scores −50; the",
        "of 1: 5, and of the other: -6.5, not (-3)": "of 1: 5, and of the other: −6.5, not (−3)",
        (is_none := "is 1 - 2 of 2025-09-01 in week -2.pbn as w30:420/70:-50"): is_none,
    }.items():
        row = finding("results.impossible_score", text)
        assert (said(row), said_away_from_desk(row)) == (shown, text)
        assert said(row | {"code": "settings.no_number"}) == text, "a file of settings knows no minus sign"


SEASON = '[[season]]\nname = "1"\nstart = 2025-09-01\nend = 2026-08-31\n'
OTHER = SEASON.replace('"1"', '"2"')
WRONG = [
    *("[rankings]\nwindow = 6", "[weather]\nrain = true", "[ranking]\nwindw = 6", "[ranking]\nwidth = 0"),
    *("[ranking]\nwindow = 0", '[ranking]\nwindow = "six"', '[ranking]\nwindow = "6"', '[ranking]\nmethod = "best"'),
    *("[ranking]\ntop = 100\naverage_a = 80", '[scoring]\nprofile = "rutr"', '[scoring]\nprofile = "zzzzz"'),
    *('[scoring]\nline_decimals = "two"', OTHER, "[championship.pairs]\nme = 20", '[movement]\nname = "none.txt"'),
    *('[movement]\nname = "12-pairs-6-round"', "[movement]\nname = 3", "[[ranking]]"),
    *('[awards]\nschemes = ["ffb", "ffb"]', '[[session]]\naccept = "x"', 'colours = ["a"]'),
    *('[[session]]\nsession = "1"\ntogether = "AB"',),
]


def wrong(text: str) -> list[tuple[str, str]]:
    """What is said of settings in Dutch, each with the English of the tables."""
    try:
        settings = checked(parsed_toml(SEASON + text), "competition.toml")
        problems = list(settings.set_aside)
    except SettingsError as error:
        problems = error.problems
    with speaking("nl"):
        return [(said(one._asdict()), one.message) for one in problems]


@each(WRONG)
def test_a_fault_of_the_settings_is_said_in_the_language_that_is_spoken(text: str) -> None:
    found = wrong(text)
    assert found
    for dutch, english in found:
        assert dutch != english
        assert not re.search(r"\b(there is|write|missing|give|the|whole)\b", dutch), dutch


def test_what_should_stand_in_a_cell_is_translated() -> None:
    kinds = {
        kind_of(column, tables.LANDING[name].columns()[column]).wanted
        for name in tables.LANDING
        for column in shape(name).names()
        if column not in PROVENANCE
    }
    with speaking("nl"):
        assert [text for text in kinds if _SAID["wanted"](text) == text] == []
    assert {_SAID["wanted"](text) for text in kinds} == kinds


UNREAD = {
    b"%PDF-1.7\n": "dit is een PDF, die uitslagen laat zien maar niet bevat, dus het wordt niet gelezen: haal het uit",
    b"Rar!": "dit is een ingepakt bestand (RAR), dus het wordt niet gelezen: pak het uit",
}


def test_what_a_file_is_that_is_not_read_is_said_so_too() -> None:
    for data, dutch in UNREAD.items():
        finding = what_it_is(data, "results")
        assert finding is not None
        assert finding.message.startswith("this is a ")
        with speaking("nl"):
            assert said(finding._asdict()).startswith(dutch)


_BEGINNINGS = {"CONTRADICTS": CONTRADICTS, "BY_THE_DIRECTOR": BY_THE_DIRECTOR}


def reasons() -> Iterator[str]:
    """Every reason that the code gives for a difference, with numbers in it."""
    files = sorted((PACKAGES / "transforms" / "official").glob("*.py"))
    # Doubts say where, and the search for rules names keys: neither gives a reason.
    for path in (file for file in files if file.stem not in ("doubts", "rules_search")):
        for call in (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)):
            said = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if said in ("lit", "phrase") and call.args and isinstance(call.args[0], ast.Constant | ast.JoinedStr):
                text = _text(call.args[0])
                if re.search("[a-z] ", text):
                    yield text.replace("{}", "12")


def _text(written: ast.expr) -> str:
    if isinstance(written, ast.JoinedStr):
        return "".join(_text(part) for part in written.values)
    if isinstance(written, ast.FormattedValue):
        return _BEGINNINGS.get(ast.unparse(written.value), "")
    return str(written.value) if isinstance(written, ast.Constant) else ""


@each(sorted(set(reasons())))
def test_every_reason_for_a_difference_is_said_in_another_language(text: str) -> None:
    assert reason(text) == text
    with speaking("nl"):
        assert reason(text) != text
        assert reason(text).count("12") == text.count("12")


def test_why_two_may_be_one_is_said_part_by_part() -> None:
    for text, dutch in {
        "one person? the same name; evenings with the same partner A; B: 3 and 4; evenings: 1 and 6, none together": (
            "één persoon? dezelfde naam; evenings with the same partner A; B: 3 and 4; avonden: 1 en 6, geen enkele"
            " samen"
        ),
        "one person? one letter off; evenings with the same partner A: 1 and 1; evenings: 1 and 6, none together": (
            "één persoon? één letter verschil; avonden met dezelfde partner A: 1 en 1; avonden: 1 en 6, geen enkele"
            " samen"
        ),
        "two people? 7 is named A, and here B": "twee personen? 7 heet A, en hier B",
        "nobody knows": "nobody knows",
    }.items():
        assert reason(text) == text
        with speaking("nl"):
            assert reason(text) == dutch


def test_every_proof_of_the_library_is_said_in_another_language() -> None:
    texts = [file.read_text(encoding="utf-8") for file in LIBRARY.glob("*.txt")]
    proofs = {line.removeprefix("# proof: ") for text in texts for line in text.splitlines() if "# proof: " in line}
    assert len(proofs) > 20
    with speaking("nl"):
        said = {text: proof(text) for text in proofs}
    for text, other in said.items():
        assert proof(text) == text
        assert other != text
        assert re.findall(r"\d+", other) == re.findall(r"\d+", text)


OF_SETTINGS = "settings."
BY_CODE = ("transforms/intake/consequences.py", "pipelines/words/shown_tables.py")
"""Modules that treat findings by their codes."""


def test_codes_by_which_findings_are_treated_exist() -> None:
    codes = {sentence.code for sentence in sentences()} | {one.code for one in CHECKS.values()}
    known = codes | {code.partition("/")[0] for code in codes}
    nodes = (node for place in BY_CODE for node in ast.walk(parsed()[place]))
    texts = {str(node.value) for node in nodes if isinstance(node, ast.Constant)}
    written = {text for text in texts if CODE.fullmatch(text)}
    assert len(written) > len(BY_CODE)
    assert written - known == set()
    assert {text for text in texts if re.search(r"[a-z]\\\.", text)} == set(), "a pattern of codes is not looked up"


def test_a_code_is_one_sentence() -> None:
    texts = defaultdict[str, set[str]](set)
    for sentence in written_out():
        texts[sentence.code].add(sentence.text)
    several = {code for code, said in texts.items() if len(said) > 1}
    assert {code for code in several if not code.startswith(OF_SETTINGS)} == set()


def test_a_sentence_says_how_to_correct_what_is_wrong() -> None:
    of_files = (sentence for sentence in sentences() if not sentence.code.startswith(OF_SETTINGS))
    assert [(sentence.code, sentence.text) for sentence in of_files if ": " not in sentence.text] == []
