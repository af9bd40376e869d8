"""Two pairs turned on one board of their round, or exchanged with those of another table, are told."""

from typing import Any

import polars as pl
import pytest
from checks.alone import found
from checks.test_missing_results import lines
from factories import competitions
from intake.evenings import read
from result_files import needs_real_data, real_files, real_reading

from transforms.checks import assemble
from transforms.intake.result_lines import lines_of_meetings

CODES = ("results.turned", "results.turned/other_opponents")


def told(results: list[dict[str, Any]], **session: Any) -> list[tuple[str, str, str]]:
    entries = [{"entrant": str(number), "player_id": f"p{number}{seat}"} for number in range(1, 9) for seat in "ab"]
    _, findings = assemble(read(sessions=[session], entries=entries, results=results), competitions())
    return findings.filter(pl.col("code").is_in(CODES)).select("code", "value", "message").rows()


def changed(results: list[dict[str, Any]], *where: tuple[int, str, int], ew: str | None = None) -> list[dict[str, Any]]:
    """The lines; those of this round, pair North-South and board turned, or against another pair."""
    return [
        line
        if (line["round"], line["ns"], line["board"]) not in where
        else {**line, **({"ew": ew} if ew else {"ns": line["ew"], "ew": line["ns"]})}
        for line in results
    ]


def without(results: list[dict[str, Any]], column: str) -> list[dict[str, Any]]:
    return [{**line, column: None} for line in results]


def test_an_evening_as_it_was_played_is_not_told() -> None:
    for results in (lines(), without(lines(), "round"), without(lines(), "table")):
        assert told(results) == []


def test_pairs_turned_on_one_board_are_told_with_round_and_board() -> None:
    ((code, value, message),) = told(changed(lines(), (2, "3", 5)))
    assert (code, value) == ("results.turned", "6")
    assert "how often: 1 (A, round 2, board 5: 6 - 3)" in message


def test_it_is_told_without_rounds_too() -> None:
    ((code, _, message),) = told(without(changed(lines(), (2, "3", 5)), "round"))
    assert code == "results.turned"
    assert "(A, board 5: 6 - 3)" in message


def test_of_two_boards_one_each_way_that_is_told_on_which_the_pairs_do_not_sit_as_always() -> None:
    """It was the board on which the lower number sat North-South, though it always does: a sound one."""
    of_two = [line for line in changed(lines(), (2, "3", 5)) if line["board"] % 3]
    ((code, _, message),) = told(of_two)
    assert code == "results.turned"
    assert "(A, round 2, board 5: 6 - 3)" in message
    assert told(without(of_two, "round")) == []


def test_of_two_boards_one_each_way_of_pairs_that_turn_one_of_both_is_told() -> None:
    """In the other round 3 sits East-West here, as 6 does."""
    of_two = [line for line in changed(lines(), (2, "3", 5)) if line["board"] % 3]
    turned = changed(of_two, *((1, "3", board) for board in range(1, 13)))
    ((code, _, message),) = told(turned)
    assert code == "results.turned"
    assert "one way round on one board" in message
    assert "how often: 1 (A, round 2, board 4 / 5: 3 - 6)" in message


def test_a_finding_has_the_numbers_of_all_its_rows_and_is_of_one_file() -> None:
    files = {"A": "a.csv", "B": "b.csv", "C": "b.csv"}
    of_lines = [{**line, "line": letter, "file_id": files[letter]} for letter in files for line in lines()]
    turned = changed([{**line, "line_no": place} for place, line in enumerate(of_lines, 1)], (2, "3", 5))
    a, b, c = (line["line_no"] for line in turned if (line["ns"], line["ew"]) == ("6", "3"))
    _, findings = assemble(read(sessions=[{}], results=turned), competitions())
    arguments = (pl.col("arguments").str.json_path_match(f"$.{name}").alias(name) for name in ("times", "at_lines"))
    assert findings.filter(code="results.turned").select("file_id", "line_no", *arguments).rows() == [
        ("a.csv", a, "1", f"{a}"),
        ("b.csv", b, "2", f"{b}, {c}"),
    ]


def test_pairs_that_turn_for_a_whole_round_are_not_told() -> None:
    turned = changed(lines(), *((2, ns, board) for ns in "1357" for board in range(1, 13)))
    assert told(turned) == []
    assert told(changed(lines(), *((2, "3", board) for board in range(1, 13)))) == []


def test_a_board_that_half_the_tables_turn_is_not_told() -> None:
    assert told(changed(lines(), (2, "3", 5), (2, "5", 8))) == []


def test_teams_and_single_players_are_not_told() -> None:
    turned = changed(lines(), (2, "3", 5))
    assert told(turned, kind="teams") == []
    partners = [{**line, "ns": f"{line['ns']}+a", "ew": f"{line['ew']}+b"} for line in turned]
    assert told(partners) == []


def exchanged() -> list[dict[str, Any]]:
    """In round 1, 1 plays 4 on a board in place of 2, and 3 plays 2 on another."""
    return changed(changed(lines(), (1, "1", 7), ew="4"), (1, "3", 10), ew="2")


def test_pairs_exchanged_on_one_board_are_told_where_no_table_shows_it() -> None:
    two_more = [{**line, "line": "B"} for line in lines()]
    ((code, value, message),) = told(without([*exchanged(), *two_more], "table"))
    assert (code, value) == ("results.turned/other_opponents", "1")
    assert "how often: 2 (A, round 1, board 7: 1 - 4; A, round 1, board 10: 3 - 2)" in message


def test_where_tables_show_it_they_tell_it() -> None:
    _, findings = assemble(read(sessions=[{}], results=exchanged()), competitions())
    codes = findings["code"].to_list()
    assert "results.out_of_place" in codes
    assert "results.turned/other_opponents" not in codes


@needs_real_data
@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ("pbn/spiren/2015-06-18.pbn", "A, round 9, board 26: 7 - 1"),
        ("pbn/bridgekam/2015-09-24.pbn", "A, round 8, board 24: 9 - 18"),
        ("usebio/compscore-mp_pairs_howell.xml", "A, board 15: 2 - 4"),
        ("pbn/spiren/2016-0[1-3]-*.pbn", None),
        ("usebio/multi-section.xml", None),
        ("bws/*.bws", None),
    ],
)
def test_real_evenings_are_told_only_where_one_board_is_turned(pattern: str, named: str | None) -> None:
    for path in real_files(pattern):
        tables = {
            name: real_reading(path)
            .tables[name]
            .with_columns(club=pl.lit("c"), competition=pl.lit("c"), season=pl.lit("s"))
            for name in ("results", "sessions")
        }
        results, sessions = (tables[name].lazy() for name in ("results", "sessions"))
        asked = {"meetings": lines_of_meetings(results, sessions), "settled": results.clear()}
        messages = pl.concat(found(code, **asked) for code in CODES)["message"].to_list()
        assert len(messages) == (named is not None)
        assert all(f"({named})" in message for message in messages)
