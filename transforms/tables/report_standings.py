"""What pages show of standings, methods and federation points: computed when asked for, and stored nowhere."""

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

    ranking_before = rounded(
        description="The ranking before the last session the player played; null where that was the first."
    )
    change = rounded("The ranking less that before; pages show it where `in_last`.")
    sessions = dy.UInt32(description="Sessions played in the season.")
    last_played = dy.Date(description="The day of the last of them.")
    in_last = dy.Bool(description="Whether that is the last session of the season that earned anybody ranking points.")
    places = dy.Int64(nullable=True)
    """How many places higher than before that session; null for anyone who was in no ranking."""
    next_above = text("The name of the player in the next higher place; null for the first.")
    behind = rounded("How much higher the ranking of that player is.")


@report_table(
    "report.player_places", PlayerRankingShown, columns="player_id behind to_first came_above no_longer_above"
)
class PlayerPlacesShown(OfPlayer):
    """One row per player in the ranking, the highest first: how far the first ten are, and who moved past."""

    to_first = rounded()
    """How much higher the tenth ranking is; null below twice as many places, and where there are no more than ten."""
    came_above = dy.List(dy.String(), nullable=True)
    """The names of those who are above since the last session, and were not; null for a player at the same place."""
    no_longer_above = dy.List(dy.String(), nullable=True)
    """The names of those who were above before the last session, and are not; null for a player at the same place."""


@report_table("report.pair_ranking", PairRankings, columns="rank partnership_id names players ranking together")
class PairRankingShown(InCompetition):
    """One row per pair or trio with a ranking, the highest first: the order in which lines are filled."""

    together = dy.Int32(nullable=True, description="Sessions played together in the season.")


@report_table(
    "report.individual_championship",
    IndividualChampionship,
    columns="rank player_id name guest average next_above behind played counted dropped eligible sessions_required"
    " evenings sessions_needed",
)
class IndividualChampionshipShown(InCompetition):
    """One row per player: the eligible by rank, then the others by the sessions they need, guests last."""

    next_above = text("The name of the player with the next higher rank; null for the first, and for one with no rank.")
    behind = rounded("How much higher the average of that player is.")


@report_table(
    "report.pairs_championship",
    PairsChampionship,
    columns="rank partnership_id names players average next_above behind played with_substitute counted dropped"
    " eligible sessions_required evenings sessions_needed",
)
class PairsChampionshipShown(InCompetition):
    """One row per pair or trio: the eligible by rank, then the others by the sessions they need."""

    next_above = text("The names of the pair with the next higher rank; null for the first, and for one with no rank.")
    behind = rounded("How much higher the average of that pair is.")


@report_table("report.lifting", columns="player_id lifts lowest_on")
class LiftingShown(OfPlayer):
    """One row per player with a result that counts in the individual championship: what lifts the average next time."""

    lifts = exact("The points above which the average rises.")
    lowest_on = dy.Date(nullable=True)
    """The day of the result that drops out then; null where none does: then fewer points lower the average."""


@report_table("report.needed", columns="player_id line by scoring rises passes first out_of_reach lifts alone")
class NeededShown(OfPlayer):
    """One row per player of whom it can be said which score lifts the ranking next time, if the same pairs come."""

    line = dy.String(description="The line in which the player plays next time.")
    by = one_of("next", "ranking", "played")
    """What says that line: the pairs of the next session; the ranking of the pair in which the player was most often;
    or the last session that the player played."""
    scoring = dy.String()
    rises = exact("The score above which the ranking rises: a percentage with one decimal, or IMPs with two.")
    passes = exact("The score that passes the player above; null for the first, and where no score is enough.")
    first = exact()
    """The score that leads among the first ten; null for those who are there or just below, or where none is enough."""
    out_of_reach = dy.Bool(description="Whether no score is enough to be among the first ten.")
    lifts = exact()
    """The score above which the average of the championship rises; null where it is not known or no score is enough."""
    alone = dy.Bool()
    """Whether lines are taken to be scored each by itself, though in some sessions they were scored together."""


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
    """One row per line: between which percentages the scores of its pairs lie over the season."""

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
    """One row per method: how well its rankings predicted results; in percent."""

    own = dy.Bool()
    right = rounded(decimals=1)
    share = rounded("`right` divided by `compared`, in percent.")
    share_error = rounded(decimals=1)
    """The standard error of `share`, in percent; null with fewer than five sessions that have a tau."""
    difference = rounded(
        description="`share` less that of the competition's own method, in percent; null for that method."
    )
    difference_error = rounded("The standard error of `difference`, in percent; null as `share_error`.")
    tau = rounded("The mean over the sessions of Kendall's tau-b, with three decimals.", decimals=3)


@report_table(
    "report.methods",
    columns=f"player_id name own_place {' '.join(f'{method}_place {method}_ranking' for method in METHODS)} moves",
    also={
        **{f"{method}_place": dy.Int32(nullable=True) for method in METHODS},
        **{f"{method}_ranking": rounded() for method in METHODS},
    },
)
class MethodsShown(OfPlayer):
    """One row per player: place and ranking by every method, and how far apart the places are."""

    own_place = dy.Int32(nullable=True, description="The place by the method of the competition.")
    moves = dy.Int32(nullable=True, description="The lowest of these places less the highest.")


@report_table("report.champions", OtherMethods, columns="method own names players average")
class ChampionsShown(InCompetition):
    """One row per method: who would be individual champion by it; nobody where nobody is eligible."""

    own = dy.Bool()
    average = rounded("The average of the champion by that method; null where nobody is eligible.")


@report_table(
    "report.other_lines",
    OtherLines,
    columns=f"partnership_id names players line_today {' '.join(f'{method}_line' for method in METHODS)}",
    also={f"{method}_line": text() for method in METHODS},
)
class OtherLinesShown(InCompetition):
    """One row per pair or trio that another method would put in another line than today's."""


@report_table("report.next_lines", LineAssignment, columns="line place names players ranking came_from above below")
class NextLinesShown(InCompetition):
    """One row per pair or trio of the next session, the strongest first: its line."""

    above = dy.Struct({"line": text(), "behind": dy.Float64(nullable=True)}, nullable=True)
    """The line above, and how far its last ranking is."""
    below = dy.Struct({"line": text(), "ahead": dy.Float64(nullable=True)}, nullable=True)
    """The line below, and how far its first ranking is."""


@report_table("report.regular_lines", RegularLines, columns="line place names players ranking came_from")
class RegularLinesShown(InCompetition):
    """One row per pair or trio that plays next if all who were replaced come themselves, the strongest first."""


@report_table("report.untold_lines", UntoldLines, columns="line date kind last_told entrants")
class UntoldLinesShown(InSession):
    """One row per line of a session that does not say who is a pair."""


@report_table(
    "report.award_points", AwardPoints, columns="of session_id field scheme line entrant names players rank points"
)
class AwardPointsShown(InCompetition):
    """One row per entrant and scheme, in order of rank; several where its players have different points."""

    field = text()


@report_table(
    "report.award_totals", AwardTotals, columns="scheme rank player_id name points events awarded linked instead_of"
)
class AwardTotalsShown(InCompetition):
    """One row per player and scheme, in order of rank: the points of the season."""


@report_table("report.award_cells", AwardPoints, columns="line entrant field scheme text is_nothing some_nothing")
class AwardCellsShown(InSession):
    """One row per entrant of a result list and scheme that awards the list, in the order of the lists."""

    field = dy.String()
    text = text()
    """The points, and whose they are where the players of the entrant have different ones; null without any."""
    is_nothing = dy.Bool(nullable=True, description="Whether the entrant earned nothing by this scheme.")
    some_nothing = dy.Bool(description="Whether anybody in the list earned nothing by it.")


@report_table("report.player_awards", AwardPoints, columns="line entrant player_id scheme text is_nothing")
class PlayerAwardsShown(InSession):
    """One row per player, session and scheme that awards sessions of the season."""

    text = text("The points; null without any.")
    is_nothing = dy.Bool(nullable=True, description="Whether the player earned nothing by this scheme.")
