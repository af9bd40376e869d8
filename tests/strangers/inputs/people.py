"""People as strangers write them: aliases in circles, in chains or to two, and spellings of one name."""

from strangers.inputs import Stranger

_SESSIONS = "session_id,date,kind\n1,2025-09-02,pairs\n"
_RESULTS = "session_id,line,board,ns,ew,score\n1,A,1,1,2,420\n1,A,1,3,4,-50\n"
_SEATS = (
    *(("1", "Ann Ames"), ("1", "Bob Bloom"), ("2", "Cy Clay"), ("2", "Di Dean")),
    *(("3", "Eve East"), ("3", "Fay Ford"), ("4", "Gil Gray"), ("4", "Hal Hope")),
)


def _files(people: str = "", seats: tuple[tuple[str, str], ...] = _SEATS) -> dict[str, bytes | str]:
    entries = "".join(f"1,A,{entrant},{player}\n" for entrant, player in seats)
    files = {
        "sessions.csv": _SESSIONS,
        "entries.csv": f"session_id,line,entrant,player_id\n{entries}",
        "results.csv": _RESULTS,
    }
    return {**files, "people.csv": f"alias,player_id,since,until\n{people}"} if people else {**files}


STRANGERS: dict[str, Stranger] = {
    "people: a circle of aliases": Stranger(
        _files("Ann Ames,Bob Bloom,,\nBob Bloom,Ann Ames,,\n"), code="people.impossible", sessions=1
    ),
    "people: one alias, two persons": Stranger(
        _files("Ann Ames,1001,,\nAnn Ames,1002,2025-09-01,\n"), code="people.impossible", sessions=1
    ),
    "people: a chain of a thousand aliases": Stranger(
        _files("Ann Ames,x0,,\n" + "".join(f"x{number},x{number + 1},,\n" for number in range(1000))), sessions=1
    ),
    "people: one player in two spellings sits twice": Stranger(
        _files(seats=(*_SEATS[:-1], ("4", "ANN\N{NO-BREAK SPACE}AMES"))), code="entries.seated_twice", sessions=1
    ),
}
