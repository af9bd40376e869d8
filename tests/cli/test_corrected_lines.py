"""The result lines that are others than published, before they are published again and after: what commands tell."""

from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest
from cli.test_publish_beside_builds import site
from cli.test_publish_command import asked_for, build, done, first, path, remembered, told
from published.seasons import another_result, built, changed, corrected_build, first_build, handed_in, second_evening

from pipelines.cli.publish import publish as command
from pipelines.cli.publish.site_copy import Copied, copy_site
from pipelines.warehouse import Warehouse
from pipelines.warehouse.statements import stored
from pipelines.warehouse.trail import results_that_change
from transforms.published.trail import CHANGED, CORRECTIONS, PAST_CHANGED
from transforms.tables.schemas import SESSION, Tables

pytestmark = pytest.mark.long
__all__ = ["first", "path", "site"]


def second_evening_gone() -> Tables:
    """Everything that a build makes without the file of the second evening of the first club."""
    club, session = second_evening()
    is_gone = (pl.col("club") == club) & (pl.col("session_id") == session)
    raw = handed_in()
    without = {name: raw[name].filter(~is_gone) for name in ("raw.sessions", "raw.results", "raw.entries")}
    return built({**raw, **without})


def every_result_another() -> Tables:
    """Everything that a build makes where every score is ten points less."""
    return built(changed("raw.results", lambda rows: rows.with_columns(pl.col("score") - 10)))


def sent_after(builds: Callable[[], None]) -> Callable[..., Copied]:
    """What sends a site, while a build comes in between."""

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        builds()
        return copy_site(taken, target, replaces=replaces, published=published)

    return sent_slowly


def test_which_result_was_corrected_is_known_after_it_was_published(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    evening = asked_for()
    line = told(path, *evening).filter(event="result").row(0, named=True)
    assert (line["build"], line["line"], line["board"], line["now"]) == (2, "A", 1, "-7600")
    assert line["files"] == f"{evening[0]}.csv"
    assert line["ending"] is None
    met = "line A, board 1, {} – {}: ".format(*(line[side] for side in ("ns", "ew")))
    said = done("publish", "--warehouse", path).stderr
    assert f"{evening[2]} {evening[0]}, {met}" in said
    assert ", now −7600" in said

    told_then = told(path, *evening).filter(event="result")
    assert told_then.height == 1
    then = told_then.row(0, named=True)
    assert {name for name in line if line[name] != then[name]} == {"until_at", "until_build", "ending"}
    assert then["ending"] == "published"
    assert "became −7600, published " in done("history", *evening, "--warehouse", path).stdout
    for side in ("ns_players", "ew_players"):
        player = then[side].split(" + ")[0]
        of_player = told(path, player, "--competition", evening[2]).filter(event="result")
        assert of_player["board"].to_list() == [1]
    done("publish", "--warehouse", path)
    assert told(path, *evening).filter(event="result").equals(told_then), "nothing was corrected since"


def test_whose_numbers_were_corrected_is_in_a_file_of_the_desk_after_they_were_published(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    waiting = remembered(path)[CORRECTIONS]
    desk = path.parent / "reports-private"
    desk.mkdir()
    done("publish", "--warehouse", path)
    club, session = second_evening()
    told = pl.read_csv(desk / club / "past_changes.csv", infer_schema=False)
    assert told.height == waiting.filter(club=club).height
    ranked = told.filter(kind="rankings", list="players", field="ranking")
    assert set(ranked["session_id"]) >= {session}
    assert ranked["who"].null_count() == ranked["named"].null_count() == 0
    assert ranked["published"].to_list() != ranked["now"].to_list()
    build(path, dict(first_build()), 3)
    done("publish", "--warehouse", path)
    twice = pl.read_csv(desk / club / "past_changes.csv", infer_schema=False)
    assert twice.height > told.height
    assert twice["corrected_at"].to_list() == sorted(twice["corrected_at"], reverse=True)


def test_who_sat_at_a_corrected_board_stays_known_though_others_sit_there_now(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    done("publish", "--warehouse", path)
    evening = asked_for()
    line = told(path, *evening).filter(event="result").row(0, named=True)
    club, session = second_evening()
    names = {line["ns"]: line["ew"], line["ew"]: line["ns"]}
    is_here = (pl.col("club") == club) & (pl.col("session_id") == session) & (pl.col("line") == line["line"])
    other = pl.when(is_here).then(pl.col("entrant").replace(names)).otherwise("entrant").alias("entrant")
    raw = handed_in()
    exchanged = {
        "raw.entries": raw["raw.entries"].with_columns(other),
        "raw.results": another_result(raw["raw.results"]),
    }
    build(path, dict(built({**raw, **exchanged})), 3)
    done("publish", "--warehouse", path)
    assert told(path, *evening).filter(event="result").row(0, named=True) == line


def test_a_session_that_is_gone_still_has_its_history(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(second_evening_gone()), 2)
    rows = told(path, *asked_for())
    assert rows.filter(event="file").select("until_build", "ending").rows() == [(2, "gone")]
    assert rows.filter(event="correction", kind="results")["now"].null_count() > 0
    assert rows.filter(event="result").is_empty(), "it is told as one, and not line by line"

    said = done("publish", "--warehouse", path).stderr
    assert "now gone" not in said
    after = told(path, *asked_for())
    assert set(after["event"]) == {"file", "published", "correction"}, "it is found once that is published, too"
    assert remembered(path)[PAST_CHANGED].is_empty()
    build(path, dict(first_build()), 3)
    assert remembered(path)[CHANGED].is_empty(), "back again, it is no correction line by line"


def test_publish_names_the_first_results_of_the_latest_evenings_and_counts_the_rest(path: Path) -> None:
    done("publish", "--warehouse", path)
    sessions = handed_in()["raw.sessions"].select(*SESSION, "date").unique()
    latest = sessions.sort("date", *SESSION, descending=[True, *[False] * len(SESSION)])["session_id"].to_list()
    build(path, dict(every_result_another()), 2)
    many = remembered(path)[CHANGED].height
    said = done("publish", "--warehouse", path).stderr
    named = [line for line in said.splitlines() if ", board " in line]
    assert [next(id for id in latest if f" {id}," in line) for line in named] == [
        each for each in latest[:3] for _ in "abc"
    ]
    assert f"{many - 9} more results change: the director's desk has all of them." in said


def test_lines_of_a_day_that_is_not_known_come_last(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(every_result_another()), 2)
    with Warehouse(path) as warehouse:
        changes = warehouse.read(CHANGED)
        last = pl.col("date") == pl.col("date").max()
        warehouse.write(CHANGED, changes.with_columns(date=pl.when(~last).then("date")))
    said = done("publish", "--warehouse", path).stderr
    for session in changes.filter(last)["session_id"].unique():
        assert f" {session}, line" not in said


def test_where_ratings_alone_are_published_result_lines_wait(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    waiting = remembered(path)[CHANGED]
    assert waiting.height
    assert ", board " not in done("publish", "--only", "ratings", "--warehouse", path).stderr
    assert remembered(path)[CHANGED].equals(waiting)
    assert remembered(path)[PAST_CHANGED].is_empty()


def test_a_warehouse_from_before_result_lines_were_kept_publishes_and_tells(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    with duckdb.connect(path) as before:
        before.execute(f"drop view {PAST_CHANGED}; drop table {stored(PAST_CHANGED)}")
    assert told(path, *asked_for()).filter(event="result").height == 1
    done("publish", "--warehouse", path)
    assert remembered(path)[PAST_CHANGED].height == 1


def test_what_changes_while_an_evening_is_sent_for_the_first_time_is_told_by_its_result_lines(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "copy_site", sent_after(lambda: build(path, dict(corrected_build()), 3)))
    done("publish", tmp_path / "public", "--warehouse", path)
    assert site.is_dir()
    told = remembered(path)[CHANGED]
    assert set(told.select("session_id", "now", "since_build").rows()) == {(second_evening()[1], "-7600", 3)}
    assert told["published"].null_count() == 0
    with Warehouse(path) as warehouse:
        clubs = warehouse.read("raw.competitions")["club"].to_list()
        as_sent = results_that_change(warehouse, 4, clubs, first_build().__getitem__)
    assert as_sent is not None
    assert as_sent.is_empty(), "what people were shown is there again"


def test_an_evening_that_comes_back_while_its_going_is_sent_is_no_correction_line_by_line(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("publish", tmp_path / "public", "--warehouse", path)
    build(path, dict(second_evening_gone()), 3)
    monkeypatch.setattr(command, "copy_site", sent_after(lambda: build(path, dict(first_build()), 4)))
    done("publish", tmp_path / "public", "--warehouse", path)
    assert site.is_dir()
    assert remembered(path)[CHANGED].is_empty()


def test_what_is_sent_is_recorded_though_another_version_made_the_players(path: Path) -> None:
    """The desk asks them who is not named; a table that lacks a column tells nobody."""
    (path.parent / "reports-private").mkdir()
    with duckdb.connect(path) as before:
        before.execute(f"drop view raw.players; alter table {stored('raw.players')} drop column namesake_of")
    done("publish", "--warehouse", path)
    assert remembered(path)["published.results"].height
