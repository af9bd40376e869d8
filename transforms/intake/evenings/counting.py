"""Which sessions count: those that nothing newer replaces, each under the one id of those that are its evening."""

from collections.abc import Mapping
from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.evenings.both_count import in_two_files, in_two_halves, on_two_dates, overlapping, set_apart
from transforms.intake.evenings.compared_lines import compared, scored_alike
from transforms.intake.evenings.handed_in_twice import MOST, Twins, candidates, handed_in_twice, too_many
from transforms.intake.evenings.newer import by_age, family
from transforms.intake.evenings.not_counting import left_out_as_settled
from transforms.intake.evenings.parts import Parts, files_of_parts, in_every_file
from transforms.intake.evenings.settled import Settled
from transforms.intake.evenings.superseding import addresses, chains
from transforms.intake.findings import IN_SETTINGS, error_on, warning_on
from transforms.tables import CLUB, SESSION, Findings
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
    findings: list[dy.LazyFrame[Findings]]


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
    settled, on_settled = _settled(told, parts.whole)
    open_ones = aged.filter(pl.col("season").is_not_null()).join(settled, on="evening", how="anti")
    twins = _twins(open_ones, played, parts_of)
    replaced = pl.concat([settled, twins.superseded])
    on_dates = _of_another_date(open_ones, replaced, told, played)
    ended = chains(replaced)
    by_settings = settled.join(ended.ends, on="evening", maintain_order="left")
    named, on_names = _named_ids(told, parts.whole, aged, ended.ends)
    taken = addresses(ended.ends, settled, twins.parts, aged)
    roots = _under_their_ids(aged.join(ended.ends, on="evening", how="anti", maintain_order="left"), taken, aged, named)
    in_season = roots.filter(pl.col("season").is_not_null())
    counted = in_season.unique(SESSION, keep="first", maintain_order=True)
    given_again = in_season.with_columns(first_file=pl.col("file_id").first().over(SESSION)).join(
        counted, on="evening", how="anti"
    )
    findings = [
        *on_settled,
        *twins.findings,
        *on_dates,
        *_left_out(by_settings, aged, told, played),
        too_many(open_ones),
        _circles(ended.circles, aged),
        *on_names,
        _given_before(in_every_file(given_again, parts_of)),
    ]
    return Counting(counted.select(sessions.columns), _in_the_end(ended.ends, roots, counted), own_files, findings)


class _Played(NamedTuple):
    """What was played in the sessions: the tables as read, and the references of their rows."""

    read: Mapping[str, pl.LazyFrame]
    meant: pl.DataFrame

    def compared(self, sessions: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The lines and the people of these sessions, as `compared_lines.compared` has them."""
        return compared(sessions, self.read, self.meant)


def _twins(open_ones: pl.DataFrame, played: _Played, parts_of: pl.DataFrame) -> Twins:
    """Which sessions are handed in twice, with findings on them and on those that may be."""
    close = candidates(open_ones)
    if close.is_empty():
        none = close.select("evening", by="evening")
        return Twins(none, none.select("evening"), [])
    lines, people = played.compared(close)
    twins = handed_in_twice(close, lines, people, parts_of)
    left = close.join(twins.superseded, on="evening", how="anti")
    doubts = [in_two_files(left, lines, people), in_two_halves(left, lines), overlapping(left, lines, people)]
    return twins._replace(findings=[*twins.findings, *doubts])


def _of_another_date(
    open_ones: pl.DataFrame, replaced: pl.DataFrame, told: Settled, played: _Played
) -> list[dy.LazyFrame[Findings]]:
    """Findings on sessions that may be others under another date: by their settings, their names or their scores."""
    named_alike = _named_alike(open_ones)
    moved = _moved_by_settings(open_ones.join(named_alike, on="evening", how="anti"), told)
    findings = [set_apart(each, *played.compared(each)) for each in moved if not each.is_empty()]
    of_settings = pl.concat(each.filter("is_moved").select("evening") for each in moved)
    own_date = open_ones.join(pl.concat([of_settings, replaced.select("evening")]), on="evening", how="anti")
    near = pl.concat([named_alike.select("evening"), scored_alike(own_date, played.read, played.meant)])
    again = own_date.join(near, on="evening", how="semi").sort(*CLUB, "age", descending=[False, False, True])
    again = again.filter(pl.int_range(pl.len()).over(CLUB) < MOST_ALIKE)
    if not again.is_empty():
        findings.append(on_two_dates(again, *played.compared(again)))
    return findings


def _left_out(
    by_settings: pl.DataFrame, aged: pl.DataFrame, told: Settled, played: _Played
) -> list[dy.LazyFrame[Findings]]:
    """Findings on the sessions that do not count since `supersedes` says so."""
    if by_settings.is_empty():
        return []
    concerned = pl.concat([by_settings["evening"], by_settings["root"]]).unique().implode()
    lines, people = played.compared(aged.filter(pl.col("evening").is_in(concerned)))
    return left_out_as_settled(by_settings, aged, lines, people, told)


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


def _given_before(again: pl.DataFrame) -> dy.LazyFrame[Findings]:
    return error_on(
        again.lazy(),
        "sessions.given_before",
        "this session is already given by {file}, which counts: give it once, or give one of them another id",
        field="session_id",
        file="first_file",
    )


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


def _settled(told: Settled, of_whole: pl.DataFrame) -> tuple[pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """(evening, by) as `supersedes` says; and findings for a session that is to replace itself."""
    at = [*CLUB, "place"]
    named = _whole(told.named.sort(*at, "order"), of_whole)
    by = named.filter(role="is").unique(at, keep="first", maintain_order=True).select(*at, by="evening")
    asked = named.filter(role="supersedes").join(by, on=at, maintain_order="left")
    is_itself = pl.col("evening") == pl.col("by")
    itself = asked.filter(is_itself).join(told.settings, on=at).unique(at, maintain_order=True)
    edges = asked.filter(~is_itself).unique("evening", keep="first", maintain_order=True).select("evening", "by")
    kept = _kept(told, of_whole).implode()
    # What a session replaces does not count beside it, whatever keep_both says of either.
    both = asked.filter(~is_itself, pl.col("evening").is_in(kept) | pl.col("by").is_in(kept)).join(told.settings, on=at)
    return edges, [
        warning_on(
            both.unique(at, maintain_order=True).with_columns(**IN_SETTINGS).lazy(),
            "settings.keep_both_and_supersedes",
            "supersedes says that this is replaced, and keep_both that both count; it is replaced: take one out",
            field="session.supersedes",
            value=pl.col("supersedes").list.join(", "),
            nth="place",
        ),
        error_on(
            itself.with_columns(**IN_SETTINGS).lazy(),
            "settings.supersedes_itself",
            "a session cannot replace itself; it counts: name the one that it replaces",
            field="session.supersedes",
            value=pl.col("supersedes").list.join(", "),
            nth="place",
        ),
    ]


def _circles(circles: pl.DataFrame, sessions: pl.DataFrame) -> dy.LazyFrame[Findings]:
    told_of = sessions.join(circles, on="evening", how="semi")
    return error_on(
        told_of.lazy(),
        "settings.circle",
        "by [[session]] supersedes this session and others replace each other in a circle, so all of them count: take"
        " out the line of the one that is wrong",
        field="session_id",
    )


def _named_ids(
    told: Settled, of_whole: pl.DataFrame, sessions: pl.DataFrame, ends: pl.DataFrame
) -> tuple[pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """(evening, named_id): the ids that `[[session]]` gives to files; and findings for ids that others have."""
    at = [*CLUB, "place"]
    first = told.about().unique(at, keep="first", maintain_order=True)
    asked = _whole(first.filter(pl.col("files").list.len() > 0, pl.col("session_id").is_not_null()), of_whole)
    asked = asked.select(*at, "evening", named_id="session_id").unique("evening", keep="first", maintain_order=True)
    roots = ends.select("evening", "root")
    owners = sessions.join(roots, on="evening", how="left").select(
        *CLUB, "season", named_id="session_id", owner=pl.coalesce("root", "evening")
    )
    with_season = asked.join(sessions.select("evening", "season"), on="evening", maintain_order="left")
    others = with_season.join(owners, on=[*CLUB, "season", "named_id"]).filter(pl.col("owner") != pl.col("evening"))
    taken = asked.join(others, on=at, how="semi")
    return asked.join(taken, on=at, how="anti").select("evening", "named_id"), [
        error_on(
            taken.with_columns(**IN_SETTINGS).lazy(),
            "settings.id_taken",
            "another session of this season has this id, so the files keep theirs: choose another id",
            field="session.session",
            value="named_id",
            nth="place",
        )
    ]
