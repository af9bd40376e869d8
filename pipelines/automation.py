"""When Dagster runs: the jobs that build a season and publish ratings, and the schedules that start them.

What belongs here: jobs, schedules and sensors. `assets/` defines what they run.
"""

import dagster as dg

from pipelines.assets.ratings import Publishing
from pipelines.assets.table_asset import asset_key

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

publish_ratings = dg.define_asset_job(
    "publish_ratings",
    selection=dg.AssetSelection.all(),
    description="As build_season; then the last rating list of each competition is recorded as published.",
    config=dg.RunConfig(ops={asset_key("ratings.published").to_python_identifier(): Publishing(publish=True)}),
    executor_def=dg.in_process_executor,
)

yearly_ratings = dg.ScheduleDefinition(
    name="yearly_ratings",
    job=publish_ratings,
    cron_schedule="30 12 1 7 *",
    execution_timezone="UTC",
    description="The lists of 30 June: on 1 July at half past twelve UTC, once that day is over all over the world.",
)
"""A run on 30 June itself would miss the games of that evening, which count for the list."""
