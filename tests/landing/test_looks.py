"""club.toml says how the pages of a club look: its name, its mark and its colour."""

import base64
import shutil
import zipfile
from pathlib import Path

import polars as pl
import pytest
from each import cases
from factories import NOTHING_KEPT
from page_files import root_of, with_ends

from pipelines.cli.build import build
from pipelines.intake.landing.club import Picture, picture_of
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.machine.paths import Paths
from pipelines.settings.problems import Problem

RESULTS = (
    "session_id,line,round,table,board,ns,ew,contract,declarer,tricks\n1,A,1,1,1,1,2,4S,N,10\n1,A,1,2,1,3,4,4S,N,9\n"
)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
LOOKS = 'name = " The Mill & Co "\nmark = "mill.svg"\ncolour = "#8A1538"\n'
OTHER_SVG = SVG.replace(b"v9", b"v5")


@pytest.fixture
def landing(tmp_path: Path) -> Path:
    for club in ("harbour", "mill"):
        folder = tmp_path / "landing" / club / "tuesday"
        folder.mkdir(parents=True)
        season = 'club = "By the rules"\n[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
        (folder / "competition.toml").write_text(season, encoding="utf-8")
        (folder / "sessions.csv").write_text("session_id,date,kind\n1,2025-11-04,pairs\n", encoding="utf-8")
        (folder / "results.csv").write_text(RESULTS, encoding="utf-8")
    (tmp_path / "landing" / "mill" / "mill.svg").write_bytes(SVG)
    settings(tmp_path / "landing", f'{LOOKS}welcome = """\nWe play\non Tuesdays.\n\n<b>Guests</b> too.\n"""\n')
    return tmp_path / "landing"


def settings(landing: Path, page: str, club: str = "mill") -> None:
    (landing / club / "club.toml").write_text(f"[page]\n{page}", encoding="utf-8")


def looks(raw: dict[str, pl.DataFrame]) -> list[tuple[str, str | None, str | None, bytes | None]]:
    rows = raw["looks"].select("club", "colour", "mark_format", "mark").rows()
    return [(*row, base64.b64decode(mark) if mark else None) for *row, mark in rows]


def paragraphs(page: Path) -> list[str]:
    return [" ".join(one.text.split()) for one in root_of(page).xpath("//div[@class='welcome']/p")]


def names(raw: dict[str, pl.DataFrame]) -> list[str]:
    return raw["competitions"].sort("club")["club_name"].to_list()


def test_a_club_has_a_name_a_mark_and_a_colour(landing: Path) -> None:
    raw = read_landing(landing, NOTHING_KEPT)
    assert looks(raw) == [("mill", "#8a1538", "svg", SVG)]
    assert names(raw) == ["By the rules", "The Mill & Co"]
    assert raw["findings"].filter(pl.col("file_id").str.starts_with("../")).is_empty()
    formats = dict(raw["files"].filter(club="mill").select("path", "format").iter_rows())
    assert (formats["mill/mill.svg"], formats["mill/club.toml"]) == ("mark", "settings")


SLIPS = [
    *(("name", '""', "value"), ("name", "3", "value"), ("name", f'"{"x" * 101}"', "value")),
    *(("colour", '"green"', "value"), ("colour", '"#12345"', "value"), ("colour", '"#12345g"', "value")),
    *(("mark", '"../mill/mill.svg"', "value"), ("mark", '"/etc/passwd"', "value"), ("mark", '".hidden"', "value")),
    *(("mark", '"none.svg"', "mark"), ("mark", '"people.csv"', "mark"), ("mark", '"tuesday"', "mark")),
    *(("mark", '"link.svg"', "mark"), ("mark", '"out.svg"', "mark"), ("mark", '"notes.svg"', "mark")),
    *(("welcome", '""', "value"), ("welcome", r'"a\u0007"', "value"), ("welcome", f'"{"x" * 2001}"', "value")),
    *(("mark", '"large.png"', "mark"), ("mrak", '"mill.svg"', "unknown_key")),
]


def test_a_slip_costs_its_own_key(landing: Path, tmp_path: Path, subtests: pytest.Subtests) -> None:
    mill = landing / "mill"
    (tmp_path / "out.svg").write_bytes(SVG)
    (mill / "out.svg").symlink_to(tmp_path / "out.svg")
    (mill / "notes.svg").write_text("notes", encoding="utf-8")
    (mill / "large.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100_000))
    sound = {"name": '"The Mill"', "mark": '"mill.svg"', "colour": '"#8a1538"', "language": '"nl"'}
    for number, (key, value, _) in enumerate(SLIPS):
        club = shutil.copytree(mill, landing / f"mill {number}", symlinks=True)
        (club / "link.svg").symlink_to(club / "mill.svg")
        settings(landing, "".join(f"{name} = {of}\n" for name, of in {**sound, key: value}.items()), club.name)
    made = read_landing(landing, NOTHING_KEPT)
    for number, (key, value, code) in enumerate(SLIPS):
        with subtests.test(f"{key} = {value}"):
            club = f"mill {number}"
            raw = {name: table.filter(club=club) for name, table in made.items() if "club" in table.columns}
            found = raw["findings"].filter(file_id="../club.toml")
            assert found.select("severity", "field", "code").rows() == [("error", f"page.{key}", f"settings.{code}")]
            if code != "mark":
                lines = (landing / club / "club.toml").read_text(encoding="utf-8").splitlines()
                assert lines[found["line_no"].item() - 1] == f"{key} = {value}"
            mark = ("svg", SVG) if key != "mark" else (None, None)
            assert looks(raw) == [(club, None if key == "colour" else "#8a1538", *mark)]
            assert names(raw) == ["By the rules" if key == "name" else "The Mill"]
            assert raw["competitions"]["language"].to_list() == ["nl"]
            assert raw["results"].height == 2


def test_a_pale_colour_is_shown_darker_and_reported(landing: Path) -> None:
    settings(landing, 'colour = "#ffd400"\n')
    raw = read_landing(landing, NOTHING_KEPT)
    (found,) = raw["findings"].filter(file_id="../club.toml").to_dicts()
    assert (found["severity"], found["field"], found["value"]) == ("warning", "page.colour", "#ffd400")
    shown, dark = raw["looks"].select("colour", "colour_in_the_dark").row(0)
    assert (shown != "#ffd400", shown in found["message"], dark) == (True, True, "#ffd400")


def test_the_mark_of_a_competition_that_is_left_out_is_no_result_file(landing: Path) -> None:
    (landing / "mill" / "tuesday" / "competition.toml").write_text("[[season", encoding="utf-8")
    raw = read_landing(landing, NOTHING_KEPT)
    assert raw["findings"].filter(file_id="../mill.svg").is_empty()
    assert raw["looks"].is_empty()


@pytest.mark.long
def test_pages_show_them_and_a_change_draws_its_club_alone(landing: Path, tmp_path: Path) -> None:
    paths = Paths(landing, tmp_path / "warehouse.duckdb", tmp_path / "reports")
    build(paths)
    harbour, mill = (paths.reports / club / "tuesday" for club in ("harbour", "mill"))
    drawn = (page for page in mill.rglob("*.html") if page.parent.name != "boards")  # those only lead on
    pages = [with_ends(page.read_text(encoding="utf-8")) for page in drawn]
    for page in pages:
        assert 'mark.svg" alt="The Mill &amp; Co"/>' in page
        assert "img-src 'self' file:;" in page
    assert pages
    of_season, first = mill / "2025-26" / "index.html", paths.reports / "index.html"
    assert "href=../2025-26/index.html aria-current=page><img src=../mark.svg" in of_season.read_text(encoding="utf-8")
    assert "href=../../../index.html>All clubs</a>" in of_season.read_text(encoding="utf-8")
    assert '<link rel="icon" href="../mark.svg"/>' in of_season.read_text(encoding="utf-8")
    assert {"We play on Tuesdays.", "<b>Guests</b> too."} <= {*paragraphs(of_season)}
    assert (mill / "mark.svg").read_bytes() == SVG
    assert "--accent: #8a1538" in (mill / "style.css").read_text(encoding="utf-8")
    with zipfile.ZipFile(mill / "2025-26" / "downloads" / "2025-26.zip") as archive:
        assert [name for name in archive.namelist() if "competitions" in name or "looks" in name] == [
            "raw.competitions.csv"
        ]
    assert not (harbour / "mark.svg").exists()
    assert "mark.svg" not in "".join(page.read_text(encoding="utf-8") for page in harbour.rglob("*.html"))
    assert "mark.svg" not in first.read_text(encoding="utf-8")
    assert build(paths).up_to_date

    before = {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in harbour.rglob("*")}
    (landing / "mill" / "mill.svg").write_bytes(OTHER_SVG)
    settings(landing, 'mark = "mill.svg"\ncolour = "#123456"\n')
    build(paths)
    assert "We play on Tuesdays." not in paragraphs(of_season)
    assert (mill / "mark.svg").read_bytes() == OTHER_SVG
    assert "--accent: #123456" in (mill / "style.css").read_text(encoding="utf-8")
    assert {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in harbour.rglob("*")} == before

    settings(landing, 'language = "en"\n')
    build(paths)
    assert not (mill / "mark.svg").exists()
    assert "mark.svg" not in of_season.read_text(encoding="utf-8")

    (tmp_path / "landing" / "harbour").rename(tmp_path / "harbour")
    settings(landing, 'welcome = "Welcome."\n')
    build(paths)
    assert "Welcome." in paragraphs(first)


def test_a_competition_by_itself_has_the_mark_of_its_club(landing: Path) -> None:
    (folder,) = competition_folders(landing / "mill" / "tuesday")
    assert (folder.mark, folder.files["../mill.svg"].findings) == ("../mill.svg", ())


@cases(
    '<image href="https://x.org/a.png"/>',
    '<image xmlns:l="http://www.w3.org/1999/xlink" l:href="//x.org/a.png"/>',
    '<use href="other.svg#a"/>',
    '<path fill="url(https://x.org/a#b)"/>',
    "<path style=\"fill: URL( '//x.org/a' )\"/>",
    "<style>@import 'https://x.org/a.css';</style>",
    "<style>path { fill: u\\72l(//x.org/a) }</style>",
    '<image href="data:image/svg+xml,%3Csvg/%3E"/>',
)
def test_a_mark_loads_nothing_from_elsewhere(inside: str) -> None:
    found = picture_of(SVG.replace(b"</svg>", f"{inside}</svg>".encode()), "mark.svg")
    assert isinstance(found, Problem)
    assert "the picture is an SVG with" in found.message


@cases(
    *('<use href="#a"/>', '<path fill="url(#a)"/>', "<style>path { fill: url('#a') }</style>"),
    '<image href="data:image/png;base64,AA"/>',
)
def test_a_mark_may_use_its_own_parts(inside: str) -> None:
    assert isinstance(picture_of(SVG.replace(b"</svg>", f"{inside}</svg>".encode()), "mark.svg"), Picture)
