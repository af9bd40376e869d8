"""The worked examples of 't Fonteintje, Puntentelling in parentornooi, each under its own name; whole real files.

A score in the East-West column is the negative of one in the North-South column.
"""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from each import cases, items
from factories import competitions, frame
from result_files import REAL_DATA, needs_real_data, real_files, real_reading
from scoring.boards import points, result_list, results, scored

from transforms.official import UNEXPLAINED, official_agreement, official_differences
from transforms.results.match_results import match_results
from transforms.results.session_results import session_results
from transforms.scoring import board_scores
from transforms.tables.schemas import BoardScores, Entries, Results, Sessions, Totals

Points = list[tuple[float, float]]


def test_section_1_slip_of_board_1() -> None:
    made = {
        ("1", "2"): ("3S", 10),
        ("6", "3"): ("3S", 9),
        ("7", "4"): ("2S", 11),
        ("8", "10"): ("4S", 10),
        ("9", "5"): ("3S", 9),
    }
    lines = frame(
        Results,
        *(
            {"board": 1, "ns": ns, "ew": ew, "contract": contract, "declarer": "E", "tricks": tricks}
            for (ns, ew), (contract, tricks) in made.items()
        ),
    )
    slip = {row["ns"]: (row["score"], row["ns_points"], row["ew_points"]) for row in scored(lines).to_dicts()}
    assert slip == {"1": (-170, 4, 4), "6": (-140, 7, 1), "7": (-200, 2, 6), "8": (-420, 0, 8), "9": (-140, 7, 1)}


@items(
    pytest.param((800, 550, 400, 130, 100), id="left"),
    pytest.param((800, 400, 200, -150, -200), id="right, as printed for North-South"),
    pytest.param((800, 400, 200, -150, -300), id="right, as printed for East-West"),
)
def test_section_3_example_1_normal(scores: tuple[int, ...]) -> None:
    assert points(*scores) == [(8, 0), (6, 2), (4, 4), (2, 6), (0, 8)]


@items(
    pytest.param((800, 550, 400, 130, 0), id="left"),
    pytest.param((800, 400, 0, -150, -200), id="right, as printed for North-South"),
    pytest.param((800, 400, 0, -150, -300), id="right, as printed for East-West"),
)
def test_section_3_example_2_pass(scores: tuple[int, ...]) -> None:
    lines = results(*scores).with_columns(
        contract=pl.when(pl.col("score") == 0).then(pl.lit("PASS")), score=pl.when(pl.col("score") != 0).then("score")
    )
    computed = scored(lines)
    assert computed["score"].to_list() == list(scores)
    assert computed.select("ns_points", "ew_points").rows() == [(8, 0), (6, 2), (4, 4), (2, 6), (0, 8)]


@items(pytest.param((550, 400, 130, 100), id="left"), pytest.param((800, 400, -200, -300), id="right"))
def test_section_3_example_3_bye(scores: tuple[int, ...]) -> None:
    lines = results(*scores, None)
    board = scored(lines)
    assert board.select("ns_points", "ew_points").rows() == [(6, 0), (4, 2), (2, 4), (0, 6)]

    entries = frame(Entries, *({"entrant": f"{pair:02}", "player_id": f"player {pair}"} for pair in range(1, 10)))
    resting = result_list(board, entries=entries).filter(entrant="09")
    assert resting.select("boards", "points", "maximum", "score", "rank").row(0) == (0, None, None, None, None)


def test_section_3_example_4_semi_bye() -> None:
    outcomes = (510, 480, 450, 420, "not_played", -50, -100)
    assert points(*outcomes) == [
        *((11.83, 0.17), (9.5, 2.5), (7.17, 4.83), (4.83, 7.17)),
        *((None, None), (2.5, 9.5), (0.17, 11.83)),
    ]
    # Without Neuberg.
    north_south = [ns for ns, _ in points(*outcomes, not_played="as_played")]
    assert north_south == [10, 8, 6, 4, None, 2, 0]


def test_section_3_example_5_one_average() -> None:
    assert points(550, 400, 130, 100, "average") == [(7, 1), (5, 3), (3, 5), (1, 7), (4, 4)]


@pytest.mark.parametrize("third", [pytest.param(300, id="North-South 300"), pytest.param(-300, id="East-West 300")])
def test_section_3_example_5_two_averages(third: int) -> None:
    assert points(800, 400, third, "average", "average") == [(6, 2), (4, 4), (2, 6), (4, 4), (4, 4)]


@items(
    pytest.param((-200, -170, -140, -140), [(0, 6), (2, 4), (5, 1), (5, 1)], id="vb.1"),
    pytest.param((100, 100, 100, -620), [(4, 2), (4, 2), (4, 2), (0, 6)], id="vb.2"),
    pytest.param((100, 100, 100, 100), [(3, 3), (3, 3), (3, 3), (3, 3)], id="vb.3"),
)
def test_section_3_example_6_equal_scores(scores: tuple[int, ...], expected: Points) -> None:
    assert points(*scores, None) == expected


def test_section_2_6_reverse() -> None:
    lines = results(800, 550, 400, 130, 100).with_columns(
        ruling=pl.when(pl.col("score") == 550).then(pl.lit("reversed"))
    )
    computed = scored(lines)
    assert computed["score"].to_list() == [800, 550, 400, 130, 100]
    assert computed.select("ns_points", "ew_points").rows() == [(8, 0), (2, 6), (4, 4), (2, 6), (0, 8)]


RESULT_LIST = """
     1 13 130 65.00 52 20 29b 16C 31d 25E 29F
     2  1 128 64.00 39 20 20A 28B 29c 19D 32F
     3  8 144 60.00 26 24 23A 12b 24c 30d 21E 34f
     4  6 128 53.33 21 24 19A 27B 23c 21d 27e 11f
     5  5 121 50.42  1 24 19A 17B 17C 27D 19e 22f
     6  2 117 48.75  1 24 20a 23b 15c 26D 17e 16F
     7  3 114 47.50  1 24 17a  4B 27C 29D 13E 24f
     8 12 112 46.67  1 24 17a 33B 13c 13d 15e 21f
     9 10  93 46.50  1 20 24a 11C 11d 29e 18F
    10  4 111 46.25  1 24 21a 36b 24C  9D 13e  8f
    11 11  92 46.00  1 20 21a 11B 14d 27E 19F
    12  9  78 39.00  1 20 23A 13b 25C 11E  6F
    13  7  72 36.00  1 20 16A  7b 16c 10D 23E
"""
"""Section 4: rank, pair, points, percentage, club points, boards, and the points of each round.

A letter is the group of four boards of that round, upper case for North-South. Four letters that cannot be
read in the scan follow from the rounds' total of 40 (10 and 7 in A, 5 and 12 in D).
"""


def rounds_of_the_result_list() -> pl.DataFrame:
    """The rounds as boards, a quarter of the points each; opponents are two pairs who share the 40 points."""
    rows = [line.split() for line in RESULT_LIST.strip().splitlines()]
    rounds = [(pair, cell[-1], int(cell[:-1])) for _, pair, _, _, _, _, *cells in rows for cell in cells]
    lines: list[dict[str, Any]] = []
    for group in "ABCDEF":
        north_south = sorted((score, pair) for pair, letter, score in rounds if letter == group)
        east_west = sorted(((score, pair) for pair, letter, score in rounds if letter == group.lower()), reverse=True)
        for (ns_score, ns), (ew_score, ew) in zip(north_south, east_west, strict=True):
            assert ns_score + ew_score == 40
            lines += [
                {
                    "board": 4 * "ABCDEF".index(group) + board,
                    "ns": ns,
                    "ew": ew,
                    "ns_points": ns_score / 4,
                    "ew_points": ew_score / 4,
                    "top": 10,
                }
                for board in (1, 2, 3, 4)
            ]
    return frame(BoardScores, *lines)


def test_section_4_result_list_of_13_pairs() -> None:
    listed = result_list(rounds_of_the_result_list())
    computed = listed.sort("rank").select(
        "rank", "entrant", "points", pl.col("score").round(2), "club_points", "boards"
    )
    expected = [
        (int(rank), pair, float(total), float(percentage), int(club_points), int(boards))
        for rank, pair, total, percentage, club_points, boards, *_ in (
            line.split() for line in RESULT_LIST.strip().splitlines()
        )
    ]
    assert computed.rows() == expected
    assert listed.group_by("boards").agg(pl.col("maximum").unique()).sort("boards").rows() == [
        (20, [200.0]),
        (24, [240.0]),
    ]


def test_section_2_3_bye_pairs_have_a_lower_maximum() -> None:
    thirteen_pairs = results(*range(0, 600, 100), None)
    board = board_scores(thirteen_pairs, frame(Sessions, {}), competitions()).collect()
    assert board["top"].unique().to_list() == [10]
    assert board.height == 6


Audited = tuple[pl.DataFrame, dict[str, Any]]
"""The differences, and the counts of what is equal."""


def audit(profile: str, *files: Path) -> Audited:
    rules = competitions(scoring={"profile": profile})
    keys = rules.select("club", "competition", "season")
    readings = [real_reading(file) for file in files]
    raw: dict[str, Any] = {
        name: pl.concat(reading.tables[name] for reading in readings).join(keys, how="cross")
        for name in ("sessions", "entries", "results", "official_results", "adjustments", "matches")
    }
    scores = board_scores(raw["results"], raw["sessions"], rules).collect()
    matches = match_results(scores, raw["matches"], raw["sessions"], rules).collect()
    listed = session_results(
        scores,
        raw["entries"],
        raw["sessions"],
        rules,
        results=raw["results"],
        adjustments=raw["adjustments"],
        match_results=matches,
        official_results=raw["official_results"],
        totals=Totals.create_empty(),
    ).collect()
    tables: dict[str, Any] = {
        "board_scores": scores,
        "results": raw["results"],
        "session_results": listed,
        "official_results": raw["official_results"],
        "competitions": rules,
        "match_results": matches,
        "given_matches": raw["matches"],
    }
    agreement = official_agreement(**tables).collect().row(0, named=True)
    return official_differences(**tables, sessions=raw["sessions"]).collect(), agreement


@needs_real_data
@pytest.mark.long
@pytest.mark.parametrize(("folder", "lines", "scores"), [("spiren", 12_906, 1_168), ("bridgekam", 675, 51)])
def test_ruter(folder: str, lines: int, scores: int) -> None:
    differences, agreement = audit("ruter", *real_files(f"pbn/{folder}/*.pbn"))
    assert (agreement["lines"], agreement["scores"]) == (lines, scores)
    assert agreement["lines_equal"] >= 0.9999 * lines
    assert agreement["scores_equal"] == scores
    assert differences.filter(reason=UNEXPLAINED).is_empty()


@needs_real_data
@cases(
    ("mp-pairs", "ebu", {"lines": 242, "scores": 22}),
    ("multi-section", "ebu", {"lines": 305, "scores": 35}),
    ("compscore-mp_pairs_howell", "compscore", {"lines": 161, "scores": 12}),
    ("compscore-butler_mitchell", "compscore", {"lines": 245, "datums": 35, "totals": 14}),
    ("compscore-cross_imp_howell", "compscore", {"lines": 108, "totals": 9}),
    ("multiple-teams", "ebu", {"lines": 240, "matches": 80, "totals": 10}),
    ("point-a-board", "ebu", {"lines": 336, "matches": 56, "totals": 8}),
)
def test_usebio(name: str, profile: str, values: dict[str, int]) -> None:
    differences, agreement = audit(profile, REAL_DATA / f"usebio/{name}.xml")
    assert differences.is_empty()
    for value, count in values.items():
        assert (agreement[value], agreement[f"{value}_equal"]) == (count, count)


@needs_real_data
def test_usebio_edited_by_hand() -> None:
    differences, agreement = audit("compscore", REAL_DATA / "usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    assert differences.filter(value="ns_points")["board"].to_list() == [3, 4]
    assert differences.filter(reason=UNEXPLAINED).is_empty()
    assert (agreement["lines"], agreement["lines_equal"]) == (567, 565)
