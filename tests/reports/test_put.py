"""What is drawn aside comes to its place file by file, and whoever is killed in between can go on."""

import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import polars as pl
import pytest

from pipelines.reports import files as module
from pipelines.reports import manifests
from pipelines.reports.files import Files
from pipelines.reports.manifests import MANIFEST, Entry, manifest_of, put
from pipelines.words.languages import speaking

COMPETITION = Path("club/evening")
OTHER = Path("other/league")

OLD = {
    "index.html": ["club/evening/2025/index.html", "other/league/2025/index.html"],
    "club/evening/2025/index.html": ["sessions/a.html", "players/ann.html", "../../../index.html"],
    "club/evening/2025/sessions/a.html": ["../players/ann.html", "../index.html"],
    "club/evening/2025/players/ann.html": ["../sessions/a.html"],
    "other/league/2025/index.html": ["../../../index.html"],
}
NEW = {
    "index.html": ["club/evening/2025/index.html", "club/evening/2026/index.html"],
    "club/evening/2025/index.html": ["sessions/b.html", "players/bob.html", "../2026/index.html"],
    "club/evening/2025/sessions/b.html": ["../players/bob.html", "../boards/b.html", "../index.html"],
    "club/evening/2025/boards/b.html": ["../sessions/b.html"],
    "club/evening/2025/players/bob.html": ["../sessions/b.html", "../boards/b.html"],
    "club/evening/2026/index.html": ["../../../index.html", "../2025/index.html"],
}
"""Page -> its links. Ann and session a are gone, Bob, session b and a season are new, and the other club is gone."""


class Killed(BaseException):
    """The process ended here."""


def draw(pages: dict[str, list[str]], site: Path, aside: Path) -> None:
    for folder in (Path(), COMPETITION, OTHER):
        own = {
            Path(page).relative_to(folder).as_posix(): links
            for page, links in pages.items()
            if (len(Path(page).parts) == 1 if folder == Path() else Path(page).is_relative_to(folder))
        }
        files = Files(aside / folder, site / folder)
        for name, links in own.items():
            files.write(name, page(links))
        files.finish()


def page(links: list[str]) -> bytes:
    return "".join(f'<a href="{link}"></a>' for link in links).encode() + b"<footer/>"


def contents(site: Path) -> dict[str, bytes]:
    return {file.relative_to(site).as_posix(): file.read_bytes() for file in site.rglob("*") if file.is_file()}


def dead_links(site: Path) -> list[str]:
    """The dead links that a reader meets who starts at the first page and follows every link."""
    met: set[Path] = set()
    to_read = [site / "index.html"]
    dead: list[str] = []
    while to_read:
        file = to_read.pop()
        text = file.read_text()
        assert text.endswith("<footer/>"), f"half a page: {file}"
        for link in re.findall('href="(.*?)"', text):
            target = (file.parent / unquote(link)).resolve()
            if not target.is_file():
                dead.append(f"{file.relative_to(site)}: {link}")
            elif target not in met:
                met.add(target)
                to_read.append(target)
    return dead


@pytest.fixture
def site(tmp_path: Path) -> Path:
    draw(OLD, tmp_path / "site", tmp_path / "aside")
    put(tmp_path / "aside", tmp_path / "site")
    return tmp_path / "site"


def killed_at(step: int, patch: pytest.MonkeyPatch) -> None:
    """From now on the process ends when it is about to replace or remove a file for this time, counted from 0."""
    times = count()
    as_before = manifests.patiently

    def counted(act: Callable[[], Any], place: Path) -> None:
        if next(times) == step:
            raise Killed
        as_before(act, place)

    patch.setattr(manifests, "patiently", counted)


def test_killed_at_any_step_and_called_again_it_completes(tmp_path: Path) -> None:
    draw(NEW, tmp_path / "clean", tmp_path / "aside")
    put(tmp_path / "aside", tmp_path / "clean")
    step = 0
    while True:
        site = tmp_path / f"site-{step}"
        draw(OLD, site, tmp_path / "aside")
        put(tmp_path / "aside", site)
        draw(NEW, site, tmp_path / "aside")
        with pytest.MonkeyPatch.context() as patch:
            killed_at(step, patch)
            try:
                put(tmp_path / "aside", site)
            except Killed:
                assert dead_links(site) == []
            else:
                break
        put(tmp_path / "aside", site)
        assert contents(site) == contents(tmp_path / "clean")
        assert not (tmp_path / "aside").exists()
        step += 1
    assert step > 10


def test_what_is_not_ours_stays(site: Path, tmp_path: Path) -> None:
    ours_not = (site / OTHER / "photo.jpg", site / COMPETITION / "2025" / "players" / "note.txt", site / "logo.png")
    for file in ours_not:
        file.write_bytes(b"mine")
    draw(NEW, site, tmp_path / "aside")
    put(tmp_path / "aside", site)
    assert [file.read_bytes() for file in ours_not] == [b"mine"] * 3
    assert not (site / OTHER / "2025").exists()


@pytest.mark.parametrize("damaged", [b"", b"\xff", b"[]", b'{"files": {"a": 1}}', b'{"files": {"a": [1, 2, 3, 4]}}'])
def test_a_damaged_manifest_costs_drawing_but_no_file(site: Path, tmp_path: Path, damaged: bytes) -> None:
    whole = contents(site)
    (site / COMPETITION / MANIFEST).write_bytes(damaged)
    draw(OLD, site, tmp_path / "aside")
    put(tmp_path / "aside", site)
    assert contents(site) == whole


def test_a_manifest_in_plain_text_as_earlier_versions_wrote_it_is_read(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"files": {"a.html": ["x", null, null]}}', encoding="utf-8")
    assert manifest_of(tmp_path) == {"a.html": Entry("x")}


def test_pages_are_kept_only_if_the_inputs_the_code_and_the_files_are_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def filled(_template: str, content: dict[str, str]) -> str:
        return f"<html>{content['text']}</html>"

    monkeypatch.setattr(module, "filled", filled)
    site, aside = tmp_path / "site", tmp_path / "aside"

    def drawn(first: str, *rows: dict[str, float | None], **everywhere: str) -> list[str]:
        """The pages that are drawn of a folder with an `index.html` and two evenings."""
        files = Files(aside, site)
        files.on_every_page(**everywhere)
        own, pages = files.within("2025"), {"index": files.inputs(first, *rows), "one": files.inputs(first)}
        pages["two"] = files.inputs(pl.DataFrame(rows))
        is_same = own.keeps_all(pages["index"])
        left = [name for name in pages if not is_same and (name == "index" or not files.keeps(pages[name]))]
        for name in left:
            own.drawn_from(pages[name]).page(f"{name}.html", "page.html", text=f"{name} of {first}")
        files.finish()
        put(aside, site)
        return left

    rows: list[dict[str, float | None]] = [{"score": 58.33}, {"score": None}]
    assert drawn("a", *rows) == ["index", "one", "two"]
    assert drawn("a", *rows) == []
    assert drawn("a", *reversed(rows)) == ["index", "two"], "the order of rows counts"
    assert drawn("a", *rows) == ["index", "two"]
    assert drawn("b", *rows) == ["index", "one"]
    assert drawn("b", *rows, club="Elm") == ["index", "one", "two"]
    (site / "2025" / "two.html").write_bytes(b"somebody changed it")
    assert drawn("b", *rows, club="Elm") == ["index", "two"]
    assert contents(site)["2025/two.html"] == b"<html>two of b</html>"
    (site / "2025" / "one.html").unlink()
    assert drawn("b", *rows, club="Elm") == ["index", "one"]
    monkeypatch.setattr(module, "_code", lambda: "a newer version")
    assert drawn("b", *rows, club="Elm") == ["index", "one", "two"]
    with speaking("nl"):
        assert drawn("b", *rows, club="Elm") == ["index", "one", "two"]
        assert drawn("b", *rows, club="Elm") == []


def test_a_changed_template_script_or_style_changes_the_code_of_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = module._code.__wrapped__()
    reports = Path(shutil.copytree(module.TEMPLATES.parent, tmp_path / "reports"))
    monkeypatch.setattr(module, "TEMPLATES", reports / "templates")
    assert module._code.__wrapped__() == now
    for name in ("templates/session.html", "map.js", "style.css", "charts/barometer.mplstyle"):
        before = (reports / name).read_bytes()
        (reports / name).write_bytes(before + b"\n")
        module.code_of.cache_clear()
        assert module._code.__wrapped__() != now, name
        (reports / name).write_bytes(before)
