"""The job that publishes seasons and rating lists that are over, and the schedule that requests it until it is done."""

import dagster as dg

from pipelines.assets.automation import BY_ITSELF
from pipelines.assets.clubs import asset_key
from pipelines.building.changes import NO_CLUB
from pipelines.building.lock import LockedError
from pipelines.building.season_end import OF_FEDERATION, Owed, end_seasons, owed_now
from pipelines.machine import clock, waits
from pipelines.machine.errors import MachineError, UnusableError
from pipelines.machine.paths import Paths
from pipelines.warehouse import as_it_is
from pipelines.warehouse.build_record import last_number
from pipelines.warehouse.errors import AnotherWriterError, NoServerError
from transforms.published.kinds import RATINGS
from transforms.published.trail import OF_SEASONS, RULES, SEASONS

_PASSES = (LockedError, MachineError, NoServerError, AnotherWriterError, OSError)
"""Errors after which another try can succeed."""


class Ending(dg.Config):
    """The configuration of a run that publishes what is over."""

    accept: str | None = None
    """The reason to publish even if there are reasons not to (`pipelines.building.brake`)."""


@dg.op(required_resource_keys={"paths"}, out=dg.Out(dg.Nothing))
def publish_what_is_over(context: dg.OpExecutionContext, config: Ending) -> None:
    """Build what changed, and publish each season and rating list that is over and not published since."""
    paths: Paths = context.resources.paths
    who = f"run {context.run_id[:8]} of Dagster"
    try:
        ended = end_seasons(paths, who=who, say=context.log.info, accepts=config.accept)
    except _PASSES as wrong:
        raise dg.RetryRequested(waits.RETRIES_OF_RUN, waits.BETWEEN_RETRIES) from wrong
    except UnusableError as wrong:
        raise dg.Failure("\n".join(map(str, wrong.args)), allow_retries=False) from wrong
    for sentence in ended.said():
        context.log.info(sentence)
    tables = [*(kind.table for kind in OF_SEASONS), RULES, SEASONS] if ended.done.seasons.height else []
    tables += [RATINGS.table] if ended.done.lists.height else []
    tables += OF_FEDERATION if NO_CLUB in ended.done.clubs else []
    said = {"clubs": _listed(ended.done), "still owed to": _listed(ended.left) or "none"}
    for table in tables:
        context.log_event(dg.AssetMaterialization(asset_key(table), metadata=said))


@dg.job(
    tags=BY_ITSELF,
    executor_def=dg.in_process_executor,
    description="Builds what changed, and publishes each season and rating list that is over and was not published "
    "since its last day. A club that cannot be published is left out, and is still owed.",
)
def season_end() -> None:
    """Publish what is over."""
    publish_what_is_over()


@dg.schedule(
    cron_schedule="15 * * * *",
    target=season_end,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    required_resource_keys={"paths"},
    description="Every hour: if a season or a rating list is over since noon of the day after its last day and is not "
    "published, a run of season_end, once a day and after each new build, until it is published.",
)
def season_ends(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """Request a run if something is owed."""
    return asked_for(context.resources.paths)


def asked_for(paths: Paths) -> dg.RunRequest | dg.SkipReason:
    """Return a request for what is owed; one request a day and build, since nothing else changes between two tries."""
    try:
        with as_it_is(paths.warehouse) as warehouse:
            now, build = owed_now(warehouse, paths), last_number(warehouse)
    except UnusableError as wrong:
        return dg.SkipReason(str(wrong))
    if not now.clubs:
        return dg.SkipReason("Every season and rating list that is over is published.")
    tags = {
        "barometer/clubs": _listed(now)[:_MOST_SIGNS],
        "barometer/why": "; ".join(now.named())[:_MOST_SIGNS],
    }
    return dg.RunRequest(f"season_end {clock.today()} after build {build}", tags=tags)


_MOST_SIGNS = 300


def _listed(of: Owed) -> str:
    return ", ".join(club or "all clubs together" for club in of.clubs)
