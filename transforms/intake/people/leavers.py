"""Lines of players who are hidden, but whom nobody has seen, or whose number is another's too.

Who leaves is hidden in all competitions of the club, so only all of them together show whether there is such a person.
"""

import dataframely as dy
import polars as pl

from transforms.intake.findings import error_on, warning_on
from transforms.intake.people.mangled_ids import near_numbers
from transforms.intake.people.nearest import nearest_ids
from transforms.privacy.namesakes import namesakes
from transforms.privacy.other_ids import of_several
from transforms.tables import Findings


def numbers_of_several(players: pl.DataFrame) -> dy.LazyFrame[Findings]:
    """A warning for each `federation_id` that people of a club have whose names have nothing in common.

    Args:
        players: `Players`.
    """
    rows = of_several(players).join(players, on=["club", "federation_id", "player_id"])
    first = rows.sort("competition").unique(["club", "federation_id"], keep="first", maintain_order=True)
    return warning_on(
        first.lazy(),
        "players.number_of_several",
        "this person has the federation_id of {also} of the same club, who has another name, so it does not tell who"
        " somebody is: who asks not to be named (public) is hidden by it only under a like name; give each person the"
        " own one, and leave it empty where it is not known",
        field="player_id",
    )


def leavers_of_nobody(players: pl.LazyFrame, seen: pl.LazyFrame, hidden: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Findings on lines of players who are not public and whom nobody in the club has as an id.

    A line with a `federation_id` may be for another club; one with the name of somebody who is hidden hides that id.

    Args:
        players: `Players`.
        seen: (club, player_id) of everybody in the files, once or more often.
        hidden: (club, player_id) of everybody who is hidden, also for a name.
    """
    known = seen.drop_nulls("player_id").unique().collect()
    unknown = (
        players.filter(~pl.col("public"), pl.col("federation_id").is_null())
        .collect()
        .join(known, on=["club", "player_id"], how="anti", maintain_order="left")
        .with_columns(alias="player_id")
    )
    hidden_ones = hidden.collect().join(known, on=["club", "player_id"], how="semi")
    unknown = _without_hidden(unknown, hidden_ones, players)
    of_competitions = unknown.select("club", "competition").unique().join(known, on="club")
    near = pl.concat([nearest_ids(unknown, of_competitions), near_numbers(unknown, of_competitions)])
    guessed = unknown.join(near, on=["club", "competition", "alias"], how="left", maintain_order="left").lazy()
    return [
        error_on(
            guessed.filter(pl.col("near").is_not_null()),
            "players.hides_nobody_but",
            "nobody in the files of the club has this id, so this row hides nobody: write the id as the files have it;"
            " did you mean {near}?",
            field="player_id",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_null()),
            "players.hides_nobody",
            "nobody in the files of the club has this id, so this row hides nobody: write the id as the files have it",
            field="player_id",
        ),
    ]


def _without_hidden(unknown: pl.DataFrame, hidden: pl.DataFrame, players: pl.LazyFrame) -> pl.DataFrame:
    """The lines by whose name no id in the files is hidden."""
    named = pl.concat([players.select("club", "player_id", said=said).collect() for said in ("player_id", "name")])
    of_lines = unknown.select("club", "player_id").unique()
    names = pl.concat([named, hidden.select("club", "player_id", said="player_id")])
    others = named.select("club", "player_id").unique().join(hidden, on=["club", "player_id"], how="anti")
    of_names = namesakes(names, of_lines, others, ["club"])
    hides = of_names.select("club", player_id="hidden").unique()
    return unknown.join(hides, on=["club", "player_id"], how="anti", maintain_order="left")
