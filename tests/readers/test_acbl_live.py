"""Pages of ACBL Live: a board is read whole, or left out whole with what differs; a scorecard gives one total."""

from pathlib import Path

from each import cases
from result_files import Read, codes, rows

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "acbl_live"
EVENING = "2026/acbl-2609999-2501-1"


def _page(name: str) -> str:
    return (FILES / f"{name}.html").read_text(encoding="utf-8")


def test_the_results_and_the_cards_of_a_board(read: Read) -> None:
    found = read(_page("board-2"), "2026/x.html")
    assert (found.format, found.findings.height) == ("acbl_live", 0)
    assert rows(found, "results", "session_id", "line", "board", "ns", "ew", "contract", "declarer", "score") == [
        (EVENING, "A", 2, "7000011-7000012", "7000041-7000042", "3N", "W", -430),
        (EVENING, "A", 2, "7000021-Dirk Vale", "7000031-7000032", "2DX", "S", 180),
    ]
    assert found.tables["results"]["official_ns_points"].to_list() == [0, 2]
    deal = "N:J753.85.7.JT9754 AT8.632.KT432.K2 K9.KJT97.AJ85.Q8 Q642.AQ4.Q96.A63"
    assert rows(found, "deals", "board", "dealer", "vulnerable", "deal") == [(2, "E", "ns", deal)]
    assert rows(found, "sessions", "title") == [("Harbour Sectional",)]


@cases(
    ("<td>420</td>", "<td>PASS</td>", ("PASS", None, 0, None)),
    ("<td>420</td>", "<td>AVE</td>", (None, None, None, "average")),
)
def test_a_board_without_a_contract(read: Read, old: str, new: str, expected: tuple[object, ...]) -> None:
    found = read(_page("board-1").replace(old, new))
    assert rows(found, "results", "contract", "declarer", "score", "ruling")[0] == expected


@cases(
    ("board-1", "</table>", "", "expected"),
    ("board-1", "<th>By</th>", "<th>Of</th>", "expected"),
    ("board-1", "&amp;b=1&amp;", "&amp;", "expected"),
    ("board-1", 'board_num=2">', "board_num=2\"><a href='/event/2609999/2501/2/board-detail/A'>", "expected"),
    ("board-1", '<span class="name" data-acbl="7000031">', "<span>", "expected"),
    ("board-1", "<td>420</td>", "<td>4?0</td>", "score"),
    ("board-1", "<td>1.00</td>", "<td>-</td>", "score"),
    ("board-1", "<td>S</td>", "<td></td>", "score"),
    ("scorecard-1ns", "<h4 title=", "<h4 name=", "expected"),
    ("scorecard-1ns", '">%<', '">Share<', "expected"),
    ("scorecard-1ns", "<td>50.00</td>", "<td></td>", "score"),
    ("scorecard-1ns", "Open Pairs", "Swiss Teams", "kind"),
)
def test_a_page_that_differs_is_left_out_whole(read: Read, name: str, old: str, new: str, variant: str) -> None:
    page = _page(name)
    assert old in page
    found = read(page.replace(old, new))
    assert codes(found) == [f"pages.left_out/{variant}"]
    assert all(table.is_empty() for table in found.tables.values())


def test_the_total_of_a_scorecard(read: Read) -> None:
    found = read(_page("scorecard-2ew"), "2026/x.html")
    assert rows(found, "official_results", "session_id", "entrant", "score") == [(EVENING, "7000041-7000042", 100)]
    assert str(found.tables["sessions"]["date"][0]) == "2026-01-06"


def test_the_address_of_a_saved_page_says_which_section_it_is(read: Read) -> None:
    saved = "<!-- saved from url=(0066)https://live.acbl.org/event/2609999/2501/1/board-detail/PP?board_num=1 -->\n"
    found = read(saved + _page("board-1"), "2026/x.html")
    assert set(rows(found, "results", "session_id", "line")) == {(f"{EVENING}-PP", "A")}
