"""Our SQL statements, and the names of tables and views in them."""

from collections.abc import Collection
from functools import cache
from typing import Any

import duckdb
import polars as pl

from transforms.tables.schemas import VIEWS, WAREHOUSE
from transforms.tables.shared import SESSION, types_of

WITHOUT_EXTENSIONS: dict[str, Any] = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""Settings of every connection: DuckDB loads no extension by itself, and downloads none."""
STORED = "stored"  # the schema of the stored tables, which our views read
IDENTITIES, PERSON = "federation.identities", "person"
"""The table of the person of each player in a club, and the column that views take from it."""
_ORDER = ("club", "competition", "season")
_IN_KEYS = {"club", "competition", "season", "session_id", "file_id", "build", "table_name"}
"""The columns that DuckDB indexes as primary keys. An index for every table would make the file ten times as large."""
COLUMNS = """
    select schema_name || '.' || table_name, list(column_name order by column_index)
    from duckdb_columns() where database_name = current_database() group by all
"""
COMMENTS = f"""
    select 'table {STORED}."' || table_name || '"', comment from duckdb_tables() where schema_name = '{STORED}'
    union all select 'view "' || schema_name || '"."' || view_name || '"', comment
        from duckdb_views() where not internal
    union all select 'column ' || case schema_name when '{STORED}' then '{STORED}' else '"' || schema_name || '"' end
        || '."' || table_name || '"."' || column_name || '"', comment
        from duckdb_columns() where not internal
"""  # noqa: S608 - a name of ours


@cache
def definitions(*, keys: bool) -> dict[str, str]:
    """Return the column definitions of each stored table, with its primary key if `keys` is set."""
    said: dict[str, str] = {}
    kinds = _kinds()
    for name, table in WAREHOUSE.items():
        key, optional = table.primary_key(), _optional(name)
        types = ((column, kinds[dtype]) for column, dtype in types_of(table).items())
        defined = (f'"{column}" {kind}{"" if column in optional else " not null"}' for column, kind in types)
        once = [f"primary key ({', '.join(key)})"] if keys and key and set(key) <= _IN_KEYS else []
        said[name] = ", ".join([*defined, *once])
    return said


def required(name: str) -> str:
    """Return a query for the columns of a stored table that may not be null in the version that made the table."""
    return f"""
        select column_name from duckdb_columns() where database_name = current_database()
            and schema_name = '{STORED}' and table_name = {quoted(name)} and not is_nullable
    """  # noqa: S608 - names of ours


def grown(name: str, lacks: Collection[str], never_null: Collection[str]) -> list[str]:
    """Return the statements that add a newer version's columns, and let optional columns in `never_null` be null."""
    kinds, types = _kinds(), types_of(WAREHOUSE[name])
    freed = [column for column in never_null if column in _optional(name)]
    return [
        *(f'alter table {stored(name)} add column "{column}" {kinds[types[column]]}' for column in lacks),
        *(f'alter table {stored(name)} alter column "{column}" drop not null' for column in freed),
    ]


def columns_of_view(name: str) -> list[str]:
    """Return the columns of a table's view: those of the table, and `person` if it has ids of players in clubs."""
    columns = WAREHOUSE[name].column_names()
    return [*columns, PERSON] if {"club", "player_id"} <= set(columns) and PERSON not in columns else columns


def ordered(name: str) -> str:
    """Return the query for the rows of a stored table, in order: by club, competition and season, then as written."""
    columns = WAREHOUSE[name].column_names()
    return f"select {_listed(columns)} from {stored(name)} as own order by {_in_order(columns)}"  # noqa: S608 - names of ours


def ordered_view(name: str) -> str:
    """Return the statement that creates the view of a table: its rows in order, each with the person of its player."""
    schema, table = name.split(".")
    query, columns = ordered(name), WAREHOUSE[name].column_names()
    if columns != columns_of_view(name):
        query = _with_person(stored(name), columns, _in_order(columns))
    return f'create or replace view "{schema}"."{table}" as {query}'


def view(name: str) -> str:
    """Return the statement that creates a view of `VIEWS`, with the person of each player."""
    schema, table = WAREHOUSE[name], ".".join(f'"{part}"' for part in name.split("."))
    order = ", ".join(f'own."{column}"' for column in schema.primary_key())
    query = _with_person(f"({VIEWS[name]})", schema.column_names(), order)
    return f"create or replace view {table} as {query}"


def _with_person(rows: str, columns: Collection[str], order: str) -> str:
    # An id that no table of players has is a person of its own, as in `federation.identities`.
    return f"""
        select {_listed(columns)}, coalesce(known.{PERSON}, own.club || '/' || own.player_id) as {PERSON}
        from {rows} as own left join {stored(IDENTITIES)} as known
            on known.club = own.club and known.player_id = own.player_id
        order by {order}
    """  # noqa: S608 - names of ours


def _listed(columns: Collection[str]) -> str:
    return ", ".join(f'own."{column}"' for column in columns)


def _in_order(columns: Collection[str]) -> str:
    return ", ".join(f'own."{column}"' for column in (*(c for c in _ORDER if c in columns), "rowid"))


def _optional(name: str) -> set[str]:
    columns = WAREHOUSE[name].columns()
    return {column for column, about in columns.items() if about.nullable and not about.primary_key}


def _kinds() -> dict[pl.DataType, str]:
    dtypes = list(dict.fromkeys(dtype for table in WAREHOUSE.values() for dtype in types_of(table).values()))
    with duckdb.connect(":memory:", config=WITHOUT_EXTENSIONS) as connection:
        frame = pl.DataFrame(schema={str(number): kind for number, kind in enumerate(dtypes)})
        connection.register("incoming", Stream(frame))
        described = connection.sql("describe from incoming").fetchall()
    return {dtype: kind for dtype, (_, kind, *_) in zip(dtypes, described, strict=True)}


def quoted(text: str) -> str:
    """Return a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def stored(name: str) -> str:
    """Return the name of the stored table behind a table."""
    return f'{STORED}."{name}"'


def ever_filled(lake: str) -> str:
    """Return the query for the stored tables that have, or once had, a row according to the catalogue of this lake."""
    catalogue = f"__ducklake_metadata_{lake}"
    return f"""
        select table_name from {catalogue}.ducklake_table_stats
            join {catalogue}.ducklake_table using (table_id) join {catalogue}.ducklake_schema using (schema_id)
        where schema_name = '{STORED}'
    """  # noqa: S608 - names of ours


def shared(name: str, column: str) -> str:
    """Return the query for the sessions of a table with a value in this column that another club has too."""
    key = ", ".join(SESSION)
    return f"""
        with shared as (select {column} from {stored(name)} group by all having min(club) < max(club)),
            sessions as (select distinct {key} from {stored(name)} semi join shared using ({column}))
        from ({ordered(name)}) semi join sessions using ({key})
    """  # noqa: S608 - names of ours


def within(name: str, sessions: str) -> str:
    """Return the query for the rows of a table that belong to the sessions, or their seasons, in another table."""
    key = ", ".join(column for column in SESSION if column in WAREHOUSE[name].column_names())
    return f"from ({ordered(name)}) semi join {stored(sessions)} using ({key})"


def is_one_of(column: str, values: Collection[str]) -> str:
    """Return the condition that a column has one of these values. With query parameters, DuckDB imports pandas."""
    return f'"{column}" in ({", ".join(map(quoted, values)) or "null"})'


def delete(name: str, clubs: Collection[str] | None, season: str | None) -> str:
    """Return the statement that deletes a table's rows of these clubs and this season; None means all."""
    of_clubs = None if clubs is None or "club" not in WAREHOUSE[name].column_names() else is_one_of("club", clubs)
    of_season = None if season is None else is_one_of("season", [season])
    conditions = " and ".join(filter(None, (of_clubs, of_season)))
    return f"delete from {stored(name)} where {conditions or 'true'}"  # noqa: S608 - names of ours, and values in quotes


class Stream:
    """A polars frame as an Arrow stream. For the frame itself, DuckDB would import pyarrow and pandas."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)
