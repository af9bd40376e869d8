"""Which columns hold ids of persons, and the ids in them, also of who has no row in `Players`."""

from collections.abc import Callable, Iterable

import polars as pl

from transforms.tables.schemas import CLUB, WAREHOUSE

ID_COLUMNS = ("player_id", "opponent_id", "substitutes_for", "partner_id", "third_id", "unlinked_group")
"""Columns of the warehouse that hold ids of persons."""
HOLD_IDS = {
    name: columns
    for name, table in WAREHOUSE.items()
    if name.startswith(("raw.", "published.")) or name == "ratings.published"
    if name not in ("raw.players", "raw.people")
    and (columns := [one for one in ID_COLUMNS if one in table.column_names()])
}
"""Table -> its columns with ids of persons, who need no row in `Players`; the other tables are made from these."""


def ids_of(read: Callable[[str], pl.DataFrame], names: Iterable[str] = HOLD_IDS) -> pl.DataFrame:
    """(club, competition, player_id, file_id, line_no) of each id in a competition, at its first place in tables."""
    shape = {**dict.fromkeys((*CLUB, "player_id", "file_id"), pl.String), "line_no": pl.Int64}
    of_tables = [pl.DataFrame(schema=shape)]
    for name in names:
        columns = HOLD_IDS.get(name, ())
        rows = read(name) if columns else None
        if rows is not None:
            place = [column for column in ("file_id", "line_no") if column in rows.columns]
            of_tables += [_each_first(rows.select(*CLUB, *place, player_id=column)) for column in columns]
    return _each_first(pl.concat(of_tables, how="diagonal"))


def _each_first(ids: pl.DataFrame) -> pl.DataFrame:
    place = [column for column in ("file_id", "line_no") if column in ids.columns]
    in_order = ids.drop_nulls("player_id").sort(*place, nulls_last=True) if place else ids.drop_nulls("player_id")
    return in_order.unique([*CLUB, "player_id"], keep="first", maintain_order=True)
