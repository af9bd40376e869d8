"""Mistakes in competition.toml, each the only one."""

from pathlib import Path

import pytest
from mistakes.told import mistake, put, replaced

TOML = "club/tuesday/competition.toml"
CHECK = "check club/tuesday"


@mistake("Wrote a date as one says it.", CHECK)
def a_date(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "start = 2025-09-01", "start = 01-09-2025")


@mistake("Wrote a day that is not in the calendar.", CHECK)
def no_such_day(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "end = 2026-08-31", "end = 2026-06-31")


@mistake("Wrote [season] in one bracket.", CHECK)
def one_bracket(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "[[season]]", "[season]")


@mistake("Forgot the quotes round a name.", CHECK)
def no_quotes(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, '"Harbour Bridge Club"', "Harbour Bridge Club")


@mistake("Wrote a name in Word, which turned the quotes.", CHECK)
def turned_quotes(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, '"Harbour Bridge Club"', "“Harbour Bridge Club”")


@mistake("Misspelt a key.", CHECK)
def a_key(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "profile =", "profiel =")


@mistake("Misspelt a section.", CHECK)
def a_section(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "[ranking]", "[rankings]")


@mistake("Misspelt the name of a scoring profile.", CHECK)
def a_profile(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, '"fonteintje"', '"fonteintj"')


@mistake("Wrote a choice with a capital, which is all right.", CHECK)
def a_capital(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, '"balanced"', '"Balanced"')


@mistake("Wrote a number of the settings in letters.", CHECK)
def numbers(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "window = 6", 'window = "six"')


@mistake("Let a season end before it begins.", CHECK)
def end_before_start(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "end = 2026-08-31", "end = 2025-08-31")


@mistake("Let two seasons share a day.", CHECK)
def two_seasons(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "[scoring]", '[[season]]\nname = "2026-27"\nstart = 2026-08-31\nend = 2027-08-31\n\n[scoring]')


@mistake("Wrote the same key twice.", CHECK)
def a_key_twice(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "window = 6", "window = 6\nwindow = 5")


@mistake("Saved the settings in an editor that adds .txt.", CHECK)
def saved_as_txt(_: pytest.MonkeyPatch) -> None:
    Path(TOML).rename(f"{TOML}.txt")


@mistake("Left the settings empty.", CHECK)
def empty(_: pytest.MonkeyPatch) -> None:
    put(TOML, "")
