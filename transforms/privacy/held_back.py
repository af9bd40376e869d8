"""Find the clubs that may not be published, because it is in doubt who must not be named."""

import polars as pl

from transforms.tables.schemas import Rows

LIST = "hidden.csv"
"""The name of a file with people who must not be named. It has no other purpose."""


def is_list(file_id: pl.Expr) -> pl.Expr:
    """Return whether files are lists of hidden people, judged by the names of the files."""
    return file_id.str.split("/").list.last() == LIST


def is_about_hiding() -> pl.Expr:
    """Return whether findings are errors about hiding. Their codes are `hidden.…`."""
    return (pl.col("severity") == "error") & pl.col("code").str.starts_with("hidden.")


def held_back(findings: Rows) -> pl.DataFrame:
    """Return the findings that hold back the publication of their clubs.

    A finding without a club (null or "") is about a list of hidden people outside any club, and holds back all clubs.
    """
    held = findings.lazy().filter(is_about_hiding())
    return held.unique().sort("club", "competition", "file_id", "line_no", "code", nulls_last=False).collect()
