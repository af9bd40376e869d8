"""Where double dummy is known of some boards of an evening only, its pages say why."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables
from page_files import root_of
from reports.whole_site import write_site

from pipelines.reports.pages.not_solved import boards_not_solved, season_not_solved

pytestmark = pytest.mark.slow

JOINED = "\N{WORD JOINER}"


def report(deals: dict[int, int | None], boards: int = 8) -> Tables:
    """An evening of so many boards; of some of them the deals, with the tricks of one hand where they are known."""
    hands = {"session_id": ["1"] * len(deals), "board": list(deals), "n_nt": list(deals.values())}
    return {
        "boards": pl.DataFrame({"session_id": ["1"] * boards, "board": list(range(1, boards + 1))}),
        "hands": pl.DataFrame(hands, schema={"session_id": pl.String, "board": pl.Int64, "n_nt": pl.Int64}),
    }


def test_boards_without_hands_and_boards_to_be_solved_are_told_apart() -> None:
    some = report({1: 7, 2: 8, 3: None, 8: 5})
    assert boards_not_solved(some) == {
        "1": [
            f"No file has the hands of boards 4–{JOINED}7, so what they allow is not known.",
            "What board 3 allows has not been worked out yet.",
        ]
    }
    assert season_not_solved(some) == (
        "Only boards count whose hands are in a file and worked out double dummy: 3 of the 8 of this season."
    )


@pytest.mark.parametrize("deals", [{}, dict.fromkeys(range(1, 9)), dict.fromkeys(range(1, 9), 7)])
def test_where_all_are_known_or_none_nothing_is_said(deals: dict[int, int | None]) -> None:
    assert boards_not_solved(report(deals)) == {}
    assert season_not_solved(report(deals)) == ""


def test_every_page_that_shows_double_dummy_says_it(season_with_hands: Tables, tmp_path: Path) -> None:
    """The first evening has no tables, so its own pages show none; of the last one a board has no hands."""
    last = season_with_hands["raw.sessions"].sort("date")["session_id"][-1]
    kept = (pl.col("session_id") != last) | (pl.col("board") != 2)
    write_site(season_with_hands | {"raw.deals": season_with_hands["raw.deals"].filter(kept)}, tmp_path)
    told = "No file has the hands of board 2, so what it allows is not known."
    (folder,) = (page.parent for page in tmp_path.glob(f"*/*/*/hands/{last}/boards.html"))
    for page in (folder / "boards.html", folder / "a-cards.html"):
        assert told in "".join(root_of(page).itertext())
    player = next(page for page in folder.parents[1].glob("players/*.html") if "at-the-table" in page.read_text())
    assert "Only boards count whose hands are in a file" in "".join(root_of(player).itertext())
