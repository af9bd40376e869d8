"""The warehouse: one DuckDB file with the tables of `transforms/tables/`.

No other module uses DuckDB. A table is checked against its schema before it is written, and it is replaced as a whole
or not at all, or else the rows of some clubs are. Where a season is named, only the rows of that season are read and
written. Tables of rating seasons are an exception: their seasons are not those of the competition, so they are always
read and written whole.

`raw.results` is a view over the stored table `stored."raw.results"`: its rows stand in the order of club, competition
and season, and below that in the order in which they were inserted, which is that of their transform. So the order is
the same whichever clubs were built last.

The connection holds this file and nothing else: it loads no extension, opens no other file and no address, and cannot
be set to. The file is attached under a name of our own, since DuckDB would name it after the file, and `raw.duckdb`
would then be both a file and a schema.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import dataframely as dy
import duckdb
import polars as pl

from pipelines.column_words import comments
from pipelines.disks import full, is_full
from pipelines.errors import MachineError, UnusableError
from pipelines.questions import QUESTIONS
from transforms.tables import IN_RATING_SEASONS, RECORDED, VIEWS, WAREHOUSE
from transforms.tables.shared import SESSION, S, name_of, types_of

_NAME = "warehouse"
"""What the connection calls the file, whatever its name."""
_STORED = "stored"
"""The schema of the tables over which the views are."""
_ORDER = ("club", "competition", "season")
_IN_KEYS = {"club", "competition", "season", "session_id", "file_id", "build", "table_name"}
"""A table whose key has these columns alone has it in DuckDB too, which keeps an index for it. With an index of every
table the file is ten times as large, and takes twice the time to write; so the others have their key in their comment,
and it is checked before they are written."""
_EXAMPLE = "barometer.duckdb"
_COLUMNS = """
    select schema_name || '.' || table_name, list(column_name order by column_index)
    from duckdb_columns() where database_name = current_database() group by all
"""
_COMMENTS = f"""
    select 'table {_STORED}."' || table_name || '"', comment from duckdb_tables() where schema_name = '{_STORED}'
    union all select 'view "' || schema_name || '"."' || view_name || '"', comment
        from duckdb_views() where not internal
    union all select 'column ' || case schema_name when '{_STORED}' then '{_STORED}' else '"' || schema_name || '"' end
        || '."' || table_name || '"."' || column_name || '"', comment
        from duckdb_columns() where not internal
"""  # noqa: S608 - a name of ours
"""What is said of everything in the file."""
_WITHOUT_EXTENSIONS: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
_NOTHING_ELSE = "set enable_external_access = false; set lock_configuration = true"
"""No file, no network and no other setting from here on; the file that is attached stays open for both."""


class WarehouseError(UnusableError):
    """The warehouse file cannot be used, or a table is not what its schema says."""


class BrokenOffError(WarehouseError, MachineError):
    """DuckDB could not go on: its disk is full, or its memory."""


class Warehouse:
    """The tables of one DuckDB file by name (`raw.results`), as polars frames.

    Args:
        path: the DuckDB file.
        season: the only season to read and write; None: all seasons.
        read_only: open the file for reading only; the file must exist.
        is_replaced: a build is about to make the tables of another version anew, so they count as empty.
    """

    def __init__(
        self, path: Path, season: str | None = None, *, read_only: bool = False, is_replaced: bool = False
    ) -> None:
        self.path = path
        self.season = season
        self._read_only = read_only
        self._is_replaced = is_replaced
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._existing: dict[str, list[str]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, so that other programs can open it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
            self._existing = None

    def save(self) -> None:
        """Write everything into the file itself, so that no log stands beside it.

        Raises:
            BrokenOffError: its disk is full.
        """
        with self._writing():
            self._connect().execute("checkpoint")

    def tables(self) -> list[str]:
        """The names of the tables that exist, in the order of `WAREHOUSE`.

        Raises:
            WarehouseError: the file cannot be opened.
        """
        if not (self.path.exists() or self._read_only):
            return []
        if self._existing is None:
            self._existing = dict(self._connect().sql(_COLUMNS).fetchall())
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

    def read_of(self, name: str, **wanted: str) -> pl.DataFrame:
        """The rows of a table that have these values in these columns; columns that the table lacks are ignored.

        Raises:
            WarehouseError: as `read`.
        """
        return self._rows(name, wanted, None)

    def sql(self, query: str) -> pl.DataFrame:
        """What a query of our own on the tables gives; all of them must exist."""
        return self._connect().sql(query).pl()

    def count(self, name: str, clubs: Collection[str]) -> int:
        """How many rows these clubs have in a table that has a column of clubs, in all seasons."""
        if name not in self.tables() or not clubs:
            return 0
        condition = duckdb.ColumnExpression("club").isin(*map(duckdb.ConstantExpression, clubs))
        schema, table = name.split(".")
        of_clubs = self._connect().sql(f'from "{schema}"."{table}"').filter(condition)
        return len(of_clubs)

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
        with self._writing():
            connection = self._connect()
            connection.begin()
            for name in WAREHOUSE:
                if name not in VIEWS:
                    self._ensure(name)
            connection.commit()
            connection.begin()
            self._carry_over()
            for name, query in VIEWS.items():
                schema = name.partition(".")[0]
                connection.execute(f'create schema if not exists "{schema}"; create or replace view {name} as {query}')
            connection.execute("create schema if not exists questions")
            for name, question in QUESTIONS.items():
                connection.execute(f"create or replace view questions.{name} as {question.sql}")
            connection.commit()
            known = dict(connection.sql(_COMMENTS).fetchall())
            asked = {f'view "questions"."{name}"': question.asked for name, question in QUESTIONS.items()}
            said = [
                f"comment on {what} is {_quoted(comment)}"
                for what, comment in (comments(_stored) | asked).items()
                if what in known and known[what] != comment
            ]
            connection.begin()
            if said:
                connection.execute("; ".join(said))
            connection.commit()
            self._existing = None

    def _replace(self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str] | None) -> dict[str, pl.DataFrame]:
        written: dict[str, pl.DataFrame] = {}
        connection = self._connect()
        with self._writing():
            connection.begin()
            for name, rows in tables.items():
                self._ensure(name)
                season = self.in_season(name)
                written[name] = rows if season is None else rows.filter(pl.col("season") == season)
                connection.execute(*_delete(name, clubs, season))
                if not written[name].is_empty():
                    connection.register("incoming", written[name])
                    connection.execute(f"insert into {_stored(name)} by name from incoming")
                    connection.unregister("incoming")
            connection.commit()
        return written

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except (duckdb.Error, WarehouseError) as error:
            with suppress(duckdb.Error):
                self._connect().rollback()
            self._existing = None
            if isinstance(error, WarehouseError):
                raise
            raise self._refused(error) from error

    def _refused(self, error: duckdb.Error) -> "BrokenOffError":
        """What DuckDB cannot do with the file is no fault of what is written or read."""
        if is_full(error):
            return BrokenOffError(full(self.path, error))
        return BrokenOffError(f"{self.path}: DuckDB cannot go on with it: {str(error).splitlines()[0]}")

    def _ensure(self, name: str) -> None:
        """Make the stored table and its view, where there are none, or others by another version."""
        connection = self._connect()
        if name in self.tables() and self._has_columns(name):
            return
        if name in self.tables():
            self._of_another_version(name)
        existing = self._existing or {}
        schema, table = name.split(".")
        made = [f'create schema if not exists {_STORED}; create schema if not exists "{schema}"']
        if f"{_STORED}.{name}" not in existing and name in existing:
            made.append(f'drop table if exists "{schema}"."{table}"')
        columns = WAREHOUSE[name].columns()
        order = ", ".join(f'"{column}"' for column in (*(c for c in _ORDER if c in columns), "rowid"))
        made.append(f"create or replace table {_stored(name)} ({_definitions()[name]})")
        made.append(f'create or replace view "{schema}"."{table}" as from {_stored(name)} order by {order}')
        connection.execute("; ".join(made))
        self._existing = existing | {name: list(columns), f"{_STORED}.{name}": list(columns)}

    def _carry_over(self) -> None:
        """Take over the rating lists that a version before published into a table, where a view is now."""
        connection = self._connect()
        found = connection.sql("select schema_name || '.' || table_name from duckdb_tables()").fetchall()
        for name in {name for (name,) in found} & set(VIEWS):
            if name == "ratings.published":
                connection.execute(f"insert into {_stored('published.ratings')} by name from {name}")
            connection.execute(f"drop table {name}")

    def _has_columns(self, name: str) -> bool:
        existing = self._existing or {}
        return f"{_STORED}.{name}" in existing and existing[name] == WAREHOUSE[name].column_names()

    def _rows(self, name: str, wanted: Mapping[str, str], clubs: Collection[str] | None) -> pl.DataFrame:
        if name not in self.tables():
            return WAREHOUSE[name].create_empty()
        schema, table = name.split(".")
        whole = self._connect().sql(f'from "{schema}"."{table}"')
        conditions = {column: [value] for column, value in wanted.items() if column in whole.columns}
        if clubs is not None and "club" in whole.columns:
            conditions["club"] = list(clubs)
        for column, values in conditions.items():
            known = [duckdb.ConstantExpression(value) for value in values] or [duckdb.ConstantExpression(None)]
            whole = whole.filter(duckdb.ColumnExpression(column).isin(*known))
        try:
            rows = whole.pl()
        except duckdb.Error as error:
            raise self._refused(error) from error
        return self._as_in_schema(name, rows)

    def _as_in_schema(self, name: str, rows: pl.DataFrame) -> pl.DataFrame:
        schema = types_of(WAREHOUSE[name])
        if set(schema) - set(rows.columns):
            return self._of_another_version(name)
        return rows.select(pl.col(column).cast(dtype) for column, dtype in schema.items())

    def _of_another_version(self, name: str) -> pl.DataFrame:
        """An empty table where a build of all seasons is about to replace the old one; an error everywhere else.

        No build can make a table of `RECORDED` again, so there it is always an error.
        """
        if name in RECORDED:
            raise WarehouseError(
                f"{self.path}: {name} was written by another version, and no build makes it anew;"
                " export it, build into a new file, and hand its lists in as ratings"
            )
        if (self._read_only and not self._is_replaced) or self.season is not None:
            raise WarehouseError(
                f"{self.path}: {name} was written by another version; build all seasons again: barometer build LANDING"
            )
        return WAREHOUSE[name].create_empty()

    def in_season(self, name: str) -> str | None:
        """The only season of which rows of this table are read and written; None: all of them."""
        return self.season if self._keeps_to_season(name) else None

    def _keeps_to_season(self, name: str) -> bool:
        has_season = "season" in WAREHOUSE[name].column_names() and name not in (*IN_RATING_SEASONS, *RECORDED)
        return self.season is not None and has_season

    def _connect(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            if self._read_only and not self.path.exists():
                raise WarehouseError(f"{self.path}: no such warehouse; make it with: barometer build LANDING")
            self._connection = self._opened()
        return self._connection

    def _opened(self) -> duckdb.DuckDBPyConnection:
        path = self._usable_path()
        aside = {"temp_directory": f"{path}.tmp"}
        connection = duckdb.connect(":memory:", config={**_WITHOUT_EXTENSIONS, **aside})
        quoted = path.replace("'", "''")
        try:
            connection.execute(f"attach '{quoted}' as {_NAME} (type duckdb{', read_only' if self._read_only else ''})")
        except duckdb.Error as error:
            connection.close()
            if is_full(error):
                raise self._refused(error) from None
            raise WarehouseError(
                f"{self.path}: cannot be opened as a warehouse ({str(error).splitlines()[0]}); "
                "close what else has it open, or name another file with --warehouse"
            ) from None
        connection.execute(f"use {_NAME}; set timezone = 'UTC'; {_NOTHING_ELSE}")
        return connection

    def _usable_path(self) -> str:
        """The whole path, so that no name is read as an address (`md:x`) or an option; its folder is made.

        Raises:
            WarehouseError: there can be no such file, or it has a name that DuckDB cannot hold.
        """
        path = str(self.path.absolute())
        if "?" in path or not path.isprintable():
            # DuckDB takes what stands behind a question mark for a query, and puts its log into another file.
            raise WarehouseError(
                f"{self.path}: the path of a warehouse has no question mark, no line break, and is UTF-8;"
                " name another file with --warehouse"
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            is_other = self.path.exists() and not self.path.is_file()
        except OSError as error:
            raise WarehouseError(
                f"{self.path}: cannot be opened as a warehouse ({error.strerror}); name another file with --warehouse"
            ) from None
        if is_other:
            raise WarehouseError(f"{self.path}: this is no file; name a file with --warehouse, such as {_EXAMPLE}")
        return path


@cache
def _definitions() -> dict[str, str]:
    """Table -> columns and key of its stored table, with the types that DuckDB gives to a frame of its schema."""
    said: dict[str, str] = {}
    with duckdb.connect(":memory:", config=_WITHOUT_EXTENSIONS) as connection:
        for name, table in WAREHOUSE.items():
            columns, key = table.columns(), table.primary_key()
            connection.register("incoming", table.create_empty())
            types = connection.sql("describe from incoming").fetchall()
            optional = {column for column, about in columns.items() if about.nullable and not about.primary_key}
            defined = (f'"{column}" {kind}{"" if column in optional else " not null"}' for column, kind, *_ in types)
            once = [f"primary key ({', '.join(key)})"] if key and set(key) <= _IN_KEYS else []
            said[name] = ", ".join([*defined, *once])
    return said


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _stored(name: str) -> str:
    return f'{_STORED}."{name}"'


def _delete(name: str, clubs: Collection[str] | None, season: str | None) -> tuple[str, list[Any]]:
    """The statement that deletes rows, and its parameters."""
    conditions: dict[str, list[Any]] = {}
    if clubs is not None and "club" in WAREHOUSE[name].column_names():
        conditions["list_contains(?, club)"] = [list(clubs)]
    if season is not None:
        conditions["season = ?"] = [season]
    where = f" where {' and '.join(conditions)}" if conditions else ""
    statement = f"delete from {_stored(name)}{where}"  # noqa: S608 - a name of ours, and parameters
    return statement, [value for values in conditions.values() for value in values]


def validated(name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """The rows as a frame, after a check against the schema of the table.

    Raises:
        WarehouseError: the rows do not fit; it names the table, the rules and the first session, as pages show it.
    """
    schema = WAREHOUSE[name]
    frame = rows.lazy().collect()
    expected = types_of(schema)
    if dict(frame.schema) != expected:
        wrong = [
            f"{column} is {frame.schema.get(column, 'missing')}, not {dtype}"
            for column, dtype in expected.items()
            if frame.schema.get(column) != dtype
        ] or [f"{column} does not belong there" for column in frame.columns if column not in expected]
        raise WarehouseError(f"{name}: {'; '.join(wrong)}")
    if frame.is_empty():
        return frame
    if len(failure := schema.filter(frame)[1]):
        rules = ", ".join(f"{rule.replace('|', ' ')} ({count} rows)" for rule, count in failure.counts().items())
        first = failure.invalid().row(0, named=True)
        where = ", ".join(f"{column} {first[column]}" for column in SESSION if column in first)
        raise WarehouseError(f"{name}: broken: {rules}; first in {where}")
    return frame
