"""Operations: the record of builds, and what each club was built from."""

import dataframely as dy

from transforms.tables.shared import warehouse_table


@warehouse_table("operations.builds")
class Builds(dy.Schema):
    """One row per build that came to its end: its input, the version of the code, and the outcome."""

    build = dy.Int64(primary_key=True, min=1)
    """The number of the build: builds follow each other by this number, whatever the clock said."""
    started_at = dy.Datetime(time_unit="us", time_zone="UTC")
    finished_at = dy.Datetime(time_unit="us", time_zone="UTC")
    landing = dy.String()
    clubs = dy.Int64(min=0)
    """How many clubs were built, of those in the landing folder."""
    failed = dy.Int64(min=0)
    """How many clubs could not be built, and kept what they had published."""
    why = dy.String()
    """What had changed, in words."""
    code_sha256 = dy.String()
    """SHA-256 of the code and the reference data that computed the numbers."""
    reports = dy.String()
    only_season = dy.String(nullable=True)
    """The only season that was built; null: all seasons."""
    pages = dy.Int64(min=0)
    """How many pages the site has."""
    errors = dy.Int64(min=0)
    warnings = dy.Int64(min=0)


@warehouse_table("operations.groups")
class Groups(dy.Schema):
    """One row per club: the group of clubs in which it is built when Dagster runs a group; a club stays in its group."""

    club = dy.String(primary_key=True)
    group_name = dy.String()
    bytes = dy.Int64(min=0)
    """The size of its files."""


@warehouse_table("operations.steps")
class Steps(dy.Schema):
    """One row per club and table (`raw` stands for all raw tables, `reports.site` for its pages): what it was made from.

    A table is made anew where one of the two hashes is another now. The clock plays no part.
    """

    club = dy.String(primary_key=True)
    """Empty for what belongs to no club."""
    table_name = dy.String(primary_key=True)
    inputs_sha256 = dy.String()
    """SHA-256 of the paths, contents and times of change of all files of the club, and of what was published."""
    code_sha256 = dy.String()
    """SHA-256 of the code, reference data and limits by which this table is made, and all tables that it reads."""
    build = dy.Int64(min=1)
    """The number of the build that made it."""
    pages = dy.Int64(nullable=True, min=0)
    """Of pages, how many there are."""
