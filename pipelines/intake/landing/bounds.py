"""Bounds on the number of rows or values that share a key of a join. Rows beyond a bound are left out."""

from typing import NamedTuple

import polars as pl

from pipelines.intake.landing.limits import Limits, variable
from pipelines.intake.readers.reading import SENTENCES
from transforms.intake.check import ROW
from transforms.intake.findings import PLACE, error_on
from transforms.tables.finding_words import gaps_of
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, Findings

_SIDES = {
    "results": ("entrant", ("ns", "ew")),
    "matches": ("entrant", ("team", "opponent")),
    "games": ("player_id", ("player_id", "opponent_id")),
}
"""By table: the column name under which the sides of a row are counted, and the columns of these sides."""
_OF_SESSION = "session_id"


class Bound(NamedTuple):
    """A limit for some tables: how many different values, or how many rows, may have the same key.

    Args:
        most: the number allowed.
        of: the columns whose different values are counted; rows are counted if it is empty.
        key: columns, after club and competition.
        tables: the tables that the bound concerns. Rows that exceed it are left out of these tables.
        whole: whether the sessions of such rows are left out of all tables.
        code: the code of the finding.
    """

    most: int
    of: tuple[str, ...]
    key: tuple[str, ...]
    tables: tuple[str, ...]
    whole: bool = False
    code: str = ""


_WITH_ENTRANTS = ("results", "matches", "entries", "totals")
_IN_LINE = (_OF_SESSION, "line", "entrant")
BOUNDS = (
    Bound(500, (_OF_SESSION,), ("date",), ("sessions",), whole=True),
    Bound(1_000, ("board",), (_OF_SESSION,), ("results", "schedule", "deals"), whole=True),
    Bound(5_000, (), (_OF_SESSION, "board"), ("results",)),
    Bound(1_000, (), _IN_LINE, ("results", "matches", "adjustments")),
    Bound(20, ("player_id",), _IN_LINE, ("entries",)),
    Bound(50, ("line", "entrant"), (_OF_SESSION, "player_id"), ("entries",)),
    Bound(5_000, ("partnership_id",), (), ("partnerships",)),
    Bound(12, ("player_id",), ("partnership_id",), ("partnerships",)),
    Bound(500, (), ("date", "player_id"), ("games",)),
)


def within_bounds(read: dict[str, pl.DataFrame], limits: Limits) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """Return the tables without rows beyond a bound, and findings. Other tables grow with the square of these rows."""
    entrants = Bound(
        limits.entrants, ("entrant",), (_OF_SESSION,), _WITH_ENTRANTS, whole=True, code="limits.size/entrants"
    )
    found: list[pl.DataFrame] = [Findings.create_empty()]
    for bound in (entrants, *BOUNDS):
        for table in bound.tables:
            if read[table].height <= bound.most:
                continue
            sides = _by_side(read[table], table).drop_nulls([*bound.key, *bound.of])
            beyond = _beyond(sides, bound)
            if not beyond.is_empty():
                found.append(_findings(beyond, bound))
                numbers = sides.join(beyond.lazy(), on=[*CLUB, *bound.key], how="semi").select(ROW).unique().collect()
                read = _without(read, table, numbers[ROW], whole=bound.whole)
    return read, pl.concat(found)


def _by_side(rows: pl.DataFrame, table: str) -> pl.LazyFrame:
    """Number the rows, and return each row once for each of its sides."""
    name, sides = _SIDES.get(table, ("", ()))
    numbered = rows.lazy().with_row_index(ROW)
    return pl.concat(numbered.with_columns(pl.col(side).alias(name)) for side in sides) if sides else numbered


def _beyond(sides: pl.LazyFrame, bound: Bound) -> pl.DataFrame:
    """Return each key beyond the bound, its `number`, the file that has it most often, and its first line there."""
    key = [*CLUB, *bound.key]
    number = pl.struct(bound.of).n_unique() if len(bound.of) > 1 else pl.col(bound.of or ROW).n_unique()
    beyond = sides.group_by(key).agg(number.alias("number")).filter(pl.col("number") > bound.most)
    places = sides.join(beyond, on=key).group_by(*key, "number", "file_id").agg(pl.len(), pl.col("line_no").min())
    most_first = places.sort(*PLACE).sort("len", descending=True, maintain_order=True)
    return most_first.unique(key, keep="first", maintain_order=True).sort(key).collect()


def _findings(beyond: pl.DataFrame, bound: Bound) -> pl.DataFrame:
    code = bound.code or f"limits.too_many/{'values' if bound.of else 'rows'}"
    gaps = {
        "most": pl.lit(bound.most),
        "key": pl.concat_str([phrase(f"{name} = '{{}}'", name) for name in (*CLUB[1:], *bound.key)], separator=", "),
        "counted": pl.lit(", ".join(bound.of)),
        "entrants": pl.col("number"),
        "variable": pl.lit(variable("entrants")),
    }
    filled = {gap: column for gap, column in gaps.items() if gap in gaps_of(SENTENCES[code])}
    field = (*bound.key, *bound.of)[-1]
    return error_on(beyond.lazy(), code, SENTENCES[code], field=field, value=pl.lit(None), **filled).collect()


def _without(read: dict[str, pl.DataFrame], table: str, numbers: pl.Series, *, whole: bool) -> dict[str, pl.DataFrame]:
    if not whole:
        numbered = read[table].with_row_index(ROW)
        return {**read, table: numbered.filter(~pl.col(ROW).is_in(numbers.implode())).drop(ROW)}
    sessions = read[table][numbers.to_list()].select(*CLUB, _OF_SESSION).unique()
    return {
        name: rows.join(sessions, on=sessions.columns, how="anti", maintain_order="left")
        if _OF_SESSION in rows
        else rows
        for name, rows in read.items()
    }
