"""Rows that are published, made up; and the plain way to compare them, one by one."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

import polars as pl
from factories import frame
from hypothesis import strategies as st

from transforms.published.kinds import Kind
from transforms.published.shown import recorded
from transforms.tables.arithmetic import as_text

FIRST = dt.datetime(2025, 10, 1, 22, 15, tzinfo=dt.UTC)
LATER = dt.datetime(2025, 10, 8, 22, 15, tzinfo=dt.UTC)
DAY = dt.date(2025, 9, 2)

_SOME: dict[str, Any] = {
    "season": ["2025-26"],
    "session_id": ["1", "2", "3"],
    "after": ["1", "2", "3"],
    "list_date": [dt.date(2025, 6, 30), dt.date(2026, 6, 30)],
    "scheme": ["ffb"],
    "of": ["session", "event"],
    "line": ["A"],
    "entrant": ["1", "2", "3"],
    "player_id": ["a", "b"],
}
_NUMBERS = [None, 0, 1, 2, 33]
_NEAR_HALVES = [None, 0.0, 50.0, 58.325, 58.3249, 58.33, 58.334999, 58.335, -0.001, 0.285]
_WORDS = [None, "a + b", "a + c"]


def rows_of(kind: Kind, rows: Iterable[dict[str, Any]]) -> pl.DataFrame:
    """Rows before they are published: usual values where a row says nothing."""
    usual: dict[str, Any] = {"date": DAY, "system": "kndb", "players": "a"}
    known = set(kind.rows)
    filled = [{**{name: value for name, value in usual.items() if name in known}, **row} for row in rows]
    return frame(kind.schema, *filled).select(kind.rows)


def published(kind: Kind, rows: pl.DataFrame, at: dt.datetime = FIRST, build: int | None = 1) -> pl.DataFrame:
    """These rows, published for the first time."""
    return kind.schema.validate(recorded(kind.schema.create_empty(), rows, kind, at, build).collect())


@st.composite
def shown(draw: st.DrawFn, kind: Kind) -> pl.DataFrame:
    """Any rows of a kind: few keys, so that they meet, and values that round up and down."""
    lists = ["players", "pairs", "player_places"] if kind.name == "rankings" else ["individual", "pairs"]
    some = {**_SOME, "list": lists}
    key = [name for name in kind.key if name in some]
    keys = draw(st.lists(st.tuples(*(st.sampled_from(some[name]) for name in key)), unique=True, max_size=5))
    columns = kind.schema.columns()
    rows = []
    for values in keys:
        row: dict[str, Any] = dict(zip(key, values, strict=True))
        for field, decimals in kind.values.items():
            some_values = _WORDS if decimals is None else _NEAR_HALVES if decimals else _NUMBERS
            may = [value for value in some_values if value is not None or columns[field].nullable]
            # No place is 0, and no award is less than nothing.
            never = {"rank": [0], "points": [-0.001] if kind.name == "awards" else []}.get(field, [])
            row[field] = draw(st.sampled_from([value for value in may if value not in never]))
        if kind.name == "rankings":
            # Lists of places have a rank and no ranking, and the others have a ranking and no rank.
            of_places = row["list"] == "player_places"
            row["rank"] = draw(st.integers(1, 3)) if of_places else None
            row["ranking"] = None if of_places else draw(st.sampled_from(_NEAR_HALVES[1:]))
        of = row.get("after", row.get("session_id"))
        rows.append({**row, **({} if of is None else {"date": DAY + dt.timedelta(int(of))})})
    return rows_of(kind, rows)


def plainly(kind: Kind, was: pl.DataFrame, now: pl.DataFrame) -> set[tuple[Any, ...]]:
    """(*key, field, published, now) of every value that is read otherwise, looked up one by one."""
    stood, stands = _read(kind, was), _read(kind, now)
    things = {_thing(kind, row): row for row in was.to_dicts()}
    made = {_thing(kind, row) for row in now.to_dicts()}
    found = set()
    for key in stood.keys() | stands.keys():
        thing = key[: len(kind.thing)]
        if thing not in things or (thing not in made and _is_over(kind, things[thing], now)):
            continue
        before, after = stood.get(key, {}), stands.get(key, {})
        found |= {
            (*key, field, before.get(field), after.get(field))
            for field in kind.values
            if before.get(field) != after.get(field)
        }
    return found


def _is_over(kind: Kind, thing: dict[str, Any], now: pl.DataFrame) -> bool:
    """Whether something that is there no more is compared with nothing: a later one took its place, or it is kept."""
    goes_on = (
        thing.get("of") == "event" or thing.get("list") in ("pairs", "player_places") or kind.name == "championships"
    )
    later = [
        row
        for row in now.to_dicts()
        if kind.session is not None
        and all(row[name] == thing[name] for name in kind.thing if name != kind.session)
        and (row["date"], row[kind.session]) > (thing["date"], thing[kind.session])
    ]
    return kind.is_kept or (goes_on and bool(later))


def _thing(kind: Kind, row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in kind.thing)


def _read(kind: Kind, rows: pl.DataFrame) -> dict[tuple[Any, ...], dict[str, str | None]]:
    return {
        tuple(row[name] for name in kind.key): {
            field: None if row[field] is None else as_text.short(row[field]) if decimals else str(row[field])
            for field, decimals in kind.values.items()
        }
        for row in rows.to_dicts()
    }
