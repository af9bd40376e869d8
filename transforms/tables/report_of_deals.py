"""The tables of deals, of the balance of sessions and seasons, and of the origin of numbers that pages show."""

import dataframely as dy

from transforms.tables.deals import TABLE, Auctions, DealLines, DealPlayers, Deals, DoubleDummy, Par
from transforms.tables.movements import Luck, NextBalance, NextSeating, SeasonScores, SessionBalance
from transforms.tables.rankings import IndividualChampionship, PlayerRankings, RankingPoints, StartingRankings
from transforms.tables.report import BoardsShown, ControlSheetShown, SessionResultsShown
from transforms.tables.scored import Boards, ControlSheet, SessionResults
from transforms.tables.shared import InCompetition, InSession
from transforms.tables.shown import exact, exact_numbers, report_table, rounded, text

PAR = ("par_score", "par_contracts", "ns_best", "ns_best_score", "ew_best", "ew_best_score")
"""The columns of `HandsShown` about the double-dummy par of a deal."""


@report_table(
    "report.hands",
    *(Deals, DoubleDummy, Par),
    columns=f"field board lines dealer vulnerable deal {' '.join((*TABLE, *PAR))}",
)
class HandsShown(InSession):
    """One row per board of a field and deal played on it, with the double-dummy table and par if they are known."""

    field = dy.String(primary_key=True)
    lines = dy.String(primary_key=True)
    dealer = text()
    vulnerable = text()


@report_table(
    "report.evening_deals", HandsShown, columns=f"board lines several dealer vulnerable deal {' '.join((*TABLE, *PAR))}"
)
class EveningDeals(InSession):
    """One row per board of an evening and deal played on it, over all fields; ordered by lines."""

    board = dy.Int32(primary_key=True)
    deal = dy.String(primary_key=True)
    lines = text("All lines that played it, as `A+B`.")
    several = dy.Bool(description="Whether the board has other deals.")


@report_table("report.evening_boards", EveningDeals, columns="board before after dealer vulnerable")
class EveningBoards(InSession):
    """One row per board of an evening, over all fields, with dealer and vulnerability of its first deal."""

    before = dy.Int32(nullable=True, description="The board before it; null for the first.")
    after = dy.Int32(nullable=True, description="The board after it; null for the last.")


@report_table("report.auctions", Auctions, columns="line board ns ew file_id line_no round_no w n e s")
class AuctionsShown(InSession):
    """One row per round of bidding of each result line with a known auction."""

    round_no = dy.Int32(primary_key=True, description="The number of the round of bidding, from 1.")
    w = text("The call of West, as in `deals.auctions`; null before the dealer and after the end.")
    n = text("The call of North.")
    e = text("The call of East.")
    s = text("The call of South.")


@report_table("report.line_boards", *(Boards, Deals, ControlSheet), columns="field line board deal solved")
class LineBoards(InSession):
    """One row per board that a line played, with its deal if a file has it."""

    solved = dy.Bool(description="Whether it is known what the deal allows, double dummy.")


@report_table("report.not_solved", Boards, ControlSheet, columns="field line without_hands to_be_solved")
class NotSolved(InSession):
    """One row per line and field: the boards without a double-dummy table.

    Only sessions in which other boards have such a table are listed.
    """

    line = dy.String(primary_key=True)
    without_hands = dy.List(dy.Int32(), description="Boards whose hands no file has.")
    to_be_solved = dy.List(dy.Int32(), description="Boards whose hands are known, and what they allow is not.")


def _singles(description: str) -> dy.List:
    """Return a column for two players who sit together but are separate entrants."""
    # Each has its number, its name (or a text such as `No. 7`), its name in the result list, and, if it is listed, its
    # number again.
    single: dict[str, dy.Column] = {name: text() for name in ("entrant", "name", "names", "listed")}
    return dy.List(dy.Struct(single, nullable=True), nullable=True, description=description)


@report_table(
    "report.lines",
    *(DealLines, ControlSheetShown, BoardsShown),
    columns="field board line ns ew round score result worth subfield ns_points ew_points exact ns_share ew_share file"
    " line_no asked top mean decimals file_no declarer level strain doubled made ns_names ew_names ns_card ew_card"
    " ns_two ew_two at known par_score possible makes declares gained lost won usual row",
)
class PlayedLines(InSession):
    """One row per row of the control sheet: players, contract, what the deal allowed, and reasons for the result."""

    mean = exact("The mean score of the board, of results in its one form.")
    decimals = dy.UInt32(description="To how many decimals the points of the board are shown.")
    file_no = dy.UInt32(nullable=True, description="Which file of the session it was read in, where there are several.")
    level = dy.Int32(nullable=True, description="The level of the contract.")
    declarer = text("The seat that declared; empty where the contract does not say.")
    strain = text("The strain of the contract: S, H, D, C or N.")
    doubled = text("`!` where it was doubled, `!!` where redoubled.")
    made = text("`=`, `+1` or `-2`; null where that is not known.")
    ns_names = text("The names of those who sat North-South.")
    ew_names = text("The names of those who sat East-West.")
    ns_card = text("The entrant of North-South who has a scorecard; of two single players the first.")
    ew_card = text("The entrant of East-West who has a scorecard; of two single players the first.")
    ns_two = _singles("The two who sat North-South, where each is an entrant; else null.")
    ew_two = _singles("The two who sat East-West, where each is an entrant; else null.")
    at = text("The entrant by which the row is linked to; null for none, and where a row before it is linked to so.")
    possible = text("What the contract allows double dummy, as a result: `=`, `+1`, `-2`.")
    makes = text("A contract of another strain, `3N`, that the side could have made in place of one that went down.")
    declares = text("ns or ew; null where nobody declared.")
    gained = dy.Int32(nullable=True, description="Tricks that declarer won beyond double dummy.")
    lost = text("Why declarer's side did badly, as a code.")
    won = text("Why declarer's side did well, as a code.")
    usual = text("The strain that most played in, where that is another one.")
    row = dy.UInt32(description="The number of the row in its session, from 0.")


@report_table(
    "report.cards",
    *(PlayedLines, SessionResultsShown),
    columns="field line entrant row round board sat opponent opponents partner score mean points other_points exact"
    " share par top decimals known scoring again begins counts worth mark round_total round_tops round_decimals",
)
class Cards(InSession):
    """One row per board and entrant who played it, seen from the entrant's side, in the order of the scorecard.

    Two single players who sat together have a row each.
    """

    row = dy.UInt32(primary_key=True, description="The row of `report.lines`.")
    sat = text("The direction in which the entrant sat.")
    opponent = text()
    opponents = text("The names of the opponents, or what stands for them.")
    partner = text("The name of the other of two single players; else null.")
    score = dy.Int32(nullable=True, description="The score, seen from the entrant's side.")
    mean = exact("The mean score of the board, seen from the entrant's side.")
    points = exact("The points of the entrant's side, as they are shown.")
    other_points = exact("The points of the other side, as they are shown.")
    share = exact("The percentage of the top, as it is shown.")
    par = dy.Int32(nullable=True, description="The par score, seen from the entrant's side.")
    top = exact()
    again = dy.Bool(description="Whether it is the second of the two rows of two single players.")
    begins = dy.Bool(description="Whether it is the first board against these opponents in this direction.")
    counts = dy.Bool(description="Whether it is part of the total: of a match a board at two tables counts once.")
    round_total = exact("The points of the boards in a row against these opponents that count, added up.")
    round_tops = exact("Their tops, added up.")
    round_decimals = dy.UInt32(description="To how many decimals their points are shown.")
    worth = exact("What it brought: the share of its top, or IMPs where there is none.")
    mark = text("best or worst, where it is one of the three best or worst boards of the entrant.")
    exact = exact("The points before they are rounded.")


@report_table(
    "report.list_rows",
    SessionResultsShown,
    columns=f"{' '.join(SessionResultsShown.column_names()[4:])} entrants ranked made_of has_card",
)
class ListRows(InSession):
    """One row per entrant of a result list, in the order of the list."""

    entrants = dy.UInt32(description="How many entrants of the list have a score.")
    ranked = dy.Bool(description="Whether anybody of the list earned ranking points.")


@report_table("report.card_totals", Cards, columns="line entrant total tops of_top above compared known decimals")
class CardTotals(InSession):
    """One row per scorecard: the totals of its boards."""

    total = exact("The points of the boards that count, added up.")
    tops = exact("Their tops, added up.")
    of_top = dy.Bool(nullable=True, description="Whether points have a top.")
    above = dy.UInt32(nullable=True, description="On how many boards the entrant had more points than the opponents.")
    compared = dy.UInt32(nullable=True, description="On how many boards both sides have points.")
    decimals = dy.UInt32(nullable=True, description="To how many decimals the points of its boards are shown.")


@report_table(
    "report.at_the_table",
    DealPlayers,
    columns="player_id name declared declarer_gained declarer_of_field declarer_sd defended defence_gained"
    " defence_of_field defence_sd bid reached over under few exact",
)
class AtTheTableShown(InCompetition):
    """One row per player and season: how well the player did on the deals, compared with all players of the season."""

    declarer_of_field = rounded("The same as `declarer_gained`, but of all declarers of those boards.")
    defence_of_field = rounded("The same as `defence_gained`, but of all defenders on those boards.")
    exact = exact_numbers(
        *(f"{role}_{what}" for role in ("declarer", "defence") for what in ("gained", "of_field", "sd"))
    )


@report_table(
    "report.session_balance",
    SessionBalance,
    columns="field pairs rounds h uneven s ss qf qc qo sd qf_absent_mean qf_highest_absent winners",
)
class SessionBalanceShown(InSession):
    """One row per field of a session: how evenly its entrants were compared."""

    field = dy.String(primary_key=True)
    winners = dy.Int8(nullable=True)
    """The number of lists in which the field is ranked: 1, or 2 for North-South and East-West."""


@report_table(
    "report.session_scores",
    SessionResults,
    columns="field line entrant names other_line other other_names score meetings",
)
class SessionScoresShown(InSession):
    """One row per combination of two entrants of a field."""

    other_line = dy.String(primary_key=True, description="The line of the other entrant.")
    other = dy.String(primary_key=True, description="The number of the other pair, team or single player.")
    score = dy.Int64()
    """How much a good result of one entrant hurts the other, from the score matrix in docs/balance.md."""
    meetings = dy.Int64(description="On how many boards the two played against each other.")


@report_table(
    "report.luck",
    *(SessionResults, Luck),
    columns="field line entrant names players score ranking_above_mean worth_of_a_point half_tops strength opposition"
    " movement movement_error line_error level_score scoring",
)
class LuckShown(InSession):
    """One row per entrant: its gain or loss by the movement; ordered by the result without it, the best first."""

    worth_of_a_point = rounded(decimals=3)
    """How much score one ranking point was worth in the earlier sessions, with three decimals; null if these have too
    few results, or rankings that differ too little."""
    opposition = rounded()
    """The mean strength of the opponents, in the unit of the score; percentages have one decimal."""


@report_table("report.season_balance", columns="entrants combinations unmet qc qo")
class SeasonBalanceShown(InCompetition):
    """One row per season: how evenly its entrants met, and how evenly they were compared."""

    entrants = dy.Int64(description="How many entrants the season has.")
    combinations = dy.Int64(description="How many combinations of two entrants were in one field.")
    unmet = dy.Int64(description="How many of these combinations have not met.")
    qc = rounded("How evenly the entrants of the season were compared; 100 is perfect.")
    qo = rounded("How evenly the entrants of the season met; 100 is perfect.")


@report_table(
    "report.season_scores", SeasonScores, columns="entrant names other other_names sessions meetings score fair of_fair"
)
class SeasonScoresShown(InCompetition):
    """One row per combination of two entrants of a season; those most often in the same field come first."""

    of_fair = dy.Int64(nullable=True, description="The score in percent of the even one; 100 where that is 0.")


@report_table("report.next_seating", NextSeating, columns="line number names players unmet_before unmet_after")
class NextSeatingShown(InCompetition):
    """One row per pair of the next session, in the order of the numbers that the pairs should take."""


@report_table(
    "report.next_balance",
    NextBalance,
    columns="line pairs movement absent combinations unmet_before unmet_after most_meetings_before most_meetings_after"
    " qo_before qo_after qc_before qc_after",
)
class NextBalanceShown(InCompetition):
    """One row per line of the next session: how its numbers change the balance of the season."""


@report_table(
    "report.explained_rankings",
    *(PlayerRankings, StartingRankings),
    columns="player_id sessions_counted substitute_ranking ranking session_id date window came_in dropped_out"
    " dropped_date missing change change_formula formula recomputed origin season_before own",
)
class ExplainedRankingsShown(InCompetition):
    """One row per player: how the current ranking is computed, and where the substitute ranking is from."""

    substitute_ranking = exact()
    session_id = text("The last session that counts in the ranking.")
    date = dy.Date(nullable=True)
    window = dy.Int32(description="How many sessions count in a ranking.")
    came_in = rounded("The ranking points of the last session.")
    dropped_out = rounded()
    """What the last session replaced in the ranking: the ranking points of an earlier session, or the substitute
    ranking."""
    dropped_date = dy.Date(nullable=True)
    """The day of the session that left the window; null if the substitute ranking left it instead."""
    missing = dy.Int32(description="How many of the sessions that count in a ranking are not yet played.")
    change = rounded("The ranking minus the ranking before the last session.")
    change_formula = text("How the change is computed, with its numbers.")
    formula = text("How the ranking is computed, with its numbers.")
    recomputed = rounded("The ranking that `formula` gives.")
    origin = text()
    season_before = text()
    own = exact("The player's own substitute ranking; null if that of the competition is used.")


@report_table(
    "report.explained_points",
    RankingPoints,
    columns="player_id date line entrant points method score high low middle in_window field entrants place best"
    " worst average_score top_score rule players matches_formula strength_formula before_rounding formula scoring rank"
    " made_of session_score score_formula exact",
)
class ExplainedPointsShown(InSession):
    """One row per player and session, latest first: how the ranking points and the score behind them are computed."""

    high = exact()
    low = exact()
    middle = rounded()
    in_window = dy.Bool()
    field = text()
    entrants = dy.UInt32(nullable=True, description="How many entrants the field had.")
    place = exact()
    """The place in the field that the method uses; entrants with equal scores share the mean of their places."""
    best = rounded("The best score of the field.")
    worst = rounded("The worst score of the field.")
    average_score = exact("The score that counts as average.")
    top_score = exact("The score that earns the highest number of ranking points on the line.")
    rule = text("The method of the formula; `middle` if a method cannot rank the field.")
    players = dy.UInt32(nullable=True)
    """How many rankings are averaged if the points start from a mean ranking; else null."""
    matches_formula = text("How the score of a member of a team is computed from the matches played.")
    strength_formula = text("How `middle` is computed from rankings, if the points start from rankings.")
    before_rounding = rounded("The ranking points that `formula` gives, before rounding.")
    formula = text("How the ranking points are computed, with their numbers.")
    scoring = text()
    rank = dy.Int32(nullable=True)
    session_score = rounded()
    """The result: a percentage at matchpoints and point_a_board, IMPs per board at butler and cross_imps, victory
    points per match for teams."""
    score_formula = text("How the score is computed, with its numbers.")
    exact = exact_numbers("before_rounding", "middle", "score", "best", "worst")


@report_table(
    "report.explained_championship",
    IndividualChampionship,
    columns="player_id played counted dropped average rank eligible sessions_required evenings sessions_needed formula",
)
class ExplainedChampionshipShown(InCompetition):
    """One row per player and season: how the average in the championship is computed."""

    rank = dy.Int32(nullable=True)
    formula = text("How the average is computed, with its numbers.")
