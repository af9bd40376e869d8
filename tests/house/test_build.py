"""`barometer build`: one command from landing folder to report, again and again, whatever is dropped in."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from pipelines.build import BuildError, build
from pipelines.landing import LandingError
from pipelines.landing_writer import simulate_landing
from pipelines.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.tables import WAREHOUSE

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def two_clubs(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """Two clubs of two sessions each, built."""
    folder = tmp_path_factory.mktemp("two_clubs")
    simulate_landing(folder / "landing", clubs=2, sessions=2, seed=1)
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


@pytest.fixture
def paths(two_clubs: Paths, tmp_path: Path) -> Paths:
    """A copy of them, to change."""
    shutil.copytree(two_clubs.landing.parent, tmp_path, dirs_exist_ok=True)
    return Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "reports")


def competition_folder(paths: Paths, number: int = 0) -> Path:
    return sorted(paths.landing.glob("*/*"))[number]


def tables(paths: Paths) -> dict[str, pl.DataFrame]:
    with Warehouse(paths.warehouse) as warehouse:
        return {name: warehouse.read(name) for name in WAREHOUSE}


def barometer(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipelines.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=PROJECT, check=False, capture_output=True, text=True, env=dict(os.environ))


def barometer_build(paths: Paths, *more: str) -> subprocess.CompletedProcess[str]:
    return barometer(
        "build", paths.landing, "--warehouse", paths.warehouse, "--reports", paths.reports, *more
    )


def test_every_stage_has_rows_and_the_report_stands(two_clubs: Paths) -> None:
    built = tables(two_clubs)
    filled = {name for name, rows in built.items() if not rows.is_empty()}
    no_source = {"raw.matches", "raw.games", "raw.ratings", "raw.official_results", "raw.findings"}
    assert set(WAREHOUSE) - filled <= no_source | {"scored.official_differences"}
    assert built["raw.sessions"].height == 4
    assert (two_clubs.reports / "index.html").exists()


def test_every_raw_row_knows_its_file_and_line(two_clubs: Paths) -> None:
    results = tables(two_clubs)["raw.results"]
    row = results.filter(pl.col("contract").is_not_null()).row(-1, named=True)
    file = two_clubs.landing / row["club"] / row["competition"] / row["file_id"]
    line = file.read_text(encoding="utf-8").splitlines()[row["line_no"] - 1]
    assert row["contract"] in line.split(",")
    assert str(row["board"]) in line.split(",")


def test_a_second_build_with_nothing_new_stops_before_dagster(paths: Paths) -> None:
    first = barometer_build(paths)  # other paths than those of the fixture's build
    again = barometer_build(paths)
    assert first.returncode == again.returncode == 0
    assert "Nothing changed since the last build." in again.stderr
    assert again.stdout == f"Report: {paths.reports / 'index.html'}\n"
    program = (
        "import sys\nfrom pathlib import Path\nfrom pipelines.build import build\nfrom pipelines.paths import Paths\n"
        f"paths = Paths(*map(Path, {[str(paths.landing), str(paths.warehouse), str(paths.reports)]!r}))\n"
        "assert build(paths).up_to_date\nsys.exit('dagster' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False).returncode == 0


def test_only_a_competition_that_changed_is_read_again(paths: Paths) -> None:
    build(paths)
    before = tables(paths)
    changed = competition_folder(paths)
    session = sorted(path for path in changed.iterdir() if path.is_dir())[0]
    results = session / "results.csv"
    results.write_text("\n".join(results.read_text(encoding="utf-8").splitlines()[:-1]) + "\n", encoding="utf-8")
    build(paths)
    after = tables(paths)

    def read_at(built: dict[str, pl.DataFrame], *, of_changed: bool) -> pl.Series:
        is_changed = pl.col("club") == changed.parent.name
        return built["raw.files"].filter(is_changed if of_changed else ~is_changed).sort("file_id")["ingested_at"]

    assert (read_at(before, of_changed=False) == read_at(after, of_changed=False)).all()
    assert (read_at(before, of_changed=True) < read_at(after, of_changed=True)).all()
    assert after["raw.results"].height == before["raw.results"].height - 1


def test_building_twice_and_building_afresh_give_the_same(paths: Paths, tmp_path: Path) -> None:
    folder = competition_folder(paths)
    session = sorted(path for path in folder.iterdir() if path.is_dir())[0]
    shutil.rmtree(session)
    build(paths)
    afresh = Paths(paths.landing, tmp_path / "afresh.duckdb", tmp_path / "afresh")
    build(afresh)
    kept, new = tables(paths), tables(afresh)
    for name in WAREHOUSE:
        if name not in ("raw.files", "operations.builds"):
            key = WAREHOUSE[name].primary_key() or WAREHOUSE[name].column_names()
            assert kept[name].sort(key).equals(new[name].sort(key)), name


def test_one_season_leaves_the_others_alone(paths: Paths) -> None:
    before = tables(paths)
    season = before["raw.competitions"]["season"][0]
    outcome = build(paths, season)
    assert not outcome.up_to_date
    assert tables(paths)["championships.individual"].sort(pl.all()).equals(
        before["championships.individual"].sort(pl.all())
    )
    with pytest.raises(LandingError, match=r"no season nineteen.*there are"):
        build(paths, "nineteen")


def test_a_crash_half_way_leaves_whole_tables_and_the_old_report(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    build(paths)
    before = tables(paths)
    page = (paths.reports / "index.html").read_bytes()
    results = next(competition_folder(paths).rglob("results.csv"))
    results.write_text("\n".join(results.read_text(encoding="utf-8").splitlines()[:-1]), encoding="utf-8")

    def crash(*_: object) -> None:
        raise RuntimeError("the power went out")

    with monkeypatch.context() as patched:
        patched.setattr("pipelines.assets.rankings.player_rankings", crash)
        with pytest.raises(BuildError, match=r"rankings__player_rankings.*the power went out"):
            build(paths)
    crashed = tables(paths)
    assert crashed["rankings.player_rankings"].equals(before["rankings.player_rankings"])
    assert (paths.reports / "index.html").read_bytes() == page

    build(paths)
    assert tables(paths)["raw.results"].height == before["raw.results"].height - 1


PBN_WITHOUT_A_COLUMN = """% PBN 2.0
[Event "x"]
[Date "2025.09.02"]
[Board "1"]
[ScoreTable "Table\\1R;Round\\1R;PairId_NS\\2R;Contract\\4L;Declarer\\1R;Result\\2R"]
1 1 1 4H S 10
"""
ENTITY_BOMB = """<?xml version="1.0"?>
<!DOCTYPE USEBIO [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]>
<USEBIO Version="1.2"><CLUB><CLUB_NAME>&d;</CLUB_NAME></CLUB></USEBIO>
"""
TRUNCATED = '<?xml version="1.0"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><DATE>02/09/20'


def appended(file: str, row: str) -> Callable[[Path], None]:
    def append(folder: Path) -> None:
        path = next(folder.rglob(file))
        path.write_text(path.read_text(encoding="utf-8") + row, encoding="utf-8")

    return append


def added(file: str, text: str) -> Callable[[Path], None]:
    return lambda folder: (folder / file).write_text(text, encoding="utf-8") and None


def player_twice(folder: Path) -> None:
    entries = next(folder.rglob("entries.csv"))
    lines = entries.read_text(encoding="utf-8").splitlines()
    session, line, _, player, _ = lines[1].split(",")
    appended("entries.csv", f"{session},{line},98,{player},\n")(folder)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        pytest.param(added("empty.pbn", ""), ["empty.pbn", "empty"], id="an empty file"),
        pytest.param(added("cut.xml", TRUNCATED), ["cut.xml"], id="a truncated XML"),
        pytest.param(added("bomb.xml", ENTITY_BOMB), ["bomb.xml", "entit"], id="an entity bomb"),
        pytest.param(added("no_ew.pbn", PBN_WITHOUT_A_COLUMN), ["no_ew.pbn:5", "PairId_EW"], id="a missing column"),
        pytest.param(player_twice, ["entries.csv:", "player_id", "twice"], id="a player twice in a session"),
        pytest.param(
            appended("sessions.csv", "late,31-31-2025,pairs,,\n"), ["sessions.csv:", "date", "31-31-2025"], id="a wrong date"
        ),
        pytest.param(
            lambda folder: appended("competition.toml", "\n[ranking2]\nwindw = 3\n")(folder),
            ["competition.toml", "ranking2", "unknown key"],
            id="an unknown key",
        ),
        pytest.param(
            lambda folder: shutil.copy(next(folder.rglob("results.csv")), folder.parent / "loose.csv") and None,
            ["loose.csv", "outside any competition"],
            id="a file in the wrong place",
        ),
    ],
)
def test_bad_input_is_told_and_the_rest_is_built(paths: Paths, spoil: Callable[[Path], None], told: list[str]) -> None:
    before = tables(paths)
    spoil(competition_folder(paths))
    done = barometer_build(paths)
    assert done.returncode == 1, done.stderr
    assert "Traceback" not in done.stderr
    for words in told:
        assert words in done.stderr
    after = tables(paths)
    other_club = pl.col("club") == competition_folder(paths, 1).parent.name
    for name in ("championships.individual", "scored.session_results"):
        assert after[name].filter(other_club).equals(before[name].filter(other_club))
    if "competition.toml" not in told:
        assert after["scored.board_scores"].height == before["scored.board_scores"].height
    assert (paths.reports / "index.html").exists()


def test_what_cannot_be_used_at_all_is_told_in_one_line(tmp_path: Path) -> None:
    for arguments, words in [
        (["build", tmp_path / "absent"], "no such folder"),
        (["build", tmp_path], "no competition in it"),
        (["score", tmp_path / "absent.pbn"], "No such file"),
        (["audit", "--warehouse", tmp_path / "absent.duckdb"], "no such warehouse"),
    ]:
        done = barometer(*arguments)
        assert done.returncode == 2
        assert words in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert done.stdout == ""
