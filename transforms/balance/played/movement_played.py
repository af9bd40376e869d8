"""Derive the movement that was really played in each field of each session, from the boards that were compared.

- A field is a group of entrants that are compared with one another: a line, or the lines scored together.
- Boards that the same pairs played in the same directions form one board set. If sets differ in the number of boards,
  the weight of a set is its number of boards, divided by the greatest common divisor of these numbers.
- Two opponents in a round meet once, even if they play several board sets or change places. If nobody meets a new
  opponent from one round of a file to the next, these rounds count as one round. If a file does not give its rounds,
  two opponents met once.
- A board played in the wrong direction counts as it was played. Sit-outs, boards not played, and boards for which the
  director awarded shares of the top do not count, because nobody is compared on them. Each form of a fouled board is a
  separate board.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from transforms.bridge.rulings import has_outcomes, is_played, is_reversed
from transforms.bridge.sessions import NOBODY, PARTNERS, TEAMS, places
from transforms.tables.runs import facts_of_runs, first_of_runs, where_known
from transforms.tables.schemas import LINE, BoardScores, Frame, Sessions

_MEETING = ("place", "meeting")


class Played(NamedTuple):
    """The plays of every field. `place` is the number of the field.

    `entrant` is the number of an entrant in its field, from 0. `fields`: (place, club, competition, season, session_id,
    field, line, pairs, rounds, h, uneven, unit), one row per line; a weight of 1 stands for `unit` boards. `entrants`:
    (place, line, name, entrant), in order of line and number. `seats`: (place, board_set, weight, meeting, entrant,
    side), one row per seat; side is 1 for North-South, -1 for East-West. Everybody at one table on a set has the same
    `meeting`. `meetings`: (place, one, other, meetings); `meetings` is the number of rounds in which the two entrants
    met, and `one` is less than `other`.
    """

    fields: pl.DataFrame
    entrants: pl.DataFrame
    seats: pl.DataFrame
    meetings: pl.DataFrame


def played(board_scores: Frame[BoardScores], sessions: Frame[Sessions]) -> Played:
    """Return the movement of every field of every session. Sessions of teams are left out."""
    columns = (*LINE, "round", "board", "subfield", "ns", "ew", "ruling")
    compared = board_scores.lazy().filter(was_compared()).select(columns).collect()
    of_lines = places(first_of_runs(compared, LINE).lazy(), sessions)
    lines = _in_rounds(_seated(compared, of_lines))
    meetings = lines.unique(_MEETING).select(*_MEETING, "line", "ns", "ew", "both", number=pl.int_range(pl.len()))
    sets = _board_sets(lines)
    sides = pl.concat(
        meetings.select(*_MEETING, "number", "line", "both", name=pl.col(side).str.split(PARTNERS), side=pl.lit(sign))
        for side, sign in (("ns", 1), ("ew", -1))
    ).explode("name", empty_as_null=True, keep_nulls=True)
    entrants = _entrants(sides)
    seated = sides.join(entrants, on=("place", "line", "name")).select(*_MEETING, "number", "both", "entrant", "side")
    seats = sets.explode("meeting", empty_as_null=True, keep_nulls=True).join(seated, on=_MEETING)
    times = pl.col("meeting").list.len().cast(pl.Int64)
    # Half a top, from the set that was played least.
    h_of_field = sets.group_by("place").agg(h=times.min() - 1, uneven=times.min() < times.max())
    of_field = (
        entrants.group_by("place")
        .agg(pairs=pl.len().cast(pl.Int64))
        .join(h_of_field, on="place")
        .join(sets.select("place", "unit").unique("place"), on="place")
        .join(_rounds(lines, seated), on="place")
    )
    return Played(
        of_lines.join(of_field, on="place", maintain_order="left"),
        entrants,
        seats.select("place", "board_set", "weight", "entrant", pl.col("side").cast(pl.Int64), meeting="number"),
        _meetings(lines, seated),
    )


def was_compared() -> pl.Expr:
    """Return whether a row of `BoardScores` has two sides whose result was compared with other results: Boolean.

    It is false for matches of teams, and for boards on which the ruling only awarded shares of the top.
    """
    has_both_sides = (pl.col("ns") != NOBODY) & (pl.col("ew") != NOBODY)
    is_compared = is_played(pl.col("ruling")) | has_outcomes(pl.col("ruling"))
    return ~pl.col("scoring").is_in(TEAMS) & has_both_sides & is_compared


def _seated(compared: pl.DataFrame, of_lines: pl.DataFrame) -> pl.DataFrame:
    """Return result lines with the pairs as they really sat.

    Columns: place, line, round, board, form, ns, ew, meeting, both. `meeting` numbers each combination of line,
    North-South and East-West. `both` does the same, but has the same number if the two pairs change places.
    """
    is_turned = is_reversed(pl.col("ruling"))
    facts = of_lines.select(*LINE, "place", nth_line=pl.int_range(pl.len(), dtype=pl.UInt64).over("place"))
    known = pl.concat([compared, facts_of_runs(compared, LINE, facts)], how="horizontal")
    return (
        where_known(known, "place")
        .lazy()
        .select(
            *("place", "line", "nth_line", "round", "board"),
            form=_number(pl.col("subfield").fill_null("")),
            ns=pl.when(is_turned).then("ew").otherwise("ns"),
            ew=pl.when(is_turned).then("ns").otherwise("ew"),
        )
        .with_columns(north_south=_number(pl.col("ns")), east_west=_number(pl.col("ew")))
        .with_columns(
            meeting=_of_two(pl.col("north_south"), pl.col("east_west")),
            both=_of_two(*(of("north_south", "east_west") for of in (pl.min_horizontal, pl.max_horizontal))),
        )
        .drop("nth_line", "north_south", "east_west")
        .collect()
    )


def _number(texts: pl.Expr) -> pl.Expr:
    """Number the distinct texts. Numbers are below 2**29, because no process has memory for more texts."""
    return texts.cast(pl.Categorical).to_physical().cast(pl.UInt64)


def _of_two(one: pl.Expr, other: pl.Expr) -> pl.Expr:
    return pl.col("nth_line") * 2**58 + one * 2**29 + other


def _in_rounds(lines: pl.DataFrame) -> pl.DataFrame:
    """Replace `round` by the number of the round as players count it.

    Consecutive rounds of the file count as one round if nobody meets a new opponent; results that are missing in one of
    them make no difference. `round` is null throughout a field if any of its lines has no round.
    """
    before = pl.col("both").shift().over("place")
    stays = [
        one.list.set_difference(other).list.len() == 0
        for one, other in ((pl.col("both"), before), (before, pl.col("both")))
    ]
    begins = ~pl.any_horizontal(stays).fill_null(value=False)
    rounds = (
        lines.filter(pl.col("round").is_not_null().all().over("place"))
        .group_by("place", "round")
        .agg(pl.col("both").unique())
        .sort("place", "round")
        .select("place", "round", counted=begins.cum_sum().over("place"))
    )
    return (
        lines.join(rounds, on=("place", "round"), how="left", maintain_order="left")
        .with_columns(round="counted")
        .drop("counted")
    )


def _board_sets(lines: pl.DataFrame) -> pl.DataFrame:
    """Return one row per board set: place, board_set, weight, meeting and unit.

    `meeting` is the list of meetings in which the set was played.
    """
    sets = (
        lines.group_by("place", "board", "form")
        .agg(pl.col("meeting").sort())
        .group_by("place", "meeting")
        .agg(boards=pl.len().cast(pl.Int64))
        .sort("place")
        .with_row_index("board_set")
    )
    if sets.is_empty():
        return sets.select("place", "board_set", pl.col("boards").alias("weight"), "meeting", unit="boards")
    starts = np.flatnonzero(np.diff(sets["place"].to_numpy(), prepend=-1))
    in_common = np.gcd.reduceat(sets["boards"].to_numpy(), starts)
    divisors = pl.DataFrame({"place": sets["place"].gather(starts), "in_common": in_common})
    return sets.join(divisors, on="place", maintain_order="left").select(
        "place", "board_set", (pl.col("boards") // pl.col("in_common")).alias("weight"), "meeting", unit="in_common"
    )


def _entrants(sides: pl.DataFrame) -> pl.DataFrame:
    order = (pl.col("place"), pl.col("line"), pl.col("name").str.extract(r"(\d{1,18})").cast(pl.Int64), pl.col("name"))
    return (
        sides.select("place", "line", "name")
        .unique()
        .sort(order, nulls_last=False)
        .with_columns(entrant=pl.int_range(pl.len()).over("place"))
    )


def _rounds(lines: pl.DataFrame, seated: pl.DataFrame) -> pl.DataFrame:
    met = seated.group_by("place", "entrant").agg(pl.col("both").n_unique()).group_by("place").agg(pl.col("both").max())
    recorded = lines.group_by("place").agg(recorded=pl.col("round").max())
    return met.join(recorded, on="place").select("place", rounds=pl.coalesce("recorded", "both").cast(pl.Int64))


def _meetings(lines: pl.DataFrame, seated: pl.DataFrame) -> pl.DataFrame:
    """Return in how many rounds every two opponents met: place, one, other and meetings."""
    of_rounds = lines.select(*_MEETING, "round").unique()
    sides = (seated.filter(side=side).select(*_MEETING, "entrant") for side in (1, -1))
    north_south, east_west = sides
    return (
        north_south.join(east_west, on=_MEETING, suffix="_ew")
        .join(of_rounds, on=_MEETING)
        .group_by(
            "place", one=pl.min_horizontal("entrant", "entrant_ew"), other=pl.max_horizontal("entrant", "entrant_ew")
        )
        .agg(meetings=pl.col("round").n_unique().cast(pl.Int64))
    )
