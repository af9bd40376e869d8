"""Make clubs of one evening with four pairs and two boards: the least that a build can have."""

import shutil
from pathlib import Path

_PLAYERS = ("Ada Alder", "Bo Birch", "Cy Cedar", "Di Dogwood", "Ed Elm", "Flo Fir", "Gus Gorse", "Hy Holly")
_SETTINGS = """
club = "Club {club}"
competition = "Evenings"
scoring.profile = "fonteintje"
[[season]]
name = "2025-26"
start = 2025-09-01
end = 2026-08-31
"""
_RESULTS = """
session_id,line,round,table,board,ns,ew,contract,declarer,tricks
{day},A,1,1,1,1,2,4S,N,{tricks}
{day},A,1,2,1,3,4,4S,N,9
{day},A,1,1,2,1,2,3N,E,8
{day},A,1,2,2,3,4,3N,E,9
"""


def make_club(landing: Path, club: str, *, tricks: int = 10, sessions: int = 1) -> None:
    """Write the landing folder of a club anew.

    Args:
        landing: the landing folder.
        club: the id of the club.
        tricks: the tricks in one contract; another number is a correction.
        sessions: the number of evenings.
    """
    shutil.rmtree(landing / club, ignore_errors=True)
    folder = landing / club / "evenings"
    days = [f"2025-09-{day:02}" for day in range(1, sessions + 1)]
    _write(folder / "competition.toml", _SETTINGS.format(club=club))
    players = "\n".join(f"{number},{name}" for number, name in enumerate(_PLAYERS, start=1))
    _write(folder / "players.csv", f"player_id,name\n{players}\n")
    _write(folder / "sessions.csv", "session_id,date,kind\n" + "".join(f"{day},{day},pairs\n" for day in days))
    for day in days:
        seats = "".join(f"{day},A,{(number + 1) // 2},{number}\n" for number in range(1, len(_PLAYERS) + 1))
        _write(folder / day / "entries.csv", f"session_id,line,entrant,player_id\n{seats}")
        _write(folder / day / "results.csv", _RESULTS.format(day=day, tricks=tricks))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.lstrip(), encoding="utf-8")
