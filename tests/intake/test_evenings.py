"""Evenings that were handed in twice, what a director settles of them, and ids that come back in another season."""

import datetime as dt
import itertools

import polars as pl
import pytest
from factories import competitions, frame
from intake.evenings import Row
from intake.handed_in import (
    EVENING,
    OTHER,
    SCORES,
    about_sessions,
    assembled,
    codes,
    entries,
    evening,
    folder,
    lines,
    sessions,
)

from transforms.checks import assemble
from transforms.tables.schemas import AwardChoices, Competitions

# --- the same evening twice ---------------------------------------------------------------------


def test_a_corrected_file_counts_at_the_address_of_the_first_and_what_differs_is_told() -> None:
    corrected = lines({(3, "1"): 600, (5, "3"): -130})
    raw = folder(evening("monday.pbn"), evening("monday (1).pbn", results=corrected))
    tables, findings = assembled(raw)
    assert sessions(tables) == [("monday", "monday (1).pbn")]
    assert set(tables["results"]["file_id"]) == set(tables["entries"]["file_id"]) == {"monday (1).pbn"}
    assert tables["results"].height == 16
    assert findings.select("file_id", "line_no", "severity", "code").rows() == [
        ("monday.pbn", 1, "warning", "evenings.twice")
    ]
    message = findings["message"].item()
    assert "monday (1).pbn is the same evening and newer" in message
    assert "the time when the files were last changed" in message
    assert "rows: 14 are the same, 2 with another result, 0 only here, 0 only there" in message
    assert "the first differences: board 3, pair 1 against 2" in message
    assert 'on lines of their own, files = ["monday.pbn"], and either supersedes = ["monday (1).pbn"]' in message


def test_a_correction_that_loses_lines_is_an_error_that_counts_them() -> None:
    corrected = lines({(3, "1"): 600})[:-2]
    tables, findings = assembled(folder(evening("monday.pbn"), evening("monday (1).pbn", results=corrected)))
    assert sessions(tables) == [("monday", "monday (1).pbn")]
    assert findings.select("file_id", "severity", "code").rows() == [("monday.pbn", "error", "evenings.lines_lost")]
    assert "but results are only here that count no more (2)" in findings["message"].item()


def test_of_an_unchanged_copy_no_difference_is_told() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn"))
    tables, findings = assembled(raw)
    assert (sessions(tables), codes(findings)) == ([("a", "b.pbn")], ["evenings.twice/same"])
    assert "all rows are the same (16)" in findings["message"].item()


@pytest.mark.parametrize(
    ("minutes", "counts"),
    [
        ({"a": 1, "b": 2}, "b.pbn"),
        ({"a": 2, "b": 1}, "a.pbn"),
        ({"a": 1, "b": 1}, "b.pbn"),
        ({"a": 1, "b": None}, "a.pbn"),
    ],
)
def test_the_file_changed_last_is_the_newer_one(minutes: dict[str, int], counts: str) -> None:
    tables, _ = assembled(folder(evening("a.pbn"), evening("b.pbn")), **minutes)
    assert tables["sessions"]["file_id"].to_list() == [counts]
    assert tables["sessions"]["session_id"].to_list() == ["a"]


@pytest.mark.parametrize("later", ["x (1)", "x_v2", "x_corrected", "x - Copy", "x-v10", "x (2) - kopie"])
def test_a_name_that_says_that_it_is_a_later_one_counts_before_the_clock(later: str) -> None:
    raw = folder(evening("x.pbn"), evening(f"{later}.pbn"))
    tables, _ = assembled(raw, **{"x": 50, later: 10})
    assert sessions(tables) == [("x", f"{later}.pbn")]


def test_a_chain_of_three_corrections_keeps_the_first_address() -> None:
    names = ("x.pbn", "x_v2.pbn", "x_v10.pbn")
    raw = folder(*(evening(name, results=lines({(place, "1"): 90})) for place, name in enumerate(names, start=1)))
    tables, findings = assembled(raw)
    assert sessions(tables) == [("x", "x_v10.pbn")]
    assert codes(findings) == ["evenings.twice"] * 2
    assert all("x_v10.pbn is the same evening" in message for message in findings["message"])


def test_another_format_other_letters_and_other_numbers_are_the_same_evening() -> None:
    swapped = [
        {**row, "ns": {"1": "21", "3": "23"}[row["ns"]], "ew": {"2": "22", "4": "24"}[row["ew"]]} for row in lines()
    ]
    other = evening("x.xml", "other", results=swapped, line="B")
    other["entries"] = [{**row, "entrant": f"2{row['entrant']}"} for row in other["entries"]]
    tables, findings = assembled(folder(evening("x.pbn"), other), x=1)
    assert tables["sessions"].height == 1
    assert codes(findings) == ["evenings.twice/same"]
    directed = [{**row, "ns": f"{row['ns']}NS", "ew": f"EW {row['ew']}"} for row in lines()]
    tables, findings = assembled(folder(evening("x.pbn"), evening("y.bws", results=directed, people="")))
    assert tables["sessions"].height == 1


HALF = lines(boards=range(1, 5))


@pytest.mark.parametrize("minutes", [{"half": 1, "whole": 2}, {"half": 2, "whole": 1}, {}])
def test_the_whole_evening_counts_beside_an_export_of_half_of_it_whatever_the_times(minutes: dict[str, int]) -> None:
    tables, findings = assembled(folder(evening("half.pbn", results=HALF), evening("whole.pbn")), **minutes)
    assert sessions(tables) == [("whole", "whole.pbn")]
    assert tables["results"].height == 16
    of_half = findings.select("file_id", "severity", "code").rows()
    if minutes.get("half", 0) < 2:
        assert of_half == [("half.pbn", "warning", "evenings.twice")]
        told = "rows: 8 are the same, 0 with another result, 0 only here, 8 only there"
    else:
        assert of_half == [("half.pbn", "warning", "evenings.twice/part")]
        told = "whole.pbn is the same evening, with all 8 rows of this one and 8 more, so it counts, though it is older"
    assert told in findings["message"].item()
    assert (
        '[[session]], and below it, on lines of their own, files = ["half.pbn"], and either supersedes = ["whole.pbn"]'
        in findings["message"].item()
    )


def test_a_half_at_an_address_gives_it_to_the_whole_one_with_a_mark() -> None:
    tables, _ = assembled(folder(evening("x.pbn", results=HALF), evening("x (1).pbn")))
    assert sessions(tables) == [("x", "x (1).pbn")]


def test_a_director_may_say_that_the_half_counts() -> None:
    raw = folder(evening("half.pbn", results=HALF), evening("whole.pbn"))
    tables, findings = assembled(raw, {"files": ["half.pbn"], "supersedes": ["whole.pbn"]}, half=1, whole=2)
    assert sessions(tables) == [("whole", "half.pbn")]
    assert findings.select("file_id", "severity", "code").rows() == [
        ("whole.pbn", "warning", "settings.supersedes/more")
    ]
    assert "results of whole.pbn, of line A, are not there and do not count (8 of 16)" in findings["message"].item()


@pytest.mark.parametrize("order", list(itertools.permutations(("whole", "half", "mended"))))
def test_of_a_whole_a_half_and_a_mended_one_the_newer_whole_one_counts(order: tuple[str, ...]) -> None:
    """The half is in the whole one, but not in the mended one: so it would correct the one and not the other."""
    raw = folder(
        evening("whole.pbn"),
        evening("half.pbn", results=HALF),
        evening("mended.pbn", results=lines({(3, "1"): 600})),
    )
    tables, findings = assembled(raw, **{name: minute for minute, name in enumerate(order, start=1)})
    counts = max(("whole", "mended"), key=order.index)
    assert sessions(tables) == [("mended", f"{counts}.pbn")]
    assert len(codes(findings)) == 2


def test_halves_of_halves_are_in_the_whole_one() -> None:
    raw = folder(
        evening("whole.pbn"), evening("half.pbn", results=HALF), evening("few.pbn", results=lines(boards=range(1, 3)))
    )
    for minutes in ({"whole": 1, "half": 2, "few": 3}, {"whole": 1, "half": 3, "few": 2}):
        tables, findings = assembled(raw, **minutes)
        assert sessions(tables) == [("whole", "whole.pbn")]
        assert codes(findings) == ["evenings.twice/part"] * 2


def test_two_sections_of_the_same_boards_and_numbers_both_count() -> None:
    chance = {(board, "1"): -score for board, score in zip(range(1, 9), SCORES, strict=True)}
    raw = folder(evening("a.pbn"), evening("b.pbn", people="ijklmnop", results=lines(chance)))
    tables, findings = assembled(raw)
    assert sessions(tables) == [("a", "a.pbn"), ("b", "b.pbn")]
    assert codes(findings) == ["evenings.in_parts/sections"]


@pytest.mark.parametrize("apart", [{"date": dt.date(2025, 9, 9)}, {"competition": "other"}])
def test_other_dates_and_other_competitions_are_other_evenings(apart: Row) -> None:
    raw = folder(
        evening("a.pbn"),
        {
            name: [{**row, **apart} for row in rows] if name == "sessions" or "competition" in apart else rows
            for name, rows in evening("b.pbn").items()
        },
    )
    both = Competitions.cast(pl.concat([competitions(), competitions(competition="other")]))
    tables, findings = about_sessions(assemble(raw, both))
    assert tables["sessions"].height == 2
    assert codes(findings) == (["evenings.both_count/two_dates"] if "date" in apart else [])


def test_a_few_equal_lines_prove_nothing_without_people() -> None:
    few = lines(boards=range(1, 6))
    nobody = assembled(folder(evening("a.pbn", results=few, people=""), evening("b.pbn", results=few, people="")))
    assert nobody[0]["sessions"].height == 2
    same_people = assembled(folder(evening("a.pbn", results=few), evening("b.pbn", results=few)))
    assert same_people[0]["sessions"].height == 1


def test_the_afternoon_and_the_evening_of_the_same_people_are_two_sessions() -> None:
    other: dict[tuple[int, str], int] = {(board, ns): 90 + 10 * board for board in range(1, 9) for ns in "13"}
    tables, findings = assembled(folder(evening("noon.pbn"), evening("night.pbn", results=lines(other))))
    assert tables["sessions"].height == 2
    assert findings.is_empty()


def test_matches_without_result_lines_are_compared_too() -> None:
    def league(file: str, people: str, shift: float) -> dict[str, list[Row]]:
        of = {"session_id": file, "file_id": file}
        meetings = [
            (1, "1", "2", 5.0),
            (1, "2", "1", -5.0),
            (2, "3", "4", 9.0),
            (2, "4", "3", -9.0),
            (3, "1", "3", 1.0),
            (3, "3", "1", -1.0),
        ]
        rows = [
            {"round": number, "team": team, "opponent": other, "imps": imps + shift * (1 if imps > 0 else -1), **of}
            for number, team, other, imps in meetings
        ]
        return {
            "sessions": [{**of, "kind": "teams"}],
            "entries": [{**row, **of} for row in entries(people)],
            "matches": rows,
        }

    again = assembled(folder(league("a", "abcdefgh", 0), league("b", "abcdefgh", 0)))
    assert (sessions(again[0]), codes(again[1])) == ([("a", "b")], ["evenings.twice/same"])
    assert assembled(folder(league("a", "abcdefgh", 0), league("b", "abcdefgh", 3)))[0]["sessions"].height == 2


def test_too_many_sessions_of_one_date_are_told_and_count() -> None:
    raw = folder(*(evening(f"{number}.pbn") for number in range(61)))
    tables, findings = assembled(raw)
    assert tables["sessions"].height == 61
    assert codes(findings) == ["evenings.both_count/too_many"]


def test_people_known_only_from_a_superseded_file_are_not_players() -> None:
    raw = folder(evening("x.pbn", people="zbcdefgh"), evening("x (1).pbn"))
    tables, _ = assembled(raw)
    assert tables["players"]["player_id"].to_list() == list("abcdefgh")


# --- settled ------------------------------------------------------------------------------------


def test_what_a_director_lets_replace_is_left_out_without_a_word() -> None:
    other = lines({(board, ns): 90 for board in range(1, 9) for ns in "13"})
    for name in ("a", "a.pbn"):
        raw = folder(evening("a.pbn"), evening("b.pbn", results=other))
        tables, findings = assembled(raw, {"files": ["b.pbn"], "supersedes": [name]})
        assert sessions(tables) == [("a", "b.pbn")]
        assert findings.is_empty()
        assert tables["session_settings"]["session_id"].to_list() == ["a"]
        assert set(tables["results"]["file_id"]) == {"b.pbn"}


def test_a_director_may_let_the_older_file_count() -> None:
    raw = folder(evening("x.pbn"), evening("x (1).pbn"))
    tables, findings = assembled(raw, {"files": ["x.pbn"], "supersedes": ["x (1).pbn"]})
    assert tables["sessions"]["file_id"].to_list() == ["x.pbn"]
    assert findings.is_empty()


def test_keep_both_lets_both_count() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn"))
    tables, findings = assembled(raw, {"session_id": "b", "keep_both": True})
    assert sessions(tables) == [("a", "a.pbn"), ("b", "b.pbn")]
    assert findings.is_empty()


def test_sessions_that_replace_each_other_all_count() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", date=dt.date(2025, 9, 9), results=lines(OTHER)))
    tables, findings = assembled(
        raw, {"session_id": "a", "supersedes": ["b"]}, {"session_id": "b", "supersedes": ["a"]}
    )
    assert tables["sessions"].height == 2
    assert codes(findings) == ["settings.supersedes/circle"] * 2
    tables, findings = assembled(raw, {"session_id": "a", "supersedes": ["a"]})
    assert (tables["sessions"].height, codes(findings)) == (2, ["settings.supersedes/itself"])


@pytest.mark.parametrize(
    ("setting", "code", "message"),
    [
        ({"session_id": "mondai"}, "settings.no_session/nearest", "nearest: monday"),
        ({"files": ["mon.pbn"]}, "settings.no_session/nearest", "nearest: monday"),
        ({"files": ["MONDAY.PBN"]}, "settings.no_session/nearest", "nearest: monday.pbn"),
        ({"session_id": "monday", "supersedes": ["zzz"]}, "settings.no_session", "no such session or file"),
    ],
)
def test_a_setting_of_nothing_is_told_with_the_nearest_names(setting: Row, code: str, message: str) -> None:
    tables, findings = assembled(folder(evening("monday.pbn")), setting)
    assert tables["sessions"].height == 1
    assert findings.select("file_id", "severity", "code").rows() == [("competition.toml", "warning", code)]
    assert message in findings["message"].item()


def test_a_file_of_several_sessions_is_no_name_of_one() -> None:
    raw = folder(evening("x.xml", "x-1"), evening("x.xml", "x-2", date=dt.date(2025, 9, 9), results=lines(OTHER)))
    _, findings = assembled(raw, {"files": ["x.xml"], "keep_both": True})
    assert codes(findings) == ["settings.no_session/several_in_file"]


def test_a_superseded_file_of_several_sessions_is_left_out_whole() -> None:
    raw = folder(
        evening("x.xml", "x-1"), evening("x.xml", "x-2", date=dt.date(2025, 9, 9)), evening("y.pbn", people="ijklmnop")
    )
    tables, findings = assembled(raw, {"files": ["y.pbn"], "supersedes": ["x.xml"]})
    assert sessions(tables) == [("x-1", "y.pbn")]
    assert set(tables["results"]["file_id"]) == {"y.pbn"}
    assert codes(findings) == ["settings.supersedes/other_people", "settings.supersedes/other_date"]


def test_what_supersedes_another_evening_is_told() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", date=dt.date(2025, 9, 9)))
    tables, findings = assembled(raw, {"files": ["b.pbn"], "supersedes": ["a.pbn"]})
    assert tables["sessions"].height == 1
    assert findings.select("file_id", "severity", "code").rows() == [
        ("a.pbn", "warning", "settings.supersedes/other_date")
    ]
    message = findings["message"].item()
    assert "b.pbn supersedes this session, but that is of 2025-09-09 and this of 2025-09-02" in message
    assert "the results of a.pbn do not count (how many: 16)" in message


def test_a_date_is_given_to_a_session_without_one() -> None:
    raw = folder(evening("a.bws", date=None))
    tables, findings = assembled(raw)
    assert tables["sessions"].is_empty()
    assert findings.select("file_id", "severity", "field", "code").rows() == [
        ("a.bws", "error", "date", "sessions.no_season/file")
    ]
    tables, findings = assembled(raw, {"files": ["a.bws"], "date": EVENING})
    assert tables["sessions"].select("season", "session_id", "date").rows() == [("2025-26", "a", EVENING)]
    assert tables["results"].height == 16
    assert findings.is_empty()


def test_a_wrong_date_is_replaced() -> None:
    raw = folder(evening("a.pbn", date=dt.date(1999, 1, 1)))
    tables, findings = assembled(raw, {"session_id": "a", "date": EVENING})
    assert tables["sessions"]["date"].to_list() == [EVENING]
    assert findings.is_empty()


# --- ids that are unique in their season --------------------------------------------------------


SEASONS = Competitions.cast(
    pl.concat(
        [
            competitions(),
            competitions().with_columns(
                season=pl.lit("2024-25"), start=pl.lit(dt.date(2024, 9, 1)), end=pl.lit(dt.date(2025, 8, 31))
            ),
        ]
    )
)


def season(folder_name: str, date: dt.date, people: str) -> dict[str, list[Row]]:
    one = evening("x.csv", "1", people=people, date=date)
    return {
        name: [{**row, "file_id": f"{folder_name}{name}.csv"} for row in rows]
        for name, rows in {
            **one,
            "adjustments": [{"session_id": "1", "entrant": "1", "amount": 1.0, "unit": "points"}],
        }.items()
    }


def test_an_id_comes_back_in_the_next_season() -> None:
    old, new = season("old/", dt.date(2024, 9, 3), "abcdefgh"), season("new/", EVENING, "ijklmnop")
    tables, findings = about_sessions(assemble(folder(old, new), SEASONS))
    assert findings.is_empty()
    for name in ("sessions", "entries", "results", "adjustments"):
        told = tables[name].select("season", "session_id", "file_id").unique().sort("season").rows()
        assert told == [("2024-25", "1", f"old/{name}.csv"), ("2025-26", "1", f"new/{name}.csv")]


def test_rows_that_may_belong_to_two_seasons_are_told() -> None:
    old, new = season("old/", dt.date(2024, 9, 3), "abcdefgh"), season("new/", EVENING, "ijklmnop")
    old["adjustments"] = [{**row, "file_id": "penalties.csv", "line_no": 7} for row in old["adjustments"]]
    tables, findings = about_sessions(assemble(folder(old, new), SEASONS))
    assert findings.select("file_id", "line_no", "code").rows() == [("penalties.csv", 7, "sessions.none/several")]
    assert tables["adjustments"].height == 1


def test_what_other_files_say_of_a_superseded_session_goes_to_the_one_that_counts() -> None:
    raw = folder(
        evening("x.pbn"),
        evening("x (1).pbn"),
        adjustments=[
            {"session_id": "x", "entrant": "1", "amount": -1.0, "unit": "points", "file_id": "x.pbn"},
            {"session_id": "x", "entrant": "1", "amount": -2.0, "unit": "points", "file_id": "penalties.csv"},
            {"session_id": "x (1)", "entrant": "1", "amount": -3.0, "unit": "points", "file_id": "penalties.csv"},
        ],
    )
    tables, _ = assembled(raw)
    assert tables["adjustments"].select("session_id", "amount").rows() == [("x", -2.0), ("x", -3.0)]


def test_choices_of_awards_follow_the_session() -> None:
    chosen = {"scheme": "ffb", "of": "session", "whole_points": False, "ties": "mean"}
    choices = frame(AwardChoices, *({**chosen, "only": only} for only in ("x (1)", "x", "cup", None)))
    raw = folder(evening("x.pbn"), evening("x (1).pbn")) | {"award_choices": choices}
    tables, _ = assembled(raw)
    assert tables["award_choices"]["only"].to_list() == ["x", "x", "cup", None]
