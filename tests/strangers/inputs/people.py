"""People as strangers write them: aliases that lead nowhere, in circles or to two, and spellings of one name."""

from strangers.inputs import Stranger

_SESSIONS = "session_id,date,kind\n1,2025-09-02,pairs\n"
_RESULTS = "session_id,line,board,ns,ew,score\n1,A,1,1,2,420\n1,A,1,3,4,-50\n"
_SEATS = (
    *(("1", "Ann Ames"), ("1", "Bob Bloom"), ("2", "Cy Clay"), ("2", "Di Dean")),
    *(("3", "Eve East"), ("3", "Fay Ford"), ("4", "Gil Gray"), ("4", "Hal Hope")),
)


def _files(people: str = "", seats: tuple[tuple[str, str], ...] = _SEATS, **others: str) -> dict[str, bytes | str]:
    entries = "".join(f"1,A,{entrant},{player}\n" for entrant, player in seats)
    files = {
        "sessions.csv": _SESSIONS,
        "entries.csv": f"session_id,line,entrant,player_id\n{entries}",
        "results.csv": _RESULTS,
        **{f"{name}.csv": text for name, text in others.items()},
    }
    return {**files, "people.csv": f"alias,player_id,since,until\n{people}"} if people else {**files}


STRANGERS: dict[str, Stranger] = {
    "people: a name is a number": Stranger(_files("Ann Ames,1001,,\n"), sessions=1),
    "people: a circle of aliases": Stranger(
        _files("Ann Ames,Bob Bloom,,\nBob Bloom,Ann Ames,,\n"), code="people.impossible", sessions=1
    ),
    "people: one alias, two persons": Stranger(
        _files("Ann Ames,1001,,\nAnn Ames,1002,2025-09-01,\n"), code="people.impossible", sessions=1
    ),
    "people: a line that ends before it begins": Stranger(
        _files("Ann Ames,1001,2025-09-02,2025-09-01\n"), code="people.impossible", sessions=1
    ),
    "people: an alias that nobody has": Stranger(
        _files("Zed,1001,,\n"), code="people.nobody", severity="warning", sessions=1
    ),
    "people: an alias with a slip of the pen": Stranger(
        _files("Anne Ames,1001,,\n"), code="people.nobody", severity="warning", sessions=1
    ),
    "people: an alias of somebody who sits at another table": Stranger(
        _files("Ann Ames,Cy Clay,,\n"), code="people.both_sit", sessions=1
    ),
    "people: a chain of a thousand aliases": Stranger(
        _files("Ann Ames,x0,,\n" + "".join(f"x{number},x{number + 1},,\n" for number in range(1000))), sessions=1
    ),
    "people: one player in two spellings sits twice": Stranger(
        _files(seats=(*_SEATS[:-1], ("4", "ANN\N{NO-BREAK SPACE}AMES"))), code="entries.seated_twice", sessions=1
    ),
    "people: two names under one number": Stranger(
        _files(
            seats=(("1", "7"), *_SEATS[1:]),
            players="player_id,name\n7,Ann Ames\n",
            guests="player_id,name\n7,Zed Zane\n",
        ),
        code="players.other_name",
        severity="warning",
        sessions=1,
    ),
    "people: a member who left": Stranger(
        _files(players="player_id,name,public\nAnn Ames,Ann Ames,false\n"), sessions=1
    ),
    "people: public is neither true nor false": Stranger(
        _files(players="player_id,name,public\nAnn Ames,Ann Ames,perhaps\n"), sessions=1
    ),
}
