"""Swiss pairs: victory points of matches, given or computed, from files to rankings."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from club_folders import Files, tables_of, tables_of_each
from each import items
from factories import Tables, close_to
from result_files import CASES, needs_cases

from pipelines.settings.competition import checked
from pipelines.settings.problems import SettingsError
from transforms.bridge.imps import fault_of, table_of, victory_point_scales
from transforms.checks.computed import points_are_conserved

SCORES = (  # round, North-South, East-West, board, score
    *((1, 1, 2, 1, 140), (1, 3, 4, 1, 110), (1, 1, 2, 2, -100), (1, 3, 4, 2, 100)),
    *((2, 1, 3, 3, 420), (2, 2, 4, 3, 170), (2, 1, 3, 4, 620), (2, 2, 4, 4, -100)),
    *((3, 1, 4, 5, -100), (3, 2, 3, 5, 450), (3, 1, 4, 6, 100), (3, 2, 3, 6, 980)),
)
GIVEN = ((1, 1, 2, 5), (1, 3, 4, 7), (2, 1, 3, 18), (2, 2, 4, 10), (3, 1, 4, 12), (3, 2, 3, 20))
LIST = {
    "2": (45, 60, 15, 1),
    "1": (35, 60, close_to(35 / 3), 2),
    "4": (31, 60, close_to(31 / 3), 3),
    "3": (9, 60, 3, 4),
}
RESULTS = "session_id, line, round, board, ns, ew, score\n" + "".join(
    f"s, A, {number}, {board}, {ns}, {ew}, {score}\n" for number, ns, ew, board, score in SCORES
)
MATCHES = "session_id, line, round, team, opponent, vp\n" + "".join(
    f"s, A, {number}, {one}, {other}, {vp}\ns, A, {number}, {other}, {one}, {20 - vp}\n"
    for number, one, other, vp in GIVEN
)
ENTRIES = "session_id, line, entrant, player_id\n" + "".join(
    f"s, A, {pair}, {2 * pair - 1}\ns, A, {pair}, {2 * pair}\n" for pair in range(1, 5)
)
PERCENTAGES = "percentage, vp\n50, 10\n60, 13\n75, 20\n"


def played(kind: str = "pairs", settings: str = "", *wanted: str, **more: str) -> dict[str, Any]:
    (tables,) = played_each(session(kind, settings, **more), wanted=wanted)
    return tables


def session(kind: str = "pairs", settings: str = "", **more: str) -> tuple[Files, str]:
    sessions = f"session_id, date, kind\ns, 2025-10-02, {kind}\n"
    named = {"results": RESULTS, "entries": ENTRIES, "sessions": sessions, **more}
    return {f"{name}.csv": text for name, text in named.items()}, settings


def played_each(*cases: tuple[Files, str], wanted: Sequence[str] = ()) -> list[Tables]:
    return tables_of_each(cases, ("scored.session_results", "scored.match_results", *wanted))


def listed(tables: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    results = tables["scored.session_results"]
    assert results["scoring"].unique().to_list() == ["vp"]
    columns = ("entrant", "points", "maximum", "score", "rank")
    return {row[0]: row[1:] for row in results.select(columns).iter_rows()}


def said(tables: dict[str, Any]) -> list[str]:
    return tables["raw.findings"]["code"].to_list()


def test_the_victory_points_of_a_file_decide(subtests: pytest.Subtests) -> None:
    kinds = ("pairs", "butler", "cross_imp")
    cases = [case for kind in kinds for case in (session(kind, matches=MATCHES), session(kind))]
    made = played_each(*cases, wanted=["scored.board_scores"])
    for kind, tables, without in zip(kinds, made[::2], made[1::2], strict=True):
        with subtests.test(kind):
            assert (listed(tables), said(tables)) == (LIST, [])
            assert tables["scored.board_scores"].equals(without["scored.board_scores"])


def test_matches_without_victory_points_are_reported() -> None:
    without = "".join(line.rpartition(",")[0] + ", 8\n" for line in MATCHES.splitlines()[1:])
    tables = played(matches="session_id, line, round, team, opponent, imps\n" + without)
    assert "matches.impossible" in said(tables)
    assert tables["scored.session_results"]["scoring"].unique().to_list() == ["matchpoints"]


def test_victory_points_of_some_matches_do_not_displace_the_boards() -> None:
    some = (MATCHES.replace("A, 1, 3, 4, 7\n", "A, 1, 3, 4,\n"), "\n".join(MATCHES.splitlines()[:5]))
    lacking = ("1; the first is that of pairs 3 and 4 in round 1", "4; the first is that of pairs 1 and 3 in round 2")
    of_scale = [session("butler", '[event]\nby = "vp"\n', matches=of) for of in some]
    boards, *made = played_each(session(), *(session(matches=of) for of in some), *of_scale)
    for tables, by_scale, words in zip(made[:2], made[2:], lacking, strict=True):
        assert tables["scored.session_results"].equals(boards["scored.session_results"])
        (message,) = tables["raw.findings"]["message"].to_list()
        assert f"how many: {words}" in message
        assert (listed(by_scale)["2"][1], said(by_scale)) == (60, [])


CASE = CASES / "17-usebio-swiss-pairs" / "swiss.xml"


@needs_cases
def test_usebio_swiss_pairs() -> None:
    tables = tables_of({"s.xml": CASE.read_bytes()}, "", ("scored.session_results", "scored.official_differences"))
    assert (listed(tables), tables["scored.official_differences"].height) == (LIST, 0)
    assert set(said(tables)) == {"results.impossible_score"}


def test_ranking_points_measure_victory_points() -> None:
    rules = ("[ranking]\nlines = 1\n", '[ranking]\nmethod = "proportional"\nlines = 1\n')
    name = "rankings.ranking_points"
    made = played_each(*(session("pairs", rule, matches=MATCHES) for rule in rules), wanted=[name])
    balanced, earned = (dict(tables[name].select("player_id", "points").iter_rows()) for tables in made)
    assert [earned[player] for player in "1357"] == [
        close_to(60 + 40 * (35 - 9) / 36),
        100,
        60,
        close_to(60 + 40 * 22 / 36),
    ]
    assert set(balanced) == set(earned)
    assert balanced["3"] != earned["3"]


def test_points_are_explained_by_the_formula_that_earned_them() -> None:
    rules = [f'[ranking]\nmethod = "{method}"\nlines = 1\n' for method in ("proportional", "balanced", "dynamic")]
    cases = [session("pairs", rule, matches=MATCHES) for rule in rules]
    for tables in played_each(*cases, wanted=("report.explained_points", "rankings.ranking_points")):
        explained, points = tables["report.explained_points"], tables["rankings.ranking_points"]
        values = explained.join(points, on="player_id", suffix="_earned")
        assert values.height == 8
        assert (values["before_rounding"] - values["points_earned"]).abs().max() < 0.006  # shown with two decimals
        assert values["score_formula"].to_list()[0].startswith("35 / 3")


def test_imps_become_victory_points_by_the_scale() -> None:
    tables = played("butler", '[event]\nby = "vp"\n', "scored.board_scores")
    won: dict[tuple[int, str, str], Fraction] = defaultdict(Fraction)
    for number, ns, ew, points in tables["scored.board_scores"].select("round", "ns", "ew", "ns_points").iter_rows():
        won[number, ns, ew] += Fraction(points)
        won[number, ew, ns] -= Fraction(points)
    scale = victory_point_scales(
        pl.DataFrame({"scale": ["wbf_continuous"], "boards": [2]}, schema_overrides={"boards": pl.Int32})
    )["vp"].to_list()
    totals: dict[str, float] = defaultdict(float)
    for (_, pair, _), imps in won.items():
        vp = scale[min(int(abs(imps)), len(scale) - 1)]
        totals[pair] += vp if imps >= 0 else 20 - vp
    assert {pair: row[0] for pair, row in listed(tables).items()} == {pair: close_to(vp) for pair, vp in totals.items()}
    assert len(set(totals.values())) > 2


def test_percentages_become_victory_points_by_a_table() -> None:
    rules = '[event]\nby = "vp"\n[scoring]\nvp_table = "swiss.csv"\n'
    tables = played("pairs", rules, swiss=PERCENTAGES)
    won = {"1": 10 + 20 + 0, "2": 10 + 0 + 20, "3": 10 + 0 + 0, "4": 10 + 20 + 20}
    assert said(tables) == []
    assert {pair: row[0] for pair, row in listed(tables).items()} == won


def test_no_point_is_lost() -> None:
    given = "session_id, line, entrant, amount, unit\ns, A, 1, -10, percent\n"
    of_file = session("butler", adjustments=given, matches=MATCHES)
    of_scale = session("butler", '[event]\nby = "vp"\n', adjustments=given)
    names = ("session_results", "session_rounds", "match_results")
    names = (*(f"scored.{name}" for name in names), "raw.competitions", "raw.totals", "raw.sessions")
    for tables in played_each(of_file, of_scale, wanted=["scored.session_rounds"]):
        assert points_are_conserved(*(tables[name] for name in names)).is_empty()
        assert tables["scored.session_results"].filter(entrant="1")["adjustment"].to_list() == [-6]


def test_without_a_table_percentages_stay() -> None:
    tables = played("pairs", '[event]\nby = "vp"\n')
    assert said(tables) == ["sessions.scoring"]
    assert tables["scored.session_results"]["scoring"].unique().to_list() == ["matchpoints"]


@items(
    ("margin, vp\n0, 10\n5, 12\n20, 20\n", None),
    ("boards, margin, vp\n8, 0, 10\n8, 20, 20\n12, 0, 10\n12, 30, 20\n", None),
    ("margin; vp\n0; 10,00\n5; 12,55\n20; 20\n", None),
    ("margin, vp\n1, 10\n20, 20\n", "the first row must be a draw: a margin of 0"),
    ("percentage, vp\n50, 9\n75, 20\n", "the first row must be a draw: a margin of 0"),
    ("margin, vp\n0, 10\n20, 19\n", "the last row must give 20 victory points, and it gives 19"),
    ("margin, vp\n0, 10\n5, 13\n6, 12\n20, 20\n", "victory points must rise with the margin, and 12 follows 13"),
    ("margin, vp\n0, 10\n5, x\n20, 20\n", "not a table of numbers with a column margin"),
    ("margin, points\n0, 10\n20, 20\n", "not a table of numbers with a column margin"),
    ("", "not a table of numbers with a column margin"),
)
def test_a_table_of_victory_points_is_checked(tmp_path: Path, table: str, wrong: str | None) -> None:
    (tmp_path / "scale.csv").write_text(table, encoding="utf-8")
    season = {"name": "2025-26", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    written = {"season": [season], "scoring": {"vp_table": "scale.csv"}}
    if wrong is None:
        assert fault_of(table_of(str(checked(written, tmp_path / "competition.toml").scoring.rules.vp_table))) is None
        return
    with pytest.raises(SettingsError, match=wrong):
        checked(written, tmp_path / "competition.toml")


def test_a_table_of_imps_counts_for_teams_by_their_number_of_boards() -> None:
    scale = "boards, margin, vp\n4, 0, 10\n4, 5, 20\n8, 0, 10\n8, 5, 11\n8, 30, 20\n"
    rows = "".join(
        f"s, A, {number}, {own}, {other}, {boards}, {imps}\n"
        for number, boards in ((1, 4), (2, 6), (3, 8), (4, 24))
        for own, other, imps in ((1, 2, 6), (2, 1, -6))
    )
    files = {
        "sessions.csv": "session_id, date, kind\ns, 2025-10-02, teams\n",
        "matches.csv": "session_id, line, round, team, opponent, boards, imps\n" + rows,
        "scale.csv": scale.replace(", ", ","),
    }
    tables = tables_of(files, '[scoring]\nvp_table = "scale.csv"\n', ("scored.match_results",))
    assert said(tables) == []
    of_one = tables["scored.match_results"].filter(team="1").sort("round")
    assert of_one["vp"].to_list() == [20, 20, 11, 11]
