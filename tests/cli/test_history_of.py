"""Commands to type next are the same whatever the order of the rows they are made of."""

from pathlib import Path
from typing import Any

import pytest
from factories import frame

from pipelines.cli.build import history_of
from transforms.tables.schemas import PublishedCorrections, Sessions

USUAL = {"season": "2025-26", "field": "rank", "published": "1", "now": "2"}
OF_SESSION = {**USUAL, "kind": "results", "session_id": "3"}
OF_PLAYER = {**USUAL, "kind": "rankings", "session_id": None, "player_id": "7"}


@pytest.mark.parametrize("correction", [OF_SESSION, OF_PLAYER])
def test_of_two_clubs_the_first_is_named_in_whatever_order_they_come(correction: dict[str, Any]) -> None:
    places = [("ash", "monday"), ("ash", "noon"), ("elm", "evening")]
    sessions = frame(
        Sessions, *({"club": club, "competition": of, "season": "2025-26", "session_id": "3"} for club, of in places)
    )
    for order in (places, places[::-1]):
        rows = [{**correction, "club": club, "competition": of} for club, of in order]
        told = history_of(frame(PublishedCorrections, *rows), Path("w.duckdb"), sessions)
        assert "--competition ash/monday" in told
