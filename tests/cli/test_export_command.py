"""`barometer export`: a session or a season for other programs, read again as it was."""

import io
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from commands import barometer
from first_builds import without_pages
from strangers.inputs import SETTINGS
from writers.round_trips import cells_of

from pipelines.cli.build import build
from pipelines.cli.simulate import SAMPLE_SIZE, simulate_landing
from pipelines.intake.readers import Reading, read_file
from pipelines.intake.writers import SUFFIXES
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long

EVENING, OF_SAMPLE = "2025-10-07", ("--competition", "alderhaven/tuesday-evening")
CHARTS = ("attendance", "spread", "foretold", "methods", "ratings", "calibration", "schemes")


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight evenings like those of the sample, built; what is exported comes from tables alone."""
    folder = tmp_path_factory.mktemp("export")
    landing = simulate_landing(folder / "landing", sessions=8, seed=SAMPLE_SIZE["seed"], boards=8)
    with without_pages():
        build(Paths(landing, folder / "w.duckdb", folder / "reports"), None)
    return folder / "w.duckdb"


def raw(warehouse: Path, name: str, session_id: str) -> pl.DataFrame:
    with Warehouse(warehouse, read_only=True) as opened:
        rows = opened.read(f"raw.{name}").filter(session_id=session_id)
    return rows.drop("club", "competition", "season")


def assert_same(found: Reading, warehouse: Path, session_id: str) -> None:
    assert found.findings.filter(severity="error").is_empty()
    for name in ("sessions", "entries", "results", "adjustments"):
        mine = found.tables[name].filter(session_id=session_id)
        assert cells_of(mine).equals(cells_of(raw(warehouse, name, session_id))), name


def test_a_session_is_written_whole_and_comes_back(warehouse: Path, tmp_path: Path) -> None:
    for form, suffix in SUFFIXES.items():
        out = tmp_path / form / f"{EVENING}{suffix}"
        done = barometer("export", EVENING, "--format", form, "--out", out, "--warehouse", warehouse)
        assert (done.exit_code, done.stdout) == (0, "")
        assert [path.name for path in out.parent.iterdir()] == [out.name]
        assert_same(read_file(out, out.name), warehouse, EVENING)
        printed = barometer("export", EVENING, "--format", form, "--warehouse", warehouse)
        assert printed.stdout.encode() == out.read_bytes()
    found = read_file(tmp_path / "json" / f"{EVENING}.json", "evening.json").tables["official_results"]
    with Warehouse(warehouse, read_only=True) as opened:
        ours = opened.read("scored.session_results").filter(session_id=EVENING)
    key = ["line", "entrant"]
    both = found.join(ours, on=key, suffix="_here")
    assert both.height == found.height == ours.height
    assert both.filter(pl.col("rank").ne_missing(pl.col("rank_here"))).is_empty()
    assert both.filter((pl.col("score") - pl.col("score_here")).abs() >= 1e-8).is_empty()


@pytest.mark.nightly
def test_a_season_is_a_folder_of_sessions_or_one_document(warehouse: Path, tmp_path: Path) -> None:
    folder, document = tmp_path / "season", tmp_path / "season.json"
    done = barometer("export", *OF_SAMPLE, "--format", "usebio", "--out", folder, "--warehouse", warehouse)
    assert done.exit_code == 0
    assert "it contains everybody's name" in done.stderr
    with Warehouse(warehouse, read_only=True) as opened:
        ids = sorted(opened.read("raw.sessions")["session_id"])
    assert sorted(path.name for path in folder.iterdir()) == [f"{each}.xml" for each in ids]
    assert barometer("export", "--format", "json", "--out", document, "--warehouse", warehouse).exit_code == 0
    found = read_file(document, "season.json")
    assert sorted(found.tables["sessions"]["session_id"]) == ids
    for session_id in ids[::7]:
        assert_same(found, warehouse, session_id)


REFUSED = {
    "2025-10-08 --format pbn": "there is no such session (the nearest: 2025-10-07, 2025-10-14, 2025-09-30",
    "--format pbn": "so a folder is needed: add --out FOLDER",
    "--format json --season 1999": "nothing has this name",
    f"{EVENING} --format json --competition chess": "nothing has this name",
    f"{EVENING} --format json --out .": "that is a folder; name a file in it",
    f"{EVENING} --format usebio --charge ten --club-number 1": "this is not a code of two digits, such as 10",
    f"{EVENING} --format usebio --charge 10": "both --charge CODE and --club-number NUMBER",
    f"{EVENING} --format pbn --charge 10": "for the EBU: add --format usebio",
}


def test_what_cannot_be_written_is_said_in_a_line(warehouse: Path, refused: Callable[..., str]) -> None:
    for words, said in REFUSED.items():
        assert said in refused("export", *words.split(), "--warehouse", warehouse)


def test_what_is_there_already_goes_only_where_somebody_asks(warehouse: Path, tmp_path: Path) -> None:
    """The evening as it was played may be there: an export has what the penalties made of it."""
    out, season = tmp_path / "evening.pbn", tmp_path / "season"
    of_session = ("export", EVENING, "--format", "pbn", "--warehouse", warehouse)
    assert barometer(*of_session, "--out", out).exit_code == 0
    ours = out.read_bytes()
    assert barometer(*of_session, "--out", out).exit_code == 0  # the same to the byte
    season.mkdir()
    there = season / f"{EVENING}.pbn"
    for place, asked in (
        (out, (*of_session, "--out", out)),
        (there, ("export", *OF_SAMPLE, *of_session[2:], "--out", season)),
    ):
        place.write_bytes(b"% as it was played")
        done = barometer(*asked)
        assert (done.exit_code, place.read_bytes()) == (2, b"% as it was played")
        assert f"{place} already exists, and stays as it is; name another file, or add --replace" in done.stderr
        assert [path.name for path in place.parent.glob("*.pbn")] == [place.name]  # none of the others is written
        assert barometer(*asked, "--replace").exit_code == 0
        assert place.read_bytes() == ours


@pytest.mark.nightly
def test_a_number_of_nobody_is_nobody_in_the_file_too(tmp_path: Path) -> None:
    """19 is a slip for 3, on the best result: whoever is in the list of a file would be somebody."""
    evening = tmp_path / "landing" / "harbour" / "tuesday" / "2025-09-02"
    evening.mkdir(parents=True)
    seats = [f"1,A,{pair},p{pair}{seat}\n" for pair in range(1, 5) for seat in "ab"]
    lines = [
        f"1,A,{board},{'19' if (board, ns) == (6, 3) else ns},{ns + 1},{500 if ns == 3 else 100 * (board % 3)}\n"
        for board in range(1, 7)
        for ns in (1, 3)
    ]
    (evening.parent / "competition.toml").write_text(SETTINGS, encoding="utf-8")
    (evening / "sessions.csv").write_text("session_id,date,kind\n1,2025-09-02,pairs\n", encoding="utf-8")
    (evening / "entries.csv").write_text("session_id,line,entrant,player_id\n" + "".join(seats), encoding="utf-8")
    (evening / "results.csv").write_text("session_id,line,board,ns,ew,score\n" + "".join(lines), encoding="utf-8")
    warehouse = tmp_path / "w.duckdb"
    with without_pages():
        build(Paths(tmp_path / "landing", warehouse, tmp_path / "reports"), None)

    def listed(path: Path) -> pl.DataFrame:
        printed = barometer("score", path, "--show", "results", "--format", "json").stdout
        return pl.read_json(io.StringIO(printed)).select("entrant", "rank", "score", "is_nobody")

    here = listed(evening)
    assert here.filter("is_nobody")["entrant"].to_list() == ["19"]
    for form, suffix in SUFFIXES.items():
        out = tmp_path / f"1{suffix}"
        done = barometer("export", "1", "--format", form, "--out", out, "--warehouse", warehouse)
        assert done.exit_code == 0, done.stderr
        assert listed(out).equals(here)


def test_the_charts_of_a_season_are_files_that_stand_alone(warehouse: Path, tmp_path: Path) -> None:
    done = barometer("export", "--format", "svg", "--out", tmp_path / "charts", "--warehouse", warehouse, *OF_SAMPLE)
    assert done.exit_code == 0
    files = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "charts").iterdir()}
    assert {*files} == {f"{name}.svg" for name in CHARTS}
    about = "Tuesday evening, Bridge Club Alderhaven, 2025-26"
    assert {name for name, file in files.items() if about not in file} == {"schemes.svg"}
    for refused in (("--out", tmp_path / "one", EVENING), ()):
        done = barometer("export", "--format", "pdf", "--warehouse", warehouse, *refused)
        assert (done.exit_code, "charts are those of a season" in done.stderr) == (2, True)
