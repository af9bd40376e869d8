"""Write the pages of a season: put the right rows into each template, and each file into its place."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.reports.bar import CALENDAR, CHAMPIONSHIPS, LAST, PLAYERS, STANDING, bar_pages
from pipelines.reports.charts.drawing import Chart, kept
from pipelines.reports.charts.season import kind_of_all, method_drawings, ranking_chart, season_drawings
from pipelines.reports.content import Season, by, grouped, sessions_in_doubt
from pipelines.reports.downloads import write_season_downloads
from pipelines.reports.files import Files
from pipelines.reports.first_page import SEARCH_INDEX, next_days, of_season, search_index
from pipelines.reports.html import asset
from pipelines.reports.last_results import LAST_RESULTS, last_results
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.awards import decimals_of
from pipelines.reports.pages.balance import next_numbers, season_balance
from pipelines.reports.pages.boards import first_three
from pipelines.reports.pages.player import player_rows, write_player_pages
from pipelines.reports.pages.session import corrected_said, session_rows, write_session_pages
from pipelines.reports.tables.columns import is_shown
from pipelines.words.words import IN_CHANCE, awards_heading, scheme_in_full
from transforms.awards.schemes import CLUB_POINTS
from transforms.rankings.shown import first_of_ranking, players_by_name, scale_of_points, with_last_session
from transforms.strength.contest_measures import KNOWN
from transforms.tables.schemas import METHODS, Tables
from transforms.tables.shared import IN_TURN

Content = dict[str, Any]


def season_rows(report: Tables, of_evenings: Tables) -> dict[str, pl.DataFrame]:
    """Return by name the contents of all seasons' pages as markup. Each table starts with club, competition, season.

    `of_evenings` has the rows of `OF_EVENINGS` for the sessions whose pages are drawn; no table if there are none.
    """
    return {**(session_rows(of_evenings) if of_evenings else {}), **player_rows(report)}


def write_season(season: Season, files: Files) -> None:
    """Write the pages of a season, its sessions and its players, with their charts and downloads."""
    report, competition = season.report, season.competition
    of_methods = kept(method_drawings(report, competition["method"]), files.within("charts"))
    pages, pairs = _pages(season, of_methods), report["pair_ranking"].height + report["pairs_championship"].height
    stem = page_name(competition["season"])
    downloads = write_season_downloads(stem, season.tables, season.texts, files.within("downloads"))
    pages |= {"downloads": downloads, "columns": {"tables": downloads["tables"]}}
    ahead = () if season.is_over else next_days(report["sessions"]["date"], competition["end"])
    shared = {
        "root": "../",
        "competition": competition,
        "seasons": season.seasons,
        "ratings": season.ratings,
        "pages": list(pages),
        "charts": kept(season_drawings(report), files.within("charts")),
        "kind": kind_of_all(report["attendance"]),
        "sessions": report["sessions"].to_dicts(),
        "no_pairs": not pairs and report["player_ranking"].height > 0,  # individuals only, or teams without known pairs
        "awards_heading": awards_heading(report["award_totals"]["scheme"]),
        "in_doubt": sessions_in_doubt(report),
        "is_over": season.is_over,
        "next_days": list(ahead),
    }
    for name, content in pages.items():
        root = "../" * (name.count("/") + 1)
        files.page(f"{name}.html", f"{name.partition('/')[0]}.html", **{**shared, **content, "root": root})
    files.drawn_from(season.inputs).page("index.html", "season.html", **shared, **_first_page(season))
    files.write(SEARCH_INDEX, search_index(of_season(report)))
    files.write(LAST_RESULTS, last_results(report))
    if pages.get(STANDING, {}).get("rankings"):
        files.write("lines.js", asset("lines.js"))
    if not report["session_scores"].is_empty():
        files.write("map.js", asset("map.js"))
    if not report["boards"].is_empty():
        files.write("boards/moved.js", asset("moved.js"))
        files.write("hands/hands.js", asset("hands.js"))
    write_session_pages(season)
    write_player_pages(season, files)


def _first_page(season: Season) -> Content:
    report = season.report
    last = report["sessions"].tail(1)
    there = {"next_lines": "next_lines", "untold": "untold_lines", "next_numbers": "next_balance", "methods": "methods"}
    return {
        **{name: not report[table].is_empty() for name, table in there.items()},
        "last": next(last.iter_rows(named=True), None),
        "last_lists": first_three(report, last),
        "players": report["player_ranking"].height,
        "welcome": season.welcome,
        "standing": first_of_ranking(report["player_ranking"]).to_dicts(),
        "several_lines": report["next_lines"]["line"].n_unique() > 1,
    }


def _pages(season: Season, of_methods: Mapping[str, Chart]) -> dict[str, Content]:
    report, competition = season.report, season.competition
    in_bar = bar_pages(report, competition, rated=season.ratings is not None)
    found: dict[str, Content] = {}
    if PLAYERS in in_bar:
        found[PLAYERS] = _players(report)
    if LAST in in_bar:
        last = report["sessions"].row(-1, named=True)
        found["reading"] = {"of_teams": "teams" in report["sessions"]["kind"]}
        found[LAST] = {"page": f"sessions/{page_name(last['session_id'])}.html", "date": last["date"]}
    if CALENDAR in in_bar:
        kind = kind_of_all(report["attendance"])
        found[CALENDAR] = {
            "corrected": {
                session: [corrected_said(row, kind) for row in rows]
                for session, rows in by(report["corrections"], "session_id")
            },
            "winners": winners(report),
            "several_lists": report["winners"]["field"].n_unique() > 1,
        }
        found[STANDING] = {
            "standing": with_last_session(report["player_ranking"]).to_dicts(),
            "pair_standing": report["pair_ranking"].to_dicts(),
            "line_of": _last_lines(report["player_sessions"]),
            "rankings": ranking_chart(report),
            "scale": scale_of_points(report["player_sessions"]["ranking_points"].drop_nulls()),
        }
    if CHAMPIONSHIPS in in_bar:
        found[CHAMPIONSHIPS] = {
            "individual": by(_grouped(report["individual_championship"]), "group"),
            "pairs": by(_grouped(report["pairs_championship"]), "group"),
            "so_far": {"evenings": report["sessions"]["date"].n_unique(), "last": report["sessions"]["date"].max()},
        }
    if report["next_lines"].height or report["untold_lines"].height or report["next_balance"].height:
        found["next"] = {
            "next_lines": by(report["next_lines"], "line"),
            "regular_lines": report["regular_lines"].to_dicts(),
            "untold": by(report["untold_lines"].sort(*IN_TURN, "line"), "session_id")[-1:],
            "untold_sessions": report["untold_lines"]["session_id"].n_unique(),
            "next_numbers": next_numbers(report),
        }
    if report["events"].height:
        found["events"] = {"events": by(report["events"], "event")}
    if report["award_totals"].height:
        found["awards"] = {
            "awards": [
                (scheme_in_full(scheme), decimals_of(row["points"] for row in rows), rows)
                for scheme, rows in by(report["award_totals"], "scheme")
            ],
            "has_club_points": CLUB_POINTS.name in report["award_totals"]["scheme"],
        }
    if report["strengths"].height:
        found["strength"] = {"groups": by(report["strengths"], "component"), "few": KNOWN}
    balance = season_balance(report)
    if balance:
        found["meetings"] = {"balance": balance}
    if balance or report["methods"].height:
        found["analysis"] = _analysis(report, competition["method"], of_methods)
    return found


def winners(report: Tables) -> dict[str, list[tuple[str, list[Content]]]]:
    """Return by session the winners of each result list: (field, rows of `list_rows`)."""
    first = report["list_rows"].filter(pl.col("rank").str.strip_chars_end("=") == "1")
    return {session: grouped(rows, "field") for session, rows in by(first, "session_id")}


def _players(report: Tables) -> Content:
    played = report["player_sessions"].filter(is_shown(pl.col("name")))
    rows = players_by_name(played, report["player_ranking"])
    return {"players": rows.to_dicts(), "scored": rows["score"].is_not_null().any()}


def _last_lines(player_sessions: pl.DataFrame) -> dict[str, str]:
    """Return by player id the line in which the player last played."""
    # The sessions of a player are in order of time.
    last = player_sessions.drop_nulls("line").unique("player_id", keep="last", maintain_order=True)
    return dict(last.select("player_id", "line").iter_rows())


def _grouped(championship: pl.DataFrame) -> pl.DataFrame:
    """Add `group` to a championship table: `qualified`, `waiting`, or `guests`, who cannot qualify."""
    guest = pl.col("guest") if "guest" in championship.columns else pl.lit(value=False)
    number = pl.when("eligible").then(0).when(guest).then(2).otherwise(1)
    group = number.replace_strict(dict(enumerate(("qualified", "waiting", "guests"))), return_dtype=pl.String)
    return championship.with_columns(group=group).sort(number, maintain_order=True)


def shared_places(methods: pl.DataFrame) -> dict[str, set[int]]:
    """Return by method the places that several players share. `own` is the competition's own method."""
    places = {name: methods[f"{name}_rank"].drop_nulls() for name in ("own", *METHODS)}
    return {name: set(of.filter(of.is_duplicated())) for name, of in places.items()}


def _analysis(report: Tables, method: str, charts: Mapping[str, Chart]) -> Content:
    compared = report["foretold"].drop_nulls("share")
    foretells = compared["sessions"].sum() > 0
    with_luck = report["sessions"].filter(pl.col("session_id").is_in(report["luck"]["session_id"].implode()))
    return {
        "of_methods": charts,
        "foretold": compared.to_dicts() if foretells else [],
        "all_equal": not foretells and not compared.is_empty(),
        "methods": report["methods"].to_dicts(),
        "shared_places": shared_places(report["methods"]),
        "other_methods": [other for other in METHODS if other != method],
        "champions": report["champions"].to_dicts(),
        "other_lines": report["other_lines"].to_dicts(),
        "in_chance": IN_CHANCE,
        "luck_of": next(with_luck.tail(1).iter_rows(named=True), None),
    }
