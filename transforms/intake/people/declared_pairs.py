"""Pairs and trios that a club declares: people in them whom nobody has met, and how many they are."""

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.nearest import whom_they_mean
from transforms.tables import CLUB, PERSON, Findings

_PAIR = (*CLUB, "partnership_id")
_MOST = 3
"""A trio."""


def partners_of_nobody(
    partnerships: pl.LazyFrame, unmet: pl.DataFrame, met: pl.DataFrame, players: pl.LazyFrame
) -> list[dy.LazyFrame[Findings]]:
    """Warnings for the players of declared pairs whom nothing else names, with the numbers or ids that are meant.

    Before the first evening of a club nobody is met, and nothing is said; nor of a name that is like none, where
    nobody of the pair has played yet.

    Args:
        partnerships: `Partnerships`, with the ids as they are given.
        unmet: (club, competition, player_id) of whom nothing else names, as they are given.
        met: (club, competition, player_id) of everybody whom something else names.
        players: `Players`, in which somebody else may have the name that is given in place of a number.
    """
    in_club = unmet.join(met.select(CLUB).unique(), on=CLUB, how="semi")
    begun = partnerships.join(met.lazy(), on=[*CLUB, "player_id"], how="semi").select(_PAIR).unique()
    meant = whom_they_mean(in_club, met.lazy(), players)
    told = partnerships.join(meant.lazy(), on=PERSON, maintain_order="left")
    guessed = told.filter(pl.col("number").is_null())
    return [
        warning_on(
            told.filter(pl.col("number").is_not_null()),
            "partnerships.name",
            "this is the name of player {number}, and the files have numbers, so for this pair nothing counts: write"
            " {number}",
            field="player_id",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_not_null()),
            "partnerships.nobody_but",
            "no other file names this player, so {pair} lacks one: did you mean {near}?",
            field="player_id",
            pair="partnership_id",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_null()).join(begun, on=_PAIR, how="semi", maintain_order="left"),
            "partnerships.nobody",
            "no other file names this player so far: mend the id if it is wrong; if it is right, nothing is amiss, and"
            " a row in a table players can give the name",
            field="player_id",
        ),
    ]


def of_odd_numbers(partnerships: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each declared partnership that is of one person, or of more than three, at its first line.

    Args:
        partnerships: `Partnerships`, with the ids of persons.
    """
    people = pl.col("player_id").n_unique().over(_PAIR)
    odd = partnerships.with_columns(people=people).filter((pl.col("people") == 1) | (pl.col("people") > _MOST))
    return warning_on(
        odd.sort(*PLACE, nulls_last=True).unique(_PAIR, keep="first", maintain_order=True),
        "partnerships.odd_number",
        "people under this number: {people}; a pair is two and a trio three who take turns, a row each: see whether one"
        " is missing, or whether two pairs have one number",
        field="partnership_id",
    )
