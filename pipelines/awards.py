"""Federation points of one result list, whoever made it: no warehouse, no competition."""

import csv
import difflib
import io
from pathlib import Path
from typing import NamedTuple

import polars as pl

from pipelines.errors import UnusableError
from pipelines.readers.cells import kind_of
from pipelines.readers.letters import decoded
from transforms.awards import AwardError, Rounding, awards, checked_entrants
from transforms.awards.schemes import SCHEMES, computed_scheme
from transforms.rounding import half_up
from transforms.tables import SessionResults

_SEPARATORS = (",", ";", "\t")
_COLUMNS = ("entrant", "rank", "score")
_EVENT = "result list"
_MOST_BYTES = 64 * 2**20


class _Row(NamedTuple):
    """A row with its number in the file."""

    line_no: int
    entrant: str
    rank: str
    score: str


def awards_of_file(path: Path, scheme: str, *, whole_points: bool = False) -> pl.DataFrame:
    """What every entrant of a result list gets by a scheme.

    Args:
        path: CSV as any spreadsheet writes it: `entrant`, and `rank`, `score` or both.
        scheme: a name of `SCHEMES`.
        whole_points: by largest remainder, where the scheme can be had so.

    Returns:
        (entrant, rank, points), the best first.

    Raises:
        UnusableError: no such scheme, one that a federation awards itself, or a row that cannot be used.
    """
    _check(scheme, whole_points=whole_points)
    rows = _rows(path)
    given = _typed(path, rows)
    event = given.drop("line_no").with_columns(pl.lit("").alias(_EVENT))
    findings = checked_entrants(event, [scheme], event=[_EVENT]).findings
    if findings.height:
        raise UnusableError(_in_words(path, findings.row(0, named=True), given))
    rounding: Rounding = "largest_remainder" if whole_points else "scheme"
    made = awards(event, [scheme], event=[_EVENT], rounding=rounding).collect()
    return made.select("entrant", "rank", points=scheme).sort("rank", maintain_order=True)


def _check(name: str, *, whole_points: bool) -> None:
    """That the scheme has a rule, and can be had as asked."""
    try:
        scheme = computed_scheme(name)
    except AwardError as error:
        how = (
            ": put it into the landing folder as a table with session_id, scheme, entrant or player_id, and points,"
            " and run barometer build"
            if name in SCHEMES
            else ""
        )
        raise UnusableError(f"{error}{how}") from None
    if whole_points and not scheme.whole_points:
        can = ", ".join(known for known, one in SCHEMES.items() if one.whole_points)
        raise UnusableError(f"--whole-points: {name} has a rounding of its own; leave it out, or take one of {can}")


def _rows(path: Path) -> list[_Row]:
    """The cells of the rows that are not empty; the first row names the columns."""
    data = path.read_bytes()
    if len(data) > _MOST_BYTES or b"\0" in data[:1000]:
        raise UnusableError(f"{path}: no CSV; save the result list as CSV with the columns entrant, rank, score")
    text, _ = decoded(data)
    first_line = text.lstrip("\n").split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(_SEPARATORS, key=first_line.count), strict=True)
    rows: list[_Row] = []
    columns: list[str] = []
    line_no = 1
    try:
        for raw in reader:
            cells = [cell.strip() for cell in raw]
            if any(cells) and not columns:
                columns = _heading(path, line_no, cells)
            elif any(cells):
                if len(cells) != len(columns):
                    raise UnusableError(
                        f"{path}, line {line_no}: {len(cells)} cells under {len(columns)} columns; mend the line"
                    )
                by_name = dict(zip(columns, cells, strict=True))
                rows.append(_Row(line_no, *(by_name.get(column, "") for column in _COLUMNS)))
            line_no = reader.line_num + 1
    except csv.Error as error:
        raise UnusableError(f"{path}, line {line_no}: not readable as CSV ({error}); save it again as CSV") from None
    if not rows:
        raise UnusableError(f"{path}: the file is empty; write entrant,rank,score and below it a row for each entrant")
    return rows


def _heading(path: Path, line_no: int, cells: list[str]) -> list[str]:
    columns = [cell.lower() for cell in cells]
    where = f"{path}, line {line_no}"
    if "entrant" not in columns or not {"rank", "score"} & set(columns):
        raise UnusableError(f"{where}: {', '.join(cells)}; name the columns entrant, and rank, score or both")
    for column in columns:
        if column and columns.count(column) > 1:
            raise UnusableError(f"{where}: {column}: stands there twice; keep one of them")
        like = difflib.get_close_matches(column, _COLUMNS, n=1)
        if column not in _COLUMNS and like and like[0] not in columns:
            raise UnusableError(f"{where}: {column}: there is no such column, did you mean {like[0]}?")
    return columns


def _typed(path: Path, rows: list[_Row]) -> pl.DataFrame:
    """line_no, entrant, rank and score as the cells of landing tables are read."""
    written = pl.DataFrame(rows, schema=["line_no", *_COLUMNS], orient="row").with_columns(
        pl.when(pl.col(column) != "").then(column).alias(column) for column in _COLUMNS
    )
    written = written.with_columns(pl.col("rank").str.strip_suffix("="))  # as result lists write a shared rank
    schema = SessionResults.columns()
    kinds = {column: kind_of(column, schema[column]) for column in ("rank", "score")}
    typed = written.with_columns(kinds[column].value(pl.col(column)).alias(f"{column} read") for column in kinds)
    for column, kind in kinds.items():
        wrong = typed.filter(pl.col(column).is_not_null() & pl.col(f"{column} read").is_null())
        for line_no, value in wrong.select("line_no", column).head(1).iter_rows():
            raise UnusableError(f"{path}, line {line_no}: {column} = {value!r}: write {kind.wanted}")
    for line_no in typed.filter(pl.col("entrant").is_null())["line_no"].head(1):
        raise UnusableError(f"{path}, line {line_no}: entrant: missing; write a number or a name")
    return typed.select("line_no", "entrant", **{column: pl.col(f"{column} read") for column in kinds})


def _in_words(path: Path, finding: dict[str, str | None], given: pl.DataFrame) -> str:
    """What is wrong with the list, and on the line of which entrant."""
    value, message = finding["value"], finding["message"] or ""
    names = pl.col("entrant")
    of_entrant = names == value if finding["field"] == "entrant" else pl.lit(f"{message} ").str.starts_with(names + " ")
    told_of = given.filter(of_entrant).sort(names.str.len_chars(), "line_no")
    line = f", line {told_of['line_no'][-1]}" if told_of.height else ""
    shown = "" if value is None else f" = {value!r}"
    return f"{path}{line}: {finding['field']}{shown}: {message}"


def at_a_glance(made: pl.DataFrame) -> pl.DataFrame:
    """The awards as they are printed: points to two decimals, halves up."""
    hundredths = half_up(pl.col("points") * 100).cast(pl.Int64)
    cents = (hundredths % 100).cast(pl.String).str.zfill(2)
    return made.with_columns(points=pl.format("{}.{}", hundredths // 100, cents))
