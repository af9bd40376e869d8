"""Two persons of one file, each under the name that is shown for the other: their names or numbers are exchanged."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.names import bare_words
from transforms.tables import CLUB, PERSON, Findings


class Exchanged(NamedTuple):
    """What is told of two persons at once, and the names that are told one by one."""

    findings: list[dy.LazyFrame[Findings]]
    apart: pl.DataFrame


def exchanged_names(others: pl.DataFrame, named: pl.LazyFrame) -> Exchanged:
    """Find the two persons whose names stand in one file the other way round than they are shown.

    Each is shown from the newest file of his own, so the two need not be shown from the same one. Which of the files is
    wrong, none tells.

    Args:
        others: each other name of a person at its first place: the key of a person, `name`, `words`, `shown`,
            `shown_words`, `shown_file_id`, `file_id` and `line_no`.
        named: (the key of a person, `name`, `file_id`, `line_no`) of every row that names a person: one of the two may
            have missed the first evening on which the other had the wrong name.
    """
    swapped = {"words": "shown_words", "shown_words": "words", "other_id": "player_id", "other_place": "shown_file_id"}
    pairs = others.join(
        others.select(*CLUB, **swapped), on=[*CLUB, "words", "shown_words"], maintain_order="left"
    ).filter(pl.col("player_id") < pl.col("other_id"))
    if pairs.is_empty():
        return Exchanged([], others)
    words = bare_words(pl.col("name"))
    rows = named.filter(pl.col("name").is_not_null()).select(*PERSON, *PLACE, "name", words=words).collect()
    of_other = rows.select(*CLUB, "file_id", other_id="player_id", shown_words="words").unique()
    both = (
        pairs.drop("name", *PLACE)
        .join(rows, on=[*PERSON, "words"])
        .join(of_other, on=[*CLUB, "file_id", "other_id", "shown_words"])
        .sort(*PERSON, *PLACE, "other_id", nulls_last=True)
        .unique(PERSON, keep="first", maintain_order=True)
    )
    of_either = pl.concat(
        [both.select(*PERSON, "words"), both.select(*CLUB, player_id="other_id", words="shown_words")]
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
        others.join(of_either, on=[*PERSON, "words"], how="anti", maintain_order="left"),
    )
