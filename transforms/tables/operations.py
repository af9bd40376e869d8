"""Operations: the record of builds, the inputs of each club's tables, and every version of each file."""

import dataframely as dy

from transforms.tables.shared import InClub, warehouse_table


@warehouse_table("operations.builds")
class Builds(dy.Schema):
    """One row per completed build: its input, the version of the code, and the outcome."""

    build = dy.Int64(primary_key=True, min=1)
    """The number of the build. Builds are ordered by this number, whatever the clock showed."""
    started_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it began, by the clock of the machine.")
    finished_at = dy.Datetime(time_unit="us", time_zone="UTC", description="When it ended, by its clock.")
    landing = dy.String(description="The landing folder that was built.")
    clubs = dy.Int64(min=0, description="How many clubs were built, of those in the landing folder.")
    failed = dy.Int64(min=0, description="How many clubs could not be built, and kept what they had published.")
    why = dy.String(description="What had changed, in words.")
    code_sha256 = dy.String(description="SHA-256 of the code and the reference data that computed the numbers.")
    reports = dy.String(description="The folder of the site.")
    only_season = dy.String(nullable=True, description="The only season that was built; null: all seasons.")
    pages = dy.Int64(min=0, description="How many pages the site has.")
    errors = dy.Int64(min=0, description="Findings of severity error, of all clubs.")
    warnings = dy.Int64(min=0, description="Findings of severity warning, of all clubs.")


@warehouse_table("operations.groups")
class Groups(dy.Schema):
    """One row per club: the group with which Dagster builds the club. A club stays in its group."""

    club = dy.String(primary_key=True)
    group_name = dy.String(description="The group in which Dagster builds the club.")
    bytes = dy.Int64(min=0, description="The size of its files.")


@warehouse_table("operations.steps")
class Steps(dy.Schema):
    """One row per club and table: the hashes of the input and the code from which the table was made.

    The name `raw` covers all raw tables of a club, and `reports.site` its pages. The name `failed` records that the
    last build of the club failed; its hashes are empty because nothing was made. A table is made again when one of its
    two hashes changes. The clock plays no part.
    """

    club = dy.String(primary_key=True, description="Empty, since it is part of the key, for what belongs to no club.")
    table_name = dy.String(primary_key=True, description="The table, or `raw`, `reports.site` or `failed`.")
    inputs_sha256 = dy.String()
    """SHA-256 of the paths, contents and modification times of all files of the club, and of what was published; `left`
    if the next build must make the pages and tables of all clubs together."""
    code_sha256 = dy.String()
    """SHA-256 of the code, reference data and limits that make this table and all tables that it reads."""
    build = dy.Int64(min=1, description="The number of the build that made it.")
    pages = dy.Int64(nullable=True, min=0, description="Of pages, how many there are.")


@warehouse_table("operations.hidden_on_pages")
class HiddenOnPages(dy.Schema):
    """One row per club, person, and id or name of that person: who is hidden on the pages of the club, as last drawn.

    If the pages of a club could not be redrawn, they may hide the wrong people.
    """

    club = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    known_as = dy.String(primary_key=True, description="The id, an alias, or the name of this person.")


@warehouse_table("operations.file_history")
class FileHistory(InClub):
    """One row per version of a file: the first build with it, the first build without it, and what replaced it.

    A version is known by its content. If an old content is restored, it gets a new row.
    """

    file_id = dy.String(primary_key=True)
    first_build = dy.Int64(primary_key=True, min=1, description="The number of the first build with this content.")
    sha256 = dy.String()
    rows = dy.Int64(min=0, description="How many rows the file gave.")
    format = dy.String(description="The format that was recognised.")
    first_seen_at = dy.Datetime(time_unit="us", time_zone="UTC", description="The time of that build.")
    until_build = dy.Int64(nullable=True, min=1, description="The first build without it; null while it counts.")
    superseded_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC", description="The time of that build.")
    superseded_by = dy.String(nullable=True)
    """The sha256 of the version that replaced this one; null if this version is in use, or if the file is gone."""
