"""Operations: the record of builds."""

import dataframely as dy

from transforms.tables.shared import warehouse_table


@warehouse_table("operations.builds")
class Builds(dy.Schema):
    """One row a build: what went in, with which version of the code, and how it went.

    The row is there from the moment the first file is read; what is known at the end only is null until then.
    """

    started_at = dy.Datetime(time_unit="us", time_zone="UTC", primary_key=True)
    finished_at = dy.Datetime(time_unit="us", time_zone="UTC", nullable=True)
    """Null: the build did not come to its end, and nothing in the warehouse can be relied on."""
    landing = dy.String()
    landing_sha256 = dy.String(nullable=True)
    """Over the path and content of every file in the landing folder."""
    code_sha256 = dy.String()
    """Over the code and reference data that computed the numbers."""
    reports = dy.String()
    only_season = dy.String(nullable=True)
    """The one season built; null: all."""
    pages = dy.Int64(nullable=True, min=0)
    errors = dy.Int64(nullable=True, min=0)
    warnings = dy.Int64(nullable=True, min=0)
