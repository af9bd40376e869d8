"""Movements: the balance of sessions and seasons that were played, and the luck of each entrant."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, warehouse_table

_LINE = "^[A-Z]$"


@warehouse_table("raw.movements")
class NamedMovements(InCompetition):
    """One row per table and round of a movement that a competition names: `[movement]` of competition.toml."""

    place = dy.Int32(primary_key=True, min=1, description="The first movement that is named is 1.")
    movement = dy.String(min_length=1, description="Its name in competition.toml: one of the library, or a file.")
    round = dy.Int32(primary_key=True, min=1)
    table_no = dy.Int32(primary_key=True, min=1, description="The table, from 1.")
    ns = dy.Int32(min=1, description="The number of the pair that sits North-South.")
    ew = dy.Int32(min=1, description="The number of the pair that sits East-West.")
    board_set = dy.Int32(min=1, description="The set of boards that is played there, from 1.")


@warehouse_table("movements.session_balance")
class SessionBalance(InSession):
    """One row per line of a session: the balance of the movement as it was played, in the field of that line.

    A score says how much a good result of one pair hurts another pair (`docs/balance.md`). Quality factors (`qc`, `qf`,
    `qo`) run from 0 to 100, where 100 is perfect; they are null where the scores behind them add up to 0, as
    they do where h is 0.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    field = dy.String(description="The field of these numbers: the line (`A`), or the lines scored together (`A+C`).")
    pairs = dy.Int64(min=2, description="How many pairs played a board; in an individual, how many players.")
    rounds = dy.Int64(min=1, description="How many rounds were played.")
    h = dy.Int64(min=0, description="Half a top on the board set that was played least often.")
    uneven = dy.Bool(description="Whether some board sets were played more often than others.")
    s = dy.Int64(description="The sum of the scores between every two pairs.")
    ss = dy.Int64(min=0, description="The sum of the squares of those scores.")
    qc = dy.Float64(nullable=True, description="The quality compared with scores that are all equal.")
    qf = dy.Float64(nullable=True, description="The quality compared with the most even whole numbers as scores.")
    qo = dy.Float64(nullable=True, description="The quality of the meetings alone.")
    sd = dy.Float64(min=0, description="The standard deviation of the scores.")
    s4 = dy.Float64(min=0, description="The sum of the fourth powers of the scores around their mean.")
    qf_absent_mean = dy.Float64(nullable=True)
    """The mean of the values of `qf` if each pair in turn were absent."""
    qf_highest_absent = dy.Float64(nullable=True, description="`qf` if the pair with the highest number were absent.")


@warehouse_table("movements.luck")
class Luck(InSession):
    """One row per entrant: an estimate of what the movement gave it (or took: negative), and its result without that.

    The unit is that of `score` in `scored.session_results`. The estimate is null where the earlier sessions have too
    few results, or rankings that differ too little. A number that is nobody's has no row. `docs/balance.md` says how
    it is made.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    entrant = dy.String(primary_key=True)
    score = dy.Float64(description="The score in the result list.")
    ranking_above_mean = dy.Float64()
    """The ranking of its players before the session, minus the mean of the field, in ranking points."""
    worth_of_a_point = dy.Float64(nullable=True, min=0)
    """How much score one point of ranking was worth in the earlier sessions; null where these have too few results, or
    rankings that differ too little."""
    strength = dy.Float64(nullable=True)
    """The expected score above the mean of the field: `ranking_above_mean` x `worth_of_a_point`."""
    half_tops = dy.Int64(min=1)
    """Half a top of each board that it played, added up; each board set counts as in `movements.session_balance`."""
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
    """The players, joined by ` + `, as in `scored.event_results`; a substitute counts as the player replaced."""
    other = dy.String(primary_key=True, min_length=1, description="The other entrant, in the same form.")
    sessions = dy.Int64(min=1, description="The number of sessions in which both were in one field.")
    meetings = dy.Int64(min=0, description="How often they sat at one table as opponents.")
    score = dy.Int64()
    """The score over all these sessions, counted per board, with half a top of each board itself."""
    fair = dy.Float64(description="What the score would be if all scores within each of these sessions were equal.")


@warehouse_table("movements.next_seating")
class NextSeating(InCompetition):
    """One row per pair of the last session: the number to take in the next, so that the season stays even.

    Only competitions that name a movement for so many pairs have any.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    number = dy.Int32(primary_key=True, min=1, description="The number in the movement.")
    entrant = dy.String(min_length=1, description="The players, joined by ` + `.")
    unmet_before = dy.Int64(min=0)
    """How many of the others on the line the pair has not met yet this season."""
    unmet_after = dy.Int64(min=0, description="The same, once the next session is played with these numbers.")


@warehouse_table("movements.next_balance")
class NextBalance(InCompetition):
    """One row per line of the next session: what its numbers do to the season.

    A declared pair or trio is one entrant, and the combinations of two that are on the line count before it too. All
    but the first values are null where no movement that is named is for so many pairs.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    pairs = dy.Int64(min=1, description="How many pairs were in the last session and are on this line in the next.")
    movement = dy.String(nullable=True)
    """The movement: the first that competition.toml names for so many pairs."""
    absent = dy.Int32(nullable=True, min=1)
    """The number that nobody takes, with an odd number of pairs: the best one."""
    combinations = dy.Int64(nullable=True, min=1)
    """How many combinations of two pairs there are on the line."""
    unmet_before = dy.Int64(nullable=True, min=0, description="How many of them have not met this season.")
    unmet_after = dy.Int64(nullable=True, min=0)
    """The same, once the next session is played with these numbers."""
    most_meetings_before = dy.Int64(nullable=True, min=0, description="How often those two have met who have met most.")
    most_meetings_after = dy.Int64(nullable=True, min=0)
    """The same, once the next session is played with these numbers."""
    qo_before = dy.Float64(nullable=True)
    """How evenly all entrants of the season have met, 100 is perfect; null where nobody has."""
    qo_after = dy.Float64(nullable=True, description="The same, once the next session is played with these numbers.")
    qc_before = dy.Float64(nullable=True)
    """How evenly all entrants of the season are compared, 100 is perfect; null where nobody is."""
    qc_after = dy.Float64(nullable=True, description="The same, once the next session is played with these numbers.")
