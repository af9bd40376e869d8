"""How a session is scored, and what its scores are measured by."""

import polars as pl
import pytest

from pipelines.words.desk_words import number_said
from pipelines.words.languages import LANGUAGES, speaking
from transforms.bridge.sessions import (
    AVERAGES,
    VICTORY_POINTS,
    as_in_tables,
    average_score,
    match_score,
    score_of,
    scoring_of,
)
from transforms.tables.schemas import KINDS, SCORINGS


def say(expression: pl.Expr) -> object:
    return pl.select(expression).item()


@pytest.mark.parametrize("scoring", SCORINGS)
def test_half_of_what_there_is_to_win_is_average(scoring: str) -> None:
    """Half of the maximum, or in butler and cross-IMPs no IMPs at all."""
    matches = 4
    maximum = {"imps": VICTORY_POINTS * matches, "butler": None, "cross_imps": None}.get(scoring, 96)
    points = 0 if maximum is None else maximum / 2
    score = score_of(pl.lit(scoring), pl.lit(points), pl.lit(maximum), pl.lit(24))
    assert say(score) == say(average_score(pl.lit(scoring))) == AVERAGES[scoring]


@pytest.mark.parametrize("kind", KINDS)
def test_a_session_of_every_kind_has_an_average(kind: str) -> None:
    assert say(average_score(scoring_of(pl.lit(kind), pl.lit("imps")))) is not None


@pytest.mark.parametrize(
    ("vp", "points", "boards", "score"),
    [
        (13.5, None, 8, 13.5),
        (None, 16.0, 16, 10.0),
        (None, 24.0, 16, 15.0),
        (12.0, 3.0, 8, 12.0),
        (None, None, 8, None),
    ],
)
def test_a_match_counts_in_victory_points(vp: float | None, points: float | None, boards: int, score: object) -> None:
    given = [pl.lit(value, pl.Float64) for value in (vp, points)]
    assert say(match_score(given[0], given[1], pl.lit(boards))) == score


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entrant", ["3NS", "12EW", "7", "A 3EW", "EW"])
def test_an_entrant_may_be_written_as_the_pages_of_every_language_have_it(entrant: str, language: str) -> None:
    with speaking(language):
        said = number_said(entrant)
    assert say(as_in_tables(pl.lit(said))) == entrant


@pytest.mark.parametrize("said", ["3ow", "3 OW", "3Ow", "3øv"])
def test_capitals_and_a_blank_make_no_other_pair(said: str) -> None:
    assert say(as_in_tables(pl.lit(said))) == "3EW"
