"""Findings are kept in English, with what stands in their gaps, and said in the language that is spoken."""

import json
import re
from functools import cache
from typing import Any

import polars as pl
import pytest

from pipelines.cli.findings import at_a_glance, counted, grouped
from pipelines.intake.readers.reading import warning
from pipelines.tools.finding_messages import Sentence, codes_put_together, codes_without_sentence, sentences
from pipelines.words.finding_texts import FILES_BESIDE, said, said_away_from_desk, value_said
from pipelines.words.languages import speaking
from pipelines.words.plain_text import finding_in_words
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


def test_what_the_desk_has_no_entry_for_does_not_point_to_it() -> None:
    assert said_away_from_desk(SAME) == said(SAME)


def test_most_sentences_are_written_out_where_they_can_be_translated() -> None:
    assert len(by_code()) > 390


def test_every_code_has_a_sentence_that_is_written_out() -> None:
    assert codes_without_sentence() == []
    assert codes_put_together() == []


@pytest.mark.parametrize(
    "code",
    [
        *(
            "landing.same_file",
            "results.seen_before",
            "settings.colour_pale",
            "workbook.not_read",
            "games.left_out/to_come",
        ),
        *(
            "pbn.left_out/contract",
            "results.left_out/ns",
            "awards.left_out/nobody",
            "rows.given_before",
            "games.doubtful/met_twice",
        ),
        *("tables.error_empty", "usebio.left_out/elements", "settings.no_session/nearest", "pbn.cut_off"),
    ],
)
def test_a_sentence_is_found_wherever_it_stands(code: str) -> None:
    assert by_code()[code].text


def test_a_finding_is_said_in_the_language_that_is_spoken() -> None:
    assert said(SAME) == "the same, byte for byte, as b.csv; ..."
    with speaking("nl"):
        assert said(SAME).startswith("een kopie, byte voor byte, van b.csv,")
        assert finding_in_words(SAME).startswith("harbour/tuesday/a.csv:3: een kopie, byte voor byte, van b.csv,")


def test_what_a_reader_makes_is_what_is_translated() -> None:
    made = warning("landing.same_file", by_code()["landing.same_file"].text, first="b.csv")
    with speaking("nl"):
        assert said(made._asdict()).startswith("een kopie, byte voor byte, van b.csv,")


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


def test_rows_of_files_are_said_in_the_language() -> None:
    gaps = {"rows": "people.csv, line 3; ../people.csv, line 7", "player": "zoe", "aliases": "a, b, c"}
    with speaking("nl"):
        told = said(finding("people.both_sit", "in English", variant="together", **gaps, session="1", sessions="2"))
        assert "(people.csv, regel 3; ../people.csv, regel 7)" in told


@pytest.mark.parametrize(("ruling", "in_dutch"), [("62.5 % – 37.5 %", "62,5 % – 37,5 %"), ("average", "gemiddeld")])
def test_a_ruling_is_said_as_the_language_writes_it(ruling: str, in_dutch: str) -> None:
    unlike = finding("points.contradicting", "in English", variant="ruling", board="4", ruling=ruling)
    with speaking("nl"):
        assert f"passen niet bij de arbitrale beslissing {in_dutch}" in said(unlike)


def test_a_day_is_said_as_the_language_writes_it() -> None:
    read = finding("tables.ambiguous_date", "in English", day="10 September 2025", dates="1", date="2025-09-10")
    with speaking("nl"):
        assert "gelezen als 10 september 2025 (" in said(read)


def test_places_and_numbers_are_said_as_the_language_writes_them() -> None:
    gaps = {"counting": "b", "this": "a", "lines": "5", "changed": "2", "only_here": "0", "only_there": "0"}
    twice = finding(
        "evenings.twice", "in English", **gaps, first_at="board 1, pair 2 against 7; round 3, pair 1 against 2"
    )
    gaps = {"differing": "1", "of": "8", "values": "scores of the result list", "first_at": "12", "session": "1"}
    differs = finding("official.differs", "in English", **gaps, official="62.5", computed="62.78")
    with speaking("nl"):
        assert "de eerste verschillen: spel 1, paar 2 tegen 7; ronde 3, paar 1 tegen 2:" in said(twice)
        assert "62,5 in het bestand, 62,78 hier" in said(differs)


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


def test_points_of_both_sides_are_said_as_the_language_writes_them() -> None:
    points = finding("points.contradicting", "in English") | {"field": "official_ns_points", "value": "-5 / 14.5"}
    as_in_file = finding("rows.unknown", "in English") | {"value": "14.5"}
    with speaking("nl"):
        assert (value_said(points), value_said(as_in_file)) == ("−5 / 14,5", "14.5")


@pytest.mark.parametrize("day", ["31 February 2025", "12 Maart 2025", "0 May 2025"])
def test_a_day_that_there_is_not_stays_as_the_file_has_it(day: str) -> None:
    read = finding("tables.ambiguous_date", "in English", day=day, dates="1", date="2025-03-12")
    with speaking("nl"):
        assert f"gelezen als {day} (" in said(read)


@pytest.mark.parametrize("name", ["board 7.pbn", "round 1, monday.pbn", "a; board 7.csv"])
def test_a_file_that_is_named_as_a_place_is_none(name: str) -> None:
    with speaking("nl"):
        assert f", van {name}, dat" in said(finding("landing.same_file", "in English", first=name))


def test_what_a_file_has_in_a_gap_stays_as_it_is() -> None:
    with speaking("nl"):
        assert "van no file," in said(finding("landing.same_file", "in English", first="no file"))


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


def test_the_lines_and_the_files_that_share_a_finding_are_told() -> None:
    with speaking("nl"):
        lines = said(finding("games.left_out", "…", lines="3", others="4, 5", variant="all"))
        beside = said(finding("settings.file", "…", variant="letters", **{FILES_BESIDE: "9"}))
    assert lines.endswith("(3 zulke regels; de volgende: 4, 5)")
    assert beside.endswith(" (zolang dat niet hersteld is, tellen de bestanden ernaast niet mee: 9)")


def test_who_is_hidden_stays_hidden() -> None:
    message = "this concerns a member who is not shown: the warehouse has the whole finding"
    hidden = finding("players.other_name", message)
    with speaking("nl"):
        assert said(hidden).startswith("dit gaat over een lid dat niet getoond wordt")


def test_lists_of_findings_speak_too() -> None:
    rows = findings_of(SAME, SAME | {"line_no": 4})
    with speaking("nl"):
        assert counted(rows) == "0 fouten, 2 waarschuwingen"
        first, *places = grouped(rows)
        assert re.match(r"waarschuwing: een kopie, byte voor byte, .* \(2 plaatsen\)$", first)
        assert len(places) == 2
        assert at_a_glance(rows)["message"][0].startswith("een kopie, byte voor byte,")


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


def test_a_minus_sign_of_another_language_is_one_too() -> None:
    gaps = {"contract": "4S", "declarer": "N", "board": "1", "tricks": "9", "due": "-50"}
    row = finding("results.score_of_contract", "4S by N on board 1 (tricks: 9) scores -50; ...", **gaps)
    with speaking("nl"):
        assert "(slagen: 9) is −50;" in said(row)
        assert "(slagen: 9) is -50;" in said_away_from_desk(row)
