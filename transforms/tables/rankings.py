"""Rankings and championships: ranking points, rolling rankings, lines, comparisons of methods, and standings."""

import datetime as dt

import dataframely as dy

from transforms.tables.shared import METHODS, InCompetition, InSession, OfPlayer, one_of, usual, warehouse_table


@warehouse_table("rankings.ranking_points")
class RankingPoints(InSession):
    """One row per player and session: the ranking points that the player earned, and the numbers that explain them.

    An average score earns `middle`: usually halfway between `low` and `high`, with the method `dynamic` the mean
    ranking of the field, and for teams the mean ranking of the opponents. For points earned under another program, only
    the player, the session and the points are known.
    """

    player_id = dy.String(primary_key=True)
    date = dy.Date(metadata=usual(dt.date.min))
    line = dy.String(nullable=True)
    entrant = dy.String(nullable=True)
    points = dy.Float64(description="Ranking points.")
    method = one_of(*METHODS, "teams", "given")
    """The method of ranking points, from the rules of the competition; `teams` for teams of four, `given` for points
    earned under another program."""
    score = dy.Float64(nullable=True)
    """The score of the entrant in that session; for a member of a team, the mean over the matches that he or she
    played."""
    high = dy.Float64(nullable=True, description="The highest number of ranking points on the line.")
    low = dy.Float64(nullable=True, description="The lowest number of ranking points on the line.")
    middle = dy.Float64(nullable=True, description="The ranking points for an average score.")


@warehouse_table("rankings.player_rankings")
class PlayerRankings(InSession):
    """One row per player and session played: the ranking after that session, over the sessions in the window."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    ranking_before = dy.Float64(description="The ranking before the session.")
    ranking = dy.Float64()
    sessions_counted = dy.Int32(min=1, description="How many sessions count in this ranking.")


@warehouse_table("rankings.starting_rankings")
class StartingRankings(OfPlayer):
    """One row per player and season played: the player's substitute ranking at the start, and its origin.

    The substitute ranking replaces sessions of the window that are not yet played.
    """

    substitute_ranking = dy.Float64()
    origin = one_of("season", "player", "competition")
    """Where the substitute ranking is from. season: the final ranking of an earlier season; player: the player's own
    value in the table of players; competition: the value for the whole competition."""
    season_before = dy.String(nullable=True)
    """The season with the final ranking from which the player started; null for other origins."""


@warehouse_table("rankings.partnerships")
class SeasonPartnerships(InCompetition):
    """One row per member of a pair or trio that competes this season, either declared or formed by sitting together."""

    partnership_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    declared = dy.Bool(description="Whether the club declared the pair; else it sat down together.")


@warehouse_table("rankings.pair_rankings")
class PairRankings(InCompetition):
    """One row per pair or trio: its current ranking, computed from the rankings of its players."""

    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()


@warehouse_table("rankings.next_lines")
class LineAssignment(OfPlayer):
    """One row per pair or trio present: the line in which it plays next, according to its ranking."""

    partner_id = dy.String()
    third_id = dy.String(nullable=True, description="The third of a trio, of whom two sat down; null for a pair.")
    ranking = dy.Float64()
    """The sum of the rankings of both players; for a trio, two thirds of the sum of all three."""
    rank = dy.Int32(min=1, description="The rank among those present, by their rankings.")
    line = dy.String(regex="^[A-Z]$")
    played_in = dy.String(nullable=True)


@warehouse_table("rankings.regular_lines")
class RegularLines(LineAssignment):
    """One row per pair or trio that plays next only if all players who were replaced in the last session come back."""


@warehouse_table("rankings.untold_lines")
class UntoldLines(InSession):
    """One row per line of a session whose files do not say which players are a pair.

    Only sessions after the last session with known pairs are listed.
    """

    line = dy.String(primary_key=True)
    date = dy.Date()
    kind = dy.String(description="The kind of the session: pairs, butler, cross_imp or teams.")
    last_known = dy.Date(
        nullable=True,
        alias="last_told",
        description="The day of the last session that shows who is a pair; null if there is none.",
    )
    entrants = dy.String(description="The entrants whose pairs are not known, joined by commas.")


@warehouse_table("rankings.backtest")
class Backtest(InCompetition):
    """One row per method: how well its rankings predict the order of results in the next session."""

    method = one_of(*METHODS, primary_key=True)
    sessions = dy.Int32(min=0)
    """The number of sessions with a tau (Kendall's tau-b). A tau needs a field with unequal rankings and unequal
    scores."""
    compared = dy.Int64(min=0)
    """How many times two entrants of one field had different scores, over all sessions."""
    right = dy.Float64(min=0)
    """How many times the rankings predicted correctly which of two entrants of a field scored more; equal rankings
    count half."""
    share = dy.Float64(nullable=True, min=0, max=1, description="`right` divided by `compared`: 0 to 1, not percent.")
    share_error = dy.Float64(nullable=True, min=0)
    """The standard error of `share`, from the variation between sessions; null with fewer than five sessions with a
    tau."""
    difference = dy.Float64(nullable=True, min=-1, max=1)
    """`share` minus the `share` of the competition's own method; null for that method."""
    difference_error = dy.Float64(nullable=True, min=0)
    """The standard error of `difference`, from the variation between sessions; null as in `share_error`."""
    tau = dy.Float64(nullable=True, min=-1, max=1, description="The mean over the sessions of Kendall's tau-b.")


@warehouse_table("rankings.other_methods")
class OtherMethods(InCompetition):
    """One row per player and method: the player's standing by this method. The competition's own method is included."""

    method = one_of(*METHODS, primary_key=True)
    player_id = dy.String(primary_key=True, min_length=1)
    ranking = dy.Float64(description="The ranking after the last session that the player played.")
    rank = dy.Int32(min=1, description="The rank by ranking, 1 the highest; equal rankings share one.")
    average = dy.Float64(nullable=True, description="The average in the individual championship.")
    championship_rank = dy.Int32(nullable=True, min=1)
    """The rank by `average`, 1 the best; null for those who are not eligible."""


@warehouse_table("rankings.other_lines")
class OtherLines(InCompetition):
    """One row per pair or trio and method: the line that it would have according to its ranking by that method."""

    method = one_of(*METHODS, primary_key=True)
    partnership_id = dy.String(primary_key=True)
    ranking = dy.Float64()
    line = dy.String(regex="^[A-Z]$")
    """The line of the pair or trio if all that compete were spread evenly over the lines of the competition."""
    line_today = dy.String(regex="^[A-Z]$", description="The line by the competition's own method.")


@warehouse_table("championships.individual_sessions")
class IndividualSessions(InSession):
    """One row per player and session: the player's points for the individual championship, and whether they count."""

    player_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    counts = dy.Bool()


@warehouse_table("championships.pair_sessions")
class PairSessions(InSession):
    """One row per partnership and session: its points, earned together or with a substitute, and whether they count."""

    partnership_id = dy.String(primary_key=True)
    date = dy.Date()
    points = dy.Float64(description="Ranking points earned in the session.")
    together = dy.Bool(description="Whether the partners played together; false where a substitute replaced one.")
    counts = dy.Bool()


@warehouse_table("championships.individual")
class IndividualChampionship(OfPlayer):
    """One row per player and season: the standing. `rank` is null for players who are not eligible."""

    played = dy.Int32(min=0)
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """The number of sessions that must count: a fixed number, or a share of the evenings, rounded up."""
    evenings = dy.Int32(min=0, description="Evenings of the season so far: days on which anyone earned ranking points.")
    sessions_needed = dy.Int32(min=0)


@warehouse_table("championships.pairs")
class PairsChampionship(InCompetition):
    """One row per pair or trio and season: the standing. `rank` is null for those that are not eligible."""

    partnership_id = dy.String(primary_key=True)
    played = dy.Int32(min=0, description="Number of sessions that the partners played together.")
    with_substitute = dy.Int32(min=0, description="Sessions in which one of the partners played with a substitute.")
    counted = dy.Int32(min=0)
    dropped = dy.Int32(min=0)
    average = dy.Float64(nullable=True)
    rank = dy.Int32(nullable=True, min=1)
    eligible = dy.Bool()
    sessions_required = dy.Int32(min=1)
    """The number of sessions that must count: a fixed number, or a share of the evenings, rounded up."""
    evenings = dy.Int32(min=0)
    """Evenings of the season so far: days on which any player earned ranking points."""
    sessions_needed = dy.Int32(min=0)
