"""Points that a file prints and contradicts itself, as files edited by hand do."""

from typing import Any

import polars as pl
import pytest
from factories import competitions, frame
from result_files import needs_real_data, real_files

from pipelines.intake.readers import read_file
from transforms.checks import assemble
from transforms.tables.schemas import LANDING, Competitions, Results, Sessions

COLUMNS = ("line_no", "severity", "value")


def line(number: int, score: int | None, points: tuple[float, float], **given: Any) -> dict[str, Any]:
    """A line between two pairs of their own, with what the file prints beside it."""
    return {
        **{"line_no": number, "board": 1, "ns": f"n{number}", "ew": f"e{number}", "score": score},
        **{"official_ns_points": points[0], "official_ew_points": points[1], "official_centred": False},
        **given,
    }


def told(*lines: dict[str, Any], kind: str = "pairs") -> list[tuple[Any, ...]]:
    """Line, severity and value of the findings on printed points."""
    tables = {"sessions": frame(Sessions, {"kind": kind}), "results": frame(Results, *lines)}
    _, findings = assemble({name: table.drop("season") for name, table in tables.items()}, competitions())
    return findings.filter(pl.col("field") == "official_ns_points").select(COLUMNS).rows()


def test_the_same_score_brings_the_same_points() -> None:
    lines = [line(1, 420, (3, 1)), line(2, 420, (3, 1)), line(3, -50, (0, 4)), line(4, 420, (4, 0))]
    assert told(*lines[:3]) == []
    assert told(*lines) == [(4, "warning", "4 / 0")]


@pytest.mark.parametrize("apart", [{"board": 2}, {"line": "B"}, {"subfield": "b"}, {"ruling": "reversed"}])
def test_the_same_score_elsewhere_may_bring_other_points(apart: dict[str, Any]) -> None:
    assert told(line(1, 420, (3, 1)), line(2, 420, (3, 1)), line(3, 420, (4, 0), **apart)) == []


def test_between_teams_the_same_score_may_bring_other_points() -> None:
    assert told(line(1, 420, (5, -5)), line(2, 420, (-3, 3)), kind="teams") == []


@pytest.mark.parametrize(
    ("ruling", "points", "contradicts"),
    [
        ("average", (20, 20), False),
        ("average", (23, 11), True),
        ("a60_40", (24, 16), False),
        ("a60_40", (16, 24), True),
        ("a60_60", (24, 24), False),
        ("a60_40", (8, 5), False),
        ("a+_-", (26, 14), False),
        ("not_played", (0, 0), False),
    ],
)
def test_points_go_with_the_ruling(ruling: str, points: tuple[int, int], contradicts: bool) -> None:
    expected = [(1, "warning", f"{points[0]} / {points[1]}")] if contradicts else []
    assert told(line(1, None, points, ruling=ruling)) == expected


def test_points_from_the_average_are_no_shares_of_a_top() -> None:
    assert told(line(1, None, (2, -2), ruling="a60_40", official_centred=True)) == []


@needs_real_data
def test_the_file_edited_by_hand_comes_in_whole_and_is_told() -> None:
    """Board 3 has A5050 and points of 57.5 and 27.5 percent; on board 4 one of many -650 has two points more."""
    [path] = real_files("usebio/compscore-mp_pairs_mitchell_adjusted_02.xml")
    reading = read_file(path, path.name)
    assert reading.findings.is_empty()
    ids = [pl.lit("club").alias("club"), pl.lit("evening").alias("competition")]
    read = {name: reading.tables[name].with_columns(ids) for name in LANDING}
    season = Competitions.cast(competitions().with_columns(start=pl.date(2022, 1, 1)))
    tables, findings = assemble(read, season)
    assert tables["results"].height == path.read_bytes().count(b"<TRAVELLER_LINE>") == 567
    assert tables["entries"].height == path.read_bytes().count(b"<PLAYER_NAME>") == 84
    assert tables["official_results"].height == 42
    assert tables["results"].select(pl.col("official_ns_points", "official_ew_points").null_count()).row(0) == (0, 0)
    assert findings.select(*COLUMNS, "field").rows() == [
        (1287, "warning", "23 / 11", "official_ns_points"),
        (1517, "warning", "21 / 19", "official_ns_points"),
    ]
