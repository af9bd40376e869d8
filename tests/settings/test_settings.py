"""competition.toml: defaults of the sources, and files that cannot be opened or read as text."""

import datetime as dt
from pathlib import Path

import pytest

from pipelines.settings.competition import checked, read_settings
from pipelines.settings.problems import SettingsError
from pipelines.settings.ratings import rating_systems
from pipelines.settings.scoring import scoring_profiles
from pipelines.settings.season_rows import as_written, competitions_frame
from pipelines.settings.seasons import of_a_year
from transforms.tables.schemas import Competitions

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


@pytest.mark.parametrize(
    ("key", "season", "line"),
    [
        ("end", {"start": dt.date(2024, 2, 29)}, "end = 2025-02-28"),
        ("name", {"start": dt.date(2025, 1, 1), "end": dt.date(2025, 12, 31)}, 'name = "2025"'),
        ("end", {"start": "soon"}, None),
        ("end", {"start": dt.date(9999, 1, 1)}, None),
        ("start", {"end": dt.date(1, 5, 1)}, None),
        ("end", {"start": dt.datetime(2025, 9, 1, tzinfo=dt.UTC)}, "end = 2026-08-31"),
    ],
)
def test_a_season_is_taken_as_a_year(key: str, season: dict[str, object], line: str | None) -> None:
    assert of_a_year(key, season) == line


@pytest.mark.parametrize("letters", ["utf-8-sig", "utf-16"])
def test_text_as_windows_programs_write_it_is_read(tmp_path: Path, letters: str) -> None:
    path = tmp_path / "competition.toml"
    path.write_bytes(f'club = "Café"\n{SEASON}'.encode(letters))
    assert read_settings(path).club == "Café"


def test_what_is_no_file_of_settings_is_told_and_never_opened(tmp_path: Path) -> None:
    path = tmp_path / "competition.toml"
    path.mkdir()
    with pytest.raises(SettingsError, match="this is a folder, not a file"):
        read_settings(path)
    path.rmdir()
    path.write_bytes(b"#" * 50_000_000)
    with pytest.raises(SettingsError, match="larger than 1 MB, so it is not read"):
        read_settings(path)
    path.write_bytes(SEASON.encode() + b'club = "Caf\xe9"')
    with pytest.raises(SettingsError, match="toml:5: not UTF-8 text: save the file again as UTF-8"):
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
