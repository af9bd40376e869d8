"""`barometer build`: one command from landing folder to report, again and again, whatever is dropped in."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from commands import barometer
from steps import steps_with

from pipelines.building import changes
from pipelines.building.changes import Plan, plan_of
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.intake.landing.folders import LandingError, competition_folders
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse
from transforms.rankings.rankings import player_rankings
from transforms.scoring import board_scores
from transforms.tables.schemas import RECORDED, WAREHOUSE

pytestmark = pytest.mark.long

PROJECT = Path(__file__).resolve().parents[2]
COMPARED = [name for name in WAREHOUSE if name != "raw.files" and not name.startswith("operations.")]
"""The others say when, not what."""


@pytest.fixture(scope="module")
def three_clubs(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    folder = tmp_path_factory.mktemp("three_clubs")
    simulate_landing(folder / "landing", clubs=3, sessions=2, seed=1, boards=8)
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


@pytest.fixture
def paths(three_clubs: Paths, tmp_path: Path) -> Iterator[Paths]:
    """They themselves, to change, and put back afterwards: a copy elsewhere would be built anew."""
    here, kept = three_clubs.landing.parent, tmp_path / "kept"
    shutil.copytree(here, kept)
    yield three_clubs
    shutil.rmtree(here)
    shutil.move(kept, here)


def competition_folder(paths: Paths, number: int = 0) -> Path:
    return sorted(paths.landing.glob("*/*"))[number]


def tables(paths: Paths) -> dict[str, pl.DataFrame]:
    with Warehouse(paths.warehouse) as warehouse:
        return {name: warehouse.read(name) for name in WAREHOUSE}


def typed(paths: Paths) -> list[str | Path]:
    return ["build", paths.landing, "--warehouse", paths.file, "--reports", paths.reports]


def drop_last_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def test_every_stage_has_rows_and_the_report_stands(paths: Paths) -> None:
    built = tables(paths)
    empty = {name for name, rows in built.items() if rows.is_empty()}
    no_source = {"raw.adjustments", "raw.matches", "raw.awards", "raw.official_results", "raw.stated", "raw.schedule"}
    no_source |= {"raw.totals", "raw.ranking_points", "deals.auctions", "deals.play"}
    no_source |= {"raw.session_settings", "raw.people", "raw.movements", "raw.looks", "movements.next_seating"}
    follows = {"scored.match_results", "scored.event_results", "scored.official_differences", "movements.next_balance"}
    unpublished = {*RECORDED, "ratings.corrections"} - {"operations.file_history"}
    nothing_found = {"raw.findings", "scored.doubts", "scored.findings", "awards.findings", "operations.findings"}
    nothing_found |= {"operations.hidden_on_pages", "deals.findings", "rankings.untold_lines"}
    too_few = {"strength.contest", "strength.handicap_results"}  # evenings; a handicap stands in no settings
    of_several = {f"federation.{name}" for name in ("findings", "rating_list", "rating_seasons", "ratings")}
    of_several |= {f"federation.simultaneous{part}" for part in ("", "_results", "_scores")}
    assert empty == no_source | follows | unpublished | nothing_found | too_few | of_several
    assert built["raw.sessions"].height == 6
    assert (paths.reports / "index.html").exists()
    of_club = paths.reports / competition_folder(paths).parent.name
    shutil.rmtree(of_club)
    assert not build(paths).up_to_date
    assert of_club.is_dir()


def test_a_second_build_with_nothing_new_stops_before_dagster(three_clubs: Paths) -> None:
    again = barometer(*typed(three_clubs))
    assert again.exit_code == 0
    assert "Nothing changed since the last build." in again.stderr
    assert again.stdout == f"Report: {three_clubs.reports / 'index.html'}\n"
    places = [str(three_clubs.landing), str(three_clubs.warehouse), str(three_clubs.reports)]
    program = (
        "import sys\nfrom pathlib import Path\n"
        "from pipelines.cli.build import build\nfrom pipelines.machine.paths import Paths\n"
        f"assert build(Paths(*map(Path, {places!r}))).up_to_date\nsys.exit('dagster' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=False).returncode == 0


@pytest.mark.usefixtures("without_pages")
def test_only_a_competition_that_changed_is_read_again(paths: Paths) -> None:
    before = tables(paths)
    changed = competition_folder(paths)
    shutil.rmtree(min(path for path in changed.iterdir() if path.is_dir()))
    drop_last_line(next(changed.rglob("results.csv")))
    build(paths)
    after = tables(paths)

    is_changed = pl.col("club") == changed.parent.name
    read_before, read_after = before["raw.files"], after["raw.files"]
    assert read_before.filter(~is_changed).equals(read_after.filter(~is_changed))
    assert read_after.filter(is_changed, pl.col("ingested_at") <= pl.lit(read_before["ingested_at"].max())).is_empty()
    assert after["raw.results"].height < before["raw.results"].height


@pytest.mark.nightly
@pytest.mark.usefixtures("without_pages")
def test_one_season_leaves_the_others_alone(paths: Paths) -> None:
    first, second = competition_folder(paths, 0), competition_folder(paths, 1)
    settings = (second / "competition.toml").read_text(encoding="utf-8")
    season = tables(paths)["raw.competitions"]["season"][0]
    (second / "competition.toml").write_text(settings.replace(f'"{season}"', '"another"'), encoding="utf-8")
    build(paths)
    before = tables(paths)
    for folder in (first, second):
        drop_last_line(next(folder.rglob("results.csv")))
    build(paths, "another")
    after = tables(paths)
    in_it = pl.col("season") == "another"
    for name in ("raw.results", "scored.board_scores", "championships.individual"):
        assert after[name].filter(~in_it).sort(pl.all()).equals(before[name].filter(~in_it).sort(pl.all()))
    assert after["raw.results"].filter(in_it).height == before["raw.results"].filter(in_it).height - 1

    build(paths)  # what the season's build passed by is not forgotten
    assert tables(paths)["raw.results"].height == before["raw.results"].height - 2
    with pytest.raises(LandingError, match=f"no season nineteen; choose one of these: {season}, another"):
        build(paths, "nineteen")


def test_a_club_that_fails_keeps_what_it_had_alone(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables(paths)
    failing, sound = (competition_folder(paths, number) for number in (0, 1))
    page = next((paths.reports / failing.parent.name).rglob("index.html"))
    shown = page.read_bytes()
    drop_last_line(next(failing.rglob("results.csv")))
    drop_last_line(next(sound.rglob("results.csv")))

    def crash(**given: Any) -> pl.LazyFrame:
        if failing.parent.name in given["players"].lazy().collect()["club"]:
            raise RuntimeError("the power went out")
        return player_rankings(**given)

    with monkeypatch.context() as patched:
        patched.setattr("transforms.season.STEPS", steps_with("rankings.player_rankings", crash))
        done = barometer(*typed(paths))
    assert done.exit_code == 1
    after = tables(paths)
    for name in ("raw.results", "scored.board_scores", "rankings.player_rankings"):
        kept, was = (each[name].filter(club=failing.parent.name) for each in (after, before))
        assert kept.equals(was), name
    assert page.read_bytes() == shown
    of_sound = [each["raw.results"].filter(club=sound.parent.name).height for each in (before, after)]
    assert of_sound[1] == of_sound[0] - 1
    (finding,) = after["operations.findings"].iter_rows(named=True)
    assert (finding["club"], finding["code"]) == (failing.parent.name, "club.failed")
    assert "its earlier numbers and pages stay as they were (step rankings.player_rankings: " in finding["message"]
    assert "RuntimeError: the power went out" in finding["message"]
    assert finding["message"] in done.stderr

    build(paths)
    corrected = tables(paths)
    assert corrected["operations.findings"].is_empty()
    assert corrected["raw.results"].height == before["raw.results"].height - 2


@pytest.mark.usefixtures("without_pages")
def test_numbers_that_cannot_be_are_not_published(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tables(paths)
    drop_last_line(next(competition_folder(paths).rglob("results.csv")))

    def five_too_many(**tables: Any) -> pl.LazyFrame:
        return board_scores(**tables).with_columns(pl.col("ns_points") + 5)

    with monkeypatch.context() as patched:
        patched.setattr("transforms.season.STEPS", steps_with("scored.board_scores", five_too_many))
        message = build(paths).findings["message"].to_list()
    (said,) = message
    assert "scored.boards, check both_sides_share_the_top" in said
    assert "On each line NS + EW = top" in said
    assert f"first of all club {competition_folder(paths).parent.name}, competition" in said
    assert tables(paths)["scored.boards"].equals(before["scored.boards"])
    assert build(paths).findings["code"].to_list() == ["results.missing"], "the line that was dropped"


@pytest.mark.nightly
@pytest.mark.usefixtures("without_pages")
def test_rows_stand_in_one_order_however_the_build_came_about(paths: Paths, tmp_path: Path) -> None:
    evenings = [path for path in competition_folder(paths).iterdir() if path.is_dir()]
    for number in (1, 0):
        drop_last_line(next(competition_folder(paths, number).rglob("results.csv")))
        if number == 0:
            shutil.rmtree(min(evenings))
            shutil.rmtree(competition_folder(paths, 2).parent)
        build(paths)
    one_by_one, together = (Paths(paths.landing, tmp_path / f"{n}.duckdb", tmp_path / n) for n in ("one", "together"))
    build(one_by_one, memory=1)
    build(together)
    at_once = tables(together)
    assert not (paths.reports / "barleyhaven").exists()

    def others(each: Paths) -> list[str]:
        rows = tables(each)
        return [name for name in COMPARED if not rows[name].equals(at_once[name])]

    assert others(paths) == others(one_by_one) == []
    build(paths, full=True)
    assert others(paths) == []


@pytest.mark.usefixtures("without_pages")
def test_only_what_follows_from_other_code_is_computed_anew(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    def plan() -> Plan:
        with Warehouse(paths.warehouse, read_only=True) as warehouse:
            return plan_of(paths, warehouse, competition_folders(paths.landing))

    assert plan().is_empty
    code_of = changes.code_of

    def other_code(*modules: str, data: tuple[Path, ...] = ()) -> str:
        return code_of(*modules, data=data) + ("." if "transforms.rankings.championships" in modules else "")

    monkeypatch.setattr(changes, "code_of", other_code)
    made = {table for table in WAREHOUSE if table.startswith("championships.")}
    assert set(plan().stale.values()) == {frozenset({*made, "rankings.other_lines", "reports.site"})}
    before = tables(paths)
    build(paths)
    after = tables(paths)
    assert all(after[name].equals(before[name]) for name in WAREHOUSE if not name.startswith("operations."))
    steps = after["operations.steps"].filter(pl.col("build") == 2)["table_name"]
    assert set(steps) >= made
    assert "raw" not in set(steps)


def test_bad_input_is_reported_and_never_loses_good_input(paths: Paths) -> None:
    """Files and rows in the first club; an unknown key in the second, for which the settings of before count."""
    before = tables(paths)
    first, second = competition_folder(paths, 0), competition_folder(paths, 1)
    (first / "empty.pbn").touch()
    (first.parent / "loose.csv").write_text("session_id,line,board,ns,ew,score\n", encoding="utf-8")
    entries = next(first.rglob("entries.csv"))
    session, line, _, player, *_ = entries.read_text(encoding="utf-8").splitlines()[1].split(",")
    rows = {entries: f"{session},{line},98,{player},,\n", first / "sessions.csv": "late,31-31-2025,pairs,,\n"}
    for file, row in rows.items():
        file.write_text(file.read_text(encoding="utf-8") + row, encoding="utf-8")
    settings = (second / "competition.toml").read_text(encoding="utf-8")
    (second / "competition.toml").write_text(settings.replace("window = 6", "windw = 6"), encoding="utf-8")
    done = barometer(*typed(paths))
    after = tables(paths)
    assert done.exit_code == 1
    assert "Traceback" not in done.stderr
    found = after["raw.findings"].filter(severity="error").select("file_id", "line_no", "field", "value", "message")
    message = [" ".join(map(str, row)) for row in found.rows()]
    for wanted in (
        ("empty.pbn", "empty"),
        ("loose.csv", "not in the folder of a competition"),
        ("entries.csv", "player_id", "twice"),
        ("sessions.csv", "date", "31-31-2025"),
        ("competition.toml", "windw", "did you mean window?"),
    ):
        assert [one for one in message if all(words in one for words in wanted)], (wanted, message)
        assert all(words in done.stderr for words in wanted)
    assert after["scored.doubts"]["what"].to_list() == ["contradictions"], "who is seated twice"
    for name in {*COMPARED} - {"raw.findings", "raw.stated", "scored.doubts"}:
        assert after[name].sort(pl.all()).equals(before[name].sort(pl.all())), name


@pytest.mark.usefixtures("without_pages")
def test_a_build_names_what_came_in_and_what_is_gone_and_repeats_no_finding(paths: Paths) -> None:
    folder = competition_folder(paths)
    sessions, players = folder / "sessions.csv", folder / "players.csv"
    first, *_, last = sorted(path for path in folder.iterdir() if path.is_dir())
    rows, kept = sessions.read_text(encoding="utf-8"), last.rename(paths.landing.parent / "kept")
    evening = [line for line in rows.splitlines() if line.startswith(f"{last.name},")]
    sessions.write_text(rows.replace(f"{evening[0]}\n", ""), encoding="utf-8")
    gone = barometer(*typed(paths))
    assert (
        f"this evening of the last build is gone ({last.name}; evenings of this file that are gone: 1)" in gone.stderr
    )
    with Warehouse(paths.warehouse) as warehouse:
        assert warehouse.read("operations.findings")["value"].to_list() == [last.name]
    again = barometer(*typed(paths))
    assert "Nothing changed since the last build." in again.stderr
    assert "is gone" not in again.stderr
    assert "As before: 0 errors, 1 warning (barometer findings" in again.stderr

    results = next(kept.rglob("results.csv"))
    heading, *_, played = results.read_text(encoding="utf-8").splitlines()
    again = dict(zip(heading.split(","), played.split(","), strict=True)) | dict.fromkeys(("contract", "declarer"), "")
    with results.open("a", encoding="utf-8") as file:
        file.write(",".join((again | {"tricks": "", "score": "-990", "ruling": ""}).values()) + "\n")
    kept.rename(last)
    sessions.write_text(rows, encoding="utf-8")
    players.write_text(players.read_text(encoding="utf-8").replace(",,1000", ",700,1000", 1), encoding="utf-8")
    back = barometer(*typed(paths))
    (new,) = [line for line in back.stderr.splitlines() if line.startswith("New: ")]
    assert new.startswith(f"New: {last.name}, ")
    with Warehouse(paths.warehouse) as warehouse:
        won = warehouse.read("scored.session_results").filter(club=folder.parent.name, session_id=last.name)
        boards = warehouse.read("raw.results").filter(club=folder.parent.name, session_id=last.name)["board"].n_unique()
    assert f"(entrants: {won.height}, boards: {boards}), won by " in new
    assert new.count(" & ") == won.filter(rank=1).height
    assert new.endswith(" (not certain yet: the file of the evening contradicts itself or this result)")
    assert "is gone" not in back.stderr
    assert "far above" in back.stderr
    drop_last_line(next(first.rglob("entries.csv")))
    later = barometer(*typed(paths)).stderr
    assert "far above" not in later
    assert "As before: 1 error, 1 warning" in later
    assert "New: " not in later
