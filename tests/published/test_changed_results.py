"""The result lines that changed since their session was published: what they said, and what they say."""

import itertools

import polars as pl
from factories import frame

from transforms.published.changed_results import changed_results, changed_sessions, changed_since
from transforms.tables.schemas import ChangedResults, Files, PublishedFiles, Results, Sessions

ONE: dict[str, object] = {"line": "A", "board": 1, "ns": "6", "ew": "5", "contract": None, "declarer": None}
FIRST = {**ONE, "tricks": None, "score": 50, "file_id": "a.csv", "line_no": 2}
OTHER = {**FIRST, "board": 2, "score": 420, "contract": "4S", "declarer": "S", "tricks": 10, "line_no": 3}


def of(*lines: dict[str, object]) -> dict[str, pl.DataFrame]:
    return {"raw.results": frame(Results, *lines), "raw.sessions": frame(Sessions, {})}


def told(*builds: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
    """What is told after these, one after the other, of which the first was published."""
    known: pl.DataFrame = frame(ChangedResults).clear()
    for number, (was, now) in enumerate(itertools.pairwise(builds), start=2):
        known = changed_results(known, was, now, number)
    return known.select("board", "ns", "ew", "published", "now", "since_build").rows()


def test_a_line_is_told_as_it_was_published_and_as_it_is() -> None:
    published = of(FIRST, OTHER)
    wrong, worse = of({**FIRST, "score": -110}, OTHER), of({**FIRST, "score": -100}, OTHER)
    assert told(published, wrong) == [(1, "6", "5", "50", "-110", 2)]
    assert told(published, wrong, worse) == [(1, "6", "5", "50", "-100", 2)]
    assert told(published, wrong, worse, worse) == [(1, "6", "5", "50", "-100", 2)]


def test_what_is_as_it_was_published_again_is_no_longer_told() -> None:
    published = of(FIRST, OTHER)
    assert told(published, published) == []
    assert told(published, of({**FIRST, "score": -110}, OTHER), published) == []
    assert told(published, of(OTHER), published) == []


def test_a_line_that_is_gone_and_one_that_is_new_are_told() -> None:
    assert told(of(FIRST, OTHER), of(FIRST)) == [(2, "6", "5", "4S S 10 420", None, 2)]
    assert told(of(FIRST), of(FIRST, OTHER)) == [(2, "6", "5", None, "4S S 10 420", 2)]


def test_only_published_sessions_whose_files_changed_are_compared() -> None:
    before = frame(Files, *({"file_id": f"{id}.csv", "sha256": 64 * "1"} for id in "abc"))
    after = frame(Files, *({"file_id": f"{id}.csv", "sha256": 64 * ("2" if id == "b" else "1")} for id in "abcd"))
    sources = frame(PublishedFiles, *({"session_id": id, "file_id": f"{id}.csv"} for id in "abc"))
    assert changed_sessions(before, after, sources)["session_id"].to_list() == ["b"]
    assert changed_sessions(before, before, sources).is_empty()
    gone = before.filter(pl.col("file_id") != "c.csv")
    assert changed_sessions(before, gone, sources)["session_id"].to_list() == ["c"]


def test_what_changed_again_while_pages_were_sent_is_told_against_the_pages() -> None:
    """Published; another in build 2, which is sent; then once more another, or as at first, or another line is."""
    shown, sent = of(FIRST, OTHER), of({**FIRST, "score": -110}, OTHER)
    known: pl.DataFrame = frame(ChangedResults).clear()
    then = changed_results(known, shown, sent, 2)

    def after(*builds: dict[str, pl.DataFrame]) -> list[tuple[object, ...]]:
        now = then
        for number, (was, made) in enumerate(itertools.pairwise((sent, *builds)), start=3):
            now = changed_results(now, was, made, number)
        found = ChangedResults.validate(changed_since(then, now, 1 + len((sent, *builds))))
        return found.select("board", "ns", "ew", "published", "now", "since_build").rows()

    assert after() == []
    assert after(of({**FIRST, "score": -100}, OTHER)) == [(1, "6", "5", "-110", "-100", 3)]
    assert after(shown) == [(1, "6", "5", "-110", "50", 3)]
    assert after(of({**FIRST, "score": -110})) == [(2, "6", "5", "4S S 10 420", None, 3)]
    assert after(shown, sent) == []
