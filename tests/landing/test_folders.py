"""What is in a landing folder: nothing that is there hangs the listing, stops it, or is passed over without a word."""

import datetime as dt
import hashlib
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from each import cases, items
from factories import NOTHING_KEPT
from strangers.inputs import SETTINGS
from strangers.inputs.landing import GAMES

from pipelines.intake.landing import walking
from pipelines.intake.landing.folders import Folder, LandingError, competition_folders, files_in, ids_of
from pipelines.intake.landing.limits import Limits
from pipelines.intake.landing.nearest_folders import refuse_pages
from pipelines.intake.landing.our_pages import OF_DESK, OF_SITE
from pipelines.intake.landing.raw_tables import read_landing, to_try_again
from pipelines.machine.files import NotAFileError, bytes_of, contents_of
from transforms.tables.schemas import WAREHOUSE

SECOND = dt.datetime(1970, 1, 1, 0, 0, 1, tzinfo=dt.UTC)


def competition(landing: Path, club: str = "club", name: str = "evening") -> Path:
    folder = landing / club / name
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    return folder


def pages_in(folder: Path) -> Path:
    folder.mkdir()
    (folder / "index.html").write_bytes(OF_SITE)
    (folder / "style.css").touch()
    return folder


def codes(folder: Folder) -> list[tuple[str, str]]:
    return [(file_id, finding.code) for file_id, file in folder.files.items() for finding in file.findings]


def test_a_link_inside_the_folder_of_a_club_is_followed_once(tmp_path: Path) -> None:
    folder = competition(tmp_path)
    (tmp_path / "club" / "shared").mkdir()
    (tmp_path / "club" / "shared" / "games.csv").write_bytes(GAMES)
    (folder / "one").symlink_to(tmp_path / "club" / "shared")
    (folder / "two").symlink_to(tmp_path / "club" / "shared")
    found = next(found for found in competition_folders(tmp_path) if found.competition == "evening")
    assert "one/games.csv" in found.files
    assert codes(found) == [("two", "landing.link")]


@pytest.mark.parametrize("where", ["club", "club/evening"])
def test_a_club_or_a_competition_elsewhere_is_not_followed(tmp_path: Path, where: str) -> None:
    competition(tmp_path / "landing", "sound")
    elsewhere = tmp_path / "elsewhere"
    competition(elsewhere)
    (tmp_path / "landing" / where).parent.mkdir(exist_ok=True)
    (tmp_path / "landing" / where).symlink_to(elsewhere / where)
    outside, sound = competition_folders(tmp_path / "landing")
    assert (codes(outside), sound.club) == ([(where, "landing.link")], "sound")


def test_a_club_whose_name_is_no_utf8_costs_itself_alone(tmp_path: Path) -> None:
    competition(tmp_path, os.fsdecode(b"caf\xe9"))
    competition(tmp_path, "sound")
    outside, sound = competition_folders(tmp_path)
    assert (codes(outside), sound.club) == ([("caf\\xe9", "landing.name")], "sound")
    assert read_landing(tmp_path, NOTHING_KEPT)["competitions"]["club"].to_list() == ["sound"]


@items(("people.csv.txt", "people.csv"), ("People.csv", "people.csv"), ("club.toml.txt", "club.toml"))
def test_a_file_of_a_whole_club_under_nearly_its_name_is_reported(tmp_path: Path, written: str, name: str) -> None:
    competition(tmp_path, "sound")
    (tmp_path / "sound" / written).write_text("alias,player_id\nb,a\n", encoding="utf-8")
    (tmp_path / "sound" / "notes.txt").write_text("b is a\n", encoding="utf-8")
    outside, sound = competition_folders(tmp_path)
    assert (codes(outside), sound.club) == ([(f"sound/{written}", "landing.name")], "sound")
    expected = read_landing(tmp_path, NOTHING_KEPT)["findings"].row(0, named=True)
    assert f"its name is not {name}: rename it (Windows may hide" in expected["message"]


def test_settings_one_folder_too_high_stop_no_other_club(tmp_path: Path) -> None:
    competition(tmp_path, "sound")
    (tmp_path / "high").mkdir()
    (tmp_path / "high" / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    outside, sound = competition_folders(tmp_path)
    assert (list(outside.files), sound.club) == (["high/competition.toml"], "sound")
    (alone,) = competition_folders(tmp_path / "high")
    assert (alone.club, alone.competition) == (tmp_path.name, "high")


def test_who_names_the_folder_of_a_club_is_led_to_a_competition(tmp_path: Path) -> None:
    """The folder around it is named only where there is nothing else in it: it may be that of all a club has."""
    tuesday = competition(tmp_path, "results")
    pages = '<meta name="generator" content="Barometer"/>'
    for place in ("barometer/reports", "thursday"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "index.html").write_text(pages, encoding="utf-8")
        (tmp_path / place / "games.csv").write_bytes(GAMES)
    with pytest.raises(LandingError, match=f"folder of a club; name the folder that contains it, {tmp_path}, or a"):
        competition_folders(tmp_path / "results")
    assert [folder.club for folder in competition_folders(tmp_path)] == ["results"]  # none of what builds wrote

    (tmp_path / "photos").mkdir()
    with pytest.raises(LandingError, match=f"competitions; name one of them, such as {tuesday}. To build"):
        competition_folders(tmp_path / "results")

    competition(tmp_path, "another club")
    with pytest.raises(LandingError, match=f"folder of a club; name the folder that contains it, {tmp_path}, or a"):
        competition_folders(tmp_path / "results")


def test_pages_in_the_folder_of_a_club_are_no_competition(tmp_path: Path) -> None:
    """`cd landing/harbour; barometer build tuesday --reports reports`; a competition with such a page is one."""
    competition(tmp_path, "harbour")
    (competition(tmp_path, "harbour", "thursday") / "index.html").write_bytes(OF_SITE)
    for place, page in (("reports", OF_SITE), ("reports-private", OF_DESK), ("barometer/reports", OF_SITE)):
        folder = tmp_path / "harbour" / place
        folder.mkdir(parents=True)
        (folder / "index.html").write_bytes(page)
        (folder / "games.csv").write_bytes(GAMES)
    (tmp_path / "harbour" / "monday").mkdir()
    (tmp_path / "harbour" / "monday" / "index.html").write_text("<p>of somebody else</p>", encoding="utf-8")
    folders = [folder.competition for folder in competition_folders(tmp_path) if folder.club]
    assert folders == ["evening", "monday", "thursday"]


def test_pages_in_the_folder_of_a_competition_are_not_read(tmp_path: Path) -> None:
    """`barometer build landing --reports landing/harbour/evening/site`, and a copy of some of these pages."""
    folder = competition(tmp_path, "harbour")
    season = pages_in(folder / "site") / "harbour" / "evening" / "2025-26"
    (folder / "old" / "2025-26").mkdir(parents=True)
    for pages in (season, folder / "old" / "2025-26"):
        (pages / "downloads").mkdir(parents=True)
        (pages / "index.html").write_bytes(OF_SITE)
        (pages / "downloads" / "2025-26.csv").write_bytes(GAMES)
    desk = pages_in(folder / "site-private")
    (desk / "index.html").write_bytes(OF_DESK)
    (desk / "harbour").mkdir()
    (desk / "harbour" / "doubts.csv").write_bytes(GAMES)
    for number, page in enumerate((OF_SITE, b"<p>of somebody else</p>"), start=1):  # saved next to results
        (folder / f"{number}").mkdir()
        (folder / f"{number}" / "index.html").write_bytes(page)
        (folder / f"{number}" / "games.csv").write_bytes(GAMES)
    read = files_in(folder, Limits())
    assert [name for name in read if name.endswith(".csv")] == ["1/games.csv", "2/games.csv"]
    assert not any(name.startswith(("site", "old")) for name in read)


def test_the_folder_of_one_competition_stands_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = competition(tmp_path, "harbour")
    (folder / "games.csv").write_bytes(GAMES)
    (tmp_path / "harbour" / "people.csv").write_text("alias,player_id\nb,a\n", encoding="utf-8")
    (tmp_path / "harbour" / "other").mkdir()
    (folder / "out").symlink_to(tmp_path / "harbour" / "other")
    among_others, alone = competition_folders(tmp_path)[-1], competition_folders(folder)[0]
    assert (alone.club, alone.competition) == ("harbour", "evening")
    assert set(alone.files) == {*among_others.files, "out"}
    assert codes(alone) == [("out", "landing.link")]
    monkeypatch.chdir(folder)
    assert competition_folders(Path())[0].contents == alone.contents
    assert read_landing(Path(), NOTHING_KEPT)["competitions"]["club"].unique().to_list() == ["harbour"]


@cases(
    *(("/", ("club", "competition")), ("/tuesday", ("club", "tuesday")), ("/harbour/x/..", ("club", "harbour"))),
    ('/\'t Hof/a "b"', ("'t Hof", 'a "b"')),
)
def test_ids_of_a_competition_by_itself(place: str, ids: tuple[str, str]) -> None:
    assert ids_of(Path(place)) == ids
    for not_utf_8 in (b"/caf\xe9/tuesday", b"/harbour/caf\xe9"):
        with pytest.raises(LandingError, match=r"caf.*the name of this folder is not in UTF-8.*rename it"):
            ids_of(Path(os.fsdecode(not_utf_8)))


def test_what_barometer_wrote_into_a_competition_is_no_result(tmp_path: Path) -> None:
    folder = competition(tmp_path)
    for place in ("barometer", "barometer/reports", "2025-26"):
        (folder / place).mkdir()
        (folder / place / "games.csv").write_bytes(GAMES)
    (folder / "barometer" / "warehouse.duckdb").write_bytes(b"")
    assert list(competition_folders(folder)[0].files) == ["2025-26/games.csv", "competition.toml"]
    assert list(competition_folders(tmp_path)[0].files) == ["2025-26/games.csv", "competition.toml"]


def test_a_folder_that_cannot_be_opened_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (competition(tmp_path) / "closed").mkdir()
    competition(tmp_path, "shut")
    scandir = os.scandir

    def guarded(path: Path) -> object:
        if Path(path).name in ("closed", "shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(walking.os, "scandir", guarded)
    outside, found = competition_folders(tmp_path)
    assert codes(outside) == [("shut", "landing.closed_folder")]
    assert codes(found) == [("closed", "landing.closed_folder")]


def test_a_file_too_large_is_neither_read_nor_hashed_but_a_change_is_seen(tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    large.write_bytes(GAMES)
    limits = Limits(bytes=10)
    before = files_in(tmp_path, limits)["large.csv"]
    assert [finding.code for finding in before.findings] == ["limits.size"]
    assert before.sha256 == files_in(tmp_path, limits)["large.csv"].sha256
    os.utime(large, (1, 1))
    assert before.sha256 != files_in(tmp_path, limits)["large.csv"].sha256
    assert files_in(tmp_path, replace(limits, bytes=1_000))["large.csv"].can_be_read


def test_a_change_is_seen_though_size_and_time_lie(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_bytes(b"a" * 100_000)
    os.utime(file, (1, 1))
    before = files_in(tmp_path)["games.csv"]
    assert before.sha256 == hashlib.sha256(b"a" * 100_000).hexdigest()
    with file.open("r+b") as opened:
        opened.seek(99_999)
        opened.write(b"b")
    os.utime(file, (1, 1))
    now = files_in(tmp_path)["games.csv"]
    assert (now.size, now.modified_at) == (before.size, before.modified_at) == (100_000, SECOND)
    assert now.sha256 != before.sha256


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    for opened in (bytes_of, contents_of):
        with pytest.raises(NotAFileError, match="a pipe"):
            opened(tmp_path / "pipe", 10)


def test_only_what_may_be_gone_by_now_is_read_again() -> None:
    rows = [
        {"club": "c", "competition": code, "file_id": "f", "severity": "error", "code": code, "message": ""}
        for code in ("limits.time", "limits.memory", "reader.died", "limits.size", "reader.failed", "pbn.left_out")
    ]
    findings = WAREHOUSE["raw.findings"].create_empty()
    again = to_try_again(type(findings)(rows, schema=findings.schema))
    assert sorted(again["competition"]) == ["limits.memory", "limits.time", "reader.died"]


@pytest.mark.parametrize("name", ["Thumbs.db", "ehthumbs.db", "desktop.ini", "Desktop.ini", ".DS_Store", "Icon\r"])
def test_what_the_system_hides_is_passed_by(tmp_path: Path, name: str) -> None:
    (competition(tmp_path) / name).write_bytes(b"of the system")
    assert list(files_in(tmp_path / "club" / "evening")) == ["competition.toml"]


@pytest.mark.parametrize("name", ["System Volume Information", "$RECYCLE.BIN", "__MACOSX"])
def test_folders_that_the_system_hides_are_passed_by(tmp_path: Path, name: str) -> None:
    """On a stick the one cannot be opened, and in the other are results that were deleted."""
    tuesday = competition(tmp_path, "club", "tuesday")
    competition(tmp_path, name, "tuesday")
    competition(tuesday, name, "tuesday")
    [found] = competition_folders(tmp_path)
    assert (found.club, found.competition, list(found.files)) == ("club", "tuesday", ["competition.toml"])


@pytest.mark.parametrize("parts", ["Results_files", "Results_bestanden", "Results_fichiers", "Results-filer"])
def test_what_belongs_to_a_saved_page_is_passed_by(tmp_path: Path, parts: str) -> None:
    """Each picture and script of a page of the ACBL that was saved whole was an error at every build."""
    folder = competition(tmp_path)
    for place in (folder / parts, folder / "Other_files"):
        place.mkdir()
        (place / "2025-09-02.pbn").touch()
    (folder / "Results.htm").touch()
    assert list(files_in(folder)) == ["Other_files/2025-09-02.pbn", "Results.htm", "competition.toml"]


def test_a_competition_named_without_the_folder_around_it_is_proposed(tmp_path: Path) -> None:
    tuesday = competition(tmp_path, "results", "tuesday")
    pages_in(tmp_path / "thursday")
    with pytest.raises(LandingError, match=f"did you mean {tuesday}\\?"):
        competition_folders(tmp_path / "tuesday")


@pytest.mark.parametrize("place", ["", "reports", "reports/club", "reports/club/tuesday"])
def test_what_a_build_wrote_is_refused_on_every_floor(tmp_path: Path, place: str) -> None:
    """`barometer new` made a competition of its pages."""
    ours, tuesday = tmp_path / "barometer", competition(tmp_path, "results", "tuesday")
    ours.mkdir()
    (ours / "warehouse.duckdb").touch()
    pages_in(ours / "reports")
    folder = ours / "reports" / "club" / "tuesday"
    folder.mkdir(parents=True)
    for pages in (folder, folder.parent):
        (pages / "index.html").write_bytes(OF_SITE)
    with pytest.raises(LandingError, match="these are pages that Barometer made"):
        refuse_pages(ours / place)
    results = folder.parent / "wednesday"
    results.mkdir()
    refuse_pages(results)
    refuse_pages(tuesday)


def test_a_folder_of_pages_is_refused_and_results_of_its_name_are_proposed(tmp_path: Path) -> None:
    """Each page of it was an error, and the numbers of the evening were gone; one page among results is none."""
    (tmp_path / "index.html").write_bytes(OF_SITE)
    refuse_pages(tmp_path)
    pages = pages_in(tmp_path / "thursday")
    with pytest.raises(LandingError, match=r"these are pages .*; name the folder with your result files"):
        refuse_pages(pages)
    (pages / "2025-09-04.PBN").touch()
    with pytest.raises(LandingError, match=r"result files next to them, such as 2025-09-04\.PBN; move the"):
        refuse_pages(pages)
    thursday = competition(tmp_path, "results", "thursday")
    with pytest.raises(LandingError, match=f"these are pages .*; did you mean {thursday}\\?"):
        refuse_pages(pages)
    refuse_pages(thursday)
    (pages / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    refuse_pages(pages)


PBN = b"% PBN 2.1\n"


@items(
    ("2025-09-16.pbn", PBN, None, "move it into that folder if it belongs there"),
    ("2025-09-16.BWS", b"", None, "move it into that folder if it belongs there"),
    (
        *("2025-09-16.xml", b'<?xml version="1.0"?>\n<USEBIO Version="1.2">', None),
        "move it into that folder if it belongs there",
    ),
    # an older export lies above, and the newer one where it belongs; and a copy
    ("2025-09-16.pbn", PBN, ("2025-09-16.pbn", b"% PBN 1.0\n"), "keep the right one in that folder"),
    ("2025-09-16.pbn", PBN, ("autumn/first.pbn", PBN), None),
    ("2025-09-16.pbn", PBN, ("../competition.toml", SETTINGS.encode()), None),
)
def test_a_result_file_above_a_competition_is_reported_with_where_it_belongs(
    tmp_path: Path, name: str, content: bytes, other: tuple[str, bytes] | None, expected: str | None
) -> None:
    folder = competition(tmp_path)
    (folder / "autumn").mkdir()
    if other is not None:
        (folder / other[0]).write_bytes(other[1])
    before = read_landing(folder, NOTHING_KEPT)
    (folder.parent / name).write_bytes(content)
    raw = read_landing(folder, NOTHING_KEPT)
    found = raw["findings"].filter(code="landing.above")
    assert found.select("severity", "file_id").rows() == [("warning", f"club/{name}")] * (expected is not None)
    assert all("the file is outside the folder evening, so it is not read" in message for message in found["message"])
    assert all(str(expected) in message for message in found["message"])
    assert raw["findings"].height == before["findings"].height + found.height
    assert raw["results"].equals(before["results"])


def test_files_of_another_size_than_those_above_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = competition(tmp_path)
    (folder / "same.pbn").write_bytes(b"% PBN 2.1\n")
    (folder / "large.pbn").write_bytes(b"x" * 1000)
    (folder.parent / "2025-09-16.pbn").write_bytes(b"% PBN 2.1\n")
    opened, names = os.open, list[str]()

    def noted(path: str | Path, *how: int) -> int:
        names.append(Path(path).name)
        return opened(path, *how)

    monkeypatch.setattr("os.open", noted)
    assert [found.competition for found in competition_folders(folder)] == ["evening"]
    assert names.count("large.pbn") == 1, "for its checksum, as all files of the competition are"
    assert names.count("same.pbn") == 2
