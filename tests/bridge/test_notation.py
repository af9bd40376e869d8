"""Results and rulings as they are written; kinds and scores of sessions."""

import polars as pl
import pytest
from each import cases, items

from pipelines.words.desk_words import number_said
from pipelines.words.languages import LANGUAGES, speaking
from transforms.bridge import sessions
from transforms.bridge.notation import result_in_notation
from transforms.tables.schemas import KINDS, SCORINGS


def written(contract: str | None, declarer: str | None, tricks: int | None, ruling: str | None) -> str | None:
    notation = result_in_notation(pl.col("contract"), pl.col("declarer"), pl.col("tricks"), pl.col("ruling"))
    line = {"contract": contract, "declarer": declarer, "tricks": tricks, "ruling": ruling}
    schema = {"contract": pl.String, "declarer": pl.String, "tricks": pl.Int8, "ruling": pl.String}
    return pl.DataFrame([line], schema=schema).select(notation).item()


@items(
    pytest.param("4SX", "N", 4, "N4S!-6", id="the source's example: doubled, six down"),
    pytest.param("4H", "W", 10, "W4H=", id="made"),
    pytest.param("1C", "E", 13, "E1C+6", id="overtricks"),
    pytest.param("7NXX", "S", 0, "S7N!!-13", id="redoubled"),
    pytest.param("PASS", None, None, "PASS", id="passed out"),
    pytest.param("3N", "S", None, "S3N", id="tricks not known"),
    pytest.param("3N", None, 9, "3N=", id="declarer not known"),
    pytest.param(None, None, None, None, id="a score only"),
)
def test_a_board_played(contract: str | None, declarer: str | None, tricks: int | None, expected: str | None) -> None:
    assert written(contract, declarer, tricks, None) == expected


@cases(
        ("not_played", "not played"), ("average", "average"), ("reversed", "reversed"), ("a60_40", "A60/40"),
        ("a62.5_100", "A62.5/100"), ("a+_-", "AVE+/AVE-"), ("a50_+", "A50/AVE+"), ("a-_40", "AVE-/40"),
        ("w30:420/70:-50", "30 % 420, 70 % -50"), ("w100:-50", "100 % -50"), ("s420_-100", "NS 420, EW -100"),
        ("s420_a40", "NS 420, EW A40"), ("sa+_30:420/70:-50", "NS AVE+, EW 30 % 420, 70 % -50"),
)  # fmt: skip
def test_a_ruling_in_the_words_of_a_director(ruling: str, expected: str) -> None:
    assert written(None, None, None, ruling) == expected


def test_a_ruling_stands_behind_what_was_played() -> None:
    assert written("4S", "N", 10, "reversed") == "N4S= reversed"
    assert written("PASS", None, None, "a60_40") == "PASS A60/40"


def say(expression: pl.Expr) -> object:
    return pl.select(expression).item()


@pytest.mark.parametrize("scoring", SCORINGS)
def test_half_of_what_there_is_to_win_is_average(scoring: str) -> None:
    """Half of the maximum, or in butler and cross-IMPs no IMPs at all."""
    matches = 4
    maximum = {"imps": sessions.VICTORY_POINTS * matches, "butler": None, "cross_imps": None}.get(scoring, 96)
    points = 0 if maximum is None else maximum / 2
    score = sessions.score_of(pl.lit(scoring), pl.lit(points), pl.lit(maximum), pl.lit(24))
    assert say(score) == say(sessions.average_score(pl.lit(scoring))) == sessions.AVERAGES[scoring]


@pytest.mark.parametrize("kind", KINDS)
def test_a_session_of_every_kind_has_an_average(kind: str) -> None:
    assert say(sessions.average_score(sessions.scoring_of(pl.lit(kind), pl.lit("imps")))) is not None


@cases((13.5, None, 8, 13.5), (None, 16, 16, 10), (None, 24, 16, 15), (12, 3, 8, 12), (None, None, 8, None))
def test_a_match_counts_in_victory_points(vp: float | None, points: float | None, boards: int, score: object) -> None:
    given = [pl.lit(value, pl.Float64) for value in (vp, points)]
    assert say(sessions.match_score(given[0], given[1], pl.lit(boards))) == score


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entrant", ["3NS", "12EW", "7", "A 3EW", "EW"])
def test_an_entrant_may_be_written_as_the_pages_of_every_language_have_it(entrant: str, language: str) -> None:
    with speaking(language):
        said = number_said(entrant)
    assert say(sessions.as_in_tables(pl.lit(said))) == entrant


@pytest.mark.parametrize("said", ["3ow", "3 OW", "3Ow", "3øv"])
def test_capitals_and_a_blank_make_no_other_pair(said: str) -> None:
    assert say(sessions.as_in_tables(pl.lit(said))) == "3EW"
