"""The tables of `transforms/tables/`, in one DuckDB file or in a lake.

A table is checked against its schema before it is written, and it is replaced as a whole
or not at all, or else the rows of some clubs are. Where a season is named, only the rows of that season are read and
written. Tables of rating seasons are an exception: their seasons are not those of the competition, so they are always
read and written whole.

`raw.results` is a view over the stored table `stored."raw.results"`: its rows stand in the order of club, competition
and season, and below that in the order in which they were inserted, which is that of their transform. So the order is
the same whichever clubs were built last.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import dataframely as dy
import duckdb
import polars as pl

from pipelines.machine.paths import Lake, Place
from pipelines.warehouse import blank
from pipelines.warehouse.column_words import comments
from pipelines.warehouse.errors import WarehouseError, broken_off, in_use, of_another_version, until_first
from pipelines.warehouse.opening import NAME, end_transaction, exists, opened
from pipelines.warehouse.questions import QUESTIONS, comments_of_questions
from pipelines.warehouse.statements import (
    COLUMNS,
    COMMENTS,
    STORED,
    Stream,
    definitions,
    delete,
    ever_filled,
    grown,
    is_one_of,
    ordered_view,
    quoted,
    required,
    rows_of,
    stored,
    without_rows,
)
from pipelines.warehouse.validation import validated
from transforms.tables.messages import Message
from transforms.tables.schemas import IN_RATING_SEASONS, RECORDED, VIEWS, WAREHOUSE
from transforms.tables.shared import S, name_of, types_of

_ROWS_AT_ONCE = 1_000_000


class Warehouse:
    """The tables of a warehouse by name (`raw.results`), as polars frames.

    Args:
        place: the DuckDB file, or the lake.
        season: the only season to read and write; None: all seasons.
        read_only: open it for reading only, as it is at this moment; it must exist.
        is_replaced: a build is about to make the tables of another version anew, so they count as empty.
    """

    def __init__(
        self, place: Place, season: str | None = None, *, read_only: bool = False, is_replaced: bool = False
    ) -> None:
        self.place = place
        self.season = season
        self._read_only = read_only
        self._is_replaced = is_replaced
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._existing: dict[str, list[str]] | None = None
        self._empty: set[str] | None = None
        self._filled = set[str]()
        self._is_lake = isinstance(place, Lake)
        self._holds = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close it, so that other programs can open its file; what is held back and not saved is forgotten."""
        if self._connection is not None:
            if self._is_lake:
                end_transaction(self._connection)
            self._connection.close()
            self._connection = None
            self._existing = self._empty = None

    def hold_back(self) -> None:
        """From here on nothing that is written is seen by anybody else before `save`; what is read is of this moment.

        For a lake, whose tables many read; a file is written as a copy.
        """
        self._existing = self._empty = None
        with in_use(self.place):
            self._connect().begin()
        self._holds = True

    def save(self) -> None:
        """Write everything into the file itself, so that no log stands beside it; or show what was held back.

        Raises:
            BrokenOffError: its disk is full.
        """
        with self._writing():
            if self._holds:
                self._connect().commit()
                self._holds = False
            elif not self._is_lake:
                self._connect().execute("checkpoint")

    def tables(self) -> list[str]:
        """The names of the tables that exist, in the order of `WAREHOUSE`.

        Raises:
            WarehouseError: the file cannot be opened.
        """
        if self._connection is None and not self._read_only and not exists(self.place):
            return []
        if self._existing is None:
            self._existing = dict(self.sql(COLUMNS).iter_rows())
        return [name for name in WAREHOUSE if name in self._existing]

    def read(self, name: str, clubs: Collection[str] | None = None) -> pl.DataFrame:
        """One table (or its rows of the season, and of these clubs), with the columns of its schema.

        Raises:
            WarehouseError: the file cannot be opened; or another version of Barometer wrote the table, and no build of
                all seasons is about to replace it.
        """
        season = self.in_season(name)
        return self._rows(name, {} if season is None else {"season": season}, clubs)

    def read_all_seasons(self, name: str, clubs: Collection[str] | None = None) -> pl.DataFrame:
        """All rows of one table, also where a season is named; empty where the warehouse does not have the table yet.

        Raises:
            WarehouseError: as `read`.
        """
        return self._rows(name, {}, clubs)

    def read_in_parts(self, name: str, rows: int = _ROWS_AT_ONCE) -> Iterator[pl.DataFrame]:
        """One table as `read`, some clubs at a time: about so many rows, or one club; one part where it is empty.

        Raises:
            WarehouseError: as `read`.
        """
        if name not in self.tables():
            yield self.read(name)
            return
        schema, table = name.split(".")
        sizes = self.sql(f'select club, count(*) as rows from "{schema}"."{table}" group by club order by club')  # noqa: S608 - a name of ours
        parts = sizes.with_columns(part=(pl.col("rows").cum_sum() - pl.col("rows")) // rows)
        for clubs in parts.group_by("part", maintain_order=True).agg("club")["club"].to_list() or [[]]:
            yield self.read(name, clubs)

    def read_of(self, name: str, **wanted: str) -> pl.DataFrame:
        """The rows of a table that have these values in these columns; columns that the table lacks are ignored.

        Raises:
            WarehouseError: as `read`.
        """
        return self._rows(name, wanted, None)

    def read_distinct(self, name: str, columns: Collection[str], clubs: Collection[str] | None = None) -> pl.DataFrame:
        """The different values that these clubs, or all, have in some columns, in any order, without all rows.

        Raises:
            WarehouseError: as `read`.
        """
        if name not in self.tables() or not self._has_columns(name):
            return self.read(name, clubs).select(columns).unique()
        season = self.in_season(name)
        with in_use(self.place):
            rows = self._connect().sql(f"from {stored(name)}")
            rows = rows if clubs is None else rows.filter(is_one_of("club", clubs))
            of_season = rows if season is None else rows.filter(is_one_of("season", [season]))
            return rows_of(of_season.select(*map(duckdb.ColumnExpression, columns)).distinct())

    def sql(self, query: str) -> pl.DataFrame:
        """What a query of our own on the tables gives; all of them must exist."""
        with in_use(self.place):
            return rows_of(self._connect().sql(query))

    def count(self, name: str, clubs: Collection[str]) -> int:
        """How many rows these clubs have in a table that has a column of clubs, in all seasons."""
        if name not in self.tables() or not clubs:
            return 0
        schema, table = name.split(".")
        of_clubs = is_one_of("club", clubs)
        return int(self.sql(f'select count(*) from "{schema}"."{table}" where {of_clubs}').item())  # noqa: S608 - names of ours, and values in quotes

    def table(self, schema: type[S], **wanted: str) -> dy.DataFrame[S]:
        """The table that a schema describes, or the rows that have these values: as `read` or `read_of`, and typed."""
        name = name_of(schema)
        return schema.cast(self.read_of(name, **wanted) if wanted else self.read(name))

    def write(self, name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
        """Replace a table (or its rows of the season) by these rows, and return the rows written.

        Raises:
            WarehouseError: the rows do not fit the schema of the table; the message names table, column and value.
        """
        frame = validated(name, rows)
        return self._replace({name: frame}, None)[name]

    def replace(self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str]) -> None:
        """Replace the rows of these clubs (or of their season) in these tables, all of them or none.

        Args:
            tables: name -> rows that are validated.
            clubs: a club without rows loses those that it had.

        Raises:
            WarehouseError: they cannot be written; nothing is changed then.
        """
        self._replace(tables, clubs)

    def describe(self) -> None:
        """Make all tables, the views of `questions`, and their comments, where they are not as they should be."""
        if isinstance(self.place, Path) and not exists(self.place) and blank.lay(self.place, self._make_blank):
            return
        self._describe()

    @staticmethod
    def _make_blank(file: Path) -> None:
        with Warehouse(file) as made:
            made._describe()
            made.save()

    def _describe(self) -> None:
        connection = self._connect()
        with self._transaction():
            for name in WAREHOUSE:
                if name not in VIEWS:
                    self._ensure(name)
        with self._transaction():
            if not self._is_lake:
                self._carry_over()
            for name, query in VIEWS.items():
                schema = name.partition(".")[0]
                connection.execute(f'create schema if not exists "{schema}"; create or replace view {name} as {query}')
            connection.execute("create schema if not exists questions")
            for name, question in QUESTIONS.items():
                connection.execute(f"create or replace view questions.{name} as {question.sql}")
        with self._transaction():
            known = dict(connection.sql(COMMENTS).fetchall())
            said = [
                f"comment on {what} is {quoted(comment)}"
                for what, comment in (comments(stored) | comments_of_questions(known)).items()
                if what in known and known[what] != comment and not (self._is_lake and _is_of_a_view(what))
            ]
            if said:
                connection.execute("; ".join(said))
        self._existing = self._empty = None

    def _replace(self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str] | None) -> dict[str, pl.DataFrame]:
        seasons = {name: self.in_season(name) for name in tables}
        written = {
            name: rows if seasons[name] is None else rows.filter(pl.col("season") == seasons[name])
            for name, rows in tables.items()
        }
        write = partial(self._write, written, clubs, seasons)
        if self._is_lake and not self._holds:
            until_first(write)
        else:
            write()
        return written

    def _write(
        self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str] | None, seasons: Mapping[str, str | None]
    ) -> None:
        connection = self._connect()
        with self._transaction():
            for name, rows in tables.items():
                self._ensure(name)
                if not self._is_empty(name):
                    connection.execute(delete(name, clubs, seasons[name]))
                if not rows.is_empty():
                    (self._empty or set()).discard(name)
                    self._filled.add(name)
                    # A lake gives its rows numbers as they come, and the parts of a frame come side by side.
                    connection.register("incoming", Stream(rows.rechunk() if self._is_lake else rows))
                    connection.execute(f"insert into {stored(name)} by name from incoming")
                    connection.unregister("incoming")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing; where everything is held back, a part of that."""
        with self._writing():
            if self._holds:
                yield
                return
            connection = self._connect()
            connection.begin()
            yield
            connection.commit()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except (duckdb.Error, WarehouseError) as error:
            with suppress(duckdb.Error):
                self._connect().rollback()
            self._existing = self._empty = None
            if self._holds:
                self.close()  # nothing can be added to what was held back
            if isinstance(error, WarehouseError):
                raise
            raise broken_off(self.place, error) from error

    def _ensure(self, name: str) -> None:
        """Make the stored table and its view, where there are none, or others by another version."""
        connection = self._connect()
        if name in self.tables() and self._has_columns(name):
            return
        if not (lacks := self._lacks(name)) and name in self.tables():
            self._of_another_version(name)
        existing, (schema, table) = self._existing or {}, name.split(".")
        made = [f'create schema if not exists {STORED}; create schema if not exists "{schema}"']
        if f"{STORED}.{name}" not in existing and name in existing:
            made.append(f'drop table if exists "{schema}"."{table}"')
        columns = WAREHOUSE[name].column_names()
        if lacks:
            made.extend(grown(name, lacks, [column for (column,) in connection.sql(required(name)).fetchall()]))
        else:
            made.append(f"create or replace table {stored(name)} ({definitions(keys=not self._is_lake)[name]})")
        made.append(ordered_view(name))
        connection.execute("; ".join(made))
        self._existing = existing | {name: columns, f"{STORED}.{name}": columns}

    def _carry_over(self) -> None:
        """Take over the rating lists that a version before published into a table, where a view is now."""
        connection = self._connect()
        found = connection.sql("select schema_name || '.' || table_name from duckdb_tables()").fetchall()
        for name in {name for (name,) in found} & set(VIEWS):
            if name == "ratings.published":
                connection.execute(f"insert into {stored('published.ratings')} by name from {name}")
            connection.execute(f"drop table {name}")

    def _is_empty(self, name: str) -> bool:
        """Whether it is known that a stored table has no row, in any season: nobody else can give it one.

        All are looked at together, once: fifty have no row in a small warehouse, and in a lake each takes long to read.
        Of a lake its catalogue tells which never had one, until now, and so at the moment of which it is read.
        """
        if not (self._holds or self._read_only if self._is_lake else not self._read_only):
            return False
        if self._empty is None:
            names = [name for name in self.tables() if f"{STORED}.{name}" in (self._existing or {})]
            if self._is_lake:
                self._empty = set(names) - self._filled - set(self.sql(ever_filled(NAME))["table_name"])
            else:
                self._empty = set(self.sql(without_rows(names)).to_series()) if names else set()
        return name in self._empty

    def _has_columns(self, name: str) -> bool:
        existing = self._existing or {}
        return f"{STORED}.{name}" in existing and existing[name] == WAREHOUSE[name].column_names()

    def _lacks(self, name: str) -> list[str]:
        """The columns of a recorded table that one of an older version is without, where all of them may be null."""
        columns, there = WAREHOUSE[name].columns(), (self._existing or {}).get(name, [])
        lacks = [column for column in columns if column not in there]
        is_older = name in RECORDED and f"{STORED}.{name}" in (self._existing or {}) and set(there) <= set(columns)
        return lacks if is_older and all(columns[column].nullable for column in lacks) else []

    def _rows(self, name: str, wanted: Mapping[str, str], clubs: Collection[str] | None) -> pl.DataFrame:
        if name not in self.tables() or (self._has_columns(name) and self._is_empty(name)):
            return pl.DataFrame(schema=types_of(WAREHOUSE[name]))
        schema, table = name.split(".")
        with in_use(self.place):
            whole = self._connect().sql(f'from "{schema}"."{table}"')
            conditions = {column: [value] for column, value in wanted.items() if column in whole.columns}
            if clubs is not None and "club" in whole.columns:
                conditions["club"] = list(clubs)
            for column, values in conditions.items():
                whole = whole.filter(is_one_of(column, values))
            rows = rows_of(whole)
        return self._as_in_schema(name, rows)

    def _as_in_schema(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        schema = types_of(WAREHOUSE[name])
        if list(rows.schema.items()) == list(schema.items()):
            return rows
        rows = rows.with_columns(pl.lit(None, schema[column]).alias(column) for column in self._lacks(name))
        if set(schema) - set(rows.columns):
            return self._of_another_version(name)
        return rows.select(pl.col(column).cast(dtype) for column, dtype in schema.items())

    def _of_another_version(self, name: str) -> pl.DataFrame:
        """An empty table where a build of all seasons is about to replace the old one; an error everywhere else.

        No build can make a table of `RECORDED` again, so there it is always an error.
        """
        is_recorded = name in RECORDED
        if is_recorded or (self._read_only and not self._is_replaced) or self.season is not None:
            raise of_another_version(self.place, name, is_recorded=is_recorded)
        return WAREHOUSE[name].create_empty()

    def in_season(self, name: str) -> str | None:
        """The only season of which rows of this table are read and written; None: all of them."""
        return self.season if self._keeps_to_season(name) else None

    def _keeps_to_season(self, name: str) -> bool:
        has_season = "season" in WAREHOUSE[name].column_names() and name not in (*IN_RATING_SEASONS, *RECORDED)
        return self.season is not None and has_season

    def _connect(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            if self._holds:
                raise WarehouseError(
                    Message("{place}: what was written is forgotten, since a part of it could not be", place=self.place)
                )
            self._connection = opened(self.place, read_only=self._read_only)
        return self._connection


def as_it_is(place: Place, season: str | None = None, *, is_replaced: bool = False) -> Warehouse:
    """The warehouse for reading, or what counts as an empty one where there is none yet.

    Args:
        place: the DuckDB file, or the lake.
        season: the only season to read; None: all seasons.
        is_replaced: a build is about to make the tables of another version anew, so they count as empty.
    """
    return Warehouse(place, season, read_only=exists(place), is_replaced=is_replaced)


def _is_of_a_view(what: str) -> bool:
    """Whether a comment is on a column of a view, which a lake does not have."""
    return what.startswith("column ") and not what.startswith(f"column {STORED}.")
