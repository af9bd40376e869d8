"""Scores added up over a season, against those of its sessions (seat by seat: `test_two_scores`)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from math import gcd
from pathlib import Path

import dataframely as dy
import numpy as np
import polars as pl
import pytest
from balance.seasons import COMPETITION, Row, board_scores, sessions
from balance.source import LAYOUT_8, STRONG_12_TURNED
from balance.strategies import movements_of_any_kind
from examples import by_night
from factories import frame, in_warehouse
from hypothesis import given, settings
from hypothesis import strategies as st
from result_files import needs_real_data, real_files

from pipelines.cli.score import quick_score
from transforms.balance.generators import howell, mitchell
from transforms.balance.movement import Movement
from transforms.balance.played.balances import season_balance, season_scores, session_balance
from transforms.balance.played.movement_played import played, two_scores
from transforms.balance.played.shown import session_scores
from transforms.balance.quality import quality, score_matrix, vacancy
from transforms.balance.schedule import parse_schedule
from transforms.balance.seating.season_so_far import balance_with, between, by_competitor, competitors
from transforms.balance.seating.seating import added, seated
from transforms.season import season_tables
from transforms.tables.schemas import BoardScores, Entries, SeasonPartnerships, SeasonScores, SessionBalance, Sessions

Players = Mapping[tuple[str, str], str]
"""(session, number) -> entrant."""


def entries(players: Players) -> dy.DataFrame[Entries]:
    return frame(
        Entries,
        *(
            {**COMPETITION, "session_id": session, "entrant": number, "player_id": player}
            for (session, number), entrant in players.items()
            for player in entrant.split(" + ")
        ),
    )


def of_season(
    scores: pl.DataFrame, players: Players, known: dy.DataFrame[Sessions] | None = None
) -> dy.DataFrame[SeasonScores]:
    ids = scores["session_id"].unique().to_list()
    rows = season_scores(
        BoardScores.cast(scores), sessions(*ids) if known is None else known, entries(players)
    ).collect()
    return SeasonScores.validate(rows)


def plainly(scores: pl.DataFrame, players: Players) -> dict[tuple[str, str], tuple[int, int, int, Fraction]]:
    """(entrant, other) -> (sessions, meetings, score, fair), from what two brought each other in each session."""
    of_all = played(BoardScores.cast(scores), sessions(*scores["session_id"].unique()))
    session_of = {
        place: (session, unit) for place, session, unit in of_all.fields["place", "session_id", "unit"].rows()
    }
    name_of = {(place, number): name for place, name, number in of_all.entrants["place", "name", "entrant"].rows()}
    found: dict[tuple[str, str], list[int | Fraction]] = defaultdict(lambda: [0, 0, 0, Fraction(0)])
    for (place,), of_two in two_scores(of_all).group_by("place"):
        session, unit = session_of[int(str(place))]
        fair = Fraction(of_two["own_tops"].sum() * unit, of_two.height)
        for one, other, own_tops, meetings in of_two["one", "other", "own_tops", "meetings"].rows():
            two = [players.get((session, name_of[int(str(place)), number])) for number in (one, other)]
            for who, whom in (two, two[::-1]) if None not in two and two[0] != two[1] else ():
                row = found[str(who), str(whom)]
                found[str(who), str(whom)] = [row[0] + 1, row[1] + meetings, row[2] + own_tops * unit, row[3] + fair]
    return {two: (int(a), int(b), int(c), Fraction(d)) for two, (a, b, c, d) in found.items()}


@settings(max_examples=by_night(25))
@given(
    st.lists(movements_of_any_kind().filter(lambda one: len(one.plays) > 0), min_size=1, max_size=3),
    st.integers(1, 3),
    st.data(),
)
def test_a_season_is_the_sum_of_its_sessions(movements: list[Movement], boards: int, data: st.DataObject) -> None:
    whole = pl.concat([board_scores(one, boards, session=f"s{number}") for number, one in enumerate(movements)])
    kept = data.draw(st.lists(st.booleans(), min_size=whole.height, max_size=whole.height))
    scores = whole.filter(pl.Series(kept))
    names = ["Ann + Bob", "Cat + Dan", "Eve + Fay", *(str(number) for number in range(100, 140))]
    players = {
        (f"s{session}", str(number + 1)): name
        for session, movement in enumerate(movements)
        for number, name in enumerate(data.draw(st.permutations(names))[: movement.pairs])
        if name != "105"
    }
    rows = of_season(scores, players)
    computed = {
        (entrant, other): values for *_, entrant, other, s, m, v, f in rows.iter_rows() for values in [(s, m, v, f)]
    }
    expected = plainly(scores, players)
    assert {two: values[:3] for two, values in computed.items()} == {
        two: values[:3] for two, values in expected.items()
    }
    assert [computed[two][3] for two in expected] == pytest.approx([float(values[3]) for values in expected.values()])


def numbered(movement: Movement, *ids: str) -> dict[tuple[str, str], str]:
    return {(session, str(number)): f"p{number:02}" for session in ids for number in range(1, movement.pairs + 1)}


def test_a_session_has_the_score_matrix_of_its_movement() -> None:
    movement = mitchell(5)
    rows = session_scores(board_scores(movement, 3), sessions("first"))
    matrix = score_matrix(movement)
    assert rows["score"].to_list() == [matrix[two] for two in zip(*np.triu_indices(10, 1), strict=True)]
    assert rows.select("entrant", "other").rows()[:2] == [("1", "2"), ("1", "3")]
    assert rows["meetings"].sum() == 25


def test_a_substitute_counts_as_who_is_stood_in_for() -> None:
    movement = howell(4)
    scores = BoardScores.cast(pl.concat([board_scores(movement, session=session) for session in ("s0", "s1")]))
    as_named = entries(numbered(movement, "s0", "s1"))
    instead = (pl.col("session_id") == "s1") & (pl.col("player_id") == "p02")
    substituted = as_named.with_columns(
        player_id=pl.when(instead).then(pl.lit("stranger")).otherwise("player_id"),
        substitutes_for=pl.when(instead).then("player_id"),
    )
    known = sessions("s0", "s1")
    plain, rows = (season_scores(scores, known, one).collect() for one in (as_named, Entries.cast(substituted)))
    assert rows.equals(plain)
    assert set(rows["sessions"]) == {2}


def test_a_season_of_perfect_sessions_is_perfect() -> None:
    movement = howell(8)
    scores = pl.concat([board_scores(movement, boards, session=f"s{boards}") for boards in (2, 3)])
    rows = of_season(scores, numbered(movement, "s2", "s3"))
    [season] = season_balance(rows).collect().to_dicts()
    assert season == {
        **COMPETITION,
        "entrants": 8,
        "combinations": 28,
        "unmet": 0,
        "qc": pytest.approx(100),
        "qo": pytest.approx(100),
    }
    assert rows["score"].to_list() == pytest.approx(rows["fair"].to_list())


OF = ("club", "evening", "2025")
NO_PARTNERSHIPS = SeasonPartnerships.create_empty()


def pairs_of(order: list[int]) -> list[tuple[str, str]]:
    return [(f"b{pair:02}", f"a{pair:02}") for pair in order]


def seated_by(session: str, pairs: list[tuple[str, str]], numbers: list[int]) -> dy.DataFrame[Entries]:
    return entries({(session, str(number + 1)): " + ".join(pair) for pair, number in zip(pairs, numbers, strict=True)})


@settings(max_examples=by_night(10), deadline=None)
@given(st.permutations(range(8)), st.integers(1, 4), st.booleans())
def test_tonight_counts_as_if_it_was_played(order: list[int], boards: int, odd: bool) -> None:
    last_week = board_scores(howell(8), 3, session="s1")
    of_last_week = seated_by("s1", pairs_of(list(range(8))), list(range(8)))
    before = season_scores(last_week, sessions("s1"), of_last_week).collect()
    pairs = pairs_of(order)[odd:]
    present = competitors(pairs, NO_PARTNERSHIPS)
    scores = by_competitor(before, NO_PARTNERSHIPS).collect()
    past = between(present, scores)
    movement = mitchell(4, 2)
    found = seated(movement, past, boards=boards, runs=2)
    played = movement._replace(plays=movement.plays[(movement.plays[:, 2:4] != found.absent).all(axis=1)])
    tonight = board_scores(played, boards, session="s2")
    after = season_scores(
        BoardScores.cast(pl.concat([last_week, tonight])),
        sessions("s1", "s2"),
        Entries.cast(pl.concat([of_last_week, seated_by("s2", pairs, found.numbers.tolist())])),
    ).collect()
    expected = between(present, by_competitor(after, NO_PARTNERSHIPS))
    computed = added(past, found.tonight)
    np.testing.assert_array_equal(computed.meetings, expected.meetings)
    np.testing.assert_array_equal(computed.scores, expected.scores)
    assert balance_with(scores, OF, present, found.tonight).equals(season_balance(after).collect())


def test_a_trio_carries_what_any_two_of_it_have_met() -> None:
    trio = [{"partnership_id": "trio", "player_id": player, "declared": True, "season": "2025"} for player in "abc"]
    partnerships = frame(SeasonPartnerships, *trio)
    of_two = (("a + b", "x + y", 1, 5), ("a + c", "x + y", 2, -3), ("a + x", "x + y", 4, 9), ("a + b", "a + c", 1, 1))
    scores = frame(
        SeasonScores,
        *(
            {"season": "2025", "sessions": 1, "fair": 1.0, "meetings": meetings, "score": score}
            | {"entrant": entrant, "other": other}
            for one, two, meetings, score in of_two
            for entrant, other in ((one, two), (two, one))
        ),
    )
    present = competitors([("c", "b"), ("y", "x"), ("x", "a")], partnerships)
    assert present == ["trio", "x + y", "a + x"]
    rows = by_competitor(scores, partnerships).collect()
    assert rows.filter(pl.col("entrant") < pl.col("other")).select("entrant", "other", "meetings", "score").rows() == [
        ("a + x", "x + y", 4, 9),
        ("trio", "x + y", 3, 2),
    ]
    found = between(present, rows)
    np.testing.assert_array_equal(found.meetings, [[0, 3, 0], [3, 0, 4], [0, 4, 0]])
    np.testing.assert_array_equal(found.scores, [[0, 2, 0], [2, 0, 9], [0, 9, 0]])


def balance_of(scores: pl.DataFrame, known: pl.DataFrame | None = None) -> list[Row]:
    ids = scores["session_id"].unique().to_list()
    sat = sessions(*ids) if known is None else Sessions.cast(known)
    rows = session_balance(BoardScores.cast(scores), sat).collect()
    return SessionBalance.validate(rows).to_dicts()


def as_movement(scores: pl.DataFrame) -> Movement:
    """The sets that were played, known by who met on them; each as often as it counts."""
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
    known = data.draw(st.lists(rulings, min_size=whole.height, max_size=whole.height))
    scores = whole.with_columns(ruling=pl.Series(known, dtype=pl.String))
    left = scores.filter(pl.col("ruling").is_null())
    if left.is_empty():
        assert balance_of(scores) == []
        return
    [computed] = balance_of(scores)
    agrees(computed, as_movement(left))


def test_layout_8_pairs_as_played_on_four_boards_a_round() -> None:
    [computed] = balance_of(board_scores(parse_schedule(LAYOUT_8), 4))
    assert (computed["qf"], computed["rounds"], computed["uneven"]) == (80.0, 6, False)
    assert computed["qf_highest_absent"] == pytest.approx(100 * 33 / 46)


def test_rounds_that_are_not_known_are_counted() -> None:
    [computed] = balance_of(board_scores(howell(8), 3, has_rounds=False))
    assert (computed["rounds"], computed["qf"]) == (7, 100)


def test_a_board_played_in_the_wrong_direction_counts_as_it_was_sat() -> None:
    straight = board_scores(mitchell(7), 4)
    turned = straight.with_columns(ruling=pl.when(pl.col("round") == 2).then(pl.lit("reversed")))
    assert [round(float(str(one["qf"])), 2) for one in (*balance_of(straight), *balance_of(turned))] == [46.94, 92.0]


def test_lines_scored_together_are_one_field() -> None:
    movement = parse_schedule(STRONG_12_TURNED)
    half = pl.concat([board_scores(movement, 4, line=line) for line in "AB"])
    apart, together = balance_of(half), balance_of(half, sessions("first", together="A+B"))
    assert [(one["line"], one["field"], one["pairs"], one["qf"]) for one in apart] == [
        ("A", "A", 12, 84),
        ("B", "B", 12, 84),
    ]
    assert [(one["line"], one["field"], one["pairs"]) for one in together] == [("A", "A+B", 24), ("B", "A+B", 24)]
    both = np.concatenate([movement.plays, movement.plays + np.array([0, 0, 12, 12, 0])]).astype(np.int32)
    agrees(together[0], Movement(24, 12, 6, 6, both))


def test_teams_have_none() -> None:
    assert balance_of(board_scores(mitchell(3)).with_columns(scoring=pl.lit("imps"))) == []


@pytest.mark.nightly
@needs_real_data
def test_every_real_session_has_a_balance() -> None:
    read = [scored_boards(path) for path in real_files("pbn/spiren/*.pbn")[::8]]
    scores, known = (pl.concat(frames, how="diagonal_relaxed") for frames in zip(*read, strict=True))
    computed = balance_of(scores, known)
    assert len(computed) == len(read) == 11
    assert all(0 < float(str(one["qf"])) <= 100 and 0 < float(str(one["qo"])) <= 100 for one in computed)
    for one in computed:
        of_session = scores.filter(pl.col("session_id") == one["session_id"], pl.col("ruling").is_null())
        agrees(one, as_movement(of_session))


def scored_boards(path: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    scored = quick_score(path, None)
    raw = in_warehouse(scored.raw)
    return season_tables(raw, ["scored.board_scores"])["scored.board_scores"], scored.raw["sessions"]
