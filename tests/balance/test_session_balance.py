"""The balance of sessions as they were played, against that of the same movement board by board."""

from collections import defaultdict
from functools import reduce
from math import gcd
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from balance.seasons import Row, board_scores, sessions
from balance.source import LAYOUT_8, STRONG_12_TURNED
from balance.strategies import movements_of_any_kind
from examples import by_night
from factories import in_warehouse
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import needs_real_data, real_files

from pipelines.cli.score import quick_score
from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import session_balance
from transforms.balance.quality import quality, vacancy
from transforms.balance.schedule import parse_schedule
from transforms.season import season_tables
from transforms.tables.schemas import BoardScores, SessionBalance, Sessions


def balance(scores: pl.DataFrame, told: pl.DataFrame | None = None) -> list[Row]:
    ids = scores["session_id"].unique().to_list()
    sat = sessions(*ids) if told is None else Sessions.cast(told)
    rows = session_balance(BoardScores.cast(scores), sat).collect()
    return SessionBalance.validate(rows).to_dicts()


def as_movement(scores: pl.DataFrame) -> Movement:
    """The sets that were played, told apart by who met on them; each as often as it counts."""
    on_board: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for board, ns, ew in scores.select("board", "ns", "ew").iter_rows():
        on_board[board].add((ns, ew))
    boards: dict[frozenset[tuple[str, str]], int] = defaultdict(int)
    for met in on_board.values():
        boards[frozenset(met)] += 1
    in_common = reduce(gcd, boards.values())
    names = sorted({int(name) for met in boards for side in met for two in side for name in two.split("+")})
    number = {str(name): index for index, name in enumerate(names)}
    rows: list[list[int]] = []
    board_set = 0
    for met, times in boards.items():
        for _ in range(times // in_common):
            rows += [
                [0, 0, *(number[name] for two in side for name in two.split("+")), board_set] for side in sorted(met)
            ]
            board_set += 1
    plays = np.array(rows, dtype=np.int32)
    return Movement(len(names), 1, 1, board_set, plays, individual=plays.shape[1] == 7)


def agrees(computed: Row, movement: Movement) -> None:
    expected, absent = quality(movement), vacancy(movement)
    exact = ("pairs", "h", "uneven", "s", "ss")
    assert {name: computed[name] for name in exact} == {name: getattr(expected, name) for name in exact}
    factors = {name: getattr(expected, name) for name in ("qc", "qf", "qo", "sd", "s4")}
    factors |= {"qf_absent_mean": absent.mean, "qf_highest_absent": absent.highest}
    for name, factor in factors.items():
        assert computed[name] == (None if factor is None else pytest.approx(factor, rel=1e-9, abs=1e-9)), name


@settings(max_examples=by_night(40))
@given(movements_of_any_kind(), st.integers(1, 3), st.data())
def test_whatever_was_not_played_does_not_count(movement: Movement, boards: int, data: st.DataObject) -> None:
    whole = board_scores(movement, boards)
    rulings = st.sampled_from([None, None, None, "not_played", "a60_40", "average"])
    told = data.draw(st.lists(rulings, min_size=whole.height, max_size=whole.height))
    scores = whole.with_columns(ruling=pl.Series(told, dtype=pl.String))
    left = scores.filter(pl.col("ruling").is_null())
    if left.is_empty():
        assert balance(scores) == []
        return
    [computed] = balance(scores)
    agrees(computed, as_movement(left))


def test_layout_8_pairs_as_played_on_four_boards_a_round() -> None:
    [computed] = balance(board_scores(parse_schedule(LAYOUT_8), 4))
    assert (computed["qf"], computed["rounds"], computed["uneven"]) == (80.0, 6, False)
    assert computed["qf_highest_absent"] == pytest.approx(100 * 33 / 46)


def test_rounds_that_are_not_told_are_counted() -> None:
    [computed] = balance(board_scores(howell(8), 3, rounds_told=False))
    assert (computed["rounds"], computed["qf"]) == (7, 100)


def test_a_board_played_in_the_wrong_direction_counts_as_it_was_sat() -> None:
    straight = board_scores(mitchell(7), 4)
    turned = straight.with_columns(ruling=pl.when(pl.col("round") == 2).then(pl.lit("reversed")))
    assert [round(float(str(one["qf"])), 2) for one in (*balance(straight), *balance(turned))] == [46.94, 92.0]


def test_lines_scored_together_are_one_field() -> None:
    movement = parse_schedule(STRONG_12_TURNED)
    half = pl.concat([board_scores(movement, 4, line=line) for line in "AB"])
    apart, together = balance(half), balance(half, sessions("first", together="A+B"))
    assert [(one["line"], one["field"], one["pairs"], one["qf"]) for one in apart] == [
        ("A", "A", 12, 84),
        ("B", "B", 12, 84),
    ]
    assert [(one["line"], one["field"], one["pairs"]) for one in together] == [("A", "A+B", 24), ("B", "A+B", 24)]
    both = np.concatenate([movement.plays, movement.plays + np.array([0, 0, 12, 12, 0])]).astype(np.int32)
    agrees(together[0], Movement(24, 12, 6, 6, both))


def test_teams_have_none() -> None:
    assert balance(board_scores(mitchell(3)).with_columns(scoring=pl.lit("imps"))) == []


def test_where_h_would_be_0_with_one_absent_there_is_no_factor() -> None:
    """Four tables, and a board that came to two of them: with one absent h is 0, and nothing but 0 could come of it."""
    scores = board_scores(howell(8))
    [computed] = balance(scores.filter((pl.col("board") > 1) | pl.col("ns").is_in(["8", "3"])))
    assert (computed["uneven"], computed["h"]) == (True, 1)
    assert (computed["qf_absent_mean"], computed["qf_highest_absent"]) == (None, None)
    assert float(str(computed["qf"])) > 0
    assert computed["qo"] == pytest.approx(100 * 26 / 28)


def test_where_a_board_came_to_one_table_there_is_qo_alone() -> None:
    [computed] = balance(board_scores(mitchell(5)).filter((pl.col("board") > 1) | (pl.col("ns") == "1")))
    assert (computed["uneven"], computed["h"], computed["s"]) == (True, 0, 0)
    assert (computed["qf"], computed["qc"]) == (None, None)
    assert computed["ss"] != 0
    assert float(str(computed["qo"])) > 40


@pytest.mark.long
@needs_real_data
def test_every_real_session_has_a_balance() -> None:
    read = [scored_boards(path) for path in real_files("pbn/spiren/*.pbn")[::8]]
    scores, told = (pl.concat(frames, how="diagonal_relaxed") for frames in zip(*read, strict=True))
    computed = balance(scores, told)
    assert len(computed) == len(read) == 11
    assert all(0 < float(str(one["qf"])) <= 100 and 0 < float(str(one["qo"])) <= 100 for one in computed)
    for one in computed:
        of_session = scores.filter(pl.col("session_id") == one["session_id"], pl.col("ruling").is_null())
        agrees(one, as_movement(of_session))


def scored_boards(path: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    scored = quick_score(path, None)
    raw = in_warehouse(scored.raw)
    return season_tables(raw, ["scored.board_scores"])["scored.board_scores"], scored.raw["sessions"]
