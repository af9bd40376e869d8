"""Ratings: yearly lists, and what they follow from."""

import dataframely as dy

from transforms.tables.shared import InCompetition, one_of, warehouse_table

RATING_METHODS = ("norm", "performance")

RATING_LISTS = ("ranking", "alphabetical")

RATING_FLAGS = ("turbo", "estimated", "overshoot", "gain_capped", "k_capped", "unlinked")
"""turbo: the larger K, since the season was far from the old rating; estimated: a performance at 0 or 100 %, to which
no difference belongs; overshoot: so many games at this K that the rating may swing past the strength it should find;
gain_capped: no further above the performance; k_capped: K lowered for the number of games; unlinked: no rating."""


class RatingTable(dy.Schema):
    """The table between a difference in rating and a score: 51 classes, as in data/reference/rating_table.csv."""

    difference = dy.Int32(nullable=True)
    """The difference that belongs to the percentage; the last class has none."""
    least = dy.Int32(primary_key=True, min=0)
    most = dy.Int32(nullable=True, min=0)
    """The class of differences, both ends in it; the last one is open."""
    higher = dy.Int32(min=50, max=100)
    lower = dy.Int32(min=0, max=50)
    """What is expected of the higher and of the lower rated player, as percentages."""


@warehouse_table("ratings.elo")
class Elo(InCompetition):
    """One row a player a list: the rating, and all that made it. No number for a group with no link to a rating.

    Games are worth 2 points. By norms: `games`, `points` and `norm` are those against rated opponents this season.
    By performance: `games` and `points` are those of all seasons that made it, and there is no norm. Whoever did
    not play keeps the rating, and has none of these.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    rating_before = dy.Int32(nullable=True)
    method = one_of(*RATING_METHODS, nullable=True)
    games = dy.Int32(nullable=True, min=1)
    points = dy.Float64(nullable=True, min=0)
    norm = dy.Float64(nullable=True, min=0)
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True, min=0)
    change = dy.Int32(nullable=True)
    rating = dy.Int32(nullable=True)
    played = dy.Int32(min=0)
    """Games this season, whether they count or not."""
    recent = dy.Int32(min=0)
    """Those and the games of the season before."""
    games_total = dy.Int32(min=0)
    """Games up to this list; those at the start of the season decide on method and K."""
    flags = dy.String(nullable=True)
    """Words of `RATING_FLAGS`, with a comma between."""
    unlinked_group = dy.String(nullable=True)
    """Without a rating: the first player of the group of unrated players that met only one another."""


@warehouse_table("ratings.lists")
class RatingList(InCompetition):
    """One row a player on a printed list: the ranking list of active members, and the alphabetical one of everybody."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    list = one_of(*RATING_LISTS, primary_key=True)
    position = dy.Int32(min=1)
    """On the ranking list, players with the same rating share the best position."""
    player_id = dy.String(primary_key=True)
    name = dy.String(nullable=True)
    rating_before = dy.Int32(nullable=True)
    games = dy.Int32(nullable=True)
    points = dy.Float64(nullable=True)
    norm = dy.Float64(nullable=True)
    performance = dy.Int32(nullable=True)
    k = dy.Float64(nullable=True)
    rating = dy.Int32()
    change = dy.Int32(nullable=True)


@warehouse_table("ratings.games")
class RatedGames(InCompetition):
    """Two rows a game of a rating season, one for each player: what the ratings made likely, and what was scored.

    Ratings are those frozen at the list before. Games are worth 2 points.
    """

    system = dy.String(min_length=1)
    list_date = dy.Date()
    game_id = dy.String(primary_key=True)
    player_id = dy.String(primary_key=True)
    opponent_id = dy.String()
    date = dy.Date()
    event = dy.String(nullable=True)
    rating = dy.Int32(nullable=True)
    opponent_rating = dy.Int32(nullable=True)
    difference = dy.Int32(nullable=True)
    """Own rating less the opponent's, as the system caps it; null where one of the two had none."""
    expected = dy.Int32(nullable=True, min=0, max=100)
    """Percentage, from the rating table."""
    norm = dy.Float64(nullable=True)
    """That percentage of the 2 points."""
    points = dy.Float64(min=0, max=2)
    counted = dy.Bool()
    """Whether it counts in the player's change by norms; false for whoever is rated by performance."""


@warehouse_table("ratings.calibration")
class Calibration(InCompetition):
    """One row a season a percentage expected of the higher rated: what they scored.

    Only games between two players with a rating count, each once; percentages from 50 to 100.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    expected = dy.Int32(primary_key=True, min=50, max=100)
    games = dy.Int32(min=1)
    scored = dy.Float64(min=0, max=100)
    """Percentage scored by the higher rated (either of the two at 50 %: the one with the lower id)."""


@warehouse_table("ratings.foretelling")
class Foretelling(InCompetition):
    """One row a season: how well the ratings foretold its games, beside saying 50 % of every game."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    games = dy.Int32(min=1)
    log_loss = dy.Float64(min=0)
    """Mean over games, natural logarithm; 0 and 100 % count as half a percent from there."""
    brier = dy.Float64(min=0)
    """Mean squared difference of share expected and share scored."""
    log_loss_even = dy.Float64(min=0)
    brier_even = dy.Float64(min=0)
    """Both for 50 % on every game."""


@warehouse_table("ratings.published")
class PublishedRatings(InCompetition):
    """One row a player a list that was published: the rating as it stood there.

    A list is recorded here when it is published, or handed in as `ratings` with the date of a list; what is recorded
    goes before what is handed in, and no build changes it.
    """

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    rating = dy.Int32()
    games_total = dy.Int32(nullable=True, min=0)
    published_at = dy.Datetime(nullable=True, time_unit="us", time_zone="UTC")
    """When it was recorded; null for a list that was handed in."""


@warehouse_table("ratings.corrections")
class Corrections(InCompetition):
    """One row a player a published list on which the rating would now be another: late or changed results."""

    system = dy.String(primary_key=True)
    list_date = dy.Date(primary_key=True)
    player_id = dy.String(primary_key=True)
    published = dy.Int32(nullable=True)
    """Null: was not on the list."""
    recomputed = dy.Int32(nullable=True)
    """Null: has no rating now."""
    difference = dy.Int32(nullable=True)
