"""Evenings that were handed in twice, or in two files, and what a director settles of them."""

import datetime as dt
from typing import Any

import polars as pl
import pytest
from factories import Tables, competitions, frame
from intake.evenings import Row, read

from transforms.intake import assemble
from transforms.tables import AwardChoices, Competitions, Files, SessionSettings

EVENING = dt.date(2025, 9, 2)
SCORES = (420, -50, 620, 140, -100, 400, 170, -620)
"""Of board 1 at table 1, and so on; two tables, eight boards a table."""


def lines(change: dict[tuple[int, str], int] | None = None, boards: range = range(1, 9), **given: Any) -> list[Row]:
    """Result lines of pairs 1 against 2 and 3 against 4, with other scores where `change` has board and pair."""
    return [
        {"board": board, "ns": ns, "ew": ew, "score": (change or {}).get((board, ns), score + shift), **given}
        for ns, ew, shift in (("1", "2", 0), ("3", "4", 30))
        for board, score in zip(range(1, 9), SCORES, strict=True)
        if board in boards
    ]


def entries(people: str, **given: Any) -> list[Row]:
    """Eight persons, two for each of the pairs 1 to 4, each named by a letter."""
    return [{"entrant": str(place // 2 + 1), "player_id": person, **given} for place, person in enumerate(people)]


def evening(file: str, session: str | None = None, people: str = "abcdefgh", **given: Any) -> dict[str, list[Row]]:
    """A file with one session: two tables of eight boards."""
    of = {"session_id": session or file.rsplit(".", 1)[0], "file_id": file}
    on_line = {"line": given.pop("line", "A")}
    results = given.pop("results", lines())
    return {
        "sessions": [{**of, "line_no": 1, **given}],
        "entries": [{**row, **on_line, **of} for row in entries(people)],
        "results": [{**row, **on_line, **of} for row in results],
    }


def folder(*evenings: dict[str, list[Row]], **others: list[Row]) -> Tables:
    names = {name for one in evenings for name in one}
    return read(**{name: [row for one in evenings for row in one.get(name, [])] for name in names}, **others)


def settings(*given: Row) -> pl.DataFrame:
    empty: Row = {"session_id": None, "date": None, "files": [], "supersedes": [], "keep_both": False}
    return frame(SessionSettings, *({**empty, "place": place, **row} for place, row in enumerate(given, start=1)))


def modified(**minutes: int | None) -> pl.DataFrame:
    """`raw.files` of files by their names without suffix, changed so many minutes after noon."""
    noon = dt.datetime(2025, 9, 3, 12, tzinfo=dt.UTC)
    rows = [
        {
            "club": "club",
            "competition": "evening",
            "file_id": f"{name}.pbn",
            "modified_at": None if minute is None else noon + dt.timedelta(minutes=minute),
        }
        for name, minute in minutes.items()
    ]
    return pl.DataFrame(rows, schema_overrides={"modified_at": Files.create_empty().schema["modified_at"]})


def assembled(raw: Tables, *settled: Row, **minutes: int | None) -> tuple[Tables, pl.DataFrame]:
    """The tables, and the findings about sessions: the scores here are such as no contract brings."""
    beside = {"session_settings": settings(*settled)} if settled else {}
    files = {"files": modified(**minutes)} if minutes else {}
    return about_sessions(assemble(raw | beside | files, competitions()))


def about_sessions(assembled: tuple[dict[str, pl.DataFrame], pl.DataFrame]) -> tuple[Tables, pl.DataFrame]:
    tables, findings = assembled
    return tables, findings.filter(pl.col("field") != "score")


def sessions(tables: Tables) -> list[tuple[str, str]]:
    return tables["sessions"].select("session_id", "file_id").rows()


def codes(findings: pl.DataFrame) -> list[str]:
    return findings["code"].to_list()


# --- the same evening twice ---------------------------------------------------------------------


def test_a_corrected_file_counts_at_the_address_of_the_first_and_what_differs_is_told() -> None:
    corrected = lines({(3, "1"): 600, (5, "3"): -130})[:-1]
    raw = folder(evening("monday.pbn"), evening("monday (1).pbn", results=corrected))
    tables, findings = assembled(raw)
    assert sessions(tables) == [("monday", "monday (1).pbn")]
    assert set(tables["results"]["file_id"]) == set(tables["entries"]["file_id"]) == {"monday (1).pbn"}
    assert tables["results"].height == 15
    assert findings.select("file_id", "line_no", "severity", "code").rows() == [
        ("monday.pbn", 1, "warning", "evenings.twice")
    ]
    message = findings["message"].item()
    assert "monday (1).pbn is the same evening and newer" in message
    assert "13 lines are the same, 2 have another result, 1 are only here, 0 only there" in message
    assert "the first difference at board 3, pair 1 against 2" in message
    assert '[[session]] files = ["monday.pbn"] with supersedes = ["monday (1).pbn"]' in message


def test_of_an_unchanged_copy_no_difference_is_told() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn"))
    tables, findings = assembled(raw)
    assert (sessions(tables), codes(findings)) == ([("a", "b.pbn")], ["evenings.same_twice"])
    assert "all 16 lines are the same" in findings["message"].item()


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
    assert tables["sessions"]["session_id"].to_list() == ["a" if counts == "b.pbn" else "b"]


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
    assert codes(findings) == ["evenings.same_twice"]
    directed = [{**row, "ns": f"{row['ns']}NS", "ew": f"EW {row['ew']}"} for row in lines()]
    tables, findings = assembled(folder(evening("x.pbn"), evening("y.bws", results=directed, people="")))
    assert tables["sessions"].height == 1


def test_an_export_of_half_an_evening_is_in_the_whole_one() -> None:
    half = evening("half.pbn", results=lines(boards=range(1, 5)))
    tables, findings = assembled(folder(half, evening("whole.pbn")))
    assert sessions(tables) == [("half", "whole.pbn")]
    assert "8 lines are the same, 0 have another result, 0 are only here, 8 only there" in findings["message"].item()


def test_two_sections_of_the_same_boards_and_numbers_both_count() -> None:
    chance = {(board, "1"): -score for board, score in zip(range(1, 9), SCORES, strict=True)}
    raw = folder(evening("a.pbn"), evening("b.pbn", people="ijklmnop", results=lines(chance)))
    tables, findings = assembled(raw)
    assert sessions(tables) == [("a", "a.pbn"), ("b", "b.pbn")]
    assert codes(findings) == ["evenings.in_two_files"]


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
    assert findings.is_empty()


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
        ]
        rows = [
            {"round": number, "team": team, "opponent": other, "imps": imps + shift, **of}
            for number, team, other, imps in meetings
        ]
        return {
            "sessions": [{**of, "kind": "teams"}],
            "entries": [{**row, **of} for row in entries(people)],
            "matches": rows,
        }

    again = assembled(folder(league("a", "abcdefgh", 0), league("b", "abcdefgh", 0)))
    assert (sessions(again[0]), codes(again[1])) == ([("a", "b")], ["evenings.same_twice"])
    assert assembled(folder(league("a", "abcdefgh", 0), league("b", "abcdefgh", 3)))[0]["sessions"].height == 2


def test_too_many_sessions_of_one_date_are_told_and_count() -> None:
    raw = folder(*(evening(f"{number}.pbn") for number in range(61)))
    tables, findings = assembled(raw)
    assert tables["sessions"].height == 61
    assert codes(findings) == ["evenings.too_many"]


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
    raw = folder(evening("a.pbn"), evening("b.pbn", date=dt.date(2025, 9, 9)))
    tables, findings = assembled(
        raw, {"session_id": "a", "supersedes": ["b"]}, {"session_id": "b", "supersedes": ["a"]}
    )
    assert tables["sessions"].height == 2
    assert codes(findings) == ["settings.circle"] * 2
    tables, findings = assembled(raw, {"session_id": "a", "supersedes": ["a"]})
    assert (tables["sessions"].height, codes(findings)) == (2, ["settings.supersedes_itself"])


@pytest.mark.parametrize(
    ("setting", "code", "message"),
    [
        ({"session_id": "mondai"}, "settings.no_session_but", "nearest: monday"),
        ({"files": ["mon.pbn"]}, "settings.no_session_but", "nearest: monday"),
        ({"session_id": "monday", "supersedes": ["zzz"]}, "settings.no_session", "no such session or file"),
    ],
)
def test_a_setting_of_nothing_is_told_with_the_nearest_names(setting: Row, code: str, message: str) -> None:
    tables, findings = assembled(folder(evening("monday.pbn")), setting)
    assert tables["sessions"].height == 1
    assert findings.select("file_id", "severity", "code").rows() == [("competition.toml", "warning", code)]
    assert message in findings["message"].item()


def test_a_file_of_several_sessions_is_no_name_of_one() -> None:
    raw = folder(evening("x.xml", "x-1"), evening("x.xml", "x-2", date=dt.date(2025, 9, 9)))
    _, findings = assembled(raw, {"files": ["x.xml"], "keep_both": True})
    assert codes(findings) == ["settings.several_in_file"]


def test_a_superseded_file_of_several_sessions_is_left_out_whole() -> None:
    raw = folder(
        evening("x.xml", "x-1"), evening("x.xml", "x-2", date=dt.date(2025, 9, 9)), evening("y.pbn", people="ijklmnop")
    )
    tables, findings = assembled(raw, {"files": ["y.pbn"], "supersedes": ["x.xml"]})
    assert sessions(tables) == [("x-1", "y.pbn")]
    assert findings.is_empty()


def test_a_date_is_given_to_a_session_without_one() -> None:
    raw = folder(evening("a.bws", date=None))
    tables, findings = assembled(raw)
    assert tables["sessions"].is_empty()
    assert findings.select("file_id", "severity", "field", "code").rows() == [
        ("a.bws", "error", "date", "sessions.no_date")
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


# --- two files that are one evening -------------------------------------------------------------


def sections(**given: Any) -> Tables:
    """Sections in two files, both with line A, with numbers that both have, and all that goes with a session."""
    other = lines({(board, "1"): 90 for board in range(1, 9)})
    one, two = evening("a.pbn"), evening("b.pbn", people="ijklmnop", results=other, **given)
    of_b = {"session_id": "b", "file_id": "b.pbn"}
    return folder(
        one,
        two,
        official_results=[{"session_id": "a", "file_id": "a.pbn", "entrant": "1"}, {**of_b, "entrant": "1"}],
        adjustments=[{**of_b, "entrant": "1", "amount": -5.0, "unit": "points"}],
        stated=[
            {**of_b, "what": "sections", "value": 1},
            {"session_id": "a", "file_id": "a.pbn", "what": "sections", "value": 1},
        ],
        matches=[{**of_b, "round": 1, "team": "1", "opponent": "2"}],
        awards=[{**of_b, "scheme": "tbf", "line": "A", "entrant": "1", "points": 1.0}],
    )


@pytest.mark.parametrize("session", [None, "tuesday"])
def test_files_that_are_one_evening_are_one_session_with_lines_of_their_own(session: str | None) -> None:
    tables, findings = assembled(sections(), {"files": ["a.pbn", "b.pbn"], "session_id": session})
    assert findings.is_empty()
    assert sessions(tables) == [(session or "a", "a.pbn")]
    at = pl.col("line").unique().sort().str.join("")
    for name in ("entries", "results", "official_results"):
        assert tables[name].group_by("file_id").agg(at).sort("file_id").rows() == [("a.pbn", "A"), ("b.pbn", "B")]
        assert set(tables[name]["session_id"]) == {session or "a"}
    assert [tables[name]["line"].to_list() for name in ("adjustments", "matches", "awards")] == [["B"]] * 3
    assert tables["stated"].height == 2
    assert tables["session_settings"]["session_id"].to_list() == [session or "a"]


def test_files_in_another_order_have_other_letters() -> None:
    tables, _ = assembled(sections(), {"files": ["b.pbn", "a.pbn"]})
    assert sessions(tables) == [("b", "b.pbn")]
    assert set(tables["results"].filter(file_id="a.pbn")["line"]) == {"B"}


def test_letters_that_do_not_clash_stay_and_groups_go_with_their_lines() -> None:
    one = folder(
        evening("a.pbn", together="A+B"),
        evening("a.pbn", people="qrstuvwx", line="B"),
        evening("b.pbn", people="ijklmnop", together="A+D"),
        evening("b.pbn", people="12345678", line="D"),
    )
    one["sessions"] = one["sessions"].filter(pl.col("together").is_not_null())
    tables, findings = assembled(one, {"files": ["a.pbn", "b.pbn"]})
    assert tables["sessions"]["together"].to_list() == ["A+B;C+D"]
    assert findings.is_empty()
    assert tables["results"].group_by("file_id").agg(pl.col("line").unique().sort()).sort("file_id")[
        "line"
    ].to_list() == [
        ["A", "B"],
        ["C", "D"],
    ]


@pytest.mark.parametrize(
    ("unlike", "what"),
    [({"kind": "butler"}, "kind"), ({"winners": 2}, "winners"), ({"date": dt.date(2025, 9, 9)}, "date")],
)
def test_files_that_cannot_be_one_evening_stay_apart(unlike: Row, what: str) -> None:
    tables, findings = assembled(sections(**unlike), {"files": ["a.pbn", "b.pbn"]})
    assert tables["sessions"].height == 2
    told = findings.filter(code="settings.parts_differ")
    assert told.select("file_id", "severity", "value").rows() == [("competition.toml", "error", "a.pbn, b.pbn")]
    assert f"differ in {what}" in told["message"].item()


def test_a_part_without_a_date_takes_that_of_the_other() -> None:
    tables, findings = assembled(sections(date=None), {"files": ["a.pbn", "b.pbn"]})
    assert (tables["sessions"].height, findings.height) == (1, 0)


def test_a_file_is_part_of_one_evening_only() -> None:
    raw = folder(sections_of("a", "abcdefgh"), sections_of("b", "ijklmnop"), sections_of("c", "qrstuvwx"))
    tables, findings = assembled(raw, {"files": ["a.pbn", "b.pbn"]}, {"files": ["b.pbn", "c.pbn"], "keep_both": True})
    assert sessions(tables) == [("a", "a.pbn"), ("c", "c.pbn")]
    assert codes(findings) == ["settings.part_of_two"]


def sections_of(name: str, people: str) -> dict[str, list[Row]]:
    shift: dict[tuple[int, str], int] = {
        (board, ns): 100 * board + 10 * ord(name) for board in range(1, 9) for ns in "13"
    }
    return evening(f"{name}.pbn", people=people, results=lines(shift))


def test_an_id_that_another_session_has_is_not_given_to_files() -> None:
    raw = folder(evening("a.pbn"), evening("b.pbn", date=dt.date(2025, 9, 9)))
    tables, findings = assembled(raw, {"files": ["a.pbn"], "session_id": "b"})
    assert sessions(tables) == [("a", "a.pbn"), ("b", "b.pbn")]
    assert codes(findings) == ["settings.id_taken"]


def test_two_files_that_fit_are_told_until_it_is_settled() -> None:
    raw = folder(sections_of("a", "abcdefgh"), sections_of("b", "ijklmnop"))
    _, findings = assembled(raw)
    assert findings.select("file_id", "severity", "code").rows() == [("b.pbn", "warning", "evenings.in_two_files")]
    assert '[[session]] files = ["a.pbn", "b.pbn"]' in findings["message"].item()
    assert assembled(raw, {"files": ["b.pbn"], "keep_both": True})[1].is_empty()
    assert assembled(raw, {"files": ["a.pbn", "b.pbn"]})[1].is_empty()


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
    assert findings.select("file_id", "line_no", "code").rows() == [
        ("penalties.csv", 7, "sessions.several_for_adjustments")
    ]
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
    chosen = {"scheme": "ffb", "of": "session", "whole_points": False}
    choices = frame(AwardChoices, *({**chosen, "only": only} for only in ("x (1)", "x", "cup", None)))
    raw = folder(evening("x.pbn"), evening("x (1).pbn")) | {"award_choices": choices}
    tables, _ = assembled(raw)
    assert tables["award_choices"]["only"].to_list() == ["x", "x", "cup", None]
