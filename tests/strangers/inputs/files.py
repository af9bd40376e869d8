"""Files as strangers hand them in: large, deep, cut off, or of a kind that is not known.

What else is wrong in files of a kind is asked where its reader is tested.
"""

from access_files import access_file
from strangers.inputs import Stranger

_SESSIONS = "session_id,date\n1,2025-09-02\n"
_PLAYERS = "player_id,name\n"
_ENTRY = {
    **{"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2, "NS/EW": "N"},
    **{"Contract": "3 H", "Result": "=", "Remarks": "-", "Erased": False},
}
_SCORES = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"]\n1 2 4S N 10 420 -\n'
_MATCH = "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM><TEAM_SCORE>10</TEAM_SCORE></MATCH>\n"
_SEATED = {
    "sessions.csv": "session_id,date,kind\n1,2025-09-02,pairs\n",
    "entries.csv": "session_id,line,entrant,player_id\n1,A,1,Ann Ames\n1,A,1,Bob\n1,A,2,Cy\n1,A,2,Di\n",
    "results.csv": "session_id,line,board,ns,ew,score\n1,A,1,1,2,420\n",
}


def _event(body: str, event_type: str = "PAIRS") -> str:
    return f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="{event_type}"><DATE>06/10/2025</DATE>\n{body}</EVENT></USEBIO>\n'


def _file(name: str, content: str | bytes, code: str, severity: str = "error", sessions: int | None = 1) -> Stranger:
    return Stranger({"sessions.csv": _SESSIONS, name: content}, code=code, severity=severity, sessions=sessions)


def _csv(content: str, code: str) -> Stranger:
    return _file("more.csv", content, code)


def _evening(name: str, content: str, code: str, severity: str = "error", sessions: int | None = 1) -> Stranger:
    return Stranger({f"evening.{name}": content}, code=code, severity=severity, sessions=sessions)


def _people(aliases: str, code: str | None = None) -> Stranger:
    return Stranger({**_SEATED, "people.csv": f"alias,player_id,since,until\n{aliases}"}, code=code, sessions=1)


STRANGERS: dict[str, Stranger] = {
    "a CSV with 100,000 columns": _csv(
        ",".join(["player_id", "name", *map(str, range(100_000))]) + "\n1,2\n", "csv.too_wide"
    ),
    "a CSV with a million separators on a line": _csv(_PLAYERS + "," * 1_000_000 + "x", "tables.cells"),
    "a CSV with a line of a million letters": _csv(_PLAYERS + "x" * 1_000_000, "tables.cut_off"),
    "a CSV with 100,000 lines of one column": _csv(_PLAYERS + "x\n" * 100_000, "tables.cells"),
    "a name as long as a file": _csv(f"{_PLAYERS}1,{'x' * 100_000}\n", "cells.taken_as_empty"),
    "a Bridgemate file with text for a number": _file(
        "x.bws", access_file({"ReceivedData": [{**_ENTRY, "Board": "one"}]}), "bws.table"
    ),
    "a Bridgemate file that is cut off": _file(
        "x.bws", access_file({"ReceivedData": [_ENTRY]})[: 4096 * 3], "bws.not_read"
    ),
    "a PGN file with a comment that never ends": _file(
        "x.pgn", '[White "a"]\n[Black "b"]\n\n{' + "x" * 1_000_000, "games.left_out"
    ),
    "a PDN file with 300,000 opening brackets": _file(
        "x.pdn", '[GameType "20"]\n[White "a"]\n[Black "b"]\n\n' + "(" * 300_000, "games.left_out"
    ),
    "a PBN of opening brackets": _evening("pbn", "% PBN\n" + "[\n" * 20_000, "pbn.left_out", sessions=0),
    "a PBN of one line without an end": _evening(
        "pbn", f'% PBN 2.1\n[Date "2025.10.14"]\n[Board "1"]\n{_SCORES}"' + "1 " * 500_000, "pbn.cut_off", sessions=None
    ),
    "USEBIO with 3,000 matches": _evening("xml", _event(_MATCH * 3000, "TEAMS"), "usebio.scoring", "warning"),
    "a circle of aliases": _people("Ann Ames,Bob Bloom,,\nBob Bloom,Ann Ames,,\n", "people.impossible"),
    "a chain of a thousand aliases": _people(
        "Ann Ames,x0,,\n" + "".join(f"x{number},x{number + 1},,\n" for number in range(1000))
    ),
}
