"""Checks of adjustments: unknown entrants, units that have no meaning, sizes that are unlikely, and repetitions."""

import polars as pl

from transforms.bridge.sessions import IN_VICTORY_POINTS, NOBODY, VICTORY_POINTS, has_maximum
from transforms.intake.check import check, first_of, in_variants, says, which
from transforms.intake.entrants import entrants_of_lines
from transforms.tables.arithmetic.rounding import short_column, to_decimals
from transforms.tables.arithmetic.tolerance import HAIR
from transforms.tables.messages import VARIANT
from transforms.tables.phrases import phrase
from transforms.tables.schemas import CLUB, DECIMALS, ENTRANT, LINE, SESSION

_MOST = 100 + HAIR
_OF_PENALTIES = (
    r"(?i)(?:^|[^\pL])(?:penalt(?:y|ies)|p[eé]nalit[eé]s?|straf(?:fen|fer|punten)?|boetes?|sanctions?)(?:$|[^\pL])"
)
"""A regular expression for words that occur in the names of files with penalties: English, French, Dutch, Norwegian."""
_GIVEN_BACK = (
    r"(?i)back|refund|return|cancel|withdr|reverse|opponent|terug|tegen|vervall|annul|rembours|adversaire|tilbake|mot"
)
"""Words that, next to words for penalties, make a positive amount likely: a penalty taken back, or given to others."""
_HALF = 50 + HAIR
"""The average score, in percent. A larger penalty would leave an average entrant less than 0 %, a larger award more
than 100 %."""
_SOURCE = ("file_id", "given_id")
_WHERE = "{} for session {}"
_LEFT_OUT = "the adjustment is left out"
_PERCENT_OF_ALL = (
    "together, the adjustments of entrant {entrant} are {percent} percent of the most that it can win in this session"
)
_UNIT = pl.col("unit").str.replace_all("_", " ")
_AMOUNT = short_column(pl.col("amount"), DECIMALS)


@check(
    "adjustments.left_out/given_again",
    stage="adjustments once",
    row="left out",
    field="amount",
    where=phrase(_WHERE, "first_file_id", "first_id"),
)
@says(
    "entrant {entrant} also has this adjustment in {where}, for the same evening; it counts once: keep it in one"
    " place or, if both are intended, give each its own reason"
)
def given_again(adjustments: pl.LazyFrame) -> pl.LazyFrame:
    return adjustments.filter(pl.col("nth") > 0)


@check(
    "adjustments.doubtful/twice",
    field="amount",
    doubts={"contradictions": pl.lit(1)},
    where=phrase(_WHERE, "other_file_id", "other_id"),
)
@says(
    "entrant {entrant} has the same adjustment on line {first_line}; both count: delete one or, if both are intended,"
    " give each its own reason",
    in_other_words="entrant {entrant} has the same adjustment in {where}, for the same evening but with another"
    " reason; both count: delete one if they are the same, or put both into one file",
)
def twice(adjustments: pl.LazyFrame, of_programs: pl.LazyFrame) -> pl.LazyFrame:
    """Find an amount that an entrant has twice in the same table, or in two files for different reasons."""
    # Repetitions within a table that a scoring program wrote (`of_programs`) are not reported.
    alike = (*ENTRANT, "amount", "unit")
    same = (*alike, "reason", *_SOURCE)
    first = adjustments.filter(pl.col("time") == 0).select(*same, first_line="line_no")
    again = (
        adjustments.filter(pl.col("time") > 0)
        .join(of_programs, on=[*CLUB, "file_id"], how="anti", maintain_order="left")
        .join(first, on=same, nulls_equal=True, maintain_order="left")
    )
    of_first = first_of(adjustments, alike).select(*alike, other_file_id="file_id", other_id="given_id")
    is_elsewhere = pl.struct(_SOURCE).ne_missing(pl.struct(file_id="other_file_id", given_id="other_id"))
    in_other_words = adjustments.join(of_first, on=alike, maintain_order="left").filter(is_elsewhere)
    return in_variants({"": again, "in_other_words": in_other_words})


@check("adjustments.left_out", row="left out", field={"entrant": "entrant", "line": "line", "session_id": "session_id"})
@says(
    entrant=f"line {{line}} of this session has no such entrant, only {{entrants}}; {_LEFT_OUT}: correct the entrant",
    line=f"this session has no such line, only line {{lines}}; {_LEFT_OUT}: correct the line",
    session_id=f"this session has no results and no entries; {_LEFT_OUT}: correct the session, or add its results",
)
def of_nobody(adjustments: pl.LazyFrame, there: pl.LazyFrame) -> pl.LazyFrame:
    lines = there.select(LINE).unique().group_by(SESSION).agg(lines=pl.col("line").sort().str.join(", "))
    lacks = which("session_id", entrant=pl.col("entrants").is_not_null(), line=pl.col("lines").is_not_null())
    return (
        adjustments.join(there, on=ENTRANT, how="anti", maintain_order="left")
        .join(entrants_of_lines(there), on=LINE, how="left", maintain_order="left")
        .join(lines, on=SESSION, how="left", maintain_order="left")
        .with_columns(lacks)
    )


@check("adjustments.left_out/of_bye", row="left out", field="amount", amount=_AMOUNT)
@says(
    f"entrant {{entrant}} already has a row of matches for its bye in round {{round}}, and these {{amount}} points"
    f" would count the bye twice; {_LEFT_OUT}: keep one of the two; if you keep the row, write the victory points of"
    " the bye in its column vp"
)
def of_bye(adjustments: pl.LazyFrame, met: pl.LazyFrame) -> pl.LazyFrame:
    """Find points for byes that also have a row in `matches`, not counting points for rounds without any row."""
    byes = (
        met.filter(pl.col("opponent") == NOBODY, pl.col("against").is_null())
        .group_by(*LINE, entrant="team")
        .agg(pl.col("round").min(), pl.col("without").max(), vps="vp", byes=pl.len())
    )
    is_draw = pl.col("event").is_null() & (pl.col("amount") * 2 >= VICTORY_POINTS)
    return (
        adjustments.filter(pl.col("scoring").is_in(IN_VICTORY_POINTS), unit="points")
        .join(byes, on=ENTRANT, maintain_order="left")
        .filter((pl.col("amount") > 0) & (is_draw | pl.col("vps").list.contains(pl.col("amount"))))
        .with_columns(turn=pl.int_range(pl.len()).over(ENTRANT) - pl.col("without").fill_null(0))
        .filter(pl.col("turn") >= 0, pl.col("turn") < pl.col("byes"))
    )


@check(
    "adjustments.left_out/no_meaning",
    row="left out",
    field="unit",
    unit=_UNIT,
    scoring=pl.col("scoring").replace("vp", "victory points").str.replace_all("_", " "),
)
@says(f"{{unit}} has no meaning in {{scoring}}; {_LEFT_OUT}: give the adjustment in points")
def no_meaning(adjustments: pl.LazyFrame) -> pl.LazyFrame:
    """Find adjustments in a unit that has no meaning in the scoring of the session."""
    # A percentage of the top needs a scoring with tops. A percentage of the maximum also has a meaning for victory
    # points.
    has_meaning = (
        (pl.col("unit") == "points")
        | has_maximum(pl.col("scoring"))
        | ((pl.col("unit") == "percent") & pl.col("scoring").is_in(IN_VICTORY_POINTS))
    )
    return adjustments.filter(~has_meaning)


# --- the size of adjustments: `adjustments` with `share` --------------------------------------------------------------


def _shares() -> tuple[pl.Expr, pl.Expr]:
    """Return two expressions: the share of an adjustment, and the sum of the possible shares of its entrant."""
    # The share is null for points carried into an event. A share is possible if its size is at most `_MOST`. The sum is
    # returned without its sign.
    is_carried = pl.col("event").is_not_null() & (pl.col("amount") > 0) & (pl.col("unit") != "percent")
    share = pl.when(~is_carried).then("share")
    possible = pl.when(share.abs() <= _MOST).then(share)
    return share, possible.sum().over(ENTRANT).abs()


@check(
    "adjustments.left_out/too_much",
    stage="adjustments with shares",
    row="left out",
    field="amount",
    amount=pl.col("amount").cast(pl.String).str.strip_suffix(".0"),
    unit=_UNIT,
)
@says(
    f"{{amount}} {{unit}} is more than entrant {{entrant}} can win in this session; {_LEFT_OUT}: correct the amount or"
    " the unit",
    together=f"{_PERCENT_OF_ALL}; all of them are left out: correct the amounts, or delete what is given twice",
)
def too_much(adjustments: pl.LazyFrame) -> pl.LazyFrame:
    share, together = _shares()
    variant = which(**{"": share.abs() > _MOST, "together": together > _MOST})
    marked = adjustments.with_columns(variant, percent=_percent(together))
    return marked.filter(pl.col(VARIANT).is_not_null())


@check("adjustments.doubtful/very_large", stage="adjustments with shares", field="amount", amount=_AMOUNT)
@says(
    f"{_PERCENT_OF_ALL}; they count: check amount and unit",
    board="{amount} percent is more than a whole board; the adjustment counts: delete a superfluous digit or, if the"
    " percentage is of the whole session, write percent in the column unit",
)
def very_large(adjustments: pl.LazyFrame) -> pl.LazyFrame:
    share, together = _shares()
    possible = adjustments.with_columns(together=together, percent=_percent(together)).filter(
        (share.abs() <= _MOST).fill_null(value=True), pl.col("together") <= _MOST
    )
    of_a_board = (pl.col("unit") == "percent_of_top") & (pl.col("amount").abs() > _MOST)
    is_large = (pl.col("together") > _HALF).fill_null(value=False)
    board = possible.filter(of_a_board, pl.col("event").is_null(), ~is_large)
    return in_variants({"": first_of(possible, ENTRANT).filter(is_large), "board": board})


@check("adjustments.doubtful/penalty_gives", stage="adjustments with shares", field="amount", amount=_AMOUNT)
@says(
    "this file of penalties gives {amount} ({unit}) to number {entrant}: if they should be taken off, write -{amount}",
    reason="the reason is {reason}, but this gives {amount} ({unit}) to number {entrant}: if they should be taken off,"
    " write -{amount}",
)
def penalty_gives(adjustments: pl.LazyFrame) -> pl.LazyFrame:
    name = pl.col("file_id").str.split("/").list.last()
    of_reason = pl.col("reason").str.contains(_OF_PENALTIES) & ~pl.col("reason").str.contains(_GIVEN_BACK)
    given = adjustments.filter(pl.col("amount") > 0)
    return given.with_columns(which(reason=of_reason, **{"": name.str.contains(_OF_PENALTIES)})).drop_nulls(VARIANT)


def _percent(share: pl.Expr) -> pl.Expr:
    return to_decimals(share).cast(pl.String).str.strip_suffix(".0")
