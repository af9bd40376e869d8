"""The site of a club is put in its place as a whole; where that was interrupted, the next time goes on from there."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.building import drawing
from pipelines.building.drawing import _make_whole, exchanged, put, seal
from pipelines.reports.files import MANIFEST, Entry, Manifest

OLD = {
    **{"club/evening/x.html": "old", "club/evening/gone/y.html": "old", "club/evening/same.html": "same"},
    **{"stays/evening/z.html": "stays", "away/evening/a.html": "old", "index.html": "old"},
}
NEW = {
    **{"club/evening/x.html": "new", "club/evening/more/w.html": "new", "club/evening/same.html": "same"},
    **{"fresh/evening/f.html": "new", "index.html": "new"},
}
AFTERWARDS = {**NEW, "stays/evening/z.html": "stays"}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    for competition in {Path(name).parts[:2] for name in files if name.count("/") > 1}:
        start = f"{'/'.join(competition)}/"
        of_it = {name.removeprefix(start): Entry("") for name in files if name.startswith(start)}
        folder.joinpath(*competition, MANIFEST).write_bytes(Manifest(of_it).as_bytes())


def pages(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


def drawn(site: Path) -> None:
    write(site, OLD)
    aside = site / ".writing"
    write(aside, NEW)
    (aside / "club/evening/same.html").unlink()
    _make_whole(aside / "club", site / "club")
    seal(aside, "2 token", ["away", "never there"])


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    drawn(site)
    return site


@pytest.mark.parametrize("can_exchange", [True, False])
def test_all_is_in_its_place(site: Path, can_exchange: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not can_exchange:
        monkeypatch.setattr(drawing, "exchanged", cannot)
    put(site / ".writing", site)
    assert pages(site) == AFTERWARDS
    assert sorted(path.name for path in site.iterdir()) == ["club", "fresh", "index.html", "stays"]
    assert not (site / "club" / "evening" / "gone").exists()


def cannot(*_: Path) -> bool:
    return False


class Killed(BaseException):
    """What a kill does to the work."""


@pytest.mark.parametrize("can_exchange", [True, False])
def test_a_kill_anywhere_is_made_good(tmp_path: Path, can_exchange: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    survived = 0
    for last in range(100):
        site = tmp_path / str(last)
        drawn(site)
        with monkeypatch.context() as patched:
            if not can_exchange:
                patched.setattr(drawing, "exchanged", cannot)
            kill_after(last, patched)
            try:
                put(site / ".writing", site)
                survived += 1
            except Killed:
                if can_exchange:
                    of_club = {name: text for name, text in pages(site).items() if name.startswith("club/")}
                    assert of_club in [{n: t for n, t in each.items() if n.startswith("club/")} for each in (OLD, NEW)]
        if (site / ".writing").exists():
            if not can_exchange:
                monkeypatch.setattr(drawing, "exchanged", cannot)
            put(site / ".writing", site)
        assert pages(site) == AFTERWARDS, last
        if survived > 1:
            return
    pytest.fail("never came to its end")


def kill_after(calls: int, patched: pytest.MonkeyPatch) -> None:
    """Let so many changes of the disk happen, and no more."""
    left = [calls]

    def counted(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return function(*arguments, **named)

        return call

    patched.setattr(Path, "rename", counted(Path.rename))
    patched.setattr(Path, "replace", counted(Path.replace))
    patched.setattr("os.replace", counted(os.replace))
    patched.setattr(Path, "unlink", counted(Path.unlink))
    patched.setattr(Path, "rmdir", counted(Path.rmdir))
    patched.setattr(shutil, "rmtree", counted(shutil.rmtree))
    patched.setattr(drawing, "exchanged", counted(drawing.exchanged))


def test_two_folders_are_swapped_at_once(tmp_path: Path) -> None:
    write(tmp_path, {"one/x": "1", "other/y": "2"})
    assert exchanged(tmp_path / "one", tmp_path / "other")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["y"]
    with pytest.raises(FileNotFoundError):
        exchanged(tmp_path / "one", tmp_path / "none")
