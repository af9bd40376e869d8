"""When things run: the job that builds a season, and the schedule that keeps it up to date.

What belongs here: jobs, schedules and sensors. What they run is said in `assets/`.
"""

import dagster as dg

build_season = dg.define_asset_job(
    "build_season",
    selection=dg.AssetSelection.all(),
    description="From landing folder to reports. Competitions whose files did not change are not read again.",
    executor_def=dg.in_process_executor,
)

nightly = dg.ScheduleDefinition(
    name="nightly",
    job=build_season,
    cron_schedule="30 3 * * *",
    description="Every night at half past three, once the last evening's files are in.",
)
