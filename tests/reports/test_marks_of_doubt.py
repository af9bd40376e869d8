"""Whoever reads a number of an evening in doubt is told so, from the first page to the scorecard."""

from pathlib import Path

import pytest
from factories import frame
from reports.test_session_pages import results, site, slip, text

from transforms.tables.schemas import Doubts, Entries, PlayerRankings

MARK = "This may still change: a session counts that is not what its own file says."
PAGES = (
    *("../../../index.html", "index.html", "standing.html", "championships.html", "players/7.html"),
    *("hands/1/boards.html", "hands/1/a-cards.html"),
)


@pytest.mark.parametrize(("severe", "accepted"), [(True, None), (True, "seen"), (False, None)])
def test_a_session_in_doubt_is_marked_wherever_its_numbers_stand(
    tmp_path: Path, severe: bool, accepted: str | None
) -> None:
    doubt = {"what": "scores", "differing": 1, "of": 2, "first": "1", "official": 58.0, "computed": 57.0}
    season = site(
        tmp_path,
        **slip(balanced=True)
        | {"scored_session_results": results("matchpoints", {"entrant": "1", "rank": 1, "score": 50.0})},
        scored_doubts=frame(Doubts, {**doubt, "severe": severe, "accepted": accepted}),
        raw_entries=frame(Entries, {"entrant": "1", "player_id": "7"}),
        rankings_player_rankings=frame(PlayerRankings, {"player_id": "7", "ranking": 80.0}),
    )
    marked = {page: MARK in text(season / page) for page in PAGES}
    assert set(marked.values()) == {severe and accepted is None}, marked
    of_first = text(season / "../../../index.html").count(MARK)
    assert of_first == 2 * (severe and accepted is None), "the last evening, and the ranking"
