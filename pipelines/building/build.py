"""Build the changed clubs, in batches that fit in memory, then the pages of all clubs, and put the result in place."""

import datetime as dt
import gc
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from pipelines.building import beyond, drawing, groups, putting
from pipelines.building.changes import (
    FAILED,
    NO_CLUB,
    SITE,
    Plan,
    by_club,
    gone_clubs,
    is_one_club,
    read_clubs,
    steps_made,
)
from pipelines.building.clubs_run import ClubsRun
from pipelines.building.desk import draw_desk, say_of_people
from pipelines.building.drawer import Job, drawers, in_shares, most_at_once
from pipelines.building.failures import (
    MAY_NAME,
    NOT_MADE,
    Failure,
    each_alone,
    findings_of,
    findings_of_all_clubs,
    in_words,
    raise_if_of_the_machine,
)
from pipelines.building.hiding import Hiding
from pipelines.building.solving.store import store_of
from pipelines.building.writing import Writing, writing
from pipelines.intake.landing.folders import SETTINGS, LandingError, folders_in
from pipelines.intake.landing.followed import take_away_page
from pipelines.intake.landing.read_before import READINGS, ReadBefore
from pipelines.machine import clock
from pipelines.machine.disks import naming
from pipelines.machine.files import apply_umask
from pipelines.machine.paths import Paths, next_to
from pipelines.machine.stopping import reporting, stands_at, watched
from pipelines.reports.manifests import NamedFolders, forget
from pipelines.reports.site_folder import refuse_others
from pipelines.settings.federation import federation_of
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse, exists, validated
from pipelines.warehouse.build_record import code_sha256, counted, last, last_number
from pipelines.warehouse.errors import has_copy, without_its_record
from pipelines.warehouse.trail import corrected_results, leave_trail
from pipelines.words.progress import Progress, drawing_pages
from transforms import season as season_steps
from transforms.checks.people import OTHER_NAME
from transforms.privacy.held_back import is_about_hiding
from transforms.published.vanished import gone_since
from transforms.tables.messages import VARIANT, gettext, in_english
from transforms.tables.schemas import RECORDED, VIEWS, WAREHOUSE, Findings
from transforms.tables.steps import Step

_NOT_SHOWN = ("operations.", "published.", "deals.findings", "federation.")
SHOWN = [table for table in WAREHOUSE if not table.startswith(_NOT_SHOWN)]
"""The tables that pages show or offer as downloads. Only the director sees `deals.findings`, about unlikely results."""
_READ_BY_ALL = {name for step in season_steps.STEPS if step.of_all_clubs for name in step.tables_read}
_PAGES = "its pages"
_FINDINGS, _OF_FEDERATION = "operations.findings", "federation.findings"
_GROUPS = "operations.groups"
_STEPS = "operations.steps"
_OF_EVENINGS = ("sessions", "competitions", "findings")
_LEFT = "left"
"""Stored instead of a hash of inputs, so that the next build renews the tables and pages of all clubs together."""


class Build:
    """A build in progress, which readers do not see until `publish`. Its plan follows from the warehouse."""

    def __init__(
        self,
        paths: Paths,
        plan: Callable[[Warehouse], Plan],
        into: Writing,
        progress: Progress,
        say: Callable[[str], None],
    ) -> None:
        self.started_at = dt.datetime.now(dt.UTC)  # before files are listed: the build with the later list counts
        self.number = last_number(into.warehouse) + 1
        self._had, self._grouped = _clubs_of(into.warehouse), {*into.warehouse.read(_GROUPS)["club"]}
        self.paths, self.plan, self.progress, self.say = paths, plan(into.warehouse), progress, say
        self.warehouse, self.aside, self._into = into.warehouse, into.aside, into
        beyond.remember(paths.warehouse, self.plan.wanted)
        self.failures: list[Failure] = []
        self.slips: list[pl.DataFrame] = []
        self.gone: list[pl.DataFrame] = []
        self.budget, self.draw_at_once, self.group_bytes = groups.BUDGET, most_at_once(), groups.most_in_a_group()
        self.hiding = Hiding(self.warehouse, paths.reports)
        self.published_before = set[str]()
        self._changed: dict[str, set[str]] = {}  # by table that steps of all clubs read: the clubs whose rows changed
        self._not_made = list[str]()
        self._drawn_anew, self._with_other_findings = list[str](), list[str]()

    def hold(self) -> bool:
        """Lock out other builds; drop clubs that they built from later files; return whether our pages still exist."""
        is_as_drawn = self._into.hold()
        self._leave_to_later_builds()
        self.begin()
        return is_as_drawn

    def begin(self) -> None:
        """Begin to write. The caller holds the lock."""
        if last(self.warehouse).get("code_sha256") != code_sha256() or len(self.warehouse.tables()) < len(WAREHOUSE):
            self.warehouse.describe()
        self.hiding.begin()
        self.number = last_number(self.warehouse) + 1
        self.published_before = read_clubs(self.warehouse)

    def _leave_to_later_builds(self) -> None:
        """Leave out clubs that a build with a later list of files has built, failed to build, or removed."""
        since = self.warehouse.read("operations.builds").filter(
            pl.col("build") >= self.number, pl.col("started_at") > self.started_at
        )
        of_since = self.warehouse.read_distinct(_STEPS, ["club", "build"]).join(since, on="build", how="semi")
        later = ({*of_since["club"]} | self._had - _clubs_of(self.warehouse)) - {NO_CLUB}
        stale = {club: tables for club, tables in self.plan.stale.items() if club not in later}
        gone = list[str]()
        with suppress(LandingError):  # if the folders cannot be listed, no club counts as gone
            still_gone = gone_clubs(self.warehouse, by_club(folders_in(self.paths.landing))) if self.plan.gone else []
            gone = [club for club in self.plan.gone if club in still_gone and club not in later]
        if left := sorted(later & set(self.plan.stale)):
            self.say(
                gettext(
                    "These clubs are left out, because a build that started later finished them first: {clubs}.",
                    clubs=", ".join(left),
                )
            )
        self.plan = self.plan._replace(stale=stale, gone=gone)

    def run(self, budget: int) -> None:
        """Build all clubs of the plan, in batches within the memory budget, then the pages of all clubs together."""
        self.budget = budget
        for run in self._batches(self.plan.clubs):
            self.keep(run)
        self.remove(self.plan.gone)
        self.make_federation()

    def _batches(self, clubs: Iterable[str], plan: Plan | None = None) -> Iterator[ClubsRun]:
        sizes = {club: groups.bytes_of(self.plan.folders.get(club, ())) for club in clubs}
        for batch in groups.batches(sizes, self.budget):
            run = self.clubs_run(batch, plan)
            run.run(self.draw)
            yield run

    def clubs_run(self, clubs: Iterable[str], plan: Plan | None = None, *, publishes: bool = False) -> ClubsRun:
        """Return a run that computes these clubs together. Without `plan`, it follows the plan of the build."""
        given = (self.warehouse, plan or self.plan, clubs, self.paths.landing, self.progress)
        kept = {"solved": store_of(self.paths.warehouse), "readings": self._readings}
        return ClubsRun(*given, number=self.number, publishes=publishes, **kept)

    @property
    def _readings(self) -> Path | None:
        return next_to(self.paths.warehouse, READINGS)

    def draw(self, run: ClubsRun) -> None:
        """Draw the pages of a run's clubs into `aside`. A club whose pages fail leaves the run."""
        clubs = [club for club, stale in run.clubs.items() if SITE in stale and club != NO_CLUB]
        if not clubs:
            return
        played = pl.concat(run.table(name, clubs).select("club") for name in ("raw.results", "raw.games"))
        results = dict.fromkeys(clubs, 0) | dict(played.group_by("club").len().iter_rows())
        own, *others = in_shares(results, self.draw_at_once)
        with drawers(others, lambda share: self._job(run, share)) as elsewhere:

            def report(what: str, drawn: int, _: int) -> None:
                self.progress(what, min(drawn + elsewhere.drawn(), len(clubs)), len(clubs))

            drawn, failures = each_alone(lambda some: self._draw(run, some, report), own, _PAGES)
            left = elsewhere.left(lambda: report(drawing_pages(), sum(len(some) for some, _ in drawn), 0))
        for share, why in left:
            self.say(
                gettext(
                    "Another process stopped early ({why}), so the pages of its clubs ({number}) are drawn in "
                    "this process, which is slower.",
                    why=why or "-",
                    number=len(share),
                )
            )
            failures += each_alone(lambda some: self._draw(run, some, lambda *_: None), share, _PAGES)[1]
        self.progress(drawing_pages(), len(clubs), len(clubs))
        run.set_aside(failures)
        forget(self.aside, [failure.club for failure in failures])

    def _draw(self, run: ClubsRun, clubs: list[str], progress: Progress) -> None:
        with naming(self.aside):
            job = self._job(run, clubs)
            drawing.draw_clubs(job.tables, job.clubs, job.site, job.aside, progress, is_one=job.is_one)

    def _job(self, run: ClubsRun, clubs: list[str]) -> Job:
        tables = {name: run.table(name, clubs) for name in SHOWN if "club" in WAREHOUSE[name].column_names()}
        read = partial(run.table, clubs=clubs)
        tables |= corrected_results(self.warehouse, self.number, self.started_at, clubs, read)
        tables["raw.players"] = pl.concat([tables["raw.players"], self.hiding.elsewhere(run, clubs)])
        self.hiding.note(clubs, tables)
        return Job(tables, clubs, self.paths.reports, self.aside, is_one_club(self.plan.folders))

    def keep(self, run: ClubsRun) -> None:
        """Write the results of a run to the copy of the warehouse, with the hashes of the inputs used."""
        of_later = {*run.clubs, *(failure.club for failure in run.failures)} - set(self.plan.stale)
        forget(self.aside, run.leave_out(of_later))
        tables = run.kept()
        if "raw.sessions" in run.made:
            now = {name: run.table(f"raw.{name}", all_seasons=False) for name in _OF_EVENINGS}
            self.gone.append(gone_since(self.warehouse.read("raw.sessions", [*run.clubs]), now).collect())
        leave_trail(self.warehouse, self.number, self.started_at, list(run.clubs), run.table)
        of_same_clubs: dict[frozenset[str], dict[str, pl.DataFrame]] = {}
        for name, rows in tables.items():
            of_same_clubs.setdefault(frozenset(run.made_for[name] & set(run.clubs)), {})[name] = rows
        for clubs, of_clubs in of_same_clubs.items():
            self._note_changes(of_clubs, clubs)
            self.warehouse.replace(of_clubs, clubs)
        tried = [*run.clubs, *(failure.club for failure in run.failures)]
        self.warehouse.replace({_STEPS: self._steps(run, tried)}, tried)
        self.hiding.keep(run, [club for club, stale in run.clubs.items() if SITE in stale])
        self.failures += run.failures
        # The files of a club that failed after reading may contain mistakes in lines that hide people.
        slips = pl.col("club").is_in([failure.club for failure in run.failures]), is_about_hiding()
        self.slips.append(run.made.get("raw.findings", Findings.create_empty()).filter(*slips))

    def _note_changes(self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str]) -> None:
        for name in _READ_BY_ALL & tables.keys():
            if not tables[name].equals(self.warehouse.read(name, clubs)):
                self._changed.setdefault(name, set()).update(clubs)

    def _steps(self, run: ClubsRun, tried: list[str]) -> pl.DataFrame:
        """Return the steps to record for these clubs: steps of this run, and earlier steps that are still valid."""
        at = {"club": pl.String, "table_name": pl.String}
        pages = putting.pages_of_clubs(self.paths.reports, self.aside, run.clubs)
        made = [
            (club, table, pages.get(club) if table == SITE else None) for club in run.clubs for table in run.clubs[club]
        ]
        failed = [(club, FAILED, "", "") for club in tried if club not in run.clubs]
        of_made = pl.DataFrame(made, at | {"pages": pl.Int64}, orient="row")
        nothing = pl.DataFrame(failed, at | {"inputs_sha256": pl.String, "code_sha256": pl.String}, orient="row")
        known = pl.concat([self.plan.wanted.join(of_made, on=list(at)), nothing], how="diagonal")
        before = steps_made(self.warehouse, tried).join(of_made, on=list(at), how="anti")
        return self._with_steps(before, known)

    def _with_steps(self, before: pl.DataFrame, now: pl.DataFrame) -> pl.DataFrame:
        now = now.with_columns(build=pl.lit(self.number)).select(before.columns).cast(before.schema)
        return validated(_STEPS, pl.concat([before, now]).sort("club", "table_name"))

    def remove(self, clubs: list[str]) -> None:
        """Remove the rows of clubs without a folder from all tables. `publish` removes their pages from the site."""
        if clubs:
            empty = {name: of.create_empty() for name, of in WAREHOUSE.items() if "club" in of.column_names()}
            leave_trail(self.warehouse, self.number, self.started_at, clubs, empty.__getitem__)
            kept = {*RECORDED, *VIEWS}
            self.warehouse.replace({name: rows for name, rows in empty.items() if name not in kept}, clubs)
            for club in clubs:
                ReadBefore(self._readings).forget(club)

    def make_federation(self, *, may_be_left: bool = False) -> bool:
        """Make the tables and pages of all clubs together from the clubs' publications; return whether they were made.

        With `may_be_left`, a build that waits for its turn may make them instead; they are then recorded as not made.
        """
        to_hide = self.hiding.to_hide()
        self._draw_where_others_are_withheld(to_hide)
        self._record_findings(to_hide)
        # These cannot wait for another build: a person who must now be hidden, and a club or competition that is gone.
        can_wait = (
            (self.paths.reports / "index.html").exists()
            and not (self.plan.gone or putting.takes_competitions(self.aside))
            and not self.hiding.hides_more(to_hide, self.published_before)
        )
        is_left = may_be_left and can_wait and self._into.is_waited_for()
        if not is_left:
            self._make_what_all_show()
        self._draw_desk(with_first=not is_left)
        now = self.plan.wanted.filter(pl.col("inputs_sha256").str.starts_with("all"), club=NO_CLUB)
        is_left_over = pl.lit(is_left) | pl.col("table_name").is_in(self._not_made)
        inputs = pl.when(is_left_over).then(pl.lit(_LEFT)).otherwise("inputs_sha256")
        now = now.with_columns(inputs_sha256=inputs, pages=None)
        others = self.warehouse.read(_STEPS, [NO_CLUB]).join(now, on=["club", "table_name"], how="anti")
        self.warehouse.replace({_STEPS: self._with_steps(others, now)}, [NO_CLUB])
        return not is_left

    def _make_what_all_show(self) -> None:
        conditions = {
            "federation": federation_of(self.paths.landing),
            "rating_table": rating_table(),
            "today": clock.today(),
        }
        failed: dict[str, str] = {}
        for step in filter(self._is_due, season_steps.STEPS):
            stands_at(step.makes[0])
            try:
                given: dict[str, Any] = {name: self._of_all_clubs(name, step) for name in step.tables_read}
                made = step.computed(given | conditions)
                frames = {name: validated(name, rows) for name, rows in made.items()}
            except BaseException as wrong:
                raise_if_of_the_machine(wrong)
                failed |= dict.fromkeys(step.makes, in_words(wrong))
                continue
            for name, frame in frames.items():
                self._put_of_all_clubs(name, frame)
        others = self.warehouse.read(_FINDINGS).filter(pl.col("code") != NOT_MADE)
        self.warehouse.write(_FINDINGS, pl.concat([others, findings_of_all_clubs(failed)]))
        self._not_made = [*failed]
        with naming(self.aside):
            drawing.draw_first(self.warehouse, self.paths.reports, self.aside)

    def _put_of_all_clubs(self, name: str, rows: pl.DataFrame) -> None:
        before = self.warehouse.read_all_seasons(name)
        if not rows.equals(before):
            self._changed[name] = {NO_CLUB}
            self.warehouse.write(name, rows)
        if name == _OF_FEDERATION:
            changed = pl.concat([rows, before]).filter(pl.struct(pl.all()).is_unique())
            self._with_other_findings = changed["club"].drop_nulls().unique().to_list()

    def _is_due(self, step: Step) -> bool:
        """Return whether a step of all clubs must run: its code or settings changed, or the rows that it reads."""
        if not step.of_all_clubs:
            return False
        key = ["table_name", "inputs_sha256", "code_sha256"]
        recorded = self.warehouse.read(_STEPS, [NO_CLUB])
        wanted = self.plan.wanted.filter(club=NO_CLUB).join(recorded, on=key, how="semi")["table_name"]
        changed = set[str]().union(*(self._changed.get(name, ()) for name in step.tables_read))
        # The plan also names a rating list whose day is over.
        stale = self.plan.stale.get(NO_CLUB, frozenset())
        if self.plan.gone or not set(step.makes) <= {*wanted} or not stale.isdisjoint(step.makes):
            return True
        if not step.within or NO_CLUB in changed:
            return bool(changed)
        return not changed.isdisjoint(self.warehouse.read_distinct(step.within, ["club"])["club"])

    def _of_all_clubs(self, name: str, step: Step) -> pl.DataFrame | Iterator[pl.DataFrame]:
        if name in step.in_parts:
            return self.warehouse.read_in_parts(name)
        if name in step.shared:
            return self.warehouse.read_shared(name, step.shared[name])
        if step.within not in ("", name):
            return self.warehouse.read_within(name, step.within)
        return self.warehouse.read_all_seasons(name)

    def _draw_desk(self, *, with_first: bool) -> None:
        """Draw the director's pages of the clubs built or drawn again; if the desk is new, draw all clubs."""
        desk, aside = self._into.desk, self._into.desk_aside
        is_new = not (desk / "index.html").exists()
        of_build = [*self.plan.clubs, *self._drawn_anew, *self._with_other_findings]
        clubs = list(self.warehouse.read_all_seasons("raw.competitions")["club"]) if is_new else of_build
        with naming(aside):
            found = draw_desk(self.warehouse, clubs, desk, aside, self.say, with_first=with_first or is_new)
        say_of_people(*found, self.paths.warehouse, self.say)

    def _draw_where_others_are_withheld(self, to_hide: pl.DataFrame) -> None:
        stale: dict[str, frozenset[str]] = dict.fromkeys(self.hiding.clubs_to_draw(to_hide), frozenset({SITE}))
        # The recorded steps stay, so a club that still has to be built is built later.
        for run in self._batches(stale, self.plan._replace(stale=stale)):
            self.hiding.keep(run, list(run.clubs))
            self.hiding.forget([failure.club for failure in run.failures])
            self._drawn_anew += run.clubs
            known = {failure.club for failure in self.failures}
            self.failures += [failure for failure in run.failures if failure.club not in known]

    def _record_findings(self, to_hide: pl.DataFrame) -> None:
        built = {*self.plan.clubs, *(failure.club for failure in self.failures)}
        # A finding about a club's unreadable files ends once they can be read.
        is_unread = pl.col("arguments").str.contains(f'"{VARIANT}"', literal=True)
        is_over = pl.col("club").is_in(list(built)) | ((pl.col("code") == MAY_NAME) & ~is_unread)
        is_over |= pl.col("code") == OTHER_NAME
        others = self.warehouse.read(_FINDINGS).filter(~is_over)
        named = NamedFolders(self.paths.reports)
        may_name = [club for club in self.hiding.clubs_that_name(to_hide) if named.of(club)]
        found = findings_of(self.failures, self.published_before, may_name, named.of)
        self.warehouse.write(
            _FINDINGS, pl.concat([others, found, self.hiding.in_other_names(), *self.slips, *self.gone])
        )

    def publish(self) -> None:
        """Record the build, and put the warehouse and the pages in place."""
        sizes = {club: groups.bytes_of(of_club) for club, of_club in self.plan.folders.items() if club != NO_CLUB}
        before, never_built = self.warehouse.read(_GROUPS), self._grouped - self._had
        # A club keeps its group, even if its folder was absent when this build listed the files.
        others = dict(before.select("club", "bytes").iter_rows())
        kept = {club: size for club, size in others.items() if club not in {*never_built, *self.plan.gone}}
        self.warehouse.write(_GROUPS, groups.assigned(before, kept | sizes, self.group_bytes))
        self.warehouse.write("operations.builds", self._record())
        with naming(self.aside):
            putting.seal(self.aside, f"{self.number} {secrets.token_hex(8)}", self.plan.gone)
        self._into.publish(self.record)
        for folder in (folder for club in self.plan.clubs for folder in self.plan.folders.get(club, ())):
            if (settings := folder.files.get(SETTINGS)) is not None:
                take_away_page(settings.path.parent)
        beyond.known().done()

    @property
    def record(self) -> dict[str, object]:
        """The values that identify the recorded build."""
        return {"build": self.number, "started_at": str(self.started_at)}

    def _record(self) -> pl.DataFrame:
        found = counted(self.warehouse)
        row = {
            "build": self.number,
            "started_at": self.started_at,
            "finished_at": max(dt.datetime.now(dt.UTC), self.started_at),
            "landing": str(self.paths.landing.resolve()),
            "clubs": len(set(self.plan.clubs) - {NO_CLUB, *(failure.club for failure in self.failures)}),
            "failed": len(self.failures),
            "why": in_english(self.plan.why),
            "code_sha256": code_sha256(),
            "reports": str(self.paths.reports.resolve()),
            "only_season": self.warehouse.season,
            "pages": int(self.warehouse.read_of(_STEPS, table_name=SITE)["pages"].sum()),
            "errors": found.get("error", 0),
            "warnings": found.get("warning", 0),
        }
        before = self.warehouse.read("operations.builds")
        return pl.concat([before, pl.DataFrame([row], schema=before.schema)])


def _clubs_of(warehouse: Warehouse) -> set[str]:
    return {*warehouse.read_distinct(_STEPS, ["club"])["club"]}


@contextmanager
def under_way(
    paths: Paths,
    plan: Callable[[Warehouse], Plan],
    season: str | None = None,
    *,
    progress: Progress = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    who: str = "barometer build",
    at_once: bool = True,
    patience: float | None = None,
) -> Iterator[Build]:
    """Yield a build that has locked its warehouse; first complete a build that was killed.

    The plan is made from the copy of the warehouse. `say` gets the names of builds that this one waits for (`patience`
    seconds each), and problems of the machine. Without `at_once`, other processes may write to the lake until
    `Build.hold`. `UnusableError` is raised if the folder of the site holds files of another program.
    """
    most = beyond.Limits.from_environment()
    if has_copy(paths.warehouse) and not exists(paths.warehouse):
        raise without_its_record(paths.warehouse)
    apply_umask()
    if paths.reports.is_dir():
        refuse_others(paths.reports)
    with ExitStack() as at_end:
        into = at_end.enter_context(
            writing(paths.warehouse, paths.reports, season, who=who, say=say, patience=patience)
        )
        gc.freeze()  # libraries' objects stay for good; not scanning them saves a twentieth of the time
        at_end.callback(gc.unfreeze)
        if at_once:
            into.hold()
        with watched(most.seconds, most.memory, beyond.trying_of(paths.warehouse)):
            under = Build(paths, plan, into, reporting(progress), say)
            if at_once:
                under.begin()
            yield under
