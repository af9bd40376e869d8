"""Operations: the record of builds."""

import dataframely as dy

from transforms.tables.shared import warehouse_table


@warehouse_table("operations.builds")
class Builds(dy.Schema):
    """One row per build: its input, the version of the code, and the outcome.

    The row is written when the build starts to read files; columns that are known only at the end are null until then.
    """

    started_at = dy.Datetime(time_unit="us", time_zone="UTC", primary_key=True)
    finished_at = dy.Datetime(time_unit="us", time_zone="UTC", nullable=True)
    """Null: the build did not reach its end, and nothing in the warehouse can be relied on."""
    landing = dy.String()
    landing_sha256 = dy.String(nullable=True)
    """SHA-256 of the path and content of every file in the landing folder."""
    code_sha256 = dy.String()
    """SHA-256 of the code and the reference data that computed the numbers."""
    reports = dy.String()
    only_season = dy.String(nullable=True)
    """The only season that was built; null: all seasons."""
    pages = dy.Int64(nullable=True, min=0)
    errors = dy.Int64(nullable=True, min=0)
    warnings = dy.Int64(nullable=True, min=0)
