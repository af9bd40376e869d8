"""Halves of an evening in two files: the same pairs, first on some boards and then on others."""

from typing import NamedTuple

import polars as pl

from transforms.intake.compared_lines import DIRECTION_BEFORE, DIRECTION_BEHIND
from transforms.intake.findings import Checked, finding
from transforms.tables import LINE, SESSION

_LINE_OF = ("part", "line")
_OF_PART = ("whole", "order", *_LINE_OF)


class PlayingOn(NamedTuple):
    """Lines of a part of an evening in which the pairs of an earlier part play on, and the numbers that they had."""

    lines: pl.DataFrame
    """(evening, line, of_evening, of_line)."""
    numbers: pl.DataFrame
    """(evening, line, entrant, number): those who had another number in the earlier part."""


def playing_on(parts: pl.DataFrame, lines: pl.DataFrame) -> PlayingOn:
    """Find the lines that go on from one part of an evening to the next.

    At least half of the pairs of such a line are the same people as pairs of one line before, and no pair plays a board
    twice. They keep the numbers that they had there; who was not there keeps the own one. Where an evening has two
    parts and people are not known, the numbers tell, since sections of an evening have boards in common.

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
    numbered = (
        seats.join(going_on, on=_LINE_OF)
        .join(same, on=[*_LINE_OF, "entrant", "of_part", "of_line"], how="left")
        .with_columns(number=pl.coalesce("number", "entrant"))
        .select(*_LINE_OF, "entrant", "of_part", "of_line", "number")
    )
    clashing = numbered.filter(pl.struct(*_LINE_OF, "number").is_duplicated())
    boards = seated.select(*_LINE_OF, "entrant", "board").unique()
    own = boards.join(going_on, on=_LINE_OF, how="anti").select(
        *_LINE_OF, "board", of_part="part", of_line="line", number="entrant"
    )
    after = boards.join(numbered, on=[*_LINE_OF, "entrant"]).select(own.columns)
    of_number = pl.struct("of_part", "of_line", "number", "board")
    twice = pl.concat([own, after]).unique().filter(of_number.is_duplicated())
    sound = going_on.join(clashing, on=_LINE_OF, how="anti").join(twice, on=_LINE_OF, how="anti")
    changed = numbered.join(sound, on=_LINE_OF, how="semi").filter(pl.col("number") != pl.col("entrant"))
    return PlayingOn(
        sound.select("line", "of_line", evening="part", of_evening="of_part"),
        changed.select("line", "entrant", "number", evening="part"),
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
    found = [*_LINE_OF, "entrant", "of_part", "of_line", "number"]
    of_numbers = by_number.with_columns(of_line="line", number="entrant")
    both = pl.concat(
        [
            by_people.select(*found),
            of_numbers.select(*found),
        ]
    )
    return both.unique([*_LINE_OF, "entrant", "of_part", "of_line"], keep="first", maintain_order=True)


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


def of_whole_evenings(official: pl.LazyFrame, continued: pl.LazyFrame) -> Checked:
    """Keep the official results of whole evenings: those of a half are nobody's result in the end.

    Args:
        official: `OfficialResults`.
        continued: the lines of sessions that go on from one file to the next.
    """
    says_any = pl.any_horizontal(pl.col("points", "score", "rank", "penalty").is_not_null())
    of_half = official.filter(says_any).join(continued, on=LINE, how="semi")
    told = of_half.group_by(*SESSION, "file_id").agg(pl.col("line_no").min(), lines=pl.len())
    return Checked(
        official.join(continued, on=LINE, how="anti"),
        [
            finding(
                told,
                "warning",
                "session_id",
                pl.col("session_id"),
                "pairs play on here from one file to the next, and nothing says of how much of the evening the {lines}"
                " official results of this file are; they are left out, and nothing is compared with them: hand in"
                " those of the whole evening by themselves, if there are any",
                code="evenings.official_of_half",
                lines=pl.col("lines"),
            )
        ],
    )
