"""The report: a static site that is read from the file system, with one folder per competition.

What belongs here: which folders are written anew, which are kept and which are removed. A competition is written to a
temporary folder and then moved to its place, so a reader never sees half of it.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.build_record import code_sha256
from pipelines.display.progress import Progress
from pipelines.errors import UnusableError
from pipelines.reports.html import write_assets, write_page
from pipelines.reports.page_names import FEDERATION_CHART, FEDERATION_PAGE, FEDERATION_TABLES, RATINGS, page_name
from transforms.privacy import shown_to_all
from transforms.tables import CLUB, COMPETITION, IN_RATING_SEASONS, Tables

_FINGERPRINT = ".fingerprint"
_ASIDE = ".writing-"
_OURS = b'<meta name="generator" content="Barometer"/>'
_FEDERATION = "awards.federation"
"""The one table that belongs to no club."""
_FEDERATION_FILES = (
    FEDERATION_PAGE,
    FEDERATION_CHART,
    "federation.xlsx",
    *(f"{name}.csv" for name in FEDERATION_TABLES),
)
"""All files that are written from this table, beside the first page."""
_OF_RATINGS = frozenset({"raw.games", "raw.ratings", *IN_RATING_SEASONS})
"""Tables that are downloaded with the ratings of a competition that has any, and then not with each of its seasons."""

Key = tuple[Any, ...]
"""(club, competition), or (club, competition, season)."""


def write_site(tables: Tables, out: Path, progress: Progress = lambda *_: None) -> Path:
    """Write the site of all competitions in the tables of the warehouse; return its first page.

    A competition whose rows did not change since the last time is left as it is, and the folder of a competition that
    no longer exists is removed. Other folders in `out` are not touched.

    Args:
        tables: the tables of `WAREHOUSE` that belong to competitions, and `awards.federation`, by name.
        out: the folder of the site.
        progress: called as competitions are written.

    Raises:
        UnusableError: `out` is not a folder, cannot be written to, or has a first page that is not Barometer's.
    """
    everywhere = shown_to_all(tables)
    tables = {name: table for name, table in everywhere.items() if name != _FEDERATION}
    opened = _opened(out)
    fingerprints = _fingerprints(tables)
    folders = {owner: out.joinpath(*map(page_name, owner)) for owner in fingerprints}
    changed = [owner for owner, folder in folders.items() if _fingerprint_in(folder) != fingerprints[owner]]
    with opened as name:
        aside = Path(name)
        for done, (owner, written) in enumerate(_written(tables, changed, aside), start=1):
            (written / _FINGERPRINT).write_text(fingerprints[owner], encoding="utf-8")
            _put(written, folders[owner])
            progress("writing reports", done, len(changed))
        first = aside / "first"
        first.mkdir()
        write_assets(first)
        federation = everywhere[_FEDERATION]
        write_page(
            first / "index.html",
            "index.html",
            root="",
            clubs=_clubs(tables),
            federation=_in_all_clubs(federation),
            findings=_findings(tables),
        )
        _put_federation(federation, first, out)
        for file in first.iterdir():
            file.replace(out / file.name)
    _remove_all_but(folders.values(), out)
    return out / "index.html"


def draw_clubs(tables: Tables, clubs: list[str], site: Path, aside: Path, progress: Progress) -> None:
    """Draw the pages of some clubs into folders of theirs in `aside`."""
    shown = shown_to_all(tables)
    owners = shown["raw.competitions"].select(CLUB).unique().sort(CLUB).rows()
    for club in clubs:
        (aside / page_name(club)).mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=aside) as name:
        for done, (owner, written) in enumerate(_written(shown, owners, Path(name)), start=1):
            written.rename(aside.joinpath(*map(page_name, owner)))
            progress("drawing pages", done, len(owners))


def draw_first(tables: Tables, site: Path, aside: Path) -> None:
    """Draw what is shown of all clubs together into `aside`."""
    everywhere = shown_to_all(tables)
    aside.mkdir(parents=True, exist_ok=True)
    write_assets(aside)
    federation = everywhere[_FEDERATION]
    write_page(
        aside / "index.html",
        "index.html",
        root="",
        clubs=_clubs(everywhere),
        federation=_in_all_clubs(federation),
        findings=_findings(everywhere),
    )
    if federation.height:
        from pipelines.reports.pages.awards import write_federation

        write_federation(federation, aside)


def _in_all_clubs(awards: pl.DataFrame) -> dict[str, Any] | None:
    """What the first page shows of the list of all clubs; None where there is no such list."""
    if awards.is_empty():
        return None
    return {"page": FEDERATION_PAGE, "people": awards["person"].n_unique(), "seasons": awards["season"].n_unique()}


def _put_federation(awards: pl.DataFrame, aside: Path, out: Path) -> None:
    """Write the list of all clubs anew where it changed, and remove it where nobody has points any more."""
    digest = hashlib.sha256(code_sha256().encode())
    digest.update(f"{awards.columns} {awards.height} {awards.hash_rows().sum()}".encode())
    fingerprint = digest.hexdigest()
    if awards.height and (out / FEDERATION_PAGE).exists() and _fingerprint_in(out) == fingerprint:
        return
    if _fingerprint_in(out) is not None:
        (out / _FINGERPRINT).unlink()
        for name in _FEDERATION_FILES:
            (out / name).unlink(missing_ok=True)
    if awards.height:
        # This import is not at the top, since it loads a drawing library.
        from pipelines.reports.pages.awards import write_federation

        folder = aside / "federation"
        folder.mkdir()
        write_federation(awards, folder)
        for file in folder.iterdir():
            file.replace(out / file.name)
        folder.rmdir()
        (out / _FINGERPRINT).write_text(fingerprint, encoding="utf-8")


def check_site(out: Path) -> None:
    """Make the folder of the site where there is none.

    Raises:
        UnusableError: it cannot be made or written to, or has a first page that is not Barometer's.
    """
    _opened(out).cleanup()


def _opened(out: Path) -> tempfile.TemporaryDirectory[str]:
    """A temporary folder inside `out`, after a check that `out` may be written to and is Barometer's."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name in ("index.html", FEDERATION_PAGE):
            if (out / name).exists() and _OURS not in (out / name).read_bytes():
                raise UnusableError(
                    f"{out}: its {name} is not Barometer's and would be overwritten; name a new or an empty folder"
                )
        for left_by_a_crash in out.glob(f"{_ASIDE}*"):
            shutil.rmtree(left_by_a_crash)
        return tempfile.TemporaryDirectory(prefix=_ASIDE, dir=out)
    except OSError as error:
        raise UnusableError(
            f"{out}: reports cannot be written there ({error.strerror}); name a folder that can be written to"
        ) from error


def _fingerprints(tables: Tables) -> dict[Key, str]:
    """(club, competition) -> hash of all its rows, in any order, and of the code that shows them."""
    owners = tables["raw.competitions"].select(CLUB).unique().sort(CLUB).iter_rows()
    digests = {owner: hashlib.sha256(code_sha256().encode()) for owner in owners}
    for name, table in sorted(tables.items()):
        rows = table.select(*CLUB, hash=table.hash_rows()).group_by(CLUB).agg(pl.len(), pl.col("hash").sum())
        for club, competition, count, total in rows.iter_rows():
            if (club, competition) in digests:
                digests[club, competition].update(f"{name} {table.columns} {count} {total}\n".encode())
    return {owner: digest.hexdigest() for owner, digest in digests.items()}


def _fingerprint_in(folder: Path) -> str | None:
    file = folder / _FINGERPRINT
    return file.read_text(encoding="utf-8") if file.exists() else None


def _written(tables: Tables, owners: list[Key], aside: Path) -> Iterator[tuple[Key, Path]]:
    """Write each of these competitions into a folder of its own; yield (competition, folder) when it is complete."""
    if not owners:
        return
    # These imports are not at the top: a build with nothing new does not need a drawing library, a second to load.
    from pipelines.reports.content import Season
    from pipelines.reports.pages.ratings import Federation, latest_ratings, write_ratings
    from pipelines.reports.pages.season import write_season
    from pipelines.reports.tables.ratings import rating_tables
    from pipelines.reports.tables.report import report_tables

    wanted = pl.DataFrame(owners, schema=dict.fromkeys(CLUB, pl.String), orient="row")
    warehouse = {name: table.join(wanted, on=CLUB, how="semi", maintain_order="left") for name, table in tables.items()}
    of_ratings = {name: table for name, table in warehouse.items() if name in _OF_RATINGS}
    report_of, rows_of = _by(COMPETITION, report_tables(warehouse)), _by(COMPETITION, warehouse)
    ratings_of, rating_rows_of = _by(CLUB, rating_tables(warehouse)), _by(CLUB, of_ratings)
    competitions = warehouse["raw.competitions"].sort(*CLUB, "start")
    for number, (owner, seasons) in enumerate(competitions.group_by(CLUB, maintain_order=True)):
        folder = aside / str(number)
        folder.mkdir()
        write_assets(folder)
        names = seasons["season"].to_list()
        ratings = ratings_of(owner)
        latest = latest_ratings(ratings)
        if latest:
            federation = Federation(seasons.row(-1, named=True), names, ratings, rating_rows_of(owner))
            write_ratings(federation, folder / RATINGS)
        for competition in seasons.iter_rows(named=True):
            key = tuple(competition[name] for name in COMPETITION)
            rows = {name: rows for name, rows in rows_of(key).items() if not (latest and name in _OF_RATINGS)}
            season = Season(competition, names, report_of(key), rows, latest)
            write_season(season, folder / page_name(competition["season"]))
        yield owner, folder


def _by(columns: tuple[str, ...], tables: Tables) -> Callable[[Key], dict[str, pl.DataFrame]]:
    """A function from a competition or season to its rows in every table; a table without seasons fits all seasons."""
    keys = {name: [column for column in columns if column in table.columns] for name, table in tables.items()}
    parts = {name: table.partition_by(keys[name], as_dict=True) for name, table in tables.items()}

    def of(key: Key) -> dict[str, pl.DataFrame]:
        return {name: parts[name].get(key[: len(keys[name])], table.clear()) for name, table in tables.items()}

    return of


def _put(written: Path, folder: Path) -> None:
    """Move a complete folder to its place; an old folder there is moved away."""
    folder.parent.mkdir(exist_ok=True)
    if folder.exists():
        folder.rename(written.with_suffix(".old"))
    written.rename(folder)


def _remove_all_but(folders: Iterable[Path], out: Path) -> None:
    """Remove the folders of competitions that no longer exist; a fingerprint shows that a folder is Barometer's."""
    for fingerprint in out.glob(f"*/*/{_FINGERPRINT}"):
        if fingerprint.parent not in set(folders):
            shutil.rmtree(fingerprint.parent)
            if not any(fingerprint.parent.parent.iterdir()):
                fingerprint.parent.parent.rmdir()


def _clubs(tables: Tables) -> list[tuple[str, list[dict[str, Any]]]]:
    """(name of the club, its seasons with their sizes), in order of name; the latest season shows the ratings."""
    sessions = tables["raw.sessions"].group_by(COMPETITION).agg(sessions=pl.len(), last=pl.col("date").max())
    players = tables["raw.entries"].group_by(COMPETITION).agg(players=pl.col("player_id").n_unique())
    of_last_list = pl.col("list_date") == pl.col("list_date").max().over(CLUB)
    rated = tables["ratings.elo"].filter(of_last_list).group_by(*CLUB, "list_date").agg(rated=pl.col("rating").count())
    seasons = (
        tables["raw.competitions"]
        .join(rated, on=CLUB, how="left")
        .join(sessions, on=COMPETITION, how="left")
        .join(players, on=COMPETITION, how="left")
        .with_columns(pl.col("sessions", "players").fill_null(0))
        .sort(
            pl.col("club_name").str.to_lowercase(),
            "club",
            pl.col("competition_name").str.to_lowercase(),
            "competition",
            "start",
            descending=[False] * 4 + [True],
        )
        .with_columns(is_first=pl.struct(CLUB).is_first_distinct())
    )
    return [(rows["club_name"][0], rows.to_dicts()) for _, rows in seasons.group_by("club", maintain_order=True)]


def _findings(tables: Tables) -> list[dict[str, Any]]:
    """Findings on competitions without a page: their settings could not be read, or there are none."""
    of_none = tables["raw.findings"].join(tables["raw.competitions"], on=CLUB, how="anti")
    columns = ("severity", "file", "line_no", "field", "value", "message")
    return of_none.rename({"file_id": "file"}).select(columns).sort(columns).to_dicts()
