"""Movements: the balance of sessions and seasons that were played, and the luck of each entrant."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, warehouse_table


@warehouse_table("movements.session_balance")
class SessionBalance(InSession):
    """One row per line of a session: the balance of the movement as it was played, in the field of that line.

    A score says how much a good result of one pair hurts another pair (`docs/balance.md`). Quality factors (`qc`, `qf`,
    `qo`) run from 0 to 100, where 100 is perfect; they are null where the scores behind them add up to 0, as
    they do where h is 0.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    field = dy.String()
    """The field to which these numbers belong: the line (`A`), or the lines scored together (`A+C`)."""
    pairs = dy.Int64(min=2)
    """How many pairs played a board; in an individual, how many players."""
    rounds = dy.Int64(min=1)
    h = dy.Int64(min=0)
    """Half a top on the board set that was played least often."""
    uneven = dy.Bool()
    """Whether some board sets were played more often than others."""
    s = dy.Int64()
    """The sum of the scores of every two pairs."""
    ss = dy.Int64(min=0)
    """The sum of the squares of those scores."""
    qc = dy.Float64(nullable=True)
    """The quality compared with scores that are all equal."""
    qf = dy.Float64(nullable=True)
    """The quality compared with the most even whole numbers as scores."""
    qo = dy.Float64(nullable=True)
    """The quality of the meetings alone."""
    sd = dy.Float64(min=0)
    """The standard deviation of the scores."""
    s4 = dy.Float64(min=0)
    """The sum of the fourth powers of the scores around their mean."""
    qf_absent_mean = dy.Float64(nullable=True)
    """The mean of the values of `qf` if each pair in turn were absent."""
    qf_highest_absent = dy.Float64(nullable=True)
    """`qf` if the pair with the highest number were absent."""


@warehouse_table("movements.luck")
class Luck(InSession):
    """One row per entrant: an estimate of what the movement gave it (or took: negative), and its result without that.

    The unit is that of `score` in `SessionResults`. The estimate is null where the earlier sessions have too few
    results. `transforms/balance/played/luck.py` says how it is made.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    score = dy.Float64()
    """The score in the result list."""
    ranking_above_mean = dy.Float64()
    """The ranking of its players before the session, minus the mean of the field, in ranking points."""
    worth_of_a_point = dy.Float64(nullable=True, min=0)
    """How much score one point of ranking was worth in the earlier sessions; null where these have too few results."""
    strength = dy.Float64(nullable=True)
    """The expected score above the mean of the field: `ranking_above_mean` x `worth_of_a_point`."""
    half_tops = dy.Int64(min=1)
    """Half a top of each board that it played, added up; each board set counts as in `SessionBalance`."""
    movement = dy.Float64(nullable=True)
    """An estimate of its gain because it met some entrants, or was compared with them, more than others."""
    level_score = dy.Float64(nullable=True)
    """An estimate of its result under equal opposition and comparison: `score` minus `movement`."""


@warehouse_table("movements.season_scores")
class SeasonScores(InCompetition):
    """One row per two entrants that were in one field in the season, in both orders: their scores, added up.

    The score says how much a good result of one hurts the other (`docs/balance.md`).
    """

    entrant = dy.String(primary_key=True, min_length=1)
    """The players, joined by ` + `, as in `EventResults`; a substitute counts as the player whom he or she replaces."""
    other = dy.String(primary_key=True, min_length=1)
    """The other entrant, in the same form."""
    sessions = dy.Int64(min=1)
    """The number of sessions in which both were in one field."""
    meetings = dy.Int64(min=0)
    """How often they sat at one table as opponents."""
    score = dy.Int64()
    """The score over all these sessions, counted per board, with half a top of each board itself."""
    fair = dy.Float64()
    """What the score would be if all scores within each of these sessions were equal."""
