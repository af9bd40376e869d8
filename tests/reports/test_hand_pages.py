"""What a member finds on the pages of an evening with deals: boards, scorecards, and the way there."""

import json
import re
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import polars as pl
import pytest
from factories import Tables, competitions, frame
from lxml import etree
from page_files import root_of
from reports.conftest import computed
from reports.reading import EMPTY, parts, text_of
from reports.whole_site import write_site

from pipelines.reports.page_names import page_name
from pipelines.reports.pages.boards import auctions_drawn
from pipelines.reports.pages.session import boards_not_solved, fields_with_boards, season_not_solved
from transforms.privacy.withheld import shown_to_all
from transforms.season import season_tables
from transforms.tables import schemas
from transforms.tables.deals import TABLE

SEATED_TOGETHER = (("3", "12"), ("3+7", "12+4"), ("1+7", "2+5"))


def rows_of(page: etree._Element, table: str) -> list[list[str]]:
    found = page.xpath(".//table[contains(concat(' ', @class, ' '), $name)]", name=f" {table} ")[0]
    return [[text_of(cell) for cell in row] for row in found.iter("tr")]


def boards_of(card: etree._Element) -> list[list[str]]:
    """The rows of a scorecard, without those that say against whom or why, and the total."""
    return [row for row in rows_of(card, "card") if len(row) > 4 and row[0] != "Total"]


@pytest.fixture(scope="module")
def folder(site_with_hands: Path) -> Path:
    return next(site_with_hands.glob("*/*/2025-26"))


@pytest.fixture(scope="module")
def evening(season_with_hands: Tables) -> str:
    """The last evening, whose deals have tables."""
    sessions: pl.DataFrame = season_with_hands["raw.sessions"]
    return sessions.sort("date")["session_id"][-1]


@pytest.fixture(scope="module")
def hands(folder: Path, evening: str) -> Path:
    return folder / "hands" / page_name(evening)


class TestBoards:
    def test_a_diagram_has_the_cards_of_the_deal(self, season_with_hands: Tables, evening: str, hands: Path) -> None:
        deals = season_with_hands["raw.deals"].filter(session_id=evening)
        for board, deal in deals.select("board", "deal").iter_rows():
            page = root_of(hands / f"board-{board}.html")
            of_seats = deal.removeprefix("N:").split(" ")
            for seat, place in (("n", 0), ("e", 1), ("s", 2), ("w", 3)):
                (shown,) = page.xpath("//div[starts-with(@class, 'compass')]/p[@class=$seat]", seat=seat)
                suits = [text_of(suit) for suit in shown.iter("i")]
                held = [cards.replace("T", " 10 ").strip() or "–" for cards in of_seats[place].split(".")]
                shown_as = zip("♠♥♦♣", held, strict=True)
                assert suits == [f"{sign}\N{VARIATION SELECTOR-15}{cards}" for sign, cards in shown_as]

    def test_the_table_is_that_of_double_dummy(self, season_with_hands: Tables, evening: str, hands: Path) -> None:
        board, deal_id = season_with_hands["raw.deals"].filter(session_id=evening).select("board", "deal_id").row(0)
        (tricks,) = season_with_hands["deals.double_dummy"].filter(deal_id=deal_id).select(TABLE).rows()
        _, *shown = rows_of(root_of(hands / f"board-{board}.html"), "dd")
        assert shown == [[seat, *map(str, tricks[5 * place : 5 * place + 5])] for place, seat in enumerate("NESW")]

    def test_the_address_that_plays_it_again_has_the_deal(
        self, season_with_hands: Tables, evening: str, hands: Path
    ) -> None:
        deals = season_with_hands["raw.deals"].filter(session_id=evening)
        vulnerable = {"none": ("o", ""), "ns": ("n", " ns"), "ew": ("e", " ew"), "both": ("b", " ns ew")}
        for board, dealer, sides, deal in deals.select("board", "dealer", "vulnerable", "deal").iter_rows():
            page = root_of(hands / f"board-{board}.html")
            [link] = page.xpath("//a[contains(@href, 'handviewer')]")
            asked = dict(parse_qsl(urlsplit(link.get("href")).query))
            of_seats = [asked[seat] for seat in "nesw"]
            assert " ".join(re.sub("[shdc]", ".", hand)[1:] for hand in of_seats) == deal.removeprefix("N:")
            code, said = vulnerable[sides]
            assert (asked["b"], asked["d"], asked["v"]) == (str(board), dealer.lower(), code)
            assert link.get("rel") == "noopener"
            assert page.xpath("//div[starts-with(@class, 'compass')]/@class") == [f"compass{said}"]

    def test_the_points_of_the_four_hands_are_forty_and_one_of_them_deals(self, hands: Path) -> None:
        for page in hands.glob("board-*.html"):
            seats = [text_of(seat) for seat in root_of(page).xpath("//div[starts-with(@class, 'compass')]/p")]
            assert sum(int(re.findall(r"· (\d+)", seat)[0]) for seat in seats) == 40
            [dealer] = (seat for seat in seats if "dealer" in seat)
            assert f"dealer {dealer.split()[0]}" in text_of(root_of(page).find(".//h1"))

    def test_a_preview_says_which_board_it_is_and_its_par(self, hands: Path) -> None:
        page = root_of(hands / "board-1.html")
        [said] = page.xpath("//meta[@name='description']/@content")
        assert page.find(".//title").text.startswith("Board 1, ")
        par = text_of(page.xpath("//div[@class='deal']/div[not(@class)]/p")[0])
        assert said.startswith(f"{text_of(page.find('.//h1/small'))}. Par ")
        assert par.startswith(said.partition(". ")[2])

    def test_neighbours_and_old_anchors_lead_to_its_page(self, hands: Path) -> None:
        entries = root_of(hands / "boards.html").xpath("//ol/li")
        pages = [f"{entry.get('id')}.html" for entry in entries]
        assert len(pages) > 3
        assert [entry.find("a").get("href") for entry in entries] == pages
        for page, after in pairwise(pages):
            assert root_of(hands / page).xpath("//a[@rel='next']/@href") == [after]
            assert root_of(hands / after).xpath("//a[@rel='prev']/@href") == [page]

    def test_a_row_names_the_pages_of_the_people_at_the_table(
        self, season_with_hands: Tables, evening: str, hands: Path
    ) -> None:
        sheet = season_with_hands["scored.control_sheet"].filter(session_id=evening, line="A", board=1)
        entries = season_with_hands["raw.entries"].filter(session_id=evening, line="A")
        rows = root_of(hands / "board-1.html").xpath("//tr[starts-with(@id, 'a-')]")
        seats = seats_of(hands)
        assert len(rows) == sheet.height > 2
        for ns, ew in sheet.select("ns", "ew").iter_rows():
            [row] = (row for row in rows if row.get("id") == f"a-{page_name(ns)}")
            sat = entries.filter(pl.col("entrant").is_in([ns, ew]))["player_id"]
            linked = [link.split("card-")[1].removesuffix(".html") for link in row.xpath(".//a/@href")]
            assert sorted(" ".join(seats[card] for card in linked).split()) == sorted(map(page_name, sat))


def seats_of(hands: Path) -> dict[str, str]:
    script = (hands / "seats.js").read_text(encoding="utf-8")
    found: dict[str, str] = json.loads(script.removeprefix("var barometerSeats = ").removesuffix(";\n"))
    return found


class TestScorecards:
    def test_the_rounds_add_up_to_the_total(self, hands: Path) -> None:
        cards = [root_of(page) for page in hands.glob("card-*.html")]
        assert len(cards) > 5
        for card in cards:
            rounds = [float(text_of(row).split(", ")[-1]) for row in card.xpath("//tbody/tr[th/@colspan]")]
            points = [float(text_of(row[4]) or 0) for row in card.xpath("//tbody/tr[th/a]")]
            total = float(text_of(card.xpath("//tfoot/tr/td")[-1]))
            assert sum(rounds) == pytest.approx(total, abs=0.01 * len(rounds))
            assert sum(points) == pytest.approx(total, abs=0.01 * len(points))

    def test_the_length_of_a_bar_is_its_percentage_in_twentieths(self, hands: Path) -> None:
        bars = [
            bar for page in hands.glob("card-*.html") for bar in root_of(page).xpath("//td[starts-with(@class, 'p')]")
        ]
        assert len({bar.get("class") for bar in bars}) > 3
        for bar in bars:
            assert abs(5 * int(bar.get("class")[1:]) - float(text_of(bar))) <= 2.5

    def test_a_card_has_every_board_of_the_pair(self, season_with_hands: Tables, evening: str, hands: Path) -> None:
        sheet = season_with_hands["scored.control_sheet"].filter(session_id=evening, field="A")
        entrants = season_with_hands["scored.session_results"].filter(session_id=evening, line="A")["entrant"]
        assert entrants.len() > 5
        for entrant in entrants:
            own = sheet.filter((pl.col("ns") == entrant) | (pl.col("ew") == entrant)).sort("board")
            _, *shown = boards_of(root_of(hands / f"card-a-{page_name(entrant)}.html"))
            assert [int(row[0]) for row in shown] == own["board"].to_list()
            signed = own.select(pl.when(pl.col("ns") == entrant).then("score").otherwise(-pl.col("score"))).to_series()
            assert [int(row[2].replace("−", "-")) if row[2] else None for row in shown] == signed.to_list()

    def test_double_dummy_is_that_of_the_pair(self, season_with_hands: Tables, evening: str, hands: Path) -> None:
        lines = season_with_hands["deals.lines"].filter(session_id=evening, line="A").drop_nulls("gained")
        line = lines.filter(pl.col("par_score") != 0).row(0, named=True)
        over = line["double_dummy_tricks"] - int(line["contract"][0]) - 6
        words = "=" if over == 0 else f"{over:+d}".replace("-", "−")
        for side, sign in (("ns", 1), ("ew", -1)):
            heading, *shown = boards_of(root_of(hands / f"card-a-{page_name(line[side])}.html"))
            (row,) = (row for row in shown if row[0] == str(line["board"]))
            assert row[heading.index("Double dummy")] == words
            assert int(row[heading.index("Par")].replace("−", "-")) == sign * line["par_score"]


def test_what_is_doubtful_is_shown_to_the_director_alone(season_with_hands: Tables, tmp_path: Path) -> None:
    row = season_with_hands["raw.results"].row(0, named=True)
    place = {name: row[name] for name in ("club", "competition", "file_id", "line_no")}
    doubtful = frame(
        schemas.Findings, {**place, "severity": "warning", "code": "deals.unlikely", "message": "very unlikely"}
    )
    words = season_with_hands | {"deals.findings": doubtful}
    assert shown_to_all(words)["deals.findings"].is_empty()
    write_site(words, tmp_path)
    for file in tmp_path.rglob("*.html"):
        assert "unlikely" not in file.read_text(encoding="utf-8"), file
    for file in (*tmp_path.rglob("*.zip"), *tmp_path.rglob("*.xlsx")):
        for name, part in parts(file):
            assert b"unlikely" not in part, file
            assert name != "deals.findings.csv"


def test_a_field_without_listed_entrants_has_boards_and_no_scorecards() -> None:
    of_line = {"session_id": "one", "line": "A", "field": "A"}
    listed = frame(schemas.SessionResults, *({**of_line, "entrant": number} for number in ("3", "4", "7", "12")))
    given = EMPTY | {"scored.session_results": listed, "scored.boards": frame(schemas.Boards, {**of_line, "board": 1})}
    for ns, ew, page in (("1", "2", None), *((*two, "a-cards.html") for two in SEATED_TOGETHER)):
        sheet = frame(schemas.ControlSheet, {**of_line, "board": 1, "ns": ns, "ew": ew})
        made = season_tables({**given, "scored.control_sheet": sheet}, ["report.boards", "report.list_rows"])
        report = {name.removeprefix("report."): table for name, table in made.items()}
        assert fields_with_boards(report) == {"one": {"A": page}}


JOINED = "\N{WORD JOINER}"


SESSION_OF_ALL = dict.fromkeys(schemas.SESSION, "1")
SHEET, DEALS = "scored.control_sheet", "report.hands"
Deals = dict[int, int | None]


def of_line_a(deals: Deals) -> Tables:
    """An evening of eight boards; of some of them the deals, with the tricks of one hand where they are known."""
    return eight_boards({"A": ("A", deals)})


def eight_boards(of_lines: dict[str, tuple[str, Deals]], boards: int = 8, *, is_one: bool = False) -> Tables:
    """An evening with, of every line, its field and the deals of some boards, each its own, or one of all lines."""
    hands = [
        (field, line, board, str(board) if is_one else f"{line}{board}", tricks)
        for line, (field, deals) in of_lines.items()
        for board, tricks in deals.items()
    ]
    sheet = [
        {**SESSION_OF_ALL, "field": field, "line": line, "board": board}
        for line, (field, _) in of_lines.items()
        for board in range(1, boards + 1)
    ]
    columns = {"field": pl.String, "lines": pl.String, "board": pl.Int64, "deal": pl.String, "n_nt": pl.Int64}
    dealt = pl.DataFrame(hands, schema=columns, orient="row").with_columns(
        **dict.fromkeys(schemas.SESSION, pl.lit("1"))
    )
    tables = season_tables({SHEET: pl.DataFrame(sheet), DEALS: dealt}, ["report.not_solved"])
    return {name.removeprefix("report."): table for name, table in tables.items()}


def test_boards_without_hands_and_boards_to_be_solved_are_kept_apart() -> None:
    some = of_line_a({1: 7, 2: 8, 3: None, 8: 5})
    words = [
        f"No file has the hands of boards 4–{JOINED}7, so it is not known what can be made on them.",
        "What can be made on board 3 has not been worked out yet.",
    ]
    assert boards_not_solved(some) == {("1", None): words, ("1", "A"): words}
    assert season_not_solved(some) == (
        "Only boards whose hands are in a file and have been worked out double dummy are counted: "
        "3 of the 8 of this season."
    )


@pytest.mark.parametrize("deals", [{}, dict.fromkeys(range(1, 9)), dict.fromkeys(range(1, 9), 7)])
def test_where_all_are_known_or_none_nothing_is_said(deals: dict[int, int | None]) -> None:
    assert boards_not_solved(of_line_a(deals)) == {}
    assert season_not_solved(of_line_a(deals)) == ""


ALL: Deals = dict.fromkeys(range(1, 9), 7)


def test_what_one_line_lacks_is_reported_of_that_line_and_not_on_the_cards_of_the_other() -> None:
    apart = eight_boards({"A": ("A", ALL), "B": ("B", {})})
    of_b = f"No file has the hands of boards 1–{JOINED}8, so it is not known what can be made on them."
    assert boards_not_solved(apart) == {("1", None): [f"Line B: {of_b}"], ("1", "B"): [of_b]}
    assert "8 of the 16 of this season" in season_not_solved(apart)


def test_lines_of_one_field_with_deals_of_their_own_are_kept_apart_on_its_cards() -> None:
    together = eight_boards({"A": ("A+B", ALL), "B": ("A+B", ALL | {2: None})})
    words = ["Line B: What can be made on board 2 has not been worked out yet."]
    assert boards_not_solved(together) == {("1", None): words, ("1", "A+B"): words}


def test_what_lines_lack_alike_is_reported_once_and_a_deal_of_both_is_one_board() -> None:
    both = eight_boards({"A": ("A", {1: 7}), "B": ("B", {1: 7})}, boards=2, is_one=True)
    words = ["No file has the hands of board 2, so it is not known what can be made on it."]
    assert boards_not_solved(both) == {("1", None): words, ("1", "A"): words, ("1", "B"): words}
    assert "1 of the 2 of this season" in season_not_solved(both)


ROUNDS = [
    ("8+1", "2+4", "7+3", "5+6"),
    ("8+2", "3+5", "1+4", "6+7"),
    ("8+3", "4+6", "2+5", "7+1"),
    ("9+4", "5+7", "3+6", "1+2"),
]
"""Four rounds of eight players at two tables; in the last 9 plays for 8, who sits out."""
OUT = "8"
SCORES = (("3N", 9, 400), ("3N", 8, -50), ("4S", 10, 420), ("1N", 9, 150), ("PASS", None, 0))


@pytest.fixture(scope="module")
def individual() -> Tables:
    lines = []
    for (number, pairs), at, table in product(enumerate(ROUNDS, start=1), (1, 0), (0, 1)):
        board = 2 * number - at
        contract, tricks, score = SCORES[(2 * board + 3 * table) % len(SCORES)]
        row = {"round": number, "board": board, "ns": pairs[2 * table], "ew": pairs[2 * table + 1]}
        declarer = None if tricks is None else "N"
        lines.append({**row, "contract": contract, "declarer": declarer, "tricks": tricks, "score": score})
    lines += [{"round": 4, "board": board, "ns": OUT, "ew": None} for board in (7, 8)]
    people = [str(number) for number in range(1, 10)]
    return computed(
        {
            "raw.competitions": competitions(scoring={"sit_out": "average"}),
            "raw.sessions": frame(schemas.Sessions, {"title": "Individual"}),
            "raw.players": frame(
                schemas.Players, *({"player_id": f"p{one}", "name": f"Player {one}"} for one in people)
            ),
            "raw.entries": frame(schemas.Entries, *({"player_id": f"p{one}", "entrant": one} for one in people)),
            "raw.results": frame(schemas.Results, *lines),
        }
    )


@pytest.fixture(scope="module")
def of_players(individual: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(individual, tmp_path_factory.mktemp("individual")).parent / "club" / "evening" / "2025-26"


@pytest.fixture(scope="module")
def own_cards(of_players: Path) -> dict[str, etree._Element]:
    pages = (of_players / "hands" / "1").glob("card-*.html")
    return {page.stem.removeprefix("card-a-"): root_of(page) for page in pages}


def own_lines(individual: Tables, player: str) -> list[dict[str, Any]]:
    sheet = individual["scored.control_sheet"].sort("board").to_dicts()
    return [row for row in sheet if player in (*row["ns"].split("+"), *row["ew"].split("+"))]


def test_every_player_has_a_card_with_the_own_boards(individual: Tables, own_cards: dict[str, etree._Element]) -> None:
    assert sorted(own_cards) == [str(number) for number in range(1, 10)]
    for player, card in own_cards.items():
        assert text_of(card.find(".//h1")) == f"{player} Player {player}"
        shown = [[text_of(cell) for cell in row] for row in card.xpath(".//tbody/tr[th/a]")]
        own = own_lines(individual, player)
        of_ns = [player in row["ns"].split("+") for row in own]
        signed = [row["score"] if ns else -row["score"] for row, ns in zip(own, of_ns, strict=True)]
        points = [row["ns_points"] if ns else row["ew_points"] for row, ns in zip(own, of_ns, strict=True)]
        assert [int(row[0]) for row in shown] == [row["board"] for row in own]
        assert [int(row[2].replace("−", "-")) for row in shown] == signed
        assert [float(row[5]) for row in shown] == points
        assert len(shown) == (2 if player == "9" else 6 if player == OUT else 8)


def test_the_total_is_that_of_the_result_list(individual: Tables, own_cards: dict[str, etree._Element]) -> None:
    """Whoever sat out has points beyond those of the boards, and is told for what."""
    results = individual["scored.session_results"]
    assert results.height == len(own_cards)
    for player, points, score, rank in results.select("entrant", "points", "score", "rank").iter_rows():
        (foot,) = own_cards[player].xpath(".//tfoot/tr")
        *_, share, total = [text_of(cell) for cell in foot]
        said = text_of(own_cards[player])
        assert f"{score:.2f} % · rank {rank}" in said
        if player == OUT:
            assert points == float(total) + 2
            assert re.search(rf"{total} on the boards, 2 for \w+", said)
        else:
            assert (float(total), float(share)) == (points, pytest.approx(score, abs=0.051))


def test_who_is_not_shown_is_a_member_next_to_partner_and_opponents(individual: Tables, tmp_path: Path) -> None:
    hidden = individual["raw.players"].with_columns(public=pl.col("player_id") != "p3")
    write_site(individual | {"raw.players": hidden}, tmp_path)
    pages = [page.read_text(encoding="utf-8") for page in tmp_path.rglob("hands/*/*.html")]
    assert not [page for page in pages if "Player 3" in page]
    assert sum("with a member, against" in page for page in pages) == 4, "the cards of the four partners"
    seated = " ".join(" ".join(seats_of(script.parent).values()) for script in tmp_path.rglob("seats.js"))
    assert "p4" in seated
    assert "p3" not in seated


def test_an_auction_has_a_column_for_each_seat_and_begins_below_the_dealer() -> None:
    calls = ["1NT", "Pass", "2D!", "X", "Pass", "Pass", "XX", "Pass", "Pass", "Pass"]
    line = {"ns": "3", "ew": "12", "file_id": "f", "line_no": 7}
    rows = [
        {**line, "call_no": at, "seat": "ESWN"[(at - 1) % 4], "call": call.strip("!"), "alerted": "!" in call}
        for at, call in enumerate(calls, 1)
    ]
    made = season_tables({"deals.auctions": frame(schemas.Auctions, *rows)}, ["report.auctions"])["report.auctions"]
    drawn = etree.fromstring(auctions_drawn(made)["auctions"].struct.field("markup").item(), etree.HTMLParser())
    assert text_of(drawn.find(".//summary")) == "Bidding: 3 – 12"
    assert rows_of(drawn, "bids") == [
        ["W", "N", "E", "S"],
        ["", "", "1NT", "Pass"],
        ["2♦︎", "x", "Pass", "Pass"],
        ["xx", "Pass", "Pass", "Pass"],
    ]
