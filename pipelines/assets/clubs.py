"""The Dagster assets of clubs, of all clubs together, and of records."""

import inspect
import warnings
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import dagster as dg
import polars as pl
from dagster._core.definitions.asset_checks.asset_check_evaluation import AssetCheckEvaluationTargetMaterializationData

from pipelines.assets import metadata
from pipelines.assets.events import at_once
from pipelines.assets.group_run import FEDERATION_TABLES, OF_CLUBS, GroupRun, Put, Wanted, wanted
from pipelines.building import brake
from pipelines.building.build import SHOWN
from pipelines.building.changes import FIRST, NO_CLUB, PUBLISHED, SITE, versions
from pipelines.building.changes import RAW as RAW_STEP
from pipelines.building.clubs_run import Checked, steps_of_clubs
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
from transforms import season
from transforms.checks.computed import conditions
from transforms.privacy.withheld import Withheld
from transforms.tables.schemas import RECORDED, WAREHOUSE, Findings

OWNERS = ["team:federation"]
_GROUPS = {"scored": "scoring", "raw": "landing", "rankings.other_lines": "championships"}
"""The stage of the asset graph, for prefixes of tables and for tables that are in another stage than their prefix."""
CLUBS = "clubs"
"""The name of the op that makes everything of clubs, whose configuration is `Building`."""
GROUPS_NAME = "groups"
GROUPS = dg.DynamicPartitionsDefinition(name=GROUPS_NAME)  # as in `operations.groups`; the landing sensor changes them
_OF_BACKFILL = "dagster/backfill"
SET_ASIDE = "clubs set aside"
"""The metadata of a failure that is only about clubs that could not be built."""
PUBLISHES = "barometer/publishes"
"""The tag of jobs whose runs publish: unlike a configuration of the job, it holds for a run of several groups too."""
Reported = Iterator[dg.AssetMaterialization | dg.AssetCheckEvaluation | dg.Output[None]]
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
        group_name=_GROUPS.get(table, _GROUPS.get(stage, stage)),
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


def club_assets(policy: dg.BackfillPolicy) -> dg.AssetsDefinition:
    """Return all tables of clubs with their checks, and the pages, in one definition: any selection of them runs.

    A run makes its selection in one pass, puts all of it in place at once, and reports it after that.
    """
    published = "What was published stays as it was; a run that publishes adds the last lists."
    specs = [table_spec(f"raw.{name}", partitions=GROUPS) for name in RAW]
    specs.append(table_spec(PUBLISHED, ("raw.ratings", "raw.rating_seasons"), published, GROUPS))
    for step in steps_of_clubs():
        purpose = (step.transform.__doc__ or "").partition("\n\n")[0] if len(step.makes) == 1 else None
        specs += [table_spec(table, step.tables_read, purpose, GROUPS) for table in step.makes]
    site = dg.AssetSpec(
        SITE_KEY,
        deps=[asset_key(table) for table in SHOWN if table in OF_CLUBS],
        partitions_def=GROUPS,
        group_name="reports",
        kinds={"html", "matplotlib"},
        owners=OWNERS,
        code_version=code_version(SITE),
        description="The pages of clubs.",
    )

    @dg.multi_asset(
        name=CLUBS,
        specs=[*specs, site],
        check_specs=_check_specs(),
        can_subset=True,
        partitions_def=GROUPS,
        backfill_policy=policy,
        required_resource_keys={"group_run"},
    )
    def clubs(context: dg.AssetExecutionContext, config: Building) -> Reported:
        """Make the selected tables and pages of groups of clubs, and put them in place at once."""
        yield from _made(context, config)
        for key in context.selected_asset_check_keys:  # their results are reported for each group apart
            yield dg.Output(None, output_name=f"{key.asset_key.to_python_identifier()}_{key.name}")

    return clubs


def _made(context: dg.AssetExecutionContext, config: Building) -> Reported:
    run: GroupRun = context.resources.group_run
    has_groups = context.has_partition_key or context.has_partition_key_range
    groups = list(context.partition_keys) if has_groups else []
    tables = {key.to_user_string().replace("/", ".") for key in context.selected_asset_keys}
    checks = {key.name for key in context.selected_asset_check_keys}
    only = None if tables == {*OF_CLUBS, SITE} else tables
    with beginning(context):
        put = run.already_put()
        if put is None and tables:
            if not has_groups:
                raise UnusableError("choose the partitions whose tables are to be made")
            publishes = config.publish or PUBLISHES in context.run.tags
            if only is not None and publishes:
                raise UnusableError("lists are published in a run of all assets of the clubs")
            # What a backfill asks for is made even if nothing changed: it counts what is not made as failed.
            full = only is None and (config.full or _OF_BACKFILL in context.run.tags)
            run.accepts = config.accept
            begun = run.start_groups(groups, context.log.info, only=only, full=full, publishes=publishes)
            if not begun:
                context.log.info(f"Nothing of {', '.join(groups)} changed, so there is nothing to do.")
                run.close()
                return
    if put is None and tables:
        with going_on(context), stopped_as_a_failure():
            put = _put(context, run, checks)
    if put is not None:
        with going_on(context):
            of_all = [*_of_all(run.paths, put.of_all)]
        for club, message in put.found.iter_rows():
            context.log.error(f"{club}: {message}")
        yield from at_once(context.instance, context.run.run_id, [*put.made.values(), *of_all, *put.evaluated.values()])
        checks -= {name for name, _ in put.evaluated}
    if only is not None and checks:
        with beginning(context):
            yield from _checks_alone(context, groups or [None], checks)
    if put is not None and not put.failures.is_empty():
        said = "\n".join(f"{club}: {why}" for club, why in put.failures.iter_rows())
        raise dg.Failure(said, metadata={SET_ASIDE: put.failures.height}, allow_retries=False)
    if run.held:
        with stopped_as_a_failure():
            raise brake.as_error(run.held, {stop.club for stop in run.held})


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


def _put(context: dg.AssetExecutionContext, run: GroupRun, checks: Collection[str]) -> Put:
    plan = run.build.plan
    context.log.info(f"Building {plan.why}: {', '.join(filter(None, plan.clubs)) or 'none'}.")
    made: dict[tuple[str, str], dg.AssetMaterialization] = {}
    evaluated: dict[tuple[str, str], dg.AssetCheckEvaluation] = {}
    failures = [Findings.create_empty().select("club", "message")]
    for clubs in run.kept():
        failures.append(metadata.failures_in_words(clubs.failures, run))
        for club, message in failures[-1].iter_rows():
            context.log.warning(f"{club}: {message}")
        for group, members in run.members.items():
            shown = metadata.of_group(run, group)
            made |= {(table, group): _materialized(table, said, group) for table, said in shown.items()}
            for checked in clubs.checked:
                if checked.check.name in checks and not checked.clubs.isdisjoint(members):
                    evaluated[checked.check.name, group] = _evaluation(checked, group, members, run.hidden)
    for group in sorted(run.gone):
        said = metadata.of_gone(run, group)
        made[SITE, group] = _materialized(SITE, dict(getattr(made.get((SITE, group)), "metadata", {})) | said, group)
    if run.publishes:
        run.before_lists_are_published()
    written: list[str] = list(metadata.OPERATIONS)
    if plan.only is None:
        if not run.build.make_federation(may_be_left=True):
            context.log.info("What all clubs show together is left to another run that waits for its turn.")
    else:
        run.build.finish_part()
        written = written if SITE in plan.only else list(metadata.ALWAYS_WRITTEN)
    found = metadata.findings_in_words(run)
    put = Put(made, evaluated, [*written, *run.build.made_of_all], found, pl.concat(failures))
    run.publish(put)
    return put


def _materialized(table: str, said: metadata.Metadata, group: str | None = None) -> dg.AssetMaterialization:
    return dg.AssetMaterialization(asset_key(table), metadata=said, partition=group)


def _of_all(paths: Paths, tables: Iterable[str]) -> Iterator[dg.AssetMaterialization]:
    with Warehouse(paths.warehouse, read_only=True) as warehouse:
        shown = metadata.of_all_clubs(warehouse, [table for table in tables if table != FIRST])
    if FIRST in tables:
        shown[FIRST] = {"first page": dg.MetadataValue.path(paths.reports / "index.html")}
    yield from (_materialized(table, said) for table, said in shown.items())


def _evaluation(
    checked: Checked, group: str | None, members: Collection[str], hidden: Withheld, **target: Any
) -> dg.AssetCheckEvaluation:
    check, severe = checked.check, dg.AssetCheckSeverity
    rows = (
        checked.rows
        if checked.rows.is_empty()
        else checked.rows.filter(pl.col("club").fill_null(NO_CLUB).is_in(list(members)))
    )
    return dg.AssetCheckEvaluation(
        asset_key(check.on),
        check.name,
        rows.is_empty(),
        metadata.of_check(check, rows, group or "all", checked.clubs & {*members}, hidden),
        severity=severe.ERROR if check.severity == "error" else severe.WARN,
        blocking=check.severity == "error",
        partition=group,
        **target,
    )


def _checks_alone(
    context: dg.AssetExecutionContext, groups: Collection[str | None], names: Collection[str]
) -> Iterator[dg.AssetCheckEvaluation]:
    """Evaluate checks on what is stored, in a run that did not make their tables; None is all clubs at once."""
    run: GroupRun = context.resources.group_run
    checks = [check for check in conditions() if check.name in names]
    for group in groups:
        members, evaluated, hidden = run.checked_alone(group, checks)
        for checked in evaluated:
            of_group = dg.AssetRecordsFilter(asset_key(checked.check.on), asset_partitions=[group] if group else None)
            last = context.instance.fetch_materializations(of_group, limit=1).records
            target = last and AssetCheckEvaluationTargetMaterializationData(
                storage_id=last[0].storage_id, run_id=last[0].run_id, timestamp=last[0].timestamp
            )
            yield _evaluation(checked, group, members, hidden, target_materialization_data=target or None)


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


def _check_specs() -> list[dg.AssetCheckSpec]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return [
            dg.AssetCheckSpec(
                check.name,
                asset=asset_key(check.on),
                description=check.says[check.variant],
                blocking=check.severity == "error",
                partitions_def=GROUPS,
            )
            for check in conditions()
        ]


FEDERATION_KEYS = [*map(asset_key, FEDERATION_TABLES), asset_key(FIRST)]
_EVERY_GROUP = dg.AllPartitionMapping()


def _of_every_group(tables: Iterable[str]) -> list[dg.AssetDep]:
    of_clubs = {*OF_CLUBS, SITE}
    return [
        dg.AssetDep(asset_key(table), partition_mapping=_EVERY_GROUP if table in of_clubs else None)
        for table in dict.fromkeys(tables)
    ]


def _specs_of_all() -> list[dg.AssetSpec]:
    reads = {table: step.tables_read for step in season.STEPS if step.of_all_clubs for table in step.makes}
    tables = [table_spec(table).replace_attributes(deps=_of_every_group(reads[table])) for table in FEDERATION_TABLES]
    first = dg.AssetSpec(
        asset_key(FIRST),
        deps=_of_every_group([SITE, *FEDERATION_TABLES]),
        description="The first page of the site, and the pages of all clubs together.",
        group_name="reports",
        kinds={"html"},
        owners=OWNERS,
        code_version=code_version(FIRST),
    )
    return [*tables, first]


@dg.multi_asset(name="federation", specs=_specs_of_all(), can_subset=True, required_resource_keys={"group_run"})
def federation(context: dg.AssetExecutionContext) -> Reported:
    """Make the selected tables and pages of all clubs together from what clubs publish."""
    run: GroupRun = context.resources.group_run
    selected = [table for table in (*FEDERATION_TABLES, FIRST) if asset_key(table) in context.selected_asset_keys]
    with beginning(context):
        run.start_federation(context.log.info)
    with going_on(context):
        if len(selected) == len(FEDERATION_KEYS):
            run.build.make_federation()
        else:
            run.build.make_some_of_all(selected)
        made = run.build.made_of_all
        run.build.publish()
        run.close()
        events = [*_of_all(run.paths, [*metadata.ALWAYS_WRITTEN, *made])]
    yield from events


_RECORDED_FROM = {
    "published.results": "scored.session_results",
    "published.rankings": "rankings.player_rankings",
    "published.championships": "championships.individual",
    "published.awards": "awards.points",
    "published.ratings": "ratings.elo",
    "published.federation_awards": "awards.federation",
    "published.federation_ratings": "federation.ratings",
}
"""The tables that `barometer publish` records; the other records are made when a build puts its pages in place."""


def recorded_specs() -> list[dg.AssetSpec]:
    """Return one asset spec per table of records; commands and the end of every build write them, no run alone does."""
    tables = [table for table in (*RECORDED, *metadata.OPERATIONS) if table != PUBLISHED]
    return [
        dg.AssetSpec(
            asset_key(table),
            deps=_of_every_group([_RECORDED_FROM.get(table, SITE)]),
            group_name=table.partition(".")[0],
            owners=OWNERS,
            **described(table),
        )
        for table in dict.fromkeys(tables)
    ]


@dg.asset(
    key=asset_key(SOLVED),
    deps=_of_every_group(["raw.deals", "deals.double_dummy"]),
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
