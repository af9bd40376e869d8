"""Who asked in a file that cannot be read any more stays hidden, until the file can be read or is taken away."""

import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from each import items
from factories import NOTHING_KEPT

from bench.tiny_clubs import make_club
from pipelines.intake.landing.last_build import LastBuild
from pipelines.intake.landing.raw_tables import read_landing
from transforms.privacy.held_back import held_back

pytestmark = pytest.mark.long

Raw = dict[str, pl.DataFrame]
ASKS = "player_id,name,public\n1,Ada Alder,false\n"
STILL = "players.still_hidden"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_club(tmp_path, "fir")
    folder = tmp_path / "fir" / "evenings"
    (folder / "leaves.csv").write_text(ASKS, encoding="utf-8")
    return folder


def read(folder: Path, before: Raw | None = None) -> Raw:
    last = None if before is None else LastBuild(*(before[name] for name in ("players", "people", "files", "findings")))
    return read_landing(folder.parents[1], before or NOTHING_KEPT, last=last)


def hidden(raw: Raw) -> list[str]:
    return raw["players"].filter(~pl.col("public"))["player_id"].unique().sort().to_list()


def warned(raw: Raw) -> list[tuple[str, str]]:
    return raw["findings"].filter(code=STILL).select("file_id", "value").rows()


@pytest.mark.parametrize("name", ["leaves.csv", "zz.csv"])
def test_the_name_may_stand_in_another_file(folder: Path, name: str) -> None:
    asking = (folder / "leaves.csv").rename(folder / name)
    raw = read(folder)
    for size in (100, 200):
        asking.write_bytes(b"\0" * size)
        raw = read(folder, raw)
        assert hidden(raw) == ["1"]
        assert warned(raw) == [(name, "1")]
        assert raw["players"].filter(player_id="1")["name"].item() == "Ada Alder"
    asking.unlink()
    raw = read(folder, raw)
    assert hidden(raw) == []
    assert warned(raw) == []


@pytest.mark.parametrize("text", [ASKS, f"{ASKS}2,Bo Birch,\n"])
def test_a_second_file_may_have_asked_too(folder: Path, text: str) -> None:
    players = folder / "players.csv"
    players.write_text(text, encoding="utf-8")
    raw = read(folder)
    (folder / "leaves.csv").unlink()
    players.write_bytes(b"\0" * 100)
    raw = read(folder, raw)
    assert hidden(raw) == ["1"]
    assert warned(raw) == [("players.csv", "1")]


@items(
    "nr,name,public\n1,Ada Alder,false\n",
    "player_id,name,notes\n1,Ada Alder,false\n",
    "player_id,name,public\n1,Ada Alder,false,x\n",
)
def test_a_slip_in_the_file_takes_nothing_back(folder: Path, text: str) -> None:
    raw = read(folder)
    (folder / "leaves.csv").write_text(text, encoding="utf-8")
    raw = read(folder, raw)
    assert hidden(raw) == ["1"]
    assert warned(raw) == [("leaves.csv", "1")]
    (folder / "leaves.csv").write_text('player_id,public\n1,true\n"2,false\n', encoding="utf-8")
    assert hidden(read(folder, raw)) == []


def _empty(folder: Path) -> None:
    (folder / "leaves.csv").write_bytes(b"")


def _copy(folder: Path) -> None:
    shutil.copy(folder / "players.csv", folder / "leaves.csv")
    (folder / "players.csv").rename(folder / "a.csv")


@pytest.mark.parametrize("change", [_empty, _copy])
def test_a_file_in_which_nothing_more_can_stand_hides_nobody(folder: Path, change: Callable[[Path], None]) -> None:
    raw = read(folder)
    change(folder)
    raw = read(folder, raw)
    assert hidden(raw) == []
    assert warned(raw) == []


def test_who_goes_by_another_id_does_so_although_the_file_cannot_be_read(folder: Path) -> None:
    entries = folder / "2025-09-01" / "entries.csv"
    seats = entries.read_text(encoding="utf-8").replace("A,1,1\n", "A,1,Adje\n").replace("A,1,2\n", "A,1,Bob\n")
    entries.write_text(seats, encoding="utf-8")
    people = folder.parent / "people.csv"
    people.write_text("alias,player_id\nAd,1\nAdje,Ad\nBob,2\n", encoding="utf-8")
    raw = read(folder)
    assert {"1", "2"} <= set(raw["entries"]["player_id"])
    for text in ("\0" * 100, "alias,persoon\nAdje,1\n", "alias,player_id\nAd,1\nAdje,Ad,x\n"):
        people.write_text(text, encoding="utf-8")
        raw = read(folder, raw)
        assert {"1", "Bob"} <= set(raw["entries"]["player_id"])
        assert "Adje" not in raw["entries"]["player_id"]
    people.unlink()
    assert "Adje" in read(folder, raw)["entries"]["player_id"]


def test_a_name_that_only_the_unread_file_gave_hides_its_namesakes(folder: Path) -> None:
    (folder / "players.csv").unlink()
    raw = read(folder)
    entries = folder / "2025-09-01" / "entries.csv"
    entries.write_text(entries.read_text(encoding="utf-8").replace("A,1,1\n", "A,1,Alder Ada\n"), encoding="utf-8")
    (folder / "leaves.csv").write_bytes(b"\0" * 100)
    raw = read(folder, raw)
    assert raw["players"].filter(player_id="Alder Ada")["namesake_of"].to_list() == ["1"]


def test_any_file_of_the_club_in_doubt_keeps_everybody_hidden(folder: Path) -> None:
    raw = read(folder)
    (folder / "leaves.csv").unlink()
    (folder / "2025-09-01" / "new.pbn").write_bytes(b"\0" * 100)
    raw = read(folder, raw)
    assert (hidden(raw), warned(raw)) == (["1"], [("2025-09-01/new.pbn", "1")])
    (folder / "2025-09-01" / "new.pbn").unlink()
    assert hidden(read(folder, raw)) == []


def test_a_file_that_was_never_read_and_kept_nobody_hidden_is_not_in_doubt(folder: Path) -> None:
    (folder / "minutes.docx").write_bytes(b"\0" * 100)
    raw = read(folder)
    (folder / "leaves.csv").unlink()
    assert hidden(read(folder, raw)) == []


def test_a_file_in_doubt_keeps_people_hidden_who_asked_in_another_competition_that_is_gone(folder: Path) -> None:
    other = folder.parent / "mornings"
    shutil.copytree(folder, other)
    (folder / "leaves.csv").unlink()
    raw = read(folder)
    (other / "leaves.csv").unlink()
    (folder / "players.csv").write_bytes(b"\0" * 100)
    raw = read(folder, raw)
    assert (hidden(raw), warned(raw)) == (["1"], [("players.csv", "1")])


def test_a_competition_that_is_left_out_is_read_for_this(folder: Path) -> None:
    raw = read(folder)
    (folder / "competition.toml").write_text("[[seaso]]\n", encoding="utf-8")
    raw = read(folder, raw)
    assert hidden(raw) == ["1"]
    (folder / "leaves.csv").write_bytes(b"\0" * 100)
    raw = read(folder, raw)
    assert hidden(raw) == ["1"]
    assert warned(raw) == [("leaves.csv", "1")]
    (folder / "leaves.csv").write_text("player_id,public\n1,true\n", encoding="utf-8")
    assert hidden(read(folder, raw)) == []


def test_a_held_alias_stands_although_another_line_took_its_number(folder: Path) -> None:
    people = folder.parent / "people.csv"
    people.write_text("alias,player_id\nAdje,1\n", encoding="utf-8")
    before = read(folder)
    people.write_text("alias,player_id\nZz,3\nAdje,1,x\n", encoding="utf-8")
    raw = read(folder, before)
    assert raw["people"].select("alias", "player_id").unique().sort("alias").rows() == [("Adje", "1"), ("Zz", "3")]


def test_an_error_in_another_file_keeps_no_line_that_was_taken_out_of_people(folder: Path) -> None:
    people = folder.parent / "people.csv"
    people.write_text("alias,player_id\nAdje,1\nBob,2\n", encoding="utf-8")
    (folder / "numbers.csv").write_text("alias,player_id\nZz,3,x\n", encoding="utf-8")
    before = read(folder)
    people.write_text("alias,player_id\nBob,2\n", encoding="utf-8")
    assert read(folder, before)["people"]["alias"].to_list() == ["Bob"]


def test_a_table_in_parquet_may_have_asked_too(folder: Path) -> None:
    (folder / "leaves.csv").unlink()
    asking = folder / "players.parquet"
    pl.DataFrame({"player_id": ["1"], "public": [False]}).write_parquet(asking)
    raw = read(folder)
    assert hidden(raw) == ["1"]
    asking.write_bytes(asking.read_bytes()[:-9])
    assert hidden(read(folder, raw)) == ["1"]


def test_what_is_said_now_of_who_is_held_counts(folder: Path) -> None:
    players = folder / "players.csv"
    numbered = players.read_text(encoding="utf-8").replace(
        "player_id,name\n1,Ada Alder", "player_id,name,federation_id\n1,Ada Alder,111"
    )
    lines = [line if line.count(",") == 2 else f"{line}," for line in numbered.splitlines()]
    players.write_text("\n".join(lines), encoding="utf-8")
    before = read(folder)
    (folder / "leaves.csv").write_bytes(b"\0" * 100)
    players.write_text("\n".join(lines).replace("111", "222"), encoding="utf-8")
    raw = read(folder, before)
    assert hidden(raw) == ["1"]
    assert raw["players"].filter(player_id="1")["federation_id"].unique().to_list() == ["222"]


def held(raw: Raw) -> list[tuple[str | None, str, str]]:
    return held_back(raw["findings"]).select("club", "file_id", "code").rows()


def test_a_list_outside_any_club_holds_back_all_and_one_that_cannot_be_opened_its_club(folder: Path) -> None:
    (folder / "hidden.csv").mkdir()
    (folder.parents[1] / "hidden.csv").write_text(ASKS, encoding="utf-8")
    misspelt = folder.parents[1] / "firr"
    misspelt.mkdir()
    (misspelt / "hidden.csv").write_text(ASKS, encoding="utf-8")
    (folder.parent / "hidden.csv.txt").symlink_to(folder.parents[2])
    assert held(read(folder)) == [
        ("", "firr/hidden.csv", "hidden.name"),
        ("", "hidden.csv", "hidden.name"),
        ("fir", "../hidden.csv.txt", "hidden.name"),
        ("fir", "../hidden.csv.txt", "hidden.rows"),
        ("fir", "hidden.csv", "hidden.rows"),
    ]


def test_a_list_of_the_club_counts_in_all_its_competitions(folder: Path) -> None:
    (folder / "leaves.csv").unlink()
    (folder.parent / "hidden.csv").write_text("player_id,public\n1,false\n", encoding="utf-8")
    raw = read(folder)
    assert (hidden(raw), held(raw)) == (["1"], [])
