"""Which sessions count: those that nothing newer replaces, each under the one id of those that are its evening."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import polars as pl

from transforms.intake.evenings.compared_lines import compared, scored_alike
from transforms.intake.evenings.handed_in_twice import MOST, PAIR, Twins, alike, candidates, handed_in_twice
from transforms.intake.evenings.newer import by_age, family
from transforms.intake.evenings.parts import Parts, files_of_parts, in_every_file
from transforms.intake.evenings.settled import Settled
from transforms.intake.evenings.superseding import addresses, chains
from transforms.tables import CLUB, SESSION
from transforms.tables.finding_words import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.shared import natural

_MADE_OF = ("results", "matches")
"""The tables of which a session is made; what other files say of it goes with its address."""

MOST_ALIKE = 500
"""So many sessions of a competition that are perhaps others under another date are compared, the newest; a club has
years of evenings, but not so many of these."""


class Counting(NamedTuple):
    """The sessions that count, and what became of the others."""

    sessions: pl.DataFrame
    """`evening` and `Sessions`, with the ids under which they count."""
    ids: pl.DataFrame
    """One row per session, by `evening`: `season` and `counted_id` of the session that counts in the end; `counts`
    (whether there is one) and `is_superseded`."""
    own_files: pl.DataFrame
    """(whole, file_id): the files that hold the session itself, or its results."""
    tables: dict[str, pl.DataFrame]
    """What `transforms/checks/evenings.py` looks at, by name."""


def sessions_that_count(
    sessions: pl.DataFrame,
    told: Settled,
    parts: Parts,
    read: Mapping[str, pl.LazyFrame],
    *,
    meant: pl.DataFrame,
    files: pl.DataFrame,
) -> Counting:
    """Leave out the sessions that others replace, as settled or as found, and give each that counts its id.

    Args:
        sessions: `evening` and `Sessions`, parts of one evening put together; `season` null: in none.
        told: what the director settled.
        parts: the evenings of several files.
        read: the tables as read.
        meant: the references of rows, with `evening` and `whole` (the evening that it is a part of).
        files: `Files`.
    """
    played = _Played(read, meant)
    own_files = _own_files(sessions, told, parts.whole, played)
    parts_of = files_of_parts(told, parts)
    aged = _aged(sessions, own_files, parts_of, files).with_columns(
        keep_both=pl.col("evening").is_in(_kept(told, parts.whole).to_list())
    )
    asked = _asked(told, parts.whole)
    not_itself = asked.filter(pl.col("evening") != pl.col("by"))
    settled = not_itself.unique("evening", keep="first", maintain_order=True).select("evening", "by")
    open_ones = aged.filter(pl.col("season").is_not_null()).join(settled, on="evening", how="anti")
    close = candidates(open_ones)
    lines, people = played.compared(close)
    none = Twins(close.select("evening", by="evening"), close.select("evening"))
    twins = none if close.is_empty() else handed_in_twice(close, lines, people, parts_of)
    on_date = close.join(twins.replaced, on="evening", how="anti")
    replaced = pl.concat([settled, twins.replaced.select("evening", "by")])
    ended = chains(replaced)
    by_settings = settled.join(ended.ends, on="evening", maintain_order="left").join(
        told.in_place.select("evening", taker="by"), on="evening", how="left", maintain_order="left"
    )
    concerned = pl.concat([by_settings["evening"], by_settings["root"]]).unique().implode()
    settled_lines, settled_people = played.compared(aged.filter(pl.col("evening").is_in(concerned)))
    named = _named_ids(told, parts.whole)
    taken = _ids_taken(named, aged, ended.ends)
    named = named.join(taken, on=[*CLUB, "place"], how="anti").select("evening", "named_id")
    first = addresses(ended.ends, settled, twins.parts, aged)
    roots = _under_their_ids(aged.join(ended.ends, on="evening", how="anti", maintain_order="left"), first, aged, named)
    in_season = roots.filter(pl.col("season").is_not_null())
    counted = in_season.unique(SESSION, keep="first", maintain_order=True)
    given_again = in_season.with_columns(first_file=pl.col("file_id").first().over(SESSION)).join(
        counted, on="evening", how="anti"
    )
    tables = {
        "sessions": aged,
        "in_doubt": open_ones,
        "on_date": on_date,
        "lines": lines,
        "people": people,
        "replaced": twins.replaced,
        "parts_of": parts_of,
        "doubts": pl.concat([_overlapping(on_date, lines, people), *_of_two_dates(open_ones, replaced, told, played)]),
        "asked": asked,
        "circles": ended.circles,
        "settled": by_settings,
        "settled_lines": settled_lines,
        "settled_people": settled_people,
        "ids_taken": taken,
        "given_again": in_every_file(given_again, parts_of),
    }
    return Counting(counted.select(sessions.columns), _in_the_end(ended.ends, roots, counted), own_files, tables)


class _Played(NamedTuple):
    """What was played in the sessions: the tables as read, and the references of their rows."""

    read: Mapping[str, pl.LazyFrame]
    meant: pl.DataFrame

    def compared(self, sessions: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The lines and the people of these sessions, as `compared_lines.compared` has them."""
        return compared(sessions, self.read, self.meant)


def _overlapping(on_date: pl.DataFrame, lines: pl.DataFrame, people: pl.DataFrame) -> pl.DataFrame:
    """(older, newer, same, variant): sessions of one date and people with results in common."""
    if on_date.is_empty():
        return pl.DataFrame(schema={**dict.fromkeys([*PAIR, "same"], pl.UInt32), VARIANT: pl.String})
    return _doubts("overlapping", alike(on_date, lines, people, share=0.0).filter("of_the_same"))


def _of_two_dates(
    open_ones: pl.DataFrame, replaced: pl.DataFrame, told: Settled, played: _Played
) -> Iterator[pl.DataFrame]:
    """(older, newer, same, variant): sessions that are alike, perhaps of two dates.

    `set_apart` are those of one date by their files, where `[[session]]` gives one of them a date; `two_dates` those
    that are compared for their names or their scores.
    """
    named_alike = _named_alike(open_ones)
    moved = _moved_by_settings(open_ones.join(named_alike, on="evening", how="anti"), told)
    for each in moved:
        if not each.is_empty():
            by_settings = each.filter("is_moved")["evening"].implode()
            pairs = alike(each.with_columns(date="alike_in"), *played.compared(each))
            yield _doubts("set_apart", pairs.filter(pl.any_horizontal(pl.col(PAIR).is_in(by_settings))))
    of_settings = pl.concat(each.filter("is_moved").select("evening") for each in moved)
    own_date = open_ones.join(pl.concat([of_settings, replaced.select("evening")]), on="evening", how="anti")
    near = pl.concat([named_alike.select("evening"), scored_alike(own_date, played.read, played.meant)])
    again = own_date.join(near, on="evening", how="semi").sort(*CLUB, "age", descending=[False, False, True])
    again = again.filter(pl.int_range(pl.len()).over(CLUB) < MOST_ALIKE)
    if not again.is_empty():
        lines, people = played.compared(again)
        # Those of a competition are compared, in the place of those of one date.
        pairs = alike(again.with_columns(date=pl.lit("any")), lines, people)
        is_known = pl.all_horizontal(pl.col(PAIR).is_in(people["evening"].unique().implode()))
        yield _doubts("two_dates", pairs.filter(pl.col("of_the_same") | ~is_known))


def _doubts(variant: str, pairs: pl.DataFrame) -> pl.DataFrame:
    return pairs.select(*PAIR, "same", pl.lit(variant).alias(VARIANT))


def _under_their_ids(roots: pl.DataFrame, taken: pl.DataFrame, aged: pl.DataFrame, named: pl.DataFrame) -> pl.DataFrame:
    """The sessions that nothing replaces with the ids under which they count, of one id the first first.

    An id that two would take over goes to the first; the other stays what it is.
    """
    is_first = pl.int_range(pl.len()).over(SESSION) == 0
    return (
        roots.join(taken, on="evening", how="left", maintain_order="left")
        .with_columns(first=pl.coalesce("first", "evening"))
        .join(aged.select(first="evening", first_id="session_id"), on="first", how="left", maintain_order="left")
        .join(named.select(first="evening", first_named="named_id"), on="first", how="left", maintain_order="left")
        .with_columns(first_id=pl.coalesce("first_named", "first_id"))
        .join(named, on="evening", how="left", maintain_order="left")
        .with_columns(own_id="session_id", session_id=pl.coalesce("named_id", "first_id"))
        .sort(*CLUB, "session_id", "first")
        .with_columns(session_id=pl.when(is_first).then("session_id").otherwise("own_id"))
        .sort(*CLUB, "session_id", pl.col("session_id") != pl.col("first_id"), "first")
    )


def _in_the_end(ends: pl.DataFrame, roots: pl.DataFrame, counted: pl.DataFrame) -> pl.DataFrame:
    """`Counting.ids`."""
    ends = pl.concat([ends.select("evening", "root"), roots.select("evening", root="evening")])
    ids = counted.select(root="evening", season="season", counted_id="session_id")
    return ends.join(ids, on="root", how="left").select(
        "evening",
        "season",
        "counted_id",
        counts=pl.col("counted_id").is_not_null(),
        is_superseded=pl.col("evening") != pl.col("root"),
    )


def _named_alike(sessions: pl.DataFrame) -> pl.DataFrame:
    """The sessions that are alone in files of which the names differ only by a mark, but of several dates."""
    named = sessions.with_columns(family=family(pl.col("file_id")))
    of_family = (*CLUB, "family")
    several = (pl.col("file_id").n_unique().over(of_family) > 1) & (pl.col("date").n_unique().over(of_family) > 1)
    return named.filter(pl.col("called") == pl.col("file_id"), several, pl.len().over(of_family) <= MOST)


def _moved_by_settings(sessions: pl.DataFrame, told: Settled) -> list[pl.DataFrame]:
    """The sessions that are compared since `[[session]]` gives dates, as for `set_apart`.

    They are those of one date by their files; and all of a season, where a file gives no date.
    """
    given = sessions.join(told.files.select("evening", given_date="date"), on="evening", maintain_order="left")
    moved = given.with_columns(is_moved=pl.col("given_date").ne_missing(pl.col("date")))
    on_date, in_season = (*CLUB, "given_date"), (*CLUB, "season")
    of_date = moved.filter(
        pl.col("given_date").is_not_null(),
        pl.col("is_moved").any().over(on_date),
        pl.len().over(on_date).is_between(2, MOST),
    )
    undated = moved.filter((pl.col("is_moved") & pl.col("given_date").is_null()).any().over(in_season))
    return [
        of_date.with_columns(alike_in="given_date"),
        undated.with_columns(alike_in="season", is_moved=pl.col("given_date").is_null()),
    ]


def _own_files(
    sessions: pl.DataFrame,
    told: Settled,
    of_whole: pl.DataFrame,
    played: _Played,
) -> pl.DataFrame:
    """(whole, file_id): the files that hold a session, and those of its results."""
    given = sessions.select(whole="evening", file_id="file_id")
    of_parts = told.named.join(of_whole, on="evening").join(told.files, on="evening").select("whole", "file_id")
    made = pl.concat([played.read[name].select(*CLUB, "session_id", "file_id").unique() for name in _MADE_OF]).unique()
    of_lines = played.meant.join(made.collect(), on=[*CLUB, "session_id", "file_id"], how="semi").select(
        "whole", "file_id"
    )
    return pl.concat([given, of_parts, of_lines.drop_nulls()]).unique(maintain_order=False)


def _aged(sessions: pl.DataFrame, own_files: pl.DataFrame, parts_of: pl.DataFrame, files: pl.DataFrame) -> pl.DataFrame:
    """The sessions with their `age`, by the newest of their files, and with how they are named.

    The files with results decide; of two sessions in the same files, the one with the later id is the newer.
    """
    listed = pl.concat(
        [files.select(*CLUB, "file_id", "modified_at"), sessions.select(*CLUB, "file_id")], how="diagonal"
    )
    ages = by_age(
        listed.sort("modified_at", descending=True, nulls_last=True).unique(
            [*CLUB, "file_id"], keep="first", maintain_order=True
        )
    )
    club_of = sessions.select(*CLUB, whole="evening", described_by="file_id")
    own = own_files.join(club_of, on="whole").join(ages, on=[*CLUB, "file_id"], how="left")
    beside = (pl.col("file_id") != pl.col("described_by")).any().over("whole")
    of_results = own.filter(~beside | (pl.col("file_id") != pl.col("described_by")))
    newest = of_results.group_by(evening="whole").agg(file_age=pl.col("age").max())
    alone = pl.len().over(*CLUB, "file_id") == 1
    called = pl.when(alone).then("file_id").otherwise("session_id")
    of_several = parts_of.group_by(evening="whole", maintain_order=True).agg(
        named=phrase('"{}"', "file_id").str.join(", ")
    )
    of_files = phrase("files = [{}]", "named")
    name = pl.when(alone).then(of_files).otherwise(phrase('session = "{}"', "session_id"))
    order = pl.struct(pl.col("file_age").fill_null(-1), natural(pl.col("session_id")), "evening")
    known = sessions.join(newest, on="evening", how="left", maintain_order="left")
    named = known.join(of_several, on="evening", how="left", maintain_order="left").with_columns(
        named=pl.coalesce("named", phrase('"{}"', "file_id"))
    )
    return named.with_columns(age=order.rank("ordinal").cast(pl.Int64), called=called, name=name)


def _kept(told: Settled, of_whole: pl.DataFrame) -> pl.Series:
    """The sessions that count even though another looks like the same evening."""
    return _whole(told.about().filter("keep_both"), of_whole)["evening"]


def _whole(named: pl.DataFrame, of_whole: pl.DataFrame) -> pl.DataFrame:
    """The rows with the evening that theirs is a part of."""
    joined = named.join(of_whole, on="evening", how="left", maintain_order="left")
    return joined.with_columns(evening=pl.coalesce("whole", "evening")).drop("whole")


def _asked(told: Settled, of_whole: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, place, evening, by): what `supersedes` says of each session that it names."""
    at = [*CLUB, "place"]
    named = _whole(told.named.sort(*at, "order"), of_whole)
    by = named.filter(role="is").unique(at, keep="first", maintain_order=True).select(*at, by="evening")
    return named.filter(role="supersedes").join(by, on=at, maintain_order="left").select(*at, "evening", "by")


def _named_ids(told: Settled, of_whole: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, place, evening, named_id): the ids that `[[session]]` gives to files."""
    first = told.about().unique([*CLUB, "place"], keep="first", maintain_order=True)
    asked = _whole(first.filter(pl.col("files").list.len() > 0, pl.col("session_id").is_not_null()), of_whole)
    return asked.select(*CLUB, "place", "evening", named_id="session_id").unique(
        "evening", keep="first", maintain_order=True
    )


def _ids_taken(named: pl.DataFrame, sessions: pl.DataFrame, ends: pl.DataFrame) -> pl.DataFrame:
    """Those of `_named_ids` that another session of the season has."""
    owners = sessions.join(ends, on="evening", how="left").select(
        *CLUB, "season", named_id="session_id", owner=pl.coalesce("root", "evening")
    )
    with_season = named.join(sessions.select("evening", "season"), on="evening", maintain_order="left")
    others = with_season.join(owners, on=[*CLUB, "season", "named_id"]).filter(pl.col("owner") != pl.col("evening"))
    return named.join(others, on=[*CLUB, "place"], how="semi")
