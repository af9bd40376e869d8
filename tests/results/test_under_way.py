"""How far a session is while it is played, and which tables are a whole round behind."""

import random
from collections.abc import Iterable, Sequence

import polars as pl
from hypothesis import given
from hypothesis import strategies as st
from played import Meeting, movement

from transforms.results.under_way import boards_under_way, tables_behind
from transforms.tables.schemas import Results, Schedule
from transforms.tables.shared import in_shape

PLAN = movement(5, 5, 10)
ID = {"club": "c", "competition": "d", "season": "s", "session_id": "1", "line": "A", "file_id": "f"}


def played(meetings: Iterable[Meeting]) -> pl.DataFrame:
    rows = [
        {
            **ID,
            "round": at.round,
            "table": str(at.table),
            "board": at.board,
            "ns": str(at.ns),
            "ew": str(at.ew),
            "line_no": n,
        }
        for n, at in enumerate(meetings)
    ]
    empty = Results.create_empty()
    return pl.concat(
        [empty, pl.DataFrame(rows, schema_overrides={"round": pl.Int32, "board": pl.Int32})], how="diagonal"
    )


def behind(results: Sequence[Meeting], plan: Sequence[Meeting] = PLAN) -> dict[str, int]:
    schedule = in_shape(Schedule, played(plan).select(Schedule.column_names()))
    found = tables_behind(in_shape(Results, played(results)), schedule).collect()
    return dict(found.select("table", "behind").iter_rows())


def how_far(results: Sequence[Meeting], plan: Sequence[Meeting] = PLAN) -> tuple[int, int | None]:
    schedule = in_shape(Schedule, played(plan).select(Schedule.column_names()))
    return boards_under_way(in_shape(Results, played(results)), schedule).collect().select("boards", "of").row(0)


def until(**rounds: int) -> list[Meeting]:
    """What is played if each table has finished its rounds up to this one; tables that are not named: round 3."""
    return [at for at in PLAN if at.round <= rounds.get(f"t{at.table}", 3)]


def test_a_table_is_behind_by_whole_rounds() -> None:
    assert behind(until()) == {}
    assert behind(until(t3=2)) == {"3": 1}
    assert behind(until(t3=1, t5=2)) == {"3": 2, "5": 1}
    assert behind(until(t3=4)) == {}
    one_board_of_the_round = [*until(t3=2), next(at for at in PLAN if at.table == 3 and at.round == 3)]
    assert behind(one_board_of_the_round) == {}


def test_the_same_is_seen_without_a_movement() -> None:
    assert behind(until(t3=2), []) == {"3": 1}
    assert how_far(until(t3=2), []) == (6, None)


def test_a_round_without_opponents_is_over_for_its_table() -> None:
    def meets(at: Meeting) -> bool:
        return (at.round, at.table) != (3, 3)

    assert behind([at for at in until() if meets(at)], [at for at in PLAN if meets(at)]) == {}


def test_a_table_that_has_finished_is_not_behind_and_half_of_the_entrants_say_how_far_it_is() -> None:
    assert behind(PLAN) == {}
    assert how_far(PLAN) == (10, 10)
    assert how_far(until()) == (6, 10)


@given(st.lists(st.integers(1, 5), min_size=5, max_size=5), st.randoms(use_true_random=False))
def test_what_half_of_the_tables_have_played_decides(rounds: list[int], shuffled: random.Random) -> None:
    results = until(**{f"t{table}": number for table, number in enumerate(rounds, 1)})
    middle = sorted(rounds)[2]
    wanted = {str(table): middle - number for table, number in enumerate(rounds, 1) if number < middle}
    shuffled.shuffle(results)
    assert behind(results) == behind(results, []) == wanted
