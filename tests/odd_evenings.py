"""The files of a competition whose evenings are all odd, to be built under any rules."""

SESSIONS = """
session_id,date,kind,winners,together,event
mitchell,2025-09-01,pairs,2,,
sections,2025-09-08,pairs,,A+B,
butler,2025-09-15,butler,,,
cross,2025-09-22,cross_imp,,,cup
later,2025-09-29,cross_imp,,,cup
teams,2025-10-06,teams,,,
alone,2025-10-13,pairs,,,
unequal,2025-10-20,pairs,,,series
again,2025-10-27,pairs,,,series
lone,2025-11-03,pairs,,,
lone_butler,2025-11-10,butler,,,
lone_cross,2025-11-17,cross_imp,,,
"""
EVENINGS = SESSIONS.count("2025-")
_LONE = ("lone", "lone_butler", "lone_cross")
"""Evenings of one table, so that no result is compared with another."""
_SCORES = (420, -50, 450, 620, 0, -1100, 170, 1430, 110, -420)
_RULINGS = (
    "",
    "average",
    "a60_40",
    "a+_-",
    "not_played",
    "w30:420/70:-50",
    "s420_-100",
    "reversed",
    "s420_a40",
    "a+_50",
)
_TOP = "session_id,line,round,table,board,ns,ew,score,ruling,subfield"


def _of_pairs(session: str, line: str = "A", *, rulings: bool = True, boards: int = 6) -> list[str]:
    """Six pairs in three rounds; pair 7 sits out; the last boards are played less often, and one is fouled."""
    rows: list[str] = []
    for number in range(1, 4):
        others = [2, 4, 6]
        turned = others[number - 1 :] + others[: number - 1]
        for board in (2 * number - 1, 2 * number):
            for table, (ns, ew) in enumerate(zip((1, 3, 5), turned, strict=True), start=1):
                place = len(rows) + len(session)
                ruling = _RULINGS[place % len(_RULINGS)] if rulings and place % 3 == 0 else ""
                score = "" if ruling and ruling != "reversed" else _SCORES[place % len(_SCORES)]
                form = "" if board != 2 else ("x" if table == 1 else "y")
                if board <= boards or table > 1:
                    rows.append(f"{session},{line},{number},{table},{board},{ns},{ew},{score},{ruling},{form}")
            rows.append(f"{session},{line},{number},4,{board},7,,,,")
    return rows


def _of_teams() -> list[str]:
    rows = []
    for number, (one, other) in enumerate(((1, 2), (2, 3), (1, 3)), start=1):
        for board in (1, 2, 3 + number):
            for table, (ns, ew) in enumerate(((one, other), (other, one)), start=1):
                place = 3 * number + board + table
                ruling = "a60_40" if board == 2 and number == 2 and table == 1 else ""
                score = "" if ruling else _SCORES[place % len(_SCORES)]
                rows.append(f"teams,A,{number},{table},{board},{ns},{ew},{score},{ruling},")
    return rows


def files() -> dict[str, str]:
    """Return the files by name. Somebody substitutes, and a pair misses a session of each event."""
    rows = [
        *_of_pairs("mitchell"),
        *(row for line in "AB" for row in _of_pairs("sections", line, boards=6 if line == "A" else 3)),
        *(row for session in ("butler", "cross", "unequal") for row in _of_pairs(session, boards=5)),
        *(row for session in ("later", "again") for row in _of_pairs(session, rulings=False) if ",5,6," not in row),
        *_of_teams(),
        *(f"{session},A,1,1,{board},1,2,{_SCORES[board]},," for session in _LONE for board in (1, 2)),
        *(f"{session},A,1,1,3,1,2,,average," for session in _LONE),
        *(
            f"alone,A,{board},1,{board},{one}+{other},3+4,{_SCORES[board]},,"
            for board, (one, other) in enumerate([(1, 2)] * 3, 1)
        ),
        *(
            f"alone,A,{board},2,{board},5+6,7+8,{_SCORES[board + 3]},{ruling},"
            for board, ruling in ((1, ""), (2, "reversed"))
        ),
    ]
    matches = [f"teams,A,{number},{team},bye,,,12" for number, team in enumerate((3, 1, 2), start=1)]
    seats = ["session_id,line,entrant,player_id,direction"]
    for session, line in [(s, "A") for s in ("mitchell", "butler", "cross", "later", "unequal", "again")] + [
        ("sections", x) for x in "AB"
    ]:
        side = {0: "EW", 1: "NS"}
        for pair in range(1, 8):
            direction = side[pair % 2] if session == "mitchell" else ""
            seats += [f"{session},{line},{pair},{line}{pair}{seat},{direction}" for seat in "xy"]
    seats += [f"{session},A,{pair},A{pair}{seat}," for session in _LONE for pair in (1, 2) for seat in "xy"]
    seats += [f"teams,A,{team},T{team}{seat}," for team in (1, 2, 3) for seat in "abcd"]
    seats += [f"alone,A,{player},S{player}," for player in range(1, 9)]
    adjustments = ["cross,A,1,-2,points", "unequal,A,1,-10,percent_of_top", "mitchell,A,2,3,percent"]
    return {
        "sessions.csv": SESSIONS.lstrip(),
        "results.csv": "\n".join([_TOP, *rows]) + "\n",
        "matches.csv": "\n".join(["session_id,line,round,team,opponent,boards,imps,vp", *matches]) + "\n",
        "entries.csv": "\n".join(seats) + "\n",
        "adjustments.csv": "\n".join(["session_id,line,entrant,amount,unit", *adjustments]) + "\n",
    }
