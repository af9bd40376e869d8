"""Which files are result files: they name the players of an evening, and settle nothing about a player."""

from collections.abc import Mapping

import polars as pl

from transforms.tables import CLUB

_OF_TABLES = ("csv", "xlsx", "parquet")
"""Formats in which a club writes tables; every other is a program's, for results or games."""
_NAME_OF_PROGRAMS = r"(?i)\.(?:pbn|xml|bws|json|html?|pgn|pdn)(?:\.txt)?$"
"""How the name of a file ends that a program wrote. A table may have any other, since its content tells it."""


def result_files(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """(club, competition, file_id) of these files: of a program's format, or with official results, once each.

    Args:
        read: the tables by name: `files` and `official_results`.
    """
    of_lists = read["official_results"].select(*CLUB, "file_id")
    return pl.concat([files_of_programs(read["files"]), of_lists]).unique()


def files_of_programs(files: pl.LazyFrame) -> pl.LazyFrame:
    """(club, competition, file_id) of the files of a program's format, whatever their names are."""
    return files.filter(~pl.col("format").is_in(_OF_TABLES)).select(*CLUB, "file_id")


def is_named_as_table(file_id: pl.Expr) -> pl.Expr:
    """Whether the name of a file is that of a table of the club's own, where no more is known of it than its name."""
    return ~file_id.str.contains(_NAME_OF_PROGRAMS)
