"""What pages say of teams and not of pairs."""

from pathlib import Path

import pytest
from factories import frame
from reports.test_session_pages import results, site, text

from transforms.tables.schemas import RankingPoints

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("scoring", "by_matches"), [("imps", True), ("matchpoints", False)])
def test_their_opponents_make_ranking_points(scoring: str, by_matches: bool, tmp_path: Path) -> None:
    earned = {"entrant": "1", "player_id": "a", "points": 68.05, "method": "teams" if by_matches else "balanced"}
    season = site(
        tmp_path,
        scored_session_results=results(scoring, *({"entrant": entrant, "rank": 1, "score": 10.0} for entrant in "12")),
        rankings_ranking_points=frame(RankingPoints, earned | dict.fromkeys(("high", "low", "middle", "score"), 70.0)),
    )
    assert ("the strength of the opponents met" in text(season / "sessions" / "1.html")) == by_matches
