"""competition.toml: defaults of the sources, and files that cannot be opened or read as text."""

import datetime as dt
import re
from pathlib import Path

import numpy as np
import pytest
from each import cases, items
from hypothesis import given
from hypothesis import strategies as st

from pipelines.cli.balance.schedules import movement_named
from pipelines.intake.readers.recognise import read_bytes
from pipelines.reports.html import assets
from pipelines.settings.club import CONTRAST, ON_DARK, ON_LIGHT, contrast, on_dark, on_light
from pipelines.settings.competition import checked, read_settings
from pipelines.settings.movement import named_movements
from pipelines.settings.problems import SettingsError
from pipelines.settings.ratings import rating_systems
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.season_rows import as_written, competitions_frame
from pipelines.settings.seasons import of_a_year
from transforms.balance.generators import mitchell
from transforms.balance.schedule import write_schedule
from transforms.tables.schemas import Competitions, NamedMovements

SEASON = '[[season]]\nname = "2025-26"\nstart = 2025-09-01\nend = 2026-08-31\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "competition.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_key_but_the_seasons_has_the_default_of_its_source(tmp_path: Path) -> None:
    frame = competitions_frame("harbour", "tuesday", read_settings(written(tmp_path, SEASON)))
    row = Competitions.validate(frame).row(0, named=True)
    assert (row["club_name"], row["competition_name"], row["season"]) == ("harbour", "tuesday", "2025-26")
    assert (row["start"], row["end"]) == (dt.date(2025, 9, 1), dt.date(2026, 8, 31))
    assert (row["method"], row["lines"], row["top"], row["width"], row["step"]) == ("balanced", 3, 100, 40, 10)
    assert (row["top_score_pairs"], row["top_score_butler"], row["top_score_teams"]) == (63.5, 2.0, 17)
    assert (row["window"], row["individual_min"], row["individual_drop"]) == (6, 20, 5)
    assert (row["pairs_together"], row["pairs_substitutes"], row["pairs_drop"]) == (20, 5, 0)
    assert (row["individual_min_share"], row["pairs_together_share"]) == (None, None)
    assert (row["individual_show"], row["pairs_show"]) == (True, True)
    assert (row["profile"], row["average"]) == ("fonteintje", "tie")


def test_average_a_replaces_top(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, SEASON + "[ranking]\naverage_a = 64\nwidth = 28\nstep = 7\n"))
    assert settings.ranking.highest == 78


def test_how_many_must_count_may_be_a_share_of_the_evenings(tmp_path: Path) -> None:
    words = '[championship.individual]\nmin = " 60 %"\n[championship.pairs]\ntogether = "62.25%"\nshow = false\n'
    frame = competitions_frame("harbour", "tuesday", read_settings(written(tmp_path, SEASON + words)))
    row = Competitions.validate(frame).row(0, named=True)
    assert (row["individual_min"], row["individual_min_share"], row["individual_show"]) == (None, 60, True)
    assert (row["pairs_together"], row["pairs_together_share"], row["pairs_show"]) == (None, 62.25, False)
    again = checked(as_written(frame), "again")
    assert competitions_frame("harbour", "tuesday", again).equals(frame)
    assert (again.championship.individual.min, again.championship.pairs.together) == ("60%", "62.25%")


def test_a_rule_of_the_rating_system_can_be_overridden_and_switched_off(tmp_path: Path) -> None:
    words = '[rating]\nsystem = "fide"\ngames = "matches"\nk_games_cap = "none"\nlist_day = "12-31"\nlist_games = 5\n'
    rating = read_settings(written(tmp_path, SEASON + words)).rating
    assert (rating.system, rating.games) == ("fide", "matches")
    changed = {"k_games_cap": None, "list_day": "12-31", "list_games": 5}
    assert rating.rules.model_dump() == rating_systems()["fide"].model_dump() | changed


@pytest.mark.parametrize("profile", scoring_profiles())
def test_every_profile_gives_rules_that_are_allowed(tmp_path: Path, profile: str) -> None:
    settings = read_settings(written(tmp_path, SEASON + f'[scoring]\nprofile = "{profile}"\n'))
    assert settings.scoring.rules.model_dump(exclude_unset=True) == scoring_profiles()[profile]


@cases(
    ("end", {"start": dt.date(2024, 2, 29)}, "end = 2025-02-28"),
    ("name", {"start": dt.date(2025, 1, 1), "end": dt.date(2025, 12, 31)}, 'name = "2025"'),
    ("end", {"start": "soon"}, None),
    ("end", {"start": dt.date(9999, 1, 1)}, None),
    ("start", {"end": dt.date(1, 5, 1)}, None),
    ("end", {"start": dt.datetime(2025, 9, 1, tzinfo=dt.UTC)}, "end = 2026-08-31"),
)
def test_a_season_is_taken_as_a_year(key: str, season: dict[str, object], line: str | None) -> None:
    assert of_a_year(key, season) == line


@pytest.mark.parametrize("letters", ["utf-8-sig", "utf-16"])
def test_text_as_windows_programs_write_it_is_read(tmp_path: Path, letters: str) -> None:
    path = tmp_path / "competition.toml"
    path.write_bytes(f'club = "Café"\n{SEASON}'.encode(letters))
    assert read_settings(path).club == "Café"


def test_what_is_no_file_of_settings_is_reported_and_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "competition.toml"
    path.mkdir()
    with pytest.raises(SettingsError, match="this cannot be read \\(a folder\\): put a file"):
        read_settings(path)
    path.rmdir()
    path.write_bytes(b"#" * 50_000_000)
    with pytest.raises(SettingsError, match="larger than 1 MB, which no settings need, so it is not read"):
        read_settings(path)
    path.write_bytes(SEASON.encode() + b'club = "Caf\xe9"')
    with pytest.raises(SettingsError, match="toml:5: this file is not UTF-8 text: save it again; in Notepad: "):
        read_settings(path)


def test_a_message_names_file_line_key_and_value(tmp_path: Path) -> None:
    path = written(tmp_path, f"{SEASON}[ranking]\nwindw = 6\n")
    with pytest.raises(SettingsError) as error:
        read_settings(path)
    assert str(error.value) == f"{path}:6: ranking.windw = '6': there is no such key: did you mean window?"
    path.rename(tmp_path / "competition.toml.txt")
    with pytest.raises(SettingsError, match=r"not found, but there is competition\.toml\.txt"):
        read_settings(path)


def test_lines_together_are_kept_in_one_spelling(tmp_path: Path) -> None:
    given = '[[session]]\nsession = "1"\ntogether = "a + c; B+D"\n'
    assert read_settings(written(tmp_path, SEASON + given)).session[0].together == "A+C;B+D"


COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#767676", "#ffffff"), 2) == 4.54
    assert contrast("#123456", "#123456") == 1


@given(COLOURS)
def test_every_colour_can_be_read_in_the_end_and_one_that_can_be_read_stays(colour: str) -> None:
    for shown, grounds in ((on_light, ON_LIGHT), (on_dark, ON_DARK)):
        assert all(contrast(shown(colour), ground) >= CONTRAST for ground in grounds)
        assert shown(shown(colour)) == shown(colour)
        if all(contrast(colour, ground) >= CONTRAST for ground in grounds):
            assert shown(colour) == colour


def test_yellow_becomes_ochre_on_light_pages_and_stays_yellow_on_dark_ones() -> None:
    shown = on_light("#ffd400")
    red, green, blue = bytes.fromhex(shown[1:])
    assert (red > green > blue, on_dark("#ffd400")) == (True, "#ffd400")


def test_the_grounds_are_those_of_the_style() -> None:
    style = assets()["style.css"].decode()
    grounds = {name: re.findall(rf"--{name}: (#[0-9a-f]{{6}})", style) for name in ("paper", "band")}
    assert list(zip(grounds["paper"], grounds["band"], strict=True)) == [ON_LIGHT, ON_DARK]


NO_MOVEMENTS = ("8-players-7-rounds-shared", "12-pairs-30-rounds-5-sessions-shared", "../own.txt", "C:own.txt")
TWO = SEASON + '[[season]]\nname = "2026-27"\nstart = 2026-09-01\nend = 2027-08-31\n'


def with_movement(folder: Path, section: str, seasons: str = SEASON) -> Path:
    return written(folder, f"{seasons}[movement]\n{section}\n")


def test_a_movement_of_the_library_is_a_row_per_play_in_every_season(tmp_path: Path) -> None:
    movement = read_settings(with_movement(tmp_path, 'name = "12-pairs-6-rounds"', TWO)).movement
    rows = NamedMovements.validate(named_movements("harbour", "tuesday", movement, ["2025-26", "2026-27"]))
    first = rows.filter(season="2025-26")
    plays = first.select("round", "table_no", "ns", "ew", "board_set").to_numpy() - 1
    assert np.array_equal(plays, movement_named("12-pairs-6-rounds").plays)
    assert (rows.height, set(rows["movement"]), set(rows["place"])) == (72, {"12-pairs-6-rounds"}, {1})


def test_a_file_next_to_it_counts_and_is_no_result_file(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text(f"# ours\n{write_schedule(mitchell(5))}", encoding="utf-8")
    named = read_settings(with_movement(tmp_path, 'name = ["8-pairs-6-rounds", "own.txt"]')).movement.named
    assert [(one.name, one.movement.pairs) for one in named] == [("8-pairs-6-rounds", 8), ("own.txt", 10)]
    reading = read_bytes(file.read_bytes(), "own.txt")
    assert (reading.format, reading.findings.height) == ("schedule", 0)
    assert all(table.is_empty() for table in reading.tables.values())


@items(
    ('name = "12-pairs-6-round"', "write a name from the library, such as 12-pairs-6-rounds"),
    *((f'name = "{name}"', "there is no such movement") for name in NO_MOVEMENTS),
    ('name = "other.txt"', "there is no such file; put it next to this one"),
    ('name = "link.txt"', "the file is a link"),
    ('name = "folder.txt"', "the file cannot be read"),
    ('name = "broken.txt"', "not a schedule: line 1: "),
    ('name = "twice.txt"', "the movement cannot be played as intended: round 1: 1 "),
    ('name = "latin.txt"', "the file is not UTF-8 text"),
    ('name = "players.txt"', "the movement is for single players; name one for pairs"),
    ('name = "large.txt"', "this movement is for 120 pairs; name one for at most 100 pairs"),
    ('name = ["8-pairs-6-rounds", "8-pairs-6-rounds"]', "8-pairs-6-rounds is named twice; name it once"),
    ("name = 12", "movement.name = '12': write the name of a movement between quotes"),
    ("name = [12]", "write the name of a movement between quotes"),
    ("name = []", "no movement is named: name one, or remove [movement]"),
    ('names = "8-pairs-6-rounds"', "there is no such key: did you mean name?"),
)
def test_what_is_no_movement_is_reported(tmp_path: Path, section: str, said: str) -> None:
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
    settings = read_settings(with_movement(folder, section))
    (wrong,) = settings.set_aside
    assert said in f"{wrong.key} = {wrong.value!r}: {wrong.message}"
    assert settings.movement.named == []


def test_only_the_section_is_set_aside_and_what_else_is_wrong_is_reported_with_it(tmp_path: Path) -> None:
    path = written(tmp_path, f'movement = "8-pairs-6-rounds"\n{SEASON}')
    assert [one.key for one in read_settings(path).set_aside] == ["movement"]
    for more, key in (("[ranking]\nwindow = 0\n", "ranking"), (SEASON.replace("2025-26", "again"), "season")):
        with pytest.raises(SettingsError) as wrong:
            read_settings(with_movement(tmp_path, 'name = "none.txt"', SEASON + more))
        assert [(one.key or "").split(".")[0] for one in wrong.value.problems] == [key, "movement"]
