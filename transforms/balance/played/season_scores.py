"""Who met whom, and was compared with whom, over a season: the scores of its sessions added up.

Sessions differ in length and size. So the scores are counted per board, with half a top of each board set itself: a
missing result in one session changes nothing in the others.
"""

import dataframely as dy
import polars as pl

from transforms.balance.played.movement_played import Played, played
from transforms.balance.played.two_scores import two_scores
from transforms.tables.arithmetic.division import quotient
from transforms.tables.arithmetic.sums import sums_of_lists
from transforms.tables.schemas import COMPETITION, SESSION, BoardScores, Entries, Frame, Rows, SeasonScores, Sessions
from transforms.tables.shared import in_shape

_TOGETHER = " + "  # between the players of an entrant, as in `EventResults`


def season_scores(
    board_scores: Frame[BoardScores], sessions: Frame[Sessions], entries: Frame[Entries]
) -> dy.LazyFrame[SeasonScores]:
    """The accumulated scores of every two entrants that were in one field, in both orders, by season; teams have none.

    An entrant is known by its players, whatever its number. A substitute counts as the player whom he or she replaces.
    Entrants without players cannot be followed from session to session, and are left out.
    """
    of_sessions = played(board_scores, sessions)
    known = _known(of_sessions, entries)
    names = known.unique("who").select(*COMPETITION, "who", "entrant")
    units = of_sessions.fields.unique("place").select("place", "unit")
    by_board = pl.col("own_tops") * pl.col("unit")
    once = (
        two_scores(of_sessions)
        .join(units, on="place")
        .with_columns(score=by_board, fair=by_board.mean().over("place"))
        .join(known.select("place", one="number", who="who"), on=("place", "one"))
        .join(known.select("place", other="number", whom="who"), on=("place", "other"))
        .filter(pl.col("who") != pl.col("whom"))
        .group_by(who=pl.min_horizontal("who", "whom"), whom=pl.max_horizontal("who", "whom"))
        .agg(pl.len().alias("sessions"), pl.col("meetings", "score").sum(), "fair")
        .with_columns(sums_of_lists("fair"))
    )
    both_ways = pl.concat([once, once.select(who="whom", whom="who", **{name: name for name in once.columns[2:]})])
    return in_shape(
        SeasonScores,
        both_ways.sort("who", "whom")
        .join(names, on="who", maintain_order="left")
        .join(names.select(whom="who", other="entrant"), on="whom", maintain_order="left")
        .lazy()
        .select(pl.col(name).cast(column.dtype) for name, column in SeasonScores.columns().items()),
    )


def season_balance(scores: Rows) -> pl.LazyFrame:
    """(club, competition, season, entrants, combinations, unmet, qc, qo): how even each season was, sorted.

    `combinations` counts every two entrants that were in one field, and `unmet` those of them that never met. `qc` is
    100 where all their scores are equal, `qo` where all met equally often; each is null where all its numbers are 0.
    `scores` has the columns of `SeasonScores`.
    """
    once = scores.lazy().filter(pl.col("entrant") < pl.col("other"))
    entrants = scores.lazy().group_by(COMPETITION).agg(entrants=pl.col("entrant").n_unique().cast(pl.Int64))
    evenness = {"qc": pl.col("score"), "qo": pl.col("meetings")}
    return (
        once.group_by(COMPETITION)
        .agg(
            combinations=pl.len().cast(pl.Int64),
            unmet=(pl.col("meetings") == 0).sum().cast(pl.Int64),
            **{
                name: pl.when((values != 0).any()).then(
                    quotient(100 * values.sum().pow(2), pl.len().cast(pl.Int64) * values.pow(2).sum())
                )
                for name, values in evenness.items()
            },
        )
        .join(entrants, on=COMPETITION)
        .select(*COMPETITION, "entrants", "combinations", "unmet", "qc", "qo")
        .sort(COMPETITION)
    )


def _known(of_sessions: Played, entries: Frame[Entries]) -> pl.DataFrame:
    """(place, number, club, competition, season, entrant, who): `who` numbers the different `entrant`s."""
    players = (
        entries.lazy()
        .select(*SESSION, "line", name="entrant", player=pl.coalesce("substitutes_for", "player_id"))
        .group_by(*SESSION, "line", "name")
        .agg(entrant=pl.col("player").sort().str.join(_TOGETHER))
        .collect()
    )
    identity = (*COMPETITION, "entrant")
    numbers = players.select(identity).unique().sort(identity).with_row_index("who")
    return (
        of_sessions.entrants.rename({"entrant": "number"})
        .join(of_sessions.fields.select("place", "line", *SESSION), on=("place", "line"))
        .join(players, on=(*SESSION, "line", "name"))
        .join(numbers, on=identity)
        .select("place", "number", *COMPETITION, "entrant", "who")
    )
