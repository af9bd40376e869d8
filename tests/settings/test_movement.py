"""`[movement]` of competition.toml: a movement by its name, and what is said of one that is none."""

from pathlib import Path

import numpy as np
import pytest

from pipelines.cli.balance.schedules import movement_named
from pipelines.intake.readers.recognise import read_bytes
from pipelines.settings.competition import read_settings
from pipelines.settings.movement import named_movements
from pipelines.settings.problems import SettingsError
from transforms.balance.generators import mitchell
from transforms.balance.schedule import write_schedule
from transforms.tables.schemas import NamedMovements

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'
TWO = SEASON + '[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'


def written(folder: Path, section: str, seasons: str = SEASON) -> Path:
    path = folder / "competition.toml"
    path.write_text(f"{seasons}[movement]\n{section}\n", encoding="utf-8")
    return path


def test_a_movement_of_the_library_is_a_row_per_play_in_every_season(tmp_path: Path) -> None:
    movement = read_settings(written(tmp_path, 'name = "12-pairs-6-rounds"', TWO)).movement
    rows = NamedMovements.validate(named_movements("harbour", "tuesday", movement, ["2025-26", "2026-27"]))
    first = rows.filter(season="2025-26")
    plays = first.select("round", "table_no", "ns", "ew", "board_set").to_numpy() - 1
    assert np.array_equal(plays, movement_named("12-pairs-6-rounds").plays)
    assert (rows.height, set(rows["movement"]), set(rows["place"])) == (72, {"12-pairs-6-rounds"}, {1})


def test_a_file_beside_it_counts_and_is_no_result_file(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text(f"# ours\n{write_schedule(mitchell(5))}", encoding="utf-8")
    named = read_settings(written(tmp_path, 'name = ["8-pairs-6-rounds", "own.txt"]')).movement.named
    assert [(one.name, one.movement.pairs) for one in named] == [("8-pairs-6-rounds", 8), ("own.txt", 10)]
    reading = read_bytes(file.read_bytes(), "own.txt")
    assert (reading.format, reading.findings.height) == ("schedule", 0)
    assert all(table.is_empty() for table in reading.tables.values())


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ('name = "12-pairs-6-round"', "there is no such movement, did you mean 12-pairs-6-rounds?"),
        ('name = "8-players-7-rounds-shared"', "there is no such movement"),
        ('name = "12-pairs-30-rounds-5-sessions-shared"', "there is no such movement"),
        ('name = "../own.txt"', "there is no such movement"),
        ('name = "C:own.txt"', "there is no such movement"),
        ('name = "other.txt"', "there is no such file; put the schedule file beside this one"),
        ('name = "link.txt"', "it is a link to elsewhere"),
        ('name = "folder.txt"', "the file cannot be read"),
        ('name = "broken.txt"', "no schedule: line 1: "),
        ('name = "twice.txt"', "it cannot be played as it should: round 1: 1 "),
        ('name = "latin.txt"', "the file is no text in UTF-8"),
        ('name = "players.txt"', "a movement of single players; name one of pairs"),
        ('name = "large.txt"', "a movement of 120 pairs; name one of 100 at most"),
        ('name = ["8-pairs-6-rounds", "8-pairs-6-rounds"]', "8-pairs-6-rounds stands there twice; name it once"),
        ("name = 12", "movement.name = '12': write the name of a movement between quotes"),
        ("name = [12]", "write the name of a movement between quotes"),
        ("name = []", "no movement is named: name one, or take [movement] away"),
        ('names = "8-pairs-6-rounds"', "there is no such key: did you mean name?"),
    ],
)
def test_what_is_no_movement_is_told(tmp_path: Path, section: str, said: str) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    own = write_schedule(mitchell(5))
    (tmp_path / "own.txt").write_text(own, encoding="utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "own.txt")
    (folder / "folder.txt").mkdir()
    (folder / "broken.txt").write_text("8 6 6\n", encoding="utf-8")
    (folder / "twice.txt").write_text("4 2 1 2 0\n1-2 A  1-3 B\n", encoding="utf-8")
    (folder / "latin.txt").write_bytes(b"# \xe9t\xe9\n" + own.encode())
    (folder / "players.txt").write_text("4 1 1 1 1\n1+2-3+4 A\n", encoding="utf-8")
    (folder / "large.txt").write_text(write_schedule(mitchell(60, 30)), encoding="utf-8")
    settings = read_settings(written(folder, section))
    (wrong,) = settings.set_aside
    assert said in f"{wrong.key} = {wrong.value!r}: {wrong.message}"
    assert settings.movement.named == []


def test_only_the_section_is_set_aside_and_what_else_is_wrong_is_reported_with_it(tmp_path: Path) -> None:
    path = tmp_path / "competition.toml"
    path.write_text(f'movement = "8-pairs-6-rounds"\n{SEASON}', encoding="utf-8")
    assert [one.key for one in read_settings(path).set_aside] == ["movement"]
    for more, key in (("[ranking]\nwindow = 0\n", "ranking"), (SEASON.replace("2025-26", "again"), "season")):
        with pytest.raises(SettingsError) as wrong:
            read_settings(written(tmp_path, 'name = "none.txt"', SEASON + more))
        assert [(one.key or "").split(".")[0] for one in wrong.value.problems] == [key, "movement"]
