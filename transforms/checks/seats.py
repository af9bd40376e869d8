"""Seats: pairs at two tables at once or too many at one, partners in one seat, seats of the other direction."""

import polars as pl

from transforms.bridge.sessions import NOBODY, by_entrant
from transforms.checks.check import check, in_variants
from transforms.intake.findings import PLACE
from transforms.tables.runs import key_number
from transforms.tables.schemas import ENTRANT, LINE, SESSION

_OF_FILE = (*LINE, "file_id")
"""Rounds are of a file: the halves of an evening may both begin with the first."""
_ROUND = ("of_file", "round")
_PAIRS = 2
"""So many sit at a table."""
_NAMED = 8


@check(
    "results.out_of_place",
    on="results",
    field="table",
    value=pl.coalesce("tables", "table"),
    says={
        "two_tables": "pair {entrant} of line {line} is at tables {tables} in round {round} ({times} such in this"
        " file); all results count: mend pairs, tables or rounds",
        "one_table": "pairs {pairs} of line {line} are all at table {table} in round {round} ({times} such in this"
        " file); all results count: mend pairs, tables or rounds",
    },
)
def out_of_place(results: pl.LazyFrame) -> pl.LazyFrame:
    """Pairs at two tables in a round, or three at one table, at the line that is most likely wrong.

    Teams sit at two tables, and a match may be written as one table.
    """
    lines = results.filter(
        pl.col("kind") != "teams", pl.all_horizontal(pl.col("round", "table", "ns", "ew").is_not_null())
    ).collect()
    # Tables are found first, since there are many fewer of them than lines, and nearly always nothing is wrong.
    tables = (
        lines.with_columns(of_file=key_number(lines, _OF_FILE))
        .group_by(*_ROUND, "table", "ns", "ew")
        .agg(pl.col("line_no").min(), pl.first(*_OF_FILE), lines=pl.len())
        .lazy()
    )
    sides = pl.concat(
        tables.select(*_ROUND, *_OF_FILE, "line_no", "lines", "table", side=side) for side in ("ns", "ew")
    )
    at_two = (
        by_entrant(sides, "side")
        .filter(pl.col("table").n_unique().over(*_ROUND, "entrant") > 1)
        .group_by(*_ROUND, "entrant")
        .agg(pl.first(*_OF_FILE), _odd_line(), tables=pl.col("table").unique().sort())
        .with_columns(tables=_listed("tables"))
    )
    at_one = (
        sides.filter(pl.col("side").n_unique().over(*_ROUND, "table") > _PAIRS)
        .group_by(*_ROUND, "table")
        .agg(pl.first(*_OF_FILE), _odd_line(), pairs=pl.col("side").unique().sort())
        # Where one of the two tables is wrong, the other has one pair too many.
        .join(at_two, on=_ROUND, how="anti")
        .with_columns(pairs=_listed("pairs"))
    )
    return in_variants({"two_tables": _first_of_file(at_two, "entrant"), "one_table": _first_of_file(at_one, "table")})


def _first_of_file(rows: pl.LazyFrame, last: str) -> pl.LazyFrame:
    """The first of these rows in each file and session, and how many there are (`times`)."""
    in_file = (*SESSION, "file_id")
    return (
        rows.with_columns(times=pl.len().over(in_file))
        .sort(*in_file, "line_no", "line", "round", last, nulls_last=True)
        .unique(in_file, keep="first", maintain_order=True)
    )


def _odd_line() -> pl.Expr:
    return pl.col("line_no").sort_by("lines", "line_no").first()


def _listed(column: str) -> pl.Expr:
    return pl.col(column).list.head(_NAMED).cast(pl.List(pl.String)).list.join(", ")


@check(
    "entries.impossible_seat",
    on="entries",
    stage="results",
    field="seat",
    value=pl.coalesce("seats", "seat"),
    says={
        "one_seat": "players {named} of pair {entrant} on line {line} have one seat ({seats}), so it is not known which"
        " of them declared: of two partners one is N or E, and the other S or W",
        "other_direction": "player {player} has seat {seat}, but pair {entrant} on line {line} sat {direction}; here N"
        " counts as E and S as W, and the other way round: mend the seat or the direction",
    },
    player="player_id",
    direction="of_pair",
)
def impossible_seat(entries: pl.LazyFrame, results: pl.LazyFrame, sessions: pl.LazyFrame) -> pl.LazyFrame:
    """Pairs whose players have one seat, and seats of another direction than the pair's.

    A pair that changes direction changes between North and East, and between South and West. A substitute may have the
    seat of the player that he replaces. The direction is that of the entry, or, where a session has two winners, the
    one in which the pair always sat.
    """
    of_pairs = sessions.filter(pl.col("kind") != "teams").select(*SESSION, "winners")
    seated = entries.filter(pl.col("seat").is_not_null()).join(of_pairs, on=SESSION)
    return in_variants({"one_seat": _in_one_seat(seated), "other_direction": _of_other_direction(seated, results)})


def _in_one_seat(seated: pl.LazyFrame) -> pl.LazyFrame:
    return (
        seated.with_columns(
            is_first=pl.col("seat").is_in(("N", "E")), regular=pl.coalesce("substitutes_for", "player_id")
        )
        .sort(*PLACE, nulls_last=True, maintain_order=True)
        .group_by(*ENTRANT, "is_first", maintain_order=True)
        .agg(
            pl.col(PLACE).first(),
            regulars=pl.col("regular").n_unique(),
            seats=pl.col("seat").str.join(", "),
            named=pl.col("player_id").str.join(", "),
        )
        .filter(pl.col("regulars") > 1)
    )


def _of_other_direction(seated: pl.LazyFrame, results: pl.LazyFrame) -> pl.LazyFrame:
    of_two_winners = seated.filter(pl.col("winners") == 2, pl.col("direction").is_null()).select(SESSION).unique()
    lines = results.join(of_two_winners, on=SESSION, how="semi")
    sides = pl.concat(
        lines.select(*SESSION, "line", entrant=side, sat=pl.lit(direction))
        for side, direction in (("ns", "NS"), ("ew", "EW"))
    )
    always = (
        sides.filter(pl.col("entrant").is_not_null(), pl.col("entrant") != NOBODY)
        .group_by(ENTRANT)
        .agg(pl.col("sat").min(), directions=pl.col("sat").n_unique())
        .filter(directions=1)
    )
    known = seated.join(always, on=ENTRANT, how="left").with_columns(of_pair=pl.coalesce("direction", "sat"))
    of_seat = pl.when(pl.col("seat").is_in(("N", "S"))).then(pl.lit("NS")).otherwise(pl.lit("EW"))
    return known.filter(pl.col("of_pair") != of_seat).sort(*PLACE, nulls_last=True, maintain_order=True)
