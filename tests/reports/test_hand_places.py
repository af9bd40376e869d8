"""The numbers of entrants as pages show them."""

import polars as pl

from pipelines.reports.pages.hand_places import numbered
from pipelines.words.languages import speaking

PAIRS = pl.DataFrame(
    {"field": ["A EW", "A NS", "A", "A+B"], "line": ["A", "A", "A", "B"], "entrant": ["3EW", "2NS", "7", "3EW"]}
)


def shown(language: str) -> list[str]:
    with speaking(language):
        return PAIRS.select(shown=numbered("entrant"))["shown"].to_list()


def test_a_direction_in_a_number_is_in_the_language_of_the_page() -> None:
    assert shown("en") == ["3EW", "2NS", "7", "B3EW"]
    assert shown("nl") == ["3OW", "2NZ", "7", "B3OW"]
    assert shown("fr") == ["3EO", "2NS", "7", "B3EO"]
