"""Where a player's rating comes from: the sum of the last list, its K and norm, and the last games that count in it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import polars as pl

from pipelines.reports.pages.rating_change import change_by_norms
from pipelines.reports.pages.rating_words import flags_in_words, method_name, number, worked_out
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from transforms.messages import gettext
from transforms.season import season_tables
from transforms.tables import CLUB

_TABLES = (
    *("raw.players", "raw.files", "raw.games", "raw.rating_seasons"),
    *("ratings.elo", "ratings.lists", "ratings.games", "ratings.corrections"),
)
_SEASONS = "report.rating_seasons"
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
    """Of `report.rating_seasons`."""
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
    seasons = season_tables({**tables, "rating_table": rating_table()}, [_SEASONS])[_SEASONS]
    row = seasons.filter(player_id=last["player_id"], list_date=last["list_date"]).row(0, named=True)
    last_named = seasons.sort("list_date", "season", "system").unique("player_id", keep="last")
    names = last_named.select(opponent_id="player_id", opponent="name")
    games = (
        tables["ratings.games"]
        .filter(player_id=last["player_id"], list_date=last["list_date"])
        .join(names, on="opponent_id", how="left")
        .join(_read_in(tables), on="game_id", how="left")
        .sort("date", "game_id", descending=True)
        .select(
            *("date", "event", "opponent_id", pl.coalesce("opponent", "opponent_id").alias("opponent")),
            *("opponent_rating", "difference", "expected", "norm", "points", "counted", "file", "line_no"),
        )
    )
    return ExplainedRating(row, games.to_dicts())


def _read_in(tables: dict[str, pl.DataFrame]) -> pl.DataFrame:
    """(game_id, file, line_no): where each game was read; matches of teams are not among them."""
    paths = tables["raw.files"].select("file_id", file="path")
    games = tables["raw.games"].join(paths, on="file_id", how="left")
    return games.select("game_id", pl.coalesce("file", "file_id").alias("file"), "line_no")


def in_words(rating: ExplainedRating) -> Iterator[str]:
    """The rating, its sum, what stands behind it, and what is doubtful about it, a line each."""
    row, of = rating.row, worked_out(rating.row)
    yield gettext("Rating on the list of {day}: {rating}", day=row["list_date"], rating=_or_none(row["rating"]))
    if of.formula:
        yield of.formula
    if of.note:
        yield of.note
    if row["method"] == "norm":
        yield from change_by_norms(row)
    elif row["method"]:
        yield gettext("Rated by {method}", method=method_name(row))
    yield from (f"{flag}: {words}" for flag, words in flags_in_words(row))


def games_title(rating: ExplainedRating) -> str:
    """Which games `games_at_a_glance` has: all of the list, or the last of so many."""
    many = len(rating.games)
    if many <= _MOST_GAMES:
        return gettext("The games of this list, the latest first")
    return gettext("The last {number} of {of} games of this list, the latest first", number=_MOST_GAMES, of=many)


def read_in(rating: ExplainedRating) -> str | None:
    """The file in which all games that are shown were read; None: they are of several, or of none."""
    files = {game["file"] for game in rating.games[:_MOST_GAMES]}
    return files.pop() if len(files) == 1 else None


def games_at_a_glance(rating: ExplainedRating) -> pl.DataFrame:
    """The last games as they are printed: (date, against, rating, expected, points, counts, line of file).

    `counts` says what counts by norms, so it is not there for who is rated by performance. Where games were read in
    several files, `where` takes the place of `line of file`: the file and its line. Matches of teams have neither.
    """
    yes, no = gettext("yes"), gettext("no")
    one_file = read_in(rating)
    rows = [
        {
            "date": str(game["date"]),
            "against": game["opponent"],
            "rating": _or_none(game["opponent_rating"]),
            "expected": "" if game["norm"] is None else number(game["norm"]),
            "points": number(game["points"]),
            "counts": yes if game["counted"] else no,
            "where": _where(game),
            "line of file": "" if game["line_no"] is None else str(game["line_no"]),
        }
        for game in rating.games[:_MOST_GAMES]
    ]
    unsaid = {
        "counts": rating.row["method"] == "performance",
        "where": one_file is not None or not any(row["where"] for row in rows),
        "line of file": one_file is None,
    }
    return pl.DataFrame(rows).drop(name for name, is_unsaid in unsaid.items() if is_unsaid)


def _where(game: Row) -> str:
    """`club/ladder/games.csv:12`; the file alone where it has no lines; "" for a match of teams."""
    if game["file"] is None:
        return ""
    return game["file"] if game["line_no"] is None else f"{game['file']}:{game['line_no']}"


def _or_none(value: int | None) -> str:
    return gettext("none") if value is None else str(value)
