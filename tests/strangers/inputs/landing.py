"""What strangers put into the landing folder: links, pipes, folders in place of files, odd names, odd settings."""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from strangers.inputs import SETTINGS, Stranger

GAMES = b"game_id,date,player_id,opponent_id,points,opponent_points\nx,2025-09-02,a,b,2,0\n"
_SIX_GB = 6_000_000_000


def _socket(folder: Path) -> None:
    before = Path.cwd()
    os.chdir(folder)  # a path to a socket may have a hundred letters, and those of tests have more
    try:
        with socket.socket(socket.AF_UNIX) as there:
            there.bind("there.pbn")
    finally:
        os.chdir(before)


def _sparse(folder: Path) -> None:
    with (folder / "vast.pbn").open("wb") as file:
        file.truncate(_SIX_GB)


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _name_that_is_no_utf8(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_bytes(b"what is this?")


def _made(make: Callable[[Path], object], name: str, code: str, severity: str = "error") -> Stranger:
    """What something makes that stands there under a name, also in place of the settings."""
    settings = None if name == "competition.toml" else SETTINGS
    return Stranger(settings=settings, write=lambda folder: make(folder / name), code=code, severity=severity)


def _linked(name: str, to: str, severity: str = "error") -> Stranger:
    return _made(lambda place: place.symlink_to(to), name, "landing.link", severity)


_ANYWHERE: dict[str, Stranger] = {
    "a folder with the name of a result file": _made(Path.mkdir, "evening.pbn", "landing.name", "warning"),
    "a folder called competition.toml": _made(Path.mkdir, "competition.toml", "landing.no_file"),
    "no competition.toml": Stranger(files={"games.csv": GAMES}, settings=None, code="settings.file"),
    "one bracket for a season": Stranger(settings=SETTINGS.replace("[[season]]", "[season]"), code="settings.heading"),
    "TOML nested 20,000 deep": Stranger(settings=f"a = {'[' * 20_000}{']' * 20_000}\n{SETTINGS}", code="settings.toml"),
    "TOML with a key of 200,000 parts": Stranger(settings=f"{'a.' * 200_000}a = 1\n{SETTINGS}", code="settings.toml"),
    "a number of 5,000 digits": Stranger(settings=f"{SETTINGS}[ranking]\nlines = {'9' * 5_000}", code="settings.toml"),
    "a competition.toml of 2 MB": Stranger(settings=f"{SETTINGS}#{'x' * 2_000_000}\n", code="settings.file"),
    "a competition.toml in Latin-1": Stranger(
        files={"competition.toml": f'club = "Café"\n{SETTINGS}'.encode("latin-1")}, code="settings.file"
    ),
    "1,500 entrants in one session": Stranger(
        files={
            "sessions.csv": "session_id,date\n1,2025-09-02\n",
            "results.csv": "session_id,line,board,ns,ew,score\n"
            + "".join(f"1,A,1,{pair},{pair + 1},50\n" for pair in range(1, 1_500, 2)),
        },
        code="limits.size",
        sessions=0,
    ),
}

_WITH_LINKS: dict[str, Stranger] = {
    "a link to a file outside": _linked("names.csv", "/etc/passwd"),
    "a link to a folder outside": _linked("linked", "/etc"),
    "a link to itself": _linked("linked", "linked"),
    "a link to the folder that it is in": _linked("again", ".", "warning"),
    "a competition.toml that is a link to outside": _linked("competition.toml", "/etc/passwd"),
    "a pipe": _made(_pipe, "evening.pbn", "landing.no_file"),
    "a pipe called competition.toml": _made(_pipe, "competition.toml", "landing.no_file"),
    "a socket": Stranger(write=_socket, code="landing.no_file"),
    "a link to a device": _linked("zero.pbn", "/dev/zero"),
    "a sparse file of 6 GB": Stranger(write=_sparse, code="limits.size"),
}
"""Not on Windows: links need a right that its users do not have, it has no such pipes, and its files are not sparse."""

_WITH_ANY_NAME: dict[str, Stranger] = {
    "a name that is not UTF-8": Stranger(write=_name_that_is_no_utf8, code="landing.name", severity="warning")
}
"""Neither on Windows nor on macOS: all names are Unicode there."""

STRANGERS: dict[str, Stranger] = {
    **_ANYWHERE,
    **(_WITH_LINKS if sys.platform != "win32" else {}),
    **(_WITH_ANY_NAME if sys.platform == "linux" else {}),
}
