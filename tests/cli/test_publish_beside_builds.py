"""A build that comes while the site is sent need not wait, and what is sent and recorded is of one build."""

import datetime as dt
import json
import os
import re
import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import polars as pl
import polars.selectors as cs
import pytest
from cli.test_publish_command import OURS, START, barometer, build, done, first, path, remembered
from polars.testing import assert_frame_equal
from published.seasons import (
    HOUR,
    another_result,
    built,
    changed,
    corrected_build,
    first_build,
    second_evening,
)

from pipelines.building import beside, lock
from pipelines.building.lock import build_lock
from pipelines.building.writing import complete, forget_killed, rewriting, writing
from pipelines.cli.publish import publish as command
from pipelines.cli.publish.site_copy import Copied, as_built, copy_site
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.warehouse import Warehouse
from transforms.published.kinds import KINDS, RATINGS
from transforms.published.trail import CHANGED, CORRECTIONS, PAST, PAST_CHANGED
from transforms.tables.messages import Message
from transforms.tables.schemas import Tables

pytestmark = pytest.mark.long
__all__ = ["first", "path"]
NEWER = f"{OURS}newer"


def put(site: Path, **pages: str) -> None:
    """Replace pages as a build does, by one rename each."""
    for name, text in pages.items():
        aside = site / f".{name}"
        aside.write_text(text, encoding="utf-8")
        aside.replace(site / f"{name}.html")


def test_a_build_begun_during_a_sending_is_neither_sent_nor_recorded_as_published(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, public = path.parent / "reports", tmp_path / "public"
    site.mkdir()
    put(site, index=OURS, gone=f"{OURS}old")
    build(path, dict(first_build()), 2)

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        with build_lock(path, "barometer build", patience=0):
            build(path, dict(corrected_build()), 3)
        put(site, index=NEWER, added=NEWER)
        (site / "gone.html").unlink()
        return copy_site(taken, target, replaces=replaces, published=published)

    expected = done("publish", "--warehouse", path, "--only", "results").stderr  # what the first build shows
    assert "6 new" in expected
    as_first = remembered(path)
    monkeypatch.setattr(command, "copy_site", sent_slowly)
    said = done("publish", public, "--warehouse", path).stderr
    assert "Published results: 6 as before" in said

    assert (public / "index.html").read_text(encoding="utf-8") == OURS
    assert (public / "gone.html").exists()
    assert not (public / "added.html").exists()
    assert (site / "index.html").read_text(encoding="utf-8") == NEWER
    assert [file.name for file in site.iterdir() if file.is_dir()] == [], "what was sent is not left"
    after = remembered(path)
    assert after["published.results"].equals(as_first["published.results"])
    assert all(after[kind.table].height for kind in KINDS), "all kinds are recorded"
    corrections = after["published.corrections"].filter(kind="results")
    assert corrections.height, "what the build made otherwise waits for the next publication"

    assert set(corrections.select("since_at", "since_build", "published_build").rows()) == {(START + 3 * HOUR, 3, 2)}
    assert after["published.past_corrections"].is_empty(), "nothing that was published had been another"

    monkeypatch.undo()
    done("publish", public, "--warehouse", path)
    assert (public / "index.html").read_text(encoding="utf-8") == NEWER
    assert not (public / "gone.html").exists()
    assert remembered(path)["published.corrections"].is_empty()


def third_build() -> Tables:
    """Beside the late correction one of the second board."""
    exchanged = pl.col("board").replace({1: 2, 2: 1})

    def both(results: pl.DataFrame) -> pl.DataFrame:
        second_first = another_result(results).with_columns(board=exchanged)
        return another_result(second_first).with_columns(board=exchanged)

    return built(changed("raw.results", both))


@pytest.mark.parametrize(
    ("later", "since"),
    [([first_build], 3), ([third_build], 3), ([third_build] * 2, 3), ([first_build] * 2, 4)],
    ids=["as before", "yet another", "another build after it", "as before, and another build after it"],
)
def test_builds_during_a_sending_leave_the_past_that_they_leave_after_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later: list[Callable[[], Tables]], since: int
) -> None:
    """As if the record had been made at once: published by the first build, changed by the second, which is sent.

    Only where the third makes all as it was before, and a fourth comes, nothing tells that it was the third.
    """
    done("publish", "--warehouse", path)
    build(path, dict(corrected_build()), 2)
    (path.parent / "reports").mkdir()
    put(path.parent / "reports", index=OURS)
    (tmp_path / "at once").mkdir()
    at_once = Path(shutil.copyfile(path, tmp_path / "at once" / "w.duckdb"))

    def builds(place: Path) -> None:
        for number, made in enumerate(later, 3):
            build(place, dict(made()), number)

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        builds(path)
        return copy_site(taken, target, replaces=replaces, published=published)

    began = dt.datetime.now(dt.UTC)
    done("publish", "--warehouse", at_once)
    builds(at_once)
    monkeypatch.setattr(command, "copy_site", sent_slowly)
    done("publish", tmp_path / "public", "--warehouse", path)

    expected, found = remembered(at_once), remembered(path)
    now_is_then = pl.when(cs.datetime() < began).then(cs.datetime()).otherwise(pl.lit(began))
    told = {"since_at": pl.lit(START + since * HOUR).cast(pl.Datetime("us", "UTC")), "since_build": pl.lit(since)}
    expected[CORRECTIONS] = expected[CORRECTIONS].with_columns(
        pl.when(since_build=3).then(value.cast(expected[CORRECTIONS].schema[name])).otherwise(name).alias(name)
        for name, value in told.items()
    )
    expected[CHANGED] = expected[CHANGED].with_columns(pl.col("since_build").replace(3, since))
    assert found[PAST_CHANGED].height == 1
    for name, rows in found.items():
        assert_frame_equal(rows.with_columns(now_is_then), expected[name].with_columns(now_is_then))
    past, stand = (found[name].filter(kind="results") for name in (PAST, CORRECTIONS))
    assert past.height
    assert set(past.select("since_build", "until_build", "ending").rows()) == {(2, 2, "published")}
    assert (past["until_at"] >= began).all()
    assert stand.height
    assert set(stand.select("published_build", "since_build", "since_at").rows()) == {(2, since, START + since * HOUR)}
    file = f"{second_evening()[1]}.csv"
    assert {tuple(files) for files in stand["files"]} == {(file,)}
    assert set(found["published.results"]["build"]) == {1, 2}


def test_rating_lists_that_builds_record_during_a_sending_stay(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One list is published by hand before, one sent now; meanwhile a build records one, and takes in another."""
    name, day = RATINGS.table, pl.col("list_date")
    not_recorded = {"published_at": pl.lit(None, pl.Datetime("us", "UTC")), "build": pl.lit(None, pl.Int64)}
    is_sent = remembered_after(path, tmp_path)[name]
    known = is_sent.with_columns(day.dt.offset_by("-1y"), **not_recorded)
    by_a_build = is_sent.with_columns(day.dt.offset_by("1y"), build=pl.lit(3, pl.Int64))
    handed_in = is_sent.with_columns(day.dt.offset_by("-3y"), **not_recorded)
    taken_out = is_sent.with_columns(day.dt.offset_by("-2y"), **not_recorded)
    with Warehouse(path) as warehouse:
        warehouse.write(name, pl.concat([known, taken_out]))

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        build(path, {**corrected_build(), name: pl.concat([known, by_a_build, handed_in])}, 3)
        return copy_site(taken, target, replaces=replaces, published=published)

    monkeypatch.setattr(command, "copy_site", sent_slowly)
    done("publish", tmp_path / "public", "--warehouse", path)
    assert site.is_dir()
    found = remembered(path)[name]
    for rows in (known, by_a_build, handed_in):
        assert rows.join(found, on=rows.columns, how="anti", nulls_equal=True).is_empty()
    sent = found.join(is_sent, on=["list_date", "player_id"], how="semi")
    assert sent.height == is_sent.height
    assert set(sent["build"]) == {2}, "what was sent is recorded"
    assert taken_out.join(found, on="list_date", how="semi").is_empty()
    assert found.height == 4 * is_sent.height


def test_a_list_that_a_build_records_while_it_is_sent_stays_as_the_build_recorded_it(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = RATINGS.table
    by_a_build = remembered_after(path, tmp_path)[name].with_columns(pl.col("rating") + 1, build=pl.lit(3, pl.Int64))

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        build(path, {**corrected_build(), name: by_a_build}, 3)
        return copy_site(taken, target, replaces=replaces, published=published)

    monkeypatch.setattr(command, "copy_site", sent_slowly)
    done("publish", tmp_path / "public", "--warehouse", path)
    assert site.is_dir()
    assert_frame_equal(remembered(path)[name], by_a_build)


def remembered_after(path: Path, folder: Path) -> dict[str, pl.DataFrame]:
    """What a publication records, made in a copy."""
    (folder / "tried").mkdir()
    copy = Path(shutil.copyfile(path, folder / "tried" / "w.duckdb"))
    done("publish", "--warehouse", copy)
    return remembered(copy)


def test_a_site_is_sent_by_one_at_a_time_and_links_are_enough(tmp_path: Path) -> None:
    put(tmp_path, index=OURS)
    (tmp_path / ".sending-crash").mkdir()
    with as_built(tmp_path) as taken:
        assert (taken / "index.html").samefile(tmp_path / "index.html"), "a second name, no copy"
        assert not (tmp_path / ".sending-crash").exists()
        put(tmp_path, index=NEWER)
        assert (taken / "index.html").read_text(encoding="utf-8") == OURS
        with pytest.raises(UnusableError, match="is sending it"), as_built(tmp_path, patience=0):
            pass
    assert not taken.exists()


def test_while_a_build_removes_what_a_killed_sending_left_a_site_waits_to_be_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, index=OURS)
    (tmp_path / ".sending-killed").mkdir()
    removes, removed = Event(), shutil.rmtree

    def slowly(folder: Path, **how: Any) -> None:
        removes.set()
        time.sleep(0.3)
        removed(folder, **how)

    monkeypatch.setattr("pipelines.building.writing.shutil.rmtree", slowly)
    build = Thread(target=forget_killed, args=[tmp_path])
    build.start()
    removes.wait()
    with as_built(tmp_path) as taken:
        assert (taken / "index.html").exists()
    build.join()


def test_where_a_disk_knows_no_second_names_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("pipelines.cli.publish.site_copy.os.link", refused)
    put(tmp_path, index=OURS)
    with as_built(tmp_path) as taken:
        put(tmp_path, index=NEWER)
        assert (taken / "index.html").read_text(encoding="utf-8") == OURS


@pytest.fixture
def site(path: Path) -> Path:
    """The site of the last build of the warehouse."""
    site = path.parent / "reports"
    site.mkdir()
    put(site, index=OURS)
    build(path, dict(first_build()), 2)
    return site


def test_what_was_sent_is_recorded_however_long_a_build_takes(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.building.writing.writing", partial(writing, patience=0.1))
    said: list[str] = []
    with ExitStack() as long_build:

        def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
            long_build.enter_context(build_lock(path, "barometer build", patience=0))
            return copy_site(taken, target, replaces=replaces, published=published)

        def say(words: str) -> None:
            said.append(words)
            if sum(words.startswith("Waiting for barometer build") for words in said) == 3:
                long_build.close()

        monkeypatch.setattr(command, "copy_site", sent_slowly)
        command.publish(path, str(tmp_path / "public"), say=say)
    assert site.is_dir()
    assert f"The pages are in {tmp_path / 'public'} already; let this run on" in said[-1]
    assert remembered(path)["published.results"].height


def test_what_was_sent_and_cannot_be_recorded_is_told(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise MachineError("the disk is full")

    public = tmp_path / "public"
    with monkeypatch.context() as full:
        full.setattr(command, "_write", fails)
        wrong = barometer("publish", public, "--warehouse", path)
    assert wrong.exit_code
    assert f"The pages are in {public} already, but are not recorded as published" in wrong.stderr
    assert (public / "index.html").read_text("utf-8") == (site / "index.html").read_text("utf-8")
    assert "Published results: 6 new" in done("publish", public, "--warehouse", path).stderr


@pytest.mark.parametrize("how", ["open elsewhere", "stopped"])
def test_what_stands_or_will_is_not_told_as_missing(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """The file cannot be replaced while somebody has it open, on Windows; or a signal came while it was replaced."""
    said: list[str] = []
    complete = beside.complete

    def refused(new: Path, old: Path) -> None:
        raise UnusableError(Message("{old}: cannot be replaced, {new}", old=old, new=new))

    def stopped(places: beside.Places, put_there: beside.Put) -> None:
        is_last = beside.is_to_complete(places)
        complete(places, put_there)
        if is_last:
            raise KeyboardInterrupt

    raised = {"open elsewhere": UnusableError, "stopped": KeyboardInterrupt}[how]
    with monkeypatch.context() as patched:
        if how == "stopped":
            patched.setattr(beside, "complete", stopped)
        else:
            patched.setattr(beside, "replaced", refused)
        with pytest.raises(raised):
            command.publish(path, str(tmp_path / "public"), say=said.append)
    assert site.is_dir()
    assert not [words for words in said if "are not recorded" in words]
    with rewriting(path, "barometer build") as warehouse:
        found = warehouse.read_all_seasons("published.results")
    assert set(found["build"]) == {2}, "the next one has it"


def test_nothing_else_is_published_and_nothing_written_while_a_site_is_sent(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []
    before = path.stat()

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        now = path.stat()
        assert (now.st_ino, now.st_mtime_ns) == (before.st_ino, before.st_mtime_ns), "read, not written anew"
        for other in (("publish",), ("publish", tmp_path / "other"), ("ratings", "--publish")):
            wrong = barometer(*other, "--warehouse", path)
            assert wrong.exit_code == 2
            refused.append(wrong.stderr)
        assert remembered(path)["published.results"].is_empty()
        return copy_site(taken, target, replaces=replaces, published=published)

    with monkeypatch.context() as slow:
        slow.setattr(command, "copy_site", sent_slowly)
        slow.setattr(lock, "PATIENCE", 0.6)
        done("publish", tmp_path / "public", "--warehouse", path)
    assert site.is_dir()
    assert not (tmp_path / "other").exists()
    assert len(refused) == 3
    us = rf"barometer publish \(process {os.getpid()} of .*, since 20\d\d-\d\d-\d\d \d\d:\d\d\)"
    for said in refused:
        assert re.search(rf"Waiting for {us}\.", said)
        assert re.search(rf"{us} is publishing it, and was not done after \d+ s; .* run this again", said)
    done("publish", "--warehouse", path)


def test_who_comes_second_waits_until_the_first_publication_is_recorded(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    second = Thread(target=lambda: said.extend(command.publish(path)))

    def sent_slowly(taken: Path, target: Path, *, replaces: bool, published: set[str]) -> Copied:
        second.start()
        second.join(2)
        assert second.is_alive(), "it waits"
        return copy_site(taken, target, replaces=replaces, published=published)

    monkeypatch.setattr(command, "copy_site", sent_slowly)
    command.publish(path, str(tmp_path / "public"))
    second.join(60)
    assert site.is_dir()
    assert "6 as before" in " ".join(said), "what the first recorded"


def test_what_a_killed_sending_left_is_removed_by_the_next_build_but_not_what_is_being_sent(tmp_path: Path) -> None:
    put(tmp_path, index=OURS)
    left = tmp_path / ".sending-killed"
    left.mkdir()
    with as_built(tmp_path) as taken:
        left.mkdir()
        complete(tmp_path / "w.duckdb", tmp_path)
        assert (taken / "index.html").exists()
    assert left.exists()
    complete(tmp_path / "w.duckdb", tmp_path)
    assert not left.exists()


def test_a_build_that_was_killed_at_its_last_step_is_completed_before_its_site_is_sent(
    path: Path, site: Path, tmp_path: Path
) -> None:
    copy, journal = (path.with_name(f".{path.name}.{word}") for word in ("next", "journal"))
    shutil.copyfile(path, copy)
    build(copy, dict(corrected_build()), 3)
    (site / ".writing").mkdir()
    put(site / ".writing", index=NEWER)
    journal.write_text(json.dumps({"reports": str(site)}), "utf-8")
    done("publish", tmp_path / "public", "--warehouse", path)
    assert (tmp_path / "public" / "index.html").read_text("utf-8") == NEWER
    assert set(remembered(path)["published.results"]["build"]) == {3}
    assert not journal.exists()
