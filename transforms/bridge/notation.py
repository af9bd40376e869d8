"""The notation of results on a control sheet: `N4S!-6`, `PASS`, `N4S= reversed`, `A60/40`.

Source: 't Fonteintje, Puntentelling in parentornooi, section 5.
"""

import polars as pl

from transforms.bridge.contracts import PASSED_OUT
from transforms.bridge.rulings import as_written, is_average, is_awarded, is_split, is_weighted
from transforms.tables.schemas import DIRECTIONS


def result_in_notation(contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr, ruling: pl.Expr) -> pl.Expr:
    """Return the contract and its result, and the ruling in words: String, null if neither is known."""
    bid_and_made = contract_in_notation(contract, declarer, tricks)
    words = ruling_in_words(ruling)
    return pl.coalesce(bid_and_made + " " + words, bid_and_made, words)


def contract_in_notation(contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr) -> pl.Expr:
    """Return declarer, contract and result (left out if the tricks are unknown): String, null without a contract.

    `!` means doubled and `!!` redoubled; `=` means just made, `+1` one overtrick, `-1` one down.
    """
    over = tricks.cast(pl.Int32) - contract.str.head(1).cast(pl.Int32, strict=False) - 6
    sign = pl.when(over > 0).then(pl.lit("+")).otherwise(pl.lit(""))
    made = pl.when(over == 0).then(pl.lit("=")).otherwise(sign + over.cast(pl.String)).fill_null("")
    bid = declarer.fill_null("") + contract.str.replace_all("X", "!", literal=True)
    return pl.when(contract == PASSED_OUT).then(contract).otherwise(bid + made)


def ruling_in_words(ruling: pl.Expr) -> pl.Expr:
    """Return a ruling in a director's words: String, null for a board without a ruling.

    | ruling | in words |
    |---|---|
    | `average`, `not_played`, `reversed` | `average`, `not played`, `reversed` |
    | `a60_40`, `a+_-` | `A60/40`, `AVE+/AVE-` |
    | `w30:420/70:-50` | `30 % 420, 70 % -50` |
    | `s420_a40` | `NS 420, EW A40` |
    """
    north_south, east_west = (_of_one_side(as_written(ruling, direction)) for direction in DIRECTIONS)
    return (
        pl.when(is_awarded(ruling) & ~is_average(ruling))
        .then(_shares(ruling))
        .when(is_weighted(ruling))
        .then(north_south)
        .when(is_split(ruling))
        .then("NS " + north_south + ", EW " + east_west)
        .otherwise(ruling.str.replace_all("_", " ", literal=True))
    )


def _of_one_side(outcome: pl.Expr) -> pl.Expr:
    return (
        pl.when(outcome.str.starts_with("a"))
        .then(_shares(outcome))
        .otherwise(outcome.str.replace_many({":": " % ", "/": ", "}))
    )


def _shares(shares: pl.Expr) -> pl.Expr:
    return (
        shares.str.strip_prefix("a")
        .str.replace_many({"+": "AVE+", "-": "AVE-", "_": "/"})
        .str.replace(r"^([0-9])", "A$1")
    )


_RESULT = r"^([NESW]?)([1-7])([SHDCN])(!*)(=|[+-]\d+)?$"


def parts_of_result(result: pl.Expr) -> dict[str, pl.Expr]:
    """Return the parts of a result like `N4S!-1`: `declarer`, `level` (Int32), `strain`, `doubled` and `made`.

    All are null if the text is no contract. A missing declarer is ""; without the tricks, `made` is null.
    """
    parts = result.str.extract_groups(_RESULT).struct
    found = {
        name: parts.field(str(at)) for at, name in enumerate(("declarer", "level", "strain", "doubled", "made"), 1)
    }
    return found | {"level": found["level"].cast(pl.Int32)}
