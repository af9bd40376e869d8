import datetime as dt

import polars as pl
import pytest
from factories import Tables
from lxml import etree

from pipelines.reports.charts.season import player_charts, season_charts, ticks
from pipelines.reports.tables.report import report_tables


@pytest.fixture(scope="module")
def report(season: Tables) -> Tables:
    club = season["raw.competitions"]["club"][0]
    return {name: table.filter(pl.col("club") == club) for name, table in report_tables(season).items()}


@pytest.fixture(scope="module")
def hostile_report(hostile_season: Tables) -> Tables:
    return report_tables(hostile_season)


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()).strip() for node in etree.fromstring(svg.encode()).iterfind(".//{*}text")]


def test_a_season_has_its_charts_with_axes_that_say_their_units(report: Tables) -> None:
    charts = season_charts(report)
    assert list(charts) == ["leaders", "attendance", "spread"]
    labels = {name: texts(chart.svg) for name, chart in charts.items()}
    assert {"date of the session", "ranking (points)"} <= set(labels["leaders"])
    assert {"date of the session", "entrants"} <= set(labels["attendance"])
    assert {"score (% of the maximum)", "Line A"} <= set(labels["spread"])


def test_the_leaders_are_named_at_their_lines(report: Tables) -> None:
    leaders = report["player_ranking"].head(6)
    chart = season_charts(report)["leaders"]
    shown = [text for text in texts(chart.svg) if text.rstrip("…,") and not text.isdigit()]
    for name in leaders["name"]:
        assert any(name.startswith(text.rstrip("…,")) for text in shown), name
    assert leaders["name"][0] in chart.title
    assert f"{leaders['ranking'][0]:.2f}" in chart.title


def test_the_title_says_when_most_came_unless_several_evenings_tie(report: Tables) -> None:
    first, second = report["sessions"]["session_id"].head(2)
    results = report["session_results"]
    one, other = (results.filter(pl.col("session_id") == session).head(10) for session in (first, second))
    tied = season_charts({**report, "session_results": pl.concat([one, other])})["attendance"]
    assert tied.title == "10.0 entrants a session; 10 at most"
    untied = season_charts({**report, "session_results": pl.concat([one, other.head(8)])})["attendance"]
    assert untied.title.endswith(" 2025 (10)")


def test_partners_who_always_play_together_share_a_line_and_its_label(report: Tables) -> None:
    ann = report["player_sessions"].filter(pl.col("player_id") == report["player_ranking"]["player_id"][0])
    bob = ann.with_columns(player_id=pl.lit("bob"))
    standing = report["player_ranking"].head(1).with_columns(name=pl.lit("Ann"))
    both = pl.concat([standing, standing.with_columns(player_id=pl.lit("bob"), name=pl.lit("Bob"))])
    leaders = season_charts({**report, "player_ranking": both, "player_sessions": pl.concat([ann, bob])})["leaders"]
    assert leaders.title.startswith("Ann and Bob share the lead of the ranking with ")
    assert {"Ann,", "Bob"} <= set(texts(leaders.svg))
    alone = season_charts({**report, "player_ranking": standing, "player_sessions": ann})["leaders"]
    assert leaders.svg.count("<use ") == alone.svg.count("<use ")


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        ([0], ["2 Sep"]),
        ([0, 7, 14, 21], ["2 Sep", "9 Sep", "16 Sep", "23 Sep"]),
        ([0, 1, 20], ["2 Sep", "22 Sep"]),
        ([0, 1, 30, 60, 90, 150], ["Oct\n2025", "Nov", "Dec", "Jan\n2026"]),
        (list(range(0, 240, 7)), ["Oct\n2025", "Dec", "Feb\n2026", "Apr"]),
    ],
)
def test_dates_of_a_few_sessions_are_ticks_and_of_many_the_months(days: list[int], shown: list[str]) -> None:
    dates = [dt.date(2025, 9, 2) + dt.timedelta(days=day) for day in days]
    assert list(ticks(dates, 6).values()) == shown


@pytest.mark.slow
def test_bars_of_one_line_have_no_letter(report: Tables) -> None:
    several = texts(season_charts(report)["attendance"].svg)
    of_a = report["session_results"].filter(pl.col("line") == "A")
    one = texts(season_charts({**report, "session_results": of_a})["attendance"].svg)
    assert "A" in several
    assert "A" not in one


def test_the_last_point_of_a_line_is_marked_so_that_one_point_is_seen(report: Tables) -> None:
    first = report["player_sessions"].filter(pl.col("session_id") == report["sessions"]["session_id"][0])
    first = first.drop_nulls("ranking").sort("ranking", descending=True)
    standing = report["player_ranking"].join(first.head(1), on="player_id", how="semi")
    marks = [
        season_charts({**report, "player_ranking": standing, "player_sessions": players})["leaders"].svg.count("<use ")
        for players in (first, first.head(10))
    ]
    assert marks[0] - marks[1] == first.height - 10


def test_every_ranked_player_has_a_chart_with_a_dot_a_session(report: Tables) -> None:
    charts = dict(player_charts(report))
    assert set(charts) == set(report["player_ranking"]["player_id"])
    backdrop_marks = min(chart.svg.count("<use ") for chart in charts.values())
    sessions = dict(report["player_ranking"].select("player_id", "sessions").iter_rows())
    assert {chart.svg.count("<use ") - sessions[player] for player, chart in charts.items()} == {
        backdrop_marks - min(sessions.values())
    }


@pytest.mark.parametrize("first", [0, 6])
def test_names_are_text_and_neither_markup_nor_formulas(hostile_report: Tables, first: int) -> None:
    standing = hostile_report["player_ranking"]
    hostile = standing.filter(pl.col("player_id") == pl.col("name"))
    leaders = hostile.slice(first, 6)
    assert not leaders.is_empty()
    svg = season_charts({**hostile_report, "player_ranking": leaders})["leaders"].svg
    assert not list(etree.fromstring(svg.encode()).iterfind(".//{*}script"))
    for name in leaders["name"]:
        printable = "".join(sign for sign in name if sign.isprintable())
        assert any(text.removesuffix(",") in {printable, f"{printable[:19]}…"} for text in texts(svg)), name


@pytest.mark.slow
def test_the_same_tables_give_the_same_drawings(report: Tables) -> None:
    assert season_charts(report) == season_charts(report)
    assert dict(player_charts(report)) == dict(player_charts(report))


def test_a_season_without_sessions_has_no_charts(report: Tables) -> None:
    nothing = {name: table.clear() for name, table in report.items()}
    assert season_charts(nothing) == {}
    assert dict(player_charts(nothing)) == {}


def test_one_session_is_enough(report: Tables) -> None:
    first = report["sessions"]["session_id"][0]
    one = {
        name: table.filter(pl.col("session_id") == first) if "session_id" in table.columns else table
        for name, table in report.items()
    }
    ranked = one["player_sessions"].drop_nulls("ranking")
    one["player_ranking"] = one["player_ranking"].join(ranked, on="player_id", how="semi")
    assert len(season_charts(one)) == 3
    assert len(dict(player_charts(one))) == ranked.height
