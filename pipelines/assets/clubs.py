"""The Dagster assets of clubs, of all clubs and outside builds. A failed check removes clubs, but stops no run."""

import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import dagster as dg

from pipelines.assets import metadata
from pipelines.assets.group_run import AS_A_WHOLE, FEDERATION_TABLES, GroupRun, Put, Wanted, wanted
from pipelines.assets.metadata import OF_ALL_CLUBS, of_all_clubs
from pipelines.building import brake
from pipelines.building.build import SHOWN
from pipelines.building.changes import FIRST, PUBLISHED, SITE, keep_steps, versions
from pipelines.building.changes import RAW as RAW_STEP
from pipelines.building.clubs_run import ClubsRun, steps_of_clubs
from pipelines.building.lock import LockedError
from pipelines.building.solving.solver import solve_deals
from pipelines.building.solving.store import store_of
from pipelines.intake.landing.folders import competition_folders
from pipelines.intake.landing.gathered import RAW
from pipelines.machine import waits
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.machine.paths import Paths
from pipelines.machine.source import code_of
from pipelines.warehouse import Warehouse, exists
from pipelines.warehouse.column_words import column_words
from pipelines.warehouse.errors import AnotherWriterError, NoServerError
from transforms.checks.computed import conditions
from transforms.tables.schemas import RECORDED, WAREHOUSE
from transforms.tables.steps import Step

OWNERS = ["team:federation"]
_GROUPS = {"scored": "scoring", "raw": "landing"}  # prefix of tables -> stage of the asset graph, if they differ
GROUPS_NAME = "groups"
GROUPS = dg.DynamicPartitionsDefinition(name=GROUPS_NAME)  # as in `operations.groups`; the landing sensor changes them
OF_CLUBS = (*(f"raw.{name}" for name in RAW), PUBLISHED, *(table for step in steps_of_clubs() for table in step.makes))
_OF_ALL = "of all clubs together"
_OF_BACKFILL = "dagster/backfill"
Made = Iterator[dg.MaterializeResult[Any]]
SOLVED = "deals.solved"
_LOGGED_EVERY = 100


def asset_key(table: str) -> dg.AssetKey:
    """Return the asset key of a table: scored/board_scores for `scored.board_scores`."""
    return dg.AssetKey(table.split("."))


def table_spec(
    table: str,
    reads: Iterable[str] = (),
    purpose: str | None = None,
    partitions: dg.PartitionsDefinition[str] | None = None,
) -> dg.AssetSpec:
    """Return the asset spec of a table; `purpose` is the docstring of its transform if this makes no other table."""
    stage = table.partition(".")[0]
    return dg.AssetSpec(
        asset_key(table),
        deps=[asset_key(read) for read in reads],
        group_name=_GROUPS.get(stage, stage),
        code_version=code_version(table),
        owners=OWNERS,
        partitions_def=partitions,
        **described(table, purpose),
    )


def code_version(table: str) -> str | None:
    """Return 16 characters of the hash of the code that makes a table; None if the table records past events."""
    known = versions()
    version = known.get(RAW_STEP if table.startswith("raw.") else table)
    return version and version[:16]


def described(table: str, purpose: str | None = None) -> dict[str, Any]:
    """Return a table's description for the asset graph: its purpose, its columns, and the tools that make it."""
    schema = WAREHOUSE[table]
    said, key = column_words(schema), schema.primary_key()
    columns = [
        dg.TableColumn(
            name,
            str(column.dtype),
            description=said.get(name),
            constraints=dg.TableColumnConstraints(
                nullable=column.nullable and not column.primary_key,
                unique=key == [name],
                other=["part of the key"] if name in key and len(key) > 1 else None,
            ),
        )
        for name, column in schema.columns().items()
    ]
    once = dg.TableConstraints([f"each once: {', '.join(key)}"]) if key else None
    texts = [inspect.cleandoc(text) for text in (purpose, schema.__doc__) if text]
    return {
        "description": "\n\n".join(texts),
        "kinds": {"polars", "duckdb"},
        "metadata": {
            "dagster/column_schema": dg.TableSchema(columns=columns, constraints=once),
            "dagster/table_name": table,
        },
    }


SITE_KEY = asset_key(SITE)
CLUB_KEYS = [*map(asset_key, OF_CLUBS), SITE_KEY]


class Building(dg.Config):
    """The configuration of a group's build."""

    full: bool = False
    publish: bool = False
    """Whether to record the latest rating list of each competition as published."""
    accept: str | None = None
    """The reason to publish even if there are reasons not to (`pipelines.building.brake`)."""


def club_assets() -> list[dg.AssetsDefinition]:
    """Return all assets of clubs, in the order in which they are made."""
    purpose = "What was published stays as it was; a run that publishes adds the last lists."
    reads = ("raw.ratings", "raw.rating_seasons")
    published_lists = _asset("published_lists", [PUBLISHED], ClubsRun.record_published, reads, purpose)
    return [raw_tables, published_lists, *map(_step_asset, steps_of_clubs()), site]


@dg.multi_asset(
    name="raw_tables",
    specs=[table_spec(f"raw.{name}", partitions=GROUPS) for name in RAW],
    can_subset=True,
    required_resource_keys={"group_run"},
)
def raw_tables(context: dg.AssetExecutionContext, config: Building) -> Made:
    """Read the files of the group's clubs that changed; if none changed, end the run here."""
    run: GroupRun = context.resources.group_run
    selected = context.run.asset_selection
    if selected and not set(CLUB_KEYS) <= set(selected):
        raise dg.Failure(AS_A_WHOLE, allow_retries=False)
    with beginning(context):
        begun = run.start_group(context.partition_key, context.log.info, full=config.full, publishes=config.publish)
        run.accepts = config.accept
    if begun:
        context.log.info(f"Building {run.build.plan.why}: {', '.join(filter(None, run.build.plan.clubs)) or 'none'}.")
    else:
        context.log.info(f"Nothing of {context.partition_key} changed since it was built, so there is nothing to do.")
    # If no run reports anything for a partition, a backfill counts that partition as failed.
    if begun or _OF_BACKFILL in context.run.tags:
        yield from _made(context, [f"raw.{name}" for name in RAW], ClubsRun.read)
    else:
        run.close()


@contextmanager
def beginning(context: dg.AssetExecutionContext) -> Iterator[None]:
    """If a build cannot begin, request a retry where that can help; otherwise fail with the reason in one line."""
    try:
        yield
    except (LockedError, MachineError, OSError) as wrong:
        raise _anew(context, wrong) from wrong
    except UnusableError as wrong:
        raise dg.Failure(str(wrong), allow_retries=False) from wrong


@contextmanager
def going_on(context: dg.AssetExecutionContext) -> Iterator[None]:
    """If the server of a lake disappears, or another process writes first, start the run again after a minute."""
    try:
        yield
    except (NoServerError, AnotherWriterError) as wrong:
        raise _anew(context, wrong) from wrong


@contextmanager
def stopped_as_a_failure() -> Iterator[None]:
    """If there are reasons not to publish, fail with these reasons; none of the run's results are put in place."""
    try:
        yield
    except brake.BrakeError as stopped:
        raise dg.Failure("\n".join(map(str, stopped.args)), allow_retries=False) from None


def _anew(context: dg.AssetExecutionContext, why: Exception) -> dg.RetryRequested:
    run: GroupRun = context.resources.group_run
    run.close()
    tried, most, pause = context.retry_number, waits.RETRIES_OF_RUN, waits.BETWEEN_RETRIES
    goes_on = f"Begins again in {pause} seconds ({tried + 1} of {most})" if tried < most else "Gives up"
    context.log.warning(f"{goes_on}. The reason: {why}")
    return dg.RetryRequested(max_retries=most, seconds_to_wait=pause)


def _asset(
    name: str, tables: Iterable[str], make: Callable[[ClubsRun], None], reads: Iterable[str], purpose: str | None = None
) -> dg.AssetsDefinition:
    @dg.multi_asset(
        name=name,
        specs=[table_spec(table, reads, purpose, GROUPS) for table in tables],
        required_resource_keys={"group_run"},
    )
    def compute(context: dg.AssetExecutionContext) -> Made:
        yield from _made(context, tables, make)

    return compute


def _step_asset(step: Step) -> dg.AssetsDefinition:
    purpose = (step.transform.__doc__ or "").partition("\n\n")[0] if len(step.makes) == 1 else None
    name = step.makes[0].replace(".", "__")
    return _asset(name, step.makes, lambda clubs: clubs.compute(step), step.tables_read, purpose)


def _made(context: dg.AssetExecutionContext, tables: Iterable[str], make: Callable[[ClubsRun], None]) -> Made:
    run: GroupRun = context.resources.group_run
    with beginning(context):
        run.take_up()
    with going_on(context):
        failed_before = len(run.clubs.failures)
        with run.stage() as clubs:
            make(clubs)
        for club, message in metadata.failures_in_words(clubs.failures[failed_before:], run).iter_rows():
            context.log.warning(f"{club}: {message}")
        made = [dg.MaterializeResult(asset_key=asset_key(one), metadata=metadata.of_table(run, one)) for one in tables]
        run.done.append(make)
    yield from made


@dg.asset(
    key=SITE_KEY,
    deps=[asset_key(table) for table in SHOWN if table in OF_CLUBS],
    partitions_def=GROUPS,
    group_name="reports",
    kinds={"html", "matplotlib"},
    owners=OWNERS,
    code_version=code_version(SITE),
    required_resource_keys={"group_run"},
)
def site(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[Any]]:
    """Draw the pages of a group's clubs, then put all results of the run in place at once.

    If clubs were held back, the run then fails, and says why.

    Also make the tables and pages of all clubs together, or leave them to a run of a lake that waits for its turn.
    """
    run: GroupRun = context.resources.group_run
    with beginning(context):
        put = run.already_put()
        if put is None:
            run.take_up()
    with going_on(context), stopped_as_a_failure():
        if put is None:
            if run.build.plan.is_empty:
                yield dg.MaterializeResult(metadata={"why": "nothing changed, so everything stays as it is"})
                return
            put = _put(context, run)
        yield _reported(context, run, put)
        if run.held:
            raise brake.as_error(run.held, {stop.club for stop in run.held})


def _put(context: dg.AssetExecutionContext, run: GroupRun) -> Put:
    with run.stage() as clubs:
        if clubs.publishes and (held := run.hold_back()):
            context.log.warning(f"Held back, so that everything of these clubs stays as it was: {', '.join(held)}.")
        run.build.draw(clubs)
        if not run.build.hold():
            context.log.warning("The drawn pages are gone from their separate folder, so they are drawn again.")
            run.build.draw(clubs)
        with keep_steps(run.build.warehouse, [*clubs.clubs], are_drawn=True) if clubs.publishes else nullcontext():
            run.build.keep(clubs)
        run.build.remove(run.build.plan.gone)
        if clubs.publishes:
            run.before_lists_are_published()
        of_all = run.build.make_federation(may_be_left=True)
    shown = metadata.of_pages(run)
    if not of_all:
        shown[_OF_ALL] = "left to another run that waits for its turn"
        context.log.info(f"What all clubs show together is {shown[_OF_ALL]}; that run makes it for both.")
    put = Put(shown, metadata.findings_in_words(run), of_all)
    run.publish(put)
    return put


def _reported(context: dg.AssetExecutionContext, run: GroupRun, put: Put) -> dg.MaterializeResult[Any]:
    with Warehouse(run.paths.warehouse, read_only=True) as warehouse:
        of_all = metadata.of_all_clubs(warehouse)
    if not put.found.is_empty():
        context.log.error("\n".join(f"{club}: {message}" for club, message in put.found.iter_rows()))
    for table, said in of_all.items():
        if put.of_all or table not in FEDERATION_TABLES:
            context.log_event(dg.AssetMaterialization(asset_key(table), metadata=said))
    if put.of_all:
        page = dg.MetadataValue.path(run.paths.reports / "index.html")
        context.log_event(dg.AssetMaterialization(asset_key(FIRST), metadata={"first page": page}))
    return dg.MaterializeResult(metadata=put.metadata)


@dg.asset_check(
    asset=SITE_KEY,
    description="What came into the landing folder more than a day ago is on the pages of its club.",
    required_resource_keys={"paths"},
)
def shows_what_was_handed_in(context: dg.AssetCheckExecutionContext) -> dg.AssetCheckResult:
    """Check that no club's new files have waited over a day for their pages. A club without new files passes."""
    paths: Paths = context.resources.paths
    now = wanted(paths, competition_folders(paths.landing))
    return dg.AssetCheckResult(**freshness(now))


FRESH = dg.AssetCheckKey(SITE_KEY, "shows_what_was_handed_in")


def freshness(now: Wanted) -> dict[str, Any]:
    """Return the result of the check `shows_what_was_handed_in`, with the clubs whose files wait."""
    waiting = {"clubs that wait": ", ".join(now.waiting) or "none"}
    return {"passed": not now.waiting, "severity": dg.AssetCheckSeverity.WARN, "metadata": waiting}


def group_checks() -> dg.AssetChecksDefinition:
    """Return all checks in one definition. Their results are reported together, once a group's tables are made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)
        specs = [
            dg.AssetCheckSpec(
                check.name,
                asset=asset_key(check.on),
                description=check.says[check.variant],
                additional_deps=[asset_key(table) for table in set(check.reads.values()) - {check.on}],
                partitions_def=GROUPS,
            )
            for check in conditions()
        ]

    @dg.multi_asset_check(name="conditions", specs=specs, can_subset=True, required_resource_keys={"group_run"})
    def all_conditions(context: dg.AssetCheckExecutionContext) -> Iterator[dg.AssetCheckResult]:
        run: GroupRun = context.resources.group_run
        severe = dg.AssetCheckSeverity
        for checked in run.clubs.checked:
            yield dg.AssetCheckResult(
                asset_key=asset_key(checked.check.on),
                check_name=checked.check.name,
                passed=checked.rows.is_empty(),
                severity=severe.ERROR if checked.check.severity == "error" else severe.WARN,
                metadata=metadata.of_check(run, checked),
            )

    return all_conditions


FROM_CLUBS = [dg.AssetDep(key, partition_mapping=dg.AllPartitionMapping()) for key in CLUB_KEYS]
FEDERATION_KEYS = [*map(asset_key, OF_ALL_CLUBS), asset_key(FIRST)]


def _specs() -> list[dg.AssetSpec]:
    tables = [table_spec(table).replace_attributes(deps=FROM_CLUBS) for table in OF_ALL_CLUBS]
    first = dg.AssetSpec(
        asset_key(FIRST),
        deps=FROM_CLUBS,
        description="The first page of the site, and the pages of all clubs together.",
        group_name="reports",
        kinds={"html"},
        owners=OWNERS,
        code_version=code_version(FIRST),
    )
    return [*tables, first]


@dg.multi_asset(name="federation", specs=_specs(), required_resource_keys={"group_run"})
def federation(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[Any]]:
    """Make the tables and pages of all clubs together from the clubs' published results, if anything changed."""
    run: GroupRun = context.resources.group_run
    with beginning(context):
        begun = run.start_federation(context.log.info)
    with going_on(context):
        if begun:
            run.build.make_federation()
            run.build.publish()
        else:
            context.log.info("What all clubs show agrees with what they publish, so there is nothing to do.")
        run.close()
        with Warehouse(run.paths.warehouse, read_only=True) as warehouse:
            tables = of_all_clubs(warehouse)
    for table, shown in tables.items():
        yield dg.MaterializeResult(asset_key=asset_key(table), metadata=shown)
    page = dg.MetadataValue.path(run.paths.reports / "index.html")
    yield dg.MaterializeResult(asset_key=asset_key(FIRST), metadata={"first page": page})


def published_specs() -> list[dg.AssetSpec]:
    """Return one asset spec per table of publications; commands and builds write these tables, not Dagster runs."""
    tables = [(table, table.partition(".")[0]) for table in RECORDED if table != "ratings.published"]
    return [
        dg.AssetSpec(asset_key(table), group_name=group, owners=OWNERS, **described(table)) for table, group in tables
    ]


@dg.asset(
    key=asset_key(SOLVED),
    deps=FROM_CLUBS,
    group_name="deals",
    kinds={"sqlite"},
    owners=OWNERS,
    code_version=code_of("pipelines.building.solving.worker")[:16],
    required_resource_keys={"paths"},
    description=(
        "Double-dummy tables of the deals that have none yet, in a file next to the warehouse. The sensor of the "
        "landing folder then has their clubs built. This can be stopped at any time: what is solved stays solved."
    ),
)
def solved_deals(context: dg.AssetExecutionContext) -> dg.MaterializeResult[Any]:
    """Solve the deals of the last build that have no double-dummy table."""
    paths: Paths = context.resources.paths
    logged = 0

    def progress(what: str, done: int, total: int) -> None:
        nonlocal logged
        if done >= logged + _LOGGED_EVERY or done == total:
            logged = done
            context.log.info(f"{what}: {done:,} of {total:,}")

    if not exists(paths.warehouse):
        context.log.info("There is no build yet.")
        return dg.MaterializeResult()
    done = solve_deals(paths.warehouse, progress=progress, say=context.log.warning)
    shown = {"solved now": done.here, "without a table": done.wanted - done.known}
    return dg.MaterializeResult(metadata={**shown, "file": str(store_of(paths.warehouse))})
