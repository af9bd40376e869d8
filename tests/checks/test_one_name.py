"""Two competitions of a club with one name are told, as where competition.toml was copied."""

import datetime as dt

import pytest
from checks.alone import found
from factories import frame

from transforms.tables.schemas import Competitions

_YEAR = {"start": dt.date(2025, 9, 1), "end": dt.date(2026, 8, 31)}


def told(*competitions: tuple[str, str, str, str]) -> list[tuple[str, str, str]]:
    """(competition, file, the other one) of the warnings on these (club, competition, season, name)."""
    keys = ("club", "competition", "season", "competition_name")
    rows = [dict(zip(keys, of, strict=True)) | _YEAR for of in competitions]
    again = found("settings.one_name", competitions=frame(Competitions, *rows))
    others = again["arguments"].str.json_path_match("$.first")
    return again.select("competition", "file_id").with_columns(others.alias("other")).rows()


TUESDAY = ("club", "tuesday", "2025-26", "Tuesday")


def test_a_name_that_came_along_with_copied_settings_is_told() -> None:
    """The first page had the same name twice, one below the other, and nobody said so."""
    assert told(TUESDAY, ("club", "friday", "2025-26", "Tuesday")) == [("friday", "competition.toml", "tuesday")]
    assert told(TUESDAY, ("club", "friday", "2025-26", "Tues  day")) == []
    assert told(TUESDAY, ("club", "wednesday", "2025-26", "tuesday ")) == [("wednesday", "competition.toml", "tuesday")]


@pytest.mark.parametrize("folder", ["tuesday-evening", "tuesday_evening", "Tuesday Evening", "tuesday"])
def test_the_copy_is_told_and_not_the_folder_of_that_name(folder: str) -> None:
    names = {folder: "Tuesday evening", "aaa": "Tuesday  evening", "zzz": "Tuesday evening "}
    competitions = [("club", place, "2025-26", name) for place, name in names.items()]
    assert [(copy, original) for copy, _, original in told(*competitions)] == [("aaa", folder), ("zzz", folder)]


def test_each_is_told_once_however_many_seasons_it_has() -> None:
    before = [("club", competition, "2024-25", "Tuesday") for competition in ("tuesday", "friday")]
    both = [TUESDAY, ("club", "friday", "2025-26", "Tuesday")]
    assert told(*before, *both) == [("friday", "competition.toml", "tuesday")]


def test_other_clubs_and_other_seasons_may_have_the_name() -> None:
    assert told(TUESDAY, ("other", "friday", "2025-26", "Tuesday")) == []
    assert told(TUESDAY, ("club", "before", "2024-25", "Tuesday"), ("club", "friday", "2025-26", "Friday")) == []
