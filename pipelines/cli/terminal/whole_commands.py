"""Commands to type next, by what the last build recorded: as short as they can be, and whole."""

import polars as pl

from pipelines.machine.paths import Place
from pipelines.warehouse import Warehouse, build_record
from pipelines.words.to_type import to_type
from transforms.published.kinds import RESULTS
from transforms.tables import CLUB, SESSION


def build_again(warehouse: Warehouse, place: Place) -> str:
    """The command that builds once more what was built last.

    Args:
        warehouse: that of the last build, open.
        place: where it is: what is open may be a copy of it.
    """
    return to_type("build", warehouse=place, reports=build_record.last(warehouse).get("reports"))


def history_of(corrections: pl.DataFrame, place: Place, sessions: pl.DataFrame) -> str:
    """The command that shows corrections: of the first session whose results they are, or else of a player.

    Args:
        corrections: rows of `published.corrections`, at least one.
        place: the warehouse.
        sessions: (`SESSION`) of all there are.
    """
    of_sessions = corrections.drop_nulls("session_id").sort(
        pl.col("kind") != RESULTS.name, "season", "session_id", *CLUB
    )
    if of_sessions.is_empty():
        row = corrections.sort("season", "player_id", "players", *CLUB, nulls_last=True).row(0, named=True)
        who = row["player_id"] or str(row["players"] or "").partition(" + ")[0]
        return to_type("history", who, competition=f"{row['club']}/{row['competition']}", warehouse=place)
    row = of_sessions.row(0, named=True)
    same_id = sessions.filter(session_id=row["session_id"]).select(SESSION).unique()
    of_others = same_id.filter((pl.col("club") != row["club"]) | (pl.col("competition") != row["competition"]))
    return to_type(
        "history",
        row["session_id"],
        competition=None if of_others.is_empty() else f"{row['club']}/{row['competition']}",
        season=row["season"] if same_id.height - of_others.height > 1 else None,
        warehouse=place,
    )
