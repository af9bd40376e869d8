"""The director's desk: what members need not see, beside the site and never in it."""

import datetime as dt
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of

from pipelines.building.desk import _why_not
from pipelines.cli.publish.site_copy import copy_site
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import desk_of
from pipelines.reports.desk.pages import COMPARED, HIDDEN, write_club, write_first, write_gone
from pipelines.reports.desk.published import CORRECTED, NEW, PUBLISHED
from pipelines.reports.put import put
from pipelines.reports.site import check_site
from pipelines.words.deal_words import TEXT_SIGN
from pipelines.words.languages import speaking
from transforms.intake.people.likely_people import likely_people
from transforms.official.findings_in_place import PLACES
from transforms.official.to_settle import unsettled, with_reasons
from transforms.tables.schemas import (
    ChangedResults,
    Competitions,
    Doubts,
    Entries,
    Findings,
    OfficialDifferences,
    PastChangedResults,
    PastCorrections,
    People,
    Players,
    PublishedCorrections,
    Sessions,
)

CLUB = "club"
OTHERS: dict[str, object] = {"competition": "b"}
"""A competition in which the same ids are other people."""
OURS: tuple[dict[str, object], ...] = ({}, {"competition": "c"})
MARKUP = "<script>alert(1)</script>"


def tables(competitions: Callable[[], object]) -> Tables:
    nobody = likely_people(frame(Players), frame(Entries), frame(Sessions), frame(People), frame(Findings))
    return {
        "findings": frame(Findings),
        "people": nobody,
        "hidden": pl.DataFrame(schema=HIDDEN),
        "corrections": frame(PublishedCorrections),
        "changed_results": frame(ChangedResults),
        "past_changed_results": frame(PastChangedResults),
        "past_corrections": frame(PastCorrections),
        "scored.official_differences": frame(OfficialDifferences),
        "scored.doubts": frame(Doubts),
        "places": pl.DataFrame(schema=PLACES),
        "compared": pl.DataFrame(schema=COMPARED),
        "published": pl.DataFrame([(CLUB,)], schema=PUBLISHED, orient="row"),
        "new": pl.DataFrame(schema=NEW),
        "corrected": pl.DataFrame(schema=CORRECTED),
        "raw.sessions": frame(Sessions),
        "raw.entries": frame(Entries),
        "raw.players": frame(
            Players,
            *({**OTHERS, "player_id": id, "name": "Somebody Else"} for id in ("7", "8")),
            *({**of, "player_id": "7", "name": "Ann Ames"} for of in OURS),
            *({**of, "player_id": "8", "name": "Bo By"} for of in OURS),
        ),
        "raw.competitions": competitions(),
    }


@pytest.fixture
def quiet() -> Tables:
    """A club of which there is nothing to say."""
    return tables(Competitions.create_empty)


def finding(number: int = 1, **values: object) -> dict[str, object]:
    usual = {"file_id": "players.csv", "line_no": number, "severity": "error", "field": "name", "value": "x"}
    return {**usual, "message": "write a name", **values}


def drawn(of_club: Tables, tmp_path: Path) -> Path:
    desk = tmp_path / "site-private"
    write_club(CLUB, of_club, desk, desk / ".writing")
    write_first([], frame(Findings), desk, desk / ".writing")
    put(desk / ".writing", desk)
    return desk


def text(page: Path) -> str:
    return " ".join("".join(root_of(page).itertext()).split())


def test_it_stands_beside_the_site_under_its_name() -> None:
    assert desk_of(Path("/srv/reports")) == Path("/srv/reports-private")
    assert desk_of(Path("reports")) == Path("reports-private").absolute()
    assert desk_of(Path()) == Path.cwd().with_name(f"{Path.cwd().name}-private")
    assert desk_of(Path("..")).name == f"{Path.cwd().parent.name}-private"


def test_a_finding_is_told_with_file_line_and_mend(quiet: Tables, tmp_path: Path) -> None:
    found = frame(Findings, finding(7, value="Jan", message="write the id"))
    desk = drawn(quiet | {"findings": found}, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert "players.csv, line 7" in page
    assert "name = Jan: write the id" in page
    assert "players.csv" in (desk / CLUB / "findings.csv").read_text(encoding="utf-8")


def test_of_many_findings_the_first_are_shown_and_all_are_in_the_file(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet | {"findings": frame(Findings, *(finding(number) for number in range(1, 401)))}, tmp_path)
    assert "These are the first 300 of 400." in text(desk / CLUB / "index.html")
    assert (desk / CLUB / "findings.csv").read_text(encoding="utf-8").count("\n") == 401


def test_where_there_is_nothing_to_say_it_says_so(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert "Nothing: every file was read as it stands." in page
    assert "Nobody in doubt." in page
    assert "No number that was published would now be another." in page
    assert {file.name for file in (desk / CLUB).iterdir()} == {"index.html", ".manifest"}


def test_what_is_read_is_never_markup(quiet: Tables, tmp_path: Path) -> None:
    hostile = {
        "findings": frame(Findings, finding(value=MARKUP, message=MARKUP, file_id=MARKUP, field=MARKUP)),
        "scored.doubts": frame(Doubts, {"what": "boards", "first": MARKUP, "severe": True}),
        "scored.official_differences": frame(
            OfficialDifferences,
            {"value": "score", "entrant": MARKUP, "official": 1.0, "computed": 2.0, "reason": MARKUP},
        ),
    }
    page = drawn(quiet | hostile, tmp_path) / CLUB / "index.html"
    assert text(page).count(MARKUP) >= 6
    for element in root_of(page).iter("script"):
        assert set(element.attrib) == {"src", "defer"}


def test_no_search_engine_keeps_it(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    for page in desk.rglob("*.html"):
        (robots,) = root_of(page).xpath("//*[@name='robots']/@content")
        assert "noindex" in robots


def test_only_what_changed_is_drawn(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    write_club(CLUB, quiet, desk, tmp_path / "aside")
    write_first([], frame(Findings), desk, tmp_path / "aside")
    assert not (tmp_path / "aside").exists()
    write_club(CLUB, quiet | {"findings": frame(Findings, finding())}, desk, tmp_path / "aside")
    assert {file.name for file in (tmp_path / "aside").rglob("*") if file.is_file()} == {
        "index.html",
        "findings.csv",
        ".manifest",
    }


def test_a_club_that_is_gone_is_removed_and_what_is_not_ours_stays(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    (desk / "notes.txt").write_text("mine", encoding="utf-8")
    write_gone([], desk, desk / ".writing")
    put(desk / ".writing", desk)
    assert not (desk / CLUB).exists()
    assert (desk / "notes.txt").exists()


def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    desk = tmp_path / "site-private"
    desk.mkdir()
    (desk / "index.html").write_text("mine", encoding="utf-8")
    assert _why_not(desk) == "its index.html is not Barometer's"
    (tmp_path / "file").write_text("")
    assert "cannot be made" in str(_why_not(tmp_path / "file" / "site-private"))


def test_other_users_of_the_machine_do_not_read_it(tmp_path: Path) -> None:
    assert _why_not(tmp_path / "site-private") is None
    assert not stat.S_IMODE((tmp_path / "site-private").stat().st_mode) & 0o007


def test_the_desk_is_no_site_and_no_place_for_one(quiet: Tables, tmp_path: Path, site: Path) -> None:
    desk = drawn(quiet, tmp_path)
    with pytest.raises(UnusableError, match="there is no site of Barometer"):
        copy_site(desk, tmp_path / "public")
    with pytest.raises(UnusableError, match="holds something that is not Barometer's"):
        copy_site(site, desk)
    with pytest.raises(UnusableError, match="is not Barometer's"):
        check_site(desk)


@pytest.mark.parametrize("file", ["2025-09-30.pbn", "club/tuesday/2025-09-30.pbn"])
def test_where_files_of_others_are_no_pages_are_written(site: Path, tmp_path: Path, file: str) -> None:
    mine = tmp_path / "clubs" / file
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(UnusableError, match="holds something that is not Barometer's, so no pages are written there"):
        check_site(tmp_path / "clubs")
    assert [path for path in (tmp_path / "clubs").rglob("*") if path.is_file()] == [mine]
    (tmp_path / "hidden" / ".git").mkdir(parents=True)
    check_site(tmp_path / "hidden")
    pages = tmp_path / "pages"
    shutil.copytree(site, pages)
    (pages / "notes.txt").write_text("mine")
    check_site(pages)
    (pages / "index.html").unlink()
    check_site(pages)


def test_the_evening_that_changed_comes_first_and_people_have_their_names(quiet: Tables, tmp_path: Path) -> None:
    usual = {"field": "rank", "published": "1", "now": "2", "since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC)}
    of_evening = {"session_id": "1", "line": "A", "entrant": "3", "players": "7 + 8"}
    changes = frame(
        PublishedCorrections,
        {**usual, "kind": "championships", "list": "individual", "player_id": "8"},
        {**usual, "kind": "results", **of_evening},
    )
    page = text(drawn({**quiet, "corrections": changes}, tmp_path) / CLUB / "index.html")
    listed = page.partition("Files that changed")[2]
    assert listed.index("A 3, Ann Ames & Bo By") < listed.index("championships")


def test_a_line_that_lost_its_result_is_told_so(quiet: Tables, tmp_path: Path) -> None:
    line = {"line": "A", "board": 1, "ns": "6", "ew": "5", "published": "4S N 10 420", "now": "", "since_build": 2}
    usual = {"since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC), "entrant": "8", "players": "8", "field": "rank"}
    follows = frame(PublishedCorrections, {**usual, "kind": "results", "published": "1", "now": "2"})
    found = drawn({**quiet, "changed_results": frame(ChangedResults, line), "corrections": follows}, tmp_path)
    assert f"4♠{TEXT_SIGN} N = 420, now no result" in text(found / CLUB / "index.html")


def test_what_changed_is_written_as_pages_write_it_and_names_stand_for_ids(quiet: Tables, tmp_path: Path) -> None:
    usual = {"since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC), "published": "76", "now": "75.83", "session_id": "1"}
    ranked = {"kind": "rankings", "list": "players", "entrant": "8", "players": "8", "field": "ranking"}
    awarded = {"kind": "awards", "scheme": "club_points", "player_id": "8", "field": "points"}
    changes = frame(PublishedCorrections, {**usual, **ranked}, {**usual, **awarded})
    with speaking("nl"):
        desk = drawn({**quiet, "corrections": changes}, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert "Bo By" in page
    assert "8, Bo By" not in page
    assert "76,00" in page
    assert "75,83" in page
    assert "Clubpunten" in page
    assert "club_points" not in page
    assert ",76,75.83," in (desk / CLUB / "changes.csv").read_text(encoding="utf-8")


def test_the_cause_comes_before_what_it_comes_to(quiet: Tables, tmp_path: Path) -> None:
    comes_to = {"code": "official.boards", "arguments": None, "message": "21 boards are said to be there"}
    cause = {"code": "pbn.cut_off", "arguments": None, "message": "the file stops here"}
    findings = frame(Findings, finding(3, **comes_to), finding(90, **cause))
    page = text(drawn({**quiet, "findings": findings}, tmp_path) / CLUB / "index.html")
    assert page.index("the file stops here") < page.index("21 boards are said")


def test_a_difference_of_an_evening_that_was_accepted_has_its_reason_and_counts_no_more(
    quiet: Tables, tmp_path: Path
) -> None:
    of_evening = {
        "raw.sessions": frame(Sessions, {}),
        "scored.doubts": frame(Doubts, {"what": "scores", "accepted": "mended by hand"}),
        "scored.official_differences": frame(
            OfficialDifferences, {"value": "rank", "official": 41.0, "computed": 42.0, "reason": "unexplained"}
        ),
    }
    page = text(drawn({**quiet, **of_evening}, tmp_path) / CLUB / "index.html")
    assert "2 September 2025" in page, "the year, since two seasons may be built"
    assert "4142accepted: mended by hand" in page, "places have no decimals"
    assert "Differences from official results (to settle: 0)" in page
    assert with_reasons(of_evening)["reason"].to_list() == ["accepted: mended by hand"]


def test_points_that_the_director_takes_off_are_no_difference_to_settle(quiet: Tables, tmp_path: Path) -> None:
    reason = "the director takes 0.6 points off, in a table of penalties"
    differs = {"value": "score", "official": 1.0, "computed": 2.0, "reason": reason}
    of_evening = {"scored.official_differences": frame(OfficialDifferences, differs)}
    with speaking("nl"):
        desk = drawn({**quiet, **of_evening}, tmp_path) / CLUB
    assert "Verschillen met officiële uitslagen (nog op te lossen: 0)" in text(desk / "index.html")
    for told in (text(desk / "index.html"), (desk / "differences.csv").read_text(encoding="utf-8")):
        assert "de wedstrijdleider trekt 0,6 punten af, in een tabel met straffen" in told


RESULT = {"club": CLUB, "competition": "c", "file_id": "2026-01-06/results.csv", "line_no": 9}
OF_SESSION = {"competition": "c", "season": "s", "session_id": "2026-01-06"}


def of_board(*, shown: bool) -> Tables:
    """A finding on a result line of board 12, pair 6 of two players and pair 7 of nobody; and one on the evening."""
    place = {**RESULT, **OF_SESSION, "line": "A", "board": 12, "ns": "6", "ew": "7", "shown": shown or None}
    entry = {**OF_SESSION, "line": "A", "entrant": "6"}
    return {
        "findings": frame(
            Findings,
            finding(**RESULT, field="tricks", value="11", code="deals.unlikely"),
            finding(**{**RESULT, "line_no": 2}, field="session_id", value="2026-01-06", code="results.missing"),
        ),
        "places": pl.DataFrame([place], schema=PLACES),
        "raw.entries": frame(Entries, {**entry, "player_id": "7"}, {**entry, "player_id": "8"}),
        "raw.sessions": frame(Sessions, OF_SESSION),
    }


def test_a_finding_on_a_result_names_the_pairs_and_leads_to_the_board(quiet: Tables, tmp_path: Path) -> None:
    page = drawn(quiet | of_board(shown=True), tmp_path) / CLUB / "index.html"
    assert "board 12 · 6 Ann Ames & Bo By – 7" in text(page)
    links = root_of(page).xpath("//td[@class='file']//a/@href")
    season = "../../site/club/c/s"
    assert sorted(links) == [f"{season}/hands/2026-01-06/boards.html#board-12", f"{season}/sessions/2026-01-06.html"]


def test_a_finding_on_a_seat_names_who_sit_there_and_leads_to_the_evening(quiet: Tables, tmp_path: Path) -> None:
    of_file = {**OF_SESSION, "file_id": "a.pbn"}
    found = (finding(competition="c", file_id="a.pbn", line_no=line) for line in (7, 90))
    of_club = {
        "findings": frame(Findings, *found),
        "raw.entries": frame(Entries, {**of_file, "line": "A", "entrant": "15", "player_id": "7", "line_no": 7}),
        "raw.sessions": frame(Sessions, of_file),
    }
    seat, other = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html").xpath("//td[@class='file']")
    assert "Result list · 15 Ann Ames" in " ".join(seat.xpath("string()").split())
    assert seat.xpath(".//a/@href") == other.xpath(".//a/@href") == ["../../site/club/c/s/sessions/2026-01-06.html"]


def test_who_is_asked_about_a_result_is_shown_what_ends_that(quiet: Tables, tmp_path: Path) -> None:
    page = text(drawn(quiet | of_board(shown=True), tmp_path) / CLUB / "index.html")
    assert page.count('If it was so: settled = ["A 12 6"]') == 1, "not beside what is said of the evening"
    assert "If a result that is asked about is right" in page
    assert "that is asked about is right" not in text(drawn(quiet, tmp_path / "quiet") / CLUB / "index.html")


@pytest.mark.parametrize(("file", "season"), [("old.csv", "r"), ("new.csv", "s"), ("sessions.csv", None)])
def test_an_evening_whose_id_stands_in_two_seasons_is_that_of_the_file(
    quiet: Tables, tmp_path: Path, file: str, season: str | None
) -> None:
    evenings = [
        {**OF_SESSION, "season": "r", "file_id": "old.csv"},
        {**OF_SESSION, "file_id": "new.csv"},
    ]
    told = finding(competition="c", file_id=file, field="session_id", value="2026-01-06", code="results.missing")
    of_club = {"findings": frame(Findings, told), "raw.sessions": frame(Sessions, *evenings)}
    page = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html")
    link = f"../../site/club/c/{season}/sessions/2026-01-06.html"
    assert page.xpath("//td[@class='file']//a/@href") == ([link] if season else [])


def test_a_board_that_the_site_does_not_show_is_named_and_not_led_to(quiet: Tables, tmp_path: Path) -> None:
    page = drawn(quiet | of_board(shown=False), tmp_path) / CLUB / "index.html"
    assert "board 12 · 6 Ann Ames & Bo By – 7" in text(page)
    assert not [link for link in root_of(page).xpath("//td[@class='file']//a/@href") if "boards" in link]


def test_what_a_file_lacks_that_breaks_off_is_folded_below_that(quiet: Tables, tmp_path: Path) -> None:
    file = {"competition": "c", "file_id": "a.pbn"}
    other = {"competition": "c", "file_id": "b.pbn"}
    differing = {"value": "score", "entrant": "1", "official": 1.0, "computed": 2.0, "reason": "unexplained"}
    of_club = {
        "findings": frame(
            Findings,
            finding(5, **file, code="pbn.cut_off", message="the file stops here"),
            finding(1, **file, code="official.boards", message="boards lack"),
            finding(4, **file, code="results.missing", message="the line is short"),
            finding(2, **file, code="cells.missing", message="a cell lacks"),
            finding(3, **other, code="official.boards", message="boards lack there"),
        ),
        "scored.doubts": frame(Doubts, {**file, "what": "boards", "severe": True}),
        "scored.official_differences": frame(OfficialDifferences, {**file, **differing}, {**other, **differing}),
    }
    page = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html")
    below, apart = page.xpath("//details")
    assert "".join(below.itertext()).count("boards lack") == 1
    assert "".join(below.itertext()).count("the line is short") == 1
    assert "the file stops here" in "".join(below.xpath("ancestor::tr")[0].itertext())
    told = page.xpath("//section[@id='findings']//tbody/tr")
    assert len(told) == 3
    of_whole_file = "".join(page.xpath("//a[@href='#differences']")[0].itertext())
    assert "(to settle: 1)" in of_whole_file
    assert len(apart.xpath(".//tbody/tr")) == 2
    assert len(page.xpath("//section[@id='differences']/div//tbody/tr")) == 1


def test_of_many_rows_those_apart_and_those_that_follow_are_counted_each_by_themselves(
    quiet: Tables, tmp_path: Path
) -> None:
    file, whole = {"competition": "c", "file_id": "a.pbn"}, {"competition": "c", "file_id": "b.pbn"}
    differing = {"value": "score", "official": 1.0, "computed": 2.0, "reason": "unexplained"}
    lacking = [finding(line, **file, code="official.cells", message="a cell lacks") for line in range(1, 351)]
    of_club = {
        "findings": frame(Findings, *lacking, finding(400, **file, code="pbn.cut_off", message="the file stops here")),
        "scored.official_differences": frame(
            OfficialDifferences,
            *({**file, **differing, "entrant": f"{number:03}"} for number in reversed(range(320))),
            {**whole, **differing, "entrant": "1"},
        ),
    }
    page = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html")
    [row] = page.xpath("//section[@id='findings']//tbody/tr")
    assert "goes with it: 350" in "".join(row.itertext())
    assert "These are the first" not in "".join(page.xpath("//section[@id='findings']")[0].itertext())
    [apart] = page.xpath("//section[@id='differences']/details")
    said = " ".join("".join(apart.itertext()).split())
    assert "when they are whole: 320" in said
    assert "These are the first 300 of 320." in said
    assert list(apart.xpath(".//td[1]/bdi[last()]/text()")) == [f"{number:03}" for number in range(300)]
    assert unsettled(quiet | of_club).height == 1, "what follows from a file that breaks off is nothing to settle"


def test_a_doubt_is_counted_unless_its_values_have_rows_of_their_own(quiet: Tables) -> None:
    kinds = ("lines", "datums", "scores", "totals", "ranks", "matches", "victory_points", "results")
    doubts = [{"what": what, "differing": 1, "of": 2, "official": 22.0, "computed": 20.0} for what in kinds]
    assert unsettled(quiet | {"scored.doubts": frame(Doubts, *doubts[:-2])}).is_empty()
    assert unsettled(quiet | {"scored.doubts": frame(Doubts, *doubts)}).height == 2


def test_a_path_breaks_between_its_folders_and_not_in_a_date(quiet: Tables, tmp_path: Path) -> None:
    page = root_of(drawn(quiet | of_board(shown=True), tmp_path) / CLUB / "index.html")
    assert page.xpath("(//td[@class='file'])[1]/bdi/span/text()") == ["2026-01-06/", "results.csv"]
