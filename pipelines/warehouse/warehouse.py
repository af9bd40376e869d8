"""The tables of `transforms/tables/`, in one DuckDB file or in a lake. Rows are checked before they are written.

If a season is named, only its rows are read and written, except in tables with rating seasons. `raw.results` is a view
of the stored table `stored."raw.results"`. It sorts the rows by club, competition and season, and within these in the
order of their transform, whichever clubs were built last.
"""

import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Self

import dataframely as dy
import duckdb
import polars as pl
from platformdirs import user_cache_path

from pipelines.machine.errors import UnusableError
from pipelines.machine.files import put_whole
from pipelines.machine.paths import Lake, Place
from pipelines.machine.source import code_of
from pipelines.warehouse import statements
from pipelines.warehouse.column_words import comments
from pipelines.warehouse.errors import WarehouseError, broken_off, in_use, of_another_version, of_others, until_first
from pipelines.warehouse.opening import NAME, end_transaction, exists, opened
from pipelines.warehouse.questions import QUESTIONS, comments_of_questions
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import IN_RATING_SEASONS, OF_ALL_CLUBS, RECORDED, VIEWS, WAREHOUSE
from transforms.tables.shared import SESSION, S, name_of, types_of

_ROWS_AT_ONCE = 1_000_000
_OURS = {"operations.builds", *(f"{statements.STORED}.{name}" for name in WAREHOUSE)}
"""A database with tables, but with none of these, was made by another program."""


class Warehouse:
    """The tables of a warehouse by name, as polars frames; with a season, only the rows of that season.

    A read-only lake stays as it was when opened. With `is_replaced`, a table that another version made counts as empty,
    because the build replaces it.
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

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the warehouse, so that others can open its file. Changes held back and not saved are lost."""
        if self._connection is not None:
            if self._is_lake:
                end_transaction(self._connection)
            self._connection.close()
            self._connection = None
            self._existing = self._empty = None

    def hold_back(self) -> None:
        """Until `save`, hide our changes to a lake from others, and ignore their changes."""
        self._existing = self._empty = None
        with in_use(self.place):
            self._connect().begin()
        self._holds = True

    def save(self) -> None:
        """Write everything to the file, or show others what was held back. BrokenOffError: DuckDB cannot do that."""
        with self._writing():
            if self._holds:
                self._connect().commit()
                self._holds = False
            elif not self._is_lake:
                self._connect().execute("checkpoint")

    def tables(self) -> list[str]:
        """Return the names of the existing tables, in the order of `WAREHOUSE`."""
        if self._connection is None and not self._read_only and not exists(self.place):
            return []
        if self._existing is None:
            existing = dict(self.sql(statements.COLUMNS).iter_rows())
            if existing and not self._is_lake and existing.keys().isdisjoint(_OURS):
                raise of_others(self.place, list(existing))
            self._existing = existing
        return [name for name in WAREHOUSE if name in self._existing]

    def read(self, name: str, clubs: Collection[str] | None = None) -> pl.DataFrame:
        """Return a table's rows of the season and of these clubs. Raise WarehouseError if another version wrote it."""
        season = self.in_season(name)
        return self._rows(name, {} if season is None else {"season": season}, clubs)

    def read_all_seasons(self, name: str, clubs: Collection[str] | None = None) -> pl.DataFrame:
        """Return a table's rows of all seasons; no rows if the table does not exist yet."""
        return self._rows(name, {}, clubs)

    def read_in_parts(self, name: str, rows: int = _ROWS_AT_ONCE) -> Iterator[pl.DataFrame]:
        """Yield a table as `read_all_seasons` does, in parts of about `rows` rows that split no club; at least one."""
        if name not in self.tables():
            yield self.read_all_seasons(name)
            return
        sizes = self.sql(f"select club, count(*) as rows from {statements.stored(name)} group by club order by club")  # noqa: S608 - a name of ours
        parts = sizes.with_columns(part=(pl.col("rows").cum_sum() - pl.col("rows")) // rows)
        for clubs in parts.group_by("part", maintain_order=True).agg("club")["club"].to_list() or [[]]:
            yield self.read_all_seasons(name, clubs)

    def read_shared(self, name: str, column: str) -> pl.DataFrame:
        """Return the rows of the sessions with a value in this column that another club has too."""
        if name not in self.tables() or self._is_empty(name):
            return self.read_all_seasons(name)
        return self._as_in_schema(name, self.sql(statements.shared(name, column)))

    def read_within(self, name: str, sessions: str) -> pl.DataFrame:
        """Return the rows of a table that belong to the sessions, or their seasons, in the table `sessions`."""
        if name not in self.tables() or self._is_empty(name) or self._is_empty(sessions):
            return WAREHOUSE[name].create_empty()
        return self._as_in_schema(name, self.sql(statements.within(name, sessions)))

    def read_of(self, name: str, **wanted: str) -> pl.DataFrame:
        """Return a table's rows of all seasons with these values. A column that the table lacks is ignored."""
        return self._rows(name, wanted, None)

    def read_distinct(self, name: str, columns: Collection[str], clubs: Collection[str] | None = None) -> pl.DataFrame:
        """Return the distinct values of these columns for these clubs (None: all clubs), in any order."""
        if name not in self.tables() or not self._has_columns(name):
            return self.read(name, clubs).select(columns).unique()
        season = self.in_season(name)
        with in_use(self.place):
            rows = self._connect().sql(f"from {statements.stored(name)}")
            rows = rows if clubs is None else rows.filter(statements.is_one_of("club", clubs))
            of_season = rows if season is None else rows.filter(statements.is_one_of("season", [season]))
            return pl.DataFrame(of_season.select(*map(duckdb.ColumnExpression, columns)).distinct())

    def sql(self, query: str) -> pl.DataFrame:
        """Return the result of one of our own queries. The tables in it must exist."""
        with in_use(self.place):
            return pl.DataFrame(self._connect().sql(query))

    def count(self, name: str, clubs: Collection[str]) -> int:
        """Return the number of rows of these clubs in a table that has a club column, in all seasons."""
        if name not in self.tables() or not clubs:
            return 0
        return int(self.sql(f"select count(*) from {name} where {statements.is_one_of('club', clubs)}").item())  # noqa: S608 - a name of ours, and values in quotes

    def table(self, schema: type[S], **wanted: str) -> dy.DataFrame[S]:
        """Return the typed table of a schema, from `read`, or from `read_of` if values are given."""
        name = name_of(schema)
        return schema.cast(self.read_of(name, **wanted) if wanted else self.read(name))

    def write(self, name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
        """Replace a table, or its rows of the season; return the new rows, which are checked by `validated`."""
        return self.replace({name: validated(name, rows)}, None)[name]

    def replace(self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str] | None) -> dict[str, pl.DataFrame]:
        """Replace these clubs' rows (None: all) in all tables or none; return the new rows.

        In a table with seasons, only the rows of this season are replaced.
        """
        seasons = {name: self.in_season(name) for name in tables}
        written = {name: rows.filter(season=seasons[name]) if seasons[name] else rows for name, rows in tables.items()}
        write = partial(self._write, written, clubs, seasons)
        if self._is_lake and not self._holds:
            until_first(write)
        else:
            write()
        return written

    def drop(self, names: Collection[str]) -> None:
        """Remove stored tables with their rows. `describe` makes them again, empty."""
        with self._transaction():
            for name in names:
                self._connect().execute(f"drop table if exists {statements.stored(name)}")
        self._existing = self._empty = None

    def describe(self) -> None:
        """Create all tables, the views of `questions`, and their comments, unless they exist and are up to date."""
        if isinstance(self.place, Path) and not exists(self.place):
            with suppress(OSError, UnusableError):
                put_whole(self.place, _blank())
                return
        self._describe()

    def _describe(self) -> None:
        connection = self._connect()
        with self._transaction():
            for name in WAREHOUSE:
                if name not in VIEWS:
                    self._ensure(name)
        with self._transaction():
            if not self._is_lake:
                self._carry_over()
            for name in VIEWS:
                connection.execute(f'create schema if not exists "{name.partition(".")[0]}"; {statements.view(name)}')
            connection.execute("create schema if not exists questions")
            for name, question in QUESTIONS.items():
                connection.execute(f"create or replace view questions.{name} as {question.sql}")
        with self._transaction():
            known = dict(connection.sql(statements.COMMENTS).fetchall())
            said = [
                f"comment on {what} is {statements.quoted(comment)}"
                for what, comment in (comments(statements.stored) | comments_of_questions(known)).items()
                if what in known
                and known[what] != comment
                # In a lake, columns of views cannot have comments.
                and not (
                    self._is_lake and what.startswith("column ") and not what.startswith(f"column {statements.STORED}.")
                )
            ]
            if said:
                connection.execute("; ".join(said))
        self._existing = self._empty = None

    def _write(
        self, tables: Mapping[str, pl.DataFrame], clubs: Collection[str] | None, seasons: Mapping[str, str | None]
    ) -> None:
        connection = self._connect()
        with self._transaction():
            for name, rows in tables.items():
                self._ensure(name)
                if not self._is_empty(name):
                    connection.execute(statements.delete(name, clubs, seasons[name]))
                if not rows.is_empty():
                    (self._empty or set()).discard(name)
                    self._filled.add(name)
                    # A lake numbers rows as they arrive, and several chunks of a frame would arrive in any order.
                    connection.register("incoming", statements.Stream(rows.rechunk() if self._is_lake else rows))
                    connection.execute(f"insert into {statements.stored(name)} by name from incoming")
                    connection.unregister("incoming")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._writing():
            if not self._holds:
                self._connect().begin()
            yield
            if not self._holds:
                self._connect().commit()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except (duckdb.Error, WarehouseError) as error:
            with suppress(duckdb.Error):
                self._connect().rollback()
            self._existing = self._empty = None
            if self._holds:
                self.close()  # nothing more can be added to the changes held back
            if isinstance(error, WarehouseError):
                raise
            raise broken_off(self.place, error) from error

    def _ensure(self, name: str) -> None:
        connection = self._connect()
        if name in self.tables() and self._has_columns(name):
            if (self._existing or {})[name] != statements.columns_of_view(name):
                self._ensure(statements.IDENTITIES)
                connection.execute(statements.ordered_view(name))
                self._existing = (self._existing or {}) | {name: statements.columns_of_view(name)}
            return
        if statements.columns_of_view(name) != WAREHOUSE[name].column_names():
            self._ensure(statements.IDENTITIES)
        if not (lacks := self._lacks(name)) and name in self.tables():
            self._of_another_version(name)
        existing, (schema, table) = self._existing or {}, name.split(".")
        made = [f'create schema if not exists {statements.STORED}; create schema if not exists "{schema}"']
        if f"{statements.STORED}.{name}" not in existing and name in existing:
            made.append(f'drop table if exists "{schema}"."{table}"')
        columns = WAREHOUSE[name].column_names()
        if lacks:
            never_null = [column for (column,) in connection.sql(statements.required(name)).fetchall()]
            made.extend(statements.grown(name, lacks, never_null))
        else:
            defined = statements.definitions(keys=not self._is_lake)[name]
            made.append(f"create or replace table {statements.stored(name)} ({defined})")
        made.append(statements.ordered_view(name))
        connection.execute("; ".join(made))
        stored = f"{statements.STORED}.{name}"
        self._existing = existing | {name: statements.columns_of_view(name), stored: columns}

    def _carry_over(self) -> None:
        """Copy published rating lists from an older version's table, which a view has replaced."""
        connection = self._connect()
        found = connection.sql("select schema_name || '.' || table_name from duckdb_tables()").fetchall()
        for name in {name for (name,) in found} & set(VIEWS):
            if name == "ratings.published":
                connection.execute(f"insert into {statements.stored('published.ratings')} by name from {name}")
            connection.execute(f"drop table {name}")

    def _is_empty(self, name: str) -> bool:
        """Return whether a stored table has no rows and cannot get any. One slow query answers this for all tables."""
        if not (self._holds or self._read_only if self._is_lake else not self._read_only):
            return False
        if self._empty is None:
            names = [name for name in self.tables() if f"{statements.STORED}.{name}" in (self._existing or {})]
            if self._is_lake:
                self._empty = set(names) - self._filled - set(self.sql(statements.ever_filled(NAME))["table_name"])
            else:
                each = [
                    f"select {statements.quoted(name)} where not exists (from {statements.stored(name)})"
                    for name in names
                ]
                self._empty = set(self.sql(" union all ".join(each)).to_series()) if each else set()
        return name in self._empty

    def _has_columns(self, name: str) -> bool:
        existing = self._existing or {}
        return existing.get(f"{statements.STORED}.{name}") == WAREHOUSE[name].column_names()

    def _lacks(self, name: str) -> list[str]:
        """Return the columns that an older version's recorded table lacks; [] if one of them may not be null."""
        columns = WAREHOUSE[name].columns()
        there = (self._existing or {}).get(f"{statements.STORED}.{name}", [])
        lacks = [column for column in columns if column not in there]
        is_older = (
            name in RECORDED and f"{statements.STORED}.{name}" in (self._existing or {}) and set(there) <= set(columns)
        )
        return lacks if is_older and all(columns[column].nullable for column in lacks) else []

    def _rows(self, name: str, wanted: Mapping[str, str], clubs: Collection[str] | None) -> pl.DataFrame:
        if name not in self.tables() or (self._has_columns(name) and self._is_empty(name)):
            return pl.DataFrame(schema=types_of(WAREHOUSE[name]))
        with in_use(self.place):
            is_ours = self._has_columns(name)
            whole = self._connect().sql(statements.ordered(name) if is_ours else f"from {name}")
            conditions = {column: [value] for column, value in wanted.items() if column in whole.columns}
            if clubs is not None and "club" in whole.columns:
                conditions["club"] = list(clubs)
            for column, values in conditions.items():
                whole = whole.filter(statements.is_one_of(column, values))
            rows = pl.DataFrame(whole)
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
        is_recorded = name in RECORDED
        if is_recorded or (self._read_only and not self._is_replaced) or self.season is not None:
            raise of_another_version(self.place, name, is_recorded=is_recorded)
        return WAREHOUSE[name].create_empty()

    def in_season(self, name: str) -> str | None:
        """Return the season to which reading and writing of this table is limited, or None for all seasons."""
        of_all_seasons = (*IN_RATING_SEASONS, *RECORDED, *OF_ALL_CLUBS)
        has_season = "season" in WAREHOUSE[name].column_names() and name not in of_all_seasons
        return self.season if has_season else None

    def _connect(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            if self._holds:
                said = gettext_noop("{place}: nothing was written, because one part could not be written")
                raise WarehouseError(said, place=self.place)
            self._connection = opened(self.place, read_only=self._read_only)
        return self._connection


def as_it_is(place: Place, season: str | None = None, *, is_replaced: bool = False) -> Warehouse:
    """Return the warehouse for reading; an empty one if it does not exist yet."""
    return Warehouse(place, season, read_only=exists(place), is_replaced=is_replaced)


def validated(name: str, rows: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """Return the rows as a frame. WarehouseError: the rows break rules of the schema, which the error names."""
    schema = WAREHOUSE[name]
    frame = rows if isinstance(rows, pl.DataFrame) else rows.collect()
    expected = types_of(schema)
    if dict(frame.schema) != expected:
        wrong = [
            gettext(
                "{column} is {found}, not {wanted}", column=column, found=frame.schema.get(column, "-"), wanted=dtype
            )
            for column, dtype in expected.items()
            if frame.schema.get(column) != dtype
        ] or [
            gettext("{column} does not belong there", column=column)
            for column in frame.columns
            if column not in expected
        ]
        said = f"{name}: {'; '.join(wrong)}"
        raise WarehouseError(said)
    if frame.is_empty() or all(frame.select(_rules_held(schema)).row(0)):
        return frame
    if len(failure := schema.filter(frame)[1]):
        rules = ", ".join(f"{rule.replace('|', ' ')} ({count} rows)" for rule, count in failure.counts().items())
        first = failure.invalid().row(0, named=True)
        where = ", ".join(f"{column} {first[column]}" for column in SESSION if column in first)
        sentence = gettext_noop("{name}: these rules are broken: {rules}; first in {where}")
        raise WarehouseError(sentence, name=name, rules=rules, where=where)
    return frame


@cache
def _rules_held(schema: type[dy.Schema]) -> list[pl.Expr]:
    """Return per rule whether all rows keep it. `Schema.filter` also finds the rows, but takes five times as long."""
    rules = schema._validation_rules(with_cast=False)
    return [pl.lit(value=True), *(rule.expr.fill_null(value=True).all().alias(name) for name, rule in rules.items())]


def _blank() -> bytes:
    """Return the cached file of an empty warehouse: making one takes a tenth of a small club's first build."""
    version = f"{code_of('pipelines.warehouse.warehouse')[:16]}-{duckdb.__version__}"
    kept = user_cache_path("barometer", appauthor=False) / f"blank-{version}.duckdb"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "blank.duckdb"
            with Warehouse(file) as made:
                made._describe()
                made.save()
            for other in kept.parent.glob("blank-*.duckdb"):
                other.unlink(missing_ok=True)
            put_whole(kept, file.read_bytes())
    return kept.read_bytes()
