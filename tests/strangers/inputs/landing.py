"""What strangers put into the landing folder: links, pipes, folders in place of files, odd names, odd settings."""

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from strangers.inputs import SETTINGS, Stranger

GAMES = b"game_id,date,player_id,opponent_id,points,opponent_points\nx,2025-09-02,a,b,2,0\n"
_SIX_GB = 6_000_000_000


def _link(to: str, name: str = "linked") -> Callable[[Path], None]:
    return lambda folder: (folder / name).symlink_to(to)


def _pipe(name: str) -> Callable[[Path], None]:
    return lambda folder: os.mkfifo(folder / name)


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


def _folder(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).mkdir()


def _name_that_is_no_utf8(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_bytes(b"what is this?")


def _loop(folder: Path) -> None:
    (folder / "again").symlink_to(folder, target_is_directory=True)


def _linked_settings(folder: Path) -> None:
    (folder / "competition.toml").symlink_to("/etc/passwd")


_ANYWHERE: dict[str, Stranger] = {
    "a folder with the name of a result file": Stranger(
        write=_folder("evening.pbn"), code="landing.name", severity="warning"
    ),
    "a folder called competition.toml": Stranger(
        settings=None, write=_folder("competition.toml"), code="landing.no_file"
    ),
    "no competition.toml": Stranger(files={"games.csv": GAMES}, settings=None, code="settings.file"),
    "one bracket for a season": Stranger(settings=SETTINGS.replace("[[season]]", "[season]"), code="settings.heading"),
    "TOML nested 20,000 deep": Stranger(settings=f"a = {'[' * 20_000}{']' * 20_000}\n{SETTINGS}", code="settings.toml"),
    "TOML with a key of 200,000 parts": Stranger(settings=f"{'a.' * 200_000}a = 1\n{SETTINGS}", code="settings.toml"),
    "a number of 5,000 digits": Stranger(
        settings=f"{SETTINGS}[ranking]\nwindow = {'9' * 5_000}\n", code="settings.toml"
    ),
    "a competition.toml of 2 MB": Stranger(settings=f"{SETTINGS}#{'x' * 2_000_000}\n", code="settings.file"),
    "a competition.toml in Latin-1": Stranger(
        files={"competition.toml": f'club = "Café"\n{SETTINGS}'.encode("latin-1")}, settings=None, code="settings.file"
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
    "a link to a file outside": Stranger(write=_link("/etc/passwd", "names.csv"), code="landing.link"),
    "a link to a folder outside": Stranger(write=_link("/etc"), code="landing.link"),
    "a link to itself": Stranger(write=_link("linked"), code="landing.link"),
    "a link to the folder that it is in": Stranger(write=_loop, code="landing.link", severity="warning"),
    "a competition.toml that is a link to outside": Stranger(
        settings=None, write=_linked_settings, code="landing.link"
    ),
    "a pipe": Stranger(write=_pipe("evening.pbn"), code="landing.no_file"),
    "a pipe called competition.toml": Stranger(settings=None, write=_pipe("competition.toml"), code="landing.no_file"),
    "a socket": Stranger(write=_socket, code="landing.no_file"),
    "a link to a device": Stranger(write=_link("/dev/zero", "zero.pbn"), code="landing.link"),
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
