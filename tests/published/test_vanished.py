"""Published evenings that are no longer there: what is said where a file was renamed, moved, edited or taken away."""

import datetime as dt
from typing import Any

import polars as pl
from each import cases, items
from factories import competitions, frame
from intake.evenings import kinds

from transforms.published.vanished import published_sessions, still_open, vanished, with_other_names
from transforms.tables import schemas

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
        frame(schemas.PublishedResults, {**row, "line": "A", "entrant": "1", "date": DAY, "players": "1", "boards": 3}),
        frame(schemas.PublishedFiles, *files),
        frame(schemas.FileHistory, *({**of_file, **content} for content in contents)),
    ).collect()


def read(*files: tuple[str, str, str | None], supersedes: str | None = None, **others: Any) -> dict[str, pl.DataFrame]:
    """The tables of now.

    Args:
        files: name, content and session of each file that is there now; None: it holds no results.
        supersedes: what a `[[session]]` says that another session replaces.
        others: `season` of the competition now, and `day` of the sessions.
    """
    rules = competitions().with_columns(season=pl.lit(others.get("season", competitions()["season"][0])))
    season, day = rules["season"][0], others.get("day", dt.date(2025, 9, 9))
    usual = {"format": "pbn", "ingested_at": AT, "rows": 3, "findings": 0}
    holding = [{"file_id": name, "session_id": session, "season": season} for name, _, session in files if session]
    no_files: list[str] = []
    replaced = [{"place": 1, "session_id": "x", "files": no_files, "supersedes": [supersedes], "keep_both": False}]
    return {
        "competitions": rules,
        "files": frame(
            schemas.Files, *({**usual, "file_id": n, "path": f"p/{n}", "sha256": sha} for n, sha, _ in files)
        ),
        "session_settings": frame(schemas.SessionSettings, *(replaced if supersedes else [])),
        "sessions": frame(schemas.Sessions, *({**row, "date": day, "kind": "pairs"} for row in holding)),
        "results": frame(schemas.Results, *({**row, "line": "A", "board": 1} for row in holding)),
        "official_results": schemas.OfficialResults.create_empty(),
        "matches": schemas.Matches.create_empty(),
        "totals": schemas.Totals.create_empty(),
    }


Handed = list[tuple[str, str, str | None]]
PUT_BACK = "the files of the published evening wed are gone (wed.pbn): put them back"
SEVERAL = "the files of the published evening wed are gone (wed.pbn, wed2.pbn)"
OTHER = ("thu.pbn", "other", "thu")
EDITED, AGAIN = ("two.pbn", "edited", "two"), ("two.pbn", "new", "two")
RENAMED = "evening wed; two.pbn has the same results, so the file was probably renamed: give it its old name, wed.pbn"
OF_DAY = "evening wed; two.pbn is from the same day: if it is that evening, rename it to wed.pbn; if not, put the"


@items(
    ([AGAIN], {}, {}, ["gone/renamed"], RENAMED),
    ([("two.pbn", "old", "two")], {}, {}, ["gone"], PUT_BACK),
    ([("two.pbn", "new", None)], {}, {}, ["gone"], PUT_BACK),
    ([EDITED], {"day": DAY}, {}, ["gone/of_same_day"], OF_DAY),
    ([EDITED, ("three.pbn", "b", "three")], {"day": DAY}, {}, ["gone"], PUT_BACK),
    ([], {}, {}, ["gone"], "if they were removed on purpose, publish again, and the page of the evening disappears"),
    ([OTHER], {}, {}, ["gone"], PUT_BACK),
    ([], {}, {"too": "wed2.pbn"}, ["gone"], SEVERAL),
    ([("x.pbn", "a", "x")], {"day": DAY}, {"too": "wed2.pbn"}, ["gone"], SEVERAL),
    ([(WAS, "new", None)], {}, {"too": "wed2.pbn"}, ["gone"], "are gone (wed2.pbn): put them back"),
    ([("two.pbn", "new", "x")], {}, {"too": "a.pbn"}, ["gone/renamed"], RENAMED),
    ([], {}, {"before": "a.pbn"}, ["gone"], PUT_BACK),
    ([(WAS, "broken", None)], {}, {"before": "a.pbn"}, [], ""),
    ([EDITED], {"day": DAY}, {"before": "a.pbn"}, ["gone/of_same_day"], OF_DAY),
    ([(WAS, "new", "wed")], {}, {}, [], ""),
    ([(WAS, "broken", None)], {}, {}, [], ""),
    ([("sub/wed.pbn", "new", "wed")], {}, {}, [], ""),
    ([], {"season": "another"}, {}, [], ""),
    ([], {"supersedes": "wed"}, {}, [], ""),
    ([], {"supersedes": WAS}, {}, [], ""),
    ([], {"supersedes": "thu"}, {}, ["gone"], PUT_BACK),
    ids=[
        *("renamed", "an older content", "no results", "of the day", "two of the day", "gone", "another is there"),
        *("several", "several and a new one", "the other is there", "one of several renamed", "of before"),
        *("broken, of before", "of the day, of before", "there", "broken", "the session is there", "another season"),
        *("superseded", "superseded as a file", "another superseded"),
    ],
)
def test_an_evening_that_is_gone_is_reported_with_what_became_of_its_file(
    files: Handed, others: dict[str, Any], came_from: dict[str, str], found: list[str], said: str
) -> None:
    """Of a session in several publications, the files of the last one count."""
    too = [came_from["too"]] if "too" in came_from else []
    findings = vanished(published(*too, before=came_from.get("before")), read(*files, **others)).collect()
    assert {*findings["file_id"]} <= {WAS, *too}
    assert kinds(findings) == [f"published.{kind}" for kind in found]
    assert all(said in message for message in findings["message"])


PUBLISHED = pl.DataFrame(
    {
        **competitions().select(schemas.CLUB).row(0, named=True),
        "season": ["2025-26", "2025-26", "2024-25"],
        "date": [dt.date(2025, 9, 2), dt.date(2026, 6, 30), dt.date(2025, 3, 4)],
    }
)


def seasons(*named: tuple[str, int]) -> pl.DataFrame:
    """Seasons by name, whose last digits say when they end, and the year in which they start, in September."""
    return pl.concat(
        competitions().with_columns(
            season=pl.lit(name), start=dt.date(year, 9, 1), end=dt.date(2000 + int(name[-2:]), 8, 31)
        )
        for name, year in named
    )


@cases(
    ([("2025/26", 2025), ("2024-25", 2024)], ["2025/26"]),
    ([("2025/26", 2025), ("2024/25", 2024)], ["2025/26", "2024/25"]),
    ([("2025-26", 2025), ("2024-25", 2024), ("2026-27", 2026)], []),
    ([("2025-26", 2025)], []),
    ([("2026/27", 2026), ("2024-25", 2024)], []),
    ([("2024/26", 2024)], []),
)
def test_a_season_of_another_name_is_reported_with_its_old_one(now: list[tuple[str, int]], says: list[str]) -> None:
    """Its addresses were gone, and hundreds of numbers changed, without a word on why. One made of two has none."""
    found = with_other_names(PUBLISHED, seasons(*now)).collect()
    assert sorted(found["value"]) == sorted(says)
    assert set(found["file_id"]) <= {"competition.toml"}
    for new, message in found.select("value", "message").rows():
        old = new.replace("/", "-")
        assert message.startswith(f"season {old} is now called {new}")
        assert message.endswith(f"give the season its old name, {old}")


def test_nothing_more_is_said_once_the_evening_or_the_season_is_not_published_so_any_more() -> None:
    row = {"line": "A", "entrant": "1", "date": DAY, "players": "1", "boards": 3, "published_at": AT}
    gone = vanished(published(), read()).collect()
    renamed = with_other_names(PUBLISHED, seasons(("2025/26", 2025), ("2024-25", 2024))).collect()
    for findings, now in ((gone, ("2025-26", "thu")), (renamed, ("2025/26", "wed"))):
        was = ("2025-26", "wed")
        kept, other = (
            frame(schemas.PublishedResults, {**row, "season": of, "session_id": id}) for of, id in (was, now)
        )
        assert still_open(findings, kept).height == 1
        assert still_open(findings, other).is_empty()
