"""What the first page of a site shows of the last session and of the ranking."""

import polars as pl
import pytest
from factories import frame

from pipelines.reports.first_page import evenings, in_all_clubs
from transforms.tables.schemas import WAREHOUSE, Entries, Players, SessionResults, Sessions


def test_of_a_session_with_two_winners_north_south_comes_first() -> None:
    pairs = [{"entrant": name, "field": f"A {name[-2:]}", "rank": 1, "score": 60.0} for name in ("1EW", "1NS")]
    last = {
        "raw.sessions": frame(Sessions, {"winners": 2}),
        "scored.session_results": frame(SessionResults, *pairs),
        "raw.entries": frame(
            Entries,
            *({"entrant": pair["entrant"], "player_id": f"{pair['entrant']}{one}"} for pair in pairs for one in "ab"),
        ),
        **{name: WAREHOUSE[name].create_empty() for name in ("scored.control_sheet", "scored.boards")},
    }
    assert evenings(last, frame(Players))["field"].to_list() == ["A NS", "A EW"]


@pytest.mark.parametrize(
    ("schemes", "heading", "most"),
    [
        (["club_points", "ffb"], "Club and federation points", "Who earned most club and federation points"),
        (["club_points"], "Club points", "Who earned most club points"),
        (["ffb"], "Federation points", "Who earned most federation points"),
    ],
)
def test_points_of_both_are_called_after_both(schemes: list[str], heading: str, most: str) -> None:
    two = pl.DataFrame({"club": ["x", "x"], "competition": ["a", "b"]})
    given = pl.DataFrame({"scheme": schemes, "season": "2025-26", "person": "x/1"})
    shown = in_all_clubs(given, two)
    assert shown is not None
    assert (shown["heading"], shown["most"]) == (heading, most)
