"""Mistakes with files that belong elsewhere, to another day or to nobody, each the only one."""

import os
import re
import shutil
from functools import reduce
from pathlib import Path

import pytest
from mistakes.mistake import CHECK, FOLDER, Mistakes, put, replaced
from mistakes.of_files import EVENING, PENALTY, TABLES

LISTED = Mistakes()
mistake, changed, added, made = LISTED.mistake, LISTED.changed, LISTED.added, LISTED.made
_NEIGHBOURS = ("Zoe Eaton", "Ulf Olsen", "Per Quist", "Mia Rask", "Tor Utne", "Lea Vang", "Jan Wolf", "Eva Ytre")
_OWN = ("Liv Aasgaard", "Burak Karaca", "Emi Fujikawa", "Jacek Wilczek")
_OWN += ("Roos Veenhof", "Knut Bakkelund", "Hugo Pradier", "Alba Calderas")
_HEAD = '% PBN 2.1\n[Event "Evening"]\n[Date "2025.09.16"]\n[Scoring "MP"]\n'
_NAMES = "".join(
    f'{pair} "{2 * pair - 1};{2 * pair}" "{_OWN[2 * pair - 2]};{_OWN[2 * pair - 1]}"\n' for pair in range(1, 5)
)


def _another_evening(*overtricks: int, names: str = _NAMES) -> str:
    boards = "".join(
        f'[Board "{board}"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
        f"1 2 4S N {10 + over}\n3 4 2H S 8\n"
        for board, over in enumerate(overtricks, 1)
    )
    return f'{_HEAD}{boards}[TotalScoreTable "PairId;MemberID;Names"]\n{names}'


def _players() -> None:
    rows = "".join(f"{number},{name}\n" for number, name in enumerate(_NEIGHBOURS, 101))
    put(f"{FOLDER}/players.csv", f"player_id,name\n{rows}")


_THEIRS = reduce(lambda names, one: names.replace(*one), zip(_OWN, _NEIGHBOURS, strict=True), _NAMES)
_WITHOUT_NUMBERS = _another_evening(0, 1, names=re.sub(' "[0-9;]+"', "", _THEIRS)).replace(";MemberID", "")
of_theirs = _another_evening(0, 1, names=_THEIRS)
added("Put an evening of the neighbours' club into one's own folder.", "2025-09-16.pbn", of_theirs)
other = "Put an evening of another competition, which has no numbers, into the folder."
added(other, "2025-09-18.pbn", _WITHOUT_NUMBERS)


@mistake("Put in the table of players of the neighbours' club.", CHECK)
def players_of_the_neighbours(_: pytest.MonkeyPatch) -> None:
    put(f"{FOLDER}/2025-09-16.pbn", _another_evening(0, 1))
    _players()


added("Put an evening one folder too high.", "../2025-09-16.pbn", _another_evening(0, 1))
last_year = Path(FOLDER, "2024-09-02.pbn")
made("Left the name of last year's file when saving this year's evening.", lambda: Path(EVENING).rename(last_year))


@mistake("Let Excel take away the zeros before the numbers of players.", CHECK)
def zeros_lost(_: pytest.MonkeyPatch) -> None:
    _players()
    entries = "".join(f"2025-09-09,A,{(number + 1) // 2},0{100 + number}\n" for number in range(1, 9))
    put(f"{TABLES}/entries.csv", f"session_id,line,entrant,player_id\n{entries}")


changed(
    "Named the session by its day, in another form.", "2025-09-09/results.csv", "2025-09-09,A,1,1,", "9-9-2025,A,1,1,"
)


made(
    "Left a backup of the whole folder in the folder.",
    lambda: shutil.move(shutil.copytree(FOLDER, "copied"), f"{FOLDER}/backup"),
)


@mistake("Left the draft of an evening next to the evening.", CHECK)
def draft(_: pytest.MonkeyPatch) -> None:
    put(f"{FOLDER}/2025-09-16.pbn", _another_evening(0, 1, 2))
    put(f"{FOLDER}/2025-09-16 draft.pbn", _another_evening(0, 1, 1))


changed("Wrote the day before the month.", "2025-09-02.pbn", "2025.09.02", "2025.13.02")
added("Put in a shortcut to a file instead of the file.", "2025-09-16.pbn.lnk", b"L\0\0\0\1\x14\2\0" + bytes(80))
added("Put in a file that was still being downloaded.", "2025-09-16.pbn.crdownload", _another_evening(0))


deal = "N:AKQJ.T98.765.432 T98.AKQJ.432.765 765.432.AKQJ.T98 432.765.T98.AKQJ"
deals = f'{_HEAD}[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
added("Put in the deals of an evening without its results.", "2025-09-16.pbn", deals)
changed(
    "Exchanged the names of two partners.", "2025-09-02.pbn", "Liv Aasgaard;Burak Karaca", "Burak Karaca;Liv Aasgaard"
)
comma = PENALTY.replace("-10,percent_of_top", "-2,5,percent")
added("Wrote points with a decimal comma in a file with commas.", "penalties.csv", comma)
added("Made one person of two partners in the table people.", "people.csv", "alias,player_id\n2,1\n")
added("Said of each of two that he is the other.", "people.csv", "alias,player_id\n1,2\n2,1\n")
added("Made two who play together one person, who has a third number.", "people.csv", "alias,player_id\n1,9\n2,9\n")
alias, hidden = "alias,player_id\nBurak Karaca,1\n", "player_id,public\nBurak Karaca,false\n"
added("Wrote a name in the table people where the files have numbers.", "people.csv", alias)
added("Wrote a name in the table of players where the files have numbers.", "hidden.csv", hidden)


@mistake("Wrote only half the name of who was absent, where the files have numbers.", CHECK)
def half_a_name(_: pytest.MonkeyPatch) -> None:
    header = "session_id,line,entrant,player_id,substitutes_for\n"
    put(f"{FOLDER}/stand-ins.csv", f"{header}2025-09-09,A,1,9,Karaca?\n")
    replaced(f"{FOLDER}/players.csv", "2,Burak Karaca\n", "2,Burak Karaca\n9,Lotte Akkerman\n")
    replaced(f"{TABLES}/entries.csv", "2025-09-09,A,1,2\n", "")


added("Mistyped the day of a penalty.", "penalties.csv", PENALTY.replace("09-09", "09-90"))
changed("Wrote the letter of a line small, which is all right.", "2025-09-09/entries.csv", "A,1,1\n", "a,1,1\n")


changed("Saved a table as formatted text.", "2025-09-09/entries.csv", "session", "{\\rtf1\\ansi\\ansicpg1252\nsession")


def _stood_in(row: str) -> None:
    put(f"{FOLDER}/stand-ins.csv", f"session_id,line,entrant,player_id,substitutes_for\n2025-09-09,A,{row}\n")


made("Wrote a stand-in at a pair for which another player sat.", lambda: _stood_in("1,3,2"))
made("Wrote as absent who sat in another pair that evening.", lambda: _stood_in("1,2,3"))
made("Wrote the first name of a stand-in, where the files have numbers.", lambda: _stood_in("1,Burak,1"))


@mistake("Put the file of an evening into the folders of two competitions.", "check .")
def in_two_folders(_: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLDER, "club/friday", ignore=shutil.ignore_patterns("2025-09-09", "sessions.csv"))
    os.utime("club/friday/2025-09-02.pbn", (1, 1))
    os.utime(EVENING, (2, 2))
    for outside in ("present.csv", "results.csv"):
        Path(outside).unlink()
