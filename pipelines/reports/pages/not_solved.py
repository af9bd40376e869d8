"""Why pages that show double dummy lack it for some boards: no file has their hands, or nobody solved them yet."""

from collections.abc import Iterator
from itertools import groupby

import polars as pl

from transforms.messages import gettext, ngettext
from transforms.tables import Tables

_BOARD = ("session_id", "board")
_TO = "–\N{WORD JOINER}"
"""From one board to another, on one line."""


def boards_not_solved(report: Tables) -> dict[str, list[str]]:
    """Session -> sentences on its boards without double dummy; none where it is known of all, or of none.

    Args:
        report: the tables of the report, with the rows of one season.
    """
    found: dict[str, list[str]] = {}
    boards = _boards(report).filter(pl.col("solved").any().over("session_id"), ~pl.col("solved"))
    for (session,), rows in boards.group_by("session_id", maintain_order=True):
        without, open_ones = (rows.filter(dealt=dealt)["board"].to_list() for dealt in (False, True))
        found[str(session)] = [*_without_hands(without), *_to_be_solved(open_ones)]
    return found


def season_not_solved(report: Tables) -> str:
    """Of how many boards of a season double dummy is known; "" where it is known of all, or of none."""
    boards = _boards(report)
    solved = boards["solved"].sum()
    if solved in (0, boards.height):
        return ""
    return gettext(
        "Only boards count whose hands are in a file and worked out double dummy: {known} of the {all} of this season.",
        known=solved, all=boards.height,
    )  # fmt: skip


def _boards(report: Tables) -> pl.DataFrame:
    """Every board that was played, whether its hands are known, `dealt`, and whether they are all `solved`."""
    hands = report["hands"].group_by(_BOARD).agg(solved=pl.col("n_nt").is_not_null().all(), dealt=pl.lit(value=True))
    played = report["boards"].select(_BOARD).unique().sort(_BOARD)
    return played.join(hands, on=_BOARD, how="left", maintain_order="left").with_columns(
        pl.col("solved", "dealt").fill_null(value=False)
    )


def _without_hands(boards: list[int]) -> list[str]:
    if not boards:
        return []
    return [
        ngettext(
            "No file has the hands of board {boards}, so what it allows is not known.",
            "No file has the hands of boards {boards}, so what they allow is not known.",
            len(boards),
            boards=", ".join(_ranges(boards)),
        )
    ]


def _to_be_solved(boards: list[int]) -> list[str]:
    if not boards:
        return []
    return [
        ngettext(
            "What board {boards} allows has not been worked out yet.",
            "What boards {boards} allow has not been worked out yet.",
            len(boards),
            boards=", ".join(_ranges(boards)),
        )
    ]


def _ranges(boards: list[int]) -> Iterator[str]:
    """`3`, `5–8` of 3, 5, 6, 7, 8."""
    for _, together in groupby(enumerate(boards), lambda numbered: numbered[1] - numbered[0]):
        numbers = [board for _, board in together]
        yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}{_TO}{numbers[-1]}"
