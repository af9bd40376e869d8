"""Two persons of one file, each under the name that is shown for the other: their names or numbers are exchanged."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.tables import CLUB, PERSON, Findings

_IN_FILE = (*CLUB, "file_id")


class Exchanged(NamedTuple):
    """What is told of two persons at once, and the names that are told one by one."""

    findings: list[dy.LazyFrame[Findings]]
    apart: pl.DataFrame


def exchanged_names(others: pl.DataFrame) -> Exchanged:
    """Find the two persons whose names stand in one file the other way round than they are shown.

    Each is shown from the newest file of his own, so the two need not be shown from the same one. Which of the files is
    wrong, none tells.

    Args:
        others: each other name of a person at its first place: the key of a person, `name`, `words`, `shown`,
            `shown_words`, `shown_file_id`, `file_id` and `line_no`.
    """
    swapped = {"words": "shown_words", "shown_words": "words", "other_id": "player_id", "other_place": "shown_file_id"}
    other = others.select(*_IN_FILE, **swapped)
    both = (
        others.join(other, on=[*_IN_FILE, "words", "shown_words"], maintain_order="left")
        .filter(pl.col("player_id") < pl.col("other_id"))
        .unique(PERSON, keep="first", maintain_order=True)
    )
    of_either = pl.concat(
        [
            both.select(*_IN_FILE, "player_id", "words"),
            both.select(*_IN_FILE, player_id="other_id", words="shown_words"),
        ]
    )
    return Exchanged(
        [
            warning_on(
                both.lazy(),
                "players.exchanged_names",
                "{player} is {shown} in {place} and {other} is {name} in {other_place}, and here it is the other way"
                " round: where it is wrong, exchange the two names, or the two numbers",
                field="name",
                player="player_id",
                other="other_id",
                place="shown_file_id",
            )
        ],
        others.join(of_either, on=[*_IN_FILE, "player_id", "words"], how="anti", maintain_order="left"),
    )
