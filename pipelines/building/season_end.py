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
from pipelines.building.changes import Plan, plan_of
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
from transforms.tables.messages import gettext, gettext_noop
from transforms.tables.schemas import CLUB, COMPETITION, RATING_LIST, Elo, PublishedLists, Tables
from transforms.tables.shared import in_shape

WHO = "barometer publish --season-end"
_FILES_ARRIVE = dt.timedelta(hours=12)
"""How long after the end of its last day a season is published: results of the last evening may come next morning."""
_FAILED = "club.failed"
_PERSON = ["club", "player_id"]


class Owed(NamedTuple):
    """What is over and not published since."""

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
            said.append(gettext(_WITH_CHAMPIONS if names else _DONE, **_named(season), names=names))
        for club, name, day in self.done.lists.iter_rows():
            said.append(gettext(_LIST, club=club, competition=name, day=day))
        return [*said, *reasons_once(owed_in_words(self.left, self.why).values())]


_DONE = gettext_noop("Published: {club}/{competition} {season}, the whole season, with the rules as they are now.")
_WITH_CHAMPIONS = gettext_noop(
    "Published: {club}/{competition} {season}, the whole season, with the rules as they are now. Champions: {names}."
)
_LIST = gettext_noop("Published: {club}/{competition}, the rating list of {day}.")
_OWED = gettext_noop("Still to be published: {club}/{competition} {season}, over since {day}.")
_OWED_LIST = gettext_noop("Still to be published: {club}/{competition}, the rating list of {day}.")
_ALIKE = gettext_noop("{said} (the same for {number} more: {places})")


def last_day_over(paths: Paths) -> dt.date:
    """Return the day of which all seasons that end on it or before can be published now.

    Days are those of `time_zone` in federation.toml, or else of BAROMETER_TIME_ZONE, or else of this machine.
    """
    zone = federation_of(paths.landing).time_zone  # None if it has a fault, which is a finding
    return (clock.local(zone) - _FILES_ARRIVE).date() - dt.timedelta(days=1)


def owed(warehouse: Warehouse, day: dt.date) -> Owed:
    """Return what ended on this day or before, has results, and was not published since.

    A season of which results were published after its last day counts as published: somebody did it by hand.
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
    return Owed(over.join(by_hand, on=COMPETITION, how="anti").sort(COMPETITION), new.sort(RATING_LIST))


def why_left(warehouse: Warehouse, paths: Paths, clubs: Collection[str]) -> dict[str, str]:
    """Return, for those of these clubs that cannot be published now, the reasons in words."""
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
        sentence = gettext(_OWED, **of, day=end)
        said["{club}/{competition} {season}".format(**of)] = f"{sentence}{below.get(of['club'], '')}"
    for club, name, day in left.lists.iter_rows():
        sentence = gettext(_OWED_LIST, club=club, competition=name, day=day)
        said[f"{club}/{name} {day}"] = f"{sentence}{below.get(club, '')}"
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
    day = last_day_over(paths)
    with as_it_is(paths.warehouse) as warehouse:
        now = owed(warehouse, day)
        why = why_left(warehouse, paths, now.clubs) if now.clubs else {}
    nothing = now.of(())
    if is_trial or not (accepts or {*now.clubs} - {*why}):
        return Ended(nothing, {}, now, why)
    with rewriting(paths.warehouse, who, say) as warehouse:
        now = owed(warehouse, day)  # another process may have published meanwhile
        when = When(clock.now(), last_number(warehouse) or None)
        if accepts:
            brake.check(warehouse, brake.stops(warehouse, paths, now.clubs), accepts, when)
        why = why_left(warehouse, paths, now.clubs)
        done = now.of({*now.clubs} - {*why})
        publish_desk = _publish(warehouse, paths, done, when, day)
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


def _publish(warehouse: Warehouse, paths: Paths, done: Owed, when: When, day: dt.date) -> Callable[[], object]:
    """Record these seasons, and no others of their clubs, and these lists as published."""
    clubs = done.clubs
    before = {name: warehouse.read_all_seasons(name, clubs) for name in REMEMBERED}
    of_seasons = partial(_of, seasons=done.seasons)

    def made_of(name: str) -> pl.DataFrame:
        return of_seasons(warehouse.read_all_seasons(name, clubs))

    of_these = {name: of_seasons(rows) for name, rows in before.items()}
    new = publication(of_these, AsAsked(made_of), OF_SEASONS, when, day + dt.timedelta(days=1))
    others = {name: before[name].join(done.seasons, on=COMPETITION, how="anti") for name in new}
    after: Tables = {name: pl.concat([others[name], rows]) for name, rows in new.items()}
    elo = warehouse.read_all_seasons("ratings.elo", clubs).join(done.lists, on=RATING_LIST, how="semi")
    lists = with_recorded(
        in_shape(PublishedLists, before[RATINGS.table]), in_shape(Elo, elo), when.at, when.build
    ).collect()
    return write_publication(
        warehouse, paths.warehouse, paths.reports, before, {**after, RATINGS.table: lists}, clubs=clubs
    )


def _recorded(warehouse: Warehouse, done: Owed) -> Owed:
    """Return what of this is in the record now."""
    seasons = warehouse.read_distinct(SEASONS, COMPETITION)
    lists = warehouse.read_distinct(RATINGS.table, RATING_LIST)
    return Owed(
        done.seasons.join(seasons, on=COMPETITION, how="semi", maintain_order="left"),
        done.lists.join(lists, on=RATING_LIST, how="semi", maintain_order="left"),
    )


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


def _named(season: Collection[str]) -> dict[str, str]:
    return dict(zip(COMPETITION, season, strict=True))
