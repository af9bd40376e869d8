"""Operations: the record of builds, and of every content that a file had."""

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


@warehouse_table("operations.file_history")
class FileHistory(dy.Schema):
    """One row per content of a file that ever counted: from which build on, until which, and by what it was superseded.

    A file that is put back gets a row of its own.
    """

    club = dy.String(primary_key=True)
    competition = dy.String(primary_key=True)
    file_id = dy.String(primary_key=True)
    first_build = dy.Int64(primary_key=True, min=1)
    """The number of the first build with this content."""
    sha256 = dy.String()
    rows = dy.Int64(min=0)
    format = dy.String()
    first_seen_at = dy.Datetime(time_unit="us", time_zone="UTC")
    """The time of that build."""
    until_build = dy.Int64(nullable=True, min=1)
    """The number of the first build without it; null while it counts."""
    superseded_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """The time of that build."""
    superseded_by = dy.String(nullable=True)
    """The sha256 of the content that took its place; null while it counts, and where the file is gone."""
