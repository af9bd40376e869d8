"""Turn frames that have only a few columns into whole tables, so that a notebook can pass them to a transform."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar, overload

import dataframely as dy
import polars as pl
from dataframely import FailureInfo

from transforms.tables.nearest_words import nearest_words
from transforms.tables.raw import Players
from transforms.tables.shared import CLUB, USUAL, S, usual_value, words_allowed


class OtherFrame(Protocol):
    """A frame of another library, such as pandas or pyarrow, that passes its columns on by Arrow's C interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Return the columns as a stream."""
        ...


AnyFrame: TypeAlias = pl.DataFrame | pl.LazyFrame | OtherFrame
P = ParamSpec("P")
R = TypeVar("R", bound=pl.DataFrame, covariant=True)
Other = TypeVar("Other", bound=OtherFrame)


class Face(Protocol[P, R]):
    """A function for notebooks. Its first argument is a frame."""

    @overload
    def __call__(self, rows: pl.DataFrame | pl.LazyFrame, /, *args: P.args, **kwargs: P.kwargs) -> R: ...
    @overload
    def __call__(self, rows: Other, /, *args: P.args, **kwargs: P.kwargs) -> Other: ...


def face(function: Callable[Concatenate[AnyFrame, P], R]) -> Face[P, R]:
    """Let a function return a frame of the library from which its first frame is: pandas, pyarrow, or else polars."""
    made: Callable[..., pl.DataFrame] = function

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        found = made(*args, **kwargs)
        libraries = (_library(given) for given in (*args, *kwargs.values()) if _is_frame(given))
        library = next(libraries, "polars")
        return found.to_pandas() if library == "pandas" else found.to_arrow() if library == "pyarrow" else found

    return called  # pyrefly: ignore - it has the arguments of the function


def _library(frame: object) -> str:
    return type(frame).__module__.partition(".")[0]


def _is_frame(given: object) -> bool:
    return isinstance(given, pl.LazyFrame) or hasattr(given, "__arrow_c_stream__")


def handed_in(rows: Any, needed: Collection[str], known: Collection[str]) -> pl.DataFrame:
    """Return the rows that an analyst passes, after checking their columns. The index of a pandas frame is left out.

    Raises:
        ValueError: `rows` is no frame, a needed column is missing, or there is an unknown column.
    """
    if not _is_frame(rows):
        raise ValueError(f"{type(rows).__name__}: give a frame of polars, pandas or pyarrow")
    if isinstance(rows, pl.LazyFrame):
        given = rows.collect()
    else:
        given = pl.from_pandas(rows) if _library(rows) == "pandas" else pl.DataFrame(rows)
    columns = [*dict.fromkeys((*needed, *known))]
    if "person" not in columns:
        given = given.drop("person", strict=False)  # views of a warehouse have it, and nothing here depends on it
    for name in given.columns:
        if name not in columns:
            raise ValueError(
                f"there is no use for the column {name}{_did_you_mean(name, columns)}; known are {_list(columns)}"
            )
    for name in needed:
        if name not in given.columns:
            raise ValueError(f"the column {name} is missing; there are {_list(given.columns)}")
    return given


def with_rules(
    schema: type[S], keys: pl.DataFrame, rules: Mapping[str, object], applied: Collection[str]
) -> dy.DataFrame[S]:
    """Return a row of rules for each key: the given rules, and default values for the other rules.

    Raises:
        ValueError: as in `filled`; also if a given rule is part of the key or is not in `applied`.
    """
    for name in rules:
        if name in schema.primary_key():
            raise ValueError(f"{name} is no rule, but part of the key: put it into the rows")
        if name not in applied:
            raise ValueError(
                f"{name} changes nothing here{_did_you_mean(name, applied)}; rules that do are {_list(applied)}"
            )
    return filled(schema, keys, **rules)


def scoring_rules(
    profile: Mapping[str, object] | None, rules: Mapping[str, object], applied: Collection[str]
) -> dict[str, object]:
    """Return the rules of a scoring profile that are in `applied`, overridden by `rules`.

    Raises:
        ValueError: the profile is a name instead of a set of rules.
    """
    if profile is not None and not isinstance(profile, Mapping):
        raise ValueError(
            f"profile = {profile!r}: give its rules, profile=scoring_profiles()[{profile!r}]; "
            "pipelines.settings.scoring.scoring_profiles reads them from a file"
        )
    chosen = {**{name: value for name, value in (profile or {}).items() if name in applied}, **rules}
    if chosen.get("line_decimals") == "none":
        chosen["line_decimals"] = None
    return chosen


def filled(schema: type[S], rows: pl.DataFrame | pl.LazyFrame, **values: object) -> dy.DataFrame[S]:
    """Add the missing columns to `rows`, and return a whole table in the order of the schema.

    `values` are plain values or expressions by column; they replace default values. Similar types are cast.

    Raises:
        ValueError: a column does not belong to the table; a needed column without a default value is missing; or a
            value has the wrong type or breaks a rule of the schema. The message names the column.
    """
    given = rows.lazy().collect().with_columns(**{name: _expression(value) for name, value in values.items()})
    columns = schema.columns()
    for name in given.columns:
        if name not in columns:
            raise ValueError(
                f"{schema.__name__} has no column {name}{_did_you_mean(name, columns)}; it has {_list(columns)}"
            )
    missing = [name for name in columns if name not in given.columns]
    needed = [name for name in missing if not columns[name].nullable and USUAL not in (columns[name].metadata or {})]
    if needed:
        raise ValueError(f"{schema.__name__} needs the column {needed[0]}; it has {_list(given.columns)}")
    for name, dtype in given.schema.items():
        if dtype.is_float() and not columns[name].dtype.is_float():
            if not (cut := given[name].filter(given[name] % 1 != 0)).is_empty():
                raise ValueError(f"{schema.__name__}: {name} = {cut[0]}: give a whole number")
            # pandas makes floats of whole numbers of which one is missing, and 12.0 is no id.
            given = given.with_columns(pl.col(name).cast(pl.Int64))
    usual = {name: _expression(usual_value(schema, name)) for name in missing}
    try:
        whole = schema.cast(given.with_columns(**usual))
    except pl.exceptions.PolarsError as error:
        raise ValueError(f"{schema.__name__}: {str(error).splitlines()[0]}") from None
    sound, failure = schema.filter(whole)
    if len(sound) < len(whole):
        raise ValueError(f"{schema.__name__}: {_broken(schema, failure)}")
    return sound


def people_of(players: AnyFrame | None, rows: pl.DataFrame) -> dy.DataFrame[Players]:
    """Return the given `players` as a table; an empty table if None.

    Players get the competition of the `rows` if there is only one.

    Raises:
        ValueError: as in `handed_in` and `filled`; also if the rows have several competitions and the players
            have no column for it.
    """
    if players is None:
        return Players.create_empty()
    given = handed_in(players, ("player_id",), Players.column_names())
    competitions = rows.select(CLUB).unique()
    if competitions.height == 1:
        ids = competitions.row(0, named=True)
        return filled(Players, given.with_columns(**{name: pl.lit(value) for name, value in ids.items()}))
    if not set(CLUB) <= set(given.columns):
        raise ValueError("the results are of several competitions: give the players club and competition too")
    return filled(Players, given)


def _broken(schema: type[dy.Schema], failure: FailureInfo) -> str:
    row = failure.invalid().row(0, named=True)
    reasons = []
    for rule, count in failure.counts().items():
        name = rule.partition("|")[0]
        words = words_allowed(schema.columns()[name]) if name in row else []
        allowed = f"; write {', '.join(words)}" if words else ""
        what = f"{name} = {row[name]!r}" if name in row else "the same key twice"
        reasons.append(f"{what} cannot be ({rule.partition('|')[2] or rule}, {count} rows){allowed}")
    return "; ".join(reasons)


def _did_you_mean(name: str, known: Collection[str]) -> str:
    near = nearest_words(name, known)
    return f" (did you mean {near[0]}?)" if near else ""


def _list(names: Collection[str]) -> str:
    return ", ".join(names)


def _expression(value: object) -> pl.Expr:
    return value if isinstance(value, pl.Expr) else pl.lit(value)
