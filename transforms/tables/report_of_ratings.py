"""The tables of ratings that pages show, computed on demand and never stored."""

import dataframely as dy

from transforms.tables.ratings import Calibration, Corrections, Elo, Foretelling, RatedGames, RatingList
from transforms.tables.raw import RatingSeasons
from transforms.tables.shared import InClub, InCompetition
from transforms.tables.shown import exact, report_table, rounded, text


@report_table("report.rating_people", columns="player_id name linked")
class RatedPeopleShown(InClub):
    """One row per player or team that is rated or was on a published list."""

    player_id = dy.String(primary_key=True)
    name = text("The name; the id where there is none.")
    linked = dy.Bool(description="Whether the player or team is rated, and so has a page.")


@report_table(
    "report.rating_rows",
    RatingList,
    Elo,
    columns="system list_date list position place player_id name rating_before games points norm performance k rating"
    " change games_total method flags",
)
class RatingRowsShown(InCompetition):
    """One row per player on a ranking list or an alphabetical list, in the order of the list."""

    list = dy.String(primary_key=True)
    position = dy.Int32()
    place = text("The position as text, `3=` where several share it.")


@report_table(
    "report.rating_lists",
    *(RatingSeasons, RatedGames),
    columns="system edition list_date start k_points k_steps k_games_cap turbo_k turbo_deviation turbo_min_games"
    " difference_at_100 difference_cap games_from of_teams rated unrated games ranked leader leader_id leaders highest"
    " events last_game",
)
class RatingListsShown(InCompetition):
    """One row per rating list, the latest first: its rules, the number of players on it, and its leader."""

    list_date = dy.Date(primary_key=True)
    turbo_k = exact()
    of_teams = dy.Bool(description="Whether teams are rated, by their matches.")
    rated = dy.UInt32(description="How many have a rating.")
    unrated = dy.UInt32(description="How many played and have none.")
    games = dy.Int32(description="How many games were played.")
    ranked = dy.UInt32(description="How many are on the rating list.")
    leader = text("The name of its first.")
    leader_id = text("The id of its first.")
    leaders = dy.UInt32(nullable=True, description="How many share the first place.")
    highest = dy.Int32(nullable=True, description="The highest rating on it.")
    events = dy.List(dy.String(), description="The names of the events played.")
    last_game = dy.Date(nullable=True, description="The day of the last game.")


@report_table(
    "report.rating_corrections",
    Corrections,
    columns="system list_date player_id name linked published recomputed difference",
)
class RatingCorrectionsShown(InCompetition):
    """One row per published rating that would be different now, the largest difference of each list first."""

    linked = dy.Bool(nullable=True, description="Whether the player or team is still rated, and so has a page.")


@report_table(
    "report.rating_seasons",
    *(RatingSeasons, Elo),
    columns="system list_date player_id name rating_before method games points norm performance k change rating played"
    " recent games_total flags unlinked_group start established_games k_points rounded difference_at_100"
    " max_gain_over_performance turbo_deviation turbo_performance k_games_cap overshoot_beyond first_rating_games"
    " list_games list_recent_games edition added_draws added_draws_rating first_rating_at_most floor percentage adds"
    " opponents stand_ins",
)
class RatedSeasonsShown(InCompetition):
    """One row per player and list: the rating, the rules of the season, and the parts of the calculation."""

    percentage = dy.Int64(nullable=True, description="The percentage of the points that the player scored.")
    adds = dy.Int64(nullable=True, description="The difference in rating that belongs to that percentage.")
    opponents = dy.Int64(nullable=True)
    """The sum of the opponents' ratings; null if some of these ratings are not known."""
    stand_ins = dy.List(dy.Struct({"rating": dy.Int64(), "many": dy.UInt32()}), nullable=True)
    """For a player rated by performance who met opponents without an earlier rating: the first ratings of these
    opponents on the same list, computed together with the player's own, and the number of opponents with each rating.
    Else null."""


@report_table(
    "report.rating_games",
    *(Elo, RatedGames),
    columns="list_date player_id game_id date event opponent_id opponent linked rating opponent_rating stands_in"
    " difference expected norm points beyond counted method",
)
class RatingGamesShown(InCompetition):
    """One row per player and game, in order of time."""

    opponent = text("The name of the player met; the id where there is none.")
    linked = dy.Bool(description="Whether that player is rated, and so has a page.")
    stands_in = dy.Int32(nullable=True, description="The first rating of an opponent who had none when the two met.")
    beyond = rounded("Points beyond the norm.")


@report_table("report.rating_bands", Calibration, columns="list_date least most games expected scored")
class RatingBandsShown(InClub):
    """One row per season and band of five percent: what favourites were expected to score, and what they scored."""

    list_date = dy.Date(nullable=True, description="The day of the list; null for all seasons together.")
    least = dy.Int32(description="The lowest expected percentage of the band.")
    most = dy.Int32(description="The highest expected percentage of the band.")
    expected = exact("The mean over the games, in percent.")
    scored = exact("The mean over the games, in percent.")


@report_table(
    "report.rating_foretelling",
    *(Calibration, Foretelling),
    columns="system list_date games log_loss brier log_loss_even brier_even expected scored",
)
class RatingForetellingShown(InCompetition):
    """One row per season, the latest first: how well the ratings predicted its games."""

    log_loss = exact()
    brier = exact()
    log_loss_even = exact()
    brier_even = exact()
    expected = exact("The mean over the games that have a favourite, in percent.")
    scored = exact("The mean over the games that have a favourite, in percent.")
