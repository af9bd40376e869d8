"""The federation: its seasons and people over all clubs, and events that several clubs play at the same time."""

from collections.abc import Mapping
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.tables.raw import Findings
from transforms.tables.scored import BoardScores, SessionResults
from transforms.tables.shared import InCompetition, InSession, one_of, types_of, warehouse_table


@warehouse_table("federation.seasons")
class FederationSeasons(InCompetition):
    """One row per season of a competition: the season of the federation to which it belongs, by its days."""

    federation_season = dy.String(min_length=1, description="The name of the federation's season.")
    start = dy.Date(description="The first day of the competition's season.")
    end = dy.Date(description="The last day of the competition's season.")
    by = one_of("given", "days", "own")
    """Why it belongs there. given: more than half of its days lie in a season of federation.toml. days: they lie in a
    season that most clubs have. own: none of the seasons in federation.toml fits, so it is a season of its own."""
    share = dy.Float64(min=0, max=1, description="The share of its days that lie in the federation's season.")


@warehouse_table("federation.identities")
class Identities(dy.Schema):
    """One row per id of a player in a club: the person whose id it is."""

    club = dy.String(primary_key=True, min_length=1)
    player_id = dy.String(primary_key=True, min_length=1)
    person = dy.String(min_length=1)
    """The person's id in the federation if it is certain, else the ids of the club and the player: `club/player`."""
    why = one_of("number", "id", "answer", "club")
    """How the person is known. number: by the federation id that the club gives. id: the player id is a federation id
    that another club gives. answer: federation.toml says so. club: nothing is known outside the club."""


@warehouse_table("federation.people")
class FederationPeople(dy.Schema):
    """One row per person, with all clubs of the person together."""

    person = dy.String(primary_key=True, min_length=1)
    federation_id = dy.String(nullable=True, description="The person's id in the federation; null if not certain.")
    name = dy.String(nullable=True, description="The name that most clubs give.")
    names = dy.String(nullable=True, description="All spellings of the name, joined by `; `.")
    clubs = dy.Int32(min=1, description="In how many clubs the person is known.")
    ids = dy.String(description="The ids of the person, as `club/player`, joined by `, `.")
    why = one_of(
        "number",
        "id",
        "answer",
        "club",
        description="As in `federation.identities`; of several reasons, the first of answer, id and number.",
    )


_IN_ONE_FIELD = "The simultaneous event. Its sessions in all clubs are scored as one field."


@warehouse_table("federation.simultaneous")
class Simultaneous(InSession):
    """One row per session of a simultaneous event, which several clubs play with the same deals."""

    simultaneous = dy.String(primary_key=True, min_length=1)
    """The name in the settings of the session, or else the day and the first session of the event."""
    by = one_of("named", "cards", description="Whether its settings name the event, or its cards show it.")
    boards = dy.Int32(nullable=True, min=0)
    """How many of its deals another session of the event also has; null if its cards are not known."""


@warehouse_table("federation.simultaneous_scores")
class SimultaneousScores(BoardScores):
    """One row per result line of a simultaneous event, scored against the lines of all clubs."""

    simultaneous = dy.String(primary_key=True, min_length=1, description=_IN_ONE_FIELD)


@warehouse_table("federation.simultaneous_results")
class SimultaneousResults(SessionResults):
    """One row per entrant of a simultaneous event: the result list over all clubs."""

    simultaneous = dy.String(primary_key=True, min_length=1, description=_IN_ONE_FIELD)
    players = dy.String(nullable=True, description="The ids of the players, joined by ` + `.")


GIVEN_SEASONS = {"place": pl.Int32, "name": pl.String, "start": pl.Date, "end": pl.Date, "schemes": pl.List(pl.String)}
"""The columns of the seasons in federation.toml, in the order of the file."""
ANSWERS = {"place": pl.Int32, "club": pl.String, "player_id": pl.String, "is_distinct": pl.Boolean, "line_no": pl.Int64}
"""The columns of the answers in federation.toml: ids with the same `place` are one person, or, if `is_distinct`,
different people. `line_no` is the line of their entry."""


class Federation(NamedTuple):
    """The settings of a federation. Steps read them as the condition `federation`."""

    name: str | None = None
    time_zone: str | None = None
    seasons: pl.DataFrame = pl.DataFrame(schema=GIVEN_SEASONS)
    people: pl.DataFrame = pl.DataFrame(schema=ANSWERS)
    rating: Mapping[str, object] | None = None
    """The table `[rating]` of the file; None if there is none."""
    findings: pl.DataFrame = pl.DataFrame(schema=types_of(Findings))
    """`Findings` about faults in the file. Entries with a fault are left out."""


NO_SETTINGS = Federation()
"""The settings of a landing folder without federation.toml."""
