"""The result lines that are others than published, before they are published again and after: what commands tell."""

from pathlib import Path

import polars as pl
import pytest
from cli.test_publish_beside_builds import site
from cli.test_publish_command import asked_for, build, done, first, path, remembered, told
from published.seasons import built, changed, corrected_build, first_build, handed_in, second_evening

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


def test_where_ratings_alone_are_published_result_lines_wait(path: Path) -> None:
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    waiting = remembered(path)[CHANGED]
    assert waiting.height
    assert ", board " not in done("publish", "--only", "ratings", "--warehouse", path).stderr
    assert remembered(path)[CHANGED].equals(waiting)
    assert remembered(path)[PAST_CHANGED].is_empty()
