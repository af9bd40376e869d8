"""Movements: the balance of the sessions and seasons played, and the luck of each entrant."""

import dataframely as dy

from transforms.tables.shared import InCompetition, InSession, warehouse_table

_LINE = "^[A-Z]$"


@warehouse_table("raw.movements")
class NamedMovements(InCompetition):
    """One row per table and round of each movement that a competition names in `[movement]` of competition.toml."""

    place = dy.Int32(primary_key=True, min=1, description="The first movement that is named is 1.")
    movement = dy.String(min_length=1, description="Its name in competition.toml: one of the library, or a file.")
    round = dy.Int32(primary_key=True, min=1)
    table_no = dy.Int32(primary_key=True, min=1, description="The table, from 1.")
    ns = dy.Int32(min=1, description="The number of the pair that sits North-South.")
    ew = dy.Int32(min=1, description="The number of the pair that sits East-West.")
    board_set = dy.Int32(min=1, description="The set of boards that is played there, from 1.")


@warehouse_table("movements.session_balance")
class SessionBalance(InSession):
    """One row per line of a session: the balance of the movement as played, in the field of that line.

    A score measures how much a good result of one pair hurts another pair (`docs/balance.md`). The quality factors
    `qc`, `qf` and `qo` run from 0 to 100, where 100 is perfect. They are null if the scores behind them add up to 0,
    for example if h is 0.
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
    qf = dy.Float64(nullable=True, description="The quality compared with the most even scores in whole numbers.")
    qo = dy.Float64(nullable=True, description="The quality of the meetings alone: how evenly the pairs met.")
    sd = dy.Float64(min=0, description="The standard deviation of the scores.")
    s4 = dy.Float64(min=0, description="The sum of the fourth powers of the scores around their mean.")
    qf_absent_mean = dy.Float64(nullable=True)
    """The mean of the values that `qf` would have if each pair in turn were absent."""
    qf_highest_absent = dy.Float64(nullable=True, description="`qf` if the pair with the highest number were absent.")


@warehouse_table("movements.luck")
class Luck(InSession):
    """One row per entrant: an estimate of its gain (negative: loss) by the movement, and its result without this gain.

    The unit is that of `score` in `scored.session_results`. The estimate is null if the earlier sessions have too few
    results, or rankings that differ too little. A pair number that belongs to nobody has no row. `docs/balance.md`
    describes the method.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    entrant = dy.String(primary_key=True)
    score = dy.Float64(description="The score in the result list.")
    ranking_above_mean = dy.Float64()
    """The mean ranking of the entrant's players before the session, minus the mean of the field, in ranking points."""
    worth_of_a_point = dy.Float64(nullable=True, min=0)
    """How much score one ranking point was worth in the earlier sessions; null if these have too few results, or
    rankings that differ too little."""
    strength = dy.Float64(nullable=True)
    """The expected score, relative to the mean of the field: `ranking_above_mean` x `worth_of_a_point`."""
    half_tops = dy.Int64(min=1)
    """The sum of half a top for each board that the entrant played; board sets are weighted as in
    `movements.session_balance`."""
    movement = dy.Float64(nullable=True)
    """An estimate of what the entrant gained because it met, or was compared with, some entrants more than others."""
    movement_error = dy.Float64(nullable=True, min=0)
    """The standard error of `movement`: others may have played better or worse than their rankings let expect."""
    line_error = dy.Float64(nullable=True, min=0)
    """The standard error of the mean `movement` of the line's entrants; null if the field has only one line."""
    level_score = dy.Float64(nullable=True)
    """An estimate of the entrant's result with equal opposition and comparison: `score` minus `movement`."""


@warehouse_table("movements.season_scores")
class SeasonScores(InCompetition):
    """One row per two entrants that were in the same field in the season, in both orders: the sum of their scores.

    A score measures how much a good result of one entrant hurts the other (`docs/balance.md`).
    """

    entrant = dy.String(primary_key=True, min_length=1)
    """The ids of the players, joined by ` + `, as in `scored.event_results`; a substitute counts as the player
    replaced."""
    other = dy.String(primary_key=True, min_length=1, description="The other entrant, written in the same way.")
    sessions = dy.Int64(min=1, description="The number of sessions in which both were in one field.")
    meetings = dy.Int64(min=0, description="How often the two played against each other at a table.")
    score = dy.Int64()
    """The sum of these two entrants' scores over the sessions in `sessions`; for each board, h is half its own top."""
    fair = dy.Float64(description="What the score would be if all scores within each of these sessions were equal.")


@warehouse_table("movements.next_seating")
class NextSeating(InCompetition):
    """One row per pair of the last session: the number that keeps the season balanced if the pair takes it next time.

    There are rows only for competitions that name a movement for this number of pairs.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    number = dy.Int32(primary_key=True, min=1, description="The number that the pair takes in the movement.")
    entrant = dy.String(min_length=1, description="The players, joined by ` + `.")
    unmet_before = dy.Int64(min=0)
    """The number of other pairs on the line that the pair has not met yet this season."""
    unmet_after = dy.Int64(min=0)
    """The value of `unmet_before` after one more session with these numbers."""


@warehouse_table("movements.next_balance")
class NextBalance(InCompetition):
    """One row per line of the next session: how its numbers change the balance of the season.

    A declared pair or trio is one entrant. Values before and after the session cover the same combinations of two
    entrants, including those that share a line for the first time. The columns after `pairs` are null if no named
    movement fits that many pairs.
    """

    line = dy.String(primary_key=True, regex=_LINE)
    pairs = dy.Int64(min=1, description="How many pairs of the last session are on this line in the next session.")
    movement = dy.String(nullable=True)
    """The first movement in competition.toml that fits this number of pairs."""
    absent = dy.Int32(nullable=True, min=1)
    """With an odd number of pairs: the pair number to leave free for the best balance."""
    combinations = dy.Int64(nullable=True, min=1, description="The number of combinations of two pairs on the line.")
    unmet_before = dy.Int64(nullable=True, min=0)
    """How many of these combinations have not met this season."""
    unmet_after = dy.Int64(nullable=True, min=0)
    """The value of `unmet_before` after one more session with these numbers."""
    most_meetings_before = dy.Int64(nullable=True, min=0)
    """The largest number of times that any two of these pairs have met this season."""
    most_meetings_after = dy.Int64(nullable=True, min=0)
    """The value of `most_meetings_before` after one more session with these numbers."""
    qo_before = dy.Float64(nullable=True)
    """How evenly all entrants of the season have met so far, from 0 to 100 (perfect); null if no two have met."""
    qo_after = dy.Float64(nullable=True)
    """The value of `qo_before` after one more session with these numbers."""
    qc_before = dy.Float64(nullable=True)
    """How evenly all entrants of the season have been compared so far, from 0 to 100 (perfect); null if none have been.
    """
    qc_after = dy.Float64(nullable=True)
    """The value of `qc_before` after one more session with these numbers."""
