"""The printed cards of a movement: names on them, how they lie on paper, and the PDF that is drawn of them."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from commands import barometer
from each import cases
from lxml import html
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from pipelines.cli.movement.fitting import Evening, boards_in_set, fitting
from pipelines.cli.movement.matter import cards, printed_matter
from pipelines.cli.movement.paper import HEAD, LYING, MARGIN, UPRIGHT, PrintedMatter, Sittings
from pipelines.cli.movement.pdf import pages

ASSIGNED = """line,place,pair,ranking,player_id,partner_id,third_id
A,1,Ümit Yıldırım & 李淑芬,194.5,1,2,
A,2,Kaori Akiyama & Eirik Aasgaard & Jo Ek,184.5,3,4,5
A,3,Hülya Bozdağ & Diego Herrero,174.5,6,7,
A,4,Inès Tessonnier & Makoto Yoshimori,164.5,8,9,
B,5,Al Bo & Di Fo,150.5,10,11,
B,6,Gi Ho & Ed Ny,140.5,12,13,
"""
ENTRIES = """session_id,line,entrant,player_id,substitutes_for
s,A,1,1,
s,A,1,2,
s,A,4,3,
s,A,4,4,9
s,A,2,6,
s,A,2,7,
"""
PLAYERS = "player_id,name\n" + "\n".join(f"{number},Player {'abcdefghi'[number - 1]}" for number in range(1, 10))
SLACK = 3
"""In dots, of which there are 300 in an inch."""
EDGE = 5
"""The part of a sheet, in mm, that printers leave white."""


def printed(tmp_path: Path, text: str, *options: str) -> tuple[str, html.HtmlElement]:
    file = tmp_path / "names.csv"
    file.write_text(text, encoding="utf-8")
    done = barometer("movement", "--names", file, "--print", tmp_path / "cards.html", "--replace", *options)
    assert done.exit_code == 0, done.stderr
    return done.stderr, html.fromstring((tmp_path / "cards.html").read_text(encoding="utf-8").replace("\xa0", " "))


def titles(page: html.HtmlElement, part: str) -> list[str]:
    return [" ".join(caption.text_content().split()) for caption in page.xpath(f"//*[@id='{part}']//caption")]


def test_what_lines_prints_gives_the_names_of_a_line(tmp_path: Path) -> None:
    _, page = printed(tmp_path, ASSIGNED, "--line", "a")
    assert titles(page, "pairs") == [
        "Pair 1 · Line A Ümit Yıldırım & 李淑芬",
        "Pair 2 · Line A Kaori Akiyama & Eirik Aasgaard & Jo Ek",
        "Pair 3 · Line A Hülya Bozdağ & Diego Herrero",
        "Pair 4 · Line A Inès Tessonnier & Makoto Yoshimori",
    ]
    assert titles(page, "tables") == ["Table 1 · Line A", "Table 2 · Line A"]
    assert page.findtext(".//h1").startswith("Line A: ")
    who = [" ".join(one.text_content().split()) for one in page.xpath("//ul[@class='who']/li")]
    assert who[1] == "2 Kaori Akiyama & Eirik Aasgaard & Jo Ek"
    against = {
        cell.text: cell.findtext(".//bdi") for cell in page.xpath("//*[@id='pairs']//td[contains(@class, 'one')]")
    }
    assert {number: name for number, name in against.items() if number in "13"} == {
        "1": "Ümit Yıldırım & 李淑芬",
        "3": "Hülya Bozdağ & Diego Herrero",
    }


def test_entries_give_numbers_and_the_number_that_they_lack_stays_empty(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    _, page = printed(tmp_path, ENTRIES, "--names", str(tmp_path / "players.csv"))
    assert titles(page, "pairs") == [
        "Pair 1 · Line A Player a & Player b",
        "Pair 2 · Line A Player f & Player g",
        "Pair 4 · Line A Player c & Player d",
    ]
    assert "sit out" in page.text_content()


@cases(
    ("number,player_id,partner_id\n2,Ann,Bob\n1,Cas,Dee\n3,E,F\n4,G,H\n", ["Cas & Dee", "Ann & Bob", "E & F", "G & H"]),
    ("Pair\nAnn & Bob\nCas - Dee\nE & F\nG/H\n", ["Ann & Bob", "Cas - Dee", "E & F", "G/H"]),
    ("player;partner;third\nA;B;X\nC;D;\nE;F;\nG;H;\n", ["A & B & X", "C & D", "E & F", "G & H"]),
)
def test_an_attendance_list_gives_names_as_they_are_written(tmp_path: Path, text: str, named: list[str]) -> None:
    _, page = printed(tmp_path, text)
    assert [title.split(maxsplit=2)[2] for title in titles(page, "pairs")] == named


@cases(
    (ASSIGNED, "", "names.csv: line: this file has the lines A, B; choose one with --line, such as --line B"),
    (ASSIGNED, "--line C", "--line C: "),
    (ASSIGNED, "--line C", "has no such line; it has A, B"),
    ("pair\nAnn & Bob\n", "--line A", "has no column line; leave out --line"),
    (
        ASSIGNED,
        "--line A --tables 3",
        "has 6 pairs, but the file names 4: nobody has number 5, 6. Add rows, give --pairs 4",
    ),
    (ASSIGNED, "--line A --pairs 3", "names.csv, line 5: number 4, Inès Tessonnier & Makoto Yoshimori: "),
    ("number,pair\n1,A & B\n1,C & D\n", "", "names.csv, line 3: number 1, C & D: line 2 has this number too"),
    ("number,pair\n1,A & B\n,C & D\n", "", "names.csv, line 3: number: some rows have a number, and some have none"),
    ("number,pair\nx,A & B\n", "", "names.csv, line 2: number x: this is no number of a pair; write a whole number"),
    (ENTRIES.replace("s,A,1,1", "s,A,,1"), "", "names.csv, line 2: entrant : this is no number of a pair"),
    (ENTRIES, "--absent 4 --tables 2", "names.csv, line 4: number 4, 3 & 4: this number is to stay empty"),
    (ENTRIES + "t,A,3,8,\n", "", "session_id: this file has several sessions, s, t; keep the rows of one"),
    ("name\nAnn\n", "", "names.csv, line 1: name: the first line must name the column pair, or player_id and"),
    ("player_id,partner_id\nAnn,\n", "", "names.csv, line 2: player_id, partner_id: the row does not name two players"),
    ("pair\n", "", "names.csv: this file names nobody; write a row for each pair"),
    (PLAYERS, "", "give one file with the pairs, and if its players are numbers, one with the columns player_id and"),
)
def test_names_that_do_not_fit_are_refused(tmp_path: Path, text: str, options: str, said: str) -> None:
    file = tmp_path / "names.csv"
    file.write_text(text, encoding="utf-8")
    done = barometer("movement", "--names", file, "--print", tmp_path / "cards.html", *options.split(), columns=1000)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (tmp_path / "cards.html").exists()


def test_a_player_without_a_name_and_a_line_without_names_are_refused(tmp_path: Path) -> None:
    for name, text in {"entries.csv": ENTRIES, "players.csv": "player_id,name\n1,Ann\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = ("--names", tmp_path / "entries.csv", "--names", tmp_path / "players.csv")
    done = barometer("movement", *files, columns=1000)
    assert "entries.csv, line 3: player_id 2: the file with names has no such player" in done.stderr
    done = barometer("movement", "--tables", "5", "--line", "A")
    assert (done.exit_code, "--line A: add --names FILE" in done.stderr) == (2, True)


def matter_of(tables: int, name: str, absent: int | None = None, called: str = "") -> PrintedMatter:
    evening = Evening(tables, 24, absent=absent)
    offer = next(offer for offer in fitting(evening) if offer.name == name)
    there = [number for number in range(1, offer.movement.pairs + 1) if number != absent]
    sittings = Sittings(dict.fromkeys(there, called), "A") if called else Sittings()
    matter = printed_matter(offer, boards_in_set(evening, offer), absent, sittings)
    return matter._replace(foot=f"{matter.title} · 30 November 2026")


def test_arrow_switches_are_bold_on_every_card() -> None:
    evening = Evening(7, 28, 7)
    offer = next(offer for offer in fitting(evening) if offer.turned)
    page = html.fromstring(cards(offer, boards_in_set(evening, offer)))
    for card in page.xpath("//*[@class='guide']"):
        assert [row.findtext("th") for row in card.xpath(".//tr[@class='turned']")] == [*map(str, offer.turned)]
    foots = {" ".join(foot.text_content().split()) for foot in page.xpath("//p[@class='foot']")}
    assert {foot.split(" Mitchell")[0] for foot in foots} == {"Bold: arrow switch; do not turn the boards."}


@pytest.mark.parametrize("called", ["", "Wilhelmina van den Boogaard & Bartholomeus van Oldenbarnevelt"])
@pytest.mark.parametrize(
    ("tables", "name"), [(3, "Three-quarter Howell"), (12, "Mitchell with a skip"), (20, "Mitchell")]
)
def test_cards_fill_a_sheet_and_stay_on_it(tables: int, name: str, called: str) -> None:
    matter = matter_of(tables, name, called=called)
    for laid, layout in ((matter.tables, matter.of_tables), (matter.guides, matter.of_guides)):
        width, height = layout.box
        paper = LYING if layout.is_lying else UPRIGHT
        assert (width * layout.across, height * layout.down) == pytest.approx(paper)
        assert HEAD + layout.row * len(laid[0].rows) <= height + 1e-9
        assert layout.cards > 1


def test_many_tables_are_parts_of_a_round_sheet() -> None:
    parts = matter_of(40, "Mitchell").sheets
    assert [len(part.headings) for part in parts] == [21, 21]
    assert [part.headings[1] for part in parts] == ["Table 1", "Table 21"]
    assert parts[1].rows[0][:2] == ("1", "21 - 61\n121-126")


LONG = "Wilhelmina van den Boogaard-Oldenbarnevelt & Bartholomeus van Steenbergen de Jong"


@pytest.mark.parametrize(
    ("tables", "name", "absent", "called"),
    [
        (3, "Three-quarter Howell", None, "Jo Ek & Al Bo"),
        (7, "Mitchell, tables turned", 3, LONG),
        pytest.param(12, "Mitchell with a skip", 5, "", marks=pytest.mark.nightly),
        pytest.param(12, "Double Weave Mitchell", 5, LONG, marks=pytest.mark.nightly),
    ],
)
def test_nothing_in_the_pdf_overlaps_or_leaves_the_paper(
    tables: int, name: str, absent: int | None, called: str
) -> None:
    matter = matter_of(tables, name, absent, called)
    sheets = [matter.of_tables.cards, matter.of_guides.cards]
    drawn = list(pages(matter))
    of_cards = sum(
        -(-len(cards) // a_sheet) for cards, a_sheet in zip((matter.tables, matter.guides), sheets, strict=True)
    )
    assert len(drawn) == of_cards + 1
    for page in drawn:
        page.set_dpi(300)
        renderer = FigureCanvasAgg(page).get_renderer()
        paper = page.bbox.padded(-EDGE / 25.4 * page.dpi)
        texts = page.findobj(Text, include_self=False)
        boxes = [(text.get_text(), text.get_window_extent(renderer)) for text in texts if text.get_text()]
        assert [word for word, box in boxes if not within(box, paper)] == []
        assert overlapping(boxes) == []
    assert MARGIN > EDGE


def within(box: Bbox, paper: Bbox) -> bool:
    return paper.x0 <= box.x0 and box.x1 <= paper.x1 and paper.y0 <= box.y0 and box.y1 <= paper.y1


def overlapping(boxes: Sequence[tuple[str, Bbox]]) -> list[tuple[str, str]]:
    words, sides = [word for word, _ in boxes], np.array([box.extents for _, box in boxes])
    first, last = sides[:, :2], sides[:, 2:]
    shared = np.minimum(last[:, None], last) - np.maximum(first[:, None], first)
    ones, others = np.nonzero(np.triu((shared > SLACK).all(axis=2), k=1))
    return [(words[one], words[other]) for one, other in zip(ones, others, strict=True)]


def test_letters_that_no_font_can_draw_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    nobody_draws = "\U000f1234"
    (tmp_path / "names.csv").write_text(f"pair\nAnn & {nobody_draws}\nB & C\nD & E\nF & G\n", encoding="utf-8")
    done = barometer("movement", "--names", tmp_path / "names.csv", "--print", tmp_path / "cards.pdf", columns=1000)
    assert done.exit_code == 2
    assert "in a PDF; write cards.html instead, and print it from a browser" in done.stderr
    assert not (tmp_path / "cards.pdf").exists()
