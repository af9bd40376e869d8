"""A member who left: no file of the site, no name of a file and no preview tells who it was."""

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from reports.reading import downloaded, parts

from pipelines.assets import told
from pipelines.assets.told import as_table
from pipelines.cli.compare import compare, write_comparison
from pipelines.cli.simulate import simulate_landing
from pipelines.definitions import build_defs
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

pytestmark = pytest.mark.long

NAME, ID = "Quirijntje van Xanthopoulós", "Quirijntje Xanthopoulos"
TRACES = ("quirijntje", "xanthopoulos", "qxkapsalon", "qx-club-secret")
"""The words of the name, another name of the same person, and what the director wrote about it."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of the reports, and every preview of the build."""
    folder = tmp_path_factory.mktemp("left")
    landing = simulate_landing(folder / "landing", sessions=3, seed=2)
    (competition,) = landing.glob("*/*")
    first, *_, last = sorted(competition.glob("*/entries.csv"))
    seated = [pl.read_csv(file, infer_schema=False) for file in (first, last)]
    number = seated[0].join(seated[1], on="player_id", how="semi")["player_id"][0]
    for file in competition.rglob("*.csv"):
        renamed = [
            pl.col(column).replace({number: "Qxkapsalon" if file == last else ID})
            for column in ("player_id", "opponent_id", "substitutes_for")
        ]
        table = pl.read_csv(file, infer_schema=False)
        table = table.with_columns(one for one in renamed if one.meta.root_names()[0] in table.columns)
        if file.name == "players.csv":
            is_member = pl.col("player_id") == ID
            table = table.with_columns(
                name=pl.when(is_member).then(pl.lit(NAME)).otherwise("name"),
                public=pl.when(is_member).then(pl.lit("false")).otherwise(pl.lit("true")),
            )
        table.write_csv(file)
    (competition.parent / "people.csv").write_text(
        f"alias,player_id,why\nQxkapsalon,{ID},qx-club-secret\nQxkapsalonn,{ID},\n", encoding="utf-8"
    )
    entries = first.read_text(encoding="utf-8").splitlines()
    seat = next(line for line in entries if ID in line)
    extra = [seat, seat.replace(ID, ID.upper()), seat.replace(ID, "nobody")]
    (first.parent / f"{ID} again.csv").write_text("\n".join([entries[0], *extra]), encoding="utf-8")
    place = dict(zip(entries[0].split(","), seat.split(","), strict=True))
    (first.parent / "penalties.csv").write_text(
        "session_id,line,entrant,amount,unit,reason\n"
        f"{place['session_id']},{place['line']},{place['entrant']},-5,percent,qx-club-secret of Quirijntje\n",
        encoding="utf-8",
    )
    first.rename(first.parent / "Qxkapsalon.csv")
    previews: list[str] = []

    def kept(rows: pl.DataFrame) -> dg.TableMetadataValue:
        shown = as_table(rows)
        previews.append(str(shown.records))
        return shown

    with pytest.MonkeyPatch.context() as patch, dg.DagsterInstance.ephemeral() as instance:
        patch.setattr(told, "as_table", kept)
        patch.setattr(told, "_PREVIEW_ROWS", 10_000)
        instance.add_dynamic_partitions("groups", ["group-001"])
        definitions = build_defs(Paths(landing, folder / "warehouse.duckdb", folder / "reports"))
        job = definitions.resolve_job_def("build_group")
        assert job.execute_in_process(partition_key="group-001", instance=instance).success
    return folder / "reports", previews


def plain(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(sign))


def texts(root: Path) -> Iterator[tuple[str, str]]:
    """What each file holds, with the parts of a workbook one by one."""
    for file in sorted(path for path in root.rglob("*") if path.is_file()):
        yield f"{file.relative_to(root)} (its name)", str(file.relative_to(root))
        if file.suffix in (".xlsx", ".zip"):
            for name, part in parts(file):
                yield f"{file.relative_to(root)}/{name}", part.decode("utf-8", errors="replace")
        else:
            yield str(file.relative_to(root)), file.read_bytes().decode("utf-8", errors="replace")


def traces(text: str) -> list[str]:
    return [trace for trace in TRACES if trace in plain(text)]


def test_the_warehouse_knows_who_it_was(built: tuple[Path, list[str]]) -> None:
    with Warehouse(built[0].parent / "warehouse.duckdb", read_only=True) as warehouse:
        assert ID in warehouse.read("raw.entries")["player_id"]
        assert any("XANTHOPOULOS" in (value or "").upper() for value in warehouse.read("raw.findings")["value"])
        assert any("secret" in (value or "") for value in warehouse.read("raw.adjustments")["reason"])


def test_no_file_of_the_site_tells_who_left(built: tuple[Path, list[str]]) -> None:
    found = {name: traces(text) for name, text in texts(built[0])}
    assert {name: found_there for name, found_there in found.items() if found_there} == {}
    assert any("a member" in text for _, text in texts(built[0]))


def test_no_preview_tells_who_left(built: tuple[Path, list[str]]) -> None:
    assert len(built[1]) > 40
    assert [preview for preview in built[1] if traces(preview)] == []


def test_the_numbers_stay(built: tuple[Path, list[str]]) -> None:
    with Warehouse(built[0].parent / "warehouse.duckdb", read_only=True) as warehouse:
        ranked = warehouse.read("rankings.player_rankings").filter(player_id=ID)
    (season,) = built[0].glob("*/*/2025-26")
    shown = downloaded(season, "rankings.player_rankings").filter(pl.col("player_id") == "member-1")
    assert shown["ranking"].to_list() == pytest.approx(ranked["ranking"].to_list())
    assert list(built[0].rglob("players/member-1.html"))


def test_a_comparison_for_members_names_nobody_who_left(built: tuple[Path, list[str]], tmp_path: Path) -> None:
    (competition,) = (built[0].parent / "landing").glob("*/*/")
    compared = compare(built[0].parent / "warehouse.duckdb", competition.name, ["ranking.method=place"])
    write_comparison(compared, tmp_path / "page.html")
    assert traces((tmp_path / "page.html").read_text(encoding="utf-8")) == []
