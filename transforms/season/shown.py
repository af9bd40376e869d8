"""The steps that make the content of pages (`REPORT`), computed on demand and never stored."""

from transforms.awards import shown as awards_shown
from transforms.balance.played import shown as balance_shown
from transforms.deals import cards, played_lines
from transforms.deals import shown as deals_shown
from transforms.explanation import next_time
from transforms.explanation import shown as explanation_shown
from transforms.official.to_settle import doubts_shown
from transforms.rankings import shown as rankings_shown
from transforms.rankings.what_if import shown as what_if_shown
from transforms.ratings import shown as ratings_shown
from transforms.results import boards_shown, company, people_shown, result_lists
from transforms.strength import shown as strength_shown
from transforms.strength.handicap_shown import handicap_results_shown
from transforms.tables.steps import step_of

SHOWN = (
    *map(step_of, (people_shown.people_shown, people_shown.seats_shown, people_shown.entrants_shown)),
    *map(step_of, (people_shown.partnerships_shown, result_lists.result_lists, result_lists.winners)),
    *map(step_of, (result_lists.session_list, boards_shown.control_sheet_shown, boards_shown.boards_shown)),
    *map(step_of, (boards_shown.rounds_shown, boards_shown.matches_shown, boards_shown.meetings)),
    *map(step_of, (boards_shown.frequencies_shown, deals_shown.hands, deals_shown.evening_deals)),
    *map(step_of, (deals_shown.evening_boards, deals_shown.line_boards, deals_shown.not_solved)),
    step_of(deals_shown.auctions_shown),
    *map(step_of, (played_lines.played_lines, deals_shown.at_the_table, explanation_shown.rankings_explained)),
    *map(step_of, (explanation_shown.points_explained, explanation_shown.championship_explained)),
    *map(step_of, (cards.cards, cards.card_totals, result_lists.list_rows)),
    *map(step_of, (company.player_sessions, company.partners, company.opponents)),
    *map(step_of, (company.opponent_extremes, balance_shown.session_balance_shown, balance_shown.session_scores_shown)),
    *map(step_of, (balance_shown.luck_shown, balance_shown.season_balance_shown, balance_shown.season_scores_shown)),
    *map(step_of, (balance_shown.next_seating_shown, balance_shown.next_balance_shown, result_lists.event_standings)),
    *map(step_of, (doubts_shown, rankings_shown.player_ranking, rankings_shown.player_places)),
    *map(step_of, (rankings_shown.pair_ranking, rankings_shown.individual_championship)),
    *map(step_of, (rankings_shown.pairs_championship, rankings_shown.next_lines_shown)),
    *map(step_of, (rankings_shown.regular_lines_shown, rankings_shown.untold_lines_shown)),
    *map(step_of, (next_time.lifting_next, next_time.needed_next, result_lists.attendance, result_lists.spread)),
    *map(step_of, (what_if_shown.foretold, what_if_shown.methods, what_if_shown.champions)),
    *map(step_of, (what_if_shown.other_lines_shown, awards_shown.award_points_shown, awards_shown.award_totals_shown)),
    *map(step_of, (awards_shown.award_cells, awards_shown.player_awards, ratings_shown.rated_people)),
    *map(step_of, (ratings_shown.rating_rows, ratings_shown.list_overview, ratings_shown.corrections_shown)),
    *map(step_of, (ratings_shown.games_shown, ratings_shown.bands, ratings_shown.foretelling_shown)),
    *map(step_of, (ratings_shown.rated_seasons, strength_shown.forecasts_shown, strength_shown.strengths_shown)),
    *map(step_of, (strength_shown.strength_sessions_shown, handicap_results_shown)),
)
