"""Ids with a name of somebody who is not public, by all names that the files of a competition give.

`transforms/privacy/hidden_people.py` hides them, unless any file of the club says that it is somebody else; it
compares too the names that are shown, of the whole club.
"""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.privacy.ids_of_people import HOLD_IDS, ids_of
from transforms.privacy.namesakes import namesakes
from transforms.tables import CLUB, PERSON, Findings

_LANDING = "raw."


def namesakes_of_hidden(read: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """(club, competition, player_id, file_id, line_no, hidden): who has a name of `hidden`, each at the first place.

    Args:
        read: the tables with the ids of persons, by name: `players`, `people`, and the others that hold ids.
    """
    said = read["players"].select(*PERSON, "name", "public", *PLACE).collect()
    hidden = said.filter(~pl.col("public")).select(PERSON).unique()
    if hidden.is_empty():
        empty = namesakes(said, hidden, hidden, [*CLUB]).join(said.select(*PERSON, *PLACE), on=PERSON)
        return empty.select(*PERSON, *PLACE, "hidden").lazy()
    people = read["people"].select(*CLUB, "alias", "player_id").collect()
    of_landing = [name for name in HOLD_IDS if name.startswith(_LANDING)]
    in_tables = ids_of(lambda name: read[name.removeprefix(_LANDING)].collect(), of_landing)
    seen = pl.concat([said.select(*PERSON, *PLACE), in_tables.select(*PERSON, *PLACE)])
    places = seen.sort(*PLACE, nulls_last=True).unique(PERSON, keep="first", maintain_order=True)
    names = pl.concat(
        [
            places.select(*PERSON, said="player_id"),
            said.select(*PERSON, said="name"),
            people.select(*PERSON, said="alias").join(hidden, on=PERSON, how="semi"),
        ]
    )
    too = namesakes(names, hidden, hidden.clear(), [*CLUB])
    return places.join(too, on=PERSON, maintain_order="left").lazy()


def hidden_too(rows: pl.LazyFrame) -> dy.LazyFrame[Findings]:
    """A warning for each id that is hidden for its name.

    Args:
        rows: club, competition, player_id, file_id, line_no, and `hidden`, the id of whom it may be.
    """
    return warning_on(
        rows,
        "players.hidden_too",
        "this id has the name of {player}, who is not to be named (public), so it is hidden too: if it is"
        " another person of this name, write public true in players, or a row of people with this id as alias and as"
        " player_id",
        field="player_id",
        player="hidden",
    )
