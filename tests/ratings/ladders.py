"""A small landing folder with games of two, as a club would hand it in."""

import datetime as dt
from collections.abc import Iterable
from pathlib import Path

Row = tuple[object, ...]

NAMES = {"1": "Ann Ames", "2": "Bob Bos", "3": "Cas Cox", "4": "Dee Dol", "5": "Eef Erp", "6": "Flo Fry"}
FIRST_LIST: list[Row] = [("2001-06-30", "1", 1500, 130), ("2001-06-30", "2", 1400, 130), ("2001-06-30", "3", 1450, 130)]
GAMES: list[Row] = [
    ("a", "2001-09-10", "1", "2", 2, 0),
    ("b", "2001-11-10", "2", "3", 1, 1),
    ("c", "2002-01-15", "1", "4", 1, 1),
    ("d", "2002-06-30", "5", "6", 2, 0),
    ("e", "2002-09-01", "3", "1", 2, 0),
    ("f", "2003-05-01", "4", "2", 2, 0),
    ("g", "2003-09-01", "1", "2", 0, 2),
]
"""Two seasons and a little of a third; player 4 is new in the first, and 5 and 6 met nobody else."""
TODAY = dt.date(2003, 10, 1)  # in the third season

SETTINGS = """club = "Harbour"
competition = "{title}"
[[season]]
name = "2001"
start = 2001-01-01
end = 2001-12-31
[[season]]
name = "2002"
start = 2002-01-01
end = 2002-12-31
"""


def hand_in(
    landing: Path,
    competition: str = "ladder",
    *,
    games: Iterable[Row] = (),
    ratings: Iterable[Row] = (),
    settings: str = "",
) -> Path:
    """Write the folder of a competition, and return it: its players, those games and ratings, and its settings."""
    folder = landing / "harbour" / competition
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "competition.toml").write_text(SETTINGS.format(title=competition.title()) + settings, encoding="utf-8")
    tables = {
        "players": ("player_id,name", NAMES.items()),
        "games": ("game_id,date,player_id,opponent_id,points,opponent_points", games),
        "ratings": ("list_date,player_id,rating,games", ratings),
    }
    for name, (heading, rows) in tables.items():
        if lines := [",".join(map(str, row)) for row in rows]:
            write(folder / f"{name}.csv", heading, lines)
    return folder


def hand_in_teams(landing: Path) -> Path:
    """Two teams that met three times: team 1 won, drew, and lost, in two rating seasons."""
    ratings: list[Row] = [("2001-06-30", "team-1", 1500, 130), ("2001-06-30", "team-2", 1400, 130)]
    folder = hand_in(landing, "teams", ratings=ratings, settings='[rating]\ngames = "matches"\n')
    days = ("2001-09-04", "2002-03-05", "2002-10-01")
    sessions = [f"{number},{day},teams" for number, day in enumerate(days, start=1)]
    matches = [
        f"{number},A,1,{team},{opponent},24,{imps}"
        for number, won in enumerate((10, 0, -7), start=1)
        for team, opponent, imps in (("1", "2", won), ("2", "1", -won))
    ]
    write(folder / "sessions.csv", "session_id,date,kind", sessions)
    write(folder / "matches.csv", "session_id,line,round,team,opponent,boards,imps", matches)
    return folder


def write(file: Path, heading: str, lines: list[str]) -> None:
    file.write_text("\n".join([heading, *lines]) + "\n", encoding="utf-8")
