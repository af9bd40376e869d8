"""The page of a person: all seasons and competitions of the club that the person played in."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import polars as pl

from pipelines.reports.bar import Bar
from pipelines.reports.charts.paths import seasons_chart
from pipelines.reports.content import Row, grouped
from pipelines.reports.files import Files
from pipelines.reports.html import macro_of
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.player import seated_with
from pipelines.reports.rows import MARKUP, joined, with_parts, written
from pipelines.reports.tables.columns import each, hundredths, is_shown, won
from pipelines.words.words import IN_CHANCE, counted, spoken_date, unit
from transforms.results.careers import CAREER, careers, in_all
from transforms.tables.arithmetic.as_shown import aligned
from transforms.tables.phrases import phrase
from transforms.tables.schemas import PLAYER, Tables

_ROWS = "player_rows.html"


class Pages(NamedTuple):
    """What the pages of all people show who may be named and have several seasons."""

    people: pl.DataFrame
    """One row per person: club, player_id, `competition`, the one played last, `name`, and `body`, the markup."""
    seasons: pl.DataFrame
    """One row per person and season, with the columns of `PLAYER`."""


def pages_of_careers(report: Tables, competitions: pl.DataFrame) -> Pages:
    """Return the contents of the pages of careers, of all clubs."""
    seasons, partners, best = (table.filter(is_shown(pl.col("name"))) for table in careers(report, competitions))
    people = in_all(seasons)
    parts = {
        "course": _courses(seasons),
        "seasons": _seasons(seasons),
        "partners": _partners(partners),
        "best": _best(best),
    }
    people = with_parts(people, *(table.rename({"markup": name}) for name, table in parts.items()))
    cells = people.select(
        *parts,
        played=each(people["sessions"], partial(counted, thing="session")),
        of_seasons=each(people["different"], partial(counted, thing="season")),
        changed=written(_ROWS, "changed", change_words(people)),
    )
    shown = people.select(*CAREER, "competition", "name", body=written(_ROWS, "career", cells))
    return Pages(shown, seasons.select(PLAYER))


def write_careers(people: pl.DataFrame, seasons: Mapping[str, tuple[Row, Bar]], files: Files) -> None:
    """Write the pages of a club's people, unless they would show the same as before.

    The pages look like those of the competition that the person played last; `seasons` has its last season
    with the bar of that season, by id.
    """
    for (of,), own in people.partition_by("competition", as_dict=True).items():
        competition, bar = seasons[of]
        inputs = files.inputs(*own.rows(), competition["club_name"], bar)
        if not files.keeps(inputs):
            names = (f"{page_name(player)}.html" for player in own["player_id"])
            content = {"competition": competition, "bar": bar, "root": f"../{page_name(of)}/"}
            files.drawn_from(inputs).pages(names, "career.html", own.select("name", "body"), **content)


def change_words(people: pl.DataFrame) -> pl.DataFrame:
    """Return how the mean score of each person's last season differs from that of the season before, as cells."""
    change, error = pl.col("change"), pl.col("change_error")
    numbers = {"change": aligned(change.abs(), pl.lit(1)), "error": aligned(error, pl.lit(1))}
    return people.select("season", **numbers, in_chance=change.abs() <= IN_CHANCE * error, rose=change > 0)


def _courses(seasons: pl.DataFrame) -> pl.DataFrame:
    """Return the drawing of each person's rankings, season by season; "" for who was ranked in too few seasons."""
    of_each = grouped(seasons.reverse().to_dicts(), *CAREER)
    days, drawn = macro_of("course.html", "days"), macro_of("course.html", "drawn")
    charts = [(person, *seasons_chart(rows)) for person, rows in of_each]
    markup = [(*person, {"markup": str(drawn(course, days(at))) if course else ""}) for person, at, course in charts]
    return pl.DataFrame(markup, {**dict.fromkeys(CAREER, pl.String), "markup": MARKUP}, orient="row")


def _folder(table: pl.DataFrame) -> pl.Expr:
    competition, season = (pl.lit(each(table[name], page_name)) for name in ("competition", "season"))
    return phrase("{}/{}", competition, season)


def _seasons(seasons: pl.DataFrame) -> pl.DataFrame:
    cells = seasons.select(
        *("several", "season", "competition_name", "sessions", "rank", "ranked", "champion"),
        folder=_folder(seasons),
        page=each(seasons["player_id"], page_name),
        score=hundredths(pl.col("score")),
        error=aligned(pl.col("error"), pl.lit(2)),
        ranking=hundredths(pl.col("ranking")),
        best=hundredths(pl.col("best")),
        session=each(seasons["best_session"], page_name),
    )
    return joined(written(_ROWS, "of_season", cells), seasons, CAREER)


def _partners(partners: pl.DataFrame) -> pl.DataFrame:
    cells = partners.select(
        "linked",
        page=phrase("../{}/players/{}", _folder(partners), pl.lit(each(partners["partner_id"], page_name))),
        name="name",
        many="sessions",
        score=hundredths(pl.col("score")),
    )
    return joined(written(_ROWS, "company", cells), partners, CAREER)


def _best(best: pl.DataFrame) -> pl.DataFrame:
    cells = best.select(
        *("date", "rank", "entrants"),
        seated=seated_with(best),
        page=phrase("{}/sessions/{}", _folder(best), pl.lit(each(best["session_id"], page_name))),
        day=each(best["date"], spoken_date),
        score=won(pl.col("score"), pl.col("scoring")),
        unit=each(best["scoring"], unit),
    )
    return joined(written(_ROWS, "best", cells), best, CAREER)
