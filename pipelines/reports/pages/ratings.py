"""The pages of a federation's ratings: lists, players, and how reliable the ratings are."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import polars as pl
from markupsafe import Markup

from pipelines.reports.charts.drawing import Chart, Drawing, kept
from pipelines.reports.charts.ratings import LEAST_GAMES, Courses, distribution_chart, reliability_chart
from pipelines.reports.content import LatestRatings, Row, by, grouped
from pipelines.reports.downloads import COLUMNS, column_list, write_downloads
from pipelines.reports.files import Files
from pipelines.reports.first_page import SEARCH_INDEX, of_ratings, search_index
from pipelines.reports.html import as_file
from pipelines.reports.page_names import page_name
from pipelines.reports.pages import rating_words
from pipelines.reports.pages.rating_words import FLAGS, flag_words, tendency
from pipelines.reports.rows import one_after_another, with_markup, written
from pipelines.reports.tables.columns import each, hundredths, whole, with_sign
from pipelines.settings.ratings import rating_table
from pipelines.words.for_programs import as_csv
from pipelines.words.languages.numbers import short_date
from transforms.tables.arithmetic.as_shown import in_short
from transforms.tables.messages import gettext
from transforms.tables.schemas import CLUB
from transforms.tables.shared import natural

_MOST_LISTED = 200
MOST_ON_A_PAGE = 2000  # the most rows of a list on a page; a longer list has further pages
_FIRST = 10
_KEY = (*CLUB, "list", "list_date")
LISTS = ("ranking", "alphabetical")
_MOST_MOVERS = 10
_ALL_SO_FAR = "*"  # the mark on a number of games that counts all seasons so far
_OF_FILE = (
    *(*CLUB, "season", "system", "list_date", "position", "player_id", "name", "rating_before", "games", "points"),
    *("norm", "performance", "k", "rating", "change", "games_total", "method", "flags"),
)

Rows = list[tuple[Any, ...]]
_PLAYERS_AT_ONCE = 1000  # how many players' seasons and games are taken out of the tables at a time
_ROWS = "rating_player_rows.html"
_OF_SEASON: dict[str, Callable[[Row], object]] = {
    "by": rating_words.method_name,
    "beyond": rating_words.beyond_norm,
    "sum": rating_words.worked_out,
    "flags": rating_words.flags_in_words,
    "performance": rating_words.performance,
}  # the page's words about a season of a player, from its row of `seasons`


class Federation(NamedTuple):
    """The data from which the rating pages of one competition are made."""

    competition: Row
    seasons: list[str]
    report: Mapping[str, pl.DataFrame]  # the rows of this competition in the tables of `rating_tables`
    warehouse: Mapping[str, pl.DataFrame]  # the rows of this competition in the tables of the warehouse, to download
    texts: Mapping[str, str]
    listed: pl.DataFrame  # the rows of its lists, as pages show them (`list_rows`)
    inputs: str  # the digest of all this
    texts_of_list: Callable[[tuple[Any, ...]], Mapping[str, str]]  # by key with the day of a list: its files as CSV


def write_ratings(federation: Federation, files: Files) -> None:
    """Write the pages, charts and downloads of a competition that has a rating list."""
    found = of_ratings(federation.report["seasons"])
    shared: Row = {"competition": federation.competition, "seasons": federation.seasons, "has_search": bool(found)}
    shared["lists"] = federation.report["lists"].to_dicts()
    if found:
        files.write(SEARCH_INDEX, search_index(found))
    of_lists = federation.report["bands"].partition_by("list_date", as_dict=True)
    drawings = {f"calibration-{day or 'all'}": Drawing(reliability_chart, bands) for (day,), bands in of_lists.items()}
    charts = kept(drawings, files.within("charts")).values()
    reliability = dict(zip((day for (day,) in of_lists), charts, strict=True))
    _write_lists(federation, shared, reliability.get(None), files)
    bands = federation.report["bands"].filter(pl.col("list_date").is_null()).to_dicts()
    calibration = {
        "bands": bands,
        "tendency": tendency(bands, LEAST_GAMES),
        "foretelling": federation.report["foretelling"].to_dicts(),
        "reliability": reliability,
        "least_games": LEAST_GAMES,
    }
    first = {"root": "../", "here": "", **shared}
    files.page("calibration.html", "rating_calibration.html", **first, **calibration)
    classes = rating_table().sort("least").to_dicts()
    files.page("table.html", "rating_table.html", **first, this=shared["lists"][0], classes=classes)
    write_players(federation.report, shared, files)


def latest_ratings(report: Mapping[str, pl.DataFrame]) -> LatestRatings | None:
    """Return the last list with its first players, and all players with a rating; None if there is no list."""
    if report["lists"].is_empty():
        return None
    last = report["lists"].row(0, named=True)
    first = report["rows"].filter(list="ranking", list_date=last["list_date"]).head(_FIRST)
    listed = report["seasons"].filter(list_date=last["list_date"]).drop_nulls("rating")
    ratings = listed.select("player_id", "rating").iter_rows()
    rated = {player: {"page": page_name(player), "rating": rating} for player, rating in ratings}
    return LatestRatings(last, list_rows(first).drop(_KEY).rows(), rated)


def list_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of lists as pages show them: numbers as text, and `marks` on doubtful ratings."""
    marked = {name: gettext(flag.mark) for name, flag in FLAGS.items() if flag.mark}
    flags = pl.col("flags").str
    marks = [pl.when(flags.contains(name, literal=True)).then(pl.lit(mark)) for name, mark in marked.items()]
    return rows.select(
        *_KEY,
        "place",
        page=each(rows["player_id"], page_name),
        name="name",
        rating_before=whole("rating_before"),
        games=whole("games") + pl.when(method="performance").then(pl.lit(_ALL_SO_FAR)).otherwise(pl.lit("")),
        performance=whole("performance"),
        rating=whole("rating"),
        change=pl.when(pl.col("change") == 0).then(pl.lit("=")).otherwise(with_sign("change")),
        points=in_short(pl.col("points")).fill_null(""),
        norm=hundredths(pl.col("norm")),
        k=in_short(pl.col("k")).fill_null(""),
        marks=pl.concat_str(marks, separator=", ", ignore_nulls=True),
    )


def list_files(rows: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the tables `ranking` and `alphabetical` to download. Numbers stay numbers, and players have ids too."""
    return {name: rows.filter(list=name).select(_OF_FILE) for name in LISTS}


def _write_lists(federation: Federation, shared: Row, reliability: Chart | None, files: Files) -> None:
    report, lists, corrections = federation.report, shared["lists"], federation.report["corrections"]
    to_download = files.within("downloads")
    rows_of, listed_of = (
        {name: _by_list(of.filter(list=name)) for name in LISTS} for of in (report["rows"], federation.listed)
    )
    in_order = report["seasons"].sort(natural(pl.col("name")), "player_id")
    flagged, unlinked = (dict(by(in_order.drop_nulls(of), "list_date")) for of in ("flags", "unlinked_group"))
    downloads = write_downloads(federation.warehouse, to_download, federation.texts)
    if downloads:
        to_download.write(f"{COLUMNS}.csv", as_csv(column_list(federation.warehouse)).encode())
    latest = lists[0]["list_date"]
    owner = [federation.competition[name] for name in CLUB]
    for number, this in enumerate(lists):
        day, is_latest = this["list_date"], number == 0
        rows = {name: rows_of[name](day) for name in LISTS}
        ratings = tuple(rows[name]["rating"].to_list() for name in ("alphabetical", "ranking"))
        drawing = Drawing(distribution_chart, *ratings)
        pages = ("index.html", "alphabetical.html") if is_latest else [f"lists/{day}.html"] * 2
        parts = {
            name: _parts(listed_of[name](day).drop(_KEY), name if is_latest else f"lists/{day}-{name}", page)
            for name, page in zip(LISTS, pages, strict=True)
        }
        texts = federation.texts_of_list((*owner, day))
        groups = sorted(grouped(unlinked.get(day, []), "unlinked_group"), key=lambda group: (-len(group[1]), group[0]))
        content = {
            **shared,
            "root": "../" if is_latest else "../../",
            "here": "" if is_latest else "../",
            "this": this,
            "latest": latest,
            "alphabetical": parts["alphabetical"],
            "files": write_downloads(
                {f"{day}.{name}": of.select(_OF_FILE) for name, of in rows.items()},
                to_download,
                {f"{day}.{name}": text for name, text in texts.items()},
            ),
        }
        first = files.drawn_from(federation.inputs) if is_latest else files
        first.page(
            pages[0],
            "rating_list.html",
            later=None if is_latest else lists[number - 1]["list_date"],
            earlier=lists[number + 1]["list_date"] if number + 1 < len(lists) else None,
            drawing=kept({f"{day}": drawing}, files.within("charts")).get(f"{day}"),
            reliability=reliability if is_latest else None,
            ranking=parts["ranking"],
            movers=movers(rows["ranking"]),
            warnings=_warnings(flagged.get(day, [])),
            groups=[group for _, group in groups],
            corrections=dict(by(corrections if is_latest else corrections.filter(list_date=day), "list_date")),
            downloads=downloads if is_latest else [],
            most=_MOST_LISTED,
            days=[row["list_date"] for row in lists],
            **content,
        )
        if is_latest:
            files.page("alphabetical.html", "rating_alphabetical.html", **content)
        for which, of_list in parts.items():
            for part in of_list[1:]:
                files.page(part.file, "rating_part.html", which=which, parts=of_list, part=part, **content)


class Part(NamedTuple):
    """A part of a long list: its page, the numbers (from 1) of its first and last row, and its rows."""

    file: str
    first: int
    last: int
    rows: Rows


def _parts(listed: pl.DataFrame, stem: str, first_page: str) -> list[Part]:
    starts = range(0, listed.height, MOST_ON_A_PAGE)
    slices = [listed.slice(start, MOST_ON_A_PAGE).rows() for start in starts]
    files = [first_page, *(f"{stem}-{number}.html" for number in range(2, len(slices) + 1))]
    return [Part(file, at + 1, at + len(of), of) for file, at, of in zip(files, starts, slices, strict=False)]


def _by_list(table: pl.DataFrame) -> Callable[[dt.date], pl.DataFrame]:
    parts = {day: rows for (day,), rows in table.partition_by("list_date", as_dict=True).items()}
    return lambda day: parts.get(day, table.clear())


def movers(ranking: pl.DataFrame) -> dict[bool, list[Row]]:
    """Return those who rose most (True) and fell most (False) on a rating list; ties keep the order of the list."""
    ends = {True: ranking.filter(pl.col("change") > 0), False: ranking.filter(pl.col("change") < 0)}
    most = {rose: rows.sort("change", descending=rose, maintain_order=True) for rose, rows in ends.items()}
    return {rose: rows.head(_MOST_MOVERS).to_dicts() for rose, rows in most.items() if rows.height}


def _warnings(flagged: list[Row]) -> list[Row]:
    kinds = []
    for name, flag in FLAGS.items():
        players = [(row, flag_words(name, row)) for row in flagged if name in row["flags"].split(",")]
        if players and flag.meaning:
            kinds.append({"title": gettext(flag.title), "meaning": gettext(flag.meaning), "players": players})
    return kinds


class Games(NamedTuple):
    """The games of a player in a season, by date: their number, and their rows as markup."""

    many: int = 0
    stands_in: bool = False  # whether an opponent had no rating yet, so that the first rating was used instead
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
    """Yield (player id, rows of `seasons`, games) per player. The games of many players become markup together."""
    everybody = report["seasons"]["player_id"].unique().sort()
    for start in range(0, everybody.len(), _PLAYERS_AT_ONCE):
        is_one = pl.col("player_id").is_in(everybody.slice(start, _PLAYERS_AT_ONCE).implode())
        of_players = _games(report["games"].filter(is_one))
        for player, rows in by(report["seasons"].filter(is_one), "player_id"):
            yield player, rows, of_players


def _course(rows: list[Row]) -> tuple[list[dt.date], list[int]]:
    """Return the days on which a player's rating is known, and the ratings: before the first season, and per list."""
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
    keyed = (((row["player_id"], row["list_date"]), row) for row in with_markup(of_season))
    return {key: Games(row["len"], row["stands_in"], row["markup"]) for key, row in keyed}
