"""When Dagster runs: jobs, schedules, the sensor of the landing folder, and the message of a failed run."""

import datetime as dt
import hashlib
from collections.abc import Iterator

import dagster as dg

from pipelines.assets.clubs import CLUB_KEYS, FRESH, GROUPS, GROUPS_NAME, Building, asset_key, freshness
from pipelines.assets.federation import FEDERATION_KEYS, SOLVED
from pipelines.assets.group_run import Wanted, wanted
from pipelines.assets.metadata import alert
from pipelines.building.lock import turns
from pipelines.building.solving.store import store_of, what_is_solved
from pipelines.intake.landing.folders import Folder, competition_folders, fingerprint, folders_in, read_through
from pipelines.machine import clock
from pipelines.machine.environment import MESSAGE_COMMAND
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.warehouse import as_it_is
from pipelines.warehouse.build_record import code_sha256, last

_MOST_CLUBS = 10
_OF_CLUBS = dg.AssetSelection.assets(*CLUB_KEYS) - dg.AssetSelection.checks(FRESH)
WORK = "barometer/work"
"""A tag: `dagster.yaml` lets one run of each of its values go on at a time, so that no build waits for deals."""
_BY_ITSELF = {
    WORK: "build",
    # A run whose process died is started again, from its beginning, since it worked on a copy.
    "dagster/max_retries": "2",
    "dagster/retry_strategy": "ALL_STEPS",
    "dagster/retry_on_asset_or_op_failure": "false",
}

build_group = dg.define_asset_job(
    "build_group",
    _OF_CLUBS,
    description="The clubs of a group that changed: from their files to their pages, and swapped in at the end.",
    tags=_BY_ITSELF,
    executor_def=dg.in_process_executor,
)
publish_ratings = dg.define_asset_job(
    "publish_ratings",
    _OF_CLUBS,
    description="As build_group; and the last rating list of each competition is recorded as published.",
    config=dg.RunConfig(ops={"raw_tables": Building(publish=True)}),
    tags=_BY_ITSELF,
    executor_def=dg.in_process_executor,
)
build_federation = dg.define_asset_job(
    "build_federation",
    dg.AssetSelection.assets(*FEDERATION_KEYS),
    description=(
        "What is shown of all clubs together, by itself: every run of a group makes it too, and in a lake the last of"
        " those that wait for their turns."
    ),
    tags=_BY_ITSELF,
    executor_def=dg.in_process_executor,
)
solve_deals = dg.define_asset_job(
    "solve_deals",
    dg.AssetSelection.assets(asset_key(SOLVED)),
    description="The deals that have no double-dummy table yet: no build waits for it, and the next one takes them in.",
    tags={WORK: "solving"},
    executor_def=dg.in_process_executor,
)

solved_before_the_night_build = dg.ScheduleDefinition(
    name="solved_before_the_night_build",
    cron_schedule="30 0 * * *",
    job=solve_deals,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    description="Every night at half past midnight, three hours before the night's build.",
)


@dg.schedule(
    cron_schedule="30 3 * * *",
    target=build_group,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    required_resource_keys={"paths"},
    description="Every night at half past three, once the last evening's files are in: each group that changed.",
)
def nightly(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """A run of each group in which something changed, also where the last run of it failed."""
    yield from asked_at(context.resources.paths, context.instance, context.scheduled_execution_time)


@dg.schedule(
    cron_schedule="30 12 1 7 *",
    execution_timezone="UTC",
    target=publish_ratings,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    required_resource_keys={"paths"},
    description="The lists of 30 June: on 1 July at half past twelve UTC, once that day is over all over the world.",
)
def yearly_ratings(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """A run of every group: a run on 30 June itself would miss the games of that evening, which count for the list."""
    yield from asked_at(context.resources.paths, context.instance, context.scheduled_execution_time, publishes=True)


@dg.sensor(
    job=build_group,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    required_resource_keys={"paths"},
    description=(
        "Looks every minute at the landing folder, and at the deals that were solved; each group in which something"
        " changed gets a run."
    ),
)
def landing(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
    """Groups that came or went, and a run of each one in which something changed since it was last looked at.

    Files are read only where the cursor, a hash over all that decides, differs. What was asked for once is not asked
    for again: if that run fails, the nightly schedule tries again.
    """
    return looked_at(context.resources.paths, context.instance, context.cursor)


def asked_at(
    paths: Paths, instance: dg.DagsterInstance, tick: dt.datetime, *, publishes: bool = False
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """What is asked for at a time of a schedule: the groups in which something changed, or all, where it publishes."""
    try:
        now = wanted(paths, competition_folders(paths.landing))
    except UnusableError as wrong:
        yield dg.SkipReason(str(wrong))
        return
    # A schedule cannot ask for groups that are new as a sensor does.
    if new := sorted(set(now.groups) - set(instance.get_dynamic_partitions(GROUPS_NAME))):
        instance.add_dynamic_partitions(GROUPS_NAME, new)
    if not publishes:
        yield from _requests(now, tick.isoformat())
        return
    for group in now.groups:
        yield dg.RunRequest(f"{group} published {tick.isoformat()}", partition_key=group, tags=_tags(now, group))


def looked_at(paths: Paths, instance: dg.DagsterInstance, cursor: str | None) -> dg.SensorResult | dg.SkipReason:
    """What the landing folder asks for, since it was as the cursor says."""
    try:
        folders = folders_in(paths.landing)
        has_turns = bool(turns(paths.warehouse))  # once: a run may begin its turn before what it makes is asked for
        seen = _seen(paths, folders, has_turns=has_turns)
        if seen == cursor:
            return dg.SkipReason("Nothing changed since this was last looked at.")
        now = wanted(paths, [read_through(folder) for folder in folders], has_turns=has_turns)
    except UnusableError as wrong:
        return dg.SkipReason(str(wrong))
    known = set(instance.get_dynamic_partitions(GROUPS_NAME))
    came, went = sorted(set(now.groups) - known), sorted(known - set(now.groups))
    requests = [request for request in _requests(now) if isinstance(request, dg.RunRequest)]
    return dg.SensorResult(
        run_requests=requests,
        skip_reason=None if requests else f"Nothing is to be made anew: {now.why}.",
        cursor=seen,
        asset_events=[
            dg.AssetCheckEvaluation(asset_key=FRESH.asset_key, check_name=FRESH.name, **freshness(now)),
        ],
        dynamic_partitions_requests=[
            *([GROUPS.build_add_request(came)] if came else []),
            *([GROUPS.build_delete_request(went)] if went else []),
        ],
    )


@dg.run_failure_sensor(
    default_status=dg.DefaultSensorStatus.RUNNING,
    description=f"Hands the message of a failed run to the command in {MESSAGE_COMMAND}, or else to the log.",
)
def failures(context: dg.RunFailureSensorContext) -> None:
    """Pass on that a run failed."""
    run = context.dagster_run
    group = run.tags.get("dagster/partition", "all clubs")
    alert(
        f"Barometer: {run.job_name} of {group} failed (run {run.run_id}): {context.failure_event.message}", context.log
    )


def _requests(now: Wanted, tick: str = "") -> Iterator[dg.RunRequest | dg.SkipReason]:
    if not now.clubs:
        yield dg.SkipReason(f"Nothing is to be made anew: {now.why}.")
    for group in now.clubs:
        yield dg.RunRequest(f"{now.keys[group]} {tick}".strip(), partition_key=group, tags=_tags(now, group))


def _tags(now: Wanted, group: str) -> dict[str, str]:
    clubs = [club or "(outside any club)" for club in now.clubs.get(group, ())]
    more = f" and {len(clubs) - _MOST_CLUBS} more" if len(clubs) > _MOST_CLUBS else ""
    return {"barometer/clubs": ", ".join(clubs[:_MOST_CLUBS]) + more or "none changed", "barometer/why": now.why}


def _seen(paths: Paths, folders: list[Folder], *, has_turns: bool) -> str:
    with as_it_is(paths.warehouse) as warehouse:
        build = last(warehouse).get("build")
    sizes = [(str(file.path), file.size) for folder in folders for file in folder.files.values()]
    contents = fingerprint(row for folder in folders for row in folder.contents())
    solved = what_is_solved(store_of(paths.warehouse))
    said = f"{contents} {sorted(sizes)} {build} {solved} {has_turns} {code_sha256()} {clock.today()}"
    return hashlib.sha256(said.encode()).hexdigest()
