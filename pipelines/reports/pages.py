"""The pages of the site: which rows go to which template, and where each page is written.

What belongs here: choosing and grouping rows of the report's tables (`tables.py`). How a page looks is
said in `templates/` and `style.css`. Every value is escaped on its way into a page.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.reports.charts import Chart, player_charts, season_charts
from pipelines.reports.downloads import write_downloads
from pipelines.reports.html import save, write_page
from pipelines.reports.page_names import page_name
from pipelines.reports.season import Row, Season, by
from pipelines.reports.session_pages import write_session_pages
from pipelines.reports.words import counted, short

_MOST_LISTED = 200
_MOST_PARTNERSHIPS = 3


def write_season(season: Season, folder: Path) -> None:
    """Write one season's page, its sessions, players, charts and downloads into a new folder."""
    for name in ("sessions", "boards", "players", "charts/players", "downloads"):
        (folder / name).mkdir(parents=True)
    charts = season_charts(season.report)
    for name, chart in charts.items():
        save(folder / "charts" / f"{name}.svg", chart.svg)
    _write_season_page(season, charts, folder)
    write_session_pages(season, folder)
    _write_player_pages(season, folder)


def _write_season_page(season: Season, charts: Mapping[str, Chart], folder: Path) -> None:
    report = season.report
    shown = {f"report.{name}": table for name, table in report.items()}
    downloads = write_downloads({**shown, **season.warehouse}, folder / "downloads")
    write_page(
        folder / "index.html",
        "season.html",
        root="../",
        competition=season.competition,
        seasons=season.seasons,
        charts=charts,
        standing=report["player_ranking"].to_dicts(),
        pair_standing=report["pair_ranking"].to_dicts(),
        individual=by(report["individual_championship"], "eligible"),
        pairs=by(report["pairs_championship"], "eligible"),
        sessions=report["sessions"].to_dicts(),
        events=by(report["events"], "event"),
        several_lines=report["session_results"]["line"].n_unique() > 1,
        winners_of=_only(report["sessions"]["best_field"]),
        findings=report["findings"].head(_MOST_LISTED).to_dicts(),
        more_findings=max(0, report["findings"].height - _MOST_LISTED),
        differences=report["differences"].head(_MOST_LISTED).to_dicts(),
        more_differences=max(0, report["differences"].height - _MOST_LISTED),
        downloads=downloads,
        workbooks=sorted({download.workbook for download in downloads}),
    )


def _write_player_pages(season: Season, folder: Path) -> None:
    report = season.report
    charts = dict(player_charts(report))
    standing = {row["player_id"]: row for row in report["player_ranking"].to_dicts()}
    individual = {row["player_id"]: row for row in report["individual_championship"].to_dicts()}
    pairs = _partnerships_of_players(report["pairs_championship"])
    for player, sessions in by(report["player_sessions"], "player_id"):
        file = page_name(player)
        drawing = charts.get(player)
        if drawing:
            save(folder / "charts" / "players" / f"{file}.svg", drawing.svg)
        write_page(
            folder / "players" / f"{file}.html",
            "player.html",
            root="../../",
            competition=season.competition,
            file=file,
            name=sessions[0]["name"],
            sessions=sessions,
            standing=standing.get(player),
            players=len(standing),
            individual=individual.get(player),
            pairs=pairs.get(player, []),
            drawing=drawing,
            dropped=any(row["championship"] == "dropped" for row in sessions),
            explained=_explained(standing.get(player), sessions, season.competition),
        )


def _partnerships_of_players(championship: pl.DataFrame) -> dict[str, list[Row]]:
    """The partnerships of every player, those that played most first, with the other partners."""
    players: dict[str, list[Row]] = {}
    for row in championship.sort("played", "partnership_id", descending=[True, False]).to_dicts():
        for player in row["players"] or []:
            partners = [other for other in row["players"] if other["player_id"] != player["player_id"]]
            players.setdefault(player["player_id"], []).append({**row, "partners": partners})
    return {player: rows[:_MOST_PARTNERSHIPS] for player, rows in players.items()}


def _explained(standing: Row | None, sessions: list[Row], competition: Row) -> str:
    """How the ranking of a player came about, in a sentence."""
    if not standing:
        return ""
    window = competition["window"]
    ranking = f"Ranking {standing['ranking']:.2f}"
    missing = window - sum(row["in_window"] for row in sessions)
    if not missing:
        return f"{ranking} is the mean of the ranking points of the last {counted(window, 'session')} played."
    own = sessions[0]["own_substitute_ranking"]
    substitute = competition["substitute_ranking"] if own is None else own
    return (
        f"{ranking} is the sum of the ranking points of {counted(window - missing, 'session')} and of "
        f"{counted(missing, 'time')} the substitute ranking of {short(substitute)}, divided by {window}."
    )


def _only(values: pl.Series) -> Any:
    """The one value there is beside null; nothing when there are more, or none."""
    distinct = values.drop_nulls().unique()
    return distinct.item() if distinct.len() == 1 else None
