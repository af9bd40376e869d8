"""What all clubs show together: the first page as their tables say, and the director's desk some clubs at a time."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from factories import Tables
from first_builds import without_pages
from page_files import root_of
from polars.testing import assert_frame_equal
from reports.whole_site import summary

from bench.tiny_clubs import make_club
from pipelines.building import desk, drawing
from pipelines.building.desk import draw_desk, say_of_people
from pipelines.cli.build import build
from pipelines.cli.simulate import simulate_landing
from pipelines.machine.environment import LANGUAGE
from pipelines.machine.paths import Paths, desk_of
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.words import languages
from transforms.privacy.withheld import shown_to_all
from transforms.tables.schemas import WAREHOUSE

pytestmark = pytest.mark.long

OF_ONE_CLUB = {"evenings", "standing", "sessions", "looks"}
MAY_BE_EMPTY = {"looks", "rating_list", "levels", "simultaneous"}


@pytest.mark.parametrize("clubs", [1, 2])
def test_the_first_page_shows_what_the_tables_say(clubs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    landing = simulate_landing(tmp_path / "landing", clubs=clubs, sessions=2, seed=3, pairs=14, boards=8)
    asked: list[Tables] = []
    as_before = drawing.draw_first_page

    def draw(first: Tables, *rest: Any, **more: Any) -> None:
        asked.append(first)
        as_before(first, *rest, **more)

    monkeypatch.setattr(drawing, "draw_first_page", draw)
    with without_pages():
        build(Paths(landing, tmp_path / "warehouse.duckdb", tmp_path / "reports"))
    with as_it_is(tmp_path / "warehouse.duckdb") as warehouse:
        names = [name for name in WAREHOUSE if not name.startswith("operations.")]
        tables = {name: warehouse.read_all_seasons(name) for name in names}
        identities = {"federation.identities": tables["federation.identities"]}
        expected = summary(shown_to_all(tables) | identities)
    [first] = asked
    for name, table in expected.items():
        if clubs > 1 and name in OF_ONE_CLUB:
            assert first[name].is_empty(), f"{name} is shown of one club alone"
        else:
            assert_frame_equal(first[name], table.select(first[name].columns), check_dtypes=False)
            assert table.height or name in MAY_BE_EMPTY


def test_hidden_people_are_named_in_the_page_language(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (LANGUAGE, "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    monkeypatch.setattr(languages, "_terminal_language", None)
    languages.speak_as_the_machine()
    make_club(paths.landing, "ash")
    players = paths.landing / "ash" / "evenings" / "players.csv"
    head, *lines = players.read_text(encoding="utf-8").splitlines()
    players.write_text("\n".join([f"{head},public", *(f"{line},false" for line in lines)]), encoding="utf-8")
    build(paths)
    page = (paths.reports / "index.html").read_text(encoding="utf-8")
    assert "a member" in page
    assert "een lid" not in page


@pytest.mark.nightly
def test_the_first_page_speaks_the_common_language(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LANGUAGE, raising=False)
    make_club(paths.landing, "ash")
    (paths.landing / "ash" / "club.toml").write_text('[page]\nlanguage = "nl"\n', encoding="utf-8")

    def spoken(*clubs: str) -> list[str]:
        build(paths)
        seasons = [next((paths.reports / club).glob("*/*/index.html")) for club in clubs]
        first = [folder / "index.html" for folder in (paths.reports, desk_of(paths.reports))]
        return [str(root_of(page).get("lang")) for page in (*first, *seasons)]

    assert spoken("ash") == ["nl", "nl", "nl"]
    make_club(paths.landing, "birch")
    assert spoken("ash", "birch") == ["en", "en", "nl", "en"]
    (paths.landing / "ash" / "club.toml").write_text('[page]\nlanguage = "fr"\n', encoding="utf-8")
    monkeypatch.setenv(LANGUAGE, "nb")
    assert spoken("ash", "birch") == ["nb", "nb", "fr", "nb"]
    assert build(paths).up_to_date


@pytest.mark.nightly
def test_the_bar_of_a_club_leads_to_its_own_first_page_while_there_is_another_club(paths: Paths) -> None:
    make_club(paths.landing, "ash")

    def home() -> Path:
        build(paths)
        (page,) = (paths.reports / "ash").glob("*/*/standing.html")
        (href,) = root_of(page).xpath("//nav[@class='bar']/a[@class='home']/@href")
        return (page.parent / href).resolve().relative_to(paths.reports.resolve())

    assert home() == Path("index.html")
    make_club(paths.landing, "birch")
    own = home()
    assert (own.parts[0], own.name, len(own.parts)) == ("ash", "index.html", 4)
    shutil.rmtree(paths.landing / "birch")
    assert home() == Path("index.html")
    assert build(paths).up_to_date


CLUBS = ("ash", "elm", "fir")


def drawn(warehouse: Warehouse, folder: Path) -> tuple[dict[str, str], list[str]]:
    """The pages by their paths, and what is said."""
    said: list[str] = []
    in_doubt = draw_desk(warehouse, CLUBS, folder / "desk", folder / "aside", said.append)
    say_of_people(*in_doubt, folder / "other.duckdb", said.append)
    pages = {
        str(path.relative_to(folder / "aside")): path.read_text(encoding="utf-8")
        for path in sorted((folder / "aside").rglob("*.html"))
    }
    return pages, said


@pytest.mark.nightly
@pytest.mark.long
def test_pages_and_totals_are_those_of_all_clubs_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = Paths(tmp_path / "landing", tmp_path / "warehouse.duckdb", tmp_path / "site")
    for club in CLUBS:
        make_club(paths.landing, club, tricks=10)
        players = paths.landing / club / "evenings" / "players.csv"
        head, *lines = players.read_text(encoding="utf-8").splitlines()
        hidden = "".join(f"{line},{number > 0}\n" for number, line in enumerate(lines))
        players.write_text(f"{head},public\n{hidden}", encoding="utf-8")
        players.with_name("hidden.csv").write_text("player_id,public\nNobody,false\n", encoding="utf-8")
    build(paths)
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        together = drawn(warehouse, tmp_path / "together")
        monkeypatch.setattr(desk, "_AT_ONCE", 1)
        apart = drawn(warehouse, tmp_path / "apart")
    assert apart == together
    assert len(together[0]) == len(CLUBS) + 1
    assert any(said.startswith(f"{len(CLUBS)} people are") for said in together[1]), together[1]
