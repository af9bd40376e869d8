"""Ids in entries that are nobody's in the table of players: the name of somebody, or one slip from who is absent."""

from collections.abc import Mapping

import dataframely as dy
import polars as pl

from transforms.intake.findings import PLACE, warning_on
from transforms.intake.people.names import one_letter_off
from transforms.intake.people.nearest import numbers_of
from transforms.intake.people.result_files import result_files
from transforms.tables import CLUB, ENTRANT, PERSON, SESSION, Findings
from transforms.tables.phrases import phrase

_MOST_UNKNOWN = 1 / 4
"""Of those who sit down; where more are in no table of players, that is no list of all, and says nothing."""
_MOST_APART = 3
"""More numbers of nobody than these are told once: a club with many guests would read nothing else."""
_NAMED = 5
_FEWEST_DIGITS = 3
_MOST_SESSIONS = 2
"""Who came more often has that number; a partner who says otherwise is only the second proposal."""


def mistyped_ids(read: Mapping[str, pl.LazyFrame], entries: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each number in entries that is probably another one, at its first place.

    It is in no table `players` of a competition that has one, and the other one is: a digit is another, missing or too
    many, or two neighbours are exchanged. The other one sits nowhere in that session, and with the same partner
    elsewhere. Without such a partner two exchanged digits are told, where the number came once or twice. Of a number
    that came more often it is told first that the player is to be added: she may be missing in the table; the other one
    is named only where it never sat in a session with this one. A name is told that is of one of the players with
    numbers, and many such names together.

    Args:
        read: the tables by name: `players`, `files` and `official_results`, with the ids of persons.
        entries: `Entries`, likewise.
    """
    in_tables = read["players"].join(result_files(read), on=[*CLUB, "file_id"], how="anti")
    known = in_tables.sort("name", nulls_last=True).unique(PERSON, keep="first", maintain_order=True).collect()
    seats = entries.select(*ENTRANT, "player_id", *PLACE).collect()
    unknown = _unknown(seats, known)
    digits = unknown.filter(pl.col("player_id").str.contains(r"\d"))
    words = [frame.select(*CLUB, words="player_id") for frame in (digits, known)]
    near = one_letter_off(*words, within=[*CLUB], fewest_letters=_FEWEST_DIGITS).rename(
        {"words": "player_id", "other_words": "near"}
    )
    told = _likely(near, seats).join(
        known.select(*CLUB, "name", "public", near="player_id"), on=[*CLUB, "near"], how="left", maintain_order="left"
    )
    name = pl.when(pl.col("public").fill_null(value=True)).then("name")
    shown = pl.coalesce(phrase("{} ({})", "near", name), "near")
    has_partner = pl.col("times") > 0
    is_often = pl.col("sessions") > _MOST_SESSIONS
    named = read["players"].filter(pl.col("name").is_not_null()).select(PERSON).unique().collect()
    of_nobody = (
        unknown.filter(pl.col("player_id").str.contains(r"^\d+$"))
        .join(told.select(PERSON), on=PERSON, how="anti")
        .join(named, on=PERSON, how="anti")
        .join(seats.select(*PERSON, *PLACE), on=PERSON)
        .sort(*PERSON, *PLACE, nulls_last=True)
        .unique(PERSON, keep="first", maintain_order=True)
        .join(_sessions(seats), on=PERSON, how="left", maintain_order="left")
    )
    few, together = _apart_or_together(of_nobody.with_columns(numbers="player_id"), "numbers")
    return [
        *_by_name(
            seats, pl.concat([numbers_of(unknown, read["players"]), numbers_of(_not_in(known, seats), in_tables)])
        ),
        warning_on(
            few.filter(is_often),
            "entries.not_in_players_often",
            "this number is not in the table players and plays in more sessions than a slip would ({sessions}); pages"
            " show it in place of a name: add the player to players, with a name, or else mend the number everywhere",
            field="player_id",
        ),
        warning_on(
            few.filter(~is_often),
            "entries.not_in_players",
            "this number is not in the table players, which has nearly everybody who plays, and pages show it in place"
            " of a name: mend the number, or add the player to players, a guest too",
            field="player_id",
        ),
        warning_on(
            together,
            "entries.several_not_in_players",
            "{count} numbers of people who played are not in the table players, so pages show these in place of names"
            " ({numbers}{more}; this is the place of the first): add guests to players, with a name, and mend the"
            " numbers that are wrong",
            field="player_id",
            value="numbers",
        ),
        warning_on(
            told.lazy().filter(has_partner, is_often),
            "entries.mistyped_often",
            "this number is not in the table players and plays in more sessions than a slip would ({sessions}): add the"
            " player to players (the id alone will do); only if nobody has this number, and it was {near} each time,"
            " one slip away and with {partner} in other sessions, mend the number everywhere",
            field="player_id",
            near=shown,
        ),
        warning_on(
            told.lazy().filter(has_partner, ~is_often),
            "entries.mistyped_partner",
            "this number is not in the table players; {near}, one slip away, sat with {partner} in other sessions and"
            " is absent here: mend the number if that is who played; else add the player to players (the id alone will"
            " do)",
            field="player_id",
            near=shown,
        ),
        warning_on(
            told.lazy().filter(~has_partner),
            "entries.mistyped",
            "this number is not in the table players; {near} has the same digits and is absent here: mend the number if"
            " that is who played; else add the player to players (the id alone will do)",
            field="player_id",
            near=shown,
        ),
    ]


def _by_name(seats: pl.DataFrame, numbers: pl.LazyFrame) -> list[dy.LazyFrame[Findings]]:
    """A warning for each of those whose name stands where the number should; one for them all where they are many.

    Args:
        seats: `Entries`.
        numbers: (club, competition, player_id, number) of names that may be repeated.
    """
    first = (
        numbers.unique(PERSON)
        .join(seats.lazy().select(*PERSON, *PLACE), on=PERSON)
        .sort(*PERSON, *PLACE, nulls_last=True)
        .unique(PERSON, keep="first", maintain_order=True)
        .collect()
    )
    few, together = _apart_or_together(first.with_columns(named=phrase("{} ({})", "player_id", "number")), "named")
    return [
        warning_on(
            few,
            "entries.by_name",
            "this is the name of player {number}, and the files have numbers, so pages show two people: write {number}",
            field="player_id",
        ),
        warning_on(
            together,
            "entries.several_by_name",
            "{count} players stand in the entries by name, and in the table players by number ({named}{more}; this is"
            " the place of the first), so nothing that players says of them counts: write the numbers in the entries",
            field="player_id",
        ),
    ]


def _apart_or_together(rows: pl.DataFrame, named: str) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """The rows of competitions with few of them, and of each with more a row at the place of its first.

    That has the first ones of `named`, beside their `count`, and `more`, a sign where there are others.
    """
    is_few = pl.len().over(CLUB) <= _MOST_APART
    together = (
        rows.filter(~is_few)
        .sort(*CLUB, *PLACE, nulls_last=True)
        .group_by(CLUB, maintain_order=True)
        .agg(
            pl.col(*PLACE, "player_id").first(),
            pl.col(named).head(_NAMED).str.join(", "),
            count=pl.len(),
            more=pl.when(pl.len() > _NAMED).then(pl.lit(", ...")).otherwise(pl.lit("")),
        )
    )
    return rows.filter(is_few).lazy(), together.lazy()


def _not_in(known: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, player_id) of those in no table of a competition that has one."""
    return (
        seats.join(known.select(CLUB).unique(), on=CLUB, how="semi").join(known, on=PERSON, how="anti").select(PERSON)
    )


def _unknown(seats: pl.DataFrame, known: pl.DataFrame) -> pl.DataFrame:
    """(club, competition, player_id) of those in no table, where a table has nearly everybody."""
    seated = seats.select(PERSON).unique().join(known.select(CLUB).unique(), on=CLUB, how="semi")
    return (
        seated.join(known.select(*PERSON, is_known=pl.lit(value=True)), on=PERSON, how="left")
        .with_columns(pl.col("is_known").fill_null(value=False))
        .filter((~pl.col("is_known")).mean().over(CLUB) <= _MOST_UNKNOWN)
        .filter(~pl.col("is_known"))
        .select(PERSON)
    )


def _sessions(seats: pl.DataFrame) -> pl.DataFrame:
    """In how many `sessions` each plays."""
    return seats.group_by(PERSON).agg(sessions=pl.struct(SESSION).n_unique())


def _likely(near: pl.DataFrame, seats: pl.DataFrame) -> pl.DataFrame:
    """Each number once, with whom it is most likely: `near`, and the `partner` with whom that one sat `times` times."""
    here = seats.join(near, on=PERSON).join(seats.select(*SESSION, near="player_id"), on=[*SESSION, "near"], how="anti")
    beside = seats.select(*ENTRANT, partner="player_id")
    together = (
        seats.join(near.select(*CLUB, player_id="near").unique(), on=PERSON)
        .join(beside, on=ENTRANT)
        .filter(pl.col("player_id") != pl.col("partner"))
        .group_by(*CLUB, "partner", near="player_id")
        .agg(times=pl.len())
    )
    with_partner = (
        here.join(beside, on=ENTRANT, how="left")
        .with_columns(partner=pl.when(pl.col("partner") != pl.col("player_id")).then("partner"))
        .join(together, on=[*CLUB, "partner", "near"], how="left")
        .join(_sessions(seats), on=PERSON, how="left")
        .with_columns(pl.col("times").fill_null(0))
    )
    letters = (pl.col(name).str.split("").list.sort() for name in ("player_id", "near"))
    is_often = pl.col("sessions") > _MOST_SESSIONS
    exchanged = (next(letters) == next(letters)) & ~is_often
    pair = [*CLUB, "player_id", "near"]
    in_one_session = seats.join(near, on=PERSON).join(
        seats.select(*SESSION, near="player_id"), on=[*SESSION, "near"], how="semi"
    )
    two_people = in_one_session.select(pair).unique().with_columns(are_two=pl.lit(value=True))
    return (
        with_partner.join(two_people, on=pair, how="left")
        .filter(~(is_often & pl.col("are_two").fill_null(value=False)))
        .drop("are_two")
        .filter((pl.col("times") > 0) | exchanged)
        .sort("times", "near", *PLACE, "partner", descending=[True, *[False] * (len(PLACE) + 2)], nulls_last=True)
        .unique(PERSON, keep="first", maintain_order=True)
    )
