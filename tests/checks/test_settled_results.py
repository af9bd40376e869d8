"""`settled` of a [[session]]: nobody is asked about a result that the director has looked at."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from checks.test_missing_results import lines
from checks.test_swapped_pairs import changed, exchanged, without
from factories import competitions
from intake.evenings import FOUR, MADE, read
from intake.handed_in import settings

from pipelines.settings.competition import checked
from pipelines.settings.problems import SettingsError
from pipelines.settings.toml_files import parsed
from transforms.checks import assemble


def told(results: list[dict[str, Any]], *settled: str, session: str = "1", **given: Any) -> list[tuple[Any, ...]]:
    raw = read(sessions=[{}], results=results, **given)
    raw["session_settings"] = settings({"session_id": session, "settled": [*settled]})
    _, findings = assemble(raw, competitions())
    asked = pl.col("code").str.contains(r"results\.(?:turned|other_opp|other_board|score_of|impossible)|settings\.")
    return findings.filter(asked).select("code", "value", "message").rows()


def codes(results: list[dict[str, Any]], *settled: str, **given: Any) -> list[str]:
    return [code for code, *_ in told(results, *settled, **given)]


@pytest.mark.parametrize("settled", ["A 5 3", "A 5 6"])
def test_a_board_on_which_the_pairs_sat_so_is_asked_about_no_more(settled: str) -> None:
    turned = changed(lines(), (2, "3", 5))
    assert codes(turned) == ["results.turned"]
    assert told(turned, settled) == []
    assert codes(turned, "A 4 3") == ["settings.settled/unasked", "results.turned"], "another board of that round"


def test_of_several_the_others_are_told_alone() -> None:
    two = [{**line, "line": letter} for letter in "AB" for line in lines()]
    ((_, _, message),) = told(changed(two, (2, "3", 5)), "A 5 3")
    assert "how often: 1 (B, round 2, board 5: 6 - 3)" in message


def test_pairs_that_met_on_one_board_are_asked_about_no_more() -> None:
    two_more = [{**line, "line": "B"} for line in lines()]
    results = without([*exchanged(), *two_more], "table")
    ((_, _, message),) = told(results, "A 7 1")
    assert "how often: 1 (A, round 1, board 10: 3 - 2)" in message
    assert told(results, "A 7 4", "A 10 2") == []


def test_a_score_that_is_not_that_of_its_contract_is_asked_about_no_more() -> None:
    wrong = {**MADE, "board": 1, "score": 430}
    assert codes([wrong], entries=FOUR) == ["results.score_of_contract"]
    assert told([wrong], f"A 1 {MADE['ew']}", entries=FOUR) == []


def test_a_pair_is_named_as_the_page_has_it() -> None:
    of_two = {"ns": "1NS", "ew": "1EW"}
    wrong = {**MADE, **of_two, "board": 1, "score": 430}
    entries = [{**one, "entrant": of_two[side]} for one, side in zip(FOUR, ("ns", "ns", "ew", "ew"), strict=True)]
    assert codes([wrong], entries=entries) == ["results.score_of_contract"]
    assert told([wrong], "A 1 1OW", entries=entries) == []


def test_what_is_no_result_of_the_session_is_told() -> None:
    unasked, *found = told(lines(), "A 5 3", "A 99 3", "B 5 3", "A 5 77")
    assert [one[:2] for one in found] == [("settings.settled/nothing", what) for what in ("A 5 77", "A 99 3", "B 5 3")]
    assert found[0][2].startswith("session 1 has no such result: write line, board and one of its pairs, as A 3 12")
    assert unasked[:2] == ("settings.settled/unasked", "A 5 3")
    assert unasked[2].startswith("nobody asks about this result of session 1, so this changes nothing: see whether")


@pytest.mark.parametrize("number", [3, 30])
def test_each_result_that_is_asked_about_is_told_as_unasked_no_more_than_any_of_many(number: int) -> None:
    wrong = [{**MADE, "board": board, "score": 430} for board in range(1, number + 1)]
    told_of = codes(wrong, f"A {number} {MADE['ew']}", entries=FOUR)
    assert "settings.settled/unasked" not in told_of
    assert any(code.startswith("results.score_of_contract") for code in told_of)


def test_of_a_board_with_cards_nothing_is_said_before_double_dummy_was_asked() -> None:
    cards = "N:KJ75.KQJ.97532.Q Q842.T93.KT6.KT4 9.A8765.QJ8.AJ85 AT63.42.A4.97632"
    dealt = [{"board": 5, "deal": cards, "dealer": "N", "vulnerable": "ns"}]
    assert codes(lines(), "A 5 3", deals=dealt) == []
    assert codes(lines(), "A 4 3", deals=dealt) == ["settings.settled/unasked"]


def of_toml(settled: str) -> list[str]:
    season = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
    text = f'club = "a"\ncompetition = "b"\n{season}[[session]]\nsession = "1"\nsettled = {settled}\n'
    return checked(parsed(text), Path("competition.toml")).session[0].settled


def test_it_is_written_as_line_board_and_pair() -> None:
    assert of_toml('["A 3 12", " B  4   N7 "]') == ["A 3 12", "B 4 N7"]
    for wrong in ('["3 12"]', '["A3 12"]', '["A 3"]', '["a 3 12"]'):
        with pytest.raises(SettingsError, match='write line, board and one of the pairs of each result, as "A 3 12"'):
            of_toml(wrong)
