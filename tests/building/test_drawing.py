"""The site of a club is put in its place as a whole; where that was interrupted, the next time goes on from there."""

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


def test_two_folders_are_swapped_at_once(tmp_path: Path) -> None:
    write(tmp_path, {"one/x": "1", "other/y": "2"})
    assert exchanged(tmp_path / "one", tmp_path / "other")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["y"]
    with pytest.raises(FileNotFoundError):
        exchanged(tmp_path / "one", tmp_path / "none")
