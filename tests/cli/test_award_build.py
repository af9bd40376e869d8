"""Federation points through a whole build: chosen in competition.toml, brought as a file, reported if unusable."""

import polars as pl
import pytest

from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long

SOUND, UNKNOWN, WRONG = 12.5, "nobody", "nowhere"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    """Two evenings; a file of a federation with one sound award; choices for the second evening, and for none."""
    folder = tmp_path_factory.mktemp("awards")
    simulate_landing(folder / "landing", clubs=1, sessions=2, seed=1)
    competition = next((folder / "landing").glob("*/*"))
    sessions = pl.read_csv(competition / "sessions.csv")["session_id"].to_list()
    seated = pl.read_csv(competition / sessions[0] / "entries.csv", infer_schema=False)["player_id"]
    rows = ((sessions[0], seated[0], SOUND), (sessions[0], UNKNOWN, 3), (WRONG, seated[0], 3))
    awards = "".join(f"{session},tbf,{player},{points}\n" for session, player, points in rows)
    (competition / "tbf.csv").write_text(f"session_id,scheme,player_id,points\n{awards}", encoding="utf-8")
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
    totals, federation = table(built, "awards.totals"), table(built, "awards.federation")
    assert federation["points"].sum() == pytest.approx(totals["points"].sum(), abs=1e-9)
    assert not list(built.reports.glob("federation.*")), "of one competition, the pages of its seasons say all"


def test_what_cannot_be_used_is_reported_by_the_build_and_on_the_desk(built: Paths) -> None:
    of_awards, of_files = table(built, "awards.findings"), table(built, "raw.findings")
    assert set(of_awards.select("severity", "value").iter_rows()) == {("error", UNKNOWN)}
    assert set(of_files.select("severity", "value").iter_rows()) == {("error", WRONG), ("warning", "never")}
    record = table(built, "operations.builds").row(-1, named=True)
    assert (record["errors"], record["warnings"]) == (2, 1)
    (desk,) = desk_of(built.reports).glob("*/index.html")
    assert UNKNOWN in desk.read_text(encoding="utf-8")
    assert "id=awards" in next(built.reports.glob("*/*/*/index.html")).read_text(encoding="utf-8")
