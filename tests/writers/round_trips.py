"""What is written and read again, beside what it was made from."""

from collections.abc import Mapping

import polars as pl
from polars.testing import assert_frame_equal

from pipelines.intake.readers import Reading, read_bytes
from pipelines.intake.writers import SUFFIXES, Form, written

Tables = Mapping[str, pl.DataFrame]
FORMS: tuple[Form, ...] = ("json", "usebio", "pbn")
SAME = ("sessions", "entries", "results", "adjustments", "matches")


def of_session(tables: Tables, session_id: str) -> dict[str, pl.DataFrame]:
    return {
        name: rows.filter(session_id=session_id) if "session_id" in rows.columns else rows
        for name, rows in tables.items()
    }


def read_again(tables: Tables, form: Form) -> Reading:
    session_id = tables["sessions"]["session_id"].item()
    return read_bytes(written(tables, form), f"{session_id}{SUFFIXES[form]}")


def assert_comes_back(tables: Tables, form: Form) -> None:
    again = read_again(tables, form)
    assert again.findings.filter(severity="error").is_empty(), again.findings["message"].to_list()
    for name in SAME:
        assert_frame_equal(cells_of(again.tables[name]), cells_of(tables[name]))
    if form != "usebio":
        assert_frame_equal(deals_of(again.tables), deals_of(tables))
    assert named(again.tables) == named(tables)


def cells_of(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in some order, without what is not to come back."""
    return rows.select(pl.exclude("^(official_.*|file_id|line_no|reason)$")).sort(pl.all())


def deals_of(tables: Tables) -> pl.DataFrame:
    """The deals; a date of their own, which PBN always has, is left out where it is that of the session."""
    of_session = pl.lit(tables["sessions"]["date"].item())
    return cells_of(tables["deals"].with_columns(date=pl.when(pl.col("date") != of_session).then("date")))


def named(tables: Tables) -> set[tuple[str, str | None]]:
    """The id and name of everybody who was there."""
    people = tables["players"].join(tables["entries"].select("player_id"), on="player_id", how="semi")
    return set(people.select("player_id", "name").rows())
