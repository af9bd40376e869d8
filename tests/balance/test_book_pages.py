"""The movements of the project as pages: an index, and a page with the cards of each."""

from pathlib import Path

import pytest
from lxml import html
from typer.testing import CliRunner

from pipelines.cli.app import app
from pipelines.cli.balance.schedules import LIBRARY, movement_named
from pipelines.cli.movement.matter import entries
from transforms.balance.book.cards import player_cards
from transforms.balance.movement import EAST, NORTH, SOUTH, TABLE, WEST, sets_a_round
from transforms.balance.schedule import parse_schedule, schedule_findings

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book") / "movements"
    done = CliRunner().invoke(app, ["balance", "book", str(folder)])
    assert (done.exit_code, done.stdout) == (0, "")
    return folder


def test_every_movement_of_the_library_has_a_page_and_its_schedule(book: Path) -> None:
    for file in LIBRARY.glob("*.txt"):
        page = html.parse(book / f"{file.stem}.html").getroot()
        assert file.stem in page.findtext(".//h1")
        written = parse_schedule((book / f"{file.stem}.txt").read_text(encoding="utf-8"))
        movement = movement_named(file.stem)
        assert (written.plays == movement.plays).all()
        assert len(page.xpath("//*[@id='pairs']//table")) == movement.pairs
        assert len(page.xpath("//*[@id='sheet']//tbody/tr")) == movement.rounds


def test_a_page_says_which_number_is_best_left_empty(book: Path) -> None:
    page = html.parse(book / "8-pairs-6-rounds-last-empty.html").getroot()
    assert (
        "If a pair is missing, leave number 8 empty; the balance is then excellent, 91.7 of 100." in page.text_content()
    )


def test_each_link_of_a_page_leads_somewhere(book: Path) -> None:
    for page in book.glob("*.html"):
        for link in html.parse(page).xpath("//a/@href"):
            assert link == "#content" or (book / link).is_file()


def test_the_index_shows_pairs_rounds_balance_and_what_is_shared(book: Path) -> None:
    rows = {
        row.xpath("string(th)"): [cell.text_content() for cell in row.xpath("td")]
        for row in html.parse(book / "index.html").xpath("//tbody/tr")
    }
    assert rows["12-pairs-6-rounds"] == ["12", "6", "6", "1", "84.00", "good", "76.70", ""]
    assert rows["14-pairs-6-rounds-shared"][-1] == "6"
    assert rows["Mitchell with tables turned, 5 tables"][:3] == ["10", "5", "5"]
    assert len(rows) == len(list(entries()))


def test_every_movement_of_the_book_can_be_played() -> None:
    for entry in entries():
        assert [one for one in schedule_findings(entry.offer.movement) if one.severity == "error"] == []
        assert sum(entry.sessions) * sets_a_round(entry.offer.movement) == entry.offer.movement.rounds


def test_cards_of_single_players_agree_with_the_movement() -> None:
    movement = movement_named("8-players-7-rounds-shared")
    cards = player_cards(movement, 3)
    assert (cards.height, cards.select("player", "round").is_duplicated().any()) == (56, False)
    seats = dict(zip(("North", "South", "East", "West"), (NORTH, SOUTH, EAST, WEST), strict=True))
    partners = {"North": SOUTH, "South": NORTH, "East": WEST, "West": EAST}
    for player, number, table, seat, partner, against, boards in cards.iter_rows():
        (play,) = [play for play in movement.plays.tolist() if play[0] == number - 1 and play[TABLE] == table - 1]
        others = (EAST, WEST) if seat in ("North", "South") else (NORTH, SOUTH)
        assert (play[seats[seat]] + 1, play[partners[seat]] + 1) == (player, partner)
        assert against == " and ".join(str(play[other] + 1) for other in others)
        assert boards == f"{3 * play[-1] + 1}-{3 * play[-1] + 3}"
