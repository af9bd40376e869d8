"""A build that comes while the site is sent need not wait, and what is sent and recorded is of one build."""

from pathlib import Path

import pytest
from commands.test_publish_command import OURS, build, done, first, path, remembered
from published.seasons import corrected_build, first_build

from pipelines.building.lock import build_lock
from pipelines.commands.publish import publish as command
from pipelines.commands.publish.as_built import as_built
from pipelines.commands.publish.site_copy import Copied, copy_site
from pipelines.errors import UnusableError
from transforms.published.kinds import KINDS

pytestmark = pytest.mark.slow
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

    def sent_slowly(taken: Path, target: Path) -> Copied:
        with build_lock(path, "barometer build", patience=0):
            build(path, dict(corrected_build()), 3)
        put(site, index=NEWER, added=NEWER)
        (site / "gone.html").unlink()
        return copy_site(taken, target)

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

    monkeypatch.undo()
    done("publish", public, "--warehouse", path)
    assert (public / "index.html").read_text(encoding="utf-8") == NEWER
    assert not (public / "gone.html").exists()
    assert remembered(path)["published.corrections"].is_empty()


def test_a_site_is_sent_by_one_at_a_time_and_links_are_enough(tmp_path: Path) -> None:
    put(tmp_path, index=OURS)
    (tmp_path / ".sending-crash").mkdir()
    with as_built(tmp_path) as taken:
        assert (taken / "index.html").samefile(tmp_path / "index.html"), "a second name, no copy"
        assert not (tmp_path / ".sending-crash").exists()
        put(tmp_path, index=NEWER)
        assert (taken / "index.html").read_text(encoding="utf-8") == OURS
        with pytest.raises(UnusableError, match="another barometer publish is sending it"), as_built(tmp_path):
            pass
    assert not taken.exists()


def test_where_a_disk_knows_no_second_names_files_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("pipelines.commands.publish.as_built.os.link", refused)
    put(tmp_path, index=OURS)
    with as_built(tmp_path) as taken:
        put(tmp_path, index=NEWER)
        assert (taken / "index.html").read_text(encoding="utf-8") == OURS
