"""The public site in another folder: only what changed, nothing half, and nothing of anybody else's."""

from pathlib import Path

import pytest

from pipelines.cli.publish.site_copy import LIST, Copied, copy_site
from pipelines.machine.errors import UnusableError

OURS = '<meta name="generator" content="Barometer"/>'
PUBLIC = {
    "index.html": OURS,
    "style.css": "a {}",
    "club/evening/2025-26/index.html": f"{OURS} first",
    "club/evening/2025-26/players.csv": "player_id\n1\n",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    hidden = {"club/evening/.fingerprint": "f", ".writing-x/half.html": "half"}
    return wrote(tmp_path / "reports", PUBLIC | hidden)


def wrote(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def held(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != LIST)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_all_of_it_comes_and_the_second_time_nothing(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "web" / "public"
    with pytest.raises(UnusableError, match="the folder that should contain this one does not exist"):
        copy_site(site, target)
    target.parent.mkdir()
    assert copy_site(site, target) == Copied(4, 0, 0)
    assert held(target) == PUBLIC
    times = {path: path.stat().st_mtime_ns for path in target.rglob("*.html")}
    assert copy_site(site, target) == Copied(0, 4, 0)
    assert {path: path.stat().st_mtime_ns for path in target.rglob("*.html")} == times


def test_only_what_changed_is_written_and_what_is_gone_goes_with_its_empty_folders(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "public"
    copy_site(site, target)
    mine = {"CNAME": "bridge.example", "club/photo.jpg": "photo"}
    wrote(target, mine)
    (site / "style.css").write_text("b {}")
    for name in ("index.html", "players.csv"):
        (site / "club/evening/2025-26" / name).unlink()
    assert copy_site(site, target) == Copied(1, 1, 2, left=("club/evening",))
    assert held(target) == {"index.html": OURS, "style.css": "b {}", **mine}
    assert not (target / "club/evening").exists()


def test_pages_come_before_the_first_page_and_go_after_it(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "public"
    order: list[str] = []
    replace, unlink = Path.replace, Path.unlink

    def put(path: Path, place: Path) -> Path:
        order.append(place.relative_to(target).as_posix())
        return replace(path, place)

    def remove(path: Path, missing_ok: bool = False) -> None:
        if path.exists() and target in path.parents:
            order.append(f"-{path.relative_to(target).as_posix()}")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "replace", put)
    monkeypatch.setattr(Path, "unlink", remove)
    copy_site(site, target)
    page = "club/evening/2025-26"
    needed = [f"{page}/players.csv", "style.css"]
    assert order == [LIST, *needed, f"{page}/index.html", "index.html", LIST]
    order.clear()
    (site / "club/evening/2025-26/index.html").rename(site / "club/evening/2025-26/other.html")
    copy_site(site, target)
    assert order == [LIST, f"{page}/other.html", f"-{page}/index.html", LIST]


def test_a_trial_counts_and_writes_nothing(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "public"
    assert copy_site(site, target, is_trial=True) == Copied(4, 0, 0)
    assert not target.exists()
    copy_site(site, target)
    before = held(target)
    wrote(site, {"style.css": "b {}"})
    (site / "club/evening/2025-26/players.csv").unlink()
    assert copy_site(site, target, is_trial=True) == Copied(1, 2, 1)
    assert held(target) == before


@pytest.mark.parametrize("files", [{"index.html": "<p>my site</p>"}, {"holiday.jpg": "photo"}, PUBLIC])
def test_the_folder_of_somebody_else_stays_as_it_is(site: Path, tmp_path: Path, files: dict[str, str]) -> None:
    target = wrote(tmp_path / "other", files)
    with pytest.raises(UnusableError, match="this contains files that Barometer did not make"):
        copy_site(site, target)
    assert held(target) == files


@pytest.mark.parametrize("place", [".", "within", ".."])
def test_the_site_is_not_copied_into_itself(site: Path, place: str) -> None:
    before = held(site)
    with pytest.raises(UnusableError, match="the site itself"):
        copy_site(site, site / place)
    assert held(site) == before


@pytest.mark.parametrize("target", ["www.example.org/public_html", "ann@web.example.org"])
def test_an_address_without_its_beginning_is_no_folder(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableError, match="name a server as USER@HOST:FOLDER"):
        copy_site(site, Path(target))
    assert not (tmp_path / target).exists()


def test_a_list_that_was_tampered_with_removes_nothing_outside(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "public"
    copy_site(site, target)
    outside = wrote(tmp_path, {"secret.html": "mine"}) / "secret.html"
    with (target / LIST).open("a", encoding="utf-8") as listed:
        listed.write(f"../secret.html\n{outside}\nclub/../../secret.html\n\n")
    copy_site(site, target)
    assert outside.read_text() == "mine"


@pytest.mark.parametrize("link", ["club", "style.css", ".writing-style.css"])
def test_nothing_is_written_behind_a_link(site: Path, tmp_path: Path, link: str) -> None:
    target, elsewhere = tmp_path / "public", wrote(tmp_path / "elsewhere", {"file": "mine"})
    copy_site(site, target)
    place = target / link
    if place.exists():
        place.rename(tmp_path / "away")
    place.symlink_to(elsewhere if link == "club" else elsewhere / "file")
    wrote(site, {"style.css": "c {}", "club/evening/2025-26/index.html": f"{OURS} other"})
    if link.startswith("."):
        copy_site(site, target)
    else:
        with pytest.raises(UnusableError, match="this is a link"):
            copy_site(site, target)
    assert held(elsewhere) == {"file": "mine"}


def test_the_site_of_other_competitions_stays(site: Path, tmp_path: Path) -> None:
    """Somebody who forgets to name a warehouse would put Thursday in place of Tuesday, and lose that."""
    target = tmp_path / "public"
    played = "2025-26/sessions/1.html"
    copy_site(wrote(site, {f"club/evening/{played}": OURS}), target)
    before = held(target)
    thursday = wrote(tmp_path / "thursday", {"index.html": OURS, f"club/thursday/{played}": f"{OURS} other"})
    with pytest.raises(
        UnusableError, match=r"would remove the pages of club/evening.* the site to publish has those of club/thursday"
    ):
        copy_site(thursday, target)
    assert held(target) == before
    wrote(site, {f"club/thursday/{played}": f"{OURS} other"})
    copy_site(site, target)
    copy_site(thursday, target)  # it had this competition too: the other is gone
    assert copy_site(site, tmp_path / "more").removed == 0
    wrote(tmp_path / "friday", {"index.html": OURS, "club/friday/2025-26/index.html": OURS})
    assert copy_site(tmp_path / "friday", target, replaces=True).removed == 1
