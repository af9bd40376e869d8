"""Build a landing folder into a warehouse and pages, in this process; also build the sample."""

import datetime as dt
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from pipelines.building.changes import Plan, plan_of
from pipelines.building.groups import BUDGET
from pipelines.building.solving.store import fault_of, store_of
from pipelines.building.writing import complete, rewriting
from pipelines.cli.terminal.which_landing import last_folders
from pipelines.intake.landing.folders import SETTINGS, LandingError, competition_folders
from pipelines.intake.landing.raw_tables import settings_of
from pipelines.machine.disks import check_writable
from pipelines.machine.errors import UnusableError
from pipelines.machine.files import patiently
from pipelines.machine.paths import SAMPLE, Lake, Paths, Place, desk_of
from pipelines.reports.site_folder import check_site
from pipelines.settings.problems import SettingsError
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import all_findings, last_number
from pipelines.warehouse.lake_files import lost, make_again
from pipelines.words.plain_text import to_type
from pipelines.words.progress import Progress
from pipelines.words.suggestions import nearest, some
from transforms.published.kinds import RESULTS
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext, ngettext_noop
from transforms.tables.schemas import CLUB, COMPETITION, ENTRANT, PERSON, SESSION


@dataclass(frozen=True)
class Outcome:
    """The findings of this build and of the one before it, the home page, and whether nothing had to be built."""

    findings: pl.DataFrame
    before: pl.DataFrame
    index: Path
    up_to_date: bool


def build(
    paths: Paths,
    season: str | None = None,
    progress: Progress = lambda *_: None,
    *,
    full: bool = False,
    memory: int = BUDGET,
    say: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Build everything, or only the changes since the last build.

    `season` restricts the build to one season, unless that season starts from another season's rankings. `memory` is
    the most bytes for clubs that are computed together. `say` gets lines about what is built, and which build this one
    waits for. If a `LandingError` or `WarehouseError` stops the build, nothing is half-written.
    """
    complete(paths.warehouse, paths.reports, say)
    index = paths.reports / "index.html"
    if season is not None and (why := _why_not_by_itself(paths.landing, season)):
        say(gettext("{why}, so all seasons are built.", why=why))
        season = None
    looked_at = dt.datetime.now(dt.UTC)
    if full and season is None:
        _without_lost_tables(paths.warehouse, say)
    with as_it_is(paths.warehouse, season, is_replaced=True) as warehouse:
        planned_after = last_number(warehouse)
        folders = competition_folders(paths.landing)
        if isinstance(paths.warehouse, Path):
            where, fix = Message("the warehouse"), Message("name another place for it with --warehouse")
            check_writable(paths.warehouse.absolute().parent, where, fix)
        check_site(paths.reports)
        if fault := fault_of(store_of(paths.warehouse)):
            say(fault)
        plan = plan_of(paths, warehouse, folders, full=full)
        before = all_findings(warehouse)
        if plan.is_empty:
            return Outcome(before, before, index, up_to_date=True)
        evenings = warehouse.read_distinct("raw.sessions", SESSION)
    said_before: list[str] = []

    def said(words: str) -> None:
        said_before.append(words)
        say(words)

    def plan_now(copy: Warehouse) -> Plan:
        """Return the first plan, or a new plan if another build may have run in the meantime."""
        if last_number(copy) == planned_after and not said_before:
            return plan
        return plan_of(paths, copy, competition_folders(paths.landing), full=full)

    # Imported here, because most of the code is needed only if there is something to build.
    from pipelines.building.build import under_way

    with under_way(paths, plan_now, season, progress=progress, say=said) as under:
        if under.plan is plan:
            under.started_at = looked_at
        say(gettext("Building {what}.", what=under.plan.why))
        under.run(memory)
        findings = all_findings(under.warehouse)
        others = under.warehouse.read("published.corrections")
        history = history_of(others, paths.warehouse, under.warehouse.read("raw.sessions")) if len(others) else ""
        news = [*came_in(under.warehouse, evenings)]
        under.publish()
    for line in news:
        say(line)
    if not others.is_empty():
        desk = desk_of(paths.reports)
        desk = desk if paths.reports.name in {"", ".."} else paths.reports.with_name(desk.name)
        commands = {"history": history, "publish": to_type("publish", warehouse=paths.warehouse)}
        say(ngettext(*_CHANGED, others.height, desk=desk / "index.html", **commands))
    return Outcome(findings, before, index, up_to_date=False)


def _without_lost_tables(place: Place, say: Callable[[str], None]) -> None:
    """Empty the tables of a lake that have lost files, unless the record of publications is among them."""
    if not isinstance(place, Lake):
        return
    with as_it_is(place) as warehouse:
        gone = lost(warehouse)
    if gone and gone.can_be_made:
        with rewriting(place, "barometer build", say) as warehouse:
            make_again(warehouse, gone.tables)


_CHANGED = ngettext_noop(
    "{number} published number would now be different. See the director's desk, {desk}; {history} "
    "shows more, and {publish} records the new number as published.",
    "{number} published numbers would now be different. See the director's desk, {desk}; {history} "
    "shows more about some of them, and {publish} records the new numbers as published.",
)


def history_of(corrections: pl.DataFrame, place: Place, sessions: pl.DataFrame) -> str:
    """Return the command that shows the corrections of a session; if there are none, the corrections of a player."""
    of_sessions = corrections.drop_nulls("session_id")
    if of_sessions.is_empty():
        row = corrections.sort("season", "player_id", "players", *CLUB, nulls_last=True).row(0, named=True)
    else:
        row = of_sessions.sort(pl.col("kind") != RESULTS.name, "season", "session_id", *CLUB).row(0, named=True)
    of_competition = f"{row['club']}/{row['competition']}"
    if (wanted := row["session_id"]) is None:
        who = row["player_id"] or str(row["players"] or "").partition(" + ")[0]
        return to_type("history", who, competition=of_competition, warehouse=place)
    same_id = sessions.filter(session_id=wanted).select(SESSION).unique()
    seasons = same_id.filter(club=row["club"], competition=row["competition"]).height
    competition = of_competition if same_id.height > seasons else None
    season = row["season"] if seasons > 1 else None
    return to_type("history", wanted, competition=competition, season=season, warehouse=place)


def _why_not_by_itself(landing: Path, season: str) -> str | None:
    names, why = set[str](), None
    for folder in competition_folders(landing):
        if not folder.competition:
            continue
        with suppress(SettingsError):
            settings = settings_of(folder, landing)
            first, *later = sorted(settings.season, key=lambda known: known.start)
            names |= {known.name for known in (first, *later)}
            if any(known.name == season and known.ranking.hand_on for known in later):
                sentence = gettext_noop(
                    "{path}: season {season} starts from the final rankings of the season before (ranking.hand_on)"
                )
                why = gettext(sentence, path=folder.files[SETTINGS].path, season=season)
    if season not in names:
        sentence = gettext_noop("{landing}: there is no season {season}{near}; choose one of these: {names}")
        near = nearest(season, names)
        raise LandingError(sentence, landing=landing, season=season, near=near, names=some(sorted(names)))
    return why


_ASIDE = ".copying"


def build_demo(folder: Path, progress: Progress, say: Callable[[str], None]) -> Outcome:
    """Copy the sample into a folder and build it there. Files of an earlier demo stay, even those that were changed."""
    places = places_of_demo(folder)
    if not places.landing.is_dir():
        if folder.is_file() or (folder.is_dir() and {path.name for path in folder.iterdir()} - {_ASIDE}):
            raise UnusableError(
                "{folder}: this folder contains other files; name a new or an empty folder: barometer demo FOLDER",
                folder=folder,
            )
        aside = folder / _ASIDE  # a copy that was interrupted is made again
        shutil.rmtree(aside, ignore_errors=True)
        shutil.copytree(SAMPLE, aside)
        patiently(partial(aside.rename, places.landing), aside)
    return build(places, None, progress, say=say)


def places_of_demo(folder: Path) -> Paths:
    """Return the paths of the landing folder, the warehouse and the pages of a demo in a folder."""
    return Paths(folder / "landing", folder / "warehouse.duckdb", folder / "reports")


def page_of_last_build(place: Place) -> Path:
    """Return the home page that the last build of a warehouse wrote."""
    if (pages := last_folders(place).get("reports")) is not None:
        return first_page(pages)
    raise UnusableError(
        "{place}: nothing was built here. If you built in another folder, go to that folder first (cd FOLDER). "
        "If you never built, begin with: barometer new FOLDER",
        place=place,
    )


def page_of(folder: Path, place: Place) -> Path:
    """If the last build read this folder, return the page that the build wrote; else the folder's own home page."""
    before = None
    with suppress(UnusableError):  # the pages in a folder can be shown without a warehouse
        before = last_folders(place).get("landing")
    return page_of_last_build(place) if before == folder.resolve() else first_page(folder)


def first_page(folder: Path) -> Path:
    """Return the home page in a folder of pages, or in a folder of `build_demo`."""
    for page in (folder / "index.html", folder / "reports" / "index.html"):
        if page.is_file():
            return page
    raise UnusableError(
        "{folder}: there are no pages in this folder. Name the folder that barometer build prints after "
        '"Report:", or leave the folder out to open the pages of the last build. To make pages, run: barometer '
        "build",
        folder=folder,
    )


_SHOWN, _WINNERS = 3, 3
"""The most evenings that are listed, and the most winners that are named per evening."""


def came_in(warehouse: Warehouse, before: pl.DataFrame, day: Callable[[dt.date], str] = str) -> Iterator[str]:
    """Yield a line for each of the last few evenings not in `before` (`SESSION`); then the number of other evenings."""
    played_in_all = warehouse.read("raw.sessions")
    sessions = played_in_all.join(before, on=SESSION, how="anti")
    results = warehouse.read("scored.session_results", sessions["club"].unique().to_list())
    played = sessions.join(results.group_by(SESSION).agg(entrants=pl.len()), on=SESSION)
    last = played.sort("date", *SESSION, descending=[True, *[False] * len(SESSION)]).head(_SHOWN)
    clubs = last["club"].unique().to_list()
    titles = warehouse.read("raw.competitions", clubs).select(*COMPETITION, "club_name", "competition_name")
    boards = warehouse.read("raw.results", clubs).group_by(SESSION).agg(boards=pl.col("board").n_unique())
    shown = (
        last.join(titles, on=COMPETITION, how="left")
        .join(boards, on=SESSION, how="left")
        .join(_winners(warehouse, results.join(last, on=SESSION, how="semi")), on=SESSION, how="left")
        .sort("date", *SESSION)
    )
    open_doubts = warehouse.read("scored.doubts", clubs).filter(pl.col("accepted").is_null())
    in_doubt = set(open_doubts.select(SESSION).rows())
    of_several = played_in_all["club"].n_unique() > 1
    for row in shown.iter_rows(named=True):
        title = f"{row['club_name']}, {row['competition_name']}" if of_several else row["competition_name"]
        of = {"date": day(row["date"]), "competition": title, "winner": row["winner"] or "–"}
        counts = {"entrants": row["entrants"], "boards": row["boards"] or 0}
        if tuple(row[name] for name in SESSION) in in_doubt:
            doubtful = gettext_noop(
                "{winner} (not certain yet: the file of the evening contradicts itself or this result)"
            )
            of["winner"] = gettext(doubtful, winner=of["winner"])
        sentence = gettext_noop("New: {date}, {competition} (entrants: {entrants}, boards: {boards}), won by {winner}")
        yield gettext(sentence, **of, **counts)
    if others := played.height - last.height:
        yield ngettext("{number} more evening is new.", "{number} more evenings are new.", others)


def _winners(warehouse: Warehouse, results: pl.DataFrame) -> pl.DataFrame:
    """Return (`SESSION`, winner): the people who won the session, by name, or else by their number."""
    # Imported here, because most of the code is needed only if there is something to build.
    from pipelines.words.desk_words import number_said
    from transforms.rankings.rankings import IN_PAIRS

    clubs = results["club"].unique().to_list()
    first = results.filter(rank=1).sort(*SESSION, "field", "entrant")
    seated = warehouse.read("raw.entries", clubs).join(first, on=ENTRANT, how="semi")
    names = warehouse.read("raw.players", clubs).select(*PERSON, "name", "public").unique(PERSON)
    may_be_named = pl.col("public").fill_null(value=True)
    named = pl.when(may_be_named).then(pl.coalesce("name", "player_id")).otherwise(pl.lit(gettext("a member")))
    people = (
        seated.join(names, on=PERSON, how="left")
        .sort(*ENTRANT, "line_no", "player_id", nulls_last=True)
        .group_by(ENTRANT)
        .agg(people=named.str.join(" & "))
    )
    sessions = warehouse.read("raw.sessions", clubs).select(*SESSION, is_pair=pl.col("kind").is_in(IN_PAIRS))
    said = {one: gettext("pair {number}", number=number_said(one)) for one in first["entrant"].unique()}
    number = pl.when("is_pair").then(pl.col("entrant").replace(said)).otherwise("entrant")
    first = first.join(sessions, on=SESSION, how="left", maintain_order="left").with_columns(number=number)
    winners = first.join(people, on=ENTRANT, how="left", maintain_order="left").group_by(SESSION, maintain_order=True)
    return winners.agg(winner=pl.coalesce("people", "number").head(_WINNERS).str.join("; "))
