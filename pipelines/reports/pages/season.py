"""The page of a season: which rows go to which template, and where the files of a season are written.

What belongs here: choosing and grouping rows of the report's tables (`tables/report.py`). `templates/` and `style.css`
define how a page looks. Every value is escaped when it is written into a page.
"""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.display.words import scheme_name
from pipelines.reports.charts.drawing import Chart
from pipelines.reports.charts.kept import kept
from pipelines.reports.charts.methods import method_drawings
from pipelines.reports.charts.season import season_drawings
from pipelines.reports.content import Season, by
from pipelines.reports.downloads import write_downloads
from pipelines.reports.files import Files
from pipelines.reports.pages.awards import decimals_of
from pipelines.reports.pages.balance import next_numbers, season_balance
from pipelines.reports.pages.player import player_rows, write_player_pages
from pipelines.reports.pages.session import session_rows, write_session_pages
from transforms.tables import METHODS, Tables

_MOST_LISTED = 200


def season_rows(report: Tables) -> dict[str, pl.DataFrame]:
    """What the pages of the seasons of all competitions hold, as markup; each table starts as those of the report."""
    return {**session_rows(report), **player_rows(report)}


def write_season(season: Season, files: Files) -> None:
    """Write the pages of a season, its sessions and its players, with charts and downloads."""
    charts = kept(season_drawings(season.report), files.within("charts"))
    of_methods = kept(method_drawings(season.report, season.competition["method"]), files.within("charts"))
    _write_season_page(season, charts, of_methods, files)
    write_session_pages(season, files)
    write_player_pages(season, files)


def _write_season_page(
    season: Season, charts: Mapping[str, Chart], of_methods: Mapping[str, Chart], files: Files
) -> None:
    report = season.report
    shown = {f"report.{name}": table for name, table in report.items()}
    downloads = write_downloads({**shown, **season.warehouse}, files.within("downloads"), season.texts)
    files.page(
        "index.html",
        "season.html",
        root="../",
        competition=season.competition,
        seasons=season.seasons,
        ratings=season.ratings,
        charts=charts,
        of_methods=of_methods,
        standing=report["player_ranking"].to_dicts(),
        pair_standing=report["pair_ranking"].to_dicts(),
        individual=by(report["individual_championship"], "eligible"),
        pairs=by(report["pairs_championship"], "eligible"),
        next_lines=by(report["next_lines"], "line"),
        untold=by(report["untold_lines"], "session_id")[-1:],
        untold_sessions=report["untold_lines"]["session_id"].n_unique(),
        next_numbers=next_numbers(report),
        balance=season_balance(report),
        foretold=report["foretold"].drop_nulls("share").to_dicts(),
        methods=report["methods"].to_dicts(),
        other_methods=[method for method in METHODS if method != season.competition["method"]],
        champions=report["champions"].to_dicts(),
        other_lines=report["other_lines"].to_dicts(),
        sessions=report["sessions"].to_dicts(),
        doubtful=set(report["doubts"].filter(pl.col("accepted").is_null())["session_id"]),
        events=by(report["events"], "event"),
        awards=[
            (scheme_name(scheme), decimals_of(row["points"] for row in rows), rows)
            for scheme, rows in by(report["award_totals"], "scheme")
        ],
        several_lines=report["session_results"]["line"].n_unique() > 1,
        winners_of=_only(report["sessions"]["best_field"]),
        findings=report["findings"].head(_MOST_LISTED).to_dicts(),
        more_findings=max(0, report["findings"].height - _MOST_LISTED),
        differences=report["differences"].head(_MOST_LISTED).to_dicts(),
        more_differences=max(0, report["differences"].height - _MOST_LISTED),
        downloads=downloads,
        workbooks=sorted({download.workbook for download in downloads if download.workbook}),
    )


def _only(values: pl.Series) -> Any:
    """The only value besides null; None where there are several values or none."""
    distinct = values.drop_nulls().unique()
    return distinct.item() if distinct.len() == 1 else None
