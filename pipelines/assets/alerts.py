"""The sensor that sends what is wrong, and what is well again, to whom BAROMETER_TELL names."""

import datetime as dt
from collections.abc import Iterator

import dagster as dg
from dagster import DagsterEventType, DagsterInstance, DagsterRun, DagsterRunStatus, RunsFilter
from dagster._core.execution.plan.objects import StepFailureData

from pipelines.assets.automation import OF_GROUPS
from pipelines.assets.clubs import SET_ASIDE
from pipelines.building.alerts import Known, Ran, deliver, look
from pipelines.machine import clock
from pipelines.machine.environment import MESSAGE_COMMAND
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Paths
from pipelines.machine.sending import has_receiver

_MOST_RUNS = 500
_ENDED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE]
_BEFORE_THE_FIRST_LOOK = dt.timedelta(days=1)
_SEASON_END = "season_end"


@dg.sensor(
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    required_resource_keys={"paths"},
    description=f"Sends to {MESSAGE_COMMAND} what is wrong, what was tried again, and what is well again: failed runs, "
    "errors in the files of clubs, clubs that could not be built, and publications that are owed. A message that does "
    "not arrive is sent again. Without a receiver, messages are in the log of this sensor.",
)
def alerts(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """Look at what changed since `cursor`, and send it."""
    cursor, said = looked_for(context.resources.paths, context.instance, context.cursor)
    context.update_cursor(cursor)
    for message in said:
        context.log.error(message)
    return dg.SkipReason("; ".join(said) or "Nothing new is wrong, or well again.")


def looked_for(paths: Paths, instance: DagsterInstance, cursor: str | None) -> tuple[str, list[str]]:
    """Return the new cursor, after messages were sent, and what could not be sent or done, in words."""
    known = Known.from_text(cursor)
    said: list[str] = []
    since = dt.datetime.fromisoformat(known.runs) if known.runs else clock.now() - _BEFORE_THE_FIRST_LOOK
    filters = RunsFilter(statuses=_ENDED, updated_after=since)
    records = instance.get_run_records(filters, limit=_MOST_RUNS, order_by="update_timestamp", ascending=True)
    try:
        look(paths, known, _ran(instance, [record.dagster_run for record in records]))
    except UnusableError as wrong:
        said.append(str(wrong))
    else:
        known.runs = max([since, *(_in_utc(record.update_timestamp) for record in records)]).isoformat()
    if not has_receiver():
        said += known.waiting
        known.waiting = []
    elif why := deliver(known):
        said.append(why)
    return known.as_text(), said


def _ran(instance: DagsterInstance, runs: list[DagsterRun]) -> Iterator[Ran]:
    for run in runs:
        if run.tags.get("dagster/will_retry") == "true":
            continue
        failed = _failed_step(instance, run.run_id)
        # Findings report the clubs that could not be built.
        is_well = run.status is DagsterRunStatus.SUCCESS or _is_of_clubs(failed)
        group = " to ".join(dict.fromkeys(run.tags[tag] for tag in OF_GROUPS if tag in run.tags))
        times = 1 + int(run.tags.get("dagster/retry_number", "0"))
        what = f"{run.job_name} of {group}" if group else run.job_name
        why = "" if is_well else f"{_why(instance, run.run_id, failed)} (run {run.run_id[:8]})"
        yield Ran(what, is_well, why, times, is_season_end=run.job_name == _SEASON_END)


def _failed_step(instance: DagsterInstance, run_id: str) -> StepFailureData | None:
    """Return what is recorded of the first step that failed; None if no step did."""
    steps = instance.get_records_for_run(run_id, of_type=DagsterEventType.STEP_FAILURE, limit=1).records
    events = [record.event_log_entry.dagster_event for record in steps]
    return events[0].step_failure_data if events and events[0] else None


def _is_of_clubs(failed: StepFailureData | None) -> bool:
    return (
        failed is not None and failed.user_failure_data is not None and SET_ASIDE in failed.user_failure_data.metadata
    )


def _why(instance: DagsterInstance, run_id: str, failed: StepFailureData | None) -> str:
    """Return the reason of the step that failed, or else that of the run, in one line."""
    if failed is not None and failed.user_failure_data and failed.user_failure_data.description:
        return failed.user_failure_data.description
    if failed is not None and failed.error is not None:
        error = failed.error.cause or failed.error
        return " ".join(error.message.split())
    runs = instance.get_records_for_run(run_id, of_type=DagsterEventType.RUN_FAILURE, limit=1).records
    messages = [record.event_log_entry.user_message or record.event_log_entry.message for record in runs]
    return messages[0] if messages else "its process died"


def _in_utc(time: dt.datetime) -> dt.datetime:
    return time if time.tzinfo else time.replace(tzinfo=dt.UTC)
