"""Mistakes with result files and tables, each the only one."""

import random
import shutil
import zipfile
from pathlib import Path

import pytest
from access_files import access_file
from mistakes.mistake import CHECK, FOLDER, Mistakes, put, replaced
from workbooks import workbook

EVENING = f"{FOLDER}/2025-09-02.pbn"
TABLES = f"{FOLDER}/2025-09-09"
LISTED = Mistakes()
mistake, changed, added, made = LISTED.mistake, LISTED.changed, LISTED.added, LISTED.made


added("Put in the printed result list, a PDF.", "results.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")


def _zipped(name: str, **parts: str) -> None:
    with zipfile.ZipFile(f"{FOLDER}/{name}", "w") as made:
        for part, content in parts.items():
            made.writestr(part, content)


def _cut_off(name: str, upto: int) -> None:
    put(name, Path(name).read_bytes()[:upto])


WORD = {"[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document/>"}
made("Put in a letter in Word.", lambda: _zipped("results.docx", **WORD))
made("Put in the results still zipped.", lambda: _zipped("september.zip", **{"2025-09-16.pbn": "% PBN 2.1\n"}))
made("Put in a file that was cut off when it was copied.", lambda: _cut_off(EVENING, 420))
USEBIO = '<?xml version="1.0"?>\n<USEBIO Version="1.2">\n<CLUB>\n<CLUB_NAME>Harb'
added("Put in a USEBIO file that was cut off.", "2025-09-16.xml", USEBIO)


made("Put in a table that was cut off.", lambda: _cut_off(f"{TABLES}/results.csv", -15))
added("Put in an empty file.", "2025-09-16.pbn", "")
made("Put in the same file twice, once as a copy.", lambda: shutil.copy(EVENING, f"{FOLDER}/2025-09-02 (1).pbn"))


@mistake("Put in a Bridgemate file that is encrypted with a password.", CHECK)
def password(_: pytest.MonkeyPatch) -> None:
    row = {"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "Contract": "4 S"}
    sound = access_file({"ReceivedData": [row]})
    hidden = random.Random(1).randbytes(len(sound) - 4096)  # noqa: S311 - the same bytes each time, hidden from nobody
    put(f"{FOLDER}/2025-09-16.bws", sound[:4096] + hidden)


added("Put in a workbook with a password.", "players.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000))


@mistake("Left a table open in another program, which lets nobody read it.", CHECK)
def open_elsewhere(patched: pytest.MonkeyPatch) -> None:
    from pipelines.intake.landing import folders

    contents_of = folders.contents_of

    def locked(path: Path, *arguments: int, **others: bool) -> object:
        if path.name == "players.csv":
            raise PermissionError(13, "Permission denied", str(path))
        return contents_of(path, *arguments, **others)

    patched.setattr(folders, "contents_of", locked)


HEADED = [["Members of the club"], ["player_id", "name"], ["1", "Liv Aasgaard"]]
added("Left a heading above the columns of a sheet.", "members.xlsx", workbook({"players": HEADED}))
SEMICOLONS = "player_id;name;substitute_ranking\n1;Liv Aasgaard;72,5\n"
added("Saved a table with semicolons and decimal commas, which is all right.", "players.csv", SEMICOLONS)


@mistake("Saved names in letters that are not those of Windows or UTF-8.", CHECK)
def letters(_: pytest.MonkeyPatch) -> None:
    replaced(EVENING, "Liv Aasgaard;Burak Karaca", "José Pérez;Zoë Müller")
    put(f"{FOLDER}/players.csv", "player_id,name\n1,José Pérez\n2,Zoë Müller\n".encode("cp850"))


changed("Misspelt the name of a column.", "2025-09-09/entries.csv", "entrant", "entrent")
added("Left out a column.", "2025-09-09/results.csv", "session_id,line,ns,ew,score\n2025-09-09,A,1,2,420\n")
changed("Wrote a date that is none.", "sessions.csv", "2025-09-09,2025-09-09", "2025-09-09,31-9-2025")
changed("Put in an evening that is in no season.", "2025-09-02.pbn", "2025.09.02", "2024.09.02")
changed("Put in an evening without a date.", "2025-09-02.pbn", '[Date "2025.09.02"]\n', "")
changed("Wrote a contract that is none.", "2025-09-09/results.csv", "4S,N,10", "4Q,N,10")
changed("Wrote fourteen tricks.", "2025-09-09/results.csv", "4S,N,10", "4S,N,14")
changed("Forgot the minus of a score.", "2025-09-09/results.csv", "4S,N,9,-50", "4S,N,9,50")
changed("Let a pair play against itself.", "2025-09-09/results.csv", "A,1,3,4,", "A,1,3,3,")
changed("Gave one player two places in an evening.", "2025-09-09/entries.csv", "A,2,3\n", "A,2,1\n")


@mistake("Copied last week’s players in entries.csv, and forgot to write the new date.", CHECK)
def copied_players(_: pytest.MonkeyPatch) -> None:
    week_after = "2025-09-16"
    replaced(f"{FOLDER}/sessions.csv", ",pairs\n", f",pairs\n{week_after},{week_after},pairs\n")
    head, rows = Path(TABLES, "entries.csv").read_text(encoding="utf-8").split("\n", 1)
    put(f"{TABLES}/entries.csv", f"{head}\n{rows}{rows}")
    results = Path(TABLES, "results.csv").read_text(encoding="utf-8")
    put(f"{FOLDER}/{week_after}/results.csv", results.replace("2025-09-09", week_after))


changed("Wrote the name of a line in figures.", "2025-09-09/entries.csv", "09,A,1,1\n", "09,1,1,1\n")
DUTCH = "zitting;lijn;paar;hoeveel;eenheid;reden\n2025-09-09;A;2;-10;percent_of_top;te laat\n"
added("Gave the columns of a table names in Dutch.", "penalties.csv", DUTCH)
added("Gave the columns of a table names of one's own.", "penalties.csv", "when,who,what\n2025-09-09,2,late\n")
RULING = "2025-09-09,A,2,-10,percent_of_top,late\n"
PENALTY = f"session_id,line,entrant,amount,unit,reason\n{RULING}"
added("Took points from a pair that is not there.", "penalties.csv", PENALTY.replace(",2,", ",22,"))
added("Wrote the line of a penalty twice.", "penalties.csv", PENALTY + RULING)


@mistake("Typed a digit of a board twice in an evening of two tables.", CHECK)
def board_33(_: pytest.MonkeyPatch) -> None:
    places = [(1, 2, board) for board in (1, 2, 3)] + [(3, 4, board) for board in (1, 2, 33)]
    played = "".join(f"2025-09-09,A,{board},{ns},{ew},110\n" for ns, ew, board in places)
    put(f"{TABLES}/results.csv", f"session_id,line,board,ns,ew,score\n{played}")


@mistake("Exchanged who stood in and who was absent.", CHECK)
def stand_ins_exchanged(_: pytest.MonkeyPatch) -> None:
    header = "session_id,line,entrant,player_id,substitutes_for\n"
    put(f"{FOLDER}/stand-ins.csv", f"{header}2025-09-09,A,1,9,2\n")
    replaced(f"{FOLDER}/players.csv", "8,Alba Calderas\n", "8,Alba Calderas\n9,Lotte Akkerman\n")
    replaced(EVENING, '"1;2" "Liv Aasgaard;Burak Karaca"', '"1;9" "Liv Aasgaard;Lotte Akkerman"')


changed("Wrote a contract in Dutch, which is all right.", "2025-09-09/results.csv", "4S,N,9", "4 schoppen,N,9")
changed("Wrote one contract in Dutch letters among English ones.", "2025-09-09/results.csv", "4S,N,9", "4K,N,9")
made("Wrote who is a guest in a word, which is all right.", lambda: _said_of_members("guest"))
made("Wrote who is a guest in a word that says neither.", lambda: _said_of_members("stranger"))


def _said_of_members(first: str) -> None:
    head, *rows = Path(f"{FOLDER}/players.csv").read_text(encoding="utf-8").splitlines()
    said = [f"{head},member", *(f"{row},{'member' if number else first}" for number, row in enumerate(rows))]
    put(f"{FOLDER}/players.csv", "\n".join(said) + "\n")
