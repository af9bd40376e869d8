"""What the movement gave, against the imagined session in which only one pair is strong."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from balance.source import LAYOUT_8, STRONG_12, STRONG_12_TURNED, STRONG_12_TURNED_TWICE, mitchell_14
from balance.test_session_balance import board_scores, sessions
from factories import frame

from transforms.balance.generators import howell
from transforms.balance.luck import luck
from transforms.balance.movement import Movement
from transforms.balance.schedule import parse_schedule
from transforms.balance.strong_pairs import strong_pair_results
from transforms.tables import Entries, Luck, PlayerRankings, SessionResults

COMPETITION = {"club": "club", "competition": "evening", "season": "2025", "session_id": "first"}


def of_session(movement: Movement, rankings: list[float], results: list[float]) -> pl.DataFrame:
    """The luck of a session of the movement with these rankings before it and these results, in order of number."""
    numbers = [str(number) for number in range(1, movement.pairs + 1)]
    result_rows = [
        {
            **COMPETITION,
            "line": "A",
            "entrant": number,
            "field": "A",
            "boards": 24,
            "score": score,
            "scoring": "matchpoints",
        }
        for number, score in zip(numbers, results, strict=True)
    ]
    entry_rows = [
        {**COMPETITION, "line": "A", "entrant": number, "player_id": f"{number}{seat}", "file_id": "e", "line_no": 1}
        for number in numbers
        for seat in "ab"
    ]
    ranking_rows = [
        {**COMPETITION, "player_id": f"{number}{seat}", "date": date(2025, 9, 1), "sessions_counted": 1}
        | {"ranking_before": ranking + (5 if seat == "a" else -5), "ranking": ranking}
        for number, ranking in zip(numbers, rankings, strict=True)
        for seat in "ab"
    ]
    rows = luck(
        board_scores(movement, 3),
        sessions("first"),
        session_results=frame(SessionResults, *result_rows),
        entries=frame(Entries, *entry_rows),
        rankings=frame(PlayerRankings, *ranking_rows),
    ).collect()
    return Luck.validate(rows).sort(pl.col("entrant").cast(pl.Int64))


@pytest.mark.parametrize(
    "movement", [*map(parse_schedule, (STRONG_12, STRONG_12_TURNED, STRONG_12_TURNED_TWICE, LAYOUT_8)), mitchell_14]
)
def test_een_sterk_paar_all_that_tells_the_others_apart_is_taken_away(movement: Movement) -> None:
    results = strong_pair_results(movement, [0]).tolist()
    rankings = [80.0] + [50.0] * (movement.pairs - 1)
    rows = of_session(movement, rankings, results)
    assert rows["score"].to_list() == pytest.approx(results)
    assert rows["level_score"][0] == pytest.approx(100)
    others = rows["level_score"][1:].to_list()
    assert others == pytest.approx([50 - 50 / (movement.pairs - 1)] * (movement.pairs - 1))


def test_perfecte_schemas_a_movement_in_perfect_balance_gives_nobody_anything() -> None:
    rows = of_session(howell(8), [70, 60, 55, 52, 50, 48, 40, 25], [58, 61, 50, 47, 55, 45, 44, 40])
    assert rows["movement"].to_list() == pytest.approx([0] * 8, abs=1e-12)
    assert rows["strength"].sum() == pytest.approx(0)


def test_where_rankings_told_nothing_nothing_is_given() -> None:
    rows = of_session(mitchell_14, [50.0] * 14, [40.0 + number for number in range(14)])
    assert rows["movement"].to_list() == [0] * 14
    backwards = of_session(
        mitchell_14, [float(number) for number in range(14)], [60.0 - number for number in range(14)]
    )
    assert backwards["level_score"].to_list() == backwards["score"].to_list()


@pytest.mark.parametrize("dropped", [0, 17, 48])
def test_a_missing_table_changes_little(dropped: int) -> None:
    kept = [number for number in range(49) if number != dropped]
    fewer = mitchell_14._replace(plays=mitchell_14.plays[kept])
    rows = of_session(fewer, [80.0] + [50.0] * 13, strong_pair_results(fewer, [0]).tolist())[1:]
    assert np.std(rows["score"].to_numpy()) > 4
    assert np.std(rows["level_score"].to_numpy()) < np.std(rows["score"].to_numpy()) / 50
