"""Files of people who are not ours: an evening or a table of another club, told once and not for each name."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.tables import CLUB, PERSON, Findings

_FEWEST = 4
"""Fewer people under other names are people under other names."""
_IN_FILE = (*CLUB, "file_id")


class OtherNames(NamedTuple):
    """What is told of files as a whole, and the names that are told one by one."""

    findings: list[dy.LazyFrame[Findings]]
    apart: pl.DataFrame


def of_strangers(others: pl.DataFrame, named: pl.LazyFrame) -> OtherNames:
    """Find the files in which most people have other names than are shown for their numbers.

    Where that is so in most files of evenings for the names of one table, it is the table that is told.

    Args:
        others: each other name of a person at its first place: the key of a person, `name`, `shown`, `shown_file_id`,
            `shown_line_no`, `place` (where the shown name stands), `file_id` and `line_no`.
        named: (the key of a person, `name`, `file_id`) of every row that names a person.
    """
    if others.group_by(CLUB).len().filter(pl.col("len") >= _FEWEST).is_empty():
        return OtherNames([], others)
    rows = named.filter(pl.col("name").is_not_null()).select(*PERSON, "name", "file_id").unique().collect()
    of_others = rows.join(
        others.select(*PERSON, "name", "shown", "place", "shown_file_id", "shown_line_no"), on=[*PERSON, "name"]
    )
    count = pl.col("player_id").n_unique()
    first = pl.col("player_id", "name", "shown", "place").sort_by("player_id").first()
    files = (
        of_others.group_by(*_IN_FILE, "shown_file_id")
        .agg(first, others=count, shown_line_no=pl.col("shown_line_no").min())
        .join(rows.group_by(_IN_FILE).agg(all=count), on=_IN_FILE)
        .filter(
            pl.col("others") >= _FEWEST,
            pl.col("others") * 2 > pl.col("all"),
            pl.col("file_id") != pl.col("shown_file_id"),
        )
        .sort(*_IN_FILE, "others", "shown_file_id", descending=[False] * 3 + [True, False])
        .unique(_IN_FILE, keep="first", maintain_order=True)
    )
    with_names = rows.group_by(CLUB).agg(files=pl.col("file_id").n_unique())
    by_table = (
        files.group_by(*CLUB, "shown_file_id")
        .agg(
            pl.col("player_id", "name", "shown", "shown_line_no")
            .sort_by("others", "file_id", descending=[True, False])
            .first(),
            evenings=pl.len(),
            others=pl.col("others").max(),
        )
        .join(with_names, on=CLUB)
        .filter(pl.col("evenings") > 1, pl.col("evenings") * 2 > pl.col("files") - 1)
    )
    tables = [*CLUB, "shown_file_id"]
    by_file = files.join(by_table, on=tables, how="anti", maintain_order="left")
    lines = others.group_by(_IN_FILE).agg(pl.col("line_no").min())
    told = of_others.join(files, on=[*_IN_FILE, "shown_file_id"], how="semi").select(*PERSON, "name").unique()
    return OtherNames(
        [
            warning_on(
                by_file.join(lines, on=_IN_FILE, how="left", maintain_order="left").lazy(),
                "players.file_of_strangers",
                "most people in this file ({others} of {all}) have other names under their numbers than in {place}, as"
                " {player}: {name} here, {shown} there; so one of these two files may be another club's: take that one"
                " away; if both are yours, give each person one number",
                field="name",
                place="shown_file_id",
                player="player_id",
            ),
            warning_on(
                by_table.with_columns(file_id="shown_file_id", line_no="shown_line_no").lazy(),
                "players.table_of_strangers",
                "most people have other names under their numbers in this file than where they played ({evenings}"
                " files), as {player}: {shown} here, {name} there; so this may be the table of another club: take it"
                " away; if it is yours, give each person one number",
                field="name",
                value="shown",
                player="player_id",
            ),
        ],
        others.join(told, on=[*PERSON, "name"], how="anti", maintain_order="left"),
    )
