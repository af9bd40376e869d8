"""What a member finds on the pages of an evening with deals: boards, scorecards, and the way there."""

from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from lxml import etree
from page_files import root_of
from reports.reading import EMPTY, parts, text_of
from reports.whole_site import write_site

from pipelines.reports.page_names import page_name
from pipelines.reports.pages.hands import fields_with_boards
from transforms.privacy.withheld import shown_to_all
from transforms.season import season_tables
from transforms.tables.deals import TABLE
from transforms.tables.schemas import Boards, ControlSheet, Findings, SessionResults

MOST_BYTES = 200_000
SEATED_TOGETHER = (("3", "12"), ("3+7", "12+4"), ("1+7", "2+5"))


def by_id(page: Path, name: str) -> etree._Element:
    (found,) = root_of(page).xpath("//*[@id=$name]", name=name)
    return found


def rows_of(article: etree._Element, table: str) -> list[list[str]]:
    found = article.xpath(".//table[contains(concat(' ', @class, ' '), $name)]", name=f" {table} ")[0]
    return [[text_of(cell) for cell in row] for row in found.iter("tr")]


def boards_of(card: etree._Element) -> list[list[str]]:
    """The rows of a scorecard, without those that say against whom, and the total."""
    return [row for row in rows_of(card, "card") if len(row) > 1 and row[0] != "Total"]


@pytest.fixture(scope="module")
def folder(site_with_hands: Path) -> Path:
    return next(site_with_hands.glob("*/*/2025-26"))


@pytest.fixture(scope="module")
def evening(season_with_hands: Tables) -> str:
    """The last evening, whose deals have tables."""
    sessions: pl.DataFrame = season_with_hands["raw.sessions"]
    return sessions.sort("date")["session_id"][-1]


@pytest.fixture(scope="module")
def boards(folder: Path, evening: str) -> Path:
    return folder / "hands" / page_name(evening) / "boards.html"


@pytest.fixture(scope="module")
def cards(folder: Path, evening: str) -> Path:
    return folder / "hands" / page_name(evening) / "a-cards.html"


class TestBoards:
    def test_a_diagram_has_the_cards_of_the_deal(self, season_with_hands: Tables, evening: str, boards: Path) -> None:
        deals = season_with_hands["raw.deals"].filter(session_id=evening)
        for board, deal in deals.select("board", "deal").iter_rows():
            article = by_id(boards, f"board-{board}")
            hands = deal.removeprefix("N:").split(" ")
            for seat, place in (("n", 0), ("e", 1), ("s", 2), ("w", 3)):
                (shown,) = article.xpath(".//div[@class='compass']/p[@class=$seat]", seat=seat)
                suits = [text_of(suit) for suit in shown.iter("i")]
                held = [cards.replace("T", " 10 ").strip() or "–" for cards in hands[place].split(".")]
                shown_as = zip("♠♥♦♣", held, strict=True)
                assert suits == [f"{sign}\N{VARIATION SELECTOR-15}{cards}" for sign, cards in shown_as]

    def test_the_table_is_that_of_double_dummy(self, season_with_hands: Tables, evening: str, boards: Path) -> None:
        board, deal_id = season_with_hands["raw.deals"].filter(session_id=evening).select("board", "deal_id").row(0)
        (tricks,) = season_with_hands["deals.double_dummy"].filter(deal_id=deal_id).select(TABLE).rows()
        _, *shown = rows_of(by_id(boards, f"board-{board}"), "dd")
        assert shown == [[seat, *map(str, tricks[5 * place : 5 * place + 5])] for place, seat in enumerate("NESW")]


class TestScorecards:
    def test_a_card_has_every_board_of_the_pair(self, season_with_hands: Tables, evening: str, cards: Path) -> None:
        sheet = season_with_hands["scored.control_sheet"].filter(session_id=evening, field="A")
        entrants = season_with_hands["scored.session_results"].filter(session_id=evening, line="A")["entrant"]
        assert entrants.len() > 5
        for entrant in entrants:
            own = sheet.filter((pl.col("ns") == entrant) | (pl.col("ew") == entrant)).sort("board")
            _, *shown = boards_of(by_id(cards, f"a-{page_name(entrant)}"))
            assert [int(row[0]) for row in shown] == own["board"].to_list()
            signed = own.select(pl.when(pl.col("ns") == entrant).then("score").otherwise(-pl.col("score"))).to_series()
            assert [int(row[2].replace("−", "-")) if row[2] else None for row in shown] == signed.to_list()

    def test_at_the_foot_is_the_total(self, season_with_hands: Tables, evening: str, cards: Path) -> None:
        results = season_with_hands["scored.session_results"].filter(session_id=evening, line="A")
        for entrant, points, score in results.select("entrant", "points", "score").iter_rows():
            (foot,) = by_id(cards, f"a-{page_name(entrant)}").xpath(".//tfoot/tr")
            *_, share, total = [text_of(cell) for cell in foot]
            assert float(total) == pytest.approx(points, abs=0.01)
            assert float(share) == pytest.approx(score, abs=0.051)

    def test_par_and_double_dummy_are_those_of_the_pair(
        self, season_with_hands: Tables, evening: str, cards: Path
    ) -> None:
        lines = season_with_hands["deals.lines"].filter(session_id=evening, line="A").drop_nulls("gained")
        line = lines.filter(pl.col("par_score") != 0).row(0, named=True)
        over = line["double_dummy_tricks"] - int(line["contract"][0]) - 6
        told = "=" if over == 0 else f"{over:+d}".replace("-", "−")
        for side, sign in (("ns", 1), ("ew", -1)):
            heading, *shown = boards_of(by_id(cards, f"a-{page_name(line[side])}"))
            (row,) = (row for row in shown if row[0] == str(line["board"]))
            assert row[heading.index("Should make")] == told
            assert int(row[heading.index("Par")].replace("−", "-")) == sign * line["par_score"]


def test_what_is_doubtful_is_told_to_the_director_alone(season_with_hands: Tables, tmp_path: Path) -> None:
    row = season_with_hands["raw.results"].row(0, named=True)
    place = {name: row[name] for name in ("club", "competition", "file_id", "line_no")}
    doubtful = frame(Findings, {**place, "severity": "warning", "code": "deals.unlikely", "message": "very unlikely"})
    told = season_with_hands | {"deals.findings": doubtful}
    assert shown_to_all(told)["deals.findings"].is_empty()
    write_site(told, tmp_path)
    for file in tmp_path.rglob("*.html"):
        assert "unlikely" not in file.read_text(encoding="utf-8"), file
    for file in (*tmp_path.rglob("*.zip"), *tmp_path.rglob("*.xlsx")):
        for name, part in parts(file):
            assert b"unlikely" not in part, file
            assert name != "deals.findings.csv"


def test_a_field_of_which_nobody_is_listed_has_boards_and_no_scorecards() -> None:
    of_line = {"session_id": "one", "line": "A", "field": "A"}
    listed = frame(SessionResults, *({**of_line, "entrant": number} for number in ("3", "4", "7", "12")))
    given = EMPTY | {"scored.session_results": listed, "scored.boards": frame(Boards, {**of_line, "board": 1})}
    for ns, ew, page in (("1", "2", None), *((*two, "a-cards.html") for two in SEATED_TOGETHER)):
        sheet = frame(ControlSheet, {**of_line, "board": 1, "ns": ns, "ew": ew})
        made = season_tables({**given, "scored.control_sheet": sheet}, ["report.boards", "report.list_rows"])
        report = {name.removeprefix("report."): table for name, table in made.items()}
        assert fields_with_boards(report) == {"one": {"A": page}}
