"""The result lines of sessions of one kind, numbered, each with the field in which it is compared.

What every way of scoring starts from. A place is a line (A to Z) of a session; a field is a place, or the
places scored together; a board is a board of a field.
"""

import string
from collections.abc import Sequence

import polars as pl

from transforms.bridge.contracts import contract_score
from transforms.bridge.rulings import is_played
from transforms.bridge.sessions import field_of
from transforms.tables import COMPETITION, LINE, SESSION, Frame

_OF_THE_LINE = (
    *("line", "round", "table", "board", "ns", "ew"),
    *("contract", "declarer", "tricks", "score", "ruling", "subfield"),
)


def places_of(sessions: Frame, competitions: Frame, kinds: Sequence[str], rules: Sequence[str]) -> pl.LazyFrame:
    """Number the places of all sessions of these kinds.

    Args:
        sessions: `Sessions`; `together` names the lines scored as one field.
        competitions: `Competitions`.
        kinds: the kinds of session wanted.
        rules: the columns of `Competitions` wanted.

    Returns:
        The key of the session, `line`, `kind`, `together`, `team_scoring`, the rules, `place` (numbered in
        order), `field` (its name) and `field_no` (the first place of the field).
    """
    letters = pl.LazyFrame({"line": list(string.ascii_uppercase)})
    return (
        sessions.lazy()
        .filter(pl.col("kind").is_in(list(kinds)))
        .select(*SESSION, "kind", "together", "team_scoring")
        .join(competitions.lazy().select(*COMPETITION, *rules), on=COMPETITION)
        .join(letters, how="cross")
        .sort(*SESSION, "line")
        .with_row_index("place")
        .with_columns(field=field_of(pl.col("together"), pl.col("line")))
        .with_columns(field_no=pl.col("place").min().over(*SESSION, "field"))
    )


def result_lines(results: Frame, places: pl.DataFrame) -> pl.DataFrame:
    """The result lines between two sides, in the order of their key.

    Args:
        results: `Results`; sit-outs (a side null) are left out.
        places: what `places_of` gives, collected.

    Returns:
        The key of the session and the columns of the line, with `number` (0, 1, 2 ...), `place`, `field_no`,
        `board_no` (tells the boards of all fields apart), the score filled in from the contract where it was
        missing, and `compared_score`: the score where it is compared with others, else null.
    """
    lines = (
        results.lazy()
        .filter(pl.col("ns").is_not_null() & pl.col("ew").is_not_null())
        .select(*SESSION, *_OF_THE_LINE)
        .join(
            places.lazy().select(*SESSION, "line", "place", "field_no"),
            on=LINE,
            maintain_order="left",
        )
        .with_columns(board_no=pl.col("field_no").cast(pl.Int64) * 2**31 + pl.col("board"))
        .collect()
    )
    return _sorted(lines, "place", "board", "ns", "ew").with_row_index("number").pipe(_with_scores)


def _sorted(lines: pl.DataFrame, *key: str) -> pl.DataFrame:
    """Sorted by key, at next to no cost when it already is."""
    in_order = pl.lit(True)
    for name in reversed(key):
        column, before = pl.col(name), pl.col(name).shift(1)
        in_order = (column > before) | ((column == before) & in_order)
    return lines if lines.select(in_order.all()).item() else lines.sort(key)


def _with_scores(lines: pl.DataFrame) -> pl.DataFrame:
    """Fill in the scores that follow from the contract, and tell which scores are compared."""
    score = contract_score(pl.col("board"), pl.col("contract"), pl.col("declarer"), pl.col("tricks"))
    computed = lines.filter(pl.col("score").is_null()).select("number", computed_score=score)
    return (
        lines.join(computed, on="number", how="left", maintain_order="left")
        .with_columns(score=pl.coalesce("score", "computed_score"))
        .with_columns(compared_score=pl.when(is_played(pl.col("ruling"))).then("score"))
    )
