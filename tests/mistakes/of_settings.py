"""Mistakes in competition.toml, each the only one."""

from pathlib import Path

import pytest
from mistakes.mistake import CHECK, FOLDER, Mistakes, put, replaced

TOML = f"{FOLDER}/competition.toml"
LISTED = Mistakes()
mistake, added, made = LISTED.mistake, LISTED.added, LISTED.made


def changed(done: str, before: str, after: str, typed: str = CHECK) -> None:
    LISTED.changed(done, "competition.toml", before, after, typed)


def further(done: str, lines: str) -> None:
    changed(done, "window = 6\n", f"window = 6\n{lines}")


changed("Wrote a date as one says it.", "start = 2025-09-01", "start = 01-09-2025")
changed("Wrote a day that is not in the calendar.", "end = 2026-08-31", "end = 2026-06-31")
changed("Wrote [season] in one bracket.", "[[season]]", "[season]")
changed("Forgot the quotes round a name.", '"Harbour Bridge Club"', "Harbour Bridge Club")
changed("Wrote a name in Word, which turned the quotes.", '"Harbour Bridge Club"', "“Harbour Bridge Club”")
changed("Misspelt a key.", "profile =", "profiel =")
changed("Misspelt a section.", "[ranking]", "[rankings]")
changed("Misspelt the name of a scoring profile.", '"fonteintje"', '"fonteintj"')
changed("Wrote a choice with a capital, which is all right.", '"balanced"', '"Balanced"')
changed("Wrote a number of the settings in letters.", "window = 6", 'window = "six"')
changed("Let a season end before it begins.", "end = 2026-08-31", "end = 2025-08-31")
NEXT = '[[season]]\nname = "2026-27"\nstart = 2026-08-31\nend = 2027-08-31\n\n'
changed("Let two seasons share a day.", "[scoring]", f"{NEXT}[scoring]")
changed("Left out where a season ends.", "end = 2026-08-31\n", "")
changed("Wrote the same key twice.", "window = 6", "window = 6\nwindow = 5")
made("Saved the settings in an editor that adds .txt.", lambda: Path(TOML).rename(f"{TOML}.txt"))
added("Left the settings empty.", "competition.toml", "")
changed("Misspelt a key after a build.", "profile =", "profiel =", typed=f"{CHECK} --warehouse built.duckdb")
added("Forgot the line [page] in club.toml.", "../club.toml", 'name = "Harbour Bridge Club"\n')
added("Wrote a colour without quotes in club.toml.", "../club.toml", "[page]\ncolour = #17624a\n")
added("Named a colour in club.toml.", "../club.toml", '[page]\ncolour = "green"\n')
added("Put club.toml into the folder of a competition.", "club.toml", '[page]\ncolour = "#17624a"\n')


for done, line in {
    "Settled a result without naming its line.": "1 3",
    "Settled a result that there is not.": "A 9 3",
    "Settled a result about which nobody asked.": "A 1 3",
}.items():
    further(done, f'\n[[session]]\nsession = "2025-09-09"\nsettled = ["{line}"]\n')


@mistake("Said one line where two are played.", CHECK)
def fewer_lines(_: pytest.MonkeyPatch) -> None:
    replaced(TOML, "window = 6", "window = 6\nlines = 1")
    days = ("2025-09-16", "2025-09-23", "2025-09-30")
    replaced("club/tuesday/sessions.csv", ",pairs\n", ",pairs\n" + "".join(f"{day},{day},pairs\n" for day in days))
    for day in days:
        seated = "".join(f"{day},{'AB'[n // 4]},{n % 4 // 2 + 1},{n + 1}\n" for n in range(8))
        put(f"club/tuesday/{day}/entries.csv", f"session_id,line,entrant,player_id\n{seated}")
        played = "".join(f"{day},{line},1,1,2,420\n" for line in "AB")
        put(f"club/tuesday/{day}/results.csv", f"session_id,line,board,ns,ew,score\n{played}")


OF_FILE = '\n[[session]]\nfiles = ["2025-09-02.pbn"]\n'
further("Wrote a result that is right without brackets.", f'{OF_FILE}settled = "A 1 2"\n')
further("Joined lines by a word.", f'{OF_FILE}together = "A and B"\n')
named = '\n[[session]]\nsession = "2025-09-02.pbn"\nsettled = ["A 1 2"]\n'
further("Named a session by its file, in place of what it is called.", named)
KEPT = '\n[[session]]\nsession = "2025-09-02"\nkeep_both = true\n'
changed("Wrote a setting at the end of the file, where another section is.", "window = 6\n", f"{KEPT}window = 6\n")
changed("Wrote the name of the club at the end of the file.", "= 6\n", '= 6\nclub = "Harbour"\n')


@mistake("Saved the settings as formatted text, as TextEdit does.", CHECK)
def formatted(_: pytest.MonkeyPatch) -> None:
    text = Path(TOML).read_text(encoding="utf-8").replace("\n", "\\\n")
    put(TOML, f"{{\\rtf1\\ansi\\ansicpg1252\n{text}}}")
