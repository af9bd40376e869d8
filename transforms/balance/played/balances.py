"""The balance of sessions that were really played, and the scores of every two entrants, added up over a season.

The definitions of `quality.py` are applied to the movements of `movement_played.py`; over a season, scores are counted
by the board, with the half top of each board set (docs/balance.md).
"""

import dataframely as dy
import polars as pl

from transforms.balance.played.movement_played import Played, scored, sums_without
from transforms.balance.quality import least_squares
from transforms.bridge.sessions import as_one_pair
from transforms.tables import schemas
from transforms.tables.arithmetic.rounding import quotient
from transforms.tables.arithmetic.sums import steady_mean, steady_sum, sums_of_lists
from transforms.tables.schemas import COMPETITION, SESSION, Frame, Rows


def session_balance(
    board_scores: Frame[schemas.BoardScores], sessions: Frame[schemas.Sessions]
) -> dy.LazyFrame[schemas.SessionBalance]:
    """Return the balance of every field of every session, one row per line of a field; teams have no balance."""
    of_sessions, scores = scored(board_scores, sessions)
    return schemas.SessionBalance.cast(
        of_sessions.fields.join(_balance(of_sessions, scores), on="place")
        .lazy()
        .sort(schemas.SessionBalance.primary_key())
    )


def _balance(of_sessions: Played, scores: pl.DataFrame) -> pl.DataFrame:
    """Return columns of `SessionBalance` per `place`: s, ss, qc, qf, qo, sd, s4, qf_absent_mean, qf_highest_absent."""
    played_together = scores.filter(pl.col("together") > 0)
    fields = of_sessions.fields.unique("place").select("place", "pairs", combinations=_combinations(pl.col("pairs")))
    n, s, ss = pl.col("combinations"), pl.col("s"), pl.col("ss")
    sums = played_together.group_by("place").agg(
        s=pl.col("score").sum(),
        ss=pl.col("score").pow(2).sum(),
        met=pl.col("met").sum(),
        met_squares=pl.col("met").pow(2).sum(),
        scored=pl.len().cast(pl.Int64),
    )
    balance = (
        fields.join(sums, on="place", how="left")
        .with_columns(pl.col("s", "ss", "met", "met_squares", "scored").fill_null(0))
        .with_columns(mean=quotient(s, n))
    )
    fourth = (
        played_together.join(balance.select("place", "mean"), on="place")
        .group_by("place")
        .agg(fourth=steady_sum((pl.col("score") - pl.col("mean")).pow(4)))
    )
    return (
        balance.join(fourth, on="place", how="left")
        .join(_absent(sums_without(of_sessions), fields), on="place", how="left")
        .select(
            "place",
            "s",
            "ss",
            qc=_factor(s * s, n * ss),
            qf=_factor(least_squares(s, n), ss),
            qo=_factor(pl.col("met").pow(2), n * pl.col("met_squares")),
            sd=quotient((n * ss - s * s).sqrt(), n),
            s4=pl.col("fourth").fill_null(0.0) + (n - pl.col("scored")) * pl.col("mean").pow(4),
            qf_absent_mean="qf_absent_mean",
            qf_highest_absent="qf_highest_absent",
        )
    )


def _absent(without: pl.DataFrame, fields: pl.DataFrame) -> pl.DataFrame:
    """Return place, qf_absent_mean and qf_highest_absent, computed from the Qf with each entrant absent in turn."""
    n = _combinations(pl.col("pairs") - 1)
    return (
        without.join(fields, on="place")
        .filter(pl.col("pairs") > 2)
        .with_columns(qf=_factor(least_squares(pl.col("sum"), n), pl.col("squares")))
        .sort("place", "absent")
        .group_by("place")
        .agg(qf_absent_mean=steady_mean(pl.col("qf")), qf_highest_absent=pl.col("qf").last())
    )


def _combinations(entrants: pl.Expr) -> pl.Expr:
    return entrants * (entrants - 1) // 2


def _factor(part: pl.Expr, of: pl.Expr) -> pl.Expr:
    return pl.when(part > 0).then(quotient(100 * part, of))


_TOGETHER = " + "  # between the players of an entrant, as in `EventResults`


def season_scores(
    board_scores: Frame[schemas.BoardScores], sessions: Frame[schemas.Sessions], entries: Frame[schemas.Entries]
) -> dy.LazyFrame[schemas.SeasonScores]:
    """Add up by season the scores of every two entrants that shared a field, with a row for each of the two orders."""
    # Sessions of teams are left out. An entrant is identified by its players, whatever its number. A substitute counts
    # as the replaced player. If players took turns, the two who played most rounds count. Entrants without players
    # cannot be followed from session to session, and are left out.
    of_sessions, scores = scored(board_scores, sessions)
    known = _known(of_sessions, entries)
    names = known.unique("who").select(*COMPETITION, "who", "entrant")
    units = of_sessions.fields.unique("place").select("place", "unit")
    by_board = pl.col("own_tops") * pl.col("unit")
    once = (
        scores.join(units, on="place")
        .with_columns(score=by_board, fair=by_board.mean().over("place"))
        .join(known.select("place", one="number", who="who"), on=("place", "one"))
        .join(known.select("place", other="number", whom="who"), on=("place", "other"))
        .filter(pl.col("who") != pl.col("whom"))
        .group_by(who=pl.min_horizontal("who", "whom"), whom=pl.max_horizontal("who", "whom"))
        .agg(pl.len().alias("sessions"), pl.col("meetings", "score").sum(), "fair")
        .with_columns(sums_of_lists("fair"))
    )
    both_ways = pl.concat([once, once.select(who="whom", whom="who", **{name: name for name in once.columns[2:]})])
    return schemas.SeasonScores.cast(
        both_ways.sort("who", "whom")
        .join(names, on="who", maintain_order="left")
        .join(names.select(whom="who", other="entrant"), on="whom", maintain_order="left")
        .lazy()
    )


def season_balance(scores: Rows) -> pl.LazyFrame:
    """Return how even each season was: club, competition, season, entrants, combinations, unmet, qc, qo; sorted.

    `scores` has the columns of `SeasonScores`. `combinations` counts every two entrants that shared a field, and
    `unmet` those that never met. `qc` is 100 if all scores are equal, and null if all are 0. `qo` is 100 if all
    combinations met equally often, and null if none ever met.
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


def _known(of_sessions: Played, entries: Frame[schemas.Entries]) -> pl.DataFrame:
    """Return entrants with known players: place, number, club, competition, season, entrant (ids) and who (number)."""
    players = (
        as_one_pair(entries, of_sessions.fields)
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
