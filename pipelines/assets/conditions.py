"""The checks of `pipelines/checks.py` as Dagster shows them, one result for each group of clubs.

They do not stop a run: the clubs of wrong rows were set aside by then, so nothing of theirs is published. That is what
blocks here, and it blocks these clubs only.
"""

import warnings
from collections.abc import Iterator

import dagster as dg

from pipelines.assets.clubs import GROUPS
from pipelines.assets.group_run import GroupRun
from pipelines.assets.table_asset import asset_key
from pipelines.assets.told import of_check
from pipelines.checks import CHECKS, Check

_SEVERITIES = {"error": dg.AssetCheckSeverity.ERROR, "warning": dg.AssetCheckSeverity.WARN}


def _spec(check: Check) -> dg.AssetCheckSpec:
    return dg.AssetCheckSpec(
        check.name,
        asset=asset_key(check.table),
        description=check.condition,
        additional_deps=[asset_key(table) for table in set(check.reads.values()) - {check.table}],
        partitions_def=GROUPS,
    )


def group_checks() -> dg.AssetChecksDefinition:
    """All checks, reported together once the tables of a group are made."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dg.PreviewWarning)
        specs = [_spec(check) for check in CHECKS]

    @dg.multi_asset_check(name="conditions", specs=specs, can_subset=True, required_resource_keys={"group_run"})
    def conditions(context: dg.AssetCheckExecutionContext) -> Iterator[dg.AssetCheckResult]:
        run: GroupRun = context.resources.group_run
        for checked in run.clubs.checked:
            yield dg.AssetCheckResult(
                asset_key=asset_key(checked.check.table),
                check_name=checked.check.name,
                passed=checked.rows.is_empty(),
                severity=_SEVERITIES[checked.check.severity],
                metadata=of_check(run, checked),
            )

    return conditions
