"""A site of tables alone, without a warehouse: drawn and put as a build does, and what its first page is told."""

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

import polars as pl
import pytest
from factories import Tables

from pipelines.reports.files import Files
from pipelines.reports.first_page import evenings, players_found, simultaneous_lists, standing
from pipelines.reports.manifests import put
from pipelines.reports.site import draw_clubs, draw_first
from pipelines.reports.site_folder import check_site
from transforms.federation.shown import levels_shown, rating_list_shown
from transforms.official.to_settle import with_doubts
from transforms.privacy.withheld import shown_to_all
from transforms.results.people_shown import sessions_found
from transforms.tables.schemas import CLUB, COMPETITION, SESSION


def write_site(tables: Tables, out: Path, only: Collection[str] = ()) -> Path:
    """Write the site of all clubs in the tables of the warehouse; return its first page.

    `only` are patterns of the pages, charts and downloads that are drawn, which takes less time; none: all of them.
    """
    check_site(out)
    shown = shown_to_all(tables)
    with drawing(only), tempfile.TemporaryDirectory(prefix=".writing-", dir=out) as name:
        aside = Path(name) / "drawn"
        clubs = sorted(tables["raw.competitions"]["club"].unique())
        draw_clubs(tables, clubs, out, aside, is_one=len(clubs) == 1)
        known = shown | {"federation.identities": tables["federation.identities"]}
        draw_first({**summary(known), "awards.federation": shown["awards.federation"]}, out, aside)
        put(aside, out)
    return out / "index.html"


@contextmanager
def drawing(only: Collection[str]) -> Iterator[None]:
    """Nothing but these files is drawn meanwhile."""
    before = {"page": Files.page, "drawn": Files.drawn}

    def limited(method: Callable[..., Any]) -> Callable[..., Any]:
        def draw(files: Files, name: str, /, *given: Any, **content: Any) -> Any:
            is_wanted = not only or any(PurePosixPath(files._prefix + name).match(one) for one in only)
            return method(files, name, *given, **content) if is_wanted else None

        return draw

    with pytest.MonkeyPatch.context() as patched:
        for name, method in before.items():
            patched.setattr(Files, name, limited(method))
        yield


def summary(tables: Tables) -> dict[str, pl.DataFrame]:
    """What `draw_first` is told of all clubs, but their federation points, as a build asks it in SQL."""
    sessions = tables["raw.sessions"].group_by(COMPETITION).agg(sessions=pl.len(), last=pl.col("date").max())
    last = tables["raw.sessions"].sort("date", "session_id").unique(COMPETITION, keep="last").sort(COMPETITION)
    players = tables["raw.entries"].group_by(COMPETITION).agg(players=pl.col("player_id").n_unique())
    of_last_list = pl.col("list_date") == pl.col("list_date").max().over(CLUB)
    rated = tables["ratings.elo"].filter(of_last_list).group_by(*CLUB, "list_date").agg(rated=pl.col("rating").count())
    rules = tables["raw.rating_seasons"].select(*CLUB, "games_from").unique()
    seasons = (
        tables["raw.competitions"]
        .join(rated, on=CLUB, how="left")
        .join(rules, on=CLUB, how="left")
        .join(sessions, on=COMPETITION, how="left")
        .join(players, on=COMPETITION, how="left")
        .join(last.select(*COMPETITION, last_session="session_id"), on=COMPETITION, how="left")
        .with_columns(
            pl.col("sessions", "players").fill_null(0), championships=pl.any_horizontal("individual_show", "pairs_show")
        )
        .sort(*CLUB, "start", "season")
        .select(
            *(*COMPETITION, "club_name", "competition_name", "start", "end", "championships", "sessions", "players"),
            *("last", "last_session", "list_date", "rated", "games_from"),
        )
    )
    latest = tables["raw.competitions"].sort("start", "season").unique(CLUB, keep="last")
    event = tables["federation.simultaneous"]
    held, seated = (tables[name].join(event, on=SESSION, how="semi") for name in ("raw.sessions", "raw.entries"))
    results = tables["federation.simultaneous_results"]
    return {
        "rating_list": rating_list_shown(
            *(tables[f"federation.{name}"] for name in ("rating_list", "ratings", "rating_seasons"))
        ),
        "levels": levels_shown(tables["federation.levels"], seasons),
        "simultaneous": simultaneous_lists(results, held, seated, tables["raw.players"], seasons),
        "competitions": with_doubts(seasons, tables["scored.doubts"]),
        "evenings": evenings({**tables, "raw.sessions": last}, tables["raw.players"]),
        "standing": standing(
            tables["rankings.player_rankings"].join(latest, on=COMPETITION, how="semi"), tables["raw.players"]
        ),
        "players": players_found(tables["raw.entries"], tables["raw.players"], tables["federation.identities"]),
        "sessions": sessions_found(tables["raw.sessions"]),
        "looks": tables["raw.looks"],
    }
