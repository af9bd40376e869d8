"""What a build reads of a landing folder: copies, files above, pictures, and lines of settings."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import polars as pl
import pytest
from each import cases
from factories import NOTHING_KEPT
from strangers.inputs import SETTINGS

from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.club import Picture, picture_of
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.gathered import originals
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.of_settings import with_lines
from pipelines.intake.landing.raw_tables import read_landing
from pipelines.settings.problems import Problem
from pipelines.words.plain_text import finding_in_words
from transforms.tables.schemas import Findings
from transforms.tables.shared import types_of


def test_settings_that_are_not_among_the_listed_files_count_as_they_were_before(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=1, seed=1, pairs=14, boards=6)
    before = read_landing(tmp_path, NOTHING_KEPT)
    folders = competition_folders(tmp_path)
    for folder in folders:
        folder.files.pop("competition.toml", None)
    next(tmp_path.rglob("competition.toml")).unlink()
    last = LastBuild(*(before[name] for name in ("players", "people", "files", "findings")))
    after = read_landing(tmp_path, NOTHING_KEPT, listed=folders, last=last)
    assert after["competitions"].equals(before["competitions"])
    assert after["results"].equals(before["results"])
    assert "competition.toml" in after["findings"]["file_id"]


def test_a_copy_of_a_whole_evening_is_not_read_twice(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=2, seed=1, pairs=14, boards=6)
    before = read_landing(tmp_path, NOTHING_KEPT)
    evening = min(path for path in tmp_path.glob("*/*/*") if path.is_dir())
    shutil.copytree(evening, evening.with_name(f"{evening.name} (copy)"))
    after = read_landing(tmp_path, NOTHING_KEPT)

    for name in ("sessions", "entries", "results", "players"):
        assert after[name].equals(before[name]), name
    copies = sorted(path.name for path in evening.iterdir())
    assert after["findings"].select("file_id", "severity").rows() == [
        (f"{evening.name} (copy)/{copy}", "warning") for copy in copies
    ]
    assert f"of {evening.name}/{copies[0]}," in after["findings"]["message"][0]
    assert after["files"].filter(pl.col("format") == "not read").height == len(copies)


@pytest.mark.long
def test_a_slip_in_the_settings_leaves_them_as_they_were_and_new_evenings_count(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=2, seed=1, pairs=14, boards=6)
    settings = next(tmp_path.rglob("competition.toml"))
    sound = settings.read_text(encoding="utf-8")
    evening = max(path for path in settings.parent.iterdir() if path.is_dir())
    evening.rename(tmp_path.parent / f"{tmp_path.name}-kept")
    before = read_landing(tmp_path, NOTHING_KEPT)
    settings.write_text(sound.replace("[[season]]", "[season]"), encoding="utf-8")
    shutil.move(tmp_path.parent / f"{tmp_path.name}-kept", evening)

    def after(last: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
        known = LastBuild(*(last[name] for name in ("players", "people", "files", "findings")))
        return read_landing(tmp_path, NOTHING_KEPT, last=known)

    first = after(before)
    for raw in (first, after(first)):
        assert raw["competitions"].equals(before["competitions"])
        assert raw["results"].height > before["results"].height
        (found,) = raw["findings"].rows(named=True)
        assert (found["file_id"], found["severity"]) == ("competition.toml", "error")
        assert found["message"].endswith("(until that is corrected, the settings count as they were before)")
    never_sound = read_landing(tmp_path, NOTHING_KEPT)
    assert never_sound["competitions"].is_empty()
    assert "the files next to it are left out" in never_sound["findings"]["message"][0]
    settings.write_text(sound, encoding="utf-8")
    assert after(first)["findings"].is_empty()


@pytest.mark.parametrize(("most", "reported"), [(52, []), (60, ["60"]), ('"60%"', [])])
def test_a_championship_of_too_many_evenings_is_asked_back(tmp_path: Path, most: object, reported: list[str]) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=1, seed=1, pairs=14, boards=6)
    settings = next(tmp_path.rglob("competition.toml"))
    seasons = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
    settings.write_text(f"{seasons}[championship.individual]\nmin = {most}\n", encoding="utf-8")
    found = read_landing(tmp_path, NOTHING_KEPT)["findings"]
    assert found["value"].to_list() == reported
    assert all("weeks (53)" in text and 'write "60%"' in text for text in found["message"])


def test_a_file_that_changes_once_it_is_listed_is_recorded_as_it_was_read(tmp_path: Path) -> None:
    simulate_landing(tmp_path, clubs=1, sessions=1, seed=1, pairs=14, boards=6)
    listed = competition_folders(tmp_path)
    results = next(tmp_path.rglob("results.csv"))
    *lines, _ = results.read_text(encoding="utf-8").splitlines()
    results.write_text("\n".join(lines), encoding="utf-8")
    raw = read_landing(tmp_path, NOTHING_KEPT, listed=listed)

    file = raw["files"].filter(pl.col("path") == results.relative_to(tmp_path).as_posix()).row(0, named=True)
    assert raw["results"].height == file["rows"] == len(lines) - 1
    assert file["sha256"] == hashlib.sha256(results.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", ["a.bws", "a.csv", "a.pbn", "a.pdn", "a.pgn", "a.xlsx", "a.xml", "A.PDN", "a.csv.txt"])
@pytest.mark.parametrize("inside", ["", "club/"])
def test_a_result_file_outside_competitions_is_named(tmp_path: Path, inside: str, name: str) -> None:
    settings = tmp_path / "club" / "evening" / "competition.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n', encoding="utf-8")
    (tmp_path / f"{inside}{name}").write_text("no matter what", encoding="utf-8")
    (tmp_path / f"{inside}notes.txt").write_text("no results", encoding="utf-8")
    raw = read_landing(tmp_path, NOTHING_KEPT)
    outside = raw["files"].filter(pl.col("competition") == "")
    assert outside.select("path", "format").rows() == [(f"{inside}{name}", "not read")]
    assert "not in the folder of a competition" in raw["findings"]["message"].item()


@pytest.mark.long
def test_a_file_changed_later_is_the_newer_one_in_the_next_build_as_in_a_fresh_one(tmp_path: Path) -> None:
    folder = tmp_path / "club" / "evening"
    folder.mkdir(parents=True)
    (folder / "competition.toml").write_text(SETTINGS)
    boards = (
        f'[Board "{board}"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 90\n3 4 80\n' for board in range(1, 9)
    )
    evening = f'[Date "2025.09.02"]\n[TotalScoreTable "PairId;Names"]\n{"".join(boards)}'
    for place, name in enumerate(("one.pbn", "two.pbn")):
        (folder / name).write_text(f"% {name}\n{evening}")
        os.utime(folder / name, (1_000_000_000 + place, 1_000_000_000 + place))
    before = read_landing(tmp_path, NOTHING_KEPT)
    assert before["sessions"].select("session_id", "file_id").rows() == [("one", "two.pbn")]
    os.utime(folder / "one.pbn", (1_100_000_000, 1_100_000_000))
    nightly, fresh = (read_landing(tmp_path, kept) for kept in (before, NOTHING_KEPT))
    assert nightly["sessions"].select("session_id", "file_id").rows() == [("one", "one.pbn")]
    assert nightly["sessions"].equals(fresh["sessions"])


COPIES = (
    *("2025-09-02 (1).pbn", "2025-09-02 - Copy.pbn", "2025-09-02 - Copy (2).pbn", "2025-09-02 copy 2.pbn"),
    *("2025-09-02 - Kopie.pbn", "Kopie van 2025-09-02.pbn", "2025-09-02 - Copie.pbn", "2025-09-02 \u2013 kopi.pbn"),
    *("Copy of 2025-09-02.pbn", "a/2025-09-02 (1).pbn"),
)
NO_COPIES = ("hardcopy.pbn", "Copyright.pbn", "2025-09-02 (extra).pbn", "(1).pbn", "Kopiec.pbn")


@cases(
    *(((copy, "2025-09-02.pbn"), "2025-09-02.pbn") for copy in COPIES),
    *(((name, "z.pbn"), name) for name in NO_COPIES),
    (("backup/players.csv", "players.csv"), "players.csv"),
    (("a (1).pbn", "a (2).pbn"), "a (1).pbn"),
)
def test_of_files_with_the_same_bytes_one_is_read(same: tuple[str, ...], read: str) -> None:
    others = {"backup/gone.csv": "other", "nobody could open.pbn": "", "nor this.pbn": ""}
    expected = dict.fromkeys(same, read) | {name: name for name in others}
    assert originals(dict.fromkeys(same, "same") | others) == expected


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


@cases(
    *((b"\x89PNG\r\n\x1a\n...", "png"), (b"\xff\xd8\xff\xe0...", "jpg")),
    (SVG.format('<style>path{fill:#123}</style><path d="M0 0h9"/>').encode(), "svg"),
    (b'<?xml version="1.0"?>\n<!-- drawn by hand -->\n' + SVG.format("").encode(), "svg"),
)
def test_pictures_are_known_by_their_content(content: bytes, suffix: str) -> None:
    picture = picture_of(content, "mark")
    assert isinstance(picture, Picture)
    assert picture.suffix == suffix
    assert picture.content == content or suffix == "svg"


def test_an_svg_is_shown_as_it_was_understood() -> None:
    odd = SVG.format("<title>Zürich</title>")
    picture = picture_of(f'<?xml version="1.0" encoding="latin-1"?>{odd}'.encode("latin-1"), "mark.svg")
    assert isinstance(picture, Picture)
    assert "Zürich" in picture.content.decode("utf-8")


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"GIF89a", b"<svg/>", b"<html><svg xmlns='http://www.w3.org/2000/svg'/></html>"),
        b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;").encode(),
        b'<?xml-stylesheet href="a.xsl"?>' + SVG.format("").encode(),
        *(SVG.format(inside).encode() for inside in ("<g>", "<script>alert(1)</script>", "<foreignObject/>")),
        SVG.format("<g><x:script xmlns:x='http://www.w3.org/1999/xhtml'/></g>").encode(),
        SVG.format("<path onload='alert(1)'/>").encode(),
        SVG.format("<a href='java&#10;Script:alert(1)'/>").encode(),
        SVG.format("<a><set attributeName='href' to='x'/></a>").encode(),
    ],
)
def test_what_is_no_picture_or_could_run_is_reported(content: bytes) -> None:
    wrong = picture_of(content, "mark.svg")
    assert isinstance(wrong, Problem)
    assert (wrong.code, wrong.key, wrong.value) == ("settings.mark", "page.mark", "mark.svg")


TEXT = """\
[[season]]
name = "2025/26"
start = 2025-09-01

[ranking]
lines = 3

[[session]]
session = "a"
date = 2062-09-09

[[session]]
files = ["b.pbn"]
date = 2062-09-09
settled = [
    "A 1 3",
]

[awards.only]
"cup" = ["ffb"]

[[session]]
session = "c"
settled = ["A 1 3NS", "A 2 1EW"]
"""


def found(field: str | None, value: str | None, nth: int | None = None, text: str = TEXT) -> dict[str, object]:
    arguments = None if nth is None else json.dumps({"nth": str(nth)})
    row = {"club": "club", "competition": "tuesday", "file_id": "competition.toml", "severity": "error"}
    row |= {"field": field, "value": value, "message": "wrong", "code": "settings.x", "arguments": arguments}
    rows = pl.DataFrame([row], schema=types_of(Findings))
    return with_lines(rows, {("club", "tuesday"): text}).row(0, named=True)


@cases(
    ("season.name", "2025/26", None, ':2: name = "2025/26": wrong'),
    ("session.date", "2062-09-09", 1, ":10: date = 2062-09-09: wrong"),
    ("session.date", "2062-09-09", 2, ":14: date = 2062-09-09: wrong"),
    ("session.date", "2062-09-09", None, ": session.date = '2062-09-09': wrong"),
    ("session.settled", "A 1 3", 2, ":15: session.settled = 'A 1 3': wrong"),
    ("session.settled", "A 2 1EW", 3, ":24: session.settled = 'A 2 1EW': wrong"),
    ("ranking.lines", "3", None, ":6: lines = 3: wrong"),
    ("awards.only", "cup", None, ':20: "cup" = ["ffb"]: wrong'),
    *(("accept", "a", None, ": accept = 'a': wrong"), (None, None, None, ": wrong")),
)
def test_a_known_line_is_named(field: str | None, value: str | None, nth: int | None, reported: str) -> None:
    """Of settings that are not those of the file none is."""
    assert finding_in_words(found(field, value, nth)) == f"club/tuesday/competition.toml{reported}"
    assert found(field, value, nth, text="")["line_no"] is None
