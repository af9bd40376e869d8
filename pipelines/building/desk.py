"""Draw the director's private pages (the desk) in a separate folder, and put them in place together with the site."""

import os
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from pipelines.building.brake import web_root_of
from pipelines.building.hiding import asked_in, not_named
from pipelines.machine.errors import why
from pipelines.machine.paths import Place, desk_of
from pipelines.reports.desk import (
    COMPARED,
    CORRECTED,
    HIDDEN,
    NEW,
    PUBLISHED,
    is_of_others,
    write_club,
    write_first,
    write_gone,
)
from pipelines.reports.manifests import put
from pipelines.reports.site import language_of_all
from pipelines.warehouse import Warehouse
from pipelines.warehouse.build_record import FINDINGS
from pipelines.warehouse.statements import is_one_of
from pipelines.words.languages import speaking, usual_language
from pipelines.words.plain_text import to_type
from transforms.intake.consequences import lines_asked_about
from transforms.intake.people.likely_people import likely_people
from transforms.official.to_settle import PLACES, unsettled
from transforms.published.kinds import KINDS, RESULTS
from transforms.published.trail import CHANGED, CORRECTIONS, PAST, PAST_CHANGED, of_present
from transforms.tables.messages import gettext, ngettext
from transforms.tables.schemas import SESSION, Entries, Findings, People, Players, Sessions
from transforms.tables.shared import in_shape

_PEOPLE = ("raw.players", "raw.entries", "raw.sessions", "raw.people", "raw.findings")
_READ = ("scored.official_differences", "scored.doubts", "raw.sessions", "raw.competitions")
_PUBLISHED = (CORRECTIONS, PAST, CHANGED, PAST_CHANGED)
_ASIDE = ".republished"
_PLAYED = ("raw.results", "scored.control_sheet")
_OFFICIAL = ("raw.results", "raw.official_results")
_LINE = ("club", "competition", "file_id", "line_no")
_AT_ONCE = 50
_FOR_DIRECTORS = 0o770
"""The permissions of a new folder for the desk: other users of the machine may not read it."""


def draw_desk(
    warehouse: Warehouse,
    clubs: Iterable[str],
    desk: Path,
    aside: Path,
    say: Callable[[str], None] = lambda _: None,
    *,
    with_first: bool = True,
) -> tuple[int, int]:
    """Draw the pages of these clubs and the home page into `aside`, but only those that differ from the desk's pages.

    Return how many players may be two people or the same as another, and how many people are hidden at clubs' request.
    `pipelines.reports.manifests.put` puts the pages in place later. If a club's page cannot be drawn, its old page
    stays and `say` gets a message; only errors of the disk or of memory are raised.
    """
    if why := _why_not(desk):
        say(gettext("{desk}: {why}, so the pages for the director are not written.", desk=desk, why=why))
        return 0, 0
    known = warehouse.read_all_seasons("raw.competitions")
    there = sorted(known["club"].unique())
    drawn = [club for club in there if club in set(clubs)]
    languages = dict(known.drop_nulls("language").select("club", "language").iter_rows())
    alike = hidden = 0
    asked = asked_in(warehouse)
    for first in range(0, len(drawn), _AT_ONCE):
        some = drawn[first : first + _AT_ONCE]
        tables = tables_of_desk(warehouse, some, asked)
        alike += tables["people"].height
        of_nobody = tables["findings"].filter(code="hidden.nobody").select("club", player_id="value")
        hidden += tables["hidden"].filter("said").join(of_nobody, on=["club", "player_id"], how="anti").height
        for club in some:
            own = {name: table.filter(pl.col("club") == club) for name, table in tables.items()}
            try:
                with speaking(languages.get(club) or usual_language()):
                    write_club(club, own, desk, aside)
            except (OSError, MemoryError):
                raise
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
                say(gettext("{club}: its page for the director cannot be drawn ({error}).", club=club, error=wrong))
    write_gone(there, desk, aside)
    if with_first:
        with speaking(language_of_all(known)):
            _draw_first(warehouse, known, desk, aside)
    return alike, hidden


def say_of_people(alike: int, hidden: int, place: Place, say: Callable[[str], None]) -> None:
    """Report how many people this warehouse hides, and how many players may be two people."""
    people = ngettext(
        "{number} player may be two people, or the same person as another player: {command} shows who and why.",
        "{number} players may be two people, or the same person as another player: {command} shows who and why.",
        alike,
        command=to_type("people", warehouse=place),
    )
    members = ngettext(
        '{number} person is shown as "a member" on the pages, because of the column public in a table players.',
        '{number} people are shown as "a member" on the pages, because of the column public in a table players.',
        hidden,
    )
    for number, line in ((alike, people), (hidden, members)):
        if number:
            say(line)


def redraw(warehouse: Warehouse, clubs: Collection[str], site: Path | None) -> Callable[[], None]:
    """Draw the pages of these clubs while the warehouse is rewritten; return a function that puts them in place.

    Nothing is drawn without a site and a desk next to it. If the process is killed, each file is either old or new.
    """
    if site is None or not (desk := desk_of(site)).is_dir():
        return lambda: None
    shutil.rmtree(desk / _ASIDE, ignore_errors=True)
    draw_desk(warehouse, clubs, desk, desk / _ASIDE)
    return partial(put, desk / _ASIDE, desk)


def _why_not(desk: Path) -> str | None:
    """Create the desk's folder if needed; return the reason if the folder cannot be used, else None."""
    if not desk.exists() and (root := web_root_of(desk)):
        return gettext(
            "it would be in {root}, whose files a web server shows to everybody (to allow this, create that folder"
            " yourself)",
            root=root,
        )
    try:
        desk.mkdir(mode=_FOR_DIRECTORS, parents=True, exist_ok=True)
    except OSError as error:
        return gettext("the folder cannot be created ({error})", error=why(error))
    if is_of_others(desk):
        return gettext("its index.html was not made by Barometer")
    return None if os.access(desk, os.W_OK | os.X_OK) else gettext("there is no permission to write to it")


def tables_of_desk(warehouse: Warehouse, clubs: Sequence[str], asked: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the tables of `pipelines.reports.desk.page_of_club` for these clubs; `asked` is `hiding.asked_in`."""
    tables = {name: warehouse.read_all_seasons(name, clubs) for name in {*_READ, *_PEOPLE, *_PUBLISHED, *FINDINGS}}
    for name in _PUBLISHED:
        tables[name.removeprefix("published.")] = tables.pop(name)
    tables["past_corrections"] = tables["past_corrections"].filter(ending="published")
    tables["changed_results"] = of_present(tables["changed_results"], tables["raw.sessions"]).collect()
    tables["findings"] = pl.concat(tables[name] for name in FINDINGS)
    published = [warehouse.read_distinct(kind.table, [*PUBLISHED, "published_at"], clubs) for kind in KINDS]
    return tables | {
        "people": likely_people(
            in_shape(Players, tables["raw.players"]),
            in_shape(Entries, tables["raw.entries"]),
            in_shape(Sessions, tables["raw.sessions"]),
            in_shape(People, tables["raw.people"]),
            in_shape(Findings, tables["raw.findings"]),
        ),
        "hidden": not_named(warehouse, clubs, asked, tables).select(*HIDDEN),
        "places": _places(warehouse, tables["findings"]),
        "compared": _compared(warehouse, clubs),
        # Rating lists that came in files have no time of publication.
        "published": pl.concat(rows.drop_nulls("published_at").select(*PUBLISHED) for rows in published).unique(),
        "new": _new(warehouse, clubs, tables["raw.sessions"]),
        "corrected": _corrected(tables["past_corrections"]),
    }


def _new(warehouse: Warehouse, clubs: Sequence[str], sessions: pl.DataFrame) -> pl.DataFrame:
    """Return the unpublished evenings of clubs that have published before, in the columns `NEW`, latest first."""
    listed, known = (
        warehouse.read_distinct(name, SESSION, clubs) for name in ("scored.session_results", RESULTS.table)
    )
    days = sessions.group_by(SESSION).agg(pl.col("date").min())
    return (
        listed.join(known, on="club", how="semi")
        .join(known, on=SESSION, how="anti")
        .join(days, on=SESSION, how="left")
        .select(*NEW)
        .sort("date", *SESSION, descending=[True, *[False] * len(SESSION)], nulls_last=True)
    )


def _corrected(past: pl.DataFrame) -> pl.DataFrame:
    """Return the number of past corrections per subject, in the columns `CORRECTED`, latest first, then by kind."""
    of_what = [name for name in CORRECTED if name != "number"]
    counted = past.with_columns(pl.coalesce("date", "list_date").alias("date")).group_by(of_what).agg(number=pl.len())
    order = {kind.name: place for place, kind in enumerate(KINDS)}
    of_kind = pl.col("kind").replace_strict(order, default=None, return_dtype=pl.Int8)
    within = (of_kind, "date", *SESSION, "list", "scheme")
    return _typed(counted, CORRECTED).sort("until_at", *within, descending=[True, *[False] * len(within)])


def _typed(rows: pl.DataFrame, types: Mapping[str, pl.DataType | type[pl.DataType]]) -> pl.DataFrame:
    return rows.select(pl.col(name).cast(dtype) for name, dtype in types.items())


def _compared(warehouse: Warehouse, clubs: Sequence[str]) -> pl.DataFrame:
    """Return per club the number of lines and entrants whose result a file states, in the columns `COMPARED`."""
    if not {*_OFFICIAL} <= {*warehouse.tables()}:
        return pl.DataFrame(schema=COMPARED)
    of_clubs = is_one_of("club", sorted(clubs))
    found = warehouse.sql(
        f"select club, count(*) as number from (select club from raw.results where {of_clubs}"  # noqa: S608 - names of ours, and quoted
        " and coalesce(official_ns_points, official_ew_points) is not null"
        f" union all select club from raw.official_results where {of_clubs} and coalesce(score, points) is not null)"
        " group by club order by club"
    )
    return _typed(found, COMPARED)


def _places(warehouse: Warehouse, findings: pl.DataFrame) -> pl.DataFrame:
    """Return the result lines that findings are about, in the columns `PLACES`, as far as they were read."""
    about = findings.with_columns(line_no=lines_asked_about())
    named = about.explode("line_no", empty_as_null=False, keep_nulls=False).select(_LINE).drop_nulls().unique()
    if named.is_empty() or not {*_PLAYED} <= {*warehouse.tables()}:
        return pl.DataFrame(schema=PLACES)
    clubs = is_one_of("club", named["club"].unique().sort().to_list())
    # With many clubs, only the results of these files are read, not all results.
    files = is_one_of("file_id", named["file_id"].unique().sort().to_list())
    of_board = "club, competition, season, session_id, board"
    lines = warehouse.sql(
        f"select {', '.join(_LINE)}, season, session_id, line, board, ns, ew, shown from raw.results left join"  # noqa: S608 - names of ours, and quoted
        f" (select distinct {of_board}, true as shown from scored.control_sheet where {clubs}) using ({of_board})"
        f" where {clubs} and {files}"
    )
    return _typed(lines.join(named, on=_LINE, how="semi"), PLACES)


def _draw_first(warehouse: Warehouse, competitions: pl.DataFrame, desk: Path, aside: Path) -> None:
    found = pl.concat(warehouse.read_all_seasons(name) for name in FINDINGS)
    of_scores = {name: warehouse.read_all_seasons(name) for name in ("scored.official_differences", "scored.doubts")}
    counted = {
        "errors": found.filter(severity="error"),
        "warnings": found.filter(severity="warning"),
        "differences": unsettled(of_scores | {"findings": found}),
        "changes": warehouse.read_all_seasons(CORRECTIONS),
    }
    clubs = competitions.sort("start").unique("club", keep="last").select("club", "club_name")
    for column, rows in counted.items():
        clubs = clubs.join(rows.group_by("club").agg(pl.len().alias(column)), on="club", how="left")
    clubs = clubs.with_columns(pl.exclude("club", "club_name").fill_null(0)).sort(
        pl.col("club_name").str.to_lowercase(), "club"
    )
    of_none = found.join(competitions, on="club", how="anti")
    write_first(clubs.to_dicts(), of_none, desk, aside)
