"""The schema of every table: names, types, keys and the rules for a row. Each stage has one module.

The first columns of a table are (club, competition, season). Ids are text, dates are dates, percentages run from 0 to
100, and null means "does not exist", never 0. Readers and transforms build these tables; `pipelines` checks them where
they enter and leave an asset. Names are those that users see in SQL: `raw.results` is the table `results` in the schema
`raw`. The decorator `warehouse_table` above each class gives the name of its table. All names can be imported from this
module, except the words of rules (`rule_words.py`).
"""

import dataframely as dy

from transforms.tables.awards import AwardPoints, AwardTotals, FederationAwards
from transforms.tables.championships import IndividualChampionship, IndividualSessions, PairsChampionship, PairSessions
from transforms.tables.deals import VULNERABLE, DealLines, DealPartnerships, DealPlayers, Deals, DoubleDummy, Par
from transforms.tables.looks import Looks
from transforms.tables.movements import Luck, NamedMovements, NextBalance, NextSeating, SeasonScores, SessionBalance
from transforms.tables.operations import Builds, FileHistory, Groups, HiddenOnPages, Steps
from transforms.tables.published import (
    CHAMPIONSHIPS,
    KINDS_PUBLISHED,
    RANKING_LISTS,
    VIEWS,
    ChangedResults,
    PastChangedResults,
    PastCorrections,
    PublishedAwards,
    PublishedChampionships,
    PublishedCorrections,
    PublishedFiles,
    PublishedLists,
    PublishedRankings,
    PublishedResults,
)
from transforms.tables.rankings import (
    Backtest,
    LineAssignment,
    OtherLines,
    OtherMethods,
    PairRankings,
    PlayerRankings,
    RankingPoints,
    RegularLines,
    SeasonPartnerships,
    StartingRankings,
    UntoldLines,
)
from transforms.tables.ratings import (
    RATING_FLAGS,
    RATING_LISTS,
    RATING_METHODS,
    Calibration,
    Corrections,
    Elo,
    Foretelling,
    PublishedRatings,
    RatedGames,
    RatingList,
    RatingTable,
)
from transforms.tables.raw import (
    ADJUSTMENT_UNITS,
    DIFFERING,
    KINDS,
    LISTED,
    LISTED_RESULT,
    STATED,
    Adjustments,
    AwardChoices,
    Competitions,
    Entries,
    Files,
    Findings,
    Games,
    ImportedAwards,
    Matches,
    OfficialResults,
    Partnerships,
    People,
    Players,
    Ratings,
    RatingSeasons,
    Results,
    Sessions,
    SessionSettings,
    Stated,
)
from transforms.tables.scored import (
    Boards,
    BoardScores,
    ControlSheet,
    Doubts,
    EventResults,
    Frequencies,
    MatchResults,
    OfficialDifferences,
    SessionResults,
    SessionRounds,
)
from transforms.tables.shared import (
    BOARD,
    CLUB,
    COMPETITION,
    DECIMALS,
    DIRECTIONS,
    ENTRANT,
    EVENT,
    FIELD,
    LINE,
    MATCH,
    METHODS,
    NAMED,
    PARTNERSHIP,
    PERSON,
    PLAYER,
    RATING_LIST,
    RATING_SEASON,
    SCORINGS,
    SEATED,
    SEATS,
    SESSION,
    TEAM_SCORINGS,
    Direction,
    Frame,
    InCompetition,
    InSession,
    Rows,
    Tables,
)

LANDING: dict[str, type[dy.Schema]] = {
    "sessions": Sessions,
    "entries": Entries,
    "results": Results,
    "official_results": OfficialResults,
    "stated": Stated,
    "adjustments": Adjustments,
    "matches": Matches,
    "deals": Deals,
    "partnerships": Partnerships,
    "people": People,
    "players": Players,
    "games": Games,
    "ratings": Ratings,
    "awards": ImportedAwards,
}

STAGES = (
    *("raw", "scored", "deals", "movements", "rankings", "championships", "ratings", "awards"),
    *("published", "operations"),
)

WAREHOUSE = {name: schema for stage in STAGES for name, schema in NAMED.items() if name.startswith(f"{stage}.")}
"""Name in the warehouse -> schema, stage by stage."""

IN_RATING_SEASONS = [name for name in WAREHOUSE if name == "raw.rating_seasons" or name.startswith("ratings.")]
"""Tables whose seasons are those of a rating system. These seasons are named after both their years and end on the list
day of the system; the seasons in competition.toml do not matter for them."""

RECORDED = (
    "ratings.published",
    *(name for name in WAREHOUSE if name.startswith("published.")),
    "operations.file_history",
)
"""Tables that record what was done; no build can make them again."""
