"""Rankings: ranking points, rolling rankings, pairs and lines, and what other methods would say."""

import datetime as dt

import dataframely as dy

from transforms.tables.shared import METHODS, InCompetition, InSession, one_of, usual, warehouse_table


@warehouse_table("rankings.ranking_points")
class RankingPoints(InSession):
    """One row a player a session: what the session earned that player, and what it follows from.

    `high` and `low` are the span of the line; `middle` is what an average score earned: the middle of that span,
    or under `dynamic` the mean ranking of the field, and for teams that of the opponents met. `score` is the
    entrant's; of a member of a team, the mean of the matches he or she sat in.
    """

    player_id = dy.String(primary_key=True)
    date = dy.Date(metadata=usual(dt.date.min))
    line = dy.String()
    entrant = dy.String()
    points = dy.Float64()
    method = one_of(*METHODS, "teams")
    score = dy.Float64()
    high = dy.Float64()
    low = dy.Float64()
    middle = dy.Float64()


@warehouse_table("rankings.player_rankings")
class PlayerRankings(InSession):
    """One row a player a session played: the ranking after it, over the sessions in the window."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    ranking_before = dy.Float64()
    ranking = dy.Float64()
    sessions_counted = dy.Int32(min=1)


@warehouse_table("rankings.partnerships")
class SeasonPartnerships(InCompetition):
    """Who competes as a pair or trio this season: as declared, or else those who sat down together."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    declared = dy.Bool()


@warehouse_table("rankings.pair_rankings")
class PairRankings(InCompetition):
    """One row a pair or trio: its ranking now, from those of its players."""

    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()


@warehouse_table("rankings.next_lines")
class LineAssignment(InCompetition):
    """One row a pair present: the line it plays in next, by its ranking."""

    player_id = dy.String(primary_key=True)
    partner_id = dy.String()
    ranking = dy.Float64()
    """The rankings of both together."""
    place = dy.Int32(min=1)
    line = dy.String(regex="^[A-Z]$")


@warehouse_table("rankings.backtest")
class Backtest(InCompetition):
    """One row a method: how well the rankings that it makes foretell who beats whom in the next session."""

    method = one_of(*METHODS, primary_key=True)
    sessions = dy.Int32(min=0)
    """In which the rankings told anybody apart: the others have no tau."""
    compared = dy.Int64(min=0)
    """Pairs of entrants in one field, of all sessions, whose scores differ."""
    right = dy.Float64(min=0)
    """Ordered as their rankings foretold; equal rankings count half."""
    share = dy.Float64(nullable=True, min=0, max=1)
    """Right, as a part of compared."""
    tau = dy.Float64(nullable=True, min=-1, max=1)
    """Kendall's tau-b of a session, the mean over the sessions."""


@warehouse_table("rankings.other_methods")
class OtherMethods(InCompetition):
    """One row a player a method: where the season would have brought that player by it, the competition's own too."""

    method = one_of(*METHODS, primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    ranking = dy.Float64()
    """After the last session played."""
    place = dy.Int32(min=1)
    """By ranking, equal rankings share one."""
    average = dy.Float64(nullable=True)
    """In the individual championship."""
    rank = dy.Int32(nullable=True, min=1)
    """In that championship, among those eligible; null for the others."""


@warehouse_table("rankings.other_lines")
class OtherLines(InCompetition):
    """One row a pair or trio that competes, a method: the line in which its ranking by that method would put it."""

    method = one_of(*METHODS, primary_key=True)
    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()
    line = dy.String(regex="^[A-Z]$")
    """Of as many lines as the competition has, all those who compete spread evenly over them."""
    line_today = dy.String(regex="^[A-Z]$")
    """By the competition's own method."""
