"""Tonight: who is here, lines, movements, seats, cards, and names for a file without."""

import csv
import io
import re
import shutil
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli.desk.visitor import Visitor, visiting
from commands import barometer

from pipelines.cli.desk.desk import Desk
from pipelines.cli.desk.names import seated
from pipelines.cli.desk.screen import Fields
from pipelines.cli.desk.tonight import Tonight
from pipelines.cli.desk.tonight_kept import Evening, Here, Kept
from pipelines.cli.desk.tonight_plan import known_of, planned
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long

TRIO = ("1001", "1002", "1057")
GUEST = "Guest Newcomer"
MARKUP = "<b>Guest</b> & <script>alert(1)</script>"


@pytest.fixture(scope="module")
def served(sample_built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A desk of the sample; two players of it have the same name."""
    home = shutil.copytree(sample_built, tmp_path_factory.mktemp("desk") / "home")
    with Warehouse(home / "warehouse.duckdb") as warehouse:
        players = warehouse.read_all_seasons("raw.players")
        is_bob = pl.col("player_id").is_in(["1049", "1072"])
        renamed = players.with_columns(name=pl.when(is_bob).then(pl.lit("Bob Bos")).otherwise("name"))
        warehouse.write("raw.players", renamed)
    with visiting(home / "results") as visitor:
        yield visitor


@pytest.fixture
def visitor(served: Visitor) -> Visitor:
    """The same desk, on a new evening."""
    for file in ("tonight.json", "tonight-before.json"):
        (served.desk.folder / file).unlink(missing_ok=True)
    return served


def kept(visitor: Visitor) -> Evening:
    return Kept(visitor.desk.folder).read()


def here(visitor: Visitor) -> list[tuple[str, ...]]:
    return [pair.players for pair in kept(visitor).pairs]


def ticks(page: str) -> dict[str, bool]:
    """The pairs that can be ticked, by id, and whether they are here."""
    found = re.findall(r'name="pair" value="([^"]+)" aria-pressed="(true|false)"', page)
    return {unescape(pair): pressed == "true" for pair, pressed in found}


def in_alert(page: str) -> str:
    found = re.findall(r'(?s)<(div|p) role="alert">(.*?)</\1>', page)
    return unescape(" ".join(re.sub("<[^>]+>", "", words) for _, words in found)).strip()


def said(page: str) -> str:
    found = re.search(r'(?s)<div class="said" role="status">(.*?)</div>', page)
    return unescape(found[1]) if found else ""


def of_file(visitor: Visitor, folder: Path) -> list[dict[str, str]]:
    """The lines that `barometer lines` prints for the same people."""
    names = folder / "present.csv"
    members = {player for players in here(visitor) for player in players}
    guests = [one for one in members if not one.isdecimal()]
    rows = [
        ("", "", "1") if len(players) > 2 else (*players, "") for players in here(visitor)
    ]  # the trio is partnership 1 of the sample
    names.write_text("player_id,partner_id,pair\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    options = [word for guest in guests for word in ("--guest", guest)]
    path = visitor.desk.paths.warehouse
    printed = barometer(
        "lines", "tuesday-evening", names, "--warehouse", path, "--format", "csv", "--lines", 3, *options
    )
    assert printed.exit_code == 0, printed.output
    return list(csv.DictReader(io.StringIO(printed.stdout)))


def rows_of(page: str, section: str) -> dict[str, list[list[str]]]:
    """The rows of the tables of a section, by line."""
    part = page.partition(f'<section id="{section}">')[2].partition("</section>")[0]
    tables = re.findall(r"(?s)<caption>Line (\w), .*?</caption>(.*?)</table>", part)
    return {
        line: [
            [
                unescape(re.sub("(?s)<small.*?</small>|<[^>]+>", "", cell))
                for cell in re.findall(r"(?s)<t[hd][^>]*>(.*?)</t[hd]>", row)
            ]
            for row in re.findall(r"(?s)<tr>(.*?)</tr>", table)[1:]
        ]
        for line, table in tables
    }


def ready(visitor: Visitor, *pairs: Sequence[str], lines: int = 1, **choices: object) -> str:
    """Return the page when these pairs are here, in lines."""
    people = tuple(Here(players=tuple(pair)) for pair in pairs)
    evening = kept(visitor).model_copy(update={"pairs": people, **choices})
    Kept(visitor.desk.folder).write(evening)
    return visitor.posts("/tonight/lines", lines=lines)


def some(number: int) -> list[tuple[str, str]]:
    return [(str(1003 + 2 * pair), str(1004 + 2 * pair)) for pair in range(number)]


def test_one_tap_puts_a_usual_pair_here_and_another_takes_it_away(visitor: Visitor) -> None:
    usual = ticks(visitor.gets("/tonight"))
    assert "1019 + 1020" in usual
    assert not any(usual.values())
    page = visitor.posts("/tonight/tick", pair="1019 + 1020")
    assert [pair for pair, is_here in ticks(page).items() if is_here] == ["1019 + 1020"]
    assert not any(ticks(visitor.posts("/tonight/tick", pair="1019 + 1020")).values())


def test_everybody_of_the_last_evening_is_one_tap(visitor: Visitor) -> None:
    visitor.posts("/tonight/last")
    with Warehouse(visitor.desk.paths.warehouse, read_only=True) as warehouse:
        last = warehouse.read("raw.entries").filter(session_id="2026-04-07")
    assert {player for players in here(visitor) for player in players} == {*last["player_id"]}


def test_a_player_is_never_in_two_pairs(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/tick", pair="1019 + 1020")
    page = visitor.posts("/tonight/add", one="1020", other="1021")
    assert "is here already, in the pair" in in_alert(page)
    visitor.posts("/tonight/add", one="1021", other="1041")
    page = visitor.posts("/tonight/tick", pair="1021 + 1022")
    assert "is here already, in the pair" in said(page)
    assert here(visitor) == [("1019", "1020"), ("1021", "1041")]


def test_a_pair_is_typed_by_names(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one="  yasemin KARACA ", other="Óscar Peñalba")
    assert in_alert(page) == ""
    assert len(here(visitor)) == 1
    assert 'list="everybody"' in page
    assert '<option value="Yasemin Karaca"></option>' in page


def test_a_name_of_two_people_is_asked_about(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one="Bob Bos", other="Óscar Peñalba")
    assert "Several people are called Bob Bos. Which one is it?" in in_alert(page)
    assert 'name="pick_one" value="1049"' in page
    assert '<option value="1049" label="Bob Bos"></option>' in page
    assert here(visitor) == []
    visitor.posts("/tonight/add", one="Bob Bos", other="Óscar Peñalba", pick_one="1072")
    assert here(visitor)[0][0] == "1072"


def test_a_part_of_a_name_and_a_misspelt_name_offer_whom_they_may_mean(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one="Yasemin", other="Óscar Penalba")
    assert "Nobody here is called Yasemin. Who is it?" in in_alert(page)
    assert "Yasemin Karaca (" in in_alert(page)
    assert "Óscar Peñalba (" in in_alert(page)


def test_a_guest_is_somebody_whom_the_director_calls_a_guest(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one=GUEST, other="Óscar Peñalba")
    assert f"{GUEST} is a guest" in in_alert(page)
    assert here(visitor) == []
    page = visitor.posts("/tonight/add", one=GUEST, other="Óscar Peñalba", guest="one")
    assert here(visitor)[0][0] == GUEST
    page = visitor.posts("/tonight/add", one=GUEST.lower(), other="Yasemin Karaca", guest="one")
    assert "is here already" in in_alert(page)


def test_markup_in_the_name_of_a_guest_is_text(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one=MARKUP, other="Óscar Peñalba")
    assert "<b>Guest" not in page
    visitor.posts("/tonight/add", one=MARKUP, other="Óscar Peñalba", guest="one")
    page = ready(visitor, *here(visitor), *some(3))
    for shown in (page, visitor.gets("/tonight?print")):
        assert "&lt;b&gt;Guest&lt;/b&gt;" in shown
        assert "<b>Guest" not in shown
        assert "<script>" not in shown


@pytest.mark.parametrize("name", ["", "  ", "12", "<>", "a,b", "a\nb;c", "x\x00y"])
def test_what_is_no_name_is_no_guest(visitor: Visitor, name: str) -> None:
    visitor.posts("/tonight/add", one=name, other="Óscar Peñalba", guest="one")
    assert here(visitor) == []


def test_the_same_person_twice_is_refused(visitor: Visitor) -> None:
    page = visitor.posts("/tonight/add", one="1019", other="1019")
    assert "the same person twice" in in_alert(page)
    assert here(visitor) == []


def test_a_trio_is_ticked_or_typed_and_no_other_three(visitor: Visitor) -> None:
    assert " + ".join(TRIO) in ticks(visitor.gets("/tonight"))
    one, other, third = TRIO
    page = visitor.posts("/tonight/add", one=one, other=other, third="1019")
    assert "not a trio of this season" in in_alert(page)
    visitor.posts("/tonight/add", one=third, other=one, third=other)
    assert here(visitor) == [(third, one, other)]
    page = visitor.gets("/tonight")
    assert ticks(page)[" + ".join(TRIO)]
    assert re.search(r'value="1001 \+ 1002" aria-pressed="false" disabled', page)


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("tick", {"pair": "../../etc"}),
        ("tick", {"pair": "1001 + 9999"}),
        ("movement", {"line": "A", "movement": "../../x"}),
        ("movement", {"line": "Z", "movement": ""}),
        ("seats", {"line": "A", "by": "../x"}),
        ("seats", {"line": "<b>", "by": "draw"}),
        ("lines", {"lines": "-1"}),
        ("lines", {"lines": "99999999999999999999"}),
        ("lines", {"sizes": "2, 2; drop"}),
        ("lines", {"sizes": "0, 4"}),
        ("lines", {"sizes": "9"}),
        ("play", {"boards": "0"}),
        ("play", {"boards": "24", "rounds": "25"}),
        ("competition", {"competition": "../../x"}),
        ("back", {}),
    ],
)
def test_what_the_desk_did_not_propose_is_refused_in_words(visitor: Visitor, act: str, fields: dict[str, Any]) -> None:
    ready(visitor, *some(4))
    before = kept(visitor)
    page = visitor.posts(f"/tonight/{act}", **fields)
    assert said(page).strip()
    assert kept(visitor) == before
    assert all(entry.undone for entry in visitor.desk.journal.entries())


def test_one_pair_cannot_play(visitor: Visitor) -> None:
    page = ready(visitor, ("1019", "1020"))
    assert "Only 1 pair is here: too few to play." in said(page)
    assert kept(visitor).lines == 0


def test_a_line_that_is_too_short_says_so(visitor: Visitor) -> None:
    page = ready(visitor, *some(5), lines=2)
    assert "A line needs 3 to 80 pairs." in in_alert(page)
    assert "When everybody has a seat, the cards are here." in page
    assert visitor.asks("GET", "/tonight?print", headers={"Cookie": visitor.cookie}).status == 500


@pytest.mark.nightly
def test_lines_are_those_of_the_command(visitor: Visitor, tmp_path: Path) -> None:
    page = ready(visitor, TRIO, (GUEST, "1049"), *some(18), lines=3)
    assert len(re.findall(r"guest:\sas\san\saverage\snewcomer", page)) == 1
    expected = of_file(visitor, tmp_path)
    shown = rows_of(page, "lines")
    assert [(line, row[0], row[1].strip()) for line, rows in shown.items() for row in rows] == [
        (row["line"], row["rank"], row["pair"]) for row in expected
    ]
    assert list(shown) == ["A", "B", "C"]
    said = [f"expected {float(row['expected']):.1f} % (" for row in expected]
    assert re.findall(r"expected [0-9.]+ % \(", page.replace("\N{NO-BREAK SPACE}", " ")) == said


@pytest.mark.nightly
def test_lines_with_an_odd_number_of_pairs_offer_better_sizes(visitor: Visitor) -> None:
    page = ready(visitor, *some(20), lines=2)
    assert "odd number" not in page
    page = ready(visitor, *some(18), lines=2)
    assert "Lines A, B have an odd number of pairs" in page
    assert "Better: lines of 10, 8 pairs" in page
    page = visitor.posts("/tonight/lines", sizes="10, 8")
    assert "odd number" not in page
    assert {line: len(rows) for line, rows in rows_of(page, "lines").items()} == {"A": 10, "B": 8}
    page = visitor.posts("/tonight/add", one=GUEST, other="1049", guest="one")
    assert "Together these lines have 18 pairs, but 19 are here: choose again." in in_alert(page)


@pytest.mark.nightly
@pytest.mark.parametrize("pairs", [4, 7, 8, 13, 14, 18])
def test_the_movement_is_the_first_of_the_command(visitor: Visitor, tmp_path: Path, pairs: int) -> None:
    page = unescape(ready(visitor, *some(pairs)))
    written = tmp_path / "cards.html"
    printed = barometer("movement", "--pairs", pairs, "--print", written)
    assert printed.exit_code == 0, printed.output
    title = re.search(r"<h1>(.*?)</h1>", written.read_text(encoding="utf-8"))
    assert title is not None
    assert title[1] in unescape(visitor.gets("/tonight?print")).replace("\N{NO-BREAK SPACE}", " ")
    section = page.partition('<section id="movement">')[2].partition("</section>")[0]
    assert section.count('aria-pressed="true"') <= 1


@pytest.mark.nightly
def test_an_odd_line_leaves_the_best_number_empty(visitor: Visitor) -> None:
    page = ready(visitor, *some(9))
    seats = rows_of(page, "seats")["A"]
    assert [seat[0] for seat in seats] == [str(number) for number in range(1, 10)]
    assert sum("sits out first" in seat[2] for seat in seats) == 1


@pytest.mark.nightly
def test_another_movement_is_chosen_and_stays(visitor: Visitor) -> None:
    page = ready(visitor, *some(10))
    offers = re.findall(r'name="movement" value="([^"]+)" aria-pressed="(true|false)"', page)
    other = next(offer for offer, is_chosen in offers if is_chosen == "false")
    page = visitor.posts("/tonight/movement", line="A", movement=unescape(other))
    assert f'value="{other}" aria-pressed="true"' in page
    page = visitor.posts("/tonight/play", boards=20, rounds=5)
    assert "5 rounds of 4 boards" in page
    page = visitor.posts("/tonight/play", boards=100, rounds=100)
    assert "Choose other numbers" in in_alert(page)


def numbers(page: str) -> dict[str, str]:
    return {names: number for number, names, _ in rows_of(page, "seats")["A"]}


def test_seats_are_in_the_order_of_the_line_or_by_a_lot_that_is_kept(visitor: Visitor) -> None:
    page = ready(visitor, *some(10))
    in_order = [row[1] for row in rows_of(page, "lines")["A"]]
    assert list(numbers(page)) == in_order
    page = visitor.posts("/tonight/seats", line="A", by="draw")
    shuffled = numbers(page)
    assert sorted(shuffled) == sorted(in_order)
    assert numbers(visitor.gets("/tonight")) == shuffled
    draws = [list(numbers(visitor.posts("/tonight/seats", line="A", by="draw"))) for _ in range(3)]
    assert any(draw != in_order for draw in draws)
    assert list(numbers(visitor.posts("/tonight/seats", line="A", by="line"))) == in_order


@pytest.mark.nightly
def test_seats_over_the_season_are_those_of_the_command(visitor: Visitor, tmp_path: Path) -> None:
    page = ready(visitor, *some(8))
    present = tmp_path / "present.csv"
    in_order = {row[1]: row for row in rows_of(page, "lines")["A"]}
    with Warehouse(visitor.desk.paths.warehouse, read_only=True) as warehouse:
        ids = {name: player for player, name in warehouse.read("raw.players").select("player_id", "name").iter_rows()}
    players = [[ids[name] for name in pair.split(" & ")] for pair in in_order]
    present.write_text("player_id,partner_id\n" + "".join(",".join(pair) + "\n" for pair in players), encoding="utf-8")
    seated = barometer(
        *("balance", "seat", "tuesday-evening", present, "-m", "8-pairs-8-rounds", "--boards", 3, "--format", "csv"),
        *("--warehouse", visitor.desk.paths.warehouse),
    )
    assert seated.exit_code == 0, seated.output
    expected = {row["pair"]: row["number"] for row in csv.DictReader(io.StringIO(seated.stdout))}
    found = numbers(visitor.posts("/tonight/seats", line="A", by="season"))
    assert found == expected
    assert list(numbers(visitor.posts("/tonight/tick", pair=" + ".join(sorted(players[0]))))) != list(expected)


def test_a_card_has_the_names_of_its_pair_once(visitor: Visitor) -> None:
    page = ready(visitor, TRIO, (GUEST, "1049"), *some(19), lines=3)
    assert 'href="/tonight?print"' in page
    names = [row[1] for rows in rows_of(page, "seats").values() for row in rows]
    printed = unescape(visitor.gets("/tonight?print")).replace("\N{NO-BREAK SPACE}", " ")
    cards = re.findall(r"(?s)<caption>Pair \d+.*?</table>", printed)
    assert len(cards) == len(names) == 21
    for pair, card in zip(names, cards, strict=True):
        caption = card.partition("</caption>")[0]
        assert pair in caption
        assert card.count(f"<bdi>{pair}</bdi>") == 1
    assert printed.count("<h1>") == 3


def test_a_desk_that_is_opened_again_has_forgotten_nothing(visitor: Visitor) -> None:
    ready(visitor, TRIO, (GUEST, "1049"), *some(10), lines=2)
    visitor.posts("/tonight/seats", line="B", by="draw")
    page = visitor.posts("/tonight/play", boards=20)
    again = Tonight(Desk(visitor.desk.paths)).content(Fields())["plan"]
    shown = rows_of(page, "seats")
    assert {line.letter: [seat.names for seat in line.seats] for line in again.lines} == {
        line: [row[1] for row in rows] for line, rows in shown.items()
    }


def test_begin_again_can_be_taken_back_until_somebody_is_here(visitor: Visitor) -> None:
    ready(visitor, *some(4), boards=20)
    before = kept(visitor)
    page = visitor.posts("/tonight/again")
    assert here(visitor) == []
    assert kept(visitor).boards == 20
    assert "Take back: the pairs from before" in page
    visitor.posts("/tonight/back")
    assert kept(visitor) == before
    visitor.posts("/tonight/again")
    page = visitor.posts("/tonight/tick", pair="1019 + 1020")
    assert "Take back" not in page


def test_a_damaged_note_is_an_empty_evening(visitor: Visitor) -> None:
    (visitor.desk.folder / "tonight.json").write_text('{"pairs": 1')
    assert "First say who is here." in visitor.gets("/tonight")


def test_every_form_has_labels_and_steps_lead_to_sections(visitor: Visitor) -> None:
    page = ready(visitor, *some(6)).partition("<footer")[0]
    anchors = re.findall(r'<li><a href="#(\w+)"', page)
    assert anchors == ["who", "lines", "movement", "seats", "cards", "names"]
    assert all(f'<section id="{anchor}">' in page for anchor in anchors)
    visible = re.findall(r"<input (?![^>]*hidden)[^>]*>", page)
    assert len(visible) == len(re.findall(r"<label>[^<]*<input ", page))


@pytest.fixture(scope="module")
def bridgemate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A desk of two competitions, with an evening of four pairs in each whose file has numbers only."""
    results = tmp_path_factory.mktemp("bridgemate") / "results"
    for name in ("Thursday", "Wednesday"):
        folder = results / "harbour" / name.lower()
        folder.mkdir(parents=True)
        shutil.copy(Path(__file__).parents[3] / "docs" / "guide" / "evening.bws", folder / "2025-09-03.bws")
        (folder / "competition.toml").write_text(
            f'club = "Harbour"\ncompetition = "{name}"\n\n[[season]]\nname = "2025-26"\nstart = 2025-09-01\n'
            'end = 2026-08-31\n\n[scoring]\nprofile = "fonteintje"\n'
        )
    with visiting(results) as visitor:
        visitor.desk.job.start()
        visitor.waits_for_build()
        yield visitor


@pytest.mark.nightly
def test_of_several_competitions_one_is_played_tonight(bridgemate: Visitor) -> None:
    page = bridgemate.gets("/tonight")
    assert "What is played tonight?" in page
    assert "Who is here" not in page
    for act in ("tick", "last", "add", "seats"):
        assert "first choose the competition" in said(bridgemate.posts(f"/tonight/{act}", pair="1", one="2", other="3"))
    assert "first choose the competition" in said(bridgemate.posts("/tonight/competition", competition="x/y"))
    page = bridgemate.posts("/tonight/competition", competition="harbour/thursday")
    assert "Who is here" in page
    assert 'value="harbour/thursday" aria-pressed="true"' in page


@pytest.mark.nightly
def test_the_names_of_an_evening_without_are_written_in_one_form(bridgemate: Visitor) -> None:
    bridgemate.posts("/tonight/competition", competition="harbour/wednesday")
    pairs = [(f"First {word}", f"Second {word}") for word in ("Alder", "Birch", "Cedar", "Dogwood")]
    for one, other in pairs:
        bridgemate.posts("/tonight/add", one=one, other=other, guest=["one", "other"])
    seats = {row[0]: row[1] for row in rows_of(bridgemate.posts("/tonight/lines", lines=1), "seats")["A"]}
    address = re.search('href="(/[?]competition=[^"]*wednesday[^"]*)"', bridgemate.gets("/"))
    assert address is not None
    assert address[1] in bridgemate.gets("/tonight")
    page = unescape(bridgemate.gets(unescape(address[1])))
    filled = re.findall(r'name="(?:one|other)" value="([^"]*)"', page)
    assert filled == [name for number in "1234" for name in seats[number].split(" & ")]
    of = {"competition": "harbour/wednesday", "season": "2025-26", "session": "2025-09-03"}
    numbers = {"line": [*"AAAA"], "entrant": [*"1234"]}
    page = bridgemate.posts("/names", **of, **numbers, one=["Ann", "Bo", "", ""], other=["Ann", "", "", ""])
    assert "2: Write the names of both players." in said(page)
    assert "Ann is written twice." in said(page)
    assert 'value="Bo"' in page, "what was typed stays"
    assert bridgemate.desk.journal.entries() == []
    page = bridgemate.posts("/names", **of, **numbers, one=filled[::2], other=filled[1::2])
    assert "Names kept for the evening of 3 September 2025" in said(page)
    bridgemate.waits_for_build()
    with Warehouse(bridgemate.desk.paths.warehouse, read_only=True) as warehouse:
        entries = warehouse.read("raw.entries").sort("entrant", "line_no")
        assert {*entries["competition"]} == {"wednesday"}
        findings = warehouse.read("raw.findings")
    found = entries.group_by("entrant", maintain_order=True).agg("player_id")
    assert {entrant: " & ".join(players) for entrant, players in found.iter_rows()} == seats
    assert findings.filter(severity="error").is_empty()
    assert address[1] not in bridgemate.gets("/")
    assert "has names already" in said(bridgemate.posts("/names", **of, **numbers, one=filled[::2], other=filled[1::2]))
    (entry,) = bridgemate.desk.journal.entries()
    assert entry.files[0].path.name == "entries-2025-09-03.csv"
    bridgemate.desk.journal.undo(entry.number)
    assert not entry.files[0].path.exists()


def test_a_name_that_lacks_keeps_its_row(begun: Visitor) -> None:
    with Warehouse(begun.desk.paths.file) as warehouse:
        warehouse.write("raw.entries", warehouse.read("raw.entries").clear())
    of = {"competition": "harbour/thursday", "season": "2025-26", "session": "2025-09-04"}
    numbers = {"line": [*"AAAAAA"], "entrant": [*"123456"]}
    one, other = ["Ann", "Bo", "Cy", "", "Ed", "Flo"], ["Gus", "", "Ida", "", "Ko", ""]
    page = begun.posts("/names", **of, **numbers, one=one, other=other)
    rows = [
        (re.findall(r'name="(?:one|other)" value="([^"]*)"', row), row.count('aria-invalid="true"'))
        for row in page.partition('<table class="names">')[2].split("<tr>")[2:]
    ]
    assert rows == [([ann, gus], int("" in (ann, gus) and ann != gus)) for ann, gus in zip(one, other, strict=True)]
    assert "2: Write the names of both players." in said(page)
    assert "6: Write the names of both players." in said(page)
    other[1], other[5] = "Hal", "Ann"
    page = begun.posts("/names", **of, **numbers, one=one, other=other)
    assert "1: Ann is written twice." in said(page)
    begun.posts("/names", **of, **numbers, one=one, other=[*other[:5], "Lu"])
    (entry,) = begun.desk.journal.entries()
    written = entry.files[0].path.read_text().splitlines()[1:]
    assert [row.split(",")[2:] for row in written if row.split(",")[2] in "26"] == [
        ["2", "Bo"],
        ["2", "Hal"],
        ["6", "Flo"],
        ["6", "Lu"],
    ]


@pytest.mark.nightly
def test_names_go_to_the_numbers_of_a_file_in_which_both_directions_begin_at_1(visitor: Visitor) -> None:
    page = ready(visitor, TRIO, *some(7))
    chosen = re.search('name="movement" value="([^"]+)"', page.partition("Two winners")[2])
    assert chosen is not None
    visitor.posts("/tonight/movement", line="A", movement=unescape(chosen[1]))
    competition = visitor.desk.competition(None)
    assert competition is not None
    known = known_of(visitor.desk.paths.warehouse, competition)
    assert known is not None
    (line,) = planned(known, kept(visitor)).lines
    sides = {"North-South": "NS", "East-West": "EW"}
    expected = {("A", f"{seat.table}{sides[str(seat.direction)]}"): seat.players for seat in line.seats}
    found = seated(line, {number for _, number in expected})
    assert found == {place: players for place, players in expected.items() if len(players) == 2}
    assert seated(line, {"1", "2"}) == {}
