"""Files that are one evening, as `[[session]] files = [...]` says: which can be put together, and by which letters."""

import string
from typing import NamedTuple

import polars as pl

from transforms.intake.evenings.halves import PlayingOn, playing_on
from transforms.intake.evenings.settled import Settled
from transforms.intake.evenings.superseding import chains
from transforms.tables import CLUB
from transforms.tables.finding_words import VARIANT

_ALIKE = {"date": None, "kind": None, "winners": None, "team_scoring": "imps", "event": None, "carry": None}
"""What the parts of an evening must have in common, with what a null means; where that is None, null fits to all."""

_PART = (*CLUB, "place")
_LETTERS = pl.DataFrame({"letter": list(string.ascii_uppercase)})


class Parts(NamedTuple):
    """Sessions of several files that are one, and the letters of their lines in it."""

    whole: pl.DataFrame
    """(evening, whole): each part, with the evening that it belongs to, which has the number of its first part."""
    letters: pl.DataFrame
    """(evening, line, letter): the letters that change."""
    playing: PlayingOn
    """The lines in which the pairs of an earlier part play on."""
    apart: pl.DataFrame
    """(club, competition, place, variant, what): each `[[session]]` whose files stay apart, why, and what differs."""
    played_on: pl.DataFrame
    """(club, competition, file_id, line_no, before, entrant, number, boards, variant): `other_pair` for pairs who get
    another number than the one in their file, and `board_again` for boards that are in both files."""


def parts_of_evenings(told: Settled, sessions: pl.DataFrame, lines: pl.DataFrame, played: pl.DataFrame) -> Parts:
    """Find the sessions that are parts of one evening.

    Where a later part has a line of the same letter as an earlier one, it gets the next letter that is free, unless the
    same pairs play on there.

    Args:
        told: what the director settled.
        sessions: `evening` and `Sessions`, one row per session in a season.
        lines: (evening, line), each line of each session once.
        played: the results of the sessions, as of `compared`.
    """
    of_files = told.settings.filter(pl.col("files").list.len() > 1).select(_PART)
    asked = told.named.filter(role="is").join(of_files, on=_PART, how="semi").sort(*_PART, "order")
    first = asked.unique("evening", keep="first", maintain_order=True)
    parts = first.filter(pl.len().over(_PART) > 1).join(sessions, on=[*CLUB, "evening"], maintain_order="left")
    seasons = pl.col("season").n_unique().over(_PART) > 1
    unlike = {column: _is_unlike(column, null) for column, null in _ALIKE.items()}
    words = [pl.when(differs).then(pl.lit(column)) for column, differs in unlike.items()]
    parts = parts.with_columns(
        seasons=seasons,
        unlike=pl.concat_str(words, separator=", ", ignore_nulls=True),
        whole=pl.col("evening").first().over(_PART),
    )
    playing = playing_on(parts.select("evening", "whole", "order"), played)
    letters = _letters(parts.join(lines, on="evening").sort(*_PART, "order", "line"), playing.lines)
    crowded = letters.filter(pl.col("letter").is_null()).select(_PART).unique().with_columns(is_crowded=True)
    parts = parts.join(crowded, on=_PART, how="left", maintain_order="left")
    is_one = (pl.col("unlike") == "") & ~pl.col("seasons")
    why = pl.when(~is_one).then(pl.lit("differ")).when("is_crowded").then(pl.lit("too_many"))
    what = pl.when(pl.col("unlike") == "").then(pl.lit("season")).otherwise("unlike")
    parts = parts.with_columns(why.alias(VARIANT), what=what)
    sound = parts.filter(pl.col(VARIANT).is_null())
    apart = parts.filter(pl.col(VARIANT).is_not_null()).unique(_PART, keep="first", maintain_order=True)
    again = asked.join(first, on=[*_PART, "evening"], how="anti").with_columns(pl.lit("of_two").alias(VARIANT))
    return Parts(
        sound.select("evening", "whole"),
        letters.join(sound, on="evening", how="semi")
        .filter(pl.col("letter") != pl.col("line"))
        .select("evening", "line", "letter"),
        PlayingOn(*(frame.join(sound, on="evening", how="semi") for frame in playing)),
        pl.concat([apart.select(*_PART, VARIANT, "what"), again.select(*_PART, VARIANT)], how="diagonal"),
        _played_on(playing, sound),
    )


def _played_on(playing: PlayingOn, parts: pl.DataFrame) -> pl.DataFrame:
    of_part = parts.select("evening", *CLUB, "file_id", "line_no")
    before = parts.select(of_evening="evening", before="file_id")
    rows = {"other_pair": playing.others, "board_again": playing.again}
    both = pl.concat((frame.with_columns(pl.lit(name).alias(VARIANT)) for name, frame in rows.items()), how="diagonal")
    return both.join(of_part, on="evening", maintain_order="left").join(before, on="of_evening", maintain_order="left")


def with_parts_replaced(told: Settled) -> Settled:
    """What was settled, with the file that supersedes a part of an evening in the place of that part.

    A correction of one of two files that are one evening corrects that file: the evening is then made of the correction
    and the other file; of a correction that is itself corrected, the last one. What supersedes all files of the evening
    replaces it.
    """
    own = told.named.filter(role="is").sort(*_PART, "order")
    joined = own.filter(pl.col("evening").n_unique().over(_PART) > 1)
    alone = own.filter(pl.col("evening").n_unique().over(_PART) == 1)
    replaced = (
        told.named.filter(role="supersedes")
        .join(alone.select(*_PART, by="evening"), on=_PART)
        .filter(pl.col("evening") != pl.col("by"))
        .sort(*_PART, "order")
        .unique("evening", keep="first", maintain_order=True)
        .select("evening", "by")
    )
    size = joined.group_by(_PART).agg(files=pl.len())
    of_some = (
        joined.join(chains(replaced).ends, on="evening", maintain_order="left")
        .join(joined.select(root="evening"), on="root", how="anti", maintain_order="left")
        .join(size, on=_PART)
        .filter(pl.len().over(*_PART, "root") < pl.col("files"))
    )
    named = (
        told.named.join(
            of_some.select(*_PART, "role", "evening", by="root"),
            on=[*_PART, "role", "evening"],
            how="left",
            maintain_order="left",
        )
        .with_columns(evening=pl.coalesce("by", "evening"))
        .drop("by")
        .unique([*_PART, "role", "evening"], keep="first", maintain_order=True)
    )
    return told._replace(named=named, in_place=_all_before(of_some.select("evening", by="root"), replaced))


def _all_before(in_place: pl.DataFrame, replaced: pl.DataFrame) -> pl.DataFrame:
    """(evening, by): the parts that lost their place, and each correction between them and the one that has it.

    Args:
        in_place: (evening, by), without circles.
        replaced: (evening, by), one step each.
    """
    steps = [in_place]
    while not steps[-1].is_empty():
        on = steps[-1].rename({"by": "last"}).join(replaced, on="evening").select(evening="by", by="last")
        steps.append(on.filter(pl.col("evening") != pl.col("by")))
    return pl.concat(steps).unique("evening", keep="first", maintain_order=True)


def files_of_parts(told: Settled, parts: Parts) -> pl.DataFrame:
    """(whole, part, file_id, line_no, session_id): the files of evenings of several, in the order of `[[session]]`."""
    in_order = told.named.filter(role="is").sort(*_PART, "order").select("evening")
    return (
        in_order.unique(maintain_order=True)
        .join(parts.whole, on="evening", maintain_order="left")
        .join(told.files, on="evening", maintain_order="left")
        .select("whole", "file_id", "line_no", "session_id", part="evening")
    )


def in_every_file(sessions: pl.DataFrame, parts_of: pl.DataFrame) -> pl.DataFrame:
    """The sessions once for each file that they are made of, with `file_id`, `line_no` and `session_id` of there.

    Args:
        sessions: `evening`, and these three of its first file.
        parts_of: of `files_of_parts`.
    """
    there = ["file_id", "line_no", "session_id"]
    of_several = sessions.drop(there).join(
        parts_of.select(*there, evening="whole"), on="evening", maintain_order="left_right"
    )
    of_one = sessions.join(parts_of, left_on="evening", right_on="whole", how="anti")
    return pl.concat([of_one, of_several.select(sessions.columns)])


def _is_unlike(column: str, null: str | None) -> pl.Expr:
    value = pl.col(column).drop_nulls() if null is None else pl.col(column).fill_null(null)
    return value.n_unique().over(_PART) > 1


def _letters(lines: pl.DataFrame, going_on: pl.DataFrame) -> pl.DataFrame:
    """Add `letter`, the letter of each line in the whole evening; null where none is free.

    Args:
        lines: the lines of the parts in order, with `whole`.
        going_on: (evening, line, of_evening, of_line) of those that have the letter of an earlier one.
    """
    every, lines = lines, lines.join(going_on, on=["evening", "line"], how="anti", maintain_order="left")
    taken = lines.unique(["whole", "line"], keep="first", maintain_order=True)
    free = (
        lines.select("whole")
        .unique()
        .join(_LETTERS, how="cross")
        .join(taken, left_on=["whole", "letter"], right_on=["whole", "line"], how="anti")
        .sort("whole", "letter")
        .with_columns(place=pl.int_range(pl.len()).over("whole"))
        .rename({"place": "number"})
    )
    moved = (
        lines.join(taken, on=["evening", "line"], how="anti", maintain_order="left")
        .with_columns(number=pl.int_range(pl.len()).over("whole"))
        .join(free, on=["whole", "number"], how="left", maintain_order="left")
        .drop("number")
    )
    first = pl.concat([taken.with_columns(letter=pl.col("line")), moved], how="diagonal_relaxed")
    letters = first.select(of_evening="evening", of_line="line", letter="letter")
    again = every.join(going_on, on=["evening", "line"], maintain_order="left").join(
        letters, on=["of_evening", "of_line"], maintain_order="left"
    )
    return pl.concat([first, again.select(first.columns)])


def whole_sessions(sessions: pl.DataFrame, parts: Parts) -> pl.DataFrame:
    """The sessions, those of several parts as one: the first part, with all groups of lines scored together.

    Args:
        sessions: `evening` and `Sessions`.
        parts: of these sessions.
    """
    lettered = _together(sessions.filter(pl.col("together").is_not_null()), parts.letters)
    renamed = sessions.drop("together").join(lettered, on="evening", how="left", maintain_order="left")
    with_whole = (
        renamed.join(parts.whole, on="evening", how="left", maintain_order="left")
        .with_columns(pl.coalesce("whole", "evening").alias("whole"))
        .sort("whole", pl.col("whole") != pl.col("evening"), "evening")
    )
    groups = pl.col("together").drop_nulls().str.join(";").over("whole")
    first_known = [
        pl.col(name).drop_nulls().first().over("whole") for name in ("title", "team_scoring", "event", "carry")
    ]
    joined = with_whole.with_columns(pl.when(groups != "").then(groups).alias("together"), *first_known)
    return joined.filter(pl.col("whole") == pl.col("evening")).drop("whole").select(sessions.columns)


def _together(sessions: pl.DataFrame, letters: pl.DataFrame) -> pl.DataFrame:
    """(evening, together), by the letters of the whole evening."""
    signs = sessions.select("evening", line=pl.col("together").str.split("")).explode(
        "line", empty_as_null=False, keep_nulls=False
    )
    named = signs.join(letters, on=["evening", "line"], how="left", maintain_order="left")
    return named.group_by("evening", maintain_order=True).agg(together=pl.coalesce("letter", "line").str.join(""))
