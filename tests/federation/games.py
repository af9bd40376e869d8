"""A federation without games."""

from typing import Any

from transforms.tables.schemas import Games, Ratings, RatingSeasons

NO_GAMES: dict[str, Any] = {
    "games": Games.create_empty(),
    "ratings": Ratings.create_empty(),
    "rating_seasons": RatingSeasons.create_empty(),
}
