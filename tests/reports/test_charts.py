import polars as pl
import pytest
from lxml import etree

from pipelines.reports.charts import player_charts, season_charts
from pipelines.reports.tables import report_tables

Tables = dict[str, pl.DataFrame]


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
    shown = [text for text in texts(chart.svg) if text.rstrip("…") and not text.isdigit()]
    for name in leaders["name"]:
        assert any(name.startswith(text.rstrip("…")) for text in shown), name
    assert leaders["name"][0] in chart.title
    assert f"{leaders['ranking'][0]:.2f}" in chart.title


def test_the_title_says_when_most_came(report: Tables) -> None:
    most = report["sessions"].sort("pairs", "date", descending=[True, False]).row(0, named=True)
    assert season_charts(report)["attendance"].title.endswith(f"({most['pairs']})")


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
        assert any(text in {printable, f"{printable[:19]}…"} for text in texts(svg)), name


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
