"""The site of a club is put in its place as a whole; where that was interrupted, the next time goes on from there."""

import shutil
import signal
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest

from bench.killing import Changes, in_child
from pipelines.building import putting, swap
from pipelines.building.putting import exchanged
from pipelines.building.swap import Places
from pipelines.reports.manifests import MANIFEST, Entry, as_manifest


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)


def cannot(*_: Path) -> bool:
    return False


def test_two_folders_are_swapped_at_once(tmp_path: Path) -> None:
    write(tmp_path, {"one/x": "1", "other/y": "2"})
    assert exchanged(tmp_path / "one", tmp_path / "other")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["y"]
    with pytest.raises(FileNotFoundError):
        exchanged(tmp_path / "one", tmp_path / "none")


OF_BEFORE = {"elm": {"index.html": "old", "a/x.html": "old", "a/gone.html": "old"}, "oak": {"index.html": "old"}}
OF_NOW = {"elm": {"index.html": "new", "a/x.html": "new", "b/more.html": "new"}, "fir": {"index.html": "new"}}
GONE = "oak"
DESK = ("index.html", "elm/index.html")


@pytest.fixture
def places(tmp_path: Path) -> Places:
    places = Places(tmp_path / "w" / "w.duckdb", tmp_path / "site")
    lay_out(places)
    return places


def lay_out(places: Places) -> None:
    """A build that is done, but for putting its work in place."""
    for folder in (places.warehouse.parent, places.reports, places.desk):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    places.warehouse.write_text("old", encoding="utf-8")
    places.copy.write_text("new", encoding="utf-8")
    for club, files in OF_BEFORE.items():
        write(places.reports / club, files | {".build": "1"} | manifests(files))
    write(places.reports, {"index.html": "old"})
    for club, files in OF_NOW.items():
        write(places.aside / club, files | manifests(files))
    write(places.aside, {"index.html": "new"})
    for folder, word in ((places.desk, "old"), (places.desk_aside, "new")):
        write(folder, {"index.html": word, "elm/index.html": word})
    putting.seal(places.aside, "2", [GONE])


def manifests(files: dict[str, str]) -> dict[str, bytes]:
    """Of the competitions among these files: they alone have folders."""
    of = {name.partition("/")[0] for name in files if "/" in name}
    listed = {one: [name.removeprefix(f"{one}/") for name in files if name.startswith(f"{one}/")] for one in of}
    return {f"{one}/{MANIFEST}": as_manifest(dict.fromkeys(names, Entry(""))) for one, names in listed.items()}


def site_of(places: Places, club: str) -> dict[str, str]:
    folder = places.reports / club
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in (".build", MANIFEST))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def killed_at(step: int, work: Callable[[], None]) -> bool:
    """Do it, killed before this change of folders, from 1; return whether it came so far."""

    def doomed() -> None:
        Changes(step)
        work()

    status = in_child(doomed)
    assert status in (0, -signal.SIGKILL)
    return status != 0


def is_old_or_new(places: Places, clubs: Collection[str]) -> None:
    assert places.warehouse.read_text(encoding="utf-8") in ("old", "new")
    assert (places.reports / "index.html").read_text(encoding="utf-8") in ("old", "new")
    assert {(places.desk / name).read_text(encoding="utf-8") for name in DESK} <= {"old", "new"}
    for club in clubs:
        assert site_of(places, club) in (OF_BEFORE.get(club, {}), OF_NOW.get(club, {})), club


def completed(places: Places) -> None:
    """The next start: everything is new, or everything is old and nothing is left of the new."""
    stood = places.journal.exists() or not places.copy.exists()
    swap.complete(places)
    swap.forget(places)
    word = "new" if stood else "old"
    is_old_or_new(places, ())
    assert places.warehouse.read_text(encoding="utf-8") == word
    for club in OF_BEFORE | OF_NOW:
        assert site_of(places, club) == (OF_NOW if stood else OF_BEFORE).get(club, {}), club
    assert [path.name for path in places.warehouse.parent.iterdir()] == ["w.duckdb"]
    assert not places.aside.exists()
    assert not places.desk_aside.exists()


@pytest.mark.long
@pytest.mark.parametrize("can_exchange", [True, False])
def test_killed_before_any_step(places: Places, monkeypatch: pytest.MonkeyPatch, *, can_exchange: bool) -> None:
    """Where folders cannot be swapped, that of a club may be neither the old nor the new until it is completed."""
    if not can_exchange:
        monkeypatch.setattr(putting, "exchanged", cannot)
    step = 1
    while killed_at(step, lambda: swap.publish(places)):
        is_old_or_new(places, OF_BEFORE | OF_NOW if can_exchange else ())
        completed(places)
        lay_out(places)
        step += 1
    completed(places)
    assert step > 8
