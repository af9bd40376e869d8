"""The table of players of a competition where nobody of it has played: mostly, the evenings have other numbers."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.names import same_name
from transforms.intake.people.result_files import is_named_as_table
from transforms.tables import CLUB, Findings

_FEWEST = 4
_FEWEST_SESSIONS = 3
"""Before, those of the table may just not have played yet."""
_NAMED = 3
_IN_FILE = [*CLUB, "file_id"]


def tables_of_nobody(
    players: pl.DataFrame, seen: pl.DataFrame, entries: pl.DataFrame, mangled: pl.DataFrame
) -> dy.LazyFrame[Findings]:
    """A warning for each table, the only one of its competition, of which no person is anywhere else.

    Told only where sessions were played and the table is as long as half of those who sat down: a few newcomers are no
    slip. A table that says of anybody whether he is public, or has a `federation_id`, may be there to hide people who
    do not play here, and so is none either. Where half of it sat down by name, `mistyped_ids` tells that instead.

    Args:
        players: `Players`.
        seen: (club, player_id) of everybody in the files, once or more often.
        entries: `Entries`.
        mangled: (club, competition, file_id) of lines that are told to have somebody's number in another form.
    """
    sat_down = entries.group_by(CLUB).agg(
        sessions=pl.struct("season", "session_id").n_unique(), seated=pl.col("player_id").n_unique()
    )
    known = seen.drop_nulls("player_id").select("club", "player_id").unique().with_columns(plays=pl.lit(value=True))
    by_name = entries.select(*CLUB, same=same_name(pl.col("player_id"))).unique()
    named = players.with_columns(same=same_name(pl.col("name"))).join(by_name, on=[*CLUB, "same"], how="semi")
    are_named = named.group_by(_IN_FILE).agg(by_name=pl.len())
    says_more = pl.col("public").is_not_null() | pl.col("federation_id").is_not_null()
    of_tables = (
        # A result file of no season has no entries either.
        players.filter(is_named_as_table(pl.col("file_id")))
        .join(entries, on=_IN_FILE, how="anti", maintain_order="left")
        .filter(pl.col("name").is_not_null().any().over(_IN_FILE))
        .join(known, on=["club", "player_id"], how="left", maintain_order="left")
        .sort(*CLUB, *PLACE, nulls_last=True, maintain_order=True)
        .group_by(_IN_FILE, maintain_order=True)
        .agg(
            pl.col("line_no").first(),
            lines=pl.len(),
            is_silent=~(says_more | pl.col("plays").fill_null(value=False)).any(),
            numbers=pl.col("player_id").head(_NAMED).str.join(", "),
        )
        .filter(pl.len().over(CLUB) == 1)
        .join(sat_down, on=CLUB, maintain_order="left")
        .join(mangled, on=_IN_FILE, how="anti", maintain_order="left")
        .join(are_named, on=_IN_FILE, how="left", maintain_order="left")
        .filter(
            "is_silent",
            pl.col("by_name").fill_null(0) * 2 < pl.col("lines"),
            pl.col("lines") >= _FEWEST,
            pl.col("lines") * 2 >= pl.col("seated"),
            pl.col("sessions") >= _FEWEST_SESSIONS,
        )
    )
    return warning_on(
        of_tables.lazy(),
        "players.table_of_nobody",
        "nobody of this table (rows: {lines}) has played here (sessions: {sessions}): if they did, under other ids,"
        " write the player_id that the evenings have; leave it if they have yet to play; if it is the table of another"
        " club, put your own in its place",
        field="player_id",
        value="numbers",
    )
