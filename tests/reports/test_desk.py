"""The director's desk: what members need not see, beside the site and never in it."""

import datetime as dt
import json
import shutil
import stat
from pathlib import Path

import polars as pl
import pytest
from factories import Tables, frame
from page_files import root_of
from reports.reading import EMPTY

from pipelines.building.desk import _why_not
from pipelines.cli.publish.site_copy import copy_site
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import desk_of
from pipelines.reports.desk import COMPARED, CORRECTED, HIDDEN, NEW, PUBLISHED, write_club, write_first, write_gone
from pipelines.reports.manifests import put
from pipelines.reports.site_folder import check_site
from transforms.intake.people.likely_people import likely_people
from transforms.official.to_settle import PLACES, unsettled
from transforms.tables import schemas

CLUB = "club"
OTHERS: dict[str, object] = {"competition": "b"}
"""A competition in which the same ids are other people."""
OURS: tuple[dict[str, object], ...] = ({}, {"competition": "c"})
MARKUP = "<script>alert(1)</script>"


def tables() -> Tables:
    """A club of which there is nothing to say."""
    read = frame(schemas.Players), frame(schemas.Entries), frame(schemas.Sessions), frame(schemas.People)
    people = (
        *({**OTHERS, "player_id": id, "name": "Somebody Else"} for id in ("7", "8")),
        *({**of, "player_id": "7", "name": "Ann Ames"} for of in OURS),
        *({**of, "player_id": "8", "name": "Bo By"} for of in OURS),
    )
    return EMPTY | {
        "findings": frame(schemas.Findings),
        "people": likely_people(*read, frame(schemas.Findings)),
        "hidden": pl.DataFrame(schema=HIDDEN),
        "corrections": frame(schemas.PublishedCorrections),
        "changed_results": frame(schemas.ChangedResults),
        "past_changed_results": frame(schemas.PastChangedResults),
        "past_corrections": frame(schemas.PastCorrections),
        "places": pl.DataFrame(schema=PLACES),
        "compared": pl.DataFrame(schema=COMPARED),
        "published": pl.DataFrame([(CLUB,)], schema=PUBLISHED, orient="row"),
        "new": pl.DataFrame(schema=NEW),
        "corrected": pl.DataFrame(schema=CORRECTED),
        "raw.players": frame(schemas.Players, *people),
    }


@pytest.fixture
def quiet() -> Tables:
    return tables()


def finding(number: int = 1, **values: object) -> dict[str, object]:
    usual = {"file_id": "players.csv", "line_no": number, "severity": "error", "field": "name", "value": "x"}
    return {**usual, "message": "write a name", **values}


def drawn(of_club: Tables, tmp_path: Path) -> Path:
    desk = tmp_path / "site-private"
    write_club(CLUB, of_club, desk, desk / ".writing")
    write_first([], frame(schemas.Findings), desk, desk / ".writing")
    put(desk / ".writing", desk)
    return desk


def text(page: Path) -> str:
    return " ".join("".join(root_of(page).itertext()).split())


def said(of_club: Tables, tmp_path: Path) -> str:
    return text(drawn(of_club, tmp_path) / CLUB / "index.html")


def test_it_is_next_to_the_site_under_its_name() -> None:
    assert desk_of(Path("/srv/reports")) == Path("/srv/reports-private")
    assert desk_of(Path("reports")) == Path("reports-private").absolute()
    assert desk_of(Path()) == Path.cwd().with_name(f"{Path.cwd().name}-private")
    assert desk_of(Path("..")).name == f"{Path.cwd().parent.name}-private"


def test_a_finding_is_shown_with_file_line_and_fix(quiet: Tables, tmp_path: Path) -> None:
    found = frame(schemas.Findings, finding(7, value="Jan", message="write the id"))
    desk = drawn(quiet | {"findings": found}, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert "players.csv, line 7" in page
    assert "name = Jan: write the id" in page
    assert "players.csv" in (desk / CLUB / "findings.csv").read_text(encoding="utf-8")


def test_of_many_findings_the_first_are_shown_and_all_are_in_the_file(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(
        quiet | {"findings": frame(schemas.Findings, *(finding(number) for number in range(1, 401)))}, tmp_path
    )
    assert "These are the first 300 of 400." in text(desk / CLUB / "index.html")
    assert (desk / CLUB / "findings.csv").read_text(encoding="utf-8").count("\n") == 401


def test_where_there_is_nothing_to_say_it_says_so(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    page = text(desk / CLUB / "index.html")
    assert "Nothing: every file was read as it is." in page
    assert "No possible duplicates." in page
    assert "No published number would change now." in page
    assert {file.name for file in (desk / CLUB).iterdir()} == {"index.html", ".manifest"}


def test_what_is_read_is_never_markup(quiet: Tables, tmp_path: Path) -> None:
    hostile = {
        "findings": frame(schemas.Findings, finding(value=MARKUP, message=MARKUP, file_id=MARKUP, field=MARKUP)),
        "scored.doubts": frame(schemas.Doubts, {"what": "boards", "first": MARKUP, "severe": True}),
        "scored.official_differences": frame(
            schemas.OfficialDifferences,
            {"value": "score", "entrant": MARKUP, "official": 1.0, "computed": 2.0, "reason": MARKUP},
        ),
    }
    page = drawn(quiet | hostile, tmp_path) / CLUB / "index.html"
    assert text(page).count(MARKUP) >= 6
    for element in root_of(page).iter("script"):
        assert set(element.attrib) == {"src", "defer"}


def test_a_club_that_is_gone_is_removed_and_what_is_not_ours_stays(quiet: Tables, tmp_path: Path) -> None:
    desk = drawn(quiet, tmp_path)
    (desk / "notes.txt").write_text("mine", encoding="utf-8")
    write_gone([], desk, desk / ".writing")
    put(desk / ".writing", desk)
    assert not (desk / CLUB).exists()
    assert (desk / "notes.txt").exists()


def test_other_users_of_the_machine_do_not_read_it(tmp_path: Path) -> None:
    assert _why_not(tmp_path / "site-private") is None
    assert not stat.S_IMODE((tmp_path / "site-private").stat().st_mode) & 0o007


def test_the_desk_is_no_site_and_no_place_for_one(quiet: Tables, tmp_path: Path, site: Path) -> None:
    desk = drawn(quiet, tmp_path)
    with pytest.raises(UnusableError, match="there is no Barometer site"):
        copy_site(desk, tmp_path / "public")
    with pytest.raises(UnusableError, match="this contains files that Barometer did not make"):
        copy_site(site, desk)
    with pytest.raises(UnusableError, match=r"the index\.html in this folder was not made by Barometer"):
        check_site(desk)


@pytest.mark.parametrize("file", ["2025-09-30.pbn", "club/tuesday/2025-09-30.pbn"])
def test_where_files_of_others_are_no_pages_are_written(site: Path, tmp_path: Path, file: str) -> None:
    mine = tmp_path / "clubs" / file
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(
        UnusableError, match="contains files that Barometer did not make, so no pages are written there"
    ):
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


RESULT = {"club": CLUB, "competition": "c", "file_id": "2026-01-06/results.csv", "line_no": 9}
OF_SESSION = {"competition": "c", "season": "s", "session_id": "2026-01-06"}


def of_board(*, shown: bool) -> Tables:
    """A finding on a result line of board 12, pair 6 of two players and pair 7 of nobody; and one on the evening."""
    place = {**RESULT, **OF_SESSION, "line": "A", "board": 12, "ns": "6", "ew": "7", "shown": shown or None}
    entry = {**OF_SESSION, "line": "A", "entrant": "6"}
    return {
        "findings": frame(
            schemas.Findings,
            finding(**RESULT, field="tricks", value="11", code="deals.unlikely"),
            finding(**{**RESULT, "line_no": 2}, field="session_id", value="2026-01-06", code="results.missing"),
        ),
        "places": pl.DataFrame([place], schema=PLACES),
        "raw.entries": frame(schemas.Entries, {**entry, "player_id": "7"}, {**entry, "player_id": "8"}),
        "raw.sessions": frame(schemas.Sessions, OF_SESSION),
    }


def test_a_finding_on_a_result_names_the_pairs_and_leads_to_the_board(quiet: Tables, tmp_path: Path) -> None:
    page = drawn(quiet | of_board(shown=True), tmp_path) / CLUB / "index.html"
    assert "board 12 · 6 Ann Ames & Bo By – 7" in text(page)
    links = root_of(page).xpath("//td[@class='file']//a/@href")
    season = "../../site/club/c/s"
    assert sorted(links) == [f"{season}/hands/2026-01-06/board-12.html", f"{season}/sessions/2026-01-06.html"]


def test_who_is_asked_about_a_result_is_shown_what_ends_that(quiet: Tables, tmp_path: Path) -> None:
    page = said(quiet | of_board(shown=True), tmp_path)
    assert page.count('If it is right: settled = ["A 12 6"]') == 1, "not beside what is said of the evening"
    assert "If a doubtful result is right" in page
    assert "If a doubtful result is right" not in said(quiet, tmp_path / "quiet")


def test_a_doubt_is_counted_unless_its_values_have_rows_of_their_own(quiet: Tables) -> None:
    kinds = ("lines", "datums", "scores", "totals", "ranks", "matches", "victory_points", "results")
    doubts = [{"what": what, "differing": 1, "of": 2, "official": 22.0, "computed": 20.0} for what in kinds]
    assert unsettled(quiet | {"scored.doubts": frame(schemas.Doubts, *doubts[:-2])}).is_empty()
    assert unsettled(quiet | {"scored.doubts": frame(schemas.Doubts, *doubts)}).height == 2


def test_what_a_file_lacks_that_breaks_off_is_folded_below_that(quiet: Tables, tmp_path: Path) -> None:
    file = {"competition": "c", "file_id": "a.pbn"}
    other = {"competition": "c", "file_id": "b.pbn"}
    differing = {"value": "score", "entrant": "1", "official": 1.0, "computed": 2.0, "reason": "unexplained"}
    of_club = {
        "findings": frame(
            schemas.Findings,
            finding(5, **file, code="pbn.cut_off", message="the file stops here"),
            finding(1, **file, code="official.boards", message="boards lack"),
            finding(4, **file, code="results.missing", message="the line is short"),
            finding(2, **file, code="cells.missing", message="a cell lacks"),
            finding(3, **other, code="official.boards", message="boards lack there"),
        ),
        "scored.doubts": frame(schemas.Doubts, {**file, "what": "boards", "severe": True}),
        "scored.official_differences": frame(
            schemas.OfficialDifferences, {**file, **differing}, {**other, **differing}
        ),
    }
    page = root_of(drawn(quiet | of_club, tmp_path) / CLUB / "index.html")
    below, apart = page.xpath("//details")
    assert "".join(below.itertext()).count("boards lack") == 1
    assert "".join(below.itertext()).count("the line is short") == 1
    assert "the file stops here" in "".join(below.xpath("ancestor::tr")[0].itertext())
    words = page.xpath("//section[@id='findings']//tbody/tr")
    assert len(words) == 3
    of_whole_file = "".join(page.xpath("//a[@href='#differences']")[0].itertext())
    assert "(not resolved yet: 1)" in of_whole_file
    assert len(apart.xpath(".//tbody/tr")) == 2
    assert len(page.xpath("//section[@id='differences']/div//tbody/tr")) == 1


def test_a_folder_of_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    desk = tmp_path / "site-private"
    desk.mkdir()
    (desk / "index.html").write_text("mine", encoding="utf-8")
    assert _why_not(desk) == "its index.html was not made by Barometer"
    (tmp_path / "file").write_text("")
    assert "the folder cannot be created" in str(_why_not(tmp_path / "file" / "site-private"))


# --- whom and what a row names beside its finding ------------------------------------------------


def row(desk: Path) -> str:
    """The text beside the only finding."""
    [cell] = root_of(desk / CLUB / "index.html").xpath("//td[@class='file']")
    return " ".join(cell.xpath("string()").split())


def test_the_desk_names_who_is_not_named_on_the_site(quiet: Tables, tmp_path: Path) -> None:
    assert "not named on the site" not in said(quiet, tmp_path / "none")
    of_club = {"club": CLUB}
    rows = [
        {**of_club, "player_id": "7", "name": "Ann Ames", "said": True},
        {**of_club, "player_id": "12", "said": False, "hidden": "7"},
        {**of_club, "player_id": "30", "said": False, "federation_id": "900007"},
    ]
    page = said(quiet | {"hidden": pl.DataFrame(rows, schema=HIDDEN)}, tmp_path)
    assert "People not named on the site: 3 7 Ann Ames 12 hidden because the name is like that of 7" in page
    assert "30 hidden because federation_id 900007 belongs to somebody who is not named" in page


def test_of_a_pair_of_one_known_player_the_desk_says_that_the_other_is_not_named(quiet: Tables, tmp_path: Path) -> None:
    of_file = {**OF_SESSION, "file_id": "a.pbn"}
    seats = (("15", "7"), ("16", "x"), ("16", "y"), ("17", "v"), ("17", "w"))
    at = ({"entrant": entrant, "player_id": player, "line_no": line} for line, (entrant, player) in enumerate(seats, 7))
    of_club = {
        "findings": frame(
            schemas.Findings, finding(competition="c", file_id="a.pbn", line_no=7, code="entries.not_two")
        ),
        "raw.entries": frame(schemas.Entries, *({**of_file, "line": "A", **seat} for seat in at)),
        "raw.sessions": frame(schemas.Sessions, of_file),
    }
    assert "Result list · 15 Ann Ames & a partner not named" in row(drawn(quiet | of_club, tmp_path))


def test_a_finding_on_several_results_counts_them(quiet: Tables, tmp_path: Path) -> None:
    """Three boards that all passed out had the board and the table of the first result alone."""
    lines = [(9, 22, "6", "7"), (10, 22, "3", "4"), (11, 23, "6", "7"), (12, 24, "6", "7")]
    places = [
        {**RESULT, **OF_SESSION, "line": "A", "line_no": line, "board": board, "ns": ns, "ew": ew, "shown": board < 24}
        for line, board, ns, ew in lines
    ]
    words = finding(**RESULT, code="results.passed_out", arguments=json.dumps({"at_lines": "9, 10, 11, 12"}))
    of_club = {"findings": frame(schemas.Findings, words), "places": pl.DataFrame(places, schema=PLACES)}
    desk = drawn(quiet | of_club, tmp_path)
    assert row(desk).endswith("board 22 · 6 – 7 3 more results: board 22 · board 23 · board 24")
    assert 'settled = ["A 22 6"] This confirms all 4 results.' in text(desk / CLUB / "index.html")
    links = root_of(desk / CLUB / "index.html").xpath("//td[@class='file']//a/@href")
    assert [Path(link).stem for link in links] == ["board-22", "board-22", "board-23"], "24 has no page"


# --- what was published, and what was not --------------------------------------------------------


def test_where_nothing_was_published_it_says_so(quiet: Tables, tmp_path: Path) -> None:
    page = said(quiet | {"published": pl.DataFrame(schema=PUBLISHED)}, tmp_path)
    assert "Nothing has been published yet. barometer publish records what people see" in page
    assert "No published number would change now" not in page
    assert "Changed since published (" not in page


def test_it_says_what_would_be_new_and_what_publishing_corrected(quiet: Tables, tmp_path: Path) -> None:
    evening = {"club": CLUB, **OF_SESSION, "date": dt.date(2026, 1, 6)}
    at = {"until_at": dt.datetime(2026, 2, 3, tzinfo=dt.UTC), "kind": "results", "number": 35}
    lists = {
        "new": pl.DataFrame([evening], schema=NEW),
        "corrected": pl.DataFrame([{**at, **evening}], schema=CORRECTED),
    }
    page = said(quiet | lists, tmp_path)
    assert "Evenings that are not published yet: 1 6 January 2026 c Result list" in page
    words = "Corrected when published again: 1 3 February 2026: result lists · 6 January 2026 c · 35 values"
    assert words in page


def test_the_result_that_changed_and_how_much_follows_come_before_all_that_does(quiet: Tables, tmp_path: Path) -> None:
    usual = {"since_at": dt.datetime(2026, 7, 2, tzinfo=dt.UTC), "entrant": "8", "players": "8", "field": "rank"}
    places = {**usual, "kind": "rankings", "list": "player_places", "published": "23", "now": "28"}
    champion = {**usual, "kind": "championships", "list": "individual", "published": "2", "now": "1"}
    line = {"line": "A", "board": 1, "ns": "6", "ew": "5", "published": "50", "now": "-110", "since_build": 2}
    changed = {"changed_results": frame(schemas.ChangedResults, line)}
    page = said({**quiet, **changed, "corrections": frame(schemas.PublishedCorrections, places)}, tmp_path)
    assert page.index("line A, board 1") < page.index("50, now −110") < page.index("places of players rank 1")
    assert page.index("places of players rank 1") < page.index("Files that changed")
    assert "first place" not in page
    page = said({**quiet, "corrections": frame(schemas.PublishedCorrections, champion)}, tmp_path)
    assert "A first place in a championship is among these changes." in page
    assert "Results that changed" not in page
