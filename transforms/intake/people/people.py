"""Replace every id in the files by the id of the person, before anything is counted.

Ids that are names and differ only in case, blanks or Unicode form are one person. The table `people` lists other ids
that are one person. If a table of players has a name as an id where the files have numbers, this id counts as the
number of the person with that name. Nothing else is guessed.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import polars as pl

from transforms.intake.check import in_variants
from transforms.intake.findings import IN_CLUB, PLACE
from transforms.intake.people.names import is_name, numbers_of, same_name
from transforms.intake.people.players import result_files
from transforms.tables.phrases import phrase, some
from transforms.tables.schemas import CLUB, PERSON, SEATED, SESSION

OF_CLUB = "../"
"""The prefix of the ids of files next to the folder of the competition. These files apply to all competitions of the
club."""

_ALIAS = (*CLUB, "alias")
_FIRST = pl.col("since").fill_null(dt.date.min)
_LAST = pl.col("until").fill_null(dt.date.max)

Person = tuple[str, str, str]


def compared_lines(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the lines of `People`, each once. `variant` says why a line is impossible, or is null if it is valid.

    - `backwards`: the line ends before it begins.
    - `twice`: another line counts for the same alias and day, at `file_that_counts` and `line_that_counts`.
    - `circle`: the line is in a circle of aliases. The column `circle` names the circle; `rows` lists its other lines.

    Valid lines are sorted by alias and day. `lines` must not have lines whose alias is the person itself.
    """
    is_backwards = (pl.col("since") > pl.col("until")).fill_null(value=False)
    in_order = (
        lines.filter(~is_backwards)
        .sort(*_ALIAS, _FIRST, *PLACE, nulls_last=True)
        .unique([*_ALIAS, "player_id", "since", "until"], keep="first", maintain_order=True)
    )
    twice = _overlapping(in_order)
    once = in_order.join(twice, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    in_circle = _in_circles(once)
    sound = once.join(in_circle, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    faults = {"backwards": lines.filter(is_backwards), "twice": twice, "circle": in_circle}
    return pl.concat([in_variants(faults), sound], how="diagonal")


def _overlapping(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the lines that do not count, each with the line that counts: `file_that_counts`, `line_that_counts`."""
    # A line does not count if an earlier line of the same alias counts and has one of its days. `lines` must be sorted
    # by alias and first day.
    meets_earlier = (_LAST.cum_max().shift(1) >= _FIRST).fill_null(value=False)
    doubtful = lines.filter(meets_earlier.any().over(_ALIAS))
    instead: list[int | None] = []
    counting, until, alias_before = 0, dt.date.min, -1
    # Whether a line counts depends on earlier lines; only a few aliases have such lines.
    spans = doubtful.select(pl.struct(_ALIAS).rle_id(), _FIRST.alias("first"), _LAST.alias("last"))
    for number, (alias, first, last) in enumerate(spans.iter_rows()):
        is_again = alias == alias_before and first <= until
        instead.append(counting if is_again else None)
        if not is_again:
            alias_before, counting, until = alias, number, last
    numbered = doubtful.with_columns(instead=pl.Series(instead, dtype=pl.UInt32))
    counts = doubtful.select(file_that_counts="file_id", line_that_counts="line_no").with_row_index("instead")
    return numbered.join(counts, on="instead", maintain_order="left").drop("instead")


def _in_circles(lines: pl.DataFrame) -> pl.DataFrame:
    leads, back = defaultdict[Person, list[Person]](list), defaultdict[Person, list[Person]](list)
    for club, competition, alias, player in lines.select(*_ALIAS, "player_id").iter_rows():
        leads[club, competition, alias].append((club, competition, player))
        back[club, competition, player].append((club, competition, alias))
    circles: dict[Person, str] = {}
    seen = set[Person]()
    # People come after those to whom they lead. So in reverse order, the search enters each circle at a member.
    for person in reversed([*_after_others(leads, leads, set())]):
        circles |= dict.fromkeys(_after_others([person], back, seen), person[2])
    of_alias, of_player = (
        pl.Series([circles[person] for person in lines.select(*CLUB, end).iter_rows()], dtype=pl.String)
        for end in ("alias", "player_id")
    )
    rows = some(phrase("{}, line {}", *PLACE).slice(1), "; ")
    in_circle = lines.with_columns(circle=of_alias).filter(of_alias == of_player).sort(*CLUB, *PLACE)
    of_circle = [*CLUB, "circle"]
    return in_circle.join(in_circle.group_by(of_circle).agg(rows=rows), on=of_circle, maintain_order="left")


def _after_others(
    persons: Iterable[Person], leads: Mapping[Person, list[Person]], seen: set[Person]
) -> Iterator[Person]:
    for start in persons:
        if start in seen:
            continue
        seen.add(start)
        way = [(start, iter(leads.get(start, ())))]
        while way:
            person, others = way[-1]
            following = next((other for other in others if other not in seen), None)
            if following is None:
                way.pop()
                yield person
            else:
                seen.add(following)
                way.append((following, iter(leads.get(following, ()))))


def with_persons(asked: pl.DataFrame, lines: pl.DataFrame, alias: str) -> pl.DataFrame:
    """Return the rows with `person`: the person behind an alias on a `day`, directly or through several lines.

    `lines` are the valid lines of `compared_lines`. If a row has no day, only lines without dates apply to it.
    """
    is_always = pl.all_horizontal(pl.col("since", "until").is_null())
    steps = lines.select(*CLUB, person="alias", next="player_id", first=_FIRST, last=_LAST, is_always=is_always)
    key = [*CLUB, alias, "day"]
    found = asked.with_columns(person=alias)
    while True:
        led = found.join(steps, on=[*CLUB, "person"]).filter(
            pl.coalesce(pl.col("day").is_between("first", "last"), "is_always")
        )
        if led.is_empty():
            return found
        found = found.join(led.select(*key, "next"), on=key, how="left", nulls_equal=True)
        found = found.with_columns(person=pl.coalesce("next", "person")).drop("next")


_IDS = {
    "entries": ("player_id", "substitutes_for"),
    "awards": ("player_id",),
    "ranking_points": ("player_id",),
    "unplaced": ("player_id", "substitutes_for"),
    "partnerships": ("player_id",),
    "players": ("player_id",),
    "games": ("player_id", "opponent_id"),
    "ratings": ("player_id",),
}
"""The columns with ids of people, by table. `unplaced` has the entries of sessions that are left out."""

_OF_SESSION = ("entries", "awards", "ranking_points")
_DAY = "day"
_RENAMED = "renamed"
_ID = (*CLUB, "id")
_MET_IN = {name: _IDS[name] for name in (*_OF_SESSION, "games", "ratings")} | {"people": ("alias", "player_id")}
"""Columns with ids, by table. A name in one of them belongs to a person, either directly or by a row of `people`."""
_SAME = (*CLUB, "same")


class Given(NamedTuple):
    """The tables as read, and the people in them.

    In `players`, a name that no other table has as an id is replaced by its number.
    """

    read: dict[str, pl.LazyFrame]
    named_for_numbers: pl.LazyFrame
    """The rows of `players` whose name is replaced, with `number`."""
    dated: dict[str, pl.LazyFrame]
    """The tables of `_IDS`, by name, with the `day` for which a row identifies a person."""
    seen: pl.DataFrame
    """(club, competition, id, day, times, is_met): each id on each day, how often it occurs, and whether it occurs
    anywhere except in partnerships."""
    spelled: pl.DataFrame
    """(club, competition, id, spelling): names that are replaced by another spelling."""
    lines: pl.DataFrame
    """The lines of `people`, as `compared_lines` returns them."""
    ids: pl.DataFrame
    """(club, competition, player_id) of everybody in the files."""


class Identified(NamedTuple):
    """The tables with the ids of people instead of aliases.

    In `players`, `renamed` is true if the row was given under an alias. `merged` is (`SEATED`, day, alias, other): two
    ids in one session that lines of `people` make one person. `himself` has the entries of players who replaced
    themselves. `unmet` is (club, competition, player_id) of people who are named only in partnerships, and `met` of all
    other people.
    """

    read: dict[str, pl.LazyFrame]
    of_session: dict[str, pl.LazyFrame]
    merged: pl.DataFrame
    himself: pl.LazyFrame
    unmet: pl.DataFrame
    met: pl.DataFrame


def given_people(read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]) -> Given:
    """Find all ids in the files, in one spelling each, and the lines of the table `people` about them.

    A line with dates applies on the day of the session, game or rating list. For players it applies on the last day of
    the sessions in their file. It never applies to partnerships, which have no day. `of_session` has the rows that
    belong to a session.
    """
    players, named_for_numbers = _by_number(read)
    read = {**read, "players": players}
    dated = _with_days(read, sessions, of_session)
    lines = read["people"].collect()
    columns = ((name, rows, column) for name, rows in dated.items() for column in _IDS[name])
    ids = pl.concat(
        rows.select(*CLUB, _DAY, id=column, is_met=pl.lit(name != "partnerships")) for name, rows, column in columns
    )
    seen = ids.drop_nulls("id").group_by(*_ID, _DAY).agg(times=pl.len(), is_met=pl.col("is_met").any()).collect()
    spelled = _one_spelling(seen, lines)
    respelled = lines.pipe(_with_spelling, spelled, "alias").pipe(_with_spelling, spelled, "player_id")
    with_others = respelled.filter(pl.col("alias") != pl.col("player_id"))
    known = _with_spelling(seen, spelled, "id").select(*CLUB, player_id="id").unique()
    return Given(read, named_for_numbers, dated, seen, spelled, compared_lines(with_others), known)


def identified(given: Given, lines: pl.DataFrame, of_session: dict[str, pl.LazyFrame]) -> Identified:
    """Replace every alias by the id of its person, following the valid lines of `people`.

    Rows of a partnership that repeat a member are dropped. `of_session` has the rows that belong to a session.
    """
    persons = _persons(given.seen, given.spelled, lines)
    renamed = {name: _renamed(frame, persons, _IDS[name]) for name, frame in given.dated.items()}
    replaces_himself = (pl.col("player_id") == pl.col("substitutes_for")).fill_null(value=False)
    replaced = pl.when(~replaces_himself).then("substitutes_for")
    entries = renamed["entries"].with_columns(substitutes_for=replaced)
    in_entries = pl.concat([entries.drop("season"), renamed["unplaced"]], how="diagonal")
    # If a partnership already has a person, the row with an alias of that person is dropped.
    key = (*CLUB, "partnership_id", "player_id")
    place = (_RENAMED, "file_id", "line_no")
    partnerships = renamed["partnerships"].sort(*key, *place, nulls_last=True, maintain_order=True)
    again = (pl.int_range(pl.len()).over(key) > 0) & pl.col(_RENAMED)
    tables = {
        "entries": in_entries.drop(_RENAMED),
        "players": renamed["players"],
        "partnerships": partnerships.filter(~again).drop(_RENAMED),
        **{name: renamed[name].drop(_RENAMED) for name in ("games", "ratings")},
    }
    return Identified(
        {**given.read, **tables},
        {
            **of_session,
            "entries": entries.drop(_RENAMED),
            **{name: renamed[name].drop(_RENAMED) for name in ("awards", "ranking_points")},
        },
        _merged(given.dated["entries"], given.spelled, persons),
        renamed["entries"].filter(replaces_himself),
        *_unmet(given.seen, persons),
    )


def _by_number(read: Mapping[str, pl.LazyFrame]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Return `players`, with numbers instead of names that no other table has as ids, and the replaced rows."""
    players = read["players"]
    by_name = (
        players.filter(is_name(pl.col("player_id")))
        .join(result_files(read), on=[*CLUB, "file_id"], how="anti")
        .with_columns(same=same_name(pl.col("player_id")))
        .collect()
    )
    columns = ((read[table], column) for table, columns in _MET_IN.items() for column in columns)
    met = pl.concat(rows.select(*CLUB, same=same_name(pl.col(column))) for rows, column in columns)
    unmet = by_name.lazy().join(met, on=_SAME, how="anti").select(PERSON).unique()
    numbers = numbers_of(unmet.collect(), players).collect().lazy()
    found = by_name.lazy().drop("same").join(numbers, on=PERSON, maintain_order="left")
    if by_name.is_empty():
        return players, found
    joined = players.join(numbers, on=PERSON, how="left", maintain_order="left")
    return joined.with_columns(player_id=pl.coalesce("number", "player_id")).drop("number"), found


def _with_days(
    read: dict[str, pl.LazyFrame], sessions: pl.LazyFrame, of_session: dict[str, pl.LazyFrame]
) -> dict[str, pl.LazyFrame]:
    no_day = pl.lit(None, pl.Date).alias(_DAY)
    days = sessions.select(*SESSION, day="date")
    of_files = sessions.group_by(*CLUB, "file_id").agg(day=pl.col("date").max())
    placed = of_session["entries"].select(*IN_CLUB, "file_id").unique()
    return {
        **{name: of_session[name].join(days, on=SESSION, how="left", maintain_order="left") for name in _OF_SESSION},
        "unplaced": read["entries"].join(placed, on=[*IN_CLUB, "file_id"], how="anti").with_columns(no_day),
        "partnerships": read["partnerships"].with_columns(no_day),
        "players": read["players"].join(of_files, on=[*CLUB, "file_id"], how="left", maintain_order="left"),
        "games": read["games"].with_columns(day="date"),
        "ratings": read["ratings"].with_columns(day="list_date"),
    }


def _unmet(seen: pl.DataFrame, persons: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    people = seen.join(persons, on=[*_ID, _DAY], how="left", nulls_equal=True)
    people = people.with_columns(person=pl.coalesce("person", "id"))
    met = people.filter("is_met")
    known = pl.concat([met.select(*CLUB, player_id=name) for name in ("id", "person")]).unique()
    of_person = known.rename({"player_id": "person"})
    unmet = people.remove("is_met").join(of_person, on=[*CLUB, "person"], how="anti").select(*CLUB, player_id="id")
    return unmet.join(known, on=[*CLUB, "player_id"], how="anti").unique(), known


def _one_spelling(seen: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """Return (club, competition, id, spelling): names that get another spelling, from `people` or the usual one."""
    given = pl.concat(
        lines.select(*CLUB, id=column, times=pl.lit(0, pl.UInt32), chosen=pl.lit(column == "player_id"))
        for column in ("alias", "player_id")
    )
    return (
        pl.concat([seen.select(*_ID, "times", chosen=pl.lit(value=False)), given], how="vertical_relaxed")
        .filter(is_name(pl.col("id")))
        .group_by(_ID)
        .agg(pl.col("times").sum(), pl.col("chosen").any())
        .with_columns(same=same_name(pl.col("id")))
        .sort("chosen", "times", "id", descending=[True, True, False])
        .with_columns(spelling=pl.col("id").first().over(*CLUB, "same"))
        .filter(pl.col("id") != pl.col("spelling"))
        .select(*_ID, "spelling")
    )


def _with_spelling(rows: pl.DataFrame, spelled: pl.DataFrame, column: str) -> pl.DataFrame:
    shown = spelled.rename({"id": column})
    joined = rows.join(shown, on=[*CLUB, column], how="left", maintain_order="left")
    return joined.with_columns(pl.coalesce("spelling", column).alias(column)).drop("spelling")


def _persons(seen: pl.DataFrame, spelled: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    respelled = seen.join(spelled, on=_ID, how="left").with_columns(pl.coalesce("spelling", "id"))
    key = [*CLUB, "spelling", _DAY]
    # Only the few ids that are aliases need a look-up.
    asked = respelled.join(lines, left_on=key[:-1], right_on=[*CLUB, "alias"], how="semi").select(key).unique()
    return (
        respelled.join(with_persons(asked, lines, "spelling"), on=key, how="left", nulls_equal=True)
        .select(*_ID, _DAY, person=pl.coalesce("person", "spelling"))
        .filter(pl.col("person") != pl.col("id"))
    )


def _renamed(rows: pl.LazyFrame, persons: pl.DataFrame, columns: tuple[str, ...]) -> pl.LazyFrame:
    if persons.is_empty():
        return rows.drop(_DAY).with_columns(pl.lit(value=False).alias(_RENAMED))
    for column in columns:
        behind = persons.lazy().rename({"id": column, "person": f"{column}_is"})
        rows = rows.join(behind, on=[*CLUB, column, _DAY], how="left", nulls_equal=True, maintain_order="left")
    ids = (pl.coalesce(f"{column}_is", column).alias(column) for column in columns)
    is_renamed = pl.col(f"{columns[0]}_is").is_not_null().alias(_RENAMED)
    return rows.with_columns(*ids, is_renamed).drop(_DAY, *(f"{column}_is" for column in columns))


def _merged(entries: pl.LazyFrame, spelled: pl.DataFrame, persons: pl.DataFrame) -> pl.DataFrame:
    """Return (`SEATED`, day, alias, other): aliases whose person also sat elsewhere in the session, as `other`."""
    seat = ("line", "entrant", "file_id")
    of_aliases = persons.select(*_ID, _DAY, player_id="person")
    of_persons = pl.concat([of_aliases, of_aliases.with_columns(id="player_id").unique()]).lazy()
    given = entries.select(*SESSION, *seat, _DAY, id="player_id")
    seats = given.join(of_persons, on=[*_ID, _DAY], nulls_equal=True).collect()
    shown = _with_spelling(seats, spelled, "id").unique([*SEATED, "id", *seat])
    others = shown.select(*SEATED, pl.col("id", *seat).name.suffix("_other"))
    line, entrant, file = (pl.col(name).eq_missing(pl.col(f"{name}_other")) for name in seat)
    have_one_place = (line & entrant & ~file).any().over(*SEATED, "id", "id_other")
    both = shown.join(others, on=SEATED).filter(
        pl.col("id") != pl.col("id_other"), pl.col("id") != pl.col("player_id"), ~have_one_place
    )
    return both.select(*SEATED, _DAY, alias="id", other="id_other").unique().sort(*SEATED, "alias", "other")
