"""The job that removes old runs from the history of Dagster, with their logs; the tables and the record stay."""

import datetime as dt
import shutil
from pathlib import Path

import dagster as dg
from dagster import DagsterInstance, DagsterRunStatus, RunsFilter
from dagster._core.storage.event_log import SqliteEventLogStorage

from pipelines.machine import clock
from pipelines.machine.environment import HISTORY_DAYS, number_in

_DAYS = 90
_AT_ONCE = 1000
_ENDED = [DagsterRunStatus.SUCCESS, DagsterRunStatus.FAILURE, DagsterRunStatus.CANCELED]


def _old(now: dt.datetime) -> RunsFilter:
    days = number_in(HISTORY_DAYS) or _DAYS
    return RunsFilter(statuses=_ENDED, created_before=now - dt.timedelta(days=days))


def clean(instance: DagsterInstance, now: dt.datetime) -> int:
    """Remove the runs that ended and began more than BAROMETER_HISTORY_DAYS (90) ago, with logs; return how many."""
    removed = 0
    while runs := instance.get_run_records(_old(now), limit=_AT_ONCE, ascending=True):
        for record in runs:
            run_id = record.dagster_run.run_id
            instance.compute_log_manager.delete_logs(prefix=[run_id])
            instance.delete_run(run_id)
            if isinstance(events := instance.event_log_storage, SqliteEventLogStorage):
                for suffix in ("", "-wal", "-shm"):  # Dagster empties the file of a run, but leaves it
                    Path(f"{events.path_for_shard(run_id)}{suffix}").unlink(missing_ok=True)
            shutil.rmtree(Path(instance.storage_directory()) / run_id, ignore_errors=True)
            removed += 1
    return removed


@dg.op(out=dg.Out(dg.Nothing))
def remove_old_runs(context: dg.OpExecutionContext) -> None:
    """Remove old runs."""
    context.log.info(f"Removed: {clean(context.instance, clock.now())} runs.")


@dg.job(
    executor_def=dg.in_process_executor,
    description=f"Removes finished runs that are older than {HISTORY_DAYS} days ({_DAYS} by default), with their logs.",
)
def clean_history() -> None:
    """Remove old runs."""
    remove_old_runs()


@dg.schedule(
    cron_schedule="45 4 * * *",
    target=clean_history,
    default_status=dg.DefaultScheduleStatus.RUNNING,
    description="Every night at a quarter to five, if there are runs to remove.",
)
def history_cleaned(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """Request a run if there are old runs."""
    if context.instance.get_run_records(_old(clock.now()), limit=1):
        return dg.RunRequest()
    return dg.SkipReason("No run is old enough to be removed.")
