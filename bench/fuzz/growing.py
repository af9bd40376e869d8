"""Files in which one thing stands so often, is so long or so deep, that a reader may take the square of its time."""

import io
import itertools
import zipfile
from typing import NamedTuple

from bench.fuzz.corpus_files import sound_files
from bench.fuzz.trial import tried


class Growing(NamedTuple):
    """A file that can be made of any size: what stands before and after the piece that is repeated.

    `%d` in the piece is a number that grows.
    """

    before: bytes
    piece: bytes
    after: bytes = b""

    def of_size(self, size: int) -> bytes:
        room = size - len(self.before) - len(self.after)
        if b"%d" not in self.piece:
            return self.before + self.piece * (room // len(self.piece)) + self.after
        pieces: list[bytes] = []
        for number in itertools.count(1):
            pieces.append(self.piece.replace(b"%d", str(number).encode()))
            room -= len(pieces[-1])
            if room < 0:
                return self.before + b"".join(pieces[:-1]) + self.after
        raise AssertionError


_PBN = b'% PBN 2.1\n[Event "Club"]\n[Date "2025.09.02"]\n'
_TABLE = (
    b'[ScoreTable "Table\\2R;Round\\2R;PairId_NS\\3R;PairId_EW\\3R;'
    b'Contract\\4L;Declarer\\1L;Result\\2R;Score_NS\\5R"]\n'
)
_NAMED = _TABLE.replace(b'"]', b';Names_NS\\20L;Names_EW\\20L"]')
_LIST = b'[TotalScoreTable "Rank\\2R;PairId\\3R;Names\\40L;TotalPercentage\\5R"]\n'
_ROW = b"1 1 1 2 3NT N 9 400\n"
_PBN_FILES = {
    "boards": Growing(_PBN, b'[Board "%d"]\n' + _TABLE + _ROW),
    "rows": Growing(_PBN + b'[Board "1"]\n' + _TABLE, b"1 %d %d 2 3NT N 9 400\n"),
    "rows with names": Growing(_PBN + b'[Board "1"]\n' + _NAMED, b'1 1 %d 2 3NT N 9 400 "Ann %d - Bob" "Cy - Di"\n'),
    "rows with names without quotes": Growing(_PBN + b'[Board "1"]\n' + _NAMED, b"1 1 %d 2 3NT N 9 400 Ann B Cy Di\n"),
    "words in a row": Growing(_PBN + b'[Board "1"]\n' + _NAMED, b"a "),
    "blanks in a row": Growing(_PBN + b'[Board "1"]\n' + _NAMED + b"1", b"  ", b"1\n"),
    "columns": Growing(_PBN + b'[Board "1"]\n[ScoreTable "', b"a%d\\4L;", b'"]\n' + _ROW * 100),
    "pairs in the list": Growing(_PBN + b'[Board "1"]\n' + _TABLE + _ROW + _LIST, b'%d %d "Ann %d - Bob %d" 50.00\n'),
    "one pair in the list": Growing(_PBN + b'[Board "1"]\n' + _TABLE + _ROW + _LIST, b'1 1 "Ann %d - Bob %d" 50.00\n'),
    "names of one pair": Growing(_PBN + b'[Board "1"]\n' + _TABLE + _ROW + _LIST + b'1 1 "', b"Ann - ", b'" 50.00\n'),
    "tags": Growing(_PBN, b'[Tag%d "a"]\n'),
    "tags on a line": Growing(_PBN, b'[Tag%d "a"]'),
    "tables without a board": Growing(_PBN, _TABLE + _ROW),
    "odd rows": Growing(_PBN + b'[Board "1"]\n' + _TABLE, b"a b c\n"),
    "sections": Growing(_PBN, b'[Board "1"]\n[Section "%d"]\n' + _TABLE + _ROW),
    "defaults": Growing(_PBN, b'[Event%d "##a"]\n'),
    "defaults of boards": Growing(_PBN, b'[Board "%d"]\n[Event%d "##a"]\n'),
    "opening braces": Growing(_PBN, b"{"),
    "opening braces on lines": Growing(_PBN, b"{\n"),
    "braces": Growing(_PBN, b"{a}"),
    "opening brackets": Growing(_PBN, b"["),
    "opening brackets on lines": Growing(_PBN, b"[\n"),
    "tags that break off": Growing(_PBN, b'[Board "'),
    "tags that break off on lines": Growing(_PBN, b'[Board "1\n'),
    "quotes": Growing(_PBN + _TABLE, b'"'),
    "quotes on lines": Growing(_PBN + _TABLE, b'"\n'),
    "blanks": Growing(_PBN, b" "),
    "blanks in a tag": Growing(_PBN + b'[Board "', b" "),
    "empty lines": Growing(_PBN, b"\n"),
    "remarks": Growing(_PBN, b"; a\n"),
    "games of tags": Growing(
        _PBN,
        b'[Board "%d"]\n[North "Ann"]\n[South "Bob"]\n[East "Cy"]\n[West "Di"]\n[Contract "3NT"]\n[Declarer "N"]\n'
        b'[Result "9"]\n[Table "1"]\n[Score "NS 400"]\n\n',
    ),
    "one long word": Growing(_PBN + b'[Board "1"]\n' + _TABLE, b"a"),
    "a long number": Growing(_PBN + b'[Board "1"]\n' + _TABLE + b"1 1 1 2 3NT N 9 4", b"0"),
    "carriage returns": Growing(_PBN, b"\r"),
}
_XML = b'<?xml version="1.0"?>\n<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS">'
_END = b"</EVENT></USEBIO>"
_LINE = (
    b"<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>%d</EW_PAIR_NUMBER><CONTRACT>3NT</CONTRACT>"
    b"<PLAYED_BY>N</PLAYED_BY><SCORE>400</SCORE></TRAVELLER_LINE>\n"
)
_ONE_LINE = _LINE.replace(b"%d", b"2")
_BOARD = b"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
_PAIR = (
    b"<PAIR><PAIR_NUMBER>%d</PAIR_NUMBER><PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Bob"
    b"</PLAYER_NAME></PLAYER></PAIR>\n"
)
_MATCH = (
    b"<MATCH><ROUND_NUMBER>%d</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
    b"<TEAM_SCORE>1</TEAM_SCORE></MATCH>\n"
)
_USEBIO_FILES = {
    "result lines": Growing(_XML + _BOARD, _LINE, b"</BOARD>" + _END),
    "boards": Growing(_XML, b"<BOARD><BOARD_NUMBER>%d</BOARD_NUMBER>" + _ONE_LINE + b"</BOARD>\n", _END),
    "pairs": Growing(_XML + b"<PARTICIPANTS>", _PAIR, b"</PARTICIPANTS>" + _BOARD + _ONE_LINE + b"</BOARD>" + _END),
    "players of a pair": Growing(
        _XML + b"<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER>",
        b"<PLAYER><PLAYER_NAME>Ann %d</PLAYER_NAME></PLAYER>\n",
        b"</PAIR></PARTICIPANTS>" + _BOARD + _ONE_LINE + b"</BOARD>" + _END,
    ),
    "sessions": Growing(_XML, b"<SESSION>" + _BOARD + _ONE_LINE + b"</BOARD></SESSION>\n", _END),
    "empty sessions": Growing(_XML, b"<SESSION></SESSION>\n", _END),
    "sections": Growing(
        _XML + b"<SESSION>", b"<SECTION>" + _BOARD + _ONE_LINE + b"</BOARD></SECTION>\n", b"</SESSION>" + _END
    ),
    "events": Growing(
        _XML.replace(b'<EVENT EVENT_TYPE="PAIRS">', b""),
        b'<EVENT EVENT_TYPE="PAIRS">' + _BOARD + _ONE_LINE + b"</BOARD></EVENT>\n",
        b"</USEBIO>",
    ),
    "sessions with pairs": Growing(
        _XML, b"<SESSION><PARTICIPANTS>" + _PAIR + b"</PARTICIPANTS>" + _BOARD + _LINE + b"</BOARD></SESSION>\n", _END
    ),
    "matches": Growing(_XML.replace(b"PAIRS", b"SWISS_TEAMS"), _MATCH, _END),
    "teams": Growing(
        _XML.replace(b"PAIRS", b"SWISS_TEAMS") + b"<PARTICIPANTS>",
        b'<TEAM TEAM_ID="%d" TEAM_NAME="T%d">' + _PAIR + b"</TEAM>\n",
        b"</PARTICIPANTS>" + _MATCH.replace(b"%d", b"1") + _END,
    ),
    "elements of a line": Growing(
        _XML + _BOARD + b"<TRAVELLER_LINE>", b"<SCORE>4</SCORE>", b"</TRAVELLER_LINE></BOARD>" + _END
    ),
    "elements of unknown names": Growing(
        _XML + _BOARD + b"<TRAVELLER_LINE>", b"<SCOR%d>x</SCOR%d>", b"</TRAVELLER_LINE></BOARD>" + _END
    ),
    "attributes": Growing(b"<USEBIO><EVENT", b' a%d="1"', b"></EVENT></USEBIO>"),
    "namespaces": Growing(b"<USEBIO><EVENT", b' xmlns:a%d="u%d"', b"></EVENT></USEBIO>"),
    "elements with namespaces": Growing(b"<USEBIO>", b'<a:b xmlns:a="u%d">1</a:b>', b"</USEBIO>"),
    "elements with namespaces inside each other": Growing(b"<USEBIO>", b'<a:b xmlns:a="u%d">'),
    "elements inside each other": Growing(b"<USEBIO>", b"<EVENT>"),
    "sessions inside each other": Growing(_XML, b"<SESSION>"),
    "ends of elements": Growing(_XML, b"</BOARD>"),
    "opening brackets": Growing(_XML, b"<"),
    "unknown names": Growing(_XML, b"&lol;", _END),
    "references": Growing(_XML, b"&#0;", _END),
    "comments": Growing(_XML, b"<!-- -->", _END),
    "comments that break off": Growing(_XML, b"<!--"),
    "cdata": Growing(_XML, b"<![CDATA[a]]>", _END),
    "declarations": Growing(_XML, b'<?xml version="1.0" encoding="UTF-8"?>\n', _END),
    "instructions": Growing(_XML, b"<?a b?>", _END),
    "a long text": Growing(_XML + b"<DATE>", b"1", b"</DATE>" + _END),
    "blanks": Growing(_XML, b" ", _END),
    "damaged lines": Growing(_XML + _BOARD, _ONE_LINE.replace(b"</SCORE>", b"")),
}
_RESULTS = b"session_id,line,round,table,board,ns,ew,contract,declarer,tricks,score,ruling\n"
_CELLS = b"1,A,1,1,%d,1,4,4S,N,10,420,\n"
_CSV_FILES = {
    "rows": Growing(_RESULTS, _CELLS),
    "rows with quotes": Growing(_RESULTS, b'1,A,1,1,%d,1,4,"4S",N,10,420,\n'),
    "rows over lines": Growing(b"session_id,line,entrant,player_id\n", b'1,A,%d,"Ann\nBell"\n'),
    "open quotes": Growing(_RESULTS, b'1,A,1,1,%d,1,4,"4S,N,10,420,\n'),
    "open quotes alone": Growing(_RESULTS, b'"\n'),
    "quotes": Growing(_RESULTS, b'"'),
    "quotes and commas": Growing(_RESULTS, b'",'),
    "doubled quotes in a cell": Growing(_RESULTS + b'"', b'""', b'"\n'),
    "columns": Growing(_RESULTS[:-1], b",a%d"),
    "columns with quotes": Growing(_RESULTS[:-1], b',"a%d"'),
    "columns of one name": Growing(_RESULTS[:-1], b",score"),
    "many columns and rows": Growing(
        _RESULTS[:-1] + b",a" * 480 + b"\n", b"1,A,1,1,%d,1,4,4S,N,10,420,\n" + b"," * 490
    ),
    "cells in a row": Growing(_RESULTS, b"1,"),
    "cells in rows": Growing(_RESULTS, b"1," * 1000 + b"\n"),
    "rows of different widths": Growing(_RESULTS, b"".join(b"1," * width + b"\n" for width in range(300))),
    "empty lines": Growing(_RESULTS, b"\n"),
    "blank lines above": Growing(b"", b"\n", _RESULTS + _CELLS),
    "lines of commas": Growing(_RESULTS, b",,,,,,,,,,,\n"),
    "odd cells": Growing(_RESULTS, b"?,?,?,?,?,?,?,?,?,?,?,?\n"),
    "spreadsheet errors": Growing(_RESULTS, b"#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A,#N/A\n"),
    "a long cell": Growing(_RESULTS + b"1,A,1,1,1,1,4,", b"4", b",N,10,420,\n"),
    "a long ruling": Growing(_RESULTS + b"1,A,1,1,1,1,4,,,,,w", b"30:420/", b"\n"),
    "odd letters": Growing(_RESULTS, b"\xe9,\xc3\xa9\n"),
    "zeros": Growing(_RESULTS, b"\0"),
    "carriage returns": Growing(_RESULTS, b"\r"),
    "rounds": Growing(_RESULTS + b"1,A,", b"1+", b"1,1,1,1,4,4S,N,10,420,\n"),
}
_GAME = b'[Event "Club"]\n[Date "2025.09.02"]\n[White "Ann"]\n[Black "Bob"]\n[Result "%s"]\n'


def _games(won: bytes, moves: bytes) -> dict[str, Growing]:
    game = _GAME.replace(b"%s", won) + b"\n" + moves + b"\n"
    return {
        "games": Growing(b"", game + b"\n"),
        "players": Growing(b"", game.replace(b"Ann", b"Ann %d") + b"\n"),
        "players with numbers": Growing(b"", b'[WhiteFideId "%d"]\n[BlackFideId "7"]\n' + game.replace(b"Ann", b"A%d")),
        "games without moves": Growing(b"", _GAME.replace(b"%s", won)),
        "tags of a game": Growing(game, b'[Tag%d "a"]\n'),
        "tags of a game again": Growing(game, b'[White "Ann %d"]\n'),
        "tags on a line": Growing(game, b'[White "A"]'),
        "odd tags": Growing(game, b'[White "A\n'),
        "odd dates": Growing(b"", game.replace(b"2025.09.02", b"day %d")),
        "moves": Growing(game, moves + b"\n"),
        "moves on a line": Growing(game, moves),
        "comments with tags": Growing(game, b'{\n[White "A"]\n}\n'),
        "comments that break off": Growing(game, b"{"),
        "comments that break off, with tags": Growing(game, b'{\n[White "A"]\n'),
        "opening brackets": Growing(game, b"["),
        "opening brackets on lines": Growing(game, b"[\n"),
        "tags that break off": Growing(game, b'[White "'),
        "quotes in a tag": Growing(game + b'[White "', b'"'),
        "quotes and blanks in a tag": Growing(game + b'[White "', b'" '),
        "backslashes in a tag": Growing(game + b'[White "', b"\\"),
        "blanks": Growing(game, b" "),
        "blanks in a tag": Growing(game + b"[", b" "),
        "braces": Growing(game, b"{a}"),
        "rounds": Growing(b"", game.replace(b'[White "Ann"]', b'[White "Ann"]\n[Round "1"]')),
        "variations": Growing(game, b"("),
        "semicolons": Growing(game, b";"),
    }


_SHEET = b"xl/worksheets/sheet1.xml"
_WORKSHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
_CELL = b'<c t="inlineStr"><is><t>%s</t></is></c>'
_HEADINGS = b"<row>" + b"".join(_CELL % name for name in _RESULTS.strip().split(b",")) + b"</row>"
_SHEETS = {
    "rows": Growing(_WORKSHEET + _HEADINGS, b'<row><c r="A1"><v>1</v></c><c r="E1"><v>%d</v></c></row>'),
    "cells": Growing(_WORKSHEET + _HEADINGS + b"<row>", b"<c><v>1</v></c>"),
    "columns": Growing(_WORKSHEET + b"<row>", b"<c><v>%d</v></c>"),
    "rows far below": Growing(_WORKSHEET + _HEADINGS, b'<row r="%d00"><c><v>1</v></c></row>'),
    "cells far to the right": Growing(_WORKSHEET + _HEADINGS, b'<row><c r="XFD1"><v>1</v></c></row>'),
    "elements inside each other": Growing(_WORKSHEET + _HEADINGS, b"<row>"),
    "texts of a cell": Growing(_WORKSHEET + _HEADINGS + b"<row><c>", b"<v>1</v>"),
    "attributes": Growing(_WORKSHEET + b"<row", b' a%d="1"', b"/>"),
    "a long number": Growing(_WORKSHEET + _HEADINGS + b"<row><c><v>", b"9", b"</v></c></row>"),
    "blanks": Growing(_WORKSHEET + _HEADINGS, b" "),
}
"""Of a workbook, the part that grows is its first sheet."""
GROWING: dict[str, dict[str, Growing]] = {
    "pbn": _PBN_FILES,
    "usebio": _USEBIO_FILES,
    "csv": _CSV_FILES,
    "xlsx": _SHEETS,
    "pgn": _games(b"1-0", b"1. e4 e5 2. d4 {a} d5 1-0"),
    "pdn": _games(b"2-0", b"1. 32-28 19-23 2. 28x19 {a} 14x23 2-0"),
}
"""Format -> what grows -> the file; a Bridgemate file is pages, and the fuzzing spoils any of them."""


def grown(file_format: str, what: str, size: int) -> bytes:
    """The file in which this has grown to so many bytes; in a workbook, before it is packed."""
    part = GROWING[file_format][what].of_size(size)
    return _packed(part) if file_format == "xlsx" else part


def _packed(sheet: bytes) -> bytes:
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sound_files("xlsx")[0])) as sound,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name in sound.namelist():
            packed.writestr(name, sheet if name.encode() == _SHEET else sound.read(name))
    return made.getvalue()


SMALLER, LARGER = 2**18, 2**19
"""Bytes of the two files compared."""
STEEPEST = 3
"""Twice the size may take so many times the time."""
_TOO_SHORT = 0.25
"""Seconds of the smaller one below which its growth is not measured: the square of it, at 1 MB, is far from a hang."""
_MEASURED = 3
"""Times at most, since a busy machine makes some of them longer."""


def seconds_of(file_format: str, what: str, size: int) -> float:
    return tried(grown(file_format, what, size), f"fuzz.{file_format}").seconds


def steep(file_format: str) -> list[str]:
    """What may stand in a file of this format so often that the time to read it grows faster than the file.

    A database of Access is written by its program alone, so nothing is known to grow in it.
    """
    return [what for what in GROWING.get(file_format, {}) if _is_steep(file_format, what)]


def _is_steep(file_format: str, what: str) -> bool:
    if seconds_of(file_format, what, SMALLER) < _TOO_SHORT:
        return False
    pairs = ((seconds_of(file_format, what, SMALLER), seconds_of(file_format, what, LARGER)) for _ in range(_MEASURED))
    return all(larger > STEEPEST * smaller for smaller, larger in pairs)
