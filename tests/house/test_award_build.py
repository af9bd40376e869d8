"""Federation points through a whole build: chosen in competition.toml, brought as a file, told when they cannot be."""

import datetime as dt
from pathlib import Path

import polars as pl
import pytest

from pipelines.build import build
from pipelines.landing_writer import simulate_landing
from pipelines.paths import Paths
from pipelines.settings import SettingsError, checked
from pipelines.warehouse import Warehouse

SOUND, UNKNOWN, WRONG = 12.5, "nobody", "nowhere"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """Two evenings; a file of a federation with one sound award; choices for the second evening, and for none."""
    folder = tmp_path_factory.mktemp("awards")
    simulate_landing(folder / "landing", clubs=1, sessions=2, seed=1)
    competition = next((folder / "landing").glob("*/*"))
    sessions = pl.read_csv(competition / "sessions.csv")["session_id"].to_list()
    seated = pl.read_csv(competition / sessions[0] / "entries.csv", infer_schema=False)["player_id"]
    (competition / "tbf.csv").write_text(
        "session_id,scheme,player_id,points\n"
        f"{sessions[0]},tbf,{seated[0]},{SOUND}\n{sessions[0]},tbf,{UNKNOWN},3\n{WRONG},tbf,{seated[0]},3\n",
        encoding="utf-8",
    )
    settings = competition / "competition.toml"
    only = f'[awards.only]\n"{sessions[1]}" = ["ebu"]\n"never" = ["nbf"]\n'
    settings.write_text(settings.read_text(encoding="utf-8") + only, encoding="utf-8")
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    build(paths)
    return paths


def table(paths: Paths, name: str) -> pl.DataFrame:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        return warehouse.read(name)


def test_each_session_has_the_schemes_chosen_for_it_and_those_of_files(built: Paths) -> None:
    points = table(built, "awards.points")
    schemes = points.group_by("session_id").agg(pl.col("scheme").unique().sort()).sort("session_id")["scheme"].to_list()
    assert schemes == [["club_points", "ffb", "tbf"], ["ebu"]]
    assert points.filter(scheme="tbf")["points"].to_list() == [SOUND]


def test_club_points_are_those_of_the_result_lists(built: Paths) -> None:
    entrant = ["session_id", "line", "entrant"]
    both = (
        table(built, "awards.points")
        .filter(scheme="club_points")
        .join(table(built, "scored.session_results"), on=entrant, suffix="_listed")
    )
    assert both.height > 0
    assert both["points"].to_list() == both["club_points"].to_list()


def test_what_cannot_be_used_is_told_by_the_build_and_on_the_page(built: Paths) -> None:
    of_awards, of_files = table(built, "awards.findings"), table(built, "raw.findings")
    assert set(of_awards.select("severity", "value").iter_rows()) == {("error", UNKNOWN), ("warning", "never")}
    assert of_files["value"].to_list() == [WRONG]
    record = table(built, "operations.builds").row(-1, named=True)
    assert (record["errors"], record["warnings"]) == (2, 1)
    page = next(built.reports.glob("*/*/*/index.html")).read_text(encoding="utf-8")
    assert UNKNOWN in page
    assert 'id="awards"' in page


def test_the_list_of_all_clubs_adds_up_what_players_have(built: Paths) -> None:
    totals, federation = table(built, "awards.totals"), table(built, "awards.federation")
    assert federation["points"].sum() == pytest.approx(totals["points"].sum(), abs=1e-9)
    page = (built.reports / "federation.html").read_text(encoding="utf-8")
    assert "Expert Points, FFB" in page
    assert (built.reports / "federation.xlsx").exists()
    assert 'href="federation.html"' in (built.reports / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("awards", "told"),
    [
        ({"schemes": ["fff"]}, "awards.schemes.0 = 'fff': there is no such scheme, did you mean ffb?"),
        ({"schemes": ["acbl"]}, "awards.schemes.0 = 'acbl': ACBL awards its Masterpoints itself"),
        ({"only": {"x": ["ffbb"]}}, "awards.only.x.0 = 'ffbb': there is no such scheme, did you mean ffb?"),
        ({"only": {"x": []}}, "awards.only.x: write at least one"),
        ({"scheme": []}, "did you mean schemes?"),
        ({"of": "evening"}, "awards.of = 'evening'"),
    ],
)
def test_settings_that_cannot_be_are_told_with_key_and_mend(
    awards: dict[str, object], told: str, tmp_path: Path
) -> None:
    season = {"name": "one", "start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}
    with pytest.raises(SettingsError) as error:
        checked({"season": [season], "awards": awards}, tmp_path)
    assert told in str(error.value)
