"""Files whose numbers are other people's than elsewhere in a competition: told once, and not for each name."""

from typing import NamedTuple

import dataframely as dy
import polars as pl

from transforms.intake.findings import warning_on
from transforms.intake.people.names import is_name
from transforms.tables import CLUB, PERSON, Findings

_FEWEST = 4
"""Fewer people under other names are people under other names."""
_IN_FILE = (*CLUB, "file_id")


class OtherNames(NamedTuple):
    """What is told of files as a whole, and the names that are told one by one."""

    findings: list[dy.LazyFrame[Findings]]
    apart: pl.DataFrame


def of_strangers(others: pl.DataFrame, named: pl.LazyFrame) -> OtherNames:
    """Find the result files in which most numbers have names of surely other people than are shown for them.

    Why (numbers that are given anew each evening, files or a table of another club) they do not tell, nor which file is
    wrong, so one finding for the competition names both and takes nothing away.

    Args:
        others: each other name of a person at its first place: the key of a person, `name`, `words`, `shown`,
            `shown_words`, `shown_file_id`, `place` (where the shown name stands) and `in_result_file`.
        named: (the key of a person, `name`, `file_id`, `line_no`) of every row that names a person.
    """
    strange = others.filter("in_result_file", _are_two_people())
    if strange.group_by(CLUB).len().filter(pl.col("len") >= _FEWEST).is_empty():
        return OtherNames([], others)
    rows = named.filter(pl.col("name").is_not_null()).select(*PERSON, "name", "file_id", "line_no").collect()
    rows = rows.sort("line_no", nulls_last=True).unique([*PERSON, "name", "file_id"], keep="first", maintain_order=True)
    of_others = rows.join(
        strange.select(*PERSON, "name", "shown", "place", "shown_file_id"), on=[*PERSON, "name"], maintain_order="left"
    ).filter(pl.col("file_id") != pl.col("shown_file_id"))
    count = pl.col("player_id").n_unique()
    files = (
        of_others.group_by(_IN_FILE, maintain_order=True)
        .agg(pl.col("player_id", "name", "line_no", "shown", "place").first(), others=count)
        .join(rows.group_by(_IN_FILE).agg(all=count), on=_IN_FILE, maintain_order="left")
        .filter(pl.col("others") >= _FEWEST, pl.col("others") * 2 > pl.col("all"))
        .sort(_IN_FILE)
    )
    of_competitions = files.with_columns(files=pl.len().over(CLUB)).unique(CLUB, keep="first", maintain_order=True)
    told = of_others.join(files, on=_IN_FILE, how="semi").select(*PERSON, "name").unique()
    return OtherNames(
        [
            warning_on(
                of_competitions.lazy(),
                "players.numbers_of_others",
                "most numbers in this file ({others} of {all}) are other people's than elsewhere, as {player}: {name}"
                " here, {shown} in {place} (such files: {files}): where numbers are given anew each evening, give each"
                " person one that stays, or leave the numbers out; if they are the same people, write their names"
                " alike; else look whether both files are of this club",
                field="name",
                player="player_id",
            )
        ],
        others.join(told, on=[*PERSON, "name"], how="anti", maintain_order="left"),
    )


def _are_two_people() -> pl.Expr:
    """Whether two names surely are no two ways to write one: no word in common, no initial, letters of one kind.

    One word beside a whole name may be a call name: Bep is Elisabeth Jansen.
    """
    words, shown_words = (pl.col(column).str.split(" ") for column in ("words", "shown_words"))
    latin, shown_latin = (pl.col(column).str.contains(r"\p{Latin}") for column in ("words", "shown_words"))
    have_one = (_initials(words, one_letter=True), _initials(shown_words, one_letter=True))
    have_all = (_initials(words, one_letter=False), _initials(shown_words, one_letter=False))
    shared = (
        words.list.set_intersection(shown_words).list.len()
        + have_one[0].list.set_intersection(have_all[1]).list.len()
        + have_one[1].list.set_intersection(have_all[0]).list.len()
    )
    alike = (latin == shown_latin) & ((words.list.len() == 1) == (shown_words.list.len() == 1))
    return is_name(pl.col("name")) & is_name(pl.col("shown")) & alike & (shared == 0)


def _initials(words: pl.Expr, *, one_letter: bool) -> pl.Expr:
    """The first letters of all words, or only of those that are one letter."""
    kept = words.list.eval(pl.element().filter(pl.element().str.len_chars() == 1)) if one_letter else words
    return kept.list.eval(pl.element().str.slice(0, 1))
