"""The schema of every table: names, types, keys and the rules for a row. Each stage has one module.

The first columns of a table are (club, competition, season). Ids are text, dates are dates, percentages run from 0 to
100, and null means "does not exist", never 0. Readers and transforms build these tables; `pipelines` checks them when
they enter and leave an asset. The names are those that users see in SQL: `raw.results` is the table `results` in the
schema `raw`. The decorator `warehouse_table` above each class gives the name of its table. All names can be imported
from this module, except the words of rules (`rule_words.py`).
"""

import dataframely as dy

from transforms.tables.awards import *
from transforms.tables.contest import *
from transforms.tables.deals import *
from transforms.tables.federation import *
from transforms.tables.federation_lists import *
from transforms.tables.handicap import *
from transforms.tables.movements import *
from transforms.tables.operations import *
from transforms.tables.published import *
from transforms.tables.rankings import *
from transforms.tables.ratings import *
from transforms.tables.raw import *
from transforms.tables.scored import *
from transforms.tables.shared import *
from transforms.tables.strength import *

LANDING: dict[str, type[dy.Schema]] = {
    "sessions": Sessions,
    "entries": Entries,
    "results": Results,
    "official_results": OfficialResults,
    "stated": Stated,
    "schedule": Schedule,
    "adjustments": Adjustments,
    "matches": Matches,
    "totals": Totals,
    "ranking_points": EarnedPoints,
    "deals": Deals,
    "partnerships": Partnerships,
    "people": People,
    "players": PlayersOfFiles,
    "games": Games,
    "ratings": Ratings,
    "awards": ImportedAwards,
}


def as_read(name: str) -> dict[str, pl.DataType]:
    """Return the columns of a landing table with club and competition; `season` only if dates do not determine it."""
    columns = types_of(LANDING[name])
    return {column: columns[column] for column in columns if column != "season" or name == "players"}


STAGES = (
    *(
        "raw",
        "scored",
        "deals",
        "movements",
        "rankings",
        "strength",
        "championships",
        "ratings",
        "awards",
        "federation",
    ),
    *("published", "operations"),
)

WAREHOUSE = {name: schema for stage in STAGES for name, schema in NAMED.items() if name.startswith(f"{stage}.")}
"""The schema of each table of the warehouse, by name, ordered by stage."""

IN_RATING_SEASONS = [name for name in WAREHOUSE if name == "raw.rating_seasons" or name.startswith("ratings.")]
"""The tables whose seasons are seasons of a rating system. Such a season is named after both its years and ends on the
list day of the system; the seasons in competition.toml do not affect it."""

OF_ALL_CLUBS = ("awards.federation", *(name for name in WAREHOUSE if name.startswith("federation.")))
"""The tables of all clubs together. They have all seasons, even if a build makes one season only."""

RECORDED = (
    "ratings.published",
    *(name for name in WAREHOUSE if name.startswith("published.")),
    "operations.file_history",
)
"""The tables that record past events, which no build can make again."""
