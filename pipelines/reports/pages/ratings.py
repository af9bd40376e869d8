"""The pages of a federation's ratings: its lists, its players, and how reliable the ratings are.

What belongs here: which rows of `rating_tables` (`tables/ratings.py`) go to which template, and where each page is
written.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import polars as pl
from markupsafe import Markup

from pipelines.reports.charts.drawing import Chart, Drawing
from pipelines.reports.charts.kept import kept
from pipelines.reports.charts.ratings import LEAST_GAMES, Courses, distribution_chart, reliability_chart
from pipelines.reports.column_list import COLUMNS, column_list
from pipelines.reports.content import LatestRatings, Rated, Row, by
from pipelines.reports.downloads import write_downloads
from pipelines.reports.files import Files
from pipelines.reports.html import as_file
from pipelines.reports.pages import rating_words
from pipelines.reports.pages.calibration_words import tendency
from pipelines.reports.rows import by_key, joined, written
from pipelines.reports.search import SEARCH_INDEX, of_ratings, search_index
from pipelines.reports.tables.ratings import list_file, list_rows
from pipelines.settings.ratings import rating_table
from pipelines.words.for_programs import as_csv
from transforms.tables import CLUB

_MOST_LISTED = 200
MOST_ON_A_PAGE = 2000
"""The most rows of a list on one page; a longer list continues on further pages."""
_PLAYERS_AT_ONCE = 1000
"""For how many players at a time the seasons and games are taken out of the tables."""
_FIRST = 10
_ROWS = "rating_player_rows.html"
_KEY = (*CLUB, "list_date")
LISTS = ("ranking", "alphabetical")
"""The two forms of a list; their tables have these names."""

Rows = list[tuple[Any, ...]]


class Federation(NamedTuple):
    """What the rating pages of one competition are made from."""

    competition: Row
    """Its names: the row of `raw.competitions` of its last season."""
    seasons: list[str]
    """Every season that has a page of its own, in order of time."""
    report: Mapping[str, pl.DataFrame]
    """The tables of `rating_tables`, with the rows of this competition."""
    warehouse: Mapping[str, pl.DataFrame]
    """The tables of the warehouse, with the rows of this competition, to download."""
    texts: Mapping[str, str]
    """Those of them that have rows, as CSV."""
    listed: Mapping[str, pl.DataFrame]
    """`ranking` and `alphabetical` as pages show them (`list_rows`), with the rows of this competition."""
    texts_of_list: Callable[[tuple[Any, ...]], Mapping[str, str]]
    """(club, competition, day of a list) -> `ranking` and `alphabetical` as CSV (`list_file`)."""


def write_ratings(federation: Federation, files: Files) -> None:
    """Write every page, chart and download of a competition that has a list."""
    found = of_ratings(federation.report["seasons"])
    shared = {
        "competition": federation.competition,
        "seasons": federation.seasons,
        "lists": federation.report["lists"].to_dicts(),
        "has_search": bool(found),
    }
    if found:
        files.write(SEARCH_INDEX, search_index(found))
    reliability = _reliability(federation.report["calibration"], files.within("charts"))
    _write_lists(federation, shared, reliability.get(None), files)
    _write_calibration(federation.report, shared, reliability, files)
    _write_table(shared, files)
    _write_players(federation.report, shared, files)


def latest_ratings(report: Mapping[str, pl.DataFrame]) -> LatestRatings | None:
    """The last list and its first players, or None without a list.

    Args:
        report: the tables of `rating_tables`, with the rows of one competition.
    """
    if report["lists"].is_empty():
        return None
    last = report["lists"].row(0, named=True)
    first = report["ranking"].filter(list_date=last["list_date"]).head(_FIRST)
    listed = report["seasons"].filter(list_date=last["list_date"]).drop_nulls("rating")
    rated = {
        player: Rated(page, rating) for player, page, rating in listed.select("player_id", "page", "rating").iter_rows()
    }
    return LatestRatings(last, list_rows(first).drop(_KEY).rows(), rated)


def list_file_name(day: dt.date, latest: dt.date) -> str:
    """The file of a list, from the folder of the ratings; the latest list is the first page."""
    return "index.html" if day == latest else f"lists/{day}.html"


# --- lists --------------------------------------------------------------------------------------


def _write_lists(federation: Federation, shared: Row, reliability: Chart | None, files: Files) -> None:
    """Write a page for every list; the alphabetical form of the latest list has a page of its own."""
    report, lists = federation.report, shared["lists"]
    rows_of, listed_of = ({name: _by_list(of[name]) for name in LISTS} for of in (report, federation.listed))
    of_list = {name: _rows_by_list(report[name]) for name in ("movers", "warnings", "groups", "corrections")}
    downloads = write_downloads(federation.warehouse, files.within("downloads"), federation.texts)
    if downloads:
        files.within("downloads").write(f"{COLUMNS}.csv", as_csv(column_list(federation.warehouse)).encode())
    latest = lists[0]["list_date"]
    owner = [federation.competition[name] for name in CLUB]
    for number, this in enumerate(lists):
        day = this["list_date"]
        ranking, alphabetical = (rows_of[name].get(day, report[name].clear()) for name in LISTS)
        pages = list_file_name(day, latest), "alphabetical.html" if day == latest else list_file_name(day, latest)
        ratings = (alphabetical["rating"].to_list(), ranking["rating"].to_list())
        drawings = {f"{day}": Drawing(ratings, partial(distribution_chart, *ratings))}
        drawing = kept(drawings, files.within("charts")).get(f"{day}")
        parts = {
            name: _parts(
                listed_of[name].get(day, federation.listed[name].clear()).drop(_KEY), _stem(name, day, latest), page
            )
            for name, page in zip(LISTS, pages, strict=True)
        }
        content = {
            **shared,
            "this": this,
            "latest": latest,
            "alphabetical": parts["alphabetical"],
            "files": write_downloads(
                {f"{day}.ranking": list_file(ranking), f"{day}.alphabetical": list_file(alphabetical)},
                files.within("downloads"),
                {f"{day}.{name}": text for name, text in federation.texts_of_list((*owner, day)).items()},
            ),
        }
        files.page(
            list_file_name(day, latest),
            "rating_list.html",
            root="../" if day == latest else "../../",
            here="" if day == latest else "../",
            later=lists[number - 1]["list_date"] if number else None,
            earlier=lists[number + 1]["list_date"] if number + 1 < len(lists) else None,
            drawing=drawing,
            reliability=reliability if day == latest else None,
            ranking=parts["ranking"],
            movers=by_value(of_list["movers"][day], "rose"),
            warnings=_warnings(of_list["warnings"][day]),
            groups=of_list["groups"][day],
            corrections=by_value(report["corrections"].to_dicts(), "list_date")
            if day == latest
            else by_value(of_list["corrections"][day], "list_date"),
            downloads=downloads if day == latest else [],
            most=_MOST_LISTED,
            days={row["list_date"] for row in lists},
            **content,
        )
        if day == latest:
            files.page("alphabetical.html", "rating_alphabetical.html", root="../", here="", **content)
        _write_parts(parts, shared, this, latest, files=files)


class Part(NamedTuple):
    """A part of a long list: its page, the numbers of its first and last row, counted from 1, and its rows."""

    file: str
    first: int
    last: int
    rows: Rows


def _parts(listed: pl.DataFrame, stem: str, first_page: str) -> list[Part]:
    """A list cut into pages; the first part stands on `first_page`, the others on pages of their own."""
    return [
        Part(first_page if not number else f"{stem}-{number + 1}.html", start + 1, start + rows.height, rows.rows())
        for number, (start, rows) in enumerate(
            (start, listed.slice(start, MOST_ON_A_PAGE)) for start in range(0, listed.height, MOST_ON_A_PAGE)
        )
    ]


def _stem(which: str, day: dt.date, latest: dt.date) -> str:
    return which if day == latest else f"lists/{day}-{which}"


def _write_parts(parts: Mapping[str, list[Part]], shared: Row, this: Row, latest: dt.date, *, files: Files) -> None:
    """Write the pages of all parts of a list after the first."""
    is_latest = this["list_date"] == latest
    for which, of_list in parts.items():
        for part in of_list[1:]:
            files.page(
                part.file,
                "rating_part.html",
                root="../" if is_latest else "../../",
                here="" if is_latest else "../",
                competition=shared["competition"],
                has_search=shared["has_search"],
                this=this,
                which=which,
                parts=of_list,
                part=part,
            )


def _by_list(table: pl.DataFrame) -> dict[dt.date, pl.DataFrame]:
    return {day: rows for (day,), rows in table.partition_by("list_date", as_dict=True).items()}


def _rows_by_list(table: pl.DataFrame) -> defaultdict[dt.date, list[Row]]:
    return defaultdict(list, by(table, "list_date"))


def by_value(rows: list[Row], column: str) -> dict[Any, list[Row]]:
    """Value of a column -> its rows, in the order of the first row of each value."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


class Warned(NamedTuple):
    """A kind of warning, and the players whom it is about: (row, what the warning means for this player)."""

    title: str
    meaning: str
    players: list[tuple[Row, str]]


def _warnings(flagged: list[Row]) -> list[Warned]:
    """The warnings of a list, the most serious kind first."""
    kinds = []
    for flag in rating_words.WARNINGS:
        players = [row for row in flagged if flag in row["flags"].split(",")]
        if players:
            words = [(row, rating_words.flag_words(flag, row)) for row in players]
            kinds.append(Warned(rating_words.flag_name(flag), rating_words.flag_meaning(flag), words))
    return kinds


# --- how far to believe them --------------------------------------------------------------------


def _reliability(calibration: pl.DataFrame, files: Files) -> dict[dt.date | None, Chart]:
    """List day -> the chart of its season, and None -> the chart of all seasons; the charts are also written."""
    parts = calibration.partition_by("list_date", as_dict=True)
    drawings = {
        f"calibration-{day or 'all'}": Drawing((bands,), partial(reliability_chart, bands))
        for (day,), bands in parts.items()
    }
    return dict(zip((day for (day,) in parts), kept(drawings, files).values(), strict=True))


def _write_calibration(
    report: Mapping[str, pl.DataFrame], shared: Row, reliability: Mapping[dt.date | None, Chart], files: Files
) -> None:
    bands = report["calibration"].filter(pl.col("list_date").is_null()).to_dicts()
    files.page(
        "calibration.html",
        "rating_calibration.html",
        root="../",
        here="",
        bands=bands,
        tendency=tendency(bands, LEAST_GAMES),
        foretelling=report["foretelling"].to_dicts(),
        reliability=reliability,
        least_games=LEAST_GAMES,
        **shared,
    )


def _write_table(shared: Row, files: Files) -> None:
    """Write the page of the rating table, which gives all percentages and differences, with the latest list's rules."""
    files.page(
        "table.html",
        "rating_table.html",
        root="../",
        here="",
        competition=shared["competition"],
        this=shared["lists"][0],
        classes=rating_table().sort("least").to_dicts(),
    )


# --- players ------------------------------------------------------------------------------------


class Games(NamedTuple):
    """The games of a player in a season, in order of date: how many, and their rows as markup."""

    many: int = 0
    stands_in: bool = False
    """Whether in any game the first rating of an opponent stands in, since the opponent had no rating yet."""
    rows: Markup = Markup()


class PlayedSeason(NamedTuple):
    """A season of a player: its row of `seasons`, how it was rated, its flags in words, its games."""

    row: Row
    by: str
    beyond: str
    """Points beyond the norm; "" where there is no norm."""
    sum: rating_words.Sum
    flags: list[tuple[str, str]]
    games: Games
    performance: str
    """How the performance beside a rating by norms is computed; "" for a season that is not rated by norms."""


def _write_players(report: Mapping[str, pl.DataFrame], shared: Row, files: Files) -> None:
    lists = shared["lists"]
    latest = lists[0]["list_date"]
    places = dict(report["ranking"].filter(list_date=latest).select("player_id", "place").rows())
    classes = rating_table().sort("least").to_dicts()
    courses = Courses(_eve(lists[-1]["start"]), [row["list_date"] for row in reversed(lists)])
    for player, rows, games in _players(report):
        page = rows[0]["page"]
        drawing = courses.chart(*_course(rows))
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
            highest=_highest(*_course(rows), {row["list_date"] for row in rows}),
            earlier=rows[-1]["games_total"] - sum(row["played"] for row in rows),
            expected=rating_words.expected(rows[-1]["rating"], classes),
            drawing=drawing,
            played=[
                PlayedSeason(
                    row,
                    rating_words.method_name(row),
                    rating_words.beyond_norm(row),
                    rating_words.worked_out(row),
                    rating_words.flags_in_words(row),
                    games.get((player, row["list_date"]), Games()),
                    rating_words.performance(row),
                )
                for row in reversed(rows)
            ],
        )


def _players(
    report: Mapping[str, pl.DataFrame],
) -> Iterator[tuple[str, list[Row], Mapping[tuple[str, dt.date], Games]]]:
    """(player id, rows of `seasons`, games) of every player.

    Games become markup for a limited number of players at a time, never for all at once.
    """
    for players in report["seasons"].select("player_id").unique().sort("player_id").iter_slices(_PLAYERS_AT_ONCE):
        seasons, games = (
            report[name].join(players, on="player_id", how="semi", maintain_order="left")
            for name in ("seasons", "games")
        )
        of_players = _games(games, seasons)
        for player, rows in by(seasons, "player_id"):
            yield player, rows, of_players


class Highest(NamedTuple):
    """The highest rating of a player, and since when; `is_list`: on a list, and not from before the first of them."""

    rating: int
    day: dt.date
    is_list: bool


def _highest(days: list[dt.date], ratings: list[int], lists: set[dt.date]) -> Highest | None:
    if not ratings:
        return None
    rating = max(ratings)
    day = days[ratings.index(rating)]
    return Highest(rating, day, day in lists)


def _course(rows: list[Row]) -> tuple[list[dt.date], list[int]]:
    """Days and ratings: the rating before the first list, where there is one, and the rating on every list.

    The first is that of the end of the season before, as a list of that day has it.
    """
    first = rows[0]
    before = [] if first["rating_before"] is None else [(_eve(first["start"]), first["rating_before"])]
    listed = [(row["list_date"], row["rating"]) for row in rows if row["rating"] is not None]
    course = before + listed
    return [day for day, _ in course], [rating for _, rating in course]


def _eve(day: dt.date) -> dt.date:
    return day - dt.timedelta(days=1)


def _games(games: pl.DataFrame, seasons: pl.DataFrame) -> Mapping[tuple[str, dt.date], Games]:
    """(player id, day of the list) -> games; `seasons` says by which method the player was rated."""
    season = ("player_id", "list_date")
    methods = seasons.select(
        *season, by_norms=pl.col("method") == "norm", by_performance=pl.col("method") == "performance"
    )
    known = games.join(methods, on=season, how="left", maintain_order="left")
    in_one_line = pl.col("event").str.replace_all(r"(\d)-(\d)", "${1}\N{NON-BREAKING HYPHEN}${2}")
    cells = known.drop("club", "competition", *season).with_columns(event=in_one_line)
    asked = ("event", "opponent_page", "stands_in")
    rows = by_key(joined(known.select(season).with_columns(written(_ROWS, "game", cells, asked=asked)), season))
    many = known.group_by(season).agg(pl.len(), (pl.col("stands_in") != "").any())
    return {
        (player, day): Games(number, stands_in, rows[player, day])
        for player, day, number, stands_in in many.iter_rows()
    }
