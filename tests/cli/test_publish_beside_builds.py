"""A build that comes while the site is sent need not wait, and what is sent and recorded is of one build."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from cli.test_publish_command import OURS, START, build, done, first, path, remembered
from commands import barometer
from published.seasons import HOUR, corrected_build, first_build

from pipelines.building.lock import build_lock
from pipelines.building.writing import complete
from pipelines.cli.publish import publish as command
from pipelines.cli.publish.site_copy import Copied, as_built, copy_site
from pipelines.machine import waits
from pipelines.machine.errors import MachineError, UnusableError
from transforms.published.kinds import KINDS

pytestmark = pytest.mark.long
__all__ = ["first", "path"]
NEWER = f"{OURS}newer"


def put(site: Path, **pages: str) -> None:
    """Replace pages as a build does, by one rename each."""
    for name, text in pages.items():
        aside = site / f".{name}"
        aside.write_text(text, encoding="utf-8")
        aside.replace(site / f"{name}.html")


@pytest.fixture
def site(path: Path) -> Path:
    site = path.parent / "reports"
    site.mkdir()
    put(site, index=OURS)
    build(path, dict(first_build()), 2)
    return site


def test_a_build_begun_during_a_sending_is_neither_sent_nor_recorded_as_published(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tmp_path / "public"
    put(site, gone=f"{OURS}old")

    def sent_slowly(*given: Path, **how: Any) -> Copied:
        with build_lock(path, "barometer build", patience=0):
            build(path, dict(corrected_build()), 3)
        put(site, index=NEWER, added=NEWER)
        (site / "gone.html").unlink()
        return copy_site(*given, **how)

    expected = done("publish", "--warehouse", path, "--only", "results").stderr  # what the first build shows
    assert "6 new" in expected
    as_first = remembered(path)
    monkeypatch.setattr(command, "copy_site", sent_slowly)
    assert "Published results: 6 unchanged" in done("publish", public, "--warehouse", path).stderr

    assert (public / "index.html").read_text(encoding="utf-8") == OURS
    assert ((public / "gone.html").exists(), (public / "added.html").exists()) == (True, False)
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


@pytest.mark.usefixtures("site")
def test_rankings_alone_that_a_build_overtook_leave_the_corrections_of_other_kinds(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sent_slowly(*given: Path, **how: Any) -> Copied:
        build(path, dict(corrected_build()), 3)
        return copy_site(*given, **how)

    done("publish", "--warehouse", path)
    monkeypatch.setattr(command, "copy_site", sent_slowly)
    done("publish", tmp_path / "public", "--only", "rankings", "--warehouse", path)
    after = remembered(path)
    assert {"results", "rankings"} <= set(after["published.corrections"]["kind"])
    assert set(after["published.corrections"]["since_build"]) == {3}
    assert after["published.changed_results"].height


def test_what_was_sent_and_cannot_be_recorded_is_reported(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise MachineError("the disk is full")

    public = tmp_path / "public"
    with monkeypatch.context() as full:
        full.setattr(command, "_write", fails)
        wrong = barometer("publish", public, "--warehouse", path)
    assert wrong.exit_code
    assert f"The pages are already in {public}, but they are not yet recorded as published" in wrong.stderr
    assert (public / "index.html").read_text("utf-8") == (site / "index.html").read_text("utf-8")
    assert "Published results: 6 new" in done("publish", public, "--warehouse", path).stderr


def test_nothing_else_is_published_and_nothing_written_while_a_site_is_sent(
    path: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []
    before = path.stat()

    def sent_slowly(*given: Path, **how: Any) -> Copied:
        now = path.stat()
        assert (now.st_ino, now.st_mtime_ns) == (before.st_ino, before.st_mtime_ns), "read, not written anew"
        for other in (("publish",), ("publish", tmp_path / "other"), ("ratings", "--publish")):
            wrong = barometer(*other, "--warehouse", path)
            assert wrong.exit_code == 2
            refused.append(wrong.stderr)
        assert remembered(path)["published.results"].is_empty()
        return copy_site(*given, **how)

    with monkeypatch.context() as slow:
        slow.setattr(command, "copy_site", sent_slowly)
        slow.setattr(waits, "OTHER_BUILD", 0.6)
        done("publish", tmp_path / "public", "--warehouse", path)
    assert (site.is_dir(), (tmp_path / "other").exists(), len(refused)) == (True, False, 3)
    us = rf"barometer publish \(process {os.getpid()} of .*, since 20\d\d-\d\d-\d\d \d\d:\d\d\)"
    for said in refused:
        assert re.search(rf"Waiting for {us}\.", said)
        assert re.search(rf"{us} is still publishing it after a wait of \d+ s\. .* run this again", said)
    done("publish", "--warehouse", path)


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


def test_a_site_is_sent_by_one_at_a_time_and_links_are_enough_and_what_a_kill_left_goes(tmp_path: Path) -> None:
    put(tmp_path, index=OURS)
    left = tmp_path / ".sending-killed"
    left.mkdir()
    with as_built(tmp_path) as taken:
        assert (taken / "index.html").samefile(tmp_path / "index.html"), "a second name, no copy"
        assert not left.exists()
        put(tmp_path, index=NEWER)
        assert (taken / "index.html").read_text(encoding="utf-8") == OURS
        with pytest.raises(UnusableError, match="is sending this site"), as_built(tmp_path, patience=0):
            pass
        left.mkdir()
        complete(tmp_path / "w.duckdb", tmp_path)
        assert (taken / "index.html").exists(), "what is being sent is not removed by a build"
    assert (taken.exists(), left.exists()) == (False, True)
    complete(tmp_path / "w.duckdb", tmp_path)
    assert not left.exists()
