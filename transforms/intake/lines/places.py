"""Pairs that cannot have sat where their lines say: at two tables at once, or with more than two at a table."""

from typing import Final

import dataframely as dy
import polars as pl

from transforms.bridge.sessions import by_entrant
from transforms.intake.findings import warning_on
from transforms.tables import LINE, SESSION, Findings
from transforms.tables.runs import key_number

_OF_FILE: Final = (*LINE, "file_id")
"""Rounds are of a file: the halves of an evening may both begin with the first."""
_ROUND: Final = ("of_file", "round")
_PAIRS = 2
"""So many sit at a table."""
_NAMED = 8


def out_of_place(results: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each file and session in which pairs sit at two tables in a round, or three at one table.

    It names the line that is most likely wrong: where the pair, or at the table, has the fewest lines of that round.
    Teams sit at two tables, and a match may be written as one table.

    Args:
        results: those that count, with the `kind` of their session.
    """
    lines = results.filter(
        pl.col("kind") != "teams", pl.all_horizontal(pl.col("round", "table", "ns", "ew").is_not_null())
    ).collect()
    # Tables are found first, since there are many fewer of them than lines, and nearly always nothing is wrong.
    tables = (
        lines.with_columns(of_file=key_number(lines, _OF_FILE))
        .group_by(*_ROUND, "table", "ns", "ew")
        .agg(pl.col("line_no").min(), pl.first(*_OF_FILE), lines=pl.len())
        .lazy()
    )
    sides = pl.concat(
        tables.select(*_ROUND, *_OF_FILE, "line_no", "lines", "table", side=side) for side in ("ns", "ew")
    )
    at_two = (
        by_entrant(sides, "side")
        .filter(pl.col("table").n_unique().over(*_ROUND, "entrant") > 1)
        .group_by(*_ROUND, "entrant")
        .agg(pl.first(*_OF_FILE), _odd_line(), tables=pl.col("table").unique().sort())
        .with_columns(tables=_listed("tables"))
    )
    at_one = (
        sides.filter(pl.col("side").n_unique().over(*_ROUND, "table") > _PAIRS)
        .group_by(*_ROUND, "table")
        .agg(pl.first(*_OF_FILE), _odd_line(), pairs=pl.col("side").unique().sort())
        # Where one of the two tables is wrong, the other has one pair too many.
        .join(at_two, on=_ROUND, how="anti")
        .with_columns(pairs=_listed("pairs"))
    )
    at_two, at_one = (rows.lazy() for rows in pl.collect_all([at_two, at_one]))
    return [
        warning_on(
            _first_of_file(at_two, "entrant"),
            "results.at_two_tables",
            "pair {entrant} of line {line} is at tables {tables} in round {round} ({times} such in this file); all"
            " results count: mend pairs, tables or rounds",
            field="table",
            value="tables",
        ),
        warning_on(
            _first_of_file(at_one, "table"),
            "results.many_at_a_table",
            "pairs {pairs} of line {line} are all at table {table} in round {round} ({times} such in this file); all"
            " results count: mend pairs, tables or rounds",
            field="table",
        ),
    ]


def _first_of_file(rows: pl.LazyFrame, last: str) -> pl.LazyFrame:
    """The first of these rows in each file and session, and how many there are (`times`)."""
    in_file = (*SESSION, "file_id")
    return (
        rows.with_columns(times=pl.len().over(in_file))
        .sort(*in_file, "line_no", "line", "round", last, nulls_last=True)
        .unique(in_file, keep="first", maintain_order=True)
    )


def _odd_line() -> pl.Expr:
    return pl.col("line_no").sort_by("lines", "line_no").first()


def _listed(column: str) -> pl.Expr:
    return pl.col(column).list.head(_NAMED).cast(pl.List(pl.String)).list.join(", ")
