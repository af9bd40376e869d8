"""What `[[session]]` of competition.toml, or a row of a table, says of how a session of another file was played."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from each import cases
from examples import by_night
from factories import competitions, frame
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.evenings import Row, assembled, codes, evening, folder, lines, placed
from polars.testing import assert_frame_equal
from readers.test_bws import ROUND, SECTION, bridgemate, entry
from readers.test_pbn import of_event
from scoring.boards import result_list
from scoring.test_matchpoints import BOARDS, RULES, session_lines

from pipelines.cli.score import Scored, quick_score
from transforms.scoring import board_scores
from transforms.tables.raw import Results, Sessions

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
SESSION = '[[session]]\nfiles = ["tuesday.bws"]\n'
CALLED = ("1 NT", "3 H", "4 S", "2 C", "3 NT", "6 D")
ROWS = ["session_id", "line", "round", "table", "board", "ns", "ew", "contract", "declarer", "tricks"]
SCORES = ["line", "entrant", "points", "score", "rank", "scoring"]


def bws(sections: int = 1, shift: int = 0) -> bytes:
    """Four tables of four boards in each section, one round."""
    at = [(section, table) for section in range(1, sections + 1) for table in range(1, 5)]
    entries = [
        entry(
            **{"Section": section, "Table": table, "Board": board, "PairNS": 2 * table - 1, "PairEW": 2 * table},
            **{"Contract": CALLED[(board * table + section + shift) % 6], "Result": ("=", "-1", "+1")[board % 3]},
        )
        for section, table in at
        for board in range(1, 5)
    ]
    rounds = [
        {**ROUND, "Section": section, "Table": table, "NSPair": 2 * table - 1, "EWPair": 2 * table, "HighBoard": 4}
        for section, table in at
    ]
    named = [{**SECTION, "ID": section, "Letter": "AB"[section - 1], "Tables": 4} for section in range(1, sections + 1)]
    return bridgemate(*entries, sections=tuple(named), rounds=tuple(rounds))


def scored(at: Path, said: str = "", **files: bytes | str) -> Scored:
    at.mkdir(exist_ok=True)
    (at / "competition.toml").write_text(SEASON + said)
    for name, content in files.items():
        file = at / name.replace("_", ".")
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return quick_score(at)


def result_lists(of: Scored) -> pl.DataFrame:
    return of.table("results").select(SCORES)


@pytest.mark.parametrize("kind", ["butler", pytest.param("cross_imp", marks=pytest.mark.nightly)])
def test_an_evening_of_a_bridgemate_is_scored_as_its_director_says(tmp_path: Path, kind: str) -> None:
    plain = scored(tmp_path / "plain", tuesday_bws=bws())
    rows = plain.raw["results"].select(ROWS).write_csv()
    table = f"session_id,date,kind\ntuesday,2025-09-02,{kind}\n"
    expected = result_lists(scored(tmp_path / "tables", results_csv=rows, sessions_csv=table))
    assert set(expected["scoring"]) == {{"butler": "butler", "cross_imp": "cross_imps"}[kind]}
    assert not expected.equals(result_lists(plain))
    settled = scored(tmp_path / "settled", f'{SESSION}kind = "{kind}"\n', tuesday_bws=bws())
    assert_frame_equal(result_lists(settled), expected, check_exact=True)
    told = scored(tmp_path / "told", tuesday_bws=bws(), a_csv=table)
    assert_frame_equal(result_lists(told), expected, check_exact=True)
    errors = [of.raw["findings"].filter(severity="error")["message"].to_list() for of in (told, plain)]
    assert errors[0] == errors[1]


def test_sections_of_a_bridgemate_are_one_field(tmp_path: Path) -> None:
    apart, joined = (
        scored(tmp_path / name, said, tuesday_bws=bws(sections=2))
        for name, said in (("apart", ""), ("joined", f'{SESSION}together = "A+B"\nwinners = 2\n'))
    )
    assert set(apart.table("results")["field"]) == {"A", "B"}
    of_joined = joined.table("results")
    assert of_joined.group_by("field").len().sort("field").rows() == [("A+B EW", 8), ("A+B NS", 8)]
    assert of_joined["maximum"].unique().to_list() == [4 * 14]


def test_sessions_of_files_are_added_up_in_an_event(tmp_path: Path) -> None:
    said = [f'[[session]]\nfiles = ["{name}.bws"]\nevent = "Cup"\nkind = "butler"\n' for name in "ab"]
    cup = scored(tmp_path, f"{said[0]}carry = 0.5\n{said[1]}", a_bws=bws(), b_bws=bws(shift=1))
    of = cup.table("results").select("session_id", "entrant", "points")
    both = of.with_columns(pl.col("points") * pl.when(session_id="a").then(0.5).otherwise(1))
    expected = both.group_by("entrant").agg(pl.col("points").sum()).sort("entrant")
    events = cup.table("events")
    assert events.select("event", "sessions").unique().rows() == [("Cup", 2)]
    assert_frame_equal(events.select("entrant", "points").sort("entrant"), expected)


def test_an_event_is_proposed_until_the_session_has_one(tmp_path: Path) -> None:
    file = of_event("2", "SessionPercentage")
    said = '[[session]]\nsession = "cup"\ndate = 2025-09-02\n'
    codes_of = [
        set(scored(tmp_path / name, more, cup_pbn=file).raw["findings"]["code"])
        for name, more in (("alone", said), ("settled", f'{said}event = "Cup"\n'))
    ]
    assert ["pbn.session_of_event" in found for found in codes_of] == [True, False]


def test_sections_of_a_ruter_file_are_one_field(tmp_path: Path) -> None:
    tables = (
        f'1 1 {section} 1 2 "{score}"\n1 2 {section} 3 4 "{score + 30}"\n' for section, score in (("M", 90), ("N", 140))
    )
    head = '% PBN 2.0\n[Event "Cup"]\n[Date "2025.09.02"]\n[Board "1"]\n[Scoring "MatchPoints"]\n'
    file = head + '[ScoreTable "Round;Table;Section;PairId_NS;PairId_EW;Score_NS"]\n' + "".join(tables)
    lists = [
        scored(tmp_path / name, said, cup_pbn=file).table("results")
        for name, said in (("apart", ""), ("joined", '[[session]]\nsession = "cup"\ntogether = "M+N"\n'))
    ]
    assert [sorted(set(of["field"])) for of in lists] == [["M", "N"], ["M+N"]]
    ns = lists[1].filter(pl.col("entrant").is_in(["1", "3"])).sort("line", "entrant")
    assert ns.select("line", "entrant", "points", "rank").rows() == [
        ("M", "1", 0.0, 7),
        ("M", "3", 2.0, 5),
        ("N", "1", 4.0, 3),
        ("N", "3", 6.0, 1),
    ]


def test_a_newer_copy_is_played_as_was_said_of_the_first() -> None:
    copies = [evening("a.pbn"), evening("a (1).pbn", results=lines({(1, "1"): 90}))]
    tables, _ = placed(folder(*copies), {"session_id": "a", "kind": "butler", "together": "A+B"})
    assert tables["sessions"].select("file_id", "kind", "together").rows() == [("a (1).pbn", "butler", "A+B")]


def test_files_that_give_other_kinds_are_one_session_if_its_kind_is_said() -> None:
    other = evening("b.pbn", people="ijklmnop", results=lines({(1, "1"): 90}), kind="butler")
    tables, findings = placed(folder(evening("a.pbn"), other), {"files": ["a.pbn", "b.pbn"], "kind": "cross_imp"})
    assert (tables["sessions"]["kind"].to_list(), codes(findings)) == (["cross_imp"], [])


@pytest.mark.parametrize(
    ("row", "kept"),
    [
        ({"kind": "butler", "winners": None}, [("a.pbn", "butler", 2, "Cup")]),
        ({"kind": None, "winners": 1}, [("a.pbn", "pairs", 1, "Cup")]),
        ({"kind": "butler", "winners": 1, "date": None}, [("a.pbn", "butler", 1, "Cup")]),
    ],
)
@pytest.mark.parametrize("file", ["0.csv", "z.csv"])
def test_a_row_of_a_table_says_how_a_session_of_another_file_was_played(row: Row, kept: Any, file: str) -> None:
    raw = folder(evening("a.pbn", winners=2, kind=None))
    told = frame(
        Sessions, {**row, "session_id": "a", "file_id": file, "event": "Cup"} | {"kind": row["kind"] or "pairs"}
    )
    told = told.with_columns(
        pl.lit(row["kind"], pl.String).alias("kind"), pl.lit(row["winners"], pl.Int8).alias("winners")
    )
    raw["sessions"] = pl.concat([raw["sessions"], told.select(raw["sessions"].columns)])
    tables, findings = placed(raw)
    assert tables["sessions"].select("file_id", "kind", "winners", "event").rows() == kept
    assert (codes(findings), tables["results"].height, tables["session_settings"].height) == ([], 16, 0)


@cases(
    ([("1", "2"), ("3", "4"), ("5", "6")], {"kind": "teams"}, "of_pairs"),
    ([("1", "2"), ("2", "1")], {"kind": "butler"}, "of_teams"),
    ([("1", "2"), ("2", "1")], {"kind": "teams"}, None),
    ([("1", "2"), ("3", "4"), ("2", "3"), ("4", "1")], {"winners": 2}, "one_winner"),
    ([("1", "2"), ("3", "4"), ("5", "6")], {"winners": 2}, None),
)
def test_a_contradiction_of_meetings_is_reported(rows: list[tuple[str, str]], said: Row, expected: str | None) -> None:
    played = [
        {"board": 1 + place // 3, "ns": ns, "ew": ew, "score": 110 + place} for place, (ns, ew) in enumerate(rows)
    ]
    _, findings = assembled(
        folder(evening("a.pbn", people="", results=played, kind="pairs")), {"session_id": "a", **said}
    )
    about = [code for code in codes(findings) if code.startswith(("sessions.scoring", "matches.contradicting"))]
    assert about == ([f"sessions.scoring/{expected}"] if expected else [])


@pytest.mark.parametrize(("turned", "expected"), [(0, False), (2, False), (3, True), (4, True), (8, True)])
def test_a_direction_that_was_entered_is_that_of_most_boards(turned: int, expected: bool) -> None:
    played = [
        {"board": board, "ns": ns, "ew": ew, "score": 110 + board}
        for one, other in (("1", "2"), ("3", "4"))
        for board in range(1, 9)
        for ns, ew in [(other, one) if board <= turned else (one, other)]
    ]
    raw = folder(evening("a.pbn", results=played, winners=2))
    direction = pl.when(pl.col("entrant").is_in(["1", "3"])).then(pl.lit("NS")).otherwise(pl.lit("EW"))
    raw["entries"] = raw["entries"].with_columns(direction=direction)
    found = [code for code in codes(assembled(raw)[1]) if code.startswith("sessions.scoring")]
    assert found == ["sessions.scoring/one_winner"] * expected


@settings(max_examples=by_night(20))
@given(BOARDS, RULES, st.sampled_from(["pairs", "butler", "cross_imp"]))
def test_one_field_over_sections_is_one_section_with_all(boards: Any, rules: Row, kind: str) -> None:
    """Scores and ranks are the same; only the letter of the line differs."""
    lists = []
    for apart, together in ((True, "A+B+C"), (False, None)):
        played = session_lines(boards).with_columns(pl.col("line") if apart else pl.lit("A").alias("line"))
        session, of = frame(Sessions, {"kind": kind, "together": together}), competitions(scoring=rules)
        scores = board_scores(Results.cast(played), session, of).collect()
        shown = result_list(scores, sessions=session, competitions=of, results=Results.cast(played))
        lists.append(shown.select("entrant", "boards", "points", "score", "rank").sort("entrant"))
    assert_frame_equal(*lists, check_exact=True)
