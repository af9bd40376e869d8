"""Halves of an evening in two files: the same pairs, first on some boards and then on others."""

from typing import NamedTuple

import polars as pl

from transforms.intake.evenings.compared_lines import DIRECTION_BEFORE, DIRECTION_BEHIND
from transforms.intake.findings import PLACE
from transforms.tables import ENTRANT, LINE, LISTED, SESSION

_LINE_OF = ("part", "line")
_OF_PART = ("whole", "order", *_LINE_OF)
_OF_LINE = ("of_part", "of_line")
_NAMED = 5
"""So many boards are named."""


class PlayingOn(NamedTuple):
    """Lines of a part of an evening in which the pairs of an earlier part play on, and the numbers that they had."""

    lines: pl.DataFrame
    """(evening, line, of_evening, of_line)."""
    numbers: pl.DataFrame
    """(evening, line, entrant, number): those who get another number, mostly since they had it in the earlier part."""
    others: pl.DataFrame
    """(evening, line, of_evening, entrant, number): those of `numbers` who were not there before, where others were."""
    again: pl.DataFrame
    """(evening, of_evening, boards): lines that would go on, but pairs play these boards again; told in words."""


def playing_on(parts: pl.DataFrame, lines: pl.DataFrame) -> PlayingOn:
    """Find the lines that go on from one part of an evening to the next.

    At least half of the pairs of such a line are the same people as pairs of one line before, or one of them is, and no
    pair plays a board twice. They keep the numbers that they had there; who was not there keeps the own one, or gets
    one that is free. Where an evening has two parts and people are not known, the numbers tell, since sections of an
    evening have boards in common.

    Args:
        parts: (evening, whole, order) of the parts of evenings.
        lines: `part`, `line`, `board`, `ns`, `ew`, `ns_people`, `ew_people`.
    """
    played = lines.drop("evening", strict=False).join(parts, left_on="part", right_on="evening")
    sides = [
        played.select(*_OF_PART, "board", entrant=side, people=f"{side}_people").drop_nulls("entrant")
        for side in ("ns", "ew")
    ]
    seated = pl.concat(sides)
    seats = seated.drop("board").unique([*_LINE_OF, "entrant"], keep="first", maintain_order=True)
    same = _same_pairs(seats)
    going_on = _lines_before(seats, same)
    numbered = _numbered(seats, same, going_on)
    clashing = numbered.filter(pl.struct(*_LINE_OF, "number").is_duplicated())
    boards = seated.select(*_LINE_OF, "entrant", "board").unique()
    own = boards.join(going_on, on=_LINE_OF, how="anti").select(
        *_LINE_OF, "board", of_part="part", of_line="line", number="entrant"
    )
    after = boards.join(numbered, on=[*_LINE_OF, "entrant"]).select(own.columns)
    of_number = pl.struct(*_OF_LINE, "number", "board")
    twice = pl.concat([own, after]).unique().filter(of_number.is_duplicated())
    sound = going_on.join(clashing, on=_LINE_OF, how="anti").join(twice, on=_LINE_OF, how="anti")
    changed = (
        numbered.join(sound, on=_LINE_OF, how="semi")
        .filter(pl.col("number") != pl.col("entrant"))
        .rename({"part": "evening", "of_part": "of_evening"})
    )
    boards_again = (
        going_on.join(twice, on=_LINE_OF)
        .sort("board")
        .group_by(evening="part", of_evening="of_part", maintain_order=True)
        .agg(boards=pl.col("board").cast(pl.String).unique(maintain_order=True).head(_NAMED).str.join(", "))
    )
    return PlayingOn(
        sound.select("line", "of_line", evening="part", of_evening="of_part"),
        changed.select("evening", "line", "entrant", "number"),
        changed.filter("is_other").select("evening", "line", "of_evening", "entrant", "number"),
        boards_again,
    )


def _numbered(seats: pl.DataFrame, same: pl.DataFrame, going_on: pl.DataFrame) -> pl.DataFrame:
    """Each entrant of the lines that go on, with its number there, and whether others had its own (`is_other`)."""
    before = seats.select(of_part="part", of_line="line", number="entrant", of_people="people")
    found = (
        seats.join(going_on, on=_LINE_OF)
        .sort("order", "line", "entrant")
        .join(same, on=[*_LINE_OF, "entrant", *_OF_LINE], how="left", maintain_order="left")
    )
    own = found.join(
        before, left_on=[*_OF_LINE, "entrant"], right_on=[*_OF_LINE, "number"], how="left", maintain_order="left"
    )
    kept = found.drop_nulls("number").select(*_LINE_OF, entrant="number", is_taken=pl.lit(value=True)).unique()
    asked = own.join(kept, on=[*_LINE_OF, "entrant"], how="left", maintain_order="left").with_columns(
        is_other=pl.col("number").is_null()
        & (pl.col("is_taken").fill_null(value=False) | (pl.col("people") != pl.col("of_people")).fill_null(value=False))
    )
    highest = (
        pl.concat([before.select(*_OF_LINE, entrant="number"), found.select(*_OF_LINE, "entrant")])
        .group_by(_OF_LINE)
        .agg(highest=pl.col("entrant").cast(pl.Int64, strict=False).max().fill_null(0))
    )
    rank = pl.col("is_other").cast(pl.Int64).cum_sum().over(_OF_LINE)
    return asked.join(highest, on=_OF_LINE, maintain_order="left").select(
        *(*_LINE_OF, "entrant", *_OF_LINE, "is_other"),
        number=pl.when("is_other")
        .then((pl.col("highest") + rank).cast(pl.String))
        .otherwise(pl.coalesce("number", "entrant")),
    )


def _same_pairs(seats: pl.DataFrame) -> pl.DataFrame:
    """(part, line, entrant, of_part, of_line, number): who sat in an earlier part, and as which number."""
    before = seats.select(
        "whole", "people", of_part="part", of_line="line", of_order="order", number="entrant", of_people="people"
    )
    is_before = pl.col("of_order") < pl.col("order")
    by_people = seats.join(before.drop("of_people"), on=["whole", "people"]).filter(is_before)
    of_two = seats.filter(pl.col("part").n_unique().over("whole") == 2)
    is_unknown = pl.col("people").is_null() | pl.col("of_people").is_null()
    by_number = of_two.join(
        before.drop("people"), left_on=["whole", "line", "entrant"], right_on=["whole", "of_line", "number"]
    ).filter(is_before & is_unknown)
    of_numbers = by_number.with_columns(of_line="line", number="entrant")
    by_one = _with_one_person(seats, before).filter(is_before)
    here, there = [*_LINE_OF, "entrant", *_OF_LINE], [*_LINE_OF, *_OF_LINE, "number"]
    found = by_people.select(*here, "number")
    for less_sure in (by_one, of_numbers):
        more = less_sure.select(found.columns).join(found, on=here, how="anti").join(found, on=there, how="anti")
        found = pl.concat([found, more])
    return found.unique(here, keep="first", maintain_order=True)


def _with_one_person(seats: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """The pairs of two parts that have a person in common with each other alone: somebody came, or is misspelt."""
    person = pl.col("people").str.split(" & ")
    now = seats.with_columns(person=person).explode("person").drop_nulls("person")
    then = before.with_columns(person=person).explode("person").drop("people").drop_nulls("person")
    both = now.join(then, on=["whole", "person"], maintain_order="left").filter(pl.col("part") != pl.col("of_part"))
    pair, other = pl.struct(*_LINE_OF, "entrant", *_OF_LINE), pl.struct(*_LINE_OF, *_OF_LINE, "number")
    return both.filter(pair.is_unique(), other.is_unique())


def _lines_before(seats: pl.DataFrame, same: pl.DataFrame) -> pl.DataFrame:
    """(part, line, of_part, of_line): the first line in which at least half of its pairs sat before."""
    order = seats.select("part", "order").unique()
    size = seats.group_by(_LINE_OF).agg(pairs=pl.len())
    shared = same.group_by(*_LINE_OF, "of_part", "of_line").agg(same=pl.len()).join(size, on=_LINE_OF)
    first = (
        shared.filter(pl.col("same") * 2 >= pl.col("pairs"))
        .join(order, on="part")
        .join(order.rename({"part": "of_part", "order": "of_order"}), on="of_part")
        .sort("order", "line", "of_order", "of_line")
        .unique(_LINE_OF, keep="first", maintain_order=True)
        # Two lines of a file cannot both go on in one, nor can one go on in what goes on itself.
        .unique(["part", "of_part", "of_line"], keep="first", maintain_order=True)
    )
    chained = first.join(first, left_on=["of_part", "of_line"], right_on=_LINE_OF, how="anti")
    return chained.select(*_LINE_OF, "of_part", "of_line")


def with_own_numbers(rows: pl.LazyFrame, playing: PlayingOn) -> pl.LazyFrame:
    """The rows of tables with the numbers that pairs had in the earlier part of their evening.

    Args:
        rows: `evening`, `line`, and any of `entrant`, `ns`, `ew`, `team`, `opponent`.
        playing: of these evenings.
    """
    if playing.numbers.is_empty():
        return rows
    columns = rows.collect_schema().names()
    for column in ("entrant", "ns", "ew", "team", "opponent"):
        if column in columns:
            raw = pl.col(column)
            before, behind = (raw.str.extract(sign).fill_null("") for sign in (DIRECTION_BEFORE, DIRECTION_BEHIND))
            rows = (
                rows.with_columns(bare=raw.str.strip_prefix(before).str.strip_suffix(behind))
                .join(
                    playing.numbers.lazy(),
                    left_on=["evening", "line", "bare"],
                    right_on=["evening", "line", "entrant"],
                    how="left",
                    maintain_order="left",
                )
                .with_columns(
                    pl.when(pl.col("number").is_null())
                    .then(raw)
                    .otherwise(pl.concat_str(before, "number", behind))
                    .alias(column)
                )
                .select(columns)
            )
    return rows


def seated_on(entries: pl.LazyFrame) -> pl.LazyFrame:
    """The entries without those of lines that go on, where they say again who sits where.

    Args:
        entries: `Entries` and `goes_on`, whether the line goes on from an earlier part.
    """
    again, first = entries.filter("goes_on"), entries.filter(~pl.col("goes_on"))
    seat = [*LINE, "entrant", "player_id"]
    more = again.join(first, on=seat, how="anti").unique(seat, keep="first", maintain_order=True)
    return pl.concat([first, more]).drop("goes_on")


def of_whole_evenings(official: pl.LazyFrame, continued: pl.LazyFrame) -> pl.LazyFrame:
    """The official results of whole evenings: those of a half are nobody's result in the end.

    Of a half it stays who is in its list, each once and without a value, since nobody who was there is a slip.

    Args:
        official: `OfficialResults`.
        continued: the lines of sessions that go on from one file to the next.
    """
    listed = (
        official.join(continued, on=LINE, how="semi")
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .unique(ENTRANT, keep="first", maintain_order=True)
        .with_columns(pl.when(pl.lit(value=False)).then(pl.col(LISTED)))
    )
    return pl.concat([official.join(continued, on=LINE, how="anti"), listed])


def official_of_halves(official: pl.LazyFrame, continued: pl.LazyFrame) -> pl.LazyFrame:
    """(the key of the session, file_id, line_no, lines): the files whose official results `of_whole_evenings` drops."""
    of_half = official.join(continued, on=LINE, how="semi")
    with_value = of_half.filter(pl.any_horizontal(pl.col(LISTED).is_not_null()))
    return with_value.group_by(*SESSION, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
