"""Publish the seasons and rating lists that are owed: those that are over and were not published since.

What is owed follows from the days of the seasons and from the record of publications, so a publication that failed, or
that a machine missed while it was off, is still owed at the next try, and one that succeeded is not.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import NamedTuple

import polars as pl

from pipelines.building import brake
from pipelines.building.build import under_way
from pipelines.building.changes import NO_CLUB, Plan, plan_of
from pipelines.building.groups import BUDGET
from pipelines.building.published import write_publication
from pipelines.building.writing import complete, rewriting
from pipelines.intake.landing.folders import competition_folders
from pipelines.machine import clock
from pipelines.machine.paths import Paths
from pipelines.settings.federation import federation_of
from pipelines.warehouse import Warehouse, as_it_is
from pipelines.warehouse.build_record import last_number
from pipelines.warehouse.trail import AsAsked
from pipelines.words.plain_text import finding_in_words
from pipelines.words.suggestions import some
from transforms.privacy.hidden_people import A_MEMBER
from transforms.published.kinds import CHAMPIONSHIPS, RATINGS, RESULTS
from transforms.published.shown import AND
from transforms.published.trail import OF_SEASONS, REMEMBERED, SEASONS, When, publication
from transforms.ratings.published import with_recorded
from transforms.tables.arithmetic.rounding import to_decimals
from transforms.tables.federation import NO_SETTINGS, Federation
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import (
    CLUB,
    COMPETITION,
    RATING_LIST,
    Elo,
    PublishedFederationAwards,
    PublishedFederationRatings,
    PublishedLists,
    Tables,
)
from transforms.tables.shared import in_shape, name_of

WHO = "barometer publish --season-end"
_FILES_ARRIVE = dt.timedelta(hours=12)
"""How long after the end of its last day a season is published: results of the last evening may come next morning."""
_FAILED = "club.failed"
_PERSON = ["club", "player_id"]
_NO_CLUB = dict.fromkeys(CLUB, pl.lit(NO_CLUB))
_POINTS_OF_ALL, _LISTS_OF_ALL = OF_FEDERATION = [
    name_of(schema) for schema in (PublishedFederationAwards, PublishedFederationRatings)
]


class Owed(NamedTuple):
    """What is over and not published since. The lists of all clubs together belong to `NO_CLUB`."""

    seasons: pl.DataFrame
    """(`COMPETITION`, end), sorted."""
    lists: pl.DataFrame
    """(`RATING_LIST`), sorted: the last list of each competition, if anybody has a rating on it."""

    @property
    def clubs(self) -> list[str]:
        """The clubs to which something is owed, sorted."""
        return sorted({*self.seasons["club"], *self.lists["club"]})

    def of(self, clubs: Collection[str]) -> "Owed":
        """Return what is owed to these clubs."""
        return Owed(*(rows.filter(pl.col("club").is_in(list(clubs))) for rows in self))

    def named(self) -> list[str]:
        """Return what it is, by season and then by list."""
        seasons = [f"{_place(*of)} {season}, over since {end}" for *of, season, end in self.seasons.iter_rows()]
        return [*seasons, *(f"{_place(*of)}, rating list of {day}" for *of, day in self.lists.iter_rows())]


class Ended(NamedTuple):
    """What a run published, with its champions in words, and what is left, with the reason by club."""

    done: Owed
    champions: dict[tuple[str, ...], str]
    left: Owed
    why: dict[str, str]

    def said(self) -> list[str]:
        """Return a sentence on each season and rating list."""
        said = []
        for *season, _ in self.done.seasons.iter_rows():
            names = self.champions.get(tuple(season))
            of_season = _WITH_CHAMPIONS if names else _DONE if season[0] else _POINTS
            said.append(gettext(of_season, **_named(season), names=names))
        for club, name, day in self.done.lists.iter_rows():
            said.append(gettext(_LIST if club else _LIST_OF_ALL, club=club, competition=name, day=day))
        return [*said, *reasons_once(owed_in_words(self.left, self.why).values())]


_DONE = gettext_noop("Published: {club}/{competition} {season}, the whole season, with the rules as they are now.")
_WITH_CHAMPIONS = gettext_noop(
    "Published: {club}/{competition} {season}, the whole season, with the rules as they are now. Champions: {names}."
)
_LIST = gettext_noop("Published: {club}/{competition}, the rating list of {day}.")
_OWED = gettext_noop("Still to be published: {club}/{competition} {season}, over since {day}.")
_OWED_LIST = gettext_noop("Still to be published: {club}/{competition}, the rating list of {day}.")
_POINTS = gettext_noop("Published: the points of the federation in {season}.")
_LIST_OF_ALL = gettext_noop("Published: the rating list of the federation of {day}.")
_OWED_POINTS = gettext_noop("Still to be published: the points of the federation in {season}, over since {day}.")
_OWED_LIST_OF_ALL = gettext_noop("Still to be published: the rating list of the federation of {day}.")
_WAITS = gettext_noop("it waits for clubs that cannot be published: {clubs}")
_ALIKE = gettext_noop("{said} (the same for {number} more: {places})")


def last_day_over(paths: Paths) -> dt.date:
    """Return the day of which all seasons that end on it or before can be published now.

    Days are those of `time_zone` in federation.toml, or else of BAROMETER_TIME_ZONE, or else of this machine.
    """
    zone = federation_of(paths.landing).time_zone  # None if it has a fault, which is a finding
    return (clock.local(zone) - _FILES_ARRIVE).date() - dt.timedelta(days=1)


def owed_now(warehouse: Warehouse, paths: Paths) -> Owed:
    """Return what is over now and was not published since."""
    return owed(warehouse, last_day_over(paths), federation_of(paths.landing))


def owed(warehouse: Warehouse, day: dt.date, federation: Federation = NO_SETTINGS) -> Owed:
    """Return what ended on this day or before, has results, and was not published since.

    A season of which results were published after its last day counts as published: somebody did it by hand. A season
    of the federation is over with the last season in it, and on its own last day if federation.toml gives one.
    """
    played = warehouse.read_distinct("scored.session_results", COMPETITION)
    over = (
        warehouse.read_distinct("raw.competitions", [*COMPETITION, "end"])
        .filter(pl.col("end") <= day)
        .join(played, on=COMPETITION, how="semi")
        .join(warehouse.read_distinct(SEASONS, COMPETITION), on=COMPETITION, how="anti")
    )
    since = warehouse.read_distinct(RESULTS.table, [*COMPETITION, "published_at"])
    by_hand = since.join(over, on=COMPETITION).filter(pl.col("published_at").dt.date() > pl.col("end"))
    lists = warehouse.read_distinct("ratings.elo", [*RATING_LIST, "rating"])
    last = (
        lists.join(lists.group_by(CLUB).agg(pl.col("list_date").max()), on=RATING_LIST, how="semi")
        .filter(pl.col("list_date") <= day, pl.col("rating").is_not_null())  # a list without ratings is not recorded
        .select(RATING_LIST)
        .unique()
    )
    new = last.join(warehouse.read_distinct(RATINGS.table, RATING_LIST), on=RATING_LIST, how="anti")
    seasons, list_of_all = _owed_to_all(warehouse, day, federation)
    of_clubs = over.join(by_hand, on=COMPETITION, how="anti")
    return Owed(
        pl.concat([of_clubs, seasons.select(of_clubs.columns)]).sort(COMPETITION),
        pl.concat([new, list_of_all.select(new.columns)]).sort(RATING_LIST),
    )


def _owed_to_all(warehouse: Warehouse, day: dt.date, federation: Federation) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return (`COMPETITION`, end) of seasons, and (`RATING_LIST`) of the last list, of several clubs together."""
    ends = warehouse.read_distinct("federation.seasons", ["club", "federation_season", "end"])
    given = federation.seasons.select(pl.lit(None, pl.String).alias("club"), federation_season="name", end="end")
    over = (
        pl.concat([ends, given])
        .group_by(season="federation_season")
        .agg(pl.col("end").max(), clubs=pl.col("club").drop_nulls().n_unique())
        .filter(pl.col("end") <= day, pl.col("clubs") > 1)
        .join(warehouse.read_distinct("awards.federation", ["season"]), on="season", how="semi")
        .join(warehouse.read_distinct(_POINTS_OF_ALL, ["season"]), on="season", how="anti")
    )
    lists = warehouse.read_distinct("federation.ratings", ["list_date", "rating"])
    last = lists.filter(pl.col("list_date") == pl.col("list_date").max()).drop_nulls("rating").select("list_date")
    new = last.unique().join(warehouse.read_distinct(_LISTS_OF_ALL, ["list_date"]), on="list_date", how="anti")
    return over.with_columns(**_NO_CLUB), new.filter(pl.col("list_date") <= day).with_columns(**_NO_CLUB)


def why_left(warehouse: Warehouse, paths: Paths, clubs: Collection[str]) -> dict[str, str]:
    """Return, for those of these clubs that cannot be published now, the reasons in words; `NO_CLUB` needs all."""
    if NO_CLUB in clubs:
        of_clubs = why_left(warehouse, paths, brake.clubs_of(warehouse))
        waits = {NO_CLUB: gettext(_WAITS, clubs=some(sorted(of_clubs)))} if of_clubs else {}
        return {club: why for club, why in of_clubs.items() if club in clubs} | waits
    found = warehouse.read("operations.findings").filter(pl.col("code").str.starts_with(_FAILED))
    reasons = [(row["club"] or "", finding_in_words(row)) for row in found.to_dicts()]
    for stop in brake.stops(warehouse, paths, clubs):
        reasons += [(club, stop.said) for club in ([stop.club] if stop.club else clubs)]
    by_club: dict[str, list[str]] = {}
    for club, said in reasons:
        if club in clubs:
            by_club.setdefault(club, []).append(said)
    return {club: "\n".join(alike_once(club, said)) for club, said in by_club.items()}


def alike_once(club: str, reasons: Iterable[str]) -> list[str]:
    """Return reasons `club/competition session: sentence` with each sentence once, and the number of its sessions."""
    places: dict[str, list[str]] = {}
    for reason in reasons:
        place, colon, sentence = reason.partition(": ")
        is_of_session = colon and place.startswith(f"{club}/")
        places.setdefault(sentence if is_of_session else reason, []).append(place if is_of_session else "")
    said: list[str] = []
    for sentence, (first, *more) in places.items():
        whole = f"{first}: {sentence}" if first else sentence
        others = [place.strip() for place in more if place]
        said.append(gettext(_ALIKE, said=whole, number=len(others), places=some(others)) if others else whole)
    return said


def reasons_once(said: Iterable[str]) -> list[str]:
    """Return what `owed_in_words` said, with the same reasons once, below all that is owed because of them."""
    owed_for: dict[str, list[str]] = {}
    for one in said:
        what, _, why = one.partition("\n")
        owed_for.setdefault(why, []).append(what)
    return [line for why, what in owed_for.items() for line in [*what, *([why] if why else [])]]


def owed_in_words(left: Owed, why: dict[str, str]) -> dict[str, str]:
    """Return what is said of each season and list that is owed, by what it is: `club/competition season`.

    Below a sentence, each reason has a line.
    """
    below = {club: "".join(f"\n  {line}" for line in reasons.splitlines()) for club, reasons in why.items()}
    said = {}
    for *season, end in left.seasons.iter_rows():
        of = _named(season)
        sentence = gettext(_OWED if of["club"] else _OWED_POINTS, **of, day=end)
        said[f"{_place(*season[:2])} {of['season']}"] = f"{sentence}{below.get(of['club'], '')}"
    for club, name, day in left.lists.iter_rows():
        sentence = gettext(_OWED_LIST if club else _OWED_LIST_OF_ALL, club=club, competition=name, day=day)
        said[f"{_place(club, name)} {day}"] = f"{sentence}{below.get(club, '')}"
    return said


def end_seasons(
    paths: Paths,
    *,
    who: str = WHO,
    say: Callable[[str], None] = lambda _: None,
    accepts: str | None = None,
    is_trial: bool = False,
    patience: float | None = None,
) -> Ended:
    """Build what changed, then publish what is owed; a club that failed or must be looked at is left out.

    `accepts` is a reason to publish in spite of the reasons of `brake`. A trial builds and publishes nothing.
    """
    if not is_trial:
        _build(paths, who, say, patience)
    with as_it_is(paths.warehouse) as warehouse:
        now = owed_now(warehouse, paths)
        why = why_left(warehouse, paths, now.clubs) if now.clubs else {}
    nothing = now.of(())
    if is_trial or not (accepts or {*now.clubs} - {*why}):
        return Ended(nothing, {}, now, why)
    with rewriting(paths.warehouse, who, say) as warehouse:
        now = owed_now(warehouse, paths)  # another process may have published meanwhile
        when = When(clock.now(), last_number(warehouse) or None)
        if accepts:
            brake.check(warehouse, brake.stops(warehouse, paths, now.clubs), accepts, when)
        why = why_left(warehouse, paths, now.clubs)
        done = now.of({*now.clubs} - {*why})
        publish_desk = _publish(warehouse, paths, done, when)
        done = _recorded(warehouse, done)
        champions = _champions(warehouse, done.seasons)
    publish_desk()
    return Ended(done, champions, now.of(why), why)


def _build(paths: Paths, who: str, say: Callable[[str], None], patience: float | None) -> None:
    complete(paths.warehouse, paths.reports, say, who=who, patience=patience)

    def plan(warehouse: Warehouse) -> Plan:
        return plan_of(paths, warehouse, competition_folders(paths.landing))

    with as_it_is(paths.warehouse, is_replaced=True) as warehouse:
        if plan(warehouse).is_empty:
            return
    with under_way(paths, plan, who=who, say=say, patience=patience) as under:
        say(gettext("Building {what}.", what=under.plan.why))
        under.run(BUDGET)
        under.publish()


def _publish(warehouse: Warehouse, paths: Paths, done: Owed, when: When) -> Callable[[], object]:
    """Record these seasons, and no others of their clubs, and these lists as published."""
    _record_of_all(warehouse, done.of([NO_CLUB]), when)
    clubs = done.clubs
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    of_seasons = partial(_of, seasons=done.seasons)

    def made_of(name: str) -> pl.DataFrame:
        return of_seasons(warehouse.read_all_seasons(name, clubs))

    of_these = {name: of_seasons(rows) for name, rows in before.items()}
    new = publication(of_these, AsAsked(made_of), OF_SEASONS, when, last_day_over(paths) + dt.timedelta(days=1))
    others = {name: before[name].join(done.seasons, on=COMPETITION, how="anti") for name in new}
    after: Tables = {name: pl.concat([others[name], rows]) for name, rows in new.items()}
    elo = warehouse.read_all_seasons("ratings.elo", clubs).join(done.lists, on=RATING_LIST, how="semi")
    lists = with_recorded(
        in_shape(PublishedLists, before[RATINGS.table]), in_shape(Elo, elo), when.at, when.build
    ).collect()
    return write_publication(
        warehouse, paths.warehouse, paths.reports, before, {**after, RATINGS.table: lists}, clubs=clubs
    )


def _record_of_all(warehouse: Warehouse, done: Owed, when: When) -> None:
    points = warehouse.read("awards.federation").with_columns(to_decimals(pl.col("points")))
    points = points.join(done.seasons, on="season", how="semi")
    ratings = warehouse.read("federation.ratings").join(done.lists, on="list_date", how="semi")
    for schema, rows in ((PublishedFederationAwards, points), (PublishedFederationRatings, ratings)):
        new = rows.with_columns(published_at=pl.lit(when.at), build=pl.lit(when.build, pl.Int64))
        known = warehouse.read_all_seasons(name_of(schema))
        warehouse.write(name_of(schema), pl.concat([known, schema.cast(new)]).sort(schema.primary_key()))


def _recorded(warehouse: Warehouse, done: Owed) -> Owed:
    """Return what of this is in the record now."""
    records = (
        (done.seasons, SEASONS, COMPETITION, _POINTS_OF_ALL, "season"),
        (done.lists, RATINGS.table, RATING_LIST, _LISTS_OF_ALL, "list_date"),
    )
    kept = list[pl.DataFrame]()
    for rows, table, key, of_all, column in records:
        there = warehouse.read_distinct(of_all, [column]).select(**_NO_CLUB, **{column: column})
        every = pl.concat([warehouse.read_distinct(table, key).select(key), there.select(key)])
        kept.append(rows.join(every, on=key, how="semi", maintain_order="left"))
    return Owed(*kept)


def _of(rows: pl.DataFrame, *, seasons: pl.DataFrame) -> pl.DataFrame:
    if "season" not in rows.columns:
        return rows
    return rows.join(seasons, on=COMPETITION, how="semi", maintain_order="left")


def _champions(warehouse: Warehouse, seasons: pl.DataFrame) -> dict[tuple[str, ...], str]:
    """Return the names of the first of each published championship, by season; who is hidden is a member."""
    clubs = seasons["club"].unique().to_list()
    first = warehouse.read_all_seasons(CHAMPIONSHIPS.table, clubs).filter(rank=1)
    players = warehouse.read_all_seasons("raw.players", clubs)
    hidden = warehouse.read_all_seasons("operations.hidden_on_pages", clubs).select(_PERSON).unique()
    names = players.select(*CLUB, "player_id", "name").unique([*CLUB, "player_id"])
    people = (
        _of(first, seasons=seasons)
        .with_columns(player_id=pl.coalesce("players", "entrant").str.split(AND))
        .explode("player_id")
        .join(names, on=[*CLUB, "player_id"], how="left", maintain_order="left")
        .join(hidden.with_columns(member=pl.lit(gettext(A_MEMBER))), on=_PERSON, how="left", maintain_order="left")
        .group_by(*COMPETITION, "list", "entrant", maintain_order=True)
        .agg(name=pl.coalesce("member", "name", "player_id").str.join(" & "))
        .group_by(COMPETITION, maintain_order=True)
        .agg(pl.col("name").str.join(", "))
    )
    return {tuple(season): said for *season, said in people.iter_rows()}


def _place(club: str, competition: str) -> str:
    return f"{club}/{competition}" if club else gettext("the federation")


def _named(season: Collection[str]) -> dict[str, str]:
    return dict(zip(COMPETITION, season, strict=True))
