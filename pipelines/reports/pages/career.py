"""The page of a person: all seasons and competitions of the club that the person played in."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.reports.bar import Bar
from pipelines.reports.charts.paths import seasons_chart
from pipelines.reports.content import Row, grouped
from pipelines.reports.files import Files
from pipelines.reports.html import macro_of
from pipelines.reports.page_names import page_name
from pipelines.reports.pages.player import seated_with
from pipelines.reports.rows import by_key, joined, written
from pipelines.reports.tables.columns import each, hundredths, is_shown, won
from pipelines.words.words import IN_CHANCE, fixed, spoken_date, unit
from transforms.results.careers import CAREER, careers
from transforms.tables.arithmetic.as_shown import aligned
from transforms.tables.messages import gettext
from transforms.tables.phrases import phrase
from transforms.tables.schemas import Tables

_ROWS = "player_rows.html"


def careers_of_clubs(report: Tables, competitions: pl.DataFrame) -> dict[str, list[Row]]:
    """Return by club the content of the page of each person who may be named and has several seasons."""
    seasons, partners, best = (table.filter(is_shown(pl.col("name"))) for table in careers(report, competitions))
    markup = {
        "seasons": _seasons(seasons),
        "partners": _partners(partners),
        "best": _best(best),
    }
    by_person = {name: by_key(table) for name, table in markup.items()}
    found: dict[str, list[Row]] = {}
    for (club, player), rows in grouped(seasons.to_dicts(), *CAREER):
        days, course = seasons_chart(rows[::-1])
        found.setdefault(club, []).append(
            {
                **{name: of_person.get((club, player), "") for name, of_person in by_person.items()},
                "name": rows[0]["name"],
                "player_id": player,
                "played": sum(row["sessions"] for row in rows),
                "played_in": [[row["competition"], row["season"]] for row in rows],
                "latest": rows[0],
                "changed": _changed(rows),
                "days": days,
                "course": course,
            }
        )
    return found


def write_careers(people: list[Row], seasons: Mapping[str, tuple[Row, Bar]], files: Files) -> None:
    """Write the pages of a club's people, unless they would show the same as before.

    The pages look like those of the competition that the person played last; `seasons` has its last season
    with the bar of that season, by id.
    """
    for row in people:
        competition, bar = seasons[row["latest"]["competition"]]
        inputs = files.inputs(row, competition["club_name"], bar)
        if not files.keeps(inputs):
            content = {
                **row,
                "days": macro_of("course.html", "days")(row["days"]),
                "competition": competition,
                "bar": bar,
            }
            root = f"../{page_name(competition['competition'])}/"
            files.drawn_from(inputs).page(f"{page_name(row['player_id'])}.html", "career.html", root=root, **content)


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


def _changed(rows: list[Row]) -> str:
    """Return in words how the mean score of the last season differs from that of the season before."""
    last: dict[str, Any] = rows[0]
    if last["change_error"] is None:
        return ""
    gaps = {"season": last["season"], "change": fixed(abs(last["change"]), 1), "error": fixed(last["change_error"], 1)}
    if abs(last["change"]) <= IN_CHANCE * last["change_error"]:
        said = gettext("In {season} the mean score changed by {change} ± {error} %: that is within chance.", **gaps)
    elif last["change"] > 0:
        said = gettext("In {season} the mean score rose by {change} ± {error} %.", **gaps)
    else:
        said = gettext("In {season} the mean score fell by {change} ± {error} %.", **gaps)
    return said
