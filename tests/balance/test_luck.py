"""What the movement gave, against the imagined session in which only one pair is strong."""

from datetime import date

import numpy as np
import polars as pl
import pytest
from balance.seasons import COMPETITION, board_scores, sessions
from balance.source import LAYOUT_8, STRONG_12, STRONG_12_TURNED, STRONG_12_TURNED_TWICE, mitchell_14
from factories import frame

from transforms.balance.generators import howell
from transforms.balance.movement import Movement
from transforms.balance.played.luck import FEWEST_RESULTS, luck
from transforms.balance.quality import score_matrix, strong_pair_results
from transforms.balance.schedule import parse_schedule
from transforms.tables.schemas import BoardScores, Entries, Luck, PlayerRankings, SessionResults, Sessions

EARLIER = ("a", "b", "c")
Night = tuple[str, list[float], list[float]]


def of_nights(movement: Movement, *nights: Night, nobody: str = "", lines: str = "A") -> pl.DataFrame:
    """The luck of these sessions: their ids by date, rankings before and results, by line and number.

    All lines play it. `nobody` is a number of the last session that is a slip: it has no players and no score.
    """

    def is_slip(night: str, number: str) -> bool:
        return number == nobody and night == nights[-1][0]

    numbers = [(line, str(number)) for line in lines for number in range(1, movement.pairs + 1)]
    together = "+".join(lines)
    field = {**COMPETITION, "field": together, "boards": 24, "scoring": "matchpoints"}
    result_rows = [
        {**field, "session_id": night, "line": line, "entrant": number, "score": score}
        | ({"score": None, "is_nobody": True} if is_slip(night, number) else {})
        for night, _, results in nights
        for (line, number), score in zip(numbers, results, strict=True)
    ]
    seats = [
        {**COMPETITION, "session_id": night, "player_id": f"{line}{number}{seat}"}
        | {"line": line, "entrant": number, "ranking_before": ranking + (5 if seat == "a" else -5), "ranking": ranking}
        for night, rankings, _ in nights
        for (line, number), ranking in zip(numbers, rankings, strict=True)
        if not is_slip(night, number)
        for seat in "ab"
    ]
    dates = pl.Series([date(2025, 9, day + 1) for day in range(len(nights))], dtype=pl.Date)
    scores = [board_scores(movement, 3, session=night, line=line) for night, _, _ in nights for line in lines]
    of_sessions = sessions(*(night for night, _, _ in nights), together=together if len(lines) > 1 else None)
    rows = luck(
        BoardScores.cast(pl.concat(scores)),
        Sessions.cast(of_sessions.with_columns(date=dates)),
        session_results=frame(SessionResults, *result_rows),
        entries=frame(Entries, *seats),
        rankings=frame(PlayerRankings, *({**seat, "sessions_counted": 1} for seat in seats)),
    ).collect()
    return Luck.validate(rows).sort("session_id", "line", pl.col("entrant").cast(pl.Int64))


def of_session(movement: Movement, rankings: list[float], results: list[float], lines: str = "A") -> pl.DataFrame:
    """The luck of a session after three with the same rankings and results, in order of number."""
    rows = of_nights(movement, *((night, rankings, results) for night in (*EARLIER, "z")), lines=lines)
    return rows.filter(session_id="z")


@pytest.mark.parametrize(
    "movement", [*map(parse_schedule, (STRONG_12, STRONG_12_TURNED, STRONG_12_TURNED_TWICE, LAYOUT_8)), mitchell_14]
)
def test_een_sterk_paar_all_differences_of_the_others_are_taken_away(movement: Movement) -> None:
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
    assert rows["movement_error"].to_list() == pytest.approx([0] * 8, abs=1e-6)


@pytest.mark.parametrize("lines", ["A", "AB"])
def test_the_error_is_that_of_evenings_on_which_the_others_play_as_unevenly_as_before(lines: str) -> None:
    movement, pairs = parse_schedule(STRONG_12), 12 * len(lines)
    rankings, results = np.linspace(80, 40, pairs), 50 + np.resize([9.0, -6, 2, -5], pairs)
    rows = of_session(movement, rankings.tolist(), results.tolist(), lines)
    above, better = np.tile(rankings - rankings.mean(), 3), np.tile(results - results.mean(), 3)
    worth = above @ better / (above @ above)
    variance = ((better - worth * above) ** 2).sum() / (3 * pairs - 3 - 1)
    drawn = np.random.default_rng(1)
    form = drawn.normal(0, np.sqrt(variance), (20_000, pairs))
    slopes = drawn.normal(worth, np.sqrt(variance / (above @ above)), (20_000, 1))
    strengths = slopes * (rankings - rankings.mean()) + form
    scores = score_matrix(in_lines(movement, len(lines))).astype(float)
    np.fill_diagonal(scores, np.nan)
    uneven = np.nan_to_num(scores - np.nanmean(scores, axis=1, keepdims=True))
    gains = -(pairs - 1) / pairs * strengths @ uneven.T / rows["half_tops"].to_numpy()
    assert rows["movement"].to_list() == pytest.approx(gains.mean(axis=0), abs=0.1)
    assert rows["movement_error"].to_list() == pytest.approx(gains.std(axis=0), rel=0.03)
    assert rows["strength"].sum() == pytest.approx(0)
    of_lines = gains.reshape(-1, len(lines), 12).mean(axis=2).std(axis=0)
    errors = rows.group_by("line", maintain_order=True).agg(pl.col("line_error").unique())["line_error"].to_list()
    assert errors == ([pytest.approx([of], rel=0.03) for of in of_lines] if len(lines) > 1 else [[None]])


def in_lines(movement: Movement, lines: int) -> Movement:
    """The movement of so many lines that play it with the same boards, each with numbers of its own."""
    apart = np.array([0, movement.plays[:, 1].max() + 1, movement.pairs, movement.pairs, 0])
    return movement._replace(
        pairs=movement.pairs * lines, plays=np.concatenate([movement.plays + line * apart for line in range(lines)])
    )


def test_rankings_that_are_all_the_same_have_no_estimate_and_those_that_mislead_give_nothing() -> None:
    rows = of_session(mitchell_14, [50.0] * 14, [40.0 + number for number in range(14)])
    assert rows["movement"].to_list() == [None] * 14
    backwards = of_session(
        mitchell_14, [float(number) for number in range(14)], [60.0 - number for number in range(14)]
    )
    assert backwards["level_score"].to_list() == backwards["score"].to_list()
    assert not any(np.signbit(value) for value in backwards["movement"].to_list() if value == 0)


def test_only_sessions_before_say_what_a_point_of_ranking_is_worth() -> None:
    """By date, not by id, and never the session itself or a later one."""
    rankings = [float(number) for number in range(14)]
    slopes = (2.0, 0.5, -9.0, 4.0)
    nights = [
        (night, rankings, [50 + slope * (place - 6.5) for place in rankings])
        for night, slope in zip("dcba", slopes, strict=True)
    ]
    worth = dict(of_nights(mitchell_14, *nights).group_by("session_id").agg(pl.col("worth_of_a_point").first()).rows())
    # 14 results come before the second session, and 28 before the third; all weigh the same.
    assert FEWEST_RESULTS == 20
    assert worth == {"d": None, "c": None, "b": pytest.approx(1.25), "a": 0.0}


def test_rankings_that_hardly_differ_yet_say_nothing_of_those_that_do() -> None:
    """Where all but a few begin with the same ranking, they differ from the second session on."""
    first, second = [70.0] * 12 + [69.0, 71.0], [70.0 + 2 * (place - 6.5) for place in range(14)]
    scores = [50.0] * 12 + [41.0, 59.0]
    nights = [(night, first, scores) for night in "ab"] + [("z", second, scores)]
    assert of_nights(mitchell_14, *nights).filter(session_id="z")["worth_of_a_point"].to_list() == [None] * 14
    as_wide = [(night, [70.0 + place - 6.5 for place in range(14)], scores) for night in "abcdef"]
    known = of_nights(mitchell_14, *as_wide, ("z", second, scores)).filter(session_id="z")
    # 84 results of half the width are 21 of this one.
    assert known["worth_of_a_point"].null_count() == 0


def test_without_sessions_before_there_is_no_estimate_but_its_inputs() -> None:
    rows = of_nights(mitchell_14, ("a", [float(number) for number in range(14)], [50.0] * 14))
    assert rows["ranking_above_mean"].to_list() == [number - 6.5 for number in range(14)]
    nothing = ("worth_of_a_point", "strength", "movement", "level_score")
    assert rows.select(pl.col(nothing).null_count()).row(0) == (14,) * 4


def test_a_number_that_is_nobodys_takes_the_estimate_from_nobody_else() -> None:
    """It is none of the entrants, and as strong as the mean: by hand, from the scores of all the others."""
    random = np.random.default_rng(4)
    movement = parse_schedule(STRONG_12_TURNED)
    rankings, results = random.normal(50, 8, 12).tolist(), random.normal(50, 6, 12).tolist()
    nights = [(night, rankings, results) for night in (*EARLIER, "z")]
    rows = of_nights(movement, *nights, nobody="12").filter(session_id="z")
    assert rows["entrant"].to_list() == [str(number) for number in range(1, 12)]
    above = np.array(rankings[:11]) - np.mean(rankings[:11])
    assert rows["ranking_above_mean"].to_list() == pytest.approx(above.tolist())
    strength = above * rows["worth_of_a_point"].to_numpy()
    scores = score_matrix(movement).astype(np.float64)[:11, :11]
    uneven = scores - scores.sum(axis=1, keepdims=True) / 10
    np.fill_diagonal(uneven, 0)
    by_hand = -(uneven @ strength) * 10 / 11 / rows["half_tops"].to_numpy()
    assert np.abs(by_hand).max() > 0.1
    assert rows["movement"].to_list() == pytest.approx(by_hand.tolist())
    assert rows["half_tops"].to_list() == [6 * 5] * 11
