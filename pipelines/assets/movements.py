"""Stage 2, beside the scores: how evenly the movement of each session let everybody be compared with everybody."""

import polars as pl

from pipelines.table_assets import table_asset
from transforms.balance import session_balance


@table_asset(
    "movements.session_balance", group="movements", board_scores="scored.board_scores", sessions="raw.sessions"
)
def balance_of_sessions(board_scores: pl.DataFrame, sessions: pl.DataFrame) -> pl.LazyFrame:
    """The balance of every session as it was played."""
    return session_balance.session_balance(board_scores, sessions)
