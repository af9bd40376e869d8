"""The score of a contract: Laws of Duplicate Bridge, Law 77.

A contract is written as level, strain and doubling (`4S`, `3NX`, `7CXX`), or `PASS` if nobody bid.
"""

import itertools
from functools import cache

import polars as pl

from transforms.tables.schemas import SEATS

PASSED_OUT = "PASS"
CONTRACTS = tuple(
    f"{level}{strain}{doubling}" for level, strain, doubling in itertools.product(range(1, 8), "CDHSN", ("", "X", "XX"))
)

_STRAINS = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "N", "NT": "N"}
_DOUBLINGS = {"": "", "X": "X", "*": "X", "D": "X", "DBL": "X", "XX": "XX", "**": "XX", "R": "XX", "RDBL": "XX"}
_AS_WRITTEN = {
    **{
        f"{level}{strain}{doubling}": f"{level}{_STRAINS[strain]}{_DOUBLINGS[doubling]}"
        for level, strain, doubling in itertools.product(range(1, 8), _STRAINS, _DOUBLINGS)
    },
    **dict.fromkeys(("PASS", "P", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS"), PASSED_OUT),
}

GAMES = {"N": 3, "S": 4, "H": 4, "D": 5, "C": 5}
"""The level of a game in each strain."""

_TRICKS = 14  # 0 to 13


def contract_of(text: pl.Expr) -> pl.Expr:
    """Return a contract as files may write it, `3 nt`, `4♠x` or `Pass`, in our notation: String, null if it is none."""
    plain = text.str.to_uppercase().str.replace_many([" ", "♣", "♦", "♥", "♠"], ["", "C", "D", "H", "S"])
    return plain.replace_strict(_AS_WRITTEN, default=None, return_dtype=pl.String)


def vulnerable(board: pl.Expr, declarer: pl.Expr) -> pl.Expr:
    """Return whether the declarer's side is vulnerable on this board (Law 2): Boolean, null without a declarer."""
    # Boards 1 to 4 are none, North-South, East-West, both. Each following group of four starts one place later.
    deal = board.cast(pl.Int32) - 1
    sides = (deal + deal // 4) % 4
    north_south = _sits_north_south(declarer)
    return pl.when(north_south).then(sides.is_in([1, 3])).when(north_south.not_()).then(sides.is_in([2, 3]))


def contract_score(board: pl.Expr, contract: pl.Expr, declarer: pl.Expr, tricks: pl.Expr) -> pl.Expr:
    """Return North-South's score (Law 77) if declarer wins `tricks`, 0 to 13: Int32; null if unknown or impossible."""
    bid = contract.cast(pl.Enum(CONTRACTS), strict=False).to_physical().cast(pl.Int32)
    won = pl.when(tricks.is_between(0, 13)).then(tricks.cast(pl.Int32))
    place = (2 * bid + vulnerable(board, declarer).cast(pl.Int32)) * _TRICKS + won
    for_declarer = pl.lit(scores_of_declarers()).gather(place)
    for_north_south = pl.when(_sits_north_south(declarer)).then(for_declarer).otherwise(-for_declarer)
    return pl.when(contract == PASSED_OUT).then(0).otherwise(for_north_south).cast(pl.Int32)


def is_possible_score(board: pl.Expr, score: pl.Expr) -> pl.Expr:
    """Return whether North-South can have this score on this board, by some contract or by passing out (0): Boolean."""
    by_either_side = (
        pl.when(vulnerable(board, pl.lit(declarer)))
        .then(for_declarer.is_in(_declarers_scores(is_vulnerable=True)))
        .otherwise(for_declarer.is_in(_declarers_scores(is_vulnerable=False)))
        for declarer, for_declarer in (("N", score), ("E", -score))
    )
    return (score == 0) | pl.any_horizontal(by_either_side)


def _sits_north_south(declarer: pl.Expr) -> pl.Expr:
    return declarer.cast(pl.Enum(SEATS), strict=False).to_physical() % 2 == 0


@cache
def scores_of_declarers() -> pl.Series:
    """Return the declarer's score by contract (as in `CONTRACTS`), vulnerability (no, yes) and tricks: Int32."""
    return pl.Series(
        [
            _score(int(contract[0]), contract[1], contract.count("X"), is_vulnerable, tricks)
            for contract, is_vulnerable, tricks in itertools.product(CONTRACTS, (False, True), range(_TRICKS))
        ],
        dtype=pl.Int32,
    )


@cache
def _declarers_scores(*, is_vulnerable: bool) -> list[int]:
    played = itertools.product(CONTRACTS, range(_TRICKS))
    return sorted({_score(int(bid[0]), bid[1], bid.count("X"), is_vulnerable, tricks) for bid, tricks in played})


def _score(level: int, strain: str, doubling: int, is_vulnerable: bool, tricks: int) -> int:
    """Return the score of the declarer's side by Law 77; `doubling` is 0, 1 (doubled) or 2 (redoubled)."""
    overtricks = tricks - level - 6
    if overtricks < 0:
        return -_undertricks(-overtricks, doubling, is_vulnerable)

    per_trick = 20 if strain in "CD" else 30
    contracted = (level * per_trick + (10 if strain == "N" else 0)) * 2**doubling
    game = 500 if is_vulnerable else 300
    slam = {6: 750, 7: 1500} if is_vulnerable else {6: 500, 7: 1000}
    per_overtrick = (100 if is_vulnerable else 50) * 2**doubling if doubling else per_trick
    premium = (game if contracted >= 100 else 50) + slam.get(level, 0) + 50 * doubling
    return contracted + premium + overtricks * per_overtrick


def _undertricks(down: int, doubling: int, is_vulnerable: bool) -> int:
    if doubling == 0:
        return down * (100 if is_vulnerable else 50)
    doubled = 300 * down - 100 if is_vulnerable else max(200 * down - 100, 300 * down - 400)
    return doubled * doubling
