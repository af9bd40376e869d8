"""What stops a publication: each reason alone, with what to do, and who went on all the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli.test_publish_command import ACCEPTED, OURS, build, done, first, path, remembered
from commands import barometer
from each import items
from factories import frame
from published.seasons import corrected_build, first_build, handed_in, second_evening

from pipelines.building import brake
from pipelines.building.desk import draw_desk
from pipelines.warehouse import Warehouse
from transforms.tables.schemas import SESSION, Doubts, Findings

pytestmark = pytest.mark.long
__all__ = ["first", "path"]
Made = dict[str, pl.DataFrame]


def hides_nobody() -> Made:
    row = {"club": "", "file_id": "hidden.csv", "line_no": 2, "severity": "error"}
    said = {"code": "hidden.nobody", "message": "this row hides nobody", "value": "Ann Smyth"}
    return {**first_build(), "raw.findings": frame(Findings, row | said)}


def evening_gone() -> Made:
    club, session = second_evening()
    tables = dict(first_build())
    for name in ("raw.sessions", "raw.results", "scored.session_results"):
        tables[name] = tables[name].filter((pl.col("club") != club) | (pl.col("session_id") != session))
    return tables


def club_gone() -> Made:
    club, _ = second_evening()
    known = ("raw.sessions", "raw.results", "scored.session_results")
    return {**first_build(), **{name: first_build()[name].filter(pl.col("club") != club) for name in known}}


def in_doubt(session: str = "new") -> Made:
    club, _ = second_evening()
    of = handed_in()["raw.sessions"].filter(club=club).row(0, named=True)
    place = {name: of[name] for name in SESSION} | {"session_id": session}
    doubt = {"what": "ranks", "differing": 1, "of": 9, "official": 1.0, "severe": True, "file_id": "f.pbn"}
    return {**first_build(), "scored.doubts": frame(Doubts, place | doubt)}


REASONS: list[tuple[Callable[[], Any], str]] = [
    (hides_nobody, "Somebody who asked to be hidden may be shown. "),
    (evening_gone, "1 of 3 published evenings are gone"),
    (club_gone, "3 of 3 published evenings are gone"),
    (
        in_doubt,
        "new: the results computed here differ from those in the file of the session, and nobody has said",
    ),
    (corrected_build, "the winner is not the one that was published (results "),
]


@items(
    *(row if row[0] in (hides_nobody, in_doubt) else pytest.param(*row, marks=pytest.mark.nightly) for row in REASONS)
)
def test_each_reason_stops_until_somebody_goes_on(
    path: Path, tmp_path: Path, made: Callable[[], Made], why: str
) -> None:
    (path.parent / "reports").mkdir()
    (path.parent / "reports" / "index.html").write_text(OURS)
    target = tmp_path / "public"
    done("publish", target, "--warehouse", path)
    build(path, dict(made()), 2)
    (path.parent / "reports" / "index.html").write_text(f"{OURS} new")
    before = remembered(path)
    stopped = barometer("publish", target, "--warehouse", path)
    assert stopped.exit_code == 1
    assert why in stopped.stderr.replace("\n", " ")
    assert '--accept "WHY"' in stopped.stderr
    trial = done("publish", target, "--dry-run", "--warehouse", path).stderr.replace("\n", " ")
    assert why in trial
    assert "1 files would be written" in trial
    assert (target / "index.html").read_text() == OURS, "nothing was copied"
    for name, rows in remembered(path).items():
        assert rows.equals(before[name]), name
    done(*ACCEPTED, path, target)
    assert (target / "index.html").read_text() == f"{OURS} new"
    with Warehouse(path, read_only=True) as warehouse:
        (reason,) = warehouse.read("published.stops")["reason"].unique()
    assert reason == "checked with the players"
    assert "--accept was not needed" in done(*ACCEPTED, path, target).stderr


@items("", "  ")
def test_a_reason_is_given_with_accept(path: Path, reason: str) -> None:
    stopped = barometer("publish", "--accept", reason, "--warehouse", path)
    assert stopped.exit_code == 2
    assert '--accept "WHY"' in stopped.stderr
    assert "Published" not in stopped.stderr


HIDING, GONE = "hidden.nobody", "published.evenings_gone"


@items(
    ([("a", HIDING)], {"a"}),
    ([("a", HIDING), ("a", GONE)], {"a"}),
    ([("a", HIDING), ("b", GONE)], set()),
    ([("a", HIDING), ("b", HIDING)], set()),
    ([("", HIDING), ("a", HIDING)], set()),
    ([("a", GONE)], set()),
)
def test_which_of_two_clubs_is_held_back_alone(found: list[tuple[str, str]], held: set[str]) -> None:
    stops = [brake.Stop(club, code, "", "") for club, code in found]
    assert brake.held_back_alone(stops, ["a", "b"]) == held


@pytest.mark.nightly
def test_an_evening_that_was_published_in_doubt_stops_no_more(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, in_doubt(second_evening()[1]), 2)
    done("publish", "--warehouse", path)


@pytest.mark.nightly
def test_the_desk_below_a_web_root_stops_and_a_new_one_is_not_made_there(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(brake, "WEB_ROOTS", (str(path.parent),))
    reports = ("--reports", path.parent / "reports")
    (path.parent / "reports").mkdir()
    done("publish", *reports, "--warehouse", path)
    desk = path.parent / "reports-private"
    desk.mkdir()
    assert "whose files a web server shows" in brake_of_desk(path.parent / "other-private")
    assert brake_of_desk(desk) == ""
    assert f"{desk}: the director's desk lies in" in barometer("publish", *reports, "--warehouse", path).stderr
    done(*ACCEPTED, path, *reports)


def brake_of_desk(desk: Path) -> str:
    said: list[str] = []
    with Warehouse(desk.parent / "w.duckdb", read_only=True) as warehouse:
        draw_desk(warehouse, [], desk, desk / ".aside", said.append)
    return "".join(said)
