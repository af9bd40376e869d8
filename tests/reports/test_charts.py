"""The charts of a season and of awards, and the colours of all."""

import datetime as dt
import re
from importlib.resources import files
from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from browser.scale import scale
from each import cases
from examples import by_night
from factories import Tables
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from reports.reading import drawn

from pipelines.reports.charts.alone import Picture, alone, figure_of
from pipelines.reports.charts.awards import SIZES, spread_chart, spread_of_schemes
from pipelines.reports.charts.drawing import ACCENT, MIDDLE, PALE, Chart, house_style, svg_of
from pipelines.reports.charts.heat_map import SHADES, Cell, heat_map
from pipelines.reports.charts.paths import GRID, INK, SOFT, courses, lines, ticks
from pipelines.reports.charts.ratings import Courses, distribution_chart, reliability_chart
from pipelines.reports.charts.season import SHOWN, ranking_chart, season_drawings, where_scores_differ_most
from pipelines.reports.charts.season import courses as places_by_ranking
from pipelines.reports.html import as_file, macro_of
from pipelines.reports.tables.columns import report_tables
from pipelines.words.words import fixed, scheme_name
from transforms.awards.schemes import COMPUTED
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
    given = {f"report.{name}": {**report, **changed}[name] for name in ("sessions", "session_results")}
    came = season_tables(given, ["report.attendance"])["report.attendance"]
    return season_charts({**report, "attendance": came})["attendance"]


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()).strip() for node in etree.fromstring(svg.encode()).iterfind(".//{*}text")]


def test_a_season_has_its_charts_with_axes_that_say_their_units(report: Tables) -> None:
    charts = season_charts(report)
    assert list(charts) == ["attendance", "spread"]
    labels = {name: texts(chart.svg) for name, chart in charts.items()}
    assert {"date of the session", "pairs"} <= set(labels["attendance"])
    assert {"score (% of the maximum)", "Line A"} <= set(labels["spread"])


def test_dates_of_a_few_sessions_are_ticks_and_of_many_the_months() -> None:
    for days, shown in [
        ([0], ["2 Sep"]),
        ([0, 7, 14, 21], ["2 Sep", "9 Sep", "16 Sep", "23 Sep"]),
        ([0, 1, 20], ["2 Sep", "22 Sep"]),
        ([0, 1, 30, 60, 90, 150], ["Oct\n2025", "Nov", "Dec", "Jan\n2026"]),
        (list(range(0, 240, 7)), ["Oct\n2025", "Dec", "Feb\n2026", "Apr"]),
    ]:
        dates = [dt.date(2025, 9, 2) + dt.timedelta(days=day) for day in days]
        assert list(ticks(dates, 6).values()) == shown


def spots(path: str) -> list[tuple[float, float]]:
    """The positions of the dots, or of the corners of a line."""
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-0-9.]+) ([-0-9.]+)", path)]


def test_every_ranked_player_has_a_course_with_a_corner_and_a_dot_a_session(report: Tables) -> None:
    _, found = courses(report)
    assert set(found) == set(report["player_ranking"]["player_id"])
    ranked = report["player_sessions"].drop_nulls("ranking").group_by("player_id")
    for player, of, in_window in ranked.agg(pl.len(), pl.col("in_window").sum()).iter_rows():
        assert len(spots(found[player].line)) == of
        assert len(spots(found[player].counting)) == in_window
        assert len(spots(found[player].earlier)) == of - in_window
        assert len(spots(found[player].end)) == 1


def test_a_course_stands_where_its_lines_say_and_fills_the_height(report: Tables) -> None:
    days, found = courses(report)
    ranked = report["player_sessions"].drop_nulls("ranking")
    for player, course in found.items():
        own = ranked.filter(player_id=player)
        (low_at, low), *_, (high_at, high) = course.points
        pixels = (high_at - low_at) / (float(high) - float(low))
        for paths, column in (((course.line,), "ranking"), ((course.earlier, course.counting), "ranking_points")):
            drawn = [y for path in paths for _, y in spots(path)]
            assert drawn == pytest.approx([low_at + pixels * (number - float(low)) for number in own[column]], abs=0.11)
        dots = [spot for path in (course.line, course.counting, course.earlier) for spot in spots(path)]
        assert all(40 <= x <= 395 and 8 <= y <= 212 for x, y in dots)
        now, highest = fixed(own["ranking"][-1]), fixed(max(own["ranking"]))
        assert (f"highest {highest}" in course.title) == (highest != now)
        numbers = [*own["ranking"], *own["ranking_points"]]
        around = 10 / (max(numbers) - min(numbers) + 10)
        heights = [y for _, y in dots]
        assert (max(heights) - min(heights)) / 204 == pytest.approx(1 - around, abs=0.01)
    assert days[0][1] == "2 Sep"


def test_the_lines_of_a_scale_are_round_numbers() -> None:
    for low, high, shown in [
        (20.0, 80.0, ["20", "30", "40", "50", "60", "70", "80"]),
        (49.2, 50.1, ["49.2", "49.4", "49.6", "49.8", "50"]),
        (-12.0, 7.0, ["−10", "−5", "0", "5"]),
    ]:
        assert [text for _, text in lines(low, high)] == shown


def test_whoever_shares_all_rankings_shares_a_line_with_all_names(report: Tables) -> None:
    rankings = report["player_sessions"].drop_nulls("ranking").sort("date")
    together: dict[tuple[object, ...], set[str]] = {}
    for (player,), own in rankings.partition_by("player_id", as_dict=True).items():
        together.setdefault(tuple(own.select("date", "ranking").rows()), set()).add(str(player))
    assert 1 < len(together) < rankings["player_id"].n_unique(), "some share a line"
    chart = ranking_chart(report)
    assert chart is not None
    assert sorted(sorted(line.pages) for line in chart.lines) == sorted(sorted(of) for of in together.values())
    names = dict(rankings.select("player_id", "name").iter_rows())
    assert all(line.names == [names[page] for page in line.pages] for line in chart.lines)


def test_the_first_players_are_named_below_each_other_and_drawn_last(report: Tables) -> None:
    chart = ranking_chart(report)
    assert chart is not None
    named = [line for line in chart.lines if line.label is not None]
    assert {*report["player_ranking"]["player_id"].head(6)} <= {page for line in named for page in line.pages}
    assert chart.lines[-len(named) :] == named
    in_order = sorted((line.label, len(line.names)) for line in named if line.label is not None)
    assert all(below - above >= 13 * names for (above, names), (below, _) in pairwise(in_order))


def test_names_are_text_and_neither_markup_nor_formulas(hostile_report: Tables) -> None:
    chart = ranking_chart(hostile_report)
    assert chart is not None
    labels = {label for line in chart.lines for label in line.labels}
    assert any("nirts" in label for label in labels)
    assert all(label.isprintable() and len(label) <= 20 for label in labels)
    figure = macro_of("course.html", "of_all")(chart)
    svg = etree.fromstring(as_file(str(figure)[figure.index("<svg") : figure.index("</svg>") + len("</svg>")]))
    assert not list(svg.iterfind(".//script"))
    shown = {"".join(text.itertext()) for text in svg.iterfind(".//text")}
    assert any("<script>alert(1)" in text for text in shown)


def test_a_season_without_sessions_has_no_charts(report: Tables) -> None:
    nothing = {name: table.clear() for name, table in report.items()}
    assert season_charts(nothing) == {}
    assert ranking_chart(nothing) is None
    assert courses(nothing) == ([], {})


def test_where_scores_differ_most_is_reported_as_far_as_luck_alone_does_not_make_it() -> None:
    for widths, listed in [
        ((11.6, 6.0, 11.4), "Scores differ most, and about equally, in lines A and C"),
        ((11.6, 11.0, 11.4), "Scores differ about equally in all lines"),
        ((8.0, 14.0, 8.0), "Scores differ most in line B, where half of them lie between 43 and 57 %"),
    ]:
        lines = zip("ABC", widths, strict=True)
        half = ({"line": line, "quarter": 50 - width / 2, "three_quarters": 50 + width / 2} for line, width in lines)
        spread = pl.DataFrame(list(half)).with_columns(scores=257)
        assert where_scores_differ_most(spread) == listed


def words_of(players: int, deepest: int) -> list[str]:
    """The texts of the chart of so many players, of whom the first has this place in the second ranking."""
    places = range(1, players + 1)
    moved = [deepest, *(place - (place <= deepest) for place in places[1:])]
    named = {"player_id": [f"p{place}" for place in places], "name": [f"P {place}" for place in places]}
    table = pl.DataFrame({**named, "today": places, "then": moved})
    with house_style():
        svg = svg_of(places_by_ranking(table, ["today", "then"]))
    return texts(svg)


@cases((SHOWN + 5, SHOWN + 3, True), (SHOWN + 5, SHOWN, False), (4, 4, False))
def test_a_line_that_leaves_the_chart_is_reported_on_it(players: int, deepest: int, *, is_cut: bool) -> None:
    listed = f"A line that leaves the chart at the bottom goes below place {SHOWN}."
    assert (listed in words_of(players, deepest)) is is_cut


@pytest.fixture(scope="module")
def spread() -> pl.DataFrame:
    return spread_of_schemes()


def test_every_scheme_with_a_rule_is_there_in_every_size(spread: pl.DataFrame) -> None:
    rows = spread.group_by("scheme", "size").len().sort("scheme", "size").rows()
    assert rows == [(scheme, size, size) for scheme in sorted(COMPUTED) for size in sorted(SIZES)]


@cases(
    ("ebu", 12, 2, 75),  # 12, 9, 6, 6
    ("club_points", 30, 2, 75),
    ("aeb", 12, 6, 100 / 6),  # six at the average or above: 3, 2.5, …, 0.5
    ("ebl", 60, 2, 100 * 26 / 30),
    ("wbf_robot", 60, 31, 0),
)
def test_shares_by_hand(spread: pl.DataFrame, scheme: str, size: int, rank: int, share: float) -> None:
    (found,) = spread.filter(scheme=scheme, size=size, rank=rank)["share"]
    assert found == pytest.approx(share, abs=1e-9)


def test_the_chart_shows_names_and_says_what_it_shows(spread: pl.DataFrame) -> None:
    chart = spread_chart()
    shown = {*texts(chart.svg)}
    assert {scheme_name(scheme) for scheme in COMPUTED} <= shown
    assert shown.isdisjoint(COMPUTED)
    assert {"12 entrants", "30 entrants", "60 entrants"} <= shown
    for scheme in COMPUTED:
        half = spread.filter(pl.col("share") >= 50, scheme=scheme, size=60).height
        assert f"{scheme_name(scheme)}: {half}" in chart.description
    assert chart.title == ("Club Points gives most to the top; Robot Bridge Points, WBF spreads the points most widely")


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


def test_charts_have_the_colours_of_text_and_lines_on_pages() -> None:
    style = files("pipelines.reports.charts").joinpath("barometer.mplstyle").read_text("utf-8")
    of_pages = scale(_STYLE)["Colour"]
    for key, name in {"text.color": "ink", "axes.labelcolor": "soft", "grid.color": "line"}.items():
        assert f"\n{key}: {of_pages[name].removeprefix('#')}\n" in style, key
    assert tuple(of_pages[name] for name in ("ink", "soft", "line")) == (INK, SOFT, GRID)


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


def numbers_of(entrants: int) -> list[str]:
    return [str(number) for number in range(1, entrants + 1)]


def map_of(scores: list[list[int]], shares: list[list[float]]) -> list[list[Cell]]:
    size = len(scores)
    none_met = np.zeros((size, size), dtype=np.bool_)
    found = heat_map(numbers_of(size), np.array(scores, dtype=np.int64), np.array(shares, dtype=np.float64), none_met)
    return [cells for _, cells in found]


def test_a_share_has_its_shade() -> None:
    for share, shade in [
        *((-5, 0), (0, 0), (0.16, 0), (0.17, 1), (0.5, 2), (0.84, 3)),
        *((1, 3), (1.16, 3), (1.17, 4), (1.84, 6), (2, 6), (9, 6)),
    ]:
        kinds = [[cell.kind for cell in cells] for cells in map_of([[0, 1], [1, 0]], [[0, share], [share, 0]])]
        assert kinds == [["", f"s{shade}"], [f"s{shade}", ""]]


@given(st.integers(2, 20), st.data())
def test_every_cell_but_the_diagonal_has_a_shade_and_says_who_met(size: int, data: st.DataObject) -> None:
    of_cell = st.lists(st.floats(-3, 3), min_size=size**2, max_size=size**2)
    shares = np.reshape(data.draw(of_cell), (size, size))
    met = shares > 1
    found = heat_map(numbers_of(size), np.rint(shares).astype(np.int64), shares, met)
    assert [label for label, _ in found] == numbers_of(size)
    for row, (_, cells) in enumerate(found):
        assert cells[row] == ("", "", "")
        others = [column for column in range(size) if column != row]
        assert [cells[column].kind[0] == "m" for column in others] == [bool(met[row, column]) for column in others]
        assert all(0 <= int(cells[column].kind[1:]) < SHADES for column in others)


def test_a_score_stands_in_its_cell_and_who_was_not_compared_has_none() -> None:
    nan = float("nan")
    found = map_of([[0, 7, -1], [7, 0, 2], [-1, 2, 0]], [[0, 2, nan], [2, 0, 1], [nan, 1, 0]])
    assert [[cell.text for cell in cells] for cells in found] == [["", "7", ""], ["7", "", "2"], ["", "2", ""]]
    assert map_of([[0, -1], [-1, 0]], [[0, 0], [0, 0]])[0][1].text == "−1"


LISTS = [dt.date(1997 + year, 6, 30) for year in range(12)]
EVE = dt.date(1996, 6, 30)  # the day of the ratings before the first season
COURSES = Courses(EVE, LISTS)

ratings = st.integers(-200, 3000)


def test_a_course_says_where_it_starts_and_ends_and_its_highest() -> None:
    chart = COURSES.chart(LISTS[:3], [1500, 1650, 1600])
    assert chart is not None
    assert chart.title == "From 1500 to 1600; highest 1650, on 30 June 1998"
    assert chart.description == "Rating on each list: 1997: 1500, 1998: 1650, 1999: 1600"
    assert figures(chart.svg) == {"1500", "1650", "1600"}
    assert COURSES.chart(LISTS[:1], [1500]) is None, "who has one rating has no course"


@given(st.lists(ratings, min_size=2, max_size=len(LISTS)))
def test_a_course_rises_where_the_rating_does_and_stays_on_the_drawing(course: list[int]) -> None:
    chart = COURSES.chart(LISTS[: len(course)], course)
    assert chart is not None
    found = re.findall(r'<circle cx="([-\d.]+)" cy="([-\d.]+)"', chart.svg)
    drawn = [(float(x), float(y)) for x, y in found]
    assert len(drawn) == len(course)
    assert [x for x, _ in drawn] == sorted({x for x, _ in drawn})
    assert all(0 < x < 403 and 16 < y < 227 for x, y in drawn)
    by_rating = sorted(zip(course, (-y for _, y in drawn), strict=True))
    assert [y for _, y in by_rating] == sorted(y for _, y in by_rating)


def test_a_distribution_counts_everybody_once() -> None:
    chart = distribution_chart([1100, 1149, 1150, 1400, 1401, 1402, 1403, 1404], [1400, 1401])
    assert chart is not None
    assert chart.title == "The 2 on the rating list are between 1400 and 1401"
    counts = re.findall(r"(\d+) to (\d+): (\d+)", chart.description)
    assert sum(int(many) for *_, many in counts) == 8
    assert ("1140", "1159", "2") in counts


@given(st.lists(st.integers(-100_000_000, 100_000_000), min_size=2, max_size=40))
@settings(max_examples=by_night(15), deadline=None)
def test_a_rating_far_off_makes_no_more_bars_than_there_is_room_for(rated: list[int]) -> None:
    chart = distribution_chart([*rated, 99_999_999], rated)
    assert chart is not None
    counts = re.findall(r"-?\d+ to -?\d+: (\d+)", chart.description)
    assert sum(map(int, counts)) == len(rated) + 1
    assert len(chart.svg) < 60_000


def test_a_spread_reads_well_where_ratings_are_the_same() -> None:
    for rated, title in [
        ([1111] * 9, "All 9 with a rating are at 1111"),
        ([1111, 1112], "The 2 with a rating are between 1111 and 1112"),
        ([1000, *[1111] * 9, 1200], "Half of those with a rating are at 1111"),
        ([*range(1000, 1400, 50)], "Half of those with a rating are between 1050 and 1250; the median is 1150"),
    ]:
        chart = distribution_chart(rated, [])
        assert chart is not None
        assert chart.title == title


def test_a_course_back_where_it_began_reads_well() -> None:
    for course, title in [
        ([1111, 1111, 1111], "1111 throughout"),
        ([1111, 1100, 1111], "At 1111 at the beginning and at the end"),
        ([1111, 1200, 1111], "At 1111 at the beginning and at the end; highest 1200, on 30 June 1998"),
    ]:
        chart = COURSES.chart(LISTS[:3], course)
        assert chart is not None
        assert chart.title == title


def test_a_game_or_two_are_no_dot() -> None:
    bands = {"expected": [50.0, 70.0, 90.0], "scored": [50.0, 0.0, 80.0]}
    for second, dots in ((2, 2), (3, 3)):
        chart = reliability_chart(pl.DataFrame({**bands, "games": [30, second, 3]}))
        [path] = re.findall(r'<path d="([^"]*)" stroke="#\w+" stroke-width="6"', chart.svg)
        assert path.count("h0") == dots
        assert "scored 0.0 % in" in chart.description


def test_reliability_says_what_favourites_scored() -> None:
    bands = pl.DataFrame({"expected": [50.0, 70.0], "scored": [50.0, 60.0], "games": [10, 30]})
    chart = reliability_chart(bands)
    assert chart.title == "Favourites were expected to score 65.0 % and scored 57.5 % in 40 games"
    assert "expected 70.0 %, scored 60.0 % in 30 games" in chart.description


FORMS: dict[Picture, bytes] = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


def test_a_chart_alone_has_its_texts_title_and_legend_in_the_file(report: Tables) -> None:
    """Drawings of ours and of matplotlib alike; the shapes of ours are drawn where they were."""
    bands = pl.DataFrame({"expected": [50.0, 70.0], "scored": [50.0, 60.0], "games": [10, 30]})
    for chart in (reliability_chart(bands), season_charts(report)["spread"]):
        files = {form: alone(chart, form, "Tuesday evening") for form in FORMS}
        assert {form: file.startswith(FORMS[form]) for form, file in files.items()} == dict.fromkeys(FORMS, True)
        said = texts(files["svg"].decode())
        assert {"Tuesday evening", *texts(chart.svg), *(key.text for key in chart.legend)} <= {*said}
        assert chart.title.startswith(said[said.index("Tuesday evening") + 1])
        assert len(chart.legend) == 2
    first = re.search(r"M([\d.]+) ([\d.]+)h0", reliability_chart(bands).svg)
    dots = [path for path in figure_of(reliability_chart(bands)).axes[0].patches if path.get_linewidth() == 4.5]
    assert first is not None
    assert np.asarray(dots[0].get_path().vertices)[0].tolist() == [*map(float, first.groups())]


def figures(svg: str) -> set[str]:
    """The labels of the course, which are drawn after the axis of years."""
    return set(re.findall(r"<text x=\"[-\d.]+\" y=\"[-\d.]+\">(\d+)</text>", svg[svg.index("<polyline") :]))
