"""Mistakes in competition.toml, each the only one."""

from pathlib import Path

import pytest
from mistakes.told import Mistakes, put

TOML = "club/tuesday/competition.toml"
CHECK = "check club/tuesday"
LISTED = Mistakes()
mistake, changed = LISTED.mistake, LISTED.changed

changed("Wrote a date as one says it.", CHECK, TOML, "start = 2025-09-01", "start = 01-09-2025")
changed("Wrote a day that is not in the calendar.", CHECK, TOML, "end = 2026-08-31", "end = 2026-06-31")
changed("Wrote [season] in one bracket.", CHECK, TOML, "[[season]]", "[season]")
changed("Forgot the quotes round a name.", CHECK, TOML, '"Harbour Bridge Club"', "Harbour Bridge Club")
changed("Wrote a name in Word, which turned the quotes.", CHECK, TOML, '"Harbour Bridge Club"', "“Harbour Bridge Club”")
changed("Misspelt a key.", CHECK, TOML, "profile =", "profiel =")
changed("Misspelt a section.", CHECK, TOML, "[ranking]", "[rankings]")
changed("Misspelt the name of a scoring profile.", CHECK, TOML, '"fonteintje"', '"fonteintj"')
changed("Wrote a choice with a capital, which is all right.", CHECK, TOML, '"balanced"', '"Balanced"')
changed("Wrote a number of the settings in letters.", CHECK, TOML, "window = 6", 'window = "six"')
changed("Let a season end before it begins.", CHECK, TOML, "end = 2026-08-31", "end = 2025-08-31")
changed(
    "Let two seasons share a day.",
    CHECK,
    TOML,
    "[scoring]",
    '[[season]]\nname = "2026-27"\nstart = 2026-08-31\nend = 2027-08-31\n\n[scoring]',
)
changed("Wrote the same key twice.", CHECK, TOML, "window = 6", "window = 6\nwindow = 5")


@mistake("Saved the settings in an editor that adds .txt.", CHECK)
def saved_as_txt(_: pytest.MonkeyPatch) -> None:
    Path(TOML).rename(f"{TOML}.txt")


@mistake("Left the settings empty.", CHECK)
def empty(_: pytest.MonkeyPatch) -> None:
    put(TOML, "")


changed("Misspelt a key after a build.", f"{CHECK} --warehouse built.duckdb", TOML, "profile =", "profiel =")


@mistake("Forgot the line [page] in club.toml.", CHECK)
def no_page(_: pytest.MonkeyPatch) -> None:
    put("club/club.toml", 'name = "Harbour Bridge Club"\n')


@mistake("Wrote a colour without quotes in club.toml.", CHECK)
def bare_colour(_: pytest.MonkeyPatch) -> None:
    put("club/club.toml", "[page]\ncolour = #17624a\n")


@mistake("Named a colour in club.toml.", CHECK)
def named_colour(_: pytest.MonkeyPatch) -> None:
    put("club/club.toml", '[page]\ncolour = "green"\n')


_SETTLED = '\n[[session]]\nsession = "2025-09-09"\nsettled = '


@mistake("Settled a result without naming its line.", CHECK)
def settled_without_line(_: pytest.MonkeyPatch) -> None:
    put(TOML, Path(TOML).read_text(encoding="utf-8") + f'{_SETTLED}["1 3"]\n')


@mistake("Settled a result that there is not.", CHECK)
def settled_nothing(_: pytest.MonkeyPatch) -> None:
    put(TOML, Path(TOML).read_text(encoding="utf-8") + f'{_SETTLED}["A 9 3"]\n')


@mistake("Settled a result of a session named with the ending of its file.", CHECK)
def settled_of_a_file(_: pytest.MonkeyPatch) -> None:
    settled = _SETTLED.replace("2025-09-09", "2025-09-02.pbn")
    put(TOML, Path(TOML).read_text(encoding="utf-8") + f'{settled}["A 1 2"]\n')


@mistake("Wrote a key of the top at the end of the file.", CHECK)
def key_of_the_top(_: pytest.MonkeyPatch) -> None:
    club = 'club = "Harbour Bridge Club"\n'
    put(TOML, Path(TOML).read_text(encoding="utf-8").replace(club, "") + club)


@mistake("Wrote a key below the heading of another section.", CHECK)
def key_of_another_section(_: pytest.MonkeyPatch) -> None:
    put(TOML, Path(TOML).read_text(encoding="utf-8") + "drop = 3\n")


@mistake("Saved the settings as formatted text.", CHECK)
def saved_as_rtf(_: pytest.MonkeyPatch) -> None:
    put(TOML, "{\\rtf1\\ansi\\ansicpg1252\n" + Path(TOML).read_text(encoding="utf-8") + "}")
