"""The notation of results on a control sheet: `N4S!-6`, `PASS`, `N4S= reversed`, `A60/40`.

Source: 't Fonteintje, Puntentelling in parentornooi, section 5. All functions take and return expressions.
"""

import polars as pl

from transforms.bridge.contracts import PASSED_OUT
from transforms.bridge.rulings import as_written, is_average, is_awarded, is_split, is_weighted
from transforms.tables.deals import TABLE
from transforms.tables.schemas import DIRECTIONS


def result_in_notation(contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr, ruling: pl.Expr) -> pl.Expr:
    """The contract and its result, and the ruling in words: String, null where neither is known."""
    bid_and_made = contract_in_notation(contract, declarer, tricks)
    words = ruling_in_words(ruling)
    return pl.coalesce(bid_and_made + " " + words, bid_and_made, words)


def contract_in_notation(contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr) -> pl.Expr:
    """Declarer, contract and result: String, null without a contract.

    `!` means doubled and `!!` redoubled; `=` means just made, `+1` one overtrick, `-1` one down. Where the tricks are
    not known, the result is left out.
    """
    over = tricks.cast(pl.Int32) - contract.str.head(1).cast(pl.Int32, strict=False) - 6
    sign = pl.when(over > 0).then(pl.lit("+")).otherwise(pl.lit(""))
    made = pl.when(over == 0).then(pl.lit("=")).otherwise(sign + over.cast(pl.String)).fill_null("")
    bid = declarer.fill_null("") + contract.str.replace_all("X", "!", literal=True)
    return pl.when(contract == PASSED_OUT).then(contract).otherwise(bid + made)


def ruling_in_words(ruling: pl.Expr) -> pl.Expr:
    """A ruling in the words of a director: String, null for a board simply played.

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
    """The parts of a result in notation, `N4S!-1`: `declarer`, `level` (Int32), `strain`, `doubled` and `made`.

    All are null where it is no contract; where it does not tell them, `declarer` is "" and `made` is null.
    """
    parts = result.str.extract_groups(_RESULT).struct
    found = {
        name: parts.field(str(at)) for at, name in enumerate(("declarer", "level", "strain", "doubled", "made"), 1)
    }
    return found | {"level": found["level"].cast(pl.Int32)}


_DIGITS = dict(enumerate("0123456789abcd"))
_FEWEST, _MOST = 80, 132
"""Tricks of all four declarers in all strains, together: 130 where it does not matter who leads; 2,000 deals dealt at
random have 92 to 130. A table that counts levels is below: those deals have at most 64 levels."""
_BOTH_SIDES = 15
"""In a strain, the most tricks of the best declarers of the two sides together. It is 13 where it does not matter who
leads, and may be more where no side wants to: in those 2,000 deals it is 14 in 7 of 10,000 strains, and never more."""


def tricks_in(digits: str) -> list[pl.Expr]:
    """The columns `TABLE`, Int8, from a column of 20 digits in that order."""
    return [_digit(pl.col(digits), place).alias(name) for place, name in enumerate(TABLE)]


def digits_of() -> pl.Expr:
    """The columns `TABLE` as 20 digits in that order: String."""
    return pl.concat_str(pl.col(name).replace_strict(_DIGITS, return_dtype=pl.String) for name in TABLE)


def can_be_right(digits: pl.Expr) -> pl.Expr:
    """Whether 20 digits may be the tricks of a deal: Boolean.

    Some programs write 1 or 0 for fewer than seven tricks, or the level that can be made; and by a table of nonsense
    both sides may win nearly all tricks of a strain.
    """
    tricks = [_digit(digits, place).cast(pl.Int32) for place in range(len(TABLE))]
    strains = len(TABLE) // 4
    most = [
        pl.max_horizontal(tricks[strain], tricks[strain + 2 * strains])
        + pl.max_horizontal(tricks[strain + strains], tricks[strain + 3 * strains])
        for strain in range(strains)
    ]
    return (
        pl.sum_horizontal(tricks).is_between(_FEWEST, _MOST)
        & digits.str.contains("[2-6]")
        & (pl.max_horizontal(most) <= _BOTH_SIDES)
    )


def _digit(digits: pl.Expr, place: int) -> pl.Expr:
    return digits.str.slice(place, 1).str.to_integer(base=16, dtype=pl.Int8, strict=False)
