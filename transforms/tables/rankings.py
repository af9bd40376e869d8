"""Rankings and championships: ranking points, rolling rankings, lines, other methods, and standings."""

import datetime as dt

import dataframely as dy

from transforms.tables.shared import METHODS, InCompetition, InSession, OfPlayer, one_of, usual, warehouse_table


@warehouse_table("rankings.ranking_points")
class RankingPoints(InSession):
    """One row per player and session: the ranking points that the player earned, and the numbers that explain them.

    An average score earns `middle`: halfway between `low` and `high`; with the method `dynamic`, the mean ranking of
    the field; for teams, the mean ranking of the opponents.
    """

    player_id = dy.String(primary_key=True)
    date = dy.Date(metadata=usual(dt.date.min))
    line = dy.String()
    entrant = dy.String()
    points = dy.Float64(description="Ranking points.")
    method = one_of(*METHODS, "teams")
    """The method of ranking points, by the rules of the competition; `teams` for teams of four."""
    score = dy.Float64()
    """The score of the entrant in that session; for a member of a team, the mean of the matches he or she played."""
    high = dy.Float64(description="The highest ranking points of the line.")
    low = dy.Float64(description="The lowest ranking points of the line.")
    middle = dy.Float64(description="What an average score earned.")


@warehouse_table("rankings.player_rankings")
class PlayerRankings(InSession):
    """One row per player and session played: the ranking after it, over the sessions in the window."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    ranking_before = dy.Float64(description="The ranking before the session.")
    ranking = dy.Float64()
    sessions_counted = dy.Int32(min=1, description="How many sessions the ranking counts.")


@warehouse_table("rankings.starting_rankings")
class StartingRankings(OfPlayer):
    """One row per player and season played: the substitute ranking from which the player started, and where it is from.

    It stands in for sessions of the window not yet played.
    """

    substitute_ranking = dy.Float64()
    origin = one_of("season", "player", "competition")
    """The final ranking of a season before; the player's own number in the table of players; or the competition's."""
    season_before = dy.String(nullable=True)
    """The season whose final ranking it is; null for other origins."""


@warehouse_table("rankings.partnerships")
class SeasonPartnerships(InCompetition):
    """One row per player of a pair or trio that competes this season, as declared or else as they sat down together."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    declared = dy.Bool(description="Whether the club declared the pair; else it sat down together.")


@warehouse_table("rankings.pair_rankings")
class PairRankings(InCompetition):
    """One row per pair or trio: its current ranking, from the rankings of its players."""

    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()


@warehouse_table("rankings.next_lines")
class LineAssignment(OfPlayer):
    """One row per pair or trio present: the line in which it plays next, by its ranking."""

    partner_id = dy.String()
    third_id = dy.String(nullable=True, description="The third of a trio, of whom two sat down; null for a pair.")
    ranking = dy.Float64()
    """The rankings of both players added up; for a trio, two thirds of those of all three."""
    place = dy.Int32(min=1, description="The place among those present, by their rankings.")
    line = dy.String(regex="^[A-Z]$")
    played_in = dy.String(nullable=True)


@warehouse_table("rankings.regular_lines")
class RegularLines(LineAssignment):
    """One row per pair or trio that plays next in place of a substitute's, if all who were replaced come themselves."""


@warehouse_table("rankings.untold_lines")
class UntoldLines(InSession):
    """One row per line of a session, after that of the pairs in the next lines, that does not say who is a pair."""

    line = dy.String(primary_key=True)
    date = dy.Date()
    kind = dy.String(description="The kind of the session: pairs, butler, cross_imp or teams.")
    last_known = dy.Date(
        nullable=True, alias="last_told", description="The day of the last session that says who is a pair; or null."
    )
    entrants = dy.String(description="The entrants whose pairs are not known, joined by commas.")


@warehouse_table("rankings.backtest")
class Backtest(InCompetition):
    """One row per method: how well its rankings predict who beats whom in the next session."""

    method = one_of(*METHODS, primary_key=True)
    sessions = dy.Int32(min=0)
    """Sessions with a tau: those in which not all rankings, and not all scores, of a field are equal."""
    compared = dy.Int64(min=0)
    """How many times two entrants of one field had different scores, over all sessions."""
    right = dy.Float64(min=0)
    """How many of these the rankings put in the right order; equal rankings count half."""
    share = dy.Float64(nullable=True, min=0, max=1, description="`right` divided by `compared`: 0 to 1, not percent.")
    share_error = dy.Float64(nullable=True, min=0)
    """The standard error of `share`, from how much sessions differ; null with fewer than five that have a tau."""
    difference = dy.Float64(nullable=True, min=-1, max=1)
    """`share` less that of the competition's own method; null for that method."""
    difference_error = dy.Float64(nullable=True, min=0)
    """The standard error of `difference`, from how much sessions differ in it; null as `share_error`."""
    tau = dy.Float64(nullable=True, min=-1, max=1, description="The mean over the sessions of Kendall's tau-b.")


@warehouse_table("rankings.other_methods")
class OtherMethods(InCompetition):
    """One row per player and method: where the player would stand with it; the competition's own method is included."""

    method = one_of(*METHODS, primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    ranking = dy.Float64(description="The ranking after the last session that the player played.")
    place = dy.Int32(min=1, description="The place by ranking; equal rankings share a place.")
    average = dy.Float64(nullable=True, description="The average in the individual championship.")
    rank = dy.Int32(nullable=True, min=1, description="The rank in that championship; null for those not eligible.")


@warehouse_table("rankings.other_lines")
class OtherLines(InCompetition):
    """One row per pair or trio and method: the line in which its ranking by that method would put it."""

    method = one_of(*METHODS, primary_key=True)
    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()
    line = dy.String(regex="^[A-Z]$")
    """The line if all competing pairs and trios were spread evenly over the lines of the competition."""
    line_today = dy.String(regex="^[A-Z]$", description="The line by the competition's own method.")


@warehouse_table("championships.individual_sessions")
class IndividualSessions(InSession):
    """One row per player and session: its points for the individual championship, and whether it counts."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    counts = dy.Bool()


@warehouse_table("championships.pair_sessions")
class PairSessions(InSession):
    """One row per partnership and session: its result, together or with a substitute, and whether it counts."""

    partnership_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    together = dy.Bool(description="Whether the partners played together; false where a substitute replaced one.")
    counts = dy.Bool()


@warehouse_table("championships.individual")
class IndividualChampionship(OfPlayer):
    """One row per player and season. Only eligible players have a rank; it is null for the others."""

    played = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """Sessions that must count: the number that the rules give, or their share of the evenings, rounded up."""
    evenings = dy.Int32(min=0, description="Evenings of the season so far: days on which anyone earned ranking points.")
    sessions_needed = dy.Int32(min=0)


@warehouse_table("championships.pairs")
class PairsChampionship(InCompetition):
    """One row per pair or trio and season. Only eligible ones have a rank; it is null for the others."""

    partnership_id = dy.String(primary_key=True)
    played = dy.Int32(min=0, description="Sessions that the partners played together.")
    with_substitute = dy.Int32(min=0, description="Sessions in which one of them played with a substitute.")
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """Sessions that must count: the number that the rules give, or their share of the evenings, rounded up."""
    evenings = dy.Int32(min=0)
    """Evenings of the season so far: days on which anybody earned ranking points."""
    sessions_needed = dy.Int32(min=0)
