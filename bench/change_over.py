"""Check whether rankings go on when a club changes over to Barometer: old seasons from lists, then files.

    python -m bench.change_over

The sample is divided into four seasons, and built twice: from its files, and with two seasons as totals and one as
ranking points. The bench prints how many rows differ. Championships of pairs may differ in the season of ranking
points, which has no entries. Exit status 1: others differ.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import polars as pl

from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.warehouse import Warehouse

_SAMPLE = Path(__file__).parents[1] / "data" / "sample"
_WHOLE = 'name = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
_SEASONS = (
    *(("a", "2025-09-01", "2025-10-31"), ("b", "2025-11-01", "2025-12-31")),
    *(("c", "2026-01-01", "2026-01-31"), ("d", "2026-02-01", "2026-08-31")),
)
_COMPARED = {
    "rankings.player_rankings": (["season", "session_id", "player_id"], "ranking"),
    "rankings.ranking_points": (["season", "session_id", "player_id"], "points"),
    "championships.individual": (["season", "player_id"], "average"),
    "championships.pairs": (["season", "partnership_id"], "average"),
}


def main() -> int:
    """Build both, and print by table how many rows differ; return 1 if any of them should not."""
    with tempfile.TemporaryDirectory() as name:
        files, lists = Path(name) / "files", Path(name) / "lists"
        shutil.copytree(_SAMPLE, files)
        settings = next(files.rglob("competition.toml"))
        seasons = "[[season]]\n".join(f'name = "{one}"\nstart = {start}\nend = {end}\n' for one, start, end in _SEASONS)
        text = settings.read_text(encoding="utf-8").replace(_WHOLE, seasons)
        fewer = text.replace("min = 18", "min = 3").replace("together = 18", "together = 3")
        settings.write_text(fewer, encoding="utf-8")
        before = _built(files)
        shutil.copytree(files, lists)
        _as_lists(lists / settings.parent.relative_to(files), before)
        after = _built(lists)
    wrong = 0
    for table, (key, value) in _COMPARED.items():
        both = before[table].join(after[table], on=key, how="full", coalesce=True, suffix="_after")
        same = (pl.col(value) - pl.col(f"{value}_after")).abs() < 1e-6
        neither = pl.all_horizontal(pl.col(value, f"{value}_after").is_null())
        differ = both.remove(same.fill_null(value=False) | neither)
        print(f"{table}: {both.height} rows, {differ.height} differ")
        wrong += differ.filter(pl.col("season") != "c").height if table == "championships.pairs" else differ.height
    return int(wrong > 0)


def _built(landing: Path) -> dict[str, pl.DataFrame]:
    place = landing.with_name(f"{landing.name}.duckdb")
    build(Paths(landing, place, landing.with_name(f"{landing.name}-site")))
    with Warehouse(place, read_only=True) as warehouse:
        return {name: warehouse.read(name) for name in (*_COMPARED, "scored.session_results")}


def _as_lists(folder: Path, known: dict[str, pl.DataFrame]) -> None:
    results = known["scored.session_results"].filter(pl.col("season").is_in(["a", "b"]), pl.col("score").is_not_null())
    listed = results.select("session_id", "line", "entrant", "boards", "rank", percentage="score")
    earned = known["rankings.ranking_points"].filter(season="c").select("session_id", "player_id", "points")
    for rows, table, gone in (
        (listed, "totals.csv", ("results.csv", "deals.csv")),
        (earned, "ranking_points.csv", ("results.csv", "deals.csv", "entries.csv")),
    ):
        for (session,), of_session in rows.group_by("session_id"):
            for file in gone:
                (folder / str(session) / file).unlink(missing_ok=True)
            of_session.write_csv(folder / str(session) / table)


if __name__ == "__main__":
    sys.exit(main())
