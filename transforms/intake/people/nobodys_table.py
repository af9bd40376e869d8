"""Tables of players of whom nobody plays here: those of another club, or with other numbers than the evenings have."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.tables import CLUB, Findings

_FEWEST = 4
_NAMED = 3


def tables_of_nobody(players: pl.DataFrame, seen: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """A warning for each file of which no person is anywhere else, where others play.

    A number without its zeros is told as such (`mangled_ids.py`).

    Args:
        players: `Players`.
        seen: (club, competition, player_id) of everybody in the files of evenings, once or more often.
    """
    present = seen.drop_nulls("player_id")
    playing = present.select(CLUB).unique()
    number = pl.col("player_id").str.strip_chars_start("0").alias("number")
    known = present.select("club", number).unique().with_columns(plays=pl.lit(value=True))
    of_files = (
        players.filter(~pl.col("name").is_null())
        .join(playing, on=CLUB, how="semi", maintain_order="left")
        .with_columns(number)
        .join(known, on=["club", "number"], how="left", maintain_order="left")
        .group_by(*CLUB, "file_id", maintain_order=True)
        .agg(
            pl.col("line_no").min(),
            lines=pl.len(),
            play=pl.col("plays").any(),
            numbers=pl.col("player_id").head(_NAMED).str.join(", "),
        )
        .filter(~pl.col("play"), pl.col("lines") >= _FEWEST)
    )
    return warning_on(
        of_files.lazy(),
        "players.table_of_nobody",
        "nobody of this table ({lines} rows) has played here, so it names nobody: if it is another club's, take it"
        " away; if it is yours, write the numbers that the evenings have",
        field="player_id",
        value="numbers",
    )
