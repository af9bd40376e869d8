"""Seasons from which little or nothing can be computed, and values that no table can hold: as files of a club each."""

from strangers.inputs import Stranger

_ENTRY = "session_id,line,entrant,player_id\n"
_RESULT = "session_id,line,round,board,ns,ew,score,ruling\n"
_PLAYED = {
    "sessions.csv": "session_id,date,kind\n1,2025-09-02,pairs\n",
    "entries.csv": _ENTRY + "".join(f"1,A,{pair},{pair}{player}\n" for pair in "1234" for player in "ab"),
    "results.csv": _RESULT + "1,A,1,1,1,2,420,\n1,A,1,1,3,4,-50,\n",
}
"""An evening of four pairs and one board."""
_PAIR = {**_PLAYED, "entries.csv": _ENTRY + "1,A,1,1a\n1,A,1,1b\n"}
_TEAMS = {
    "sessions.csv": "session_id,date,kind\n1,2025-09-02,teams\n",
    "entries.csv": _ENTRY + "".join(f"1,A,{team},{team}{player}\n" for team in "12" for player in "abcd"),
}
_MATCH = "session_id,line,round,team,opponent,boards,imps,vp\n"


def _dated(date: str) -> dict[str, str]:
    return {**_PLAYED, "sessions.csv": f"session_id,date,kind\n1,{date},pairs\n"}


def _result(line: str) -> dict[str, str]:
    return {**_PLAYED, "results.csv": f"{_PLAYED['results.csv']}{line}\n"}


def _ruled(here: str, there: str) -> dict[str, str]:
    """A match of two boards, with these outcomes (`score,ruling`) of the first at its two tables."""
    rows = f"1,A,1,1,1,2,{here}\n1,A,1,1,2,1,{there}\n1,A,1,2,1,2,110,\n1,A,1,2,2,1,-50,\n"
    return {**_TEAMS, "results.csv": _RESULT + rows}


LEFT_OUT, TAKEN_AS_EMPTY = "cells.left_out", "cells.taken_as_empty"

STRANGERS: dict[str, Stranger] = {
    "the first match is drawn 10-10": Stranger(
        {**_TEAMS, "matches.csv": f"{_MATCH}1,A,1,1,2,24,0,10\n1,A,1,2,1,24,0,10\n"}, sessions=1
    ),
    "the first match is drawn on every board": Stranger(
        {**_TEAMS, "results.csv": f"{_RESULT}1,A,1,1,1,2,420,\n1,A,1,1,2,1,420,\n"}, sessions=1
    ),
    "an evening of averages only": Stranger(
        {**_PLAYED, "results.csv": f"{_RESULT}1,A,1,1,1,2,,average\n1,A,1,1,3,4,,average\n"}, sessions=1
    ),
    "an evening of boards that nobody played": Stranger(
        {**_PLAYED, "results.csv": f"{_RESULT}1,A,1,1,1,2,,not_played\n1,A,1,1,3,4,,not_played\n"}, sessions=1
    ),
    "one pair, and nobody to play against": Stranger({**_PAIR, "results.csv": f"{_RESULT}1,A,1,1,1,,,\n"}, sessions=1),
    "no entry in a session": Stranger({name: _PLAYED[name] for name in ("sessions.csv", "results.csv")}, sessions=1),
    "a competition with nothing in it": Stranger({}, sessions=0),
    **{
        f"a ruling at one table of a match: {here} next to {there}": Stranger(_ruled(here, there), sessions=1)
        for here, there in (
            (",a60_40", "-50,"),
            (",a60_60", ",a40_60"),
            (",w30:420/70:-50", "-50,"),
            (",s420_-100", "-50,"),
        )
    },
    "board 2,147,483,647": Stranger(_result("1,A,1,2147483647,1,2,420,"), code=LEFT_OUT, sessions=1),
    "a score of 2,147,483,647": Stranger(_result("1,A,1,2,1,2,2147483647,"), code=LEFT_OUT, sessions=1),
    "round 2,147,483,647": Stranger(_result("1,A,2147483647,2,1,2,420,"), code=TAKEN_AS_EMPTY, sessions=1),
    **{
        f"a session on {date}": Stranger(_dated(date), code="cells.left_out", sessions=0)
        for date in ("12345-01-01", "9999-12-31")
    },
}
