"""The lines of the table `people`: which of them can be used, and who goes by an alias on a day."""

import bisect
import datetime as dt
from collections import defaultdict

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, error_on, warning_on
from transforms.intake.people.circles import each_circle, in_circles
from transforms.intake.people.nearest import whom_they_mean
from transforms.tables import CLUB, PERSON, Findings

OF_CLUB = "../"
"""What the id of a file begins with that lies beside the competition, and holds for all competitions of the club."""

OF_NOBODY = ("people.alias_by_name", "people.nobody_but", "people.nobody", "people.to_name", "people.to_nobody")
"""Codes of what is told of ids that no file has."""

_ALIAS = (*CLUB, "alias")
_FIRST = pl.col("since").fill_null(dt.date.min)
_LAST = pl.col("until").fill_null(dt.date.max)

Person = tuple[str, str, str]
"""(club, competition, id)."""


def checked_lines(
    lines: pl.DataFrame, ids: pl.DataFrame, players: pl.LazyFrame
) -> tuple[pl.DataFrame, list[dy.LazyFrame[Findings]]]:
    """The lines that say who somebody is, and findings on those that cannot be right.

    Args:
        lines: `People`, without lines of somebody with himself.
        ids: (club, competition, player_id) of everybody in the files.
        players: `Players` as they are given, for the numbers of names.

    Returns:
        The lines that hold: at most one for an alias on a day, and none that lead in a circle; and the findings.
    """
    is_backwards = (pl.col("since") > pl.col("until")).fill_null(value=False)
    in_order = (
        lines.filter(~is_backwards)
        .sort(*_ALIAS, _FIRST, *PLACE, nulls_last=True)
        .unique([*_ALIAS, "player_id", "since", "until"], keep="first", maintain_order=True)
    )
    twice = _overlapping(in_order)
    once = in_order.join(twice, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    in_circle = in_circles(once)
    sound = once.join(in_circle, on=[*CLUB, *PLACE], how="anti", maintain_order="left")
    return sound, [
        error_on(
            lines.lazy().filter(is_backwards),
            "people.backwards",
            "this row ends before it begins, on {since}; it is left out: exchange since and until",
            field="until",
        ),
        error_on(
            twice.lazy(),
            "people.twice",
            "{file}, line {line}, says who this is on some of the same days; that row counts, this one is left out:"
            " give each alias one person on a day",
            field="alias",
            file="file_that_counts",
            line="line_that_counts",
        ),
        error_on(
            each_circle(in_circle).lazy(),
            "people.circle",
            "{player}, who this is to be, leads back to this alias by other rows ({rows}); all of them are left out:"
            " let one of them be the person",
            field="alias",
            player="player_id",
        ),
        *_of_nobody(sound, ids, players),
        *_leading_to_nobody(sound, ids, players),
    ]


def _overlapping(lines: pl.DataFrame) -> pl.DataFrame:
    """The lines that do not count, each with the line that does: `file_that_counts`, `line_that_counts`.

    A line counts unless one that counts, of the same alias, begins no later and has one of its days.

    Args:
        lines: `People`, in order of alias and first day.
    """
    meets_earlier = (_LAST.cum_max().shift(1) >= _FIRST).fill_null(value=False)
    doubtful = lines.filter(meets_earlier.any().over(_ALIAS))
    instead: list[int | None] = []
    counting, until = 0, dt.date.min
    # What counts hangs on what counted before; only the few aliases with such lines come here.
    spans = doubtful.select(pl.struct(_ALIAS).rle_id(), _FIRST.alias("first"), _LAST.alias("last"))
    alias_before = -1
    for number, (alias, first, last) in enumerate(spans.iter_rows()):
        if alias == alias_before and first <= until:
            instead.append(counting)
        else:
            alias_before, counting, until = alias, number, last
            instead.append(None)
    numbered = doubtful.with_columns(instead=pl.Series(instead, dtype=pl.UInt32))
    counts = doubtful.select(file_that_counts="file_id", line_that_counts="line_no").with_row_index("instead")
    return numbered.join(counts, on="instead", maintain_order="left").drop("instead")


def _of_nobody(lines: pl.DataFrame, ids: pl.DataFrame, players: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for the aliases that nobody has, with whom they may mean.

    A file of the whole club names people of other competitions too: of its aliases, only those that are near an id.
    """
    known = pl.concat([frame.select(*CLUB, alias="player_id") for frame in (ids, lines)]).unique()
    unknown = lines.join(known, on=_ALIAS, how="anti", maintain_order="left")
    meant = whom_they_mean(unknown.select(*CLUB, player_id="alias"), ids.lazy(), players).rename({"player_id": "alias"})
    told = unknown.join(meant, on=_ALIAS, maintain_order="left").lazy()
    guessed = told.filter(pl.col("number").is_null())
    without = pl.col("near").is_null() & ~pl.col("file_id").str.starts_with(OF_CLUB)
    return [
        warning_on(
            told.filter(pl.col("number").is_not_null()),
            "people.alias_by_name",
            "this is the name of player {number}, and the files have numbers, so the row does nothing: write {number}",
            field="alias",
        ),
        warning_on(
            guessed.filter(pl.col("near").is_not_null()),
            "people.nobody_but",
            "nobody in the files has this alias, so the row does nothing: mend the alias; did you mean {near}?",
            field="alias",
        ),
        warning_on(
            guessed.filter(without),
            "people.nobody",
            "nobody in the files has this alias, so the row does nothing: mend the alias, or take the row away",
            field="alias",
        ),
    ]


def _leading_to_nobody(lines: pl.DataFrame, ids: pl.DataFrame, players: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """Warnings for the persons of lines whom nobody else names, and who are nearly one of the files, or one by name.

    A person whom no file names may well be meant: the name under which all the aliases are to be shown. So nothing is
    said where only aliases are near.
    """
    aliases = lines.select(*CLUB, player_id="alias").unique()
    others = ids.join(aliases, on=[*CLUB, "player_id"], how="anti")
    known = pl.concat([ids.select(*CLUB, "player_id"), aliases]).unique()
    unknown = lines.join(known, on=[*CLUB, "player_id"], how="anti", maintain_order="left")
    of_others = players.join(aliases.lazy(), on=[*CLUB, "player_id"], how="anti")
    meant = whom_they_mean(unknown.select(PERSON), others.lazy(), of_others)
    told = unknown.join(meant, on=PERSON, maintain_order="left").lazy()
    return [
        warning_on(
            told.filter(pl.col("number").is_not_null()),
            "people.to_name",
            "this is the name of player {number}, and the files have numbers, so {alias} becomes somebody new: write"
            " {number}",
            field="player_id",
        ),
        warning_on(
            told.filter(pl.col("near").is_not_null()),
            "people.to_nobody",
            "nobody in the files has this id, so {alias} becomes somebody new: did you mean {near}?",
            field="player_id",
        ),
    ]


class Aliases:
    """Who goes by an alias on a day.

    Args:
        lines: lines that hold, as `checked_lines` returns them.
    """

    def __init__(self, lines: pl.DataFrame) -> None:
        spans = lines.select(*_ALIAS, "since", "until", "player_id", _FIRST.alias("first"), _LAST.alias("last"))
        self._spans: dict[Person, list[tuple[dt.date, dt.date, str, bool]]] = defaultdict(list)
        for club, competition, alias, since, until, player, first, last in spans.sort("first").iter_rows():
            always = since is None and until is None
            self._spans[club, competition, alias].append((first, last, player, always))
        self._found: dict[tuple[Person, dt.date | None], str] = {}

    def person(self, club: str, competition: str, alias: str, day: dt.date | None) -> str:
        """The id of the person behind an alias, over any number of lines; without a day, by lines without dates."""
        met: list[str] = []
        one = alias
        while (found := self._found.get(((club, competition, one), day))) is None:
            met.append(one)
            behind = self._behind((club, competition, one), day)
            if behind is None:
                found = one
                break
            one = behind
        for name in met:
            self._found[(club, competition, name), day] = found
        return found

    def _behind(self, alias: Person, day: dt.date | None) -> str | None:
        spans = self._spans.get(alias, [])
        if day is None:
            return spans[0][2] if len(spans) == 1 and spans[0][3] else None
        place = bisect.bisect_right(spans, day, key=lambda span: span[0]) - 1
        return spans[place][2] if place >= 0 and day <= spans[place][1] else None
