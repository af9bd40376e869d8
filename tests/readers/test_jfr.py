"""Pages of Pary and KoPS: a board is read whole, or left out whole with what differs; a history names a pair."""

from pathlib import Path

from each import cases
from result_files import Read, codes, rows

FILES = Path(__file__).parents[1] / "fuzz" / "corpus" / "jfr"
PLAYED = ("session_id", "board", "ns", "ew", "contract", "declarer", "tricks", "score", "lead")


def _page() -> str:
    return (FILES / "wb002.html").read_text(encoding="utf-8")


def _kops() -> str:
    """The page as KoPS writes it: without the first column, and with the number above the cards."""
    page = _page().replace("JFR 2005", "KoPS2www, JFR 2005").replace('<td class="n">&nbsp;</td>', "")
    return page.replace("ROZDANIE 2", "ROZDANIE NR 2")


def test_the_results_and_the_cards_of_a_board(read: Read) -> None:
    for page in (_page(), _kops()):
        found = read(page, "2026/wb002.html")
        assert (found.format, found.findings.height) == ("jfr", 0)
        assert rows(found, "results", *PLAYED) == [
            ("2026", 2, "1", "4", "PASS", None, None, 0, None),
            ("2026", 2, "2", "3", "3NX", "W", 10, -650, "SA"),
        ]
        assert rows(found, "results", "official_ns_points", "official_ew_points") == [(2, 0), (0, 2)]
        deal = "N:AT972.4.QT75.Q96 K84.KT76.J9.AJ85 .J853.AK8643.KT7 QJ653.AQ92.2.432"
        assert rows(found, "deals", "board", "dealer", "vulnerable", "deal") == [(2, "E", "ns", deal)]


@cases(
    ("<td>PASS</td>", "<td>TD</td>", "a100.00_0.00"),
    ("<td>PASS</td>", "<td></td>", "a100.00_0.00"),
)
def test_a_score_of_the_director(read: Read, old: str, new: str, ruling: str) -> None:
    found = read(_page().replace(old, new))
    assert rows(found, "results", "ruling", "official_ns_points") == [(ruling, None), (None, None)]


@cases(
    ("</table></div>", "", "expected"),
    ("numery", "pary", "expected"),
    (">%<", ">IMP<", "kind"),
    ("+1</td>", "1</td>", "score"),
    (">650<", "><", "score"),
    ("<td>W</td>", "<td></td>", "score"),
    ("<td>100.00</td>", "<td>?</td>", "score"),
    ('<tr class="parz">', '<tr class="parz', "expected"),
)
def test_a_page_that_differs_is_left_out_whole(read: Read, old: str, new: str, variant: str) -> None:
    assert old in _page()
    found = read(_page().replace(old, new))
    assert codes(found) == [f"pages.left_out/{variant}"]
    assert all(table.is_empty() for table in found.tables.values())


def test_a_history_names_a_pair_in_its_own_code_page(read: Read) -> None:
    found = read((FILES / "H-wb-1.html").read_bytes(), "2026/H-wb-1.html")
    assert rows(found, "entries", "session_id", "entrant", "player_id") == [
        ("2026", "1", "Anna Żak"),
        ("2026", "1", "Piotr Łoś"),
    ]


def test_other_pages_of_the_program_are_ignored(read: Read) -> None:
    found = read(_page().replace("ROZDANIE", "WYNIKI").replace("numery", "nr"))
    assert (found.format, found.findings.height, found.tables["results"].height) == ("jfr", 0, 0)
