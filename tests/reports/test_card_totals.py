"""The total of a scorecard is what the result list says of the same boards; what stands there is explained."""

from pathlib import Path

from factories import frame
from page_files import root_of
from reports.test_session_pages import results, site

from transforms.tables.schemas import Boards, ControlSheet


def test_the_total_of_a_card_is_made_of_points_before_they_are_rounded(tmp_path: Path) -> None:
    lines = [{"ns": "1", "ew": "2", "board": board, "ns_points": 1 / 3, "ew_points": 5 / 3} for board in (1, 2, 3)]
    board = {"results": 3, "top": 2, "ns_points": 3, "ew_points": 3, "balanced": True, "as_ruled": False}
    season = site(
        tmp_path,
        scored_control_sheet=frame(ControlSheet, *lines),
        scored_boards=frame(Boards, *({"board": number, **board} for number in (1, 2, 3))),
        scored_session_results=results("matchpoints", {"entrant": "1", "rank": 1, "score": 16.7, "points": 1.0}),
    )
    [foot] = root_of(season / "hands" / "1" / "a-cards.html").xpath("//*[@id='a-1']//tfoot/tr")
    assert foot.xpath("string(td[last()])") == "1.00", "of 0.33 three times it would be 0.99"
