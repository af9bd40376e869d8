"""The checks of `transforms/checks/computed.py` as Dagster shows them, one result for each group of clubs.

They do not stop a run: the clubs of wrong rows were set aside by then, so nothing of theirs is published. That is what
blocks here, and it blocks these clubs only.
"""

import warnings
from collections.abc import Iterator
from typing import Any

import dagster as dg

from pipelines.assets.clubs import GROUPS, SITE_KEY
from pipelines.assets.group_plan import Wanted, wanted
from pipelines.assets.group_run import GroupRun
from pipelines.assets.table_asset import asset_key
from pipelines.assets.told import of_check
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine.paths import Paths
from transforms.checks import Check
from transforms.checks.computed import conditions

_SEVERITIES = {"error": dg.AssetCheckSeverity.ERROR, "warning": dg.AssetCheckSeverity.WARN}


def _spec(check: Check) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        check.name,
        asset=asset_key(check.on),
        description=check.says[check.variant],
        additional_deps=[asset_key(table) for table in set(check.reads.values()) - {check.on}],
        partitions_def=GROUPS,
    )


@dg.asset_check(
    asset=SITE_KEY,
    description="What came into the landing folder more than a day ago is on the pages of its club.",
    required_resource_keys={"paths"},
)
def shows_what_was_handed_in(context: dg.AssetCheckExecutionContext) -> dg.AssetCheckResult:
    """Whether the sites of clubs are fresh.

    A policy of freshness asks when an asset was made last. A club that hands nothing in for the summer is fresh all the
    same, and an asset of one group may be fresh where that of another is not: so what is asked is who is waiting.
    """
    paths: Paths = context.resources.paths
    now = wanted(paths, competition_folders(paths.landing))
    return dg.AssetCheckResult(**freshness(now))


FRESH = dg.AssetCheckKey(SITE_KEY, "shows_what_was_handed_in")


def freshness(now: Wanted) -> dict[str, Any]:
    """The verdict of the check above, and the clubs that wait."""
    return {
        "passed": not now.waiting,
        "severity": dg.AssetCheckSeverity.WARN,
        "metadata": {"clubs that wait": ", ".join(now.waiting) or "none"},
    }


def group_checks() -> dg.AssetChecksDefinition:
    """All checks, reported together once the tables of a group are made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)
        specs = [_spec(check) for check in conditions()]

    @dg.multi_asset_check(name="conditions", specs=specs, can_subset=True, required_resource_keys={"group_run"})
    def all_conditions(context: dg.AssetCheckExecutionContext) -> Iterator[dg.AssetCheckResult]:
        run: GroupRun = context.resources.group_run
        for checked in run.clubs.checked:
            yield dg.AssetCheckResult(
                asset_key=asset_key(checked.check.on),
                check_name=checked.check.name,
                passed=checked.rows.is_empty(),
                severity=_SEVERITIES[checked.check.severity],
                metadata=of_check(run, checked),
            )

    return all_conditions
