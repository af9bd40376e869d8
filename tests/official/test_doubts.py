"""What is doubtful in a session, what is said about it, and how a director settles it."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from factories import frame
from official.pbn_evenings import evening
from result_files import needs_real_data, real_files
from scoring.boards import results

from pipelines.cli.score import quick_score
from pipelines.cli.terminal.options import Part
from transforms.official.doubts import SessionDoubts, session_doubts
from transforms.tables.schemas import Entries, Findings, Matches, OfficialResults, Sessions, SessionSettings, Stated
from transforms.tables.scored import Doubts, MatchResults, OfficialDifferences

LINES = pl.concat([results(100, 50, 0, board=board, file_id="a.pbn", round=board) for board in (1, 2)]).with_columns(
    line_no=pl.int_range(1, 7, dtype=pl.Int64)
)
"""Two boards at three tables: six entrants."""


def settle(**given: Any) -> dict[str, Any]:
    return {"place": 1, "files": [], "supersedes": [], "keep_both": False, **given}


def made(**given: Any) -> SessionDoubts:
    tables: dict[str, Any] = {
        "differences": frame(OfficialDifferences),
        "results": LINES,
        "official_results": frame(OfficialResults),
        "matches": frame(Matches),
        "stated": frame(Stated),
        "entries": frame(Entries),
        "sessions": frame(Sessions, {"file_id": "a.pbn"}),
        "settings": frame(SessionSettings),
        "match_results": frame(MatchResults),
    }
    return session_doubts(**{**tables, **given})


def doubts(**given: Any) -> list[dict[str, Any]]:
    return Doubts.validate(made(**given).doubts.collect()).to_dicts()


def found(**given: Any) -> list[tuple[str, str, str]]:
    findings = Findings.validate(made(**given).findings.collect())
    return findings.select("severity", "code", "message").rows()


def stated(**numbers: int) -> pl.DataFrame:
    return frame(Stated, *({"what": what, "value": value, "file_id": "a.pbn"} for what, value in numbers.items()))


def score(entrant: str = "01", **given: Any) -> dict[str, Any]:
    return {
        **{"value": "score", "entrant": entrant, "official": 62.5, "computed": 60.0, "reason": "unexplained"},
        **{"file_id": "a.pbn", **given},
    }


def test_numbers_that_the_lines_have_are_no_doubt() -> None:
    assert doubts(stated=stated(sections=1, entrants=6, rounds=2, boards=2, results=6)) == []


@pytest.mark.parametrize(
    ("what", "number", "here", "severity"),
    [("boards", 21, 2, "error"), ("entrants", 8, 6, "error"), ("results", 9, 6, "error"),
     ("sections", 2, 1, "error"), ("rounds", 7, 2, "warning"), ("boards", 1, 2, "warning")],
)  # fmt: skip
def test_a_number_that_the_lines_contradict(what: str, number: int, here: int, severity: str) -> None:
    ((said, code, message),) = found(stated=stated(**{what: number}))
    assert (said, code) == (severity, "official.differs")
    assert message.startswith(f"the file says how many {what} there are ({number}), and its result lines have {here}: ")


def test_sit_outs_may_or_may_not_count_as_results() -> None:
    sat_out = pl.concat([LINES, LINES.head(1).with_columns(ew=pl.lit(None, pl.String), line_no=pl.lit(9, pl.Int64))])
    assert [doubts(results=sat_out, stated=stated(results=number)) == [] for number in (6, 7, 8)] == [True, True, False]


def test_tables_that_no_line_names_and_files_without_lines_are_not_counted() -> None:
    assert doubts(stated=stated(tables=3)) == []
    assert doubts(stated=stated(boards=24).with_columns(file_id=pl.lit("deals.pbn"))) == []


def test_a_file_that_breaks_off_leaves_its_session_in_doubt_and_is_told_where_it_is_read() -> None:
    given = stated(cut_off=1)
    (doubt,) = doubts(stated=given)
    assert (doubt["what"], doubt["severe"], doubt["accepted"]) == ("cut_off", True, None)
    assert found(stated=given) == []
    (settled,) = doubts(stated=given, **accepting(accept_at_most='{"cut_off": 1}'))
    assert settled["accepted"] == "counted by hand"


def test_each_file_of_a_session_is_counted_by_itself() -> None:
    both = pl.concat([LINES, LINES.with_columns(file_id=pl.lit("b.pbn"), line=pl.lit("B"))])
    assert doubts(results=both, stated=stated(entrants=6, results=6)) == []


def test_one_doubt_of_a_kind_with_the_first_of_its_values() -> None:
    official = frame(OfficialResults, *({"entrant": f"0{number}", "score": 50.0} for number in range(1, 7)))
    differences = frame(
        OfficialDifferences,
        score("03", line_no=9, official=40.0, computed=41.25),
        score("01", line_no=4),
        score("05", line_no=5, reason="follows from the result lines of this entrant that differ: 1"),
    )
    (doubt,) = doubts(differences=differences, official_results=official)
    assert [doubt[name] for name in ("what", "differing", "of", "first", "line_no")] == ["scores", 2, 6, "01", 4]
    ((severity, code, message),) = found(differences=differences, official_results=official)
    assert (severity, code) == ("warning", "official.differs")
    assert message.startswith(
        "scores of the result list that differ from what comes out here, and no known rule says why: 2 of 6 ("
    )
    assert "(the first: 01, 62.50 in the file, 60.00 here)" in message


def test_a_line_of_which_both_sides_differ_is_one() -> None:
    side = {"board": 2, "ns": "01", "ew": "02", "official": 3.0, "computed": 2.0, "file_id": "a.pbn", "line_no": 4}
    reason = "the file contradicts itself: it gives other points to the same score on this board"
    differences = frame(
        OfficialDifferences, *({**side, "value": f"{name}_points", "reason": reason} for name in ("ns", "ew"))
    )
    (doubt,) = doubts(differences=differences)
    assert (doubt["differing"], doubt["first"]) == (1, "board 2, 01 - 02")


def test_scores_that_change_places_are_errors() -> None:
    place = {**score("01", line_no=4), "value": "rank", "official": 1, "computed": 2}
    of_places = {**place, "reason": "follows from the scores that differ in this field"}
    assert [severity for severity, *_ in found(differences=frame(OfficialDifferences, score(), of_places))] == ["error"]


def accepting(**given: Any) -> dict[str, Any]:
    return {"settings": frame(SessionSettings, settle(**{"session_id": "1", "accept": "counted by hand", **given}))}


ONE = {"differences": frame(OfficialDifferences, score())}
TWO, THREE = (
    {"differences": frame(OfficialDifferences, *(score(f"0{pair}") for pair in range(1, many + 1)))} for many in (2, 3)
)
CUT = {"stated": stated(boards=21)}
OF_B = {"sessions": frame(Sessions, {"file_id": "a.pbn"}, {"session_id": "2", "file_id": "b.pbn"})}
NEEDLESS = "official.nothing_to_accept"


@pytest.mark.parametrize(
    ("given", "found_codes", "said"),
    [
        (ONE | accepting(), [], ""),
        (ONE | accepting(session_id=None, files=["a.pbn"]), [], ""),
        (ONE | OF_B | accepting(session_id="2"), ["official.differs", NEEDLESS], ""),
        (accepting(), [NEEDLESS], "take accept out"),
        (accepting(session_id="no such"), [], ""),
        (ONE | accepting(accept=None), ["official.differs"], ""),
        (CUT | accepting(), ["official.differs"], "accept_at_most = { boards = 19 }"),
        (CUT | accepting(accept_at_most='{"boards": 18}'), ["official.differs"], "accept_at_most = { boards = 19 }"),
        (CUT | accepting(accept_at_most='{"boards": 19}'), [], ""),
        (CUT | accepting(accept_at_most='{"boards": 20}'), [], ""),
        (TWO | accepting(accept_at_most='{"scores": 2}'), [], ""),
        (THREE | accepting(accept_at_most='{"scores": 2}'), ["official.differs"], "accept covers fewer of them"),
        (THREE | accepting(accept_at_most='{"scores": 2}'), ["official.differs"], "accept_at_most = { scores = 3 }"),
        (TWO | accepting(accept_at_most='{"totals": 2}'), ["official.differs"], ""),
    ],
)
def test_accept_settles_as_much_of_its_session_as_it_says(
    given: dict[str, Any], found_codes: list[str], said: str
) -> None:
    findings = found(**given)
    assert [code for _, code, _ in findings] == found_codes
    assert any(said in message for *_, message in findings) or not said


def test_accept_of_changed_scores_says_nothing_of_a_file_cut_off_since() -> None:
    given = ONE | CUT | accepting()
    reasons = [(row["what"], row["accepted"]) for row in doubts(**given)]
    assert reasons == [("boards", None), ("scores", "counted by hand")]
    ((severity, code, _),) = found(**given)
    assert (severity, code) == ("error", "official.differs")


SHARES = (0.3, 0.6, 0.95, 0.99)


def doubts_of_file(file: Path, content: bytes, profile: str | None = None) -> pl.DataFrame:
    file.write_bytes(content)
    return quick_score(file, profile).findings.filter(pl.col("code").str.starts_with("official."))


def test_a_whole_evening_has_no_doubts(tmp_path: Path) -> None:
    file = tmp_path / "evening.pbn"
    file.write_text(evening())
    scored = quick_score(file)
    assert scored.findings.is_empty()
    assert scored.table(Part.RESULTS).height == 8


@pytest.mark.parametrize("share", SHARES)
def test_cut_off(share: float, tmp_path: Path) -> None:
    whole = evening().encode()
    found = doubts_of_file(tmp_path / "evening.pbn", whole[: int(len(whole) * share)])
    assert "official.differs" in set(found["code"])
    assert "error" in set(found["severity"])


@pytest.mark.long
@needs_real_data
def test_a_real_evening_cut_off(tmp_path: Path) -> None:
    for real in real_files("pbn/spiren/2016-0[26]-*.pbn")[:2]:
        whole = real.read_bytes()
        assert doubts_of_file(tmp_path / real.name, whole, "ruter").is_empty()
        for share in (0.3, 0.6, 0.95):
            found = doubts_of_file(tmp_path / real.name, whole[: int(len(whole) * share)], "ruter")
            assert "official.differs" in set(found["code"]), (real.name, share)


@needs_real_data
def test_a_real_file_edited_by_hand(tmp_path: Path) -> None:
    (real,) = real_files("usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    found = doubts_of_file(tmp_path / real.name, real.read_bytes(), "compscore")
    assert found["code"].to_list() == ["official.differs"]
    assert "and no known rule says why: 2 of 567 (" in found["message"][0]
