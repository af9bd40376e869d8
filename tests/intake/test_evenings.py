"""Evenings that were handed in twice or in parts, what a director settles of them, and what always holds."""

import datetime as dt
import itertools
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import polars as pl
import pytest
from each import cases, cases_at_once, items
from examples import by_night
from factories import Tables, competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import (
    EVENING,
    OTHER,
    SCORES,
    Row,
    as_one,
    codes,
    entries,
    evening,
    folder,
    lines,
    modified,
    placed,
    rules,
    same_in_any_order_and_apart,
    sessions,
)
from intake.evenings import settings as session_settings
from polars.testing import assert_frame_equal
from result_files import needs_real_data, real_files, real_reading
from scoring.boards import any_of

from transforms.checks import assemble
from transforms.intake.evenings.parts import seated_on
from transforms.intake.evenings.settled import by_age
from transforms.intake.findings import sorted_findings
from transforms.tables.schemas import LANDING, AwardChoices, Competitions, Findings

LATER = dt.date(2025, 9, 9)
ANOTHER: dict[tuple[int, str], int] = {(board, ns): 90 + 10 * board for board in range(1, 9) for ns in "13"}
HALF = lines(boards=range(1, 5))
FEW = lines(boards=range(1, 6))
CORRECTED = lines({(3, "1"): 600})


@cases(
    ({"b.pbn": 1, "a.pbn": 2}, ["b.pbn", "a.pbn"]),
    ({"evening 10.pbn": 1, "evening 9.pbn": 1}, ["evening 9.pbn", "evening 10.pbn"]),
    ({"x (1).pbn": 1, "x.xml": 9}, ["x.xml", "x (1).pbn"]),
    ({"x_v10.pbn": 1, "x_v9.pbn": 9, "x.pbn": 5}, ["x.pbn", "x_v9.pbn", "x_v10.pbn"]),
    ({"x (1).pbn": 1, "x.pbn": 9, "y.pbn": 5}, ["y.pbn", "x.pbn", "x (1).pbn"]),
    ({"x draft.pbn": 9, "x.pbn": 1, "x (1).pbn": 0}, ["x draft.pbn", "x.pbn", "x (1).pbn"]),
    ({"x_kladje.pbn": 9, "x.pbn": None}, ["x_kladje.pbn", "x.pbn"]),
    ({"overdraft.pbn": 9, "x.pbn": 1}, ["x.pbn", "overdraft.pbn"]),
    ({"2025-09-02.pbn": 9, "2025-09-09.pbn": 1}, ["2025-09-09.pbn", "2025-09-02.pbn"]),
    ({"unknown.pbn": None, "known.pbn": 1}, ["unknown.pbn", "known.pbn"]),
    *(
        ({f"{later}.pbn": 10, "x.pbn": 50}, ["x.pbn", f"{later}.pbn"])
        for later in ("x_v2", "x_corrected", "x - Copy", "x-v10", "x (2) - kopie")
    ),
)
def test_the_order_of_files(minutes: dict[str, int | None], order: list[str]) -> None:
    assert by_age(modified(minutes, suffix="")).sort("age")["file_id"].to_list() == order


def test_a_corrected_file_counts_at_the_address_of_the_first_and_what_differs_is_reported() -> None:
    raw = folder(evening("monday.pbn"), evening("monday (1).pbn", results=lines({(3, "1"): 600, (5, "3"): -130})))
    tables, findings = placed(raw)
    assert sessions(tables) == [("monday", "monday (1).pbn")]
    assert set(tables["results"]["file_id"]) == set(tables["entries"]["file_id"]) == {"monday (1).pbn"}
    assert tables["results"].height == 16
    found = findings.select("file_id", "line_no", "severity", "code").rows()
    assert found == [("monday.pbn", 1, "warning", "evenings.twice")]
    message = findings["message"].item()
    assert "monday (1).pbn is the same evening and is newer" in message
    assert "of the rows, 14 are the same, 2 have another result, 0 are only here and 0 only there" in message
    assert "the first differences: board 3, pair 1 against 2" in message
    assert '[[session]], files = ["monday.pbn"] and either supersedes = ["monday (1).pbn"]' in message


CHANCE = {(board, "1"): -score for board, score in zip(range(1, 9), SCORES, strict=True)}
TWO: dict[str, Row] = {"a.pbn": {}, "b.pbn": {}}
UNLIKE: dict[str, Row] = {"a.pbn": {}, "b.pbn": {"results": lines(OTHER)}}
DATED = {"files": ["a.pbn"], "date": LATER}
REPLACING = {"files": ["b.pbn"], "supersedes": ["a.pbn"]}
IN_CIRCLE = [{"session_id": one, "supersedes": [other]} for one, other in ("ab", "ba")]
EITHER = ["a.pbn", "b.pbn"]


@cases_at_once(
        ({"x.pbn": {}, "x (1).pbn": {"results": CORRECTED[:-2]}}, [], {}, ["x (1).pbn"], ["evenings.lines_lost"],
         "but some results are only here and are lost (2)"),
        (TWO, [], {"a": 2, "b": 1}, ["a.pbn"], ["evenings.twice/same"], "all rows are the same (16)"),
        (TWO, [], {"a": 1, "b": None}, ["a.pbn"], ["evenings.twice/same"], "all rows are the same (16)"),
        ({f"x{mark}.pbn": {"results": lines({(at, "1"): 90})} for at, mark in enumerate(("", "_v2", "_v10"), start=1)},
         [], {}, ["x_v10.pbn"], ["evenings.twice"] * 2, "x_v10.pbn is the same evening"),
        ({"whole.pbn": {}, "half.pbn": {"results": HALF}}, [{"files": ["half.pbn"], "supersedes": ["whole.pbn"]}],
         {"half": 1, "whole": 2}, ["half.pbn"], ["settings.supersedes/more"],
         "8 of the 16 results of whole.pbn, on line A, are not there and do not count"),
        ({"a.pbn": {}, "b.pbn": {"people": "ijklmnop", "results": lines(CHANCE)}}, [], {}, EITHER,
         ["evenings.in_parts/sections"], ""),
        ({"a.pbn": {}, "b.pbn": {"date": LATER}}, [], {}, EITHER, ["evenings.both_count/two_dates"],
         "a.pbn of 2025-09-02 has 16 of these results, by the same pairs"),
        ({name: {"results": FEW, "people": ""} for name in EITHER}, [], {}, EITHER, [], ""),
        ({name: {"results": FEW} for name in EITHER}, [], {}, ["b.pbn"], ["evenings.twice/same"], ""),
        ({"a.pbn": {}, "b.pbn": {"results": lines(ANOTHER)}}, [], {}, EITHER, [], ""),
        ({f"{number}.pbn": {} for number in range(61)}, [], {}, [f"{number}.pbn" for number in range(61)],
         ["evenings.both_count/too_many"], ""),
        ({"x/1.pbn": {}, "x/1 (1).pbn": {"date": LATER, "results": lines(OTHER)}}, [], {}, ["x/1.pbn", "x/1 (1).pbn"],
         [], ""),
        ({"a.pbn": {"results": FEW}, "b.pbn": {"results": lines(boards=range(4, 9))}}, [], {}, EITHER,
         ["evenings.both_count/overlapping"], "4 results of a.pbn, with the same date and people, are also here"),
        (UNLIKE, IN_CIRCLE, {}, EITHER, ["settings.supersedes/circle"] * 2, ""),
        (UNLIKE, [{"session_id": "a", "supersedes": ["a"]}], {}, EITHER, ["settings.supersedes/itself"], ""),
        (UNLIKE, [{**REPLACING, "keep_both": True}], {}, ["b.pbn"], ["settings.supersedes/keep_both"], ""),
        (UNLIKE, [REPLACING, {"files": ["a.pbn"], "keep_both": True}], {}, ["b.pbn"], ["settings.supersedes/keep_both"],
         ""),
        ({"a.pbn": {}, "b.pbn": {"date": LATER}}, [REPLACING], {}, ["b.pbn"], ["settings.supersedes/other_date"],
         "b.pbn supersedes this session, although the dates, 2025-09-09 and 2025-09-02, differ; the results of a.pbn"
         " do not count (16 in all)"),
        *(
            ({"a.pbn": {}}, [DATED, second], {}, ["a.pbn"], ["settings.date/two"] * is_second,
             "gives session a the date 2025-09-09, which counts")
            for second, is_second in (({"files": ["a.pbn"], "date": dt.date(2025, 9, 10)}, True),
                                      ({"session_id": "a", "date": dt.date(2025, 9, 10)}, True),
                                      ({"session_id": "a", "date": LATER}, False), ({"session_id": "a"}, False))
        ),
        ({"a.pbn": {}, "b.pbn": {"date": LATER, "results": lines(OTHER)}},
         [{"files": ["a.pbn"], "session_id": "b"}], {}, EITHER, ["settings.parts/id_taken"], ""),
        *(
            ({"monday.pbn": {}}, [setting], {}, ["monday.pbn"], [f"settings.no_session{variant}"], says)
            for setting, variant, says in (
                ({"session_id": "mondai"}, "/nearest", "nearest: monday"),
                ({"files": ["mon.pbn"]}, "/nearest", "nearest: monday"),
                ({"files": ["MONDAY.PBN"]}, "/nearest", "nearest: monday.pbn"),
                ({"session_id": "monday", "supersedes": ["zzz"]}, "", "no such session or file"),
            )
        ),
)  # fmt: skip
def test_which_of_two_evenings_counts_and_what_is_said(
    files: dict[str, Row],
    settled: list[Row],
    minutes: dict[str, Any],
    counts: list[str],
    *,
    found: list[str],
    says: str,
) -> None:
    tables, findings = placed(folder(*(evening(name, **of) for name, of in files.items())), *settled, minutes=minutes)
    assert (sorted(tables["sessions"]["file_id"]), codes(findings)) == (sorted(counts), found)
    assert len(counts) > 1 or tables["sessions"]["session_id"].item() == next(iter(files)).removesuffix(".pbn")
    assert all(says in message for message in findings["message"])


def test_another_format_other_letters_and_other_numbers_are_the_same_evening() -> None:
    swapped = [{**row, "ns": f"2{row['ns']}", "ew": f"2{row['ew']}"} for row in lines()]
    other = evening("x.xml", "other", results=swapped, line="B")
    other["entries"] = [{**row, "entrant": f"2{row['entrant']}"} for row in other["entries"]]
    tables, findings = placed(folder(evening("x.pbn"), other), minutes={"x": 1})
    assert (tables["sessions"].height, codes(findings)) == (1, ["evenings.twice/same"])
    directed = [{**row, "ns": f"{row['ns']}NS", "ew": f"EW {row['ew']}"} for row in lines()]
    tables, _ = placed(folder(evening("x.pbn"), evening("y.bws", results=directed, people="")))
    assert tables["sessions"].height == 1


@cases_at_once({"half": 1, "whole": 2}, {"half": 2, "whole": 1}, {})
def test_the_whole_evening_counts_next_to_an_export_of_half_of_it_whatever_the_times(minutes: dict[str, int]) -> None:
    tables, findings = placed(folder(evening("half.pbn", results=HALF), evening("whole.pbn")), minutes=minutes)
    assert (sessions(tables), tables["results"].height) == ([("whole", "whole.pbn")], 16)
    is_late = minutes.get("half", 0) == 2
    code = "evenings.twice/part" if is_late else "evenings.twice"
    assert findings.select("file_id", "severity", "code").rows() == [("half.pbn", "warning", code)]
    on_time = "of the rows, 8 are the same, 0 have another result, 0 are only here and 8 only there"
    late = "with all 8 rows of this file and 8 more, so it counts although it is older"
    assert (late if is_late else on_time) in findings["message"].item()


@cases_at_once(*((order,) for order in itertools.permutations(("whole", "half", "corrected"))))
def test_of_a_whole_a_half_and_a_corrected_one_the_newer_whole_one_counts(order: tuple[str, ...]) -> None:
    """The half is in the whole one, but not in the corrected one: so it would correct the one and not the other."""
    raw = folder(evening("whole.pbn"), evening("half.pbn", results=HALF), evening("corrected.pbn", results=CORRECTED))
    tables, findings = placed(raw, minutes={name: minute for minute, name in enumerate(order, start=1)})
    counts = max(("whole", "corrected"), key=order.index)
    assert (sessions(tables), len(codes(findings))) == ([("corrected", f"{counts}.pbn")], 2)


@cases_at_once((0, 1), (3, 2))
def test_matches_without_result_lines_are_compared_too(shift: float, number: int) -> None:
    def league(file: str, shift: float) -> dict[str, list[Row]]:
        of = {"session_id": file, "file_id": file}
        met = [(1, "1", "2", 5.0), (2, "3", "4", 9.0), (3, "1", "3", 1.0)]
        both = [*met, *((number, other, team, -imps) for number, team, other, imps in met)]
        rows = [
            {"round": number, "team": team, "opponent": other, "imps": imps + (shift if imps > 0 else -shift), **of}
            for number, team, other, imps in both
        ]
        seats = [{**row, **of} for row in entries("abcdefgh")]
        return {"sessions": [{**of, "kind": "teams"}], "entries": seats, "matches": rows}

    assert placed(folder(league("a", 0), league("b", shift)))[0]["sessions"].height == number


def test_people_of_a_superseded_file_do_not_count() -> None:
    named = [{"player_id": file, "name": file, "file_id": file} for file in ("x.pbn", "x (1).pbn")]
    tables, _ = placed(folder(evening("x.pbn"), evening("x (1).pbn"), players=named))
    assert tables["players"]["player_id"].to_list() == ["x (1).pbn"]


@cases_at_once({}, {(1, "1"): 620, (2, "1"): -50})
def test_the_same_results_under_another_date_and_another_name_are_reported(scores: dict[tuple[int, str], int]) -> None:
    other = evening("export.pbn", date=dt.date(2025, 9, 16), results=lines(scores))
    raw = folder(evening("monday.pbn"), other, evening("other.pbn", date=LATER, results=lines(OTHER)))
    tables, findings = placed(raw)
    assert tables["sessions"].height == 3
    [named] = findings.filter(code="evenings.both_count/two_dates")["file_id"].to_list()
    assert named in {"monday.pbn", "export.pbn"}
    assert placed(raw, {"files": [named], "keep_both": True})[1].is_empty()


def test_a_date_that_sets_a_twin_apart_is_reported() -> None:
    twins = folder(evening("wed.pbn"), evening("export.pbn"))
    tables, findings = placed(twins, {"files": ["export.pbn"], "date": LATER})
    assert (tables["sessions"].height, codes(findings)) == (2, ["evenings.both_count/set_apart"])
    assert "have 16 results in common; both count, because [[session]]" in findings["message"].item()
    assert placed(twins, {"files": ["export.pbn"], "date": LATER, "keep_both": True})[1].is_empty()
    undated = folder(evening("wed.pbn"), evening("export.pbn", date=None))
    assert codes(placed(undated, {"files": ["export.pbn"], "date": LATER})[1]) == ["evenings.both_count/set_apart"]
    others = folder(evening("wed.pbn"), evening("thu.pbn", people="ijklmnop", results=[]))
    assert placed(others, {"files": ["wed.pbn"], "date": LATER})[1].is_empty()


@cases_at_once("a", "a.pbn")
def test_what_a_director_lets_replace_is_left_out_without_a_word(name: str) -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", results=lines(OTHER)))
    tables, findings = placed(raw, {"files": ["b.pbn"], "supersedes": [name]})
    assert (sessions(tables), findings.height) == ([("a", "b.pbn")], 0)
    assert tables["session_settings"]["session_id"].to_list() == ["a"]
    assert set(tables["results"]["file_id"]) == {"b.pbn"}


def test_a_file_of_several_sessions_is_no_name_of_one_but_is_superseded_whole() -> None:
    two = evening("x.xml", "x-1"), evening("x.xml", "x-2", date=LATER, results=lines(OTHER))
    _, findings = placed(folder(*two), {"files": ["x.xml"], "keep_both": True})
    assert codes(findings) == ["settings.no_session/several_in_file"]
    raw = folder(*two, evening("y.pbn", people="ijklmnop"))
    tables, findings = placed(raw, {"files": ["y.pbn"], "supersedes": ["x.xml"]})
    assert sessions(tables) == [("x-1", "y.pbn")]
    assert set(tables["results"]["file_id"]) == {"y.pbn"}
    assert sorted(codes(findings)) == ["settings.supersedes/other_date", "settings.supersedes/other_people"]


@cases_at_once(None, dt.date(1999, 1, 1))
def test_a_date_is_given_to_a_session_with_none_or_a_wrong_one(date: dt.date | None) -> None:
    raw = folder(evening("a.bws", date=date))
    tables, findings = placed(raw)
    assert (tables["sessions"].height, set(findings["field"])) == (0, {"date"})
    tables, findings = placed(raw, {"files": ["a.bws"], "date": EVENING})
    assert tables["sessions"].select("season", "session_id", "date").rows() == [("2025-26", "a", EVENING)]
    assert (tables["results"].height, findings.height) == (16, 0)


def test_a_date_of_no_season_is_reported_where_it_was_written() -> None:
    wrong = dt.date(2062, 9, 9)
    tables, findings = placed(folder(evening("a.pbn")), {"files": ["a.pbn"], "date": wrong})
    written = ("competition.toml", "settings.date/no_season", "session.date", str(wrong))
    assert findings.select("file_id", "code", "field", "value").rows() == [written]
    assert tables["sessions"].is_empty()
    _, of_file = placed(folder(evening("a.pbn", date=wrong)), {"files": ["a.pbn"], "together": "A+B"})
    assert of_file.filter(file_id="a.pbn")["code"].to_list() == ["sessions.no_season"]


BEFORE = {"season": "2024-25", "start": dt.date(2024, 9, 1), "end": dt.date(2025, 8, 31)}
SEASONS = Competitions.cast(
    pl.concat(
        [competitions(), competitions().with_columns(pl.lit(value).alias(name) for name, value in BEFORE.items())]
    )
)


def season(folder_name: str, date: dt.date, people: str, **of_adjustments: Any) -> dict[str, list[Row]]:
    given = [{"session_id": "1", "entrant": "1", "amount": 1.0, "unit": "points"}]
    tables = {**evening("x.csv", "1", people=people, date=date), "adjustments": given}
    named = {name: [{**row, "file_id": f"{folder_name}{name}.csv"} for row in rows] for name, rows in tables.items()}
    return named | {"adjustments": [{**row, **of_adjustments} for row in named["adjustments"]]}


def test_an_id_comes_back_in_the_next_season() -> None:
    old, new = season("old/", dt.date(2024, 9, 3), "abcdefgh"), season("new/", EVENING, "ijklmnop")
    tables, findings = placed(folder(old, new), of=SEASONS)
    assert findings.is_empty()
    for name in ("sessions", "entries", "results", "adjustments"):
        there = tables[name].select("season", "session_id", "file_id").unique().sort("season").rows()
        assert there == [("2024-25", "1", f"old/{name}.csv"), ("2025-26", "1", f"new/{name}.csv")]


def test_rows_that_may_belong_to_two_seasons_are_reported() -> None:
    old = season("old/", dt.date(2024, 9, 3), "abcdefgh", file_id="penalties.csv", line_no=7)
    tables, findings = placed(folder(old, season("new/", EVENING, "ijklmnop")), of=SEASONS)
    assert findings.select("file_id", "line_no", "code").rows() == [("penalties.csv", 7, "sessions.none/several")]
    assert tables["adjustments"].height == 1


def test_what_other_files_say_of_a_superseded_session_goes_to_the_one_that_counts() -> None:
    said = (("x", -1.0, "x.pbn"), ("x", -2.0, "penalties.csv"), ("x (1)", -3.0, "penalties.csv"))
    adjustments = [
        {"session_id": session, "entrant": "1", "amount": amount, "unit": "points", "file_id": file}
        for session, amount, file in said
    ]
    tables, _ = placed(folder(evening("x.pbn"), evening("x (1).pbn"), adjustments=adjustments))
    assert tables["adjustments"].select("session_id", "amount").rows() == [("x", -2.0), ("x", -3.0)]


def test_choices_of_awards_follow_the_session() -> None:
    chosen = {"scheme": "ffb", "of": "session", "whole_points": False, "ties": "mean"}
    choices = frame(AwardChoices, *({**chosen, "only": only} for only in ("x (1)", "x", "cup", None)))
    tables, _ = placed(folder(evening("x.pbn"), evening("x (1).pbn")) | {"award_choices": choices})
    assert tables["award_choices"]["only"].to_list() == ["x", "x", "cup", None]


FILES = ("x.pbn", "x (1).pbn", "y.xml", "part/x.pbn")
PEOPLE = ("abcdefgh", "ijklmnop")
DATES = (EVENING, EVENING, dt.date(2025, 9, 9), dt.date(1999, 1, 1), None)

ONE = any_of(file=FILES, session="123", date=DATES, people=PEOPLE, line="AB", scores=(0, 0, 7))
SETTING = st.fixed_dictionaries(
    {
        "session_id": st.sampled_from([None, "1", "9"]),
        "files": st.lists(st.sampled_from(FILES), max_size=3),
        "date": st.sampled_from([None, EVENING]),
        "supersedes": st.lists(st.sampled_from([*FILES, "2", "3"]), max_size=2),
        "keep_both": st.booleans(),
    }
)
HANDED_IN = st.tuples(st.lists(ONE, min_size=1, max_size=5), st.lists(SETTING, max_size=2))
FOLDERS = st.lists(HANDED_IN, min_size=4, max_size=12)
NAMED = ("sessions", "entries", "results")
few = settings(max_examples=by_night(4))
"""Each example is a case for every one of its clubs."""
MINUTES = any_of(**dict.fromkeys(FILES, (None, 1, 2)))


def handed_in(folder_of: Any, minutes: dict[str, int | None]) -> Tables:
    evenings, reported = folder_of
    rows: dict[str, list[Row]] = {"sessions": [], "entries": [], "results": []}
    for number, one in enumerate(evenings):
        of = {"session_id": one["session"], "file_id": one["file"], "line": one["line"]}
        shift: dict[tuple[int, str], int] = (
            {(board, ns): 10 * board + one["scores"] for board in range(1, 9) for ns in "13"} if one["scores"] else {}
        )
        rows["sessions"].append({**of, "date": one["date"], "line_no": 1000 * number + 1})
        for name, given_rows in (("entries", entries(one["people"])), ("results", lines(shift))):
            start = 1000 * number + 100 * len(name)
            rows[name] += [{**row, **of, "line_no": start + place} for place, row in enumerate(given_rows)]
    rows["sessions"] = [{key: value for key, value in row.items() if key != "line"} for row in rows["sessions"]]
    named = [row if row["files"] or row["session_id"] else {**row, "session_id": "1"} for row in reported]
    return (
        folder(rows)
        | {"files": modified(minutes, suffix="")}
        | ({"session_settings": session_settings(*named)} if named else {})
    )


@pytest.mark.nightly
@given(FOLDERS, MINUTES, st.integers(0, 99), st.integers(0, 999))
@few
def test_order_does_not_matter(folders: list[Any], minutes: dict[str, int | None], cut: int, seed: int) -> None:
    same_in_any_order_and_apart([handed_in(one, minutes) for one in folders], cut, seed)


def test_findings_that_differ_only_in_their_section_have_an_order() -> None:
    wrong = [{"files": ["z.pbn"], "supersedes": ["x.pbn"]} for _ in range(5)]
    raw = folder(evening("x.pbn"), evening("y.pbn")) | {"session_settings": session_settings(*wrong)}
    found = assemble(raw, competitions())[1].filter(code="settings.no_session")
    assert found["arguments"].n_unique() == len(wrong)
    for seed in range(3):
        mixed = found.sample(fraction=1, shuffle=True, seed=seed).lazy()
        assert_frame_equal(sorted_findings([Findings.cast(mixed)]).collect(), found)


@given(folders=FOLDERS, minutes=MINUTES)
@few
def test_every_row_is_in_or_named_or_its_session_is(folders: list[Any], minutes: dict[str, int | None]) -> None:
    """A row that is not in the tables has a finding of its own, or its session or file has one, or is superseded."""
    raw = as_one([handed_in(one, minutes) for one in folders])
    tables, findings = assemble(raw, rules(len(folders)))
    for number, one in enumerate(folders):
        club = pl.col("club") == f"club {number:02}"
        given_rows, kept = ({name: of[name].filter(club) for name in NAMED} for of in (raw, tables))
        no_row_is_lost(one, given_rows, kept, findings.filter(club))


def no_row_is_lost(folder_of: Any, raw: Tables, tables: Tables, findings: pl.DataFrame) -> None:
    superseded = {name for row in folder_of[1] for name in row["supersedes"]}
    reported_lines = set(findings.select("file_id", "line_no").iter_rows())
    reported_sessions = set(findings.filter(field="session_id").select("file_id", "value").iter_rows())
    undated = set(findings.filter(field="date").select("file_id", "line_no").iter_rows())
    without_date = {
        (file, session)
        for file, session, line_no in raw["sessions"].select("file_id", "session_id", "line_no").iter_rows()
        if (file, line_no) in undated
    }
    # A fault that many lines of a file share is one finding, which says how many they are.
    counted = Counter[str]()
    for file, arguments in (
        findings.filter(pl.col("code").str.ends_with("_lines")).select("file_id", "arguments").rows()
    ):
        counted[file] += int(json.loads(arguments)["lines"])
    joined = {file for row in folder_of[1] for file in row["files"]}
    seats = set(tables["entries"].select("entrant", "player_id").iter_rows())
    # Who plays on in a second half is said again in its file, and stands in the table once.
    said_again = {
        (file, line_no)
        for file, line_no, *seat in raw["entries"].select("file_id", "line_no", "entrant", "player_id").iter_rows()
        if file in joined and tuple(seat) in seats
    }
    for name in NAMED:
        kept = set(tables[name].select("file_id", "line_no").iter_rows())
        parts = {file for row in folder_of[1] for file in row["files"]} if name == "sessions" else set()
        for file, line_no, session in raw[name].select("file_id", "line_no", "session_id").iter_rows():
            named = (file, line_no) in reported_lines or (file, session) in reported_sessions | without_date
            settled = file in superseded or session in superseded or file in parts
            # What is reported of a part of an evening bears the id of the evening, and the file of the part.
            named |= file in joined and any(file == reported for reported, _ in reported_sessions)
            settled |= name == "entries" and (file, line_no) in said_again
            if not ((file, line_no) in kept or named or settled):
                counted[file] -= 1
                assert counted[file] >= 0, (name, file, line_no, session)


Handed = dict[str, list[Row]]
OF_BOTH = {"files": ["a.pbn", "b.pbn"]}
WED = {"files": ["wed 1.pbn", "wed 2.pbn"]}


def sections(**given: Any) -> Tables:
    other = lines({(board, "1"): 90 for board in range(1, 9)})
    of_a, of_b = ({"session_id": name, "file_id": f"{name}.pbn"} for name in "ab")
    return folder(
        evening("a.pbn"),
        evening("b.pbn", people="ijklmnop", results=other, **given),
        official_results=[{**of, "entrant": "1"} for of in (of_a, of_b)],
        adjustments=[{**of_b, "entrant": "1", "amount": -5.0, "unit": "points"}],
        stated=[{**of, "what": "sections", "value": 1} for of in (of_b, of_a)],
        awards=[{**of_b, "scheme": "tbf", "line": "A", "entrant": "1", "points": 1.0}],
    )


def section(name: str, people: str) -> Handed:
    shift: dict[tuple[int, str], int] = {
        (board, ns): 100 * board + 10 * ord(name) for board in range(1, 9) for ns in "13"
    }
    return evening(f"{name}.pbn", people=people, results=lines(shift))


@cases_at_once(None, "tuesday")
def test_files_that_are_one_evening_are_one_session_with_lines_of_their_own(session: str | None) -> None:
    tables, findings = placed(sections(), {**OF_BOTH, "session_id": session})
    assert (sessions(tables), findings.height) == ([(session or "a", "a.pbn")], 0)
    at = pl.col("line").unique().sort().str.join("")
    for name in ("entries", "results", "official_results"):
        assert tables[name].group_by("file_id").agg(at).sort("file_id").rows() == [("a.pbn", "A"), ("b.pbn", "B")]
        assert set(tables[name]["session_id"]) == {session or "a"}
    assert [tables[name]["line"].to_list() for name in ("adjustments", "awards")] == [["B"]] * 2
    assert tables["stated"].height == 2
    assert tables["session_settings"]["session_id"].to_list() == [session or "a"]


@cases_at_once(
    ({**OF_BOTH, "together": "A+B"}, None, ["A+B"]),
    ({"files": ["b.pbn"], "together": "A+C"}, None, [None, "A+C"]),
    ({"session_id": "a", "files": [], "together": "A+C;B+D"}, None, ["A+C;B+D", None]),
    (OF_BOTH, None, [None]),
    ({**OF_BOTH, "together": "A+B"}, "A+C", ["A+B"]),
)
def test_lines_are_one_field_where_settled(settled: Row, by_file: str | None, expected: list[Any]) -> None:
    tables, _ = placed(sections(together=by_file), settled)
    assert tables["sessions"].sort("session_id")["together"].to_list() == expected


def test_matches_of_teams_go_with_their_line() -> None:
    def of(file: str, imps: float) -> Handed:
        row = {"session_id": file, "file_id": f"{file}.pbn", "round": 1, "boards": 8}
        sides = [("1", "2", imps), ("2", "1", -imps)]
        matches = [{**row, "team": own, "opponent": other, "imps": points} for own, other, points in sides]
        return {**evening(f"{file}.pbn", people="", kind="teams", results=[]), "matches": matches}

    tables, _ = placed(folder(of("a", 13.0), of("b", 2.0)), OF_BOTH)
    lines_of = tables["matches"].select("file_id", "line").unique().sort("file_id").rows()
    assert lines_of == [("a.pbn", "A"), ("b.pbn", "B")]


def test_the_first_file_names_the_evening_and_one_without_a_date_takes_that_of_the_other() -> None:
    tables, findings = placed(sections(date=None), {"files": ["b.pbn", "a.pbn"]})
    assert (sessions(tables), findings.height) == ([("b", "b.pbn")], 0)
    assert set(tables["results"].filter(file_id="a.pbn")["line"]) == {"B"}


def test_letters_that_do_not_clash_stay_and_groups_go_with_their_lines() -> None:
    raw = folder(
        evening("a.pbn", together="A+B"),
        evening("a.pbn", people="qrstuvwx", line="B"),
        evening("b.pbn", people="ijklmnop", together="A+D"),
        evening("b.pbn", people="12345678", line="D"),
    )
    raw["sessions"] = raw["sessions"].drop_nulls("together")
    tables, findings = placed(raw, OF_BOTH)
    assert (tables["sessions"]["together"].to_list(), findings.height) == (["A+B;C+D"], 0)
    letters = tables["results"].group_by("file_id").agg(pl.col("line").unique().sort()).sort("file_id")
    assert letters["line"].to_list() == [["A", "B"], ["C", "D"]]


@cases_at_once(({"kind": "butler"}, "kind"), ({"winners": 2}, "winners"), ({"date": LATER}, "date"))
def test_files_that_cannot_be_one_evening_stay_apart(unlike: Row, what: str) -> None:
    tables, findings = placed(sections(**unlike), OF_BOTH)
    assert tables["sessions"].height == 2
    apart = findings.filter(code="settings.parts/differ")
    assert apart.select("file_id", "severity", "value").rows() == [("competition.toml", "error", "a.pbn, b.pbn")]
    assert f"differ in {what}" in apart["message"].item()


def test_a_file_is_part_of_one_evening_only_and_replaces_nothing_in_its_own() -> None:
    raw = folder(section("a", "abcdefgh"), section("b", "ijklmnop"), section("c", "qrstuvwx"))
    tables, findings = placed(raw, OF_BOTH, {"files": ["b.pbn", "c.pbn"], "keep_both": True})
    assert (sessions(tables), codes(findings)) == ([("a", "a.pbn"), ("c", "c.pbn")], ["settings.parts/of_two"])
    raw = folder(section("a", "abcdefgh"), section("b", "ijklmnop"), section("c", "ijklmnop"))
    tables, findings = placed(raw, OF_BOTH, {"files": ["c.pbn", "a.pbn"], "supersedes": ["b.pbn"]})
    assert codes(findings) == ["settings.parts/of_two"]
    assert set(tables["results"]["file_id"]) == {"a.pbn", "c.pbn"}


def test_an_id_in_the_place_of_a_file_is_reported_with_what_it_is() -> None:
    _, findings = placed(sections(), {"files": ["a", "b"]})
    found = findings.filter(code="settings.no_session/id_among_files")
    assert found["value"].to_list() == ["a", "b"]
    assert "write the files that contain the session (a.pbn)" in found["message"][0]
    _, findings = placed(sections(), {"files": ["a.pbn"], "session_id": "first"}, {"files": ["first", "b.pbn"]})
    assert (
        "write the files that contain the session (a.pbn)"
        in findings.filter(code="settings.no_session/id_among_files")["message"].item()
    )


@items(
    (folder(section("a", "abcdefgh"), section("b", "ijklmnop")), "sections", OF_BOTH),
    (
        folder(
            evening("wed 1.pbn", results=lines(boards=range(1, 5))),
            evening("wed 2.pbn", results=lines(boards=range(5, 9))),
        ),
        "halves",
        WED,
    ),
    ids=["sections", "halves"],
)
def test_two_files_that_fit_are_reported_until_it_is_settled(raw: Tables, kind: str, named: Row) -> None:
    _, findings = placed(raw)
    one, other = named["files"]
    assert findings.select("file_id", "severity", "code").rows() == [(other, "warning", f"evenings.in_parts/{kind}")]
    assert f'[[session]] and files = ["{one}", "{other}"]' in findings["message"].item()
    assert placed(raw, {"files": [other], "keep_both": True})[1].is_empty()
    assert placed(raw, named)[1].is_empty()


def halves(people: str = "abcdefgh", second: range = range(5, 9), **others: list[Row]) -> Tables:
    first = evening("wed 1.pbn", results=lines(boards=range(1, 5)))
    return folder(first, evening("wed 2.pbn", people=people, results=lines(boards=second)), **others)


@items(
    ("abcdefgh", {"A"}, 8, []),
    ("", {"A"}, 8, []),
    ("xbcdefgh", {"A"}, 9, []),
    ("ijklmnop", {"A", "B"}, 16, []),
    ("abcdexyz", {"A"}, 11, ["evenings.in_parts/other_pair"]),
    ids=["the same", "nobody", "one more player", "others", "another pair"],
)
def test_pairs_play_on_in_their_line(people: str, letters: set[str], seated: int, found: list[str]) -> None:
    tables, findings = placed(halves(people), WED)
    assert (set(tables["results"]["line"]), tables["results"].height) == (letters, 16)
    assert (tables["sessions"].height, codes(findings)) == (1, found)
    assert seated_on(tables["entries"].lazy()).collect().height == seated


def seats(tables: Tables, entrant: str) -> list[str]:
    return tables["entries"].filter(entrant=entrant)["player_id"].unique().sort().to_list()


def test_who_comes_for_the_second_half_is_of_the_pair_and_another_pair_has_a_free_number() -> None:
    assert seats(placed(halves("xbcdefgh"), WED)[0], "1") == ["a", "b", "x"]
    tables, _ = placed(halves("abcdexyz"), WED)
    assert (seats(tables, "5"), seats(tables, "3")) == (["y", "z"], ["e", "f", "x"])


def test_two_whole_evenings_of_a_date_are_no_halves() -> None:
    first = evening("day.pbn")["results"][0]
    day, night = (
        evening(f"{name}.pbn", results=[{**first, "board": board} for board in range(start, start + 24)])
        for name, start in (("day", 1), ("night", 31))
    )
    assert "evenings.in_parts/halves" not in codes(placed(folder(day, night))[1])


def test_official_results_of_halves_are_left_out_and_reported_but_guests_were_there() -> None:
    of = [{"session_id": f"wed {half}", "file_id": f"wed {half}.pbn"} for half in (1, 2)]
    official = [{**one, "entrant": str(pair), "line_no": 50 + pair, "points": 9.0} for one in of for pair in (1, 2)]
    tables, findings = placed(halves(official_results=official), WED)
    listed = tables["official_results"].select("entrant", "points", "score", "rank", "penalty")
    assert listed.rows() == [("1", None, None, None, None), ("2", None, None, None, None)], "they were there"
    found = findings.select("file_id", "line_no", "code").rows()
    assert found == [(f"wed {half}.pbn", 51, "evenings.in_parts/official") for half in (1, 2)]
    guests = [{**one, "entrant": "7", "line_no": 60} for one in of]
    tables, findings = placed(halves(official_results=guests), WED)
    assert tables["official_results"].select("line", "entrant", "file_id").rows() == [("A", "7", "wed 1.pbn")]
    assert findings.is_empty()


def renumbered(numbers: dict[str, str]) -> Handed:
    second = evening("wed 2.pbn", results=lines(boards=range(5, 9)))
    for row in (*second["entries"], *second["results"]):
        row |= {side: numbers.get(row[side], row[side]) for side in ("ns", "ew", "entrant") if side in row}
    return second


FIRST_HALF = evening("wed 1.pbn", results=lines(boards=range(1, 5)))


@cases_at_once({"1": "3", "3": "1"}, {"1": "11", "2": "12", "3": "13", "4": "14"})
def test_pairs_who_play_on_under_other_numbers_keep_the_first(numbers: dict[str, str]) -> None:
    raw = folder(FIRST_HALF, renumbered(numbers))
    assert codes(placed(raw)[1]) == ["evenings.in_parts/halves"]
    (tables, findings), (plain, _) = placed(raw, WED), placed(halves(), WED)
    assert findings.is_empty()
    for name, columns in (("results", ["line", "board", "ns", "ew", "score"]), ("entries", ["entrant", "player_id"])):
        assert tables[name].select(columns).sort(columns).equals(plain[name].select(columns).sort(columns))


def test_strangers_with_the_number_of_a_pair_who_plays_on_get_a_free_one() -> None:
    second = renumbered({"1": "9", "2": "1"})
    for row in second["entries"]:
        row["player_id"] += "x" if row["entrant"] == "1" else ""
    tables, findings = placed(folder(FIRST_HALF, second), WED)
    assert set(tables["results"]["line"]) == {"A"}
    assert tables["entries"].filter(pl.col("player_id").str.contains("x"))["entrant"].to_list() == ["10", "10"]
    assert findings.select("file_id", "code", "value").rows() == [("wed 2.pbn", "evenings.in_parts/other_pair", "1")]


def test_a_pair_with_another_number_and_one_name_misspelt_plays_on() -> None:
    second = renumbered({str(pair): str(pair + 10) for pair in range(1, 5)})
    for row in second["entries"]:
        row["player_id"] = row["player_id"].replace("c", "cc")
    tables, _ = placed(folder(FIRST_HALF, second), WED)
    assert (set(tables["results"]["line"]), seats(tables, "2")) == ({"A"}, ["c", "cc", "d"])


def test_a_board_that_pairs_play_in_both_halves_is_named() -> None:
    found = placed(halves(second=range(4, 9)), WED)[1].filter(code="evenings.in_parts/board_again")
    assert found.select("file_id", "value").rows() == [("wed 2.pbn", "4")]


def test_the_board_at_the_break_may_be_in_both_halves() -> None:
    first = [row for row in lines(boards=range(1, 6)) if row["board"] < 5 or row["ns"] == "1"]
    second = [row for row in lines(boards=range(5, 9)) if row["board"] > 5 or row["ns"] == "3"]
    raw = folder(evening("wed 1.pbn", results=first), evening("wed 2.pbn", results=second))
    assert codes(placed(raw)[1]) == ["evenings.in_parts/halves"]
    tables, findings = placed(raw, WED)
    assert (set(tables["results"]["line"]), tables["results"].height, findings.height) == ({"A"}, 16, 0)


@cases_at_once(*((order,) for order in ((0, 1, 2, 3), (3, 1, 2, 0), (0, 2, 1, 3))))
def test_two_sections_of_two_halves_each_are_one_evening_of_two_lines(order: tuple[int, ...]) -> None:
    files = [
        evening(f"{people[0]} {boards.start}.pbn", people=people, results=lines({}, boards))
        for people in ("abcdefgh", "ijklmnop")
        for boards in (range(1, 5), range(5, 9))
    ]
    tables, findings = placed(folder(*files), {"files": [files[place]["sessions"][0]["file_id"] for place in order]})
    assert findings.is_empty()
    assert tables["entries"].group_by("player_id").agg(pl.col("line").n_unique())["line"].to_list() == [1] * 16
    assert tables["results"].group_by("line").len().sort("line").rows() == [("A", 16), ("B", 16)]


def test_a_whole_export_of_a_named_evening_keeps_its_address() -> None:
    first, second = (lines(boards=boards) for boards in (range(1, 5), range(5, 9)))
    raw = folder(evening("h1.pbn", results=first), evening("h2.pbn", results=second), evening("whole.pbn"))
    joined = {"files": ["h1.pbn", "h2.pbn"], "session_id": "eve"}
    for settled in ([joined, {"files": ["whole.pbn"], "supersedes": ["eve"]}], [joined]):
        assert sessions(placed(raw, *settled)[0]) == [("eve", "whole.pbn")]


OF_B = lines({(board, ns): 90 + board for board in range(1, 9) for ns in "13"})
JOINED = {"files": ["A.pbn", "B.pbn"], "session_id": "tuesday"}
PART_OF_A = lines(boards=range(1, 6))
CORRECTS_A = {"files": ["A (1).pbn"], "supersedes": ["A.pbn"]}


def with_corrections(*corrections: list[Row]) -> Tables:
    again = (evening(f"A ({number}).pbn", results=results) for number, results in enumerate(corrections, start=1))
    return folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B), *again)


WITH_ONE = with_corrections(lines({(1, "1"): 90}))


def with_all() -> Tables:
    again = (
        evening("all.pbn", results=lines({(1, "1"): 90})),
        evening("all.pbn", "", "ijklmnop", results=OF_B, line="B"),
    )
    for rows in again[1].values():
        rows[:] = [{**row, "session_id": "all"} for row in rows]
    raw = folder(evening("A.pbn"), evening("B.pbn", people="ijklmnop", results=OF_B), *again)
    return raw | {"sessions": raw["sessions"].unique("file_id", keep="first", maintain_order=True)}


@cases_at_once(*itertools.product((1, 3), (1, -1)))
def test_the_last_correction_of_one_file_counts(number: int, order: int) -> None:
    raw = with_corrections(*(lines({(1, "1"): 80 + n}) for n in range(number)))
    names = ["A.pbn", *(f"A ({n}).pbn" for n in range(1, number + 1))]
    corrections = [{"files": [name], "supersedes": [before]} for before, name in itertools.pairwise(names)]
    tables, findings = placed(raw, JOINED, *corrections[::order])
    assert (sessions(tables), findings.height) == ([("tuesday", names[-1])], 0)
    assert tables["results"].group_by("file_id").len().sort("file_id").rows() == [(names[-1], 16), ("B.pbn", 16)]


def test_what_a_correction_lacks_is_reported_of_each_file_before() -> None:
    """Pairs of section B, of the same numbers, stood in for those of section A, and six results went in silence."""
    tables, findings = placed(with_corrections(PART_OF_A), JOINED, CORRECTS_A)
    assert tables["results"].filter(file_id="A (1).pbn").height == 10
    assert findings.select("file_id", "severity", "code").rows() == [("A.pbn", "warning", "settings.supersedes/more")]
    message = findings["message"].item()
    assert (
        "supersedes this session, but 6 of the 16 results of A.pbn, on line A, are not there and do not count"
        in message
    )
    assert 'files = ["A (1).pbn", "B.pbn", "A.pbn"]' in message
    again = {"files": ["A (2).pbn"], "supersedes": ["A (1).pbn"]}
    _, findings = placed(with_corrections(lines({(1, "1"): 90}), PART_OF_A), JOINED, CORRECTS_A, again)
    assert codes(findings) == ["settings.supersedes/more"] * 2
    assert sorted(findings["file_id"]) == ["A (1).pbn", "A.pbn"]


def test_what_supersedes_all_files_of_an_evening_is_reported_with_what_it_does_not_hold() -> None:
    tables, findings = placed(WITH_ONE, JOINED, {"files": ["A (1).pbn"], "supersedes": ["A.pbn", "B.pbn"]})
    assert set(tables["results"]["file_id"]) == {"A (1).pbn"}
    (message,) = findings.filter(code="settings.supersedes/more")["message"]
    assert "16 of the 16 results of B.pbn, on line A, are not there and do not count" in message
    assert '[[session]], and below it files = ["A (1).pbn", "B.pbn"]' in message


@cases_at_once(*itertools.product(({"accept": "r"}, {}, {"date": LATER}), (1, -1)))
def test_an_evening_can_be_named_by_the_id_that_its_files_are_given(settled: Row, order: int) -> None:
    tables, findings = placed(with_corrections(), *[JOINED, {"session_id": "tuesday", **settled}][::order])
    assert (sessions(tables), findings.height) == ([("tuesday", "A.pbn")], 0)
    assert set(tables["session_settings"]["session_id"]) == {"tuesday"}
    assert tables["sessions"]["date"].to_list() == [settled.get("date", dt.date(2025, 9, 2))]


def test_an_id_that_two_give_is_nobodys_and_the_nearest_given_id_is_named() -> None:
    _, findings = placed(with_corrections(), JOINED, {"session_id": "tusday", "keep_both": True})
    assert "nearest: tuesday" in findings.filter(code="settings.no_session/nearest")["message"].item()
    twice = [{"files": [f"{name}.pbn"], "session_id": "tuesday"} for name in "AB"]
    _, findings = placed(with_corrections(), *twice, {"session_id": "tuesday", "accept": "r"})
    assert "settings.no_session/nearest" in codes(findings)


@cases_at_once(*((minutes,) for minutes in ((1, 2, 3), (2, 1, 3), (2, 3, 1), (1, 1, 1))))
def test_an_unsettled_correction_of_one_file_takes_no_other_file_with_it(minutes: tuple[int, int, int]) -> None:
    tables, findings = placed(WITH_ONE, JOINED, minutes=dict(zip(("A", "B", "A (1)"), minutes, strict=True)))
    assert set(tables["results"]["file_id"]) == {"A.pbn", "B.pbn"}
    lost = ("A (1).pbn", "error", "evenings.lines_lost/corrects_part")
    assert findings.select("file_id", "severity", "code").rows() == [lost]
    assert "a correction of one file of an evening (A.pbn, B.pbn)" in findings["message"].item()


def test_an_export_of_all_files_replaces_them_where_it_is_newer_or_that_is_settled() -> None:
    tables, findings = placed(with_all(), JOINED, {"files": ["all.pbn"], "supersedes": ["tuesday"]})
    assert (set(tables["results"]["file_id"]), findings.height) == ({"all.pbn"}, 0)
    tables, findings = placed(with_all(), JOINED, minutes={"A": 1, "B": 1, "all": 2})
    assert set(tables["results"]["file_id"]) == {"all.pbn"}
    found = findings.select("file_id", "code").rows()
    assert found == [("A.pbn", "evenings.twice"), ("B.pbn", "evenings.twice")], "each file is named, none is lost"
    assert all('files = ["A.pbn", "B.pbn"]' in message for message in findings["message"])


_FIRST_BOARDS = 12


@pytest.fixture(scope="module")
def evenings() -> dict[str, pl.DataFrame]:
    readings = [(path, real_reading(path)) for path in real_files("pbn/spiren/*.pbn")]
    return {
        name: pl.concat(
            reading.tables[name].with_columns(
                club=pl.lit("club"), competition=pl.lit(path.stem), **_in_place(reading.tables[name])
            )
            for path, reading in readings
        )
        for name in LANDING
    }


def _in_place(table: pl.DataFrame) -> dict[str, pl.Expr]:
    first = {"file_id": "first.pbn", "session_id": "first"}
    return {name: pl.lit(value) for name, value in first.items() if name in table.columns}


def _again(tables: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    other = {"file_id": pl.lit("second.pbn")}
    return {
        name: table.with_columns(**other, **({"session_id": pl.lit("second")} if "session_id" in table.columns else {}))
        for name, table in tables.items()
    }


def _reported(one: dict[str, pl.DataFrame], other: dict[str, pl.DataFrame]) -> tuple[int, int, int]:
    """How many competitions there are, how many sessions count, and how many are reported to be there twice."""
    seasons = pl.concat(
        competitions(competition=name).with_columns(start=pl.date(2000, 1, 1), end=pl.date(2030, 1, 1))
        for name in one["sessions"]["competition"]
    )
    both = {name: pl.concat([one[name], other[name]]) for name in one}
    tables, findings = assemble(both, Competitions.cast(seasons))
    twice = findings["code"].is_in(["evenings.twice", "evenings.lines_lost"]).sum()
    return seasons.height, tables["sessions"].height, int(twice)


_TENTH = (pl.int_range(pl.len()) % 10 == 0) & pl.col("score").is_not_null()
_CHANGES: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "a corrected copy": lambda results: results.with_columns(
        score=pl.when(_TENTH).then(-pl.col("score")).otherwise("score")
    ),
    "the first boards": lambda results: results.filter(pl.col("board") <= _FIRST_BOARDS),
}


@needs_real_data
@pytest.mark.long
@pytest.mark.parametrize("change", _CHANGES)
def test_every_copy_is_found(evenings: dict[str, pl.DataFrame], change: str) -> None:
    again = _again(evenings)
    number, count, twice = _reported(evenings, again | {"results": _CHANGES[change](again["results"])})
    assert (count, twice) == (number, number)


@needs_real_data
@pytest.mark.long
def test_no_section_of_the_same_boards_and_numbers_is_taken_for_the_other(evenings: dict[str, pl.DataFrame]) -> None:
    """The results of each board are dealt anew to its tables, and other people sit there."""
    again = _again(evenings)
    dealt = ["contract", "declarer", "tricks", "score", "ruling"]
    results = again["results"].with_row_index("place")
    order = results.sample(fraction=1, shuffle=True, seed=13).sort("competition", "board", maintain_order=True)
    in_order = results.sort("competition", "board", "place", maintain_order=True)
    again["results"] = in_order.with_columns(order.select(dealt)).sort("place").drop("place")
    again["entries"] = again["entries"].with_columns(player_id=pl.lit("other ") + pl.col("player_id"))
    again["players"] = again["players"].with_columns(
        player_id=pl.lit("other ") + pl.col("player_id"), name=pl.lit("other ") + pl.col("name")
    )
    number, count, twice = _reported(evenings, again)
    assert (count, twice) == (2 * number, 0)
