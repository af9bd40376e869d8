"""The charts of a season and of awards, and the colours of all."""

import datetime as dt
import re
from importlib.resources import files

import polars as pl
import pytest
from factories import Tables
from lxml import etree
from reports.reading import drawn

from pipelines.reports.charts.awards import SIZES, spread_chart, spread_of_schemes
from pipelines.reports.charts.drawing import ACCENT, MIDDLE, PALE, Chart, house_style
from pipelines.reports.charts.methods import SHOWN
from pipelines.reports.charts.methods import courses as places_by_ranking
from pipelines.reports.charts.paths import Course, courses, lines, ticks
from pipelines.reports.charts.season import season_drawings, where_scores_differ_most
from pipelines.reports.tables.columns import report_tables
from pipelines.words.words import scheme_name
from transforms.awards import COMPUTED
from transforms.season import season_tables


@pytest.fixture(scope="module")
def report(season: Tables) -> Tables:
    club = season["raw.competitions"]["club"][0]
    return {name: table.filter(pl.col("club") == club) for name, table in report_tables(season).items()}


@pytest.fixture(scope="module")
def hostile_report(hostile_season: Tables) -> Tables:
    return report_tables(hostile_season)


def season_charts(report: Tables) -> dict[str, Chart]:
    return drawn(season_drawings(report))


def attendance(report: Tables, **changed: pl.DataFrame) -> Chart:
    """The chart of the attendance, with other result lists or sessions."""
    given = {f"report.{name}": {**report, **changed}[name] for name in ("sessions", "session_results")}
    came = season_tables(given, ["report.attendance"])["report.attendance"]
    return season_charts({**report, "attendance": came})["attendance"]


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()).strip() for node in etree.fromstring(svg.encode()).iterfind(".//{*}text")]


def test_a_season_has_its_charts_with_axes_that_say_their_units(report: Tables) -> None:
    charts = season_charts(report)
    assert list(charts) == ["leaders", "attendance", "spread"]
    labels = {name: texts(chart.svg) for name, chart in charts.items()}
    assert {"date of the session", "ranking (points)"} <= set(labels["leaders"])
    assert {"date of the session", "pairs"} <= set(labels["attendance"])
    assert {"score (% of the maximum)", "Line A"} <= set(labels["spread"])


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


def spots(path: str) -> list[tuple[float, float]]:
    """The positions of the dots, or of the corners of a line."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-0-9.]+) ([-0-9.]+)", path)]


def heights(course: Course) -> list[float]:
    return [y for _, y in spots(course.line)]


def test_every_ranked_player_has_a_course_with_a_corner_and_a_dot_a_session(report: Tables) -> None:
    found = courses(report)
    assert set(found) == set(report["player_ranking"]["player_id"])
    ranked = report["player_sessions"].drop_nulls("ranking").group_by("player_id")
    for player, of, in_window in ranked.agg(pl.len(), pl.col("in_window").sum()).iter_rows():
        assert len(spots(found[player].line)) == of
        assert len(spots(found[player].counting)) == in_window
        assert len(spots(found[player].earlier)) == of - in_window
        assert len(spots(found[player].end)) == 1


def test_courses_share_their_scale_and_stand_where_its_lines_say(report: Tables) -> None:
    found = courses(report)
    (scale,) = {id(course.scale): course.scale for course in found.values()}.values()
    (low_at, low), *_, (high_at, high) = scale.points
    pixels = (high_at - low_at) / (float(high) - float(low))
    ranked = report["player_sessions"].drop_nulls("ranking")
    for player, course in found.items():
        rankings = ranked.filter(player_id=player)["ranking"]
        shown = [low_at + pixels * (ranking - float(low)) for ranking in rankings]
        assert heights(course) == pytest.approx(shown, abs=0.11)
    dots = [spot for course in found.values() for path in (course.counting, course.earlier) for spot in spots(path)]
    assert all(44 <= x <= 387 and 8 <= y <= 212 for x, y in dots)
    first = [text for _, text in scale.days]
    assert first[0] == "2 Sep"


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (20.0, 80.0, ["20", "30", "40", "50", "60", "70", "80"]),
        (49.2, 50.1, ["49.2", "49.4", "49.6", "49.8", "50"]),
        (-12.0, 7.0, ["−10", "−5", "0", "5"]),
    ],
)
def test_the_lines_of_a_scale_are_round_numbers(low: float, high: float, shown: list[str]) -> None:
    assert [text for _, text in lines(low, high)] == shown


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


def test_a_season_without_sessions_has_no_charts(report: Tables) -> None:
    nothing = {name: table.clear() for name, table in report.items()}
    assert season_charts(nothing) == {}
    assert courses(nothing) == {}


@pytest.mark.parametrize(
    ("widths", "told"),
    [
        ((11.6, 6.0, 11.4), "Scores differ most, and about equally, in lines A and C"),
        ((11.6, 11.0, 11.4), "Scores differ about equally in all lines"),
        ((8.0, 14.0, 8.0), "Scores differ most in line B, where half of them lie between 43 and 57 %"),
    ],
)
def test_where_scores_differ_most_is_told_as_far_as_luck_alone_does_not_make_it(
    widths: tuple[float, ...], told: str
) -> None:
    lines = zip("ABC", widths, strict=True)
    half = ({"line": line, "quarter": 50 - width / 2, "three_quarters": 50 + width / 2} for line, width in lines)
    spread = pl.DataFrame(list(half)).with_columns(scores=257)
    assert where_scores_differ_most(spread) == told


def words_of(players: int, deepest: int) -> list[str]:
    """The texts of the chart of so many players, of whom the first has this place in the second ranking."""
    places = range(1, players + 1)
    moved = [deepest, *(place - (place <= deepest) for place in places[1:])]
    named = {"player_id": [f"p{place}" for place in places], "name": [f"P {place}" for place in places]}
    table = pl.DataFrame({**named, "today": places, "then": moved})
    with house_style():
        svg = places_by_ranking(table, ["today", "then"])
    return texts(svg)


@pytest.mark.parametrize(
    ("players", "deepest", "is_cut"), [(SHOWN + 5, SHOWN + 3, True), (SHOWN + 5, SHOWN, False), (4, 4, False)]
)
def test_a_line_that_leaves_the_chart_is_told_on_it(players: int, deepest: int, *, is_cut: bool) -> None:
    told = f"A line that leaves at the bottom goes below place {SHOWN}."
    assert (told in words_of(players, deepest)) is is_cut


@pytest.fixture(scope="module")
def spread() -> pl.DataFrame:
    return spread_of_schemes()


def test_every_scheme_with_a_rule_is_there_in_every_size(spread: pl.DataFrame) -> None:
    rows = spread.group_by("scheme", "size").len().sort("scheme", "size").rows()
    assert rows == [(scheme, size, size) for scheme in sorted(COMPUTED) for size in sorted(SIZES)]


@pytest.mark.parametrize(
    ("scheme", "size", "rank", "share"),
    [
        ("ebu", 12, 2, 75),  # 12, 9, 6, 6
        ("club_points", 30, 2, 75),
        ("aeb", 12, 6, 100 / 6),  # six at the average or above: 3, 2.5, …, 0.5
        ("ebl", 60, 2, 100 * 26 / 30),
        ("wbf_robot", 60, 31, 0),
    ],
)
def test_shares_by_hand(spread: pl.DataFrame, scheme: str, size: int, rank: int, share: float) -> None:
    (found,) = spread.filter(scheme=scheme, size=size, rank=rank)["share"]
    assert found == pytest.approx(share, abs=1e-9)


def test_the_chart_shows_names_and_says_what_it_shows(spread: pl.DataFrame) -> None:
    chart = spread_chart()
    shown = {*texts(chart.svg)}
    assert {scheme_name(scheme) for scheme in COMPUTED} <= shown
    assert shown.isdisjoint(COMPUTED)
    for scheme in COMPUTED:
        half = spread.filter(pl.col("share") >= 50, scheme=scheme, size=60).height
        assert f"{scheme_name(scheme)}: {half}" in chart.description
    assert chart.title == "Club Points: most for the top; Robot Bridge Points, WBF: spread widest"


_STYLE = files("pipelines.reports").joinpath("style.css").read_text("utf-8")
_LIGHT, _DARK = (
    dict(re.findall(r"--(\w+): (#\w{6});", part)) for part in _STYLE.split("prefers-color-scheme: dark")[:2]
)
_MARKS = {"strong": ACCENT, "middle": MIDDLE, "pale": PALE}
_INVERTED = 0.91
_HUE_TURNED = ((-0.574, 1.430, 0.144), (0.426, 0.430, 0.144), (0.426, 1.430, -0.856))
"""The matrix of `hue-rotate(180deg)`, from the Filter Effects Module."""


@pytest.mark.parametrize("name", _MARKS)
def test_marks_have_contrast_and_legends_their_colours(name: str) -> None:
    """3:1 is what WCAG 2.1, 1.4.11, asks of the parts of a picture."""
    assert f"filter: invert({_INVERTED}) hue-rotate(180deg)" in _STYLE
    assert _LIGHT[name] == _MARKS[name]
    assert _DARK[name] == _in_the_dark(_MARKS[name])
    assert min(_contrast(_LIGHT[name], _LIGHT["paper"]), _contrast(_DARK[name], _DARK["paper"])) >= 3


def _parts(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _in_the_dark(colour: str) -> str:
    turned = [part * (1 - 2 * _INVERTED) + _INVERTED for part in _parts(colour)]
    mixed = (sum(share * part for share, part in zip(row, turned, strict=True)) for row in _HUE_TURNED)
    return "#" + "".join(f"{round(min(max(part, 0), 1) * 255):02x}" for part in mixed)


def _contrast(one: str, other: str) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour)]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
