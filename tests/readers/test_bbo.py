"""Pages of Bridge Base Online: each read whole, or left out whole with the line that differs."""

from pathlib import Path

from each import cases
from result_files import Read, codes, rows

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "bbo"
EVENING = "2026/bbo-70123-1767204000"
POINTS = ("official_ns_points", "official_ew_points")


def _page(name: str) -> str:
    return (FILES / f"{name}.html").read_text(encoding="utf-8")


def test_the_results_of_a_board(read: Read) -> None:
    found = read(_page("traveller-1"), "2026/x.html")
    assert (found.format, found.findings.height) == ("bbo", 0)
    assert rows(found, "results", "session_id", "board", "ns", "ew", "contract", "declarer", "tricks", "score") == [
        (EVENING, 1, "lotte_a & veragui", "anneke v & feride7", "4S", "N", 10, 420),
        (EVENING, 1, "grzes & Robot", "bjorn o & sheila", "4S", "S", 9, -50),
    ]
    assert rows(found, "results", "auction", *POINTS)[0] == ("1S Pass 4S Pass Pass Pass", 2, 0)
    assert rows(found, "deals", "board", "dealer", "vulnerable") == [(1, "N", "none")]
    assert "~~M45910" not in found.tables["players"]["player_id"]


@cases(
    ("-420", "420", (420, 2, 0)),  # the sign comes from the contract
    ("0.00%", "-3.50", (420, 3.5, -3.5)),
    ('4<span style="color:black">&spades;</span>N=', "4SxxN-1", (-420, 2, 0)),
)
def test_the_score_of_north_south(read: Read, old: str, new: str, expected: tuple[float, ...]) -> None:
    page = _page("traveller-1")
    found = read((page.replace("100.00%", "3.50") if "%" in old else page).replace(old, new))
    assert rows(found, "results", "score", *POINTS)[0] == expected


def test_an_adjusted_score_has_no_points(read: Read) -> None:
    found = read(_page("traveller-2").replace("PASS", "A+-"))
    assert rows(found, "results", "ruling", *POINTS) == [("a+_-", None, None), (None, None, None)]


@cases(
    ("traveller-1", "</table>", "", "expected"),
    ("traveller-1", "<th>Result</th>", "<th>Bid</th>", "expected"),
    ("traveller-1", '<td class="south">grzes</td>\n', "", "score"),
    ("traveller-1", ">veragui<", "><", "expected"),
    ("traveller-1", "Board%201", "", "expected"),
    ("traveller-1", "N=<", "N?<", "score"),
    ("traveller-1", ">-420<", ">--<", "score"),
    ("traveller-1", "100.00%", "100.00", "score"),
    ("result-list", ">100.00<", ">?<", "score"),
    ("result-list", "<th>Score (%)</th>", "<th>Sum</th>", "expected"),
)
def test_a_page_that_differs_is_left_out_whole(read: Read, name: str, old: str, new: str, variant: str) -> None:
    found = read(_page(name).replace(old, new))
    assert codes(found) == [f"pages.left_out/{variant}"]
    assert all(table.is_empty() for table in found.tables.values())


def test_the_result_list_and_the_hands_of_a_player(read: Read) -> None:
    listed, hands = (read(_page(name), "2026/x.html") for name in ("result-list", "hands"))
    assert rows(listed, "official_results", "session_id", "entrant", "score", "rank")[0] == (
        (EVENING, "lotte_a & veragui", 100, 1)
    )
    assert rows(listed, "sessions", "kind", "winners") == [("pairs", 2)]
    assert rows(hands, "deals", "session_id", "board") == [(EVENING, 1), (EVENING, 2)]


def test_pages_without_a_tournament_are_those_of_a_folder(read: Read) -> None:
    found = read(_page("traveller-1").replace("tview.php?t=", "tview.php?"), "2026/club/x.html")
    assert rows(found, "sessions", "session_id") == [("2026/club",)]
