"""The page of every rated player or team: how the rating changed, and how each season led to it."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import polars as pl
from markupsafe import Markup

from pipelines.reports.charts.ratings import Courses
from pipelines.reports.content import Row, by
from pipelines.reports.files import Files
from pipelines.reports.html import as_file
from pipelines.reports.page_names import page_name
from pipelines.reports.pages import rating_words
from pipelines.reports.rows import one_after_another, with_markup, written
from pipelines.reports.tables.columns import each, hundredths, with_sign
from pipelines.settings.ratings import rating_table
from pipelines.words.languages.numbers import short_date
from transforms.tables.arithmetic.as_shown import in_short

_PLAYERS_AT_ONCE = 1000  # players whose seasons and games are taken out of the tables at once
_ROWS = "rating_player_rows.html"
_OF_SEASON: dict[str, Callable[[Row], object]] = {
    "by": rating_words.method_name,
    "beyond": rating_words.beyond_norm,
    "sum": rating_words.worked_out,
    "flags": rating_words.flags_in_words,
    "performance": rating_words.performance,
}  # the functions that describe a season of a player on the page, from its row of `seasons`


class Games(NamedTuple):
    """The games of a player in a season, in order of date: the number of games, and their rows as markup."""

    many: int = 0
    stands_in: bool = False  # whether any opponent had no rating yet, so that the opponent's first rating was used
    rows: Markup = Markup()


def write_players(report: Mapping[str, pl.DataFrame], shared: Row, files: Files) -> None:
    """Write the page and the chart of every rated player."""
    lists = shared["lists"]
    latest = lists[0]["list_date"]
    ranked = report["rows"].filter(list="ranking", list_date=latest)
    places = dict(ranked.select("player_id", "place").rows())
    classes = rating_table().sort("least").to_dicts()
    courses = Courses(_eve(lists[-1]["start"]), [row["list_date"] for row in reversed(lists)])
    for player, rows, games in _players(report):
        page = page_name(player)
        days, ratings = _course(rows)
        drawing, highest = courses.chart(days, ratings), None
        if ratings:
            day = days[ratings.index(max(ratings))]
            highest = {"rating": max(ratings), "day": day, "is_list": day in {row["list_date"] for row in rows}}
        if drawing:
            files.write(f"charts/players/{page}.svg", as_file(drawing.svg))
        files.page(
            f"players/{page}.html",
            "rating_player.html",
            root="../../",
            here="../",
            competition=shared["competition"],
            latest=latest,
            ranked=lists[0]["ranked"],
            file=page,
            name=rows[0]["name"],
            place=places.get(player),
            why_not_listed=rating_words.why_not_listed(rows[-1]),
            this=lists[0],
            highest=highest,
            earlier=rows[-1]["games_total"] - sum(row["played"] for row in rows),
            expected=rating_words.expected(rows[-1]["rating"], classes),
            drawing=drawing,
            played=[
                {name: of(row) for name, of in _OF_SEASON.items()}
                | {"row": row, "games": games.get((player, row["list_date"]), Games())}
                for row in reversed(rows)
            ],
        )


def _players(
    report: Mapping[str, pl.DataFrame],
) -> Iterator[tuple[str, list[Row], Mapping[tuple[str, dt.date], Games]]]:
    """Yield (player id, rows of `seasons`, games) for every player, with the markup of 1000 players at a time."""
    everybody = report["seasons"]["player_id"].unique().sort()
    for start in range(0, everybody.len(), _PLAYERS_AT_ONCE):
        is_one = pl.col("player_id").is_in(everybody.slice(start, _PLAYERS_AT_ONCE).implode())
        of_players = _games(report["games"].filter(is_one))
        for player, rows in by(report["seasons"].filter(is_one), "player_id"):
            yield player, rows, of_players


def _course(rows: list[Row]) -> tuple[list[dt.date], list[int]]:
    """Return the days and ratings of a player: the day before the first season, then every list."""
    before = (_eve(rows[0]["start"]), rows[0]["rating_before"])
    course = [before, *((row["list_date"], row["rating"]) for row in rows)]
    known = [(day, rating) for day, rating in course if rating is not None]
    return [day for day, _ in known], [rating for _, rating in known]


def _eve(day: dt.date) -> dt.date:
    return day - dt.timedelta(days=1)


def _games(games: pl.DataFrame) -> Mapping[tuple[str, dt.date], Games]:
    season = ("player_id", "list_date")
    in_one_line = pl.col("event").fill_null("").str.replace_all(r"(\d)-(\d)", "${1}\N{NON-BREAKING HYPHEN}${2}")
    cells = games.select(
        *("counted", "opponent", "rating", "opponent_rating", "stands_in", "expected"),
        by_norms=pl.col("method") == "norm",
        by_performance=pl.col("method") == "performance",
        iso="date",
        day=each(games["date"], short_date),
        event=in_one_line,
        opponent_page=pl.when("linked").then(each(games["opponent_id"], page_name)),
        difference=with_sign("difference"),
        norm=hundredths(pl.col("norm")),
        points=in_short(pl.col("points")),
        beyond=pl.when(pl.col("beyond") > 0).then(pl.lit("+")).otherwise(pl.lit("")) + hundredths(pl.col("beyond")),
    )
    rows = written(_ROWS, "game", cells)
    of_season = (
        games.select(*season, "stands_in", markup=rows)
        .group_by(season)
        .agg(pl.len(), pl.col("stands_in").is_not_null().any(), one_after_another(pl.col("markup")))
    )
    return {
        (row["player_id"], row["list_date"]): Games(row["len"], row["stands_in"], row["markup"])
        for row in with_markup(of_season)
    }
