"""Ways to write `hidden.csv` and `players.public` wrongly: none shows the name after `publish`, none hides another."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pytest
from typer.testing import CliRunner

from bench.tiny_clubs import make_club
from pipelines.cli.app import app
from pipelines.cli.build import build
from pipelines.machine.paths import Paths
from pipelines.reports.first_page import SEARCH_INDEX
from pipelines.warehouse import Warehouse
from pipelines.warehouse.build_record import all_findings
from transforms.privacy.held_back import held_back
from transforms.published.kinds import RESULTS

pytestmark = pytest.mark.long

NAME = "Ada Alder"
OTHERS = ("Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Flo Fir", "Gus Gorse", "Hy Holly")
ID, NUMBER = "1001", "900001"
FIRST = "player_id,public\n"

LISTS = (
    *(
        f"{FIRST}{ID}{rest}\n"
        for rest in (",false", ",", "", ",flase", ",hide", ",#N/A", ",false,x", ";false", " ,false")
    ),
    *(
        f"{FIRST}{other},false\n"
        for other in ("1009", "1010", "100l", "１００１", f"#{ID}", f"{ID}.0", f"'{ID}", "1.001E+03")
    ),
    *(f"{FIRST}{other},false\n" for other in (f"{ID} {NAME}", f'"{ID}, 1002"', f"{ID} 1002", "ID", "Ada", '"')),
    *(f"{FIRST}{other},false\n" for other in (NAME, '"Alder, Ada"', "ADA ALDER", "Adda Alder", "A. Alder")),
    *(f"{FIRST}{number},false\n" for number in ("{number}", "{number}0", " {number}")),
    *(f"{FIRST}false,{ID}\n", f'{FIRST}"{ID},false\n', f"{FIRST}\n\n{ID},,false\n", f"{FIRST}1009,false\n{ID},\n"),
    *(f"{ID},false\n", f"{ID}\n", f"{NAME}\n", f"player_id\n{ID}\n", f"id,public\n{ID},false\n", ""),
    *(f"name,public\n{NAME},false\n", f"Name;Public?\n{NAME};nee\n", f"name,public\n{NAME},yes\n"),
    *("federation_id,public\n{number},false\n", f"public,player_id\n{ID},false\n"),
    *(
        f"player_id,{column}\n{ID},{cell}\n"
        for column, cell in (("publik", "false"), ("hidden", "true"), ("private", "x"))
    ),
    *(f"People who left\n{FIRST}{ID},false\n", f"player_id;public\n{ID};false\n", f"alias,player_id\n{ID},false\n"),
    *("\0" * 50, f'{{"player_id": "{ID}", "public": false}}', f"<table><tr><td>{ID}</td></tr></table>"),
)
"""What somebody may write into hidden.csv who does not want Ada named, whose id is `ID`."""
NAMES = (
    *(".hidden.csv", "hidden.csv.txt", "Hidden.CSV", "hidden.csv.bak", "hidden (1).csv", "HIDDEN.csv", "hidden.txt"),
    *("hidden", "hidden.csv~", "lists/hidden.csv", "2025-09-01/.hidden.csv", "../hidden.csv", "../.hidden.csv"),
    *("../Hidden.csv.txt", "../hidden.csv.bak"),
)
"""Where somebody may put a list that is right."""
COLUMNS = (
    *(
        (column, "false", "true")
        for column in ("Public ", "publik", "pubic", "is public", "publiek", "openbaar", "visible")
    ),
    *((column, "yes", "no") for column in ("not_public", "hidden", "Private", "anoniem", "do not show", "notpublic")),
    *((column, "x", "") for column in ("hidden", "verborgen", "unpublic", "hide from site")),
    *(("public", word, "true") for word in ("flase", "nee hoor", "hidden", "-", "#NAME?", "x", "private")),
)
"""A column in players.csv, its cell for Ada, and its cell for the others."""


class Way(NamedTuple):
    """A file, and what is in it."""

    name: str
    text: str


def ways() -> Iterator[Way]:
    yield from (Way("hidden.csv", text) for text in LISTS)
    yield from (Way(name, f"{FIRST}{ID},false\n") for name in NAMES)
    for column, ada, others in COLUMNS:
        cells = [ada, *[others] * len(OTHERS)]
        rows = (
            f"{int(ID) + n},{name},{cell}\n" for n, (name, cell) in enumerate(zip((NAME, *OTHERS), cells, strict=True))
        )
        yield Way("players.csv", f"player_id,name,{column}\n{''.join(rows)}")


def make(landing: Path, club: str, place: int, way: Way) -> None:
    """A club of eight people with ids of four digits and federation ids of its own, with one file more."""
    make_club(landing, club)
    folder = landing / club / "evenings"
    entries = folder / "2025-09-01" / "entries.csv"
    session, line, entrant, player = pl.read_csv(entries, infer_schema=False).get_columns()
    pl.DataFrame([session, line, entrant, player.cast(pl.Int64) + 1000]).write_csv(entries)
    rows = (f"{int(ID) + n},{name},{int(NUMBER) + 100 * place + n}\n" for n, name in enumerate((NAME, *OTHERS)))
    (folder / "players.csv").write_text(f"player_id,name,federation_id\n{''.join(rows)}", encoding="utf-8")
    file = folder / way.name
    file.parent.mkdir(exist_ok=True)
    file.write_text(way.text.replace("{number}", str(int(NUMBER) + 100 * place)), encoding="utf-8")


def pages(site: Path, club: str) -> str:
    return "\n".join(page.read_text(encoding="utf-8") for page in sorted((site / club).rglob("*.html")))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Paths, dict[str, Way]]:
    folder = tmp_path_factory.mktemp("ways")
    paths = Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")
    clubs = {f"club{place}": way for place, way in enumerate(ways())}
    for place, (club, way) in enumerate(clubs.items()):
        make(paths.landing, club, place, way)
    build(paths)
    return paths, clubs


def publish(paths: Paths, target: Path, *more: str) -> tuple[int, str]:
    asked = ["publish", target, *more, "--warehouse", paths.warehouse, "--reports", paths.reports]
    result = CliRunner().invoke(app, [str(one) for one in asked])
    return result.exit_code, result.output


def test_each_way_hides_ada_alone_or_holds_publication_back(
    built: tuple[Paths, dict[str, Way]], tmp_path: Path
) -> None:
    paths, clubs = built
    assert len(clubs) >= 40
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        held = held_back(all_findings(warehouse))
    of_site = {club: pages(paths.reports, club) for club in clubs}
    sound = {club: way for club, way in clubs.items() if club not in set(held["club"])}
    assert len(sound) >= 10
    assert [way for club, way in sound.items() if NAME in of_site[club]] == []
    hidden = {club: [name for name in OTHERS if name not in of_site[club]] for club in clubs}
    assert {club: names for club, names in hidden.items() if names and clubs[club].name != "players.csv"} == {}

    exit_code, said = publish(paths, tmp_path / "public")
    assert exit_code == 1
    assert "Somebody who asked to be hidden may be shown" in said
    assert held["message"].str.contains("nothing of the club is published").all()
    assert {place.name for place in (tmp_path / "public").iterdir() if place.is_dir()} == set(sound)
    assert NAME.encode() not in b"".join(files(tmp_path / "public").values())
    public = {club: pages(tmp_path / "public", club) for club in sound}
    assert [club for club in sound if NAME in public[club] or not all(name in public[club] for name in OTHERS)] == []


def test_a_club_in_doubt_is_held_back_alone_and_what_was_published_of_it_stays(tmp_path: Path) -> None:
    paths, target = Paths(tmp_path / "landing", tmp_path / "w.duckdb", tmp_path / "reports"), tmp_path / "public"
    for place, club in enumerate(("ash", "beech", "cedar")):
        make(paths.landing, club, place, Way("notes.txt", ""))
    build(paths)
    assert publish(paths, target)[0] == 0
    once, page = files(target), (target / "index.html").read_text(encoding="utf-8")
    assert all(f"{club}/" in page for club in ("ash", "beech", "cedar"))
    assert NAME in (target / SEARCH_INDEX).read_text(encoding="utf-8")
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        recorded = warehouse.read(RESULTS.table)

    for club in ("ash", "beech"):
        results = paths.landing / club / "evenings" / "2025-09-01" / "results.csv"
        results.write_text(results.read_text(encoding="utf-8").replace("3N,E,9", "3N,E,8"), encoding="utf-8")
    (paths.landing / "ash" / "evenings" / "hidden.csv").write_text(f"{FIRST}1009,false\n", encoding="utf-8")
    (paths.landing / "beech" / "evenings" / "hidden.csv").write_text(f"{FIRST}{ID},false\n", encoding="utf-8")
    build(paths)
    trial = publish(paths, target, "--dry-run")
    assert trial[0] == 0
    assert "all clubs except ash" in trial[1]
    assert files(target) == once
    exit_code, said = publish(paths, target)
    assert exit_code == 1
    assert "Not published: ash." in said
    assert "the other clubs were published" in said.replace("\n", " ")
    now = files(target)
    for club, is_same in (("ash", True), ("beech", False), ("cedar", True)):
        was, new = ({name: made[name] for name in made if name.startswith(f"{club}/")} for made in (once, now))
        assert (was == new) is is_same, club
    shared = b"\n".join(content for name, content in now.items() if "/" not in name)
    assert b"ash/" not in shared
    assert b"beech/" in shared
    assert b"cedar/" in shared
    assert shared.count(NAME.encode()) == 1, "of cedar, since ash is left out and beech hides her"
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        after = warehouse.read(RESULTS.table)
    assert after.filter(club="ash").equals(recorded.filter(club="ash"))
    assert not after.filter(club="beech").equals(recorded.filter(club="beech"))
    assert publish(paths, target)[0] == 1
    assert files(target) == now

    (paths.landing / "ash" / "evenings" / "hidden.csv").write_text(f"{FIRST}{ID},false\n", encoding="utf-8")
    build(paths)
    assert publish(paths, target)[0] == 0
    assert files(target) == files(paths.reports)


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder of pages, by place, without the list of what was copied."""
    found = (file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}
