"""When Dagster builds: jobs, schedules, and the sensor of the landing folder."""

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from functools import partial

import dagster as dg

from pipelines.assets.clubs import (
    CLUB_KEYS,
    FEDERATION_KEYS,
    FRESH,
    GROUPS,
    GROUPS_NAME,
    PUBLISHES,
    SOLVED,
    asset_key,
    freshness,
)
from pipelines.assets.group_run import Wanted, wanted
from pipelines.building.groups import most_in_a_group
from pipelines.building.lock import turns
from pipelines.building.solving.store import store_of, what_is_solved
from pipelines.intake.landing.folders import Folder, competition_folders, fingerprint, folders_in, read_through
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Lake, Paths
from pipelines.warehouse import as_it_is
from pipelines.warehouse.build_record import code_sha256, last

_MOST_CLUBS = 10
OF_GROUPS = ("dagster/partition", "dagster/asset_partition_range_start", "dagster/asset_partition_range_end")
"""The tags with the group of a run, or the first and the last one of its groups."""
_OF_CLUBS = dg.AssetSelection.assets(*CLUB_KEYS) - dg.AssetSelection.checks(FRESH)
WORK = "barometer/work"  # a tag: `dagster.yaml` allows one run per value at a time, so no build waits for deals
BY_ITSELF = {
    WORK: "build",
    # If the process of a run dies, the run starts again from the beginning: it wrote only to a copy, which is lost.
    "dagster/max_retries": "2",
    "dagster/retry_strategy": "ALL_STEPS",
    "dagster/retry_on_asset_or_op_failure": "false",
}

_job = partial(dg.define_asset_job, executor_def=dg.in_process_executor)
_build = partial(_job, tags=BY_ITSELF)

build_group = _build(
    "build_group",
    _OF_CLUBS,
    description="The clubs of a group that changed: from their files to their pages, put in place at the end.",
)
publish_ratings = _build(
    "publish_ratings",
    _OF_CLUBS,
    description="Like build_group; the last rating list of each competition is also recorded as published.",
    tags=BY_ITSELF | {PUBLISHES: "true"},
)
build_federation = _build(
    "build_federation",
    dg.AssetSelection.assets(*FEDERATION_KEYS),
    description="What all clubs show together, by itself. Every run of a group makes it too; in a lake, the last of "
    "the runs that wait for their turns does.",
)
solve_deals = _job(
    "solve_deals",
    dg.AssetSelection.assets(asset_key(SOLVED)),
    description="Solves the deals that have no double-dummy table yet. No build waits for this job; the next build "
    "uses its results.",
    tags={WORK: "solving"},
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
    description="Every night at half past three, once the last evening's files have arrived: each group that changed.",
)
def nightly(context: dg.ScheduleEvaluationContext) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Request a run of each group that changed, even if its last run failed."""
    yield from asked_at(context.resources.paths, context.instance, context.scheduled_execution_time)


@dg.sensor(
    job=build_group,
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    required_resource_keys={"paths"},
    description=(
        "Looks every minute at the landing folder, and at newly solved deals; each group that changed gets a run."
    ),
)
def landing(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
    """Request the groups to add or remove, and a run of each group that changed since `cursor` was stored."""
    return looked_at(context.resources.paths, context.instance, context.cursor)


def asked_at(paths: Paths, instance: dg.DagsterInstance, tick: dt.datetime) -> Iterator[dg.RunRequest | dg.SkipReason]:
    """Request a run of each group that changed. `tick` is the scheduled time."""
    try:
        now = wanted(paths, competition_folders(paths.landing))
    except UnusableError as wrong:
        yield dg.SkipReason(str(wrong))
        return
    # Unlike a sensor, a schedule cannot request new groups, so they are added here.
    if new := sorted(set(now.groups) - set(instance.get_dynamic_partitions(GROUPS_NAME))):
        instance.add_dynamic_partitions(GROUPS_NAME, new)
    yield from _requests(paths, now, instance.get_dynamic_partitions(GROUPS_NAME), tick.isoformat())


def looked_at(paths: Paths, instance: dg.DagsterInstance, cursor: str | None) -> dg.SensorResult | dg.SkipReason:
    """Return the sensor's requests: groups to add or remove, and runs for changes since the state in `cursor`."""
    try:
        folders = folders_in(paths.landing)
        has_turns = bool(turns(paths.warehouse))  # read only once: a run may begin its turn before `wanted` is called
        seen = _seen(paths, folders, has_turns=has_turns)
        if seen == cursor:
            return dg.SkipReason("Nothing changed since this was last looked at.")
        now = wanted(paths, [read_through(folder) for folder in folders], has_turns=has_turns)
    except UnusableError as wrong:
        return dg.SkipReason(str(wrong))
    known = instance.get_dynamic_partitions(GROUPS_NAME)
    came, went = sorted(set(now.groups) - set(known)), sorted(set(known) - set(now.groups))
    in_order = [group for group in (*known, *came) if group not in went]
    requests = [request for request in _requests(paths, now, in_order) if isinstance(request, dg.RunRequest)]
    return dg.SensorResult(
        run_requests=requests,
        skip_reason=None if requests else f"Nothing needs to be made again: {now.why}.",
        cursor=seen,
        asset_events=[dg.AssetCheckEvaluation(asset_key=FRESH.asset_key, check_name=FRESH.name, **freshness(now))],
        dynamic_partitions_requests=[
            *([GROUPS.build_add_request(came)] if came else []),
            *([GROUPS.build_delete_request(went)] if went else []),
        ],
    )


def _requests(
    paths: Paths, now: Wanted, in_order: Sequence[str], tick: str = ""
) -> Iterator[dg.RunRequest | dg.SkipReason]:
    if not now.clubs:
        yield dg.SkipReason(f"Nothing needs to be made again: {now.why}.")
    for groups in _together(paths, now, in_order):
        first, last = groups[0], groups[-1]
        keys = hashlib.sha256("\n".join(now.keys[group] for group in groups).encode()).hexdigest()[:16]
        key = now.keys[first] if first == last else f"{first} to {last} {keys}"
        of_several = dict(zip(OF_GROUPS[1:], (first, last), strict=True)) if first != last else {}
        yield dg.RunRequest(
            f"{key} {tick}".strip(),
            partition_key=None if of_several else first,
            tags=_tags(now, groups) | of_several,
        )


def _together(paths: Paths, now: Wanted, in_order: Sequence[str]) -> list[list[str]]:
    """Return the groups with work, in the parts of one run each: neighbours in the order of Dagster, up to a size.

    A range of Dagster cannot skip a group. In a lake each group is a run, since runs compute at the same time.
    """
    parts, most, before = list[list[str]](), most_in_a_group(), ""
    for group in in_order:
        if group in now.clubs:
            size = sum(now.sizes[one] for one in parts[-1]) + now.sizes[group] if parts else 0
            if parts and parts[-1][-1] == before and size <= most and not isinstance(paths.warehouse, Lake):
                parts[-1].append(group)
            else:
                parts.append([group])
        before = group
    return parts


def _tags(now: Wanted, groups: Sequence[str]) -> dict[str, str]:
    clubs = [club or "(outside any club)" for group in groups for club in now.clubs.get(group, ())]
    more = f" and {len(clubs) - _MOST_CLUBS} more" if len(clubs) > _MOST_CLUBS else ""
    return {"barometer/clubs": ", ".join(clubs[:_MOST_CLUBS]) + more or "none changed", "barometer/why": now.why}


def _seen(paths: Paths, folders: list[Folder], *, has_turns: bool) -> str:
    with as_it_is(paths.warehouse) as warehouse:
        build = last(warehouse).get("build")
    sizes = [(str(file.path), file.size) for folder in folders for file in folder.files.values()]
    contents = fingerprint(row for folder in folders for row in folder.contents)
    solved = what_is_solved(store_of(paths.warehouse))
    said = f"{contents} {sorted(sizes)} {build} {solved} {has_turns} {code_sha256()} {clock.today()}"
    return hashlib.sha256(said.encode()).hexdigest()
