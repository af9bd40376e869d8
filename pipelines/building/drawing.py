"""Draw a club's whole site in a separate folder, with hard links to unchanged files; `putting` puts it in place."""

from collections.abc import Collection
from pathlib import Path

import polars as pl

from pipelines.building import putting
from pipelines.machine import clock
from pipelines.reports.first_page import (
    MOST_FOUND,
    OF_EVENINGS,
    evenings,
    players_found,
    simultaneous_lists,
    standing,
)
from pipelines.reports.manifests import MANIFEST, NamedFolders, manifest_of
from pipelines.reports.site import draw_clubs as draw_pages
from pipelines.reports.site import draw_first as draw_first_page
from pipelines.reports.site import language_of_all
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse
from pipelines.warehouse.questions import NATURAL
from pipelines.warehouse.statements import ordered, stored
from pipelines.words.languages import speaking
from pipelines.words.progress import Progress
from transforms import season
from transforms.federation.shown import levels_shown, rating_list_shown
from transforms.official.to_settle import with_doubts
from transforms.privacy.withheld import Withheld, withheld
from transforms.results.people_shown import sessions_found
from transforms.tables.federation import NO_SETTINGS, Federation
from transforms.tables.schemas import COMPETITION, WAREHOUSE, Tables

_OF_ALL = (
    *("awards.federation", "federation.rating_list", "federation.ratings", "federation.rating_seasons"),
    "federation.levels",
)


def draw_clubs(
    tables: Tables, clubs: list[str], site: Path, aside: Path, progress: Progress, *, is_one: bool = True
) -> None:
    """Draw the pages of clubs into `aside`, with links to unchanged files. Raises `DrawingError` if a page fails."""
    draw_pages(tables, clubs, site, aside, progress, is_one=is_one)
    drawn = NamedFolders(aside)
    for club in clubs:
        for folder in drawn.of(club):
            _make_whole(folder, site / folder.name)


def draw_first(
    warehouse: Warehouse,
    site: Path,
    aside: Path,
    without: Collection[str] = (),
    federation: Federation = NO_SETTINGS,
) -> None:
    """Draw into `aside` the pages that cover all clubs but those in `without`, from what these clubs publish.

    The settings of the federation matter only if clubs are left out.
    """
    # "a member" in the tables must be in the language of the page, not of the terminal.
    languages = warehouse.sql("select distinct language from raw.competitions")
    with speaking(language_of_all(languages)):
        first = _first(warehouse, without, federation)
        # The completed folder has no competition that is gone; a club that is gone is removed as a whole.
        draw_first_page(first, site, aside, is_all=False)


def _first(warehouse: Warehouse, without: Collection[str], federation: Federation) -> dict[str, pl.DataFrame]:
    people, is_out = withheld(warehouse.read_all_seasons), pl.col("club").is_in([*without])

    def shown(name: str, query: str) -> pl.DataFrame:
        return people.shown(name, warehouse.sql(query).remove(is_out))

    last = shown("raw.sessions", _LAST.format(rows=ordered("raw.sessions"), natural=NATURAL))
    last_of = last.select(*COMPETITION, last_session="session_id")
    competitions = warehouse.sql(_COMPETITIONS).remove(is_out).join(last_of, on=COMPETITION, how="left")
    competitions = with_doubts(competitions, warehouse.read_all_seasons("scored.doubts"))
    is_one, is_few = competitions["club"].n_unique() == 1, competitions["players"].sum() <= MOST_FOUND
    of_one, of_few = ("" if is_so else " limit 0" for is_so in (is_one, is_few))
    players = shown("raw.players", f"from ({ordered('raw.players')}){of_few}")
    tables = {name: shown(name, _LAST.format(rows=ordered(name), natural=NATURAL) + of_one) for name in OF_EVENINGS}
    of_all = _of_all_clubs(warehouse, without, federation)
    awards, lists, ratings, seasons, levels = (people.shown(name, of_all[name]) for name in _OF_ALL)
    return {
        "competitions": competitions,
        "evenings": evenings({"raw.sessions": last} | tables, players),
        "standing": standing(shown("rankings.player_rankings", _STANDING + of_one), players),
        "players": players_found(
            shown("raw.entries", _SEATED + of_few), players, warehouse.read("federation.identities")
        ),
        "sessions": sessions_found(shown("raw.sessions", f"from raw.sessions{of_one}")),
        "looks": shown("raw.looks", f"from raw.looks order by club, competition{of_one}").head(1),
        "awards.federation": awards,
        "rating_list": rating_list_shown(lists, ratings, seasons),
        "levels": levels_shown(levels, competitions),
        "simultaneous": _simultaneous(warehouse, people, without),
    }


def _of_all_clubs(warehouse: Warehouse, without: Collection[str], federation: Federation) -> Tables:
    """Return the tables of `_OF_ALL`, made anew if clubs are left out."""
    if not without:
        return {name: warehouse.read_all_seasons(name) for name in _OF_ALL}
    is_out = pl.col("club").is_in([*without])
    conditions = {"federation": federation, "rating_table": rating_table(), "today": clock.today()}
    of_clubs = {table for step in season.STEPS if not step.of_all_clubs for table in step.makes}
    stored = [name for name in WAREHOUSE if name in of_clubs or name.startswith("raw.")]
    steps = season.steps_to(_OF_ALL, [*stored, *conditions])
    read = {name for step in steps for name in step.tables_read}.intersection(stored)
    given = {name: warehouse.read_all_seasons(name).remove(is_out) for name in read} | conditions
    for step in steps:
        given |= step.computed(given)
    return given


def _simultaneous(warehouse: Warehouse, people: Withheld, without: Collection[str]) -> pl.DataFrame:
    """Return the lists of simultaneous events, but none in which a club takes part that is left out."""
    within, results = "federation.simultaneous", "federation.simultaneous_results"
    sessions, entries = (
        people.shown(name, warehouse.read_within(name, within)) for name in ("raw.sessions", "raw.entries")
    )
    listed = people.shown(results, warehouse.read_all_seasons(results))
    is_out = pl.col("club").is_in([*without]).any().over("simultaneous")
    clubs = listed["club"].unique().to_list()
    players, competitions = (warehouse.read_all_seasons(name, clubs) for name in ("raw.players", "raw.competitions"))
    named = people.shown("raw.players", players)
    return simultaneous_lists(listed.remove(is_out), sessions, entries, named, competitions)


def _make_whole(drawn: Path, present: Path) -> None:
    """Link the unchanged files listed in the manifests. A removed competition has an empty manifest."""
    names = {path.parent.name for folder in (drawn, present) for path in folder.glob(f"*/{MANIFEST}")}
    for name in sorted(names):
        is_changed = (drawn / name / MANIFEST).exists()
        files = manifest_of((drawn if is_changed else present) / name)
        for file in [*files, *([] if is_changed else [MANIFEST])]:
            if not (drawn / name / file).exists():
                (drawn / name / file).parent.mkdir(parents=True, exist_ok=True)
                putting.linked(present / name / file, drawn / name / file)


_LAST = """
    from ({rows}) semi join (
        from raw.sessions select club, competition, season, session_id
        qualify row_number() over (
            partition by club, competition, season order by date desc, {natural} desc, session_id desc) = 1
    ) using (club, competition, season, session_id)
"""
# The queries of large tables read stored rows: in views, each row is joined with its person.
_STANDING = f"""
    from ({ordered("rankings.player_rankings")}) semi join (
        from raw.competitions select club, competition, season
        qualify row_number() over (partition by club, competition order by start desc, season desc) = 1
    ) using (club, competition, season)
"""

_SEATED = f"select distinct club, competition, season, player_id from {stored('raw.entries')}"  # noqa: S608 - a name of ours
_COMPETITIONS = f"""
    with sessions as (
        select club, competition, season, count(*) as sessions, max(date) as last
        from raw.sessions group by all
    ), players as (
        select club, competition, season, count(distinct player_id) as players
        from {stored("raw.entries")} group by all
    ), rated as (
        select club, competition, list_date, count(rating) as rated
        from {stored("ratings.elo")} group by club, competition, list_date
        qualify list_date = max(list_date) over (partition by club, competition)
    ), rating_rules as (
        select club, competition, any_value(games_from) as games_from from raw.rating_seasons group by all
    )
    select club, competition, season, club_name, competition_name, start, "end",
        individual_show or pairs_show as championships, coalesce(sessions, 0)::bigint as sessions,
        coalesce(players, 0)::bigint as players, last, list_date, rated, games_from
    from raw.competitions
        left join sessions using (club, competition, season)
        left join players using (club, competition, season)
        left join rated using (club, competition)
        left join rating_rules using (club, competition)
    order by club, competition, start, season
"""  # noqa: S608 - names of ours
