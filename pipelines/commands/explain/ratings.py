"""Where a player's rating comes from: the sum of the last list, its K and norm, and the last games that count in it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from pipelines.display.words import change, counted, short
from pipelines.reports.pages.rating_words import flags_in_words, method_name, number, worked_out
from pipelines.reports.tables.ratings import rating_seasons
from pipelines.warehouse import Warehouse
from transforms.messages import gettext
from transforms.tables import CLUB

_TABLES = ("raw.players", "raw.rating_seasons", "ratings.elo", "ratings.lists", "ratings.games")
_MOST_GAMES = 10
"""Of many games only the last are shown."""
_KEPT = (
    *("club", "competition", "season", "system", "list_date", "player_id", "name", "rating_before", "method", "games"),
    *("points", "norm", "performance", "k", "change", "rating", "played", "flags"),
)

Row = dict[str, Any]


class ExplainedRating(NamedTuple):
    """A rating on the last list with the player, and the games of the season of that list, the latest first."""

    row: Row
    """Of `rating_seasons`."""
    games: list[Row]

    def for_programs(self) -> Row:
        """The numbers behind the rating, with the games; `formula` leads to it."""
        return {
            **{name: self.row[name] for name in _KEPT},
            "formula": worked_out(self.row).formula or None,
            "of_games": self.games,
        }


def explained_ratings(
    warehouse: Warehouse, rules: pl.DataFrame, player_id: str, season: str | None = None
) -> list[ExplainedRating]:
    """The ratings of a player in each of the competitions that rate.

    Args:
        warehouse: that of a build.
        rules: `Competitions` of one club.
        player_id: who.
        season: the rating season; None: the last in which the player is on a list.
    """
    found = []
    for club, competition in rules.select(CLUB).unique().sort(CLUB).iter_rows():
        of = {"club": club, "competition": competition}
        lists = warehouse.read_of("ratings.elo", **of, player_id=player_id)
        lists = lists if season is None else lists.filter(season=season)
        if not lists.is_empty():
            found.append(_explained({name: warehouse.read_of(name, **of) for name in _TABLES}, lists))
    return found


def _explained(tables: dict[str, pl.DataFrame], lists: pl.DataFrame) -> ExplainedRating:
    last = lists.sort("list_date").row(-1, named=True)
    seasons = rating_seasons(tables)
    row = seasons.filter(player_id=last["player_id"], list_date=last["list_date"]).row(0, named=True)
    last_named = seasons.sort("list_date", "season", "system").unique("player_id", keep="last")
    names = last_named.select(opponent_id="player_id", opponent="name")
    games = (
        tables["ratings.games"]
        .filter(player_id=last["player_id"], list_date=last["list_date"])
        .join(names, on="opponent_id", how="left")
        .sort("date", "game_id", descending=True)
        .select(
            *("date", "event", "opponent_id", pl.coalesce("opponent", "opponent_id").alias("opponent")),
            *("opponent_rating", "difference", "expected", "norm", "points", "counted"),
        )
    )
    return ExplainedRating(row, games.to_dicts())


def in_words(rating: ExplainedRating) -> Iterator[str]:
    """The rating, its sum, what stands behind it, and what is doubtful about it, a line each."""
    row, of = rating.row, worked_out(rating.row)
    yield gettext("Rating on the list of {day}: {rating}", day=row["list_date"], rating=_or_none(row["rating"]))
    if of.formula:
        yield of.formula
    if of.note:
        yield of.note
    if row["method"] == "norm":
        yield gettext(
            "Change {change} = K × (points − norm): K {k}, {points} points of {games}, of which {norm} were"
            " expected by the ratings",
            change=change(row["change"]),
            k=short(row["k"]),
            points=number(row["points"]),
            games=counted(row["games"], "game"),
            norm=number(row["norm"]),
        )
    elif row["method"]:
        yield gettext("Rated by {method}", method=method_name(row))
    yield from (f"{flag}: {words}" for flag, words in flags_in_words(row))


def games_at_a_glance(rating: ExplainedRating) -> pl.DataFrame:
    """The last games as they are printed: (date, against, rating, expected, points, counts)."""
    yes, no = gettext("yes"), gettext("no")
    return pl.DataFrame(
        [
            {
                "date": str(game["date"]),
                "against": game["opponent"],
                "rating": _or_none(game["opponent_rating"]),
                "expected": "" if game["norm"] is None else number(game["norm"]),
                "points": number(game["points"]),
                "counts": yes if game["counted"] else no,
            }
            for game in rating.games[:_MOST_GAMES]
        ]
    )


def _or_none(value: int | None) -> str:
    return gettext("none") if value is None else str(value)
