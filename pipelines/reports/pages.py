"""The pages of the site: which rows go to which template, and where each page is written.

What belongs here: choosing and grouping rows of the report's tables (`tables.py`). How a page looks is
said in `templates/` and `style.css`. Every value is escaped on its way into a page.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.charts import Chart, player_charts, season_charts
from pipelines.reports.downloads import write_downloads
from pipelines.reports.html import save, write_page
from pipelines.reports.page_names import page_name
from pipelines.reports.words import counted, short

_MOST_LISTED = 200
_MOST_PARTNERSHIPS = 3

Row = dict[str, Any]


class Season(NamedTuple):
    """What the pages of one season of a competition are made from."""

    competition: Row
    """Its row of `raw.competitions`: names and rules."""
    seasons: list[str]
    """Every season of the competition, in order of time."""
    report: Mapping[str, pl.DataFrame]
    """The tables of `report_tables`, this season's rows."""
    warehouse: Mapping[str, pl.DataFrame]
    """The tables of the warehouse, this season's rows, to download."""


def write_season(season: Season, folder: Path) -> None:
    """Write one season's page, its sessions, players, charts and downloads into a new folder."""
    for name in ("sessions", "players", "charts/players", "downloads"):
        (folder / name).mkdir(parents=True)
    charts = season_charts(season.report)
    for name, chart in charts.items():
        save(folder / "charts" / f"{name}.svg", chart.svg)
    _write_season_page(season, charts, folder)
    _write_session_pages(season, folder / "sessions")
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
        individual=_by(report["individual_championship"], "eligible"),
        pairs=_by(report["pairs_championship"], "eligible"),
        sessions=report["sessions"].to_dicts(),
        several_lines=report["session_results"]["line"].n_unique() > 1,
        winners_of=_only(report["sessions"]["best_field"]),
        findings=report["findings"].head(_MOST_LISTED).to_dicts(),
        more_findings=max(0, report["findings"].height - _MOST_LISTED),
        differences=report["differences"].head(_MOST_LISTED).to_dicts(),
        more_differences=max(0, report["differences"].height - _MOST_LISTED),
        downloads=downloads,
        workbooks=sorted({download.workbook for download in downloads}),
    )


def _write_session_pages(season: Season, folder: Path) -> None:
    results = dict(_by(season.report["session_results"], "session_id"))
    boards = dict(_by(_readable(season.report["boards"]), "session_id"))
    sessions = season.report["sessions"].to_dicts()
    for before, session, after in zip([None, *sessions], sessions, [*sessions[1:], None], strict=False):
        identifier = session["session_id"]
        write_page(
            folder / f"{page_name(identifier)}.html",
            "session.html",
            root="../../",
            competition=season.competition,
            session=session,
            before=before,
            after=after,
            unit="%" if session["kind"] == "pairs" else "IMPs a board",
            fields=_grouped(results.get(identifier, []), "field"),
            groups=[(group, _grouped(rows, "board")) for group, rows in _grouped(boards.get(identifier, []), "group")],
        )


def _write_player_pages(season: Season, folder: Path) -> None:
    report = season.report
    charts = dict(player_charts(report))
    standing = {row["player_id"]: row for row in report["player_ranking"].to_dicts()}
    individual = {row["player_id"]: row for row in report["individual_championship"].to_dicts()}
    pairs = _partnerships_of_players(report["pairs_championship"])
    for player, sessions in _by(report["player_sessions"], "player_id"):
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


def _readable(boards: pl.DataFrame) -> pl.DataFrame:
    """Board results as players write them: `4♥×`, `+420`, `60/40 %`."""
    contract, score, ruling = pl.col("contract"), pl.col("score"), pl.col("ruling")
    plain = "\N{VARIATION SELECTOR-15}"  # suits as text, not as the coloured pictures of a phone
    bid = contract.replace("PASS", "pass").str.replace_many(
        {"S": f"♠{plain}", "H": f"♥{plain}", "D": f"♦{plain}", "C": f"♣{plain}", "N": "NT", "X": "×"}
    )
    return boards.with_columns(
        bid=bid,
        red=contract.str.contains("^[1-7][HD]"),
        award=pl.when(ruling != "reversed").then(
            ruling.str.replace(r"^a(.+)_(.+)$", "${1}/${2} %").str.replace("_", " ")
        ),
        result=pl.when(score > 0)
        .then(pl.format("+{}", score))
        .when(score < 0)
        .then(pl.format("−{}", score.abs()))
        .otherwise(score.cast(pl.String)),
    )


def _only(values: pl.Series) -> Any:
    """The one value there is beside null; nothing when there are more, or none."""
    distinct = values.drop_nulls().unique()
    return distinct.item() if distinct.len() == 1 else None


def _by(table: pl.DataFrame, column: str) -> list[tuple[Any, list[Row]]]:
    return _grouped(table.to_dicts(), column)


def _grouped(rows: Iterable[Row], column: str) -> list[tuple[Any, list[Row]]]:
    """Rows by a column, in the order in which they come."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return list(groups.items())
