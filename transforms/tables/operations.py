"""Operations: the record of builds, what each club was built from, and every content that a file had."""

import dataframely as dy

from transforms.tables.shared import InClub, warehouse_table


@warehouse_table("operations.builds")
class Builds(dy.Schema):
    """One row per build that came to its end: its input, the version of the code, and the outcome."""

    build = dy.Int64(primary_key=True, min=1)
    """The number of the build: builds follow each other by this number, whatever the clock said."""
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
    """One row per club: the group in which it is built when Dagster runs a group; it stays in its group."""

    club = dy.String(primary_key=True)
    group_name = dy.String(description="The group in which Dagster builds the club.")
    bytes = dy.Int64(min=0, description="The size of its files.")


@warehouse_table("operations.steps")
class Steps(dy.Schema):
    """One row per club and table: what it was made from; `raw` stands for all raw tables, `reports.site` for its pages.

    `failed` stands for the last build of a club that failed; nothing was made from anything, so its hashes are empty.
    A table is made anew where one of the two hashes is another now. The clock plays no part.
    """

    club = dy.String(primary_key=True, description="Empty, since it is part of the key, for what belongs to no club.")
    table_name = dy.String(primary_key=True, description="The table, or `raw`, `reports.site` or `failed`.")
    inputs_sha256 = dy.String()
    """SHA-256 of the paths, contents and times of change of all files of the club, and of what was published;
    `left` where the next build is to make what all clubs show together."""
    code_sha256 = dy.String()
    """SHA-256 of the code, reference data and limits by which this table is made, and all tables that it reads."""
    build = dy.Int64(min=1, description="The number of the build that made it.")
    pages = dy.Int64(nullable=True, min=0, description="Of pages, how many there are.")


@warehouse_table("operations.hidden_on_pages")
class HiddenOnPages(dy.Schema):
    """One row per club, person and id or name: whom the pages of the club hide, as they were drawn.

    A club whose pages could not be drawn anew may hide others than it is to hide.
    """

    club = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    known_as = dy.String(primary_key=True, description="The id, an alias, or the name of this person.")


@warehouse_table("operations.file_history")
class FileHistory(InClub):
    """One row per content of a file that ever counted: from which build on, until which, and by what it was superseded.

    A file that is put back gets a row of its own.
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
    """The sha256 of the content that took its place; null while it counts, and where the file is gone."""
