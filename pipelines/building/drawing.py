"""Draw a club's whole site in a separate folder, with hard links to unchanged files, and put it in place at once.

If the system cannot swap two folders in one operation, the files are put in place one by one.
"""

import ctypes
import ctypes.util
import errno
import json
import os
import shutil
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.machine.disks import is_full
from pipelines.machine.files import patiently, replaced
from pipelines.machine.stopping import stands_at
from pipelines.reports.files import MANIFEST, NamedFolders, manifest_of
from pipelines.reports.files import put as put_file_by_file
from pipelines.reports.first_page import MOST_FOUND, OF_EVENINGS, evenings, players_found, standing
from pipelines.reports.page_names import page_name, pages_in
from pipelines.reports.site import draw_clubs as draw_pages
from pipelines.reports.site import draw_first as draw_first_page
from pipelines.reports.site import forget, language_of_all
from pipelines.warehouse import Warehouse
from pipelines.warehouse.questions import NATURAL
from pipelines.words.languages import speaking
from pipelines.words.progress import Progress
from transforms import season
from transforms.official.to_settle import with_doubts
from transforms.privacy.withheld import withheld
from transforms.results.people_shown import sessions_found
from transforms.tables.schemas import COMPETITION, Tables

_TOKEN, _GONE = ".token", ".gone"
"""Two files next to the folders of clubs: one holds the name of the build, the other the list of removed clubs."""
_OF_BUILD = ".build"
_OF_FEDERATION = next(step for step in season.STEPS if "awards.federation" in step.makes)


def draw_clubs(tables: Tables, clubs: list[str], site: Path, aside: Path, progress: Progress) -> None:
    """Draw the pages of clubs into `aside`, with links to unchanged files. Raises `DrawingError` if a page fails."""
    draw_pages(tables, clubs, site, aside, progress)
    drawn = NamedFolders(aside)
    for club in clubs:
        for folder in drawn.of(club):
            _make_whole(folder, site / folder.name)


def draw_first(warehouse: Warehouse, site: Path, aside: Path, without: Collection[str] = ()) -> None:
    """Draw into `aside` the pages that cover all clubs but those in `without`, from what these clubs publish."""
    # "a member" in the tables must be in the language of the page, not of the terminal.
    languages = warehouse.sql("select distinct language from raw.competitions")
    with speaking(language_of_all(languages)):
        first = _first(warehouse, without)
        # The completed folder has no competition that is gone; a club that is gone is removed as a whole.
        draw_first_page(first, site, aside, is_all=False)


def _first(warehouse: Warehouse, without: Collection[str]) -> dict[str, pl.DataFrame]:
    people, is_out = withheld(warehouse.read_all_seasons), pl.col("club").is_in([*without])

    def shown(name: str, query: str) -> pl.DataFrame:
        return people.shown(name, warehouse.sql(query).remove(is_out))

    last = shown("raw.sessions", _LAST.format(table="raw.sessions", natural=NATURAL))
    last_of = last.select(*COMPETITION, last_session="session_id")
    competitions = warehouse.sql(_COMPETITIONS).remove(is_out).join(last_of, on=COMPETITION, how="left")
    competitions = with_doubts(competitions, warehouse.read_all_seasons("scored.doubts"))
    is_one, is_few = competitions["club"].n_unique() == 1, competitions["players"].sum() <= MOST_FOUND
    of_one, of_few = ("" if is_so else " limit 0" for is_so in (is_one, is_few))
    players = shown("raw.players", f"from raw.players{of_few}")
    tables = {name: shown(name, _LAST.format(table=name, natural=NATURAL) + of_one) for name in OF_EVENINGS}
    awards = warehouse.read_all_seasons("awards.federation")
    if without:
        given = {name: warehouse.read(name).remove(is_out) for name in _OF_FEDERATION.tables_read}
        (awards,) = _OF_FEDERATION.computed(given).values()
    return {
        "competitions": competitions,
        "evenings": evenings({"raw.sessions": last} | tables, players),
        "standing": standing(shown("rankings.player_rankings", _STANDING + of_one), players),
        "players": players_found(shown("raw.entries", _SEATED + of_few), players),
        "sessions": sessions_found(shown("raw.sessions", f"from raw.sessions{of_one}")),
        "looks": shown("raw.looks", f"from raw.looks order by club, competition{of_one}").head(1),
        "awards.federation": people.shown("awards.federation", awards),
    }


def takes_competitions(aside: Path) -> bool:
    """Return whether the drawn pages will remove a competition from the site: its new manifest is empty."""
    return any(not manifest_of(manifest.parent) for manifest in aside.glob(f"*/*/{MANIFEST}"))


def pages_of_clubs(site: Path, aside: Path, clubs: Iterable[str]) -> dict[str, int]:
    """Return the number of pages that each of these clubs should have."""
    folders = {club: page_name(club) for club in clubs if club}
    drawn = {club: aside / name if (aside / name).is_dir() else site / name for club, name in folders.items()}
    return {club: pages_in(folder) for club, folder in drawn.items() if folder.is_dir()}


def seal(aside: Path, token: str, gone: Iterable[str]) -> None:
    """Mark what was drawn in `aside`, and each club's folder in it, as complete; leave out clubs that are `gone`."""
    stands_at("putting the tables and pages in their places")
    aside.mkdir(parents=True, exist_ok=True)
    gone = list(gone)
    forget(aside, gone)  # `put` removes these clubs as a whole, so nothing takes their place
    for folder in _clubs(aside):
        (folder / _OF_BUILD).write_text(token, encoding="utf-8")
    (aside / _GONE).write_text(json.dumps(gone), encoding="utf-8")
    (aside / _TOKEN).write_text(token, encoding="utf-8")


def put(aside: Path, site: Path) -> None:
    """Move all drawn files to their places in the site. If a call is interrupted, the next call continues."""
    if (aside / _TOKEN).exists():
        token = (aside / _TOKEN).read_text(encoding="utf-8")
        # New folders come first, because folders of an older version link to them.
        for folder in sorted(_clubs(aside), key=lambda folder: (site / folder.name).exists()):
            _put_whole(folder, site / folder.name, token)
        if not _clubs(aside):
            # Put in place the files next to the clubs, the home page last. After that, clubs without a link on the home
            # page can be removed.
            files = (file for file in aside.iterdir() if file.is_file() and not file.name.startswith("."))
            for file in sorted(files, key=lambda file: (file.name == "index.html", file.suffix == ".html", file.name)):
                replaced(file, site / file.name)
        named = NamedFolders(site)
        for club in json.loads((aside / _GONE).read_text(encoding="utf-8")):
            for folder in named.of(club):
                patiently(partial(folder.rename, aside / f"{_GONE}-{folder.name}"), folder)
        for left in aside.glob(f"{_GONE}-*"):
            shutil.rmtree(left)
        (aside / _TOKEN).unlink()
    (aside / _GONE).unlink(missing_ok=True)
    put_file_by_file(aside, site)


def _put_whole(folder: Path, place: Path, token: str) -> None:
    """Swap a club's drawn folder with its folder on the site; if that is impossible, leave it to `put_file_by_file`."""
    if not place.exists():
        patiently(partial(folder.rename, place), folder)
    elif not _is_from(place, token) and not (_keeps_what_is_not_ours(folder, place) and exchanged(folder, place)):
        (folder / _OF_BUILD).unlink(missing_ok=True)
        return
    for manifest in place.glob(f"*/{MANIFEST}"):
        if not manifest_of(manifest.parent):  # a competition that is gone
            manifest.unlink()
            with suppress(OSError):  # another program has files in the competition's folder
                manifest.parent.rmdir()
    if folder.exists():
        shutil.rmtree(folder)
    if [left.name for left in place.iterdir()] == [_OF_BUILD]:
        shutil.rmtree(place)  # an older version left it, and no page links to it


def _make_whole(drawn: Path, present: Path) -> None:
    """Link the unchanged files listed in the manifests. A removed competition has an empty manifest."""
    names = {path.parent.name for folder in (drawn, present) for path in folder.glob(f"*/{MANIFEST}")}
    for name in sorted(names):
        is_changed = (drawn / name / MANIFEST).exists()
        files = manifest_of((drawn if is_changed else present) / name)
        for file in [*files, *([] if is_changed else [MANIFEST])]:
            if not (drawn / name / file).exists():
                (drawn / name / file).parent.mkdir(parents=True, exist_ok=True)
                _link(present / name / file, drawn / name / file)


def _keeps_what_is_not_ours(drawn: Path, present: Path) -> bool:
    """Copy files that are not ours, such as a password file, from a club's present folder; False if that fails."""
    competitions = {path.parent for path in present.glob(f"*/{MANIFEST}")}
    ours = {present / _OF_BUILD} | {of / file for of in competitions for file in (*manifest_of(of), MANIFEST)}
    ours |= {folder for file in ours for folder in file.parents}
    try:
        for found in sorted(set(present.rglob("*")) - ours):
            place = drawn / found.relative_to(present)
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.is_symlink() or (place.is_file() and not found.is_dir()):
                continue  # copied before an interruption, or one of our files now has that name
            if place.is_dir() and not found.is_dir():
                return False
            if found.is_symlink():
                place.symlink_to(found.readlink())
            elif found.is_dir():
                if not os.access(found, os.R_OK | os.W_OK | os.X_OK):
                    return False  # the content cannot be read, or could not be removed after the swap
                place.mkdir(exist_ok=True)
                shutil.copystat(found, place)
            else:
                _link(found, place)
        shutil.copymode(present, drawn)
    except OSError as wrong:
        if is_full(wrong):
            raise
        return False
    return True


def _link(file: Path, place: Path) -> None:
    try:
        place.hardlink_to(file)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(file, place)


def _is_from(folder: Path, token: str) -> bool:
    try:
        return (folder / _OF_BUILD).read_text(encoding="utf-8") == token
    except OSError:
        return False


def _clubs(aside: Path) -> list[Path]:
    return sorted(path for path in aside.iterdir() if path.is_dir() and not path.name.startswith("."))


_LAST = """
    from {table} semi join (
        from raw.sessions select club, competition, season, session_id
        qualify row_number() over (
            partition by club, competition, season order by date desc, {natural} desc, session_id desc) = 1
    ) using (club, competition, season, session_id)
"""
_STANDING = """
    from rankings.player_rankings semi join (
        from raw.competitions select club, competition, season
        qualify row_number() over (partition by club, competition order by start desc, season desc) = 1
    ) using (club, competition, season)
"""

_SEATED = "select distinct club, competition, season, player_id from raw.entries"
_COMPETITIONS = """
    with sessions as (
        select club, competition, season, count(*) as sessions, max(date) as last
        from raw.sessions group by all
    ), players as (
        select club, competition, season, count(distinct player_id) as players
        from raw.entries group by all
    ), rated as (
        select club, competition, list_date, count(rating) as rated
        from ratings.elo group by club, competition, list_date
        qualify list_date = max(list_date) over (partition by club, competition)
    ), rating_rules as (
        select club, competition, any_value(games_from) as games_from from raw.rating_seasons group by all
    )
    select club, competition, season, club_name, competition_name, start,
        individual_show or pairs_show as championships, coalesce(sessions, 0)::bigint as sessions,
        coalesce(players, 0)::bigint as players, last, list_date, rated, games_from
    from raw.competitions
        left join sessions using (club, competition, season)
        left join players using (club, competition, season)
        left join rated using (club, competition)
        left join rating_rules using (club, competition)
    order by club, competition, start, season
"""


_AT_FDCWD, _EXCHANGE = -100, 2
_NOT_HERE = (errno.EINVAL, errno.ENOSYS, errno.EXDEV, errno.ENOTSUP, errno.EOPNOTSUPP)


def exchanged(one: Path, other: Path) -> bool:
    """Swap two existing files or folders; return False and change nothing if the system cannot do that."""
    libc, (first, second) = _libc(), (os.fsencode(one), os.fsencode(other))
    if hasattr(libc, "renamex_np"):  # macOS
        wrong = libc.renamex_np(first, second, _EXCHANGE)
    elif hasattr(libc, "renameat2"):
        wrong = libc.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
    else:
        return False
    number = ctypes.get_errno()
    if wrong and number not in _NOT_HERE:
        raise OSError(number, os.strerror(number), str(one))
    return not wrong


@cache
def _libc() -> Any:
    return None if sys.platform == "win32" else ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
