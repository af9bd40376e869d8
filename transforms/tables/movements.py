"""Movements: the balance of sessions that were played."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, warehouse_table


@warehouse_table("movements.session_balance")
class SessionBalance(InSession):
    """One row a line of a session: the balance of the movement as it was played, in the field of that line.

    Factors run from 0 to 100, where 100 is perfect; null where the scores they are made of add up to 0: where h is 0.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    field = dy.String()
    """Those compared with one another: the line (`A`), or a group (`A+C`), whose numbers these are."""
    pairs = dy.Int64(min=2)
    """That played a board; single players in an individual."""
    rounds = dy.Int64(min=1)
    h = dy.Int64(min=0)
    """Half a top, on the board set played least."""
    uneven = dy.Bool()
    """Whether other board sets were played more often."""
    s = dy.Int64()
    """The sum of the scores of each two."""
    ss = dy.Int64(min=0)
    """The sum of their squares."""
    qc = dy.Float64(nullable=True)
    """Quality against scores that are all equal."""
    qf = dy.Float64(nullable=True)
    """Quality against the most even whole numbers."""
    qo = dy.Float64(nullable=True)
    """Quality of the meetings alone."""
    sd = dy.Float64(min=0)
    """The standard deviation of the scores."""
    s4 = dy.Float64(min=0)
    """The sum of the fourth powers of the scores around their mean."""
    qf_absent_mean = dy.Float64(nullable=True)
    """The mean of `qf` with each of them absent in turn."""
    qf_highest_absent = dy.Float64(nullable=True)
    """`qf` with the highest number absent."""


@warehouse_table("movements.luck")
class Luck(InSession):
    """One row an entrant: what the movement gave it (negative: took), by estimate, and its result without that.

    In the unit of `score` in `SessionResults`, with what it follows from; null where too little came before.
    How it is estimated: `transforms/balance/played/luck.py`.
    """

    line = dy.String(primary_key=True, regex="^[A-Z]$")
    entrant = dy.String(primary_key=True)
    score = dy.Float64()
    """As published."""
    ranking_above_mean = dy.Float64()
    """The ranking of its players before the session, above the mean of the field; in points of ranking."""
    worth_of_a_point = dy.Float64(nullable=True, min=0)
    """Of ranking, in the unit of the score, by the sessions before; null where these have too few results."""
    strength = dy.Float64(nullable=True)
    """How far above the mean of the field it was expected to end: ranking above the mean x worth of a point."""
    half_tops = dy.Int64(min=1)
    """Of the boards that it played, each board set counted as in `SessionBalance`."""
    movement = dy.Float64(nullable=True)
    """What it gained since it met or was compared with some more than with others; an estimate."""
    level_score = dy.Float64(nullable=True)
    """The result under equal opposition and comparison: score less movement; an estimate."""


@warehouse_table("movements.season_scores")
class SeasonScores(InCompetition):
    """Each two entrants that were in one field in the season, both ways: what its sessions bring together.

    The score says how much a good result of the one hurts the other: `docs/balance.md`.
    """

    entrant = dy.String(primary_key=True, min_length=1)
    """The players, joined by ` + `, as in `EventResults`; a substitute counts as who is stood in for."""
    other = dy.String(primary_key=True, min_length=1)
    """Any other entrant."""
    sessions = dy.Int64(min=1)
    """In which both were in one field."""
    meetings = dy.Int64(min=0)
    """How often they sat at one table as opponents."""
    score = dy.Int64()
    """Of all these sessions, counted by the board, each board with its own half top."""
    fair = dy.Float64()
    """What the score would be, had everybody in these sessions been compared with everybody by the same weight."""
