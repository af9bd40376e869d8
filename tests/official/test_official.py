"""What differs from the results that a file publishes, the reasons, and how a director settles what is in doubt."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from each import cases, items
from factories import competitions, frame
from result_files import needs_real_data, real_files
from scoring.boards import result_list, results, scored

from pipelines.cli.score import quick_score
from transforms.official import official_agreement, official_differences
from transforms.official.doubts import SessionDoubts, session_doubts
from transforms.tables.raw import Adjustments, Matches, OfficialResults, Results, Sessions
from transforms.tables.schemas import Entries, Findings, MatchResults, OfficialDifferences, SessionSettings, Stated
from transforms.tables.scored import Doubts

Compared = dict[str, Any]
"""The arguments of the comparison."""


def compared(lines: pl.DataFrame, *official: dict[str, Any], **rules: Any) -> Compared:
    lines = lines.with_columns(line_no=pl.int_range(1, pl.len() + 1, dtype=pl.Int64))  # all of one file
    scores = scored(lines, **rules)
    return {
        "board_scores": scores,
        "results": lines,
        "session_results": result_list(scores, results=lines, competitions=competitions(scoring=rules)),
        "official_results": frame(OfficialResults, *official),
        "sessions": frame(Sessions, {}),
        "competitions": competitions(scoring=rules),
        "match_results": frame(MatchResults),
        "given_matches": frame(Matches),
    }


def equal(tables: Compared, *kinds: str) -> list[tuple[int, int]]:
    agreement = official_agreement(**{name: rows for name, rows in tables.items() if name != "sessions"}).collect()
    return [agreement.select(kind, f"{kind}_equal").row(0) for kind in kinds]


def with_official(lines: pl.DataFrame, *ns_points: float | None, top: float, centred: bool = False) -> pl.DataFrame:
    """Official points for North-South at each table, and the rest of the top for East-West."""
    ns = list(ns_points)
    ew = [None if worth is None else top - worth for worth in ns]
    return lines.with_columns(
        official_ns_points=pl.Series(ns, dtype=pl.Float64),
        official_ew_points=pl.Series(ew, dtype=pl.Float64),
        official_centred=pl.lit(centred),
    )


def reasons(tables: Compared) -> list[tuple[str, str]]:
    differences = OfficialDifferences.validate(official_differences(**tables).collect())
    return differences.select("value", "reason").unique().sort("value", "reason").rows()


THREE_TABLES = results(100, 50, 0)


@pytest.mark.parametrize(("shift", "centred"), [(0, False), (-2, True)], ids=["from nothing", "from the average"])
def test_equal_on_the_scale_of_the_file(shift: int, centred: bool) -> None:
    lines = with_official(THREE_TABLES, 4 + shift, 2 + shift, shift, top=4 + 2 * shift, centred=centred)
    tables = compared(lines, {"entrant": "01", "score": 100, "rank": 1})
    assert reasons(tables) == []
    assert equal(tables, "lines", "scores") == [(3, 3), (1, 1)]


@items(
    pytest.param((0.2, 2.5, 4.8, 7.2, 9.5, 11.8), 0, id="one decimal"),
    pytest.param((0.17, 2.5, 4.83, 7.17, 9.5, 11.83), 0, id="two decimals"),
    pytest.param((0.18, 2.5, 4.83, 7.17, 9.5, 11.83), 1, id="the second decimal is off"),
    pytest.param((0, 3, 5, 7, 10, 12), 6, id="whole points are no excuse"),
)
def test_equal_to_the_last_decimal_printed(printed: tuple[float, ...], differing: int) -> None:
    lines = with_official(results(*range(6), "not_played"), *printed, None, top=12)
    assert equal(compared(lines), "lines") == [(6, 6 - differing)]


def both_sides(reason: str) -> list[tuple[str, str]]:
    return [("ew_points", reason), ("ns_points", reason)]


CONTRADICTS = "the file contradicts itself:"
FIVE_EXPECTED = "the file expects 5 results on this board, Barometer 6 (Neuberg)"
NEUBERG, TIE = {"average": "neuberg"}, {"average": "tie"}


@cases(
    ((100, 0, "not_played"), (4, 0, 2), 4, {}, "the file gives points for a line that counts as not played here"),
    ((100, 0, "not_played"), (4, 0, 3), 4, {}, f"{CONTRADICTS} it gives points for a line that was not played"),
    ((100, 0, "a+_40"), (3.5, 0.5, 2.6), 4, NEUBERG, "the file awards 65.0 % of the top, Barometer 60.0 %"),
    ((100, 0, "average"), (3.5, 0.5, 2), 4, NEUBERG, None),
    (
        *((100, 0, "average"), (3.5, 0.5, 2), 4, TIE),
        "the file lets the average on this board affect the other results differently",
    ),
    (
        *((100, 0, "average"), (3.5, 0.5, 3), 4, NEUBERG),
        f"{CONTRADICTS} it awards 75.0 % of the top, the ruling 50.0 %",
    ),
    ((100, 0, "not_played"), (4, 1, None), 4, {}, "the file prints whole points in this session"),
    (
        *((100, 100, 100, 0), (4, 4, 5, 0), 6, {}),
        f"{CONTRADICTS} it gives other points to the same score on this board",
    ),
    ((100, 50, 0, "average"), (3, 2.9, 0, 3), 6, TIE, "unexplained"),
    # 9 of a top of 16 is 56.25 %; to even it would be 56.2.
    (
        *((*range(8), "a60_40"), (*range(0, 16, 2), 9), 16, NEUBERG),
        ("the file awards 56.3 % of the top, Barometer 60.0 %"),
    ),
)
def test_points_of_lines_that_differ_have_their_reason(
    scores: tuple[int | str, ...], points: tuple[float, ...], top: float, rules: dict[str, str], reported: str | None
) -> None:
    found = reasons(compared(with_official(results(*scores), *points, top=top), **rules))
    assert ("ns_points", reported) in found if reported else found == []


def test_another_number_of_results_expected() -> None:
    reason = both_sides("the file expects 4 results on this board, Barometer 3 (Neuberg)")
    four = results(*range(4), board=2)
    for lines in (
        with_official(THREE_TABLES, 5.7, 3, 0.3, top=6),
        with_official(THREE_TABLES, 2.7, 0, -2.7, top=0, centred=True),
    ):
        assert reasons(compared(pl.concat([lines, four]))) == reason
        assert reasons(compared(lines)) == both_sides("unexplained"), "no board has as many results"


@pytest.mark.parametrize(("shown", "reported"), [("own_top", []), ("as_scored", both_sides(FIVE_EXPECTED))])
def test_a_line_shown_for_its_own_top_is_equal(shown: str, reported: list[tuple[str, str]]) -> None:
    boards = ((results(*range(6)), 10), (results(*range(5), board=2), 8))
    lines = pl.concat(with_official(board, *range(0, top + 1, 2), top=top) for board, top in boards)
    assert reasons(compared(lines, expected="per_session", shown=shown)) == reported


def test_unexplained_points_and_what_follows_from_them() -> None:
    lines = with_official(THREE_TABLES, 3, 2, 0, top=4)
    tables = compared(lines, {"entrant": "01", "score": 75, "rank": 2}, {"entrant": "04", "score": 50, "rank": 3})
    assert reasons(tables) == [
        *both_sides("unexplained"),
        ("rank", "caused by the scores that differ in this field"),
        ("score", "caused by the result lines of this entrant that differ: 1"),
    ]
    assert equal(tables, "lines", "scores") == [(3, 2), (2, 1)]


TIED = results(100, 100, 0)


@cases(
    (THREE_TABLES, {"entrant": "01", "score": 87.5}, "unexplained"),
    (
        *(THREE_TABLES, {"entrant": "01", "score": 87.5, "penalty": 0.5}),
        "the file gives or takes a penalty of 0.5 points",
    ),
    (
        *(THREE_TABLES, {"entrant": "99", "score": 55.0}),
        f"{CONTRADICTS} it has a result for an entrant without any board that counts",
    ),
    (
        *(TIED, {"entrant": "01", "points": 43.31, "score": 75.01}),
        "the file computes its percentage from a rounded total",
    ),
    (TIED, {"entrant": "01", "points": 43.31, "score": 75.02}, "unexplained"),
)
def test_a_score_that_differs_has_its_reason(lines: pl.DataFrame, listed: dict[str, Any], reported: str) -> None:
    assert reasons(compared(lines, listed)) == [("score", reported)]


def test_a_tie_that_the_file_breaks() -> None:
    tables = compared(TIED, {"entrant": "01", "score": 75, "rank": 2}, {"entrant": "03", "score": 75, "rank": 3})
    assert reasons(tables) == [("rank", "the file breaks a tie that is kept here")]


def test_a_penalty_next_to_the_file() -> None:
    tables = compared(
        THREE_TABLES, {"entrant": "01", "score": 100}, {"entrant": "03", "score": 60}, {"entrant": "05", "score": 0}
    )
    late = frame(
        Adjustments,
        {"entrant": "01", "amount": -15, "unit": "percent_of_top"},
        {"entrant": "05", "amount": 0.1 + 0.2, "unit": "points"},
    )
    tables["session_results"] = result_list(tables["board_scores"], adjustments=late)
    assert reasons(tables) == [
        ("score", "the director gives 0.3 points, in a table of penalties"),
        ("score", "the director takes 0.6 points off, in a table of penalties"),
        ("score", "unexplained"),
    ]


def test_what_follows_from_lines_follows_exactly() -> None:
    lines = with_official(pl.concat([results(100, 50, 0), results(100, 50, 0, board=2)]), 4, 3, 0, 4, 2, 0, top=4)
    made = compared(lines, {"entrant": "03", "score": 62.5})
    assert ("score", "caused by the result lines of this entrant that differ: 1") in reasons(made)
    more = compared(lines, {"entrant": "03", "score": 75.0})
    assert ("score", "unexplained") in reasons(more)


@cases(("own_average", 75.0), ("average_plus", 75.0), ("average", 66.67), ("nothing", 75.0))
def test_what_a_sit_out_brings_follows_from_the_lines_that_were_played(sit_out: str, score: float) -> None:
    """Pair 03 has 2 of 4 here and 3 of 4 in the file, and sits out a board whose top is 2."""
    others = [{"board": 2, "ns": f"{pair:02}", "ew": f"{pair + 1:02}", "score": pair} for pair in (11, 13)]
    sitting = frame(Results, {"board": 2, "ns": "03", "ew": None}, *others)
    lines = pl.concat([with_official(THREE_TABLES, 4, 3, 0, top=4), sitting])
    rule = {"sit_out": sit_out, "average_plus": 60.0}
    reason = "caused by the result lines of this entrant that differ: 1"
    assert ("score", reason) in reasons(compared(lines, {"entrant": "03", "score": score}, **rule))
    assert ("score", "unexplained") in reasons(compared(lines, {"entrant": "03", "score": score + 2}, **rule))


def test_a_place_that_does_not_follow_from_the_scores() -> None:
    listed = [{"entrant": f"0{number}", "score": 50.0 + number} for number in (1, 3, 5)]
    in_order = [{**row, "rank": rank} for row, rank in zip(listed, (3, 2, 1), strict=True)]
    followed = {reason for value, reason in reasons(compared(THREE_TABLES, *in_order)) if value == "rank"}
    assert followed == {"caused by the scores that differ in this field"}
    changed = [{**row, "rank": rank} for row, rank in zip(listed, (2, 3, 1), strict=True)]
    assert ("rank", "unexplained") in reasons(compared(THREE_TABLES, *changed))


OUT_OF_ORDER = "the file contradicts itself: on this board a better score has no more points than a worse one"


@pytest.mark.parametrize("board", [(-420, -450, -170, "a-_40"), (150, -450, -170, "a-_40"), (-420, -450, -170, -200)])
def test_a_score_that_was_changed_and_whose_points_were_left(board: tuple[int | str, ...]) -> None:
    """An average on the board explained the first: as if it could give 420 and 450 the same points."""
    lines = with_official(results(*board), 2, 2, 5, 2.4, top=6)
    assert set(reasons(compared(lines, average="neuberg"))) >= set(both_sides(OUT_OF_ORDER))
    reported = {reason for _, reason in reasons(compared(lines, average="neuberg"))}
    assert not [reason for reason in reported if "weigh otherwise" in reason or reason == "unexplained"]


def test_whole_points_of_two_scores_may_be_printed_alike() -> None:
    lines = with_official(results(100, 50, 0, "average"), 2, 2, 0, 2, top=4)
    assert OUT_OF_ORDER not in {reason for _, reason in reasons(compared(lines, average="neuberg"))}


def test_files_that_publish_nothing() -> None:
    tables = compared(THREE_TABLES)
    assert official_differences(**tables).collect().is_empty()
    del tables["sessions"]
    assert official_agreement(**tables).collect().is_empty()


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


@cases(("boards", 21, 2, "error"), ("entrants", 8, 6, "error"), ("results", 9, 6, "error"),
     ("sections", 2, 1, "error"), ("rounds", 7, 2, "warning"), ("boards", 1, 2, "warning"),
)  # fmt: skip
def test_a_number_that_the_lines_contradict(what: str, number: int, here: int, severity: str) -> None:
    ((said, code, message),) = found(stated=stated(**{what: number}))
    assert (said, code) == (severity, "official.differs")
    assert message.startswith(f"the file gives the number of {what} as {number}, but its result lines have {here}: ")


def test_what_a_file_may_count_otherwise_is_no_doubt() -> None:
    sat_out = pl.concat([LINES, LINES.head(1).with_columns(ew=pl.lit(None, pl.String), line_no=pl.lit(9, pl.Int64))])
    assert [doubts(results=sat_out, stated=stated(results=number)) == [] for number in (6, 7, 8)] == [True, True, False]
    assert doubts(stated=stated(tables=3)) == []
    assert doubts(stated=stated(boards=24).with_columns(file_id=pl.lit("deals.pbn"))) == []


def test_a_file_that_breaks_off_leaves_its_session_in_doubt_and_is_reported_where_it_is_read() -> None:
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
        score("05", line_no=5, reason="caused by the result lines of this entrant that differ: 1"),
    )
    (doubt,) = doubts(differences=differences, official_results=official)
    assert [doubt[name] for name in ("what", "differing", "of", "first", "line_no")] == ["scores", 2, 6, "01", 4]
    ((severity, code, message),) = found(differences=differences, official_results=official)
    assert (severity, code) == ("warning", "official.differs")
    assert message.startswith("scores of the result list that differ from Barometer's, for no known reason: 2 of 6 (")
    assert "(the first: 01, 62.50 in the file, 60.00 here)" in message


def test_a_line_whose_sides_both_differ_is_one() -> None:
    side = {"board": 2, "ns": "01", "ew": "02", "official": 3.0, "computed": 2.0, "file_id": "a.pbn", "line_no": 4}
    reason = "the file contradicts itself: it gives other points to the same score on this board"
    differences = frame(
        OfficialDifferences, *({**side, "value": f"{name}_points", "reason": reason} for name in ("ns", "ew"))
    )
    (doubt,) = doubts(differences=differences)
    assert (doubt["differing"], doubt["first"]) == (1, "board 2, 01 - 02")


def test_scores_that_change_places_are_errors() -> None:
    place = {**score("01", line_no=4), "value": "rank", "official": 1, "computed": 2}
    of_places = {**place, "reason": "caused by the scores that differ in this field"}
    assert [severity for severity, *_ in found(differences=frame(OfficialDifferences, score(), of_places))] == ["error"]


BY_LINES, BY_SCORES = "the file prints whole points in this session", "caused by the scores that differ in this field"
LINE = {"value": "ns_points", "board": 2, "ns": "01", "ew": "02", "official": 3.0, "computed": 2.0, "reason": BY_LINES}
OF_LINES = score(reason="caused by the result lines of this entrant that differ: 1")
PLACE = {**score(reason=BY_SCORES), "value": "rank", "official": 1, "computed": 2}
TIE_KEPT = {**PLACE, "reason": "the file breaks a tie that is kept here"}
TAKEN = score("02", reason="the director takes 0.6 points off, in a table of penalties")
SCORED = ({"entrant": "01", "score": 62.5},)


@cases(
    ((LINE, OF_LINES, PLACE, TAKEN), SCORED, {("lines", False), ("scores", True), ("ranks", False)}),
    ((LINE,), (), {("lines", False)}),
    ((LINE,), SCORED, set()),
    ((LINE, TIE_KEPT), SCORED, set()),
    ((TIE_KEPT,), (), set()),
    ((TAKEN,), SCORED, set()),
)
def test_no_reason_explains_what_other_rules_lead_to(
    rows: tuple[dict[str, Any], ...], listed: tuple[dict[str, Any], ...], kinds: set[tuple[str, bool]]
) -> None:
    given = {
        "differences": frame(OfficialDifferences, *({"file_id": "a.pbn", **row} for row in rows)),
        "official_results": frame(OfficialResults, *listed),
    }
    named = {**given, "by_other_rules": frame(Sessions, {})}
    assert doubts(**given) == []
    assert {(row["what"], row["severe"]) for row in doubts(**named)} == kinds
    assert found(**named) == [], "the finding that names the rules is enough"
    assert {row["accepted"] for row in doubts(**named, **accepting())} <= {"counted by hand"}


def accepting(**given: Any) -> dict[str, Any]:
    return {"settings": frame(SessionSettings, settle(**{"session_id": "1", "accept": "counted by hand", **given}))}


ONE = {"differences": frame(OfficialDifferences, score())}
TWO, THREE = (
    {"differences": frame(OfficialDifferences, *(score(f"0{pair}") for pair in range(1, many + 1)))} for many in (2, 3)
)
CUT = {"stated": stated(boards=21)}
OF_B = {"sessions": frame(Sessions, {"file_id": "a.pbn"}, {"session_id": "2", "file_id": "b.pbn"})}


@pytest.mark.parametrize(
    ("given", "found_codes", "said"),
    [
        (ONE | accepting(), [], ""),
        (ONE | accepting(session_id=None, files=["a.pbn"]), [], ""),
        (ONE | OF_B | accepting(session_id="2"), ["official.differs"], ""),
        (accepting(), [], ""),
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
def test_accept_settles_what_it_names(given: dict[str, Any], found_codes: list[str], said: str) -> None:
    findings = found(**given)
    assert [code for _, code, _ in findings] == found_codes
    assert any(said in message for *_, message in findings) or not said


def test_accept_of_changed_scores_says_nothing_of_a_file_cut_off_since() -> None:
    given = ONE | CUT | accepting()
    reasons = [(row["what"], row["accepted"]) for row in doubts(**given)]
    assert reasons == [("boards", None), ("scores", "counted by hand")]
    ((severity, code, _),) = found(**given)
    assert (severity, code) == ("error", "official.differs")


SHARES = (0.3, 0.99)
PERCENTAGES = {"1": 47.62, "2": 52.38, "3": 52.38, "4": 47.62}
"""Of the pairs that win on the first 10 of 21 boards, and of those that win on the last 11."""


def evening() -> str:
    """Two tables, as a program exports them in PBN; the result list stands before the first board."""
    ranked = "".join(f'{1 if of > 50 else 3} {pair} {of} "N{pair} - M{pair}"\n' for pair, of in PERCENTAGES.items())
    listed = f'[TotalScoreTable "Rank;PairId;TotalPercentage;Names"]\n{ranked}'
    boards = (
        f'[Board "{board}"]\n[Scoring "MatchPoints"]\n{listed if board == 1 else ""}'
        '[ScoreTable "Table;Round;PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n'
        f"1 1 1 2 {(90, 110)[won]} {2 * won} {2 - 2 * won}\n2 1 3 4 {(110, 90)[won]} {2 - 2 * won} {2 * won}\n"
        for board in range(1, 22)
        for won in (board <= 10,)
    )
    return '% PBN 2.0\n[Event "Club night"]\n[Date "2025.09.02"]\n' + "".join(boards)


def doubts_of_file(file: Path, content: bytes, profile: str | None = None) -> pl.DataFrame:
    file.write_bytes(content)
    return quick_score(file, profile).findings.filter(pl.col("code").str.starts_with("official."))


def test_a_whole_evening_has_no_doubts(tmp_path: Path) -> None:
    file = tmp_path / "evening.pbn"
    file.write_text(evening())
    scored = quick_score(file)
    assert scored.findings.is_empty()
    assert scored.table("results").height == 4


@pytest.mark.parametrize("share", SHARES)
def test_cut_off(share: float, tmp_path: Path) -> None:
    whole = evening().encode()
    found = doubts_of_file(tmp_path / "evening.pbn", whole[: int(len(whole) * share)])
    assert "official.differs" in set(found["code"])
    assert "error" in set(found["severity"])


@pytest.mark.nightly
@needs_real_data
def test_a_real_evening_cut_off(tmp_path: Path) -> None:
    real, *_ = real_files("pbn/spiren/2016-0[26]-*.pbn")
    whole = real.read_bytes()
    assert doubts_of_file(tmp_path / real.name, whole, "ruter").is_empty()
    for share in (0.3, 0.95):
        found = doubts_of_file(tmp_path / real.name, whole[: int(len(whole) * share)], "ruter")
        assert "official.differs" in set(found["code"]), share


@needs_real_data
def test_a_real_file_edited_by_hand(tmp_path: Path) -> None:
    (real,) = real_files("usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    found = doubts_of_file(tmp_path / real.name, real.read_bytes(), "compscore")
    assert found["code"].to_list() == ["official.differs"]
    assert "that differ from Barometer's, for no known reason: 2 of 567 (" in found["message"][0]
