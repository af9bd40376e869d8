"""Ratings: the yearly lists, the numbers behind them, and how well they predict results."""

import dataframely as dy

from transforms.tables.shared import InCompetition, one_of, warehouse_table

RATING_METHODS = ("norm", "performance")

RATING_LISTS = ("ranking", "alphabetical")

RATING_FLAGS = (
    "turbo",
    "estimated",
    "overshoot",
    "gain_capped",
    "k_capped",
    "unlinked",
    "one_game",
    "few_games",
    "below_floor",
)
"""The flags of a rating. The column `flags` of `Elo` explains each of them."""


class RatingTable(dy.Schema):
    """The table that links a difference in rating to an expected score: 51 rows, from data/reference/rating_table.csv.

    Each row is a class of differences, from `least` to `most`, with one expected score.
    """

    difference = dy.Int32(nullable=True)
    """The single difference that represents the percentage of this class; null for the last class."""
    least = dy.Int32(primary_key=True, min=0, description="The smallest difference of the class.")
    most = dy.Int32(nullable=True, min=0, description="The largest difference of the class; null for the last class.")
    higher = dy.Int32(min=50, max=100, description="The percentage expected of the higher rated player.")
    lower = dy.Int32(min=0, max=50, description="The percentage expected of the lower rated player.")


class OfRatingList(InCompetition):
    """Rows that each belong to one list of a rating system."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)


class OfRatedPlayer(OfRatingList):
    """Rows that each belong to one player on a list."""

    player_id = dy.String(primary_key=True)


class RatingWorkedOut(dy.Schema):
    """A rating and the numbers behind it."""

    rating_before = dy.Int32(nullable=True)
    method = one_of(*RATING_METHODS, nullable=True)
    """How the player was rated. norm: by norms; performance: by the performance over all games; null without games."""
    games = dy.Int32(nullable=True, min=1)
    points = dy.Float64(nullable=True, min=0)
    norm = dy.Float64(nullable=True, min=0)
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True, min=0)
    change = dy.Int32(nullable=True)
    rating = dy.Int32(nullable=True, description="The rating on the list; null: the player has none yet.")
    played = dy.Int32(min=0, description="Games this season, also those that do not count.")
    recent = dy.Int32(min=0, description="Games this season and the season before.")
    games_total = dy.Int32(min=0, description="Games up to this list; those before the season decide method and K.")
    flags = dy.String(nullable=True)
    """Words, separated by commas; null if there are none. turbo: the larger K is used, because the result of the season
    was far from the old rating. estimated: the performance is estimated, because the player scored 0 or 100 %, for
    which there is no difference in rating. overshoot: the player has so many games at this K that the new rating may
    pass the real strength. gain_capped: the gain is limited, because the new rating would be too far above the
    performance. k_capped: K is lowered because of the number of games. unlinked: the player has no rating, because no
    chain of opponents leads to a rated player. one_game: the larger K (turbo) is based on a single game. few_games: the
    player has no rating yet, because a first rating takes more games against rated opponents. below_floor: the player
    has no rating, because it would be below the lowest one of the system."""


@warehouse_table("ratings.elo")
class Elo(OfRatedPlayer, RatingWorkedOut):
    """One row per player and list: the rating, and the numbers behind it.

    Games are worth 2 points. For a player rated by norms, `games`, `points` and `norm` cover this season's games
    against rated opponents. For a player rated by performance, `games` and `points` cover the games of all seasons in
    the performance, and `norm` is null. A player who did not play keeps the rating, and these columns are null. Players
    in a group without any link to a rated player have no rating.
    """

    unlinked_group = dy.String(nullable=True)
    """For a player without a rating: the first player of a group of unrated players who have played only each other."""


class RatingPlace(dy.Schema):
    """A place on a printed list."""

    list = one_of(*RATING_LISTS, primary_key=True, description="That of active members, or that of all.")
    position = dy.Int32(min=1)
    """The place on the list. On the ranking list, players with the same rating share the best of their places."""


class RatingPrinted(dy.Schema):
    """The numbers of a player on a printed list."""

    name = dy.String(nullable=True)
    rating_before = dy.Int32(nullable=True)
    games = dy.Int32(nullable=True)
    points = dy.Float64(nullable=True)
    norm = dy.Float64(nullable=True, description="The points expected in them; null for performance, or without games.")
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True)
    rating = dy.Int32(description="The rating on the list.")
    change = dy.Int32(nullable=True)
    games_total = dy.Int32(min=0)
    """All games up to this list; if a printed list is handed in as a table `ratings`, its `games` come from here."""


class _OnList(OfRatingList, RatingPlace):
    player_id = dy.String(primary_key=True)


@warehouse_table("ratings.lists")
class RatingList(_OnList, RatingPrinted):
    """One row per player on a printed list: the ranking list of active members, or the alphabetical list of all."""


@warehouse_table("ratings.games")
class RatedGames(InCompetition):
    """Two rows per game of a rating season, one for each player: the expected score and the actual score.

    Ratings are from the previous list. Games are worth 2 points.
    """

    system = dy.String(min_length=1)
    list_date = dy.Date()
    game_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    opponent_id = dy.String()
    date = dy.Date()
    event = dy.String(nullable=True)
    rating = dy.Int32(nullable=True, description="The player's rating at the start of the season; null: none.")
    opponent_rating = dy.Int32(nullable=True, description="That of the player met.")
    difference = dy.Int32(nullable=True)
    """The player's rating minus the opponent's, limited by the rules of the system; null if either has no rating."""
    expected = dy.Int32(nullable=True, min=0, max=100, description="The expected percentage, from the rating table.")
    norm = dy.Float64(nullable=True, description="The expected points: that percentage of 2.")
    points = dy.Float64(min=0, max=2, description="Points won in the game, of 2.")
    counted = dy.Bool(description="Whether the game counts in a change by norms; false for performance.")


@warehouse_table("ratings.calibration")
class Calibration(OfRatingList):
    """One row per season and expected percentage of the higher rated player: the percentage that these players scored.

    Only games between two rated players count, each game once.
    """

    expected = dy.Int32(primary_key=True, min=50, max=100, description="The expected percentage.")
    games = dy.Int32(min=1, description="How many games there were.")
    scored = dy.Float64(min=0, max=100)
    """The percentage scored by the higher rated players; at 50 %, by the players with the lower id."""


@warehouse_table("ratings.foretelling")
class Foretelling(OfRatingList):
    """One row per season: how well the ratings predicted the games, compared with predicting 50 % for every game."""

    games = dy.Int32(min=1, description="How many games there were.")
    log_loss = dy.Float64(min=0)
    """The mean log-loss of the games, with natural logarithms. Expected scores of 0 and 100 % count as 0.5 and 99.5 %.
    """
    brier = dy.Float64(min=0, description="The mean squared difference of expected and scored share of the points.")
    log_loss_even = dy.Float64(min=0, description="The log-loss of a prediction of 50 % for every game.")
    brier_even = dy.Float64(min=0, description="The Brier score of a prediction of 50 % for every game.")


@warehouse_table("ratings.published")
class PublishedRatings(OfRatedPlayer):
    """One row per player and published list: the rating as published.

    A list is either recorded when it is published, or handed in as `ratings` with the date of a list. A recorded list
    replaces a list of the same day that was handed in, and builds do not change it.
    """

    rating = dy.Int32(description="The rating as published.")
    games_total = dy.Int32(nullable=True, min=0, description="Games played up to that list.")
    published_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When the list was recorded; null for a list that was handed in."""


@warehouse_table("ratings.corrections")
class Corrections(OfRatedPlayer):
    """One row per player and published list whose rating would be different now, after late or changed results."""

    published = dy.Int32(nullable=True, description="The rating on the list; null: the player was not on it.")
    recomputed = dy.Int32(nullable=True, description="The rating as computed now; null: the player has no rating now.")
    difference = dy.Int32(nullable=True, description="The rating as computed now less the published one.")
