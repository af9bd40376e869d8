"""The tables of standings, methods and federation points that pages show, computed on demand and never stored."""

import dataframely as dy

from transforms.tables.awards import AwardPoints, AwardTotals
from transforms.tables.rankings import (
    Backtest,
    IndividualChampionship,
    LineAssignment,
    OtherLines,
    OtherMethods,
    PairRankings,
    PairsChampionship,
    PlayerRankings,
    RegularLines,
    UntoldLines,
)
from transforms.tables.raw import Sessions
from transforms.tables.shared import METHODS, InCompetition, InSession, OfPlayer, one_of
from transforms.tables.shown import exact, report_table, rounded, text


@report_table(
    "report.player_ranking",
    PlayerRankings,
    columns="rank player_id name guest ranking ranking_before change sessions last_played in_last places next_above"
    " behind",
)
class PlayerRankingShown(InCompetition):
    """One row per player who played this season, the highest ranking first."""

    ranking_before = rounded()
    """The ranking before the last session that the player played; null if that was the first."""
    change = rounded("The ranking minus `ranking_before`; pages show it if `in_last` is true.")
    sessions = dy.UInt32(description="Number of sessions played in the season.")
    last_played = dy.Date(description="The day of the last session that the player played.")
    in_last = dy.Bool()
    """Whether `last_played` is the last session of the season that earned anybody ranking points."""
    places = dy.Int64(nullable=True)
    """How many places the player rose in the last session (negative: fell); null for a player who had no ranking
    before."""
    next_above = text("The name of the player in the next higher place; null for the first.")
    behind = rounded("How much higher the ranking of the player in `next_above` is.")


@report_table(
    "report.player_places", PlayerRankingShown, columns="player_id behind to_first came_above no_longer_above"
)
class PlayerPlacesShown(OfPlayer):
    """One row per player in the ranking, highest first: the distance to the first ten, and who passed whom."""

    to_first = rounded()
    """How much higher the tenth ranking is; null for players below place 20, and if there are no more than ten players.
    """
    came_above = dy.List(dy.String(), nullable=True)
    """The names of players who moved above this player in the last session; null if the player's place is unchanged."""
    no_longer_above = dy.List(dy.String(), nullable=True)
    """The names of players who fell below this player in the last session; null if the player's place is unchanged."""


@report_table("report.pair_ranking", PairRankings, columns="rank partnership_id names players ranking together")
class PairRankingShown(InCompetition):
    """One row per pair or trio with a ranking, highest first, which is the order in which lines are filled."""

    together = dy.Int32(nullable=True, description="Number of sessions played together in the season.")


@report_table(
    "report.individual_championship",
    IndividualChampionship,
    columns="rank player_id name guest average next_above behind played counted dropped eligible sessions_required"
    " evenings sessions_needed",
)
class IndividualChampionshipShown(InCompetition):
    """One row per player: eligible players by rank, then the others by the sessions they still need, guests last."""

    next_above = text("The name of the player with the next higher rank; null for the first, and for one with no rank.")
    behind = rounded("How much higher the average of the player in `next_above` is.")


@report_table(
    "report.pairs_championship",
    PairsChampionship,
    columns="rank partnership_id names players average next_above behind played with_substitute counted dropped"
    " eligible sessions_required evenings sessions_needed",
)
class PairsChampionshipShown(InCompetition):
    """One row per pair or trio: eligible ones by rank, then the others by the sessions they still need."""

    next_above = text("The names of the pair with the next higher rank; null for the first, and for one with no rank.")
    behind = rounded("How much higher the average of the pair in `next_above` is.")


@report_table("report.lifting", columns="player_id lifts lowest_on")
class LiftingShown(OfPlayer):
    """One row per player with a counting result: the points that raise the average in the individual championship."""

    lifts = exact("The points above which the average rises.")
    lowest_on = dy.Date(nullable=True)
    """The day of the result that a better one would replace; null if none would be replaced, so that fewer points than
    `lifts` would lower the average."""


@report_table("report.needed", columns="player_id line by scoring rises passes first out_of_reach lifts alone")
class NeededShown(OfPlayer):
    """One row per player: the scores that raise the ranking in the next session, if the same pairs come.

    Players for whom no score can be computed are left out.
    """

    line = dy.String(description="The line in which the player plays next time.")
    by = one_of("next", "ranking", "played")
    """How `line` was found. next: from the pairs of the next session; ranking: from the ranking of the pair in which
    the player was most often; played: from the last session that the player played."""
    scoring = dy.String()
    rises = exact("The score above which the ranking rises: a percentage with one decimal, or IMPs with two.")
    passes = exact("The score that passes the player above; null for the first, and where no score is enough.")
    first = exact()
    """The score that brings the player into the first ten; null for players in or just below the first ten, and if no
    score is enough."""
    out_of_reach = dy.Bool(description="Whether no score is enough to be among the first ten.")
    lifts = exact()
    """The score above which the championship average rises; null if it is not known, or if no score is enough."""
    alone = dy.Bool()
    """Whether each line is assumed to be scored separately, although lines were scored together in some sessions."""


@report_table("report.attendance", Sessions, columns="date line entrants so_far entrant_kind turn of_day")
class AttendanceShown(InSession):
    """One row per line of a session, in order of time: how many entrants came."""

    line = dy.String(primary_key=True)
    entrants = dy.UInt32(description="How many entrants of the line came.")
    so_far = dy.UInt32(description="How many came of this line and of those before it.")
    entrant_kind = one_of("team", "player", "pair", description="What the entrants of the session are.")
    turn = dy.UInt32(description="Which of the sessions of its day it is, from 1.")
    of_day = dy.UInt32(description="How many sessions the day has.")


@report_table("report.spread", columns="line scores low quarter middle three_quarters high")
class SpreadShown(InCompetition):
    """One row per line: the distribution of its scores over the season, in percent."""

    line = dy.String(primary_key=True)
    scores = dy.UInt32(description="How many scores there are.")
    low = exact("One score in twenty is lower.")
    quarter = exact("One score in four is lower.")
    middle = exact("Half of the scores are lower.")
    three_quarters = exact("Three scores in four are lower.")
    high = exact("Nineteen scores in twenty are lower.")


@report_table(
    "report.foretold",
    Backtest,
    columns="method own sessions compared right share share_error difference difference_error tau",
)
class ForetoldShown(InCompetition):
    """One row per method: how well its rankings predicted results, in percent."""

    own = dy.Bool()
    right = rounded(decimals=1)
    share = rounded("`right` divided by `compared`, in percent.")
    share_error = rounded(decimals=1)
    """The standard error of `share`, in percent; null with fewer than five sessions that have a tau."""
    difference = rounded()
    """`share` minus the `share` of the competition's own method, in percent; null for that method."""
    difference_error = rounded("The standard error of `difference`, in percent; null if `share_error` is null.")
    tau = rounded("The mean of Kendall's tau-b over the sessions, with three decimals.", decimals=3)


@report_table(
    "report.methods",
    columns=f"player_id name own_rank {' '.join(f'{method}_rank {method}_ranking' for method in METHODS)} moves",
    also={
        **{f"{method}_rank": dy.Int32(nullable=True) for method in METHODS},
        **{f"{method}_ranking": rounded() for method in METHODS},
    },
)
class MethodsShown(OfPlayer):
    """One row per player: rank and ranking by every method, and the distance between the best and the worst rank."""

    own_rank = dy.Int32(nullable=True, description="The rank by the method of the competition.")
    moves = dy.Int32(nullable=True, description="How far apart these ranks are: the lowest minus the highest.")


@report_table("report.champions", OtherMethods, columns="method own names players average")
class ChampionsShown(InCompetition):
    """One row per method: the individual champion by that method, if any player is eligible."""

    own = dy.Bool()
    average = rounded("The average of the champion by that method; null if nobody is eligible.")


@report_table(
    "report.other_lines",
    OtherLines,
    columns=f"partnership_id names players line_today {' '.join(f'{method}_line' for method in METHODS)}",
    also={f"{method}_line": text() for method in METHODS},
)
class OtherLinesShown(InCompetition):
    """One row per pair or trio that would be in a different line by another method."""


_RANK = {"rank": dy.Int32(min=1, description="The rank among those present, by their rankings.")}


@report_table(
    "report.next_lines", LineAssignment, columns="line rank names players ranking came_from above below", also=_RANK
)
class NextLinesShown(InCompetition):
    """One row per pair or trio of the next session, the strongest first, with its line."""

    above = dy.Struct({"line": text(), "behind": dy.Float64(nullable=True)}, nullable=True)
    """The next higher line, and how much higher the ranking of its last pair is."""
    below = dy.Struct({"line": text(), "ahead": dy.Float64(nullable=True)}, nullable=True)
    """The next lower line, and how much lower the ranking of its first pair is."""


@report_table("report.regular_lines", RegularLines, columns="line rank names players ranking came_from", also=_RANK)
class RegularLinesShown(InCompetition):
    """One row per pair or trio that plays next only if all replaced players come back, the strongest first."""


@report_table("report.untold_lines", UntoldLines, columns="line date kind last_told entrants")
class UntoldLinesShown(InSession):
    """One row per line of a session whose files do not say which players are a pair."""


@report_table(
    "report.award_points", AwardPoints, columns="of session_id field scheme line entrant names players rank points"
)
class AwardPointsShown(InCompetition):
    """One row per entrant and scheme, in order of rank.

    An entrant has several rows if its players have different points.
    """

    field = text()


@report_table(
    "report.award_totals", AwardTotals, columns="scheme rank player_id name points events awarded linked instead_of"
)
class AwardTotalsShown(InCompetition):
    """One row per player and scheme, in order of rank: the points of the season."""


@report_table("report.award_cells", AwardPoints, columns="line entrant field scheme text is_nothing some_nothing")
class AwardCellsShown(InSession):
    """One row per entrant of a result list and scheme that applies to this list, in the order of the lists."""

    field = dy.String()
    text = text()
    """The points, with the player's name after each number if the players have different points; null without points.
    """
    is_nothing = dy.Bool(nullable=True, description="Whether the entrant earned nothing by this scheme.")
    some_nothing = dy.Bool(description="Whether anybody in the list earned nothing by it.")


@report_table("report.player_awards", AwardPoints, columns="line entrant player_id scheme text is_nothing")
class PlayerAwardsShown(InSession):
    """One row per player, session and scheme, for every scheme that applies to sessions of the season."""

    text = text("The points; null without any.")
    is_nothing = dy.Bool(nullable=True, description="Whether the player earned nothing by this scheme.")
