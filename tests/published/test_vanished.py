"""Published evenings that are no longer there: what is said where a file was renamed, moved, edited or taken away."""

import datetime as dt

import polars as pl
import pytest
from factories import competitions, frame

from transforms.published.vanished import of_published, published_sessions, vanished
from transforms.tables.schemas import (
    FileHistory,
    Files,
    Matches,
    OfficialResults,
    PublishedFiles,
    PublishedResults,
    Results,
    Sessions,
    SessionSettings,
)

AT = dt.datetime(2025, 9, 3, tzinfo=dt.UTC)
DAY = dt.date(2025, 9, 2)
WAS = "wed.pbn"


def published(*others: str, before: str | None = None) -> pl.DataFrame:
    """The evening `wed` of `wed.pbn`, which held `old` when it was published, and `new` in the last build.

    Args:
        others: files that it came from too.
        before: the file that it came from in an earlier publication.
    """
    season = competitions()["season"][0]
    row = {"session_id": "wed", "season": season, "published_at": AT}
    of_file = {"file_id": WAS, "rows": 3, "format": "pbn", "first_seen_at": AT}
    files = [{**row, "file_id": name} for name in (WAS, *others)]
    if before is not None:
        files.append({**row, "file_id": before, "published_at": AT - dt.timedelta(1)})
    contents = ({"sha256": "old", "first_build": 1, "until_build": 2}, {"sha256": "new", "first_build": 2})
    return published_sessions(
        frame(PublishedResults, {**row, "line": "A", "entrant": "1", "date": DAY, "players": "1", "boards": 3}),
        frame(PublishedFiles, *files),
        frame(FileHistory, *({**of_file, **content} for content in contents)),
    ).collect()


def told(
    *files: tuple[str, str, str | None],
    supersedes: str | None = None,
    came_from_too: tuple[str, ...] = (),
    before: str | None = None,
    **others: object,
) -> list[tuple[str, str]]:
    """(code, message) of what is said.

    Args:
        files: name, content and session of each file that is there now; None: it holds no results.
        supersedes: what a `[[session]]` says that another session replaces.
        came_from_too: other files of the published evening.
        before: the file of an earlier publication of it.
        others: `season` of the competition now, and `day` of the sessions.
    """
    rules = competitions().with_columns(season=pl.lit(others.get("season", competitions()["season"][0])))
    season, day = rules["season"][0], others.get("day", dt.date(2025, 9, 9))
    usual = {"format": "pbn", "ingested_at": AT, "rows": 3, "findings": 0}
    holding = [{"file_id": name, "session_id": session, "season": season} for name, _, session in files if session]
    no_files: list[str] = []
    replaced = [{"place": 1, "session_id": "x", "files": no_files, "supersedes": [supersedes], "keep_both": False}]
    found = vanished(
        published(*came_from_too, before=before),
        {
            "competitions": rules,
            "files": frame(Files, *({**usual, "file_id": n, "path": f"p/{n}", "sha256": sha} for n, sha, _ in files)),
            "session_settings": frame(SessionSettings, *(replaced if supersedes else [])),
            "sessions": frame(Sessions, *({**row, "date": day, "kind": "pairs"} for row in holding)),
            "results": frame(Results, *({**row, "line": "A", "board": 1} for row in holding)),
            "official_results": OfficialResults.create_empty(),
            "matches": Matches.create_empty(),
        },
    ).collect()
    assert {*found["file_id"]} <= {WAS, *came_from_too}
    return found.select("code", "message").rows()


GONE = (
    "this file is gone, and with it the published evening wed: put it back; if it was taken away on purpose, publish"
    " again, and the page of the evening goes from the site"
)
SEVERAL = (
    "the files of the published evening wed are gone (wed.pbn, wed2.pbn): put them back; if they were taken away on"
    " purpose, publish again, and the page of the evening goes from the site"
)
OTHER = ("thu.pbn", "other", "thu")


def test_a_file_under_another_name_is_named() -> None:
    said = (
        "this file is gone, and with it the published evening wed; two.pbn holds the same results, so it was probably"
    )
    assert told(("two.pbn", "new", "two")) == [("published.renamed", f"{said} renamed: give it its old name, wed.pbn")]
    assert told(("two.pbn", "old", "two")) == [("published.gone", GONE)], "what the last build found counts"
    assert told(("two.pbn", "new", None)) == [("published.gone", GONE)], "a file without results holds none"


def test_the_file_of_the_same_day_is_named() -> None:
    said = (
        "this file is gone, and with it the published evening wed; two.pbn is of the same day: if it is that evening,"
    )
    assert told(("two.pbn", "edited", "two"), day=DAY) == [
        ("published.of_same_day", f"{said} give it the old name, wed.pbn; else put the old file back")
    ]
    assert told(("two.pbn", "a", "two"), ("three.pbn", "b", "three"), day=DAY) == [("published.gone", GONE)]


def test_an_evening_that_is_gone_is_told() -> None:
    assert told() == told(OTHER) == [("published.gone", GONE)]


def test_of_several_files_those_that_are_gone_are_named() -> None:
    two = ("wed2.pbn",)
    assert (
        told(came_from_too=two)
        == told(("x.pbn", "a", "x"), day=DAY, came_from_too=two)
        == [("published.several_gone", SEVERAL)]
    )
    assert told((WAS, "new", None), came_from_too=two) == [("published.gone", GONE)], "the other one is there"
    ((code, said),) = told(("x.pbn", "new", "x"), came_from_too=("a.pbn",))
    assert code == "published.renamed"
    assert said.endswith(f"give it its old name, {WAS}")


def test_nothing_is_said_of_the_file_of_an_earlier_publication() -> None:
    assert told(before="a.pbn") == [("published.gone", GONE)], "not two files, but the two versions of one"
    assert told((WAS, "broken", None), before="a.pbn") == [], "the file is there, and why it holds nothing is told"
    ((code, _),) = told(("two.pbn", "edited", "two"), day=DAY, before="a.pbn")
    assert code == "published.of_same_day"


@pytest.mark.parametrize("files", [(WAS, "new", "wed"), (WAS, "broken", None), ("sub/wed.pbn", "new", "wed")])
def test_nothing_is_said_where_the_file_or_the_session_is_there(files: tuple[str, str, str | None]) -> None:
    assert told(files) == []


def test_nothing_is_said_of_a_season_that_is_not_there_nor_of_what_is_replaced() -> None:
    assert told(season="another") == []
    assert told(supersedes="wed") == told(supersedes=WAS) == []
    assert told(supersedes="thu") == [("published.gone", GONE)]


def test_nothing_more_is_said_once_the_evening_is_published_no_more() -> None:
    season = competitions()["season"][0]
    row = {"season": season, "line": "A", "entrant": "1", "date": DAY, "players": "1", "boards": 3, "published_at": AT}
    kept, other = (frame(PublishedResults, {**row, "session_id": name}) for name in ("wed", "thu"))
    rules = competitions()
    findings = vanished(
        published(),
        {
            "competitions": rules,
            "files": Files.create_empty(),
            "session_settings": SessionSettings.create_empty(),
            "sessions": Sessions.create_empty(),
            "results": Results.create_empty(),
            "official_results": OfficialResults.create_empty(),
            "matches": Matches.create_empty(),
        },
    ).collect()
    assert of_published(findings, kept).height == 1
    assert of_published(findings, other).is_empty()
