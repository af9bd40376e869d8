"""Yearly rating lists from the warehouse: the last list, an earlier one, or an interim list, which is not published."""

import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Self

import dataframely as dy
import polars as pl
import polars.selectors as cs

from pipelines.building.desk import redraw
from pipelines.building.writing import rewriting
from pipelines.cli.terminal.selection import one_competition
from pipelines.cli.terminal.which_landing import folders_of
from pipelines.machine import clock
from pipelines.machine.errors import UnusableError
from pipelines.machine.paths import Place
from pipelines.settings.ratings import rating_table
from pipelines.warehouse import Warehouse, build_record, exists, trail
from pipelines.warehouse.errors import no_warehouse
from pipelines.warehouse.record_copy import keep_copy
from pipelines.words.lists import texts
from pipelines.words.plain_text import short, to_type
from pipelines.words.suggestions import some
from pipelines.words.words import counted
from transforms.federation.rating_lists import ALL, Together, together
from transforms.ratings import elo, rating_lists
from transforms.ratings.published import corrections, with_recorded
from transforms.ratings.seasons import list_is_due
from transforms.ratings.to_rate import to_rate
from transforms.ratings.yearly import with_list
from transforms.tables import schemas
from transforms.tables.messages import Message, gettext, gettext_noop, ngettext
from transforms.tables.phrases import phrase
from transforms.tables.shared import S, in_shape

_NAMED, _BETWEEN = 10, "; "  # not a comma, which names may contain
_START_FROM = Message("give ratings to start from in a table ratings, and build again")
_LONGEST = 60  # characters of a name in a warning
_PERSON = "person"
_OF_ALL: dict[type[dy.Schema], str] = {
    schemas.Elo: "federation.ratings",
    schemas.RatingList: "federation.rating_list",
    schemas.Players: "federation.people",
}
"""By table of a competition, the table of the federation that stands for it."""
_WHO = "barometer ratings --publish"
_TITLES = {
    "ranking": (
        gettext_noop("{competition}: ranking list, {day} ({system})"),
        gettext_noop("{competition}: interim ranking list, {day} ({system}), season {season} so far; not published"),
    ),
    "alphabetical": (
        gettext_noop("{competition}: alphabetical list, {day} ({system})"),
        gettext_noop(
            "{competition}: interim alphabetical list, {day} ({system}), season {season} so far; not published"
        ),
    ),
}
"""By kind of list: its title on a list day, and its title as an interim list."""


class Listing(NamedTuple):
    """One list of one competition, or of the federation."""

    title: str
    rows: pl.DataFrame
    """Rows of `RatingList`, or of `FederationRatingList`, by position. `interim` is true for an interim list."""
    warnings: list[str]

    def at_a_glance(self) -> pl.DataFrame:
        """Return the columns for a terminal. A `*` after the games says that the games of all seasons count."""
        many = pl.col("games").cast(pl.String)
        games = pl.when(_of_all_seasons()).then(many + "*").otherwise(many)
        return self.rows.select(
            *("position", pl.coalesce("name", cs.by_name(_PERSON, "player_id", require_all=False)).alias("name")),
            pl.col("rating_before").alias("before"),
            games.alias("games"),
            *("points", "norm", "performance", "k", "rating", "change"),
        )


def ratings(path: Place, competition: str | None, on: dt.date | None, kind: str) -> Listing:
    """Return the `ranking` or `alphabetical` list of a day (None: the last list); on other days, an interim list.

    Without a competition it is the list of the federation if there is one, else that of the only competition with
    ratings.
    """
    with Warehouse(path, read_only=True) as warehouse:
        rated = (None if competition else _Rated.of_all_clubs(warehouse)) or _Rated.named(warehouse, competition)
        day = _day(rated, on)
        interim = day not in _days(rated)
        made, lists = _interim(rated, day) if interim else (rated.table(schemas.Elo), rated.table(schemas.RatingList))
        made, lists = (rows.filter(list_date=day) for rows in (made, lists))
        rows = lists.filter(list=kind).sort("position", "name", "player_id").with_columns(interim=pl.lit(interim))
        season = rated.seasons.filter(pl.col("start") <= day).row(-1, named=True)
        warnings = [] if rows.height else [_of_nobody(rated, kind, day, made["rating"].count(), season)]
        if not list_is_due(rated.seasons, clock.today()).is_empty():
            warnings.insert(0, str(_is_due(rated.seasons["list_date"][-1], rated)))
        warnings += [*_of_the_list(made, rated), *_of_corrections(rated)]
        said = {"day": day, "system": season["edition"], "season": season["season"]}
        title = gettext(_TITLES[kind][interim], competition=rated.title, **said)
        if rows.select(_of_all_seasons().any()).item():
            title += f"; {gettext('*: rated by performance, with the games of all seasons so far')}"
        return Listing(title, rated.as_printed(rows), warnings)


def _of_all_seasons() -> pl.Expr:
    """Return whether this rating is by performance, from games of all seasons. Such a rating has no norm."""
    return pl.col("games").is_not_null() & pl.col("norm").is_null()


def publish(path: Place, competition: str | None, on: dt.date | None, say: Callable[[str], None]) -> str:
    """Record a list as published, in place of an earlier record of this list; return a sentence that says so."""
    if not exists(path):
        raise no_warehouse(path)
    with rewriting(path, _WHO, say) as warehouse:
        if competition is None and _Rated.of_all_clubs(warehouse):
            raise UnusableError("--publish: the list of the federation is not recorded; name a competition")
        rated = _Rated.named(warehouse, competition)
        day = _day(rated, on)
        made = in_shape(schemas.Elo, rated.table(schemas.Elo).filter(list_date=day))
        if made.is_empty():
            days = some([str(day) for day in _days(rated)])
            sentence = gettext_noop("--publish: there is no list of {day}; name the day of a list: {days}")
            raise UnusableError(sentence, day=day, days=days)
        if not made["rating"].count():
            raise UnusableError("nobody has a rating on {day}, so the list is empty: {fix}", day=day, fix=_START_FROM)
        before = warehouse.table(schemas.PublishedLists)
        this_list = in_shape(schemas.PublishedRatings, before.filter(list_date=day, **rated.ids))
        differing = corrections(this_list, made).collect().height
        now = dt.datetime.now(dt.UTC)
        recorded = with_recorded(before, made, now, build_record.last_number(warehouse) or None).collect()
        trail.record_lists(warehouse, recorded, now)
        keep_copy(warehouse, path)
        last = build_record.last(warehouse)
        put_desk = redraw(warehouse, [rated.ids["club"]], folders_of(last, path).get("reports"))
    put_desk()
    ratings_published = counted(made["rating"].count(), "rating")
    if this_list.is_empty():
        return gettext("Published: the list of {day}, {ratings}", day=day, ratings=ratings_published)
    sentence = gettext_noop(
        "Published: the list of {day}, {ratings}; it replaces an earlier publication of this list, in which "
        "{differing} differed"
    )
    return gettext(sentence, day=day, ratings=ratings_published, differing=counted(differing, "rating"))


class _Rated(NamedTuple):
    warehouse: Warehouse
    ids: dict[str, str]
    title: str
    seasons: dy.DataFrame[schemas.RatingSeasons]
    of_all: bool = False

    @classmethod
    def named(cls, warehouse: Warehouse, wanted: str | None) -> Self:
        rules, seasons = warehouse.read("raw.competitions"), warehouse.read("raw.rating_seasons")
        rated = rules.join(seasons, on=schemas.CLUB, how="semi")
        if wanted is not None:
            found = one_competition(rules, wanted)
            if found.join(seasons, on=schemas.CLUB, how="semi").is_empty():
                raise UnusableError(
                    "{wanted}: this competition has no ratings; add games, or add matches of teams and set "
                    "games under [rating]",
                    wanted=wanted,
                )
        elif rated.is_empty():
            raise UnusableError(
                "{place}: no competition in this warehouse has ratings; add the games of one, and build again",
                place=warehouse.place,
            )
        else:
            names = rated.select(phrase("{}/{}", *schemas.CLUB)).to_series().unique().sort().to_list()
            if len(names) > 1:
                raise UnusableError("several competitions have ratings: {names}; name one of them", names=some(names))
            found = rated.sort("start")
        row = found.row(-1, named=True)
        ids = {name: row[name] for name in schemas.CLUB}
        title = f"{row['club_name']}, {row['competition_name']}"
        return cls(warehouse, ids, title, in_shape(schemas.RatingSeasons, seasons.filter(**ids).sort("list_date")))

    @classmethod
    def of_all_clubs(cls, warehouse: Warehouse) -> Self | None:
        """Return the list of the federation, with people as players; None if there is none."""
        found = warehouse.read_all_seasons("federation.rating_seasons")
        if found.is_empty():
            return None
        ids = dict.fromkeys(schemas.CLUB, ALL)
        of_one = {name: pl.lit(value) for name, value in {**ids, "rated_in": ALL}.items()}
        rows = found.sort("list_date").with_columns(**of_one)
        seasons = in_shape(schemas.RatingSeasons, rows)
        return cls(warehouse, ids, gettext("All clubs together"), seasons, of_all=True)

    def table(self, schema: type[S]) -> dy.DataFrame[S]:
        """Return the rows of a table that belong to this competition, or to the federation as to one competition."""
        if not self.of_all:
            return self.warehouse.table(schema, **self.ids)
        if schema not in _OF_ALL:
            return schema.create_empty()
        rows = self.warehouse.read_all_seasons(_OF_ALL[schema]).rename({_PERSON: "player_id"})
        known = rows.select(cs.by_name(schema.column_names(), require_all=False))
        return schema.cast(pl.concat([schema.create_empty(), known], how="diagonal_relaxed"))

    def as_printed(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows of `RatingList` in the form of the table that has this list."""
        return rows.drop(schemas.CLUB).rename({"player_id": _PERSON}) if self.of_all else rows

    def together(self) -> Together:
        """Return what is rated."""
        stored = self.warehouse.table
        if self.of_all:
            return together(
                stored(schemas.Games),
                stored(schemas.Ratings),
                stored(schemas.Players),
                stored(schemas.RatingSeasons),
                identities=stored(schemas.Identities),
                people=stored(schemas.FederationPeople),
            )
        given = (self.table(schemas.Games), self.table(schemas.Players), self.table(schemas.MatchResults))
        games, players = to_rate(*given, self.table(schemas.Sessions), seasons=self.seasons)
        return Together(games.collect(), self.table(schemas.Ratings), players.collect())


def _day(rated: _Rated, on: dt.date | None) -> dt.date:
    first, running, days = rated.seasons["start"][0], rated.seasons["list_date"][-1], _days(rated)
    if on is None and not days:
        raise UnusableError(
            "there is no list yet: the first is due after {running}; until then, name a day with --on", running=running
        )
    day, most = on or days[-1], min(clock.today(), running)
    if on is not None and not first <= on <= most:
        sentence = gettext_noop("--on {on}: ratings are known from {first} to {most}; name a day in this period")
        raise UnusableError(sentence, on=on, first=first, most=most)
    if day not in days and day in with_list(rated.seasons, clock.today())["list_date"]:
        raise UnusableError(_is_due(day, rated))
    return day


def _days(rated: _Rated) -> list[dt.date]:
    return rated.table(schemas.Elo)["list_date"].unique().sort().to_list()


def _interim(rated: _Rated, day: dt.date) -> tuple[pl.DataFrame, pl.DataFrame]:
    until = in_shape(
        schemas.RatingSeasons,
        rated.seasons.filter(pl.col("start") <= day).with_columns(pl.min_horizontal("list_date", pl.lit(day))),
    )
    one = rated.together()
    made = elo(one.games, one.ratings, one.players, until, rating_table()).collect()
    return made, rating_lists(made, one.players, until).collect()


def _is_due(day: dt.date, rated: _Rated) -> Message:
    reports = build_record.last(rated.warehouse).get("reports")
    command = to_type("build", warehouse=rated.warehouse.place, reports=reports)
    return Message("the list of {day} has become due since the last build; run {command}", day=day, command=command)


def _of_nobody(rated: _Rated, kind: str, day: dt.date, with_rating: int, rules: dict[str, Any]) -> str:
    if not with_rating:
        return gettext("nobody has a rating on {day}, so the list is empty: {fix}", day=day, fix=_START_FROM)
    last = rated.table(schemas.RatingList).filter(pl.col("list_date") < day, list=kind)["list_date"].max()
    sentence = gettext_noop(
        "nobody is on this list of {day}: it requires {games} games in all, and {recent} in this season and "
        "the one before. To see everybody with a rating ({number}), add --list alphabetical"
    )
    limits = {"games": rules["list_games"], "recent": rules["list_recent_games"]}
    said = gettext(sentence, day=day, number=with_rating, **limits)
    return said if last is None else f"{said}; {gettext('to see the last list with players, add --on {day}', day=last)}"


_FLAGS = {
    flag: (texts("who has a flag").get(flag, "{name}"), warning) for flag, warning in texts("warning of a flag").items()
}
"""By flag: the words about each player who has it, and the warning that lists these players."""


def _of_the_list(made: pl.DataFrame, rated: _Rated) -> Iterable[str]:
    named = _named(made, rated).sort(-pl.col("games"), "name")
    for flag, (one, warning) in _FLAGS.items():
        flagged = named.filter(pl.col("flags").str.contains(flag))
        columns = flagged.select("name", "games", "k", before="rating_before", now="rating")
        if who := [gettext(one, **{**row, "k": short(row["k"])}) for row in columns.iter_rows(named=True)]:
            yield gettext(warning, who=some(who, _BETWEEN, at_most=_NAMED))


def _of_corrections(rated: _Rated) -> Iterable[str]:
    changed = _named(rated.table(schemas.Corrections), rated).sort("list_date", "name", "player_id")
    if not changed.is_empty():
        numbers = (pl.col(name).cast(pl.String).fill_null(gettext("none")) for name in ("published", "recomputed"))
        columns = ("list_date", "name", *numbers)
        who = (
            gettext("{name} on {day}: {published}, now {now}", name=name, day=day, published=published, now=now)
            for day, name, published, now in changed.select(columns).iter_rows()
        )
        yield ngettext(
            "{number} published rating would now be different, from season {since} on: {who}",
            "{number} published ratings would now be different, from season {since} on: {who}",
            changed.height,
            since=changed["season"][0],
            who=some(list(who), _BETWEEN, at_most=_NAMED),
        )


def _named(rows: pl.DataFrame, rated: _Rated) -> pl.DataFrame:
    """Return the rows with a column `name`: the player's name, or else the id. Long names are cut."""
    players = rated.table(schemas.Players).select("player_id", "name")
    named = rows.join(players, on="player_id", how="left", maintain_order="left")
    name = pl.coalesce("name", "player_id")
    cut = pl.when(name.str.len_chars() > _LONGEST).then(name.str.head(_LONGEST) + "…").otherwise(name)
    return named.with_columns(name=cut)
